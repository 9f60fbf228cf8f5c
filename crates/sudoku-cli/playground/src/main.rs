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

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
const WORKER: &str = include_str!("worker.js");
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
const MAX_SIZE: usize = 1_500_000;

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
    ensure!(!worker.contains("</script") && !SCRIPT.contains("</script"), "a script contains an end tag");
    let parts = [
        ("@policy@", policy()),
        ("@style@", format!("{LESSON_STYLE}{STYLE}")),
        ("@samples@", samples()?),
        ("@worker@", worker),
        ("@module@", module),
        ("@script@", SCRIPT.to_owned()),
    ];
    let mut page = PAGE.to_owned();
    for (name, text) in parts {
        let (before, after) =
            page.split_once(name).with_context(|| format!("the page has no part {name}"))?;
        page = format!("{before}{text}{after}");
    }
    Ok(page)
}

/// Returns the content security policy. Nothing is loaded from a network, and no script runs except for those of this
/// project. Frames inherit the policy.
fn policy() -> String {
    // The script elements of the pages that the module writes begin with a line break.
    let frame_scripts = FRAME_SCRIPTS.map(|script| format!("\n{script}"));
    let scripts: Vec<String> = std::iter::once(SCRIPT)
        .chain(frame_scripts.iter().map(String::as_str))
        .map(|script| format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(script))))
        .collect();
    format!(
        "default-src 'none'; script-src {} 'wasm-unsafe-eval'; style-src 'unsafe-inline'; worker-src blob:; \
         frame-src blob:; base-uri 'none'; form-action 'none'",
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
    Ok(serde_json::to_string(&samples)?.replace('<', "\\u003c"))
}
