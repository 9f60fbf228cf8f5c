//! Fish: a digit has its places in k base houses only in k cover houses, apart from fins.
//!
//! Without fins, the digit is excluded from the rest of the cover houses. With fins, it is excluded only from the cells
//! that also see all fins.

use itertools::Itertools;
use sudoku_cnf::puzzle::board::HouseKind;

use super::super::ids::{CandidateId, HouseId};
use super::shape::Shape;
use super::{FishKind, Technique};

/// The maximum number of base houses.
const MAX_SIZE: usize = 4;
/// The maximum number of sets of cover houses that are tried.
const MAX_COVERS: usize = 20_000;

/// Recognizes a fish with rows as base and columns as cover, or the other way round, with as few fins as possible.
pub(super) fn between_lines(shape: &Shape<'_>) -> Option<Technique> {
    fish(shape, Lines::Parallel)
}

/// Recognizes a fish whose base or cover also has boxes, or both rows and columns.
pub(super) fn between_houses(shape: &Shape<'_>) -> Option<Technique> {
    fish(shape, Lines::Any)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Lines {
    /// The base houses are all rows, or all columns, and the cover houses are the other lines.
    Parallel,
    /// Any houses.
    Any,
}

fn fish(shape: &Shape<'_>, lines: Lines) -> Option<Technique> {
    let digit = shape.single_digit()?;
    let base: Vec<HouseId> = shape.houses.iter().map(|&(house, _)| house).collect();
    if !(2..=MAX_SIZE).contains(&base.len()) {
        return None;
    }
    let base_kind = shape.house_kind(base[0]);
    let crossing = match base_kind {
        HouseKind::Row => HouseKind::Column,
        HouseKind::Column => HouseKind::Row,
        _ if lines == Lines::Parallel => return None,
        _ => HouseKind::Box,
    };
    if lines == Lines::Parallel && base.iter().any(|&house| shape.house_kind(house) != base_kind) {
        return None;
    }
    let tables = shape.known.tables;
    let mut places: Vec<CandidateId> = base.iter().flat_map(|&house| shape.places((house, digit))).collect();
    // A place in two base houses is a fin: if it is true, the base needs fewer cover houses.
    let inner_fins: Vec<CandidateId> = places.iter().copied().duplicates().collect();
    places.sort_unstable();
    places.dedup();
    let houses_of = |id: CandidateId| tables.houses_of[tables.cell(id)].iter().copied();
    let covers = places.iter().flat_map(|&id| houses_of(id)).unique();
    let is_cover = |house: &HouseId| {
        !base.contains(house) && (lines == Lines::Any || shape.house_kind(*house) == crossing)
    };
    let covers: Vec<HouseId> = covers.filter(is_cover).sorted().collect();
    let is_covered = |id: CandidateId, cover: &[HouseId]| houses_of(id).any(|house| cover.contains(&house));
    let is_base = |id: CandidateId| houses_of(id).any(|house| base.contains(&house));
    let fins = |cover: &[HouseId]| -> Vec<CandidateId> {
        let is_fin = |&id: &CandidateId| inner_fins.contains(&id) || !is_covered(id, cover);
        places.iter().copied().filter(is_fin).collect()
    };
    let excludes = |cover: &Vec<HouseId>| {
        let fins = fins(cover);
        shape.derived.iter().all(|&literal| {
            !literal.is_placed
                && tables.digit(literal.id) == digit
                && !is_base(literal.id)
                && is_covered(literal.id, cover)
                && shape.sees_all(literal.id, &fins)
        })
    };
    let cover = covers.into_iter().combinations(base.len()).take(MAX_COVERS).filter(excludes);
    let cover = cover.min_by_key(|cover| fins(cover).len())?;
    let fins = fins(&cover);
    let has_body =
        |&house: &HouseId| shape.places((house, digit)).iter().filter(|id| !fins.contains(id)).count() > 1;
    let is_sashimi = !fins.is_empty() && !base.iter().all(has_body);
    let has = |houses: &[HouseId], kind| houses.iter().any(|&house| shape.house_kind(house) == kind);
    let has_both = |houses: &[HouseId]| has(houses, HouseKind::Row) && has(houses, HouseKind::Column);
    let kind = if has_both(&base) || has_both(&cover) {
        FishKind::Mutant
    } else if has(&base, HouseKind::Box) || has(&cover, HouseKind::Box) {
        FishKind::Franken
    } else {
        FishKind::Basic
    };
    Some(Technique::Fish {
        base: base.iter().map(|&house| shape.house_name(house)).collect(),
        cover: cover.into_iter().map(|house| shape.house_name(house)).collect(),
        fins: fins.iter().map(|&id| tables.candidate(id).cell).collect(),
        kind,
        is_sashimi,
    })
}
