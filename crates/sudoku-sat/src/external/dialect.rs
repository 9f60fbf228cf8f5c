//! The solvers that are known by name: each is a command line with places for the problem and, where
//! the program writes its answer into a file, for the answer. Any other solver is such a command line
//! of the user's.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use thiserror::Error;

/// A solver's name, the command line that makes it print a model and nothing superfluous, and where
/// it comes from.
struct Dialect {
    name: &'static str,
    command: &'static str,
    source: &'static str,
}

const DIALECTS: [Dialect; 7] = [
    Dialect {
        name: "minisat",
        command: "minisat -verb=0 {cnf} {out}",
        source: "install it with 'apt-get install minisat' (Debian, Ubuntu) or 'brew install minisat'",
    },
    Dialect {
        name: "cadical",
        // Its options for satisfiable problems, since few puzzles are not.
        command: "cadical -q --sat {cnf}",
        source: "install it with 'apt-get install cadical', or from github.com/arminbiere/cadical",
    },
    Dialect {
        name: "kissat",
        command: "kissat -q {cnf}",
        source: "install it from github.com/arminbiere/kissat",
    },
    Dialect {
        name: "glucose",
        command: "glucose -model -verb=0 {cnf}",
        source: "install it from github.com/audemard/glucose",
    },
    Dialect {
        name: "cryptominisat5",
        command: "cryptominisat5 --verb 0 {cnf}",
        source: "install it with 'apt-get install cryptominisat'",
    },
    Dialect {
        name: "picosat",
        command: "picosat {cnf}",
        source: "install it with 'apt-get install picosat'",
    },
    Dialect {
        name: "clasp",
        command: "clasp --outf=1 -V0 {cnf}",
        source: "install it with 'apt-get install clasp'",
    },
];

/// A command that runs an external solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    name: String,
    words: Vec<String>,
    remedy: String,
}

/// Why a command runs no solver.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CommandError {
    /// The quotes do not match.
    #[error("the solver command has an open quote")]
    Quotes,
    /// There is no word in it.
    #[error("the solver command is empty")]
    Empty,
    /// The solver would not know the problem.
    #[error("the solver command has no {{cnf}} in it, which stands for the problem file")]
    NoProblem,
}

impl Program {
    /// The names that [`named`](Self::named) knows.
    pub fn names() -> impl Iterator<Item = &'static str> {
        DIALECTS.iter().map(|dialect| dialect.name)
    }

    /// The solver of this name, in the way that it wants to be called.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let dialect = DIALECTS.iter().find(|dialect| dialect.name == name)?;
        Some(Self {
            name: name.to_owned(),
            words: dialect.command.split(' ').map(str::to_owned).collect(),
            remedy: dialect.source.to_owned(),
        })
    }

    /// Any solver: `prog --quiet {cnf} {out}`, split as a shell splits words. Without `{out}` the answer is
    /// read from its standard output.
    ///
    /// ```
    /// use sudoku_sat::external::Program;
    ///
    /// assert!(Program::from_command("/opt/my-solver '{cnf}'").is_ok());
    /// assert!(Program::from_command("my-solver").is_err());
    /// ```
    pub fn from_command(command: &str) -> Result<Self, CommandError> {
        let words = shell_words::split(command).map_err(|_| CommandError::Quotes)?;
        let name = words.first().ok_or(CommandError::Empty)?.clone();
        if !words.iter().any(|word| word.contains("{cnf}")) {
            return Err(CommandError::NoProblem);
        }
        Ok(Self { name, words, remedy: "name a program that exists in --solver-command".to_owned() })
    }

    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether there is such a program in one of the folders of PATH, or at the path that its command names.
    #[must_use]
    pub fn is_installed(&self) -> bool {
        let path = env::var_os("PATH").unwrap_or_default();
        let is_there = |folder: PathBuf| folder.join(&self.words[0]).is_file();
        env::split_paths(&path).any(is_there)
    }

    /// Where to get it.
    pub(super) fn remedy(&self) -> String {
        self.remedy.clone()
    }

    pub(super) fn answers_in_a_file(&self) -> bool {
        self.words.iter().any(|word| word.contains("{out}"))
    }

    /// The command for this problem and this place for the answer.
    pub(super) fn command(&self, cnf: &Path, out: &Path) -> Command {
        let mut words = self.words.iter().map(|word| fill_in(word, cnf, out));
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words);
        command
    }
}

/// A word of a command with the paths in their places.
fn fill_in(word: &str, cnf: &Path, out: &Path) -> OsString {
    let mut filled = OsString::new();
    for (i, part) in word.split("{cnf}").enumerate() {
        if i > 0 {
            filled.push(cnf);
        }
        for (j, part) in part.split("{out}").enumerate() {
            if j > 0 {
                filled.push(out);
            }
            filled.push(part);
        }
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_take_their_places() {
        let program = Program::from_command("p --in={cnf} '{out}' {x} \"a b\"").unwrap();
        let command = program.command(Path::new("/t/c"), Path::new("/t/o"));
        let args: Vec<_> = command.get_args().collect();
        assert_eq!(
            (command.get_program(), &args[..]),
            ("p".as_ref(), &["--in=/t/c", "/t/o", "{x}", "a b"].map(AsRef::as_ref)[..])
        );
        assert!(program.answers_in_a_file());
    }

    #[test]
    fn commands_that_run_nothing() {
        assert_eq!(Program::from_command(""), Err(CommandError::Empty));
        assert_eq!(Program::from_command("a 'b"), Err(CommandError::Quotes));
        assert_eq!(Program::from_command("a b"), Err(CommandError::NoProblem));
    }
}
