//! `sudoku-sat generate`: prints puzzles with one solution.

use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufWriter};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, anyhow};
use sudoku_cnf::cli::files::Input;
use sudoku_cnf::cli::{Failure, exit_code};
use sudoku_cnf::formats::{Format, ReadOptions, Record, WriteError, Writer, losses};
use sudoku_cnf::{BoxShape, Geometry, Puzzle, Solution};
use sudoku_sat::batch::{Event, in_order};
use sudoku_sat::generate::{
    GenerateError, GeneratedPuzzle, Generator, GeneratorOptions, Mask, Shortfall, Symmetry,
};
use sudoku_sat::{Interrupt, SolveError, StopReason, cores};

use super::args::GenerateArgs;
use super::progress::Progress;
use super::{PROGRAM, print_message, solve_failure};

/// The number of puzzles whose shortfalls are reported one by one.
const MAX_REPORTED: u64 = 20;

pub(crate) fn generate(args: &GenerateArgs, interrupt: &Interrupt) -> Result<u8, Failure> {
    let (options, geometry) = options(args)?;
    // Errors in the options are reported at once, and not by a worker.
    options.check().map_err(generate_failure)?;
    let format = format(args, &geometry)?;
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(()) >> 32);
    let options = options.seed(seed);
    if args.seed.is_none() {
        print_message(format_args!("seed {seed}"));
    }
    if args.minimal && args.symmetry != Symmetry::None {
        print_message("minimal with a symmetry: no givens that mirror each other can go together");
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
    let mut output = Output {
        writer: Writer::new(format, BufWriter::new(io::stdout().lock())),
        with_solutions: args.with_solutions,
        progress: Progress::of_count(args.count, "puzzles"),
        number: 0,
        printed: 0,
        lacking: 0,
    };
    let mut end = Ok(());
    in_order(1..=args.count, jobs, worker, |event| {
        end = match event {
            Event::Idle | Event::Waiting => output.writer.flush().map_err(Failure::stdout),
            Event::Result(_, Ok(generated)) => output.print(generated),
            Event::Result(_, Err(panicked)) => Err(Failure::Other(panicked.into())),
        };
        if end.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    output.finish(end, args.count)
}

fn generate_failure(error: GenerateError) -> Failure {
    match error {
        GenerateError::TooManyGivens { .. } => {
            Failure::Usage("--givens is more than the board has cells".to_owned())
        }
        GenerateError::NoGrid => Failure::NoSolution(error.to_string()),
        GenerateError::Solve(error) => solve_failure(error),
        other => Failure::Other(other.into()),
    }
}

/// Prints puzzles, and reports those that do not meet the request.
struct Output<W: io::Write> {
    writer: Writer<W>,
    with_solutions: bool,
    progress: Progress,
    /// The number of puzzles so far, and of those that were printed.
    number: u64,
    printed: u64,
    /// The number of puzzles that do not meet the request.
    lacking: u64,
}

impl<W: io::Write> Output<W> {
    /// Prints a puzzle, or reports why there is none.
    ///
    /// # Errors
    /// If printing fails or no puzzle can be generated; [`Failure::Interrupted`] after an interrupt.
    fn print(&mut self, generated: Result<GeneratedPuzzle, GenerateError>) -> Result<(), Failure> {
        let mut is_last = false;
        let lack = match generated {
            Ok(GeneratedPuzzle {
                shortfall: Some(Shortfall::Unfinished(StopReason::Interrupted)), ..
            })
            | Err(GenerateError::Solve(SolveError::Unknown(StopReason::Interrupted))) => {
                return Err(Failure::Interrupted);
            }
            Ok(generated) => {
                is_last = generated.shortfall == Some(Shortfall::Stopped(StopReason::Interrupted));
                let lack = generated.shortfall.as_ref().map(|shortfall| lack(&generated, shortfall));
                let mut record = Record::new(generated.puzzle, 1);
                record.solution = Some(generated.solution.into_grid()).filter(|_| self.with_solutions);
                self.writer.write(&record).map_err(|error| match error {
                    WriteError::Io(error) => Failure::stdout(error),
                    other => Failure::Other(other.into()),
                })?;
                self.printed += 1;
                lack
            }
            Err(error @ (GenerateError::Undetermined(_) | GenerateError::Solve(SolveError::Unknown(_)))) => {
                Some(error.to_string())
            }
            Err(error) => return Err(generate_failure(error)),
        };
        self.number += 1;
        if let Some(lack) = lack {
            self.lacking += 1;
            if self.lacking <= MAX_REPORTED {
                self.progress.print(format_args!("{PROGRAM}: puzzle {}: {lack}", self.number));
            }
        }
        self.progress.advance();
        if is_last { Err(Failure::Interrupted) } else { Ok(()) }
    }

    /// Ends the output, reports what is missing, and returns the exit code.
    fn finish(self, end: Result<(), Failure>, requested: u64) -> Result<u8, Failure> {
        drop(self.progress);
        let finished = self.writer.finish().map_err(Failure::stdout);
        if self.lacking > MAX_REPORTED {
            print_message(format_args!(
                "and {} more puzzles are not what was asked for",
                self.lacking - MAX_REPORTED
            ));
        }
        if matches!(end, Err(Failure::Interrupted)) {
            finished?;
            print_message(format_args!("interrupted: {} of {requested} puzzles are made", self.printed));
            return Ok(exit_code::INTERRUPTED);
        }
        end?;
        finished?;
        Ok(if self.lacking > 0 { exit_code::UNKNOWN } else { exit_code::DONE })
    }
}

/// Describes what a puzzle lacks.
fn lack(generated: &GeneratedPuzzle, shortfall: &Shortfall) -> String {
    let why = match shortfall {
        Shortfall::Tries => format!("not as asked for (tries: {}; --tries allows more)", generated.tries),
        Shortfall::Pattern => "no pattern of this symmetry has as many givens as asked for".to_owned(),
        Shortfall::Stopped(reason) | Shortfall::Unfinished(reason) => reason.to_string(),
    };
    let class = generated.difficulty.map(|difficulty| format!(" and is {difficulty}")).unwrap_or_default();
    let more = match shortfall {
        Shortfall::Unfinished(_) => "; more of them might go",
        _ => "",
    };
    format!("{why}; the best has {} givens{class}{more}", generated.puzzle.given_count())
}

/// Returns the options, without a seed, and their board.
fn options(args: &GenerateArgs) -> Result<(GeneratorOptions, Arc<Geometry>), Failure> {
    let board = args.board.board()?;
    let mut options = GeneratorOptions::new().symmetry(args.symmetry).minimal(args.minimal);
    let geometry = match &args.from {
        None => board.geometry(BoxShape::STANDARD)?,
        Some(path) => {
            let read = ReadOptions { board: board.clone(), ..ReadOptions::default() };
            let puzzle = Input::new(Some(path.clone())).valid_puzzle(&read, args.record)?.puzzle;
            let empty = Puzzle::empty(puzzle.geometry().clone());
            let solution = Solution::check(puzzle.into_grid(), &empty)
                .with_context(|| format!("{}: --from takes a full grid", path.display()))?;
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
    if let Some(difficulty) = args.difficulty {
        options = options.difficulty(difficulty);
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
            "{}: this is a mask of {size}x{size} cells, and the puzzles have {n}x{n}; --box names theirs",
            input.name()
        )));
    }
    Ok(mask)
}

/// Returns the requested format, or one that fits. Reports what the format cannot hold.
fn format(args: &GenerateArgs, geometry: &Arc<Geometry>) -> Result<Format, Failure> {
    let puzzle = Record::new(Puzzle::empty(geometry.clone()), 1);
    let default = match args.with_solutions {
        true if geometry.size() <= 9 && losses(&puzzle, Format::Csv).is_empty() => Format::Csv,
        true => Format::Json,
        false if args.count == 1 => Format::Grid,
        false => Format::Line,
    };
    let format = args.format.unwrap_or(default);
    if args.with_solutions && !format.holds_solutions() {
        return Err(Failure::Usage(
            "--with-solutions takes a format that holds them: csv, json or fpuzzles".to_owned(),
        ));
    }
    Writer::new(format, io::sink()).write(&puzzle).map_err(anyhow::Error::from)?;
    for loss in losses(&puzzle, format) {
        print_message(format_args!("{format} cannot hold {loss}, json can"));
    }
    Ok(format)
}
