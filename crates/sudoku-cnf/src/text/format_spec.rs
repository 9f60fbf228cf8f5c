//! The specification of a text format, including the functions that read and write the format.

use std::io::{self, Write};

use super::alphabet::Alphabet;
use super::plain::layout::Layout;
use super::record::Record;
use super::structure::Structure;
use crate::puzzle::board::{Digit, Variant};

/// The specification of a text format. The module for each format defines a constant of this type.
#[derive(Debug)]
pub(super) struct FormatSpec {
    /// The file name extensions that indicate the format, in lowercase.
    pub(super) extensions: &'static [&'static str],
    /// Whether the format is restricted to 9×9 boards with 3×3 boxes.
    pub(super) standard_only: bool,
    /// The size of the largest board that the format can store.
    pub(super) max_size: usize,
    /// Whether the format stores excluded candidates.
    pub(super) candidates: bool,
    /// Whether the writer lists the candidates of each cell.
    ///
    /// If so, an open cell with a single candidate is read back as a given.
    pub(super) lists_candidates: bool,
    /// Whether the format stores rules.
    pub(super) rules: bool,
    /// Whether the format stores solutions.
    pub(super) solutions: bool,
    /// Whether the format stores remarks.
    pub(super) remarks: bool,
    /// Whether the format stores the presentation.
    pub(super) presentation: bool,
    /// The variants that the format stores. A format that stores variants also stores regions.
    pub(super) variants: &'static [Variant],
    /// Whether the format stores box shapes other than the most square one.
    pub(super) box_shapes: bool,
    /// Whether the format stores overlapping boards.
    pub(super) layouts: bool,
    /// Returns whether plain boards in this format can have the given layout. Always `false` for structured formats.
    pub(super) accepts: fn(Layout) -> bool,
    /// The functions that recognize and open text in this format if it has its own syntax.
    pub(super) structure: Option<&'static Structure>,
    /// The text before the first puzzle.
    pub(super) header: &'static str,
    /// The text between consecutive puzzles.
    pub(super) between: &'static str,
    /// The text after the last puzzle. It is omitted if no puzzle is written.
    pub(super) footer: &'static str,
    /// The function that writes a puzzle.
    pub(super) write: WriteFn,
    /// Returns the maximum number of characters of a puzzle if a record is longer, so that it could not be read again.
    pub(super) exceeded_length: fn(&Record) -> Option<usize>,
}

/// A function that writes a puzzle to a stream.
pub(super) type WriteFn = fn(&WriteItem<'_>, &mut dyn Write) -> io::Result<()>;

/// A puzzle to write.
#[derive(Debug)]
pub(super) struct WriteItem<'a> {
    /// The puzzle with its solution and remark.
    pub(super) record: &'a Record,
    /// The candidate lists of all cells in row-major order. Empty if the format does not list candidates.
    pub(super) candidates: Vec<Vec<Digit>>,
    /// The 1-based number of the puzzle in the output.
    pub(super) number: u64,
}

impl FormatSpec {
    /// Returns the specification of a plain-board format that stores only the givens.
    pub(super) const fn plain(accepts: fn(Layout) -> bool, write: WriteFn) -> Self {
        Self {
            extensions: &[],
            standard_only: false,
            max_size: usize::MAX,
            candidates: false,
            lists_candidates: false,
            rules: false,
            solutions: false,
            remarks: false,
            presentation: false,
            variants: &[],
            box_shapes: false,
            layouts: false,
            accepts,
            structure: None,
            header: "",
            between: "",
            footer: "",
            write,
            exceeded_length: |_| None,
        }
    }

    /// Returns the specification of a structured format that stores only the givens.
    pub(super) const fn structured(structure: &'static Structure, write: WriteFn) -> Self {
        Self { structure: Some(structure), ..Self::plain(|_| false, write) }
    }
}

/// The size of the largest board that can be written with one character per digit in the alphabet `1-9A-Z`.
pub(super) const MAX_SYMBOL_SIZE: usize = Alphabet::FromOne.largest();
