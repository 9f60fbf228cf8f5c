//! How a line falls into words that each stand for a cell: at blanks and bars, at delimiters, or into characters.

use std::borrow::Cow;

use super::content::Spelling;
use crate::board::MAX_SIZE;

/// More characters than the cells and candidates of any board that is written in characters.
const MAX_SYMBOLS: usize = 1 << 17;
/// More than a line with a board and some words has.
const MAX_LINE_OF_WORDS: usize = 1 << 14;

/// A part of a line that stands for a cell, or for several.
#[derive(Clone, Debug)]
pub(super) struct Word<'a> {
    /// The first character, from 1.
    pub(super) column: usize,
    /// The text; nothing for a cell that is left out between delimiters.
    pub(super) text: Cow<'a, str>,
}

impl<'a> Word<'a> {
    pub(super) fn new(column: usize, text: impl Into<Cow<'a, str>>) -> Self {
        Self { column, text: text.into() }
    }

    /// How many characters it has, at least 1.
    pub(super) fn length(&self) -> usize {
        self.text.chars().count().max(1)
    }
}

/// Whether a character is a bar between cells.
pub(super) fn is_bar(c: char) -> bool {
    matches!(c, '|' | '│' | '┃' | '║' | '┆' | '╎')
}

/// The words of a line up to a `#`: what stands between blanks and bars.
pub(super) fn words(line: &str) -> Vec<Word<'_>> {
    split(line, |c| c.is_whitespace() || is_bar(c))
}

/// The runs of `line` up to a `#` between characters that separate. There are no more of them than the largest board
/// has cells, and one that tells of too many.
pub(super) fn split(line: &str, separates: impl Fn(char) -> bool) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut start = None;
    for (column, (offset, c)) in line.char_indices().chain([(line.len(), '#')]).enumerate() {
        if c == '#' || separates(c) {
            if let Some((column, from)) = start.take() {
                words.push(Word::new(column, &line[from..offset]));
            }
            if c == '#' || words.len() > MAX_SIZE * MAX_SIZE {
                break;
            }
        } else if start.is_none() {
            start = Some((column + 1, offset));
        }
    }
    words
}

/// The characters of a text that begins at `column`, each as a word.
pub(super) fn characters(column: usize, text: &str) -> impl Iterator<Item = Word<'_>> {
    text.char_indices()
        .enumerate()
        .map(move |(i, (offset, c))| Word::new(column + i, &text[offset..offset + c.len_utf8()]))
}

/// The characters of all words, if a board may have so many cells in characters.
fn all_characters<'a>(words: &[Word<'a>]) -> Vec<Word<'a>> {
    let count: usize = words.iter().map(|word| word.text.len()).sum();
    if count > MAX_SYMBOLS { Vec::new() } else { words.iter().flat_map(spread).collect() }
}

/// The characters of a word, each as a word.
pub(super) fn spread<'a>(word: &Word<'a>) -> Vec<Word<'a>> {
    match &word.text {
        Cow::Borrowed(text) => characters(word.column, text).collect(),
        Cow::Owned(text) => {
            characters(word.column, text).map(|word| Word::new(word.column, word.text.into_owned())).collect()
        }
    }
}

/// The cells of a row.
pub(super) fn row_cells(line: &str, spelling: Spelling) -> Vec<Word<'_>> {
    match spelling {
        Spelling::Numbers | Spelling::Groups => words(line),
        Spelling::Symbols | Spelling::Positional => all_characters(&words(line)),
    }
}

/// How many cells a row has, however many there are.
pub(super) fn cell_count(line: &str, spelling: Spelling) -> usize {
    match spelling {
        Spelling::Numbers | Spelling::Groups => words(line).len(),
        Spelling::Symbols | Spelling::Positional => {
            let line = line.split('#').next().unwrap_or_default();
            line.chars().filter(|&c| !c.is_whitespace() && !is_bar(c)).count()
        }
    }
}

/// Where the delimiters of a line part nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ends {
    /// Nowhere: every delimiter stands between two cells.
    None,
    /// At the line's end.
    Last,
    /// At both ends.
    Both,
}

/// The fields of a line between delimiters, without quotes and blanks around them; none where the ends are others.
pub(super) fn fields(line: &str, delimiter: char, ends: Ends) -> Vec<Word<'_>> {
    let mut column = 1;
    let mut fields = Vec::new();
    for piece in line.split(delimiter).take(MAX_SIZE * MAX_SIZE + 2) {
        let field = piece.trim_start();
        let at = column + piece.chars().count() - field.chars().count();
        column += piece.chars().count() + 1;
        let field = field.trim_end();
        let unquoted = field.strip_prefix('"').and_then(|field| field.strip_suffix('"'));
        fields.push(match unquoted {
            Some(inside) => Word::new(at + 1, inside.trim()),
            None => Word::new(at, field),
        });
    }
    let is_empty = |field: Option<&Word<'_>>| field.is_some_and(|field| field.text.is_empty());
    let fits = match ends {
        Ends::None => true,
        Ends::Last => fields.len() > 1 && is_empty(fields.last()),
        Ends::Both => fields.len() > 2 && is_empty(fields.first()) && is_empty(fields.last()),
    };
    if !fits {
        return Vec::new();
    }
    if ends != Ends::None {
        fields.pop();
    }
    if ends == Ends::Both {
        fields.remove(0);
    }
    fields
}

/// A whole board within a line, and the offset of what follows it: the first word that has as many characters as a
/// board of 6×6 or more, and none that is no cell.
pub(super) fn embedded_cells(line: &str) -> (Vec<Word<'_>>, usize) {
    let separates = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':' | '"' | '\'' | '|' | '=');
    let is_cell = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '*' | '-' | '·');
    let is_board = |word: &Word<'_>| {
        let n = word.length().isqrt();
        n >= 6 && n * n == word.length() && word.text.chars().all(is_cell)
    };
    if line.len() > MAX_LINE_OF_WORDS {
        return (Vec::new(), line.len());
    }
    let word = split(line, separates).into_iter().find(is_board);
    let end = word.as_ref().map_or(line.len(), |word| offset(line, word.column) + word.text.len());
    (word.iter().flat_map(spread).collect(), end)
}

/// The cells of a whole board on one line, and the offset of what follows them. Symbols end at the first blank,
/// comma or semicolon, after which a comment follows, unless the blanks stand between single symbols or between
/// n rows of n; numbers end at a tab.
pub(super) fn line_cells(line: &str, spelling: Spelling) -> (Vec<Word<'_>>, usize) {
    let end = line.find('#').unwrap_or(line.len());
    match spelling {
        Spelling::Numbers | Spelling::Groups => {
            let tab = line.find('\t').filter(|&tab| line[..tab].trim().contains(char::is_whitespace));
            let end = end.min(tab.unwrap_or(end));
            (split(&line[..end], char::is_whitespace), end)
        }
        Spelling::Symbols | Spelling::Positional => {
            let words = split(line, char::is_whitespace);
            let are_rows = |words: &[Word<'_>]| {
                words.len() > 1
                    && words.iter().all(|word| word.length() == words.len())
                    && words.iter().any(|word| word.text != words[0].text)
            };
            if are_rows(&words) {
                return (all_characters(&words), end);
            }
            let is_long = |word: &Word<'_>| word.text.chars().nth(1).is_some();
            if words.first().is_some_and(is_long) {
                let cells = split(line, |c| c.is_whitespace() || matches!(c, ',' | ';'));
                let end = cells.first().map_or(end, |word| offset(line, word.column) + word.text.len());
                return (all_characters(&cells[..cells.len().min(1)]), end);
            }
            let long = words.iter().find(|word| is_long(word));
            if long.is_some_and(|word| word.text.bytes().all(|byte| byte.is_ascii_digit())) {
                // No comment, but the first number of two digits on a board of numbers.
                return (words, end);
            }
            let end = long.map_or(end, |word| offset(line, word.column));
            (words.into_iter().take_while(|word| !is_long(word)).collect(), end)
        }
    }
}

/// The offset of the character in this column, from 1.
fn offset(line: &str, column: usize) -> usize {
    line.char_indices().nth(column - 1).map_or(line.len(), |(offset, _)| offset)
}
