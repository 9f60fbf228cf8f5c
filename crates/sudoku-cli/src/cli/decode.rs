//! The `sudoku-cli decode` command, which decodes a solver's output into a grid.

use anyhow::{Context, anyhow};
use sudoku_cli::decode::{self, ModelCheck};
use sudoku_cnf::clauses::numbering::Numbering;
use sudoku_cnf::cli::cnf_file;
use sudoku_cnf::cli::files::Input;
use sudoku_cnf::cli::messages::foreign;
use sudoku_cnf::cli::output::{self, Output};
use sudoku_cnf::cli::{Failure, exit_code};
use sudoku_cnf::files::metadata::CnfMetadata;
use sudoku_cnf::files::{InstanceFormat, check_opb};
use sudoku_cnf::puzzle::board::BoardOptions;
use sudoku_cnf::puzzle::rule::RuleText;
use sudoku_cnf::text::{Alphabet, Format, MAX_REPORTED_ERRORS, Record, WriteError, Writer};
use sudoku_cnf::{BoxShape, ClauseSink, Cnf, Model, Puzzle, Solution};
use sudoku_sat::solver::output::{FinalStatus, OutputError};

use super::args::DecodeArgs;
use super::solver_output::{SolverModel, SolverOutput};
use super::{PROGRAM, print_message};

pub(crate) fn decode(args: &DecodeArgs) -> Result<u8, Failure> {
    let inputs = [&args.output, &args.cnf, &args.puzzle].into_iter().flatten();
    let inputs = inputs.chain(args.read.files());
    output::open(args.target.as_deref(), inputs)?;
    let input = Input::new(args.output.clone());
    input.print_waiting(PROGRAM);
    let comments = cnf_file::metadata(args.cnf.as_ref())?;
    let mut models = SolverOutput::open(&input, comments.variables)?;
    let mut decoder = None;
    let mut writer = Writer::new(args.format()?, Output);
    let mut number = 0;
    let mut errors = Errors::default();
    for model in models.by_ref() {
        let model = model.with_context(|| input.name())?;
        number += 1;
        let decoder = match &mut decoder {
            Some(decoder) => decoder,
            None => decoder.insert(Decoder::new(args, &comments)?),
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
    writer.finish()?;
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

fn write_failure(error: WriteError) -> Failure {
    match error {
        WriteError::Io(error) => Failure::from(error),
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

/// A decoder for models of a puzzle. If `--cnf` is specified, the decoder also checks each model against that file.
struct Decoder<'a> {
    args: &'a DecodeArgs,
    puzzle: Puzzle,
    /// Whether nothing specifies the board, so that its size must be inferred from the model.
    is_board_assumed: bool,
    /// The alphabet of the output, or `None` for decimal numbers.
    alphabet: Option<Alphabet>,
    numbering: Numbering,
    /// The format of the file that `--cnf` specifies.
    format: InstanceFormat,
    /// The number of models checked against the CNF so far.
    checked: usize,
    /// The clauses of the CNF. `None` until the second model is checked.
    clauses: Option<Cnf>,
}

impl<'a> Decoder<'a> {
    fn new(args: &'a DecodeArgs, comments: &CnfMetadata) -> Result<Self, Failure> {
        let is_board_assumed =
            !args.read.board.has_boxes() && args.puzzle.is_none() && comments.board.is_none();
        let record = puzzle(args, comments.board.clone(), &comments.rules)?;
        let alphabet = args.symbols.alphabet(record.alphabet.or(comments.symbols));
        let puzzle = record.puzzle;
        let numbering = comments.numbering.clone().unwrap_or(Numbering::Arithmetic);
        let format = comments.format.unwrap_or_default();
        Ok(Self { args, puzzle, is_board_assumed, alphabet, numbering, format, checked: 0, clauses: None })
    }

    /// If `--cnf` is specified, checks `model` against every clause of the CNF or every constraint of the OPB file.
    ///
    /// For the first model, the clauses are streamed from the file, so a single model can be checked without keeping
    /// all clauses in memory.
    fn check(&mut self, model: &Model) -> anyhow::Result<()> {
        let Some(path) = &self.args.cnf else { return Ok(()) };
        let (input, name) = (Input::File(path.clone()), || foreign(path.display()));
        if self.format == InstanceFormat::Opb {
            return check_opb(cnf_file::open(&input)?, model).with_context(name);
        }
        let mut check = ModelCheck::new(model);
        self.checked += 1;
        if self.checked == 1 {
            return cnf_file::read(&input, &mut check)?.map(drop).with_context(name);
        }
        if self.clauses.is_none() {
            let mut clauses = Cnf::default();
            let Ok(_) = cnf_file::read(&input, &mut clauses)?;
            self.clauses = Some(clauses);
        }
        let mut clauses = self.clauses.iter().flat_map(Cnf::clauses);
        clauses.try_for_each(|clause| check.add_clause(clause)).with_context(name)
    }

    /// Decodes `model` into a record that contains the solution. For JSON output, the record also contains the puzzle.
    fn decode(&mut self, model: &SolverModel) -> Result<Record, Failure> {
        if let Some(shape) = fitting_shape(model).filter(|_| self.is_board_assumed) {
            // The largest variable or cell determines the size of the board.
            self.puzzle = Puzzle::empty(self.args.read.board.board()?.geometry(shape)?);
        }
        let solution = match model {
            SolverModel::Literals(model) => self.decode_literals(model),
            SolverModel::Candidates(candidates) => {
                decode::solution_of(candidates.iter().copied(), &self.puzzle).map_err(anyhow::Error::from)
            }
        };
        let solution = solution?.into_grid();
        Ok(if self.args.format()? == Format::Json {
            Record { solution: Some(solution), ..Record::new(self.puzzle.clone(), 1) }
        } else {
            Record { alphabet: self.alphabet, ..Record::new(solution.into(), 1) }
        })
    }

    fn decode_literals(&mut self, model: &Model) -> anyhow::Result<Solution> {
        self.check(model)?;
        let decimal = (self.numbering == Numbering::Arithmetic && self.puzzle.geometry().size() == 9)
            .then(|| decode::from_decimal(model));
        let decimal = decimal.flatten();
        let model = decimal.as_ref().unwrap_or(model);
        let is_compact = self.args.cnf.is_none() && decode::fitting_shape(model).is_none();
        decode::solution(model, &self.numbering, &self.puzzle).map_err(|error| {
            if self.is_board_assumed && is_compact {
                anyhow!(
                    "{error}\nhint: if the CNF was written with --compact or --shuffle, pass it with --cnf"
                )
            } else {
                error.into()
            }
        })
    }
}

/// Returns the box shape of the board to which `model` seems to belong.
fn fitting_shape(model: &SolverModel) -> Option<BoxShape> {
    match model {
        SolverModel::Literals(model) => decode::fitting_shape(model),
        SolverModel::Candidates(candidates) => {
            let size = candidates.iter().map(|candidate| candidate.cell.row()).max();
            size.and_then(BoxShape::most_square)
        }
    }
}

/// Returns the puzzle in the `--puzzle` file, or an empty board if `--puzzle` is not set. Board options on the command
/// line take precedence over `cnf`, the board options from the CNF file. The rules of the CNF file apply unless
/// `--puzzle` is set.
fn puzzle(args: &DecodeArgs, cnf: Option<BoardOptions>, rules: &[RuleText]) -> Result<Record, Failure> {
    let options = args.read.options_on(args.read.board.board()?.or(cnf.unwrap_or_default()))?;
    if let Some(path) = &args.puzzle {
        return Ok(Input::new(Some(path.clone())).valid_puzzle(&options, args.puzzle_number)?);
    }
    let mut puzzle = Puzzle::empty(options.board.geometry(BoxShape::STANDARD)?);
    let rules = options.rules.iter().chain(rules).map(|rule| rule.on(puzzle.geometry()));
    let rules = rules.collect::<Result<Vec<_>, _>>().map_err(anyhow::Error::from)?;
    puzzle.add_rules(rules);
    Ok(Record::new(puzzle, 1))
}
