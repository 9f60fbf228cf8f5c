//! The constraints that make up the encodings.
//!
//! The constraints are defined in terms of cells, houses and digits. A [`ConstraintSink`] either emits the clauses that
//! encode the constraints or only counts these clauses.

use super::candidate_view::{CandidateView, Places};
use crate::clauses::at_most_one::AtMostOne;
use crate::clauses::clause_group::{Cardinality, ClauseGroup};
use crate::clauses::cnf::{ClauseKind, ClauseSink};
use crate::clauses::variable::{Auxiliaries, Lit};
use crate::puzzle::board::{Geometry, House};

/// A receiver of constraints.
pub(super) trait ConstraintSink {
    type Error;

    /// Announces the kind of the clauses that will be added next.
    fn begin(&mut self, kind: ClauseKind);

    /// Announces what the clauses that will be added next require. Sinks that do not pass the clauses on ignore it.
    fn group(&mut self, _: ClauseGroup<'_>) {}

    /// Returns an error if the sink does not want more constraints. See [`ClauseSink::prepare`].
    fn prepare(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Adds a clause, which requires at least one of `literals` to be true.
    fn clause(&mut self, literals: &[Lit]) -> Result<(), Self::Error>;

    /// Adds the constraint that at most one of `literals` is true, encoded with the at-most-one scheme of the sink.
    fn at_most_one(&mut self, literals: &[Lit]) -> Result<(), Self::Error>;

    /// Adds the clause ¬`first` ∨ ¬`other` for each `other` in `others`.
    fn exclude(&mut self, first: Lit, others: &[Lit]) -> Result<(), Self::Error>;

    /// If the sink only counts clauses, increases the clause count by the given number of exclusions and returns
    /// `true`.
    ///
    /// Any other sink returns `false`, and the caller must then add the exclusions with `exclude`.
    fn count_exclusions(&mut self, _: usize) -> bool {
        false
    }

    /// Returns the scheme used to encode at-most-one constraints.
    fn scheme(&self) -> AtMostOne;

    /// Returns whether the sink keeps at-most-one and exactly-one constraints whole instead of encoding them as
    /// clauses.
    fn keeps_cardinality(&self) -> bool {
        false
    }

    /// Returns the positive literal of a new auxiliary variable.
    fn auxiliary(&mut self) -> Lit;

    /// Adds the constraint that exactly one of `literals` is true.
    fn exactly_one(&mut self, literals: &[Lit]) -> Result<(), Self::Error> {
        self.clause(literals)?;
        self.at_most_one(literals)
    }
}

/// A constraint sink that encodes constraints as clauses and adds the clauses to `sink`.
pub(super) struct ClauseEmitter<'s, S: ?Sized> {
    pub(super) scheme: AtMostOne,
    pub(super) auxiliaries: Auxiliaries,
    pub(super) sink: &'s mut S,
}

impl<S: ClauseSink + ?Sized> ConstraintSink for ClauseEmitter<'_, S> {
    type Error = S::Error;

    fn begin(&mut self, kind: ClauseKind) {
        self.sink.begin(kind);
    }

    fn group(&mut self, group: ClauseGroup<'_>) {
        self.sink.begin_group(group);
    }

    fn prepare(&mut self) -> Result<(), S::Error> {
        self.sink.prepare()
    }

    fn clause(&mut self, literals: &[Lit]) -> Result<(), S::Error> {
        self.sink.add_clause(literals)
    }

    fn at_most_one(&mut self, literals: &[Lit]) -> Result<(), S::Error> {
        self.scheme.encode(literals, &mut self.auxiliaries, self.sink)
    }

    fn exclude(&mut self, first: Lit, others: &[Lit]) -> Result<(), S::Error> {
        self.sink.add_exclusions(first, others)
    }

    fn scheme(&self) -> AtMostOne {
        self.scheme
    }

    fn auxiliary(&mut self) -> Lit {
        self.auxiliaries.next_literal()
    }
}

/// A constraint sink that only counts clauses and variables. Its counts match the output of a [`ClauseEmitter`].
///
/// It calls `check` at regular intervals, and stops if `check` returns an error.
pub(super) struct SizeCounter<F> {
    pub(super) scheme: AtMostOne,
    pub(super) clauses: usize,
    /// The largest variable number so far.
    pub(super) variables: usize,
    pub(super) check: F,
    /// The number of constraints so far.
    pub(super) constraints: usize,
}

/// The number of constraints between two checks.
const CONSTRAINTS_PER_CHECK: usize = 256;

impl<E, F: FnMut() -> Result<(), E>> SizeCounter<F> {
    fn step(&mut self) -> Result<(), E> {
        self.constraints += 1;
        if self.constraints.is_multiple_of(CONSTRAINTS_PER_CHECK) { (self.check)() } else { Ok(()) }
    }
}

impl<E, F: FnMut() -> Result<(), E>> ConstraintSink for SizeCounter<F> {
    type Error = E;

    fn begin(&mut self, _: ClauseKind) {}

    fn prepare(&mut self) -> Result<(), E> {
        self.step()
    }

    fn clause(&mut self, _: &[Lit]) -> Result<(), E> {
        self.clauses += 1;
        self.step()
    }

    fn at_most_one(&mut self, literals: &[Lit]) -> Result<(), E> {
        self.clauses += self.scheme.clauses(literals.len());
        self.variables += self.scheme.auxiliaries(literals.len());
        self.step()
    }

    fn exclude(&mut self, _: Lit, others: &[Lit]) -> Result<(), E> {
        self.clauses += others.len();
        self.step()
    }

    fn count_exclusions(&mut self, exclusions: usize) -> bool {
        self.clauses += exclusions;
        true
    }

    fn scheme(&self) -> AtMostOne {
        self.scheme
    }

    fn auxiliary(&mut self) -> Lit {
        self.variables += 1;
        // Only the number of variables matters here, so all variables beyond the range of `Lit` can share one literal.
        let number = i32::try_from(self.variables).unwrap_or(i32::MAX);
        Lit::from_dimacs(number).expect("not zero")
    }
}

/// Requires at least one digit in every cell. There are at most n² clauses, with at most n literals each.
pub(super) fn cells_at_least_one<R: ConstraintSink>(
    view: CandidateView<'_>,
    sink: &mut R,
) -> Result<(), R::Error> {
    sink.begin(ClauseKind::CellAtLeastOne);
    view.try_for_each_cell(|cell, literals| {
        sink.group(ClauseGroup::Cell(cell, Cardinality::AtLeastOne));
        sink.clause(literals)
    })
}

/// Requires at most one digit in every cell. The pairwise scheme needs at most n² · n(n−1)/2 clauses.
pub(super) fn cells_at_most_one<R: ConstraintSink>(
    view: CandidateView<'_>,
    sink: &mut R,
) -> Result<(), R::Error> {
    sink.begin(ClauseKind::CellAtMostOne);
    view.try_for_each_cell(|cell, literals| {
        sink.group(ClauseGroup::Cell(cell, Cardinality::AtMostOne));
        sink.at_most_one(literals)
    })
}

/// Requires exactly one digit in every cell.
pub(super) fn cells_exactly_one<R: ConstraintSink>(
    view: CandidateView<'_>,
    sink: &mut R,
) -> Result<(), R::Error> {
    if !sink.keeps_cardinality() {
        cells_at_least_one(view, sink)?;
        return cells_at_most_one(view, sink);
    }
    view.try_for_each_cell(|cell, literals| {
        sink.group(ClauseGroup::Cell(cell, Cardinality::ExactlyOne));
        sink.exactly_one(literals)
    })
}

/// Requires every digit to occur exactly once in each house of n cells, and at most once in each smaller house.
pub(super) fn houses_exactly_one<R: ConstraintSink>(
    view: CandidateView<'_>,
    sink: &mut R,
) -> Result<(), R::Error> {
    if !sink.keeps_cardinality() {
        houses_at_least_one(view, sink)?;
        return houses_at_most_one(view, sink);
    }
    view.try_for_each_places(view.geometry.houses(), |places| house_cardinality(view, &places, sink))
}

/// Adds the constraint on a digit in a house to a sink that keeps cardinality constraints whole. The parts that an
/// earlier house implies are omitted.
pub(super) fn house_cardinality<R: ConstraintSink>(
    view: CandidateView<'_>,
    places: &Places<'_>,
    sink: &mut R,
) -> Result<(), R::Error> {
    let (at_least_one, at_most_one) = view.implied_by_earlier_house(places);
    let mut group = |cardinality| sink.group(ClauseGroup::House(places.house, places.digit, cardinality));
    match (places.house.is_complete && !at_least_one, !at_most_one) {
        (true, true) => {
            group(Cardinality::ExactlyOne);
            sink.exactly_one(places.literals)
        }
        (true, false) => {
            group(Cardinality::AtLeastOne);
            sink.clause(places.literals)
        }
        (false, true) => {
            group(Cardinality::AtMostOne);
            sink.at_most_one(places.literals)
        }
        (false, false) => Ok(()),
    }
}

/// Requires every digit to occur at least once in each house of n cells.
///
/// There are at most n clauses per house, with at most n literals each.
pub(super) fn houses_at_least_one<R: ConstraintSink>(
    view: CandidateView<'_>,
    sink: &mut R,
) -> Result<(), R::Error> {
    sink.begin(ClauseKind::HouseAtLeastOne);
    let houses = view.geometry.houses().filter(|house| house.is_complete);
    view.try_for_each_places(houses, |places| {
        let (is_implied, _) = view.implied_by_earlier_house(&places);
        if is_implied {
            return Ok(());
        }
        sink.group(ClauseGroup::House(places.house, places.digit, Cardinality::AtLeastOne));
        sink.clause(places.literals)
    })
}

/// Requires every digit to occur at most once in each house.
///
/// With the pairwise scheme, each pair of peers has one clause per digit, even if the two cells share several houses. A
/// board with r×c boxes has at most n · n²(3n−r−c−1)/2 of these clauses. With any other scheme, each house has its own
/// clauses for each digit, unless all of its cells that can contain the digit also belong to an earlier house.
pub(super) fn houses_at_most_one<R: ConstraintSink>(
    view: CandidateView<'_>,
    sink: &mut R,
) -> Result<(), R::Error> {
    sink.begin(ClauseKind::HouseAtMostOne);
    let mut pairs = PeerPairs::default();
    view.try_for_each_places(view.geometry.houses(), |places| pairs.emit_at_most_one(view, &places, sink))
}

/// An emitter of the clauses that forbid repeated digits in a house.
///
/// With the pairwise scheme, two cells that share several houses get one clause per digit, not one per house and digit.
#[derive(Default)]
pub(super) struct PeerPairs {
    /// The index of the house to which `is_new` and `new_pairs` apply. `None` until these fields are computed.
    house: Option<usize>,
    /// For each pair of cells in the house, whether the pair is new, which means that no earlier house contains both
    /// cells. In a house of k cells, the entry for cells i and j has the index `i · k + j`. Empty if all pairs are new.
    is_new: Vec<bool>,
    /// The number of new pairs of cells in the house. Each pair is counted once, although it has two entries in
    /// `is_new`. Not used if `is_new` is empty.
    new_pairs: usize,
    others: Vec<Lit>,
}

impl PeerPairs {
    pub(super) fn emit_at_most_one<R: ConstraintSink>(
        &mut self,
        view: CandidateView<'_>,
        places: &Places<'_>,
        sink: &mut R,
    ) -> Result<(), R::Error> {
        sink.group(ClauseGroup::House(places.house, places.digit, Cardinality::AtMostOne));
        if sink.scheme() != AtMostOne::Pairwise || sink.keeps_cardinality() {
            let (_, is_implied) = view.implied_by_earlier_house(places);
            return if is_implied { Ok(()) } else { sink.at_most_one(places.literals) };
        }
        if self.house.replace(places.house.index) != Some(places.house.index) {
            self.find_new_pairs(view.geometry, places.house);
        }
        if self.is_new.is_empty() {
            return sink.at_most_one(places.literals);
        }
        if places.positions.len() == places.house.cells.len() && sink.count_exclusions(self.new_pairs) {
            return Ok(());
        }
        for (i, (&first, &position)) in places.literals.iter().zip(places.positions).enumerate() {
            let is_new = &self.is_new[usize::from(position) * places.house.cells.len()..];
            let rest = places.literals[i + 1..].iter().zip(&places.positions[i + 1..]);
            self.others.clear();
            self.others
                .extend(rest.filter(|&(_, &other)| is_new[usize::from(other)]).map(|(&other, _)| other));
            sink.exclude(first, &self.others)?;
        }
        Ok(())
    }

    /// Computes `is_new` and `new_pairs` for `house`.
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
        // Each pair has two entries in `is_new`, one for each order of the cells.
        self.new_pairs = self.is_new.iter().filter(|&&is_new| is_new).count() / 2;
    }
}
