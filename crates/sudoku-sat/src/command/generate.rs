//! `sudoku-sat generate`: puzzles with one solution.

use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufWriter};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use anyhow::Context;
use sudoku_cnf::files::Input;
use sudoku_cnf::text::{Format, ReadOptions, Record, WriteError, Writer};
use sudoku_cnf::{BoxShape, Grid, Solution, exit_code};
use sudoku_sat::batch::{Event, in_order};
use sudoku_sat::generate::{GenerateError, Generator, Made, Mask, Recipe, Shortfall};
use sudoku_sat::outcome::Reason;
use sudoku_sat::{Interrupt, SolveError};

use super::progress::Progress;
use crate::args::{Generate, Usage};
use crate::{PROGRAM, tell};

/// Of how many puzzles it is told what they lack.
const MOST_TOLD: u64 = 20;

pub(crate) fn generate(args: &Generate, interrupt: &Interrupt) -> anyhow::Result<u8> {
    let recipe = recipe(args)?;
    let format = format(args, &recipe)?;
    if args.seed.is_none() {
        tell(format_args!("seed {}", recipe.seed));
    }
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    let jobs = args.jobs.map_or_else(cores, |jobs| jobs as usize).min(args.count as usize);
    let worker = || {
        let mut generator = None;
        let recipe = &recipe;
        move |number| {
            let generator = match &mut generator {
                Some(generator) => generator,
                none => none.insert(Generator::new(recipe.clone())?),
            };
            generator.make(number, &args.time.limits(interrupt))
        }
    };
    let mut output = Output {
        writer: Writer::new(format, BufWriter::new(io::stdout().lock())),
        with_solutions: args.with_solutions,
        progress: Progress::new(args.count, "puzzles"),
        number: 0,
        lacking: 0,
    };
    let mut end = Ok(());
    in_order(1..=args.count, jobs, worker, |event| {
        let step = match event {
            _ if interrupt.is_triggered() => Err(Interrupted.into()),
            Event::Idle => output.writer.flush().context("standard output"),
            Event::Result(made) => made.map_err(anyhow::Error::from).and_then(|made| output.take(made)),
        };
        end = step;
        if end.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    output.finish(end, args.count)
}

/// Somebody interrupted.
#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
struct Interrupted;

/// Where puzzles go, and what is told of them.
struct Output<W: io::Write> {
    writer: Writer<W>,
    with_solutions: bool,
    progress: Progress,
    /// How many puzzles have been treated.
    number: u64,
    /// How many of them are not what was asked for.
    lacking: u64,
}

impl<W: io::Write> Output<W> {
    /// Prints a puzzle, or tells why there is none.
    fn take(&mut self, made: Result<Made, GenerateError>) -> anyhow::Result<()> {
        let lack = match made {
            Ok(Made { shortfall: Some(Shortfall::Stopped(Reason::Interrupted)), .. })
            | Err(GenerateError::Solve(SolveError::Unknown(Reason::Interrupted))) => {
                return Err(Interrupted.into());
            }
            Ok(made) => {
                let lack = made.shortfall.as_ref().map(|shortfall| lack(&made, shortfall));
                let mut record = Record::new(made.puzzle, 1);
                record.solution = Some(made.solution.grid().clone()).filter(|_| self.with_solutions);
                self.writer.write(&record).map_err(|error| match error {
                    WriteError::Io(error) => anyhow::Error::from(error).context("standard output"),
                    other => other.into(),
                })?;
                lack
            }
            Err(error @ (GenerateError::Undetermined(_) | GenerateError::Solve(SolveError::Unknown(_)))) => {
                Some(error.to_string())
            }
            Err(error) => return Err(error.into()),
        };
        self.number += 1;
        if let Some(lack) = lack {
            self.lacking += 1;
            if self.lacking <= MOST_TOLD {
                self.progress.say(format_args!("{PROGRAM}: puzzle {}: {lack}", self.number));
            }
        }
        self.progress.advance();
        Ok(())
    }

    /// Ends the output, and tells what came of it; the exit code.
    fn finish(self, end: anyhow::Result<()>, wanted: u64) -> anyhow::Result<u8> {
        drop(self.progress);
        let finished = self.writer.finish().context("standard output");
        if self.lacking > MOST_TOLD {
            tell(format_args!("and {} more puzzles are not what was asked for", self.lacking - MOST_TOLD));
        }
        match end {
            Err(error) if error.is::<Interrupted>() => {
                tell(format_args!("interrupted: {} of {wanted} puzzles are made", self.number));
                return Ok(exit_code::INTERRUPTED);
            }
            Err(error) if matches!(error.downcast_ref(), Some(GenerateError::NoGrid)) => {
                tell(error);
                return Ok(exit_code::NO_SOLUTION);
            }
            other => other?,
        }
        finished?;
        Ok(if self.lacking > 0 { exit_code::UNKNOWN } else { exit_code::DONE })
    }
}

/// What a puzzle lacks.
fn lack(made: &Made, shortfall: &Shortfall) -> String {
    let why = match shortfall {
        Shortfall::Tries => format!("not as asked for in {} tries (--tries allows more)", made.tries),
        Shortfall::Stopped(reason) => reason.to_string(),
    };
    let class = made.difficulty.map(|difficulty| format!(" and is {difficulty}")).unwrap_or_default();
    format!("{why}; the best has {} givens{class}", made.puzzle.given_count())
}

fn recipe(args: &Generate) -> anyhow::Result<Recipe> {
    let board = args.board.board()?;
    let solution = match &args.from {
        None => None,
        Some(path) => {
            let options = ReadOptions { board: board.clone(), ..ReadOptions::default() };
            let grid = Input::new(Some(path.clone())).valid_puzzle(&options, None)?.puzzle;
            let empty = Grid::empty(grid.geometry().clone());
            let full = Solution::check(grid, &empty);
            Some(full.with_context(|| format!("{}: --from takes a full grid", path.display()))?)
        }
    };
    let geometry = match &solution {
        Some(solution) => solution.grid().geometry().clone(),
        None => Arc::new(board.geometry(BoxShape::STANDARD)?),
    };
    let cells = geometry.cell_count();
    if args.givens.is_some_and(|givens| givens > cells) {
        return Err(Usage("--givens is more than the board has cells").into());
    }
    Ok(Recipe {
        solution,
        givens: args.givens,
        is_minimal: args.minimal,
        symmetry: args.symmetry,
        mask: args.mask.as_deref().map(mask).transpose()?,
        difficulty: args.difficulty,
        tries: args.tries,
        // The keys of a hasher are random, and it is at hand.
        ..Recipe::new(geometry, args.seed.unwrap_or_else(|| RandomState::new().hash_one(()) >> 32))
    })
}

fn mask(path: &Path) -> anyhow::Result<Mask> {
    let text = fs::read_to_string(path);
    let mask = text.map_err(anyhow::Error::from).and_then(|text| Ok(text.parse::<Mask>()?));
    mask.with_context(|| path.display().to_string())
}

fn format(args: &Generate, recipe: &Recipe) -> anyhow::Result<Format> {
    let by_default = match args.with_solutions {
        true if recipe.geometry.size() <= 9 => Format::Csv,
        true => Format::Json,
        false if args.count == 1 => Format::Grid,
        false => Format::Line,
    };
    let format = args.format.unwrap_or(by_default);
    if args.with_solutions && !format.holds_solutions() {
        return Err(Usage("--with-solutions takes a format that holds them: csv, json or fpuzzles").into());
    }
    Ok(format)
}
