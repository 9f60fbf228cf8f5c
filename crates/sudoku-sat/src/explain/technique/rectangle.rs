//! Rectangles that would have two solutions.

use super::super::board_rule::{BoardRule, rectangle};
use super::super::element::Element;
use super::super::ids::CellId;
use super::shape::Shape;
use super::{RectangleKind, Technique};

/// The maximum number of cells and houses that the step uses in addition to the rectangle.
const MAX_RULES: usize = 5;

/// Recognizes a step by one rectangle and a few cells and houses.
pub(super) fn recognize(shape: &Shape<'_>, elements: &[Element]) -> Option<Technique> {
    let tables = shape.known.tables;
    let mut rules = elements.iter().filter_map(|element| match element {
        Element::Rule(rule) => Some(&tables.rules[*rule].rule),
        _ => None,
    });
    let (Some(BoardRule::DeadlyPattern(pattern)), None) = (rules.next(), rules.next()) else { return None };
    let (cells, _) = rectangle(pattern)?;
    if shape.cells.len() + shape.houses.len() > MAX_RULES {
        return None;
    }
    let corners = cells.map(|cell| CellId::from(tables.geometry.index(cell)));
    let bare = corners.iter().filter(|&&cell| shape.candidates(cell).len() == 2).count();
    Some(Technique::Rectangle(if corners.iter().any(|&cell| shape.known.placed(cell).is_some()) {
        RectangleKind::Avoidable
    } else if bare >= 2 || shape.houses.is_empty() {
        RectangleKind::Unique
    } else {
        RectangleKind::Hidden
    }))
}
