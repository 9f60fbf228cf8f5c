//! What a cell's text means: a digit, a blank, or the candidates that are left.

use super::alphabet::Alphabet;
use super::error::TextErrorKind;
use crate::board::Digit;

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
