//! Recognizes links to f-puzzles and `SudokuPad` in text.

/// The start of every compressed f-puzzles object, which is `{"s` or `{"size`.
const COMPRESSED_START: &str = "N4Ig";

/// The minimum length of data that are a link without an address.
const MIN_DATA: usize = 40;

/// The names before the compressed part of `SudokuPad`'s own links, each with the start of any compressed object.
const OWN_STARTS: [&str; 2] = ["sclN4", "ctcN4"];

/// Returns whether `line` contains a link to a puzzle or the compressed part of such a link.
pub(super) fn has_link(line: &str) -> bool {
    links(line).next().is_some()
}

/// Returns whether `line` consists of a link, or of the compressed part of a link.
pub(super) fn is_link(line: &str) -> bool {
    let line = line.trim();
    (line.starts_with("http")
        || line.starts_with(COMPRESSED_START)
        || OWN_STARTS.iter().any(|start| line.starts_with(start)))
        && !line.contains(char::is_whitespace)
        && has_link(line)
}

/// Returns the compressed parts of the links in `line`.
pub(super) fn links(line: &str) -> impl Iterator<Item = &str> {
    let is_data = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=' | '%' | '-');
    line.split(move |c| !is_data(c)).filter_map(|word| {
        let own =
            OWN_STARTS.iter().filter_map(|start| Some(word.find(start)? + start.len() - "N4".len())).min();
        // Data after the name of the parameter are a link even if their start is damaged.
        let parameter = word.strip_prefix("load=").filter(|data| data.len() >= MIN_DATA);
        let compressed =
            word.find(COMPRESSED_START).or_else(|| parameter.map(|data| word.len() - data.len()));
        // Compressed data may contain the other start by chance.
        let is_own = own.is_some_and(|own| compressed.is_none_or(|compressed| own <= compressed));
        let data = &word[if is_own { own } else { compressed }?..];
        let before = &word[..word.len() - data.len()];
        let is_address =
            before.ends_with(['=', '/']) || before.ends_with("fpuzzles") || before.ends_with("fpuz");
        // Other words may start with the same letters.
        let is_long = data.len() >= MIN_DATA;
        (is_address || is_long && (is_own || before.is_empty())).then_some(data)
    })
}
