//! Parses the text of a cell, which is a digit, a blank or a list of candidates.

use super::alphabet::Alphabet;
use super::blank;
use super::error_kind::TextErrorKind;
use super::token::Notation;
use crate::puzzle::board::Digit;

/// The content of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum CellContent {
    Blank,
    Digit(Digit),
    /// Two or more candidates.
    Candidates(Vec<Digit>),
}

/// A parser for the cells of a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellReader {
    pub(super) notation: Notation,
    pub(super) alphabet: Alphabet,
    /// The size of the board.
    pub(super) size: usize,
    /// The character that represents blanks if it is not one of the [usual](super::blank) ones.
    pub(super) blank: Option<char>,
}

impl CellReader {
    /// Parses the text of a cell.
    pub(super) fn read(&self, cell: &str) -> Result<CellContent, TextErrorKind> {
        if self.is_blank(cell) {
            return Ok(CellContent::Blank);
        }
        match self.notation {
            Notation::Symbols => self.symbol(cell).map(CellContent::Digit),
            Notation::Numbers => {
                self.number(cell).map(|digit| digit.map_or(CellContent::Blank, CellContent::Digit))
            }
            Notation::Candidates => self.candidates(cell),
            Notation::Positional => self.positions(cell),
        }
    }

    fn is_blank(&self, cell: &str) -> bool {
        let mut characters = cell.chars();
        let (first, is_single) = (characters.next(), characters.next().is_none());
        match first {
            None => true,
            Some('0') => {
                let is_digit = self.alphabet == Alphabet::FromZero && self.notation != Notation::Candidates;
                is_single && !is_digit
            }
            Some(c) => is_single && (blank::is_usual(c) || self.blank == Some(c.to_ascii_uppercase())),
        }
    }

    fn symbol(&self, cell: &str) -> Result<Digit, TextErrorKind> {
        let size = self.size;
        let mut characters = cell.chars();
        let (Some(found), None) = (characters.next(), characters.next()) else {
            let found = cell.chars().nth(1).unwrap_or(' ');
            return Err(TextErrorKind::UnexpectedCharacter { found, size });
        };
        // On boards beyond the alphabet, only blanks are single characters.
        let is_known = size <= self.alphabet.largest()
            && (found.is_ascii_digit() || size > 9 || self.alphabet != Alphabet::FromOne);
        match self.alphabet.value(found).filter(|_| is_known) {
            Some(value) if value <= size => {
                Digit::new(value).ok_or(TextErrorKind::UnexpectedCharacter { found, size })
            }
            Some(_) => Err(self.out_of_range(cell)),
            None => Err(TextErrorKind::UnexpectedCharacter { found, size }),
        }
    }

    fn out_of_range(&self, cell: &str) -> TextErrorKind {
        let alphabet = match self.notation {
            Notation::Symbols if self.size > 9 => Some(self.alphabet),
            _ => None,
        };
        TextErrorKind::OutOfRange { found: cell.to_owned(), size: self.size, alphabet }
    }

    /// Parses a digit written as a decimal number. Returns `Ok(None)` for a 0 that represents a blank.
    fn number(&self, text: &str) -> Result<Option<Digit>, TextErrorKind> {
        if let Some(found) = text.chars().find(|c| !c.is_ascii_digit()) {
            return Err(TextErrorKind::UnexpectedCharacter { found, size: self.size });
        }
        let first = usize::from(self.alphabet == Alphabet::FromZero && self.notation == Notation::Numbers);
        // A number that overflows `usize` is treated as out of range.
        match text.parse().unwrap_or(usize::MAX).saturating_add(first) {
            value if value > self.size => Err(self.out_of_range(text)),
            value => Ok(Digit::new(value)),
        }
    }

    /// Parses a list of candidates, for example `147`, or `1,12,13` on boards larger than 9×9.
    ///
    /// A `u` before a single candidate marks a digit that the player placed.
    fn candidates(&self, cell: &str) -> Result<CellContent, TextErrorKind> {
        let placed = cell.strip_prefix(['u', 'U']);
        let text = placed.unwrap_or(cell);
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
            [] => CellContent::Blank,
            [digit] => CellContent::Digit(digit),
            _ if placed.is_some() => {
                return Err(TextErrorKind::UnexpectedCharacter { found: 'u', size: self.size });
            }
            _ => CellContent::Candidates(digits),
        })
    }

    /// Parses a cell in which each candidate has a fixed position, for example `.2.4` on a 4×4 board.
    fn positions(&self, cell: &str) -> Result<CellContent, TextErrorKind> {
        let symbols = Self { notation: Notation::Symbols, ..*self };
        let mut digits = Vec::new();
        let mut buffer = [0; 4];
        for (c, place) in cell.chars().zip(1..) {
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
            [digit] => Ok(CellContent::Digit(digit)),
            _ => Ok(CellContent::Candidates(digits)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const READER: CellReader =
        CellReader { notation: Notation::Symbols, alphabet: Alphabet::FromOne, size: 9, blank: Some('X') };

    /// Asserts that `reader` parses `cell` as `expected`. In `expected`, `.` represents a blank, and brackets
    /// enclose a list of candidates.
    #[track_caller]
    fn check(reader: CellReader, cell: &str, expected: &str) {
        let found = match reader.read(cell) {
            Ok(CellContent::Blank) => ".".to_owned(),
            Ok(CellContent::Digit(digit)) => digit.to_string(),
            Ok(CellContent::Candidates(digits)) => {
                format!("{:?}", digits.iter().map(|d| d.get()).collect::<Vec<_>>())
            }
            Err(error) => error.to_string(),
        };
        assert_eq!(found, expected, "{cell}");
    }

    #[test]
    fn parses_symbols_and_blanks() {
        for blank in ["", ".", "0", "_", "*", "·", "-", "X", "x"] {
            check(READER, blank, ".");
        }
        check(READER, "7", "7");
        check(CellReader { blank: Some('?'), ..READER }, "?", ".");
        check(CellReader { blank: None, ..READER }, "x", "unexpected character 'x'");
        check(READER, "A", "unexpected character 'A'");
        let large = CellReader { size: 16, ..READER };
        check(large, "g", "16");
        check(large, "H", "H is out of range: the digits of a 16x16 board are 1-9A-G");
        check(CellReader { alphabet: Alphabet::FromZero, ..large }, "0", "1");
    }

    #[test]
    fn parses_numbers() {
        let numbers = CellReader { notation: Notation::Numbers, size: 12, ..READER };
        check(numbers, "12", "12");
        check(numbers, "00", ".");
        check(numbers, "13", "13 is out of range: the digits of a 12x12 board are 1 to 12");
        check(numbers, "1a", "unexpected character 'a'");
        check(CellReader { alphabet: Alphabet::FromZero, ..numbers }, "0", "1");
    }

    #[test]
    fn parses_candidates() {
        let lists = CellReader { notation: Notation::Candidates, ..READER };
        check(lists, "147", "[1, 4, 7]");
        check(lists, "u5", "5");
        check(lists, "u56", "unexpected character 'u'");
        check(lists, "11", "candidate 1 is listed twice in this cell");
        check(CellReader { size: 16, ..lists }, "1,12", "[1, 12]");
        let positional = CellReader { notation: Notation::Positional, size: 4, ..READER };
        check(positional, ".2.4", "[2, 4]");
        check(positional, "..3.", "3");
        check(positional, "2...", "expected 1 or a blank at position 1 of this cell, found 2");
        check(positional, "....", "this cell has no candidates");
    }
}
