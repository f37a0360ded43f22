//! A headless browser, driven over two pipes: enough to open a page, click what a reader clicks, and inspect it.
//!
//! No library and no driver program: the protocol is JSON terminated by a zero byte, and the shell opens the pipes.

use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

/// Where a browser may be.
const PROGRAMS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
/// Longer than any answer takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// A browser with one page.
pub struct Browser {
    child: Child,
    input: File,
    messages: Receiver<Value>,
    session: String,
    last: u64,
    /// Events since the page was opened that nothing has waited for.
    events: VecDeque<Value>,
    /// What earlier pages did that they should not.
    complaints: Vec<String>,
    /// The one place from which a page may load something besides its own file.
    server: Option<String>,
    _folder: TempDir,
}

fn program() -> &'static str {
    let runs = |name: &&str| {
        let tried = Command::new(name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        tried.is_ok_and(|status| status.success())
    };
    PROGRAMS.iter().copied().find(runs).unwrap_or_else(|| panic!("no browser: install one of {PROGRAMS:?}"))
}

impl Browser {
    /// A new one.
    pub fn start() -> Browser {
        let program = program();
        let folder = TempDir::new().unwrap();
        let [to, from] = ["to", "from"].map(|name| folder.path().join(name));
        assert!(Command::new("mkfifo").args([&to, &from]).status().unwrap().success());
        let mut command = Command::new("sh");
        command.args(["-c", r#"to=$1; from=$2; shift 2; exec "$@" 3<"$to" 4>"$from""#, "sh"]).args([&to, &from]);
        command.args([program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]);
        command.args(["--disable-background-networking", "--disable-component-update", "--disable-sync"]);
        command.args(["--disable-dev-shm-usage", "--remote-debugging-pipe"]);
        command.arg(format!("--user-data-dir={}", folder.path().join("profile").display()));
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let input = OpenOptions::new().write(true).open(&to).unwrap();
        let messages = listen(File::open(&from).unwrap());
        let mut browser = Browser {
            child,
            input,
            messages,
            session: String::new(),
            last: 0,
            events: VecDeque::new(),
            complaints: Vec::new(),
            server: None,
            _folder: folder,
        };
        browser.attach();
        browser
    }

    fn attach(&mut self) {
        let target = self.call("Target.createTarget", &json!({"url": "about:blank"}));
        let attached = self.call("Target.attachToTarget", &json!({"targetId": target["targetId"], "flatten": true}));
        attached["sessionId"].as_str().unwrap().clone_into(&mut self.session);
        for domain in ["Page", "Runtime", "Network", "Log"] {
            self.call(&format!("{domain}.enable"), &json!({}));
        }
    }

    /// Calls a method and waits for its answer.
    pub fn call(&mut self, method: &str, parameters: &Value) -> Value {
        self.try_call(method, parameters).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// Calls a method and waits for its answer, or for why there is none.
    fn try_call(&mut self, method: &str, parameters: &Value) -> Result<Value, Value> {
        self.last += 1;
        let mut message = json!({"id": self.last, "method": method, "params": parameters});
        if !self.session.is_empty() {
            message["sessionId"] = json!(self.session);
        }
        write!(self.input, "{message}\0").unwrap();
        loop {
            let answer = self.messages.recv_timeout(PATIENCE).expect("the browser answers");
            if answer["id"] == self.last {
                let error = &answer["error"];
                return if error.is_null() { Ok(answer["result"].clone()) } else { Err(error.clone()) };
            }
            self.events.push_back(answer);
        }
    }

    /// Opens a file, in a window of this size.
    pub fn open(&mut self, path: &Path, size: [u32; 2]) {
        self.open_part(path, "", size);
    }

    /// Opens a file at one of its parts, like `#games`.
    pub fn open_part(&mut self, path: &Path, part: &str, [width, height]: [u32; 2]) {
        // Another part of the same file would not reload it.
        self.call("Page.navigate", &json!({"url": "about:blank"}));
        let metrics = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600});
        self.call("Emulation.setDeviceMetricsOverride", &metrics);
        self.complaints = self.complaints();
        self.events.clear();
        let url = format!("file://{}{part}", encoded(path));
        self.call("Page.navigate", &json!({"url": url}));
        let start = Instant::now();
        while self.ask("location.protocol + document.readyState") != "file:complete" {
            assert!(start.elapsed() < PATIENCE, "the page is loaded");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Opens a page of a server, in a window of this size; from now on pages may load from there, and only from there.
    pub fn open_url(&mut self, server: &str, path: &str, [width, height]: [u32; 2]) {
        self.complaints = self.complaints();
        self.events.clear();
        self.server = Some(server.to_owned());
        let metrics = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600});
        self.call("Emulation.setDeviceMetricsOverride", &metrics);
        self.call("Page.navigate", &json!({"url": format!("{server}{path}")}));
        self.until("location.protocol === 'http:' && document.readyState === 'complete'");
    }

    /// Waits until an expression in the page is true.
    pub fn until(&mut self, expression: &str) {
        let start = Instant::now();
        // Between two pages there is nothing to ask.
        let tolerant = format!("(() => {{ try {{ return Boolean({expression}); }} catch {{ return false; }} }})()");
        let parameters = json!({"expression": tolerant, "returnByValue": true});
        while !self.try_call("Runtime.evaluate", &parameters).is_ok_and(|answer| answer["result"]["value"] == true) {
            if start.elapsed() > PATIENCE {
                let page = self.ask("location.href + ' ' + document.body.innerText.slice(0, 2000)");
                panic!("never: {expression} in {page}");
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The value of a promise in the page.
    pub fn wait_for(&mut self, expression: &str) -> Value {
        let parameters = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let answer = self.call("Runtime.evaluate", &parameters);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {}", answer["exceptionDetails"]);
        answer["result"]["value"].clone()
    }

    /// A picture of the page.
    pub fn picture(&mut self) -> Vec<u8> {
        let taken = self.call("Page.captureScreenshot", &json!({"format": "webp", "quality": 90}));
        decoded(taken["data"].as_str().unwrap())
    }

    /// The value of an expression in the page.
    pub fn ask(&mut self, expression: &str) -> Value {
        let question = json!({"expression": expression, "returnByValue": true});
        let answer = match self.try_call("Runtime.evaluate", &question) {
            // The page is being left, by `history.back()` for example: there is no answer, and another page will have one.
            Err(error) if error["message"] == "Inspected target navigated or closed" => return Value::Null,
            answer => answer.unwrap_or_else(|error| panic!("{expression}: {error}")),
        };
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {}", answer["exceptionDetails"]);
        answer["result"]["value"].clone()
    }

    /// The text of the first element that a selector finds.
    pub fn text(&mut self, selector: &str) -> String {
        self.ask(&format!("document.querySelector({}).textContent", json!(selector))).as_str().unwrap().to_owned()
    }

    /// Clicks where an element is, as a reader would.
    pub fn click(&mut self, selector: &str) {
        let place = self.ask(&format!(
            "(() => {{ const found = document.querySelector({}); found.scrollIntoView({{block: 'center'}}); \
             const box = found.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }})()",
            json!(selector)
        ));
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({"type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1});
            self.call("Input.dispatchMouseEvent", &event);
        }
    }

    /// Presses a key.
    pub fn press(&mut self, key: &str) {
        let code = match key {
            "ArrowLeft" => 37,
            "ArrowRight" => 39,
            "Home" => 36,
            "End" => 35,
            "Tab" => 9,
            "Enter" => 13,
            " " => 32,
            other => panic!("{other} has no code here"),
        };
        for kind in ["keyDown", "keyUp"] {
            let mut event = json!({"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code});
            // Only a key with a text presses a button.
            if key == "Enter" && kind == "keyDown" {
                event["text"] = json!("\r");
            }
            self.call("Input.dispatchKeyEvent", &event);
        }
    }

    /// Shows the page in dark mode, on paper, or as usual.
    pub fn emulate(&mut self, media: &str, scheme: &str) {
        let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        self.call("Emulation.setEmulatedMedia", &json!({"media": media, "features": features}));
    }

    /// Everything that this page and earlier ones should not have done: errors, warnings, and requests for anything but its own file.
    pub fn complaints(&mut self) -> Vec<String> {
        // An answer comes after all events before it.
        self.ask("0");
        let server = self.server.clone();
        let complaint = |event: &Value| {
            let (method, what) = (event["method"].as_str()?, &event["params"]);
            let url = what["request"]["url"].as_str().unwrap_or("");
            match method {
                "Runtime.exceptionThrown" | "Log.entryAdded" | "Runtime.consoleAPICalled" => Some(event.to_string()),
                "Network.requestWillBeSent" if what["type"] == "Document" && url.starts_with("file:") => None,
                "Network.requestWillBeSent" if url.starts_with("data:") || url.starts_with("blob:") => None,
                "Network.requestWillBeSent" if server.as_ref().is_some_and(|server| url.starts_with(server)) => None,
                "Network.requestWillBeSent" => Some(format!("request of {url}")),
                _ => None,
            }
        };
        self.complaints.iter().cloned().chain(self.events.iter().filter_map(complaint)).collect()
    }
}

/// Reads messages in a thread of its own, so that a browser that dies cannot hang a test.
fn listen(pipe: File) -> Receiver<Value> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        for message in BufReader::new(pipe).split(0).map_while(Result::ok) {
            let Ok(value) = serde_json::from_slice(&message) else { return };
            if sender.send(value).is_err() {
                return;
            }
        }
    });
    receiver
}

/// Base64 as the browser writes it.
fn decoded(text: &str) -> Vec<u8> {
    let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bits = text
        .chars()
        .filter_map(|digit| digits.find(digit))
        .flat_map(|value| (0..6).rev().map(move |at| value >> at & 1));
    let bits: Vec<usize> = bits.collect();
    bits.chunks_exact(8).map(|byte| byte.iter().fold(0, |sum, bit| sum << 1 | *bit as u8)).collect()
}

fn encoded(path: &Path) -> String {
    path.to_str().unwrap().replace('%', "%25").replace('#', "%23").replace('?', "%3F").replace(' ', "%20")
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The browser ends with its pipe; whatever is left of it does not outlive the test.
        let _ = write!(self.input, "{}\0", json!({"id": 0, "method": "Browser.close"}));
        for _ in 0..50 {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
