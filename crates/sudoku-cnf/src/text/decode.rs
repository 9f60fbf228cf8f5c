//! Decodes input to UTF-8.
//!
//! With the `formats` feature, input that starts with a UTF-16 byte order mark is decoded from UTF-16. All
//! other input must be UTF-8.

use std::io::Read;

/// A reader that decodes its input to UTF-8.
#[cfg(feature = "formats")]
pub(crate) type Decoded<R> = encoding_rs_io::DecodeReaderBytes<R, Vec<u8>>;
/// The input itself, which must be UTF-8.
#[cfg(not(feature = "formats"))]
pub(crate) type Decoded<R> = R;

/// Returns a reader that decodes UTF-16 input with a byte order mark. Any other input is passed through, without a
/// byte order mark at its start.
#[cfg(feature = "formats")]
pub(crate) fn decode<R: Read>(input: R) -> Decoded<R> {
    encoding_rs_io::DecodeReaderBytesBuilder::new().utf8_passthru(true).strip_bom(true).build(input)
}

/// Returns `input` unchanged.
#[cfg(not(feature = "formats"))]
pub(crate) fn decode<R: Read>(input: R) -> Decoded<R> {
    input
}

#[cfg(all(test, feature = "formats"))]
mod tests {
    use super::*;

    #[test]
    fn utf_16_is_decoded() {
        for text in [&b"\xff\xfea\0\n\0b\0"[..], b"\xfe\xff\0a\0\n\0b", b"\xef\xbb\xbfa\nb", b"a\nb"] {
            let mut decoded = String::new();
            decode(text).read_to_string(&mut decoded).unwrap();
            assert_eq!(decoded, "a\nb");
        }
    }
}
