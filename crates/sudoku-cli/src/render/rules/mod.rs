//! The drawing of rules beyond houses: cages, lines, dots, and clues outside the board.
//!
//! The symbols are those of `SudokuPad` and f-puzzles. Each file draws the rules of one form, as shapes in board
//! coordinates that do not depend on the output format. [`legend`](fn@legend) returns sentences about rules whose
//! symbols are missing or ambiguous.

mod cages;
mod cells;
mod dots;
mod legend;
mod lines;
mod outside;
mod statement;

use sudoku_cnf::Puzzle;
use sudoku_cnf::puzzle::board::Geometry;
use sudoku_cnf::puzzle::rule::{Rule, RuleKind, Shape as Drawing};

use super::layer::Layer;
use super::shape::{CELL, Shape};
pub(super) use legend::legend;
pub(super) use outside::Margins;

/// The shapes of all rules of a puzzle, and the space that they require outside the board.
#[derive(Debug, Default)]
pub(super) struct RuleShapes {
    pub(super) shapes: Vec<(Layer, Shape)>,
    pub(super) margins: Margins,
}

impl RuleShapes {
    /// Draws the rules of `puzzle`. `has_marks` is whether the picture shows candidates, which need the upper-left
    /// corners of cells.
    pub(super) fn new(puzzle: &Puzzle, has_marks: bool) -> Self {
        let (geometry, rules) = (puzzle.geometry(), puzzle.rules());
        let mut shapes = Vec::new();
        let mut clone_count = 0;
        for rule in rules {
            shapes.extend(draw(rule, clone_count, geometry, has_marks));
            clone_count += usize::from(rule.kind() == RuleKind::Clone);
        }
        let (clues, margins) = outside::clues(rules, geometry.size());
        shapes.extend(clues);
        Self { shapes, margins }
    }

    /// Returns whether there are outlines of cages.
    pub(super) fn has_outlines(&self) -> bool {
        self.shapes.iter().any(|(layer, _)| *layer == Layer::Cage)
    }
}

/// Draws a rule. `clone_count` is the number of clones before it.
fn draw(rule: &Rule, clone_count: usize, geometry: &Geometry, has_marks: bool) -> Vec<(Layer, Shape)> {
    let side = geometry.size() as isize * CELL;
    match rule.kind() {
        RuleKind::Odd | RuleKind::Even | RuleKind::Minimum | RuleKind::Maximum => cells::symbols(rule),
        RuleKind::Arrow => lines::arrow(rule),
        RuleKind::Thermometer | RuleKind::SlowThermometer => lines::thermometer(rule),
        RuleKind::BetweenLine | RuleKind::DoubleArrow => lines::line_with_circles(rule),
        RuleKind::GreaterThan => dots::greater_than(rule),
        RuleKind::Quadruple => dots::quadruple(rule),
        RuleKind::RisingDiagonal => vec![(Layer::Diagonal, Shape::Lines(vec![[(0, side), (side, 0)]]))],
        RuleKind::FallingDiagonal => vec![(Layer::Diagonal, Shape::Lines(vec![[(0, 0), (side, side)]]))],
        RuleKind::Statement => statement::shapes(rule, has_marks),
        _ => match rule.definition().map(|definition| definition.shape().0) {
            Some(Drawing::Cage) => cages::cage(rule, has_marks),
            Some(Drawing::Cells) => cells::shades(rule, clone_count),
            Some(Drawing::Line) => lines::colored_line(rule),
            Some(Drawing::Dots) => dots::dot(rule),
            // Clues outside the board are drawn together, and the rest has no symbol.
            _ => Vec::new(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::Palette;
    use sudoku_cnf::puzzle::rule::Form;

    fn puzzle(rules: &[String]) -> Puzzle {
        let mut puzzle: Puzzle = "1...............".parse().unwrap();
        let parsed: Vec<_> = rules.iter().map(|rule| Rule::parse(rule, puzzle.geometry()).unwrap()).collect();
        puzzle.add_rules(parsed);
        puzzle
    }

    /// Returns a rule of a kind on a 4×4 board.
    fn sample(kind: RuleKind) -> String {
        let cells = match kind.form() {
            Form::Flag | Form::Statement => "",
            Form::Cell => ": r1c1",
            Form::Cells(..) | Form::Adjacent => ": r1c1 r1c2",
            Form::Line => ": r1c1 r2c2 r2c3",
            Form::CellsAndLine => ": r1c1; r1c2 r1c3",
            Form::CellsAndClones => ": r1c1 r1c2; r3c1 r3c2",
            Form::Outside => ": r5c2",
            Form::Diagonal => ": r0c1 DR",
        };
        let value = match kind {
            RuleKind::Sum
            | RuleKind::Xv
            | RuleKind::LittleKillerSum
            | RuleKind::SandwichSum
            | RuleKind::XSum
            | RuleKind::Skyscraper
            | RuleKind::NumberedRoom => " 5",
            RuleKind::Quadruple => " 2",
            _ => "",
        };
        format!("{kind}{value}{cells}")
    }

    #[test]
    fn every_rule_is_visible() {
        for kind in RuleKind::named() {
            let puzzle = puzzle(&[sample(kind)]);
            // A diagonal without the other one stays a rule.
            assert_eq!(puzzle.rules().len(), 1, "{kind}");
            for has_marks in [false, true] {
                let is_drawn = !RuleShapes::new(&puzzle, has_marks).shapes.is_empty();
                let is_described = !legend(puzzle.rules(), Palette::Color).is_empty();
                assert!(is_drawn || is_described, "{kind}");
                assert_eq!(is_drawn, kind.form() != Form::Flag || kind >= RuleKind::RisingDiagonal, "{kind}");
            }
        }
    }

    #[test]
    fn only_clues_outside_the_board_require_space() {
        for kind in RuleKind::named() {
            let Margins { left, top, right, bottom } =
                RuleShapes::new(&puzzle(&[sample(kind)]), false).margins;
            let sides = [left > 0, top > 0, right > 0, bottom > 0];
            let expected = match kind.form() {
                Form::Outside => [false, false, false, true],
                Form::Diagonal => [false, true, false, false],
                _ => [false; 4],
            };
            assert_eq!(sides, expected, "{kind}");
        }
    }
}
