//! Propagation of rules beyond houses: bounds of sums, pairs of cells and automata.
//!
//! Each constraint is considered on its own. Pairs of cells and automata become arc-consistent. Sums exclude candidates
//! by the bounds of the other terms, distinct digits exclude only those that are placed, and choices none.

use std::collections::HashMap;

use super::{CandidateBoard, Contradiction};
use crate::puzzle::Puzzle;
use crate::puzzle::board::{Candidate, Cell, Digit};
use crate::puzzle::rule::{Constraint, Diagram, Relation, Sum};

impl CandidateBoard {
    /// Removes the candidates that a constraint of a rule of `puzzle` excludes, and propagates, until no constraint
    /// excludes a further candidate.
    ///
    /// # Errors
    /// Returns an error if a cell or a digit has no place left.
    pub(crate) fn apply_rules(&mut self, puzzle: &Puzzle) -> Result<(), Contradiction> {
        let constraints = puzzle.rules().iter().flat_map(|rule| rule.constraints(puzzle.rule_context()));
        let constraints: Vec<Constraint> = constraints.collect();
        loop {
            let before = self.candidate_count();
            for constraint in &constraints {
                for excluded in self.excluded_by(constraint)? {
                    if self.contains(excluded) {
                        self.eliminate(excluded)?;
                    }
                }
            }
            if self.candidate_count() == before {
                return Ok(());
            }
        }
    }

    /// Returns candidates that contradict `constraint`.
    fn excluded_by(&self, constraint: &Constraint) -> Result<Vec<Candidate>, Contradiction> {
        Ok(match constraint {
            Constraint::AllDifferent(cells) => {
                let decided = cells.iter().filter(|&&cell| self.count(cell) == 1);
                let digits = decided.flat_map(|&cell| self.digits(cell).map(move |digit| (cell, digit)));
                let others = digits.flat_map(|(decided, digit)| {
                    let others = cells.iter().filter(move |&&cell| cell != decided);
                    others.map(move |&cell| Candidate { cell, digit })
                });
                others.filter(|&candidate| self.contains(candidate)).collect()
            }
            Constraint::Some(candidates) => {
                let mut possible = candidates.iter().filter(|&&candidate| self.contains(candidate));
                let cell = possible.next().ok_or(Contradiction)?.cell;
                if possible.any(|other| other.cell != cell) {
                    return Ok(Vec::new());
                }
                self.candidates(cell).filter(|candidate| !candidates.contains(candidate)).collect()
            }
            Constraint::Pairs { cells, forbidden } => {
                let [first, second] = *cells;
                let mut excluded = self.without_partner(first, second, forbidden.iter().copied());
                excluded.extend(self.without_partner(second, first, forbidden.iter().map(|&[a, b]| [b, a])));
                excluded
            }
            Constraint::Sum(sum) => self.excluded_by_sum(sum),
            Constraint::Choice(_) | Constraint::Count(_) => Vec::new(),
            Constraint::Automaton { cells, diagram } => self.excluded_by_automaton(cells, diagram),
        })
    }

    fn candidates(&self, cell: Cell) -> impl Iterator<Item = Candidate> + '_ {
        self.digits(cell).map(move |digit| Candidate { cell, digit })
    }

    /// Returns the candidates of `cell` that are forbidden together with each candidate of `other`.
    fn without_partner(
        &self,
        cell: Cell,
        other: Cell,
        forbidden: impl Iterator<Item = [Digit; 2]>,
    ) -> Vec<Candidate> {
        let mut counts: HashMap<Digit, usize> = HashMap::new();
        for [digit, partner] in forbidden {
            if self.contains(Candidate { cell: other, digit: partner }) {
                *counts.entry(digit).or_default() += 1;
            }
        }
        let is_excluded = |candidate: &Candidate| counts.get(&candidate.digit) == Some(&self.count(other));
        self.candidates(cell).filter(is_excluded).collect()
    }

    /// Returns the candidates with which a sum cannot reach its total, given the bounds of the other terms.
    fn excluded_by_sum(&self, sum: &Sum) -> Vec<Candidate> {
        let bounds = |&(coefficient, cell): &(i64, Cell)| {
            let values = || self.digits(cell).map(|digit| i128::from(coefficient) * digit.get() as i128);
            (values().min().unwrap_or(0), values().max().unwrap_or(0))
        };
        let bounds: Vec<(i128, i128)> = sum.terms.iter().map(bounds).collect();
        let total = i128::from(sum.total);
        let are_distinct = sum.is_distinct && sum.terms.iter().all(|&(coefficient, _)| coefficient == 1);
        let mut excluded = Vec::new();
        for (index, &(coefficient, cell)) in sum.terms.iter().enumerate() {
            let others = bounds[..index].iter().chain(&bounds[index + 1..]).copied();
            let (least, most) = if are_distinct {
                distinct_range(others.collect())
            } else {
                others.fold((0, 0), |(least, most), (low, high)| (least + low, most + high))
            };
            let is_possible = |candidate: &Candidate| {
                let value = i128::from(coefficient) * candidate.digit.get() as i128;
                match sum.relation {
                    Relation::Equal => (value + least..=value + most).contains(&total),
                    Relation::AtLeast => value + most >= total,
                }
            };
            excluded.extend(self.candidates(cell).filter(|candidate| !is_possible(candidate)));
        }
        excluded
    }

    /// Returns the candidates that occur on no path through the diagram of an automaton.
    fn excluded_by_automaton(&self, cells: &[Cell], diagram: &Diagram) -> Vec<Candidate> {
        let possible = |cell: Cell, digit: usize| {
            Digit::new(digit).is_some_and(|digit| self.contains(Candidate { cell, digit }))
        };
        // The states of each layer that the digits before it can reach. The last layer has one state.
        let mut reached = vec![vec![true]];
        for (&cell, layer) in cells.iter().zip(&diagram.layers) {
            let before = &reached[reached.len() - 1];
            let mut after = vec![false; diagram.layers.get(reached.len()).map_or(1, Vec::len)];
            let steps = layer.iter().zip(before).filter(|(_, is_reached)| **is_reached);
            for &(digit, target) in steps.flat_map(|(transitions, _)| transitions) {
                after[target] |= possible(cell, digit);
            }
            reached.push(after);
        }
        let mut excluded = Vec::new();
        let mut useful = vec![true];
        for ((&cell, layer), reached) in cells.iter().zip(&diagram.layers).zip(&reached).rev() {
            let leads_on = |&&(digit, target): &&(usize, usize)| useful[target] && possible(cell, digit);
            let states = layer.iter().zip(reached).filter(|(_, is_reached)| **is_reached);
            let used: Vec<usize> = states
                .flat_map(|(transitions, _)| transitions.iter().filter(leads_on))
                .map(|&(digit, _)| digit)
                .collect();
            excluded.extend(self.candidates(cell).filter(|candidate| !used.contains(&candidate.digit.get())));
            useful = layer.iter().map(|transitions| transitions.iter().any(|step| leads_on(&step))).collect();
        }
        excluded
    }
}

/// Returns bounds of the sum of distinct numbers, each of which has a smallest and a largest value.
fn distinct_range(mut bounds: Vec<(i128, i128)>) -> (i128, i128) {
    bounds.sort_unstable_by_key(|&(low, _)| low);
    let (mut least, mut value) = (0, i128::MIN);
    for &(low, _) in &bounds {
        value = low.max(value.saturating_add(1));
        least += value;
    }
    bounds.sort_unstable_by_key(|&(_, high)| -high);
    let (mut most, mut value) = (0, i128::MAX);
    for &(_, high) in &bounds {
        value = high.min(value - 1);
        most += value;
    }
    (least, most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::propagate::Inference;
    use crate::puzzle::rule::Rule;
    use crate::puzzle::rule::tests::{SAMPLES, geometry};
    use crate::{Geometry, Grid};

    fn candidates(rules: &[&str], cell: &str) -> Option<String> {
        let geometry = Geometry::standard();
        let rules = rules.iter().map(|rule| Rule::parse(rule, &geometry).unwrap());
        let puzzle = Puzzle::empty(geometry.clone()).with_rules(rules.collect::<Vec<_>>());
        let mut board = CandidateBoard::new(geometry, Inference::Intersections);
        board.apply_rules(&puzzle).ok()?;
        Some(board.digits(cell.parse().unwrap()).map(|digit| digit.to_string()).collect())
    }

    #[test]
    fn bounds_and_orders_exclude_candidates() {
        for (rules, cell, expected) in [
            (&["killercage 4: r1c1 r1c2"][..], "r1c1", "123"),
            (&["killercage 6: r1c1 r1c2 r1c3"], "r1c3", "123"),
            (&["killercage 23: r1c1 r1c2 r1c3"], "r1c1", "6789"),
            (&["sum 3: r1c1 r2c5"], "r1c1", "12"),
            (&["thermometer: r1c1 r2c1 r3c1"], "r2c1", "2345678"),
            (&["thermometer: r1c1 r2c1 r3c1", "odd: r3c1", "killercage 5: r1c1 r2c1"], "r2c1", "234"),
            (&["ratio 3: r1c1 r1c2", "odd: r1c1"], "r1c2", "139"),
            (&["skyscraper 8: r0c5"], "r1c5", "12"),
        ] {
            assert_eq!(candidates(rules, cell).as_deref(), Some(expected), "{rules:?}");
        }
        // The weight of the first cell of a pill may exceed the range of its type.
        let pill: Vec<String> =
            (0..19).map(|index| format!("r{}c{}", index / 9 + 1, index % 9 + 1)).collect();
        assert_eq!(candidates(&[&format!("arrow: {}; r9c9", pill.join(" "))], "r9c9"), None);
        assert_eq!(candidates(&["killercage 40: r1c1 r1c2 r1c3"], "r1c1"), None);
    }

    /// Propagation removes no candidate of a grid that satisfies the rule.
    #[test]
    fn solutions_remain() {
        let geometry = std::sync::Arc::new(geometry());
        let full = |text: &str| text.parse::<Puzzle>().unwrap().into_grid();
        let grids =
            ["1234341221434321", "4321214334121234", "3142243142131324", "2413134232144123"].map(full);
        let mut kept = 0;
        for text in SAMPLES {
            let rule = Rule::parse(text, &geometry).unwrap();
            let puzzle = Puzzle::empty(geometry.clone()).with_rules([rule.clone()]);
            let holds = |grid: &&Grid| {
                rule.holds(&|cell| grid.get(cell).map(|digit| digit.get() as i64), puzzle.rule_context())
            };
            for solution in grids.iter().filter(holds) {
                let mut board = CandidateBoard::new(geometry.clone(), Inference::Intersections);
                board.apply_rules(&puzzle).unwrap();
                let digits = solution.digits();
                assert!(digits.into_iter().all(|candidate| board.contains(candidate)), "{text}");
                kept += 1;
            }
        }
        assert!(kept > 40, "{kept}");
    }
}
