//! The facts that are known at a point of a chain of steps.

use sudoku_cnf::Puzzle;

use super::element::{Element, Literal};
use super::tables::Tables;
use crate::solver::{LimitPoller, Limits, StopReason};

/// The state of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Open,
    Placed,
    Excluded,
}

/// The memory that a chain of steps needs for each candidate, apart from the clauses.
const BYTES_PER_CANDIDATE: u64 = 32;

/// The known facts: placed digits, and excluded candidates.
#[derive(Clone, Debug)]
pub(super) struct Known<'t> {
    pub(super) tables: &'t Tables,
    /// The placed candidate of each cell.
    placed: Vec<Option<u32>>,
    /// Whether each candidate is excluded by the puzzle or by a step, other than by a placed digit.
    is_derived: Vec<bool>,
    values: Vec<Value>,
    /// The cells of the open candidates of each digit as bits, in [`words`](Tables::words) words per digit.
    open: Vec<u64>,
    /// For each candidate, the placed candidates in peers that exclude it.
    blockers: Vec<Vec<u32>>,
}

impl<'t> Known<'t> {
    /// Returns the facts in `puzzle`.
    ///
    /// # Errors
    /// Returns an error if a limit is reached.
    pub(super) fn new(puzzle: &Puzzle, tables: &'t Tables, limits: &Limits) -> Result<Self, StopReason> {
        limits.check_memory(tables.candidate_count() as u64 * BYTES_PER_CANDIDATE)?;
        let mut poller = LimitPoller::new(limits.clone());
        let mut known = Self {
            tables,
            placed: vec![None; tables.peers.len()],
            is_derived: vec![false; tables.candidate_count()],
            values: vec![Value::Open; tables.candidate_count()],
            open: vec![0; tables.n * tables.words],
            blockers: vec![Vec::new(); tables.candidate_count()],
        };
        for cell in 0..tables.peers.len() {
            for digit in 0..tables.n {
                known.open[digit * tables.words + cell / 64] |= 1 << (cell % 64);
            }
        }
        for &excluded in puzzle.excluded() {
            known.learn(Literal::excluded(tables.number(excluded)));
        }
        for given in puzzle.givens() {
            poller.steps(tables.n as u32)?;
            known.learn(Literal::placed(tables.number(given)));
        }
        Ok(known)
    }

    pub(super) fn value(&self, id: u32) -> Value {
        self.values[id as usize]
    }

    pub(super) fn is_open(&self, id: u32) -> bool {
        self.value(id) == Value::Open
    }

    /// Returns the digits of the open candidates of `cell` as bits, on boards of at most 64 digits.
    pub(super) fn open_digits(&self, cell: u32) -> u64 {
        let open = self.tables.ids_of_cell(cell).filter(|&id| self.is_open(id));
        open.fold(0, |digits, id| digits | 1 << self.tables.digit(id))
    }

    /// Returns the open candidates that clash with every candidate of `ids`, which have the same digit, in ascending
    /// order.
    pub(super) fn seeing_all(&self, ids: &[u32]) -> Vec<u32> {
        let Some(&first) = ids.first() else { return Vec::new() };
        self.seeing_cells(self.tables.digit(first), &ids.iter().map(|&id| self.tables.cell(id)))
    }

    /// Returns the open candidates with this digit in common peers of `cells`, in ascending order. There must be at
    /// least one cell.
    pub(super) fn seeing_cells(&self, digit: u32, cells: &(impl Iterator<Item = u32> + Clone)) -> Vec<u32> {
        let words = 0..self.tables.words;
        let word_of = |word| self.common_peers(digit, cells.clone(), word);
        let count: u32 = words.clone().map(|word| word_of(word).count_ones()).sum();
        let mut seeing = Vec::with_capacity(count as usize);
        for word in words.filter(|_| count > 0) {
            let mut common = word_of(word);
            while common != 0 {
                seeing.push(self.tables.id(word as u32 * 64 + common.trailing_zeros(), digit));
                common &= common - 1;
            }
        }
        seeing
    }

    /// Returns whether there are open candidates that clash with every candidate of `ids`, which have the same digit.
    pub(super) fn are_seen(&self, ids: &[u32]) -> bool {
        let Some(&first) = ids.first() else { return false };
        let cells = ids.iter().map(|&id| self.tables.cell(id));
        let digit = self.tables.digit(first);
        (0..self.tables.words).any(|word| self.common_peers(digit, cells.clone(), word) != 0)
    }

    /// Returns the cells among 64 cells that are peers of all `cells` and have the open candidate `digit`, as bits.
    fn common_peers(&self, digit: u32, cells: impl Iterator<Item = u32>, word: usize) -> u64 {
        let open = self.open[digit as usize * self.tables.words + word];
        cells.fold(open, |common, cell| common & self.tables.peer_bits(cell, word))
    }

    /// Returns the candidate that is placed in `cell`.
    pub(super) fn placed(&self, cell: u32) -> Option<u32> {
        self.placed[cell as usize]
    }

    pub(super) fn is_solved(&self) -> bool {
        self.placed.iter().all(Option::is_some)
    }

    /// Returns whether a digit has a single place in a house of the kind of `house` after the candidates of `derived`
    /// are excluded.
    pub(super) fn leave_single(&self, derived: &[Literal], house: u32) -> bool {
        let tables = self.tables;
        let kind = |house: u32| tables.geometry.house(house as usize).name.kind;
        derived.iter().filter(|literal| !literal.is_placed).any(|&Literal { id, .. }| {
            let houses = tables.houses_of[tables.cell(id) as usize].iter();
            houses.filter(|&&other| kind(other) == kind(house)).any(|&other| {
                let remains = |&id: &u32| self.is_open(id) && !derived.contains(&Literal::excluded(id));
                tables.ids_of_house(other, tables.digit(id)).filter(remains).count() == 1
            })
        })
    }

    /// Adds a fact, and returns the candidates whose values have changed.
    pub(super) fn learn(&mut self, fact: Literal) -> Vec<u32> {
        let mut changed = Vec::new();
        if !fact.is_placed {
            self.is_derived[fact.id as usize] = true;
            self.exclude(fact.id, &mut changed);
            return changed;
        }
        let tables = self.tables;
        let (cell, digit) = (tables.cell(fact.id), tables.digit(fact.id));
        self.placed[cell as usize] = Some(fact.id);
        self.set(fact.id, Value::Placed);
        changed.push(fact.id);
        for other in tables.ids_of_cell(cell).filter(|&other| other != fact.id) {
            self.exclude(other, &mut changed);
        }
        for &peer in &tables.peers[cell as usize] {
            let other = tables.id(peer, digit);
            self.blockers[other as usize].push(fact.id);
            self.exclude(other, &mut changed);
        }
        changed
    }

    fn exclude(&mut self, id: u32, changed: &mut Vec<u32>) {
        if self.values[id as usize] == Value::Open {
            self.set(id, Value::Excluded);
            changed.push(id);
        }
    }

    fn set(&mut self, id: u32, value: Value) {
        self.values[id as usize] = value;
        let (cell, digit) = (self.tables.cell(id) as usize, self.tables.digit(id) as usize);
        self.open[digit * self.tables.words + cell / 64] &= !(1 << (cell % 64));
    }

    /// Adds elements to `reason` that imply that the candidates `ids`, which are known to be excluded, are false.
    ///
    /// A candidate in a filled cell is a fact. Otherwise, a peer that contains the digit excludes the candidate. The
    /// peers are chosen greedily, so that few placed digits exclude many candidates.
    pub(super) fn explain(&self, ids: &[u32], reason: &mut Vec<Element>) {
        let tables = self.tables;
        let mut remaining = Vec::new();
        for &id in ids {
            debug_assert_eq!(self.value(id), Value::Excluded);
            if self.placed(tables.cell(id)).is_some() {
                reason.push(Element::Excluded(id));
            } else {
                remaining.push(id);
            }
        }
        // The number of remaining candidates that each placed digit excludes.
        let mut counts = vec![0_u16; self.placed.len()];
        let blockers = |id: u32| self.blockers[id as usize].iter().copied();
        for placed in remaining.iter().flat_map(|&id| blockers(id)) {
            counts[tables.cell(placed) as usize] += 1;
        }
        // Candidates with few blockers come first, because they leave no choice.
        remaining.sort_unstable_by_key(|&id| (blockers(id).count(), id));
        let mut is_used = vec![false; self.placed.len()];
        for id in remaining {
            let preference = |placed: &u32| {
                let cell = tables.cell(*placed) as usize;
                (is_used[cell], counts[cell], std::cmp::Reverse(*placed))
            };
            let Some(placed) = blockers(id).max_by_key(preference) else {
                reason.push(Element::Excluded(id));
                continue;
            };
            reason.push(Element::peers(id, placed));
            if !std::mem::replace(&mut is_used[tables.cell(placed) as usize], true) {
                reason.push(Element::Placed(placed));
            }
        }
    }

    /// Returns whether an excluded candidate is a fact: its cell contains another digit, or a step or the puzzle
    /// excludes it.
    pub(super) fn is_fact(&self, id: u32) -> bool {
        self.is_derived[id as usize] || self.placed(self.tables.cell(id)).is_some()
    }

    /// Returns whether an excluded candidate is known from an earlier step or from the puzzle, and neither from a digit
    /// in the same cell nor from a peer.
    pub(super) fn is_derived(&self, id: u32) -> bool {
        self.is_derived[id as usize] && self.placed(self.tables.cell(id)).is_none()
    }
}
