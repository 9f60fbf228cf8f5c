//! The `sudoku-cli decode` command, which decodes a SAT solver's output into a grid.

use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;

use anyhow::{Context, anyhow};
use sudoku_cli::decode::{self, ModelCheck};
use sudoku_cnf::board::BoardOptions;
use sudoku_cnf::cli::files::Input;
use sudoku_cnf::cli::{Failure, exit_code};
use sudoku_cnf::formats::{Format, MAX_REPORTED_ERRORS, Record, WriteError, Writer};
use sudoku_cnf::metadata::{self, CnfMetadata};
use sudoku_cnf::numbering::Numbering;
use sudoku_cnf::{BoxShape, ClauseSink, Cnf, Model, Puzzle, dimacs};
use sudoku_sat::solver::output::{FinalStatus, ModelReader, OutputError, Strictness};

use super::args::DecodeArgs;
use super::print_message;

pub(crate) fn decode(args: &DecodeArgs) -> Result<u8, Failure> {
    let input = Input::new(args.output.clone());
    if let Some(waiting) = input.waiting() {
        print_message(waiting);
    }
    let reader = input.open().with_context(|| input.name())?;
    let mut reader = BufReader::new(reader);
    let start = read_start(&mut reader).with_context(|| input.name())?;
    if start.ends_with_cnf_header {
        return Err(Failure::Other(anyhow!(
            "{}: this is a CNF file, not the output of a SAT solver\nhint: run a SAT solver on it, and decode the \
             solver's output",
            input.name()
        )));
    }
    let reader = Cursor::new(start.text).chain(reader);
    let mut models = ModelReader::new(reader, Strictness::Lenient);
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
            Ok(record) => writer.write(&record).map_err(write_failure)?,
            Err(Failure::Other(error)) => errors.add(number, error),
            Err(failure) => return Err(failure),
        }
        if number > 1 {
            errors.print();
        }
    }
    drop(writer.finish().map_err(Failure::stdout)?);
    let status = models.finish().map_err(|error| match error {
        OutputError::NoModel => anyhow!(
            "{}: {error}\nhint: MiniSat writes its model to the file named by its second argument; pass that file instead",
            input.name()
        ),
        error => anyhow!(error).context(input.name()),
    })?;
    // If there is only one model, its error is reported without a model number.
    if let Some((_, error)) = errors.unreported.pop() {
        return Err(error.into());
    }
    if errors.count > MAX_REPORTED_ERRORS {
        print_message(format_args!(
            "{} models are not solutions; only the first {MAX_REPORTED_ERRORS} were reported",
            errors.count
        ));
    }
    Ok(match status {
        _ if errors.count > 0 => exit_code::ERROR,
        FinalStatus::Unsatisfiable if number == 0 => {
            print_message("no solution: the solver reported UNSATISFIABLE");
            exit_code::NO_SOLUTION
        }
        FinalStatus::Unknown(message) => {
            print_message(format_args!("the solver stopped without an answer: {message}"));
            exit_code::UNKNOWN
        }
        FinalStatus::Satisfiable | FinalStatus::Unsatisfiable => exit_code::DONE,
    })
}

/// The comments at the start of an input, and the line after them.
struct Start {
    text: Vec<u8>,
    ends_with_cnf_header: bool,
}

/// The maximum number of bytes that are searched for the header of a CNF file.
const MAX_START: u64 = 1 << 20;

fn read_start(reader: &mut impl BufRead) -> io::Result<Start> {
    let mut text = Vec::new();
    loop {
        let begin = text.len();
        let length = reader.by_ref().take(MAX_START - begin as u64).read_until(b'\n', &mut text)?;
        let line = text[begin..].trim_ascii();
        if length == 0 || !(line.is_empty() || line == b"c" || line.starts_with(b"c ")) {
            return Ok(Start { ends_with_cnf_header: line.starts_with(b"p cnf "), text });
        }
    }
}

fn write_failure(error: WriteError) -> Failure {
    match error {
        WriteError::Io(error) => Failure::stdout(error),
        other => Failure::Other(other.into()),
    }
}

/// The errors found while decoding models.
#[derive(Default)]
struct Errors {
    count: usize,
    unreported: Vec<(usize, anyhow::Error)>,
}

impl Errors {
    fn add(&mut self, number: usize, error: anyhow::Error) {
        self.count += 1;
        if self.count <= MAX_REPORTED_ERRORS {
            self.unreported.push((number, error));
        }
    }

    fn print(&mut self) {
        for (number, error) in self.unreported.drain(..) {
            print_message(format_args!("model {number}: {error:#}"));
        }
    }
}

/// A decoder for models of a puzzle. If `--cnf` is specified, the decoder also checks each model against that CNF file.
struct Decoder<'a> {
    args: &'a DecodeArgs,
    puzzle: Puzzle,
    numbering: Numbering,
    /// The number of models checked against the CNF so far.
    checked: usize,
    /// The clauses of the CNF. `None` until the second model is checked.
    clauses: Option<Cnf>,
}

impl<'a> Decoder<'a> {
    fn new(args: &'a DecodeArgs) -> Result<Self, Failure> {
        let mut comments = CnfMetadata::default();
        if let Some(path) = &args.cnf {
            let found = metadata::read(open(path)?);
            comments = found.map_err(|error| anyhow!("{}:{error}", path.display()))?;
        }
        let puzzle = puzzle(args, comments.board)?;
        let numbering = comments.numbering.map_or(Numbering::Arithmetic, Numbering::Compact);
        Ok(Self { args, puzzle, numbering, checked: 0, clauses: None })
    }

    /// If `--cnf` is specified, checks `model` against every clause of the CNF.
    ///
    /// For the first model, the clauses are streamed from the file, so a single model can be checked without keeping
    /// all clauses in memory.
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

    /// Decodes `model` into a record that contains the solution. For JSON output, the record also contains the puzzle.
    fn decode(&mut self, model: &Model) -> Result<Record, Failure> {
        self.check(model)?;
        let decimal = (self.numbering == Numbering::Arithmetic && self.puzzle.geometry().size() == 9)
            .then(|| decode::from_decimal(model));
        let decimal = decimal.flatten();
        let model = decimal.as_ref().unwrap_or(model);
        let solution = decode::solution(model, &self.numbering, &self.puzzle).map_err(|error| {
            match other_board(self.args, model, &self.puzzle) {
                Some(shape) => anyhow!(
                    "{error}\nhint: the number of variables matches a board with {shape} boxes; specify \
                     the board with --puzzle, --cnf or --box"
                ),
                None => error.into(),
            }
        })?;
        let solution = solution.into_grid();
        Ok(if self.args.format == Format::Json {
            Record { solution: Some(solution), ..Record::new(self.puzzle.clone(), 1) }
        } else {
            Record::new(solution.into(), 1)
        })
    }
}

/// Returns the puzzle in the `--puzzle` file, or an empty board if `--puzzle` is not set. Board options on the command
/// line take precedence over `cnf`, the board options from the CNF file.
fn puzzle(args: &DecodeArgs, cnf: Option<BoardOptions>) -> Result<Puzzle, Failure> {
    let mut board = args.read.board.board()?;
    if let Some(cnf) = cnf {
        board.boxes = board.boxes.or(cnf.boxes);
        if board.variants.is_empty() {
            board.variants = cnf.variants;
        }
    }
    if let Some(path) = &args.puzzle {
        let options = args.read.options_on(board);
        return Ok(Input::new(Some(path.clone())).valid_puzzle(&options, args.puzzle_number)?.puzzle);
    }
    Ok(Puzzle::empty(board.geometry(BoxShape::STANDARD)?))
}

/// Returns a box shape that matches the number of variables in `model`, for use in a hint.
///
/// Returns `None` if no shape matches, if the command line specifies the boxes or a puzzle, or if the `assumed` board
/// already has the right size.
fn other_board(args: &DecodeArgs, model: &Model, assumed: &Puzzle) -> Option<BoxShape> {
    let is_assumed = !args.read.board.has_boxes() && args.puzzle.is_none();
    let shape = decode::fitting_shape(model).filter(|_| is_assumed)?;
    (shape.size() != assumed.geometry().size()).then_some(shape)
}

fn open(path: &Path) -> anyhow::Result<BufReader<Box<dyn Read + Send>>> {
    let input = Input::File(path.to_owned());
    input.open().map(BufReader::new).with_context(|| path.display().to_string())
}
