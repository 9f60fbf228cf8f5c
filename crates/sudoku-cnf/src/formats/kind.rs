//! What a line is for: cells, rules, comments, headings.

use super::word::is_bar;

/// What a line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineKind {
    /// It holds cells, or what should be cells.
    Cells,
    /// It separates rows by strokes.
    Rule,
    /// It holds nothing.
    Empty,
    /// It holds a comment, or the name of the next puzzle.
    Comment,
}

/// What a line is for, as far as it shows by itself.
pub(super) fn kind(line: &str) -> LineKind {
    let line = line.trim();
    if line.is_empty() {
        LineKind::Empty
    } else if line.starts_with(['#', '%'])
        || line.starts_with("//")
        || line.starts_with("```")
        || is_heading(line)
    {
        LineKind::Comment
    } else if is_rule(line) {
        LineKind::Rule
    } else {
        LineKind::Cells
    }
}

/// Whether a line names what follows: `Grid 01`, `Puzzle #3:`, `[Puzzle]`.
pub(super) fn is_heading(line: &str) -> bool {
    let line = line.trim();
    section(line).is_some() || {
        let end = line.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(line.len());
        let (word, rest) = line.split_at(end);
        let word = word.to_ascii_lowercase();
        matches!(&*word, "grid" | "puzzle" | "sudoku" | "board" | "game" | "no" | "number")
            && rest.len() < 20
            && rest.chars().all(|c| c.is_ascii_digit() || matches!(c, ' ' | '#' | ':' | '.' | '\t'))
    }
}

/// Whether a line of nothing but tabs may be a row of a table.
pub(super) fn may_be_blank_row(line: &str) -> bool {
    line.len() > 2 && line.bytes().all(|byte| byte == b'\t')
}

/// Whether a line is a field of `.sdk`: `#A` author, `#D` description, `#C` comment, and so on.
pub(super) fn is_field(line: &str) -> bool {
    let field = line.trim().strip_prefix('#').map(str::as_bytes);
    matches!(field, Some([b'A' | b'B' | b'C' | b'D' | b'L' | b'S' | b'U', rest @ ..]) if !rest.first().is_some_and(u8::is_ascii_alphanumeric))
}

/// The name in `[Puzzle]`.
pub(super) fn section(line: &str) -> Option<&str> {
    let name = line.trim().strip_prefix('[')?.strip_suffix(']')?;
    (name.len() > 1 && name.chars().all(char::is_alphabetic)).then_some(name)
}

/// How many dashes a line consists of, if of nothing else: it is a rule, or a board of so many blanks.
pub(super) fn dashes(line: &str) -> Option<usize> {
    let line = line.trim();
    (!line.is_empty() && line.bytes().all(|byte| byte == b'-')).then_some(line.len())
}

/// Whether a line only separates rows: `------+------`, `+===+===+`, `*---*---*`, `├───┼───┤`, `.-----.-----.`.
fn is_rule(line: &str) -> bool {
    let is_stroke = |c| matches!(c, '-' | '=' | '─' | '━' | '═' | '╌' | '┄');
    // A stroke for every cell is meant as a row of blanks.
    let is_row = line.split_whitespace().count() > 1 && line.split_whitespace().all(|word| word == "-");
    let corners = if line.contains("---") { ".:'`," } else { "" };
    !is_row
        && line.chars().any(is_stroke)
        && line.chars().all(|c| {
            is_stroke(c)
                || is_bar(c)
                || c.is_whitespace()
                || matches!(c, '+' | '*' | '\u{2500}'..='\u{257f}')
                || corners.contains(c)
        })
}
