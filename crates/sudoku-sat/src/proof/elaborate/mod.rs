//! Elaboration: from a clausal proof to an LRAT proof.
//!
//! The elaborator derives each clause of a proof by unit propagation. If this leads to a conflict, conflict analysis
//! collects the clauses that took part: these are the hints. Each literal that is implied at the root becomes a unit
//! lemma of its own, so that later lemmas need a single hint for it. Finally, only the lemmas on which the empty clause
//! depends are kept (backward trimming).
//!
//! The result need not be trusted, because [`check_lrat`](super::check_lrat) checks it.
//!
//! | file | contents |
//! |---|---|
//! | `propagate` | unit propagation with watched literals |
//! | `analyze` | conflict analysis |
//! | `trim` | backward trimming |
//! | `literal` | literals as indices |
//!
//! ## Reference
//! N. Wetzler, M. Heule, W. Hunt: DRAT-trim: efficient checking and trimming using expressive clausal proofs, 2014.

mod analyze;
mod literal;
mod propagate;
mod trim;

use rustc_hash::FxHashMap;
use sudoku_cnf::{Cnf, Lit};
use thiserror::Error;

use super::lrat::LratProof;
use crate::solver::{ClausalProof, LimitPoller, Limits, ProofStep, StopReason};
use literal::{Code, code, variable};

/// The number of steps between two checks of the limits.
const CHECK_INTERVAL: usize = 64;
/// The memory for a clause of two literals and its watches.
const BYTES_PER_CLAUSE: u64 = 50;
/// The reason of a literal that is assumed.
const ASSUMED: u32 = u32::MAX;

/// The reason why a clausal proof could not be turned into an LRAT proof.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ElaborationError {
    /// Unit propagation does not derive the clause that this step adds.
    #[error("step {0} of the proof is not valid: unit propagation does not derive its clause")]
    NotRup(usize),
    /// This step adds a clause with a variable that the formula does not contain.
    #[error("step {0} of the proof introduces a new variable, which is not supported")]
    NewVariable(usize),
    /// The proof is valid, but it does not refute the formula.
    #[error("the proof does not derive the empty clause")]
    Incomplete,
    /// A limit was reached.
    #[error("{0}")]
    Stopped(StopReason),
}

/// Returns an LRAT proof that `cnf` is unsatisfiable.
///
/// The lemmas of the result are clauses of `proof`, unit clauses, and the empty clause.
///
/// # Errors
/// Returns an error if a step of `proof` is not RUP, if `proof` does not refute `cnf`, or if a limit is reached.
///
/// ```
/// use sudoku_cnf::{ClauseSink, Cnf, Lit};
/// use sudoku_sat::Limits;
/// use sudoku_sat::proof::{ClausalProof, elaborate};
///
/// let [a, b] = [1, 2].map(|number| Lit::from_dimacs(number).unwrap());
/// let (mut cnf, mut proof) = (Cnf::default(), ClausalProof::new());
/// for clause in [[a, b], [!a, b], [a, !b], [!a, !b]] {
///     cnf.add_clause(&clause)?;
/// }
/// proof.add(&[b]);
/// let mut text = Vec::new();
/// elaborate(&cnf, &proof, &Limits::none())?.write(&mut text)?;
/// assert_eq!(text, b"5 2 0 1 2 0\n6 1 0 5 3 0\n7 0 6 5 4 0\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn elaborate(cnf: &Cnf, proof: &ClausalProof, limits: &Limits) -> Result<LratProof, ElaborationError> {
    let stopped = ElaborationError::Stopped;
    limits.check_memory(cnf.len() as u64 * BYTES_PER_CLAUSE).map_err(stopped)?;
    let mut elaborator = Elaborator::new(cnf, limits).map_err(stopped)?;
    if elaborator.is_refuted {
        return Ok(elaborator.trim());
    }
    for (index, step) in proof.steps().enumerate() {
        if index % CHECK_INTERVAL == 0
            && let Some(reason) = limits.reached()
        {
            return Err(stopped(reason));
        }
        match step {
            ProofStep::Add(clause) if elaborator.has_new_variable(clause) => {
                return Err(ElaborationError::NewVariable(index + 1));
            }
            ProofStep::Add(clause) if !elaborator.add_lemma(clause) => {
                return Err(ElaborationError::NotRup(index + 1));
            }
            ProofStep::Add(_) if elaborator.is_refuted => return Ok(elaborator.trim()),
            ProofStep::Add(_) => {}
            ProofStep::Delete(clause) => elaborator.delete(clause),
        }
    }
    Err(ElaborationError::Incomplete)
}

/// A clause that watches a literal.
#[derive(Clone, Copy)]
struct Watch {
    clause: u32,
    /// Another literal of the clause. If this literal is true, the clause need not be visited.
    blocker: Code,
}

#[derive(Default)]
struct Elaborator {
    /// The literals of all clauses: first the clauses of the CNF, then the lemmas.
    literals: Vec<Code>,
    ends: Vec<usize>,
    is_deleted: Vec<bool>,
    originals: usize,
    /// The hints of all lemmas, as indices of clauses.
    hints: Vec<u32>,
    hint_ends: Vec<usize>,
    /// The lemmas with more than one literal, by their sorted literals. Used by deletions.
    lemmas: FxHashMap<Box<[Code]>, Vec<u32>>,
    watches: Vec<Vec<Watch>>,
    /// The value of each literal: 1, -1, or 0 if the literal is unassigned.
    values: Vec<i8>,
    trail: Vec<Code>,
    propagated: usize,
    /// The clause that implies each variable. At the root, this is always a unit clause.
    reasons: Vec<u32>,
    is_marked: Vec<bool>,
    /// Whether the empty clause has been derived.
    is_refuted: bool,
}

impl Elaborator {
    fn new(cnf: &Cnf, limits: &Limits) -> Result<Self, StopReason> {
        let mut poller = LimitPoller::new(limits.clone());
        let (originals, codes) = (cnf.len(), 2 * cnf.variable_count() + 2);
        let mut elaborator = Self {
            originals,
            watches: vec![Vec::new(); codes],
            values: vec![0; codes],
            reasons: vec![ASSUMED; codes / 2],
            is_marked: vec![false; codes / 2],
            ..Self::default()
        };
        let (mut units, mut empty) = (Vec::new(), None);
        for (clause, literals) in (0..).zip(cnf.clauses()) {
            poller.step()?;
            elaborator.literals.extend(literals.iter().map(|&literal| code(literal)));
            elaborator.end_clause();
            match elaborator.deduplicate() {
                0 => empty = Some(clause),
                1 => units.push(clause),
                _ => elaborator.watch(clause),
            }
        }
        if let Some(clause) = empty {
            elaborator.refute(clause);
        }
        for clause in units {
            let unit = elaborator.clause(clause)[0];
            match elaborator.value(unit) {
                0 => elaborator.assign(unit, clause),
                -1 if !elaborator.is_refuted => elaborator.refute(clause),
                _ => {}
            }
        }
        elaborator.propagate_root();
        Ok(elaborator)
    }

    fn end_clause(&mut self) {
        self.ends.push(self.literals.len());
        self.is_deleted.push(false);
    }

    /// Removes repeated literals from the last clause, and returns the number of its literals.
    fn deduplicate(&mut self) -> usize {
        let start = self.start(self.ends.len() as u32 - 1);
        if self.literals.len() - start > 2
            || self.literals[start..].iter().min() == self.literals[start..].iter().max()
        {
            let mut sorted = self.literals[start..].to_vec();
            sorted.sort_unstable();
            sorted.dedup();
            if sorted.len() < self.literals.len() - start {
                self.literals.truncate(start);
                self.literals.extend(sorted);
                if let Some(end) = self.ends.last_mut() {
                    *end = self.literals.len();
                }
            }
        }
        self.literals.len() - start
    }

    fn start(&self, clause: u32) -> usize {
        (clause as usize).checked_sub(1).map_or(0, |before| self.ends[before])
    }

    fn clause(&self, clause: u32) -> &[Code] {
        &self.literals[self.start(clause)..self.ends[clause as usize]]
    }

    fn value(&self, literal: Code) -> i8 {
        self.values[literal as usize]
    }

    /// Stores a lemma and returns its index.
    fn push_lemma(&mut self, literals: &[Code], hints: &[u32]) -> u32 {
        self.literals.extend_from_slice(literals);
        self.end_clause();
        self.hints.extend_from_slice(hints);
        self.hint_ends.push(self.hints.len());
        self.ends.len() as u32 - 1
    }

    /// Returns the unit clauses that falsify the literals of `clause` except `implied`, followed by `clause`.
    fn root_hints(&self, clause: u32, implied: Option<Code>) -> Vec<u32> {
        let others = self.clause(clause).iter().filter(|&&other| Some(other) != implied);
        others.map(|&other| self.reasons[variable(other)]).chain([clause]).collect()
    }

    /// Adds the empty clause, which follows from `clause`, whose literals are false at the root.
    fn refute(&mut self, clause: u32) {
        let hints = self.root_hints(clause, None);
        self.push_lemma(&[], &hints);
        self.is_refuted = true;
    }

    /// Returns whether `clause` contains a variable that does not occur in the formula.
    fn has_new_variable(&self, clause: &[Lit]) -> bool {
        clause.iter().any(|&literal| code(literal) as usize >= self.values.len())
    }

    /// Derives `lemma` by unit propagation and adds it. Returns whether this succeeded.
    fn add_lemma(&mut self, lemma: &[Lit]) -> bool {
        let mut lemma = sorted_codes(lemma);
        // A clause that is true at the root is never needed. The same holds for a tautology.
        let is_tautology = lemma.windows(2).any(|pair| pair[0] ^ 1 == pair[1]);
        if is_tautology || lemma.iter().any(|&literal| self.value(literal) > 0) {
            return true;
        }
        let root = self.trail.len();
        for &literal in &lemma {
            if self.value(literal) == 0 {
                self.assign(literal ^ 1, ASSUMED);
            }
        }
        let Some(conflict) = self.propagate(false) else { return false };
        let hints = self.analyze(conflict, root);
        for literal in self.trail.drain(root..) {
            self.values[literal as usize] = 0;
            self.values[(literal ^ 1) as usize] = 0;
        }
        self.propagated = root;
        let key = (lemma.len() > 1).then(|| lemma.clone().into_boxed_slice());
        // The watched literals must not be false.
        lemma.sort_by_key(|&literal| self.value(literal) < 0);
        let open = lemma.iter().filter(|&&literal| self.value(literal) == 0).count();
        let clause = self.push_lemma(&lemma, &hints);
        if let Some(key) = key {
            self.lemmas.entry(key).or_default().push(clause);
        }
        match open {
            0 if lemma.is_empty() => self.is_refuted = true,
            0 => self.refute(clause),
            1 => {
                let unit = lemma[0];
                let reason = if lemma.len() == 1 {
                    clause
                } else {
                    let hints = self.root_hints(clause, Some(unit));
                    self.push_lemma(&[unit], &hints)
                };
                self.assign(unit, reason);
                self.propagate_root();
            }
            _ => self.watch(clause),
        }
        true
    }

    /// Stops watching the lemma `clause`. Deletions of other clauses are ignored.
    fn delete(&mut self, clause: &[Lit]) {
        if let Some(lemma) = self.lemmas.get_mut(&*sorted_codes(clause)).and_then(Vec::pop) {
            self.is_deleted[lemma as usize] = true;
        }
    }
}

/// Returns the codes of the literals of a clause in ascending order.
fn sorted_codes(clause: &[Lit]) -> Vec<Code> {
    let mut codes: Vec<Code> = clause.iter().map(|&literal| code(literal)).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}
