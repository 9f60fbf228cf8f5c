//! The specification of a text format: its properties, and the functions that read and write it.

use std::io::{self, Write};

use super::alphabet::Alphabet;
use super::layout::Layout;
use super::record::Record;
#[cfg(feature = "formats")]
use super::structure::Structure;
use crate::board::{Digit, Variant};

/// The specification of a text format. Each format's module defines one as `SPEC`.
#[derive(Debug)]
pub(super) struct FormatSpec {
    /// The file name extensions that indicate the format, in lower case.
    pub(super) extensions: &'static [&'static str],
    /// Whether the format is restricted to ordinary 9×9 boards.
    pub(super) standard_only: bool,
    /// The size of the largest board that can be written.
    pub(super) max_size: usize,
    /// Whether the format stores excluded candidates.
    pub(super) candidates: bool,
    /// Whether each cell is written as the list of its candidates, so that open cells with a single candidate
    /// read back as givens.
    pub(super) lists_candidates: bool,
    /// Whether the format stores solutions.
    pub(super) solutions: bool,
    /// Whether the format stores remarks.
    pub(super) remarks: bool,
    /// The variants that the format stores. A format that stores any of them stores regions as well.
    pub(super) variants: &'static [Variant],
    /// Whether the format stores unusual box shapes.
    pub(super) box_shapes: bool,
    /// How the format is recognized and read.
    pub(super) input: FormatInput,
    /// Text before the first puzzle.
    pub(super) header: &'static str,
    /// Text between two puzzles.
    pub(super) between: &'static str,
    /// Text after the last puzzle, if there is any.
    pub(super) footer: &'static str,
    /// Writes one puzzle.
    pub(super) write: WriteFn,
}

/// A function that writes one puzzle.
pub(super) type WriteFn = fn(&WriteItem<'_>, &mut dyn Write) -> io::Result<()>;

/// A puzzle to write.
#[derive(Debug)]
pub(super) struct WriteItem<'a> {
    /// The puzzle with its solution and remark.
    pub(super) record: &'a Record,
    /// The candidates of each cell, row-major; empty unless the format lists candidates.
    pub(super) candidates: Vec<Vec<Digit>>,
    /// The number of the puzzle in the output, from 1.
    pub(super) number: usize,
}

/// How a format is recognized and read.
#[derive(Clone, Copy, Debug)]
pub(super) enum FormatInput {
    /// A plain board. The function returns whether boards in this format may have a given layout.
    Plain(fn(Layout) -> bool),
    /// A text with a syntax of its own.
    #[cfg(feature = "formats")]
    Structured(&'static Structure),
}

impl FormatSpec {
    /// Returns the specification of a plain format that stores nothing but digits.
    pub(super) const fn plain(accepts: fn(Layout) -> bool, write: WriteFn) -> Self {
        Self {
            extensions: &[],
            standard_only: false,
            max_size: usize::MAX,
            candidates: false,
            lists_candidates: false,
            solutions: false,
            remarks: false,
            variants: &[],
            box_shapes: false,
            input: FormatInput::Plain(accepts),
            header: "",
            between: "",
            footer: "",
            write,
        }
    }

    /// Returns the specification of a structured format that stores nothing but digits.
    #[cfg(feature = "formats")]
    pub(super) const fn structured(structure: &'static Structure, write: WriteFn) -> Self {
        Self { input: FormatInput::Structured(structure), ..Self::plain(|_| false, write) }
    }

    /// Returns whether puzzles in this format may have `layout`.
    pub(super) fn accepts(&self, layout: Layout) -> bool {
        match self.input {
            FormatInput::Plain(accepts) => accepts(layout),
            #[cfg(feature = "formats")]
            FormatInput::Structured(_) => false,
        }
    }
}

/// The size of the largest board with one character per digit.
pub(super) const MAX_SYMBOL_SIZE: usize = Alphabet::FromOne.largest();
