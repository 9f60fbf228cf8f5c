//! Compressed output files: gzip, xz, bzip2 and zstd. zstd output is available only for whole buffers.

use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use bzip2::write::BzEncoder;
use flate2::write::GzEncoder;
use lzma_rust2::{XzOptions, XzWriter};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

/// The compression level of xz, from 0 to 9. Higher levels are much slower on CNF files and save little.
const XZ_LEVEL: u32 = 3;

/// A format of compressed files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// The extension `.gz`.
    Gzip,
    /// The extension `.xz`.
    Xz,
    /// The extension `.zst`.
    Zstd,
    /// The extension `.bz2`.
    Bzip2,
}

impl Compression {
    pub(super) const ALL: [Self; 4] = [Self::Gzip, Self::Xz, Self::Zstd, Self::Bzip2];

    /// Returns the bytes with which all compressed files start.
    pub(super) const fn magic(self) -> &'static [u8] {
        match self {
            Self::Gzip => b"\x1f\x8b",
            Self::Xz => b"\xfd7zXZ\0",
            Self::Zstd => b"\x28\xb5\x2f\xfd",
            Self::Bzip2 => b"BZh",
        }
    }

    /// Returns the compression that the extension of `path` indicates.
    pub fn from_path(path: &Path) -> Option<Self> {
        match &*path.extension()?.to_str()?.to_ascii_lowercase() {
            // A .svgz file is a compressed .svg file.
            "gz" | "svgz" => Some(Self::Gzip),
            "xz" => Some(Self::Xz),
            "zst" => Some(Self::Zstd),
            "bz2" => Some(Self::Bzip2),
            _ => None,
        }
    }

    /// Compresses `bytes`. The concatenation of several results is a valid file, too.
    ///
    /// # Errors
    /// Returns an error if the compressor fails.
    pub fn compress(self, bytes: &[u8]) -> io::Result<Vec<u8>> {
        if self == Self::Zstd {
            return Ok(compress_to_vec(bytes, CompressionLevel::Fastest));
        }
        let mut writer = FileWriter::new(Vec::new(), Some(self))?;
        writer.write_all(bytes)?;
        writer.finish()
    }
}

/// A file that is being written, compressed or not.
///
/// After a failed write, all further operations fail, too, because some encoders lose bytes that they could not write.
pub(crate) struct FileWriter<W: Write = File> {
    encoder: Encoder<W>,
    /// The first error.
    error: Option<(io::ErrorKind, String)>,
}

enum Encoder<W: Write> {
    Plain(W),
    Gzip(GzEncoder<W>),
    Xz(Box<XzWriter<W>>),
    Bzip2(BzEncoder<W>),
}

/// The encoders do not implement `Debug`.
impl<W: Write> fmt::Debug for FileWriter<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileWriter").finish_non_exhaustive()
    }
}

impl<W: Write> FileWriter<W> {
    /// Creates a writer for `file` with the given compression.
    ///
    /// # Errors
    /// Returns an error if the compression is zstd, which is not supported for output.
    pub(crate) fn new(file: W, compression: Option<Compression>) -> io::Result<Self> {
        let encoder = match compression {
            None => Encoder::Plain(file),
            Some(Compression::Gzip) => Encoder::Gzip(GzEncoder::new(file, flate2::Compression::default())),
            Some(Compression::Xz) => {
                Encoder::Xz(Box::new(XzWriter::new(file, XzOptions::with_preset(XZ_LEVEL))?))
            }
            Some(Compression::Bzip2) => Encoder::Bzip2(BzEncoder::new(file, bzip2::Compression::default())),
            Some(Compression::Zstd) => {
                return Err(io::Error::new(
                    io::ErrorKind::Unsupported,
                    "cannot write zstd-compressed files\nhint: use the extension .gz, .xz or .bz2, or pipe the output to 'zstd'",
                ));
            }
        };
        Ok(Self { encoder, error: None })
    }

    /// Writes the end of the compressed data, and returns the file.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        self.check()?;
        let mut file = match self.encoder {
            Encoder::Plain(file) => file,
            Encoder::Gzip(encoder) => encoder.finish()?,
            Encoder::Xz(encoder) => encoder.finish()?,
            Encoder::Bzip2(encoder) => encoder.finish()?,
        };
        file.flush()?;
        Ok(file)
    }

    /// Returns the first error, if there was one.
    fn check(&mut self) -> io::Result<()> {
        self.error.as_ref().map_or(Ok(()), |(kind, text)| Err(io::Error::new(*kind, text.clone())))
    }

    fn first_error<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        result.inspect_err(|error| {
            if error.kind() != io::ErrorKind::Interrupted {
                self.error = Some((error.kind(), error.to_string()));
            }
        })
    }
}

impl<W: Write> Write for FileWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.check()?;
        let written = match &mut self.encoder {
            Encoder::Plain(file) => file.write(bytes),
            Encoder::Gzip(encoder) => encoder.write(bytes),
            Encoder::Xz(encoder) => encoder.write(bytes),
            Encoder::Bzip2(encoder) => encoder.write(bytes),
        };
        self.first_error(written)
    }

    /// Flushes only an uncompressed file, because flushing makes compression worse.
    fn flush(&mut self) -> io::Result<()> {
        self.check()?;
        let Encoder::Plain(file) = &mut self.encoder else { return Ok(()) };
        let flushed = file.flush();
        self.first_error(flushed)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;
    use crate::cli::decompression::tests::read;

    #[test]
    fn compressed_parts_can_be_concatenated() {
        let parts = ["one\n".repeat(1000), "two\n".repeat(50_000)];
        for compression in Compression::ALL {
            let compressed = parts.each_ref().map(|part| compression.compress(part.as_bytes()).unwrap());
            assert!(compressed[1].len() < parts[1].len() / 20, "{compression:?}");
            assert_eq!(read(compressed.concat()).unwrap(), parts.concat(), "{compression:?}");
        }
    }

    #[test]
    fn compressed_files_read_back() {
        let text = "53..7....\n".repeat(1000);
        for name in ["x", "x.gz", "x.XZ", "x.bz2"] {
            let mut file = tempfile::tempfile().unwrap();
            let compression = Compression::from_path(Path::new(name));
            let mut writer = FileWriter::new(file.try_clone().unwrap(), compression).unwrap();
            writer.write_all(text.as_bytes()).unwrap();
            writer.finish().unwrap();
            let mut bytes = Vec::new();
            io::Seek::rewind(&mut file).unwrap();
            file.read_to_end(&mut bytes).unwrap();
            assert_eq!(bytes.len() < text.len() / 10, compression.is_some(), "{name}");
            assert_eq!(read(bytes.clone()).unwrap(), text, "{name}");
            if compression.is_some() {
                assert_eq!(read([&bytes[..], &bytes[..]].concat()).unwrap().len(), 2 * text.len(), "{name}");
                assert!(read(bytes[..bytes.len() / 2].to_vec()).is_err(), "{name}");
            }
        }
        assert!(FileWriter::new(tempfile::tempfile().unwrap(), Some(Compression::Zstd)).is_err());
    }

    /// A writer that fails once after `space` bytes, and then continues.
    struct Full {
        written: Vec<u8>,
        space: Option<usize>,
    }

    impl Write for &mut Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let count = bytes.len().min(self.space.unwrap_or(usize::MAX));
            if count == 0 && !bytes.is_empty() {
                self.space = None;
                return Err(io::ErrorKind::StorageFull.into());
            }
            self.space = self.space.map(|space| space - count);
            self.written.extend_from_slice(&bytes[..count]);
            Ok(count)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// A write that fails unnoticed must not leave a hole in the file.
    #[test]
    fn a_failed_write_is_an_error_at_the_end() {
        let lines = (0..1000_u64).map(|i| format!("{}\n", i.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        let text: String = lines.collect();
        for name in ["x", "x.gz", "x.xz", "x.bz2"] {
            let compression = Compression::from_path(Path::new(name));
            let step = match name {
                "x" | "x.gz" => 1,
                // These encoders take much longer.
                _ => 61,
            };
            for space in (0..).step_by(step) {
                let mut file = Full { written: Vec::new(), space: Some(space) };
                let mut writer = FileWriter::new(&mut file, compression).unwrap();
                for mut part in text.as_bytes().chunks(1000) {
                    // Like `BufWriter`, continues after an error with the bytes that have not been accepted.
                    while !part.is_empty() {
                        let Ok(count) = writer.write(part) else { break };
                        part = &part[count..];
                    }
                }
                let finished = writer.finish().map(drop);
                let was_full = file.space.is_none();
                assert_eq!(finished.is_err(), was_full, "{name} {space}");
                if !was_full {
                    assert!(read(file.written).unwrap() == text, "{name} {space}");
                    break;
                }
            }
        }
    }
}
