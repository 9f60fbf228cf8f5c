//! Bundles as directories.

use std::io::Write;
use std::path::Path;
use std::{fs, io};

use anyhow::anyhow;
use sudoku_cnf::cli::Failure;
use sudoku_cnf::cli::messages::foreign;
use sudoku_cnf::cli::output_file::{folder_of, with_temporary_folder, write_file};
use sudoku_cnf::text::{Format, ReadOptions, Record, read_single};
use sudoku_sat::proof::bundle::{BundleError, BundleFiles, has_readme, verify_bundle};
use sudoku_sat::{Limits, SolveError};

use crate::cli::bundles::{BUNDLE_COUNT, Rejection, read_folder};
use crate::cli::solve_failure;

/// Writes a bundle to the directory at `path`, which appears only once all files have been written.
///
/// If `replaces` is set, a damaged bundle at `path` is removed.
pub(super) fn write(path: &Path, files: &BundleFiles, replaces: bool) -> Result<(), Failure> {
    let parent = folder_of(path);
    let written = fs::create_dir_all(parent).and_then(|()| {
        with_temporary_folder(parent, |temporary| {
            // Temporary directories are private, but a bundle is like any other output.
            let bundle = temporary.join("bundle");
            fs::create_dir(&bundle)?;
            files.iter().try_for_each(|(name, content)| fs::write(bundle.join(name), content))?;
            if replaces {
                fs::remove_dir_all(path)?;
            }
            fs::rename(&bundle, path)
        })
    });
    written.map_err(Failure::writing(path))
}

/// Writes the number of bundles in the directory at `path`, including those of other shards. Does nothing if there is
/// no directory, because no puzzle was certified.
pub(super) fn write_count(path: &Path) -> Result<(), Failure> {
    let Ok(entries) = fs::read_dir(path) else { return Ok(()) };
    let is_bundle = |entry: &fs::DirEntry| {
        !entry.file_name().as_encoded_bytes().starts_with(b".") && entry.path().is_dir()
    };
    let count = entries.flatten().filter(is_bundle).count();
    write_file(&path.join(BUNDLE_COUNT), |file| writeln!(file, "{count}"))
}

/// Returns an error if there is anything but an empty directory at `path`.
pub(super) fn reject_existing(path: &Path) -> Result<(), Failure> {
    let is_free = match fs::read_dir(path) {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    };
    if is_free {
        return Ok(());
    }
    Err(Failure::Other(anyhow!(
        "{} already exists\nhint: add --resume to continue an earlier run, choose another directory, or remove this one first",
        foreign(path.display())
    )))
}

/// The state of the files of an earlier run at the path of a bundle.
pub(super) enum Remains {
    Nothing,
    /// A complete and valid bundle of the puzzle.
    Valid,
    /// Files of a bundle that is not complete or not valid.
    Damaged,
}

/// Verifies the files of an earlier run in `path`, the directory of the bundle of the puzzle in `record`.
///
/// # Errors
/// Returns an error if a limit is reached, if the directory is the bundle of another puzzle, or if it contains files
/// that do not belong to a bundle.
pub(super) fn remains(path: &Path, record: &Record, limits: &Limits) -> Result<Remains, Failure> {
    if !path.exists() {
        return Ok(Remains::Nothing);
    }
    let other = |problem: &str| {
        Err(Failure::Puzzle(anyhow!("{} {problem}\nhint: choose another directory", foreign(path.display()))))
    };
    let stopped = |reason| Err(solve_failure(SolveError::Unknown(reason)));
    let files = match read_folder(path, limits) {
        Ok(files) if files.is_empty() => return Ok(Remains::Nothing),
        Ok(files) => files,
        Err(Rejection::Unknown(reason)) => return stopped(reason),
        Err(Rejection::Invalid(error)) => return other(&format!("is not a bundle: {error}")),
    };
    let options = ReadOptions { format: Some(Format::Json), ..ReadOptions::default() };
    let json = files.get("puzzle.json").map_or(&[][..], Vec::as_slice);
    if read_single(json, options, None).is_ok_and(|written| written.puzzle != record.puzzle) {
        return other("is the bundle of another puzzle");
    }
    match verify_bundle(&files, limits) {
        Ok(claim) if has_readme(&files, claim) => Ok(Remains::Valid),
        Err(BundleError::Stopped(reason)) => stopped(reason),
        Ok(_) | Err(_) => Ok(Remains::Damaged),
    }
}
