//! Errors in a text, with the line and a hint.

use sudoku_cnf::text::{Hint, ReadError};

/// Returns the message for an error: its position, the line with a mark below the error, and a hint.
pub(crate) fn error_text(error: &ReadError) -> String {
    let mut text = error.to_string();
    if let ReadError::Text(errors) = error {
        let error = errors.first();
        if !error.text.is_empty() {
            let indent = " ".repeat(error.column.saturating_sub(error.text_column));
            text += &format!("\n{}\n{indent}{}", error.text, "^".repeat(error.length.max(1)));
        }
        let hint = error.kind.hint().and_then(|hint| hint_text(&hint));
        text += &hint.map_or_else(String::new, |hint| format!("\nhint: {hint}"));
    } else if matches!(error, ReadError::NoPuzzle) {
        text += "\nhint: a puzzle is a line of 81 digits and dots, 9 rows of 9, JSON, or a link";
    }
    text
}

/// Returns the text of a hint, or `None` if it concerns an option that the page does not have.
fn hint_text(hint: &Hint) -> Option<String> {
    let fixed = match hint {
        Hint::CellSymbols => {
            "a cell is a digit or a blank ('.', '0', '_', '*' or '-'); comments start with '#'"
        }
        Hint::LargeCellSymbols => {
            "a cell is a number delimited by spaces, a single character 1-9A-Z, or a blank ('.', '0', '_', '*' or '-')"
        }
        Hint::BoardCellCount => "a 9x9 board has 9 rows of 9 cells",
        Hint::BoardSize(n) => return Some(format!("the first puzzle is {n}x{n}")),
        Hint::CandidateLists => "each cell is read as a list of candidates",
        Hint::SeparateDigits => "separate the digits",
        Hint::ExportText => "save the puzzle as text, for example as CSV, or decompress the file",
        Hint::ConvertToUtf8 => "convert it to UTF-8",
        Hint::DisableColors => "disable colors in the program that wrote the text",
        Hint::WriteRules => "write rules like 'killercage 10: r1c1 r1c2'",
        Hint::RunSolver => "run a SAT solver on it, and paste its output into the view Check",
        Hint::DecodeOutput => "paste it into the view Check",
        Hint::KnownConstraints => "the list of rules shows what is supported",
        Hint::SeparateTables => {
            "separate puzzles with empty lines, and remove blank rows after the last puzzle"
        }
        Hint::OneNumberedTable => "paste one table, or remove the numbers of rows and columns",
        _ => return None,
    };
    Some(fixed.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudoku_cnf::text::read_single;

    #[test]
    fn errors_show_the_line_and_a_hint() {
        let text = "53..7....\n6..195...\n.98..x.6.\n";
        let error = read_single(text.as_bytes(), None, None).unwrap_err();
        let lines: Vec<String> = error_text(&error).lines().map(str::to_owned).collect();
        assert!(lines[0].starts_with("3:6: "), "{lines:?}");
        assert_eq!(lines[1..3], [".98..x.6.", "     ^"]);
        assert!(lines[3].starts_with("hint: "), "{lines:?}");
        assert!(error_text(&ReadError::NoPuzzle).contains("hint: a puzzle is"));
    }
}
