//! Patterns that unit propagation cannot refute in general: subsets and fish of three or more.
//!
//! The functions propose rules. The caller proves which candidates the rules exclude.

use itertools::Itertools;

use super::almost_locked::{subsets, unions};
use super::element::Element;
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
    pub(super) excluded: Vec<u32>,
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

/// Returns the smallest `most` sets of k ≤ `largest` cells in two houses that have k digits together. `is_usable`
/// returns `true` for all cells of a set. Some candidate outside the set sees all places for its digit in the set.
/// `is_goal` returns `true` for at least one of these candidates.
///
/// # Errors
/// Returns an error if a limit is reached.
pub(super) fn bent_sets(
    known: &Known<'_>,
    is_usable: &dyn Fn(u32) -> bool,
    is_goal: &dyn Fn(u32) -> bool,
    most: usize,
    largest: usize,
    limits: &Limits,
) -> Result<Vec<Pattern>, StopReason> {
    let tables = known.tables;
    let mut found = Vec::new();
    if tables.n > LARGEST_BENT_BOARD {
        return Ok(found);
    }
    let pairs = (0..tables.houses.len()).array_combinations();
    let pairs = pairs.map(|[a, b]| (&tables.houses[a], &tables.houses[b]));
    let pairs = pairs.filter(|(a, b)| a.iter().filter(|cell| b.contains(cell)).count() >= 2);
    let union = |(a, b): (&Vec<u32>, &Vec<u32>)| -> Vec<u32> {
        a.iter().chain(b).copied().filter(|&cell| is_usable(cell)).unique().collect()
    };
    let unions: Vec<Vec<u32>> = pairs.map(union).collect();
    for size in 3..=largest {
        for cells in &unions {
            limits.check()?;
            subsets(cells, size, 0, known, &mut |cells: &[u32], digits: u64| {
                if cells.len() != size || digits.count_ones() as usize != size || found.len() >= most {
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

fn naked(house: u32, size: usize, known: &Known<'_>, found: &mut Vec<Pattern>) {
    let tables = known.tables;
    let cells = &tables.houses[house as usize];
    let small = cells.iter().map(|&cell| (cell, known.open_digits(cell)));
    let small: Vec<_> =
        small.filter(|(_, digits)| (2..=size as u32).contains(&digits.count_ones())).collect();
    unions(&small, size, 0, &mut |cells, digits| {
        if cells.len() == size && digits.count_ones() as usize == size {
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
fn excluded_by_cells(cells: &[u32], mut digits: u64, known: &Known<'_>) -> Vec<u32> {
    let mut excluded = Vec::new();
    while digits != 0 {
        let digit = digits.trailing_zeros();
        digits &= digits - 1;
        let is_open = |cell: &u32| known.is_open(known.tables.id(*cell, digit));
        excluded.extend(known.seeing_cells(digit, &cells.iter().copied().filter(is_open)));
    }
    excluded
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
    unions(&few, size, 0, &mut |digits, union| {
        if digits.len() != size || union.count_ones() as usize != size {
            return;
        }
        let subset = cells.iter().enumerate().filter(|(index, _)| union >> index & 1 == 1);
        let subset: Vec<u32> = subset.map(|(_, &cell)| cell).collect();
        let ids = subset.iter().flat_map(|&cell| tables.ids_of_cell(cell));
        let excluded = ids.filter(|&id| known.is_open(id) && !digits.contains(&tables.digit(id)));
        let excluded: Vec<u32> = excluded.collect();
        if !excluded.is_empty() {
            let houses = digits.iter().map(|&digit| Element::House(house, digit));
            let rules = houses.chain(subset.into_iter().map(Element::Cell)).collect();
            found.push(Pattern { rules, excluded });
        }
    });
}

/// Finds disjoint base houses whose open candidates lie in as many cover houses.
fn fish(digit: u32, size: usize, known: &Known<'_>, found: &mut Vec<Pattern>) {
    let tables = known.tables;
    let lines = lines(tables);
    for (base, cover) in [(0, 1), (1, 0)] {
        let few = |(_, places): &(u32, u64)| (2..=size as u32).contains(&places.count_ones());
        let houses: Vec<_> = places_in_lines(&lines[base], digit, known, &|_| true).filter(few).collect();
        unions(&houses, size, 0, &mut |chosen, union| {
            if chosen.len() != size || union.count_ones() as usize != size {
                return;
            }
            let covers = lines[cover].iter().enumerate().filter(|(index, _)| union >> index & 1 == 1);
            let in_base = |id: u32| {
                let houses = &tables.houses_of[tables.cell(id) as usize];
                chosen.iter().any(|house| houses.contains(house))
            };
            let ids = covers.flat_map(|(_, &house)| tables.ids_of_house(house, digit));
            let excluded: Vec<u32> = ids.filter(|&id| known.is_open(id) && !in_base(id)).collect();
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
    lines: &[u32],
    digit: u32,
    known: &Known<'_>,
    is_counted: &dyn Fn(u32) -> bool,
) -> impl Iterator<Item = (u32, u64)> {
    let ids = move |house: u32| known.tables.ids_of_house(house, digit);
    let open = lines.iter().filter(move |&&house| ids(house).all(|id| known.value(id) != Value::Placed));
    open.map(move |&house| {
        let places = ids(house).enumerate().filter(|&(_, id)| known.is_open(id) && is_counted(id));
        (house, places.fold(0, |places, (index, _)| places | 1 << index))
    })
}

/// Returns the numbers of the rows and of the columns.
pub(super) fn lines(tables: &Tables) -> [Vec<u32>; 2] {
    let n = tables.n as u32;
    [(0..n).collect(), (n..2 * n).collect()]
}
