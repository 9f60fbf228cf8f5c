//! `sudoku-sat generate`: puzzles with one solution.

use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufWriter};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, bail};
use sudoku_cnf::files::Input;
use sudoku_cnf::text::{Format, ReadOptions, Record, WriteError, Writer, losses};
use sudoku_cnf::{BoxShape, Geometry, Grid, Solution, exit_code};
use sudoku_sat::batch::{Event, in_order};
use sudoku_sat::generate::{GenerateError, Generator, Made, Mask, Recipe, Shortfall, Symmetry};
use sudoku_sat::outcome::Reason;
use sudoku_sat::{Interrupt, SolveError, cores};

use super::progress::Progress;
use crate::args::{Generate, Usage};
use crate::{PROGRAM, tell};

/// Of how many puzzles it is told what they lack.
const MOST_TOLD: u64 = 20;

pub(crate) fn generate(args: &Generate, interrupt: &Interrupt) -> anyhow::Result<u8> {
    let recipe = recipe(args)?;
    // What cannot be made is told at once, and not by a worker.
    recipe.check()?;
    let format = format(args, &recipe)?;
    if args.seed.is_none() {
        tell(format_args!("seed {}", recipe.seed));
    }
    if args.minimal && args.symmetry != Symmetry::None {
        tell("minimal with a symmetry: no givens that mirror each other can go together");
    }
    let jobs =
        args.jobs.map_or_else(cores, usize::from).min(usize::try_from(args.count).unwrap_or(usize::MAX));
    let worker = || {
        let mut generator = None;
        let recipe = &recipe;
        move |&number: &u64| {
            let generator = match &mut generator {
                Some(generator) => generator,
                none => none.insert(Generator::new(recipe.clone())?),
            };
            generator.make(number, &args.time.limits(interrupt).prompt())
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
            Event::Idle | Event::Waiting => output.writer.flush().context("standard output"),
            Event::Result(_, made) => made.map_err(anyhow::Error::from).and_then(|made| output.take(made)),
        };
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
    /// How many puzzles have been treated, and how many of them printed.
    number: u64,
    printed: u64,
    /// How many of them are not what was asked for.
    lacking: u64,
}

impl<W: io::Write> Output<W> {
    /// Prints a puzzle, or tells why there is none.
    ///
    /// # Errors
    /// If printing fails or there is no puzzle to be had; [`Interrupted`] at the first that was not made because of that.
    fn take(&mut self, made: Result<Made, GenerateError>) -> anyhow::Result<()> {
        let mut is_last = false;
        let lack = match made {
            Ok(Made { shortfall: Some(Shortfall::Unfinished(Reason::Interrupted)), .. })
            | Err(GenerateError::Solve(SolveError::Unknown(Reason::Interrupted))) => {
                return Err(Interrupted.into());
            }
            Ok(made) => {
                is_last = made.shortfall == Some(Shortfall::Stopped(Reason::Interrupted));
                let lack = made.shortfall.as_ref().map(|shortfall| lack(&made, shortfall));
                let mut record = Record::new(made.puzzle, 1);
                record.solution = Some(made.solution.grid().clone()).filter(|_| self.with_solutions);
                self.writer.write(&record).map_err(|error| match error {
                    WriteError::Io(error) => anyhow::Error::from(error).context("standard output"),
                    other => other.into(),
                })?;
                self.printed += 1;
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
        if is_last { Err(Interrupted.into()) } else { Ok(()) }
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
                finished?;
                tell(format_args!("interrupted: {} of {wanted} puzzles are made", self.printed));
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
        Shortfall::Tries => format!("not as asked for (tries: {}; --tries allows more)", made.tries),
        Shortfall::Pattern => "no pattern of this symmetry has as many givens as asked for".to_owned(),
        Shortfall::Stopped(reason) | Shortfall::Unfinished(reason) => reason.to_string(),
    };
    let class = made.difficulty.map(|difficulty| format!(" and is {difficulty}")).unwrap_or_default();
    let more = match shortfall {
        Shortfall::Unfinished(_) => "; more of them might go",
        _ => "",
    };
    format!("{why}; the best has {} givens{class}{more}", made.puzzle.given_count())
}

fn recipe(args: &Generate) -> anyhow::Result<Recipe> {
    let board = args.board.board()?;
    let solution = match &args.from {
        None => None,
        Some(path) => {
            let options = ReadOptions { board: board.clone(), ..ReadOptions::default() };
            let grid = Input::new(Some(path.clone())).valid_puzzle(&options, args.record)?.puzzle;
            let empty = Grid::empty(grid.geometry().clone());
            let full = Solution::check(grid, &empty);
            Some(full.with_context(|| format!("{}: --from takes a full grid", path.display()))?)
        }
    };
    let geometry = match &solution {
        Some(solution) => solution.grid().geometry().clone(),
        None => Arc::new(board.geometry(BoxShape::STANDARD)?),
    };
    let mask = args.mask.as_deref().map(|path| mask(path, &geometry)).transpose()?;
    let cells = geometry.cell_count();
    if args.givens.is_some_and(|givens| givens > cells) {
        return Err(Usage("--givens is more than the board has cells").into());
    }
    let recipe = Recipe::new(geometry, args.seed.unwrap_or_else(|| RandomState::new().hash_one(()) >> 32));
    Ok(Recipe {
        solution,
        givens: args.givens,
        is_minimal: args.minimal,
        symmetry: args.symmetry,
        mask,
        difficulty: args.difficulty,
        tries: args.tries.unwrap_or(recipe.tries),
        ..recipe
    })
}

fn mask(path: &Path, geometry: &Geometry) -> anyhow::Result<Mask> {
    let input = Input::new(Some(path.to_owned()));
    let mask: Mask = input.marks()?.parse().with_context(|| input.name())?;
    let (n, size) = (geometry.size(), mask.size());
    if size != n {
        bail!(
            "{}: this is a mask of {size}x{size} cells, and the puzzles have {n}x{n}; --box names theirs",
            input.name()
        );
    }
    Ok(mask)
}

/// The format that is asked for or fits. What it cannot hold is told.
fn format(args: &Generate, recipe: &Recipe) -> anyhow::Result<Format> {
    let puzzle = Record::new(Grid::empty(recipe.geometry.clone()), 1);
    let by_default = match args.with_solutions {
        true if recipe.geometry.size() <= 9 && losses(&puzzle, Format::Csv).is_empty() => Format::Csv,
        true => Format::Json,
        false if args.count == 1 => Format::Grid,
        false => Format::Line,
    };
    let format = args.format.unwrap_or(by_default);
    if args.with_solutions && !format.holds_solutions() {
        return Err(Usage("--with-solutions takes a format that holds them: csv, json or fpuzzles").into());
    }
    Writer::new(format, io::sink()).write(&puzzle)?;
    for loss in losses(&puzzle, format) {
        tell(format_args!("{format} cannot hold {loss}, json can"));
    }
    Ok(format)
}
