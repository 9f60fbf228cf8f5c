//! Composes a refutation of the puzzle from the proofs of all cubes.
//!
//! The proof of a cube c refutes the CNF and the literals of c as unit clauses. Without these unit clauses, the same
//! hints derive C ∨ ¬c for each lemma C, so the last lemma becomes ¬c. The proof of the cover then derives the empty
//! clause from these lemmas.
//!
//! The proofs are read line by line, and each composed line is checked and written at once. Only the lemmas of one cube
//! and the refuted cubes are in memory.

use std::collections::HashMap;
use std::io::{self, BufRead, Write};

use sudoku_cnf::files::dimacs::DimacsWriter;
use sudoku_cnf::{Lit, Problem};
use thiserror::Error;

use super::cover::{Cover, Cube};
use super::translate::Translator;
use crate::ask::limited_cnf;
use crate::proof::{BYTES_PER_BYTE, Checker, ElaborationError, LratError, elaborate, limited_size};
use crate::search::SolveError;
use crate::solver::Limits;

/// The number of lines between two checks of the limits.
const CHECK_INTERVAL: usize = 1024;

/// The reason why a refutation could not be composed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ComposeError {
    /// The proof of a cube is not valid.
    #[error(transparent)]
    Proof(#[from] LratError),
    /// The proof of the cover is not valid, so the cubes may not cover all solutions.
    #[error("the cubes do not cover all solutions: {0}")]
    Cover(ElaborationError),
    /// A limit was reached, or the CNF has too many variables.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// Reading a proof failed.
    #[error(transparent)]
    Read(io::Error),
    /// Writing the composed proof failed.
    #[error(transparent)]
    Write(#[from] io::Error),
}

/// Composes a refutation of a puzzle from refutations of its cubes. It checks each line of the result.
pub struct Composer<'l, W> {
    problem: Problem,
    checker: Checker,
    out: W,
    limits: &'l Limits,
    /// The number of clauses in the CNF.
    clauses: u64,
    last_id: u64,
    /// The refuted cubes: the identifiers of the lemmas that exclude them.
    refuted: Vec<u64>,
}

impl<'l, W: Write> Composer<'l, W> {
    /// Creates a composer for a [`complete_problem`](crate::proof::complete_problem). It writes an LRAT proof to `out`.
    ///
    /// # Errors
    /// Returns an error if a limit is reached, or if the CNF has too many variables.
    pub fn new(problem: &Problem, out: W, limits: &'l Limits) -> Result<Self, ComposeError> {
        let size = limited_size(problem, limits)?;
        let mut formula = DimacsWriter::new(Vec::new());
        formula.header(size.variables, size.clauses)?;
        problem.encode(&mut formula)?;
        let formula = formula.finish()?;
        limits.check_memory(formula.len() as u64 * BYTES_PER_BYTE).map_err(SolveError::Unknown)?;
        let checker = Checker::new(&formula, &mut || limits.reached().is_some()).map_err(|error| {
            limits.reached().map_or(error.into(), |reason| ComposeError::from(SolveError::Unknown(reason)))
        })?;
        let clauses = size.clauses as u64;
        let refuted = Vec::new();
        Ok(Self { problem: problem.clone(), checker, out, limits, clauses, last_id: clauses, refuted })
    }

    /// Adds the LRAT proof of the next cube, which consists of `literals`.
    ///
    /// # Errors
    /// Returns an error if the proof does not refute the cube, if a limit is reached, or if reading or writing fails.
    pub fn add(&mut self, literals: &[Lit], proof: impl BufRead) -> Result<(), ComposeError> {
        let negation: Vec<i32> = literals.iter().map(|literal| -literal.dimacs()).collect();
        let refuted = self.translate(proof, &negation, &vec![None; literals.len()])?;
        self.refuted.push(refuted);
        Ok(())
    }

    /// Derives the empty clause from the proof of the cover and flushes the output. All cubes must have been added in
    /// the order of the cover.
    ///
    /// # Errors
    /// Returns an error if the cubes do not cover all solutions, if a limit is reached, or if writing fails.
    pub fn finish(mut self, cover: &Cover) -> Result<(), ComposeError> {
        let problem = self.problem.clone().with_clauses(cover.cubes.iter().map(Cube::negation));
        let cnf = limited_cnf(&problem, None, self.limits).map_err(SolveError::Unknown)?;
        let proof = elaborate(&cnf, &cover.proof, self.limits).map_err(|error| match error {
            ElaborationError::Stopped(reason) => SolveError::Unknown(reason).into(),
            error => ComposeError::Cover(error),
        })?;
        drop(cnf);
        let mut text = Vec::new();
        proof.write(&mut text)?;
        let refuted: Vec<_> = self.refuted.iter().copied().map(Some).collect();
        self.translate(&*text, &[], &refuted)?;
        Ok(self.out.flush()?)
    }

    /// Adds the lines of a proof up to its empty clause, with the literals `suffix` in each lemma.
    ///
    /// `assumed` contains an identifier for each clause that follows those of the puzzle in the CNF of the proof, or
    /// `None` if the negation of the clause is in `suffix`. Returns the identifier of the last lemma.
    fn translate(
        &mut self,
        mut proof: impl BufRead,
        suffix: &[i32],
        assumed: &[Option<u64>],
    ) -> Result<u64, ComposeError> {
        let mut translator = Translator { clauses: self.clauses, suffix, assumed, lemmas: HashMap::new() };
        let mut text = String::new();
        for line in 1.. {
            if line % CHECK_INTERVAL == 0 {
                self.limits.check().map_err(SolveError::Unknown)?;
            }
            text.clear();
            if proof.read_line(&mut text).map_err(ComposeError::Read)? == 0 {
                break;
            }
            let fail = |problem| LratError::Proof { line, problem };
            let translated = translator.line(&text, &mut self.last_id);
            let translated = translated.ok_or(fail("expected a lemma with hints, or a deletion"))?;
            if let Some(composed) = translated.text {
                self.write(&composed)?.map_err(fail)?;
            }
            if translated.is_last {
                if let Some(deletion) = translator.deletion_of_lemmas(self.last_id) {
                    self.write(&deletion)?.map_err(fail)?;
                }
                return Ok(self.last_id);
            }
        }
        Err(LratError::Incomplete.into())
    }

    /// Checks a line and writes it. The inner result is an error if the line is not valid.
    fn write(&mut self, line: &str) -> io::Result<Result<(), &'static str>> {
        if let Err(problem) = self.checker.step(line.as_bytes()) {
            return Ok(Err(problem));
        }
        writeln!(self.out, "{line}").map(Ok)
    }
}
