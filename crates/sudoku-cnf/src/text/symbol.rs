//! Characters: which are cells, which are blanks, which only separate, and how a line falls into
//! words that each stand for a cell.

use std::borrow::Cow;

use super::alphabet::Alphabet;
use super::error::TextErrorKind;
use crate::geometry::{Digit, MAX_SIZE};

/// More characters than the cells and candidates of any board that is written in characters.
const MAX_SYMBOLS: usize = 1 << 17;
/// More than a line with a board and some words has.
const MAX_LINE_OF_WORDS: usize = 1 << 14;

/// How a cell is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spelling {
    /// One character a cell, of an [`Alphabet`].
    Symbols,
    /// A decimal number a cell.
    Numbers,
    /// The candidates of a cell: `1479`, or with commas `1,12,13`; `u5` for a digit that a player placed.
    Groups,
    /// n characters a cell: each candidate at its place, and something else where it is none.
    Positional,
}

/// What a cell holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Content {
    Blank,
    Digit(Digit),
    /// One of these, at least two.
    Among(Vec<Digit>),
}

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

/// How cells are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cells {
    pub(super) spelling: Spelling,
    pub(super) alphabet: Alphabet,
    /// The board's size.
    pub(super) size: usize,
    /// Whether `-` is a blank.
    pub(super) dash_is_blank: bool,
    /// Whether `X` is a blank.
    pub(super) x_is_blank: bool,
}

/// Whether `X` may stand for a blank among these characters: not where another blank does.
pub(super) fn x_is_blank(text: &str) -> bool {
    !text.contains(['.', '0', '_', '*', '·'])
}

impl Cells {
    /// What a word holds.
    pub(super) fn content(&self, word: &str) -> Result<Content, TextErrorKind> {
        if self.is_blank(word) {
            return Ok(Content::Blank);
        }
        match self.spelling {
            Spelling::Symbols => self.symbol(word).map(Content::Digit),
            Spelling::Numbers => self.number(word).map(|digit| digit.map_or(Content::Blank, Content::Digit)),
            Spelling::Groups => self.group(word),
            Spelling::Positional => self.places(word),
        }
    }

    pub(super) fn is_blank(&self, word: &str) -> bool {
        let mut characters = word.chars();
        let (first, is_single) = (characters.next(), characters.next().is_none());
        match first {
            None => true,
            Some('0') => {
                let is_digit = self.alphabet == Alphabet::FromZero && self.spelling != Spelling::Groups;
                is_single && !is_digit
            }
            Some('.' | '_' | '*' | '·') => is_single,
            Some('-') => is_single && self.dash_is_blank,
            Some('X' | 'x') => is_single && self.x_is_blank && self.size <= 9,
            Some(_) => false,
        }
    }

    fn symbol(&self, word: &str) -> Result<Digit, TextErrorKind> {
        let size = self.size;
        let mut characters = word.chars();
        let (Some(found), None) = (characters.next(), characters.next()) else {
            let found = word.chars().nth(1).unwrap_or(' ');
            return Err(TextErrorKind::UnexpectedCharacter { found, size });
        };
        let is_known = found.is_ascii_digit() || size > 9 || self.alphabet != Alphabet::FromOne;
        let value = self.alphabet.value(found).filter(|_| is_known);
        match value {
            Some(value) if value <= size => {
                Digit::new(value).ok_or(TextErrorKind::UnexpectedCharacter { found, size })
            }
            Some(_) => Err(self.out_of_range(word)),
            None => Err(TextErrorKind::UnexpectedCharacter { found, size }),
        }
    }

    fn out_of_range(&self, word: &str) -> TextErrorKind {
        let alphabet = match self.spelling {
            Spelling::Symbols if self.size > 9 => Some(self.alphabet),
            _ => None,
        };
        TextErrorKind::OutOfRange { found: word.to_owned(), size: self.size, alphabet }
    }

    /// A decimal number; `None` for one that is nought.
    fn number(&self, word: &str) -> Result<Option<Digit>, TextErrorKind> {
        if let Some(found) = word.chars().find(|c| !c.is_ascii_digit()) {
            return Err(TextErrorKind::UnexpectedCharacter { found, size: self.size });
        }
        // A number that overflows is out of range all the more.
        let first = usize::from(self.alphabet == Alphabet::FromZero && self.spelling == Spelling::Numbers);
        match word.parse().unwrap_or(usize::MAX).saturating_add(first) {
            value if value > self.size => Err(self.out_of_range(word)),
            value => Ok(Digit::new(value)),
        }
    }

    fn group(&self, word: &str) -> Result<Content, TextErrorKind> {
        let placed = word.strip_prefix(['u', 'U']);
        let text = placed.unwrap_or(word);
        let mut digits = Vec::new();
        let mut add = |part: &str| {
            let digit = self.number(part)?.ok_or_else(|| self.out_of_range(part))?;
            if digits.contains(&digit) {
                return Err(TextErrorKind::CandidateTwice(digit));
            }
            digits.push(digit);
            Ok(())
        };
        if self.size > 9 {
            text.split(',').try_for_each(&mut add)?;
        } else {
            let mut buffer = [0; 4];
            text.chars().try_for_each(|c| add(c.encode_utf8(&mut buffer)))?;
        }
        Ok(match digits[..] {
            [] => Content::Blank,
            [digit] => Content::Digit(digit),
            _ if placed.is_some() => {
                return Err(TextErrorKind::UnexpectedCharacter { found: 'u', size: self.size });
            }
            _ => Content::Among(digits),
        })
    }

    fn places(&self, word: &str) -> Result<Content, TextErrorKind> {
        let symbols = Self { spelling: Spelling::Symbols, ..*self };
        let mut digits = Vec::new();
        let mut buffer = [0; 4];
        for (c, place) in word.chars().zip(1..) {
            let symbol = c.encode_utf8(&mut buffer);
            if !symbols.is_blank(symbol) {
                let digit = symbols.symbol(symbol)?;
                if digit.get() != place {
                    return Err(TextErrorKind::WrongPlace { digit, place });
                }
                digits.push(digit);
            }
        }
        match digits[..] {
            [] => Err(TextErrorKind::NoCandidate),
            [digit] => Ok(Content::Digit(digit)),
            _ => Ok(Content::Among(digits)),
        }
    }
}
