//! Which clauses a solver gets, as far as nobody has said.

use itertools::Itertools;
use sudoku_cnf::{AtMostOne, CnfOptions, Encoding};

/// The largest boards whose pairwise clauses fit into memory even where nothing is given: 31 million on 64×64.
const LARGEST_COMPLETE: usize = 64;

/// What was said of the clauses. The rest is chosen by the size of the board.
///
/// The choice rests on `sudoku-sat compare` and on lists of puzzles, with varisat, after reduction; totals:
///
/// | | 9×9, 375 of the hardest | 25×25, 18 boards, at most 6 s each | empty 49×49 | empty 64×64 |
/// |---|---|---|---|---|
/// | complete, pairwise | 0.34 s | 58 s | 0.9 s | 1.5 s |
/// | complete, product | 0.58 s | | 1.6 s | over 30 s |
/// | complete, commander | 0.46 s | | 1.3 s | over 30 s |
/// | triad, pairwise | 0.38 s | 63 s | 1.0 s | over 30 s |
/// | natural, pairwise | 1.18 s | 96 s | | |
///
/// So it is `complete` with pairs, and `triad`, which has a third of the clauses there, beyond 64×64.
///
/// What was tried with varisat on the 25×25 boards besides, and left out since it did not pay: failed literals
/// before the search (35 to 150 ms a board for one candidate in a hundred, on a few boards ten); with them a clause
/// for each pair of candidates of which one excludes the other by propagation and not the other way round (some
/// thousands of clauses a board, 7 % of the time); negated variables, so that varisat decides for digits (5 of 12
/// runs on the six hardest boards ended within 20 s, against 4 of 6 without); restarts under another naming after 4 s
/// (2 and 3 of 36 runs on the six hardest ended in that time, by `triad`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// The encoding.
    pub encoding: Option<Encoding>,
    /// The at-most-one scheme.
    pub at_most_one: Option<AtMostOne>,
    /// Whether the clauses are of the whole board, and not only of what propagation leaves.
    pub is_whole: bool,
}

impl Choice {
    /// The choices for boards of size `n`.
    ///
    /// ```
    /// use sudoku_cnf::Encoding;
    /// use sudoku_sat::Choice;
    ///
    /// let options = Choice::default().options(9);
    /// assert_eq!(options, sudoku_cnf::CnfOptions::from(Encoding::Complete).reduced());
    /// assert_eq!(Choice::default().options(100).encoding, Encoding::Triad);
    /// ```
    #[must_use]
    pub fn options(self, n: usize) -> CnfOptions {
        let by_size = if n <= LARGEST_COMPLETE { Encoding::Complete } else { Encoding::Triad };
        let options = CnfOptions {
            encoding: self.encoding.unwrap_or(by_size),
            at_most_one: self.at_most_one.unwrap_or(AtMostOne::Pairwise),
            ..CnfOptions::default()
        };
        self.reduce(options)
    }

    /// All choices where nothing was said, encoding by encoding; [`Encoding::Classic`] has no choice of schemes.
    ///
    /// ```
    /// assert_eq!(sudoku_sat::Choice::default().all().len(), 4 * 6 + 1);
    /// ```
    #[must_use]
    pub fn all(self) -> Vec<CnfOptions> {
        let encodings = self.encoding.map_or(Encoding::ALL.to_vec(), |encoding| vec![encoding]);
        let schemes = self.at_most_one.map_or(AtMostOne::ALL.to_vec(), |scheme| vec![scheme]);
        let all = encodings.into_iter().cartesian_product(schemes);
        let options = all.map(|(encoding, at_most_one)| CnfOptions { at_most_one, ..encoding.into() });
        let schemes_in_use = options.map(|options| CnfOptions { at_most_one: options.scheme(), ..options });
        schemes_in_use.unique().map(|options| self.reduce(options)).collect()
    }

    fn reduce(self, options: CnfOptions) -> CnfOptions {
        if self.is_whole { options } else { options.reduced() }
    }
}
