//! `sudoku-sat rate`: prints the difficulty of each puzzle.

use std::cmp::Reverse;
use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};

use itertools::Itertools;
use sudoku_cnf::Puzzle;
use sudoku_cnf::cli::result_class::ResultClass;
use sudoku_cnf::cli::{Failure, Style, messages};
use sudoku_cnf::text::{Format, JsonCells, Record};
use sudoku_sat::rate::{Rating, Score};
use sudoku_sat::{Limits, SolveOptions};

use super::args::RateArgs;
use super::csv_record::Column;
use super::histogram::Histogram;
use super::record::{Answer, JsonRating, JsonRecord, Uniqueness};
use super::record_format::RecordFormat;
use super::records::{RecordCommand, exit_code};
use super::{plot, print_message, solve_failure};

/// The columns of CSV output without `--score`.
const RATING_COLUMNS: [Column; 6] = [
    Column::Puzzle,
    Column::Difficulty,
    Column::Step,
    Column::LearnedClauses,
    Column::Status,
    Column::Unique,
];

pub(crate) fn rate(args: &RateArgs, style: Style) -> Result<u8, Failure> {
    let score_columns: &[_] = if args.score { &Column::OF_SCORE } else { &[] };
    let columns = [&RATING_COLUMNS, score_columns].concat();
    let format = RecordFormat::from_options(&args.records, &columns, &args.only)?;
    let format = format.unwrap_or_else(|| RecordFormat::text(Format::Line));
    let (paths, output) = args.records.files();
    if let (Some(path), Some(column)) = (output, args.plot) {
        plot::check_path(path, paths.iter().chain(args.puzzle.read.files()))?;
        if !args.score && Column::OF_SCORE.contains(&column) {
            return Err(Failure::Usage("this histogram requires --score".to_owned()));
        }
    }
    let files = (paths, output.filter(|_| args.plot.is_none()));
    let command = RecordCommand {
        only: &args.only,
        class: JsonRecord::rating_class,
        ..RecordCommand::new(files, &args.batch, &args.puzzle, style, format)
    };
    let collected = Mutex::new(Collected::default());
    let totals = command.answer_each(args.records.selects_records(), || {
        |record: &Record, json: &mut JsonRecord| {
            let limits = args.time.limits();
            let answer = answer(&record.puzzle, args.wants_scores(), args.wants_solutions(), &limits, json);
            let hardest = json.rating.as_ref().and_then(JsonRating::hardest);
            json.givens = Some(record.puzzle.given_count());
            // A poisoned lock is harmless here: the collected data is always complete.
            let mut collected = collected.lock().unwrap_or_else(PoisonError::into_inner);
            collected.scores.extend(hardest.map(|(score, technique)| (score, technique.to_owned())));
            let value = args.plot.map(|column| column.text(json));
            collected.values.extend(value.filter(|value| !value.is_empty()));
            if let Err(Failure::Unknown(reason)) = &answer {
                collected.reason = Some(reason.clone());
            }
            answer
        }
    })?;
    let Collected { scores, values, reason } = collected.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let (Some(column), Some(path), false) = (args.plot, output, totals.is_interrupted) {
        let histogram = Histogram::new(column, &values);
        if !args.batch.quiet {
            histogram.lines().for_each(messages::print_line);
        }
        plot::write(path, &histogram.svg()?)?;
    }
    if !args.batch.quiet && totals.items > 1 {
        messages::print_line(totals.list(&ResultClass::OF_RATE).join(", "));
        print_scores(scores);
    }
    // With several puzzles, the totals count those whose rating is unknown.
    if let (1, Some(reason)) = (totals.items, reason) {
        print_message(format_args!("result unknown: {reason}"));
    }
    Ok(exit_code(&totals))
}

/// Data of all puzzles for the summary of a run.
#[derive(Default)]
struct Collected {
    /// The score of each puzzle, and the technique of its most expensive step.
    scores: Vec<(u64, String)>,
    /// The values that the histogram counts.
    values: Vec<String>,
    /// The reason why a rating is unknown.
    reason: Option<String>,
}

/// Prints the median and the maximum of the scores, and how often each technique is the hardest, if there are any
/// scores.
fn print_scores(mut scores: Vec<(u64, String)>) {
    scores.sort_unstable();
    if let Some((maximum, _)) = scores.last() {
        let (median, _) = scores[(scores.len() - 1) / 2];
        messages::print_line(format_args!("scores: median {median}, maximum {maximum}"));
        let counts = scores.iter().counts_by(|(_, technique)| technique);
        let counts = counts.into_iter().sorted_by_key(|&(technique, count)| (Reverse(count), technique));
        let counts = counts.map(|(technique, count)| format!("{count} {technique}"));
        messages::print_line(format_args!("techniques: {}", counts.format(", ")));
    }
}

/// Rates a puzzle and fills in its record. The scores and the solution are optional, because they take further time.
pub(super) fn answer(
    puzzle: &Puzzle,
    wants_scores: bool,
    wants_solution: bool,
    limits: &Limits,
    json: &mut JsonRecord,
) -> Result<Answer, Failure> {
    let (step, learned_clauses) = match sudoku_sat::rate(puzzle, limits).map_err(solve_failure)? {
        Rating::Unique { step, learned_clauses } => (step, learned_clauses),
        Rating::Several => {
            json.unique = Some(Uniqueness::Several);
            return Ok(Answer::Solved("several".to_owned()));
        }
        Rating::Unsatisfiable => return Ok(Answer::Unsatisfiable(None)),
    };
    let score = wants_scores.then(|| sudoku_sat::rate::score(puzzle, limits)).transpose();
    let score = score.map_err(solve_failure)?.flatten();
    if wants_solution {
        let solution = SolveOptions::new().limits(limits.clone()).solve(puzzle).map_err(solve_failure)?;
        json.solution = solution.map(|solution| JsonCells::of(solution.grid()));
    }
    let difficulty = step.difficulty().name();
    let mut line = format!("{difficulty} {step} {learned_clauses}");
    if let Some(Score { hardest, total, technique, steps, .. }) = &score {
        let technique = if technique.is_empty() { "none" } else { technique };
        let _ = write!(line, " {hardest} {total} {technique} {steps}");
    }
    json.unique = Some(Uniqueness::Unique);
    json.rating = Some(JsonRating { difficulty, step: step.to_string(), learned_clauses, score });
    Ok(Answer::Solved(line))
}
