//! The cells, houses and peers of a board as numbers, which the searches of this module use.

use std::sync::Arc;

use sudoku_cnf::{Candidate, Cell, Digit, Geometry, Puzzle};

use super::BoardRule;
use super::rule_table::RuleTable;
use super::unique::rectangles;
use crate::solver::{LimitPoller, Limits, StopReason};

/// The largest number of cells for which the peers are stored as bits, which takes up 12.5 MB.
const MAX_DENSE: usize = 10_000;

/// The structure of a board.
///
/// A candidate has the number cell · n + digit − 1, where cells are numbered from 0 in row-major order. This number is
/// one less than the number of the candidate's variable in a CNF.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    pub(super) n: usize,
    pub(super) geometry: Arc<Geometry>,
    /// The peers of each cell, in ascending order.
    pub(super) peers: Vec<Vec<u32>>,
    /// The number of 64-bit words of a set of cells.
    pub(super) words: usize,
    /// The peers of each cell as bits, in [`words`](Self::words) words per cell. Empty on boards of more than
    /// [`MAX_DENSE`] cells.
    peer_bits: Vec<u64>,
    /// The cells of each complete house.
    pub(super) houses: Vec<Vec<u32>>,
    /// The complete houses of each cell.
    pub(super) houses_of: Vec<Vec<u32>>,
    /// The rules beyond houses.
    pub(super) rules: Vec<RuleTable>,
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
        let index = |cell: Cell| geometry.index(cell) as u32;
        let peers: Vec<Vec<u32>> = geometry
            .cells()
            .map(|cell| {
                poller.steps(n as u32)?;
                let mut peers: Vec<_> = geometry.peers(cell).map(index).collect();
                peers.sort_unstable();
                Ok(peers)
            })
            .collect::<Result<_, StopReason>>()?;
        let words = peers.len().div_ceil(64);
        let dense = &peers[..if peers.len() > MAX_DENSE { 0 } else { peers.len() }];
        let mut peer_bits = vec![0; dense.len() * words];
        for (cell, peers) in dense.iter().enumerate() {
            for &peer in peers {
                peer_bits[cell * words + peer as usize / 64] |= 1 << (peer % 64);
            }
        }
        let complete = geometry.complete_houses();
        let houses = geometry.houses().take(complete);
        let houses = houses.map(|house| house.cells.iter().copied().map(index).collect()).collect();
        let of =
            |cell| geometry.houses_of(cell).iter().copied().filter(|&h| (h as usize) < complete).collect();
        let houses_of = geometry.cells().map(of).collect();
        let mut variable_count = geometry.candidate_count();
        let mut tables = Vec::new();
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

    pub(super) fn candidate_count(&self) -> usize {
        self.peers.len() * self.n
    }

    pub(super) fn cell(&self, id: u32) -> u32 {
        id / self.n as u32
    }

    /// Returns the digit of a candidate, counting from 0.
    pub(super) fn digit(&self, id: u32) -> u32 {
        id % self.n as u32
    }

    /// Returns the number of the candidate with this cell and this digit, counting from 0.
    pub(super) fn id(&self, cell: u32, digit: u32) -> u32 {
        cell * self.n as u32 + digit
    }

    pub(super) fn ids_of_cell(&self, cell: u32) -> impl Iterator<Item = u32> + use<> {
        let n = self.n as u32;
        cell * n..(cell + 1) * n
    }

    pub(super) fn ids_of_house(&self, house: u32, digit: u32) -> impl Iterator<Item = u32> + '_ {
        self.houses[house as usize].iter().map(move |&cell| self.id(cell, digit))
    }

    /// Returns the peers of `cell` among 64 cells, as bits.
    pub(super) fn peer_bits(&self, cell: u32, word: usize) -> u64 {
        if let Some(&bits) = self.peer_bits.get(cell as usize * self.words + word) {
            return bits;
        }
        let (peers, first) = (&self.peers[cell as usize], word as u32 * 64);
        let from = peers.partition_point(|&peer| peer < first);
        let peers = peers[from..].iter().take_while(|&&peer| peer < first + 64);
        peers.fold(0, |bits, &peer| bits | 1 << (peer - first))
    }

    pub(super) fn are_peers(&self, a: u32, b: u32) -> bool {
        self.peer_bits(a, b as usize / 64) >> (b % 64) & 1 == 1
    }

    /// Returns whether two candidates have the same digit and their cells are peers.
    pub(super) fn clash(&self, a: u32, b: u32) -> bool {
        self.digit(a) == self.digit(b) && self.are_peers(self.cell(a), self.cell(b))
    }

    pub(super) fn candidate(&self, id: u32) -> Candidate {
        let cell = self.geometry.cell(self.cell(id) as usize);
        let digit =
            Digit::new(self.digit(id) as usize + 1).expect("the digit of a candidate is on the board");
        Candidate { cell, digit }
    }

    pub(super) fn number(&self, candidate: Candidate) -> u32 {
        self.id(self.geometry.index(candidate.cell) as u32, candidate.digit.get() as u32 - 1)
    }
}
