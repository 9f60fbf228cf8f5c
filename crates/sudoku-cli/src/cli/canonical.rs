//! The options `--canonical` and `--dedupe` of `sudoku-cli convert`.

use std::collections::HashSet;
use std::io::{BufWriter, Write};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use anyhow::anyhow;
use sudoku_cnf::batch::{Event, in_order};
use sudoku_cnf::cli::files::InputError;
use sudoku_cnf::cli::numbers::{counted, grouped};
use sudoku_cnf::cli::progress::Progress;
use sudoku_cnf::cli::source_lines::SourceLines;
use sudoku_cnf::cli::{Failure, Style, messages};
use sudoku_cnf::puzzle::canonical::{CanonicalError, CanonicalForm};
use sudoku_cnf::text::{Format, Record};
use sudoku_sat::cores;

use super::PROGRAM;
use super::args::ConvertArgs;
use super::convert::Converter;
use super::puzzles::{self, LocatedPuzzle, PuzzleInputs, Reports, Visits};

/// Converts puzzles to their canonical forms, drops equivalent puzzles, or both.
pub(super) fn convert(args: &ConvertArgs, style: Style) -> Result<u8, Failure> {
    let mut options = args.many.read.options()?;
    options.keep_lines = args.format().is_none() && !args.canonical;
    let inputs = PuzzleInputs::open(&args.many.puzzles, options, args.many.puzzle_number)?;
    puzzles::write_to(args.many.output.as_deref(), args.many.inputs(), |out| {
        convert_to(out, inputs, args, style)
    })
}

fn convert_to(
    out: &mut dyn Write,
    inputs: PuzzleInputs,
    args: &ConvertArgs,
    style: Style,
) -> Result<u8, Failure> {
    let (progress, bytes_read) = inputs.progress();
    let progress = if args.quiet { Progress::hidden() } else { progress };
    let mut visits = Visits::new(args.many.strict, Reports { style, is_quiet: args.quiet });
    let mut filter = Filter::new(args);
    let mut output = Output::new(args, BufWriter::new(out));
    let form = || |item: &Item| item.as_ref().ok().map(|puzzle| CanonicalForm::of(&puzzle.record.puzzle));
    let mut end = Ok(());
    let mut take = |event: Event<'_, Item, Option<Form>>| {
        let (item, form) = match event {
            Event::Idle | Event::Waiting => return output.flush(),
            Event::Result(_, Err(panicked)) => return Err(Failure::Other(panicked.into())),
            Event::Result(item, Ok(form)) => (item, form),
        };
        visits.visit(item.as_ref(), &progress, |puzzle| {
            let failure = |error: CanonicalError| {
                let clash = InputError::of_clash(&puzzle.record, || puzzle.input.to_string());
                clash.map_or_else(|| Failure::Puzzle(anyhow!("{}: {error}", puzzle.place())), Failure::Input)
            };
            match form.transpose().map_err(failure)? {
                Some(form) if filter.keeps(form) => output.write(puzzle, form),
                _ => Ok(()),
            }
        })?;
        progress.show(|| (bytes_read.load(Ordering::Relaxed), filter.so_far(&visits)));
        Ok(())
    };
    let jobs = args.jobs.map_or_else(cores, usize::from);
    let started = in_order(inputs, jobs, form, |event| match take(event) {
        Ok(()) => ControlFlow::Continue(()),
        Err(failure) => {
            end = Err(failure);
            ControlFlow::Break(())
        }
    });
    drop(progress);
    if !args.quiet {
        messages::note_fewer_threads(PROGRAM, started, jobs);
    }
    // With `--strict`, the output before the first error is complete.
    let finished = output.finish();
    end?;
    finished?;
    if args.dedupe && !args.quiet {
        messages::print_line(filter.summary(&visits));
    }
    visits.finish()
}

/// A puzzle, or the error that occurred while reading it.
type Item = Result<LocatedPuzzle, InputError>;
type Form = Result<CanonicalForm, CanonicalError>;

/// With `--dedupe`, the canonical forms of all puzzles so far.
///
/// The forms are stored rather than their hash values, because two different puzzles may have the same hash value.
struct Filter(Option<HashSet<CanonicalForm>>);

impl Filter {
    fn new(args: &ConvertArgs) -> Self {
        Self(args.dedupe.then(HashSet::new))
    }

    fn keeps(&mut self, form: CanonicalForm) -> bool {
        self.0.as_mut().is_none_or(|forms| forms.insert(form))
    }

    fn so_far(&self, visits: &Visits) -> String {
        let puzzles = grouped(visits.visited());
        match &self.0 {
            None => format!("{puzzles} puzzles"),
            Some(forms) => format!("{puzzles} puzzles, {} different", grouped(forms.len() as u64)),
        }
    }

    fn summary(&self, visits: &Visits) -> String {
        let kept = self.0.as_ref().map_or(0, HashSet::len) as u64;
        let duplicates = counted(visits.visited() - kept, "duplicate", "duplicates");
        let errors = match visits.errors() {
            0 => String::new(),
            errors => format!(", {}", counted(errors, "error", "errors")),
        };
        format!("{} different, {duplicates}{errors}", grouped(kept))
    }
}

/// The puzzles in the output.
enum Output<W: Write> {
    /// Puzzles as they are written in the input.
    Unchanged(SourceLines, W),
    /// Puzzles in an output format, or their canonical forms.
    Converted { converter: Converter<W>, to_canonical: bool },
}

impl<W: Write> Output<W> {
    fn new(args: &ConvertArgs, out: W) -> Self {
        let format = if args.canonical { args.format().or(Some(Format::Sdm)) } else { args.format() };
        match format {
            Some(format) => {
                Self::Converted { converter: Converter::new(format, out), to_canonical: args.canonical }
            }
            None => Self::Unchanged(SourceLines::default(), out),
        }
    }

    fn write(&mut self, puzzle: &LocatedPuzzle, form: CanonicalForm) -> Result<(), Failure> {
        match self {
            Self::Unchanged(lines, out) => Ok(writeln!(out, "{}", lines.text(&puzzle.record))?),
            Self::Converted { converter, to_canonical: false } => converter.write(puzzle, &puzzle.record),
            Self::Converted { converter, to_canonical: true } => {
                // The solution of the puzzle is not a solution of the canonical form.
                let record = Record { puzzle: form.into(), solution: None, ..puzzle.record.clone() };
                if puzzle.record.solution.is_some() {
                    converter.count_omitted_solution();
                }
                converter.write(puzzle, &record)
            }
        }
    }

    fn flush(&mut self) -> Result<(), Failure> {
        Ok(match self {
            Self::Unchanged(_, out) => out.flush(),
            Self::Converted { converter, .. } => converter.flush(),
        }?)
    }

    fn finish(self) -> Result<(), Failure> {
        match self {
            Self::Unchanged(_, mut out) => Ok(out.flush()?),
            Self::Converted { converter, .. } => converter.finish(),
        }
    }
}
