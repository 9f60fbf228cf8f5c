//! Characters: which are cells, which are blanks, which only separate, and how a line falls into
//! words that each stand for a cell.

use super::error::TextErrorKind;
use crate::geometry::Digit;

/// How a cell is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spelling {
    /// One character a cell: `1` … `9`, then letters from `A` for 10.
    Symbols,
    /// A decimal number a cell, between blanks.
    Numbers,
}

/// The largest board that [`Spelling::Symbols`] can write: nine digits and the alphabet.
pub(super) const MAX_SYMBOL: usize = 35;

/// A part of a line that stands for a cell, or for several.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    /// The first character, from 1.
    pub(super) column: usize,
    /// The text.
    pub(super) text: &'a str,
}

/// What a line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineKind {
    /// It holds cells, or what should be cells.
    Cells,
    /// It separates rows by strokes.
    Rule,
    /// It holds nothing.
    Empty,
    /// It holds a comment.
    Comment,
}

/// What a line is for, as far as it shows by itself.
pub(super) fn kind(line: &str) -> LineKind {
    let line = line.trim_start();
    if line.is_empty() {
        LineKind::Empty
    } else if line.starts_with('#') {
        LineKind::Comment
    } else if is_rule(line) {
        LineKind::Rule
    } else {
        LineKind::Cells
    }
}

/// How many dashes a line consists of, if of nothing else: it is a rule, or a board of so many blanks.
pub(super) fn dashes(line: &str) -> Option<usize> {
    let line = line.trim();
    (!line.is_empty() && line.bytes().all(|byte| byte == b'-')).then_some(line.len())
}

/// Whether a line only separates rows: `------+------`, `+===+===+`, `*---*---*`, `├───┼───┤`.
fn is_rule(line: &str) -> bool {
    let is_stroke = |c| matches!(c, '-' | '=' | '─' | '━' | '═' | '╌' | '┄');
    // A stroke for every cell is meant as a row of blanks.
    let is_row = line.split_whitespace().count() > 1 && line.split_whitespace().all(|word| word == "-");
    !is_row
        && line.chars().any(is_stroke)
        && line.chars().all(|c| {
            is_stroke(c) || is_bar(c) || c.is_whitespace() || matches!(c, '+' | '*' | '\u{2500}'..='\u{257f}')
        })
}

/// Whether a character is a bar between cells.
pub(super) fn is_bar(c: char) -> bool {
    matches!(c, '|' | '│' | '┃' | '║' | '┆' | '╎')
}

/// The words of a line up to a `#`: what stands between blanks and bars.
pub(super) fn words(line: &str) -> Vec<Word<'_>> {
    split(line, |c| c.is_whitespace() || is_bar(c))
}

/// The runs of `line` up to a `#` between characters that separate.
fn split(line: &str, separates: impl Fn(char) -> bool) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut start = None;
    for (column, (offset, c)) in line.char_indices().chain([(line.len(), '#')]).enumerate() {
        if c == '#' || separates(c) {
            if let Some((column, from)) = start.take() {
                words.push(Word { column, text: &line[from..offset] });
            }
            if c == '#' {
                break;
            }
        } else if start.is_none() {
            start = Some((column + 1, offset));
        }
    }
    words
}

/// The characters of a word, each as a word of its own.
fn characters<'a>(word: &Word<'a>) -> impl Iterator<Item = Word<'a>> + use<'a> {
    let Word { column, text } = *word;
    text.char_indices()
        .enumerate()
        .map(move |(i, (offset, c))| Word { column: column + i, text: &text[offset..offset + c.len_utf8()] })
}

/// The cells of a row.
pub(super) fn row_cells(line: &str, spelling: Spelling) -> Vec<Word<'_>> {
    match spelling {
        Spelling::Numbers => words(line),
        Spelling::Symbols => words(line).iter().flat_map(characters).collect(),
    }
}

/// The cells of a whole board on one line. Symbols end at the first blank, comma or semicolon, after
/// which a comment follows, unless the blanks stand between single symbols or between n rows of n.
pub(super) fn line_cells(line: &str, spelling: Spelling) -> Vec<Word<'_>> {
    let words = split(line, char::is_whitespace);
    match spelling {
        Spelling::Numbers => words,
        Spelling::Symbols => {
            if words.len() > 1 && words.iter().all(|word| word.text.chars().count() == words.len()) {
                return words.iter().flat_map(characters).collect();
            }
            if words.first().is_some_and(|word| word.text.chars().nth(1).is_some()) {
                let cells = split(line, |c| c.is_whitespace() || matches!(c, ',' | ';'));
                return cells.first().into_iter().flat_map(characters).collect();
            }
            words.into_iter().take_while(|word| word.text.chars().nth(1).is_none()).collect()
        }
    }
}

/// What a cell holds on a board of size `n`: a digit, or nothing. `-` is a blank only where
/// `dash_is_blank`.
pub(super) fn cell(
    word: &str,
    spelling: Spelling,
    n: usize,
    dash_is_blank: bool,
) -> Result<Option<Digit>, TextErrorKind> {
    let mut characters = word.chars();
    let (first, is_single) = (characters.next(), characters.next().is_none());
    if is_single && first.is_some_and(|c| matches!(c, '.' | '0' | '_' | '*') || c == '-' && dash_is_blank) {
        return Ok(None);
    }
    let stray = word.chars().find(|c| !c.is_ascii_digit());
    let value = match (spelling, first, stray) {
        (Spelling::Symbols, Some(letter @ ('a'..='z' | 'A'..='Z')), _) if n > 9 => letter.to_digit(36),
        (_, _, Some(found)) => return Err(TextErrorKind::UnexpectedCharacter { found, size: n }),
        // A number that overflows is out of range all the more.
        _ => Some(word.parse().unwrap_or(u32::MAX)),
    };
    let value = value.unwrap_or(u32::MAX) as usize;
    if value > n {
        return Err(TextErrorKind::OutOfRange { found: word.to_owned(), size: n });
    }
    Ok(Digit::new(value))
}
