//! The constraints that encodings choose from. Each knows cells, houses and digits alone.

use itertools::Itertools;

use crate::at_most_one::AtMostOne;
use crate::clause::ClauseSink;
use crate::geometry::{Cell, Digit, Geometry, House};
use crate::grid::Grid;
use crate::variable::{Auxiliaries, Lit};

/// Numbers of clauses and of auxiliary variables.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) clauses: usize,
    pub(super) auxiliaries: usize,
}

impl Counts {
    /// So many clauses without auxiliary variables.
    pub(super) fn clauses(clauses: usize) -> Self {
        Self { clauses, auxiliaries: 0 }
    }

    /// At most one of `n` literals.
    pub(super) fn at_most_one(scheme: AtMostOne, n: usize) -> Self {
        Self { clauses: scheme.clauses(n), auxiliaries: scheme.auxiliaries(n) }
    }

    /// Exactly one of `n` literals.
    pub(super) fn exactly_one(scheme: AtMostOne, n: usize) -> Self {
        Self::clauses(1) + Self::at_most_one(scheme, n)
    }
}

impl std::ops::Add for Counts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { clauses: self.clauses + other.clauses, auxiliaries: self.auxiliaries + other.auxiliaries }
    }
}

impl std::ops::Mul<Counts> for usize {
    type Output = Counts;

    fn mul(self, counts: Counts) -> Counts {
        Counts { clauses: self * counts.clauses, auxiliaries: self * counts.auxiliaries }
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

pub(super) fn count_cells_at_least_one(geometry: &Geometry) -> Counts {
    Counts::clauses(geometry.cell_count())
}

/// No cell holds two digits; pairwise n² · n(n−1)/2 clauses.
pub(super) fn cells_at_most_one<S: ClauseSink + ?Sized>(
    geometry: &Geometry,
    scheme: AtMostOne,
    auxiliaries: &mut Auxiliaries,
    sink: &mut S,
) -> Result<(), S::Error> {
    let mut literals = Vec::with_capacity(geometry.size());
    for cell in geometry.cells() {
        fill(&mut literals, candidates_of(geometry, cell));
        scheme.encode(&literals, auxiliaries, sink)?;
    }
    Ok(())
}

pub(super) fn count_cells_at_most_one(geometry: &Geometry, scheme: AtMostOne) -> Counts {
    geometry.cell_count() * Counts::at_most_one(scheme, geometry.size())
}

/// Every digit is somewhere in each house: n clauses of n literals a house.
pub(super) fn houses_at_least_one<S: ClauseSink + ?Sized>(
    geometry: &Geometry,
    sink: &mut S,
) -> Result<(), S::Error> {
    let mut literals = Vec::with_capacity(geometry.size());
    for house in geometry.houses() {
        for digit in geometry.digits() {
            fill(&mut literals, places_of(geometry, house, digit));
            sink.add_clause(&literals)?;
        }
    }
    Ok(())
}

pub(super) fn count_houses_at_least_one(geometry: &Geometry) -> Counts {
    Counts::clauses(geometry.houses().count() * geometry.size())
}

/// No digit stands twice in a house.
///
/// Pairwise it is a clause a digit for each pair of peers, told in the first house that the two cells
/// share: with r×c boxes n · n²(3n−r−c−1)/2 clauses. By any other scheme houses share nothing.
pub(super) fn houses_at_most_one<S: ClauseSink + ?Sized>(
    geometry: &Geometry,
    scheme: AtMostOne,
    auxiliaries: &mut Auxiliaries,
    sink: &mut S,
) -> Result<(), S::Error> {
    if scheme == AtMostOne::Pairwise {
        return peers_differ(geometry, sink);
    }
    let mut literals = Vec::with_capacity(geometry.size());
    for house in geometry.houses() {
        for digit in geometry.digits() {
            fill(&mut literals, places_of(geometry, house, digit));
            scheme.encode(&literals, auxiliaries, sink)?;
        }
    }
    Ok(())
}

pub(super) fn count_houses_at_most_one(geometry: &Geometry, scheme: AtMostOne) -> Counts {
    if scheme == AtMostOne::Pairwise {
        let pairs = geometry.houses().map(|house| pairs_first_shared_in(geometry, house).count());
        return Counts::clauses(pairs.sum::<usize>() * geometry.size());
    }
    geometry.houses().count() * (geometry.size() * Counts::at_most_one(scheme, geometry.size()))
}

fn peers_differ<S: ClauseSink + ?Sized>(geometry: &Geometry, sink: &mut S) -> Result<(), S::Error> {
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

/// Exactly one of `literals` is true.
pub(super) fn exactly_one<S: ClauseSink + ?Sized>(
    literals: impl Iterator<Item = Lit>,
    scheme: AtMostOne,
    auxiliaries: &mut Auxiliaries,
    sink: &mut S,
) -> Result<(), S::Error> {
    let literals: Vec<_> = literals.collect();
    sink.add_clause(&literals)?;
    scheme.encode(&literals, auxiliaries, sink)
}

/// The literals of a cell's candidates, digits ascending.
pub(super) fn candidates_of(geometry: &Geometry, cell: Cell) -> impl DoubleEndedIterator<Item = Lit> {
    geometry.digits().map(move |digit| geometry.literal(cell, digit))
}

/// The literals of a digit's places in a house.
pub(super) fn places_of(geometry: &Geometry, house: House<'_>, digit: Digit) -> impl Iterator<Item = Lit> {
    house.cells.iter().map(move |&cell| geometry.literal(cell, digit))
}

fn fill(buffer: &mut Vec<Lit>, literals: impl Iterator<Item = Lit>) {
    buffer.clear();
    buffer.extend(literals);
}
