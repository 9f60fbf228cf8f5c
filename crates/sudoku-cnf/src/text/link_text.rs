//! Recognizes links to f-puzzles and `SudokuPad` in text.

/// The start of every compressed f-puzzles object, which is `{"s` or `{"size`.
const COMPRESSED_START: &str = "N4Ig";

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
        let data = &word[own.or_else(|| word.find(COMPRESSED_START))?..];
        let before = &word[..word.len() - data.len()];
        let is_link = before.is_empty()
            || before.ends_with(['=', '/'])
            || own.is_some()
            || before.ends_with("fpuzzles")
            || before.ends_with("fpuz");
        // Other words may start with the same letters.
        (is_link && (data.len() >= 40 || !before.is_empty())).then_some(data)
    })
}
