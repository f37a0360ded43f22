#!/usr/bin/env python3
"""Records a program on a terminal as an animated SVG: what is typed, and what comes.

    python3 scripts/recording.py --out docs/play.svg --type 2 --type hint --type 3 -- karteneck play tuned --seed 7

A line is typed whenever the prompt shows; after the last one the recording ends. Time in the picture is made up (so that the same session
gives the same bytes): letters are typed one by one, output comes line by line. Without motion (`prefers-reduced-motion`) the picture shows its last screen.
"""

import argparse
import fcntl
import os
import pty
import re
import select
import struct
import termios
import unicodedata
from html import escape

PROMPT = "(or help): "
LETTER, LINE, THINK, REST = 0.12, 0.06, 1.1, 4.0  # seconds: a letter, a line of output, before typing, at the end
WIDTH, HEIGHT = 8.4, 18  # of a character, in pixels
STYLE = re.compile(r"\x1b\[([0-9;]*)m")
OTHER = re.compile(r"\x1b\[[0-9;?]*[A-Za-ln-z]")


def session(command, typed, columns, rows, patience):
    """Runs the command on a terminal: a list of what came before each prompt, and last what came in the end."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm-256color", COLUMNS=str(columns))
        os.environ.pop("NO_COLOR", None)
        os.execvp(command[0], command)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    parts, text, waiting = [], "", list(typed)
    while True:
        ready, _, _ = select.select([terminal], [], [], patience)
        try:
            data = os.read(terminal, 65536) if ready else b""
        except OSError:  # the program has ended
            data = b""
        text += data.decode(errors="replace")
        if not data or (text.endswith(PROMPT) and not waiting):
            parts.append(text)
            os.close(terminal)
            return parts
        if text.endswith(PROMPT):
            parts.append(text)
            text = ""
            os.write(terminal, (waiting.pop(0) + "\n").encode())


def spans(line):
    """The pieces of a line with their styles."""
    pieces, style, start = [], "", 0
    for match in STYLE.finditer(line):
        pieces.append((style, line[start : match.start()]))
        codes = [code for code in match[1].split(";") if code]
        style = "" if not codes or codes == ["0"] else " ".join(filter(None, [style, *(f"s{code}" for code in codes if code != "0")]))
        start = match.end()
    pieces.append((style, line[start:]))
    return [(style, text) for style, text in pieces if text]


def cells(text):
    """The columns that a text takes."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def timeline(parts, typed):
    """Every piece of the picture: (time, line, column, style, text), and the duration."""
    events, clock, row, column = [], 0.0, 0, 0

    def put(style, text):
        nonlocal column
        events.append((clock, row, column, style, text))
        column += cells(text)

    for index, part in enumerate(parts):
        lines = OTHER.sub("", part).replace("\r", "").split("\n")
        if index:  # the terminal shows what was typed
            echo = typed[index - 1]
            clock += THINK
            for letter in echo:
                put("typed", letter)
                clock += LETTER
            lines[0] = lines[0].removeprefix(echo)
        for number, line in enumerate(lines):
            if number:
                row, column = row + 1, 0
                clock += LINE
            for style, text in spans(line):
                put(style, text)
    return events, clock + REST


def picture(events, duration, columns, rows):
    """The animated SVG."""
    width, height = columns * WIDTH + 24, rows * HEIGHT + 24
    percent = lambda time: f"{100 * time / duration:.2f}%"
    styles, texts, bottom = [], [], 0
    scroll = []
    moments = {time: f"m{index}" for index, time in enumerate(sorted({event[0] for event in events}))}
    for time, name in moments.items():
        if time > 0:
            styles.append(f"@keyframes {name}{{0%{{opacity:0}}{percent(time)}{{opacity:1}}}}.{name}{{animation-name:{name}}}")
    for time, row, column, style, text in events:
        if row > bottom:
            bottom = row
            scroll.append((time, max(0, row + 1 - rows)))
        place = f'x="{12 + column * WIDTH:.1f}" y="{12 + (row + 0.75) * HEIGHT:.1f}" textLength="{cells(text) * WIDTH:.1f}"'
        if text.strip():
            texts.append(f'<text class="{moments[time]} {style}" {place}>{escape(text)}</text>')
    steps = "".join(f"{percent(time)}{{transform:translateY({-lines * HEIGHT}px)}}" for time, lines in dict(scroll).items() if lines)
    last = scroll[-1][1] * HEIGHT if scroll else 0
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" height="{height}" role="img">
<title>A recording of a terminal</title>
<style>
text{{font:14px/1 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#d8dee4;white-space:pre;animation:{duration:.2f}s steps(1,end) infinite}}
#screen{{transform:translateY({-last}px);animation:scroll {duration:.2f}s steps(1,end) infinite}}
.typed{{fill:#ffd866;font-weight:700}}.s1{{font-weight:700}}.s2{{fill:#8b949e}}.s31{{fill:#ff7b72}}.s32{{fill:#7ee787}}.s33{{fill:#e3b341}}.s34{{fill:#79c0ff}}.s35{{fill:#d2a8ff}}.s36{{fill:#76e3ea}}
@keyframes scroll{{0%{{transform:translateY(0)}}{steps}}}
{"".join(styles)}
@media (prefers-reduced-motion:reduce){{text,#screen{{animation:none}}}}
</style>
<rect width="100%" height="100%" rx="8" fill="#161b22"/>
<svg x="0" y="12" width="{width:.0f}" height="{rows * HEIGHT}"><g transform="translate(0,-12)"><g id="screen">
{chr(10).join(texts)}
</g></g></svg>
</svg>
"""


def main():
    parser = argparse.ArgumentParser(description="Record a program on a terminal as an animated SVG.")
    parser.add_argument("--out", required=True)
    parser.add_argument("--type", action="append", default=[], help="a line to type at the next prompt")
    parser.add_argument("--columns", type=int, default=84)
    parser.add_argument("--rows", type=int, default=26)
    parser.add_argument("--patience", type=float, default=60, help="seconds without output after which the recording ends")
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()
    parts = session(options.command, options.type, options.columns, options.rows, options.patience)
    events, duration = timeline(parts, options.type)
    with open(options.out, "w", encoding="utf-8") as file:
        file.write(picture(events, duration, options.columns, options.rows))
    print(f"{options.out}: {duration:.0f} seconds")


if __name__ == "__main__":
    main()
