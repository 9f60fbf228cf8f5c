//! The default encoding for each board size.

use itertools::Itertools;
use sudoku_cnf::clauses::encoding::SumEncoding;
use sudoku_cnf::{AtMostOne, CnfOptions, Encoding};

/// The largest board size for which the `complete` encoding is the default.
///
/// With pairwise at-most-one constraints, the encoding of an empty board of this size has 31 million clauses, which
/// still fit in memory.
const LARGEST_COMPLETE: usize = 64;

/// A policy that chooses the encoding of a puzzle by board size unless an encoding is set.
///
/// The default encoding is `complete` for boards up to 64×64. For larger boards, the default is `triad`, which needs
/// only a third as many clauses as `complete`. At-most-one constraints are pairwise by default. `docs/benchmarks.md`
/// lists the measurements behind these defaults.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EncodingPolicy {
    /// The encoding, or `None` to choose the encoding by board size.
    pub encoding: Option<Encoding>,
    /// The at-most-one scheme, or `None` for pairwise constraints.
    pub at_most_one: Option<AtMostOne>,
    /// The encoding of sums in rules.
    pub sum_encoding: SumEncoding,
    /// Whether the CNF covers all candidates of the board instead of only those that remain after propagation.
    pub whole_board: bool,
}

impl EncodingPolicy {
    /// Returns the CNF options for boards of size `n`.
    ///
    /// ```
    /// use sudoku_cnf::Encoding;
    /// use sudoku_sat::EncodingPolicy;
    ///
    /// let options = EncodingPolicy::default().options(9);
    /// assert_eq!(options, sudoku_cnf::CnfOptions::from(Encoding::Complete).reduced());
    /// assert_eq!(EncodingPolicy::default().options(100).encoding, Encoding::Triad);
    /// ```
    pub fn options(self, n: usize) -> CnfOptions {
        let by_size = if n <= LARGEST_COMPLETE { Encoding::Complete } else { Encoding::Triad };
        let options = CnfOptions {
            encoding: self.encoding.unwrap_or(by_size),
            at_most_one: self.at_most_one.unwrap_or(AtMostOne::Pairwise),
            sum_encoding: self.sum_encoding,
            ..CnfOptions::default()
        };
        self.reduce(options)
    }

    /// Returns the CNF options for every combination of encoding and at-most-one scheme.
    ///
    /// If an encoding or a scheme is set, only the combinations that contain it are returned. [`Encoding::Classic`]
    /// always uses pairwise constraints, so it occurs at most once in the result.
    ///
    /// ```
    /// assert_eq!(sudoku_sat::EncodingPolicy::default().all().len(), 4 * 6 + 1);
    /// ```
    pub fn all(self) -> Vec<CnfOptions> {
        let encodings = self.encoding.map_or(Encoding::ALL.to_vec(), |encoding| vec![encoding]);
        let schemes = self.at_most_one.map_or(AtMostOne::ALL.to_vec(), |scheme| vec![scheme]);
        let all = encodings.into_iter().cartesian_product(schemes);
        let options = all.map(|(encoding, at_most_one)| CnfOptions {
            at_most_one,
            sum_encoding: self.sum_encoding,
            ..encoding.into()
        });
        let schemes_in_use = options.map(|options| CnfOptions { at_most_one: options.scheme(), ..options });
        schemes_in_use.unique().map(|options| self.reduce(options)).collect()
    }

    fn reduce(self, options: CnfOptions) -> CnfOptions {
        if self.whole_board { options } else { options.reduced() }
    }
}
