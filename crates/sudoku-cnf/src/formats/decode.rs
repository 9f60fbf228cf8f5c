//! Decoding of an input to UTF-8. UTF-16 that starts with a byte order mark requires the feature `formats`.

use std::io::Read;

/// An input after decoding to UTF-8.
#[cfg(feature = "formats")]
pub(super) type Decoded<R> = encoding_rs_io::DecodeReaderBytes<R, Vec<u8>>;
/// An input in UTF-8.
#[cfg(not(feature = "formats"))]
pub(super) type Decoded<R> = R;

/// Decodes UTF-16 that starts with a byte order mark.
#[cfg(feature = "formats")]
pub(super) fn decode<R: Read>(input: R) -> Decoded<R> {
    encoding_rs_io::DecodeReaderBytesBuilder::new().utf8_passthru(true).build(input)
}

/// Returns the input as it is.
#[cfg(not(feature = "formats"))]
pub(super) fn decode<R: Read>(input: R) -> Decoded<R> {
    input
}

#[cfg(all(test, feature = "formats"))]
mod tests {
    use super::*;

    #[test]
    fn utf_16_is_decoded() {
        for text in [&b"\xff\xfea\0\n\0b\0"[..], b"\xfe\xff\0a\0\n\0b", b"a\nb"] {
            let mut decoded = String::new();
            decode(text).read_to_string(&mut decoded).unwrap();
            assert_eq!(decoded.trim_start_matches('\u{feff}'), "a\nb");
        }
    }
}
