//! Chains of rules with two candidates each, also known as alternating inference chains.
//!
//! A chain starts at the excluded candidate. If it were true, the first candidates of a rule would be false, so the
//! others would contain a true one, which excludes the first candidates of the next rule, and so on. At the end, the
//! excluded candidate is false. If a step places a digit, the chain starts from the assumption that it is false.

use sudoku_cnf::puzzle::board::HouseKind;

use super::shape::Shape;
use super::{ChainKind, ForcingKind, Technique};

/// The maximum number of rules of a chain, and of cells if some of them form almost locked sets.
const MAX_RULES: usize = 24;
const MAX_CELLS: usize = 14;
/// The maximum number of partial chains that are tried.
const MAX_STEPS: usize = 20_000;
/// The maximum number of sets of candidates in chains from the goal, if several chains are searched for.
const MAX_NODES: usize = 300;

/// The candidates of a rule that are false, and the other ones.
type Link = (Vec<u32>, Vec<u32>);
type Links = Vec<Link>;

/// Recognizes the chains of two houses that have a name: skyscraper, two-string kite, empty rectangle and turbot fish.
pub(super) fn short(shape: &Shape<'_>) -> Option<Technique> {
    if shape.houses.len() != 2 {
        return None;
    }
    let links = find(shape)?;
    let kind = two_houses(shape, &links)?;
    Some(technique(shape, kind, &links))
}

/// Recognizes any chain without almost locked sets.
pub(super) fn recognize(shape: &Shape<'_>) -> Option<Technique> {
    let links = find(shape)?;
    Some(technique(shape, kind(shape, &links), &links))
}

/// Recognizes a chain in which some links are almost locked sets.
pub(super) fn with_sets(shape: &Shape<'_>) -> Option<Technique> {
    if shape.cells.len() < 2 || shape.cells.len() > MAX_CELLS {
        return None;
    }
    let search = Search::new(shape, true)?;
    let links = search.run()?;
    let kind = match (shape.houses.len(), links.len()) {
        (0, 2) => ChainKind::AlsXz,
        (0, 3) => ChainKind::AlsXyWing,
        (0, _) => ChainKind::AlsChain,
        _ => ChainKind::AlsAlternating,
    };
    Some(technique(shape, kind, &links))
}

/// Recognizes a cell or house each of whose candidates is excluded by a chain of its own.
pub(super) fn forcing(shape: &Shape<'_>) -> Option<Technique> {
    let goal = shape.derived.first().filter(|goal| !goal.is_placed)?;
    let search = Search::new(shape, shape.cells.len() <= MAX_CELLS)?;
    let rules = shape.cells.len() + shape.houses.len();
    let branches =
        (0..rules).find_map(|last| search.branches(last, goal.id).map(|branches| (last, branches)));
    let (last, branches) = branches?;
    let is_set = |branch: &Links| matches!(&branch[..], [(from, to)] if !is_same_rule(shape, from, to));
    let is_blossom = branches.iter().filter(|branch| !branch.is_empty()).all(is_set);
    let kind = match last < shape.cells.len() {
        true if is_blossom => ForcingKind::DeathBlossom,
        true => ForcingKind::Cell,
        false => ForcingKind::House,
    };
    let tables = shape.known.tables;
    let candidates = |ids: &[u32]| ids.iter().map(|&id| tables.candidate(id)).collect();
    let ends = search.rules[last].candidates.iter().map(|&id| tables.candidate(id));
    let named = |links: Links| links.iter().map(|(from, to)| (candidates(from), candidates(to))).collect();
    Some(Technique::Forcing { kind, branches: ends.zip(branches.into_iter().map(named)).collect() })
}

/// Returns whether the candidates of a link are in one cell, or are places for one digit.
fn is_same_rule(shape: &Shape<'_>, from: &[u32], to: &[u32]) -> bool {
    let tables = shape.known.tables;
    let all = || from.iter().chain(to);
    all().all(|&id| tables.cell(id) == tables.cell(from[0]))
        || all().all(|&id| tables.digit(id) == tables.digit(from[0]))
}

fn technique(shape: &Shape<'_>, kind: ChainKind, links: &Links) -> Technique {
    let candidates = |ids: &[u32]| ids.iter().map(|&id| shape.known.tables.candidate(id)).collect();
    let links = links.iter().map(|(from, to)| (candidates(from), candidates(to))).collect();
    Technique::Chain { kind, links }
}

/// Returns the name of a chain of two houses with the same digit, or `None` if only the name of a longer chain fits.
fn two_houses(shape: &Shape<'_>, links: &Links) -> Option<ChainKind> {
    let [(_, out), (into, _)] = &links[..] else { return None };
    let is_line =
        |&(house, _): &(u32, u32)| matches!(shape.house_kind(house), HouseKind::Row | HouseKind::Column);
    let is_pair = |&house: &(u32, u32)| shape.places(house).len() == 2;
    let line_count = shape.houses.iter().filter(|house| is_line(house)).count();
    let are_parallel = shape.house_kind(shape.houses[0].0) == shape.house_kind(shape.houses[1].0);
    // The kinds of the houses that connect the two places in the middle of the chain.
    let connecting = shape.shared_houses(out[0], into[0]).map(|house| shape.house_kind(house));
    let connecting: Vec<HouseKind> = connecting.collect();
    let is_in_box = connecting.contains(&HouseKind::Box);
    match (line_count, shape.houses.iter().all(is_pair)) {
        (2, true) if are_parallel && connecting.iter().any(|&kind| kind != HouseKind::Box) => {
            Some(ChainKind::Skyscraper)
        }
        (2, true) if !are_parallel && is_in_box => Some(ChainKind::TwoStringKite),
        (1 | 2, true) => Some(ChainKind::TurbotFish),
        (1, false) => {
            let has_pair = shape.houses.iter().any(|house| is_line(house) && is_pair(house));
            has_pair.then_some(ChainKind::EmptyRectangle)
        }
        _ => None,
    }
}

fn kind(shape: &Shape<'_>, links: &Links) -> ChainKind {
    let digits = shape.digits(&shape.cells);
    let is_pair = |cell: &u32| shape.candidates(*cell).len() == 2;
    let are_pairs = shape.cells.iter().all(is_pair);
    match (shape.cells.len(), shape.houses.len()) {
        (3, 0) if are_pairs && digits.len() == 3 => ChainKind::XyWing,
        (2, 1) if are_pairs && digits.len() == 2 && is_house(shape, &links[1]) => ChainKind::WWing,
        (_, 0) if are_pairs && digits.len() == 2 => ChainKind::RemotePair,
        _ if is_loop(shape, links) => ChainKind::Loop,
        (_, 0) if are_pairs => ChainKind::XyChain,
        (0, _) if shape.single_digit().is_some() => x_chain(shape, links),
        _ => ChainKind::Alternating,
    }
}

/// Returns the name of a chain of houses with the same digit.
///
/// Coloring considers pairs of places for a digit that are the only ones in a house. A chain of such pairs has a color
/// change at each of them, so it is a coloring if the connections of its links are pairs, too.
fn x_chain(shape: &Shape<'_>, links: &Links) -> ChainKind {
    let tables = shape.known.tables;
    let is_pair = |a: u32, b: u32| {
        shape.shared_houses(a, b).any(|house| shape.places((house, tables.digit(a))).len() == 2)
    };
    if links.iter().any(|(from, to)| from.len() + to.len() > 2) {
        return ChainKind::XChain;
    }
    let connections = links.windows(2).filter(|pair| !is_pair(pair[0].1[0], pair[1].0[0]));
    match connections.count() {
        0 => ChainKind::SimpleColoring,
        1 => ChainKind::MultiColoring,
        _ => ChainKind::XChain,
    }
}

/// Returns whether a link is a house with places for a digit, rather than a cell.
fn is_house(shape: &Shape<'_>, (from, to): &(Vec<u32>, Vec<u32>)) -> bool {
    let tables = shape.known.tables;
    tables.digit(from[0]) == tables.digit(to[0])
}

/// Returns whether the last candidates of the chain exclude the first ones.
fn is_loop(shape: &Shape<'_>, links: &Links) -> bool {
    let ([(first, _), ..], [.., (_, last)]) = (&links[..], &links[..]) else { return false };
    shape.derived.len() > 1 && first.iter().all(|&id| shape.sees_all(id, last))
}

/// Returns the links of a chain without almost locked sets that uses every rule, or `None` if there is no such chain.
fn find(shape: &Shape<'_>) -> Option<Links> {
    Search::new(shape, false)?.run()
}

/// A cell or a house, or an almost locked set.
struct Rule {
    /// A bit for each cell and house that the rule uses.
    mask: u32,
    /// The candidates of a cell or house.
    candidates: Vec<u32>,
    /// The candidates of an almost locked set, by digit.
    places: Vec<Vec<u32>>,
}

impl Rule {
    /// Returns the links by which the rule continues a chain that excludes candidates according to `is_excluded`.
    fn links(&self, is_excluded: &dyn Fn(u32) -> bool) -> Links {
        if self.places.is_empty() {
            let (from, to): (Vec<u32>, Vec<u32>) = self.candidates.iter().partition(|&&id| is_excluded(id));
            return if from.is_empty() || to.is_empty() { Vec::new() } else { vec![(from, to)] };
        }
        let is_out = |from: &&Vec<u32>| from.iter().all(|&id| is_excluded(id));
        let pairs = self.places.iter().filter(is_out).flat_map(|from| {
            self.places.iter().filter(move |to| *to != from).map(move |to| (from.clone(), to.clone()))
        });
        pairs.collect()
    }
}

struct Search<'s> {
    shape: &'s Shape<'s>,
    rules: Vec<Rule>,
    /// The bits of all cells and houses.
    all: u32,
    links: Links,
    /// The number of partial chains that have been tried.
    steps: usize,
}

impl<'s> Search<'s> {
    fn new(shape: &'s Shape<'s>, has_sets: bool) -> Option<Self> {
        let cells = shape.cells.iter().map(|&cell| shape.candidates(cell));
        let singles = cells.chain(shape.houses.iter().map(|&house| shape.places(house)));
        let rule = |(at, candidates)| Rule { mask: 1_u32 << at, candidates, places: Vec::new() };
        let mut rules: Vec<Rule> = (0..=MAX_RULES).zip(singles).map(rule).collect();
        if rules.len() > MAX_RULES {
            return None;
        }
        let all = (1 << rules.len()) - 1;
        if has_sets {
            for mask in 1_u32..1 << shape.cells.len() {
                let cells: Vec<u32> =
                    (0..).zip(&shape.cells).filter(|(at, _)| mask >> at & 1 == 1).map(|(_, &c)| c).collect();
                if cells.len() > 1 && shape.is_almost_locked(&cells) {
                    let places = shape.digits(&cells).into_iter().map(|digit| shape.in_cells(&cells, digit));
                    rules.push(Rule { mask, candidates: Vec::new(), places: places.collect() });
                }
            }
        }
        Some(Self { shape, rules, all, links: Vec::new(), steps: 0 })
    }

    /// Returns a chain that uses every rule, or `None` if there is none.
    fn run(mut self) -> Option<Links> {
        let goal = self.shape.derived.first()?;
        let is_found = if goal.is_placed {
            self.start_false(goal.id)
        } else {
            self.extend(&[goal.id], 0, goal.id, false)
        };
        is_found.then_some(self.links)
    }

    /// Starts a chain with the assumption that the candidate `goal` is false.
    fn start_false(&mut self, goal: u32) -> bool {
        for rule in 0..self.rules.len() {
            for (from, to) in self.rules[rule].links(&|id| id == goal) {
                self.links.push((from, to.clone()));
                if self.extend(&to, self.rules[rule].mask, goal, true) {
                    return true;
                }
                self.links.pop();
            }
        }
        false
    }

    /// Extends a chain after which one of the candidates `true_ones` is true. `used` contains a bit for each rule that is
    /// part of the chain. Returns whether the chain can be completed: it uses all rules and contradicts the assumption
    /// that `goal` is true or, if `is_false`, that it is false.
    fn extend(&mut self, true_ones: &[u32], used: u32, goal: u32, is_false: bool) -> bool {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return false;
        }
        if !self.links.is_empty() {
            let end = if is_false {
                (true_ones == [goal]).then_some(used)
            } else {
                self.excluded_by(goal, true_ones, used)
            };
            if end == Some(self.all) {
                return true;
            }
        }
        for rule in 0..self.rules.len() {
            for (link, used) in self.continuations(rule, true_ones, used) {
                let to = link.1.clone();
                self.links.push(link);
                if self.extend(&to, used, goal, is_false) {
                    return true;
                }
                self.links.pop();
            }
        }
        false
    }

    /// Returns the links of the rule with index `rule` after a chain at whose end one of `true_ones` is true, each with
    /// the rules that are used then.
    fn continuations(&self, rule: usize, true_ones: &[u32], used: u32) -> Vec<(Link, u32)> {
        let rule = &self.rules[rule];
        // A rule with one of these candidates holds anyway.
        if rule.mask & used != 0
            || rule.candidates.iter().chain(rule.places.iter().flatten()).any(|id| true_ones.contains(id))
        {
            return Vec::new();
        }
        let used = used | rule.mask;
        let links = rule.links(&|id| self.excluded_by(id, true_ones, used).is_some());
        let with_used = |link: Link| {
            let used = link.0.iter().try_fold(used, |used, &id| self.excluded_by(id, true_ones, used))?;
            Some((link, used))
        };
        links.into_iter().filter_map(with_used).collect()
    }

    /// Returns, for each candidate of the rule with index `last`, the links of a chain from the goal that excludes it.
    /// Returns `None` if a candidate is not excluded or not all rules are used.
    fn branches(&self, last: usize, goal: u32) -> Option<Vec<Links>> {
        let mut nodes: Vec<(Vec<u32>, u32, Links)> = vec![(vec![goal], 0, Vec::new())];
        let ends = &self.rules[last].candidates;
        let mut branches: Vec<Option<(Links, u32)>> = vec![None; ends.len()];
        let mut next = 0;
        while next < nodes.len() && nodes.len() < MAX_NODES && branches.iter().any(Option::is_none) {
            let (true_ones, used, links) = nodes[next].clone();
            next += 1;
            for (branch, &end) in branches.iter_mut().zip(ends).filter(|(branch, _)| branch.is_none()) {
                *branch = self.excluded_by(end, &true_ones, used).map(|used| (links.clone(), used));
            }
            for rule in
                (0..self.rules.len()).filter(|&rule| self.rules[rule].mask & self.rules[last].mask == 0)
            {
                for (link, used) in self.continuations(rule, &true_ones, used) {
                    if nodes.iter().all(|(ids, ..)| *ids != link.1) {
                        let mut links = links.clone();
                        let to = link.1.clone();
                        links.push(link);
                        nodes.push((to, used, links));
                    }
                }
            }
        }
        let branches: Vec<(Links, u32)> = branches.into_iter().collect::<Option<_>>()?;
        let used = branches.iter().fold(self.rules[last].mask, |all, (_, used)| all | used);
        (used == self.all).then(|| branches.into_iter().map(|(links, _)| links).collect())
    }

    /// Returns the rules that are used if the candidate `id` is false because one of `true_ones` is true, in addition to
    /// the rules `used`. Returns `None` if it need not be false.
    ///
    /// Two candidates of a cell exclude each other only if the rule of the cell is part of the step.
    fn excluded_by(&self, id: u32, true_ones: &[u32], mut used: u32) -> Option<u32> {
        let tables = self.shape.known.tables;
        for &other in true_ones {
            if tables.clash(id, other) {
                continue;
            }
            let is_same_cell = id != other && tables.cell(id) == tables.cell(other);
            let cell = tables.cell(id);
            let rule = self.shape.cells.iter().position(|&found| found == cell).filter(|_| is_same_cell)?;
            used |= 1 << rule;
        }
        Some(used)
    }
}
