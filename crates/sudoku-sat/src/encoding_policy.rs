//! Which clauses a solver gets, if the caller does not choose.

use itertools::Itertools;
use sudoku_cnf::{AtMostOne, CnfOptions, Encoding};

/// The largest board whose pairwise clauses fit into memory even without givens: 31 million on 64×64.
const LARGEST_COMPLETE: usize = 64;

/// The caller's choices of clauses. The rest is chosen by the size of the board: the `complete` encoding with
/// pairwise at-most-one constraints up to 64×64, and `triad`, which has a third of the clauses there, beyond.
///
/// `docs/benchmarks.md` has the measurements behind this choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EncodingPolicy {
    /// The encoding.
    pub encoding: Option<Encoding>,
    /// The at-most-one scheme.
    pub at_most_one: Option<AtMostOne>,
    /// Whether the CNF covers the whole board, and not only what propagation leaves open.
    pub is_whole: bool,
}

impl EncodingPolicy {
    /// Returns the clauses for boards of size `n`.
    ///
    /// ```
    /// use sudoku_cnf::Encoding;
    /// use sudoku_sat::EncodingPolicy;
    ///
    /// let options = EncodingPolicy::default().options(9);
    /// assert_eq!(options, sudoku_cnf::CnfOptions::from(Encoding::Complete).reduced());
    /// assert_eq!(EncodingPolicy::default().options(100).encoding, Encoding::Triad);
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

    /// Returns every combination that the caller's choices allow, encoding by encoding. [`Encoding::Classic`] always
    /// lists pairs.
    ///
    /// ```
    /// assert_eq!(sudoku_sat::EncodingPolicy::default().all().len(), 4 * 6 + 1);
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
