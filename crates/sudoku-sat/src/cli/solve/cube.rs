//! `sudoku-sat solve --cubes DIR --cube K`: solves cubes of a puzzle.

use std::io;
use std::path::Path;

use sudoku_cnf::cli::{Failure, exit_code};
use sudoku_sat::Limits;
use sudoku_sat::cubes::Composer;
use sudoku_sat::proof::{Refutation, refute_problem};

use super::proven;
use crate::cli::args::SolveArgs;
use crate::cli::cubes::CubeFolder;
use crate::cli::{print_data, report_unknown};

/// Solves the cubes in `folder` whose numbers are on the command line, and writes their answers to `folder`.
///
/// Ends at the first cube with a solution, because it is a solution of the puzzle.
pub(super) fn solve(args: &SolveArgs, folder: &Path) -> Result<u8, Failure> {
    let solver = proven::solver(args)?;
    let folder = CubeFolder::open(folder)?;
    args.cube.cube.iter().try_for_each(|&number| folder.cube(number).map(|_| ()))?;
    let mut code = exit_code::DONE;
    for &number in &args.cube.cube {
        let cube = folder.cube(number)?;
        let limits = args.solver.time.limits();
        folder.remove_wrong_solution(number)?;
        if let Some(answer) = answer(&folder, number, &limits) {
            print_data(&format!("{number}: {answer}, solved before"))?;
            if answer == SATISFIABLE {
                return Ok(exit_code::DONE);
            }
            continue;
        }
        let refutation = refute_problem(&cube.problem(&folder.puzzle), &solver, &limits);
        let answer = match proven::refutation(refutation)? {
            Ok(Refutation::Solved(solution)) => {
                folder.write_solution(number, &solution)?;
                SATISFIABLE
            }
            Ok(Refutation::Refuted(_, proof)) => {
                folder.write_proof(number, &proof)?;
                UNSATISFIABLE
            }
            Err(reason) => {
                code = report_unknown(&reason);
                if code == exit_code::INTERRUPTED {
                    return Ok(code);
                }
                "unknown"
            }
        };
        print_data(&format!("{number}: {answer}"))?;
        if answer == SATISFIABLE {
            return Ok(exit_code::DONE);
        }
    }
    Ok(code)
}

const SATISFIABLE: &str = "satisfiable";
const UNSATISFIABLE: &str = "unsatisfiable";

/// Returns the answer in the folder to a cube, if there is a valid one.
fn answer(folder: &CubeFolder, number: usize, limits: &Limits) -> Option<&'static str> {
    if let Some(Ok(_)) = folder.solution(number) {
        return Some(SATISFIABLE);
    }
    let proof = folder.proof(number, limits)?.ok()?;
    let problem = folder.cube(number).ok()?.problem(&folder.puzzle);
    let mut composer = Composer::new(&problem, io::sink(), limits).ok()?;
    composer.add(&[], proof.reader).is_ok().then_some(UNSATISFIABLE)
}
