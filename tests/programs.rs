//! Programs that some tests need, and the tests that are skipped without them.
//!
//! Most tests of external solvers run `sudoku-sat dimacs`, which is always there, and also run the other solvers that
//! are installed.

#![allow(dead_code, reason = "each test binary uses only some of the helpers")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::common::{Run, binary, run_command};

/// The optional programs and their Debian packages. If `SUDOKU_REQUIRE_SOLVERS` is set, they must be installed.
const PACKAGES: [(&str, &str); 10] = [
    ("minisat", "minisat"),
    ("cadical", "cadical"),
    ("cryptominisat5", "cryptominisat"),
    ("picosat", "picosat"),
    ("clasp", "clasp"),
    ("parallel", "parallel"),
    ("zsh", "zsh"),
    ("fish", "fish"),
    ("chromium", "chromium"),
    ("script", "bsdutils"),
];

/// The tests that have been skipped so far, at least in part.
struct Skipped {
    /// The names of the tests, by the missing program.
    tests: BTreeMap<String, BTreeSet<String>>,
    /// Whether [`report_skipped_tests`] has printed the list.
    is_reported: bool,
}

static SKIPPED: Mutex<Skipped> = Mutex::new(Skipped { tests: BTreeMap::new(), is_reported: false });

fn skipped() -> MutexGuard<'static, Skipped> {
    SKIPPED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns whether `program` is installed. If it is not, the current test counts as skipped.
///
/// Panics if `program` is missing but required: it is in [`PACKAGES`], and `SUDOKU_REQUIRE_SOLVERS` is set.
pub(crate) fn has_program(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let is_there = std::env::split_paths(&path).any(|folder| folder.join(program).exists());
    if !is_there {
        let is_known = PACKAGES.iter().any(|(name, _)| *name == program);
        let is_required = is_known && std::env::var_os("SUDOKU_REQUIRE_SOLVERS").is_some();
        assert!(!is_required, "{program} is not installed");
        skip(program);
    }
    is_there
}

/// Records that the current test is skipped, at least in part, because `missing` is not installed.
///
/// If `SUDOKU_SKIPPED_TESTS` is set, the name of the test is appended to the file with this name.
pub(crate) fn skip(missing: &str) {
    // The test harness names each thread after its test.
    let test = thread::current().name().unwrap_or("a test").to_owned();
    if let Some(path) = std::env::var_os("SUDOKU_SKIPPED_TESTS") {
        let mut file = OpenOptions::new().create(true).append(true).open(path).unwrap();
        file.write_all(format!("{test}\n").as_bytes()).unwrap();
    }
    let mut skipped = skipped();
    if skipped.is_reported {
        print(&format!("skipped without {missing}: {test}"));
    }
    skipped.tests.entry(missing.to_owned()).or_default().insert(test);
}

/// Prints to standard error, even for tests that pass. The harness does not capture this output.
fn print(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Prints which tests were skipped, and the command that installs what is missing.
///
/// The harness starts tests in alphabetical order, so this function is called by a test with a name that comes last. A
/// test that is still running and is skipped later prints a line of its own.
pub(crate) fn report_skipped_tests() {
    let mut skipped = skipped();
    skipped.is_reported = true;
    if skipped.tests.is_empty() {
        return;
    }
    let count = skipped.tests.values().flatten().collect::<BTreeSet<_>>().len();
    print(&format!("\n{count} tests were skipped, at least in part, because programs are not installed:"));
    for (program, tests) in &skipped.tests {
        print(&format!("  without {program}: {}", tests.iter().cloned().collect::<Vec<_>>().join(", ")));
    }
    let packages = PACKAGES.iter().filter(|(program, _)| skipped.tests.contains_key(*program));
    let packages: Vec<_> = packages.map(|(_, package)| *package).collect();
    if !packages.is_empty() {
        print(&format!("to run them on Debian: apt-get install {}", packages.join(" ")));
    }
}

/// A SAT solver that is called like MiniSat: with a CNF file and a result file.
pub(crate) struct FileSolver {
    /// The words that precede the names of the files in a shell command.
    pub(crate) command: String,
}

/// Returns `sudoku-sat dimacs` and, if it is installed, MiniSat.
pub(crate) fn file_solvers() -> Vec<FileSolver> {
    let minisat = has_program("minisat").then(|| "minisat".to_owned());
    [dimacs_command()].into_iter().chain(minisat).map(|command| FileSolver { command }).collect()
}

impl FileSolver {
    /// Solves the CNF file `cnf` and writes the answer to `out`. Returns the exit code and the output.
    pub(crate) fn solve(&self, cnf: &str, out: &str) -> Run {
        shell(&format!("{} '{cnf}' '{out}'", self.command))
    }

    /// Returns the solver as the value of `--solver-command`.
    pub(crate) fn solver_command(&self) -> String {
        format!("{} {{cnf}} {{out}}", self.command)
    }
}

/// Returns the shell commands of SAT solvers that print their answer if the name of a CNF file is appended:
/// `sudoku-sat dimacs` and, if it is installed, CaDiCaL.
pub(crate) fn printing_solvers() -> Vec<String> {
    let cadical = has_program("cadical").then(|| "cadical -q".to_owned());
    [dimacs_command()].into_iter().chain(cadical).collect()
}

/// Returns the shell command of `sudoku-sat dimacs`.
pub(crate) fn dimacs_command() -> String {
    format!("'{}' dimacs", binary("sudoku-sat").display())
}

/// Runs a shell command.
pub(crate) fn shell(command: &str) -> Run {
    run_command(Command::new("sh").args(["-c", command]), "")
}
