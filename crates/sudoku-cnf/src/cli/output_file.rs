//! Output files that appear whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, IntoInnerError, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::anyhow;
use tempfile::NamedTempFile;

use super::compression::{Compression, FileWriter};
use super::failure::Failure;
use super::messages::foreign;
use crate::text::words;

/// The paths of all temporary files that have not been committed, and of temporary folders.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The first characters of the names of temporary files and folders.
const PREFIX: &str = ".sudoku-unfinished-";
/// The file in a temporary folder on which its process holds a lock.
const LOCK: &str = ".lock";

/// Creates a temporary file in `folder`, and removes those that killed processes have left there. A process holds a
/// lock on each of its temporary files.
fn create_temporary(folder: &Path) -> io::Result<NamedTempFile> {
    remove_left(folder);
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    loop {
        let temporary = builder.prefix(PREFIX).tempfile_in(folder)?;
        // On a file system without locks, files are left behind. Another process may have removed the file just before
        // it was locked.
        if temporary.as_file().lock().is_err() || temporary.path().exists() {
            return Ok(temporary);
        }
    }
}

/// Calls `write` with the path of a temporary folder in `folder`, which is removed afterward. Folders that killed
/// processes have left there are removed, too.
///
/// # Errors
/// Returns an error if the folder cannot be created, or if `write` fails.
pub fn with_temporary_folder<T>(folder: &Path, write: impl FnOnce(&Path) -> io::Result<T>) -> io::Result<T> {
    remove_left(folder);
    let (temporary, _lock) = loop {
        let mut unfinished = unfinished();
        let temporary = tempfile::Builder::new().prefix(PREFIX).tempdir_in(folder)?;
        unfinished.push(temporary.path().to_owned());
        drop(unfinished);
        let lock = File::create(temporary.path().join(LOCK))?;
        // As in `create_temporary`.
        if lock.lock().is_err() || temporary.path().exists() {
            break (temporary, lock);
        }
    };
    let written = write(temporary.path());
    unfinished().retain(|path| path != temporary.path());
    written
}

/// Removes the temporary files and folders in `folder` that no process has locked, when `folder` is first used.
fn remove_left(folder: &Path) {
    static CLEANED: Mutex<Option<PathBuf>> = Mutex::new(None);
    let mut cleaned = CLEANED.lock().unwrap_or_else(PoisonError::into_inner);
    if cleaned.as_deref() == Some(folder) {
        return;
    }
    *cleaned = Some(folder.to_owned());
    let Ok(entries) = fs::read_dir(folder) else { return };
    let is_temporary =
        |entry: &fs::DirEntry| entry.file_name().as_encoded_bytes().starts_with(PREFIX.as_bytes());
    for path in entries.flatten().filter(is_temporary).map(|entry| entry.path()) {
        let lock = if path.is_dir() { path.join(LOCK) } else { path.clone() };
        let Ok(file) = File::options().append(true).open(lock) else { continue };
        if file.try_lock().is_ok() {
            // Windows does not remove a folder with an open file.
            let _lock = (!cfg!(windows)).then_some(file);
            remove(&path);
        }
    }
}

/// Removes a temporary file or folder. Errors are ignored, because a leftover file is harmless.
fn remove(path: &Path) {
    let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
}

/// Removes the temporary files of all output files that have not been committed, and temporary folders.
///
/// While the returned guard exists, no file can be created or committed.
pub fn remove_unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    let paths = unfinished();
    paths.iter().for_each(|path| remove(path));
    paths
}

/// A file that replaces the file at its path only when it is [committed](Self::commit).
///
/// The extension of the path selects the compression: `.gz`, `.xz` or `.bz2`. Symbolic links are followed, even if
/// their target does not exist yet, and the permissions of a replaced file are kept. A file that cannot be written to
/// is not replaced.
///
/// Pipes, devices and other special files are written to directly. The same applies to `NUL` and `CON` on Windows and
/// to paths in `/dev` and `/proc`, such as `/dev/stdout`. They can refer to a regular file that other processes write
/// to, so the output is appended.
#[derive(Debug)]
pub struct OutputFile {
    writer: FileWriter,
    /// The temporary file and the path to which it is renamed. `None` if the output is written directly.
    temporary: Option<(NamedTempFile, PathBuf)>,
}

impl OutputFile {
    /// Creates a temporary file in the same folder as `path`.
    ///
    /// # Errors
    /// Returns an error if the folder does not exist, if the file cannot be created, or if the compression is not
    /// supported.
    pub fn create(path: &Path) -> io::Result<Self> {
        let compression = Compression::from_path(path);
        let Some(target) = target(path)? else {
            let file = File::options().append(true).open(path)?;
            return Ok(Self { writer: FileWriter::new(file, compression)?, temporary: None });
        };
        let existing = fs::metadata(&target).ok();
        if existing.is_some() {
            File::options().append(true).open(&target)?;
        }
        let folder = folder_of(&target);
        // If the folder does not exist, this call returns a clearer error than `tempfile_in`.
        fs::metadata(folder)?;
        // The error message should not mention the temporary file, because its name means nothing to the user.
        let mut unfinished = unfinished();
        let temporary = create_temporary(folder).map_err(|error| io::Error::from(error.kind()))?;
        unfinished.push(temporary.path().to_owned());
        drop(unfinished);
        if let Some(existing) = existing {
            temporary.as_file().set_permissions(existing.permissions())?;
        }
        let writer = FileWriter::new(temporary.as_file().try_clone()?, compression)?;
        Ok(Self { writer, temporary: Some((temporary, target)) })
    }

    /// Completes the file and renames it.
    ///
    /// # Errors
    /// Returns an error if writing or renaming fails.
    pub fn commit(self) -> io::Result<()> {
        self.writer.finish()?;
        let Some((temporary, target)) = self.temporary else { return Ok(()) };
        let mut unfinished = unfinished();
        unfinished.retain(|path| path != temporary.path());
        temporary.persist(target).map(drop).map_err(|error| error.error)
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Returns the path of the regular file to which output to `path` is written, or `None` for a device, a pipe or another
/// special file.
///
/// # Errors
/// Returns an error if `path` is a cycle of symbolic links.
pub fn target(path: &Path) -> io::Result<Option<PathBuf>> {
    let target = follow_links(path)?;
    let is_special = is_direct(path) || fs::metadata(&target).is_ok_and(|existing| !existing.is_file());
    Ok((!is_special).then_some(target))
}

/// Returns whether output to `path` is never written to a temporary file.
fn is_direct(path: &Path) -> bool {
    let is_windows_device =
        || ["NUL", "CON"].iter().any(|device| path.as_os_str().eq_ignore_ascii_case(device));
    path.starts_with("/dev") || path.starts_with("/proc") || cfg!(windows) && is_windows_device()
}

/// Returns the path that remains after following symbolic links.
fn follow_links(path: &Path) -> io::Result<PathBuf> {
    /// The maximum number of links, as on Linux.
    const MAX_LINKS: usize = 40;
    let mut target = path.to_owned();
    for _ in 0..MAX_LINKS {
        if let Ok(target) = fs::canonicalize(&target) {
            return Ok(target);
        }
        let Ok(next) = fs::read_link(&target) else { return Ok(target) };
        target = target.parent().unwrap_or(Path::new("")).join(next);
    }
    Err(io::Error::other("too many levels of symbolic links"))
}

/// Returns an error if the file at `path` is one of `inputs`. Overwriting an input would destroy any puzzles that could
/// not be read from it.
///
/// # Errors
/// Returns an error if the file is an input.
pub fn reject_input<'p>(path: &Path, inputs: impl IntoIterator<Item = &'p PathBuf>) -> Result<(), Failure> {
    let target = path.canonicalize().ok();
    if target.is_some() && inputs.into_iter().any(|input| input.canonicalize().ok() == target) {
        return Err(Failure::Other(anyhow!(
            "the output file {} is also an input\nhint: write to a different file",
            foreign(path.display())
        )));
    }
    Ok(())
}

/// Returns an error if the extension of the output file at `path` selects none of the formats that a command writes.
/// `extensions` are the extensions that do.
///
/// Call this function if no option and no extension has selected a format. Without an extension, the output has the
/// default format. If `extensions` contains `txt`, the same applies to `.txt`, `.out` and `.log`. An extension of a
/// compressed file is ignored.
///
/// # Errors
/// Returns an error if the extension is unknown, or if it belongs to a format that the command does not write.
pub fn reject_unknown_extension(path: &Path, extensions: &[&str]) -> Result<(), Failure> {
    let is_device = path.as_os_str() == "-" || is_direct(path);
    let mut name = PathBuf::from(path);
    if Compression::from_path(&name).is_some() {
        name.set_extension("");
    }
    let extension = name.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
    match extension {
        Some(other)
            if !(is_device || extensions.contains(&"txt") && matches!(&*other, "txt" | "out" | "log")) =>
        {
            let other = foreign(other);
            let known = words::list(extensions.iter().map(|extension| format!(".{extension}")), "or");
            Err(Failure::Usage(format!(
                "the extension .{other} does not select a format of this command\nhint: use {known}, or select a format \
                 with --format"
            )))
        }
        _ => Ok(()),
    }
}

/// Calls `write` with the buffer of an [`OutputFile`], and commits the file if there is no error.
///
/// # Errors
/// Returns an error if `write` fails, or if a file operation fails. An existing file at `path` then stays unchanged.
pub fn write_whole<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<OutputFile>) -> Result<(), E>,
) -> Result<(), E> {
    let mut file = BufWriter::new(OutputFile::create(path)?);
    write(&mut file)?;
    Ok(file.into_inner().map_err(IntoInnerError::into_error)?.commit()?)
}

/// Calls [`write_whole`] and adds `path` to an error.
pub fn write_file(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<OutputFile>) -> io::Result<()>,
) -> Result<(), Failure> {
    write_whole(path, write).map_err(Failure::writing(path))
}

/// Returns the folder of the file at `path`.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_select_the_compression() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.gz");
        write_whole(&path, |file| file.write_all(b"text")).unwrap();
        assert!(fs::read(&path).unwrap().starts_with(b"\x1f\x8b"));
        assert!(OutputFile::create(&folder.path().join("out.zst")).is_err());
        assert!(OutputFile::create(&folder.path().join("none/out")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn keeps_permissions_and_follows_links() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("out"), folder.path().join("link"));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        symlink(&path, &link).unwrap();
        write_whole(&link, |file| file.write_all(b"new")).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }

    #[cfg(unix)]
    #[test]
    fn creates_the_target_of_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("link");
        std::os::unix::fs::symlink("new", &link).unwrap();
        write_whole(&link, |file| file.write_all(b"text")).unwrap();
        assert_eq!(fs::read_to_string(folder.path().join("new")).unwrap(), "text");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        let (a, b) = (folder.path().join("a"), folder.path().join("b"));
        std::os::unix::fs::symlink(&a, &b).unwrap();
        std::os::unix::fs::symlink(&b, &a).unwrap();
        assert!(write_whole(&a, |file| file.write_all(b"text")).is_err(), "the links form a cycle");
    }

    #[test]
    fn files_of_killed_processes_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let [left, open, other] = [&format!("{PREFIX}left"), &format!("{PREFIX}open"), ".user"]
            .map(|name| folder.path().join(name));
        for path in [&left, &open, &other] {
            fs::write(path, "text").unwrap();
        }
        let file = File::open(&open).unwrap();
        file.lock().unwrap();
        write_whole(&folder.path().join("out"), |file| file.write_all(b"text")).unwrap();
        assert_eq!([&left, &open, &other].map(|path| path.exists()), [false, true, true]);
    }

    #[test]
    fn folders_of_killed_processes_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let [left, open] = ["left", "open"].map(|name| folder.path().join(format!("{PREFIX}{name}")));
        for path in [&left, &open] {
            fs::create_dir(path).unwrap();
            fs::write(path.join(LOCK), "").unwrap();
            fs::write(path.join("puzzle.json"), "text").unwrap();
        }
        let file = File::open(open.join(LOCK)).unwrap();
        file.lock().unwrap();
        let used = with_temporary_folder(folder.path(), |path| Ok(path.to_owned())).unwrap();
        assert_eq!([&left, &open, &used].map(|path| path.exists()), [false, true, false]);
    }

    #[test]
    fn a_failed_write_keeps_the_old_file_and_removes_the_temporary_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        let content =
            |text: &'static str| move |file: &mut BufWriter<OutputFile>| file.write_all(text.as_bytes());
        write_whole(&path, content("old")).unwrap();
        let failed = write_whole(&path, |file| {
            content("half")(file)?;
            Err(io::Error::other("disk full"))
        });
        assert_eq!(failed.unwrap_err().to_string(), "disk full");
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        write_whole(&path, content("new")).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
