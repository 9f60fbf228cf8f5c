//! `sudoku-sat count`: how many solutions each puzzle has.

use sudoku_cnf::Grid;
use sudoku_cnf::text::{Record, Style};
use sudoku_sat::outcome::Reason;
use sudoku_sat::{Count as Solutions, Incomplete, Interrupt, count as count_solutions};

use super::announce;
use super::many::answer_each;
use super::record::{Answer, JsonCount, JsonRecord};
use crate::args::Count;

pub(crate) fn count(args: &Count, style: Style, interrupt: &Interrupt) -> anyhow::Result<u8> {
    answer_each(&args.records, style, interrupt, || {
        |record: &Record, json: &mut JsonRecord| answer(&record.puzzle, args, interrupt, json)
    })
}

fn answer(
    puzzle: &Grid,
    args: &Count,
    interrupt: &Interrupt,
    json: &mut JsonRecord,
) -> anyhow::Result<Answer> {
    let (solver, enough) = (args.solver.chosen(), args.limit.map(u128::from));
    let options = args.solver.cnf(puzzle);
    if let Some(solver) = &solver {
        announce(&args.solver, solver, puzzle, options);
    }
    let limits = args.solver.time.limits(interrupt);
    let count = count_solutions(puzzle, solver.as_ref(), options, enough, limits)?;
    let (value, exact) = match count {
        Solutions::Exactly(value) => (value, true),
        Solutions::AtLeast(value, _) => (value, false),
    };
    json.count = Some(JsonCount { value, exact });
    Ok(match count {
        Solutions::Exactly(0) => Answer::Unsatisfiable("exactly 0".to_owned()),
        Solutions::Exactly(value) => Answer::Solved(format!("exactly {value}")),
        Solutions::AtLeast(value, Incomplete::Enough) => {
            Answer::Solved(format!("at least {value} (limit reached)"))
        }
        Solutions::AtLeast(_, Incomplete::Stopped(Reason::Interrupted)) => Answer::Interrupted,
        Solutions::AtLeast(value, Incomplete::Stopped(Reason::TimeLimit)) => {
            Answer::Unknown(format!("at least {value} (time out)"))
        }
        Solutions::AtLeast(value, Incomplete::Stopped(reason)) => {
            Answer::Unknown(format!("at least {value} ({reason})"))
        }
    })
}
