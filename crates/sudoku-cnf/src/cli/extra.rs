//! Subcommands that print shell completions and man pages, which are generated from a program's command-line
//! definition.

use std::io::{self, Write};

use clap::{Command, CommandFactory, Subcommand};
use clap_complete::Shell;

use super::man;

/// Subcommands that every program has.
#[derive(Clone, Debug, Subcommand)]
pub enum Extra {
    /// Print a shell completion script
    Completions {
        /// Shell to generate the script for
        shell: Shell,
    },
    /// Print the man page of the program or of a command
    Man {
        /// Command to describe [default: the whole program]
        command: Option<String>,
    },
}

impl Extra {
    /// Writes the completion script or man page for the program whose command line is defined by `P`.
    ///
    /// # Errors
    /// Returns an error if the command does not exist or `writer` fails.
    pub fn write<P: CommandFactory>(&self, writer: &mut dyn Write) -> Result<(), ExtraError> {
        let mut program = P::command();
        let name = program.get_name().to_owned();
        match self {
            Self::Completions { shell } => {
                // `generate` panics if writing fails, which never happens with a `Vec`.
                let mut text = Vec::new();
                clap_complete::generate(*shell, &mut program, name, &mut text);
                writer.write_all(&text)?;
            }
            Self::Man { command: None } => man::write_page(program, writer)?,
            Self::Man { command: Some(command) } => {
                program.build();
                let found = program.find_subcommand(command).ok_or_else(|| no_command(&program, command))?;
                man::write_page(found.clone().name(format!("{name}-{command}")), writer)?;
            }
        }
        Ok(())
    }
}

/// The error for a completion script or man page that could not be written.
#[derive(Debug, thiserror::Error)]
pub enum ExtraError {
    /// The program does not have the requested command.
    #[error("unknown command '{wanted}'\nhint: the commands are {}", known.join(", "))]
    NoCommand {
        /// The name of the requested command.
        wanted: String,
        /// The names of all commands.
        known: Vec<String>,
    },
    /// The output could not be written.
    #[error("cannot write to standard output")]
    Io(#[from] io::Error),
}

fn no_command(program: &Command, wanted: &str) -> ExtraError {
    let known = program.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    ExtraError::NoCommand { wanted: wanted.to_owned(), known }
}
