//! A connection to headless Chromium through the DevTools protocol.
//!
//! With `--remote-debugging-pipe`, Chromium reads commands from file descriptor 3 and writes answers and events to file
//! descriptor 4. Each message is JSON, followed by a zero byte. The page under test therefore needs no script of the
//! tests, and its content security policy stays in force.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};
use std::{fs, thread};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

/// The time after which a test fails if a condition is not met, or if Chromium does not answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// Keys that are pressed together with another key.
pub const CONTROL: u32 = 2;
pub const SHIFT: u32 = 8;

/// A page in Chromium, which ends when the page is dropped.
pub struct Page {
    chromium: Child,
    commands: ChildStdin,
    /// The answers and events of Chromium, which a thread reads.
    answers: Receiver<Value>,
    last: u64,
    session: Option<String>,
    /// What Chromium has reported so far: errors in scripts, violations of the policy, requests.
    pub events: Vec<Value>,
    _profile: tempfile::TempDir,
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = self.chromium.kill();
        let _ = self.chromium.wait();
    }
}

impl Page {
    /// Opens the file at `path` in a window of this size and waits until the playground is ready.
    pub fn open(path: &Path, fragment: &str, (width, height): (u32, u32)) -> Self {
        let profile = tempfile::tempdir().unwrap();
        let mut chromium = Command::new("sh")
            .args(["-c", "exec chromium \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1", "sh"])
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let commands = chromium.stdin.take().unwrap();
        let mut output = BufReader::new(chromium.stdout.take().unwrap());
        let (sender, answers) = mpsc::channel();
        thread::spawn(move || {
            let mut bytes = Vec::new();
            while output.read_until(0, &mut bytes).is_ok() && bytes.pop() == Some(0) {
                let is_received = sender.send(serde_json::from_slice(&bytes).unwrap()).is_ok();
                bytes.clear();
                if !is_received {
                    return;
                }
            }
        });
        let mut page = Self {
            chromium,
            commands,
            answers,
            last: 0,
            session: None,
            events: Vec::new(),
            _profile: profile,
        };
        let target = page.command("Target.createTarget", json!({ "url": "about:blank" }));
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let session = page.command("Target.attachToTarget", attach);
        page.session = Some(session["sessionId"].as_str().unwrap().to_owned());
        for domain in ["Page", "Runtime", "Log", "Network"] {
            page.command(&format!("{domain}.enable"), json!({}));
        }
        let attach = json!({ "autoAttach": true, "waitForDebuggerOnStart": false, "flatten": true });
        page.command("Target.setAutoAttach", attach);
        let metrics =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600 });
        page.command("Emulation.setDeviceMetricsOverride", metrics);
        let url = format!("file://{}{fragment}", path.display());
        page.command("Page.navigate", json!({ "url": url }));
        page.wait_for("document.documentElement?.dataset.ready");
        page
    }

    /// Sends a command and returns its result.
    pub fn command(&mut self, method: &str, parameters: Value) -> Value {
        let session = self.session.clone();
        let result = self.send(session.as_deref(), method, parameters);
        result.unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// Sends a command to another session, for example that of a worker.
    pub fn command_in(&mut self, session: &str, method: &str, parameters: Value) -> Value {
        let result = self.send(Some(session), method, parameters);
        result.unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    fn send(&mut self, session: Option<&str>, method: &str, parameters: Value) -> Result<Value, Value> {
        self.last += 1;
        let mut message = json!({ "id": self.last, "method": method, "params": parameters });
        if let Some(session) = session {
            message["sessionId"] = session.into();
        }
        write!(self.commands, "{message}\0").unwrap();
        loop {
            let answer = self.answers.recv_timeout(PATIENCE);
            let mut answer = answer.unwrap_or_else(|error| panic!("{method}: no answer: {error}"));
            if answer["id"] == self.last {
                let error = answer["error"].take();
                return if error.is_null() { Ok(answer["result"].take()) } else { Err(error) };
            }
            // A frame that is replaced does not answer.
            let is_detached = answer["method"] == "Target.detachedFromTarget"
                && session.is_some_and(|session| answer["params"]["sessionId"] == session);
            self.events.push(answer);
            if is_detached {
                return Err("detached".into());
            }
        }
    }

    /// Returns the value of a JavaScript expression.
    pub fn value(&mut self, expression: &str) -> Value {
        let parameters = json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let mut result = self.command("Runtime.evaluate", parameters);
        assert!(result["exceptionDetails"].is_null(), "{expression}: {result}");
        result["result"]["value"].take()
    }

    /// Returns the text of the element that a CSS selector finds.
    pub fn text(&mut self, selector: &str) -> String {
        let text = self.value(&format!("document.querySelector({}).textContent", json!(selector)));
        text.as_str().unwrap().to_owned()
    }

    /// Waits until a JavaScript expression is true.
    #[track_caller]
    pub fn wait_for(&mut self, expression: &str) {
        let start = Instant::now();
        while self.value(&format!("Boolean({expression})")) != true {
            assert!(
                start.elapsed() < PATIENCE,
                "{expression} is still false; the message is {}",
                self.value("document.querySelector('#message')?.textContent")
            );
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits until the text of an element contains `part`.
    #[track_caller]
    pub fn wait_for_text(&mut self, selector: &str, part: &str) {
        let element = format!("document.querySelector({})", json!(selector));
        self.wait_for(&format!("{element}?.textContent.includes({})", json!(part)));
    }

    /// Clicks an element, as a script would do.
    pub fn click(&mut self, selector: &str) {
        self.value(&format!("document.querySelector({}).click()", json!(selector)));
    }

    /// Sets the value of a field, as a reader does who leaves it.
    pub fn fill(&mut self, selector: &str, text: &str) {
        self.value(&format!(
            "(() => {{ const field = document.querySelector({}); field.value = {}; \
             field.dispatchEvent(new Event('input')); field.dispatchEvent(new Event('change')); }})()",
            json!(selector),
            json!(text)
        ));
    }

    /// Presses a key in the focused element.
    pub fn press(&mut self, key: &str) {
        self.press_with(key, 0);
    }

    /// Presses a key together with [`CONTROL`] or [`SHIFT`].
    pub fn press_with(&mut self, key: &str, modifiers: u32) {
        let codes = [
            ("Backspace", 8),
            ("Tab", 9),
            ("Enter", 13),
            (" ", 32),
            ("ArrowLeft", 37),
            ("ArrowUp", 38),
            ("ArrowRight", 39),
            ("ArrowDown", 40),
            ("Delete", 46),
        ];
        let code = codes.iter().find(|(name, _)| *name == key).map_or(0, |(_, code)| *code);
        let mut event =
            json!({ "type": "keyDown", "key": key, "modifiers": modifiers, "windowsVirtualKeyCode": code });
        match key {
            "Enter" => event["text"] = "\r".into(),
            key if key.len() == 1 && modifiers != CONTROL => event["text"] = key.into(),
            _ => {}
        }
        self.command("Input.dispatchKeyEvent", event.clone());
        event["type"] = "keyUp".into();
        self.command("Input.dispatchKeyEvent", event);
    }

    /// Saves a picture of the window.
    pub fn screenshot(&mut self, path: &Path) {
        let picture = self.command("Page.captureScreenshot", json!({}));
        let bytes = BASE64_STANDARD.decode(picture["data"].as_str().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }

    /// Pastes text into the page, and waits until the page shows it. Until then, the answers to the puzzle before may
    /// arrive.
    #[track_caller]
    pub fn paste(&mut self, text: &str) {
        let before = self.value(
            "(() => { document.activeElement?.blur(); return document.documentElement.dataset.puzzle; })()",
        );
        self.value(&format!(
            "(() => {{ const clipboardData = new DataTransfer(); clipboardData.setData('text/plain', {}); \
             document.dispatchEvent(new ClipboardEvent('paste', {{ clipboardData, bubbles: true }})); }})()",
            json!(text)
        ));
        self.wait_for(&format!("document.documentElement.dataset.puzzle !== {before}"));
    }

    /// Waits until all answers to the puzzle on the page are known.
    #[track_caller]
    pub fn wait_for_answers(&mut self) {
        self.wait_for("document.documentElement.dataset.answered");
    }

    /// Returns the middle of a cell. Rows and columns are numbered from 1; other positions are outside the board.
    fn middle(&mut self, (row, column): (i32, i32)) -> Value {
        self.value(&format!(
            "(() => {{ const svg = document.querySelector('#drawing svg'); \
             const {{ x, y }} = new DOMPoint({}, {}).matrixTransform(svg.getScreenCTM()); return {{ x, y }}; }})()",
            column * 100 - 50,
            row * 100 - 50
        ))
    }

    /// Scrolls to an element.
    pub fn show(&mut self, selector: &str) {
        self.value(&format!(
            "document.querySelector({}).scrollIntoView({{ block: 'nearest' }})",
            json!(selector)
        ));
    }

    /// Waits until the drawing is that of the puzzle on the page, as a reader does. With other clues outside the board,
    /// the cells are in other places.
    fn wait_for_drawing(&mut self) {
        self.wait_for(
            "document.querySelector('#drawing').dataset.puzzle === document.documentElement.dataset.puzzle",
        );
    }

    /// Presses the mouse on the first cell, moves it over the others, and releases it.
    pub fn drag(&mut self, cells: &[(i32, i32)]) {
        self.wait_for_drawing();
        for (index, &cell) in cells.iter().enumerate() {
            let kind = if index == 0 { "mousePressed" } else { "mouseMoved" };
            self.mouse(kind, cell);
        }
        self.mouse("mouseReleased", *cells.last().unwrap());
    }

    fn mouse(&mut self, kind: &str, cell: (i32, i32)) {
        let mut event = self.middle(cell);
        let buttons = u32::from(kind != "mouseReleased");
        for (name, value) in [
            ("type", json!(kind)),
            ("button", json!("left")),
            ("buttons", json!(buttons)),
            ("clickCount", json!(1)),
        ] {
            event[name] = value;
        }
        self.command("Input.dispatchMouseEvent", event);
    }

    /// Touches the first cell, and moves the finger over the others.
    pub fn touch(&mut self, cells: &[(i32, i32)]) {
        self.wait_for_drawing();
        for (index, &cell) in cells.iter().enumerate() {
            let kind = if index == 0 { "touchStart" } else { "touchMove" };
            let point = self.middle(cell);
            self.command("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": [point] }));
        }
        self.command("Input.dispatchTouchEvent", json!({ "type": "touchEnd", "touchPoints": [] }));
    }

    /// Evaluates an expression in the page that the frame of `view` shows.
    #[track_caller]
    pub fn value_in_frame(&mut self, view: &str, expression: &str) -> Value {
        self.try_in_frame(view, expression).unwrap_or_else(|error| panic!("{expression}: {error}"))
    }

    /// Waits until an expression is true in the frame of `view`, which may still be loading.
    #[track_caller]
    pub fn wait_in_frame(&mut self, view: &str, expression: &str) {
        let start = Instant::now();
        let expression = format!("Boolean({expression})");
        loop {
            let value = self.try_in_frame(view, &expression);
            if value == Ok(true.into()) {
                return;
            }
            assert!(start.elapsed() < PATIENCE, "{expression}: {value:?}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Evaluates an expression in the page that a frame shows. Such a page has an origin and a session of its own.
    fn try_in_frame(&mut self, view: &str, expression: &str) -> Result<Value, Value> {
        let page = self.session.clone();
        let mut command = |method: &str, parameters| self.send(page.as_deref(), method, parameters);
        let document = command("DOM.getDocument", json!({}))?;
        let selector = format!("#{view} iframe");
        let query = json!({ "nodeId": document["root"]["nodeId"], "selector": selector });
        let element = command("DOM.querySelector", query)?;
        let node = command("DOM.describeNode", json!({ "nodeId": element["nodeId"] }))?;
        let frame = &node["node"]["frameId"];
        let session = self.attached(|target| target["targetId"] == *frame).ok_or("not attached")?;
        let parameters = json!({ "expression": expression, "returnByValue": true });
        let mut result = self.send(Some(&session), "Runtime.evaluate", parameters)?;
        if result["exceptionDetails"].is_null() { Ok(result["result"]["value"].take()) } else { Err(result) }
    }

    /// Returns the session of the last frame or worker for which `is_found` returns `true`.
    pub fn attached(&self, is_found: impl Fn(&Value) -> bool) -> Option<String> {
        let mut attached = self.events.iter().filter(|event| event["method"] == "Target.attachedToTarget");
        let event = attached.rfind(|event| is_found(&event["params"]["targetInfo"]))?;
        event["params"]["sessionId"].as_str().map(str::to_owned)
    }

    /// Returns the sessions of all workers that have not ended.
    pub fn workers(&self) -> Vec<String> {
        let of = |method| self.events.iter().filter(move |event| event["method"] == method);
        let session = |event: &Value| event["params"]["sessionId"].as_str().map(str::to_owned);
        let ended: Vec<_> = of("Target.detachedFromTarget").filter_map(session).collect();
        let started =
            of("Target.attachedToTarget").filter(|event| event["params"]["targetInfo"]["type"] == "worker");
        started.filter_map(session).filter(|session| !ended.contains(session)).collect()
    }
}

/// Waits until a file that the page saves is complete, and returns its content. Chromium reserves the name with an
/// empty file.
#[track_caller]
pub fn wait_for_file(path: &Path) -> Vec<u8> {
    let start = Instant::now();
    loop {
        match fs::read(path) {
            Ok(content) if !content.is_empty() => return content,
            _ => assert!(start.elapsed() < PATIENCE, "{} is not saved", path.display()),
        }
        thread::sleep(Duration::from_millis(20));
    }
}
