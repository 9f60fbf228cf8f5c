//! The wording of hints, notes and errors that name command-line options.

use crate::formats::{Hint, Note, ReadError};

/// Returns the text of a hint, which may name options.
#[must_use]
pub fn hint_text(hint: &Hint) -> String {
    let fixed = match hint {
        Hint::DashBlank => "'-' is a blank only in a puzzle of one line; write '.'",
        Hint::CellSymbols => "a cell is a digit or one of the blanks . 0 _ *; text belongs behind a '#'",
        Hint::LargeCellSymbols => {
            "a cell is a number between blanks, or one character 1-9A-Z, or one of the blanks . 0 _ *"
        }
        Hint::BoardCellCount => {
            "9 cells are a row of 9x9 and 81 cells without blanks a board; --box RxC names the boxes of other boards"
        }
        Hint::OneSize => {
            "all puzzles of an input have one size; --box RxC names it, where it is not what it seems"
        }
        Hint::ChooseBoxShape([first, second]) => {
            return format!("say which with --box {first} or --box {second}");
        }
        Hint::SetBoxShape => "--box RxC names the shape of the boxes, whatever the bars show",
        Hint::ChooseAlphabet(readings) => {
            let options: Vec<_> = readings.iter().map(|reading| format!("--symbols {reading}")).collect();
            return format!("say which with {}", options.join(" or "));
        }
        Hint::SetAlphabet(alphabet) => return format!("--symbols {alphabet} says so from the beginning"),
        Hint::KnownConstraints => "known are diagonals, regions, antiknight, antiking and disjoint groups",
        Hint::SeparateTables => "part puzzles by empty lines, and write no blank rows behind the last",
        Hint::OneNumberedTable => "give one such table a file, or leave the numbers out",
    };
    fixed.to_owned()
}

/// Returns the text of a note, with the option that selects the other reading.
#[must_use]
pub fn note_text(note: &Note) -> String {
    format!("{note}, which --symbols {} says", note.other)
}

/// Returns the message of an error, with the option that resolves it if there is one.
#[must_use]
pub fn error_text(error: &ReadError) -> String {
    match error {
        ReadError::SeveralPuzzles(count) => format!(
            "there are {count} puzzles in it, and this command takes one; pick one by its number with --record"
        ),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{Alphabet, read_single};

    #[track_caller]
    fn check_hint(text: &str, expected: &str) {
        let Err(ReadError::Text(errors)) = read_single(text.as_bytes(), None, None) else { panic!("{text}") };
        assert_eq!(errors.first().kind.hint().map(|hint| hint_text(&hint)).as_deref(), Some(expected));
    }

    #[test]
    fn hints_name_options() {
        check_hint(&"1...............\n".repeat(16), "say which with --box 2x2 or --box 4x4");
        check_hint(
            &format!("0A1.............\n{}", "................\n".repeat(15)),
            "say which with --symbols 0-9A-Z or --symbols 1-9A-Z",
        );
        check_hint(
            "1 2 3 | 4 5 6\n. . | . . | . .\n",
            "--box RxC names the shape of the boxes, whatever the bars show",
        );
        check_hint("12..\n..-.\n", "'-' is a blank only in a puzzle of one line; write '.'");
    }

    #[test]
    fn errors_and_notes_name_options() {
        let error = read_single(&b"1...............\n2...............\n"[..], None, None).unwrap_err();
        assert!(error_text(&error).ends_with("pick one by its number with --record"));
        assert_eq!(error_text(&ReadError::NoPuzzle), "there is no puzzle in it");
        let note = Note { taken: Alphabet::FromOne, other: Alphabet::FromZero, size: 16 };
        assert_eq!(
            note_text(&note),
            "the digits are read as 1-9A-G; they might be 0-9A-F, which --symbols 0-9A-Z says"
        );
    }
}
