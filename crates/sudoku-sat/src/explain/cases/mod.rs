//! Steps as trees of cases: unit propagation from the opposite of the conclusion, and case distinctions where it ends.

mod trail;

use std::cmp::Reverse;

use rustc_hash::FxHashMap;
use sudoku_cnf::{Geometry, Lit, Puzzle};

use super::ids::ClauseId;
use super::{BoardRule, Deduction, Fact};
use crate::solver::{Limits, StopReason};
use trail::{LitSet, Trail};

/// A case with more facts than this is divided.
const FACTS: usize = 12;
/// The number of these facts that are kept when it is divided.
const KEPT: usize = 6;
/// The number of cells and houses that are compared for a distinction.
const CHOICES: usize = 48;
/// The number of cases up to which a tree is built quickly.
pub(super) const FEW_CASES: usize = 200;
/// The maximum number of cases of a tree.
const CASES: usize = 5_000;
/// In a large tree, up to this number of distinctions on each path are the best of [`COMPARED`] by the distinctions
/// that follow. The largest trees then have about half as many cases.
const DEPTH: usize = 4;
const COMPARED: usize = 8;
/// The estimated size of a case, which is half as large for each [`HALVING`] literals that it implies.
const SIZE: u64 = 1 << 40;
const HALVING: usize = 12;

/// A case of a proof: its assumption, the facts that follow, and its end.
///
/// A case that ends in a distinction is refuted because all its alternatives are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The opposite of the first conclusion, or an alternative of a distinction. Only the first case of a step without
    /// conclusions assumes nothing.
    pub assumed: Option<Fact>,
    /// The facts that follow, each with the rule that implies it because all other candidates of the rule are excluded.
    ///
    /// Only facts on which the contradiction depends are listed. Candidates that a placed digit excludes from its cell
    /// and its peers are not listed.
    pub implied: Vec<(Fact, BoardRule)>,
    /// The end.
    pub end: CaseEnd,
}

/// The end of a [`Case`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CaseEnd {
    /// This rule is violated.
    Contradiction(BoardRule),
    /// One of these cases holds, because of this rule.
    Distinction {
        /// The rule for a cell or house.
        rule: BoardRule,
        /// A case for each candidate that remains.
        cases: Vec<Case>,
    },
}

impl Case {
    /// Returns the number of facts that are assumed or implied in all cases together.
    pub fn size(&self) -> usize {
        let inner = match &self.end {
            CaseEnd::Contradiction(_) => 0,
            CaseEnd::Distinction { cases, .. } => cases.iter().map(Self::size).sum(),
        };
        usize::from(self.assumed.is_some()) + self.implied.len() + inner
    }
}

impl Deduction {
    /// Proves the first conclusion by a tree of cases, or the contradiction if there is no conclusion.
    ///
    /// The proof uses the rules and facts of the step. `puzzle` has the board and the rules. Cases are distinguished
    /// where propagation ends, and where more than twelve facts follow. A distinction uses the cell or house of which
    /// propagation refutes the most candidates, with the fewest facts. If the tree would have more than 200 cases, it
    /// uses those whose candidates imply the most. Returns `None` if the tree would have more than 5,000 cases.
    ///
    /// # Errors
    /// Returns an error if a limit is reached.
    pub fn cases(&self, puzzle: &Puzzle, limits: &Limits) -> Result<Option<Case>, StopReason> {
        let few = self.cases_within(FEW_CASES, puzzle, limits)?;
        if few.is_some() { Ok(few) } else { self.cases_within(CASES, puzzle, limits) }
    }

    /// Returns the same proof if it has at most `most` cases.
    ///
    /// # Errors
    /// Returns an error if a limit is reached.
    pub(super) fn cases_within(
        &self,
        most: usize,
        puzzle: &Puzzle,
        limits: &Limits,
    ) -> Result<Option<Case>, StopReason> {
        let (trail, conflict) = Trail::new(self, puzzle);
        let choices = trail.clauses.iter_enumerated().filter(|(_, clause)| {
            matches!(self.rules[clause.rule], BoardRule::Cell(_) | BoardRule::House { .. })
                && clause.literals.iter().all(|literal| literal.is_positive())
        });
        let choices = choices.map(|(index, _)| index).collect();
        let geometry = puzzle.geometry();
        let mut prover = Prover {
            trail,
            step: self,
            geometry,
            limits,
            choices,
            remaining: most,
            is_large: most > FEW_CASES,
            depth: 0,
        };
        let assumed = self.derived.first().map(|fact| Fact { is_placed: !fact.is_placed, ..*fact });
        let proof = match conflict {
            Some(clause) => Some(prover.contradiction(0, clause)),
            None => prover.refute(0, assumed)?,
        };
        Ok(proof.map(|RefutedCase { implied, end, .. }| Case { assumed, implied, end }))
    }
}

/// Builds a tree. All methods leave the trail as it was.
struct Prover<'s> {
    trail: Trail,
    step: &'s Deduction,
    geometry: &'s Geometry,
    limits: &'s Limits,
    /// The clauses that require a digit in a cell, or a place for a digit in a house.
    choices: Vec<ClauseId>,
    /// The number of cases that may still be added.
    remaining: usize,
    /// Whether the tree may have more than [`FEW_CASES`] cases.
    is_large: bool,
    /// The number of distinctions around the current case.
    depth: usize,
}

/// The refutation of a case, and the literals on which it depends.
struct RefutedCase {
    implied: Vec<(Fact, BoardRule)>,
    end: CaseEnd,
    needed: LitSet,
}

/// A distinction of the open candidates of a clause. The fields are in the order in which distinctions are compared.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Split {
    /// The number of alternatives that propagation does not refute.
    unrefuted: usize,
    /// The estimated size of their refutations if the tree is large, otherwise 0.
    estimate: u64,
    /// The number of facts that refute the others.
    facts: usize,
    /// The negated number of literals that the alternatives imply.
    gain: Reverse<usize>,
    clause: ClauseId,
    open: Vec<Lit>,
}

/// The consequence of an alternative of a distinction.
enum Trial {
    /// Propagation refutes it by this number of facts.
    Refuted(usize),
    /// It implies this number of literals.
    Open(usize),
}

impl Prover<'_> {
    /// Refutes `assumed`. The facts that follow are those from position `start` of the trail on.
    fn refute(&mut self, start: usize, assumed: Option<Fact>) -> Result<Option<RefutedCase>, StopReason> {
        self.limits.check()?;
        let Some(remaining) = self.remaining.checked_sub(1) else { return Ok(None) };
        self.remaining = remaining;
        let before = self.trail.len();
        let conflict = assumed.and_then(|fact| self.trail.assume(fact.literal(self.geometry)));
        let mut proof = match conflict {
            Some(clause) => Some(self.contradiction(start, clause)),
            None => match self.best_split() {
                Some(split) => self.distinguish(start, &split)?,
                None => None,
            },
        };
        if let Some(long) = proof.as_ref().filter(|proof| proof.implied.len() > FACTS) {
            let remaining = self.remaining;
            match self.divide(start, long)? {
                Some(short) => proof = Some(short),
                None => self.remaining = remaining,
            }
        }
        // At the root, a distinction may replace facts that follow without the assumption, too.
        self.trail.cut(before.min(self.trail.len()));
        Ok(proof)
    }

    /// Returns the refutation by a violated clause.
    fn contradiction(&self, start: usize, clause: ClauseId) -> RefutedCase {
        let needed = self.needed(clause, 0);
        let rule = self.trail.clauses[clause].rule;
        let end = CaseEnd::Contradiction(self.step.rules[rule].clone());
        RefutedCase { implied: self.implied_facts(start, &needed), end, needed }
    }

    /// Replaces the last facts of a long case by a distinction. Returns `None` if the case is not shorter then.
    fn divide(&mut self, start: usize, long: &RefutedCase) -> Result<Option<RefutedCase>, StopReason> {
        let next = long.implied[KEPT].0.literal(self.geometry);
        self.trail.cut(self.trail.find(next).unwrap_or(start));
        let Some(split) = self.best_split() else { return Ok(None) };
        Ok(self.distinguish(start, &split)?.filter(|short| short.implied.len() <= FACTS))
    }

    /// Refutes all alternatives of a distinction.
    fn distinguish(&mut self, start: usize, split: &Split) -> Result<Option<RefutedCase>, StopReason> {
        if split.open.is_empty() {
            return Ok(Some(self.contradiction(start, split.clause)));
        }
        let mut cases = Vec::new();
        let clause = &self.trail.clauses[split.clause];
        let excluded = clause.literals.iter().filter(|literal| !split.open.contains(literal));
        let mut needed = self.trail.empty_set();
        excluded.for_each(|&literal| needed.insert(!literal));
        let rule = self.step.rules[clause.rule].clone();
        for &literal in &split.open {
            let assumed = self.fact(literal);
            self.depth += 1;
            let proof = self.refute(self.trail.len(), assumed)?;
            self.depth -= 1;
            let Some(mut proof) = proof else { return Ok(None) };
            if !proof.needed.contains(literal) {
                // The other alternatives are not needed.
                let mut implied = self.implied_facts(start, &proof.needed);
                implied.append(&mut proof.implied);
                return Ok(Some(RefutedCase { implied, ..proof }));
            }
            cases.push(Case { assumed, implied: proof.implied, end: proof.end });
            needed.extend(&proof.needed);
        }
        self.trail.close(&mut needed, 0);
        let implied = self.implied_facts(start, &needed);
        Ok(Some(RefutedCase { implied, end: CaseEnd::Distinction { rule, cases }, needed }))
    }

    /// Returns the best distinction. For the first ones of a large tree, the next distinctions count, too.
    fn best_split(&mut self) -> Option<Split> {
        if !self.is_large || self.depth >= DEPTH {
            return self.best_splits(1).pop();
        }
        let mut splits = self.best_splits(COMPARED);
        if splits.first()?.unrefuted < 2 {
            return Some(splits.swap_remove(0));
        }
        let mut estimate = |split: &Split| {
            let start = self.trail.len();
            let mut of_alternative = |&literal: &Lit| {
                let conflict = self.trail.assume(literal);
                let inner = conflict.is_none().then(|| self.best_splits(1).pop()).flatten();
                self.trail.cut(start);
                inner.map_or(0, |split| split.estimate)
            };
            split.open.iter().map(&mut of_alternative).sum::<u64>()
        };
        splits.into_iter().min_by_key(|split| estimate(split))
    }

    /// Returns up to `most` distinctions, the best one first. In a small tree, only the cells and houses with the
    /// fewest open candidates are compared.
    fn best_splits(&mut self, most: usize) -> Vec<Split> {
        let mut choices = Vec::new();
        for &index in &self.choices {
            if self.trail.is_satisfied(index) {
                continue;
            }
            let literals = self.trail.clauses[index].literals.iter().copied();
            let open: Vec<Lit> = literals.filter(|&literal| self.trail.is_open(literal)).collect();
            // A candidate that one rule implies or excludes is not an alternative.
            if !open.iter().any(|&literal| self.trail.is_decided(literal)) {
                choices.push((index, open));
            }
        }
        choices.sort_by_key(|(_, open)| open.len());
        choices.truncate(if self.is_large { usize::MAX } else { CHOICES });
        let is_large = self.is_large;
        let mut best: Vec<Split> = Vec::new();
        // A candidate occurs in several clauses.
        let mut outcomes = FxHashMap::default();
        for (clause, open) in choices {
            let mut split =
                Split { unrefuted: 0, estimate: 0, facts: 0, gain: Reverse(0), clause, open: Vec::new() };
            let mut estimate = 0;
            let key = |split: &Split| (split.unrefuted, split.estimate, split.facts);
            let worst = if best.len() < most { None } else { best.last().map(key) };
            let is_worse = open.iter().any(|&literal| {
                match *outcomes.entry(literal).or_insert_with(|| self.outcome(literal)) {
                    Trial::Refuted(facts) => split.facts += facts,
                    Trial::Open(implied) => {
                        split.unrefuted += 1;
                        split.gain.0 += implied;
                        estimate += SIZE >> (implied / HALVING).min(40);
                        if is_large && split.unrefuted > 1 {
                            // The number of alternatives matters less than their sizes.
                            (split.unrefuted, split.estimate) = (2, estimate);
                        }
                    }
                }
                worst.is_some_and(|worst| key(&split) > worst)
            });
            if is_worse {
                continue;
            }
            split.open = open;
            let place = best.partition_point(|other| *other < split);
            best.insert(place, split);
            best.truncate(most);
        }
        best
    }

    /// Assumes an open candidate.
    fn outcome(&mut self, literal: Lit) -> Trial {
        let start = self.trail.len();
        let outcome = match self.trail.assume(literal) {
            Some(conflict) => Trial::Refuted(1 + self.implied(start, &self.needed(conflict, start)).count()),
            None => Trial::Open(self.trail.len() - start),
        };
        self.trail.cut(start);
        outcome
    }

    /// Returns the literals on which a violated clause depends. Those before position `start` may be incomplete.
    fn needed(&self, clause: ClauseId, start: usize) -> LitSet {
        let mut needed = self.trail.empty_set();
        for &literal in &self.trail.clauses[clause].literals {
            needed.insert(!literal);
        }
        self.trail.close(&mut needed, start);
        needed
    }

    /// Returns the facts among `needed` from position `start` of the trail on.
    fn implied(&self, start: usize, needed: &LitSet) -> impl Iterator<Item = (Fact, &BoardRule)> {
        let implied = self.trail.implied(start).filter(|(literal, _)| needed.contains(*literal));
        implied.filter_map(|(literal, clause)| {
            let rule = &self.step.rules[self.trail.clauses[clause].rule];
            let is_listed =
                literal.is_positive() || matches!(rule, BoardRule::Rule(_) | BoardRule::DeadlyPattern(_));
            Some((self.fact(literal).filter(|_| is_listed)?, rule))
        })
    }

    /// Returns the facts of [`implied`](Self::implied) with copies of their rules.
    fn implied_facts(&self, start: usize, needed: &LitSet) -> Vec<(Fact, BoardRule)> {
        self.implied(start, needed).map(|(fact, rule)| (fact, rule.clone())).collect()
    }

    /// Returns the literal as a fact, or `None` if its variable does not represent a candidate.
    fn fact(&self, literal: Lit) -> Option<Fact> {
        let candidate = self.geometry.candidate(literal.var())?;
        Some(Fact { candidate, is_placed: literal.is_positive() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::{ExplainOptions, Explanation, explain};
    use crate::solver::{Outcome, Solver};

    /// Returns the steps of a puzzle with exactly one solution.
    fn steps(puzzle: &Puzzle) -> Vec<Deduction> {
        let explained = explain(puzzle, &ExplainOptions::default(), &Limits::none()).unwrap();
        let Explanation::Solved { steps, .. } = explained else { panic!("{puzzle} has one solution") };
        steps
    }

    /// Checks that each fact and the end of a case follow from one rule, the facts so far, and the rules that exclude
    /// candidates in pairs. Returns the number of cases.
    fn check(case: &Case, step: &Deduction, puzzle: &Puzzle, so_far: &[Fact]) -> usize {
        let geometry = puzzle.geometry();
        let follows = |rule: &BoardRule, facts: &[Fact], alternatives: &[Lit]| {
            let mut solver = Solver::Native.create().unwrap();
            let pairs =
                step.rules.iter().filter(|rule| matches!(rule, BoardRule::Peers { .. } | BoardRule::Cell(_)));
            for of_pair in pairs {
                let clauses = of_pair.clauses(puzzle, geometry.candidate_count());
                let pairs =
                    clauses.clauses().filter(|clause| clause.iter().all(|literal| !literal.is_positive()));
                pairs.for_each(|clause| solver.add_clause(clause).unwrap());
            }
            let clauses = rule.clauses(puzzle, geometry.candidate_count());
            clauses.clauses().for_each(|clause| solver.add_clause(clause).unwrap());
            let facts = facts.iter().map(|fact| fact.literal(geometry));
            for literal in facts.chain(alternatives.iter().map(|&literal| !literal)) {
                solver.add_clause(&[literal]).unwrap();
            }
            matches!(solver.solve(&[], &Limits::none()), Ok(Outcome::Unsatisfiable(_)))
        };
        let mut facts = [so_far, case.assumed.as_slice()].concat();
        assert!(case.implied.len() <= FACTS, "a case with {} facts", case.implied.len());
        for &(fact, ref rule) in &case.implied {
            assert!(follows(rule, &facts, &[fact.literal(geometry)]), "{fact} does not follow from {rule:?}");
            facts.push(fact);
        }
        match &case.end {
            CaseEnd::Contradiction(rule) => {
                assert!(follows(rule, &facts, &[]), "{rule:?} is not violated");
                1
            }
            CaseEnd::Distinction { rule, cases } => {
                let alternatives: Vec<Lit> =
                    cases.iter().map(|case| case.assumed.unwrap().literal(geometry)).collect();
                assert!(follows(rule, &facts, &alternatives), "{rule:?} has other candidates");
                1 + cases.iter().map(|case| check(case, step, puzzle, &facts)).sum::<usize>()
            }
        }
    }

    #[test]
    fn each_part_of_a_tree_follows() {
        let hard = "..32......4..9....6....8.1.2.......3.1...6.4...7...5.......1..2.9..4..6....5..7..";
        let puzzle: Puzzle = hard.parse().unwrap();
        let steps = steps(&puzzle);
        assert!(steps.len() < 100, "{} steps", steps.len());
        for step in &steps {
            let tree = step.cases(&puzzle, &Limits::none()).unwrap().unwrap_or_else(|| panic!("{step:?}"));
            assert_eq!(tree.assumed.unwrap().candidate, step.derived[0].candidate);
            let cases = check(&tree, step, &puzzle, &step.facts);
            assert!(cases == 1 || !step.technique.has_pattern(), "{cases} cases for {}", step.technique);
            if !step.technique.has_pattern() {
                let large = step.cases_within(CASES, &puzzle, &Limits::none()).unwrap().unwrap();
                check(&large, step, &puzzle, &step.facts);
            }
        }
    }
}
