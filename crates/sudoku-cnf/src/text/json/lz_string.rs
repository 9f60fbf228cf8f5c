//! Decompresses text that LZ-string compressed, up to a maximum length.
//!
//! LZ-string is LZ78: each code repeats an earlier text, or the last text and its first character. Text of k codes can
//! therefore expand to k²/2 characters. The library has no limit, so the length is computed before.

/// The characters that represent 6 bits each, and the padding.
const BASE64: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=";

/// An error in compressed text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LzError {
    /// The text is malformed or incomplete.
    Malformed,
    /// The decompressed text is too long.
    TooLong,
}

/// Decompresses `data`, which is in Base64 or its variant for addresses, to at most `limit` UTF-16 code units.
pub(super) fn decompress(data: &str, limit: usize) -> Result<String, LzError> {
    let symbol = |c| BASE64.find(if c == '-' { '+' } else { c }).map(|index| index as u16);
    let symbols: Vec<u16> = data.chars().filter_map(symbol).collect();
    let length = expanded_length(&symbols, limit).ok_or(LzError::Malformed)?;
    if length > limit {
        return Err(LzError::TooLong);
    }
    let units = lz_str::decompress_internal(symbols.into_iter(), 6).ok_or(LzError::Malformed)?;
    String::from_utf16(&units).map_err(|_| LzError::Malformed)
}

/// Returns the length of decompressed text, or some number greater than `limit` if it is longer. Returns `None` if the
/// text is malformed or incomplete.
fn expanded_length(symbols: &[u16], limit: usize) -> Option<usize> {
    let mut bits =
        symbols.iter().flat_map(|symbol| (0..6).rev().map(move |bit| usize::from(symbol >> bit & 1)));
    let mut read = |count| (0..count).try_fold(0, |value, bit| Some(value | bits.next()? << bit));
    // The lengths of the texts that have codes. The first three codes have another meaning.
    let mut lengths = vec![0; 3];
    let (mut total, mut last) = (0, 0);
    while total <= limit {
        let code = read(usize::BITS - lengths.len().leading_zeros())?;
        let length = match code {
            // A new character of 8 or 16 bits.
            0 | 1 => {
                read(8 * (code as u32 + 1))?;
                lengths.push(1);
                1
            }
            // The end.
            2 => break,
            code if code == lengths.len() => last + 1,
            code => *lengths.get(code)?,
        };
        if total > 0 {
            lengths.push(last + 1);
        }
        total += length;
        last = length;
    }
    Some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_length_is_computed_before_decompression() {
        let words = ["", "a", "aaaaaaaaaaaaaaaa", "{\"size\":9}", "→→→ ä 数独 数独 数独"].map(str::to_owned);
        let long = (0..2000).map(|number| (number * number % 1013).to_string()).collect::<Vec<_>>();
        for text in words.into_iter().chain([long.join(","), "b".repeat(100_000)]) {
            let (data, length) = (lz_str::compress_to_base64(&*text), text.encode_utf16().count());
            assert_eq!(decompress(&data, length).as_ref(), Ok(&text));
            if length > 0 {
                assert_eq!(decompress(&data, length - 1), Err(LzError::TooLong), "{text}");
                let half = data.get(..data.len() / 2).unwrap_or_default();
                assert_eq!(decompress(half, length), Err(LzError::Malformed), "{text}");
            }
        }
    }

    #[test]
    fn short_data_does_not_expand_beyond_the_limit() {
        // Each code is the one that is added next, so that each text is longer by one than the last one.
        let code = |value: usize, count: u32| (0..count).map(move |bit| value >> bit & 1);
        let first = code(0, 2).chain(code(usize::from(b'a'), 8));
        let repeated = (4..20_000_usize).flat_map(|next| code(next, usize::BITS - next.leading_zeros()));
        let bits: Vec<usize> = first.chain(repeated).collect();
        let symbol = |bits: &[usize]| bits.iter().fold(0, |symbol, bit| symbol << 1 | bit);
        let data: String = bits.chunks_exact(6).map(|bits| &BASE64[symbol(bits)..][..1]).collect();
        assert!(data.len() < 50_000, "{}", data.len());
        assert_eq!(decompress(&data, 1 << 20), Err(LzError::TooLong));
    }
}
