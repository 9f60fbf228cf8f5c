//! The `sudoku-cli check` command, which checks puzzles and full grids.

use std::io::{BufWriter, Write};
use std::iter;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use sudoku_cli::check::{Checker, Verdict};
use sudoku_cnf::batch::{Event, in_order};
use sudoku_cnf::cli::error_reports::ErrorReports;
use sudoku_cnf::cli::files::{Input, InputError};
use sudoku_cnf::cli::hints::note_text;
use sudoku_cnf::cli::progress::Progress;
use sudoku_cnf::cli::result_class::ResultClass;
use sudoku_cnf::cli::source_lines::SourceLines;
use sudoku_cnf::cli::{Failure, Style, messages};
use sudoku_cnf::puzzle::board::BoardOptions;
use sudoku_cnf::text::{ReadOptions, Record};
use sudoku_cnf::{Candidate, Puzzle, Solution};
use sudoku_sat::cores;

use super::PROGRAM;
use super::args::CheckArgs;
use super::check_tally::Tally;
use super::puzzles::{self, LocatedPuzzle, PuzzleInputs, no_puzzle};

pub(crate) fn check(args: &CheckArgs, style: Style) -> Result<u8, Failure> {
    let inputs = args.grids.iter().chain(&args.puzzle).chain(args.read.board.regions_file());
    puzzles::write_to(args.output.as_deref(), inputs, |out| check_to(out, args, style))
}

fn check_to(out: &mut dyn Write, args: &CheckArgs, style: Style) -> Result<u8, Failure> {
    let options = args.read.options()?;
    let valid = |path: &PathBuf| Input::new(Some(path.clone())).valid_puzzle(&options, args.puzzle_number);
    let puzzle = args.puzzle.as_ref().map(valid).transpose()?.map(|record| record.puzzle);
    // With `--puzzle`, the grids are read with the board options of that puzzle, and `--puzzle-number` selects a puzzle
    // in the `--puzzle` file rather than a grid.
    let (options, number) = match &puzzle {
        Some(puzzle) => (args.read.options_on(BoardOptions::from(&**puzzle.geometry())), None),
        None => (options, args.puzzle_number),
    };
    let options = ReadOptions { keep_lines: !args.only.is_empty(), ..options };
    let mut grids = PuzzleInputs::open(&args.grids, options, number)?;
    let are_many = grids.are_many();
    let (progress, bytes_read) = grids.progress();
    let mut printer = Printer {
        out: BufWriter::new(out),
        are_many,
        strict: args.strict,
        is_quiet: args.quiet,
        only: &args.only,
        lines: SourceLines::default(),
        errors: ErrorReports::new(PROGRAM, style),
        tally: Tally::default(),
        progress: if args.quiet || !are_many { Progress::hidden() } else { progress },
        bytes_read,
    };
    let worker = || {
        let checker = args.timeout.map_or_else(Checker::default, |time| Checker::default().timeout(time));
        let finds_redundant = args.redundant || !are_many && args.only.is_empty();
        let mut checker = if finds_redundant { checker } else { checker.without_redundant_givens() };
        let against = puzzle.as_ref();
        move |grid: &Grid| {
            grid.as_ref().ok().map(|grid| judge(&mut checker, &grid.record, against, finds_redundant))
        }
    };
    let jobs = if are_many { args.jobs.map_or_else(cores, usize::from) } else { 1 };
    let mut end = Ok(());
    let started = in_order(grids, jobs, worker, |event| match printer.take(event) {
        Ok(flow) => flow,
        Err(failure) => {
            end = Err(failure);
            ControlFlow::Break(())
        }
    });
    end?;
    if !args.quiet {
        messages::note_fewer_threads(PROGRAM, started, jobs);
    }
    printer.finish()
}

/// A puzzle or full grid, or the error that occurred while reading it.
type Grid = Result<LocatedPuzzle, InputError>;

/// The result of checking a puzzle or full grid.
struct Judgment {
    lines: Vec<String>,
    outcome: ResultClass,
}

/// Checks a puzzle or full grid, and the solution stored with it, if any.
///
/// If `against` is set, checks whether the grid is a solution of the puzzle `against`. `finds_redundant` tells whether
/// `checker` searches for redundant givens.
fn judge(
    checker: &mut Checker,
    record: &Record,
    against: Option<&Puzzle>,
    finds_redundant: bool,
) -> Result<Judgment, Failure> {
    let puzzle = &record.puzzle;
    let name = |given: &Candidate| format!("{} {}", given.cell, given.digit);
    let verdict = checker.check(puzzle, against).map_err(|error| Failure::Puzzle(error.into()))?;
    let (mut lines, mut outcome) = match verdict {
        Verdict::Clashes(clashes) => {
            (clashes.iter().map(ToString::to_string).collect(), ResultClass::Invalid)
        }
        Verdict::NotASolution(error) => {
            (vec![format!("not a solution of the puzzle: {error}")], ResultClass::Invalid)
        }
        Verdict::Correct => (vec!["a correct full grid".to_owned()], ResultClass::Valid),
        Verdict::Unsolvable => (vec!["no solution".to_owned()], ResultClass::Unsatisfiable),
        Verdict::Proper(None) => {
            let unknown = finds_redundant.then(|| "redundant givens: unknown".to_owned());
            let lines = iter::once("exactly 1 solution".to_owned()).chain(unknown).collect();
            (lines, ResultClass::Valid)
        }
        Verdict::Unknown(reason) => (vec![format!("result unknown: {reason}")], ResultClass::Unknown),
        Verdict::Proper(Some(redundant)) if redundant.is_empty() => {
            (vec!["exactly 1 solution; every given is necessary".to_owned()], ResultClass::Valid)
        }
        Verdict::Proper(Some(redundant)) => {
            let list = redundant.iter().map(name).collect::<Vec<_>>().join(", ");
            let redundant = format!("redundant givens (each can be removed on its own): {list}");
            (vec!["exactly 1 solution".to_owned(), redundant], ResultClass::Valid)
        }
        Verdict::Ambiguous(one, other) => (
            vec![format!("several solutions: one with {}, another with {}", name(&one), name(&other))],
            ResultClass::Several,
        ),
        other => (vec![format!("{other:?}")], ResultClass::Invalid),
    };
    if let Some(Err(error)) = record.solution.clone().map(|solution| Solution::check(solution, puzzle)) {
        lines.push(format!("the solution stored with the puzzle is wrong: {error}"));
        outcome = ResultClass::Invalid;
    }
    Ok(Judgment { lines, outcome })
}

/// A printer that writes the results and errors in input order.
struct Printer<'a> {
    out: BufWriter<&'a mut dyn Write>,
    are_many: bool,
    strict: bool,
    is_quiet: bool,
    /// The results for which the puzzle itself is printed instead of the result, or an empty list to print all results.
    only: &'a [ResultClass],
    lines: SourceLines,
    errors: ErrorReports,
    tally: Tally,
    progress: Progress,
    /// The number of input bytes read so far.
    bytes_read: Arc<AtomicU64>,
}

impl Printer<'_> {
    fn take(
        &mut self,
        event: Event<'_, Grid, Option<Result<Judgment, Failure>>>,
    ) -> Result<ControlFlow<()>, Failure> {
        match event {
            Event::Idle | Event::Waiting => {
                self.out.flush()?;
                Ok(ControlFlow::Continue(()))
            }
            Event::Result(_, Err(panicked)) => Err(Failure::Other(panicked.into())),
            Event::Result(Err(error), Ok(_)) => {
                let report = self.errors.report(error);
                Ok(self.count_error(report))
            }
            Event::Result(Ok(grid), Ok(judged)) => match judged {
                Some(Ok(judgment)) => self.print(grid, &judgment).map(ControlFlow::Continue),
                Some(Err(failure)) => {
                    let report = self.errors.report_failure(&failure);
                    Ok(self.count_error(report))
                }
                None => Ok(ControlFlow::Continue(())),
            },
        }
    }

    fn print(&mut self, grid: &LocatedPuzzle, judgment: &Judgment) -> Result<(), Failure> {
        if let Some(note) = grid.record.note.as_ref().filter(|_| !self.is_quiet) {
            self.progress.print(format_args!("{PROGRAM}: {}: note: {}", grid.place(), note_text(note)));
        }
        let written = if !self.only.is_empty() {
            let is_printed = self.only.iter().any(|only| match only {
                ResultClass::Unique => judgment.outcome == ResultClass::Valid,
                only => judgment.outcome == *only,
            });
            if is_printed { writeln!(self.out, "{}", self.lines.text(&grid.record)) } else { Ok(()) }
        } else if self.are_many {
            writeln!(self.out, "{}: {}", grid.place(), judgment.lines.join("; "))
        } else {
            writeln!(self.out, "{}", judgment.lines.join("\n"))
        };
        self.tally.count(judgment.outcome);
        let tally = &self.tally;
        self.progress.show(|| (self.bytes_read.load(Ordering::Relaxed), tally.to_string()));
        written.map_err(Failure::from)
    }

    /// Counts an error and prints `report`, if it is set. With `--strict`, returns [`ControlFlow::Break`].
    fn count_error(&mut self, report: Option<String>) -> ControlFlow<()> {
        self.tally.count_error();
        if let Some(report) = report {
            self.progress.print(report);
        }
        if self.strict { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Prints the totals and returns the exit code.
    fn finish(mut self) -> Result<u8, Failure> {
        self.out.flush()?;
        drop(self.progress);
        self.errors.summary().into_iter().for_each(messages::print_line);
        if self.are_many && !self.is_quiet {
            messages::print_line(&self.tally);
        }
        match self.tally {
            tally if tally.is_empty() => Err(no_puzzle().into()),
            tally if self.only.is_empty() => Ok(tally.exit_code()),
            tally => Ok(tally.exit_code_of_filter()),
        }
    }
}
