//! From Rust's errors to Python's exceptions.

use std::panic::{AssertUnwindSafe, catch_unwind};

use pyo3::PyErr;
use pyo3::PyResult;
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyTimeoutError, PyValueError};
use sudoku_cnf::text::{Hint, ReadError};
use sudoku_sat::{SolveError, StopReason};

/// Returns a `ValueError` with a message.
pub(crate) fn value(message: impl ToString) -> PyErr {
    PyValueError::new_err(message.to_string())
}

/// Returns a `RuntimeError` with a message.
pub(crate) fn runtime(message: impl ToString) -> PyErr {
    PyRuntimeError::new_err(message.to_string())
}

/// Runs `work`, and returns a `RuntimeError` if it panics. PyO3 would raise an exception that is not an `Exception`.
pub(crate) fn guarded<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| {
        let message = payload.downcast_ref::<String>().map(String::as_str);
        let message = message.or_else(|| payload.downcast_ref().copied()).unwrap_or("unknown cause");
        Err(runtime(format!("internal error: {message}")))
    })
}

/// Returns the exception for a computation that stopped without a result.
pub(crate) fn stopped(reason: &StopReason) -> PyErr {
    match reason {
        StopReason::TimeLimit => PyTimeoutError::new_err(reason.to_string()),
        StopReason::MemoryLimit => PyMemoryError::new_err(reason.to_string()),
        _ => runtime(reason),
    }
}

/// Returns the exception for a question about a puzzle that was not answered.
pub(crate) fn solve(error: SolveError) -> PyErr {
    match error {
        SolveError::Unknown(reason) => stopped(&reason),
        SolveError::UnsupportedRules(_) | SolveError::TooManyVariables(_) => value(error),
        _ => runtime(error),
    }
}

/// Returns a `ValueError` for text that contains no puzzle. `has_box` is whether the box shape is an argument.
pub(crate) fn read(error: &ReadError, has_box: bool) -> PyErr {
    value(read_message(error, has_box))
}

/// Returns the message for text that contains no puzzle. It starts with the line and the column, and ends with a hint.
pub(crate) fn read_message(error: &ReadError, has_box: bool) -> String {
    let hint = match error {
        ReadError::NoPuzzle => Some(
            "a puzzle is a string of 81 digits and dots, 9 rows of 9, or any other format of sudoku-cli"
                .to_owned(),
        ),
        ReadError::SeveralPuzzles(_) => Some("pass one puzzle at a time, or use solve_many".to_owned()),
        ReadError::Text(errors) => {
            errors.first().kind.hint().as_ref().and_then(|hint| hint_text(hint, has_box))
        }
        _ => None,
    };
    match hint {
        Some(hint) => format!("{error}\nhint: {hint}"),
        None => error.to_string(),
    }
}

/// Returns a hint in terms of the Python interface, or `None` if the error message suffices.
fn hint_text(hint: &Hint, has_box: bool) -> Option<String> {
    Some(match hint {
        Hint::CellSymbols => "write each cell as a digit or as '.'".to_owned(),
        Hint::LargeCellSymbols => "write each cell as a number, a letter or '.'".to_owned(),
        Hint::BoardCellCount | Hint::BoardSize(_) | Hint::SetBoxShape if has_box => {
            "check the number of cells and the argument box".to_owned()
        }
        Hint::BoardCellCount | Hint::BoardSize(_) | Hint::SetBoxShape => {
            "check the number of cells, or set the box shape: Puzzle(text, box=\"2x3\")".to_owned()
        }
        Hint::ChooseBoxShape([first, second]) => {
            format!("set the box shape: Puzzle(text, box=\"{first}\") or Puzzle(text, box=\"{second}\")")
        }
        _ => return None,
    })
}
