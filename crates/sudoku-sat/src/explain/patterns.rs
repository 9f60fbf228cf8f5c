//! Patterns that unit propagation cannot refute in general: subsets and fish of three or more.
//!
//! The functions propose rules. The caller proves which candidates the rules exclude.

use itertools::Itertools;

use super::almost_locked::subsets;
use super::element::Element;
use super::known::{Known, Value};
use super::tables::Tables;
use crate::solver::{Limits, StopReason};

/// The largest subsets and fish that are proposed.
const LARGEST: usize = 4;

/// The largest bent sets that are proposed, and the largest boards on which they are.
const LARGEST_BENT: usize = 5;
const LARGEST_BENT_BOARD: usize = 25;

/// Rules that together might exclude some open candidates.
pub(super) struct Pattern {
    pub(super) rules: Vec<Element>,
    pub(super) excluded: Vec<u32>,
}

/// Returns all naked and hidden subsets and all fish with `size` cells, digits or houses that exclude a candidate.
///
/// # Errors
/// Returns an error if a limit is reached.
pub(super) fn patterns(size: usize, known: &Known<'_>, limits: &Limits) -> Result<Vec<Pattern>, StopReason> {
    let tables = known.tables;
    if !(2..=LARGEST).contains(&size) || tables.n > 64 {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for house in 0..tables.houses.len() as u32 {
        limits.check()?;
        naked(house, size, known, &mut found);
        hidden(house, size, known, &mut found);
    }
    for digit in 0..tables.n as u32 {
        limits.check()?;
        fish(digit, size, known, &mut found);
    }
    Ok(found)
}

/// Returns sets of k cells in two houses that have k digits together, and of which all digits that an open candidate
/// sees are seen by it.
///
/// # Errors
/// Returns an error if a limit is reached.
pub(super) fn bent_sets(known: &Known<'_>, limits: &Limits) -> Result<Vec<Pattern>, StopReason> {
    let tables = known.tables;
    let mut found = Vec::new();
    if tables.n > LARGEST_BENT_BOARD {
        return Ok(found);
    }
    let mut open = Vec::new();
    for [a, b] in (0..tables.houses.len()).array_combinations() {
        limits.check()?;
        let (first, second) = (&tables.houses[a], &tables.houses[b]);
        if first.iter().filter(|cell| second.contains(cell)).count() < 2 {
            continue;
        }
        let cells: Vec<u32> = first.iter().chain(second).copied().unique().collect();
        let mut visit = |cells: &[u32], digits: u64| {
            if cells.len() < 3 || digits.count_ones() as usize != cells.len() {
                return;
            }
            let mut excluded = Vec::new();
            for digit in (0..tables.n as u32).filter(|digit| digits >> digit & 1 == 1) {
                let ids = cells.iter().map(|&cell| tables.id(cell, digit));
                open.clear();
                open.extend(ids.filter(|&id| known.is_open(id)));
                excluded.extend(known.seeing_all(&open));
            }
            if !excluded.is_empty() {
                let rules = cells.iter().map(|&cell| Element::Cell(cell)).collect();
                found.push(Pattern { rules, excluded });
            }
        };
        subsets(&cells, LARGEST_BENT, 0, known, &mut visit);
    }
    Ok(found)
}

fn naked(house: u32, size: usize, known: &Known<'_>, found: &mut Vec<Pattern>) {
    let tables = known.tables;
    let cells = &tables.houses[house as usize];
    let small = cells.iter().map(|&cell| (cell, known.open_digits(cell)));
    let small: Vec<_> =
        small.filter(|(_, digits)| (2..=size as u32).contains(&digits.count_ones())).collect();
    for chosen in small.iter().combinations(size) {
        let union = chosen.iter().fold(0, |union, (_, digits)| union | digits);
        if union.count_ones() as usize != size {
            continue;
        }
        let digits = (0..tables.n as u32).filter(|digit| union >> digit & 1 == 1);
        let excluded = digits.flat_map(|digit| {
            let ids = chosen.iter().map(move |(cell, _)| tables.id(*cell, digit));
            let open: Vec<u32> = ids.filter(|&id| known.is_open(id)).collect();
            known.seeing_all(&open)
        });
        let excluded = excluded.collect_vec();
        if !excluded.is_empty() {
            found.push(Pattern {
                rules: chosen.iter().map(|&&(cell, _)| Element::Cell(cell)).collect(),
                excluded,
            });
        }
    }
}

fn hidden(house: u32, size: usize, known: &Known<'_>, found: &mut Vec<Pattern>) {
    let tables = known.tables;
    let cells = &tables.houses[house as usize];
    let places = |digit: u32| {
        let open = cells.iter().enumerate().filter(|&(_, &cell)| known.is_open(tables.id(cell, digit)));
        open.fold(0_u64, |places, (index, _)| places | 1 << index)
    };
    let few = (0..tables.n as u32).map(|digit| (digit, places(digit)));
    let few: Vec<_> = few.filter(|(_, places)| (2..=size as u32).contains(&places.count_ones())).collect();
    for chosen in few.iter().combinations(size) {
        let union = chosen.iter().fold(0, |union, (_, places)| union | places);
        if union.count_ones() as usize != size {
            continue;
        }
        let subset = cells.iter().enumerate().filter(|(index, _)| union >> index & 1 == 1);
        let subset: Vec<u32> = subset.map(|(_, &cell)| cell).collect();
        let is_chosen = |id: u32| chosen.iter().any(|(digit, _)| *digit == tables.digit(id));
        let ids = subset.iter().flat_map(|&cell| tables.ids_of_cell(cell));
        let excluded: Vec<u32> = ids.filter(|&id| known.is_open(id) && !is_chosen(id)).collect();
        if !excluded.is_empty() {
            let houses = chosen.iter().map(|&&(digit, _)| Element::House(house, digit));
            let rules = houses.chain(subset.into_iter().map(Element::Cell)).collect();
            found.push(Pattern { rules, excluded });
        }
    }
}

/// Finds disjoint base houses whose open candidates lie in as many cover houses.
fn fish(digit: u32, size: usize, known: &Known<'_>, found: &mut Vec<Pattern>) {
    let tables = known.tables;
    let is_placed = |house: u32| tables.ids_of_house(house, digit).any(|id| known.value(id) == Value::Placed);
    let lines = lines(tables);
    for (base, cover) in [(0, 1), (1, 0)] {
        let houses = lines[base].iter().filter(|&&house| !is_placed(house)).map(|&house| {
            let open = tables.ids_of_house(house, digit).enumerate().filter(|&(_, id)| known.is_open(id));
            (house, open.fold(0_u64, |places, (index, _)| places | 1 << index))
        });
        let houses: Vec<_> =
            houses.filter(|(_, places)| (2..=size as u32).contains(&places.count_ones())).collect();
        for chosen in houses.iter().combinations(size) {
            let union = chosen.iter().fold(0, |union, (_, places)| union | places);
            if union.count_ones() as usize != size {
                continue;
            }
            let covers = lines[cover].iter().enumerate().filter(|(index, _)| union >> index & 1 == 1);
            let in_base = |id: u32| {
                let houses = &tables.houses_of[tables.cell(id) as usize];
                chosen.iter().any(|(house, _)| houses.contains(house))
            };
            let ids = covers.flat_map(|(_, &house)| tables.ids_of_house(house, digit));
            let excluded: Vec<u32> = ids.filter(|&id| known.is_open(id) && !in_base(id)).collect();
            if !excluded.is_empty() {
                let rules = chosen.iter().map(|&&(house, _)| Element::House(house, digit)).collect();
                found.push(Pattern { rules, excluded });
            }
        }
    }
}

/// Returns the numbers of the rows and of the columns.
fn lines(tables: &Tables) -> [Vec<u32>; 2] {
    let n = tables.n as u32;
    [(0..n).collect(), (n..2 * n).collect()]
}
