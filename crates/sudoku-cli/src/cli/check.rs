//! The `sudoku-cli check` command, which checks puzzles and full grids.

use std::path::PathBuf;

use sudoku_cli::check::{Checker, Verdict};
use sudoku_cnf::cli::files::Input;
use sudoku_cnf::cli::numbers::grouped;
use sudoku_cnf::cli::puzzles::{Item, PuzzleStream, no_puzzle};
use sudoku_cnf::cli::result_class::ResultClass;
use sudoku_cnf::cli::run::{Answer, Run, jobs_or_cores};
use sudoku_cnf::cli::source_lines::SourceLines;
use sudoku_cnf::cli::totals::Totals;
use sudoku_cnf::cli::{Failure, Style, exit_code, messages, output};
use sudoku_cnf::puzzle::board::BoardOptions;
use sudoku_cnf::text::{ReadOptions, Record};
use sudoku_cnf::{Candidate, Puzzle, Solution};

use super::PROGRAM;
use super::args::CheckArgs;

pub(crate) fn check(args: &CheckArgs, style: Style) -> Result<u8, Failure> {
    let options = args.read.options()?;
    let valid = |path: &PathBuf| Input::new(Some(path.clone())).valid_puzzle(&options, args.puzzle_number);
    let puzzle = args.puzzle.as_ref().map(valid).transpose()?.map(|record| record.puzzle);
    // With `--puzzle`, the grids are read with the board options of that puzzle, and `--puzzle-number` selects a puzzle
    // in the `--puzzle` file rather than a grid.
    let (options, number) = match &puzzle {
        Some(puzzle) => (args.read.options_on(BoardOptions::from(&**puzzle.geometry()))?, None),
        None => (options, args.puzzle_number),
    };
    let options = ReadOptions { keep_lines: !args.only.is_empty(), ..options };
    let mut grids = PuzzleStream::open(PROGRAM, &args.grids, options, number)?;
    let are_many = grids.has(2);
    let inputs = args.grids.iter().chain(&args.puzzle).chain(args.read.files());
    output::open_records(args.output.as_deref(), inputs, args.resume.resume)?;
    grids.skip_completed(|_| {})?;
    let jobs = if are_many { jobs_or_cores(args.jobs) } else { 1 };
    let run = Run { is_strict: args.strict, jobs, ..Run::new(PROGRAM, style, args.quiet) };
    let worker = || {
        let checker =
            Checker::default().timeout(args.limits.timeout).memory_limit(args.limits.memory_limit());
        let finds_redundant = args.redundant || !are_many && args.only.is_empty();
        let mut checker = if finds_redundant { checker } else { checker.without_redundant_givens() };
        let against = puzzle.as_ref();
        move |grid: &Item| judge(&mut checker, grid.record()?, against, finds_redundant)
    };
    let mut lines = SourceLines::resumed();
    let totals = run.each(grids, worker, |grid, judgment| {
        let (Ok((text, class)), Ok(record)) = (judgment, &grid.puzzle) else {
            return Ok(());
        };
        let is_printed = args
            .only
            .iter()
            .any(|&only| class == only || class == ResultClass::Valid && only == ResultClass::Unique);
        if is_printed {
            output::write_record("", &lines.text(record))
        } else if !args.only.is_empty() {
            Ok(())
        } else if are_many {
            output::write_record("", &format!("{}: {}", grid.place(), text.join("; ")))
        } else {
            output::write_record("", &text.join("\n"))
        }
    })?;
    if totals.is_empty() {
        return Err(no_puzzle().into());
    }
    if are_many && !args.quiet {
        messages::print_line(summary(&totals));
    }
    Ok(if args.only.is_empty() { exit_code_of(&totals) } else { totals.exit_code() })
}

/// Returns the number of puzzles and full grids with each result.
fn summary(totals: &Totals) -> String {
    let others = ResultClass::OF_CHECK.into_iter().filter(|class| *class != ResultClass::Valid);
    let valid = format!("{} valid", grouped(totals.of_class(ResultClass::Valid)));
    [vec![valid], totals.list(&others.collect::<Vec<_>>())].concat().join(", ")
}

/// Returns the exit code, which also depends on the results.
fn exit_code_of(totals: &Totals) -> u8 {
    let has = |class| totals.of_class(class) > 0;
    match totals.exit_code() {
        exit_code::INTERRUPTED => exit_code::INTERRUPTED,
        _ if has(ResultClass::Several) || has(ResultClass::Invalid) => exit_code::ERROR,
        exit_code::DONE if has(ResultClass::Unsatisfiable) => exit_code::NO_SOLUTION,
        code => code,
    }
}

/// Checks a puzzle or full grid, and the solution stored with it, if any. Returns the lines of the result and its
/// class.
///
/// If `against` is set, checks whether the grid is a solution of the puzzle `against`. `finds_redundant` is `true` if
/// `checker` searches for redundant givens.
fn judge(
    checker: &mut Checker,
    record: &Record,
    against: Option<&Puzzle>,
    finds_redundant: bool,
) -> Result<Answer<(Vec<String>, ResultClass)>, Failure> {
    let puzzle = &record.puzzle;
    let name = |given: &Candidate| format!("{} {}", given.cell, given.digit);
    let verdict = checker.check(puzzle, against).map_err(|error| Failure::Puzzle(error.into()))?;
    let one_solution = "exactly 1 solution".to_owned();
    let (mut lines, mut class) = match verdict {
        Verdict::Clashes(clashes) => {
            (clashes.iter().map(ToString::to_string).collect(), ResultClass::Invalid)
        }
        Verdict::Violated(rules) => {
            (rules.iter().map(|rule| format!("violated: {rule:#}")).collect(), ResultClass::Invalid)
        }
        Verdict::NotASolution(error) => {
            (vec![format!("not a solution of the puzzle: {error}")], ResultClass::Invalid)
        }
        Verdict::Correct => (vec!["a correct full grid".to_owned()], ResultClass::Valid),
        Verdict::Unsatisfiable => (vec!["no solution".to_owned()], ResultClass::Unsatisfiable),
        Verdict::Unique(None) if finds_redundant => {
            (vec![one_solution, "redundant givens: unknown".to_owned()], ResultClass::Valid)
        }
        Verdict::Unique(None) => (vec![one_solution], ResultClass::Valid),
        Verdict::Unknown(reason) => (vec![format!("result unknown: {reason}")], ResultClass::Unknown),
        Verdict::Unique(Some(redundant)) if redundant.is_empty() => {
            (vec![one_solution + "; every given is necessary"], ResultClass::Valid)
        }
        Verdict::Unique(Some(redundant)) => {
            let list = redundant.iter().map(name).collect::<Vec<_>>().join(", ");
            let redundant = format!("redundant givens (each can be removed on its own): {list}");
            (vec![one_solution, redundant], ResultClass::Valid)
        }
        Verdict::Several(one, other) => {
            let text = format!("several solutions: one with {}, another with {}", name(&one), name(&other));
            (vec![text], ResultClass::Several)
        }
    };
    if let Some(Err(error)) = record.solution.clone().map(|solution| Solution::check(solution, puzzle)) {
        lines.push(format!("the solution stored with the puzzle is wrong: {error}"));
        class = ResultClass::Invalid;
    }
    Ok(Answer::new((lines, class), class))
}
