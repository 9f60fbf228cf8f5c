//! BUG+1, a step that assumes a unique solution.
//!
//! In a *bivalue universal grave* (BUG), each open cell has two candidates, and each digit that is missing in a house
//! has two places there. If such a board had a solution, exchanging the two candidates in each open cell would yield
//! another one. If the board differs from a BUG by one candidate, this candidate is therefore part of the unique
//! solution.

use super::board_rule::BoardRule;
use super::deduction::Deduction;
use super::element::{Element, Literal};
use super::ids::{CandidateId, CellId};
use super::known::Known;
use super::reason::Reason;
use super::tables::Tables;
use super::technique::Technique;

/// Returns the step that places the only candidate that does not belong to a BUG, or `None` if there is no such
/// candidate or the puzzle has rules beyond houses.
pub(super) fn bug_plus_one(known: &Known<'_>) -> Option<Deduction> {
    let tables = known.tables;
    if !tables.puzzle.rules().is_empty() {
        return None;
    }
    let mut open: Vec<(CellId, Vec<CandidateId>)> = Vec::new();
    let mut triples = 0;
    for cell in tables.cells().filter(|&cell| known.placed(cell).is_none()) {
        let candidates = known.open_of(Element::Cell(cell));
        triples += usize::from(candidates.len() == 3);
        if triples > 1 || !(2..=3).contains(&candidates.len()) {
            return None;
        }
        open.push((cell, candidates));
    }
    let (_, triple) = open.iter().find(|(_, candidates)| candidates.len() == 3)?;
    let extra = triple.iter().copied().find(|&extra| is_grave_without(extra, known))?;
    let pairs = open.iter().filter_map(|(cell, candidates)| {
        let mut digits = candidates.iter().filter(|&&id| id != extra).map(|&id| tables.digit(id));
        let mut digit = || digits.next().map(Tables::geometry_digit);
        Some((tables.geometry_cell(*cell), [digit()?, digit()?]))
    });
    let pattern = BoardRule::DeadlyPattern(pairs.collect());
    let excluded = open.iter().flat_map(|&(cell, _)| tables.ids_of_cell(cell));
    let excluded: Vec<CandidateId> = excluded.filter(|&id| !known.is_open(id)).collect();
    let mut elements = Vec::new();
    known.explain(&excluded, &mut elements);
    elements.sort_unstable();
    let cost = 2 * tables.unit() + 2 * open.len() as u64;
    let reason = Reason { derived: vec![Literal::placed(extra)], elements, cost, is_minimal: true };
    let mut step = Deduction::new(&reason, &[], Technique::BugPlusOne, known);
    step.rules.insert(0, pattern);
    step.reasons[0].rules.push(step.rules.len() - 1);
    Some(step)
}

/// Returns whether the candidates of all open cells can be exchanged if `extra` is excluded.
///
/// In each house, each digit must have two places or none. Then k open cells have k digits together, so each of these
/// digits occurs once before and after the exchange. In an incomplete house, it is also sufficient that no digit has
/// two places.
fn is_grave_without(extra: CandidateId, known: &Known<'_>) -> bool {
    let tables = known.tables;
    let complete = tables.houses.len();
    tables.geometry.houses().enumerate().all(|(index, house)| {
        let cells = house.cells.iter().map(|&cell| CellId::from(tables.geometry.index(cell)));
        let cells: Vec<CellId> = cells.collect();
        let mut counts = tables.digits().map(|digit| {
            let places = cells.iter().map(|&cell| tables.id(cell, digit));
            places.filter(|&id| known.is_open(id) && id != extra).count()
        });
        counts.clone().all(|count| count == 0 || count == 2)
            || index >= complete && counts.all(|count| count < 2)
    })
}

#[cfg(test)]
mod tests {
    use crate::explain::{Deduction, ExplainOptions, StepSearch, Verification};
    use crate::solver::{Limits, Solver};

    #[test]
    fn the_extra_candidate_is_placed_only_if_the_solution_may_be_assumed_to_be_unique() {
        let puzzle = "1...36.7.64.2.9....8..5.....5..........6...8...83....4......2.3.6.4.2.57.7....1..";
        let graves = |assume_unique| -> Vec<Deduction> {
            let options = ExplainOptions { assume_unique, ..ExplainOptions::default() };
            let search = StepSearch::new(puzzle.parse().unwrap(), options, Limits::none()).unwrap().unwrap();
            let steps = search.steps().unwrap().map(Result::unwrap);
            steps.filter(|step| step.technique.name() == "bug+1").collect()
        };
        assert_eq!(graves(false), []);
        let [step] = &graves(true)[..] else { panic!("expected one step") };
        let verification = step.verify(&puzzle.parse().unwrap(), &Solver::Native, &Limits::none()).unwrap();
        assert_eq!(verification, Verification { is_valid: true, is_minimal: true });
        assert_eq!(step.technique.to_string(), "BUG+1");
    }
}
