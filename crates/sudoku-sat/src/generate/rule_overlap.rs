//! Rules that cannot be drawn beside each other: lines that cross, and rules of one kind in the same cells.

use itertools::Itertools;
use sudoku_cnf::Cell;
use sudoku_cnf::puzzle::rule::{Form, Position, Rule, RuleKind, RuleText};

/// Returns whether `rule` is too similar to another rule of the same kind, or both are lines that overlap or cross.
pub(super) fn is_in_the_way(other: &Rule, rule: &Rule) -> bool {
    let form = rule.named().form();
    let is_line = |form: Form| matches!(form, Form::Line | Form::CellsAndLine);
    let are_lines = is_line(form) && is_line(other.named().form());
    if are_lines && cross(other, rule) {
        return true;
    }
    if other.name() != rule.name() && !are_lines {
        return false;
    }
    let cells = |rule: &Rule| {
        let mut cells = written_cells(rule);
        cells.sort_unstable();
        cells
    };
    let (old, new) = (cells(other), cells(rule));
    match form {
        // Dots may share a cell, and clues their row.
        Form::Adjacent | Form::Outside | Form::Diagonal => old == new,
        // Shaded regions that touch look like one region.
        _ if rule.kind() == RuleKind::ExtraRegion => {
            let touch = |a: &Cell, b: &Cell| a.row().abs_diff(b.row()) + a.column().abs_diff(b.column()) < 2;
            new.iter().any(|cell| old.iter().any(|other| touch(cell, other)))
        }
        _ => new.iter().any(|cell| old.binary_search(cell).is_ok()),
    }
}

/// Returns the cells of a rule in the order in which they are written.
fn written_cells(rule: &Rule) -> Vec<Cell> {
    let is_own = rule.definition().is_some() && rule.kind() == RuleKind::Statement;
    if is_own && !matches!(rule.named().form(), Form::Outside | Form::Diagonal) {
        let RuleText { cells, others, .. } = rule.text();
        return cells.into_iter().chain(others).filter_map(Position::cell).collect();
    }
    rule.cells().iter().chain(rule.other_cells()).copied().collect()
}

/// Returns whether two lines have diagonal steps that cross between four cells.
fn cross(a: &Rule, b: &Rule) -> bool {
    // The corners of the square that a diagonal step crosses, which are the cells of the step that crosses it.
    let corners = |rule: &Rule, is_crossing: bool| {
        let line = written_cells(rule);
        let steps = line
            .iter()
            .tuple_windows()
            .filter(|(from, to)| from.row() != to.row() && from.column() != to.column());
        let corner = |(from, to): (&Cell, &Cell)| {
            let columns =
                if is_crossing { [to.column(), from.column()] } else { [from.column(), to.column()] };
            let mut corners = [(from.row(), columns[0]), (to.row(), columns[1])];
            corners.sort_unstable();
            corners
        };
        steps.map(corner).collect::<Vec<_>>()
    };
    let crossing = corners(a, true);
    corners(b, false).iter().any(|step| crossing.contains(step))
}
