//! `sudoku-sat rate`: how hard each puzzle is.

use sudoku_cnf::Grid;
use sudoku_cnf::text::{Format, Style};
use sudoku_sat::outcome::Reason;
use sudoku_sat::question::{Rating, rate as rating};
use sudoku_sat::{Interrupt, SolveError};

use super::input;
use super::record::{Answer, Errors, JsonRating, JsonRecord, print_records};
use crate::args::Rate;

pub(crate) fn rate(args: &Rate, style: Style, interrupt: &Interrupt) -> anyhow::Result<u8> {
    let as_json = args.format == Some(Format::Json);
    let items = input::one_or_many(&args.puzzles, &args.puzzle, args.format.is_some())?;
    let errors = Errors { style, strict: args.strict };
    let tally = print_records(items.into_iter(), as_json, "", errors, |record, json| {
        answer(&record.puzzle, args, interrupt, json)
    })?;
    Ok(tally.exit_code())
}

fn answer(
    puzzle: &Grid,
    args: &Rate,
    interrupt: &Interrupt,
    json: &mut JsonRecord,
) -> anyhow::Result<Answer> {
    Ok(match rating(puzzle, args.time.limits(interrupt)) {
        Ok(Rating::Proper { step, learned_clauses }) => {
            let difficulty = step.difficulty().name();
            json.unique = Some(true);
            json.rating = Some(JsonRating { difficulty, step: step.to_string(), learned_clauses });
            Answer::Solved(format!("{difficulty} {step} {learned_clauses}"))
        }
        Ok(Rating::Several) => {
            json.unique = Some(false);
            Answer::Solved("several".to_owned())
        }
        Ok(Rating::Unsatisfiable) => Answer::Unsatisfiable("unsatisfiable".to_owned()),
        Err(SolveError::Unknown(Reason::Interrupted)) => Answer::Interrupted,
        Err(SolveError::Unknown(reason)) => {
            json.message = Some(reason.to_string());
            Answer::Unknown("unknown".to_owned())
        }
        Err(error) => return Err(error.into()),
    })
}
