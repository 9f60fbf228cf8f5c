//! Sets of cells with few digits: almost locked sets, and bent sets.
//!
//! An almost locked set consists of k cells of a house that have k + 1 digits together. If one of its digits is
//! elsewhere, the set contains all others.

use sudoku_cnf::puzzle::Bits;

use super::element::Element;
use super::ids::{CandidateId, CellId, DigitId};
use super::known::Known;
use crate::solver::{Limits, StopReason};

/// The largest almost locked sets, and the largest boards on which they are searched for.
const LARGEST: usize = 5;
const LARGEST_BOARD: usize = 25;

/// Cells of a house that have one digit more than there are cells.
#[derive(Clone, Debug)]
pub(super) struct AlmostLocked {
    /// The cells in ascending order.
    pub(super) cells: Vec<CellId>,
    /// Each digit of the set with its open candidates.
    pub(super) places: Vec<(DigitId, Vec<CandidateId>)>,
    /// The number of candidates in the cells that are not open.
    pub(super) closed: u64,
}

impl AlmostLocked {
    /// Returns the open candidates with a digit of the set.
    pub(super) fn places_of(&self, digit: DigitId) -> &[CandidateId] {
        self.places.iter().find(|(other, _)| *other == digit).map_or(&[], |(_, ids)| ids)
    }

    /// Returns the number of [`inner_peers`](Self::inner_peers). All cells of the set are peers.
    pub(super) fn inner_peer_count(&self, a: DigitId, b: DigitId) -> u64 {
        let rest = self.places.iter().filter(|(digit, _)| *digit != a && *digit != b);
        rest.map(|(_, ids)| (ids.len() * (ids.len() - 1) / 2) as u64).sum()
    }

    /// Returns the rules between the cells of the set for all digits except for two.
    pub(super) fn inner_peers(&self, a: DigitId, b: DigitId) -> impl Iterator<Item = Element> {
        let rest = self.places.iter().filter(move |(digit, _)| *digit != a && *digit != b);
        rest.flat_map(|(_, ids)| {
            let later = |at: usize| ids[at + 1..].iter();
            ids.iter().enumerate().flat_map(move |(at, &id)| later(at).map(move |&other| (id, other)))
        })
        .map(|(id, other)| Element::peers(id, other))
    }
}

/// Returns the almost locked sets of at least two cells for which `is_usable` returns `true`.
///
/// # Errors
/// Returns an error if a limit is reached.
pub(super) fn almost_locked_sets(
    known: &Known<'_>,
    is_usable: &dyn Fn(CellId) -> bool,
    limits: &Limits,
) -> Result<Vec<AlmostLocked>, StopReason> {
    let tables = known.tables;
    let mut found: Vec<(Vec<CellId>, u64)> = Vec::new();
    if tables.n > LARGEST_BOARD {
        return Ok(Vec::new());
    }
    for house in &tables.houses {
        limits.check()?;
        let mut add = |cells: &[CellId], digits: u64| {
            if bit_count(digits) == cells.len() + 1 {
                let mut cells = cells.to_vec();
                cells.sort_unstable();
                found.push((cells, digits));
            }
        };
        let cells: Vec<CellId> = house.iter().copied().filter(|&cell| is_usable(cell)).collect();
        subsets(&cells, LARGEST, 1, known, &mut add);
    }
    found.sort_unstable();
    found.dedup();
    let set = |(cells, digits): (Vec<CellId>, u64)| {
        let places = Bits(digits).map(DigitId::from).map(|digit| {
            let ids = cells.iter().map(|&cell| tables.id(cell, digit));
            (digit, ids.filter(|&id| known.is_open(id)).collect())
        });
        let places: Vec<(DigitId, Vec<CandidateId>)> = places.collect();
        let open: usize = places.iter().map(|(_, ids)| ids.len()).sum();
        let closed = (cells.len() * tables.n - open) as u64;
        AlmostLocked { cells, places, closed }
    };
    Ok(found.into_iter().map(set).collect())
}

/// Calls `visit` with each set of two to `most` cells that might belong to a set of at most `most` cells with at most
/// `excess` digits more than cells, and with the digits of the cells.
pub(super) fn subsets(
    cells: &[CellId],
    most: usize,
    excess: usize,
    known: &Known<'_>,
    visit: &mut dyn FnMut(&[CellId], u64),
) {
    let few = |&(_, digits): &(CellId, u64)| (1..=most + excess).contains(&bit_count(digits));
    let cells: Vec<(CellId, u64)> =
        cells.iter().map(|&cell| (cell, known.open_digits(cell))).filter(few).collect();
    unions(&cells, most, excess, visit);
}

/// Calls `visit` with each set of two to `most` items that might belong to a set of at most `most` items whose union
/// has at most `excess` elements more than there are items, and with the union of the items.
///
/// The sets of an item are bits. Sets with the same number of items are visited in lexicographic order.
pub(super) fn unions<T: Copy>(
    items: &[(T, u64)],
    most: usize,
    excess: usize,
    visit: &mut dyn FnMut(&[T], u64),
) {
    extend(items, 0, most, excess, &mut Vec::new(), visit);
}

fn extend<T: Copy>(
    items: &[(T, u64)],
    union: u64,
    most: usize,
    excess: usize,
    chosen: &mut Vec<T>,
    visit: &mut dyn FnMut(&[T], u64),
) {
    for (at, &(item, more)) in items.iter().enumerate() {
        let union = union | more;
        if bit_count(union) > most + excess {
            continue;
        }
        chosen.push(item);
        if chosen.len() > 1 {
            visit(chosen, union);
        }
        if chosen.len() < most {
            extend(&items[at + 1..], union, most, excess, chosen, visit);
        }
        chosen.pop();
    }
}

/// Returns the number of elements of a set that is represented by bits.
pub(super) fn bit_count(bits: u64) -> usize {
    bits.count_ones() as usize
}
