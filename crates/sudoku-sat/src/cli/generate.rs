//! `sudoku-sat generate`: prints new puzzles with unique solutions.

use std::hash::{BuildHasher, RandomState};
use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, anyhow};
use sudoku_cnf::batch::{Event, in_order};
use sudoku_cnf::cli::files::Input;
use sudoku_cnf::cli::numbers::{counted, grouped};
use sudoku_cnf::cli::progress::Progress;
use sudoku_cnf::cli::terminal::BoardPainter;
use sudoku_cnf::cli::{Failure, exit_code, messages};
use sudoku_cnf::text::{Alphabet, Format, ReadOptions, Record, WriteError, Writer, losses};
use sudoku_cnf::{BoxShape, Geometry, Puzzle, Solution};
use sudoku_sat::generate::{
    GenerateError, GeneratedPuzzle, Generator, GeneratorOptions, Mask, Shortfall, Symmetry,
};
use sudoku_sat::{Interrupt, SolveError, StopReason, cores};

use super::args::{GenerateArgs, WantedDifficulty};
use super::output::{Output as OutputWriter, failure as output_failure, is_file as is_output_file};
use super::{PROGRAM, print_message, solve_failure};

/// The maximum number of warnings about individual puzzles that do not meet the requirements.
const MAX_REPORTED: u64 = 20;

pub(crate) fn generate(args: &GenerateArgs, interrupt: &Interrupt) -> Result<u8, Failure> {
    let (options, geometry) = options(args)?;
    // Report invalid options before printing any notes or warnings.
    options.check().map_err(generate_failure)?;
    let format = format(args, &geometry)?;
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(()) >> 32);
    let options = options.seed(seed);
    if args.seed.is_none() && !args.quiet {
        print_message(format_args!("note: the seed is {seed}"));
    }
    if args.minimal && args.symmetry != Symmetry::None && !args.quiet {
        print_message(
            "note: with --symmetry, 'minimal' means that no set of symmetric givens can be removed without losing uniqueness",
        );
    }
    let jobs =
        args.jobs.map_or_else(cores, usize::from).min(usize::try_from(args.count).unwrap_or(usize::MAX));
    let worker = || {
        let mut generator = None;
        let options = &options;
        move |&number: &u64| {
            let generator = match &mut generator {
                Some(generator) => generator,
                none => none.insert(Generator::new(options.clone())?),
            };
            generator.generate(number, &args.time.limits(interrupt).prompt())
        }
    };
    let draws_board = args.format.is_none() && format == Format::Grid;
    let mut output = Output {
        writer: Writer::new(format, OutputWriter),
        painter: BoardPainter::for_stdout().filter(|_| draws_board && !is_output_file()),
        with_solutions: args.with_solutions,
        stores_remarks: format.stores_remarks(),
        alphabet: args.symbols.alphabet(None),
        progress: if args.quiet { Progress::hidden() } else { Progress::of_count(args.count, "puzzles") },
        is_verbose: args.verbose,
        number: 0,
        printed: 0,
        shortfalls: 0,
        ran_out_of_tries: false,
    };
    let mut end = Ok(());
    let started = in_order(1..=args.count, jobs, worker, |event| {
        end = match event {
            Event::Idle | Event::Waiting => output.writer.flush().map_err(output_failure),
            Event::Result(_, Ok(generated)) => output.print(generated),
            Event::Result(_, Err(panicked)) => Err(Failure::Other(panicked.into())),
        };
        if end.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    if !args.quiet {
        messages::note_fewer_threads(PROGRAM, started, jobs);
    }
    output.finish(end, args.count)
}

fn generate_failure(error: GenerateError) -> Failure {
    match error {
        GenerateError::TooManyGivens { .. } => {
            Failure::Usage("--givens exceeds the number of cells on the board".to_owned())
        }
        GenerateError::NoGrid => Failure::NoSolution(error.to_string()),
        GenerateError::Solve(error) => solve_failure(error),
        other => Failure::Other(other.into()),
    }
}

/// Prints the generated puzzles, and warnings about puzzles that do not meet the requirements.
struct Output<W: io::Write> {
    writer: Writer<W>,
    /// Draws the puzzle if standard output is a terminal and the format is not specified.
    painter: Option<BoardPainter>,
    with_solutions: bool,
    /// Whether the format can store the difficulty of a puzzle.
    stores_remarks: bool,
    alphabet: Option<Alphabet>,
    progress: Progress,
    /// Whether to describe each puzzle in a message.
    is_verbose: bool,
    /// The number of puzzles handled so far, including puzzles that could not be generated.
    number: u64,
    printed: u64,
    /// The number of puzzles that do not meet the requirements or could not be generated.
    shortfalls: u64,
    /// Whether at least one puzzle does not meet the requirements because the maximum number of attempts was reached.
    ran_out_of_tries: bool,
}

impl<W: io::Write> Output<W> {
    /// Prints a puzzle, or reports why it could not be generated.
    ///
    /// # Errors
    /// Returns [`Failure::Interrupted`] after an interrupt. Returns a different error if printing fails, or if the
    /// generator fails for any reason other than reaching a limit or the maximum number of attempts.
    fn print(&mut self, generated: Result<GeneratedPuzzle, GenerateError>) -> Result<(), Failure> {
        let mut is_last = false;
        let warning = match generated {
            Ok(GeneratedPuzzle {
                shortfall: Some(Shortfall::Unfinished(StopReason::Interrupted)), ..
            })
            | Err(GenerateError::Solve(SolveError::Unknown(StopReason::Interrupted))) => {
                return Err(Failure::Interrupted);
            }
            Ok(generated) => {
                is_last = generated.shortfall == Some(Shortfall::Stopped(StopReason::Interrupted));
                self.ran_out_of_tries |= generated.shortfall == Some(Shortfall::Tries);
                if self.is_verbose {
                    let (number, description) = (self.number + 1, description(&generated));
                    self.progress.print(format_args!("{PROGRAM}: puzzle {number}: {description}"));
                }
                let warning = generated.shortfall.as_ref().map(|shortfall| describe(&generated, shortfall));
                self.write(generated)?;
                self.printed += 1;
                warning
            }
            Err(error @ (GenerateError::Undetermined(_) | GenerateError::Solve(SolveError::Unknown(_)))) => {
                Some(error.to_string())
            }
            Err(error) => return Err(generate_failure(error)),
        };
        self.number += 1;
        if let Some(warning) = warning {
            self.shortfalls += 1;
            if self.shortfalls <= MAX_REPORTED {
                self.progress.print(format_args!("{PROGRAM}: warning: puzzle {}: {warning}", self.number));
            }
        }
        self.progress.advance();
        if is_last { Err(Failure::Interrupted) } else { Ok(()) }
    }

    fn write(&mut self, generated: GeneratedPuzzle) -> Result<(), Failure> {
        let remark = difficulty(&generated).filter(|_| self.stores_remarks);
        let GeneratedPuzzle { puzzle, solution, .. } = generated;
        if let Some(painter) = self.painter {
            return painter.write(&puzzle, None, &mut OutputWriter).map_err(output_failure);
        }
        let mut record = Record { alphabet: self.alphabet, remark, ..Record::new(puzzle, 1) };
        record.solution = Some(solution.into_grid()).filter(|_| self.with_solutions);
        self.writer.write(&record).map_err(|error| match error {
            WriteError::Io(error) => output_failure(error),
            other => Failure::Other(other.into()),
        })
    }

    /// Finishes the output, prints the final messages, and returns the exit code.
    fn finish(self, end: Result<(), Failure>, requested: u64) -> Result<u8, Failure> {
        drop(self.progress);
        let finished = self.writer.finish().map_err(output_failure);
        if self.shortfalls > MAX_REPORTED {
            print_message(format_args!(
                "warning: {} of {} puzzles do not meet the request",
                self.shortfalls, self.number
            ));
        }
        if self.ran_out_of_tries {
            messages::print_line("hint: raise --tries to search longer");
        }
        if matches!(end, Err(Failure::Interrupted)) {
            finished?;
            if is_output_file() {
                print_message("interrupted; the output file was not written");
            } else {
                print_message(format_args!(
                    "interrupted; puzzles printed: {} of {}",
                    grouped(self.printed),
                    grouped(requested)
                ));
            }
            return Ok(exit_code::INTERRUPTED);
        }
        end?;
        finished?;
        Ok(if self.shortfalls > 0 { exit_code::UNKNOWN } else { exit_code::DONE })
    }
}

/// Returns the difficulty or the score, if it was requested.
fn difficulty(generated: &GeneratedPuzzle) -> Option<String> {
    let class = generated.difficulty.map(|difficulty| difficulty.to_string());
    class.or_else(|| Some(format!("score {}", generated.score?.hardest)))
}

/// Returns the number of givens, the difficulty, if it was requested, and the number of attempts.
fn description(generated: &GeneratedPuzzle) -> String {
    let class = difficulty(generated).map(|difficulty| format!("{difficulty}, ")).unwrap_or_default();
    let (givens, tries) = (generated.puzzle.given_count(), counted(generated.tries, "attempt", "attempts"));
    format!("{givens} givens, {class}{tries}")
}

/// Returns a warning that explains why a puzzle does not meet the requirements.
fn describe(generated: &GeneratedPuzzle, shortfall: &Shortfall) -> String {
    let why = match shortfall {
        Shortfall::Tries => format!("found no puzzle that meets the request (tries: {})", generated.tries),
        Shortfall::Pattern => "no pattern with this symmetry has the requested number of givens".to_owned(),
        Shortfall::Stopped(reason) | Shortfall::Unfinished(reason) => reason.to_string(),
    };
    let class = difficulty(generated).map(|difficulty| format!(", {difficulty}")).unwrap_or_default();
    let unfinished = match shortfall {
        Shortfall::Unfinished(_) => ", possibly not minimal",
        _ => "",
    };
    format!("{why}; printing the closest one ({} givens{class}{unfinished})", generated.puzzle.given_count())
}

/// Returns the generator options (without the seed) and the geometry of the board.
fn options(args: &GenerateArgs) -> Result<(GeneratorOptions, Arc<Geometry>), Failure> {
    let board = args.board.board()?;
    let mut options = GeneratorOptions::new().symmetry(args.symmetry).minimal(args.minimal);
    let geometry = match &args.from {
        None => board.geometry(BoxShape::STANDARD)?,
        Some(path) => {
            let read = ReadOptions { board: board.clone(), ..ReadOptions::default() };
            let puzzle = Input::new(Some(path.clone())).valid_puzzle(&read, args.puzzle_number)?.puzzle;
            let empty = Puzzle::empty(puzzle.geometry().clone());
            let solution = Solution::check(puzzle.into_grid(), &empty)
                .with_context(|| format!("{}: --from requires a full grid", path.display()))?;
            let geometry = solution.grid().geometry().clone();
            options = options.solution(solution);
            geometry
        }
    };
    options = options.geometry(geometry.clone());
    if let Some(path) = &args.mask {
        options = options.mask(mask(path, &geometry)?);
    }
    if let Some(givens) = args.givens {
        options = options.givens(givens);
    }
    match &args.difficulty {
        Some(WantedDifficulty::Class(difficulty)) => options = options.difficulty(*difficulty),
        Some(WantedDifficulty::Score(score)) => options = options.score(score.clone()),
        None => {}
    }
    if let Some(tries) = args.tries {
        options = options.tries(tries);
    }
    Ok((options, geometry))
}

fn mask(path: &Path, geometry: &Geometry) -> Result<Mask, Failure> {
    let input = Input::new(Some(path.to_owned()));
    let mask: Mask = input.marks()?.parse().with_context(|| input.name())?;
    let (n, size) = (geometry.size(), mask.size());
    if size != n {
        return Err(Failure::Other(anyhow!(
            "{}: the mask is {size}x{size}, but the board is {n}x{n}\nhint: set the board with --box",
            input.name()
        )));
    }
    Ok(mask)
}

/// Returns the requested output format, or a suitable default if no format was requested.
///
/// Prints a warning for each part of a puzzle that the output format cannot represent.
fn format(args: &GenerateArgs, geometry: &Arc<Geometry>) -> Result<Format, Failure> {
    let puzzle = Record::new(Puzzle::empty(geometry.clone()), 1);
    let default = match args.with_solutions {
        true if geometry.size() <= 9 && losses(&puzzle, Format::Csv).is_empty() => Format::Csv,
        true => Format::Json,
        false if args.count == 1 => Format::Grid,
        false => Format::Line,
    };
    let format = args.format.unwrap_or(default);
    if args.with_solutions && !format.stores_solutions() {
        return Err(Failure::Usage("--with-solutions requires --format csv, json or fpuzzles".to_owned()));
    }
    let puzzle = Record { alphabet: args.symbols.alphabet(None), ..puzzle };
    Writer::new(format, io::sink()).write(&puzzle).map_err(anyhow::Error::from)?;
    for loss in losses(&puzzle, format) {
        print_message(format_args!(
            "warning: the format {format} cannot represent {loss}\nhint: use --format json"
        ));
    }
    Ok(format)
}
