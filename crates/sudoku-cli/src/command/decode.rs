//! `sudoku-cli decode`: the grid that a solver's output describes.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, anyhow};
use sudoku_cli::decode::{self, ModelCheck};
use sudoku_cnf::files::Input;
use sudoku_cnf::{BoxShape, Geometry, Grid, Model, cnf_file, dimacs, exit_code, text};
use sudoku_sat::{Outcome, output};

use crate::args::Decode;
use crate::tell;

pub(crate) fn decode(args: &Decode) -> anyhow::Result<u8> {
    let input = Input::new(args.output.clone());
    let reader = input.open().with_context(|| input.name())?;
    match output::read(BufReader::new(reader)).with_context(|| input.name())? {
        Outcome::Satisfiable(model) => {
            print_grid(args, &model)?;
            Ok(exit_code::DONE)
        }
        Outcome::Unsatisfiable(_) => {
            tell("no solution: the solver says unsatisfiable");
            Ok(exit_code::NO_SOLUTION)
        }
        Outcome::Unknown(reason) => {
            tell(format_args!("unknown: {reason}"));
            Ok(exit_code::UNKNOWN)
        }
    }
}

fn print_grid(args: &Decode, model: &Model) -> anyhow::Result<()> {
    if let Some(path) = &args.cnf {
        let check = dimacs::read(open(path)?, &mut ModelCheck::new(model));
        check.map_err(|error| anyhow!("{}: {error}", path.display()))?;
    }
    let puzzle = puzzle(args)?;
    let solution =
        decode::solution(model, &puzzle).map_err(|error| match other_board(args, model, &puzzle) {
            Some(shape) => anyhow!(
                "{error}\nhint: the model has as many variables as a board with boxes of {shape}; \
             name the board with --puzzle, --cnf or --box"
            ),
            None => error.into(),
        })?;
    text::write(solution.grid(), args.format, io::stdout().lock()).context("standard output")
}

/// The puzzle whose givens must stand, or an empty board.
fn puzzle(args: &Decode) -> anyhow::Result<Grid> {
    if let Some(path) = &args.puzzle {
        let record = args.record.map(|number| number as usize);
        return Ok(Input::new(Some(path.clone())).valid_puzzle(args.shape, record)?.puzzle);
    }
    let shape = match (args.shape, &args.cnf) {
        (Some(shape), _) => shape,
        (None, Some(path)) => cnf_file::box_shape(open(path)?)?.unwrap_or(BoxShape::STANDARD),
        (None, None) => BoxShape::STANDARD,
    };
    Ok(Grid::empty(Arc::new(Geometry::new(shape))))
}

/// The box shape that the model's size points to, where the board was only assumed to be another.
fn other_board(args: &Decode, model: &Model, assumed: &Grid) -> Option<BoxShape> {
    let is_assumed = args.shape.is_none() && args.puzzle.is_none();
    let shape = decode::fitting_shape(model).filter(|_| is_assumed)?;
    (shape.size() != assumed.geometry().size()).then_some(shape)
}

fn open(path: &Path) -> anyhow::Result<BufReader<File>> {
    File::open(path).map(BufReader::new).with_context(|| path.display().to_string())
}
