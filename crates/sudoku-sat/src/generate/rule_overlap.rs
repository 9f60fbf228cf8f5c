//! Rules that cannot appear in the same picture: lines that cross, and rules of one kind in the same cells.

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
    // Twice the middle of each diagonal step, and whether the step falls to the right. Steps that cross have the same
    // middle and opposite slopes.
    let steps = |rule: &Rule| {
        let steps = written_cells(rule).into_iter().tuple_windows();
        let diagonal = steps.filter(|(from, to)| from.row() != to.row() && from.column() != to.column());
        let step = |(from, to): (Cell, Cell)| {
            let middle = (from.row() + to.row(), from.column() + to.column());
            (middle, (from.row() < to.row()) == (from.column() < to.column()))
        };
        diagonal.map(step).collect::<Vec<_>>()
    };
    let others = steps(a);
    steps(b).iter().any(|&(middle, falls)| others.contains(&(middle, !falls)))
}
