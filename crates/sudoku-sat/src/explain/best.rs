//! The best reason found so far, and the proofs that compete with it.

use super::cost::cost;
use super::element::{Element, Literal};
use super::ids::CandidateId;
use super::known::Known;
use super::patterns::Pattern;
use super::reason::{Reason, add_peers, open_candidates, with_facts};
use super::technique::Technique;
use crate::search::SolveError;
use crate::solver::Limits;

/// The number of reasons that are minimized if none of the first ones has the permitted size.
const ATTEMPTS: usize = 64;

/// A proof that has not been minimized.
pub(super) struct Proposal {
    /// The cost of all elements.
    pub(super) estimate: u64,
    goal: Literal,
    elements: Vec<Element>,
}

impl Proposal {
    pub(super) fn new(goal: Literal, elements: Vec<Element>, known: &Known<'_>) -> Self {
        Self { estimate: cost(&elements, &[goal], known), goal, elements }
    }

    /// Returns the proof as a reason that need not be minimal.
    pub(super) fn reason(self) -> Reason {
        Reason { derived: vec![self.goal], elements: self.elements, cost: self.estimate, is_minimal: false }
    }
}

/// The best reason found so far.
pub(super) struct Best<'k, 't> {
    known: &'k Known<'t>,
    max_size: usize,
    pub(super) reason: Option<Reason>,
    /// The cost of the reason, multiplied by the factor of its technique.
    pub(super) weight: u64,
}

impl<'k, 't> Best<'k, 't> {
    /// Starts without a reason. Reasons with more than `max_size` elements are not permitted.
    pub(super) fn new(known: &'k Known<'t>, max_size: usize) -> Self {
        Self { known, max_size, reason: None, weight: u64::MAX }
    }

    /// Replaces the best reason by `reason` if this one has the permitted size and a lower weight.
    pub(super) fn offer(&mut self, reason: Reason) {
        if reason.elements.len() > self.max_size || reason.cost >= self.weight {
            return;
        }
        let weight = reason.cost * Technique::weight(&reason, self.known);
        if weight < self.weight {
            (self.weight, self.reason) = (weight, Some(reason));
        }
    }

    /// Compares the best reason with the reasons of `patterns`.
    ///
    /// Each pattern excludes candidates for which `is_goal` returns `true`: those after which a digit has a single
    /// place in a house, or the first one. At most `most` reasons are minimized.
    pub(super) fn offer_patterns(
        &mut self,
        patterns: &[Pattern],
        is_goal: &dyn Fn(CandidateId) -> bool,
        most: usize,
        limits: &Limits,
    ) {
        let known = self.known;
        let with_goals = patterns.iter().filter_map(|pattern| {
            let wrong = pattern.excluded.iter().copied().filter(|&id| is_goal(id));
            let wrong: Vec<Literal> = wrong.map(Literal::excluded).collect();
            let digit = |goal: &Literal| known.tables.digit(goal.id);
            let of_digit = |goal: &Literal| -> Vec<Literal> {
                wrong.iter().copied().filter(|other| digit(other) == digit(goal)).collect()
            };
            let house = pattern.rules.iter().find_map(|&rule| match rule {
                Element::House(house, _) => Some(house),
                _ => None,
            });
            let mut goals = wrong.iter().map(of_digit);
            let direct = house.and_then(|house| goals.find(|goals| known.leave_single(goals, house)));
            Some((pattern, direct.or_else(|| Some(vec![*wrong.first()?]))?))
        });
        // The rules alone, without those that connect them, cost at most as much as the reason.
        let with_costs =
            with_goals.map(|(pattern, goals)| (cost(&pattern.rules, &goals, known), pattern, goals));
        let mut with_costs: Vec<_> = with_costs.collect();
        with_costs.sort_by_key(|(cost, ..)| *cost);
        for (cost, pattern, goals) in with_costs.into_iter().take(most) {
            if cost >= self.weight {
                break;
            }
            let mut elements = with_facts(pattern.rules.clone(), &[], known);
            let mut open = open_candidates(&elements, known);
            open.extend(goals.iter().map(|goal| goal.id));
            add_peers(&open, &mut elements, known);
            if let Some(reason) = Reason::cheaper_than(self.weight, goals, elements, known, limits) {
                self.offer(reason);
            }
        }
    }

    /// Minimizes the cheapest proposals and compares the best reason with theirs.
    ///
    /// # Errors
    /// Returns an error if a limit is reached before a reason is found.
    pub(super) fn improve(
        &mut self,
        mut proposals: Vec<Proposal>,
        finalists: usize,
        limits: &Limits,
    ) -> Result<(), SolveError> {
        proposals.sort_by(|a, b| (a.estimate, a.goal, &a.elements).cmp(&(b.estimate, b.goal, &b.elements)));
        for (tried, Proposal { goal, elements, .. }) in proposals.into_iter().enumerate() {
            if tried >= finalists && (self.reason.is_some() || tried >= ATTEMPTS) {
                break;
            }
            if let Some(reason) = Reason::cheaper_than(self.weight, vec![goal], elements, self.known, limits)
            {
                self.offer(reason);
            }
        }
        match (&self.reason, limits.reached()) {
            // Without the limit, one of the proposals might have been a step.
            (None, Some(reason)) => Err(reason.into()),
            _ => Ok(()),
        }
    }
}
