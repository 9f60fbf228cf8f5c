//! `sudoku-cli decode`: the grid that a solver's output describes.

use std::io::{self, BufReader, Read};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, anyhow};
use sudoku_cli::decode::{self, ModelCheck};
use sudoku_cnf::cnf_file::Comments;
use sudoku_cnf::files::Input;
use sudoku_cnf::geometry::Board;
use sudoku_cnf::numbering::Numbering;
use sudoku_cnf::text::{Format, MOST_ERRORS, Record, Writer};
use sudoku_cnf::{BoxShape, ClauseSink, Cnf, Grid, Model, cnf_file, dimacs, exit_code};
use sudoku_sat::output::{End, Models, OutputError};

use crate::args::Decode;
use crate::tell;

pub(crate) fn decode(args: &Decode) -> anyhow::Result<u8> {
    let input = Input::new(args.output.clone());
    if let Some(waiting) = input.waiting() {
        tell(waiting);
    }
    let reader = input.open().with_context(|| input.name())?;
    let mut models = Models::new(BufReader::new(reader));
    let mut decoder = None;
    let mut writer = Writer::new(args.format, io::stdout().lock());
    let mut number = 0;
    let mut errors = Errors::default();
    for model in models.by_ref() {
        let model = model.with_context(|| input.name())?;
        number += 1;
        let decoder = match &mut decoder {
            Some(decoder) => decoder,
            None => decoder.insert(Decoder::new(args)?),
        };
        match decoder.decode(&model) {
            Ok(record) => writer.write(&record).context("standard output")?,
            Err(error) => errors.add(number, error),
        }
        if number > 1 {
            errors.tell();
        }
    }
    drop(writer.finish().context("standard output")?);
    let end = models.end().map_err(|error| match error {
        OutputError::NoModel => anyhow!(
            "{}: {error}\nhint: MiniSat writes its model to the file that is its second argument",
            input.name()
        ),
        error => anyhow!(error).context(input.name()),
    })?;
    // The only model there is needs no number.
    if let Some((_, error)) = errors.untold.pop() {
        return Err(error);
    }
    if errors.count > MOST_ERRORS {
        tell(format_args!(
            "{} models are no solutions, of which the first {MOST_ERRORS} are told",
            errors.count
        ));
    }
    Ok(match end {
        _ if errors.count > 0 => exit_code::ERROR,
        End::Unsatisfiable if number == 0 => {
            tell("no solution: the solver says unsatisfiable");
            exit_code::NO_SOLUTION
        }
        End::Unknown(words) => {
            tell(format_args!("unknown: the solver gave up: {words}"));
            exit_code::UNKNOWN
        }
        End::Satisfiable | End::Unsatisfiable => exit_code::DONE,
    })
}

/// What was wrong with models.
#[derive(Default)]
struct Errors {
    count: usize,
    untold: Vec<(usize, anyhow::Error)>,
}

impl Errors {
    fn add(&mut self, number: usize, error: anyhow::Error) {
        self.count += 1;
        if self.count <= MOST_ERRORS {
            self.untold.push((number, error));
        }
    }

    fn tell(&mut self) {
        for (number, error) in self.untold.drain(..) {
            tell(format_args!("model {number}: {error:#}"));
        }
    }
}

/// What models are decoded by: the puzzle, and the CNF if it is at hand.
struct Decoder<'a> {
    args: &'a Decode,
    puzzle: Grid,
    numbering: Numbering,
    /// How many models have been checked against the CNF, and its clauses once there are several.
    checked: usize,
    clauses: Option<Cnf>,
}

impl<'a> Decoder<'a> {
    fn new(args: &'a Decode) -> anyhow::Result<Self> {
        let mut comments = Comments::default();
        if let Some(path) = &args.cnf {
            let found = cnf_file::read_comments(open(path)?);
            comments = found.map_err(|error| anyhow!("{}:{error}", path.display()))?;
        }
        let puzzle = puzzle(args, comments.board)?;
        let numbering = comments.numbering.map_or(Numbering::Arithmetic, Numbering::Compact);
        Ok(Self { args, puzzle, numbering, checked: 0, clauses: None })
    }

    /// Checks a model clause by clause. One model takes no memory for that; several take the CNF's.
    fn check(&mut self, model: &Model) -> anyhow::Result<()> {
        let Some(path) = &self.args.cnf else { return Ok(()) };
        let mut check = ModelCheck::new(model);
        self.checked += 1;
        if self.checked == 1 {
            let checked = dimacs::read(open(path)?, &mut check);
            return checked.map(drop).map_err(|error| anyhow!("{}: {error}", path.display()));
        }
        if self.clauses.is_none() {
            let mut clauses = Cnf::default();
            dimacs::read(open(path)?, &mut clauses)
                .map_err(|error| anyhow!("{}: {error}", path.display()))?;
            self.clauses = Some(clauses);
        }
        let mut clauses = self.clauses.iter().flat_map(Cnf::clauses);
        clauses.try_for_each(|clause| check.add_clause(clause)).with_context(|| path.display().to_string())
    }

    /// The puzzle with its solution.
    fn decode(&mut self, model: &Model) -> anyhow::Result<Record> {
        self.check(model)?;
        let decimal = (self.numbering == Numbering::Arithmetic && self.puzzle.geometry().size() == 9)
            .then(|| decode::from_decimal(model));
        let decimal = decimal.flatten();
        let model = decimal.as_ref().unwrap_or(model);
        let solution = decode::solution(model, &self.numbering, &self.puzzle).map_err(|error| {
            match other_board(self.args, model, &self.puzzle) {
                Some(shape) => anyhow!(
                    "{error}\nhint: the model has as many variables as a board with boxes of {shape}; \
                 name the board with --puzzle, --cnf or --box"
                ),
                None => error.into(),
            }
        })?;
        let solution = solution.grid().clone();
        // JSON has the puzzle beside its solution; everything else shows the solution alone.
        Ok(if self.args.format == Format::Json {
            Record { solution: Some(solution), ..Record::new(self.puzzle.clone(), 1) }
        } else {
            Record::new(solution, 1)
        })
    }
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

fn open(path: &Path) -> anyhow::Result<BufReader<Box<dyn Read + Send>>> {
    let input = Input::File(path.to_owned());
    input.open().map(BufReader::new).with_context(|| path.display().to_string())
}
