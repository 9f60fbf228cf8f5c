//! Random rules that a full grid satisfies.
//!
//! A shape is drawn at random, and the numbers of the rule are those for which the rule holds in the grid. The shape
//! depends only on how the cells of a rule are written, so there is no code for single kinds of rules, apart from two
//! whose usual shape is narrower.

use sudoku_cnf::puzzle::random::Random;
use sudoku_cnf::puzzle::rule::{Context, Direction, Form, Position, Rule, RuleKind, RuleText};
use sudoku_cnf::{Cell, Geometry, Solution};

use crate::solver::{Limits, StopReason};

/// The number of shapes that are drawn for each kind of rule.
const SHAPES: usize = 4000;

/// The largest number of cells of a region or line, unless the kind of rule requires more.
const MAX_CELLS: usize = 5;

/// Returns random rules of the given kinds that hold in `solution`. Regions and lines of one kind do not overlap.
///
/// # Errors
/// Returns an error if a limit is reached.
pub(super) fn random_rules(
    solution: &Solution,
    kinds: &[RuleKind],
    random: &mut Random,
    limits: &Limits,
) -> Result<Vec<Rule>, StopReason> {
    let board = Board { solution, geometry: solution.grid().geometry() };
    let mut rules = Vec::new();
    for &kind in kinds {
        let mut found: Vec<Rule> = Vec::new();
        for _ in 0..SHAPES {
            limits.check()?;
            let rule = board.shape(kind, random).and_then(|shape| board.with_numbers(shape, random));
            let is_new = |rule: &Rule| !found.iter().any(|other| is_in_the_way(other, rule));
            found.extend(rule.filter(is_new));
            if found.len() == most(kind, board.geometry.size()) {
                break;
            }
        }
        rules.append(&mut found);
    }
    Ok(rules)
}

/// Returns how many rules of a kind are proposed for a board of size `n`.
fn most(kind: RuleKind, n: usize) -> usize {
    match kind.form() {
        Form::Cells(..) | Form::Adjacent | Form::Outside => n * n / 3,
        _ => n,
    }
}

/// Returns whether `rule` is too similar to another rule of the same kind.
fn is_in_the_way(other: &Rule, rule: &Rule) -> bool {
    let cells = |rule: &Rule| {
        let mut cells: Vec<Cell> = rule.cells().iter().chain(rule.other_cells()).copied().collect();
        cells.sort_unstable();
        cells
    };
    let (old, new) = (cells(other), cells(rule));
    match rule.kind().form() {
        // Dots may share a cell, and clues their row.
        Form::Adjacent | Form::Outside | Form::Diagonal => old == new,
        _ => new.iter().any(|cell| old.binary_search(cell).is_ok()),
    }
}

struct Board<'s> {
    solution: &'s Solution,
    geometry: &'s Geometry,
}

impl Board<'_> {
    fn digit(&self, cell: Cell) -> usize {
        self.solution.get(cell).get()
    }

    fn random_cell(&self, random: &mut Random) -> Cell {
        self.geometry.cell(random.below(self.geometry.cell_count()))
    }

    /// Returns the cell that is this many rows below and columns to the right of `cell`, if it exists.
    fn step(&self, cell: Cell, (rows, columns): (i32, i32)) -> Option<Cell> {
        let moved = |number: usize, by: i32| usize::try_from(number as i32 + by).ok();
        let cell = Cell::new(moved(cell.row(), rows)?, moved(cell.column(), columns)?)?;
        self.geometry.contains(cell).then_some(cell)
    }

    /// Returns the cells of a rule without its numbers, or `None` if the random choice does not fit.
    fn shape(&self, kind: RuleKind, random: &mut Random) -> Option<RuleText> {
        let n = self.geometry.size();
        let size = 2 + random.below(MAX_CELLS - 1);
        let mut text = RuleText::new(kind);
        let mut cells: Vec<Cell> = Vec::new();
        match kind.form() {
            Form::Flag | Form::Statement => return None,
            Form::Cell => cells.push(self.random_cell(random)),
            Form::Cells(..) if kind == RuleKind::Quadruple => cells = self.square(random)?,
            Form::Cells(least, most) => {
                let size = if kind == RuleKind::ExtraRegion { n } else { size.clamp(least, most) };
                cells = self.region(size, random)?;
            }
            Form::Adjacent => cells = self.region(2, random)?,
            Form::Line => cells = self.line(size.max(3), random)?,
            Form::CellsAndLine => {
                let line = self.line(size.max(3), random)?;
                cells.push(line[0]);
                text.others = line[1..].iter().copied().map(Position::from).collect();
            }
            Form::CellsAndClones => {
                cells = self.region(size.min(3), random)?;
                let by = (random.below(2 * n) as i32 - n as i32, random.below(2 * n) as i32 - n as i32);
                let others = cells.iter().map(|&cell| self.step(cell, by).map(Position::from));
                text.others = others.collect::<Option<_>>()?;
            }
            Form::Outside | Form::Diagonal => {
                let (beside, index) = ((random.below(2) * (n + 1)) as i32, random.below(n) as i32 + 1);
                let (row, column) = if random.below(2) == 0 { (beside, index) } else { (index, beside) };
                text.cells.push(Position { row, column });
                if kind.form() == Form::Diagonal {
                    let (is_down, is_right) = (random.below(2) == 0, random.below(2) == 0);
                    text.direction = Some(Direction { is_down, is_right });
                }
            }
        }
        text.cells.extend(cells.into_iter().map(Position::from));
        Some(text)
    }

    /// Returns orthogonally connected cells with distinct digits.
    fn region(&self, size: usize, random: &mut Random) -> Option<Vec<Cell>> {
        let mut cells = vec![self.random_cell(random)];
        for _ in 0..8 * size {
            if cells.len() == size {
                break;
            }
            let steps = [(0, 1), (1, 0), (0, -1), (-1, 0)];
            let next = self.step(cells[random.below(cells.len())], steps[random.below(4)]);
            let fits = |next: &Cell| {
                cells.iter().all(|&cell| cell != *next && self.digit(cell) != self.digit(*next))
            };
            let next = next.filter(fits);
            cells.extend(next);
        }
        cells.sort_unstable();
        (cells.len() == size).then_some(cells)
    }

    /// Returns cells of which each is a king's move from the one before.
    fn line(&self, length: usize, random: &mut Random) -> Option<Vec<Cell>> {
        let mut cells = vec![self.random_cell(random)];
        while cells.len() < length {
            let by = (random.below(3) as i32 - 1, random.below(3) as i32 - 1);
            let next = self.step(*cells.last()?, by).filter(|next| !cells.contains(next))?;
            cells.push(next);
        }
        Some(cells)
    }

    /// Returns the four cells around a crossing of grid lines.
    fn square(&self, random: &mut Random) -> Option<Vec<Cell>> {
        let corner = self.random_cell(random);
        [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().map(|by| self.step(corner, by)).collect()
    }

    /// Returns the rule with numbers for which it holds in the solution.
    fn with_numbers(&self, shape: RuleText, random: &mut Random) -> Option<Rule> {
        if shape.kind.has_list() {
            let mut digits: Vec<i64> = Vec::new();
            for position in &shape.cells {
                let cell = position.cell()?;
                digits.extend((random.below(2) == 0).then(|| self.digit(cell) as i64));
            }
            digits.sort_unstable();
            return self.holding(&RuleText { values: digits, ..shape });
        }
        let n = self.geometry.size();
        let numbers = (0..=(n * shape.cells.len().max(n)) as i64).map(|number| vec![number]);
        let without = || std::iter::once(Vec::new());
        let is_clue = matches!(shape.kind.form(), Form::Cells(..) | Form::Outside | Form::Diagonal);
        let try_numbers = |values: Vec<i64>| self.holding(&RuleText { values, ..shape.clone() });
        if is_clue {
            return numbers.chain(without()).find_map(try_numbers);
        }
        // Other rules have a number only if they need one.
        let needs_number = RuleText { values: Vec::new(), ..shape.clone() }.on(self.geometry).is_err();
        if needs_number { numbers.into_iter().find_map(try_numbers) } else { try_numbers(Vec::new()) }
    }

    /// Returns the rule if it is well-formed and holds in the solution.
    fn holding(&self, text: &RuleText) -> Option<Rule> {
        let rule = text.on(self.geometry).ok()?;
        let digits = |cell| Some(self.digit(cell) as i64);
        let rules = [rule];
        let context = Context { geometry: self.geometry, rules: &rules };
        let holds = rules[0].holds(&digits, context);
        let [rule] = rules;
        holds.then_some(rule)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use sudoku_cnf::Puzzle;

    use super::*;

    #[test]
    fn limits_stop_the_search_for_rules() {
        let puzzle: Puzzle = "1234341221434321".parse().unwrap();
        let solution = Solution::check(puzzle.grid().clone(), &puzzle).unwrap();
        let rules = |limits: &Limits| {
            random_rules(&solution, &[RuleKind::KillerCage], &mut Random::new(1, 1), limits)
        };
        assert!(rules(&Limits::none()).is_ok_and(|rules| !rules.is_empty()));
        assert_eq!(rules(&Limits::none().within(Duration::ZERO)), Err(StopReason::TimeLimit));
    }
}
