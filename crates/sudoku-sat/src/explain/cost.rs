//! The cost of a step.

use rustc_hash::FxHashMap;
use typed_index_collections::TiVec;

use super::element::{Element, Literal};
use super::ids::{CandidateId, CellId, HouseId};
use super::known::{Known, Value};

/// Returns the cost of a reason for the facts `derived`.
///
/// The documentation of [`explain`](super) has a table of the costs.
pub(super) fn cost(reason: &[Element], derived: &[Literal], known: &Known<'_>) -> u64 {
    let tables = known.tables;
    let unit = tables.unit();
    let is_derived = |id: CandidateId| derived.contains(&Literal::excluded(id));
    let is_placed = |id: CandidateId| known.value(id) == Value::Placed;
    // Whether the reason contains excluded candidates of each cell.
    let mut is_needed: TiVec<CellId, bool> = TiVec::new();
    if reason.iter().any(|element| matches!(element, Element::Cell(_))) {
        is_needed.resize(tables.peers.len(), false);
        for &element in reason {
            match element {
                Element::Excluded(id) => is_needed[tables.cell(id)] = true,
                Element::Peers(a, b) if is_placed(a) => is_needed[tables.cell(b)] = true,
                Element::Peers(a, b) if is_placed(b) => is_needed[tables.cell(a)] = true,
                _ => {}
            }
        }
    }
    let mut total = 0;
    // The first house, whether all rules are about this house, and the houses that contain all cells and houses.
    let mut first_house = None;
    let mut is_scan = true;
    let mut common: Option<Vec<HouseId>> = None;
    let mut connections: FxHashMap<CandidateId, u64> = FxHashMap::default();
    for &element in reason {
        total += match element {
            Element::Cell(cell) => {
                let houses = &tables.houses_of[cell];
                common.get_or_insert_with(|| houses.clone()).retain(|house| houses.contains(house));
                is_scan &= !is_needed[cell];
                if is_needed[cell] { 2 * unit } else { unit }
            }
            Element::House(house, _) => {
                common.get_or_insert_with(|| vec![house]).retain(|&other| other == house);
                let is_first = first_house.is_none();
                is_scan &= *first_house.get_or_insert(house) == house;
                if is_first { unit } else { 4 * unit }
            }
            Element::Rule(rule) => {
                common = Some(Vec::new());
                let rule = &tables.rules[rule];
                let cells = if rule.is_global { 0 } else { rule.candidates.len() / tables.n };
                2 * unit + 2 * cells as u64
            }
            Element::Peers(a, b) if is_placed(a) || is_placed(b) => 1,
            Element::Peers(a, b) => {
                match [a, b].into_iter().find(|&id| derived.len() > 1 && is_derived(id)) {
                    Some(id) => {
                        *connections.entry(id).or_default() += unit;
                        0
                    }
                    None => unit,
                }
            }
            Element::Placed(_) => 0,
            Element::Excluded(id) => 1 + u64::from(known.is_derived(id)),
        };
    }
    total += connections.into_values().max().unwrap_or(0);
    let is_in_house = common.is_some_and(|houses| !houses.is_empty());
    let is_direct = is_scan && first_house.is_some_and(|house| known.leave_single(derived, house));
    match (is_in_house, is_direct) {
        (true, true) => total / 6,
        (true, false) => total / 2,
        _ => total,
    }
}
