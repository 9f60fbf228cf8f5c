//! The bundles in directories and archives.
//!
//! The names in an archive are never used as paths: nothing is extracted.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use sudoku_cnf::batch::ItemSource;
use sudoku_cnf::cli::decompression::decompress;
use sudoku_cnf::cli::numbers::counted;
use sudoku_cnf::cli::progress::Expected;
use sudoku_cnf::cli::run::{RunItem, RunSource};
use sudoku_sat::proof::bundle::{BundleError, BundleFiles, MAX_FILE_SIZE, is_bundle_file};
use sudoku_sat::{Limits, StopReason};

/// The file that contains the number of bundles in an archive or in a directory of bundles.
pub(super) const BUNDLE_COUNT: &str = "bundles.txt";

/// The number of bundles that are read ahead.
const READ_AHEAD: usize = 4;

/// The largest size of the file with the number of bundles.
const MAX_COUNT: u64 = 32;

/// A bundle that was found, or the reason why it could not be read.
#[derive(Debug)]
pub(super) struct Found {
    number: u64,
    pub(super) name: String,
    pub(super) files: Result<BundleFiles, Rejection>,
}

/// The reason why a bundle or the proof of a cube is not valid, or was not verified.
#[derive(Clone, Debug)]
pub(super) enum Rejection {
    Invalid(String),
    Unknown(StopReason),
}

impl From<String> for Rejection {
    fn from(error: String) -> Self {
        Self::Invalid(error)
    }
}

impl From<BundleError> for Rejection {
    fn from(error: BundleError) -> Self {
        match error {
            BundleError::Stopped(reason) => Self::Unknown(reason),
            error => Self::Invalid(error.to_string()),
        }
    }
}

impl RunItem for Found {
    fn id(&self) -> u64 {
        self.number
    }
}

/// Reads bundles on a thread of its own.
pub(super) struct BundleSource {
    receiver: Receiver<Found>,
    /// The number of bundles so far.
    number: u64,
}

impl BundleSource {
    /// Reads the bundles at `paths`. `limits` returns the limits for reading a bundle. Files that exceed the memory
    /// limit are not read.
    pub(super) fn new(paths: Vec<PathBuf>, limits: impl Fn() -> Limits + Send + 'static) -> Self {
        let (sender, receiver) = sync_channel(READ_AHEAD);
        let starter = sender.clone();
        // The thread ends when the receiver is dropped.
        let thread = thread::Builder::new()
            .spawn(move || paths.iter().try_for_each(|path| read(path, &limits, &sender)));
        if let Err(error) = thread {
            let files = Err(format!("cannot start a thread: {error}").into());
            // The channel has room for one item, and its receiver still exists.
            let _ = starter.send(Found { number: 0, name: "bundles".to_owned(), files });
        }
        Self { receiver, number: 0 }
    }
}

impl Iterator for BundleSource {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        let found = self.receiver.recv().ok()?;
        self.number += 1;
        Some(Found { number: self.number, ..found })
    }
}

impl RunSource for BundleSource {
    fn expected(&self) -> Arc<Expected> {
        Arc::default()
    }
}

impl ItemSource for BundleSource {
    fn has_arrived(&mut self) -> bool {
        true
    }
}

/// The receiver has been dropped.
struct Closed;

fn send(
    sender: &SyncSender<Found>,
    name: String,
    files: Result<BundleFiles, Rejection>,
) -> Result<(), Closed> {
    sender.send(Found { number: 0, name, files }).map_err(|_| Closed)
}

/// Sends all bundles at `path`.
fn read(path: &Path, limits: &impl Fn() -> Limits, sender: &SyncSender<Found>) -> Result<(), Closed> {
    let name = path.display().to_string();
    if path.is_dir() {
        return match bundles_in(path) {
            Ok(bundles) => {
                bundles.iter().try_for_each(|bundle| {
                    send(sender, bundle.display().to_string(), read_folder(bundle, &limits()))
                })?;
                let expected = File::open(path.join(BUNDLE_COUNT)).ok().map(read_count);
                let count = check_count("folder", expected, bundles.len());
                count.or_else(|error| send(sender, name, Err(error.into())))
            }
            Err(error) => send(sender, name, Err(error.to_string().into())),
        };
    }
    let input: io::Result<Box<dyn Read + Send>> = match &*name {
        "-" => Ok(Box::new(io::stdin())),
        _ => File::open(path).map(|file| Box::new(io::BufReader::new(file)) as Box<dyn Read + Send>),
    };
    match input.and_then(decompress) {
        Ok(archive) => read_archive(&name, archive, limits, sender),
        Err(error) => send(sender, name, Err(error.to_string().into())),
    }
}

/// Returns `path` if it is a bundle, or else its subdirectories in the order of their names.
fn bundles_in(path: &Path) -> io::Result<Vec<PathBuf>> {
    let mut folders = Vec::new();
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let name = entry.file_name();
        if name.as_encoded_bytes().starts_with(b".") || name == BUNDLE_COUNT {
            continue;
        }
        if !entry.path().is_dir() {
            return Ok(vec![path.to_owned()]);
        }
        folders.push(entry.path());
    }
    folders.sort();
    Ok(folders)
}

/// Returns the files of the bundle in the directory at `path`.
pub(super) fn read_folder(path: &Path, limits: &Limits) -> Result<BundleFiles, Rejection> {
    let mut files = BundleFiles::new();
    for entry in fs::read_dir(path).map_err(|error| error.to_string())? {
        let entry = entry.map_err(|error| error.to_string())?;
        let name = entry.file_name().to_string_lossy().into_owned();
        // Opening a pipe would block.
        let size = fs::metadata(entry.path()).ok().filter(fs::Metadata::is_file).map(|file| file.len());
        let Some(size) = size.filter(|_| is_bundle_file(&name)) else {
            return Err(format!("unexpected file {name:?}").into());
        };
        limits.check_memory(size.min(MAX_FILE_SIZE)).map_err(Rejection::Unknown)?;
        let content = File::open(entry.path()).and_then(|file| read_limited(file, MAX_FILE_SIZE));
        files.insert(name.clone(), content.map_err(|error| format!("{name}: {error}"))?);
    }
    Ok(files)
}

fn read_limited(file: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    file.take(limit + 1).read_to_end(&mut content)?;
    if content.len() as u64 > limit {
        return Err(io::Error::other("the file is too large"));
    }
    Ok(content)
}

/// Sends all bundles in a tar archive. The files of a bundle must follow each other.
fn read_archive(
    name: &str,
    reader: impl Read,
    limits: &impl Fn() -> Limits,
    sender: &SyncSender<Found>,
) -> Result<(), Closed> {
    let of_bundle = RefCell::new(limits());
    let has_ended = Cell::new(false);
    let mut archive = tar::Archive::new(LimitedReader { reader, limits: &of_bundle, has_ended: &has_ended });
    // A limit ends the archive, because the rest of a bundle cannot be skipped without reading it.
    let rejection = |error: String| match of_bundle.borrow().reached() {
        Some(reason) => Rejection::Unknown(reason),
        None => Rejection::Invalid(error),
    };
    let mut seen = HashSet::new();
    let mut current: Option<(String, Result<BundleFiles, Rejection>)> = None;
    let title = |folder: &str| if folder.is_empty() { name.to_owned() } else { format!("{name}/{folder}") };
    let mut expected = None;
    let entries = match archive.entries() {
        Ok(entries) => entries,
        Err(error) => return send(sender, name.to_owned(), Err(rejection(error.to_string()))),
    };
    for entry in entries {
        let entry = match entry {
            Ok(entry) if entry.header().entry_type().is_dir() => continue,
            Ok(entry) => entry,
            Err(error) => {
                // The rest of the archive cannot be read.
                let Some((folder, files)) = current.take() else {
                    return send(sender, name.to_owned(), Err(rejection(error.to_string())));
                };
                let rest = rejection(format!("the archive is truncated or malformed: {error}"));
                let found = match files {
                    Err(Rejection::Invalid(error)) => Rejection::Invalid(error),
                    _ => rest.clone(),
                };
                send(sender, title(&folder), Err(found))?;
                // Nothing is known about the bundles that follow.
                return match rest {
                    Rejection::Unknown(_) => send(sender, name.to_owned(), Err(rest)),
                    Rejection::Invalid(_) => Ok(()),
                };
            }
        };
        let path = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        let path = path.strip_prefix("./").unwrap_or(&path);
        let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
        if path == BUNDLE_COUNT {
            expected = Some(read_count(entry));
            continue;
        }
        if current.as_ref().is_none_or(|(current, _)| current != folder) {
            if let Some((folder, files)) = current.take() {
                send(sender, title(&folder), files)?;
            }
            *of_bundle.borrow_mut() = limits();
            let files = if seen.insert(folder.to_owned()) {
                Ok(BundleFiles::new())
            } else {
                Err("the archive contains the bundle twice".to_owned().into())
            };
            current = Some((folder.to_owned(), files));
        }
        let Some((_, files)) = &mut current else { continue };
        if let Ok(bundle) = files
            && let Err(error) = add_entry(bundle, file, entry, &of_bundle.borrow().clone())
        {
            *files = Err(match error {
                Rejection::Invalid(error) => rejection(error),
                Rejection::Unknown(reason) => Rejection::Unknown(reason),
            });
        }
    }
    if let Some((folder, files)) = current {
        send(sender, title(&folder), files)?;
    }
    // The tar format ends with two blocks of zeros, so an archive that ends without them was cut between two files.
    let end = if has_ended.get() {
        Err("the archive is truncated".to_owned())
    } else {
        check_end(archive.into_inner()).map_err(|error| error.to_string())
    };
    let count = check_count("archive", expected, seen.len());
    match end.and(count) {
        Ok(()) => Ok(()),
        Err(error) => send(sender, name.to_owned(), Err(rejection(error))),
    }
}

/// Returns the number of bundles in the file that contains it.
fn read_count(file: impl Read) -> Result<u64, String> {
    let text = read_limited(file, MAX_COUNT).map_err(|error| format!("{BUNDLE_COUNT}: {error}"))?;
    let number = String::from_utf8(text).ok().and_then(|text| text.trim_end().parse().ok());
    number.ok_or_else(|| format!("{BUNDLE_COUNT} does not contain a number"))
}

/// Returns an error if the expected number of bundles is known and differs from `found`. `place` is the word for the
/// container in the message.
fn check_count(place: &str, expected: Option<Result<u64, String>>, found: usize) -> Result<(), String> {
    match expected.transpose()? {
        Some(expected) if expected != found as u64 => Err(format!(
            "the {place} has {}, but it should have {expected}",
            counted(found as u64, "bundle", "bundles")
        )),
        _ => Ok(()),
    }
}

/// Reads the rest of an archive, which contains only zeros. The decompressor reports damage at the end of the file.
fn check_end(mut rest: impl Read) -> io::Result<()> {
    let mut buffer = [0; 1 << 13];
    loop {
        match rest.read(&mut buffer)? {
            0 => return Ok(()),
            count if buffer[..count].iter().any(|&byte| byte != 0) => {
                return Err(io::Error::other("the end of the archive is followed by other data"));
            }
            _ => {}
        }
    }
}

/// A reader that fails once a limit is reached.
struct LimitedReader<'l, R> {
    reader: R,
    limits: &'l RefCell<Limits>,
    /// Is set when the end of the input is reached.
    has_ended: &'l Cell<bool>,
}

impl<R: Read> Read for LimitedReader<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(reason) = self.limits.borrow().reached() {
            return Err(io::Error::other(reason.to_string()));
        }
        let count = self.reader.read(buffer)?;
        self.has_ended.set(count == 0 && !buffer.is_empty());
        Ok(count)
    }
}

fn add_entry(
    bundle: &mut BundleFiles,
    name: &str,
    entry: tar::Entry<'_, impl Read>,
    limits: &Limits,
) -> Result<(), Rejection> {
    if !entry.header().entry_type().is_file() || !is_bundle_file(name) {
        return Err(format!("unexpected file {name:?}").into());
    }
    if bundle.contains_key(name) {
        return Err(format!("{name} occurs twice").into());
    }
    let used: u64 = bundle.values().map(|content| content.len() as u64).sum();
    let (size, limit) = (entry.size(), MAX_FILE_SIZE.saturating_sub(used));
    limits.check_memory(size.min(limit)).map_err(Rejection::Unknown)?;
    let content = read_limited(entry, limit).map_err(|error| format!("{name}: {error}"))?;
    if (content.len() as u64) < size {
        return Err(format!("{name}: the archive is truncated").into());
    }
    bundle.insert(name.to_owned(), content);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns what is found in an archive, one line for each bundle and error.
    fn found(archive: &[u8]) -> Vec<String> {
        let (sender, receiver) = sync_channel(100);
        read_archive("a.tar", archive, &Limits::none, &sender).map_err(|Closed| ()).unwrap();
        drop(sender);
        let line = |found: Found| match found.files {
            Ok(files) => format!("{}: {}", found.name, files.into_keys().collect::<Vec<_>>().join(" ")),
            Err(Rejection::Invalid(error)) => format!("{}: {error}", found.name),
            Err(Rejection::Unknown(reason)) => format!("{}: {reason}", found.name),
        };
        receiver.into_iter().map(line).collect()
    }

    fn archive(files: &[(&str, &str)]) -> Vec<u8> {
        let mut tar = tar::Builder::new(Vec::new());
        for (path, content) in files {
            let mut header = tar::Header::new_ustar();
            header.set_size(content.len() as u64);
            tar.append_data(&mut header, path, content.as_bytes()).unwrap();
        }
        tar.into_inner().unwrap()
    }

    #[test]
    fn damaged_archives_are_reported_with_the_bundles_that_they_contain() {
        let files = [("1/puzzle.json", "{}"), ("2/puzzle.json", "{}"), (BUNDLE_COUNT, "2\n")];
        let whole = archive(&files);
        let bundles = ["a.tar/1: puzzle.json", "a.tar/2: puzzle.json"];
        assert_eq!(found(&whole), bundles);
        let truncated = "a.tar: the archive is truncated";
        assert_eq!(found(&whole[..whole.len() - 1024]), [&bundles[..], &[truncated]].concat());
        let count = "a.tar: the archive has 1 bundle, but it should have 2";
        assert_eq!(found(&archive(&[files[0], files[2]])), [bundles[0], count]);
        let twice = "a.tar/1: the archive contains the bundle twice";
        assert_eq!(found(&archive(&[files[0], files[1], files[0]])), [&bundles[..], &[twice]].concat());
        let unexpected = "a.tar/1: unexpected file \"notes.txt\"";
        assert_eq!(found(&archive(&[("1/notes.txt", "")])), [unexpected]);
    }
}
