//! Proofs of the number of solutions.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use sudoku_cnf::Problem;
use sudoku_cnf::text::Record;
use sudoku_sat::Limits;
use sudoku_sat::proof::bundle::bundle_files;
use sudoku_sat::proof::{certify, complete_problem};

/// The number of clauses of the largest formula.
const MAX_CLAUSES: usize = 1_000_000;

/// Returns a proof: the claim, and the files of a bundle, which `sudoku-sat verify` checks. The claim is `unique`,
/// `several` or `unsatisfiable`.
pub(crate) fn prove(record: &Record) -> Result<Value, String> {
    let problem: Problem = complete_problem(&record.puzzle);
    let clauses = problem.size().map_err(|error| error.to_string())?.clauses;
    if clauses > MAX_CLAUSES {
        return Err(format!(
            "the formula has {clauses} clauses, but the playground proves at most {MAX_CLAUSES}"
        ));
    }
    let certificate = certify(&record.puzzle, &Limits::none()).map_err(|error| error.to_string())?;
    let files = bundle_files(&record.puzzle, &certificate).map_err(|error| error.to_string())?;
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).map_err(|error| error.to_string());
    let files: BTreeMap<String, String> =
        files.into_iter().map(|(name, bytes)| Ok((name, text(bytes)?))).collect::<Result<_, String>>()?;
    Ok(json!({ "claim": certificate.claim().name(), "files": files }))
}
