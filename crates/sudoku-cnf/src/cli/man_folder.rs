//! A directory with the man pages of all programs.

use std::env::consts::EXE_SUFFIX;
use std::io::{self, Write};
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use anyhow::anyhow;

use super::failure::Failure;
use super::messages;
use super::output_file::write_file;
use super::usage::COMMANDS;

/// Writes one file per program and command to `folder`. The pages come from the programs in the directory of this one,
/// because no program knows the command lines of the others. A note names a program that is missing there.
///
/// # Errors
/// Returns an error if a program cannot be run, or a file cannot be written.
pub(super) fn write_pages(folder: &Path, this_program: &str) -> Result<(), Failure> {
    let this_path = env::current_exe().map_err(|error| Failure::Other(error.into()))?;
    fs::create_dir_all(folder).map_err(Failure::writing(folder))?;
    for (program, commands) in COMMANDS {
        let path = this_path.with_file_name(format!("{program}{EXE_SUFFIX}"));
        if !path.exists() {
            let message = format!("note: {} does not exist, so {program} gets no man pages", path.display());
            messages::print(this_program, message);
            continue;
        }
        write_page(&folder.join(format!("{program}.1")), &path, None)?;
        for command in commands.split_whitespace().chain(["completions", "man"]) {
            write_page(&folder.join(format!("{program}-{command}.1")), &path, Some(command))?;
        }
    }
    Ok(())
}

/// Writes the man page of a command, or of the whole program at `program`, to the file `target`.
fn write_page(target: &Path, program: &Path, command: Option<&str>) -> Result<(), Failure> {
    let page = Command::new(program).arg("man").args(command).output().and_then(|output| {
        if output.status.success() {
            Ok(output.stdout)
        } else {
            Err(io::Error::other(output.status.to_string()))
        }
    });
    let page =
        page.map_err(|error| Failure::Other(anyhow!("cannot run {} man: {error}", program.display())))?;
    write_file(target, |file| file.write_all(&page))
}
