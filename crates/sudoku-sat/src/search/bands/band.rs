//! The ways to fill a band if the digits of each column are known.
//!
//! The boxes of a band are filled one after the other, in the order of the stacks. Only the rows connect the boxes, so
//! the numbers of ways are added up for equal sets of digits in the rows. Results are cached, because many profiles of
//! a stack have the same partition in a band.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use sudoku_cnf::puzzle::Bits;

use super::banded_board::{BandedBoard, DigitSets, Digits, MAX_SIDE};
use super::stack::Stack;
use crate::solver::{LimitPoller, StopReason};

/// The maximum size of the cache of a band in bytes. A full cache is cleared.
const CACHE_BYTES: usize = 1 << 26;

/// The numbers of the partitions in the first stacks, each increased by 1, and 0 for the other stacks.
type Key = [u32; MAX_SIDE];

/// The candidates of the cells of a box, line by line. The lines are either the rows or the columns.
type BoxCandidates = [DigitSets; MAX_SIDE];

/// The number of ways to fill boxes of a band, by the sets of digits that its rows then contain.
type Ways = FxHashMap<DigitSets, u64>;

/// The number of ways to fill a band for each partition of its last box. Empty if the band cannot be filled.
pub(super) type Completions = Rc<[u64]>;

/// A band and its cached results.
pub(super) struct Band<'a> {
    index: usize,
    board: &'a BandedBoard,
    /// The stacks in the order in which their boxes are filled.
    stacks: &'a [Stack],
    /// The pairs of interchangeable rows.
    alike_rows: Vec<(usize, usize)>,
    prefixes: FxHashMap<Key, Prefix>,
    completions: FxHashMap<Key, Completions>,
    /// Maps the digits in each row of all boxes but the last to the possible partitions of the last box.
    last_box: FxHashMap<DigitSets, Rc<[u32]>>,
    /// The size of the cached results in bytes.
    cached_bytes: usize,
}

/// The ways to fill the boxes of the first stacks.
#[derive(Clone)]
pub(super) struct Prefix {
    key: Key,
    /// The number of boxes.
    boxes: usize,
    /// The number of ways for each sequence of sets of digits in the rows. The sets of interchangeable rows are sorted.
    ways: Rc<[(DigitSets, u64)]>,
}

impl Prefix {
    /// Returns the prefix without boxes.
    pub(super) fn empty() -> Self {
        Self { key: Key::default(), boxes: 0, ways: Rc::new([(DigitSets::default(), 1)]) }
    }

    /// Returns the key of this prefix with another box.
    fn key_with(&self, partition: u32) -> Key {
        let mut key = self.key;
        key[self.boxes] = partition + 1;
        key
    }
}

impl<'a> Band<'a> {
    pub(super) fn new(board: &'a BandedBoard, stacks: &'a [Stack], index: usize) -> Self {
        let height = board.height;
        let first = index * height;
        let pairs = (0..height).flat_map(|a| (a + 1..height).map(move |b| (a, b)));
        Self {
            index,
            board,
            stacks,
            alike_rows: pairs.filter(|&(a, b)| board.are_rows_alike(first + a, first + b)).collect(),
            prefixes: FxHashMap::default(),
            completions: FxHashMap::default(),
            last_box: FxHashMap::default(),
            cached_bytes: 0,
        }
    }

    /// Returns `prefix` with the next box, whose partition has the given number. Returns `None` if the box cannot be
    /// filled.
    pub(super) fn fill(
        &mut self,
        prefix: &Prefix,
        partition: u32,
        poller: &mut LimitPoller,
    ) -> Result<Option<Prefix>, StopReason> {
        let key = prefix.key_with(partition);
        let filled = if let Some(known) = self.prefixes.get(&key) {
            known.clone()
        } else {
            let ways: Rc<[_]> = self.fill_box(prefix, partition, poller)?.into_iter().collect();
            self.reserve(size_of_val(&*ways));
            let filled = Prefix { key, boxes: prefix.boxes + 1, ways };
            self.prefixes.insert(key, filled.clone());
            filled
        };
        Ok(Some(filled).filter(|filled| !filled.ways.is_empty()))
    }

    /// Returns the number of ways to fill the last two boxes after `prefix`, for each partition of the last box. The
    /// partition of the other one has the given number. Returns `None` if the boxes cannot be filled.
    pub(super) fn complete(
        &mut self,
        prefix: &Prefix,
        partition: u32,
        poller: &mut LimitPoller,
    ) -> Result<Option<Completions>, StopReason> {
        let key = prefix.key_with(partition);
        let completions = if let Some(known) = self.completions.get(&key) {
            known.clone()
        } else {
            let ways = self.fill_box(prefix, partition, poller)?;
            let completions = self.fill_last_box(&ways, poller)?;
            self.reserve(size_of_val(&*completions));
            self.completions.insert(key, completions.clone());
            completions
        };
        Ok(Some(completions).filter(|completions| !completions.is_empty()))
    }

    fn fill_box(
        &self,
        prefix: &Prefix,
        partition: u32,
        poller: &mut LimitPoller,
    ) -> Result<Ways, StopReason> {
        let stack = &self.stacks[prefix.boxes];
        let (height, width) = (self.board.height, self.board.width);
        let candidates = self.box_candidates(stack, |row, column| (column, row));
        let columns = &stack.partition(self.index, partition)[..width];
        let mut filled = Ways::default();
        for &(rows, ways) in &*prefix.ways {
            let mut found = 1;
            fill_lines(columns, rows, height, &candidates, &mut |rows| {
                found += 1;
                *filled.entry(self.sorted(*rows)).or_insert(0) += ways;
            });
            poller.steps(found)?;
        }
        Ok(filled)
    }

    fn fill_last_box(&mut self, ways: &Ways, poller: &mut LimitPoller) -> Result<Completions, StopReason> {
        let stacks = self.stacks;
        let Some(stack) = stacks.last().filter(|_| !ways.is_empty()) else { return Ok(Rc::new([])) };
        let mut completions = vec![0; stack.partition_count(self.index)];
        for (rows, ways) in ways {
            let partitions = self.last_partitions(stack, rows);
            poller.steps(partitions.len() + 1)?;
            for &partition in &*partitions {
                completions[partition as usize] += ways;
            }
        }
        let is_zero = completions.iter().all(|&ways| ways == 0);
        Ok(if is_zero { Rc::new([]) } else { completions.into() })
    }

    /// Returns the partitions of the last box if the other boxes have the digits `rows`. The rows and columns of a box
    /// determine its digits, so each partition can be filled in one way.
    fn last_partitions(&mut self, stack: &Stack, rows: &DigitSets) -> Rc<[u32]> {
        if let Some(known) = self.last_box.get(rows) {
            return known.clone();
        }
        let (height, width) = (self.board.height, self.board.width);
        let all = ((1_u32 << self.board.size()) - 1) as Digits;
        let remaining = rows.map(|row| all & !row);
        let candidates = self.box_candidates(stack, |row, column| (row, column));
        let mut partitions = Vec::new();
        fill_lines(&remaining[..height], DigitSets::default(), width, &candidates, &mut |columns| {
            partitions.extend(stack.partition_number(self.index, columns));
        });
        let partitions: Rc<[u32]> = partitions.into();
        self.reserve(size_of_val(&*partitions));
        self.last_box.insert(*rows, partitions.clone());
        partitions
    }

    /// Returns the candidates of the box in `stack`. `place` maps the row and column of a cell to its line and its
    /// position in the line.
    fn box_candidates(&self, stack: &Stack, place: impl Fn(usize, usize) -> (usize, usize)) -> BoxCandidates {
        let (height, width) = (self.board.height, self.board.width);
        let mut candidates = BoxCandidates::default();
        for row in 0..height {
            for column in 0..width {
                let (line, position) = place(row, column);
                candidates[line][position] =
                    self.board.candidates(self.index * height + row, stack.index * width + column);
            }
        }
        candidates
    }

    /// Sorts the sets of interchangeable rows.
    fn sorted(&self, mut rows: DigitSets) -> DigitSets {
        for &(a, b) in &self.alike_rows {
            if rows[a] > rows[b] {
                rows.swap(a, b);
            }
        }
        rows
    }

    /// Reserves space for a result of the given size. Clears the cache if it is full.
    fn reserve(&mut self, bytes: usize) {
        self.cached_bytes += bytes + size_of::<(Key, Prefix)>();
        if self.cached_bytes > CACHE_BYTES {
            self.prefixes = FxHashMap::default();
            self.completions = FxHashMap::default();
            self.last_box = FxHashMap::default();
            self.cached_bytes = 0;
        }
    }
}

/// Calls `visit` for each way to fill the lines of a box.
///
/// `lines` contains the digits of each line, and `candidates` those of its cells. `crossing` contains the digits
/// already used in each of the `crossing_count` crossing lines. `visit` receives `crossing` with the digits of the box
/// added.
fn fill_lines(
    lines: &[Digits],
    crossing: DigitSets,
    crossing_count: usize,
    candidates: &[DigitSets],
    visit: &mut dyn FnMut(&DigitSets),
) {
    let Some((&line, lines)) = lines.split_first() else { return visit(&crossing) };
    fill_line(line, crossing, 0, crossing_count, &candidates[0], &mut |crossing| {
        fill_lines(lines, *crossing, crossing_count, &candidates[1..], visit);
    });
}

/// Calls `visit` for each way to fill the cells of one line, from `position`, with `digits`.
fn fill_line(
    digits: Digits,
    crossing: DigitSets,
    position: usize,
    crossing_count: usize,
    candidates: &DigitSets,
    visit: &mut dyn FnMut(&DigitSets),
) {
    if position == crossing_count {
        return visit(&crossing);
    }
    for digit in Bits((digits & candidates[position] & !crossing[position]).into()) {
        let mut crossing = crossing;
        crossing[position] |= 1 << digit;
        fill_line(digits & !(1 << digit), crossing, position + 1, crossing_count, candidates, visit);
    }
}
