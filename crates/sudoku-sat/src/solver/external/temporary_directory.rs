//! The temporary directory of an external solver.

use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::{fs, io};

use tempfile::TempDir;

use super::FILES;

/// A directory that is deleted when it is dropped.
#[derive(Debug)]
pub(super) struct TemporaryDirectory {
    directory: TempDir,
    // This field must be dropped after the directory.
    _counted: Arc<()>,
}

impl TemporaryDirectory {
    pub(super) fn create() -> io::Result<Self> {
        let counted = DIRECTORIES.clone();
        let directory = tempfile::Builder::new().prefix("sudoku-sat-").tempdir()?;
        Ok(Self { directory, _counted: counted })
    }

    pub(super) fn path(&self) -> &Path {
        self.directory.path()
    }
}

impl Drop for TemporaryDirectory {
    /// Deletes the known files by name. `TempDir` then deletes whatever is left, but it must list the directory for
    /// this, which fails if the process has no file descriptor left.
    fn drop(&mut self) {
        for name in FILES {
            let _ = fs::remove_file(self.path().join(name));
        }
        let _ = fs::remove_dir(self.path());
    }
}

/// Each temporary directory holds a clone, so the reference count is their number plus 1.
static DIRECTORIES: LazyLock<Arc<()>> = LazyLock::new(Arc::default);

/// Returns whether any [`External`](super::External) solver of this process still has a temporary directory.
///
/// A program that ends because of a signal should trigger the [`Interrupt`](crate::Interrupt) of its limits and wait
/// until this function returns `false`. Otherwise, it leaves solvers running and files behind.
pub fn has_temporary_files() -> bool {
    Arc::strong_count(&DIRECTORIES) > 1
}
