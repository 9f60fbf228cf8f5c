//! `sudoku-sat rate`: how hard each puzzle is.

use sudoku_cnf::Grid;
use sudoku_cnf::text::{Record, Style};
use sudoku_sat::outcome::Reason;
use sudoku_sat::question::{Rating, rate as rating};
use sudoku_sat::{Interrupt, SolveError};

use super::many::answer_each;
use super::record::{Answer, JsonRating, JsonRecord, Uniqueness};
use crate::args::Rate;

pub(crate) fn rate(args: &Rate, style: Style, interrupt: &Interrupt) -> anyhow::Result<u8> {
    answer_each(&args.records, style, interrupt, || {
        |record: &Record, json: &mut JsonRecord| answer(&record.puzzle, args, interrupt, json)
    })
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
            json.unique = Some(Uniqueness::Unique);
            json.rating = Some(JsonRating { difficulty, step: step.to_string(), learned_clauses });
            Answer::Solved(format!("{difficulty} {step} {learned_clauses}"))
        }
        Ok(Rating::Several) => {
            json.unique = Some(Uniqueness::Several);
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
