//! Command lines for external solvers: known solvers and custom commands.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use thiserror::Error;

/// The placeholder for the proof file.
const PROOF: &str = "{proof}";
/// The placeholder for the verbosity of a known solver.
const VERBOSITY: &str = "{verbosity}";

/// A solver that can be selected by name.
struct KnownSolver {
    name: &'static str,
    /// The command line. `{verbosity}` stands for one of the options in `verbosity`.
    command: &'static str,
    /// The option that suppresses all output except the answer, and the option to print statistics. An empty text
    /// stands for no option.
    verbosity: [&'static str; 2],
    /// The words that make the program write a DRAT proof, or `None` if it cannot write one.
    proof: Option<&'static str>,
    /// Installation instructions.
    install_hint: &'static str,
}

const KNOWN_SOLVERS: [KnownSolver; 7] = [
    KnownSolver {
        name: "minisat",
        command: "minisat {verbosity} {cnf} {out}",
        verbosity: ["-verb=0", "-verb=1"],
        proof: None,
        install_hint: "install it with 'apt-get install minisat' (Debian, Ubuntu) or 'brew install minisat'",
    },
    KnownSolver {
        name: "cadical",
        // The option `--sat` selects a configuration for satisfiable problems. It is used because most puzzles have a
        // solution.
        command: "cadical {verbosity} --sat {cnf}",
        verbosity: ["-q", ""],
        proof: Some("{proof}"),
        install_hint: "install it with 'apt-get install cadical', or from github.com/arminbiere/cadical",
    },
    KnownSolver {
        name: "kissat",
        command: "kissat {verbosity} {cnf}",
        verbosity: ["-q", ""],
        // Bounded variable addition introduces new variables. Their definitions are not implied by the clauses, so unit
        // propagation cannot derive them. The option exists since kissat 4.0.
        proof: Some("--factor=0 {proof}"),
        install_hint: "install it from github.com/arminbiere/kissat",
    },
    KnownSolver {
        name: "glucose",
        command: "glucose -model {verbosity} {cnf}",
        verbosity: ["-verb=0", "-verb=1"],
        proof: Some("-certified -certified-output={proof}"),
        install_hint: "install it from github.com/audemard/glucose",
    },
    KnownSolver {
        name: "cryptominisat5",
        command: "cryptominisat5 {verbosity} {cnf}",
        verbosity: ["--verb=0", "--verb=1"],
        // The program writes FRAT proofs only.
        proof: None,
        install_hint: "install it with 'apt-get install cryptominisat'",
    },
    KnownSolver {
        name: "picosat",
        command: "picosat {verbosity} {cnf}",
        verbosity: ["", "-v"],
        proof: Some("-R {proof}"),
        install_hint: "install it with 'apt-get install picosat'",
    },
    KnownSolver {
        name: "clasp",
        command: "clasp --outf=1 -V0 {verbosity} {cnf}",
        verbosity: ["", "--stats"],
        proof: None,
        install_hint: "install it with 'apt-get install clasp'",
    },
];

/// The command line for an external solver.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Program {
    name: String,
    words: Vec<String>,
    /// The options without and with statistics that replace `{verbosity}` in a known command.
    verbosity: Option<[&'static str; 2]>,
    pub(super) prints_statistics: bool,
    proof: Option<&'static str>,
    /// Installation instructions for a known solver.
    pub(super) install_hint: Option<&'static str>,
    pub(super) is_cross_checked: bool,
    pub(super) kept_in: Option<PathBuf>,
}

/// An error in the command line for a solver.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CommandError {
    /// The command contains an unclosed quotation mark.
    #[error("unclosed quote in the solver command")]
    Quotes,
    /// The command contains no words.
    #[error("the solver command is empty")]
    Empty,
    /// The command does not contain `{cnf}`, so the solver would not receive the problem.
    #[error("the solver command does not contain {{cnf}}, the placeholder for the problem file")]
    NoProblem,
}

impl Program {
    /// Returns the names that [`named`](Self::named) accepts.
    pub fn names() -> impl Iterator<Item = &'static str> {
        KNOWN_SOLVERS.iter().map(|known| known.name)
    }

    /// Returns the known solver called `name`, or `None` if there is no such solver.
    pub fn named(name: &str) -> Option<Self> {
        KNOWN_SOLVERS.iter().find(|known| known.name == name).map(Self::known)
    }

    /// Returns the command line for MiniSat.
    pub fn minisat() -> Self {
        Self::known(&KNOWN_SOLVERS[0])
    }

    fn known(known: &KnownSolver) -> Self {
        Self {
            verbosity: Some(known.verbosity),
            proof: known.proof,
            install_hint: Some(known.install_hint),
            ..Self::new(known.name.to_owned(), known.command.split(' ').map(str::to_owned).collect())
        }
    }

    fn new(name: String, words: Vec<String>) -> Self {
        Self {
            name,
            words,
            verbosity: None,
            prints_statistics: false,
            proof: None,
            install_hint: None,
            is_cross_checked: false,
            kept_in: None,
        }
    }

    /// Returns the external solver that runs `command`, for example `prog {cnf} {out}`.
    ///
    /// The command is split into words according to the quoting rules of the shell. On Windows, a backslash separates
    /// the components of a path and quotes nothing. `{cnf}` is replaced by the path of the problem file, and `{out}` by
    /// the path of the answer file. Without `{out}`, the answer is read from the program's standard output. `{proof}`
    /// is replaced by the path of a file for a proof in DRAT format.
    ///
    /// # Errors
    /// Returns an error if the command is empty, has an unclosed quotation mark, or does not contain `{cnf}`.
    ///
    /// ```
    /// use sudoku_sat::solver::external::Program;
    ///
    /// assert!(Program::from_command("/opt/my-solver '{cnf}'").is_ok());
    /// assert!(Program::from_command("my-solver").is_err());
    /// ```
    pub fn from_command(command: &str) -> Result<Self, CommandError> {
        let backslash = if cfg!(windows) { r"\\" } else { r"\" };
        let words =
            shell_words::split(&command.replace('\\', backslash)).map_err(|_| CommandError::Quotes)?;
        let name = words.first().ok_or(CommandError::Empty)?.clone();
        if !words.iter().any(|word| word.contains("{cnf}")) {
            return Err(CommandError::NoProblem);
        }
        Ok(Self::new(name, words))
    }

    /// Asks an embedded solver to confirm each answer "unsatisfiable". If it finds a model, the answer is an error.
    pub fn cross_checked(self) -> Self {
        Self { is_cross_checked: true, ..self }
    }

    /// Keeps the input and output of the program in a new folder in `folder` whenever the program fails or gives a
    /// wrong answer.
    pub fn keep_faults_in(self, folder: impl Into<PathBuf>) -> Self {
        Self { kept_in: Some(folder.into()), ..self }
    }

    /// Lets a known solver print statistics, and reads them after each run. For a custom command, the statistics are
    /// read if the program prints them like one of the known solvers.
    pub fn with_statistics(self) -> Self {
        Self { prints_statistics: true, ..self }
    }

    /// Returns the name of a known solver, or the first word of a custom command.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether the program exists, either in `PATH` or at the path specified in the command.
    pub fn is_installed(&self) -> bool {
        which::which(&self.words[0]).is_ok()
    }

    /// Returns whether the command contains `{out}`, so that the answer is read from a file.
    pub fn answers_in_a_file(&self) -> bool {
        self.words.iter().any(|word| word.contains("{out}"))
    }

    /// Returns this program with the options that make it write a proof, or `None` if it cannot write one.
    ///
    /// ```
    /// use sudoku_sat::solver::external::Program;
    ///
    /// assert!(Program::named("cadical").unwrap().with_proof().is_some());
    /// assert!(Program::minisat().with_proof().is_none());
    /// assert!(Program::from_command("my-solver {cnf} {proof}").unwrap().with_proof().is_some());
    /// ```
    pub fn with_proof(&self) -> Option<Self> {
        let mut program = self.clone();
        match program.proof.take() {
            Some(words) => program.words.extend(words.split(' ').map(str::to_owned)),
            None if self.words.iter().any(|word| word.contains(PROOF)) => {}
            None => return None,
        }
        Some(program)
    }

    /// Returns the command with `{cnf}`, `{out}` and `{proof}` replaced by the paths `cnf`, `out` and `proof`.
    pub(super) fn command(&self, cnf: &Path, out: &Path, proof: &Path) -> Command {
        let placeholders = [("{cnf}", cnf), ("{out}", out), (PROOF, proof)];
        let verbosity = self.verbosity.map(|options| options[usize::from(self.prints_statistics)]);
        let words = self.words.iter().filter_map(|word| match verbosity {
            Some(option) if word == VERBOSITY => Some(option).filter(|option| !option.is_empty()),
            _ => Some(&**word),
        });
        let mut words = words.map(|word| fill_in(word, &placeholders));
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words);
        command
    }
}

/// Returns `word` with each placeholder replaced by its path.
fn fill_in(word: &str, placeholders: &[(&str, &Path)]) -> OsString {
    let Some(((placeholder, path), rest)) = placeholders.split_first() else { return word.into() };
    let mut filled = OsString::new();
    for (index, part) in word.split(placeholder).enumerate() {
        if index > 0 {
            filled.push(path);
        }
        filled.push(fill_in(part, rest));
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_placeholders_with_paths() {
        let program = Program::from_command("p --in={cnf} '{out}' {x} \"a b\" -p{proof}").unwrap();
        let command = program.command(Path::new("/t/c"), Path::new("/t/o"), Path::new("/t/p"));
        let args: Vec<_> = command.get_args().collect();
        assert_eq!(
            (command.get_program(), &args[..]),
            ("p".as_ref(), &["--in=/t/c", "/t/o", "{x}", "a b", "-p/t/p"].map(AsRef::as_ref)[..])
        );
        assert!(program.answers_in_a_file());
    }

    #[test]
    fn statistics_change_the_verbosity() {
        let words = |program: Program| {
            let command = program.command(Path::new("c"), Path::new("o"), Path::new("p"));
            command.get_args().map(|arg| arg.to_str().unwrap().to_owned()).collect::<Vec<_>>().join(" ")
        };
        let cadical = || Program::named("cadical").unwrap();
        assert_eq!(words(cadical()), "-q --sat c");
        assert_eq!(words(cadical().with_statistics()), "--sat c");
        assert_eq!(words(cadical().with_proof().unwrap().with_statistics()), "--sat c p");
        assert_eq!(words(Program::minisat().with_statistics()), "-verb=1 c o");
        let custom = Program::from_command("p {verbosity} {cnf}").unwrap();
        assert_eq!(words(custom.with_statistics()), "{verbosity} c");
    }

    #[test]
    fn rejects_invalid_commands() {
        assert_eq!(Program::from_command(""), Err(CommandError::Empty));
        assert_eq!(Program::from_command("a 'b"), Err(CommandError::Quotes));
        assert_eq!(Program::from_command("a b"), Err(CommandError::NoProblem));
    }
}
