//! Rules beyond houses: cages, lines, dots, and clues outside the board.
//!
//! A rule has its own file, which defines how it is written, how a grid is checked, which constraints it stands for,
//! and its sentence. The [`RuleKind`] is the registry. Encoders know only the six shapes of [`Constraint`].
//!
//! The rules and their names are those of f-puzzles, with the meaning that solvers for its files give them.
//!
//! ```
//! use sudoku_cnf::Puzzle;
//! use sudoku_cnf::puzzle::rule::Rule;
//!
//! let mut puzzle = Puzzle::empty(sudoku_cnf::Geometry::standard());
//! let rule = Rule::parse("killercage 10: r1c1 r1c2", puzzle.geometry())?;
//! assert_eq!(rule.sentence(), "the cage r1c1 r1c2 sums to 10");
//! puzzle.add_rules([rule]);
//! assert_eq!(puzzle.rules().len(), 1);
//! # Ok::<(), sudoku_cnf::puzzle::rule::InvalidRule>(())
//! ```

mod arguments;
mod arrow;
mod between_line;
mod cage;
mod class_lines;
mod constraint;
mod definition;
mod diagonal;
mod diagram;
mod dots;
mod equal_sums;
mod extremes;
mod indexer;
mod kind;
mod nabner;
mod outside;
mod palindrome;
mod parity;
mod quadruple;
mod region_sum_line;
mod renban;
mod text;
mod thermometer;
mod whispers;

use thiserror::Error;

use crate::puzzle::board::{Cell, Geometry};
pub use arguments::{Direction, Position, RuleText};
pub use constraint::{Constraint, Relation, Sum};
pub use definition::{Context, Digits, Form};
use definition::{Meaning, Values, are_adjacent};
pub use diagram::Diagram;
pub use kind::RuleKind;

/// A rule of a puzzle: its kind, its cells and its numbers.
///
/// The alternate format `{:#}` is the [sentence](Rule::sentence). The format `{}` can be read by [`Rule::parse`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rule {
    kind: RuleKind,
    /// The cells. For a clue outside the board, these are the cells of its line, in the order in which they are seen.
    cells: Vec<Cell>,
    /// The cells of an arrow without its circle, or of a clone.
    others: Vec<Cell>,
    values: Vec<i64>,
}

/// The error for a rule that is not well-formed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InvalidRule {
    /// The text has the wrong form.
    #[error("{0}")]
    Syntax(String),
    /// A cell is not on the board.
    #[error("{kind}: the board has no cell {position}")]
    NoCell {
        /// The kind of rule.
        kind: RuleKind,
        /// The position.
        position: Position,
    },
    /// A position must be outside the board.
    #[error("{kind}: {position} is not a position next to the board, for example r0c1")]
    NotOutside {
        /// The kind of rule.
        kind: RuleKind,
        /// The position.
        position: Position,
    },
    /// A cell occurs twice.
    #[error("{kind}: {cell} occurs twice")]
    RepeatedCell {
        /// The kind of rule.
        kind: RuleKind,
        /// The cell.
        cell: Cell,
    },
    /// The number of cells is wrong.
    #[error("{kind}: expected {expected}, found {found}")]
    CellCount {
        /// The kind of rule.
        kind: RuleKind,
        /// The expected number of cells, in words.
        expected: String,
        /// The number of cells.
        found: usize,
    },
    /// The number of values is wrong, or a value is negative.
    #[error("{kind}: expected {expected}")]
    Value {
        /// The kind of rule.
        kind: RuleKind,
        /// What was expected.
        expected: &'static str,
    },
}

impl Rule {
    /// Creates a rule on a board from the rule as it is written.
    ///
    /// # Errors
    /// Returns an error if the number of cells or values is wrong, or if a cell is repeated or not on the board. A rule
    /// that no grid satisfies, for example an impossible sum, is not an error.
    pub fn new(text: &RuleText, geometry: &Geometry) -> Result<Self, InvalidRule> {
        let kind = text.kind;
        let on_board = |&position: &Position| {
            let cell = position.cell().filter(|&cell| geometry.contains(cell));
            cell.ok_or(InvalidRule::NoCell { kind, position })
        };
        let is_outside = matches!(kind.form(), Form::Outside | Form::Diagonal);
        let cells = if is_outside {
            seen_from(text, geometry)?
        } else {
            text.cells.iter().map(on_board).collect::<Result<_, _>>()?
        };
        let others = text.others.iter().map(on_board).collect::<Result<_, _>>()?;
        let mut rule = Self { kind, cells, others, values: text.values.clone() };
        if kind.form() == Form::CellsAndLine
            && rule.others.first().is_some_and(|first| rule.cells.contains(first))
        {
            rule.others.remove(0);
        }
        rule.check_cells()?;
        rule.check_values()?;
        Ok(rule)
    }

    fn check_cells(&self) -> Result<(), InvalidRule> {
        let (kind, form) = (self.kind, self.kind.form());
        let (least, most) = match form {
            Form::Flag => (0, 0),
            Form::Cell => (1, 1),
            Form::Cells(least, most) => (least, most),
            Form::Adjacent => (2, 2),
            _ => (1, usize::MAX),
        };
        let count = |expected: String, found| Err(InvalidRule::CellCount { kind, expected, found });
        let found = self.cells.len();
        if !(least..=most).contains(&found) {
            let cells = |n| if n == 1 { "1 cell".to_owned() } else { format!("{n} cells") };
            return count(
                if least == most { cells(least) } else { format!("at least {}", cells(least)) },
                found,
            );
        }
        match form {
            Form::CellsAndLine if self.others.is_empty() => {
                return count("the cells of the arrow".to_owned(), 0);
            }
            Form::CellsAndClones if self.others.len() != found => {
                return count(format!("{found} cells of the clone"), self.others.len());
            }
            Form::Adjacent if !are_adjacent(self.cells[0], self.cells[1]) => {
                return Err(InvalidRule::Syntax(format!(
                    "{kind}: {} and {} are not adjacent",
                    self.cells[0], self.cells[1]
                )));
            }
            Form::CellsAndLine | Form::CellsAndClones => {}
            _ if !self.others.is_empty() => return count("one list of cells".to_owned(), 2),
            _ => {}
        }
        // Lines may cross themselves or end where they start.
        for cells in [&self.cells, &self.others] {
            if form == Form::Line {
                break;
            }
            let mut sorted = cells.clone();
            sorted.sort_unstable();
            if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
                return Err(InvalidRule::RepeatedCell { kind, cell: pair[0] });
            }
        }
        Ok(())
    }

    fn check_values(&self) -> Result<(), InvalidRule> {
        let values = self.kind.definition().values;
        let (is_right, expected) = match values {
            Values::None => (self.values.is_empty(), "no number"),
            Values::Optional => (self.values.len() <= 1, "at most one number"),
            Values::Required => (self.values.len() == 1, "one number"),
            Values::List => (!self.values.is_empty(), "at least one number"),
        };
        let kind = self.kind;
        if !is_right {
            return Err(InvalidRule::Value { kind, expected });
        }
        if self.values.iter().any(|&value| value < 0) {
            return Err(InvalidRule::Value { kind, expected: "a number that is not negative" });
        }
        if kind == RuleKind::Xv && !matches!(self.values[0], 5 | 10) {
            return Err(InvalidRule::Value { kind, expected: "X or V" });
        }
        Ok(())
    }

    /// Returns the kind of the rule.
    #[must_use]
    pub fn kind(&self) -> RuleKind {
        self.kind
    }

    /// Returns the cells, for example of a cage, of a line, of the circle of an arrow, or of the row or column of a
    /// clue, in the order in which they are seen from the clue.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns the cells of an arrow without its circle, or of a clone.
    #[must_use]
    pub fn other_cells(&self) -> &[Cell] {
        &self.others
    }

    /// Returns the first number, for example the sum of a cage.
    #[must_use]
    pub fn value(&self) -> Option<i64> {
        self.values.first().copied()
    }

    /// Returns the numbers.
    #[must_use]
    pub fn values(&self) -> &[i64] {
        &self.values
    }

    /// Returns the rule as a sentence, for example `the cage r1c1 r1c2 sums to 10`.
    #[must_use]
    pub fn sentence(&self) -> String {
        (self.kind.definition().sentence)(self)
    }

    /// Returns whether the digits of a grid satisfy the rule. `digits` returns the digit of a cell, or `None` if the
    /// cell is empty.
    ///
    /// If cells of the rule are empty, the result is `false` only if no digits in these cells can satisfy the rule. It
    /// may be `true` even then.
    #[must_use]
    pub fn holds(&self, digits: &Digits<'_>, context: Context<'_>) -> bool {
        match &self.kind.definition().meaning {
            Meaning::Pairs { pairs, allows } => {
                let n = context.size() as i64;
                let allowed =
                    |[a, b]: [Cell; 2]| digits(a).zip(digits(b)).is_none_or(|(a, b)| allows(self, n, a, b));
                pairs(self, context).into_iter().all(allowed)
            }
            Meaning::Other { holds, .. } => holds(self, context, digits),
        }
    }

    /// Returns the constraints that the rule stands for.
    #[must_use]
    pub fn constraints(&self, context: Context<'_>) -> Vec<Constraint> {
        match &self.kind.definition().meaning {
            Meaning::Pairs { pairs, allows } => {
                let n = context.size();
                let constraint = |cells| Constraint::pair(cells, n, |a, b| allows(self, n as i64, a, b));
                pairs(self, context).into_iter().map(constraint).collect()
            }
            Meaning::Other { constraints, .. } => constraints(self, context),
        }
    }

    fn arrow_cells(&self) -> &[Cell] {
        &self.others
    }
}

/// Returns the cells of the line or diagonal that is seen from a position next to the board.
fn seen_from(text: &RuleText, geometry: &Geometry) -> Result<Vec<Cell>, InvalidRule> {
    let kind = text.kind;
    let [position] = text.cells[..] else {
        return Err(InvalidRule::CellCount {
            kind,
            expected: "one position next to the board".to_owned(),
            found: text.cells.len(),
        });
    };
    let n = geometry.size() as i32;
    let is_beyond = |number: i32| number == 0 || number == n + 1;
    let not_outside = InvalidRule::NotOutside { kind, position };
    let step = if kind.form() == Form::Diagonal {
        let direction = text.direction;
        direction.ok_or(InvalidRule::Value { kind, expected: "a direction: DR, DL, UR or UL" })?.step()
    } else {
        let inward = |number: i32| if number == 0 { 1 } else { -1 };
        match (is_beyond(position.row), is_beyond(position.column)) {
            (true, false) => (inward(position.row), 0),
            (false, true) => (0, inward(position.column)),
            _ => return Err(not_outside),
        }
    };
    let cell = |position: Position| position.cell().filter(|&cell| geometry.contains(cell));
    // The clue of a diagonal may also be in its first cell.
    let first = if cell(position).is_some() { position } else { position.step(step) };
    let positions = std::iter::successors(Some(first), |position| Some(position.step(step)));
    let cells: Vec<Cell> = positions.map_while(cell).collect();
    if cells.is_empty() { Err(not_outside) } else { Ok(cells) }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::collections::{BTreeSet, HashMap};

    use itertools::Itertools;

    use super::*;
    use crate::puzzle::board::{BoxShape, Candidate, Digit};

    /// Rules on a 4×4 board with 2×2 boxes, at least one of each kind.
    pub(crate) const SAMPLES: [&str; 71] = [
        "killercage 6: r1c1 r1c2 r2c2",
        "killercage 4: r2c2 r2c3",
        "killercage: r1c1 r2c3",
        "killercage 40: r1c1 r1c2",
        "killercage 10: r1c4 r2c4 r3c4 r4c4",
        "extraregion: r1c1 r2c2 r3c4 r4c3",
        "sum 7: r1c1 r2c3 r3c3",
        "sum 0: r1c1",
        "arrow: r1c1; r1c2 r2c3",
        "arrow: r1c1 r1c2; r1c3 r2c4 r3c4 r4c4",
        "littlekillersum 9: r0c1 DR",
        "littlekillersum 3: r5c3 UL",
        "odd: r2c3",
        "even: r2c3",
        "minimum: r2c2",
        "maximum: r1c1",
        "rowindexer: r2c1 r3c3",
        "columnindexer: r2c1",
        "boxindexer: r2c1 r4c4",
        "thermometer: r1c1 r2c1 r2c2",
        "slowthermometer: r1c1 r2c2 r3c3",
        "greaterthan: r1c1 r1c2",
        "palindrome: r1c1 r1c2 r2c3 r3c3 r4c2",
        "renban: r1c1 r2c2 r2c3",
        "renban: r1c1 r1c2 r1c3 r1c4 r2c1",
        "whispers: r1c1 r1c2 r2c3",
        "whispers 1: r1c1 r2c2",
        "whispers 3: r1c1 r1c2",
        "regionsumline: r1c1 r1c2 r1c3 r2c3",
        "regionsumline: r1c2 r1c3 r3c3 r3c4",
        "betweenline: r1c1 r1c2 r2c3 r3c3",
        "betweenline: r1c1 r1c2",
        "entropicline: r1c1 r1c2 r2c3 r3c3",
        "modularline: r1c1 r1c2 r2c3 r3c3",
        "nabner: r1c1 r2c3",
        "doublearrow: r1c1 r1c2 r2c3 r3c3",
        "doublearrow: r1c1 r1c2",
        "zipperline: r1c1 r1c2 r2c3 r3c3",
        "zipperline: r1c1 r1c2 r2c3",
        "difference: r1c1 r1c2",
        "difference 3: r1c1 r2c1",
        "ratio: r1c1 r1c2",
        "ratio 3: r1c1 r1c2",
        "xv V: r1c1 r1c2",
        "xv X: r1c1 r1c2",
        "nonconsecutive",
        "negativeratio 2",
        "negativexv",
        "clone: r1c1 r1c2; r3c3 r3c4",
        "quadruple 1,2: r1c1 r1c2 r2c1 r2c2",
        "quadruple 3,3: r1c2 r1c3 r2c2 r2c3",
        "quadruple 9: r1c2 r1c3 r2c2 r2c3",
        "sandwichsum 2: r0c1",
        "sandwichsum 5: r2c5",
        "sandwichsum 0: r2c0",
        "xsum 3: r0c1",
        "xsum 10: r3c5",
        "xsum 1: r5c4",
        "skyscraper 2: r0c1",
        "skyscraper 4: r2c0",
        "skyscraper 1: r2c5",
        "numberedroom 3: r0c2",
        "numberedroom 1: r4c5",
        "diagonal+",
        "diagonal-",
        "thermometer: r1c1 r1c2 r1c3 r1c4",
        "renban: r1c1 r1c2 r2c2 r1c1",
        "palindrome: r1c1 r1c2 r1c1",
        "thermometer: r1c1 r1c2 r1c1",
        "zipperline: r1c1 r1c2 r2c3 r1c2 r3c3",
        "nabner: r1c1 r2c3 r1c1",
    ];

    pub(crate) fn geometry() -> Geometry {
        Geometry::new("2x2".parse::<BoxShape>().unwrap())
    }

    /// Returns whether full `digits` satisfy a constraint.
    fn satisfies(digits: &HashMap<Cell, i64>, constraint: &Constraint) -> bool {
        let contains = |candidate: &Candidate| digits[&candidate.cell] == candidate.digit.get() as i64;
        match constraint {
            Constraint::AllDifferent(cells) => cells.iter().map(|cell| digits[cell]).all_unique(),
            Constraint::Some(candidates) => candidates.iter().any(contains),
            Constraint::Pairs { cells: [a, b], forbidden } => {
                let digit = |cell| Digit::new(digits[cell].try_into().unwrap()).unwrap();
                let found = [digit(a), digit(b)];
                !forbidden.contains(&found)
            }
            Constraint::Sum(sum) => {
                let total = sum.terms.iter().map(|(coefficient, cell)| coefficient * digits[cell]).sum();
                sum.relation.holds(total, sum.bound)
            }
            Constraint::Choice(alternatives) => alternatives
                .iter()
                .any(|alternative| alternative.iter().all(|constraint| satisfies(digits, constraint))),
            Constraint::Automaton { cells, diagram } => {
                diagram.accepts(&cells.iter().map(|cell| digits[cell].try_into().unwrap()).collect_vec())
            }
        }
    }

    /// Returns the cells that constraints mention.
    fn cells_of(constraints: &[Constraint]) -> BTreeSet<Cell> {
        let cells = |constraint: &Constraint| -> Vec<Cell> {
            match constraint {
                Constraint::AllDifferent(cells) | Constraint::Automaton { cells, .. } => cells.clone(),
                Constraint::Some(candidates) => candidates.iter().map(|candidate| candidate.cell).collect(),
                Constraint::Pairs { cells, .. } => cells.to_vec(),
                Constraint::Sum(sum) => sum.terms.iter().map(|&(_, cell)| cell).collect(),
                Constraint::Choice(alternatives) => {
                    alternatives.iter().flat_map(|alternative| cells_of(alternative)).collect()
                }
            }
        };
        constraints.iter().flat_map(cells).collect()
    }

    /// The digits of an assignment of up to six cells, by brute force. The rules of the whole board are tested on the
    /// rows of a 4×4 board instead.
    #[test]
    fn the_check_and_the_constraints_of_a_rule_agree() {
        let geometry = geometry();
        let mut kinds = BTreeSet::new();
        for text in SAMPLES {
            let rule = Rule::parse(text, &geometry).unwrap();
            kinds.insert(rule.kind());
            let rules = [rule.clone()];
            let context = Context { geometry: &geometry, rules: &rules };
            let constraints = rule.constraints(context);
            let mut cells = cells_of(&constraints);
            cells.extend(rule.cells().iter().chain(rule.other_cells()));
            let cells = cells.into_iter().collect_vec();
            let assignments: Vec<Vec<i64>> = if cells.len() <= 7 {
                cells.iter().map(|_| 1..=4).multi_cartesian_product().collect()
            } else {
                // Every assignment of two adjacent rows or columns, the rest shifted copies.
                let base = (0..8).map(|_| 1..=4).multi_cartesian_product().step_by(7);
                base.map(|base| (0..16).map(|i| base[i * 5 % 8]).collect()).collect()
            };
            let (mut accepted, mut rejected) = (0, 0);
            for values in assignments {
                let digits: HashMap<Cell, i64> = cells.iter().copied().zip(values).collect();
                let holds = rule.holds(&|cell| digits.get(&cell).copied(), context);
                let expected = constraints.iter().all(|constraint| satisfies(&digits, constraint));
                assert_eq!(holds, expected, "{text} {digits:?}");
                *if holds { &mut accepted } else { &mut rejected } += 1;
            }
            let is_trivial = ["killercage 40: r1c1 r1c2", "sum 0: r1c1", "xv X: r1c1 r1c2"].contains(&text)
                || text.ends_with("r2c1") && text.starts_with("renban")
                || ["palindrome: r1c1 r1c2 r1c1", "thermometer: r1c1 r1c2 r1c1"].contains(&text)
                || text.starts_with("quadruple 9")
                || ["betweenline: r1c1 r1c2", "doublearrow: r1c1 r1c2"].contains(&text);
            assert!(is_trivial || accepted > 0 && rejected > 0, "{text}: {accepted} {rejected}");
        }
        assert_eq!(kinds.into_iter().collect_vec(), RuleKind::ALL);
    }

    #[test]
    fn checks_of_partial_grids_never_reject_too_early() {
        let geometry = geometry();
        for text in SAMPLES {
            let rule = Rule::parse(text, &geometry).unwrap();
            let rules = [rule.clone()];
            let context = Context { geometry: &geometry, rules: &rules };
            for hidden in 0..16 {
                // A grid that satisfies the rule must not be rejected if a cell is hidden.
                for seed in 0..200_usize {
                    let digit = |cell: Cell| (seed * 31 + cell.index(4) * (seed % 13 + 3)) / 3 % 4 + 1;
                    let full = |cell: Cell| Some(digit(cell) as i64);
                    let partial = |cell: Cell| full(cell).filter(|_| cell.index(4) != hidden);
                    assert!(!rule.holds(&full, context) || rule.holds(&partial, context), "{text}");
                }
            }
        }
    }

    #[test]
    fn text_round_trips() {
        let geometry = geometry();
        for text in SAMPLES {
            assert_eq!(Rule::parse(text, &geometry).unwrap().to_string(), text);
        }
        let loose = Rule::parse("arrow : R1C1;r1c1,r1c2", &geometry).unwrap();
        assert_eq!(loose.to_string(), "arrow: r1c1; r1c2");
    }

    #[test]
    fn malformed_rules_are_errors() {
        let geometry = geometry();
        for (text, message) in [
            ("cage 3: r1c1", "unknown rule 'cage'"),
            ("killercage 3", "killercage: expected at least 1 cell, found 0"),
            ("killercage 3: r1c5", "killercage: the board has no cell r1c5"),
            ("killercage 3: r1c1 r1c1", "killercage: r1c1 occurs twice"),
            ("killercage 3: r1c1 x", "killercage: invalid cell 'x'"),
            ("killercage -3: r1c1", "killercage: expected a number that is not negative"),
            ("killercage 3,4: r1c1", "killercage: expected at most one number"),
            ("killercage 99999999999999999999: r1c1", "killercage: invalid number"),
            ("thermometer 3: r1c1 r1c2", "thermometer: expected no number"),
            ("thermometer:", "thermometer: expected at least 1 cell, found 0"),
            ("difference: r1c1 r2c2", "difference: r1c1 and r2c2 are not adjacent"),
            ("xv 7: r1c1 r1c2", "xv: expected X or V"),
            ("arrow: r1c1", "arrow: expected the cells of the arrow"),
            ("clone: r1c1; r1c2 r1c3", "clone: expected 1 cells of the clone, found 2"),
            ("odd: r1c1; r1c2", "odd: expected one list of cells"),
            ("odd: r1c1; r1c2; r1c3", "odd: expected at most two lists"),
            ("nonconsecutive: r1c1", "nonconsecutive: expected 0 cells, found 1"),
            ("skyscraper 2: r1c1", "skyscraper: r1c1 is not a position next to the board"),
            ("skyscraper 2: r0c0", "skyscraper: r0c0 is not a position next to the board"),
            ("littlekillersum 2: r0c1", "littlekillersum: expected a direction"),
            ("littlekillersum 2: r0c1 UL", "littlekillersum: r0c1 is not a position next to the board"),
            ("", "unknown rule ''"),
        ] {
            let error = Rule::parse(text, &geometry).unwrap_err().to_string();
            assert!(error.starts_with(message), "{text}: {error}");
        }
    }
}
