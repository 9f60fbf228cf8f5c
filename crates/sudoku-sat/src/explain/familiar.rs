//! The description of a step that players learn first.
//!
//! The search for steps finds the cheapest proof of a conclusion. Often, the same conclusion has a more familiar
//! description that costs little more. Direct searches propose the rules of such descriptions, the techniques in the
//! order of `docs/techniques.md`.

use itertools::{Itertools, iproduct};
use rustc_hash::FxHashSet;

use super::almost_locked::{AlmostLocked, almost_locked_sets, bit_count, unions};
use super::element::{Element, Literal};
use super::ids::{CandidateId, DigitId};
use super::implications::{Implications, Path};
use super::known::Known;
use super::patterns::{LARGEST_BENT, bent_sets, lines, patterns, places_in_lines};
use super::reason::{Reason, add_peers, open_candidates, with_facts};
use super::tables::Tables;
use super::technique::Technique;
use crate::solver::{Limits, StopReason};

/// A description may cost this much more than the cheapest one, in tenths.
const TENTHS: u64 = 18;
/// The number of reasons of a search that are minimized.
const MOST: usize = 8;
/// The largest boards on which the searches take little time.
const LARGEST: usize = 9;

/// A search for the rules of descriptions.
type Search = fn(&Finder<'_, '_>) -> Result<Vec<Vec<Element>>, StopReason>;

/// The searches with the first technique that each of them finds, in the order of the techniques.
const SEARCHES: [(&str, Search); 12] = [
    ("full-house", |finder| Ok(finder.single_rules())),
    ("naked-pair", |finder| finder.patterns(2)),
    ("naked-triple", |finder| finder.patterns(3)),
    ("naked-quad", |finder| finder.patterns(4)),
    ("remote-pair", |finder| finder.pairs()),
    ("skyscraper", |finder| Ok(finder.pairs_of_houses())),
    ("finned-x-wing", |finder| Ok(finder.finned_fish())),
    ("sue-de-coq", |finder| finder.bent_sets(LARGEST_BENT)),
    ("simple-coloring", |finder| Ok(finder.coloring())),
    ("continuous-loop", |finder| Ok(finder.chains())),
    ("grouped-continuous-loop", |finder| Ok(finder.grouped_loops())),
    ("als-xz", |finder| finder.chains_of_sets()),
];

/// Returns the reason of the most familiar description of the conclusion of `reason`. Its cost is that of the cheapest
/// one.
///
/// # Errors
/// Returns an error if a limit is reached.
pub(super) fn most_familiar(
    reason: Reason,
    max_size: usize,
    known: &Known<'_>,
    limits: &Limits,
) -> Result<Reason, StopReason> {
    let Some(&goal) = reason.derived.first().filter(|_| known.tables.n <= LARGEST) else {
        return Ok(reason);
    };
    let (mut rank, mut cost) = (Technique::of(&reason, known).rank(), reason.cost);
    let bound = cost * TENTHS / 10 + 1;
    let finder = Finder { goal, known, longest: bound + 4 * known.tables.unit(), limits };
    let (mut best, mut tried) = (reason, FxHashSet::default());
    // A digit has other descriptions only as a single.
    for (first, search) in &SEARCHES[..if goal.is_placed { 1 } else { SEARCHES.len() }] {
        if Technique::rank_of(first) >= rank {
            break;
        }
        for rules in search(&finder)? {
            if !tried.insert(rules.clone()) {
                continue;
            }
            let elements = finder.with_connections(rules);
            let Some(found) = Reason::cheaper_than(bound, vec![goal], elements, known, limits) else {
                continue;
            };
            let of_found = Technique::of(&found, known).rank();
            if of_found < rank && found.is_minimal && found.elements.len() <= max_size {
                cost = cost.min(found.cost);
                (rank, best) = (of_found, found);
            }
        }
    }
    Ok(Reason { cost, ..best })
}

/// The searches for descriptions of one conclusion.
struct Finder<'k, 't> {
    goal: Literal,
    known: &'k Known<'t>,
    /// An upper bound on the estimated cost of chains, which may be higher than their cost.
    longest: u64,
    limits: &'k Limits,
}

impl Finder<'_, '_> {
    fn tables(&self) -> &Tables {
        self.known.tables
    }

    fn digit(&self) -> DigitId {
        self.tables().digit(self.goal.id)
    }

    fn sees(&self, id: CandidateId) -> bool {
        self.tables().clash(self.goal.id, id)
    }

    /// Adds the facts of rules and all rules between their open candidates and the goal.
    fn with_connections(&self, rules: Vec<Element>) -> Vec<Element> {
        let mut elements = with_facts(rules, &[], self.known);
        let mut open = open_candidates(&elements, self.known);
        open.push(self.goal.id);
        add_peers(&open, &mut elements, self.known);
        elements
    }

    /// Returns the houses with open places for the digit of the goal, none of which is the goal.
    fn houses(&self) -> impl Iterator<Item = (Element, Vec<CandidateId>)> {
        let houses = self.tables().houses.keys().map(|house| Element::House(house, self.digit()));
        let houses = houses.map(|house| (house, self.known.open_of(house)));
        houses.filter(|(_, places)| places.len() > 1 && !places.contains(&self.goal.id))
    }

    /// Returns the rules that suffice as the only rule of a description.
    fn single_rules(&self) -> Vec<Vec<Element>> {
        let (tables, id) = (self.tables(), self.goal.id);
        if !self.goal.is_placed {
            let houses = self.houses().filter(|(_, places)| places.iter().all(|&place| self.sees(place)));
            // Boxes come first.
            let mut houses = houses.map(|(house, _)| vec![house]).collect_vec();
            houses.reverse();
            return houses;
        }
        let cell = tables.cell(id);
        let houses = tables.houses_of[cell].iter().map(|&house| Element::House(house, self.digit()));
        let rules = houses.chain([Element::Cell(cell)]);
        rules.filter(|&rule| self.known.open_of(rule) == [id]).map(|rule| vec![rule]).collect()
    }

    fn patterns(&self, size: usize) -> Result<Vec<Vec<Element>>, StopReason> {
        let found = patterns(size, self.known, self.limits)?.into_iter();
        Ok(found.filter(|found| found.excluded.contains(&self.goal.id)).map(|found| found.rules).collect())
    }

    fn bent_sets(&self, largest: usize) -> Result<Vec<Vec<Element>>, StopReason> {
        let is_usable = |cell| {
            let place = self.tables().id(cell, self.digit());
            cell != self.tables().cell(self.goal.id) && (!self.known.is_open(place) || self.sees(place))
        };
        let is_goal = |id| id == self.goal.id;
        let found = bent_sets(self.known, &is_usable, &is_goal, MOST, largest, self.limits)?;
        Ok(found.into_iter().map(|found| found.rules).collect())
    }

    /// Returns pairs of houses of which one has no place left if the goal is true.
    fn pairs_of_houses(&self) -> Vec<Vec<Element>> {
        let tables = self.tables();
        let left = self.houses().map(|(house, places)| {
            (house, places.into_iter().filter(|&place| !self.sees(place)).collect_vec())
        });
        let pairs = left.collect_vec().into_iter().array_combinations();
        let pairs = pairs.filter(|[(_, a), (_, b)]| iproduct!(a, b).all(|(&a, &b)| tables.clash(a, b)));
        pairs.map(|[(a, _), (b, _)]| vec![a, b]).collect()
    }

    /// Returns the base houses of fish with fins, between rows and columns. The places that the goal does not see are
    /// in as many lines as there are base houses, including the line of the goal.
    fn finned_fish(&self) -> Vec<Vec<Element>> {
        let digit = self.digit();
        let kinds = lines(self.tables());
        let houses = &self.tables().houses_of[self.tables().cell(self.goal.id)];
        let mut found = Vec::new();
        for (base, cover) in [(0, 1), (1, 0)] {
            let goal = kinds[cover].iter().position(|line| houses.contains(line)).unwrap_or_default();
            let is_counted = |id| !self.sees(id);
            let items = places_in_lines(&kinds[base], digit, self.known, &is_counted);
            let items = items.filter(|(line, _)| !houses.contains(line));
            let items = items.map(|(line, places)| (line, places | 1 << goal)).collect_vec();
            for size in 2..=4 {
                unions(&items, size, 0, &mut |chosen, union| {
                    if chosen.len() == size && bit_count(union) <= size {
                        found.push(chosen.iter().map(|&line| Element::House(line, digit)).collect_vec());
                    }
                });
            }
        }
        found.sort_by_key(Vec::len);
        found
    }

    /// Returns the rules of chains in which each link is a rule for which `is_rule` and `is_link` return `true`, or one
    /// of `sets`.
    fn links(
        &self,
        sets: &[AlmostLocked],
        is_rule: &dyn Fn(Element) -> bool,
        is_link: &dyn Fn(Element, &[CandidateId]) -> bool,
    ) -> Vec<Vec<Element>> {
        let implications = Implications::among(self.known, is_rule, is_link);
        rules_of(implications.with_sets(sets).chains(self.goal, self.longest))
    }

    /// Returns chains of cells with two candidates, W-wings and XYZ-wings.
    fn pairs(&self) -> Result<Vec<Vec<Element>>, StopReason> {
        let (tables, wanted) = (self.tables(), self.digit());
        let mut found = self.links(&[], &is_cell, &is_pair);
        let cells = tables.cells().map(|cell| self.known.open_digits(cell));
        let pairs = cells.filter(|digits| digits.count_ones() == 2).counts();
        for other in tables.digits().filter(|&other| other != wanted) {
            let digits = wanted.bit() | other.bit();
            if pairs.get(&digits).is_none_or(|&count| count < 2) {
                continue;
            }
            let is_same = |rule: Element, _: &[CandidateId]| match rule {
                Element::Cell(cell) => self.known.open_digits(cell) == digits,
                _ => true,
            };
            let is_house = |rule: Element| matches!(rule, Element::House(_, digit) if digit == other);
            found.extend(self.links(&[], &is_cell, &is_same));
            found.extend(self.links(&[], &|rule| is_cell(rule) || is_house(rule), &is_same));
        }
        found.extend(self.bent_sets(3)?);
        Ok(found)
    }

    /// Returns chains of houses with two places for the digit of the goal.
    fn coloring(&self) -> Vec<Vec<Element>> {
        let is_house = |rule| matches!(rule, Element::House(_, digit) if digit == self.digit());
        self.links(&[], &is_house, &is_pair)
    }

    /// Returns loops and other chains of houses with two places and cells with two candidates.
    fn chains(&self) -> Vec<Vec<Element>> {
        let mut implications = Implications::among(self.known, &|_| true, &is_pair);
        let loops = rules_of(implications.loops(self.goal.id, self.longest));
        [loops, rules_of(implications.chains(self.goal, self.longest))].concat()
    }

    fn grouped_loops(&self) -> Vec<Vec<Element>> {
        rules_of(Implications::new(self.known).loops(self.goal.id, self.longest))
    }

    /// Returns chains of almost locked sets.
    fn chains_of_sets(&self) -> Result<Vec<Vec<Element>>, StopReason> {
        let sets = almost_locked_sets(self.known, &|_| true, self.limits)?;
        Ok(self.links(&sets, &is_cell, &is_pair))
    }
}

fn is_cell(rule: Element) -> bool {
    matches!(rule, Element::Cell(_))
}

/// Returns whether a cell has two candidates, or a house two places for a digit.
fn is_pair(_: Element, open: &[CandidateId]) -> bool {
    open.len() == 2
}

/// Returns the cells and houses of chains.
fn rules_of(paths: Vec<Path>) -> Vec<Vec<Element>> {
    let is_rule = |element: &Element| matches!(element, Element::Cell(_) | Element::House(..));
    let rules = |path: Path| path.elements.into_iter().filter(is_rule).sorted().dedup().collect();
    paths.into_iter().map(rules).collect()
}
