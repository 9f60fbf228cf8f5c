//! Tests for files of records: full disks, killed runs, and runs that continue.

#![allow(clippy::cast_possible_truncation, reason = "the files are small")]

use std::cell::RefCell;
use std::rc::Rc;

use super::*;
use crate::cli::decompression::tests::read as decompressed;

fn checkpoint(items: u64) -> Checkpoint {
    Checkpoint { items, digest: items * 7, ..Checkpoint::default() }
}

fn read(path: &Path) -> String {
    decompressed(fs::read(path).unwrap()).unwrap()
}

/// A disk with limited space. The files on it share the space.
#[derive(Default)]
struct Disk {
    /// The number of bytes that can be written before a write fails, or `None` if the disk never becomes full.
    space: Option<usize>,
    /// Whether the disk has space again after the failure.
    is_full_for_a_moment: bool,
}

/// A file in memory on a [`Disk`].
#[derive(Clone, Default)]
struct FullFile {
    content: Rc<RefCell<Vec<u8>>>,
    position: usize,
    disk: Rc<RefCell<Disk>>,
}

impl FullFile {
    /// Returns the decompressed content.
    fn text(&self, compression: Option<Compression>) -> String {
        let content = self.content.borrow().clone();
        match compression {
            Some(_) if !content.is_empty() => decompressed(content).unwrap(),
            _ => String::from_utf8(content).unwrap(),
        }
    }
}

impl Read for FullFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = (&self.content.borrow()[self.position..]).read(buffer)?;
        self.position += count;
        Ok(count)
    }
}

impl Write for FullFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut disk = self.disk.borrow_mut();
        let count = bytes.len().min(disk.space.unwrap_or(usize::MAX));
        if count == 0 && !bytes.is_empty() {
            disk.space = disk.space.filter(|_| !disk.is_full_for_a_moment);
            return Err(io::ErrorKind::StorageFull.into());
        }
        disk.space = disk.space.map(|space| space - count);
        let mut content = self.content.borrow_mut();
        let end = self.position + count;
        let length = content.len().max(end);
        content.resize(length, 0);
        content[self.position..end].copy_from_slice(&bytes[..count]);
        self.position = end;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for FullFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.position = match to {
            SeekFrom::Start(position) => position as usize,
            SeekFrom::End(_) => self.content.borrow().len(),
            SeekFrom::Current(_) => self.position,
        };
        Ok(self.position as u64)
    }
}

impl Storage for FullFile {
    fn set_length(&mut self, length: u64) -> io::Result<()> {
        self.content.borrow_mut().resize(length as usize, 0);
        Ok(())
    }
}

const ITEMS: u64 = 60;

fn record(item: u64) -> String {
    // The records have different lengths and are hard to compress.
    let numbers =
        (0..item % 50).map(|index| (100 * item + index).wrapping_mul(0x9e37_79b9_7f4a_7c15).to_string());
    format!("{item} {}\n", numbers.collect::<String>())
}

/// Runs until a write fails, or until the end. Saves the state after every third item, and ignores errors while
/// doing so, like the thread that flushes the output. Returns whether the run is complete.
///
/// After an error, keeps the complete records, or empties the files if there are none.
fn run(records: &[String], part: &FullFile, state: &FullFile, compression: Option<Compression>) -> bool {
    let path = Path::new("/nonexistent/out");
    let has_part = !part.content.borrow().is_empty();
    let opened = PartFile::resume(path, part.clone(), state.clone(), compression, has_part);
    let Ok(mut file) = opened.map(Result::unwrap) else { return false };
    let mut work = || -> io::Result<()> {
        for (item, record) in (1..).zip(records).skip(file.latest().items as usize) {
            file.write_all(record.as_bytes())?;
            file.complete(checkpoint(item));
            if item % 3 == 0 {
                let _ = file.save_all();
            }
        }
        file.write_all(b"end\n")?;
        file.save_all()?;
        file.append(file.buffer.len())?;
        file.part.set_length(file.length)
    };
    let is_complete = work().is_ok();
    // The files cannot be removed, because the path does not lead to them.
    if !is_complete && file.keep().ok().flatten().is_none() {
        part.content.borrow_mut().clear();
        state.content.borrow_mut().clear();
    }
    is_complete
}

/// Whatever byte is the last one that fits on the disk, the run is complete, or a run that continues completes it.
#[test]
fn a_full_disk_loses_and_repeats_nothing() {
    let records: Vec<String> = (1..=ITEMS).map(record).collect();
    let expected = records.concat() + "end\n";
    assert!(expected.len() > 20_000);
    for compression in [None, Some(Compression::Gzip)] {
        for is_full_for_a_moment in [false, true] {
            let (mut space, mut was_full) = (0, true);
            while was_full {
                let disk = Rc::new(RefCell::new(Disk { space: Some(space), is_full_for_a_moment }));
                let files = [(); 2].map(|()| FullFile { disk: disk.clone(), ..FullFile::default() });
                let [part, state] = &files;
                let is_complete = run(&records, part, state, compression);
                was_full = disk.borrow().space.is_none_or(|space| space == 0);
                disk.borrow_mut().space = None;
                if !is_complete {
                    let text = part.text(compression);
                    let has_whole_records = text.is_empty() || text.ends_with('\n');
                    assert!(expected.starts_with(&text) && has_whole_records, "{compression:?} {space}");
                    assert!(run(&records, part, state, compression), "{compression:?} {space}");
                }
                assert!(part.text(compression) == expected, "{compression:?} {space}");
                // Compression takes almost all of the time.
                space += if compression.is_some() { 23 } else { 1 };
            }
            assert!(space > 4000);
        }
    }
}

#[test]
fn a_run_continues_after_the_last_complete_item() {
    for (name, compression) in
        [("x", None), ("x.gz", Some(Compression::Gzip)), ("x.zst", Some(Compression::Zstd))]
    {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        let mut file = PartFile::open(&path, compression, false).unwrap();
        for item in 1..=3 {
            writeln!(file, "{item}").unwrap();
            file.complete(checkpoint(item));
        }
        file.save_all().unwrap();
        // The run is killed after part of an item, and while it writes the other slot.
        file.write_all(b"half").unwrap();
        file.append(4).unwrap();
        file.has_partial_item = true;
        file.save_all().unwrap();
        file.state.seek(SeekFrom::Start(file.next_slot * SLOT as u64)).unwrap();
        file.state.write_all(b"4 99").unwrap();
        drop(file);
        assert!(PartFile::open(&path, compression, false).is_err(), "the run is not finished");
        let mut file = PartFile::open(&path, compression, true).unwrap();
        assert_eq!((file.latest().items, file.latest().digest), (3, 21), "{name}");
        writeln!(file, "4").unwrap();
        file.complete(checkpoint(4));
        assert!(file.keep().unwrap().is_some());
        let mut file = PartFile::open(&path, compression, true).unwrap();
        assert_eq!(file.latest().items, 4);
        file.finish().unwrap();
        drop(file);
        assert_eq!(read(&path), "1\n2\n3\n4\n", "{name}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "{name}");
    }
}

#[test]
fn a_second_run_is_kept_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x");
    let mut first = PartFile::open(&path, None, false).unwrap();
    first.write_all(b"1\n").unwrap();
    first.complete(checkpoint(1));
    first.save_all().unwrap();
    for resumes in [false, true] {
        let refused = PartFile::open(&path, None, resumes).unwrap_err().message().unwrap();
        let expected =
            format!("another run (process {}) is writing {}.part\nhint: ", process::id(), path.display());
        assert!(cfg!(not(unix)) || refused.starts_with(&expected), "{refused}");
    }
    first.finish().unwrap();
    // The first run still holds its lock, but on a file that has been removed.
    let second = PartFile::open(&path, None, false);
    drop(first);
    assert!(cfg!(not(unix)) || second.unwrap().keep().unwrap().is_none());
    assert_eq!(fs::read_to_string(&path).unwrap(), "1\n");
}

#[test]
fn damaged_states_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x");
    let mut file = PartFile::open(&path, None, true).unwrap();
    file.write_all(b"1\n").unwrap();
    file.complete(checkpoint(1));
    assert!(file.keep().unwrap().is_some());
    let [part, state] = paths(&path);
    let text = fs::read(&state).unwrap();
    for damaged in
        [&b""[..], &text[..20], &text.to_ascii_uppercase().iter().map(|byte| byte ^ 1).collect::<Vec<_>>()]
    {
        fs::write(&state, damaged).unwrap();
        assert!(PartFile::open(&path, None, true).is_err());
    }
    fs::remove_file(&state).unwrap();
    assert!(PartFile::open(&path, None, true).is_err());
    assert!(!state.exists());
    fs::write(&state, &text).unwrap();
    fs::write(&part, "2\n").unwrap();
    assert!(PartFile::open(&path, None, true).is_err(), "the part file is damaged");
    fs::write(&part, "").unwrap();
    assert_eq!(PartFile::open(&path, None, true).unwrap().latest(), Checkpoint::default(), "nothing is left");
}

#[test]
fn empty_output_leaves_no_part_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x");
    assert!(PartFile::open(&path, None, false).unwrap().keep().unwrap().is_none());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    PartFile::open(&path, None, false).unwrap().finish().unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "");
}
