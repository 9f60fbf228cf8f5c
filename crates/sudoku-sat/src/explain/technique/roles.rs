//! The roles of candidates in chains and fish, for pictures.

use itertools::Itertools;
use sudoku_cnf::Candidate;

use super::{ChainLink, Technique};
use crate::explain::{Deduction, Fact};

/// What the candidates of a chain or a fish stand for.
///
/// In a chain, the opposite of the conclusion is assumed. A group of candidates counts as true if one of them is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Roles {
    /// The candidates of a chain that are true, in ascending order.
    pub on: Vec<Candidate>,
    /// The candidates of a chain that are false, in ascending order, except for the conclusion.
    pub off: Vec<Candidate>,
    /// The fins of a fish.
    pub fins: Vec<Candidate>,
    /// The links of a chain. A group is represented by its first candidate.
    pub links: Vec<RoleLink>,
}

/// A link between two candidates of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RoleLink {
    /// The candidate at which the link starts.
    pub from: Candidate,
    /// The candidate at which the link ends.
    pub to: Candidate,
    /// Whether `to` is true because `from` is false. Otherwise, `to` is false because `from` is true.
    pub is_strong: bool,
}

impl Deduction {
    /// Returns the roles of the candidates of a chain or a fish. They are empty for all other techniques.
    pub fn roles(&self) -> Roles {
        let mut roles = Roles::default();
        let Some(&goal) = self.derived.first() else { return roles };
        match &self.technique {
            Technique::Chain { links, .. } => roles.add_chain(goal, links, goal.candidate),
            Technique::Forcing { branches, .. } => {
                for (end, links) in branches {
                    roles.add_chain(goal, links, *end);
                    roles.off.push(*end);
                }
            }
            Technique::Fish { fins, .. } => {
                roles.fins = fins.iter().map(|&cell| Candidate { cell, ..goal.candidate }).collect();
            }
            _ => {}
        }
        let is_conclusion =
            |candidate: &Candidate| self.derived.iter().any(|fact| fact.candidate == *candidate);
        let of_chain = |candidates: Vec<Candidate>| {
            let others = candidates.into_iter().filter(|candidate| !is_conclusion(candidate));
            others.sorted_unstable().dedup().collect_vec()
        };
        roles.on = of_chain(roles.on);
        roles.off = of_chain(roles.off);
        roles.links = roles.links.into_iter().unique().collect();
        roles
    }
}

impl Roles {
    /// Adds a chain from the opposite of `goal` to `end`.
    fn add_chain(&mut self, goal: Fact, links: &[ChainLink], end: Candidate) {
        let mut last = (!goal.is_placed).then_some(goal.candidate);
        for (from, to) in links {
            self.off.extend(from);
            self.on.extend(to);
            let (Some(&from), Some(&to)) = (from.first(), to.first()) else { continue };
            self.links.extend(last.map(|last| RoleLink { from: last, to: from, is_strong: false }));
            self.links.push(RoleLink { from, to, is_strong: true });
            last = Some(to);
        }
        let end =
            last.filter(|&last| last != end).map(|last| RoleLink { from: last, to: end, is_strong: false });
        self.links.extend(end);
    }
}

#[cfg(test)]
mod tests {
    use sudoku_cnf::{Cell, Digit};

    use super::*;
    use crate::explain::ChainKind;

    fn candidate(row: usize, column: usize, digit: usize) -> Candidate {
        Candidate { cell: Cell::new(row, column).unwrap(), digit: Digit::new(digit).unwrap() }
    }

    /// Returns the step of a chain of two links that excludes 3 from r1c1.
    fn step(is_placed: bool) -> Deduction {
        let [a, b, c] = [candidate(1, 5, 3), candidate(1, 5, 4), candidate(4, 5, 4)];
        let links = vec![(vec![a], vec![b]), (vec![c], vec![candidate(4, 1, 4)])];
        Deduction {
            technique: Technique::Chain { kind: ChainKind::XyWing, links },
            cost: 0,
            rules: Vec::new(),
            facts: Vec::new(),
            derived: vec![Fact { candidate: candidate(1, 1, 3), is_placed }],
            reasons: Vec::new(),
            is_minimal: true,
            is_smallest: false,
        }
    }

    #[test]
    fn chains_alternate_between_weak_and_strong_links() {
        let roles = step(false).roles();
        assert_eq!(roles.off, [candidate(1, 5, 3), candidate(4, 5, 4)]);
        assert_eq!(roles.on, [candidate(1, 5, 4), candidate(4, 1, 4)]);
        assert_eq!(
            roles.links.iter().map(|link| link.is_strong).collect_vec(),
            [false, true, false, true, false]
        );
        assert!(roles.links.windows(2).all(|pair| pair[0].to == pair[1].from));
        assert_eq!(roles.links[0].from, roles.links[4].to);
    }

    #[test]
    fn chains_that_place_a_digit_start_with_a_strong_link() {
        assert!(step(true).roles().links[0].is_strong);
    }
}
