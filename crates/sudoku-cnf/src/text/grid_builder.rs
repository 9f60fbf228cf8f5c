//! Builds puzzles from cells, and chooses the board and the alphabet for each puzzle.

use std::sync::Arc;

use super::alphabet::Alphabet;
use super::cell_reader::CellContent;
use super::error_kind::TextErrorKind;
use super::note::Note;
use super::symbol_usage::{AlphabetGuess, SymbolUsage};
use super::token::{Notation, Token};
use crate::puzzle::board::{BoardError, BoardOptions, BoxSetting, BoxShape, Candidate, Geometry};
use crate::puzzle::rule::Definitions;
use crate::puzzle::{Grid, Puzzle};

/// A builder that chooses the board and the alphabet for each puzzle in the input.
#[derive(Clone, Debug, Default)]
pub(super) struct GridBuilder {
    /// The boxes and variants that are known in advance.
    pub(super) board: BoardOptions,
    /// The alphabet set by the user, if any.
    pub(super) alphabet: Option<Alphabet>,
    /// The definitions set by the user, which structured formats may use.
    pub(super) definitions: Definitions,
    /// Statistics about the symbols found in the input so far.
    usage: SymbolUsage,
    /// The alphabet of the last puzzle if its digits are written as single characters other than `1` to `9`.
    pub(super) symbols: Option<Alphabet>,
    /// The alphabet chosen for earlier puzzles, if any.
    chosen: Option<Alphabet>,
    /// A note about an ambiguous alphabet or size, to be returned with the next puzzle.
    pub(super) note: Option<Note>,
    /// The board of the previous puzzle, which is reused if the next puzzle has the same boxes.
    last: Option<Arc<Geometry>>,
}

impl GridBuilder {
    pub(super) fn new(board: BoardOptions, alphabet: Option<Alphabet>) -> Self {
        Self { board, alphabet, ..Self::default() }
    }

    /// Returns a board with the boxes set in the options or, if they are inferred, with boxes of `shape`.
    ///
    /// # Errors
    /// Returns an error if a variant is not defined for the boxes.
    pub(super) fn geometry(&mut self, shape: BoxShape) -> Result<&Arc<Geometry>, BoardError> {
        let fits = |last: &Arc<Geometry>| {
            let is_set = self.board.boxes != BoxSetting::Inferred;
            last.box_shape() == Some(shape) || last.size() == shape.size() && is_set
        };
        let last = self.last.take().filter(fits);
        Ok(self.last.insert(last.map_or_else(|| self.board.geometry(shape), Ok)?))
    }

    /// Records the symbols or numbers in `cells`, from which the alphabet is guessed.
    ///
    /// If the user set the alphabet, nothing is recorded, because no guess is needed. On boards up to 9×9, only
    /// symbols are recorded.
    pub(super) fn observe<'t>(
        &mut self,
        cells: impl Iterator<Item = &'t Token<'t>>,
        notation: Notation,
        n: usize,
    ) {
        if self.alphabet.is_some() || n <= 9 && notation != Notation::Symbols {
            return;
        }
        for cell in cells {
            match notation {
                Notation::Symbols => self.usage.add_symbol(&cell.text),
                Notation::Numbers => self.usage.add_number(&cell.text),
                Notation::Candidates | Notation::Positional => {}
            }
        }
    }

    /// Returns the alphabet for n×n boards: the alphabet set by the user or, by default, the alphabet that
    /// the recorded symbols indicate. Also sets [`symbols`](Self::symbols).
    ///
    /// # Errors
    /// Returns an error if the symbols are ambiguous, or if they contradict the alphabet of earlier puzzles.
    pub(super) fn choose_alphabet(
        &mut self,
        notation: Notation,
        n: usize,
    ) -> Result<Alphabet, TextErrorKind> {
        let alphabet = self.alphabet_for(notation, n)?;
        // On boards beyond the alphabet, only blanks are single characters.
        let is_symbol = notation == Notation::Symbols
            && (n > 9 || alphabet != Alphabet::FromOne)
            && n <= alphabet.largest();
        self.symbols = is_symbol.then_some(alphabet);
        Ok(alphabet)
    }

    fn alphabet_for(&mut self, notation: Notation, n: usize) -> Result<Alphabet, TextErrorKind> {
        if let Some(alphabet) = self.alphabet {
            return Ok(alphabet);
        }
        let guess = match notation {
            Notation::Symbols => self.usage.guess_symbols(n),
            Notation::Numbers if n > 9 => self.usage.guess_numbers(n),
            _ => return Ok(Alphabet::FromOne),
        };
        let (found, other) = match (guess, self.chosen) {
            (AlphabetGuess::Certain(found), _) => (found, None),
            (AlphabetGuess::Likely(found, other), _) => (found, Some(other)),
            (AlphabetGuess::Ambiguous(readings), Some(chosen)) if readings.contains(&chosen) => {
                (chosen, None)
            }
            (AlphabetGuess::Ambiguous(readings), _) => {
                return Err(TextErrorKind::AmbiguousSymbols { readings, size: n });
            }
        };
        match self.chosen {
            Some(chosen) if chosen != found => {
                return Err(TextErrorKind::OtherSymbols { chosen, found, size: n });
            }
            Some(_) => {}
            None => {
                self.chosen = Some(found);
                self.note = other.map(|other| Note::Symbols { chosen: found, other, size: n });
            }
        }
        Ok(found)
    }
}

/// Creates a puzzle on the board `geometry` from the contents of the cells in row-major order.
pub(super) fn fill(geometry: &Arc<Geometry>, contents: impl IntoIterator<Item = CellContent>) -> Puzzle {
    let mut placed = vec![None; geometry.cell_count()];
    let mut excluded = Vec::new();
    for (index, (place, content)) in placed.iter_mut().zip(contents).enumerate() {
        match content {
            CellContent::Blank => {}
            CellContent::Digit(digit) => *place = Some(digit),
            CellContent::Candidates(digits) => {
                let cell = geometry.cell(index);
                let others = geometry.digits().filter(|digit| !digits.contains(digit));
                excluded.extend(others.map(|digit| Candidate { cell, digit }));
            }
        }
    }
    let mut puzzle = Puzzle::from(Grid::from_digits(geometry.clone(), placed));
    if !excluded.is_empty() {
        puzzle.exclude(excluded);
    }
    puzzle
}
