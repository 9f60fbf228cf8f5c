//! The LRAT checker: an independent check that a CNF is unsatisfiable.
//!
//! This file is part of the trusted base of `sudoku-sat verify`. It depends on the standard library and the `thiserror`
//! derive macro only, and shares no code with the solvers, the encoder or the elaborator. It parses the CNF and the
//! proof on its own.
//!
//! A proof consists of lines. A line `ID LITERALS 0 HINTS 0` adds a clause, called a lemma. A line `ID d IDS 0` deletes
//! clauses. The clauses of the CNF have the identifiers 1 to m, and each lemma has a larger identifier than all clauses
//! before it. The checker accepts a lemma if its hints derive it by reverse unit propagation (RUP): if all literals of
//! the lemma are false, each hint must be the identifier of a clause with a single literal that is not false, which
//! then becomes true, until a clause has only false literals. Hints after this conflict are ignored. The proof is
//! accepted as soon as it derives the empty clause. RAT lemmas, which have negative hints, are rejected.
//!
//! ## Reference
//! L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann, P. Schneider-Kamp: Efficient certified RAT verification, 2017.

use std::collections::HashMap;

use thiserror::Error;

/// The reason why a proof was rejected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LratError {
    /// The CNF is not valid DIMACS text.
    #[error("line {line} of the CNF: {problem}")]
    Cnf {
        /// The line number, counting from 1.
        line: usize,
        /// The reason why the line is not valid.
        problem: &'static str,
    },
    /// A line of the proof is malformed, or its step is not valid.
    #[error("line {line} of the proof: {problem}")]
    Proof {
        /// The line number, counting from 1.
        line: usize,
        /// The reason why the line is not valid.
        problem: &'static str,
    },
    /// All lines of the proof are valid, but none of them derives the empty clause.
    #[error("the proof does not derive the empty clause")]
    Incomplete,
    /// The caller stopped the check.
    #[error("the check was stopped")]
    Stopped,
}

/// The number of lines between two calls of the function that can stop the check.
const CHECK_INTERVAL: usize = 1024;

/// Checks that `proof`, a proof in the LRAT text format, refutes `cnf`, a formula in DIMACS format.
///
/// Returns the number of lemmas up to the empty clause.
///
/// # Errors
/// Returns an error if the CNF is malformed, or if the proof does not show that the CNF is unsatisfiable.
///
/// ```
/// use sudoku_sat::proof::check_lrat;
///
/// let cnf = b"p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n";
/// assert_eq!(check_lrat(cnf, b"5 2 0 1 2 0\n6 0 5 3 4 0\n"), Ok(2));
/// assert!(check_lrat(cnf, b"5 2 0 1 3 0\n").is_err());
/// ```
pub fn check_lrat(cnf: &[u8], proof: &[u8]) -> Result<usize, LratError> {
    check_lrat_unless(cnf, proof, || false)
}

/// Like [`check_lrat`], but ends early if `is_stopped` returns `true`, which is called at regular intervals.
///
/// # Errors
/// Returns [`LratError::Stopped`] if the check ended early, and otherwise the errors of [`check_lrat`].
pub fn check_lrat_unless(
    cnf: &[u8],
    proof: &[u8],
    mut is_stopped: impl FnMut() -> bool,
) -> Result<usize, LratError> {
    let mut checker = Checker::new(cnf, &mut is_stopped)?;
    let mut lemmas = 0;
    for (line, text) in lines(proof) {
        if line % CHECK_INTERVAL == 0 && is_stopped() {
            return Err(LratError::Stopped);
        }
        let step = checker.step(text).map_err(|problem| LratError::Proof { line, problem })?;
        lemmas += usize::from(step != Step::Deletion);
        if step == Step::EmptyClause {
            return Ok(lemmas);
        }
    }
    Err(LratError::Incomplete)
}

/// The kind of a valid line of the proof.
#[derive(PartialEq, Eq)]
pub(crate) enum Step {
    Lemma,
    EmptyClause,
    Deletion,
}

/// The state of a check, for proofs whose lines arrive one by one.
pub(crate) struct Checker {
    /// The clauses that have not been deleted, by identifier.
    clauses: HashMap<u64, Box<[i32]>>,
    last_id: u64,
    /// The value of each variable during the check of a lemma: 1 (true), -1 (false) or 0 (unassigned). The variable 0
    /// is unused.
    values: Vec<i8>,
    /// The variables that are assigned.
    assigned: Vec<usize>,
}

impl Checker {
    /// Parses the CNF.
    pub(crate) fn new(cnf: &[u8], is_stopped: &mut dyn FnMut() -> bool) -> Result<Self, LratError> {
        let mut lines = lines(cnf).filter(|(_, text)| !text.is_empty() && text[0] != b'c');
        let fail = |line, problem| LratError::Cnf { line, problem };
        let (line, header) = lines.next().ok_or(fail(1, "missing header"))?;
        let (variables, count) = parse_header(header).ok_or(fail(line, "invalid header"))?;
        let (mut clauses, mut largest) = (HashMap::new(), 0);
        for (id, (line, text)) in (1_u64..).zip(lines) {
            if line % CHECK_INTERVAL == 0 && is_stopped() {
                return Err(LratError::Stopped);
            }
            let mut numbers = Numbers(text);
            let clause = parse_literals(&mut numbers, variables).map_err(|problem| fail(line, problem))?;
            if numbers.next().is_some() || clauses.len() == count {
                return Err(fail(line, "more clauses than the header declares, or several in one line"));
            }
            largest = clause.iter().map(|literal| literal.unsigned_abs() as usize).fold(largest, usize::max);
            clauses.insert(id, clause);
        }
        if clauses.len() < count {
            return Err(fail(line, "fewer clauses than the header declares"));
        }
        // Only variables that occur in a clause take memory, because the header may declare any number.
        Ok(Self { clauses, last_id: count as u64, values: vec![0; largest + 1], assigned: Vec::new() })
    }

    /// Checks a line of the proof, and adds or deletes clauses.
    pub(crate) fn step(&mut self, text: &[u8]) -> Result<Step, &'static str> {
        let (id, text) = split_id(text).ok_or("expected the identifier of a step")?;
        if let Some(rest) = text.strip_prefix(b"d ") {
            self.delete(rest)?;
            return Ok(Step::Deletion);
        }
        if id <= self.last_id {
            return Err("the identifier of a lemma must be larger than all before it");
        }
        let mut numbers = Numbers(text);
        let lemma = parse_literals(&mut numbers, self.values.len() - 1)?;
        let is_valid = self.is_rup(&lemma, &mut numbers);
        for variable in self.assigned.drain(..) {
            self.values[variable] = 0;
        }
        is_valid?;
        self.last_id = id;
        let is_empty = lemma.is_empty();
        self.clauses.insert(id, lemma);
        Ok(if is_empty { Step::EmptyClause } else { Step::Lemma })
    }

    /// Deletes clauses. Deleting a clause that is needed later makes a proof invalid, but never unsound.
    fn delete(&mut self, ids: &[u8]) -> Result<(), &'static str> {
        let mut numbers = Numbers(ids);
        loop {
            match numbers.next() {
                Some(Ok(0)) if numbers.next().is_none() => return Ok(()),
                Some(Ok(id)) if id > 0 => {
                    self.clauses.remove(&id.unsigned_abs()).ok_or("a deleted clause does not exist")?;
                }
                _ => return Err("expected the identifiers of deleted clauses and a final 0"),
            }
        }
    }

    /// Checks that `hints` derive `lemma`.
    fn is_rup(&mut self, lemma: &[i32], hints: &mut Numbers<'_>) -> Result<(), &'static str> {
        for &literal in lemma {
            match self.value(literal) {
                0 => self.make_true(-literal),
                1 => return Err("the lemma contains a literal and its negation"),
                _ => {}
            }
        }
        let mut is_refuted = false;
        loop {
            let hint = hints.next().ok_or("the hints must end with 0")?.map_err(|()| NOT_A_NUMBER)?;
            match u64::try_from(hint) {
                Ok(0) if hints.next().is_some() => return Err("unexpected text after the hints"),
                Ok(0) if is_refuted => return Ok(()),
                Ok(0) => return Err("the hints do not lead to a conflict"),
                Ok(_) if is_refuted => {}
                Ok(id) => is_refuted = self.propagate(id)?,
                Err(_) => return Err("RAT lemmas are not supported"),
            }
        }
    }

    /// Propagates the clause `id`: makes its only non-false literal true. Returns `true` if all of its literals are
    /// false.
    fn propagate(&mut self, id: u64) -> Result<bool, &'static str> {
        let clause = self.clauses.get(&id).ok_or("a hint refers to a clause that does not exist")?;
        let mut open = clause.iter().copied().filter(|&literal| self.value(literal) != -1);
        let Some(unit) = open.next() else { return Ok(true) };
        if open.any(|literal| literal != unit) {
            return Err("a hint refers to a clause that is not unit");
        }
        if self.value(unit) == 0 {
            self.make_true(unit);
        }
        Ok(false)
    }

    fn value(&self, literal: i32) -> i8 {
        let value = self.values[literal.unsigned_abs() as usize];
        if literal > 0 { value } else { -value }
    }

    fn make_true(&mut self, literal: i32) {
        let variable = literal.unsigned_abs() as usize;
        self.values[variable] = if literal > 0 { 1 } else { -1 };
        self.assigned.push(variable);
    }
}

const NOT_A_NUMBER: &str = "expected a number";

/// Returns the lines of `text` and their numbers. Line breaks are `\n`; the last line may lack one.
fn lines(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    (1..).zip(text.split(|&byte| byte == b'\n'))
}

/// Returns the numbers of variables and clauses in the header `p cnf VARIABLES CLAUSES`.
fn parse_header(line: &[u8]) -> Option<(usize, usize)> {
    let mut numbers = Numbers(line.strip_prefix(b"p cnf ")?);
    let mut number = || usize::try_from(numbers.next()?.ok()?).ok();
    let counts = (number()?, number()?);
    (numbers.next().is_none() && i32::try_from(counts.0).is_ok()).then_some(counts)
}

/// Returns the identifier at the start of a line, and the rest of the line.
fn split_id(line: &[u8]) -> Option<(u64, &[u8])> {
    let end = line.iter().position(|&byte| byte == b' ')?;
    let id = Numbers(&line[..end]).next()?.ok().filter(|&id| id > 0)?;
    Some((id.unsigned_abs(), &line[end + 1..]))
}

/// Parses literals up to a 0. Variable numbers must not exceed `largest`.
fn parse_literals(numbers: &mut Numbers<'_>, largest: usize) -> Result<Box<[i32]>, &'static str> {
    let mut literals = Vec::new();
    loop {
        let number = numbers.next().ok_or("the clause must end with 0")?.map_err(|()| NOT_A_NUMBER)?;
        if number == 0 {
            return Ok(literals.into());
        }
        if number.unsigned_abs() > largest as u64 {
            return Err("the CNF has no such variable");
        }
        literals.push(i32::try_from(number).map_err(|_| NOT_A_NUMBER)?);
    }
}

/// The decimal numbers in a line, separated by spaces. Yields an error for anything else, and for more than 18 digits.
struct Numbers<'t>(&'t [u8]);

impl Iterator for Numbers<'_> {
    type Item = Result<i64, ()>;

    fn next(&mut self) -> Option<Self::Item> {
        while let [b' ', rest @ ..] = self.0 {
            self.0 = rest;
        }
        if self.0.is_empty() {
            return None;
        }
        let end = self.0.iter().position(|&byte| byte == b' ').unwrap_or(self.0.len());
        let (word, rest) = self.0.split_at(end);
        self.0 = rest;
        let (is_negative, digits) = word.strip_prefix(b"-").map_or((false, word), |digits| (true, digits));
        if !(1..=18).contains(&digits.len()) || !digits.iter().all(u8::is_ascii_digit) {
            return Some(Err(()));
        }
        let number = digits.iter().fold(0, |number, digit| number * 10 + i64::from(digit - b'0'));
        Some(Ok(if is_negative { -number } else { number }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CNF: &[u8] = b"c all clauses of two variables\np cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n";

    fn check(proof: &str) -> String {
        check_lrat(CNF, proof.as_bytes()).map_or_else(|error| error.to_string(), |lemmas| lemmas.to_string())
    }

    #[test]
    fn accepts_valid_proofs() {
        assert_eq!(check("5 2 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n"), "2");
        assert_eq!(check("5 2 0 1 2 0\n9 1 0 5 3 0\n10 0 5 9 4 0"), "3", "gaps between identifiers");
        assert_eq!(check("5 2 2 0 1 2 3 0\n6 0 5 3 4 0\nafter the empty clause"), "2", "repeated literals");
    }

    #[test]
    fn rejects_invalid_steps() {
        let rejected = |proof, problem: &str| assert_eq!(check(proof), problem, "{proof}");
        rejected("", "line 1 of the proof: expected the identifier of a step");
        rejected("5 2 0 1 2 0\n", "the proof does not derive the empty clause");
        rejected("5 2 0 1 0\n", "line 1 of the proof: the hints do not lead to a conflict");
        rejected("5 0 1 2 0\n", "line 1 of the proof: a hint refers to a clause that is not unit");
        rejected("5 2 0 1 7 0\n", "line 1 of the proof: a hint refers to a clause that does not exist");
        rejected("5 2 0 1 5 0\n", "line 1 of the proof: a hint refers to a clause that does not exist");
        rejected(
            "4 2 0 1 2 0\n",
            "line 1 of the proof: the identifier of a lemma must be larger than all before it",
        );
        rejected("5 2 0 -1 2 0\n", "line 1 of the proof: RAT lemmas are not supported");
        rejected("5 2 -2 0 1 0\n", "line 1 of the proof: the lemma contains a literal and its negation");
        rejected("5 3 0 1 2 0\n", "line 1 of the proof: the CNF has no such variable");
        rejected("5 2 0 1 2\n", "line 1 of the proof: the hints must end with 0");
        rejected("5 2\n", "line 1 of the proof: the clause must end with 0");
        rejected("5 2 0 1 2 0 0\n", "line 1 of the proof: unexpected text after the hints");
        rejected("5 x 0 1 2 0\n", "line 1 of the proof: expected a number");
        rejected("5 2 0 1 2 0\r\n", "line 1 of the proof: expected a number");
        rejected("5 d 9 0\n", "line 1 of the proof: a deleted clause does not exist");
        rejected("5 d 1\n", "line 1 of the proof: expected the identifiers of deleted clauses and a final 0");
        let deleted = "5 2 0 1 2 0\n5 d 3 0\n6 0 5 3 4 0\n";
        rejected(deleted, "line 3 of the proof: a hint refers to a clause that does not exist");
    }

    #[test]
    fn rejects_malformed_formulas() {
        let rejected = |cnf: &str, problem: &str| {
            assert_eq!(check_lrat(cnf.as_bytes(), b"").unwrap_err().to_string(), problem, "{cnf}");
        };
        rejected("", "line 1 of the CNF: missing header");
        rejected("p cnf 1\n", "line 1 of the CNF: invalid header");
        rejected("p cnf -1 0\n", "line 1 of the CNF: invalid header");
        rejected("p cnf 2147483648 0\n", "line 1 of the CNF: invalid header");
        rejected("p cnf 1 1\n", "line 1 of the CNF: fewer clauses than the header declares");
        rejected("p cnf 1 999999999999999999\n", "line 1 of the CNF: fewer clauses than the header declares");
        rejected("p cnf 1 1\n2 0\n", "line 2 of the CNF: the CNF has no such variable");
        rejected("p cnf 1 1\n1\n", "line 2 of the CNF: the clause must end with 0");
        let several = "more clauses than the header declares, or several in one line";
        rejected("p cnf 1 2\n1 0 -1 0\n", &format!("line 2 of the CNF: {several}"));
        rejected("p cnf 1 1\n1 0\n-1 0\n", &format!("line 3 of the CNF: {several}"));
    }
}
