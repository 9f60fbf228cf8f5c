//! The search for chains that use all cells and houses of a step.

use super::shape::Shape;

/// The maximum number of rules of a chain.
const MAX_RULES: usize = 24;
/// The maximum number of partial chains that are tried.
const MAX_STEPS: usize = 20_000;
/// The maximum number of sets of candidates in chains from the goal, if several chains are searched for.
const MAX_NODES: usize = 300;

/// The candidates of a rule that are false, and the other ones.
type Link = (Vec<u32>, Vec<u32>);
pub(super) type Links = Vec<Link>;

/// A cell or a house, or an almost locked set.
pub(super) struct Rule {
    /// A bit for each cell and house that the rule uses.
    mask: u32,
    /// The candidates of a cell or house.
    pub(super) candidates: Vec<u32>,
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

pub(super) struct Search<'s> {
    shape: &'s Shape<'s>,
    pub(super) rules: Vec<Rule>,
    /// The bits of all cells and houses.
    all: u32,
    links: Links,
    /// The number of partial chains that have been tried.
    steps: usize,
}

impl<'s> Search<'s> {
    pub(super) fn new(shape: &'s Shape<'s>, has_sets: bool) -> Option<Self> {
        let cells = shape.cells.iter().map(|&cell| shape.candidates(cell));
        let singles = cells.chain(shape.houses.iter().map(|&house| shape.places(house)));
        let rule = |(at, candidates)| Rule { mask: 1_u32 << at, candidates, places: Vec::new() };
        let mut rules: Vec<Rule> = (0..=MAX_RULES).zip(singles).map(rule).collect();
        if rules.len() > MAX_RULES {
            return None;
        }
        let all = (1 << rules.len()) - 1;
        if has_sets {
            let houses = shape.masks_of_houses();
            let is_in_a_house = |mask: u32| houses.iter().any(|house| mask & !house == 0);
            for mask in (1_u32..1 << shape.cells.len()).filter(|&mask| is_in_a_house(mask)) {
                let cells: Vec<u32> =
                    (0..).zip(&shape.cells).filter(|(at, _)| mask >> at & 1 == 1).map(|(_, &c)| c).collect();
                let digits = shape.digits(&cells);
                if cells.len() > 1 && digits.len() == cells.len() + 1 {
                    let places = digits.into_iter().map(|digit| shape.in_cells(&cells, digit));
                    rules.push(Rule { mask, candidates: Vec::new(), places: places.collect() });
                }
            }
        }
        Some(Self { shape, rules, all, links: Vec::new(), steps: 0 })
    }

    /// Returns a chain that uses every rule, or `None` if there is none.
    pub(super) fn run(mut self) -> Option<Links> {
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

    /// Extends a chain after which one of the candidates `true_ones` is true. `used` contains a bit for each rule that
    /// is part of the chain. Returns whether the chain can be completed: it uses all rules and contradicts the
    /// assumption that `goal` is true or, if `is_false`, that it is false.
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
    pub(super) fn branches(&self, last: usize, goal: u32) -> Option<Vec<Links>> {
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

    /// Returns the rules that are used if the candidate `id` is false because one of `true_ones` is true, in addition
    /// to the rules `used`. Returns `None` if it need not be false.
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
