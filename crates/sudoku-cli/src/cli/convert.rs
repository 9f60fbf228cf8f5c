//! The `sudoku-cli convert` command, which converts puzzles to a different format, and filters and normalizes them.

use std::collections::HashSet;

use anyhow::anyhow;
use sudoku_cnf::Puzzle;
use sudoku_cnf::cli::numbers::{counted, grouped};
use sudoku_cnf::cli::output::{self, Output};
use sudoku_cnf::cli::puzzles::{Item, PuzzleStream, no_puzzle};
use sudoku_cnf::cli::run::{Answer, Run, RunItem, jobs_or_cores};
use sudoku_cnf::cli::{Failure, Style, messages};
use sudoku_cnf::puzzle::canonical::CanonicalForm;
use sudoku_cnf::puzzle::random::Random;
use sudoku_cnf::puzzle::rearrangement::{RearrangeError, Rearrangement};
use sudoku_cnf::text::{Format, ReadOptions, Record};

use super::args::ConvertArgs;
use super::record_writer::RecordWriter;
use super::sample::Sample;
use super::split::Split;
use super::{PROGRAM, print_message};

pub(crate) fn convert(args: &ConvertArgs, style: Style) -> Result<u8, Failure> {
    let (many, needs_forms) = (&args.many, args.canonical || args.dedupe || args.by_class);
    let format = match args.format() {
        None if args.canonical => Some(Format::Sdm),
        None if !args.is_filter() => {
            return Err(Failure::Usage(
                "the extension of the output file does not select a format\nhint: select one with --to"
                    .to_owned(),
            ));
        }
        format => format,
    };
    let options = ReadOptions { keep_lines: format.is_none(), ..many.read.options()? };
    let mut puzzles = PuzzleStream::open(PROGRAM, &many.puzzles, options, many.puzzle_number)?;
    if args.split.is_none() {
        let output = many.output.as_deref();
        match args.sample {
            // A sample is written when all puzzles have been read, so there is nothing to continue.
            Some(_) => output::open(output, many.inputs())?,
            None => output::open_records(output, many.inputs(), many.resume.resume)?,
        }
    }
    // The forms are stored rather than their hash values, because two different puzzles may have the same hash value.
    let mut seen = HashSet::new();
    puzzles.skip_completed(|item| {
        if let (true, Ok(form)) = (args.dedupe, form(item)) {
            seen.insert(form);
        }
    })?;
    let jobs = if needs_forms { jobs_or_cores(args.jobs) } else { 1 };
    let run = Run { is_strict: many.strict, jobs, ..Run::new(PROGRAM, style, args.quiet) };
    let worker =
        || |item: &Item| needs_forms.then(|| form(item)).transpose().map(|form| Answer::new(form, None));
    let mut converter = Converter::new(format, args);
    let mut sample = args.sample.map(|size| Sample::new(size, args.seed));
    let mut duplicates = 0;
    let totals = run.each(puzzles, worker, |item, form| {
        let Ok(form) = form else { return Ok(()) };
        if let Some(form) = form.filter(|_| args.dedupe)
            && !seen.insert(form)
        {
            duplicates += 1;
            return Ok(());
        }
        let record = item.record()?;
        match &mut sample {
            Some(sample) => sample.offer(|| (record.clone(), form, item.id, item.place())),
            None => converter.write_all(record, form, item.id, || item.place())?,
        }
        Ok(())
    })?;
    for (record, form, id, place) in sample.into_iter().flat_map(Sample::into_items) {
        converter.write_all(&record, form, id, || place.clone())?;
    }
    converter.finish()?;
    if totals.is_empty() {
        return Err(no_puzzle().into());
    }
    if totals.errors > 0 && totals.items == totals.errors {
        return Err(Failure::Reported);
    }
    if args.dedupe && !args.quiet {
        let distinct = totals.items - totals.errors - duplicates;
        let parts =
            vec![format!("{} distinct", grouped(distinct)), counted(duplicates, "duplicate", "duplicates")];
        messages::print_line([parts, totals.list(&[])].concat().join(", "));
    }
    Ok(totals.exit_code())
}

/// Returns a random equivalent puzzle, with everything that belongs to it.
fn rearranged(record: &Record, random: &mut Random) -> Result<Record, RearrangeError> {
    let rearrangement = Rearrangement::random(&record.puzzle, record.presentation.has_drawings(), random)?;
    Ok(Record {
        puzzle: rearrangement.puzzle(&record.puzzle)?,
        solution: record.solution.as_ref().map(|solution| rearrangement.grid(solution)),
        presentation: record.presentation.with_cells(|cell| rearrangement.position(cell)),
        ..record.clone()
    })
}

/// Returns the canonical form of a puzzle.
fn form(item: &Item) -> Result<CanonicalForm, Failure> {
    CanonicalForm::of(&item.record()?.puzzle).map_err(|error| match item.clash() {
        Some(clash) => clash.into(),
        None => Failure::Puzzle(anyhow!("{}: {error}", item.place())),
    })
}

/// The destination of the puzzles.
enum Sink<'a> {
    Output(RecordWriter<Output>),
    /// The puzzles go to several files.
    Split(Split<'a>),
}

/// Normalizes puzzles and writes them.
struct Converter<'a> {
    args: &'a ConvertArgs,
    /// The format of the puzzles, or `None` if they are written as in the input.
    format: Option<Format>,
    sink: Sink<'a>,
    /// The number of solutions that were omitted because they do not belong to the canonical form.
    omitted_solutions: u64,
}

impl<'a> Converter<'a> {
    fn new(format: Option<Format>, args: &'a ConvertArgs) -> Self {
        let sink = match &args.split {
            Some(shares) => Sink::Split(Split::new(shares, format, args)),
            None => Sink::Output(RecordWriter::resumed(format, Output, args.lossy)),
        };
        Self { args, format, sink, omitted_solutions: 0 }
    }

    /// Writes puzzle number `id`, or the requested number of equivalent puzzles.
    fn write_all(
        &mut self,
        original: &Record,
        form: Option<CanonicalForm>,
        id: u64,
        place: impl Fn() -> String,
    ) -> Result<(), Failure> {
        let Some(count) = self.args.random_symmetry else { return self.write(original, form, place) };
        let mut random = Random::new(self.args.seed, id);
        for _ in 0..count {
            let record = rearranged(original, &mut random)
                .map_err(|error| Failure::Puzzle(anyhow!("{}: {error}", place())))?;
            self.write(&record, form, &place)?;
        }
        Ok(())
    }

    /// Writes a puzzle. `form` is its canonical form if an option requires it.
    fn write(
        &mut self,
        original: &Record,
        form: Option<CanonicalForm>,
        place: impl Fn() -> String,
    ) -> Result<(), Failure> {
        let form = form.map(Puzzle::from);
        let alphabet = self.args.symbols.alphabet(original.alphabet);
        let mut record = Record { alphabet, ..original.clone() };
        if let Some(form) = form.as_ref().filter(|_| self.args.canonical) {
            // The solution of the puzzle is not a solution of the canonical form.
            record.puzzle = form.clone();
            self.omitted_solutions += u64::from(record.solution.take().is_some());
            // Drawings refer to cells of the puzzle, so they do not fit the canonical form either.
            record.has_other_fields |= record.presentation.has_drawings();
            record.presentation = record.presentation.texts();
        }
        match &mut self.sink {
            Sink::Output(writer) => {
                writer.write(&record, place)?;
                output::count_record();
            }
            Sink::Split(split) => {
                let class = form.filter(|_| self.args.by_class);
                split.write(&record, class.as_ref().unwrap_or(&original.puzzle), place)?;
            }
        }
        Ok(())
    }

    /// Completes the output and prints warnings about omitted information.
    fn finish(self) -> Result<(), Failure> {
        let lost = match self.sink {
            Sink::Output(writer) => writer.finish()?.1,
            Sink::Split(split) => split.finish()?,
        };
        if let Some(format) = self.format {
            lost.warn(PROGRAM, format.name());
        }
        if self.omitted_solutions > 0 {
            print_message(format_args!(
                "warning: canonical forms have no solutions (omitted from {})",
                counted(self.omitted_solutions, "puzzle", "puzzles")
            ));
        }
        Ok(())
    }
}
