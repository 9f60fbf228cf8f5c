//! `sudoku-cli decode`: the grid that a solver's output describes.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, anyhow};
use sudoku_cli::decode::{self, ModelCheck};
use sudoku_cnf::cnf_file::Comments;
use sudoku_cnf::files::Input;
use sudoku_cnf::geometry::Board;
use sudoku_cnf::numbering::Numbering;
use sudoku_cnf::{BoxShape, Grid, Model, cnf_file, dimacs, exit_code, text};
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
    let mut comments = Comments::default();
    if let Some(path) = &args.cnf {
        let check = dimacs::read(open(path)?, &mut ModelCheck::new(model));
        check.map_err(|error| anyhow!("{}: {error}", path.display()))?;
        let found = cnf_file::read_comments(open(path)?);
        comments = found.map_err(|error| anyhow!("{}:{error}", path.display()))?;
    }
    let puzzle = puzzle(args, comments.board)?;
    let numbering = comments.numbering.map_or(Numbering::Arithmetic, Numbering::Compact);
    let solution = decode::solution(model, &numbering, &puzzle).map_err(|error| {
        match other_board(args, model, &puzzle) {
            Some(shape) => anyhow!(
                "{error}\nhint: the model has as many variables as a board with boxes of {shape}; \
             name the board with --puzzle, --cnf or --box"
            ),
            None => error.into(),
        }
    })?;
    text::write(solution.grid(), args.format, io::stdout().lock()).context("standard output")
}

/// The puzzle whose givens must stand, or an empty board: as it is said, else as the CNF says.
fn puzzle(args: &Decode, cnf: Option<Board>) -> anyhow::Result<Grid> {
    let mut board = args.read.board.board()?;
    if let Some(cnf) = cnf {
        board.boxes = board.boxes.or(cnf.boxes);
        if board.variants.is_empty() {
            board.variants = cnf.variants;
        }
    }
    if let Some(path) = &args.puzzle {
        let options = args.read.options_on(board);
        return Ok(Input::new(Some(path.clone())).valid_puzzle(&options, args.record)?.puzzle);
    }
    Ok(Grid::empty(Arc::new(board.geometry(BoxShape::STANDARD)?)))
}

/// The box shape that the model's size points to, where the board was only assumed to be another.
fn other_board(args: &Decode, model: &Model, assumed: &Grid) -> Option<BoxShape> {
    let is_assumed = !args.read.board.has_boxes() && args.puzzle.is_none();
    let shape = decode::fitting_shape(model).filter(|_| is_assumed)?;
    (shape.size() != assumed.geometry().size()).then_some(shape)
}

fn open(path: &Path) -> anyhow::Result<BufReader<File>> {
    File::open(path).map(BufReader::new).with_context(|| path.display().to_string())
}
