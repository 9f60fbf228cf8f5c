//! Elaboration: from a clausal proof to an LRAT proof.
//!
//! The elaborator derives each clause of a proof by unit propagation. If this leads to a conflict, conflict analysis
//! collects the clauses that took part: these are the hints. Each literal that is implied at the root becomes a unit
//! lemma of its own, so that later lemmas need a single hint for it. Finally, only the lemmas on which the empty clause
//! depends are kept (backward trimming).
//!
//! The result need not be trusted, because [`check_lrat`](super::check_lrat) checks it.
//!
//! ## References
//! - N. Wetzler, M. Heule, W. Hunt: DRAT-trim: efficient checking and trimming using expressive clausal proofs, 2014.
//! - M. Moskewicz et al.: Chaff: engineering an efficient SAT solver, 2001 (watched literals).

use rustc_hash::FxHashMap;
use sudoku_cnf::{Cnf, Lit, Var};
use thiserror::Error;

use super::clausal::{ClausalProof, ProofStep};
use super::lrat::LratProof;
use crate::solver::{Limits, StopReason};

/// The number of steps between two checks of the limits.
const CHECK_INTERVAL: usize = 64;
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
    let mut elaborator = Elaborator::new(cnf);
    if elaborator.is_refuted {
        return Ok(elaborator.trim());
    }
    for (index, step) in proof.steps().enumerate() {
        if index % CHECK_INTERVAL == 0
            && let Some(reason) = limits.reached()
        {
            return Err(ElaborationError::Stopped(reason));
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

/// A literal as an index: twice the variable number, plus 1 if the literal is negated.
type Code = u32;

fn code(literal: Lit) -> Code {
    (literal.var().number() as u32) << 1 | u32::from(!literal.is_positive())
}

fn literal(code: Code) -> Option<Lit> {
    let positive = Var::new((code >> 1) as usize)?.positive();
    Some(if code & 1 == 0 { positive } else { !positive })
}

fn variable(code: Code) -> usize {
    (code >> 1) as usize
}

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
    fn new(cnf: &Cnf) -> Self {
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
        elaborator
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

    /// Watches the first two literals of `clause`.
    fn watch(&mut self, clause: u32) {
        let &[first, second, ..] = self.clause(clause) else { return };
        self.watches[first as usize].push(Watch { clause, blocker: second });
        self.watches[second as usize].push(Watch { clause, blocker: first });
    }

    fn assign(&mut self, literal: Code, reason: u32) {
        self.values[literal as usize] = 1;
        self.values[(literal ^ 1) as usize] = -1;
        self.reasons[variable(literal)] = reason;
        self.trail.push(literal);
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

    /// Propagates at the root, and adds a unit lemma for each implied literal.
    fn propagate_root(&mut self) {
        if !self.is_refuted
            && let Some(conflict) = self.propagate(true)
        {
            self.refute(conflict);
        }
    }

    /// Propagates all assigned literals. Returns a clause whose literals are all false, if there is one.
    fn propagate(&mut self, is_root: bool) -> Option<u32> {
        while let Some(&assigned) = self.trail.get(self.propagated) {
            self.propagated += 1;
            let falsified = assigned ^ 1;
            let mut watches = std::mem::take(&mut self.watches[falsified as usize]);
            let (mut kept, mut index, mut conflict) = (0, 0, None);
            while let Some(&watch) = watches.get(index) {
                index += 1;
                watches[kept] = watch;
                kept += 1;
                if self.value(watch.blocker) > 0 {
                    continue;
                }
                if self.is_deleted[watch.clause as usize] {
                    kept -= 1;
                    continue;
                }
                let start = self.start(watch.clause);
                let clause = &mut self.literals[start..self.ends[watch.clause as usize]];
                if clause[0] == falsified {
                    clause.swap(0, 1);
                }
                let first = clause[0];
                let value = self.values[first as usize];
                if value > 0 {
                    watches[kept - 1].blocker = first;
                    continue;
                }
                if let Some(other) = (2..clause.len()).find(|&at| self.values[clause[at] as usize] >= 0) {
                    clause.swap(1, other);
                    self.watches[clause[1] as usize].push(Watch { clause: watch.clause, blocker: first });
                    kept -= 1;
                    continue;
                }
                if value < 0 {
                    conflict = Some(watch.clause);
                    break;
                }
                let reason = if is_root {
                    let hints = self.root_hints(watch.clause, Some(first));
                    self.push_lemma(&[first], &hints)
                } else {
                    watch.clause
                };
                self.assign(first, reason);
            }
            watches.copy_within(index.., kept);
            watches.truncate(kept + watches.len() - index);
            self.watches[falsified as usize] = watches;
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// Returns whether `clause` contains a variable that does not occur in the formula.
    fn has_new_variable(&self, clause: &[Lit]) -> bool {
        clause.iter().any(|&literal| code(literal) as usize >= self.values.len())
    }

    /// Derives `lemma` by unit propagation and adds it. Returns whether this succeeded.
    fn add_lemma(&mut self, lemma: &[Lit]) -> bool {
        let mut lemma: Vec<Code> = lemma.iter().map(|&literal| code(literal)).collect();
        lemma.sort_unstable();
        lemma.dedup();
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

    /// Returns the clauses that lead to `conflict`, in the order in which they became unit, followed by `conflict`.
    fn analyze(&mut self, conflict: u32, root: usize) -> Vec<u32> {
        let mut marked = Vec::new();
        let mut chain = vec![conflict];
        self.mark(conflict, &mut marked);
        for index in (root..self.trail.len()).rev() {
            let variable = variable(self.trail[index]);
            let reason = self.reasons[variable];
            if self.is_marked[variable] && reason != ASSUMED {
                chain.push(reason);
                self.mark(reason, &mut marked);
            }
            self.is_marked[variable] = false;
        }
        // Only literals at the root are still marked.
        for variable in marked {
            if std::mem::take(&mut self.is_marked[variable]) {
                chain.push(self.reasons[variable]);
            }
        }
        chain.reverse();
        chain
    }

    fn mark(&mut self, clause: u32, marked: &mut Vec<usize>) {
        for index in self.start(clause)..self.ends[clause as usize] {
            let variable = variable(self.literals[index]);
            if !std::mem::replace(&mut self.is_marked[variable], true) {
                marked.push(variable);
            }
        }
    }

    /// Stops watching the lemma `clause`. Deletions of other clauses are ignored.
    fn delete(&mut self, clause: &[Lit]) {
        let mut key: Vec<Code> = clause.iter().map(|&literal| code(literal)).collect();
        key.sort_unstable();
        key.dedup();
        if let Some(lemma) = self.lemmas.get_mut(&*key).and_then(Vec::pop) {
            self.is_deleted[lemma as usize] = true;
        }
    }

    /// Returns the lemmas on which the last one depends.
    fn trim(&self) -> LratProof {
        let lemmas = self.hint_ends.len();
        let hints = |lemma: usize| {
            let start = lemma.checked_sub(1).map_or(0, |before| self.hint_ends[before]);
            &self.hints[start..self.hint_ends[lemma]]
        };
        let mut is_needed = vec![false; lemmas];
        if let Some(last) = is_needed.last_mut() {
            *last = true;
        }
        for lemma in (0..lemmas).rev() {
            if is_needed[lemma] {
                for hint in hints(lemma) {
                    if let Some(used) = (*hint as usize).checked_sub(self.originals) {
                        is_needed[used] = true;
                    }
                }
            }
        }
        let mut proof = LratProof { originals: self.originals, ..LratProof::default() };
        let mut ids = vec![0; lemmas];
        for lemma in (0..lemmas).filter(|&lemma| is_needed[lemma]) {
            ids[lemma] = (self.originals + proof.len() + 1) as u32;
            let id =
                |&hint: &u32| (hint as usize).checked_sub(self.originals).map_or(hint + 1, |used| ids[used]);
            let clause = self.clause((self.originals + lemma) as u32);
            proof.push(clause.iter().filter_map(|&code| literal(code)), hints(lemma).iter().map(id));
        }
        proof
    }
}
