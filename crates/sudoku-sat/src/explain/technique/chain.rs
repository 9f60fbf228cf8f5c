//! Chains of rules with two candidates each, also known as alternating inference chains.
//!
//! A chain starts at the excluded candidate. If it were true, the first candidates of a rule would be false, so the
//! others would contain a true one, which excludes the first candidates of the next rule, and so on. At the end, the
//! excluded candidate is false. If a step places a digit, the chain starts from the assumption that it is false.

use sudoku_cnf::puzzle::board::HouseKind;

use super::shape::Shape;
use super::{ChainKind, Technique};

/// The maximum number of rules of a chain.
const MAX_RULES: usize = 24;
/// The maximum number of partial chains that are tried.
const MAX_STEPS: usize = 20_000;

/// For each rule, the candidates that are false, and the other ones.
type Links = Vec<(Vec<u32>, Vec<u32>)>;

/// Recognizes the chains of two houses that have a name: skyscraper, two-string kite, empty rectangle and turbot fish.
pub(super) fn short(shape: &Shape<'_>) -> Option<Technique> {
    if shape.houses.len() != 2 {
        return None;
    }
    let links = find(shape)?;
    let kind = two_houses(shape, &links)?;
    Some(technique(shape, kind, &links))
}

/// Recognizes any chain.
pub(super) fn recognize(shape: &Shape<'_>) -> Option<Technique> {
    let links = find(shape)?;
    Some(technique(shape, kind(shape, &links), &links))
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
    let connecting = connecting_kinds(shape, out[0], into[0]);
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

/// Returns the kinds of the houses that contain both candidates.
fn connecting_kinds(shape: &Shape<'_>, a: u32, b: u32) -> Vec<HouseKind> {
    let tables = shape.known.tables;
    let houses = |id: u32| &tables.houses_of[tables.cell(id) as usize];
    let shared = houses(a).iter().filter(|house| houses(b).contains(house));
    shared.map(|&house| shape.house_kind(house)).collect()
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
        (0, _) if shape.single_digit().is_some() => ChainKind::XChain,
        _ => ChainKind::Alternating,
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

/// Returns the links of a chain that uses every rule, or `None` if there is no such chain.
fn find(shape: &Shape<'_>) -> Option<Links> {
    let goal = shape.derived.first()?;
    let cells = shape.cells.iter().map(|&cell| shape.candidates(cell));
    let rules: Vec<Vec<u32>> = cells.chain(shape.houses.iter().map(|&house| shape.places(house))).collect();
    if rules.len() > MAX_RULES {
        return None;
    }
    let mut search = Search { shape, rules, links: Vec::new(), steps: 0 };
    let start = [goal.id];
    let is_found =
        if goal.is_placed { search.start_false(goal.id) } else { search.extend(&start, 0, goal.id, false) };
    is_found.then_some(search.links)
}

struct Search<'s> {
    shape: &'s Shape<'s>,
    /// The candidates of each rule.
    rules: Vec<Vec<u32>>,
    links: Links,
    /// The number of partial chains that have been tried.
    steps: usize,
}

impl Search<'_> {
    /// Starts a chain with the assumption that the candidate `goal` is false.
    fn start_false(&mut self, goal: u32) -> bool {
        for rule in 0..self.rules.len() {
            let (from, to): (Vec<u32>, Vec<u32>) = self.rules[rule].iter().partition(|&&id| id == goal);
            if !from.is_empty() && !to.is_empty() {
                self.links.push((from, to.clone()));
                if self.extend(&to, 1 << rule, goal, true) {
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
        let all = (1_u32 << self.rules.len()) - 1;
        if !self.links.is_empty() {
            let end = if is_false {
                (true_ones == [goal]).then_some(used)
            } else {
                self.excluded_by(goal, true_ones, used)
            };
            if end == Some(all) {
                return true;
            }
        }
        for rule in 0..self.rules.len() {
            // A rule with one of these candidates holds anyway.
            if used >> rule & 1 == 1 || self.rules[rule].iter().any(|id| true_ones.contains(id)) {
                continue;
            }
            let mut used_then = used | 1 << rule;
            let (mut from, mut to) = (Vec::new(), Vec::new());
            for &id in &self.rules[rule] {
                match self.excluded_by(id, true_ones, used_then) {
                    Some(used) => {
                        used_then = used;
                        from.push(id);
                    }
                    None => to.push(id),
                }
            }
            if from.is_empty() || to.is_empty() {
                continue;
            }
            self.links.push((from, to.clone()));
            if self.extend(&to, used_then, goal, is_false) {
                return true;
            }
            self.links.pop();
        }
        false
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
