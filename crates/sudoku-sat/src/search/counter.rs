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
//! ## References
//! - R. Bayardo, J. Pehoushek: Counting models using connected components, AAAI 2000.
//! - M. Thurley: sharpSAT, SAT 2006 (component caching).

use rustc_hash::FxHashMap;
use sudoku_cnf::Puzzle;

use crate::bitboard::{BitBoard, HouseMasks, Set};
use crate::solver::{LimitPoller, Limits, StopReason};

/// The maximum size of the cache in bytes. When the cache is full, it is cleared. Whenever the cache grows, its old and
/// new hash tables briefly exist at the same time, which can increase memory usage by 50%.
const CACHE_BYTES: usize = 1 << 28;

/// A search for the number of solutions that counts independent components separately.
pub(super) struct SolutionCounter<const N: usize, const W: usize, const H: usize> {
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

/// A component that is being counted by trying the digits of one of its cells.
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
    /// Creates a counter for puzzles on the board of `puzzle`.
    pub(super) fn new(puzzle: &Puzzle, limits: Limits) -> Self {
        // The number of buckets in a hash table is a power of two, and the table grows when it is 7/8 full.
        let buckets = CACHE_BYTES / size_of::<([Set<W>; N], u128)>();
        Self {
            masks: HouseMasks::new(puzzle.geometry()),
            poller: LimitPoller::new(limits),
            stopped: None,
            guesses_left: 0,
            cache: FxHashMap::default(),
            most_cached: (1 << buckets.ilog2()) / 8 * 7,
        }
    }

    /// Counts up to `max` solutions of `puzzle` with fewer than `most_guesses` guesses. Returns a lower bound and the
    /// reason for stopping if a limit stopped the count.
    ///
    /// If [`has_given_up`](Self::has_given_up) returns `true`, the result is only a lower bound, too. Another call uses
    /// the counts of the components that are in the cache.
    pub(super) fn count_puzzle(
        &mut self,
        puzzle: &Puzzle,
        max: u128,
        most_guesses: u64,
    ) -> (u128, Option<StopReason>) {
        self.guesses_left = most_guesses;
        let Ok(board) = BitBoard::from_puzzle(puzzle, &self.masks) else { return (0, None) };
        (self.count(Node::new(board, &self.masks.cells, max)), self.stopped.clone())
    }

    /// Returns whether the last count needed more guesses.
    pub(super) fn has_given_up(&self) -> bool {
        self.guesses_left == 0
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
        self.stopped.is_some() || self.has_given_up()
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
            for cells in board.by_digit().iter().filter(|cells| cells.contains(cell)) {
                reached = reached.or(&cells.and(&self.masks.peers[cell]));
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
    use super::*;

    #[test]
    fn the_cache_size_does_not_change_the_count() {
        let puzzle: Puzzle = "1................................... ".trim().parse().unwrap();
        let counts = [1, 10, 1000, usize::MAX].map(|most_cached| {
            let mut counter = SolutionCounter::<6, 1, 1>::new(&puzzle, Limits::none());
            counter.most_cached = most_cached;
            counter.count_puzzle(&puzzle, u128::MAX, u64::MAX)
        });
        assert!(counts.iter().all(|count| *count == (28_200_960 / 6, None)), "{counts:?}");
    }
}
