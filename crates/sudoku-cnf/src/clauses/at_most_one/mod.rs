//! At-most-one encodings, whose clauses allow at most one literal of a set to be true.
//!
//! These encodings are called schemes to distinguish them from the [encodings](crate::Encoding) of Sudoku. The last
//! three columns of the following table show the number of clauses for 9, 25 and 81 literals, with the number of
//! auxiliary variables in parentheses.
//!
//! | scheme | clauses for n literals | auxiliary variables | n = 9 | n = 25 | n = 81 |
//! |---|---|---|---|---|---|
//! | [`pairwise`](fn@pairwise) | n(n−1)/2 | 0 | 36 | 300 | 3,240 |
//! | [`ladder`](fn@ladder) | 3n−4 | n−1 | 23 (8) | 71 (24) | 239 (80) |
//! | [`product`](fn@product) | 2n + p(p−1)/2 + q(q−1)/2 | p+q | 24 (6) | 70 (10) | 234 (18) |
//! | [`commander`](fn@commander) | n + pairs in groups + g(g−1)/2 | g | 24 (3) | 82 (7) | 411 (21) |
//! | [`bimander`](fn@bimander) | n⌈log₂ g⌉ + pairs in groups | ⌈log₂ g⌉ | 30 (2) | 111 (3) | 525 (5) |
//! | [`bitwise`](fn@bitwise) | n⌈log₂ n⌉ | ⌈log₂ n⌉ | 36 (4) | 125 (5) | 567 (7) |
//!
//! The grid of `product` has q = ⌈√n⌉ columns and p = ⌈n/q⌉ rows. `commander` and `bimander` have g = ⌈n/4⌉ groups, and
//! "pairs in groups" is the number of pairs of literals in the same group. [`AtMostOne::encode`] adds no clauses for
//! fewer than two literals. If exactly one literal is true, the clauses determine the values of all auxiliary
//! variables.

mod bimander;
mod bitwise;
mod commander;
mod ladder;
mod pairwise;
mod product;

pub use bimander::bimander;
pub use bitwise::bitwise;
pub use commander::commander;
pub use ladder::ladder;
pub use pairwise::pairwise;
pub use product::product;

use super::cnf::ClauseSink;
use super::variable::{Auxiliaries, Lit};
use crate::named_enum;

named_enum! {
    /// An at-most-one scheme: an encoding of the constraint that at most one literal of a set is true.
    #[derive(Default)]
    pub enum AtMostOne: "at-most-one scheme" {
        /// A clause for each pair of literals.
        #[default]
        Pairwise = "pairwise",
        /// A ladder of auxiliary variables, also known as a sequential counter.
        Ladder = "ladder",
        /// A grid of literals, with an auxiliary variable for each row and each column.
        Product = "product",
        /// Groups of literals, with one commander variable per group.
        Commander = "commander",
        /// Groups of literals, with one binary number per group.
        Bimander = "bimander",
        /// One binary number per literal.
        Bitwise = "bitwise",
    }
}

impl AtMostOne {
    /// Encodes the constraint that at most one of `literals` is true.
    ///
    /// # Errors
    /// Returns an error if `sink` returns an error.
    ///
    /// ```
    /// use sudoku_cnf::{AtMostOne, Cnf, Lit};
    /// use sudoku_cnf::clauses::variable::Auxiliaries;
    ///
    /// let literals = [1, 2, 3, 4, 5].map(|number| Lit::from_dimacs(number).unwrap());
    /// let mut cnf = Cnf::default();
    /// AtMostOne::Ladder.encode(&literals, &mut Auxiliaries::after(5), &mut cnf)?;
    /// assert_eq!(cnf.clauses().len(), AtMostOne::Ladder.clauses(5));
    /// # Ok::<(), std::convert::Infallible>(())
    /// ```
    pub fn encode<S: ClauseSink + ?Sized>(
        self,
        literals: &[Lit],
        auxiliaries: &mut Auxiliaries,
        sink: &mut S,
    ) -> Result<(), S::Error> {
        match self {
            _ if literals.len() < 2 => Ok(()),
            Self::Pairwise => pairwise(literals, sink),
            Self::Ladder => ladder(literals, auxiliaries, sink),
            Self::Product => product(literals, auxiliaries, sink),
            Self::Commander => commander(literals, auxiliaries, sink),
            Self::Bimander => bimander(literals, auxiliaries, sink),
            Self::Bitwise => bitwise(literals, auxiliaries, sink),
        }
    }

    /// Returns the number of clauses for `n` literals, or for the largest number of [`Lit`]s if `n` exceeds it.
    pub fn clauses(self, n: usize) -> usize {
        self.size(n).0
    }

    /// Returns the number of auxiliary variables for `n` literals, or for the largest number of [`Lit`]s if `n` exceeds
    /// it.
    pub fn auxiliaries(self, n: usize) -> usize {
        self.size(n).1
    }

    /// Returns the numbers of clauses and auxiliary variables for `n` literals.
    fn size(self, n: usize) -> (usize, usize) {
        let n = n.min(MAX_LITERALS);
        let (rows, columns) = product::sides(n);
        match self {
            _ if n < 2 => (0, 0),
            Self::Pairwise => (pairs(n), 0),
            Self::Ladder => (3 * n - 4, n - 1),
            Self::Product => (2 * n + pairs(rows) + pairs(columns), rows + columns),
            Self::Commander => (n + pairs_in_groups(n) + pairs(groups(n)), groups(n)),
            Self::Bimander => (n * bits(groups(n)) + pairs_in_groups(n), bits(groups(n))),
            Self::Bitwise => (n * bits(n), bits(n)),
        }
    }
}

/// The largest number of different variables. Numbers of clauses for more literals would overflow.
const MAX_LITERALS: usize = i32::MAX as usize;

/// The number of literals per group in `commander` and `bimander`. The last group may be smaller.
const GROUP: usize = 4;

fn groups(n: usize) -> usize {
    n.div_ceil(GROUP)
}

fn pairs(n: usize) -> usize {
    n * n.saturating_sub(1) / 2
}

fn pairs_in_groups(n: usize) -> usize {
    n / GROUP * pairs(GROUP) + pairs(n % GROUP)
}

/// Returns ⌈log₂ n⌉, the number of bits needed to distinguish `n` items.
fn bits(n: usize) -> usize {
    n.next_power_of_two().trailing_zeros() as usize
}

/// Returns literals that are all true if and only if `variables` encode `number` in binary, lowest bit first.
fn bits_of(number: usize, variables: &[Lit]) -> impl Iterator<Item = Lit> {
    variables
        .iter()
        .enumerate()
        .map(move |(bit, &variable)| if number >> bit & 1 == 1 { variable } else { !variable })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clauses::cnf::Cnf;

    #[test]
    fn counts_match_the_documentation() {
        let counts = |scheme: AtMostOne| [9, 25, 81].map(|n| (scheme.clauses(n), scheme.auxiliaries(n)));
        assert_eq!(counts(AtMostOne::Pairwise), [(36, 0), (300, 0), (3240, 0)]);
        assert_eq!(counts(AtMostOne::Ladder), [(23, 8), (71, 24), (239, 80)]);
        assert_eq!(counts(AtMostOne::Product), [(24, 6), (70, 10), (234, 18)]);
        assert_eq!(counts(AtMostOne::Commander), [(24, 3), (82, 7), (411, 21)]);
        assert_eq!(counts(AtMostOne::Bimander), [(30, 2), (111, 3), (525, 5)]);
        assert_eq!(counts(AtMostOne::Bitwise), [(36, 4), (125, 5), (567, 7)]);
    }

    #[test]
    fn counts_match_the_emitted_clauses() {
        for &scheme in AtMostOne::ALL {
            for n in 0..=100 {
                let literals: Vec<_> = (1..=n as i32).filter_map(Lit::from_dimacs).collect();
                let mut cnf = Cnf::default();
                let mut auxiliaries = Auxiliaries::after(n);
                let Ok(()) = scheme.encode(&literals, &mut auxiliaries, &mut cnf);
                assert_eq!(cnf.clauses().len(), scheme.clauses(n), "{scheme} {n}");
                assert_eq!(auxiliaries.largest(), n + scheme.auxiliaries(n), "{scheme} {n}");
                let mentioned = cnf.clauses().flatten().map(|literal| literal.var().number()).max();
                assert!(mentioned.unwrap_or(0) <= auxiliaries.largest(), "{scheme} {n}");
            }
        }
    }
}
