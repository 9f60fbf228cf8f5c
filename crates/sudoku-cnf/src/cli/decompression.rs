//! Compressed input files: gzip, xz, bzip2 and zstd.

use std::io::{self, BufRead, BufReader, Read};

use bzip2::read::MultiBzDecoder;
use flate2::bufread::GzDecoder;
use lzma_rust2::{Action, Status, XzStream};
use ruzstd::decoding::{BlockDecodingStrategy, StreamingDecoder};

use super::compression::Compression;

/// Returns a reader for the decompressed `input`, or for `input` itself if it is not compressed.
///
/// The first bytes are read one by one, and only as long as they can be the start of a compressed file, because a
/// terminal or pipe might not provide more yet.
///
/// # Errors
/// Returns an error if reading fails, or if the start of the compressed data is malformed.
pub fn decompress(mut input: Box<dyn Read + Send>) -> io::Result<Box<dyn Read + Send>> {
    let mut start = Vec::new();
    let compression = loop {
        let length = start.len();
        input.by_ref().take(1).read_to_end(&mut start)?;
        let mut possible = Compression::ALL.into_iter().filter(|format| format.magic().starts_with(&start));
        match possible.next() {
            Some(format) if start.len() == format.magic().len() => break Some(format),
            Some(_) if start.len() > length => {}
            _ => break None,
        }
    };
    let input = io::Cursor::new(start).chain(input);
    Ok(match compression {
        None => Box::new(input),
        Some(Compression::Gzip) => {
            Box::new(StepDecoder::new(GzipReader { member: Some(GzDecoder::new(BufReader::new(input))) }))
        }
        Some(Compression::Xz) => Box::new(StepDecoder::new(XzDecoder {
            stream: XzStream::new(true),
            input: BufReader::new(input),
        })),
        Some(Compression::Zstd) => Box::new(ZstdReader::new(BufReader::new(input))?),
        Some(Compression::Bzip2) => Box::new(StepDecoder::new(MultiBzDecoder::new(input))),
    })
}

/// Returns the error for compressed data without its end.
fn truncated() -> io::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, "the compressed data is truncated")
}

/// The number of bytes that are decompressed at a time. A decoder that returns an error loses the bytes that it has
/// decompressed during the same call, so they should be few.
const STEP: usize = 16;

/// A decoder that returns all bytes that precede an error, and reports truncated data with one error message for
/// all formats. The input ends
/// at an error, because some decoders invent data after it.
struct StepDecoder<D> {
    decoder: D,
    /// The error that follows the bytes that have been returned.
    error: Option<io::Error>,
    has_failed: bool,
}

impl<D> StepDecoder<D> {
    const fn new(decoder: D) -> Self {
        Self { decoder, error: None, has_failed: false }
    }
}

impl<D: Read> Read for StepDecoder<D> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut filled = 0;
        while filled < buffer.len() && !self.has_failed {
            let end = buffer.len().min(filled + STEP);
            match self.decoder.read(&mut buffer[filled..end]) {
                Ok(0) => return Ok(filled),
                Ok(count) => filled += count,
                Err(error) => {
                    let is_truncated = error.kind() == io::ErrorKind::UnexpectedEof;
                    self.error = Some(if is_truncated { truncated() } else { error });
                    self.has_failed = true;
                }
            }
        }
        if filled == 0 { self.error.take().map_or(Ok(0), Err) } else { Ok(filled) }
    }
}

/// A decoder for a sequence of xz streams that returns all data of a truncated block. `lzma_rust2::XzReader` returns
/// only whole chunks.
struct XzDecoder<R> {
    stream: XzStream,
    input: R,
}

impl<R: BufRead> Read for XzDecoder<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let input = self.input.fill_buf()?;
            let is_end = input.is_empty();
            let action = if is_end { Action::Finish } else { Action::Run };
            let result = self.stream.process(input, buffer, action)?;
            self.input.consume(result.bytes_consumed);
            if result.bytes_produced > 0 || buffer.is_empty() || matches!(result.status, Status::StreamEnd) {
                return Ok(result.bytes_produced);
            }
            if is_end {
                return Err(truncated());
            }
        }
    }
}

/// A decoder for a sequence of gzip members.
///
/// Zeros after the last member are ignored, as by `gzip`. Archives on tapes and block devices end with them.
struct GzipReader<R> {
    /// The decoder for the current member. `None` after an error.
    member: Option<GzDecoder<R>>,
}

impl<R: BufRead> Read for GzipReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let count = member.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            let input = member.get_mut();
            if skip_zeros(input)? {
                return Ok(0);
            }
            if !Compression::Gzip.magic().starts_with(&input.fill_buf()?[..1]) {
                return Err(io::Error::other("the compressed data is followed by other data"));
            }
            self.member = self.member.take().map(GzDecoder::into_inner).map(GzDecoder::new);
        }
        Ok(0)
    }
}

/// Skips zeros. Returns whether the input ends after them.
fn skip_zeros(input: &mut impl BufRead) -> io::Result<bool> {
    loop {
        let bytes = input.fill_buf()?;
        if bytes.first() != Some(&0) {
            return Ok(bytes.is_empty());
        }
        let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
        input.consume(zeros);
    }
}

/// A decoder for a sequence of zstd frames.
struct ZstdReader<R: Read> {
    /// The decoder for the current frame. `None` after an error.
    frame: Option<StreamingDecoder<R, ruzstd::decoding::FrameDecoder>>,
    is_truncated: bool,
}

/// An empty last block and an arbitrary checksum, with which a truncated frame ends.
const END_OF_FRAME: [u8; 7] = [1, 0, 0, 0, 0, 0, 0];

impl<R: BufRead> ZstdReader<R> {
    fn new(input: R) -> io::Result<Self> {
        let frame = StreamingDecoder::new(input).map_err(io::Error::other)?;
        Ok(Self { frame: Some(frame), is_truncated: false })
    }
}

impl<R: BufRead> Read for ZstdReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(frame) = &mut self.frame {
            let count = match frame.read(buffer) {
                Err(_) if !self.is_truncated && frame.get_mut().fill_buf()?.is_empty() => {
                    // The decoder keeps a part of the text until the frame ends.
                    self.is_truncated = true;
                    let end = frame.decoder.decode_blocks(&END_OF_FRAME[..], BlockDecodingStrategy::All);
                    end.map_err(|_| truncated())?;
                    continue;
                }
                result => result?,
            };
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            if self.is_truncated {
                return Err(truncated());
            }
            let decoder = &frame.decoder;
            let expected = decoder.get_checksum_from_data();
            if expected.is_some() && expected != decoder.get_calculated_checksum() {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "the zstd checksum does not match"));
            }
            if frame.get_mut().fill_buf()?.is_empty() {
                return Ok(0);
            }
            let input = self.frame.take().map(StreamingDecoder::into_inner);
            self.frame = input.map(StreamingDecoder::new).transpose().map_err(io::Error::other)?;
        }
        Ok(0)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::cli) fn read(bytes: Vec<u8>) -> io::Result<String> {
        let mut text = String::new();
        decompress(Box::new(io::Cursor::new(bytes)))?.read_to_string(&mut text)?;
        Ok(text)
    }

    #[test]
    fn zeros_after_a_gzip_member_are_ignored() {
        let member = Compression::Gzip.compress(b"53..7").unwrap();
        let zeros = vec![0; 100_000];
        assert_eq!(read([&member[..], &zeros].concat()).unwrap(), "53..7");
        assert_eq!(read([&member[..], &zeros, &member[..], &zeros].concat()).unwrap(), "53..753..7");
        let error = read([&member[..], b"x"].concat()).unwrap_err().to_string();
        assert_eq!(error, "the compressed data is followed by other data");
    }

    #[test]
    fn zstd_frames_are_read() {
        let frame =
            ruzstd::encoding::compress_to_vec(&b"53..7"[..], ruzstd::encoding::CompressionLevel::Fastest);
        assert_eq!(read(frame.clone()).unwrap(), "53..7");
        assert_eq!(read(frame.repeat(3)).unwrap(), "53..7".repeat(3));
        // The frame ends with a checksum.
        let mut damaged = frame;
        *damaged.last_mut().unwrap() ^= 1;
        assert!(read(damaged).unwrap_err().to_string().contains("checksum"));
    }

    #[test]
    fn truncated_files_are_read_up_to_their_end() {
        let text: String =
            (0..60_000_u32).map(|line| line.wrapping_mul(2_654_435_761).to_string() + "\n").collect();
        for compression in Compression::ALL {
            let mut bytes = compression.compress(text.as_bytes()).unwrap();
            bytes.truncate(bytes.len() * 9 / 10);
            let (mut input, mut found) = (decompress(Box::new(io::Cursor::new(bytes))).unwrap(), Vec::new());
            let error = input.read_to_end(&mut found).unwrap_err();
            assert!(!matches!(input.read(&mut [0; 100]), Ok(1..)), "{compression:?}");
            assert_eq!(error.to_string(), "the compressed data is truncated", "{compression:?}");
            assert!(text.as_bytes().starts_with(&found), "{compression:?}");
            // The text is a single block of bzip2.
            assert!(found.len() > text.len() / 3 || compression == Compression::Bzip2, "{compression:?}");
        }
    }

    /// The text of a short list is a single chunk of xz.
    #[test]
    fn a_truncated_chunk_of_xz_is_read_up_to_its_end() {
        let text: String =
            (0..500_u32).map(|line| line.wrapping_mul(2_654_435_761).to_string() + "\n").collect();
        let bytes = Compression::Xz.compress(text.as_bytes()).unwrap();
        for end in [bytes.len() / 2, bytes.len() - 40, bytes.len() - 1] {
            let mut input = decompress(Box::new(io::Cursor::new(bytes[..end].to_vec()))).unwrap();
            let mut found = Vec::new();
            let error = input.read_to_end(&mut found).unwrap_err();
            assert_eq!(error.to_string(), "the compressed data is truncated");
            assert!(text.as_bytes().starts_with(&found) && found.len() > text.len() / 3, "{end}");
        }
    }

    #[test]
    fn other_files_are_not_changed() {
        for text in ["", "B", "BZ", "BZx", "(x", "53"] {
            assert_eq!(read(text.as_bytes().to_vec()).unwrap(), text);
        }
    }
}
