//! Splits a line of a document into brackets, cells, rows of cells and other words.

use crate::text::field::PlacedToken;
use crate::text::plain::line_class::{LineClass, classify};
use crate::text::plain::prose::has_word;
use crate::text::text_line::TextLine;
use crate::text::token::{self, Token};

/// The null values of common programming languages, and `-1`, which represents a blank cell in some programs.
const NULL_VALUES: [&str; 12] =
    ["null", "None", "nil", "NULL", "undefined", "NaN", "nan", "none", "NA", "Null", "nothing", "-1"];
/// The letters and symbols before the quotation mark of a string, for example `r` in Python and Rust.
const STRING_PREFIXES: [char; 7] = ['r', 'b', 'f', 'u', 'L', '@', '$'];
/// The minimum number of characters in a word that is a row.
pub(super) const MIN_ROW: usize = 4;
/// The minimum number of characters in a row with letters.
const MIN_LETTERS: usize = 10;

/// A part of a line.
#[derive(Debug)]
pub(super) enum Item<'t> {
    /// An opening bracket.
    Open(PlacedToken<'t>),
    /// A closing bracket.
    Close(char),
    /// A number, a single character or a null value.
    Cell(PlacedToken<'t>),
    /// A word whose characters are cells.
    Row(Vec<PlacedToken<'t>>),
    /// Any other word.
    Foreign(PlacedToken<'t>),
}

/// Splits `line` into items. Punctuation, comments after text and quotation marks are omitted.
pub(super) fn items(line: &TextLine) -> Vec<Item<'_>> {
    let mut scanner = Scanner { line, items: Vec::new() };
    scanner.scan(without_comment_mark(&line.text), line.text.len());
    scanner.items
}

/// Returns the byte offset at which the text of `line` starts: after the comment mark if the line is a comment with a
/// row or a board, at the end if it is any other comment, and 0 otherwise.
fn without_comment_mark(line: &str) -> usize {
    let text = line.trim_start();
    let comment = ["///", "//", "#", "%", "--"].into_iter().find_map(|mark| {
        text.strip_prefix(mark).filter(|rest| rest.starts_with([' ', '\t']) && !rest.trim().is_empty())
    });
    let cells =
        |text: &str| text.chars().filter(|&c| c.is_ascii_digit() || matches!(c, '.' | '_' | '*')).count();
    match comment {
        None => 0,
        Some(rest) if cells(rest) >= MIN_ROW && !has_word(rest) => line.len() - rest.len(),
        Some(_) => line.len(),
    }
}

struct Scanner<'t> {
    line: &'t TextLine,
    items: Vec<Item<'t>>,
}

impl<'t> Scanner<'t> {
    /// Scans the bytes from `start` to `end`.
    fn scan(&mut self, start: usize, end: usize) {
        let line = self.line;
        let mut at = start;
        while let Some(c) = line.text[at..end].chars().next() {
            let rest = &line.text[at + c.len_utf8()..end];
            at += match c {
                '[' | '{' | '(' => {
                    self.items.push(Item::Open(self.placed(at, &line.text[at..=at])));
                    1
                }
                ']' | '}' | ')' => {
                    self.items.push(Item::Close(c));
                    1
                }
                '"' | '\'' | '`' => 1 + self.string(c, at + 1, rest),
                _ if STRING_PREFIXES.contains(&c) && rest.starts_with(['"', '\'']) => c.len_utf8(),
                _ if begins_comment(&line.text[at..end]) && at > start => {
                    block_comment_length(&line.text[at..end]).unwrap_or(end - at)
                }
                // An item of a list in YAML.
                '-' if self.line.text[..at].trim().is_empty()
                    && rest.trim_start().starts_with(['[', '{', '"', '\'']) =>
                {
                    1
                }
                _ if separates(c) => c.len_utf8(),
                _ => {
                    let length = c.len_utf8() + rest.find(ends_word).unwrap_or(rest.len());
                    self.word(at, &line.text[at..at + length]);
                    length
                }
            };
        }
    }

    /// Adds the content of the string that starts at the byte offset `at` after the quotation mark `quote`, and
    /// returns its length with the closing mark. A quotation mark without a counterpart is omitted.
    fn string(&mut self, quote: char, at: usize, rest: &'t str) -> usize {
        let Some(length) = rest.find(quote).filter(|_| quote != '\'' || !rest.starts_with('(')) else {
            return 0;
        };
        let content = &rest[..length];
        if content.trim().is_empty() && content.len() < 3 {
            self.items.push(Item::Cell(self.placed(at - 1, ".")));
        } else if has_spaces_for_blanks(content) || content.len() >= MIN_ROW && is_row(content) {
            self.row(at, content);
        } else if content.contains(['+', '─'])
            && classify(content.trim_matches(['\\', 'n'])) == LineClass::Rule
        {
            // A line of a frame.
        } else if content.contains("\\n") {
            let mut start = at;
            for row in content.split("\\n") {
                self.scan(start, start + row.len());
                start += row.len() + 2;
            }
        } else {
            self.scan(at, at + length);
        }
        length + 1
    }

    fn word(&mut self, at: usize, word: &'t str) {
        // NumPy prints the floating-point number 4 as `4.` or `4.0`. Java and C mark long integers by a suffix.
        let number = word.strip_suffix(".0").or_else(|| word.strip_suffix(['.', 'L', 'l'])).unwrap_or(word);
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let characters = word.chars().count();
        let item = if NULL_VALUES.contains(&word) {
            Item::Cell(self.placed(at, "."))
        } else if is_number && number.len() < MIN_ROW {
            Item::Cell(self.placed(at, number))
        } else if characters == 1 && (is_blank_mark(word) || word.chars().all(char::is_alphabetic)) {
            Item::Cell(self.placed(at, word))
        } else if characters >= MIN_ROW && is_row(word) {
            return self.row(at, word);
        } else if word.contains(char::is_alphanumeric) {
            Item::Foreign(self.placed(at, word))
        } else {
            return;
        };
        self.items.push(item);
    }

    /// Adds a row of single characters, or each of the rows that are joined in `text`.
    fn row(&mut self, at: usize, text: &'t str) {
        if let Some(rows) = token::joined_rows(text) {
            rows.for_each(|(offset, row)| self.row(at + offset, row));
            return;
        }
        let line = self.line;
        let cells = token::characters(self.column(at), text).map(|mut token| {
            if token.text == " " {
                token.text = ".".into();
            }
            PlacedToken { line, token }
        });
        self.items.push(Item::Row(cells.collect()));
    }

    fn placed(&self, at: usize, text: &'t str) -> PlacedToken<'t> {
        PlacedToken { line: self.line, token: Token::new(self.column(at), text) }
    }

    fn column(&self, at: usize) -> usize {
        self.line.first_column + self.line.text[..at].chars().count()
    }
}

/// Returns whether `c` separates words, but is not part of one.
fn separates(c: char) -> bool {
    c.is_whitespace() || token::is_bar(c) || matches!(c, ',' | ';' | '+' | '\\' | '&' | '=' | ':' | '<' | '>')
}

/// Returns whether a word ends in front of `c`.
fn ends_word(c: char) -> bool {
    separates(c) || matches!(c, '[' | '{' | '(' | ']' | '}' | ')' | '"' | '\'' | '`')
}

/// Returns whether `word` represents a blank cell.
fn is_blank_mark(word: &str) -> bool {
    matches!(word, "." | "_" | "*" | "-" | "·" | "?" | "x" | "X")
}

/// Returns whether the characters of `word` can be the cells of a row or a board.
///
/// A word with letters is a row only if it is long and most of its characters are digits or blanks. A word with dashes
/// and without digits, or with other blanks, is a horizontal line.
fn is_row(word: &str) -> bool {
    if token::joined_rows(word).is_some() {
        return true;
    }
    let is_blank = |c: char| matches!(c, '.' | '_' | '*' | '·' | '?' | 'x' | 'X');
    let (mut digits, mut zeros, mut blanks, mut dashes, mut letters) = (0, 0, 0, 0, 0);
    for c in word.chars() {
        match c {
            '0' => zeros += 1,
            '1'..='9' => digits += 1,
            c if is_blank(c) => blanks += 1,
            '-' => dashes += 1,
            c if c.is_ascii_alphabetic() => letters += 1,
            _ => return false,
        }
    }
    let count = digits + zeros + blanks + dashes + letters;
    // Dates have dashes, too.
    let is_date = dashes == 2 && word.len() == 10 && word.as_bytes()[4] == b'-' && word.as_bytes()[7] == b'-';
    let has_few_letters = letters == 0 || count >= MIN_LETTERS && 2 * (digits + zeros + blanks) >= count;
    let dashes_are_blanks = digits > 0 && blanks == 0 && (zeros == 0 || letters > 0) && !is_date;
    digits + zeros + blanks > 0 && has_few_letters && (dashes == 0 || dashes_are_blanks)
}

/// Returns whether the spaces in `text` represent blanks: some of its digits touch, or there are several spaces.
fn has_spaces_for_blanks(text: &str) -> bool {
    let are_cells = text.len() >= MIN_ROW && text.bytes().all(|byte| byte == b' ' || byte.is_ascii_digit());
    let touch = text.as_bytes().windows(2).any(|pair| pair.iter().all(u8::is_ascii_digit));
    are_cells && text.contains(' ') && (text.contains("  ") || touch && text.len() <= 9)
}

/// Returns whether a line assigns a number, as in `n = 9;`.
pub(super) fn is_size(line: &str) -> bool {
    let number =
        line.trim().strip_suffix(';').and_then(|line| line.split_once('=')).map(|(_, number)| number.trim());
    number.is_some_and(|number| number.parse::<usize>().is_ok())
}

/// Returns whether `text` starts with a comment.
///
/// A comment starts with `%`, `//`, `/*`, `#`, `-- ` or `---`, or with `; ` followed by a word. However, `#`
/// does not start a comment before an opening bracket or in a Lisp array like `#2A(…)`, and `;` does not in the
/// head of a loop like `for (i = 0; i < 9; i++)`.
fn begins_comment(text: &str) -> bool {
    let is_word = |rest: &str| {
        rest.trim_start().chars().take(2).filter(|c| c.is_alphabetic()).count() == 2
            && !rest.contains(['<', '>', '=', '+', '{', '}'])
    };
    let after = |start: &str| text.strip_prefix(start);
    text.starts_with('%')
        || text.starts_with("//")
        || text.starts_with("/*")
        || after("#").is_some_and(|rest| !rest.starts_with(['(', '[', '{']) && !rest.contains("A("))
        || after("--").is_some_and(|rest| rest.starts_with([' ', '-']))
        || after("; ").is_some_and(is_word)
}

/// Returns the length in bytes of the block comment at the start of `text`, including `/*` and `*/`.
///
/// Returns `None` if `text` does not start with a complete block comment.
fn block_comment_length(text: &str) -> Option<usize> {
    Some(text.strip_prefix("/*")?.find("*/")? + 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let line = TextLine::new(1, text.to_owned());
        let show = |item: Item<'_>| match item {
            Item::Close(bracket) => bracket.to_string(),
            Item::Open(cell) | Item::Cell(cell) => cell.token.text.into_owned(),
            Item::Row(cells) => {
                format!("<{}>", cells.iter().map(|cell| &*cell.token.text).collect::<String>())
            }
            Item::Foreign(word) => format!("!{}", word.token.text),
        };
        assert_eq!(items(&line).into_iter().map(show).collect::<Vec<_>>().join(" "), expected, "{text}");
    }

    #[test]
    fn lines_split_into_items() {
        check("[[1, null], [-1, 4.0]]", "[ [ 1 . ] [ . 4 ] ]");
        check("(list 1 2 (list 3 nil)) // 5", "( !list 1 2 ( !list 3 . ) )");
        check("['1', ' ', '', \"a\" /* 5 */, 6L]", "[ 1 . . a 6 ]");
        check("const a = '53..7....';", "!const a <53..7....>");
        check("'..3.2.6..' +", "<..3.2.6..>");
        check("\"12..\\n..1.\"", "<12..> <..1.>");
        check("\"12  \", \"1 2 3 4\"", "<12..> 1 2 3 4");
        check("print(\"-----\", '2026-01-12-medium-1')", "!print ( !2026-01-12-medium-1 )");
        check("# 12.. | 34..", "<12..> <34..>");
        check("# row 1", "");
        check("  % 22", "");
        check("d = '[[1, 0]]'", "d [ [ 1 0 ] ]");
        check("#2A((1 2)", "!#2A ( ( 1 2 )");
        check("- [1, 2]", "[ 1 2 ]");
        check("2026-01-12 10:00 row 1: 12..", "!2026-01-12 10 00 !row 1 <12..>");
        check("\"432.\"", "<432.>");
        check("'12../..1./.2../4..2'", "<12..> <..1.> <.2..> <4..2>");
        check(
            "1.....-......-......-......-......-.....2",
            "<1.....> <......> <......> <......> <......> <.....2>",
        );
        check("\"+-+-+\" .-----0----1---|", "!.-----0----1---");
        check("It's 14.2 of http://a.b/c/3", "!It s <14.2> !of !http");
    }
}
