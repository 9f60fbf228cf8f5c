//! The constraints that encodings choose from. Each knows cells, houses and digits alone.

use itertools::Itertools;

use crate::at_most_one::pairwise;
use crate::clause::ClauseSink;
use crate::geometry::{Cell, Geometry, House};
use crate::grid::Grid;
use crate::variable::Lit;

/// How many clauses the constraints of this module make on a board.
pub(super) struct Counts {
    pub(super) cell_at_least: usize,
    pub(super) cell_at_most: usize,
    pub(super) house_at_least: usize,
    pub(super) house_at_most: usize,
}

impl Counts {
    pub(super) fn of(geometry: &Geometry) -> Self {
        let (n, cells) = (geometry.size(), geometry.cell_count());
        let pairs: usize =
            geometry.houses().map(|house| pairs_first_shared_in(geometry, house).count()).sum();
        Self {
            cell_at_least: cells,
            cell_at_most: cells * (n * (n - 1) / 2),
            house_at_least: geometry.houses().count() * n,
            house_at_most: pairs * n,
        }
    }
}

/// The givens as unit clauses, row-major.
pub(super) fn givens<S: ClauseSink + ?Sized>(puzzle: &Grid, sink: &mut S) -> Result<(), S::Error> {
    let geometry = puzzle.geometry();
    puzzle.givens().try_for_each(|given| sink.add_clause(&[geometry.literal(given.cell, given.digit)]))
}

/// Every cell holds some digit: n² clauses of n literals.
pub(super) fn cells_at_least_one<S: ClauseSink + ?Sized>(
    geometry: &Geometry,
    sink: &mut S,
) -> Result<(), S::Error> {
    let mut literals = Vec::with_capacity(geometry.size());
    for cell in geometry.cells() {
        fill(&mut literals, candidates_of(geometry, cell));
        sink.add_clause(&literals)?;
    }
    Ok(())
}

/// No cell holds two digits: n² · n(n−1)/2 clauses.
pub(super) fn cells_at_most_one<S: ClauseSink + ?Sized>(
    geometry: &Geometry,
    sink: &mut S,
) -> Result<(), S::Error> {
    let mut literals = Vec::with_capacity(geometry.size());
    for cell in geometry.cells() {
        fill(&mut literals, candidates_of(geometry, cell));
        pairwise(&literals, sink)?;
    }
    Ok(())
}

/// Every digit is somewhere in each house: 3n · n clauses of n literals.
pub(super) fn houses_at_least_one<S: ClauseSink + ?Sized>(
    geometry: &Geometry,
    sink: &mut S,
) -> Result<(), S::Error> {
    let mut literals = Vec::with_capacity(geometry.size());
    for house in geometry.houses() {
        for digit in geometry.digits() {
            fill(&mut literals, house.cells.iter().map(|&cell| geometry.literal(cell, digit)));
            sink.add_clause(&literals)?;
        }
    }
    Ok(())
}

/// No digit stands twice in a house: a clause a digit for each pair of peers, told in the first
/// house that the two cells share. With r×c boxes n · n²(3n−r−c−1)/2 clauses.
pub(super) fn houses_at_most_one<S: ClauseSink + ?Sized>(
    geometry: &Geometry,
    sink: &mut S,
) -> Result<(), S::Error> {
    for house in geometry.houses() {
        let pairs: Vec<_> = pairs_first_shared_in(geometry, house).collect();
        for digit in geometry.digits() {
            for &[a, b] in &pairs {
                sink.add_clause(&[!geometry.literal(a, digit), !geometry.literal(b, digit)])?;
            }
        }
    }
    Ok(())
}

fn pairs_first_shared_in<'a>(
    geometry: &'a Geometry,
    house: House<'a>,
) -> impl Iterator<Item = [Cell; 2]> + 'a {
    let pairs = house.cells.iter().copied().array_combinations();
    pairs.filter(move |&[a, b]| geometry.first_shared_house(a, b) == Some(house.index))
}

/// The literals of a cell's candidates, digits ascending.
pub(super) fn candidates_of(geometry: &Geometry, cell: Cell) -> impl DoubleEndedIterator<Item = Lit> {
    geometry.digits().map(move |digit| geometry.literal(cell, digit))
}

fn fill(buffer: &mut Vec<Lit>, literals: impl Iterator<Item = Lit>) {
    buffer.clear();
    buffer.extend(literals);
}
