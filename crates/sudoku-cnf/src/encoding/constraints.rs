//! The constraints that encodings choose from. Each knows cells, houses and digits alone, and speaks to a
//! [`ConstraintSink`], which makes clauses of them or counts what these would be.

use super::candidate_view::{CandidateView, Places};
use crate::at_most_one::AtMostOne;
use crate::board::{Geometry, House};
use crate::cnf::{ClauseKind, ClauseSink};
use crate::variable::{Auxiliaries, Lit};

/// What constraints are told to.
pub(super) trait ConstraintSink {
    type Error;

    /// Hears what kind of clauses comes next.
    fn begin(&mut self, kind: ClauseKind);

    /// At least one of `literals` is true.
    fn clause(&mut self, literals: &[Lit]) -> Result<(), Self::Error>;

    /// At most one of `literals` is true, by the scheme of the encoding.
    fn at_most_one(&mut self, literals: &[Lit]) -> Result<(), Self::Error>;

    /// `first` is true together with none of `others`.
    fn exclude(&mut self, first: Lit, others: &[Lit]) -> Result<(), Self::Error>;

    /// Takes so many exclusions without seeing them, if it only counts; whether it does.
    fn count_exclusions(&mut self, _: usize) -> bool {
        false
    }

    /// The scheme of at-most-one constraints.
    fn scheme(&self) -> AtMostOne;

    /// A literal of a new variable.
    fn auxiliary(&mut self) -> Lit;

    /// Exactly one of `literals` is true.
    fn exactly_one(&mut self, literals: &[Lit]) -> Result<(), Self::Error> {
        self.clause(literals)?;
        self.at_most_one(literals)
    }
}

/// Feeds clauses to a sink.
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

/// Counts the clauses and the variables that an [`ClauseEmitter`] would make.
pub(super) struct SizeCounter {
    pub(super) scheme: AtMostOne,
    pub(super) clauses: usize,
    /// The number of the largest variable.
    pub(super) variables: usize,
}

impl ConstraintSink for SizeCounter {
    type Error = std::convert::Infallible;

    fn begin(&mut self, _: ClauseKind) {}

    fn clause(&mut self, _: &[Lit]) -> Result<(), Self::Error> {
        self.clauses += 1;
        Ok(())
    }

    fn at_most_one(&mut self, literals: &[Lit]) -> Result<(), Self::Error> {
        self.clauses += self.scheme.clauses(literals.len());
        self.variables += self.scheme.auxiliaries(literals.len());
        Ok(())
    }

    fn exclude(&mut self, _: Lit, others: &[Lit]) -> Result<(), Self::Error> {
        self.clauses += others.len();
        Ok(())
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
        // Nobody solves it, and its number may be beyond what a literal can say.
        let number = i32::try_from(self.variables).unwrap_or(i32::MAX);
        Lit::from_dimacs(number).expect("not zero")
    }
}

/// Every cell holds some digit: n² clauses of n literals.
pub(super) fn cells_at_least_one<R: ConstraintSink>(
    view: CandidateView<'_>,
    sink: &mut R,
) -> Result<(), R::Error> {
    sink.begin(ClauseKind::CellAtLeastOne);
    view.try_for_each_cell(|literals| sink.clause(literals))
}

/// No cell holds two digits; pairwise n² · n(n−1)/2 clauses.
pub(super) fn cells_at_most_one<R: ConstraintSink>(
    view: CandidateView<'_>,
    sink: &mut R,
) -> Result<(), R::Error> {
    sink.begin(ClauseKind::CellAtMostOne);
    view.try_for_each_cell(|literals| sink.at_most_one(literals))
}

/// Every digit is somewhere in each complete house: n clauses of n literals a house.
pub(super) fn houses_at_least_one<R: ConstraintSink>(
    view: CandidateView<'_>,
    sink: &mut R,
) -> Result<(), R::Error> {
    sink.begin(ClauseKind::HouseAtLeastOne);
    let houses = view.geometry.houses().filter(|house| house.is_complete);
    view.try_for_each_places(houses, |places| {
        let (is_covered, _) = view.covered_before(&places);
        if is_covered { Ok(()) } else { sink.clause(places.literals) }
    })
}

/// No digit stands twice in a house.
///
/// Pairwise it is a clause a digit for each pair of peers, told in the first house that the two cells
/// share: with r×c boxes n · n²(3n−r−c−1)/2 clauses. By any other scheme houses share nothing, but a house
/// whose places of a digit all lie in an earlier one is left out.
pub(super) fn houses_at_most_one<R: ConstraintSink>(
    view: CandidateView<'_>,
    sink: &mut R,
) -> Result<(), R::Error> {
    sink.begin(ClauseKind::HouseAtMostOne);
    let mut peers = Peers::default();
    view.try_for_each_places(view.geometry.houses(), |places| peers.differ(view, &places, sink))
}

/// Says of the places of a digit in a house that no two of them hold it.
#[derive(Default)]
pub(super) struct Peers {
    /// The house that it was about last.
    house: Option<usize>,
    /// For any two cells of the house by their numbers in it, `i · cells + j`, whether no earlier house holds
    /// both; empty if that is so for all of them.
    is_new: Vec<bool>,
    /// How many pairs are new.
    new_pairs: usize,
    others: Vec<Lit>,
}

impl Peers {
    pub(super) fn differ<R: ConstraintSink>(
        &mut self,
        view: CandidateView<'_>,
        places: &Places<'_>,
        sink: &mut R,
    ) -> Result<(), R::Error> {
        if sink.scheme() != AtMostOne::Pairwise {
            let (_, is_covered) = view.covered_before(places);
            return if is_covered { Ok(()) } else { sink.at_most_one(places.literals) };
        }
        if self.house.replace(places.house.index) != Some(places.house.index) {
            self.look_at(view.geometry, places.house);
        }
        if self.is_new.is_empty() {
            return sink.at_most_one(places.literals);
        }
        if places.numbers.len() == places.house.cells.len() && sink.count_exclusions(self.new_pairs) {
            return Ok(());
        }
        for (i, (&first, &number)) in places.literals.iter().zip(places.numbers).enumerate() {
            let is_new = &self.is_new[usize::from(number) * places.house.cells.len()..];
            let rest = places.literals[i + 1..].iter().zip(&places.numbers[i + 1..]);
            self.others.clear();
            self.others
                .extend(rest.filter(|&(_, &other)| is_new[usize::from(other)]).map(|(&other, _)| other));
            sink.exclude(first, &self.others)?;
        }
        Ok(())
    }

    /// Finds the pairs of cells that an earlier house holds: cost O(n) and linear in these pairs.
    fn look_at(&mut self, geometry: &Geometry, house: House<'_>) {
        let mut shared = Vec::new();
        for (number, &cell) in house.cells.iter().enumerate() {
            let earlier =
                geometry.houses_of(cell).iter().take_while(|&&earlier| (earlier as usize) < house.index);
            shared.extend(earlier.map(|&earlier| (earlier, number)));
        }
        shared.sort_unstable();
        self.is_new.clear();
        let cells = house.cells.len();
        for together in shared.chunk_by(|a, b| a.0 == b.0).filter(|together| together.len() > 1) {
            if self.is_new.is_empty() {
                self.is_new.resize(cells * cells, true);
                (0..cells).for_each(|number| self.is_new[number * cells + number] = false);
            }
            for (&(_, a), &(_, b)) in together.iter().flat_map(|a| together.iter().map(move |b| (a, b))) {
                self.is_new[a * cells + b] = false;
            }
        }
        // Each pair is there in both orders.
        self.new_pairs = self.is_new.iter().filter(|&&is_new| is_new).count() / 2;
    }
}
