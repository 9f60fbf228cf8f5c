//! Proofs of the number of solutions.

use std::path::{Path, PathBuf};
use std::{fs, io};

use pyo3::exceptions::{PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use sudoku_sat::proof::bundle::{BundleError, BundleFiles, MAX_FILE_SIZE, bundle_files, verify_bundle};
use sudoku_sat::proof::{self, CertifyError};

use crate::args::Seconds;
use crate::call::run;
use crate::error;
use crate::puzzle::PuzzleInput;
use crate::values::value_class;

value_class! {
    /// A proof of the number of solutions: the files of a bundle, as `sudoku-sat certify` writes them.
    ///
    /// Attributes:
    ///     claim: What is proven: "unique", "unsatisfiable" or "several".
    ///     files: The contents of the files by name, as bytes.
    Certificate {
        claim: String,
        files: BundleFiles,
    } {
        /// Writes the files to a new folder, which `verify` and `sudoku-sat verify` read.
        ///
        /// Raises:
        ///     OSError: The folder exists, or cannot be written.
        fn save(&self, folder: PathBuf) -> PyResult<()> {
            fs::create_dir(&folder).map_err(|error| in_file(&folder, &error))?;
            self.files.iter().try_for_each(|(name, content)| {
                let path = folder.join(name);
                fs::write(&path, content).map_err(|error| in_file(&path, &error))
            })
        }

        fn __repr__(&self) -> String {
            let size: usize = self.files.values().map(Vec::len).sum();
            format!("<Certificate {}, {size} bytes>", self.claim)
        }
    }
}

/// Proves that the solution of a puzzle is unique, that there is none, or that there are several.
///
/// Raises:
///     ValueError: The argument is not a puzzle.
///     TimeoutError: The time limit was reached.
#[pyfunction]
#[pyo3(signature = (puzzle, *, timeout = None))]
pub(crate) fn certify(
    py: Python<'_>,
    puzzle: PuzzleInput,
    timeout: Option<Seconds>,
) -> PyResult<Certificate> {
    run(py, timeout, |call| {
        let certificate =
            proof::certify(&puzzle.puzzle, &call.limits(puzzle.size())).map_err(|error| match error {
                CertifyError::Solve(error) => error::solve(error),
                error => error::runtime(error),
            })?;
        let files = bundle_files(&puzzle.puzzle, &certificate).map_err(error::value)?;
        Ok(Certificate { claim: certificate.claim().name().to_owned(), files })
    })
}

/// Checks a proof without trusting any of its files, and returns what it proves: "unique", "unsatisfiable" or
/// "several".
///
/// Args:
///     certificate: A Certificate, its files as a dict of bytes, or the path of a folder with the files.
///     timeout: The time limit in seconds.
///
/// Raises:
///     ValueError: The proof is not valid.
///     OSError: A file cannot be read.
///     TimeoutError: The time limit was reached.
#[pyfunction]
#[pyo3(signature = (certificate, *, timeout = None))]
pub(crate) fn verify(certificate: &Bound<'_, PyAny>, timeout: Option<Seconds>) -> PyResult<&'static str> {
    let py = certificate.py();
    let folder;
    let dictionary;
    let files = if let Ok(certificate) = certificate.cast::<Certificate>() {
        &certificate.get().files
    } else if let Ok(files) = certificate.cast::<PyDict>() {
        dictionary = files.extract::<BundleFiles>()?;
        &dictionary
    } else if let Ok(path) = certificate.extract::<PathBuf>() {
        folder = read_folder(&path)?;
        &folder
    } else {
        return Err(PyTypeError::new_err("expected a Certificate, a dict of bytes, or the path of a folder"));
    };
    // The board may have any size.
    run(py, timeout, |call| match verify_bundle(files, &call.limits(usize::MAX)) {
        Ok(claim) => Ok(claim.name()),
        Err(BundleError::Stopped(reason)) => Err(error::stopped(&reason)),
        Err(error) => Err(error::value(error)),
    })
}

/// Reads the files of a folder.
fn read_folder(folder: &Path) -> PyResult<BundleFiles> {
    let mut files = BundleFiles::new();
    for entry in fs::read_dir(folder).map_err(|error| in_file(folder, &error))? {
        let path = entry.map_err(|error| in_file(folder, &error))?.path();
        let read = || -> io::Result<Option<Vec<u8>>> {
            let metadata = fs::metadata(&path)?;
            let is_readable = metadata.is_file() && metadata.len() <= MAX_FILE_SIZE;
            if is_readable { fs::read(&path).map(Some) } else { Ok(None) }
        };
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match read().map_err(|error| in_file(&path, &error))? {
            Some(content) => drop(files.insert(name, content)),
            None => {
                return Err(error::value(format!("{name} is not a file of at most {MAX_FILE_SIZE} bytes")));
            }
        }
    }
    Ok(files)
}

fn in_file(path: &Path, error: &io::Error) -> PyErr {
    PyOSError::new_err(format!("{}: {error}", path.display()))
}
