//! Tests that the commands in the `console` blocks of the documents print the documented output, and that their links
//! lead to a heading.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{binaries, root, run_command};
use crate::programs::has_program;

/// The external solvers that the commands in `console` blocks may use.
const SOLVERS: [&str; 5] = ["minisat", "picosat", "clasp", "cadical", "cryptominisat5"];

/// A command and its documented output.
struct Example {
    command: String,
    output: String,
}

/// Returns the `console` blocks in `text`, each as a list of examples. A line `> …` continues a command.
fn blocks(text: &str) -> Vec<Vec<Example>> {
    let blocks = text.split("```console\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    blocks
        .map(|block| {
            let mut examples: Vec<Example> = Vec::new();
            for line in block.lines() {
                if let Some(command) = line.strip_prefix("$ ") {
                    examples.push(Example { command: command.to_owned(), output: String::new() });
                } else if let Some(continuation) = line.strip_prefix("> ") {
                    let example = examples.last_mut().expect("a block must begin with a command");
                    example.command += "\n";
                    example.command += continuation;
                } else {
                    let example = examples.last_mut().expect("a block must begin with a command");
                    example.output += line;
                    example.output.push('\n');
                }
            }
            examples
        })
        .collect()
}

/// Runs a shell command in `folder` with the built binaries in `PATH`. If `SUDOKU_TEST_ROOT` is set, this is the root
/// directory of the command, and contains `folder` and the programs of a release.
///
/// Returns the combined standard output and standard error.
fn shell(command: &str, folder: &Path) -> String {
    let command = command.replace("cargo run -p sudoku-sat --", "sudoku-sat");
    let script = format!("{{ {command}\n}} 2>&1");
    let mut sh;
    if let Some(root) = std::env::var_os("SUDOKU_TEST_ROOT") {
        let inside = folder.strip_prefix(&root).expect("TMPDIR must be below SUDOKU_TEST_ROOT");
        sh = Command::new("chroot");
        sh.arg(&root)
            .args(["sh", "-c", &format!("cd '/{}'\n{script}", inside.display())])
            .env("PATH", "/bin:/usr/sbin");
        sh.env("TMPDIR", "/tmp");
    } else {
        let path = format!("{}:{}", binaries().display(), std::env::var("PATH").unwrap());
        sh = Command::new("sh");
        sh.args(["-c", &script]).current_dir(folder).env("PATH", path);
    }
    run_command(&mut sh, "").stdout
}

/// Returns the words of the commands in `block`: names of programs, options, files and so on.
fn words(block: &[Example]) -> impl Iterator<Item = &str> {
    let is_separator = |c: char| !(c.is_ascii_alphanumeric() || "._-".contains(c));
    block.iter().flat_map(move |example| example.command.split(is_separator))
}

/// Returns whether a command in `block` requires a solver that is not installed.
fn lacks_solver(block: &[Example]) -> bool {
    SOLVERS.into_iter().any(|solver| words(block).any(|word| word == solver) && !has_program(solver))
}

/// Runs the commands in the `console` blocks of `document` and asserts that they print the documented output.
///
/// The commands run in a directory that contains the samples. Blocks that require a missing solver are skipped, and so
/// are later blocks that use their files.
fn check(document: &str) {
    let text = fs::read_to_string(root().join(document)).unwrap();
    let name = document.replace('/', "-");
    let folder = std::env::temp_dir().join(format!("sudoku-{}-{name}", std::process::id()));
    fs::create_dir(&folder).unwrap();
    let samples = folder.join("cnf-samples");
    fs::create_dir(&samples).unwrap();
    for sample in fs::read_dir(root().join("cnf-samples")).unwrap() {
        let sample = sample.unwrap();
        fs::copy(sample.path(), samples.join(sample.file_name())).unwrap();
    }
    let blocks = blocks(&text);
    assert!(!blocks.is_empty());
    let mut missing_files = HashSet::new();
    for block in blocks {
        let lacks_file =
            words(&block).any(|word| missing_files.contains(word) && !folder.join(word).exists());
        if lacks_solver(&block) || lacks_file {
            missing_files.extend(words(&block).filter(|word| word.contains('.')).map(str::to_owned));
            continue;
        }
        for example in block {
            assert_eq!(shell(&example.command, &folder), example.output, "{}", example.command);
        }
    }
    fs::remove_dir_all(&folder).unwrap();
}

/// Defines one test per document, and the list of these documents.
macro_rules! documents {
    ($($test:ident: $path:expr,)+) => {
        const WITH_COMMANDS: &[&str] = &[$($path),+];

        $(
            #[test]
            fn $test() {
                check($path);
            }
        )+
    };
}

documents! {
    readme_commands_print_the_documented_output: "README.md",
    encodings_commands_print_the_documented_output: "docs/encodings.md",
    faq_commands_print_the_documented_output: "docs/faq.md",
    formats_commands_print_the_documented_output: "docs/formats.md",
    guide_commands_print_the_documented_output: "docs/guide.md",
    many_machines_commands_print_the_documented_output: "docs/many-machines.md",
    records_commands_print_the_documented_output: "docs/records.md",
    rules_commands_print_the_documented_output: "docs/rules.md",
    solver_benchmarks_commands_print_the_documented_output: "docs/solver-benchmarks.md",
    techniques_commands_print_the_documented_output: "docs/techniques.md",
    tutorial_commands_print_the_documented_output: "docs/tutorial.md",
}

/// Returns the paths of all documents, relative to the root directory.
fn documents() -> Vec<String> {
    let mut documents: Vec<String> =
        ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "cnf-samples/README.md"].map(str::to_owned).into();
    for entry in fs::read_dir(root().join("docs")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "md") {
            documents.push(format!("docs/{}", path.file_name().unwrap().to_str().unwrap()));
        }
    }
    documents
}

#[test]
fn every_document_with_commands_is_tested() {
    for document in documents() {
        let text = fs::read_to_string(root().join(&document)).unwrap();
        let is_tested = WITH_COMMANDS.contains(&document.as_str());
        assert_eq!(!blocks(&text).is_empty(), is_tested, "{document}");
    }
}

/// Returns the lines of `text` that are not in a code block.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    text.split("```").step_by(2).flat_map(str::lines)
}

/// Returns the anchors of the headings in `text`, as GitHub makes them.
fn anchors(text: &str) -> Vec<String> {
    let headings = prose(text).filter(|line| line.starts_with('#'));
    headings
        .map(|line| {
            let words = line.trim_start_matches('#').trim().to_lowercase();
            words
                .chars()
                .filter(|c| c.is_alphanumeric() || "-_ ".contains(*c))
                .collect::<String>()
                .replace(' ', "-")
        })
        .collect()
}

#[test]
fn links_between_documents_lead_to_files_and_headings() {
    let root = std::env::var_os("SUDOKU_TEST_ROOT").map_or_else(root, PathBuf::from);
    for document in documents() {
        let path = root.join(&document);
        let text = fs::read_to_string(&path).unwrap();
        let words = prose(&text).collect::<Vec<_>>().join(" ");
        for link in words.split("](").skip(1).map(|rest| rest.split(')').next().unwrap()) {
            if link.starts_with("https:") {
                continue;
            }
            let (file, anchor) =
                link.split_once('#').map_or((link, None), |(file, anchor)| (file, Some(anchor)));
            let target = if file.is_empty() { path.clone() } else { path.parent().unwrap().join(file) };
            assert!(target.exists(), "{document}: {link}");
            if let Some(anchor) = anchor {
                let headings = anchors(&fs::read_to_string(target).unwrap());
                assert!(headings.iter().any(|heading| heading == anchor), "{document}: {link}");
            }
        }
    }
}
