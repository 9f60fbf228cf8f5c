//! The facts that are known before a step, and the names of cells, digits and houses in sentences.

use std::collections::HashMap;

use itertools::Itertools;
use sudoku_cnf::text::Alphabet;
use sudoku_cnf::text::words::{self, list};
use sudoku_cnf::{Candidate, Cell, Digit, Geometry, Grid, Puzzle};

use super::super::board_rule::Fact;

/// The digits and candidates that are known at a point of an explanation. [`sentence`](Self::sentence) explains the
/// next step.
///
/// ```
/// use sudoku_sat::explain::{ExplainOptions, Explanation, StepsSoFar, explain};
/// use sudoku_sat::{Limits, Puzzle};
///
/// let puzzle: Puzzle = "1.....2...3....4".parse()?;
/// let Explanation::Solved { steps, .. } = explain(&puzzle, &ExplainOptions::default(), &Limits::none())? else {
///     panic!("the puzzle has one solution")
/// };
/// let mut progress = StepsSoFar::new(&puzzle, None);
/// assert!(progress.sentence(&steps[0], None).starts_with("In row 1, 2 fits only in r1c2."));
/// progress.learn(&steps[0].derived, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct StepsSoFar {
    pub(super) puzzle: Puzzle,
    alphabet: Option<Alphabet>,
    grid: Grid,
    excluded: Vec<bool>,
    /// The number of the step that derived each fact. Givens and excluded candidates of the puzzle are not included.
    steps: HashMap<(Candidate, bool), usize>,
}

impl StepsSoFar {
    /// Starts with the givens and the excluded candidates of `puzzle`. Digits are written in `alphabet`, or as decimal
    /// numbers if it is `None`.
    pub fn new(puzzle: &Puzzle, alphabet: Option<Alphabet>) -> Self {
        let excluded = vec![false; puzzle.geometry().candidate_count()];
        let (grid, steps) = (puzzle.grid().clone(), HashMap::new());
        let mut progress = Self { puzzle: puzzle.clone(), alphabet, grid, excluded, steps };
        puzzle.excluded().iter().for_each(|&candidate| progress.exclude(candidate));
        puzzle.givens().for_each(|given| progress.exclude_from_peers(given));
        progress
    }

    /// Adds the facts that the step with the number `number` derives.
    pub fn learn(&mut self, derived: &[Fact], number: usize) {
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

    /// Returns the givens and the digits that steps have placed.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    fn geometry(&self) -> &Geometry {
        self.grid.geometry()
    }

    /// Returns the number of the step that derived `fact`, or `None` if the puzzle contains it.
    pub fn step_of(&self, fact: Fact) -> Option<usize> {
        self.steps.get(&(fact.candidate, fact.is_placed)).copied()
    }

    fn is_open(&self, candidate: Candidate) -> bool {
        self.grid.get(candidate.cell).is_none() && !self.excluded[self.index(candidate)]
    }

    /// Returns the candidates of an open cell.
    pub fn candidates(&self, cell: Cell) -> Vec<Digit> {
        self.geometry().digits().filter(|&digit| self.is_open(Candidate { cell, digit })).collect()
    }

    /// Returns the cells of a house that can contain `digit`.
    pub fn places(&self, house: usize, digit: Digit) -> Vec<Cell> {
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

    pub(super) fn digit(&self, digit: Digit) -> String {
        words::digit(digit, self.alphabet)
    }

    pub(super) fn digits(&self, digits: &[Digit], conjunction: &str) -> String {
        list(digits.iter().map(|&digit| self.digit(digit)), conjunction)
    }

    pub(super) fn house(&self, house: usize) -> String {
        self.geometry().house(house).name.to_string()
    }

    /// Returns whether all `cells` are in a house.
    pub(super) fn are_in_a_house(&self, cells: &[Cell]) -> bool {
        self.geometry().houses().any(|house| cells.iter().all(|cell| house.cells.contains(cell)))
    }

    /// Returns an assignment, for example `r1c3=5`.
    pub(super) fn assignment(&self, Candidate { cell, digit }: Candidate) -> String {
        format!("{cell}={}", self.digit(digit))
    }

    /// Returns where two peers see each other, for example ` in row 3`.
    pub(super) fn shared(&self, a: Cell, b: Cell) -> String {
        let house = self.geometry().first_shared_house(a, b);
        house.map(|house| self.geometry().house(house).name.relation()).unwrap_or_default()
    }

    /// Returns facts in words, grouped by cells and digits, for example `r1c3 and r1c5 cannot be 4 or 7`.
    pub(super) fn facts(&self, facts: &[Fact]) -> String {
        let (placed, excluded): (Vec<Fact>, Vec<Fact>) = facts.iter().partition(|fact| fact.is_placed);
        let placed = placed.iter().map(|fact| fact.candidate);
        let mut words: Vec<String> =
            placed.map(|placed| format!("{} is {}", placed.cell, self.digit(placed.digit))).collect();
        let excluded = excluded.iter().map(|fact| (fact.candidate.digit, fact.candidate.cell)).sorted();
        let mut groups: Vec<(Vec<Cell>, Vec<Digit>)> = Vec::new();
        for (digit, of_digit) in &excluded.chunk_by(|&(digit, _)| digit) {
            let cells = of_digit.map(|(_, cell)| cell).dedup().collect_vec();
            match groups.iter_mut().find(|(others, _)| *others == cells) {
                Some((_, digits)) => digits.push(digit),
                None => groups.push((cells, vec![digit])),
            }
        }
        words.extend(groups.into_iter().map(|(places, digits)| {
            format!("{} cannot be {}", list(&places, "and"), self.digits(&digits, "or"))
        }));
        words.join("; ")
    }
}
