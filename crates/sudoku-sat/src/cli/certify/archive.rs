//! Bundles in a tar archive, which may be compressed.
//!
//! Each bundle is compressed on its own, and the results are concatenated.

use std::io;
use std::path::Path;

use sudoku_cnf::cli::compression::Compression;
use sudoku_sat::proof::bundle::BundleFiles;

use crate::cli::bundles::BUNDLE_COUNT;

/// Two blocks of zeros, which end an archive.
const END: [u8; 1024] = [0; 1024];

/// The format of an archive.
#[derive(Clone, Copy, Debug)]
pub(super) enum ArchiveFormat {
    Plain,
    Compressed(Compression),
}

impl ArchiveFormat {
    /// Returns the format that the extension of `path` selects, or `None` if it is not the extension of an archive.
    pub(super) fn from_path(path: &Path) -> Option<Self> {
        let is_tar = |path: &Path| path.extension().is_some_and(|name| name.eq_ignore_ascii_case("tar"));
        match Compression::from_path(path) {
            Some(compression) => is_tar(&path.with_extension("")).then_some(Self::Compressed(compression)),
            None => is_tar(path).then_some(Self::Plain),
        }
    }

    /// Returns the bytes of a bundle in the archive.
    pub(super) fn member(self, name: &str, files: &BundleFiles) -> io::Result<Vec<u8>> {
        let files = files.iter().map(|(file, content)| (format!("{name}/{file}"), &**content));
        self.compress(&entries(files)?)
    }

    /// Returns the bytes that end an archive of `count` bundles: a file with this number, and the end mark.
    pub(super) fn end(self, count: u64) -> io::Result<Vec<u8>> {
        let mut bytes = entries([(BUNDLE_COUNT.to_owned(), format!("{count}\n").as_bytes())])?;
        bytes.extend_from_slice(&END);
        self.compress(&bytes)
    }

    fn compress(self, bytes: &[u8]) -> io::Result<Vec<u8>> {
        match self {
            Self::Plain => Ok(bytes.to_vec()),
            Self::Compressed(compression) => compression.compress(bytes),
        }
    }
}

/// Returns files as the entries of an archive, without the end mark.
fn entries<'f>(files: impl IntoIterator<Item = (String, &'f [u8])>) -> io::Result<Vec<u8>> {
    let mut tar = tar::Builder::new(Vec::new());
    for (path, content) in files {
        let mut header = tar::Header::new_ustar();
        header.set_size(content.len() as u64);
        header.set_mode(0o644);
        tar.append_data(&mut header, path, content)?;
    }
    // The builder appends the end mark only to the empty buffer that it keeps.
    Ok(std::mem::take(tar.get_mut()))
}
