//! Draws rules that use a definition, in the shape that the definition specifies.

use sudoku_cnf::puzzle::board::Cell;
use sudoku_cnf::puzzle::rule::{Rule, Shape as Drawing};

use super::{cages, cells, dots, lines};
use crate::render::layer::Layer;
use crate::render::paint::Color;
use crate::render::shape::{Shape, centers};

/// Draws the lists of cells of a rule. Clues outside the board are drawn together with other clues.
pub(super) fn shapes(rule: &Rule, has_marks: bool) -> Vec<(Layer, Shape)> {
    let Some(statement) = rule.statement() else { return Vec::new() };
    let (drawing, color) =
        statement.definition().map_or((Drawing::None, None), |definition| definition.shape());
    let lists: Vec<Vec<Cell>> = statement
        .places()
        .iter()
        .map(|list| list.iter().filter_map(|position| position.cell()).collect())
        .collect();
    let lists = lists.iter().filter(|list| !list.is_empty());
    match drawing {
        Drawing::Line => {
            lists.map(|list| lines::line_in(lines::color_named(color), &centers(list))).collect()
        }
        Drawing::Cage => {
            lists.flat_map(|list| cages::outline(list, rule.value(), false, has_marks)).collect()
        }
        Drawing::Cells => lists.flat_map(|list| cells::shaded(list, pale_color(color))).collect(),
        Drawing::Dots => lists.flat_map(|list| dots::white_dot(&centers(list), rule.value())).collect(),
        _ => Vec::new(),
    }
}

fn pale_color(name: Option<&str>) -> Color {
    match name {
        Some("green" | "teal") => Color::PaleGreen,
        Some("purple" | "lavender") => Color::PalePurple,
        Some("blue") => Color::PaleBlue,
        Some("orange") => Color::PaleOrange,
        Some("yellow") => Color::PaleYellow,
        _ => Color::PaleGray,
    }
}
