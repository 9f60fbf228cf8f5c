//! `sudoku-sat cubes`: splits a puzzle into cubes.

mod folder;

use sudoku_cnf::cli::messages::foreign;
use sudoku_cnf::cli::numbers::counted;
use sudoku_cnf::cli::{Failure, exit_code};
use sudoku_sat::cubes::Cover;
use sudoku_sat::proof::complete_problem;

use super::args::CubesArgs;
use super::{input, print_message, solve_failure};
pub(super) use folder::CubeFolder;

pub(crate) fn cubes(args: &CubesArgs) -> Result<u8, Failure> {
    folder::reject_existing(&args.output)?;
    let record = input::single(args.puzzle.as_ref(), &args.input, args.quiet)?;
    let problem = complete_problem(&record.puzzle);
    let cover = Cover::of(&problem, args.count, &args.time.limits()).map_err(solve_failure)?;
    folder::write(&args.output, &problem, &cover, args.files)?;
    if !args.quiet {
        let cubes = counted(cover.cubes.len() as u64, "cube", "cubes");
        let folder = foreign(args.output.display());
        let note = match cover.cubes.len() {
            0 => format!(": propagation refutes all parts of the puzzle; run 'sudoku-sat verify {folder}'"),
            _ => String::new(),
        };
        print_message(format_args!("wrote {cubes} to {folder}{note}"));
    }
    Ok(exit_code::DONE)
}
