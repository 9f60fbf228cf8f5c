//! Naked and hidden subsets.

use super::super::ids::CandidateId;
use super::Technique;
use super::shape::Shape;

/// Recognizes k cells of a house that have only k digits together.
pub(super) fn naked(shape: &Shape<'_>) -> Option<Technique> {
    let size = shape.cells.len();
    let digits = shape.digits(&shape.cells);
    let tables = shape.known.tables;
    let is_excluded = |id: CandidateId| {
        let digit = tables.digit(id);
        digits.contains(&digit) && shape.sees_all(id, &shape.in_cells(&shape.cells, digit))
    };
    let is_subset = (2..=4).contains(&size) && digits.len() == size && shape.are_in_a_house(&shape.cells);
    (is_subset && shape.derived.iter().all(|literal| is_excluded(literal.id)))
        .then_some(Technique::NakedSubset(size))
}

/// Recognizes k digits that have only k places in a house together.
pub(super) fn hidden(shape: &Shape<'_>) -> Option<Technique> {
    let (cells, tables) = (&shape.cells, shape.known.tables);
    let &(house, _) = shape.houses.first()?;
    let is_hidden = (2..=4).contains(&cells.len())
        && shape.houses.len() == cells.len()
        && shape.houses.iter().all(|&(other, _)| other == house)
        && cells.iter().all(|cell| tables.houses[house].contains(cell))
        && shape.derived.iter().all(|literal| cells.contains(&tables.cell(literal.id)))
        && shape
            .houses
            .iter()
            .all(|&house| shape.places(house).iter().all(|&id| cells.contains(&tables.cell(id))));
    is_hidden.then_some(Technique::HiddenSubset(cells.len()))
}
