//! Patterns that unit propagation cannot refute in general: subsets and fish of three or more.
//!
//! The functions propose rules. The caller proves which candidates the rules exclude.

use itertools::Itertools;
use sudoku_cnf::puzzle::Bits;

use super::almost_locked::{bit_count, subsets, unions};
use super::element::Element;
use super::ids::{CandidateId, CellId, DigitId, HouseId};
use super::known::{Known, Value};
use super::tables::Tables;
use crate::solver::{Limits, StopReason};

/// The largest subsets and fish that are proposed.
const LARGEST: usize = 4;

/// The largest bent sets that are proposed, and the largest boards on which they are.
pub(super) const LARGEST_BENT: usize = 5;
const LARGEST_BENT_BOARD: usize = 25;

/// Rules that together might exclude some open candidates.
pub(super) struct Pattern {
    pub(super) rules: Vec<Element>,
    pub(super) excluded: Vec<CandidateId>,
}

/// Returns all naked and hidden subsets and all fish with `size` cells, digits or houses that exclude a candidate.
///
/// # Errors
/// Returns an error if a limit is reached.
pub(super) fn patterns(size: usize, known: &Known<'_>, limits: &Limits) -> Result<Vec<Pattern>, StopReason> {
    let tables = known.tables;
    if !(2..=LARGEST.min(tables.n)).contains(&size) || tables.n > 64 {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for house in tables.houses.keys() {
        limits.check()?;
        naked(house, size, known, &mut found);
        hidden(house, size, known, &mut found);
    }
    for digit in tables.digits() {
        limits.check()?;
        fish(digit, size, known, &mut found);
    }
    Ok(found)
}

/// Returns the smallest `most` sets of k ≤ `largest` cells in two houses that have k digits together. `is_usable`
/// returns `true` for all cells of a set. Some candidate outside the set sees all places for its digit in the set.
/// `is_goal` returns `true` for at least one of these candidates.
///
/// # Errors
/// Returns an error if a limit is reached.
pub(super) fn bent_sets(
    known: &Known<'_>,
    is_usable: &dyn Fn(CellId) -> bool,
    is_goal: &dyn Fn(CandidateId) -> bool,
    most: usize,
    largest: usize,
    limits: &Limits,
) -> Result<Vec<Pattern>, StopReason> {
    let tables = known.tables;
    let mut found = Vec::new();
    if tables.n > LARGEST_BENT_BOARD {
        return Ok(found);
    }
    let pairs = tables.houses.iter().array_combinations().map(|[a, b]| (a, b));
    let pairs = pairs.filter(|(a, b)| a.iter().filter(|cell| b.contains(cell)).count() >= 2);
    let union = |(a, b): (&Vec<CellId>, &Vec<CellId>)| -> Vec<CellId> {
        a.iter().chain(b).copied().filter(|&cell| is_usable(cell)).unique().collect()
    };
    let unions: Vec<Vec<CellId>> = pairs.map(union).collect();
    for size in 3..=largest {
        for cells in &unions {
            limits.check()?;
            subsets(cells, size, 0, known, &mut |cells: &[CellId], digits: u64| {
                if cells.len() != size || bit_count(digits) != size || found.len() >= most {
                    return;
                }
                let excluded = excluded_by_cells(cells, digits, known);
                if excluded.iter().any(|&id| is_goal(id)) {
                    let rules = cells.iter().map(|&cell| Element::Cell(cell)).collect();
                    found.push(Pattern { rules, excluded });
                }
            });
            if found.len() >= most {
                return Ok(found);
            }
        }
    }
    Ok(found)
}

fn naked(house: HouseId, size: usize, known: &Known<'_>, found: &mut Vec<Pattern>) {
    let tables = known.tables;
    let cells = &tables.houses[house];
    let small = cells.iter().map(|&cell| (cell, known.open_digits(cell)));
    let small: Vec<_> = small.filter(|(_, digits)| (2..=size).contains(&bit_count(*digits))).collect();
    unions(&small, size, 0, &mut |cells, digits| {
        if cells.len() == size && bit_count(digits) == size {
            let excluded = excluded_by_cells(cells, digits, known);
            if !excluded.is_empty() {
                found.push(Pattern {
                    rules: cells.iter().map(|&cell| Element::Cell(cell)).collect(),
                    excluded,
                });
            }
        }
    });
}

/// Returns the open candidates that see all places for one of `digits` in `cells`.
fn excluded_by_cells(cells: &[CellId], digits: u64, known: &Known<'_>) -> Vec<CandidateId> {
    let mut excluded = Vec::new();
    for digit in Bits(digits).map(DigitId::from) {
        let is_open = |cell: &CellId| known.is_open(known.tables.id(*cell, digit));
        excluded.extend(known.seeing_cells(digit, &cells.iter().copied().filter(is_open)));
    }
    excluded
}

fn hidden(house: HouseId, size: usize, known: &Known<'_>, found: &mut Vec<Pattern>) {
    let tables = known.tables;
    let cells = &tables.houses[house];
    let places = |digit: DigitId| {
        let open = cells.iter().enumerate().filter(|&(_, &cell)| known.is_open(tables.id(cell, digit)));
        open.fold(0_u64, |places, (index, _)| places | 1 << index)
    };
    let few = tables.digits().map(|digit| (digit, places(digit)));
    let few: Vec<_> = few.filter(|(_, places)| (2..=size).contains(&bit_count(*places))).collect();
    unions(&few, size, 0, &mut |digits, union| {
        if digits.len() != size || bit_count(union) != size {
            return;
        }
        let subset = cells.iter().enumerate().filter(|(index, _)| union >> index & 1 == 1);
        let subset: Vec<CellId> = subset.map(|(_, &cell)| cell).collect();
        let ids = subset.iter().flat_map(|&cell| tables.ids_of_cell(cell));
        let excluded = ids.filter(|&id| known.is_open(id) && !digits.contains(&tables.digit(id)));
        let excluded: Vec<CandidateId> = excluded.collect();
        if !excluded.is_empty() {
            let houses = digits.iter().map(|&digit| Element::House(house, digit));
            let rules = houses.chain(subset.into_iter().map(Element::Cell)).collect();
            found.push(Pattern { rules, excluded });
        }
    });
}

/// Finds disjoint base houses whose open candidates lie in as many cover houses.
fn fish(digit: DigitId, size: usize, known: &Known<'_>, found: &mut Vec<Pattern>) {
    let tables = known.tables;
    let lines = lines(tables);
    for (base, cover) in [(0, 1), (1, 0)] {
        let few = |(_, places): &(HouseId, u64)| (2..=size).contains(&bit_count(*places));
        let houses: Vec<_> = places_in_lines(&lines[base], digit, known, &|_| true).filter(few).collect();
        unions(&houses, size, 0, &mut |chosen, union| {
            if chosen.len() != size || bit_count(union) != size {
                return;
            }
            let covers = lines[cover].iter().enumerate().filter(|(index, _)| union >> index & 1 == 1);
            let in_base = |id: CandidateId| {
                let houses = &tables.houses_of[tables.cell(id)];
                chosen.iter().any(|house| houses.contains(house))
            };
            let ids = covers.flat_map(|(_, &house)| tables.ids_of_house(house, digit));
            let excluded: Vec<CandidateId> = ids.filter(|&id| known.is_open(id) && !in_base(id)).collect();
            if !excluded.is_empty() {
                let rules = chosen.iter().map(|&house| Element::House(house, digit)).collect();
                found.push(Pattern { rules, excluded });
            }
        });
    }
}

/// Returns the lines in which `digit` is not placed, each with the positions of its open candidates for which
/// `is_counted` returns `true`, as bits.
pub(super) fn places_in_lines(
    lines: &[HouseId],
    digit: DigitId,
    known: &Known<'_>,
    is_counted: &dyn Fn(CandidateId) -> bool,
) -> impl Iterator<Item = (HouseId, u64)> {
    let ids = move |house: HouseId| known.tables.ids_of_house(house, digit);
    let open = lines.iter().filter(move |&&house| ids(house).all(|id| known.value(id) != Value::Placed));
    open.map(move |&house| {
        let places = ids(house).enumerate().filter(|&(_, id)| known.is_open(id) && is_counted(id));
        (house, places.fold(0, |places, (index, _)| places | 1 << index))
    })
}

/// Returns the numbers of the rows and of the columns.
pub(super) fn lines(tables: &Tables) -> [Vec<HouseId>; 2] {
    let n = tables.n;
    [0..n, n..2 * n].map(|range| range.map(HouseId::from).collect())
}
