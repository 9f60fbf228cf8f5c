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
        match self {
            Self::Gzip => {
                write_all(GzEncoder::new(Vec::new(), flate2::Compression::default()), bytes)?.finish()
            }
            Self::Xz => {
                write_all(XzWriter::new(Vec::new(), XzOptions::with_preset(XZ_LEVEL))?, bytes)?.finish()
            }
            Self::Bzip2 => {
                write_all(BzEncoder::new(Vec::new(), bzip2::Compression::default()), bytes)?.finish()
            }
            Self::Zstd => Ok(compress_to_vec(bytes, CompressionLevel::Fastest)),
        }
    }
}

fn write_all<W: Write>(mut writer: W, bytes: &[u8]) -> io::Result<W> {
    writer.write_all(bytes)?;
    Ok(writer)
}

/// A file that is being written, compressed or not.
pub(crate) enum FileWriter {
    Plain(File),
    Gzip(GzEncoder<File>),
    Xz(Box<XzWriter<File>>),
    Bzip2(BzEncoder<File>),
}

/// The encoders do not implement `Debug`.
impl fmt::Debug for FileWriter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileWriter").finish_non_exhaustive()
    }
}

impl FileWriter {
    /// Creates a writer for `file` with the given compression.
    ///
    /// # Errors
    /// Returns an error if the compression is zstd, which is not supported for output.
    pub(crate) fn new(file: File, compression: Option<Compression>) -> io::Result<Self> {
        Ok(match compression {
            None => Self::Plain(file),
            Some(Compression::Gzip) => Self::Gzip(GzEncoder::new(file, flate2::Compression::default())),
            Some(Compression::Xz) => {
                Self::Xz(Box::new(XzWriter::new(file, XzOptions::with_preset(XZ_LEVEL))?))
            }
            Some(Compression::Bzip2) => Self::Bzip2(BzEncoder::new(file, bzip2::Compression::default())),
            Some(Compression::Zstd) => {
                return Err(io::Error::new(
                    io::ErrorKind::Unsupported,
                    "cannot write zstd-compressed files\nhint: use the extension .gz, .xz or .bz2, or pipe the output to 'zstd'",
                ));
            }
        })
    }

    /// Writes the end of the compressed data.
    pub(crate) fn finish(self) -> io::Result<()> {
        let mut file = match self {
            Self::Plain(file) => file,
            Self::Gzip(encoder) => encoder.finish()?,
            Self::Xz(encoder) => encoder.finish()?,
            Self::Bzip2(encoder) => encoder.finish()?,
        };
        file.flush()
    }

    fn inner(&mut self) -> &mut dyn Write {
        match self {
            Self::Plain(file) => file,
            Self::Gzip(encoder) => encoder,
            Self::Xz(encoder) => &mut **encoder,
            Self::Bzip2(encoder) => encoder,
        }
    }
}

impl Write for FileWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.inner().write(bytes)
    }

    /// Flushes only an uncompressed file, because flushing makes compression worse.
    fn flush(&mut self) -> io::Result<()> {
        if let Self::Plain(file) = self { file.flush() } else { Ok(()) }
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
}
