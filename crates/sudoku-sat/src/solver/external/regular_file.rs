//! Files that an external program may have replaced.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Opens a file that an external program may have replaced. Opening a pipe would block, and a device may be endless.
pub(super) fn open_regular(path: &Path) -> io::Result<File> {
    if !fs::symlink_metadata(path)?.is_file() {
        let name = path.file_name().unwrap_or_default().display();
        return Err(io::Error::other(format!(
            "the file '{name}' has been replaced by a link, pipe or folder"
        )));
    }
    File::open(path)
}
