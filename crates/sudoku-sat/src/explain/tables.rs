//! The cells, houses and peers of a board as numbers, which the searches of this module use.

use std::sync::Arc;

use sudoku_cnf::{Candidate, Cell, Digit, Geometry, Puzzle};
use typed_index_collections::TiVec;

use super::BoardRule;
use super::ids::{CandidateId, CellId, DigitId, HouseId, RuleId};
use super::rule_table::RuleTable;
use super::unique::rectangles;
use crate::solver::{LimitPoller, Limits, StopReason};

/// The largest number of cells for which the peers are stored as bits, which takes up 12.5 MB.
const MAX_DENSE: usize = 10_000;

/// The structure of a board.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    pub(super) n: usize,
    pub(super) geometry: Arc<Geometry>,
    /// The peers of each cell, in ascending order.
    pub(super) peers: TiVec<CellId, Vec<CellId>>,
    /// The number of 64-bit words of a set of cells.
    pub(super) words: usize,
    /// The peers of each cell as bits, in [`words`](Self::words) words per cell. Empty on boards of more than
    /// [`MAX_DENSE`] cells.
    peer_bits: Vec<u64>,
    /// The cells of each complete house.
    pub(super) houses: TiVec<HouseId, Vec<CellId>>,
    /// The complete houses of each cell.
    pub(super) houses_of: TiVec<CellId, Vec<HouseId>>,
    /// The rules beyond houses.
    pub(super) rules: TiVec<RuleId, RuleTable>,
    /// Whether steps may assume that the puzzle has exactly one solution.
    pub(super) assumes_unique: bool,
    /// The number of variables: the candidates, and the auxiliary variables of rules.
    pub(super) variable_count: usize,
    /// The puzzle that the rules belong to.
    pub(super) puzzle: Puzzle,
}

impl Tables {
    /// Returns the tables of the board and the rules of a puzzle.
    ///
    /// # Errors
    /// Returns an error if a limit is reached.
    pub(super) fn new(puzzle: &Puzzle, limits: &Limits) -> Result<Self, StopReason> {
        Self::with_rules(puzzle, 0..puzzle.rules().len(), limits)
    }

    /// Adds the rules that hold if the puzzle has exactly one solution.
    ///
    /// # Errors
    /// Returns an error if a limit is reached.
    pub(super) fn assume_unique(mut self, limits: &Limits) -> Result<Self, StopReason> {
        let rectangles = rectangles(&self.puzzle, &self.rules, limits)?;
        self.rules.extend(rectangles);
        self.assumes_unique = true;
        Ok(self)
    }

    /// Returns the tables of the board and of the rules of a puzzle with the given indices.
    ///
    /// # Errors
    /// Returns an error if a limit is reached.
    pub(super) fn with_rules(
        puzzle: &Puzzle,
        rules: impl IntoIterator<Item = usize>,
        limits: &Limits,
    ) -> Result<Self, StopReason> {
        let geometry = puzzle.geometry();
        let n = geometry.size();
        let mut poller = LimitPoller::new(limits.clone());
        let index = |cell: Cell| CellId::from(geometry.index(cell));
        let peers: TiVec<CellId, Vec<CellId>> = geometry
            .cells()
            .map(|cell| {
                poller.steps(n)?;
                let mut peers: Vec<_> = geometry.peers(cell).map(index).collect();
                peers.sort_unstable();
                Ok(peers)
            })
            .collect::<Result<_, StopReason>>()?;
        let words = peers.len().div_ceil(64);
        let dense = if peers.len() > MAX_DENSE { 0 } else { peers.len() };
        let mut peer_bits = vec![0; dense * words];
        for (cell, peers) in peers.iter().enumerate().take(dense) {
            for peer in peers.iter().map(|&peer| usize::from(peer)) {
                peer_bits[cell * words + peer / 64] |= 1 << (peer % 64);
            }
        }
        let complete = geometry.complete_houses();
        let houses = geometry.houses().take(complete);
        let houses = houses.map(|house| house.cells.iter().copied().map(index).collect()).collect();
        let of = |cell| {
            let houses = geometry.houses_of(cell).iter().map(|&house| house as usize);
            houses.filter(|&house| house < complete).map(HouseId::from).collect()
        };
        let houses_of = geometry.cells().map(of).collect();
        let mut variable_count = geometry.candidate_count();
        let mut tables = TiVec::new();
        for index in rules {
            limits.check()?;
            let rule = RuleTable::new(BoardRule::Rule(index), puzzle, variable_count);
            variable_count = variable_count.max(rule.clauses.variable_count());
            tables.push(rule);
        }
        Ok(Self {
            n,
            geometry: geometry.clone(),
            peers,
            words,
            peer_bits,
            houses,
            houses_of,
            rules: tables,
            assumes_unique: false,
            variable_count,
            puzzle: puzzle.clone(),
        })
    }

    /// Returns the unit of costs, which is n + 1.
    pub(super) fn unit(&self) -> u64 {
        self.n as u64 + 1
    }

    pub(super) fn candidate_count(&self) -> usize {
        self.peers.len() * self.n
    }

    pub(super) fn cells(&self) -> impl DoubleEndedIterator<Item = CellId> + Clone + use<> {
        self.peers.keys()
    }

    pub(super) fn digits(&self) -> impl DoubleEndedIterator<Item = DigitId> + Clone + use<> {
        (0..self.n).map(DigitId::from)
    }

    pub(super) fn candidates(&self) -> impl DoubleEndedIterator<Item = CandidateId> + Clone + use<> {
        (0..self.candidate_count()).map(CandidateId::from)
    }

    /// Returns each complete house with each digit.
    pub(super) fn houses_and_digits(&self) -> impl Iterator<Item = (HouseId, DigitId)> + Clone + '_ {
        (0..self.houses.len()).flat_map(|house| self.digits().map(move |digit| (house.into(), digit)))
    }

    pub(super) fn cell(&self, id: CandidateId) -> CellId {
        (usize::from(id) / self.n).into()
    }

    pub(super) fn digit(&self, id: CandidateId) -> DigitId {
        (usize::from(id) % self.n).into()
    }

    pub(super) fn id(&self, cell: CellId, digit: DigitId) -> CandidateId {
        (usize::from(cell) * self.n + usize::from(digit)).into()
    }

    pub(super) fn ids_of_cell(&self, cell: CellId) -> impl Iterator<Item = CandidateId> + use<> {
        let first = usize::from(cell) * self.n;
        (first..first + self.n).map(CandidateId::from)
    }

    pub(super) fn ids_of_house(
        &self,
        house: HouseId,
        digit: DigitId,
    ) -> impl Iterator<Item = CandidateId> + '_ {
        self.houses[house].iter().map(move |&cell| self.id(cell, digit))
    }

    /// Returns the peers of `cell` among 64 cells, as bits.
    pub(super) fn peer_bits(&self, cell: CellId, word: usize) -> u64 {
        if let Some(&bits) = self.peer_bits.get(usize::from(cell) * self.words + word) {
            return bits;
        }
        let (peers, first) = (&self.peers[cell], word * 64);
        let from = peers.partition_point(|&peer| usize::from(peer) < first);
        let peers = peers[from..].iter().map(|&peer| usize::from(peer)).take_while(|&peer| peer < first + 64);
        peers.fold(0, |bits, peer| bits | 1 << (peer - first))
    }

    pub(super) fn are_peers(&self, a: CellId, b: CellId) -> bool {
        let b = usize::from(b);
        self.peer_bits(a, b / 64) >> (b % 64) & 1 == 1
    }

    /// Returns whether two candidates have the same digit and their cells are peers.
    pub(super) fn clash(&self, a: CandidateId, b: CandidateId) -> bool {
        self.digit(a) == self.digit(b) && self.are_peers(self.cell(a), self.cell(b))
    }

    /// Returns the cell with this number.
    pub(super) fn geometry_cell(&self, cell: CellId) -> Cell {
        self.geometry.cell(cell.into())
    }

    /// Returns the digit with this number, which is on the board.
    pub(super) fn geometry_digit(digit: DigitId) -> Digit {
        Digit::new(usize::from(digit) + 1).expect("the digit is on the board")
    }

    pub(super) fn candidate(&self, id: CandidateId) -> Candidate {
        Candidate { cell: self.geometry_cell(self.cell(id)), digit: Self::geometry_digit(self.digit(id)) }
    }

    pub(super) fn number(&self, candidate: Candidate) -> CandidateId {
        self.id(self.geometry.index(candidate.cell).into(), (candidate.digit.get() - 1).into())
    }
}
