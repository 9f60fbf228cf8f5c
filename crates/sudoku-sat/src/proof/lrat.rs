//! LRAT proofs: clausal proofs with hints, which make checking simple and fast.

use std::io::{self, Write};

use sudoku_cnf::Lit;

use super::check::{LratError, check_lrat_unless};
use crate::solver::{ClausalProof, Limits, StopReason};

/// The memory that the checker needs for each byte of a formula or proof: a clause of six bytes takes up to 90.
pub(crate) const BYTES_PER_BYTE: u64 = 15;

/// Checks that `proof` refutes the formula `cnf`.
///
/// # Errors
/// Returns an error if a limit is reached. The inner result is an error if the proof is not valid.
pub(super) fn check_within(
    cnf: &[u8],
    proof: &[u8],
    limits: &Limits,
) -> Result<Result<usize, LratError>, StopReason> {
    limits.check_memory((cnf.len() + proof.len()) as u64 * BYTES_PER_BYTE)?;
    let mut stopped = None;
    let checked = check_lrat_unless(cnf, proof, || {
        stopped = limits.reached();
        stopped.is_some()
    });
    stopped.map_or(Ok(checked), Err)
}

/// An LRAT proof: lemmas with the hints that derive them.
///
/// The clauses of the CNF have the identifiers 1 to m, and the lemmas follow.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LratProof {
    /// The number of clauses of the CNF.
    pub(super) originals: usize,
    pub(super) literals: Vec<Lit>,
    pub(super) hints: Vec<u32>,
    /// The ends of each lemma in `literals` and in `hints`.
    pub(super) ends: Vec<(usize, usize)>,
}

impl LratProof {
    /// Returns the number of lemmas.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether the proof has no lemmas.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    pub(super) fn push(&mut self, literals: impl Iterator<Item = Lit>, hints: impl Iterator<Item = u32>) {
        self.literals.extend(literals);
        self.hints.extend(hints);
        self.ends.push((self.literals.len(), self.hints.len()));
    }

    /// Returns the literals and the hints of a lemma.
    fn lemma(&self, index: usize) -> (&[Lit], &[u32]) {
        let (literals, hints) = index.checked_sub(1).map_or((0, 0), |before| self.ends[before]);
        let (literals_end, hints_end) = self.ends[index];
        (&self.literals[literals..literals_end], &self.hints[hints..hints_end])
    }

    /// Calls `visit` with each lemma, its hints, and the indices of the lemmas that are not needed afterwards. For the
    /// last lemma, there are none.
    fn visit<E>(
        &self,
        mut visit: impl FnMut(usize, &[Lit], &[u32], &[usize]) -> Result<(), E>,
    ) -> Result<(), E> {
        let first = self.originals as u32 + 1;
        let mut last_uses = vec![0; self.len()];
        for index in 0..self.len() {
            for hint in self.lemma(index).1.iter().filter_map(|hint| hint.checked_sub(first)) {
                last_uses[hint as usize] = index;
            }
        }
        let mut unneeded = Vec::new();
        for index in 0..self.len() {
            let (literals, hints) = self.lemma(index);
            let lemmas = hints.iter().filter_map(|hint| hint.checked_sub(first)).map(|hint| hint as usize);
            unneeded.clear();
            unneeded.extend(lemmas.filter(|&lemma| last_uses[lemma] == index && index + 1 < self.len()));
            unneeded.sort_unstable();
            unneeded.dedup();
            visit(index, literals, hints, &unneeded)?;
        }
        Ok(())
    }

    /// Writes the proof in the LRAT text format.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        let mut line = String::new();
        self.visit(|index, literals, hints, unneeded| {
            line.clear();
            push_number(&mut line, self.originals + 1 + index);
            for literal in literals {
                push_number(&mut line, literal.dimacs());
            }
            line.push_str("0 ");
            for &hint in hints {
                push_number(&mut line, hint);
            }
            line.push_str("0\n");
            if !unneeded.is_empty() {
                push_number(&mut line, self.originals + 1 + index);
                line.push_str("d ");
                for lemma in unneeded {
                    push_number(&mut line, self.originals + 1 + lemma);
                }
                line.push_str("0\n");
            }
            out.write_all(line.as_bytes())
        })
    }

    /// Returns the proof without hints.
    pub fn to_clausal(&self) -> ClausalProof {
        let mut proof = ClausalProof::new();
        let Ok(()) = self.visit(|_, literals, _, unneeded| -> Result<(), std::convert::Infallible> {
            proof.add(literals);
            for &lemma in unneeded {
                proof.delete(self.lemma(lemma).0);
            }
            Ok(())
        });
        proof
    }
}

/// Appends a number and a space.
pub(crate) fn push_number(line: &mut String, number: impl itoa::Integer) {
    line.push_str(itoa::Buffer::new().format(number));
    line.push(' ');
}
