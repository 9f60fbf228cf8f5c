//! Bundles as directories.

use std::fs;
use std::io;
use std::path::Path;

use anyhow::anyhow;
use sudoku_cnf::cli::Failure;
use sudoku_cnf::text::{Format, ReadOptions, Record, read_single};
use sudoku_sat::proof::bundle::BundleFiles;

fn output_failure(path: &Path) -> impl Fn(io::Error) -> Failure {
    let target = path.display().to_string();
    move |error| Failure::Output { target: Some(target.clone()), error }
}

/// Writes a bundle to the directory at `path`, which appears only once all files have been written.
pub(super) fn write(path: &Path, files: &BundleFiles) -> Result<(), Failure> {
    let fail = output_failure(path);
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(parent).map_err(&fail)?;
    let temporary = tempfile::Builder::new().prefix(".certify-").tempdir_in(parent).map_err(&fail)?;
    // Temporary directories are private, but a bundle is like any other output.
    let bundle = temporary.path().join("bundle");
    fs::create_dir(&bundle).map_err(&fail)?;
    files.iter().try_for_each(|(name, content)| fs::write(bundle.join(name), content)).map_err(&fail)?;
    fs::rename(&bundle, path).map_err(&fail)
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
        "{} already exists\nhint: choose another directory, or remove this one first",
        path.display()
    )))
}

/// Returns whether the directory at `path` is the bundle of the puzzle in `record`.
///
/// # Errors
/// Returns an error if the directory is the bundle of another puzzle.
pub(super) fn has(path: &Path, record: &Record) -> Result<bool, Failure> {
    let json = match fs::read(path.join("puzzle.json")) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        json => json.map_err(output_failure(path))?,
    };
    let options = ReadOptions { format: Some(Format::Json), ..ReadOptions::default() };
    match read_single(&*json, options, None) {
        Ok(written) if written.puzzle == record.puzzle => Ok(true),
        _ => Err(Failure::Puzzle(anyhow!(
            "{} is the bundle of another puzzle\nhint: choose another directory",
            path.display()
        ))),
    }
}
