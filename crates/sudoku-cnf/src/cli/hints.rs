//! The text of hints, notes and errors that mention command-line options.

use super::document_notes::document_note;
use super::messages;
use crate::text::{Hint, Note, ReadError, Record};

/// Returns the text of a hint.
pub fn hint_text(hint: &Hint) -> String {
    let fixed = match hint {
        Hint::CellSymbols => {
            "a cell is a digit or a blank ('.', '0', '_', '*' or '-'); comments start with '#'"
        }
        Hint::LargeCellSymbols => {
            "a cell is a number delimited by spaces, a single character 1-9A-Z, or a blank ('.', '0', '_', '*' or '-')"
        }
        Hint::BoardCellCount => {
            "a 9x9 board has 9 rows of 9 cells; for other sizes, set the box size with --box RxC"
        }
        Hint::BoardSize(n) => {
            return format!(
                "puzzles in this input are read as {n}x{n}; for other sizes, set the box size with --box RxC"
            );
        }
        Hint::CandidateLists => {
            "each cell is read as a list of candidates; select a different format with --from"
        }
        Hint::SeparateDigits => "separate the digits, or use --from candidates if they are candidates",
        Hint::ChooseBoxShape([first, second]) => {
            let (n, m) = (first.size(), second.size());
            return format!("use --box {first} for {n}x{n} boards or --box {second} for {m}x{m} boards");
        }
        Hint::SetBoxShape => "--box RxC sets the box size and overrides the bars",
        Hint::ChooseAlphabet(readings) => {
            let options: Vec<_> = readings.iter().map(|reading| format!("--symbols {reading}")).collect();
            return format!("use {}", options.join(" or "));
        }
        Hint::SetAlphabet(alphabet) => return format!("set the digits with --symbols {alphabet}"),
        Hint::ExportText => "save the puzzle as text, for example as CSV, or decompress the file",
        Hint::ConvertToUtf8 => "convert it to UTF-8, for example with 'iconv -f UTF-16LE -t UTF-8'",
        Hint::DisableColors => "disable colors in the program that wrote the text",
        Hint::WriteRules => {
            "write rules like 'killercage 10: r1c1 r1c2' (docs/rules.md) and use them with --rules"
        }
        Hint::RunSolver => "run a solver on it, then decode the solver's output with 'sudoku-cli decode'",
        Hint::DecodeOutput => "decode it with 'sudoku-cli decode'",
        Hint::KnownConstraints => "docs/rules.md lists the supported rules; --rules FILE defines others",
        Hint::SeparateTables => {
            "separate puzzles with empty lines, and remove blank rows after the last puzzle"
        }
        Hint::OneNumberedTable => {
            "if the input contains several numbered tables, put each into its own file or remove the numbers"
        }
    };
    fixed.to_owned()
}

/// Prints the note about a puzzle, if any, unless `is_quiet` is set.
pub fn print_note(program: &str, record: &Record, is_quiet: bool) {
    if let Some(note) = record.note.as_ref().filter(|_| !is_quiet) {
        let text = match note {
            Note::Document => document_note(&[record.line], 1),
            note => note_text(note),
        };
        messages::print(program, format_args!("note: {text}"));
    }
}

/// Returns the text of a note, followed by a hint that names the option for selecting the other interpretation.
pub fn note_text(note: &Note) -> String {
    match note {
        Note::Symbols { other, .. } => {
            format!("{note}\nhint: select the other digits with --symbols {other}")
        }
        Note::Document | Note::Statement { .. } => note.to_string(),
        Note::Drawing => format!("{note}\nhint: add these rules with --rule or --rules"),
        Note::EmptyBoards { chosen, other } => {
            format!("{note}\nhint: use --box {other} for one board, or --box {chosen} to suppress this note")
        }
    }
}

/// Returns the message for an error, followed by a hint if a command-line option can resolve the error.
pub fn error_text(error: &ReadError) -> String {
    match error {
        ReadError::SeveralPuzzles(count) => format!(
            "found {count} puzzles, but this command processes only one\nhint: select one with --puzzle-number"
        ),
        ReadError::NoPuzzle => format!(
            "{error}\nhint: a puzzle is a line of 81 digits and dots, or 9 rows of 9; 'sudoku-cli convert --help' lists all formats"
        ),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Alphabet, read_single};

    #[track_caller]
    fn check_hint(text: &str, expected: &str) {
        let Err(ReadError::Text(errors)) = read_single(text.as_bytes(), None, None) else { panic!("{text}") };
        assert_eq!(errors.first().kind.hint().map(|hint| hint_text(&hint)).as_deref(), Some(expected));
    }

    #[test]
    fn hints_name_options() {
        check_hint(
            &"1...............\n".repeat(16),
            "use --box 2x2 for 4x4 boards or --box 4x4 for 16x16 boards",
        );
        check_hint(
            &format!("0A1.............\n{}", "................\n".repeat(15)),
            "use --symbols 0-9A-Z or --symbols 1-9A-Z",
        );
        check_hint("1 2 3 | 4 5 6\n. . | . . | . .\n", "--box RxC sets the box size and overrides the bars");
    }

    #[test]
    fn errors_and_notes_name_options() {
        let error = read_single(&b"1...............\n2...............\n"[..], None, None).unwrap_err();
        assert!(error_text(&error).ends_with("hint: select one with --puzzle-number"));
        assert!(
            error_text(&ReadError::NoPuzzle)
                .starts_with("no puzzle found\nhint: a puzzle is a line of 81 digits")
        );
        let note = Note::Symbols { chosen: Alphabet::FromOne, other: Alphabet::FromZero, size: 16 };
        assert_eq!(
            note_text(&note),
            "ambiguous symbols: the digits are read as 1-9A-G, but could be 0-9A-F\n\
             hint: select the other digits with --symbols 0-9A-Z"
        );
    }
}
