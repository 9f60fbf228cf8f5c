//! Subcommands that print shell completions and man pages, generated from the command-line definition of the
//! program.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Command, CommandFactory, Subcommand};
use clap_complete::Shell;
use itertools::Itertools;

use super::failure::Failure;
use super::{exit_code, man, man_folder};

/// Subcommands that every program has.
#[derive(Clone, Debug, Subcommand)]
pub enum Extra {
    /// Print a shell completion script
    #[command(after_long_help = crate::sections!("\
  sudoku-sat completions bash > sudoku-sat.bash
  sudoku-cli completions fish > sudoku-cli.fish", 0 "success"))]
    Completions {
        /// Shell to generate the script for
        shell: Shell,
    },
    /// Print the man page of the program or of a command, or write all man pages
    #[command(after_long_help = crate::sections!("\
  sudoku-sat man > sudoku-sat.1
  sudoku-sat man solve > sudoku-sat-solve.1
  sudoku-sat man -o man1", 0 "success"))]
    Man {
        /// Command to describe [default: the whole program]
        command: Option<String>,
        /// Write the man pages of all three programs and their commands to DIR
        #[arg(short, long, value_name = "DIR", conflicts_with = "command")]
        output: Option<PathBuf>,
    },
}

impl Extra {
    /// Prints the completion script or man pages for the program with the command-line definition `P`. Returns the exit
    /// code.
    ///
    /// # Errors
    /// Returns an error if the command does not exist or writing fails.
    pub fn run<P: CommandFactory>(&self) -> Result<u8, Failure> {
        let writer = &mut io::stdout().lock();
        let mut program = P::command();
        let name = program.get_name().to_owned();
        let written = match self {
            Self::Completions { shell } => writer.write_all(completions(*shell, &mut program).as_bytes()),
            Self::Man { output: Some(folder), .. } => {
                return man_folder::write_pages(folder, &name).map(|()| exit_code::DONE);
            }
            Self::Man { command: None, .. } => man::write_page(program, writer),
            Self::Man { command: Some(command), .. } => {
                program.build();
                let found = program.find_subcommand(command).ok_or_else(|| {
                    let mut known = program.get_subcommands().map(Command::get_name);
                    let known = known.join(", ");
                    Failure::Usage(format!("unknown command '{command}'\nhint: the commands are {known}"))
                })?;
                man::write_page(found.clone().name(format!("{name}-{command}")), writer)
            }
        };
        written.map_err(Failure::stdout).map(|()| exit_code::DONE)
    }
}

/// Returns the completion script for `program`, with fixes for two bugs in the output of `clap_complete`.
fn completions(shell: Shell, program: &mut Command) -> String {
    let name = program.get_name().to_owned();
    // `generate` panics if writing fails, which never happens with a `Vec`.
    let mut script = Vec::new();
    clap_complete::generate(shell, program, &name, &mut script);
    let script = String::from_utf8_lossy(&script);
    match shell {
        // `clap_complete` replaces the hyphen in the program name with `__` in the code that recognizes a
        // subcommand, but with `__subcmd__` in the code that completes the options of the subcommand. Both
        // must use `__`.
        Shell::Bash => script.replace(
            &format!("{}__", name.replace('-', "__subcmd__")),
            &format!("{}__", name.replace('-', "__")),
        ),
        // `argparse` parses the options that precede the subcommand. It fails if the last option has no value
        // yet. In this case, no subcommand has been entered, so the function must return 0.
        Shell::Fish => script.replace("2>/dev/null\n    or return\n", "2>/dev/null\n    or return 0\n"),
        _ => script.into_owned(),
    }
}
