//! Splits lines into tokens, each of which contains one or more cells. A token is either a single character
//! or the text between white space, bars or delimiters.

use std::borrow::Cow;
use std::ops::Range;

use crate::puzzle::board::MAX_SIZE;

/// The maximum number of bytes in a row or board with one character per cell or candidate.
const MAX_SYMBOLS: usize = 1 << 17;
/// The maximum length, in bytes, of a line that is searched for a board embedded in other text.
const MAX_EMBEDDING_LINE: usize = 1 << 14;

/// The notation of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Notation {
    /// One character of an [`Alphabet`](super::Alphabet).
    Symbols,
    /// A decimal number.
    Numbers,
    /// A list of candidates, for example `1479`, or `1,12,13` on boards larger than 9×9. The prefix `u`, as
    /// in `u5`, marks a digit that the player placed.
    Candidates,
    /// n characters, one per digit: the digit itself if it is a candidate, and a blank otherwise.
    Positional,
}

/// A part of a line that contains one or more cells.
#[derive(Clone, Debug)]
pub(super) struct Token<'a> {
    /// The 1-based column of the first character.
    pub(super) column: usize,
    /// The text, which is empty for an empty field between delimiters.
    pub(super) text: Cow<'a, str>,
}

impl<'a> Token<'a> {
    pub(super) fn new(column: usize, text: impl Into<Cow<'a, str>>) -> Self {
        Self { column, text: text.into() }
    }

    /// Returns the number of characters, or 1 if the token is empty.
    pub(super) fn length(&self) -> usize {
        self.text.chars().count().max(1)
    }
}

/// Returns whether `c` is a vertical bar.
pub(super) fn is_bar(c: char) -> bool {
    matches!(c, '|' | '│' | '┃' | '║' | '┆' | '╎')
}

/// Splits a line at white space and bars. Ignores the first `#` and everything after it.
pub(super) fn words(line: &str) -> Vec<Token<'_>> {
    split(line, |c| c.is_whitespace() || is_bar(c))
}

/// Splits a line at characters for which `separates` returns `true`. Ignores the first `#` and everything
/// after it.
///
/// The number of tokens is limited to one more than the number of cells on the largest board.
pub(super) fn split(line: &str, separates: impl Fn(char) -> bool) -> Vec<Token<'_>> {
    let mut words = Vec::new();
    let mut start = None;
    for (column, (offset, c)) in line.char_indices().chain([(line.len(), '#')]).enumerate() {
        if c == '#' || separates(c) {
            if let Some((column, from)) = start.take() {
                words.push(Token::new(column, &line[from..offset]));
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

/// Splits the rows of a board in one word, as `53..7..../6..195.../…`: n parts of n cells with the same character
/// between all of them. Returns the byte offset and the text of each row, or `None` for any other word.
pub(super) fn joined_rows(word: &str) -> Option<impl Iterator<Item = (usize, &str)>> {
    let is_cell = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '*' | '?');
    let separator = word.chars().find(|c| matches!(c, '/' | '-' | '|' | ';' | '!'))?;
    let n = word.find(separator)?;
    let mut rows = word.split(separator);
    // Groups of four digits are also the parts of other numbers.
    let min = if separator == '-' { 6 } else { 4 };
    let are_rows =
        n >= min && rows.clone().count() == n && rows.all(|row| row.len() == n && row.chars().all(is_cell));
    let has_digits = word.contains(|c: char| c.is_ascii_digit());
    (are_rows && has_digits).then(|| {
        word.split(separator).enumerate().map(move |(index, row)| (index * (n + separator.len_utf8()), row))
    })
}

/// Splits `text`, which starts at `column`, into tokens of one character each.
pub(super) fn characters(column: usize, text: &str) -> impl Iterator<Item = Token<'_>> {
    text.char_indices()
        .enumerate()
        .map(move |(i, (offset, c))| Token::new(column + i, &text[offset..offset + c.len_utf8()]))
}

/// Splits words into tokens of one character each. Returns no tokens if the total length of the words exceeds
/// [`MAX_SYMBOLS`] bytes.
fn all_characters<'a>(words: &[Token<'a>]) -> Vec<Token<'a>> {
    let count: usize = words.iter().map(|word| word.text.len()).sum();
    if count > MAX_SYMBOLS { Vec::new() } else { words.iter().flat_map(spread).collect() }
}

/// Splits a token into tokens of one character each.
pub(super) fn spread<'a>(word: &Token<'a>) -> Vec<Token<'a>> {
    match &word.text {
        Cow::Borrowed(text) => characters(word.column, text).collect(),
        Cow::Owned(text) => characters(word.column, text)
            .map(|word| Token::new(word.column, word.text.into_owned()))
            .collect(),
    }
}

/// Splits a row into cells. Ignores quotation marks around the row and the delimiter after the closing one.
pub(super) fn row_cells(line: &str, notation: Notation) -> Vec<Token<'_>> {
    let row = unquoted(line);
    let mut words = words(&line[row.clone()]);
    if row.start > 0 {
        let before = line[..row.start].chars().count();
        for word in &mut words {
            word.column += before;
        }
    }
    match notation {
        Notation::Numbers | Notation::Candidates => words,
        Notation::Symbols | Notation::Positional => all_characters(&words),
    }
}

/// Returns a row without the semicolon at its end, unless semicolons separate its cells.
fn without_semicolon(line: &str) -> &str {
    line.trim_end().strip_suffix(';').filter(|row| !row.contains(';')).unwrap_or(line)
}

/// Returns the byte range of a line without quotation marks at its start and end. At the end, the range also excludes
/// white space and delimiters after the quotation mark.
fn unquoted(line: &str) -> Range<usize> {
    let is_quote = |c| matches!(c, '"' | '\'' | '`');
    let start = line.trim_start().strip_prefix(is_quote).map_or(0, |rest| line.len() - rest.len());
    let last =
        line.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '+' | '\\' | ')'));
    let end = last.strip_suffix(is_quote).map_or_else(|| without_semicolon(line).len(), str::len);
    start..end.max(start)
}

/// Returns the number of cells in a row, even if the row has more than [`MAX_SYMBOLS`] bytes.
pub(super) fn cell_count(line: &str, notation: Notation) -> usize {
    match notation {
        Notation::Numbers | Notation::Candidates => words(line).len(),
        Notation::Symbols | Notation::Positional => {
            let line = line.split('#').next().unwrap_or_default();
            line.chars().filter(|&c| !c.is_whitespace() && !is_bar(c)).count()
        }
    }
}

/// The delimiters at the start and end of a line, in addition to those between cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OuterDelimiters {
    /// No outer delimiters: every delimiter separates two cells.
    None,
    /// A delimiter at the end of the line.
    Trailing,
    /// One delimiter at the start of the line and one at the end.
    Both,
}

/// Splits a line into fields at `delimiter`, and removes white space and quotation marks around each field.
///
/// Returns no fields if the line does not have the outer delimiters that `ends` specifies.
pub(super) fn fields(line: &str, delimiter: char, ends: OuterDelimiters) -> Vec<Token<'_>> {
    let mut column = 1;
    let mut fields = Vec::new();
    for piece in line.split(delimiter).take(MAX_SIZE * MAX_SIZE + 2) {
        let field = piece.trim_start();
        let at = column + piece.chars().count() - field.chars().count();
        column += piece.chars().count() + 1;
        let field = field.trim_end();
        let unquoted = field.strip_prefix('"').and_then(|field| field.strip_suffix('"'));
        fields.push(match unquoted {
            Some(inside) => Token::new(at + 1, inside.trim()),
            None => Token::new(at, field),
        });
    }
    let is_empty = |field: Option<&Token<'_>>| field.is_some_and(|field| field.text.is_empty());
    let fits = match ends {
        OuterDelimiters::None => true,
        OuterDelimiters::Trailing => fields.len() > 1 && is_empty(fields.last()),
        OuterDelimiters::Both => fields.len() > 2 && is_empty(fields.first()) && is_empty(fields.last()),
    };
    if !fits {
        return Vec::new();
    }
    if ends != OuterDelimiters::None {
        fields.pop();
    }
    if ends == OuterDelimiters::Both {
        fields.remove(0);
    }
    fields
}

/// Finds a board within other text. Returns the cells of the board and the byte offset of its end.
///
/// The board is the first word that consists of n² possible cell characters, where n ≥ 6. Otherwise, it is the
/// first sequence of n words of n such characters.
pub(super) fn embedded_cells(line: &str) -> (Vec<Token<'_>>, usize) {
    let separates = |c: char| {
        c.is_whitespace() || matches!(c, ',' | ';' | ':' | '"' | '\'' | '`' | '|' | '=' | '&' | '/')
    };
    let is_cell = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '*' | '-' | '·' | '?' | '+');
    let size = |length: usize| Some(length).filter(|&n| n >= 6);
    let is_board = |word: &Token<'_>| {
        let n = word.length().isqrt();
        size(n).is_some_and(|n| n * n == word.length()) && word.text.chars().all(is_cell)
    };
    if line.len() > MAX_EMBEDDING_LINE {
        return (Vec::new(), line.len());
    }
    let words = split(line, separates);
    let board = words.iter().position(is_board).map(|index| index..index + 1);
    let rows = || {
        (0..words.len()).find_map(|start| {
            let rows = words.get(start..start + size(words[start].length())?)?;
            let is_row = |row: &Token<'_>| row.length() == rows.len() && row.text.chars().all(is_cell);
            rows.iter().all(is_row).then_some(start..start + rows.len())
        })
    };
    let Some(range) = board.or_else(rows) else { return (Vec::new(), line.len()) };
    let last = &words[range.end - 1];
    let end = offset(line, last.column) + last.text.len();
    (words[range].iter().flat_map(spread).collect(), end)
}

/// Returns the board at the start of `line` if a bar and a field of the same length follow it.
fn board_before_bar(line: &str) -> Option<&str> {
    const MIN_CELLS: usize = 16;
    let (board, rest) = line.split_once(is_bar)?;
    let length = board.chars().count();
    let field = rest.split(is_bar).next().unwrap_or_default().trim();
    let is_board =
        length >= MIN_CELLS && length.isqrt().pow(2) == length && !board.contains(char::is_whitespace);
    (is_board && field.chars().count() == length).then_some(board)
}

/// Splits a line that contains a whole board into cells. Returns the cells and the byte offset of the text
/// after the board.
///
/// A board of symbols ends at the first white space, comma or semicolon. However, white space between all
/// symbols, or between n rows of n symbols, is part of the board. A board of space-separated numbers ends at
/// the first tab.
pub(super) fn line_cells(line: &str, notation: Notation) -> (Vec<Token<'_>>, usize) {
    let end = line.find('#').unwrap_or(line.len());
    match notation {
        Notation::Numbers | Notation::Candidates => {
            let tab = line.find('\t').filter(|&tab| line[..tab].trim().contains(char::is_whitespace));
            let end = end.min(tab.unwrap_or(end));
            (split(&line[..end], char::is_whitespace), end)
        }
        Notation::Symbols | Notation::Positional => {
            if let Some(board) = board_before_bar(line) {
                return (characters(1, board).collect(), board.len());
            }
            let words = split(line, char::is_whitespace);
            let are_rows = |words: &[Token<'_>]| {
                words.len() > 1
                    && words.iter().all(|word| word.length() == words.len())
                    && words.iter().any(|word| word.text != words[0].text)
            };
            if are_rows(&words) {
                return (all_characters(&words), end);
            }
            let is_long = |word: &Token<'_>| word.text.chars().nth(1).is_some();
            if words.first().is_some_and(is_long) {
                let cells = split(line, |c| c.is_whitespace() || matches!(c, ',' | ';'));
                let end = cells.first().map_or(end, |word| offset(line, word.column) + word.text.len());
                return (all_characters(&cells[..cells.len().min(1)]), end);
            }
            let long = words.iter().find(|word| is_long(word));
            if long.is_some_and(|word| word.text.bytes().all(|byte| byte.is_ascii_digit())) {
                // The long word is a number with several digits, not a comment.
                return (words, end);
            }
            let end = long.map_or(end, |word| offset(line, word.column));
            (words.into_iter().take_while(|word| !is_long(word)).collect(), end)
        }
    }
}

/// Returns the byte offset of the character at the 1-based column `column`.
fn offset(line: &str, column: usize) -> usize {
    line.char_indices().nth(column - 1).map_or(line.len(), |(offset, _)| offset)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asserts that the tokens have the expected texts and columns. In `texts`, `/` separates the tokens.
    #[track_caller]
    fn check(tokens: &[Token<'_>], texts: &str, columns: &[usize]) {
        assert_eq!(tokens.iter().map(|token| &*token.text).collect::<Vec<_>>().join("/"), texts);
        assert_eq!(tokens.iter().map(|token| token.column).collect::<Vec<_>>(), columns);
    }

    #[test]
    fn lines_split_into_words_and_characters() {
        check(&words(" 12|3 é # 4"), "12/3/é", &[2, 5, 7]);
        check(&row_cells("12|. é", Notation::Symbols), "1/2/./é", &[1, 2, 4, 6]);
        check(&row_cells("12|. é", Notation::Numbers), "12/./é", &[1, 4, 6]);
        assert_eq!(cell_count("12|. é # x", Notation::Symbols), 4);
        check(&row_cells(" \"12..\",", Notation::Symbols), "1/2/./.", &[3, 4, 5, 6]);
        check(&row_cells("'1 2", Notation::Numbers), "1/2", &[2, 4]);
        check(&row_cells("1 2\"", Notation::Numbers), "1/2", &[1, 3]);
        check(&row_cells("1 2;", Notation::Numbers), "1/2", &[1, 3]);
    }

    #[test]
    fn fields_may_have_outer_delimiters() {
        check(&fields("1, \"2\",,3", ',', OuterDelimiters::None), "1/2//3", &[1, 5, 8, 9]);
        check(&fields("1,2,", ',', OuterDelimiters::Trailing), "1/2", &[1, 3]);
        check(&fields("1,2", ',', OuterDelimiters::Trailing), "", &[]);
        check(&fields("|1|2|", '|', OuterDelimiters::Both), "1/2", &[2, 4]);
        check(&fields("|1|2", '|', OuterDelimiters::Both), "", &[]);
    }

    #[test]
    fn boards_end_before_comments() {
        let check = |line: &str, notation, count, rest: &str| {
            let (cells, end) = line_cells(line, notation);
            assert_eq!((cells.len(), &line[end..]), (count, rest), "{line}");
        };
        check("12.. easy", Notation::Symbols, 4, " easy");
        check("12..,34..", Notation::Symbols, 4, ",34..");
        check("1 2 . . easy", Notation::Symbols, 4, "easy");
        check("12 34", Notation::Symbols, 4, "");
        check("1 2 10 .", Notation::Numbers, 4, "");
        check("1 2\tx", Notation::Numbers, 2, "\tx");
    }

    #[test]
    fn boards_are_found_within_text() {
        let board = ".".repeat(36);
        let line = format!("x = \"{board}\"; y");
        let (cells, end) = embedded_cells(&line);
        assert_eq!((cells.len(), cells[0].column, &line[end..]), (36, 6, "\"; y"));
        assert!(embedded_cells("12..34..").0.is_empty());
        let rows = format!("x=|{}|21", ["..1..2"; 6].join("|"));
        let (cells, end) = embedded_cells(&rows);
        assert_eq!((cells.len(), cells[0].column, &rows[end..]), (36, 4, "|21"));
        assert!(embedded_cells("..1..2 ..1..2").0.is_empty());
    }
}
