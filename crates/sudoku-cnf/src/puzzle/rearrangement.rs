//! Random rearrangements of a puzzle, which turn it into an equivalent one.

use std::collections::BTreeSet;
use std::sync::Arc;

use itertools::Itertools;
use thiserror::Error;

use super::board::{BoardError, Boxes, Candidate, Cell, Digit, Geometry, Regions};
use super::random::Random;
use super::rule::{InvalidRule, Position, Rule, RuleKind, RuleText};
use super::{Grid, Puzzle};

/// A bijection of the cells of a board, and one of its digits, that turns the solutions of a puzzle into those of an
/// equivalent puzzle.
///
/// ```
/// use sudoku_cnf::Puzzle;
/// use sudoku_cnf::puzzle::canonical::CanonicalForm;
/// use sudoku_cnf::puzzle::random::Random;
/// use sudoku_cnf::puzzle::rearrangement::Rearrangement;
///
/// let puzzle: Puzzle =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let other = Rearrangement::random(&puzzle, false, &mut Random::new(7, 1))?.puzzle(&puzzle)?;
/// assert_ne!(other, puzzle);
/// assert_eq!(CanonicalForm::of(&other)?, CanonicalForm::of(&puzzle)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rearrangement {
    geometry: Arc<Geometry>,
    /// Maps each row, including those beside the board, to its new row. The transposition is applied afterwards.
    rows: Vec<usize>,
    /// Maps each column in the same way.
    columns: Vec<usize>,
    is_transposed: bool,
    /// The new digit of each digit; `digits[0]` is unused.
    digits: Vec<usize>,
}

/// The reason why a puzzle cannot be rearranged.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum RearrangeError {
    /// The boards overlap.
    #[error("overlapping boards cannot be rearranged")]
    Layout,
    /// A rule would have another meaning on a rotated board, or a statement might. The variant contains its name.
    #[error("a puzzle with the rule {0} cannot be rearranged")]
    Rule(String),
    /// The rearranged board does not exist.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The board has no cells for a rearranged rule.
    #[error(transparent)]
    InvalidRule(#[from] InvalidRule),
}

impl Rearrangement {
    /// Returns a random rearrangement of `puzzle`.
    ///
    /// Without regions, variants and rules, it permutes the bands, the stacks, the rows within a band, the columns
    /// within a stack and the digits, and perhaps exchanges rows with columns. Otherwise, or if `keeps_shapes` is set,
    /// it rotates or reflects the board. The digits are then renamed only if no rule distinguishes them and
    /// `keeps_shapes` is not set.
    ///
    /// # Errors
    /// Returns an error if the boards overlap, or if a rule has another meaning on a rotated board.
    pub fn random(puzzle: &Puzzle, keeps_shapes: bool, random: &mut Random) -> Result<Self, RearrangeError> {
        let geometry = puzzle.geometry();
        if geometry.layout().is_some() {
            return Err(RearrangeError::Layout);
        }
        if let Some(rule) = puzzle.rules().iter().find(|rule| depends_on_place(rule)) {
            return Err(RearrangeError::Rule(rule.name().to_owned()));
        }
        let n = geometry.size();
        let mut found = match geometry.box_shape() {
            Some(shape) if !keeps_shapes && geometry.variants().is_empty() && puzzle.rules().is_empty() => {
                let rows = permuted_lines(shape.rows(), n / shape.rows(), random);
                let columns = permuted_lines(shape.columns(), n / shape.columns(), random);
                let is_transposed = shape.rows() == shape.columns() && random.below(2) == 0;
                Self { geometry: geometry.clone(), rows, columns, is_transposed, digits: (0..=n).collect() }
            }
            _ => {
                let numbers = random.permutation(TURNS).into_iter();
                let turned = numbers.map(|number| turn(geometry, number));
                // Turn 0 keeps all houses, so at least one turn is found.
                turned.flatten_ok().next().unwrap_or_else(|| turn_lines(geometry, 0))?
            }
        };
        if !keeps_shapes && !puzzle.rules().iter().any(distinguishes_digits) {
            let renamed = random.permutation(n).into_iter().map(|digit| digit as usize + 1);
            found.digits = std::iter::once(0).chain(renamed).collect();
        }
        Ok(found)
    }

    /// Returns the new position of a cell, or of a position beside the board. Other positions stay the same.
    pub fn position(&self, position: Position) -> Position {
        let new = |lines: &[usize], number: i32| {
            let new = usize::try_from(number).ok().and_then(|number| lines.get(number));
            new.map_or(number, |&new| new as i32)
        };
        let (row, column) = (new(&self.rows, position.row), new(&self.columns, position.column));
        if self.is_transposed { Position { row: column, column: row } } else { Position { row, column } }
    }

    fn cell(&self, cell: Cell) -> Cell {
        self.position(cell.into()).cell().unwrap_or(cell)
    }

    fn digit(&self, digit: Digit) -> Digit {
        Digit::new(self.digits[digit.get()]).unwrap_or(digit)
    }

    /// Returns the rearranged puzzle. It has the same number of givens, rules and solutions.
    ///
    /// # Errors
    /// Returns an error if a rule cannot be rearranged, because `puzzle` is not the puzzle for which the rearrangement
    /// was chosen.
    ///
    /// # Panics
    /// Panics if the board has another size.
    pub fn puzzle(&self, puzzle: &Puzzle) -> Result<Puzzle, RearrangeError> {
        let mut new = Puzzle::from(self.grid(puzzle.grid()));
        let excluded =
            |old: &Candidate| Candidate { cell: self.cell(old.cell), digit: self.digit(old.digit) };
        new.exclude(puzzle.excluded().iter().map(excluded));
        let rules = puzzle.rules().iter().map(|rule| self.rule(rule).on(new.geometry()));
        let rules: Vec<Rule> = rules.collect::<Result<_, _>>()?;
        new.add_rules(rules);
        Ok(new)
    }

    /// Returns a rearranged grid, for example the solution of the puzzle.
    ///
    /// # Panics
    /// Panics if the board has another size.
    pub fn grid(&self, grid: &Grid) -> Grid {
        assert_eq!(grid.geometry().cell_count(), self.geometry.cell_count(), "the board has another size");
        let mut new = Grid::empty(self.geometry.clone());
        for Candidate { cell, digit } in grid.digits() {
            new.set(self.cell(cell), Some(self.digit(digit)));
        }
        new
    }

    fn rule(&self, rule: &Rule) -> RuleText {
        let text = rule.text().mapped(|position| self.position(position));
        let corner = self.position(Position { row: 1, column: 1 });
        let kind = match text.kind {
            RuleKind::RisingDiagonal if corner.row != corner.column => RuleKind::FallingDiagonal,
            RuleKind::FallingDiagonal if corner.row != corner.column => RuleKind::RisingDiagonal,
            kind => kind,
        };
        RuleText { kind, ..text }
    }
}

/// Returns whether a rule depends on the numbers of rows, columns or boxes, or on the order in which cells are read.
/// Statements may do so.
fn depends_on_place(rule: &Rule) -> bool {
    match rule.kind() {
        RuleKind::RowIndexer | RuleKind::ColumnIndexer | RuleKind::BoxIndexer | RuleKind::Statement => true,
        // The digits of a pill are those of a number.
        RuleKind::Arrow => rule.cells().len() > 1,
        _ => false,
    }
}

/// Returns whether a rule does more than compare digits for equality.
fn distinguishes_digits(rule: &Rule) -> bool {
    match rule.kind() {
        RuleKind::KillerCage => !rule.values().is_empty(),
        RuleKind::ExtraRegion
        | RuleKind::Palindrome
        | RuleKind::Clone
        | RuleKind::RisingDiagonal
        | RuleKind::FallingDiagonal => false,
        _ => true,
    }
}

/// Returns a random permutation of lines from 1 that keeps groups of `size` lines together.
fn permuted_lines(size: usize, groups: usize, random: &mut Random) -> Vec<usize> {
    let mut lines = vec![0];
    for group in random.permutation(groups) {
        let within = random.permutation(size).into_iter();
        lines.extend(within.map(|line| group as usize * size + line as usize + 1));
    }
    lines
}

/// The number of rotations and reflections.
const TURNS: usize = 8;

/// Returns a rotation or reflection of the board with a number below [`TURNS`], or `None` if the new board has other
/// kinds of houses.
fn turn(geometry: &Geometry, number: u32) -> Result<Option<Rearrangement>, BoardError> {
    let turned = turn_lines(geometry, number)?;
    Ok(turned.keeps_houses(geometry).then_some(turned))
}

/// Returns a rotation or reflection with a number below [`TURNS`]. Number 0 changes nothing.
fn turn_lines(geometry: &Geometry, number: u32) -> Result<Rearrangement, BoardError> {
    let n = geometry.size();
    let lines = |is_reversed: bool| -> Vec<usize> {
        if is_reversed { (0..=n + 1).rev().collect() } else { (0..=n + 1).collect() }
    };
    let [is_transposed, reverses_columns, reverses_rows] = [1, 2, 4].map(|bit| number & bit != 0);
    let mut turn = Rearrangement {
        geometry: Geometry::standard(),
        rows: lines(reverses_rows),
        columns: lines(reverses_columns),
        is_transposed,
        digits: (0..=n).collect(),
    };
    turn.geometry = Arc::new(Geometry::with_variants(turn.boxes(geometry.boxes()), geometry.variants())?);
    Ok(turn)
}

impl Rearrangement {
    /// Returns the boxes of the rearranged board. Rectangles that do not fit stay as they are.
    fn boxes(&self, boxes: &Boxes) -> Boxes {
        let n = boxes.size();
        let Boxes::Regions(_) = boxes else { return boxes.clone() };
        let mut labels = vec![String::new(); n * n];
        for (index, region) in boxes.cell_regions().into_iter().enumerate() {
            let position = Position { row: (index / n + 1) as i32, column: (index % n + 1) as i32 };
            let Some(new) = self.position(position).cell() else { continue };
            labels[(new.row() - 1) * n + new.column() - 1] = region.to_string();
        }
        Regions::from_labels(&labels).map_or_else(|_| boxes.clone(), Boxes::Regions)
    }

    /// Returns whether the houses of the rearranged board are the rearranged houses of `old`.
    fn keeps_houses(&self, old: &Geometry) -> bool {
        let new = &self.geometry;
        let houses = |geometry: &Geometry, map: &dyn Fn(Cell) -> Cell| {
            let sorted = geometry.houses().map(|house| {
                let mut cells: Vec<Cell> = house.cells.iter().map(|&cell| map(cell)).collect();
                cells.sort_unstable();
                cells
            });
            sorted.collect::<BTreeSet<_>>()
        };
        houses(new, &|cell| cell) == houses(old, &|cell| self.cell(cell))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Solution;
    use crate::puzzle::board::{BoxShape, Variant};
    use crate::puzzle::rule::Context;

    fn turns(geometry: &Geometry) -> impl Iterator<Item = Rearrangement> {
        (0..TURNS as u32).filter_map(|number| turn(geometry, number).unwrap())
    }

    /// Rules mean the same on a rearranged board. On random grids, all rules are satisfied sometimes.
    #[test]
    fn rules_keep_their_meaning() {
        let geometry = Arc::new(crate::puzzle::rule::tests::geometry());
        let mut random = Random::new(1, 1);
        for text in crate::puzzle::rule::tests::SAMPLES {
            let puzzle = Puzzle::empty(geometry.clone());
            let puzzle = puzzle.with_rules([Rule::parse(text, &geometry).unwrap()]);
            let Ok(first) = Rearrangement::random(&puzzle, false, &mut random) else {
                assert!(depends_on_place(&puzzle.rules()[0]), "{text}");
                continue;
            };
            for turn in turns(&geometry).chain([first]) {
                let new = turn.puzzle(&puzzle).unwrap();
                for _ in 0..200 {
                    let digits = (0..16).map(|_| Digit::new(random.below(4) + 1)).collect();
                    let grid = Grid::from_digits(geometry.clone(), digits);
                    let holds = |puzzle: &Puzzle, grid: &Grid| {
                        let digits = |cell| grid.get(cell).map(|digit| digit.get() as i64);
                        let context = Context { geometry: puzzle.geometry(), rules: puzzle.rules() };
                        puzzle.rules()[0].holds(&digits, context)
                    };
                    assert_eq!(holds(&puzzle, &grid), holds(&new, &turn.grid(&grid)), "{text}: {turn:?}");
                }
            }
        }
    }

    #[test]
    fn regions_and_variants_are_turned_along() {
        let turned = |geometry: Geometry| turns(&geometry).count();
        let rectangles: BoxShape = "2x3".parse().unwrap();
        assert_eq!(turned(Geometry::new(rectangles)), 4);
        assert_eq!(turned(Geometry::with_variants(BoxShape::STANDARD, Variant::ALL).unwrap()), 8);
        assert_eq!(turned(Geometry::with_variants(rectangles, &[Variant::Windoku]).unwrap()), 1);
        let regions: Regions = "AABB\nAABC\nDBCC\nDDDC".parse().unwrap();
        let geometry = Arc::new(Geometry::with_variants(regions, &[Variant::X]).unwrap());
        let solution = "1234\n3412\n2143\n4321".replace('\n', "");
        let digits = solution.bytes().map(|digit| Digit::new((digit - b'0').into())).collect();
        let puzzle = Puzzle::from(Grid::from_digits(geometry, digits));
        let is_solution = |puzzle: &Puzzle| Solution::check(puzzle.grid().clone(), puzzle).is_ok();
        for seed in 0..20 {
            let turned = Rearrangement::random(&puzzle, false, &mut Random::new(seed, 1)).unwrap();
            assert_eq!(is_solution(&turned.puzzle(&puzzle).unwrap()), is_solution(&puzzle), "{turned:?}");
        }
    }
}
