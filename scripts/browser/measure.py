#!/usr/bin/env python3
"""How fast the pages of `karteneck serve` are, in a headless Chromium: the figures of docs/SERVE.md.

    python3 scripts/browser/measure.py target/release/karteneck --repeat 7

Plays a run of a million games first, in a folder that is removed at the end. Every page is opened in a new window, with nothing in its
cache; times are milliseconds from the beginning of its navigation, the median of all windows with the least and the most. A first
window for each page is not counted.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

RUN = ["tournament", "random", "first", "passer", "greedy", "--players", "2,4", "--games", "1000000", "--quiet", "--out", "results/million"]
PROGRAMS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
# Notes when something is there for the first time.
WATCH = """
window.seen = {};
new MutationObserver(() => {
  for (const [name, test] of Object.entries(TESTS)) if (!(name in seen) && test()) seen[name] = performance.now();
}).observe(document, { childList: true, subtree: true, attributes: true });
"""
PAGES = {
    "a run of a million games": (
        "/run?name=million",
        {"standings": "() => document.querySelectorAll('#standings tr[data-entrant]').length > 3"},
    ),
    "a game by its address, 2 players": ("/game?run=million&address=9000:1&players=2&lineup=1", {"shown": "() => document.querySelector('#moves li')"}),
    "a game by its address, 4 players": ("/game?run=million&address=9000:1&players=4&lineup=0", {"shown": "() => document.querySelector('#moves li')"}),
} | {
    f"candidates within 2 points, step {step}": (
        f"/game?run=million&address=9000:1&players=2&lineup=1&step={step}",
        {"shown": "() => { const box = document.querySelector('#candidates'); return box && box.dataset.error && 1.96 * box.dataset.error <= 0.02; }"},
    )
    for step in (4, 12, 24, 36)
}


class Browser:
    """A Chromium, spoken to over two pipes: JSON that ends with a zero byte."""

    def __init__(self, folder: str) -> None:
        to_read, self.to = os.pipe()
        self.back, back_write = os.pipe()
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-dev-shm-usage"]
        program = next(filter(shutil.which, PROGRAMS), None) or sys.exit(f"no browser: install one of {', '.join(PROGRAMS)}")
        command = [program, *options, "--remote-debugging-pipe", f"--user-data-dir={folder}"]

        def pipes() -> None:
            # The browser reads from descriptor 3 and writes to 4; neither may be in the way of the other.
            read, write = os.dup(to_read), os.dup(back_write)
            os.dup2(read, 3)
            os.dup2(write, 4)

        self.child = subprocess.Popen(command, preexec_fn=pipes, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(back_write)
        self.rest, self.number = b"", 0

    def call(self, method: str, session: str | None = None, **parameters: object) -> dict:
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters} | ({"sessionId": session} if session else {})
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.rest:
                self.rest += os.read(self.back, 1 << 16) or sys.exit("the browser has ended")
            text, self.rest = self.rest.split(b"\0", 1)
            answer = json.loads(text)
            if answer.get("id") == self.number:
                if "error" in answer:
                    sys.exit(f"{method}: {answer['error']}")
                return answer["result"]

    def visit(self, address: str, tests: dict[str, str]) -> dict[str, float]:
        """Opens a page in a new window, and says when what it waits for was there, and the first paint."""
        context = self.call("Target.createBrowserContext")["browserContextId"]
        target = self.call("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Page.enable", session)
        script = "const TESTS = {" + ",".join(f"{json.dumps(name)}: {test}" for name, test in tests.items()) + "};" + WATCH
        self.call("Page.addScriptToEvaluateOnNewDocument", session, source=script)
        self.call("Page.navigate", session, url=address)
        wait = f"""new Promise((done) => {{ const begun = Date.now(), look = () => {{
            const paint = performance.getEntriesByName("first-paint")[0];
            if (paint && window.seen && Object.keys(seen).length === {len(tests)}) {{
                const asked = performance.getEntriesByType("resource").find((entry) => /api.(game|run)[?]/.test(entry.name));
                done(JSON.stringify({{ "first paint": paint.startTime, ...seen, ...(asked ? {{ "asked for it": asked.startTime }} : {{}}) }}));
            }} else if (Date.now() - begun > 30000) done(`nothing after 30 s, but for ${{JSON.stringify(window.seen)}}: ${{document.body.innerText.slice(0, 300)}}`);
            else setTimeout(look, 5);
        }}; look(); }})"""
        answer = self.call("Runtime.evaluate", session, expression=wait, awaitPromise=True, returnByValue=True)["result"]["value"]
        self.call("Target.disposeBrowserContext", browserContextId=context)
        if answer.startswith("nothing"):
            sys.exit(f"{address}: {answer}")
        return json.loads(answer)


def serve(program: str, folder: str) -> tuple[subprocess.Popen, str]:
    server = subprocess.Popen([program, "serve", "--port", "0"], cwd=folder, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    for line in server.stderr:
        if found := re.search(r"http://[\d.]+:\d+", line):
            return server, found.group()
    sys.exit("the server did not say where it is")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path, help="the program `karteneck`")
    parser.add_argument("--repeat", type=int, default=7, metavar="N", help="windows for every page")
    arguments = parser.parse_args()
    program = str(arguments.program.resolve())
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as profile:
        browser = Browser(profile)
        subprocess.run([program, *RUN], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        server, address = serve(program, folder)
        try:
            for name, (path, tests) in PAGES.items():
                times = [browser.visit(address + path, tests) for _ in range(arguments.repeat + 1)][1:]
                for what in times[0]:
                    all_times = sorted(time[what] for time in times)
                    median = statistics.median(all_times)
                    print(f"{name}: {what} {median:.0f} ms ({all_times[0]:.0f} to {all_times[-1]:.0f})", flush=True)
        finally:
            server.terminate()
            server.wait()
            browser.child.terminate()
            browser.child.wait()


if __name__ == "__main__":
    main()
