//! The facts that are known at a point of a chain of steps.

use sudoku_cnf::Puzzle;
use sudoku_cnf::puzzle::Bits;
use typed_index_collections::{TiVec, ti_vec};

use super::element::{Element, Literal};
use super::ids::{CandidateId, CellId, DigitId, HouseId};
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
    placed: TiVec<CellId, Option<CandidateId>>,
    /// Whether each candidate is excluded by the puzzle or by a step, other than by a placed digit.
    is_derived: TiVec<CandidateId, bool>,
    values: TiVec<CandidateId, Value>,
    /// The cells of the open candidates of each digit as bits, in [`words`](Tables::words) words per digit.
    open: Vec<u64>,
    /// For each candidate, the placed candidates in peers that exclude it.
    blockers: TiVec<CandidateId, Vec<CandidateId>>,
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
            placed: ti_vec![None; tables.peers.len()],
            is_derived: ti_vec![false; tables.candidate_count()],
            values: ti_vec![Value::Open; tables.candidate_count()],
            open: vec![0; tables.n * tables.words],
            blockers: ti_vec![Vec::new(); tables.candidate_count()],
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
            poller.steps(tables.n)?;
            known.learn(Literal::placed(tables.number(given)));
        }
        Ok(known)
    }

    pub(super) fn value(&self, id: CandidateId) -> Value {
        self.values[id]
    }

    pub(super) fn is_open(&self, id: CandidateId) -> bool {
        self.value(id) == Value::Open
    }

    /// Returns the open candidates that a rule restricts.
    pub(super) fn open_of(&self, rule: Element) -> Vec<CandidateId> {
        let mut ids = rule.candidates(self.tables);
        ids.retain(|&id| self.is_open(id));
        ids
    }

    /// Returns the digits of the open candidates of `cell` as bits, on boards of at most 64 digits.
    pub(super) fn open_digits(&self, cell: CellId) -> u64 {
        let open = self.tables.ids_of_cell(cell).filter(|&id| self.is_open(id));
        open.fold(0, |digits, id| digits | self.tables.digit(id).bit())
    }

    /// Returns the open candidates that clash with every candidate of `ids`, which have the same digit, in ascending
    /// order.
    pub(super) fn seeing_all(&self, ids: &[CandidateId]) -> Vec<CandidateId> {
        let Some(&first) = ids.first() else { return Vec::new() };
        self.seeing_cells(self.tables.digit(first), &ids.iter().map(|&id| self.tables.cell(id)))
    }

    /// Returns the open candidates with this digit in common peers of `cells`, in ascending order. There must be at
    /// least one cell.
    pub(super) fn seeing_cells(
        &self,
        digit: DigitId,
        cells: &(impl Iterator<Item = CellId> + Clone),
    ) -> Vec<CandidateId> {
        let words = 0..self.tables.words;
        let word_of = |word| self.common_peers(digit, cells.clone(), word);
        let count = words.clone().map(|word| word_of(word).count_ones() as usize).sum();
        let mut seeing = Vec::with_capacity(count);
        for word in words.filter(|_| count > 0) {
            let cells = Bits(word_of(word)).map(|bit| CellId::from(word * 64 + bit));
            seeing.extend(cells.map(|cell| self.tables.id(cell, digit)));
        }
        seeing
    }

    /// Returns whether there are open candidates that clash with every candidate of `ids`, which have the same digit.
    pub(super) fn are_seen(&self, ids: &[CandidateId]) -> bool {
        let Some(&first) = ids.first() else { return false };
        let cells = ids.iter().map(|&id| self.tables.cell(id));
        let digit = self.tables.digit(first);
        (0..self.tables.words).any(|word| self.common_peers(digit, cells.clone(), word) != 0)
    }

    /// Returns the cells among 64 cells that are peers of all `cells` and have the open candidate `digit`, as bits.
    fn common_peers(&self, digit: DigitId, cells: impl Iterator<Item = CellId>, word: usize) -> u64 {
        let open = self.open[usize::from(digit) * self.tables.words + word];
        cells.fold(open, |common, cell| common & self.tables.peer_bits(cell, word))
    }

    /// Returns the candidate that is placed in `cell`.
    pub(super) fn placed(&self, cell: CellId) -> Option<CandidateId> {
        self.placed[cell]
    }

    pub(super) fn is_solved(&self) -> bool {
        self.placed.iter().all(Option::is_some)
    }

    /// Returns whether a digit has a single place in a house of the kind of `house` after the candidates of `derived`
    /// are excluded.
    pub(super) fn leave_single(&self, derived: &[Literal], house: HouseId) -> bool {
        let tables = self.tables;
        let kind = |house: HouseId| tables.geometry.house(house.into()).name.kind;
        derived.iter().filter(|literal| !literal.is_placed).any(|&Literal { id, .. }| {
            let houses = tables.houses_of[tables.cell(id)].iter();
            houses.filter(|&&other| kind(other) == kind(house)).any(|&other| {
                let remains =
                    |&id: &CandidateId| self.is_open(id) && !derived.contains(&Literal::excluded(id));
                tables.ids_of_house(other, tables.digit(id)).filter(remains).count() == 1
            })
        })
    }

    /// Adds a fact, and returns the candidates whose values have changed.
    pub(super) fn learn(&mut self, fact: Literal) -> Vec<CandidateId> {
        let mut changed = Vec::new();
        if !fact.is_placed {
            self.is_derived[fact.id] = true;
            self.exclude(fact.id, &mut changed);
            return changed;
        }
        let tables = self.tables;
        let (cell, digit) = (tables.cell(fact.id), tables.digit(fact.id));
        self.placed[cell] = Some(fact.id);
        self.set(fact.id, Value::Placed);
        changed.push(fact.id);
        for other in tables.ids_of_cell(cell).filter(|&other| other != fact.id) {
            self.exclude(other, &mut changed);
        }
        for &peer in &tables.peers[cell] {
            let other = tables.id(peer, digit);
            self.blockers[other].push(fact.id);
            self.exclude(other, &mut changed);
        }
        changed
    }

    fn exclude(&mut self, id: CandidateId, changed: &mut Vec<CandidateId>) {
        if self.values[id] == Value::Open {
            self.set(id, Value::Excluded);
            changed.push(id);
        }
    }

    fn set(&mut self, id: CandidateId, value: Value) {
        self.values[id] = value;
        let (cell, digit) = (usize::from(self.tables.cell(id)), usize::from(self.tables.digit(id)));
        self.open[digit * self.tables.words + cell / 64] &= !(1 << (cell % 64));
    }

    /// Adds elements to `reason` that imply that the candidates `ids`, which are known to be excluded, are false.
    ///
    /// A candidate in a filled cell is a fact. Otherwise, a peer that contains the digit excludes the candidate. The
    /// peers are chosen greedily, so that few placed digits exclude many candidates.
    pub(super) fn explain(&self, ids: &[CandidateId], reason: &mut Vec<Element>) {
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
        let mut counts: TiVec<CellId, u16> = ti_vec![0; self.placed.len()];
        let blockers = |id: CandidateId| self.blockers[id].iter().copied();
        for placed in remaining.iter().flat_map(|&id| blockers(id)) {
            counts[tables.cell(placed)] += 1;
        }
        // Candidates with few blockers come first, because they leave no choice.
        remaining.sort_unstable_by_key(|&id| (blockers(id).count(), id));
        let mut is_used: TiVec<CellId, bool> = ti_vec![false; self.placed.len()];
        for id in remaining {
            let preference = |placed: &CandidateId| {
                let cell = tables.cell(*placed);
                (is_used[cell], counts[cell], std::cmp::Reverse(*placed))
            };
            let Some(placed) = blockers(id).max_by_key(preference) else {
                reason.push(Element::Excluded(id));
                continue;
            };
            reason.push(Element::peers(id, placed));
            if !std::mem::replace(&mut is_used[tables.cell(placed)], true) {
                reason.push(Element::Placed(placed));
            }
        }
    }

    /// Returns whether an excluded candidate is a fact: its cell contains another digit, or a step or the puzzle
    /// excludes it.
    pub(super) fn is_fact(&self, id: CandidateId) -> bool {
        self.is_derived[id] || self.placed(self.tables.cell(id)).is_some()
    }

    /// Returns whether an excluded candidate is known from an earlier step or from the puzzle, and neither from a digit
    /// in the same cell nor from a peer.
    pub(super) fn is_derived(&self, id: CandidateId) -> bool {
        self.is_derived[id] && self.placed(self.tables.cell(id)).is_none()
    }
}
