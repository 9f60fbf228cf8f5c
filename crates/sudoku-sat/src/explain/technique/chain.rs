//! Chains of rules with two candidates each, also known as alternating inference chains.
//!
//! A chain starts at the excluded candidate. If it were true, the first candidates of a rule would be false, so the
//! others would contain a true one, which excludes the first candidates of the next rule, and so on. At the end, the
//! excluded candidate is false. If a step places a digit, the chain starts from the assumption that it is false.

use itertools::Itertools;
use sudoku_cnf::puzzle::board::HouseKind;

use super::super::almost_locked::{AlmostLocked, almost_locked_sets};
use super::super::element::Element;
use super::super::ids::{CandidateId, CellId, DigitId, HouseId};
use super::super::implications::Implications;
use super::shape::Shape;
use super::{ChainKind, ForcingKind, Technique};
use crate::solver::Limits;

/// The candidates of each link that are false, and the other ones.
type Links = Vec<(Vec<CandidateId>, Vec<CandidateId>)>;

/// The maximum number of cells of a chain if some of them form almost locked sets.
const MAX_CELLS: usize = 14;

/// Recognizes the chains of two houses that have a name: skyscraper, two-string kite, empty rectangle and turbot fish.
pub(super) fn short(shape: &Shape<'_>) -> Option<Technique> {
    if shape.houses.len() != 2 {
        return None;
    }
    let links = find(shape, false)?;
    let kind = two_houses(shape, &links)?;
    Some(technique(shape, kind, &links))
}

/// Recognizes any chain without almost locked sets.
pub(super) fn recognize(shape: &Shape<'_>) -> Option<Technique> {
    let links = find(shape, false)?;
    Some(technique(shape, kind(shape, &links), &links))
}

/// Recognizes a chain in which some links are almost locked sets.
pub(super) fn with_sets(shape: &Shape<'_>) -> Option<Technique> {
    if shape.cells.len() < 2 || shape.cells.len() > MAX_CELLS {
        return None;
    }
    let links = find(shape, true)?;
    let kind = match (shape.houses.len(), links.len()) {
        (0, 2) => ChainKind::AlsXz,
        (0, 3) => ChainKind::AlsXyWing,
        (0, _) => ChainKind::AlsChain,
        _ => ChainKind::AlsAlternating,
    };
    Some(technique(shape, kind, &links))
}

/// Recognizes a cell or house each of whose candidates is excluded by a chain of its own.
pub(super) fn forcing(shape: &Shape<'_>) -> Option<Technique> {
    let goal = shape.derived.first().filter(|goal| !goal.is_placed)?;
    let rules = shape.rules();
    let has_sets = shape.cells.len() <= MAX_CELLS;
    let mut branches = rules.iter().filter_map(|&last| {
        let others = rules.iter().copied().filter(|&rule| rule != last).collect_vec();
        let sets = if has_sets { sets(shape, &others) } else { Vec::new() };
        let ends = shape.open(last);
        let mut implications =
            Implications::among(shape.known, &|rule| others.contains(&rule), &|_, _| true).with_sets(&sets);
        let paths = implications.branches(goal.id, &ends)?;
        let elements = paths.iter().flat_map(|path| &path.elements).copied().chain([last]);
        shape
            .are_rules(elements)
            .then(|| (last, ends, paths.into_iter().map(|path| path.links).collect_vec()))
    });
    let (last, ends, branches) = branches.next()?;
    let is_set = |branch: &Links| matches!(&branch[..], [(from, to)] if !is_same_rule(shape, from, to));
    let is_blossom = branches.iter().filter(|branch| !branch.is_empty()).all(is_set);
    let kind = match last {
        Element::Cell(_) if is_blossom => ForcingKind::DeathBlossom,
        Element::Cell(_) => ForcingKind::Cell,
        _ => ForcingKind::House,
    };
    let tables = shape.known.tables;
    let candidates = |ids: &[CandidateId]| ids.iter().map(|&id| tables.candidate(id)).collect();
    let ends = ends.into_iter().map(|id| tables.candidate(id));
    let named = |links: Links| links.iter().map(|(from, to)| (candidates(from), candidates(to))).collect();
    Some(Technique::Forcing { kind, branches: ends.zip(branches.into_iter().map(named)).collect() })
}

/// Returns whether the candidates of a link are in one cell, or are places for one digit.
fn is_same_rule(shape: &Shape<'_>, from: &[CandidateId], to: &[CandidateId]) -> bool {
    let tables = shape.known.tables;
    let all = || from.iter().chain(to);
    all().all(|&id| tables.cell(id) == tables.cell(from[0]))
        || all().all(|&id| tables.digit(id) == tables.digit(from[0]))
}

fn technique(shape: &Shape<'_>, kind: ChainKind, links: &Links) -> Technique {
    let candidates = |ids: &[CandidateId]| ids.iter().map(|&id| shape.known.tables.candidate(id)).collect();
    let links = links.iter().map(|(from, to)| (candidates(from), candidates(to))).collect();
    Technique::Chain { kind, links }
}

/// Returns the name of a chain of two houses with the same digit, or `None` if only the name of a longer chain fits.
fn two_houses(shape: &Shape<'_>, links: &Links) -> Option<ChainKind> {
    let [(_, out), (into, _)] = &links[..] else { return None };
    let is_line = |&(house, _): &(HouseId, DigitId)| {
        matches!(shape.house_kind(house), HouseKind::Row | HouseKind::Column)
    };
    let is_pair = |&house: &(HouseId, DigitId)| shape.places(house).len() == 2;
    let line_count = shape.houses.iter().filter(|house| is_line(house)).count();
    let are_parallel = shape.house_kind(shape.houses[0].0) == shape.house_kind(shape.houses[1].0);
    // The kinds of the houses that connect the two places in the middle of the chain.
    let connecting = shape.shared_houses(out[0], into[0]).map(|house| shape.house_kind(house));
    let connecting: Vec<HouseKind> = connecting.collect();
    let is_in_box = connecting.contains(&HouseKind::Box);
    match (line_count, shape.houses.iter().all(is_pair)) {
        (2, true) if are_parallel && connecting.iter().any(|&kind| kind != HouseKind::Box) => {
            Some(ChainKind::Skyscraper)
        }
        (2, true) if !are_parallel && is_in_box => Some(ChainKind::TwoStringKite),
        (1 | 2, true) => Some(ChainKind::TurbotFish),
        (1, false) => {
            let has_pair = shape.houses.iter().any(|house| is_line(house) && is_pair(house));
            has_pair.then_some(ChainKind::EmptyRectangle)
        }
        _ => None,
    }
}

fn kind(shape: &Shape<'_>, links: &Links) -> ChainKind {
    let digits = shape.digits(&shape.cells);
    let is_pair = |cell: &CellId| shape.candidates(*cell).len() == 2;
    let are_pairs = shape.cells.iter().all(is_pair);
    match (shape.cells.len(), shape.houses.len()) {
        (3, 0) if are_pairs && digits.len() == 3 => ChainKind::XyWing,
        (2, 1) if are_pairs && digits.len() == 2 && is_house(shape, &links[1]) => ChainKind::WWing,
        (_, 0) if are_pairs && digits.len() == 2 => ChainKind::RemotePair,
        _ if is_loop(shape, links) => ChainKind::Loop,
        (_, 0) if are_pairs => ChainKind::XyChain,
        (0, _) if shape.single_digit().is_some() => x_chain(shape, links),
        _ => ChainKind::Alternating,
    }
}

/// Returns the name of a chain of houses with the same digit.
///
/// Coloring considers pairs of places for a digit that are the only ones in a house. A chain of such pairs has a color
/// change at each of them, so it is a coloring if the connections of its links are pairs, too.
fn x_chain(shape: &Shape<'_>, links: &Links) -> ChainKind {
    let tables = shape.known.tables;
    let is_pair = |a: CandidateId, b: CandidateId| {
        shape.shared_houses(a, b).any(|house| shape.places((house, tables.digit(a))).len() == 2)
    };
    if links.iter().any(|(from, to)| from.len() + to.len() > 2) {
        return ChainKind::XChain;
    }
    let connections = links.windows(2).filter(|pair| !is_pair(pair[0].1[0], pair[1].0[0]));
    match connections.count() {
        0 => ChainKind::SimpleColoring,
        1 => ChainKind::MultiColoring,
        _ => ChainKind::XChain,
    }
}

/// Returns whether a link is a house with places for a digit, rather than a cell.
fn is_house(shape: &Shape<'_>, (from, to): &(Vec<CandidateId>, Vec<CandidateId>)) -> bool {
    let tables = shape.known.tables;
    tables.digit(from[0]) == tables.digit(to[0])
}

/// Returns whether the last candidates of the chain exclude the first ones.
fn is_loop(shape: &Shape<'_>, links: &Links) -> bool {
    let ([(first, _), ..], [.., (_, last)]) = (&links[..], &links[..]) else { return false };
    let tables = shape.known.tables;
    let is_same_cell =
        |id: CandidateId| last.len() == 1 && tables.cell(id) == tables.cell(last[0]) && id != last[0];
    first.iter().all(|&id| shape.sees_all(id, last) || is_same_cell(id))
}

/// Returns the links of a chain that uses every rule, or `None` if there is no such chain.
fn find(shape: &Shape<'_>, has_sets: bool) -> Option<Links> {
    let (rules, goal) = (shape.rules(), *shape.derived.first()?);
    let sets = if has_sets { sets(shape, &rules) } else { Vec::new() };
    let mut implications =
        Implications::among(shape.known, &|rule| rules.contains(&rule), &|_, _| true).with_sets(&sets);
    let mut paths = implications.chains(goal, u64::MAX).into_iter();
    paths.find(|path| shape.are_rules(path.elements.iter().copied())).map(|path| path.links)
}

/// Returns the almost locked sets among the cells of `rules`.
fn sets(shape: &Shape<'_>, rules: &[Element]) -> Vec<AlmostLocked> {
    almost_locked_sets(shape.known, &|cell| rules.contains(&Element::Cell(cell)), &Limits::none())
        .unwrap_or_default()
}
