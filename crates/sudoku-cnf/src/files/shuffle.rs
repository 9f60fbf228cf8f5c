//! Random renaming of variables, and random orders of constraints and literals.
//!
//! The running time of a solver can vary widely with the order of its input. Benchmarks therefore measure a solver on
//! several shuffled copies of a problem.

use std::convert::Infallible;

use crate::clauses::cnf::{ClauseSink, Cnf};
use crate::clauses::encoding::Problem;
use crate::clauses::numbering::{Numbering, ShuffledNumbering};
use crate::clauses::variable::{Lit, Var};
use crate::puzzle::random::Random;
use crate::puzzle::rule::Relation;

/// A random permutation of the variables. The default leaves every variable unchanged.
#[derive(Default)]
pub(super) struct Shuffle {
    /// The new number of each variable, less 1. The index is the old number, less 1.
    new: Vec<u32>,
}

impl Shuffle {
    /// Creates a random permutation of the variables 1 to `variables`.
    pub(super) fn new(variables: usize, random: &mut Random) -> Self {
        Self { new: random.permutation(variables) }
    }

    fn var(&self, var: Var) -> Var {
        self.new.get(var.number() - 1).and_then(|&new| Var::new(new as usize + 1)).unwrap_or(var)
    }

    fn literal(&self, literal: Lit) -> Lit {
        self.var(literal.var()).literal(literal.is_positive())
    }

    /// Returns the numbering of `problem` with the new variables.
    pub(super) fn numbering(&self, problem: &Problem) -> Numbering {
        let geometry = problem.puzzle().geometry();
        Numbering::Shuffled(ShuffledNumbering::rename(problem.numbering(), geometry, |var| self.var(var)))
    }
}

/// Clauses and cardinality constraints in memory.
///
/// ```
/// use sudoku_cnf::files::ConstraintList;
/// use sudoku_cnf::{ClauseSink, Lit};
///
/// let literals = [1, 2, 3].map(|number| Lit::from_dimacs(number).unwrap());
/// let mut constraints = ConstraintList::default();
/// constraints.add_exactly_one(&literals)?;
/// assert_eq!(constraints.len(), 1);
/// # Ok::<(), std::convert::Infallible>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConstraintList {
    literals: Cnf,
    /// The kind of each constraint. Constraints beyond the end of the list are clauses.
    kinds: Vec<Kind>,
    /// The weighted sums, which come after all other constraints.
    sums: Vec<WeightedSum>,
}

/// Literals with coefficients and their total.
type WeightedSum = (Vec<(i128, Lit)>, Relation, i128);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Clause,
    AtMostOne,
    ExactlyOne,
}

impl ConstraintList {
    /// Returns the number of constraints.
    pub fn len(&self) -> usize {
        self.literals.len() + self.sums.len()
    }

    /// Returns whether there are no constraints.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the largest number of a variable in a clause or a cardinality constraint.
    pub(super) fn variable_count(&self) -> usize {
        self.literals.variable_count()
    }

    /// Adds the constraints to `sink` in random order, with renamed variables and literals in random order.
    pub(super) fn shuffled<S: ClauseSink>(
        &self,
        shuffle: &Shuffle,
        random: &mut Random,
        sink: &mut S,
    ) -> Result<(), S::Error> {
        let mut literals = Vec::new();
        for index in random.permutation(self.len()) {
            let index = index as usize;
            if let Some((terms, relation, total)) =
                index.checked_sub(self.literals.len()).map(|index| &self.sums[index])
            {
                let mut terms: Vec<_> =
                    terms.iter().map(|&(weight, literal)| (weight, shuffle.literal(literal))).collect();
                random.shuffle(&mut terms);
                sink.add_sum(&terms, *relation, *total)?;
                continue;
            }
            literals.clear();
            literals.extend(self.literals.clause(index).iter().map(|&literal| shuffle.literal(literal)));
            random.shuffle(&mut literals);
            match self.kinds.get(index) {
                None | Some(Kind::Clause) => sink.add_clause(&literals)?,
                Some(Kind::AtMostOne) => sink.add_at_most_one(&literals)?,
                Some(Kind::ExactlyOne) => sink.add_exactly_one(&literals)?,
            }
        }
        Ok(())
    }

    fn add(&mut self, kind: Kind, literals: &[Lit]) {
        self.kinds.resize(self.literals.len(), Kind::Clause);
        self.kinds.push(kind);
        let Ok(()) = self.literals.add_clause(literals);
    }
}

impl From<Cnf> for ConstraintList {
    fn from(clauses: Cnf) -> Self {
        Self { literals: clauses, ..Self::default() }
    }
}

impl ClauseSink for ConstraintList {
    type Error = Infallible;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Infallible> {
        self.literals.add_clause(clause)
    }

    fn add_at_most_one(&mut self, literals: &[Lit]) -> Result<(), Infallible> {
        self.add(Kind::AtMostOne, literals);
        Ok(())
    }

    fn add_exactly_one(&mut self, literals: &[Lit]) -> Result<(), Infallible> {
        self.add(Kind::ExactlyOne, literals);
        Ok(())
    }

    fn keeps_cardinality(&self) -> bool {
        true
    }

    fn keeps_sums(&self) -> bool {
        true
    }

    fn add_sum(&mut self, terms: &[(i128, Lit)], relation: Relation, total: i128) -> Result<(), Infallible> {
        self.sums.push((terms.to_vec(), relation, total));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shuffling_keeps_the_kinds_and_the_signs() {
        let literals = |numbers: &[i32]| -> Vec<Lit> {
            numbers.iter().filter_map(|&number| Lit::from_dimacs(number)).collect()
        };
        let mut list = ConstraintList::default();
        let Ok(()) = list.add_clause(&literals(&[1, -2]));
        let Ok(()) = list.add_at_most_one(&literals(&[3, 4, 5]));
        let Ok(()) = list.add_clause(&literals(&[-5]));
        let Ok(()) = list.add_exactly_one(&literals(&[1, 2, -3, 4]));
        let mut random = Random::new(1, 0);
        let shuffle = Shuffle::new(5, &mut random);
        let mut shuffled = ConstraintList::default();
        let Ok(()) = list.shuffled(&shuffle, &mut random, &mut shuffled);
        let describe = |list: &ConstraintList, back: &dyn Fn(Lit) -> Lit| {
            let mut all: Vec<_> = (0..list.len())
                .map(|index| {
                    let mut numbers: Vec<_> =
                        list.literals.clause(index).iter().map(|&literal| back(literal).dimacs()).collect();
                    numbers.sort_unstable();
                    (format!("{:?}", list.kinds.get(index).unwrap_or(&Kind::Clause)), numbers)
                })
                .collect();
            all.sort();
            all
        };
        let back = |literal: Lit| {
            let all = literals(&[1, 2, 3, 4, 5, -1, -2, -3, -4, -5]);
            all.into_iter().find(|&old| shuffle.literal(old) == literal).unwrap()
        };
        assert_ne!(list, shuffled);
        assert_eq!(describe(&list, &|literal| literal), describe(&shuffled, &back));
    }
}
