//! HoDoKu's library lines: `:technique:candidates:givens:deleted candidates:eliminations:placements:extra`.
//!
//! `+` marks a digit that was placed on the way; it stands on the board like a given. Deleted candidates, each a
//! digit, a row and a column, are excluded.

use std::io::Read;

use super::Record;
use super::error::{ReadError, TextError, TextErrorKind, TextErrors};
use super::gap;
use super::sheet::{Boards, Mark};
use super::source::{Line, Lines};
use super::word::{self, Word};
use crate::board::{Candidate, Cell, Digit};

/// The next puzzle of the library.
pub(super) fn next<R: Read>(lines: &mut Lines<R>, boards: &mut Boards) -> Option<Result<Record, ReadError>> {
    gap::skip_to_cells(lines);
    let line = lines.next()?;
    Some(line.and_then(|line| record(&line, boards)))
}

fn record(line: &Line, boards: &mut Boards) -> Result<Record, ReadError> {
    let mut column = 1;
    let fields: Vec<_> = line
        .text
        .split(':')
        .map(|text| {
            let field = Word::new(column, text);
            column += text.chars().count() + 1;
            field
        })
        .collect();
    let [before, technique, _, givens, rest @ ..] = &fields[..] else {
        let kind =
            TextErrorKind::NotA("library line, which is :technique:candidates:givens:deleted candidates:");
        return Err(line.whole_error(kind).into());
    };
    if !before.text.trim().is_empty() {
        return Err(line
            .error(1, before.length(), TextErrorKind::NotA("library line, which begins with ':'"))
            .into());
    }
    let words = word::characters(givens.column, &givens.text).filter(|word| word.text != "+");
    let marks: Vec<_> = words.map(|word| Mark { line, word }).collect();
    let mut puzzle = boards.puzzle((&marks, true), &Mark { line, word: givens.clone() })?;
    if let Some(deleted) = rest.first() {
        let (mut excluded, mut faults) = (Vec::new(), Vec::new());
        for word in word::words(&deleted.text) {
            let word = Word::new(deleted.column + word.column - 1, word.text.into_owned());
            match candidate(line, &word, puzzle.geometry().size()) {
                Ok(candidate) => excluded.push(candidate),
                Err(error) => faults.push(error),
            }
        }
        TextErrors::all(faults)?;
        puzzle.exclude(excluded);
    }
    // 0000 is a full house, and also where there is nothing to say.
    let technique = technique.text.trim();
    let remark = (!matches!(technique, "" | "0000")).then(|| technique.to_owned());
    Ok(Record { remark, ..Record::new(puzzle, line.number) })
}

/// The candidate that `digit row column` names, for boards of up to 9×9.
fn candidate(line: &Line, word: &Word<'_>, n: usize) -> Result<Candidate, TextError> {
    let no_candidate = || {
        line.error(
            word.column,
            word.length(),
            TextErrorKind::NotA("candidate, which is a digit, a row and a column"),
        )
    };
    let numbers: Option<Vec<_>> =
        word.text.chars().map(|c| c.to_digit(10).map(|value| value as usize)).collect();
    match numbers.as_deref() {
        Some(&[digit, row, column]) if [digit, row, column].iter().all(|value| (1..=n).contains(value)) => {
            let digit = Digit::new(digit).ok_or_else(no_candidate)?;
            Ok(Candidate { cell: Cell::new(row, column).ok_or_else(no_candidate)?, digit })
        }
        _ => Err(no_candidate()),
    }
}
