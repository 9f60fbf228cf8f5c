//! Options that select an encoding.

use clap::Args;
use clap::builder::{PossibleValue, TypedValueParser};

use super::values::{one_of, with_help};
use crate::clauses::at_most_one::AtMostOne;
use crate::clauses::encoding::{CnfOptions, Encoding, SumEncoding};

/// Options that select one encoding.
#[derive(Clone, Copy, Debug, Args)]
pub struct EncodingArgs {
    /// CNF encoding of the board
    #[arg(long, value_name = "NAME", default_value_t, value_parser = one_of::<Encoding>(encodings()))]
    encoding: Encoding,

    /// At-most-one scheme
    ///
    /// The encoding 'classic' always uses pairwise constraints.
    #[arg(long = "amo", value_name = "NAME", default_value_t, value_parser = at_most_one())]
    at_most_one: AtMostOne,

    /// Encoding of sums in rules
    #[arg(long, value_name = "NAME", default_value_t, hide_short_help = true, value_parser = sum_encoding())]
    sum_encoding: SumEncoding,
}

impl EncodingArgs {
    /// Returns the options for the CNF of the whole board.
    pub fn options(self) -> CnfOptions {
        let Self { encoding, at_most_one, sum_encoding } = self;
        CnfOptions { encoding, at_most_one, sum_encoding, ..CnfOptions::default() }
    }
}

/// Returns the names and descriptions of all encodings.
pub fn encodings() -> impl Iterator<Item = PossibleValue> {
    with_help(Encoding::ALL, |encoding| match encoding {
        Encoding::Minimal => "at least one digit per cell; each digit at most once per house",
        Encoding::Natural => "minimal, plus at most one digit per cell",
        Encoding::Complete => "natural, plus each digit at least once per house",
        Encoding::Triad => "constraints on the intersections of boxes with rows and columns",
        Encoding::Classic => "minimal, but each clause on a pair of cells occurs twice, once in each order",
    })
}

/// Returns a parser for encodings of sums.
pub fn sum_encoding() -> impl TypedValueParser<Value = SumEncoding> {
    one_of(with_help(SumEncoding::ALL, |encoding| match encoding {
        SumEncoding::Automatic => "combinations if there are at most 100, otherwise diagram",
        SumEncoding::Combinations => "a selector for each combination of distinct digits",
        SumEncoding::Diagram => "decision diagram: a variable for each sum of the first cells",
        SumEncoding::Totalizer => "binary tree with a variable for each sum of the cells below a node",
    }))
}

/// Returns a parser for at-most-one schemes.
pub fn at_most_one() -> impl TypedValueParser<Value = AtMostOne> {
    one_of(with_help(AtMostOne::ALL, |scheme| match scheme {
        AtMostOne::Pairwise => "one clause per pair, without auxiliary variables",
        AtMostOne::Ladder => "sequential counter (Sinz)",
        AtMostOne::Product => "matrix of literals, with a variable per row and column of the matrix (Chen)",
        AtMostOne::Commander => "groups of four literals, each with a commander variable (Klieber and Kwon)",
        AtMostOne::Bimander => "groups of four literals, each with a binary code (Nguyen and Mai)",
        AtMostOne::Bitwise => "auxiliary variables hold the binary index of the true literal (Frisch et al.)",
    }))
}
