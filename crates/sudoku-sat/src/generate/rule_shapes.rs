//! Random shapes of rules, and the numbers for which they hold in a full grid.
//!
//! The shape depends on the form of a rule. Only a few kinds, whose usual shape is narrower, have their own code. Lines
//! neither cross nor touch themselves.

use itertools::Itertools;
use sudoku_cnf::puzzle::random::Random;
use sudoku_cnf::puzzle::rule::{Context, Direction, Form, NamedRule, Position, Rule, RuleKind, RuleText};
use sudoku_cnf::{Cell, Geometry, Solution};

/// The largest number of cells of a region, unless the kind of rule requires more.
const MAX_CELLS: usize = 5;
/// The largest number of cells of a line.
const MAX_LINE: usize = 9;
/// The largest number that is tried for a rule with an own definition, for example for the product of its cells.
const MAX_NUMBER: usize = 4000;

/// A full grid to which rules are fitted.
pub(super) struct Board<'s> {
    pub(super) solution: &'s Solution,
    pub(super) geometry: &'s Geometry,
}

impl Board<'_> {
    fn digit(&self, cell: Cell) -> usize {
        self.solution.get(cell).get()
    }

    fn random_cell(&self, random: &mut Random) -> Cell {
        self.geometry.cell(random.below(self.geometry.cell_count()))
    }

    /// For a kind which states that all marks are given, returns its only rule. For the kind of these marks, returns
    /// all marks of the grid. For other kinds, returns `None`.
    pub(super) fn marks(
        &self,
        kind: &NamedRule,
        kinds: &[NamedRule],
        rules: &[Vec<Rule>],
    ) -> Option<Vec<Rule>> {
        let NamedRule::Known(known) = *kind else { return None };
        if known.marks().is_some() {
            return Some(vec![RuleText::new(known).on(self.geometry).ok()?]);
        }
        if !kinds.iter().any(|other| other.marks() == Some(known)) {
            return None;
        }
        // One dot of either color suffices.
        let is_dot = |kind: RuleKind| matches!(kind, RuleKind::Difference | RuleKind::Ratio);
        let has_dot = |cells: &[Cell]| {
            let others = rules.iter().flatten().filter(|rule| is_dot(rule.kind()) && is_dot(known));
            others.into_iter().any(|rule| rule.cells() == cells)
        };
        let pairs = self.geometry.cells().flat_map(|cell| {
            let others = [(0, 1), (1, 0)].map(|by| self.geometry.moved(cell, by));
            others.into_iter().flatten().map(move |other| vec![cell, other])
        });
        let pairs = pairs.filter(|pair| !has_dot(pair));
        Some(
            pairs
                .filter_map(|pair| self.with_numbers(kind, of_cells(pair), &mut Random::new(0, 0)))
                .collect(),
        )
    }

    /// Returns the cells of a rule without its numbers, or `None` if the random choice does not fit.
    pub(super) fn shape(&self, kind: &NamedRule, random: &mut Random) -> Option<RuleText> {
        let n = self.geometry.size();
        let size = 2 + random.below(MAX_CELLS - 1);
        let mut text = RuleText::new(RuleKind::Statement);
        let mut cells: Vec<Cell> = Vec::new();
        match kind.form() {
            Form::Flag | Form::Statement => return None,
            Form::Cell => cells.push(self.random_cell(random)),
            Form::Cells(..) if *kind == RuleKind::Quadruple.into() => cells = self.square(random)?,
            Form::Cells(least, most) => {
                let size = if *kind == RuleKind::ExtraRegion.into() { n } else { size.clamp(least, most) };
                cells = self.region(size, random)?;
            }
            Form::Adjacent => cells = self.region(2, random)?,
            Form::Line => cells = self.line(kind, random)?,
            Form::CellsAndLine => {
                let line = self.walk(size.max(self.min_line()), random, |_| true)?;
                cells.push(line[0]);
                text.others = line[1..].iter().copied().map(Position::from).collect();
            }
            Form::CellsAndClones => {
                cells = self.region(size.min(3), random)?;
                let by = (random.below(2 * n) as i32 - n as i32, random.below(2 * n) as i32 - n as i32);
                let others = cells.iter().map(|&cell| self.geometry.moved(cell, by).map(Position::from));
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
            let next = self.geometry.moved(cells[random.below(cells.len())], steps[random.below(4)]);
            let fits = |next: &Cell| {
                cells.iter().all(|&cell| cell != *next && self.digit(cell) != self.digit(*next))
            };
            let next = next.filter(fits);
            cells.extend(next);
        }
        cells.sort_unstable();
        (cells.len() == size).then_some(cells)
    }

    /// Returns a line along which the rule holds, if a random walk finds one. Otherwise, returns any line.
    fn line(&self, kind: &NamedRule, random: &mut Random) -> Option<Vec<Cell>> {
        let mut length = |max: usize| self.min_line() + random.below(max - self.min_line() + 1);
        let (longest, other) = (length(MAX_LINE), length(MAX_CELLS));
        let holds = |cells: &[Cell]| {
            self.with_numbers(kind, of_cells(cells.to_vec()), &mut Random::new(0, 0)).is_some()
        };
        self.walk(longest, random, holds).or_else(|| self.walk(other, random, |_| true))
    }

    /// Returns the smallest number of cells of a line. On small boards, some kinds of lines cannot be longer.
    fn min_line(&self) -> usize {
        if self.geometry.size() < 6 { 2 } else { 3 }
    }

    /// Returns up to `length` cells of which each is a king's move from the one before, and from no other. The line
    /// grows as long as `holds` returns `true` for its cells. Returns `None` if it is too short.
    fn walk(&self, length: usize, random: &mut Random, holds: impl Fn(&[Cell]) -> bool) -> Option<Vec<Cell>> {
        let mut cells = vec![self.random_cell(random)];
        let mut steps: Vec<(i32, i32)> =
            (-1..=1).cartesian_product(-1..=1).filter(|&by| by != (0, 0)).collect();
        while cells.len() < length {
            random.shuffle(&mut steps);
            let last = *cells.last()?;
            let touches = |next: Cell| {
                let is_near = |cell: &Cell| {
                    cell.row().abs_diff(next.row()) <= 1 && cell.column().abs_diff(next.column()) <= 1
                };
                cells[..cells.len() - 1].iter().any(is_near)
            };
            let open =
                steps.iter().filter_map(|&by| self.geometry.moved(last, by)).filter(|&next| !touches(next));
            let next = open.into_iter().find(|&next| holds(&[&cells[..], &[next]].concat()));
            let Some(next) = next else { break };
            cells.push(next);
        }
        (cells.len() >= self.min_line()).then_some(cells)
    }

    /// Returns the four cells around a crossing of grid lines.
    fn square(&self, random: &mut Random) -> Option<Vec<Cell>> {
        let corner = self.random_cell(random);
        [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().map(|by| self.geometry.moved(corner, by)).collect()
    }

    /// Returns the rule with numbers for which it holds in the solution.
    pub(super) fn with_numbers(
        &self,
        kind: &NamedRule,
        shape: RuleText,
        random: &mut Random,
    ) -> Option<Rule> {
        if kind.has_list() {
            let mut digits: Vec<i64> = Vec::new();
            for position in &shape.cells {
                let cell = position.cell()?;
                digits.extend((random.below(2) == 0).then(|| self.digit(cell) as i64));
            }
            digits.sort_unstable();
            return self.holding(kind, RuleText { values: digits, ..shape });
        }
        let n = self.geometry.size();
        let most = match (kind, kind.form()) {
            (NamedRule::Own(_), Form::Cells(..) | Form::Adjacent) => {
                n.saturating_pow(shape.cells.len() as u32).min(MAX_NUMBER)
            }
            _ => n * shape.cells.len().max(n),
        };
        // The number 0 is last, because a cage with this number has no sum.
        let numbers = (1..=most as i64).chain([0]).map(|number| vec![number]);
        let without = || std::iter::once(Vec::new());
        let is_clue = matches!(kind.form(), Form::Cells(..) | Form::Outside | Form::Diagonal);
        let try_numbers = |values: Vec<i64>| self.holding(kind, RuleText { values, ..shape.clone() });
        // Other rules have a number only if they need one.
        match (is_clue, kind.needs_number()) {
            (true, _) => numbers.chain(without()).find_map(try_numbers),
            (_, true) => numbers.into_iter().find_map(try_numbers),
            (_, false) => try_numbers(Vec::new()),
        }
    }

    /// Returns the rule if it is well-formed and holds in the solution.
    fn holding(&self, kind: &NamedRule, shape: RuleText) -> Option<Rule> {
        let digits = |cell| Some(self.digit(cell) as i64);
        let text = kind.rule(shape).ok()?;
        // Statements are compiled only if they hold, because most of them do not.
        if text.statement.as_ref().is_some_and(|statement| !statement.holds(&digits, self.geometry)) {
            return None;
        }
        let rules = [text.on(self.geometry).ok()?];
        let context = Context { geometry: self.geometry, rules: &rules };
        let holds = rules[0].holds(&digits, context);
        let [rule] = rules;
        (holds && self.is_on_one_board(&rule)).then_some(rule)
    }

    /// Returns whether people would draw the rule: a line of equal sums within one box means nothing, and a diagonal of
    /// one cell is a given.
    pub(super) fn has_meaning(&self, rule: &Rule) -> bool {
        let context = Context { geometry: self.geometry, rules: std::slice::from_ref(rule) };
        let is_given = rule.named().form() == Form::Diagonal && rule.cells().len() < 2;
        !is_given && !rule.constraints(context).is_empty()
    }

    /// Returns whether one of overlapping boards contains all cells of a rule.
    fn is_on_one_board(&self, rule: &Rule) -> bool {
        let Some(layout) = self.geometry.layout() else { return true };
        let boards = layout.boards(self.geometry.size()).unwrap_or_default();
        let cells = rule.cells().iter().chain(rule.other_cells());
        boards.iter().any(|board| cells.clone().all(|cell| board.contains(cell)))
    }
}

/// Returns a region or line without numbers, for a rule of any kind.
pub(super) fn of_cells(cells: Vec<Cell>) -> RuleText {
    RuleText::of_cells(RuleKind::Statement, [], cells)
}
