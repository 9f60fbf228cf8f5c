//! The constraints that make up the encodings.
//!
//! The constraints are defined in terms of cells, houses and digits. An [`Emitter`] adds them to a sink.

use super::candidate_view::{CandidateView, Places};
use super::emitter::Emitter;
use super::erased_sink::Stopped;
use crate::clauses::at_most_one::AtMostOne;
use crate::clauses::clause_group::{Cardinality, ClauseGroup};
use crate::clauses::variable::Lit;
use crate::puzzle::board::{Geometry, House};

/// Requires at least one digit in every cell. There are at most n² clauses, with at most n literals each.
pub(super) fn cells_at_least_one(view: CandidateView<'_>, emitter: &mut Emitter<'_>) -> Result<(), Stopped> {
    view.try_for_each_cell(|cell, literals| {
        emitter.group(ClauseGroup::Cell(cell, Cardinality::AtLeastOne));
        emitter.clause(literals)
    })
}

/// Requires at most one digit in every cell. The pairwise scheme needs at most n² · n(n−1)/2 clauses.
pub(super) fn cells_at_most_one(view: CandidateView<'_>, emitter: &mut Emitter<'_>) -> Result<(), Stopped> {
    view.try_for_each_cell(|cell, literals| {
        emitter.group(ClauseGroup::Cell(cell, Cardinality::AtMostOne));
        emitter.at_most_one(literals)
    })
}

/// Requires exactly one digit in every cell.
pub(super) fn cells_exactly_one(view: CandidateView<'_>, emitter: &mut Emitter<'_>) -> Result<(), Stopped> {
    if !emitter.keeps_cardinality {
        cells_at_least_one(view, emitter)?;
        return cells_at_most_one(view, emitter);
    }
    view.try_for_each_cell(|cell, literals| {
        emitter.group(ClauseGroup::Cell(cell, Cardinality::ExactlyOne));
        emitter.exactly_one(literals)
    })
}

/// Requires every digit to occur exactly once in each house of n cells, and at most once in each smaller house.
pub(super) fn houses_exactly_one(view: CandidateView<'_>, emitter: &mut Emitter<'_>) -> Result<(), Stopped> {
    if !emitter.keeps_cardinality {
        houses_at_least_one(view, emitter)?;
        return houses_at_most_one(view, emitter);
    }
    view.try_for_each_places(view.geometry.houses(), |places| house_cardinality(view, &places, emitter))
}

/// Adds the constraint on a digit in a house for a sink that keeps cardinality constraints whole. The parts that an
/// earlier house implies are omitted.
pub(super) fn house_cardinality(
    view: CandidateView<'_>,
    places: &Places<'_>,
    emitter: &mut Emitter<'_>,
) -> Result<(), Stopped> {
    let (at_least_one, at_most_one) = view.implied_by_earlier_house(places);
    let mut group = |cardinality| emitter.group(ClauseGroup::House(places.house, places.digit, cardinality));
    match (places.house.is_complete && !at_least_one, !at_most_one) {
        (true, true) => {
            group(Cardinality::ExactlyOne);
            emitter.exactly_one(places.literals)
        }
        (true, false) => {
            group(Cardinality::AtLeastOne);
            emitter.clause(places.literals)
        }
        (false, true) => {
            group(Cardinality::AtMostOne);
            emitter.at_most_one(places.literals)
        }
        (false, false) => Ok(()),
    }
}

/// Requires every digit to occur at least once in each house of n cells.
///
/// There are at most n clauses per house, with at most n literals each.
pub(super) fn houses_at_least_one(view: CandidateView<'_>, emitter: &mut Emitter<'_>) -> Result<(), Stopped> {
    let houses = view.geometry.houses().filter(|house| house.is_complete);
    view.try_for_each_places(houses, |places| {
        let (is_implied, _) = view.implied_by_earlier_house(&places);
        if is_implied {
            return Ok(());
        }
        emitter.group(ClauseGroup::House(places.house, places.digit, Cardinality::AtLeastOne));
        emitter.clause(places.literals)
    })
}

/// Requires every digit to occur at most once in each house.
///
/// With the pairwise scheme, each pair of peers has one clause per digit, even if the two cells share several houses. A
/// board with r×c boxes has at most n · n²(3n−r−c−1)/2 of these clauses. With any other scheme, each house has its own
/// clauses for each digit, unless all of its cells that can contain the digit also belong to an earlier house.
pub(super) fn houses_at_most_one(view: CandidateView<'_>, emitter: &mut Emitter<'_>) -> Result<(), Stopped> {
    let mut pairs = PeerPairs::default();
    view.try_for_each_places(view.geometry.houses(), |places| pairs.emit_at_most_one(view, &places, emitter))
}

/// An emitter of the clauses that forbid repeated digits in a house.
///
/// With the pairwise scheme, two cells that share several houses get one clause per digit, not one per house and digit.
#[derive(Default)]
pub(super) struct PeerPairs {
    /// The index of the house to which `is_new` and `partners` apply. `None` until these fields are computed.
    house: Option<usize>,
    /// For each pair of cells in the house, whether the pair is new, which means that no earlier house contains both
    /// cells. In a house of k cells, the entry for cells i and j has the index `i · k + j`. Empty if all pairs are new.
    is_new: Vec<bool>,
    /// The number of new pairs to which each cell of the house belongs. Not used if `is_new` is empty.
    partners: Vec<usize>,
    others: Vec<Lit>,
}

impl PeerPairs {
    pub(super) fn emit_at_most_one(
        &mut self,
        view: CandidateView<'_>,
        places: &Places<'_>,
        emitter: &mut Emitter<'_>,
    ) -> Result<(), Stopped> {
        emitter.group(ClauseGroup::House(places.house, places.digit, Cardinality::AtMostOne));
        if emitter.scheme != AtMostOne::Pairwise || emitter.keeps_cardinality {
            let (_, is_implied) = view.implied_by_earlier_house(places);
            return if is_implied { Ok(()) } else { emitter.at_most_one(places.literals) };
        }
        if self.house.replace(places.house.index) != Some(places.house.index) {
            self.find_new_pairs(view.geometry, places.house);
        }
        if self.is_new.is_empty() {
            return emitter.at_most_one(places.literals);
        }
        if places.positions.len() == places.house.cells.len()
            && emitter.count_exclusions(places.literals, &self.partners)?
        {
            return Ok(());
        }
        for (i, (&first, &position)) in places.literals.iter().zip(places.positions).enumerate() {
            let is_new = &self.is_new[usize::from(position) * places.house.cells.len()..];
            let rest = places.literals[i + 1..].iter().zip(&places.positions[i + 1..]);
            self.others.clear();
            self.others
                .extend(rest.filter(|&(_, &other)| is_new[usize::from(other)]).map(|(&other, _)| other));
            emitter.exclude(first, &self.others)?;
        }
        Ok(())
    }

    /// Computes `is_new` and `partners` for `house`.
    fn find_new_pairs(&mut self, geometry: &Geometry, house: House<'_>) {
        let mut shared = Vec::new();
        for (position, &cell) in house.cells.iter().enumerate() {
            let earlier =
                geometry.houses_of(cell).iter().take_while(|&&earlier| (earlier as usize) < house.index);
            shared.extend(earlier.map(|&earlier| (earlier, position)));
        }
        shared.sort_unstable();
        self.is_new.clear();
        let cells = house.cells.len();
        for together in shared.chunk_by(|a, b| a.0 == b.0).filter(|together| together.len() > 1) {
            if self.is_new.is_empty() {
                self.is_new.resize(cells * cells, true);
                (0..cells).for_each(|position| self.is_new[position * cells + position] = false);
            }
            for (&(_, a), &(_, b)) in together.iter().flat_map(|a| together.iter().map(move |b| (a, b))) {
                self.is_new[a * cells + b] = false;
            }
        }
        let rows = self.is_new.chunks(cells);
        self.partners = rows.map(|row| row.iter().filter(|&&is_new| is_new).count()).collect();
    }
}
