//! A connection to headless Chromium through the DevTools protocol.
//!
//! With `--remote-debugging-pipe`, Chromium reads commands from file descriptor 3 and writes answers and events to file
//! descriptor 4. Each message is JSON, followed by a zero byte. The page under test therefore needs no script of the
//! tests, and its content security policy stays in force.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The time after which a test fails if a condition is not met.
const PATIENCE: Duration = Duration::from_secs(60);

/// A page in Chromium, which ends when the page is dropped.
pub struct Page {
    chromium: Child,
    commands: ChildStdin,
    answers: BufReader<ChildStdout>,
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
        let answers = BufReader::new(chromium.stdout.take().unwrap());
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
            let mut bytes = Vec::new();
            self.answers.read_until(0, &mut bytes).unwrap();
            assert_eq!(bytes.pop(), Some(0), "Chromium has ended");
            let mut answer: Value = serde_json::from_slice(&bytes).unwrap();
            if answer["id"] == self.last {
                let error = answer["error"].take();
                return if error.is_null() { Ok(answer["result"].take()) } else { Err(error) };
            }
            self.events.push(answer);
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
        let codes = [("Tab", 9), ("Enter", 13), ("ArrowLeft", 37), ("ArrowRight", 39), ("Delete", 46)];
        let code = codes.iter().find(|(name, _)| *name == key).map_or(0, |(_, code)| *code);
        let mut down = json!({ "type": "keyDown", "key": key, "windowsVirtualKeyCode": code });
        match key {
            "Enter" => down["text"] = "\r".into(),
            key if key.len() == 1 => down["text"] = key.into(),
            _ => {}
        }
        self.command("Input.dispatchKeyEvent", down);
        self.command(
            "Input.dispatchKeyEvent",
            json!({ "type": "keyUp", "key": key, "windowsVirtualKeyCode": code }),
        );
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
}
