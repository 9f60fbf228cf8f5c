//! `sudoku-sat generate`: prints new puzzles with unique solutions.

use std::fmt::Display;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use sudoku_cnf::cli::files::{self, Input};
use sudoku_cnf::cli::numbers::counted;
use sudoku_cnf::cli::output::{self, Output};
use sudoku_cnf::cli::run::{Answer, Run, jobs_or_cores, numbers};
use sudoku_cnf::cli::terminal::BoardPainter;
use sudoku_cnf::cli::totals::Totals;
use sudoku_cnf::cli::{Failure, Style, messages};
use sudoku_cnf::puzzle::rule::{Definitions, NamedRule, Rule, RuleKind};
use sudoku_cnf::text::{
    Format, JsonCells, JsonPuzzle, LostPart, ReadOptions, Record, RuleList, WriteError, Writer, lost_parts,
};
use sudoku_cnf::{BoxShape, Candidate, Geometry, Puzzle, Solution};
use sudoku_sat::generate::{
    GenerateError, GeneratedPuzzle, Generator, GeneratorOptions, Mask, Shortfall, Symmetry,
};
use sudoku_sat::{Limits, SolveError, StopReason};

use super::args::{GenerateArgs, WantedDifficulty};
use super::csv_record::{self, Column, OutputColumn};
use super::record::JsonRecord;
use super::{PROGRAM, print_message, rate, solve_failure};

/// The maximum number of warnings about individual puzzles that do not meet the requirements.
const MAX_REPORTED: u64 = 20;

pub(crate) fn generate(args: &GenerateArgs) -> Result<u8, Failure> {
    let (options, template) = options(args)?;
    // Report invalid options before printing any notes or warnings.
    options.check().map_err(|error| match &error {
        GenerateError::NoShape(name) | GenerateError::NoMarks { rule: name, .. } => {
            invalid_kind(name, &error)
        }
        _ => generate_failure(error),
    })?;
    let format = format(args, &template)?;
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(()) >> 32);
    let options = options.seed(seed);
    if args.seed.is_none() && !args.quiet {
        print_message(format_args!("note: the seed is {seed}"));
    }
    if options.is_rare() && !args.quiet {
        print_message(
            "note: few puzzles have this technique as their hardest step, so the search may take long",
        );
    }
    if args.minimal && args.symmetry != Symmetry::None && !args.quiet {
        print_message(
            "note: with --symmetry, 'minimal' means that no set of symmetric givens can be removed without losing uniqueness",
        );
    }
    let columns: Vec<_> = args.columns.iter().copied().map(OutputColumn::Result).collect();
    let jobs = jobs_or_cores(args.jobs).min(usize::try_from(args.count).unwrap_or(usize::MAX));
    output::open_records(args.output.output.as_deref(), inputs(args), args.resume)?;
    let run = Run { jobs, ..Run::new(PROGRAM, Style::Plain, args.quiet) };
    let worker = || {
        let mut generator = None;
        let (options, columns) = (&options, &columns[..]);
        move |&number: &u64| {
            let generator = match &mut generator {
                Some(generator) => generator,
                none => none.insert(Generator::new(options.clone()).map_err(generate_failure)?),
            };
            let limits = args.time.limits().checked_during_search();
            let mut answer = answer(generator.generate(number, &limits))?;
            if let (Ok((generated, row)), false) = (&mut answer.value, columns.is_empty()) {
                let (text, is_unknown) = self::row(number, generated, columns, &limits)?;
                *row = Some(text);
                answer.is_unknown |= is_unknown;
            }
            Ok(answer)
        }
    };
    let draws_board = args.format.is_none() && format == Format::Grid;
    let mut printer = Printer {
        writer: Writer::after(format, Output, output::context()),
        painter: BoardPainter::for_stdout().filter(|_| draws_board && !output::is_file()),
        args,
        template,
        stores_remarks: format.stores_remarks(),
        shortfalls: 0,
        ran_out_of_tries: false,
    };
    let numbers = numbers(args.count)?;
    if !columns.is_empty() && output::is_empty() {
        output::write_line(&csv_record::header(&columns))?;
    }
    let totals = run.each(numbers, worker, |&number, answer| match answer {
        Ok(answer) => printer.print(number, answer),
        Err(_) => Ok(()),
    })?;
    printer.finish(&totals)?;
    Ok(totals.exit_code())
}

/// Returns the files that the command reads.
fn inputs(args: &GenerateArgs) -> impl Iterator<Item = &PathBuf> {
    args.from.iter().chain(&args.mask).chain(&args.rules).chain(args.board.regions_file())
}

/// A generated puzzle, and its row if columns are selected, or the reason why there is no puzzle.
type Generated = Result<(Box<GeneratedPuzzle>, Option<String>), String>;

/// # Errors
/// Returns an error after an interrupt, and if the generator fails for any reason other than reaching a limit or the
/// maximum number of attempts.
fn answer(generated: Result<GeneratedPuzzle, GenerateError>) -> Result<Answer<Generated>, Failure> {
    let value = match generated {
        Err(error) if error.stop_reason() == Some(&StopReason::Interrupted) => {
            return Err(Failure::Interrupted);
        }
        Err(GenerateError::Shortfall(closest)) => Ok((closest, None)),
        Ok(generated) => Ok((Box::new(generated), None)),
        Err(
            error @ (GenerateError::Undetermined(_)
            | GenerateError::NoPosition(_)
            | GenerateError::NoRules(_)
            | GenerateError::Solve(SolveError::Unknown(_))),
        ) => Err(error.to_string()),
        Err(error) => return Err(generate_failure(error)),
    };
    let is_unknown = value.as_ref().map_or(true, |(generated, _)| generated.shortfall.is_some());
    Ok(Answer { is_unknown, ..Answer::new(value, None) })
}

/// Returns the row of a puzzle in a table, and whether a limit was reached before the rating was known.
fn row(
    number: u64,
    generated: &GeneratedPuzzle,
    columns: &[OutputColumn],
    limits: &Limits,
) -> Result<(String, bool), Failure> {
    let puzzle = &generated.puzzle;
    let mut json = JsonRecord {
        id: number,
        puzzle: Some(JsonPuzzle::of_puzzle(puzzle)),
        givens: Some(puzzle.given_count()),
        solution: Some(JsonCells::of(generated.solution.grid())),
        ..JsonRecord::default()
    };
    let has = |wanted: &[Column]| wanted.iter().any(|column| csv_record::has(columns, *column));
    let rated = Column::OF_RATE.iter().any(|&column| column != Column::Solution && has(&[column]));
    let is_unknown =
        match rated.then(|| rate::answer(puzzle, has(&Column::OF_SCORE), false, limits, &mut json)) {
            Some(Err(Failure::Unknown(_))) => true,
            Some(Err(failure)) => return Err(failure),
            _ => false,
        };
    Ok((csv_record::record_line(&json, columns), is_unknown))
}

pub(super) fn generate_failure(error: GenerateError) -> Failure {
    if let Some(reason) = error.stop_reason() {
        return solve_failure(SolveError::Unknown(reason.clone()));
    }
    match error {
        GenerateError::TooManyGivens { .. } => {
            Failure::Usage("--givens exceeds the number of cells on the board".to_owned())
        }
        GenerateError::NoGrid => Failure::NoSolution(error.to_string()),
        GenerateError::Solve(error) => solve_failure(error),
        GenerateError::Shortfall(_) => Failure::Puzzle(error.into()),
        other => Failure::Other(other.into()),
    }
}

/// Prints the generated puzzles, and warnings about puzzles that do not meet the requirements.
struct Printer<'a> {
    args: &'a GenerateArgs,
    /// The draft, with its title and presentation.
    template: Record,
    writer: Writer<Output>,
    /// Draws the puzzle if standard output is a terminal and the format is not specified.
    painter: Option<BoardPainter>,
    /// Whether the format can store the difficulty of a puzzle.
    stores_remarks: bool,
    /// The number of puzzles that do not meet the requirements or could not be generated.
    shortfalls: u64,
    /// Whether at least one puzzle does not meet the requirements because the maximum number of attempts was reached.
    ran_out_of_tries: bool,
}

impl Printer<'_> {
    /// Prints puzzle `number`, or reports why it could not be generated.
    fn print(&mut self, number: u64, generated: Generated) -> Result<(), Failure> {
        let warning = match generated {
            Ok((generated, row)) => {
                self.ran_out_of_tries |= generated.shortfall == Some(Shortfall::Tries);
                if self.args.verbose {
                    print_message(format_args!("puzzle {number}: {}", description(&generated)));
                }
                let warning = generated.shortfall.as_ref().map(|shortfall| describe(&generated, shortfall));
                match row {
                    Some(row) => output::write_record("", &row)?,
                    None => self.write(*generated)?,
                }
                warning
            }
            Err(reason) => Some(reason),
        };
        if let Some(warning) = warning {
            self.shortfalls += 1;
            if self.shortfalls <= MAX_REPORTED {
                print_message(format_args!("warning: puzzle {number}: {warning}"));
            }
        }
        Ok(())
    }

    fn write(&mut self, generated: GeneratedPuzzle) -> Result<(), Failure> {
        if let Some(painter) = self.painter {
            return painter.write(&generated.puzzle, None, &mut Output).map_err(output::failure);
        }
        let mut record = Record { alphabet: self.args.symbols.alphabet(None), ..generated.into() };
        record.solution = record.solution.filter(|_| self.args.with_solutions);
        record.remark = self.template.remark.clone().or(record.remark).filter(|_| self.stores_remarks);
        record.presentation = self.template.presentation.clone();
        self.writer.write(&record).map_err(|error| match error {
            WriteError::Io(error) => output::failure(error),
            other => Failure::Other(other.into()),
        })?;
        output::count_record();
        output::set_context(self.writer.written());
        Ok(())
    }

    /// Finishes the output and prints the final messages.
    fn finish(self, totals: &Totals) -> Result<(), Failure> {
        if self.shortfalls > MAX_REPORTED {
            print_message(format_args!(
                "warning: {} of {} puzzles do not meet the request",
                self.shortfalls, totals.items
            ));
        }
        if self.ran_out_of_tries {
            messages::print_line("hint: raise --tries to search longer");
        }
        self.writer.finish().map(drop).map_err(output::failure)
    }
}

/// Returns the number of givens, the difficulty, if it was requested, and the number of attempts.
fn description(generated: &GeneratedPuzzle) -> String {
    let class = generated.remark().map(|difficulty| format!("{difficulty}, ")).unwrap_or_default();
    let (givens, tries) = (generated.puzzle.given_count(), counted(generated.tries, "attempt", "attempts"));
    let rules = match generated.puzzle.rules().len() {
        0 => String::new(),
        rules => format!("{}, ", counted(rules as u64, "rule", "rules")),
    };
    format!("{givens} givens, {rules}{class}{tries}")
}

/// Returns a warning that explains why a puzzle does not meet the requirements.
fn describe(generated: &GeneratedPuzzle, shortfall: &Shortfall) -> String {
    let why = match shortfall {
        Shortfall::Tries => format!("found no puzzle that meets the request (tries: {})", generated.tries),
        Shortfall::Pattern => "no pattern with this symmetry has the requested number of givens".to_owned(),
        Shortfall::Stopped(reason) | Shortfall::Unfinished(reason) => reason.to_string(),
    };
    let class = generated.remark().map(|difficulty| format!(", {difficulty}")).unwrap_or_default();
    let unfinished = match shortfall {
        Shortfall::Unfinished(_) => ", possibly not minimal",
        _ => "",
    };
    format!("{why}; printing the closest one ({} givens{class}{unfinished})", generated.puzzle.given_count())
}

/// Returns the generator options (without the seed), and the draft or an empty puzzle.
fn options(args: &GenerateArgs) -> Result<(GeneratorOptions, Record), Failure> {
    let mut list = RuleList::default();
    if let Some(path) = &args.rules {
        files::read_rules(path, &mut list)?;
    }
    let mut board = args.board.board()?;
    board.variants.extend(list.variants.iter().copied());
    let mut options = GeneratorOptions::new().symmetry(args.symmetry).minimal(args.minimal);
    options = options.givens_within(args.givens.clone()).rule_count(args.rules_count.clone());
    options = options.tries(args.tries).rules(kinds(args, &list.definitions)?).tiles(args.tile);
    let template = match &args.from {
        None => {
            let geometry = board.geometry(BoxShape::STANDARD)?;
            options = options.geometry(geometry.clone());
            let rules = list.rules.iter().map(|rule| rule.on(&geometry));
            let rules = rules.collect::<Result<Vec<_>, _>>().map_err(anyhow::Error::from)?;
            let puzzle = Puzzle::empty(geometry).with_rules(rules);
            if !list.rules.is_empty() {
                options = options.draft(puzzle.clone());
            }
            Record::new(puzzle, 1)
        }
        Some(path) => {
            let read = ReadOptions {
                board: board.clone(),
                rules: list.rules,
                definitions: list.definitions,
                ..ReadOptions::default()
            };
            let mut record = Input::new(Some(path.clone())).valid_puzzle(&read, args.puzzle_number)?;
            let is_full = record.puzzle.grid().is_full();
            if is_full {
                let solution = Solution::check(record.puzzle.grid().clone(), &record.puzzle);
                let path = || messages::foreign(path.display());
                options = options.solution(solution.with_context(path)?);
                record.puzzle = record.puzzle.without_givens();
            }
            if !is_full || !record.puzzle.rules().is_empty() {
                options = options.draft(record.puzzle.clone());
                record
            } else {
                Record::new(record.puzzle, 1)
            }
        }
    };
    if let Some(path) = &args.mask {
        options = options.mask(mask(path, template.puzzle.geometry())?);
    }
    match &args.difficulty {
        Some(WantedDifficulty::Class(difficulty)) => options = options.difficulty(*difficulty),
        Some(WantedDifficulty::Score(score)) => options = options.score(score.clone()),
        None => {}
    }
    if let Some(technique) = &args.technique {
        options = options.technique(technique);
    }
    options = options.position(args.position);
    Ok((options, template))
}

/// Returns the kinds of rules on the command line, some of which may have own definitions.
fn kinds(args: &GenerateArgs, definitions: &Definitions) -> Result<Vec<NamedRule>, Failure> {
    let kind = |name: &String| {
        definitions.named(name).ok_or_else(|| {
            let own = definitions.iter().map(|definition| definition.name());
            invalid_kind(name, &RuleKind::unknown(name, own))
        })
    };
    args.with_rules.iter().map(kind).collect()
}

fn invalid_kind(name: &str, message: &impl Display) -> Failure {
    Failure::Usage(format!("invalid value '{name}' for '--with-rules <KINDS>': {message}"))
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
fn format(args: &GenerateArgs, template: &Record) -> Result<Format, Failure> {
    let geometry = template.puzzle.geometry();
    let rule = (!args.with_rules.is_empty()).then(|| Rule::parse("odd: r1c1", geometry)).transpose();
    let rule = rule.map_err(anyhow::Error::from)?;
    let mut puzzle = template.puzzle.without_givens();
    puzzle.add_rules(rule);
    let needs_json = !puzzle.rules().is_empty() || !template.presentation.is_empty();
    if args.position {
        // The format must be able to represent excluded candidates.
        let (cell, digit) = (geometry.cells().next(), geometry.digits().next());
        puzzle.exclude(cell.zip(digit).map(|(cell, digit)| Candidate { cell, digit }));
    }
    let puzzle = Record { puzzle, solution: None, has_other_fields: false, ..template.clone() };
    let default = match args.with_solutions {
        false if args.position && geometry.size() == 9 && lost_parts(&puzzle, Format::Hodoku).is_empty() => {
            Format::Hodoku
        }
        _ if !args.columns.is_empty() => Format::Csv,
        _ if args.position || needs_json => Format::Json,
        true if geometry.size() <= 9 && lost_parts(&puzzle, Format::Csv).is_empty() => Format::Csv,
        true => Format::Json,
        false if args.count == 1 => Format::Grid,
        false => Format::Line,
    };
    let format = args.format.unwrap_or(default);
    if !args.columns.is_empty() && format != Format::Csv {
        return Err(Failure::Usage("--columns requires --format csv".to_owned()));
    }
    if args.with_solutions && !format.stores_solutions() {
        return Err(Failure::Usage("--with-solutions requires --format csv, json or fpuzzles".to_owned()));
    }
    let puzzle = Record { alphabet: args.symbols.alphabet(None), ..puzzle };
    Writer::new(format, io::sink()).write(&puzzle).map_err(anyhow::Error::from)?;
    for loss in lost_parts(&puzzle, format) {
        if loss == LostPart::Rules {
            let message =
                format!("the format {format} cannot represent {loss}; use --format json or fpuzzles");
            return Err(Failure::Usage(message));
        }
        print_message(format_args!(
            "warning: the format {format} cannot represent {loss}\nhint: use --format json"
        ));
    }
    Ok(format)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Arguments {
        #[command(flatten)]
        args: GenerateArgs,
    }

    /// Returns the format that the options select, or the message of the error.
    fn selected(options: &str) -> Result<Format, String> {
        let words = ["generate"].into_iter().chain(options.split_whitespace());
        let Arguments { args } = Arguments::try_parse_from(words).unwrap();
        let message = |failure: Failure| failure.message().unwrap();
        let (_, template) = super::options(&args).map_err(message)?;
        format(&args, &template).map_err(message)
    }

    #[test]
    fn the_format_stores_what_the_options_ask_for() {
        for (options, expected) in [
            ("", Format::Grid),
            ("-n 2", Format::Line),
            ("--with-solutions", Format::Csv),
            ("--with-solutions --box 4x4", Format::Json),
            ("--with-rules killercage", Format::Json),
            ("--position --technique x-wing", Format::Hodoku),
            ("--position --technique x-wing --box 2x3", Format::Json),
            ("--columns puzzle,solution", Format::Csv),
        ] {
            assert_eq!(selected(options), Ok(expected), "{options}");
        }
    }

    #[test]
    fn formats_that_lose_what_the_options_ask_for_are_errors() {
        for (options, expected) in [
            ("--with-solutions --format line", "--with-solutions requires --format csv, json or fpuzzles"),
            ("--columns puzzle --format json", "--columns requires --format csv"),
            ("--with-rules arrow --format line", "the format line cannot represent"),
            ("--with-rules nonsense", "invalid value 'nonsense' for '--with-rules <KINDS>'"),
        ] {
            let error = selected(options).unwrap_err();
            assert!(error.starts_with(expected), "{options}: {error}");
        }
    }
}
