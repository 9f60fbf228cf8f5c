//! # Counting solutions without enumeration
//!
//! After propagation, the open cells form a graph in which two cells are adjacent if they are peers and share a
//! candidate. The number of solutions is the product of the counts for all connected components. To count the solutions
//! of a component, the counter tries each candidate of one cell and adds up the resulting counts. The count for a
//! component depends only on the candidates of its cells. The count is therefore cached and reused when a different
//! guess leads to the same component.
//!
//! The counter guesses the digit of the first open cell of a component in row-major order. Choosing a cell with the
//! fewest candidates instead led to a smaller search tree but fewer cache hits, and was slower.
//!
//! If the search needs many guesses, the solutions are counted by bands and stacks instead, on boards that allow it
//! ([`super::bands`]).
//!
//! ## References
//! - R. Bayardo, J. Pehoushek: Counting models using connected components, AAAI 2000.
//! - M. Thurley: sharpSAT, SAT 2006 (component caching).

use std::fmt;

use rustc_hash::FxHashMap;
use sudoku_cnf::Puzzle;

use super::bands::BandCounter;
use super::dpll;
use super::large_counter::count_by_components;
use super::solutions::{Solutions, SolveError};
use crate::bitboard::{BitBoard, HouseMasks, Set, bit_board_size, with_bit_board};
use crate::solver::{LimitPoller, Limits, StopReason};

/// The maximum size of the cache in bytes. When the cache is full, it is cleared. Whenever the cache grows, its old and
/// new hash tables briefly exist at the same time, which can increase memory usage by 50%.
const CACHE_BYTES: usize = 1 << 28;

/// On the standard 9×9 board, up to this number of solutions are counted by enumeration, which is faster than the
/// counting search if there are only a few solutions.
const MAX_ENUMERATED: u128 = 1000;

/// The number of guesses after which solutions are counted by bands and stacks if the board allows it. That method
/// takes longer to start than such a short search.
const GUESSES_BEFORE_BANDS: u64 = 1 << 12;

/// The number of solutions of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Count {
    /// The exact number of solutions.
    Exactly(u128),
    /// A lower bound on the number of solutions, and the reason why the exact number is unknown.
    AtLeast(u128, Incomplete),
}

impl Count {
    /// Returns the number of solutions if the count is exact, or `None` otherwise.
    #[must_use]
    pub fn exact(&self) -> Option<u128> {
        match self {
            Self::Exactly(count) => Some(*count),
            Self::AtLeast(..) => None,
        }
    }
}

impl fmt::Display for Count {
    /// Formats the count, for example as `exactly 5`, `at least 2 (limit reached)`, or `at least 7 (timed out)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exactly(count) => write!(f, "exactly {count}"),
            Self::AtLeast(count, why) => write!(f, "at least {count} ({why})"),
        }
    }
}

/// The reason why a count is not exact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Incomplete {
    /// The requested maximum was reached.
    MaxReached,
    /// A limit stopped the search.
    Stopped(StopReason),
}

impl Solutions<'_> {
    /// Counts the solutions, and stops after `max` of them.
    ///
    /// # Errors
    /// Returns an error if the search fails for any reason other than reaching a limit.
    pub fn count_up_to(self, max: u64) -> Result<Count, SolveError> {
        let mut found = 0;
        for solution in self.up_to(max) {
            match solution {
                Ok(_) => found += 1,
                Err(SolveError::Unknown(reason)) => {
                    return Ok(Count::AtLeast(found, Incomplete::Stopped(reason)));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(if found == u128::from(max) {
            Count::AtLeast(found, Incomplete::MaxReached)
        } else {
            Count::Exactly(found)
        })
    }
}

impl fmt::Display for Incomplete {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MaxReached => f.write_str("limit reached"),
            Self::Stopped(StopReason::TimeLimit) => f.write_str("timed out"),
            Self::Stopped(reason) => reason.fmt(f),
        }
    }
}

/// Counts the solutions of `puzzle`, up to `max`.
///
/// If there are `max` or more solutions, the result is [`Count::AtLeast`] with `max`. A number that does not fit in a
/// `u128` is also reported as [`Count::AtLeast`].
///
/// The counter does not support rules. For a puzzle with rules, the result is that there are at least 0 solutions;
/// [`SolveOptions::count`](crate::SolveOptions::count) enumerates them instead.
///
/// The caches use up to 400 MB of memory. On boards larger than 36×36, the ways to fill each independent part of the
/// board are enumerated, and their numbers are multiplied.
///
/// ```
/// use sudoku_sat::{Limits, search::{Count, count}};
///
/// let empty = ".".repeat(16).parse()?;
/// assert_eq!(count(&empty, u128::MAX, Limits::none()), Count::Exactly(288));
/// # Ok::<(), sudoku_cnf::text::ReadError>(())
/// ```
#[must_use]
pub fn count(puzzle: &Puzzle, max: u128, limits: Limits) -> Count {
    count_beyond(puzzle, 0, max, limits)
}

/// Counts the solutions of `puzzle`, up to `max`, if `known` of them have been found already.
///
/// A lower bound is never less than `known`.
pub(crate) fn count_beyond(puzzle: &Puzzle, known: u128, max: u128, limits: Limits) -> Count {
    if max == 0 {
        return Count::AtLeast(0, Incomplete::MaxReached);
    }
    if !puzzle.rules().is_empty() {
        let reason = StopReason::GaveUp("the counter does not support rules".to_owned());
        return Count::AtLeast(known, Incomplete::Stopped(reason));
    }
    if dpll::is_standard(puzzle.geometry()) {
        let enumerated = dpll::count_standard(puzzle, max.min(MAX_ENUMERATED), limits.clone());
        if enumerated.0 < MAX_ENUMERATED || enumerated.1.is_some() {
            return to_count(enumerated, known, max);
        }
    }
    let counted = with_bit_board!(bit_board_size(puzzle.geometry()),
        N W H => SolutionCounter::<N, W, H>::run(puzzle, max, limits),
        _ => count_by_components(puzzle, known > 0, max, limits)
    );
    to_count(counted, known, max)
}

/// Returns the count for the number of solutions found and the reason why a limit stopped the search.
fn to_count((found, stopped): (u128, Option<StopReason>), known: u128, max: u128) -> Count {
    match stopped {
        Some(reason) => Count::AtLeast(found.max(known), Incomplete::Stopped(reason)),
        None if found >= max => Count::AtLeast(max, Incomplete::MaxReached),
        None => Count::Exactly(found),
    }
}

struct SolutionCounter<const N: usize, const W: usize, const H: usize> {
    masks: HouseMasks<W, H>,
    poller: LimitPoller,
    stopped: Option<StopReason>,
    /// The number of guesses after which the search stops.
    guesses_left: u64,
    /// The exact number of solutions of each cached component. The key for a component contains, for each digit, the
    /// set of cells in the component that can contain the digit.
    cache: FxHashMap<[Set<W>; N], u128>,
    /// The maximum number of cached counts. A full cache is cleared before the next count is added.
    most_cached: usize,
}

/// A board whose components are counted one after the other.
struct Node<const N: usize, const W: usize, const H: usize> {
    board: BitBoard<N, W, H>,
    /// The open cells of the components that have not been started.
    open: Set<W>,
    /// The product of the counts of the finished components.
    product: u128,
    /// Counting stops at this number of solutions.
    max: u128,
    /// The component that is being counted.
    current: Option<Component<N, W>>,
}

/// A component for which the digits of one cell are tried.
struct Component<const N: usize, const W: usize> {
    key: [Set<W>; N],
    cells: Set<W>,
    cell: usize,
    /// The digits of `cell` that have not been tried, as a bit mask.
    digits: u64,
    /// The sum of the counts for the digits that have been tried.
    sum: u128,
}

impl<const N: usize, const W: usize, const H: usize> Node<N, W, H> {
    fn new(board: BitBoard<N, W, H>, cells: &Set<W>, max: u128) -> Self {
        let open = cells.without(board.settled());
        Self { board, open, product: 1, max, current: None }
    }

    /// Multiplies the product by the count of a finished component.
    fn finish(&mut self, count: u128) {
        self.product = self.product.saturating_mul(count);
        if count == 0 {
            self.open = Set::EMPTY;
        }
    }
}

impl<const N: usize, const W: usize, const H: usize> SolutionCounter<N, W, H> {
    /// Counts the solutions of `puzzle`. Returns a lower bound and the reason if a limit stopped the count.
    fn run(puzzle: &Puzzle, max: u128, limits: Limits) -> (u128, Option<StopReason>) {
        let mut search = Self::new(puzzle, limits.clone());
        search.guesses_left = GUESSES_BEFORE_BANDS;
        let found = search.count_puzzle(puzzle, max);
        if search.guesses_left > 0 {
            return found;
        }
        match BandCounter::new(puzzle, &limits) {
            Ok(Some(bands)) => bands.count(max, limits),
            Ok(None) => {
                search.guesses_left = u64::MAX;
                search.count_puzzle(puzzle, max)
            }
            Err(reason) => (found.0, Some(reason)),
        }
    }

    fn new(puzzle: &Puzzle, limits: Limits) -> Self {
        // The number of buckets in a hash table is a power of two, and the table grows when it is 7/8 full.
        let buckets = CACHE_BYTES / size_of::<([Set<W>; N], u128)>();
        Self {
            masks: HouseMasks::new(puzzle.geometry()),
            poller: LimitPoller::new(limits),
            stopped: None,
            guesses_left: u64::MAX,
            cache: FxHashMap::default(),
            most_cached: (1 << buckets.ilog2()) / 8 * 7,
        }
    }

    /// Returns the result of [`Self::count`] for `puzzle` and, if a limit stopped the search, the reason for stopping.
    fn count_puzzle(&mut self, puzzle: &Puzzle, max: u128) -> (u128, Option<StopReason>) {
        let Ok(board) = BitBoard::from_puzzle(puzzle, &self.masks) else { return (0, None) };
        let cells = (0..puzzle.geometry().cell_count()).collect();
        (self.count(Node::new(board, &cells, max)), self.stopped.clone())
    }

    /// Returns the number of ways to fill the open cells of `root`. The result is exact unless the search was stopped
    /// or the result is at least `root.max`. In these two cases, it is a lower bound.
    ///
    /// The nodes on the path to the current node are on an explicit stack, because there may be as many of them as open
    /// cells.
    fn count(&mut self, root: Node<N, W, H>) -> u128 {
        let mut path = Vec::new();
        let mut node = root;
        loop {
            if let Some(child) = self.advance(&mut node) {
                path.push(std::mem::replace(&mut node, child));
                continue;
            }
            let count = node.product;
            let Some(parent) = path.pop() else { return count };
            node = parent;
            if let Some(component) = &mut node.current {
                component.sum = component.sum.saturating_add(count);
            }
        }
    }

    /// Continues to count the components of `node` until a guess leads to another node. Returns that node, or `None` if
    /// all components have been counted.
    fn advance(&mut self, node: &mut Node<N, W, H>) -> Option<Node<N, W, H>> {
        loop {
            if let Some(component) = &mut node.current {
                let max = node.max;
                if let Some(child) = self.guess(&node.board, component, max) {
                    return Some(child);
                }
                let Some(Component { key, sum, .. }) = node.current.take() else { continue };
                if !self.is_stopped() && sum < max {
                    self.remember(key, sum);
                }
                node.finish(sum);
            }
            let cell = node.open.first()?;
            let cells = self.component(&node.board, cell, &node.open);
            node.open = node.open.without(&cells);
            let key = node.board.restricted(&cells);
            if let Some(&known) = self.cache.get(&key) {
                node.finish(known);
            } else {
                let digits = node.board.digits_of(cell);
                node.current = Some(Component { key, cells, cell, digits, sum: 0 });
            }
        }
    }

    fn is_stopped(&self) -> bool {
        self.stopped.is_some() || self.guesses_left == 0
    }

    /// Tries the next digit that does not lead to a contradiction. Returns `None` if there is no such digit, if `max`
    /// solutions have been found, or if a limit is reached.
    fn guess(
        &mut self,
        board: &BitBoard<N, W, H>,
        component: &mut Component<N, W>,
        max: u128,
    ) -> Option<Node<N, W, H>> {
        while component.digits != 0 {
            self.stopped = self.stopped.take().or_else(|| self.poller.step().err());
            if self.is_stopped() || component.sum >= max {
                return None;
            }
            self.guesses_left -= 1;
            let digit = component.digits.trailing_zeros() as usize;
            component.digits &= component.digits - 1;
            let mut child = board.clone();
            if child.assign((component.cell, digit), &self.masks).is_ok() {
                return Some(Node::new(child, &component.cells, max - component.sum));
            }
        }
        None
    }

    /// Returns the connected component of `start` in the graph of the `open` cells. Two cells are adjacent if they are
    /// peers and share a candidate.
    fn component(&self, board: &BitBoard<N, W, H>, start: usize, open: &Set<W>) -> Set<W> {
        let mut component = Set::from_iter([start]);
        let mut frontier = component;
        while let Some(cell) = frontier.first() {
            let mut reached = Set::EMPTY;
            for digit in board.digits().filter(|&digit| board.cells_of(digit).contains(cell)) {
                reached = reached.or(&board.cells_of(digit).and(self.masks.peers(cell)));
            }
            let new = reached.and(open).without(&component);
            component = component.or(&new);
            frontier = frontier.or(&new);
            frontier.remove(cell);
        }
        component
    }

    fn remember(&mut self, key: [Set<W>; N], count: u128) {
        if self.cache.len() >= self.most_cached {
            self.cache.clear();
        }
        self.cache.insert(key, count);
    }
}

#[cfg(test)]
mod tests {
    use super::super::propagate::propagate;
    use super::*;
    use proptest::prelude::*;
    use std::time::Duration;
    use sudoku_cnf::{BoxShape, Candidate, Digit, Geometry};

    #[test]
    fn a_lower_bound_includes_the_known_solutions() {
        let stopped = Count::AtLeast(100, Incomplete::Stopped(StopReason::TimeLimit));
        for n in [9, 16, 40] {
            let empty = Puzzle::empty(Geometry::new(BoxShape::most_square(n).unwrap()).into());
            let limits = Limits::none().within(Duration::ZERO);
            assert_eq!(count_beyond(&empty, 100, u128::MAX, limits), stopped, "{n}x{n}");
        }
    }

    #[test]
    fn puzzles_with_rules_are_not_counted() {
        let mut puzzle: Puzzle = ".".repeat(16).parse().unwrap();
        let rule = sudoku_cnf::puzzle::rule::Rule::parse("odd: r1c1", puzzle.geometry()).unwrap();
        puzzle.add_rules([rule]);
        assert!(matches!(
            count(&puzzle, u128::MAX, Limits::none()),
            Count::AtLeast(0, Incomplete::Stopped(_))
        ));
        assert_eq!(crate::count(&puzzle).unwrap(), Count::Exactly(144));
    }

    #[test]
    fn the_cache_size_does_not_change_the_count() {
        let puzzle: Puzzle = "1................................... ".trim().parse().unwrap();
        let counts = [1, 10, 1000, usize::MAX].map(|most_cached| {
            let mut counter = SolutionCounter::<6, 1, 1>::new(&puzzle, Limits::none());
            counter.most_cached = most_cached;
            counter.count_puzzle(&puzzle, u128::MAX)
        });
        assert!(counts.iter().all(|count| *count == (28_200_960 / 6, None)), "{counts:?}");
    }

    /// Returns boards of several shapes. About a third of the cells are givens, and some candidates are excluded, so
    /// some of the boards have no solution.
    fn puzzles() -> impl Strategy<Value = Puzzle> {
        let shapes = vec![(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)];
        let is_given = prop::collection::vec(prop::bool::weighted(0.3), 81);
        let excluded = prop::collection::vec((0..81_usize, 0..9_usize), 0..20);
        (prop::sample::select(shapes), is_given, excluded).prop_map(
            |((height, width), is_given, excluded)| {
                let mut puzzle = Puzzle::empty(Geometry::new(BoxShape::new(height, width).unwrap()).into());
                let geometry = puzzle.geometry().clone();
                let digit = |number| Digit::new(number % geometry.size() + 1).unwrap();
                let cells = || (0..geometry.cell_count()).map(|index| geometry.cell(index));
                puzzle.exclude(excluded.into_iter().map(|(cell, number)| Candidate {
                    cell: geometry.cell(cell % geometry.cell_count()),
                    digit: digit(number),
                }));
                for (cell, _) in cells().zip(is_given).filter(|(_, is_given)| *is_given) {
                    let (row, column) = (cell.row() - 1, cell.column() - 1);
                    puzzle.set(cell, Some(digit(row % height * width + row / height + column)));
                }
                puzzle
            },
        )
    }

    proptest! {
        #[test]
        fn three_methods_count_the_same_solutions(puzzle in puzzles()) {
            let bands = BandCounter::new(&puzzle, &Limits::none()).unwrap();
            let counted = bands.map_or(0, |bands| bands.count(u128::MAX, Limits::none()).0);

            let enumerated = propagate(&puzzle, Limits::none()).take(1000).count() as u128;
            prop_assert_eq!(counted.min(1000), enumerated);

            with_bit_board!(puzzle.geometry().size(), N W H => {
                let mut counter = SolutionCounter::<N, W, H>::new(&puzzle, Limits::none());
                counter.guesses_left = 100_000;
                let (searched, _) = counter.count_puzzle(&puzzle, u128::MAX);
                prop_assert!(searched == counted || counter.guesses_left == 0 && searched < counted);
            }, _ => panic!());
        }
    }
}
