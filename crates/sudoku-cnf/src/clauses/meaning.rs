//! What the literals and clauses of a CNF mean, in words.

use std::collections::HashMap;
use std::convert::Infallible;

use itertools::Itertools;

use super::cnf::ClauseSink;
use super::numbering::Numbering;
use super::variable::{Lit, Var};
use crate::puzzle::board::{Candidate, Digit, Geometry, House};
use crate::text::Alphabet;
use crate::text::words::{self, list};

/// Describes the literals and clauses of the CNF of a board.
///
/// The clauses of the CNF define the auxiliary variables. To describe these variables, add the clauses, for example by
/// passing the meaning to [`dimacs::read`](crate::files::dimacs::read).
///
/// ```
/// use sudoku_cnf::clauses::meaning::Meaning;
/// use sudoku_cnf::clauses::numbering::Numbering;
/// use sudoku_cnf::{BoxShape, Geometry, Lit};
///
/// let geometry = Geometry::new(BoxShape::STANDARD);
/// let meaning = Meaning::new(&geometry, &Numbering::Arithmetic);
/// let literals = [42, -7].map(|number| Lit::from_dimacs(number).unwrap());
/// assert_eq!(meaning.literal(literals[0]), "r1c5 is 6");
/// assert_eq!(meaning.literal(literals[1]), "r1c1 is not 7");
/// assert_eq!(meaning.clause(&literals), "if r1c1 is 7, then r1c5 is 6");
/// ```
#[derive(Clone, Debug)]
pub struct Meaning<'a> {
    geometry: &'a Geometry,
    numbering: &'a Numbering,
    /// The alphabet of the digits, or `None` for decimal numbers.
    alphabet: Option<Alphabet>,
    definitions: HashMap<Var, Definition>,
}

/// What the clauses require of an auxiliary variable.
#[derive(Clone, Debug, Default)]
struct Definition {
    /// The variable is true if one of these literals is true.
    true_if: Vec<Lit>,
    /// The variable is false if one of these literals is true.
    false_if: Vec<Lit>,
    /// If the variable is true, one of these candidates is true.
    implies: Vec<Lit>,
}

impl<'a> Meaning<'a> {
    /// Creates a description of the CNF of a board whose candidates have the variables of `numbering`.
    pub fn new(geometry: &'a Geometry, numbering: &'a Numbering) -> Self {
        Self { geometry, numbering, alphabet: None, definitions: HashMap::new() }
    }

    /// Sets the alphabet in which digits are written, or decimal numbers if `alphabet` is `None`. The alphabet must
    /// have all digits of the board.
    #[must_use]
    pub fn with_alphabet(self, alphabet: Option<Alphabet>) -> Self {
        Self { alphabet, ..self }
    }

    fn digit(&self, digit: Digit) -> String {
        words::digit(digit, self.alphabet)
    }

    /// Returns the meaning of `literal`, for example `r1c5 is not 6`.
    pub fn literal(&self, literal: Lit) -> String {
        let Some(Candidate { cell, digit }) = self.candidate(literal) else {
            let value = if literal.is_positive() { "true" } else { "false" };
            return format!("auxiliary variable {} is {value}", literal.var().number());
        };
        format!("{cell} {} {}", if literal.is_positive() { "is" } else { "is not" }, self.digit(digit))
    }

    /// Returns the definition of an auxiliary variable, or `None` if `var` represents a candidate or the clauses that
    /// were added do not define it.
    ///
    /// The text continues a sentence, for example `true if r1c1 is 1 or r1c2 is 1; false if r1c3 is 1`.
    pub fn definition(&self, var: Var) -> Option<String> {
        let Definition { true_if, false_if, implies } = self.definitions.get(&var)?;
        let any = |literals: &[Lit]| list(literals.iter().map(|&literal| self.literal(literal)), "or");
        let parts: [(&str, &[Lit]); 3] = if implies == true_if {
            [("true if and only if", implies), ("true only if", &[]), ("false if", false_if)]
        } else {
            [("true if", true_if), ("true only if", implies), ("false if", false_if)]
        };
        let parts = parts.into_iter().filter(|(_, literals)| !literals.is_empty());
        let text = parts.map(|(words, literals)| format!("{words} {}", any(literals))).join("; ");
        (!text.is_empty()).then_some(text)
    }

    /// Returns the meaning of a clause, for example `row 1 has a place for 5`.
    pub fn clause(&self, clause: &[Lit]) -> String {
        let (positive, negative): (Vec<Lit>, Vec<Lit>) =
            clause.iter().partition(|literal| literal.is_positive());
        let describe =
            |literals: &[Lit], word| list(literals.iter().map(|&literal| self.literal(literal)), word);
        let negated: Vec<Lit> = negative.iter().map(|&literal| !literal).collect();
        if negated.iter().any(|literal| positive.contains(literal)) {
            return "always true".to_owned();
        }
        match (&positive[..], &negated[..]) {
            ([], []) => "contradiction".to_owned(),
            (&[unit], []) => self.literal(unit),
            ([], &[unit]) => self.literal(!unit),
            (_, []) => {
                let candidates: Option<Vec<_>> =
                    positive.iter().map(|&literal| self.candidate(literal)).collect();
                let sentence = candidates.and_then(|candidates| self.one_of(&candidates));
                sentence.unwrap_or_else(|| describe(&positive, "or"))
            }
            ([], &[a, b]) => self.not_both(a, b),
            ([], _) => format!("not all of these hold: {}", describe(&negated, "and")),
            _ => format!("if {}, then {}", describe(&negated, "and"), describe(&positive, "or")),
        }
    }

    fn candidate(&self, literal: Lit) -> Option<Candidate> {
        self.numbering.candidate(self.geometry, literal.var())
    }

    /// Describes a clause of candidates of one cell, or of places for one digit in one house.
    fn one_of(&self, candidates: &[Candidate]) -> Option<String> {
        let first = candidates.first()?;
        if candidates.iter().all(|candidate| candidate.cell == first.cell) {
            let digits = candidates.iter().map(|candidate| self.digit(candidate.digit));
            let is_complete = candidates.len() == self.geometry.size();
            return Some(if is_complete {
                format!("{} has a digit", first.cell)
            } else {
                format!("{} is {}", first.cell, list(digits, "or"))
            });
        }
        if candidates.iter().any(|candidate| candidate.digit != first.digit) {
            return None;
        }
        let contains_all =
            |house: &House<'_>| candidates.iter().all(|candidate| house.cells.contains(&candidate.cell));
        let houses = self.geometry.houses_of(first.cell).iter();
        let mut houses = houses.map(|&house| self.geometry.house(house as usize)).filter(contains_all);
        let house = houses.clone().find(|house| house.cells.len() == candidates.len());
        let digit = self.digit(first.digit);
        match (house, houses.next()) {
            (Some(house), _) => Some(format!("{} has a place for {digit}", house.name)),
            (None, Some(house)) => {
                let cells = list(candidates.iter().map(|candidate| candidate.cell), "or");
                Some(format!("{} has its place for {digit} in {cells}", house.name))
            }
            (None, None) => None,
        }
    }

    /// Describes the clause ¬`a` ∨ ¬`b`.
    fn not_both(&self, a: Lit, b: Lit) -> String {
        if let (Some(a), Some(b)) = (self.candidate(a), self.candidate(b)) {
            if a.cell == b.cell {
                return format!("{} is not both {} and {}", a.cell, self.digit(a.digit), self.digit(b.digit));
            }
            let house = self.geometry.first_shared_house(a.cell, b.cell);
            if let Some(house) = house.filter(|_| a.digit == b.digit) {
                let (relation, digit) = (self.geometry.house(house).name.relation(), self.digit(a.digit));
                return format!("{} and {}{relation} are not both {digit}", a.cell, b.cell);
            }
        }
        format!("if {}, then {}", self.literal(a), self.literal(!b))
    }
}

/// Collects the definitions of the auxiliary variables.
impl ClauseSink for Meaning<'_> {
    type Error = Infallible;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Infallible> {
        let (geometry, numbering) = (self.geometry, self.numbering);
        let is_auxiliary = |literal: Lit| numbering.candidate(geometry, literal.var()).is_none();
        for &literal in clause.iter().filter(|&&literal| is_auxiliary(literal)) {
            let mut others = clause.iter().copied().filter(|&other| other != literal);
            let is_candidate = |other: Lit| other.is_positive() && !is_auxiliary(other);
            let is_implication = !literal.is_positive() && others.clone().all(is_candidate);
            let implied: Vec<Lit> = others.clone().filter(|_| is_implication).collect();
            let condition = others.next().filter(|other| clause.len() == 2 && !other.is_positive());
            let definition = self.definitions.entry(literal.var()).or_default();
            match (condition, literal.is_positive()) {
                (Some(condition), true) => definition.true_if.push(!condition),
                (Some(condition), false) => definition.false_if.push(!condition),
                (None, _) => {}
            }
            if definition.implies.is_empty() {
                definition.implies = implied;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clauses::at_most_one::AtMostOne;
    use crate::clauses::encoding::{CnfOptions, Encoding, Problem};
    use crate::puzzle::Puzzle;

    fn check(options: CnfOptions, expected: &[(&[i32], &str)]) {
        let puzzle: Puzzle = "1..............4".parse().unwrap();
        let problem = Problem::new(&puzzle, options);
        let mut meaning = Meaning::new(puzzle.geometry(), problem.numbering());
        let Ok(()) = problem.encode(&mut meaning);
        for (numbers, expected) in expected {
            let clause: Vec<Lit> = numbers.iter().filter_map(|&number| Lit::from_dimacs(number)).collect();
            assert_eq!(meaning.clause(&clause), *expected, "{numbers:?}");
        }
    }

    #[test]
    fn clauses_are_sentences() {
        let expected: [(&[i32], &str); 14] = [
            (&[], "contradiction"),
            (&[5], "r1c2 is 1"),
            (&[-5], "r1c2 is not 1"),
            (&[1, 2, 3, 4], "r1c1 has a digit"),
            (&[1, 2], "r1c1 is 1 or 2"),
            (&[2, 6, 10, 14], "row 1 has a place for 2"),
            (&[2, 6], "row 1 has its place for 2 in r1c1 or r1c2"),
            (&[2, 7], "r1c1 is 2 or r1c2 is 3"),
            (&[-1, -2], "r1c1 is not both 1 and 2"),
            (&[-1, -5], "r1c1 and r1c2 in row 1 are not both 1"),
            (&[-1, -6], "if r1c1 is 1, then r1c2 is not 2"),
            (&[-1, -6, -11], "not all of these hold: r1c1 is 1, r1c2 is 2 and r1c3 is 3"),
            (&[-1, 6, 11], "if r1c1 is 1, then r1c2 is 2 or r1c3 is 3"),
            (&[-1, 1], "always true"),
        ];
        check(CnfOptions::default(), &expected);
    }

    #[test]
    fn clauses_define_auxiliary_variables() {
        let puzzle: Puzzle = ".".repeat(81).parse().unwrap();
        let definition = |encoding, at_most_one, number| {
            let problem =
                Problem::new(&puzzle, CnfOptions { encoding, at_most_one, ..CnfOptions::default() });
            let mut meaning = Meaning::new(puzzle.geometry(), problem.numbering());
            let Ok(()) = problem.encode(&mut meaning);
            meaning.definition(Var::new(number).unwrap()).unwrap_or_default()
        };
        assert_eq!(
            definition(Encoding::Triad, AtMostOne::Pairwise, 730).split(';').next(),
            Some("true if and only if r1c1 is 1, r1c2 is 1 or r1c3 is 1")
        );
        assert_eq!(
            definition(Encoding::Natural, AtMostOne::Ladder, 731),
            "true if r1c1 is 2 or auxiliary variable 730 is true; false if r1c1 is 3"
        );
        assert_eq!(
            definition(Encoding::Natural, AtMostOne::Commander, 730),
            "true if r1c1 is 1, r1c1 is 2, r1c1 is 3 or r1c1 is 4; false if auxiliary variable 731 is true or auxiliary variable 732 is true"
        );
        for encoding in [Encoding::Minimal, Encoding::Complete] {
            for scheme in AtMostOne::ALL.iter().copied().filter(|&scheme| scheme != AtMostOne::Pairwise) {
                assert!(definition(encoding, scheme, 730).contains("if r1c1 is 1"), "{encoding} {scheme}");
            }
        }
    }

    #[test]
    fn a_unit_clause_is_no_definition() {
        let puzzle: Puzzle = ".".repeat(81).parse().unwrap();
        let mut meaning = Meaning::new(puzzle.geometry(), &Numbering::Arithmetic);
        let Ok(()) = meaning.add_clause(&[Lit::from_dimacs(-730).unwrap()]);
        assert_eq!(meaning.definition(Var::new(730).unwrap()), None);
    }
}
