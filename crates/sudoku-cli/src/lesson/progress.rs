//! The facts that are known before a step.

use std::collections::HashMap;

use sudoku_cnf::{Candidate, Cell, Digit, Geometry, Grid, Puzzle};
use sudoku_sat::explain::Fact;

/// The digits and candidates that are known at a point of a lesson.
#[derive(Clone, Debug)]
pub(super) struct Progress {
    /// The givens and the digits that steps have placed.
    pub(super) grid: Grid,
    excluded: Vec<bool>,
    /// The number of the step that derived each fact. Givens and excluded candidates of the puzzle are not included.
    steps: HashMap<(Candidate, bool), usize>,
}

impl Progress {
    /// Starts with the givens and the excluded candidates of `puzzle`.
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        let geometry = puzzle.geometry();
        let excluded = vec![false; geometry.candidate_count()];
        let mut progress = Self { grid: puzzle.grid().clone(), excluded, steps: HashMap::new() };
        puzzle.excluded().iter().for_each(|&candidate| progress.exclude(candidate));
        puzzle.givens().for_each(|given| progress.exclude_from_peers(given));
        progress
    }

    /// Adds the facts that the step with the number `number` derives.
    pub(super) fn learn(&mut self, derived: &[Fact], number: usize) {
        for &Fact { candidate, is_placed } in derived {
            self.steps.entry((candidate, is_placed)).or_insert(number);
            if is_placed {
                self.grid.set(candidate.cell, Some(candidate.digit));
                self.exclude_from_peers(candidate);
            } else {
                self.exclude(candidate);
            }
        }
    }

    pub(super) fn geometry(&self) -> &Geometry {
        self.grid.geometry()
    }

    /// Returns the number of the step that derived `fact`, or `None` if the puzzle contains it.
    pub(super) fn step_of(&self, fact: Fact) -> Option<usize> {
        self.steps.get(&(fact.candidate, fact.is_placed)).copied()
    }

    pub(super) fn is_open(&self, candidate: Candidate) -> bool {
        self.grid.get(candidate.cell).is_none() && !self.excluded[self.index(candidate)]
    }

    /// Returns the candidates of an open cell.
    pub(super) fn candidates(&self, cell: Cell) -> Vec<Digit> {
        self.geometry().digits().filter(|&digit| self.is_open(Candidate { cell, digit })).collect()
    }

    /// Returns the cells of a house that can contain `digit`.
    pub(super) fn places(&self, house: usize, digit: Digit) -> Vec<Cell> {
        let cells = self.geometry().house(house).cells.iter().copied();
        cells.filter(|&cell| self.is_open(Candidate { cell, digit })).collect()
    }

    fn index(&self, candidate: Candidate) -> usize {
        self.geometry().literal(candidate.cell, candidate.digit).var().number() - 1
    }

    fn exclude(&mut self, candidate: Candidate) {
        let index = self.index(candidate);
        self.excluded[index] = true;
    }

    fn exclude_from_peers(&mut self, Candidate { cell, digit }: Candidate) {
        let peers: Vec<Cell> = self.geometry().peers(cell).collect();
        for cell in peers {
            self.exclude(Candidate { cell, digit });
        }
    }
}
