//! Builds the playground: one HTML file that contains the page and the WebAssembly module.
//!
//! `cargo run -- playground.html` compiles the module, generates the JavaScript code that calls it, compresses the
//! module, and writes the page. The arguments after the file name are passed to `cargo build`.

use std::env;
use std::fs;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};
use wasm_bindgen_cli_support::Bindgen;

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
const WORKER: &str = include_str!("page/worker.js");
/// The modules of the script. Each one imports only from those before it.
const MODULES: [&str; 10] = [
    include_str!("page/dom.js"),
    include_str!("page/state.js"),
    include_str!("page/engine.js"),
    include_str!("page/rules.js"),
    include_str!("page/board.js"),
    include_str!("page/tools.js"),
    include_str!("page/panel.js"),
    include_str!("page/answers.js"),
    include_str!("page/files.js"),
    include_str!("page/views.js"),
];
/// The module that starts the page.
const START: &str = include_str!("page/start.js");
/// The page that describes each kind of rule.
const RULES: &str = include_str!("../../../../docs/rules.md");
/// The style of lessons, whose colors and buttons the page shares.
const LESSON_STYLE: &str = include_str!("../../src/lesson/page.css");
/// The scripts of the pages that the module writes.
const FRAME_SCRIPTS: [&str; 2] =
    [include_str!("../../src/lesson/page.js"), include_str!("../../src/lesson/watch.js")];

/// The samples of the page: a title, the name of a file, and additional rules.
const SAMPLES: [(&str, &str, &str); 10] = [
    ("9×9, hard", "essay-hard.txt", ""),
    ("9×9, easy", "article.txt", ""),
    ("4×4", "4x4.txt", ""),
    ("several solutions", "several.txt", ""),
    ("no solution", "no-solution.txt", ""),
    ("16×16", "16x16.txt", ""),
    ("antiking", "antiking.txt", "antiking"),
    ("killer", "killer.json", ""),
    ("arrows", "arrow.json", ""),
    ("thermometers", "thermometer.json", ""),
];

/// The size of the largest page, in bytes.
const MAX_SIZE: usize = 2_000_000;

/// The number of times zopfli looks for shorter codes; more of them save less than 0.5%.
const ITERATIONS: NonZeroU64 = NonZeroU64::new(2).unwrap();

fn main() -> Result<()> {
    let mut arguments = env::args().skip(1);
    let target = arguments.next().unwrap_or_else(|| "playground.html".to_owned());
    let wasm = compile(arguments)?;
    let page = page(&wasm)?;
    ensure!(page.len() <= MAX_SIZE, "the page has {} bytes, which is more than {MAX_SIZE}", page.len());
    fs::write(&target, &page).with_context(|| format!("cannot write {target}"))?;
    println!("{target}: {} bytes", page.len());
    Ok(())
}

/// Compiles the module and returns its path.
fn compile(arguments: impl Iterator<Item = String>) -> Result<PathBuf> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["build", "--release", "--lib", "--package", "sudoku-playground-wasm"])
        .args(["--target", "wasm32-unknown-unknown", "--message-format", "json-render-diagnostics"])
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stderr(Stdio::inherit())
        .output()
        .context("cannot run cargo")?;
    if !output.status.success() {
        bail!(
            "cargo cannot compile the module\nhint: rustup target add wasm32-unknown-unknown installs the \
             standard library for WebAssembly"
        );
    }
    let messages = String::from_utf8(output.stdout)?;
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let files: Vec<PathBuf> = messages
        .filter_map(|message| message["filenames"].as_array().cloned())
        .flatten()
        .filter_map(|name| name.as_str().map(PathBuf::from))
        .collect();
    let is_module = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "wasm");
    files.into_iter().rfind(is_module).context("cargo has built no WebAssembly module")
}

/// Returns the page that contains the module at `wasm`.
fn page(wasm: &Path) -> Result<String> {
    let mut output = Bindgen::new()
        .input_path(wasm)
        .no_modules(true)?
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate_output()?;
    let worker = format!("{}\n{WORKER}", output.js());
    let options = zopfli::Options { iteration_count: ITERATIONS, ..Default::default() };
    let mut gzip = Vec::new();
    zopfli::compress(options, zopfli::Format::Gzip, output.wasm_mut().emit_wasm().as_slice(), &mut gzip)?;
    let module = BASE64_STANDARD.encode(gzip);
    let script = script();
    ensure!(!worker.contains("</script") && !script.contains("</script"), "a script contains an end tag");
    let parts = [
        ("@policy@", policy(&script)),
        ("@style@", format!("{LESSON_STYLE}{STYLE}")),
        ("@samples@", samples()?),
        ("@rule-docs@", json(&rule_docs())?),
        ("@worker@", worker),
        ("@module@", module),
        ("@script@", script),
    ];
    let mut page = PAGE.to_owned();
    for (name, text) in parts {
        let (before, after) =
            page.split_once(name).with_context(|| format!("the page has no part {name}"))?;
        page = format!("{before}{text}{after}");
    }
    Ok(page)
}

/// Returns all modules as one script. Their names at the top level are distinct, so imports and exports are not needed.
fn script() -> String {
    let modules = MODULES.into_iter().chain([START]);
    let lines = modules.flat_map(str::lines).filter(|line| !line.starts_with("import "));
    lines.map(|line| line.trim_start_matches("export ").to_owned() + "\n").collect()
}

/// Returns the kinds of rules in the documentation: the name, an example and the meaning.
fn rule_docs() -> serde_json::Value {
    let mut section = "";
    let mut kinds = Vec::new();
    for line in RULES.lines().take_while(|line| *line != "## Statements") {
        section = line.strip_prefix("## ").unwrap_or(section);
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        if let ["", name, example, meaning, ..] = cells[..]
            && let Some(name) = name.strip_prefix('`').and_then(|name| name.strip_suffix('`'))
            && example.starts_with(&format!("`{name}"))
        {
            let example = example.trim_matches('`');
            kinds.push(serde_json::json!({ "name": name, "section": section, "example": example, "meaning": meaning }));
        }
    }
    kinds.into()
}

/// Returns the content security policy. Nothing is loaded from a network, and no script runs except for those of this
/// project. Frames inherit the policy.
fn policy(script: &str) -> String {
    // The script elements of the pages that the module writes begin with a line break.
    let frame_scripts = FRAME_SCRIPTS.map(|script| format!("\n{script}"));
    let scripts: Vec<String> = std::iter::once(script)
        .chain(frame_scripts.iter().map(String::as_str))
        .map(|script| format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(script))))
        .collect();
    format!(
        "default-src 'none'; script-src {} 'wasm-unsafe-eval'; style-src 'unsafe-inline'; worker-src blob:; \
         frame-src blob:; img-src data:; base-uri 'none'; form-action 'none'",
        scripts.join(" ")
    )
}

/// Returns the samples as JSON.
fn samples() -> Result<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../cnf-samples");
    let sample = |&(name, file, rules): &(&str, &str, &str)| {
        let text = fs::read_to_string(folder.join(file)).with_context(|| format!("cannot read {file}"))?;
        Ok(serde_json::json!({ "name": name, "text": text, "rules": rules }))
    };
    let samples = SAMPLES.iter().map(sample).collect::<Result<Vec<_>>>()?;
    json(&samples.into())
}

/// Returns JSON that can be embedded in HTML.
fn json(value: &serde_json::Value) -> Result<String> {
    Ok(serde_json::to_string(value)?.replace('<', "\\u003c"))
}
