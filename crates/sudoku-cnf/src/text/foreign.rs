//! Recognition of CNF files, SAT solver output and binary files, which users pass to a puzzle reader by mistake.

use itertools::Itertools;

use super::error::TextError;
use super::error_kind::TextErrorKind;
use super::lines::AnyLines;
use super::text_line::TextLine;
use super::token;

/// The maximum number of comment lines that are skipped.
const MAX_COMMENTS: usize = 1 << 16;

/// The maximum number of lines that are examined together.
const MAX_ARRIVED: usize = 64;
/// The minimum number of clauses without a header.
const MIN_LINES: usize = 4;
/// The minimum number of columns of a table.
const MIN_COLUMNS: usize = 3;
/// The minimum length of the description in a game ID.
const MIN_DESCRIPTION: usize = 8;

/// The kinds of binary files that users pass by mistake, with the bytes at their start.
const BINARY_FILES: [(&[u8], &str); 10] = [
    (b"PK\x03\x04", "a ZIP archive or a spreadsheet"),
    (b"\x93NUMPY", "a NumPy array"),
    (b"%PDF-", "a PDF file"),
    (b"\x89PNG", "an image"),
    (b"\xff\xd8\xff", "an image"),
    (b"GIF8", "an image"),
    (b"\x1f\x8b", "a gzip-compressed file"),
    (b"\xfd7zXZ\0", "an xz-compressed file"),
    (b"\x28\xb5\x2f\xfd", "a zstd-compressed file"),
    (b"BZh", "a bzip2-compressed file"),
];
/// The number of bytes in the first line that are searched for a NUL byte, which does not occur in text.
const BINARY_SEARCH: usize = 8192;

/// Returns an error if the input starts like a binary file. No line must have been read.
pub(super) fn find_binary(lines: &mut AnyLines<'_>) -> Option<TextError> {
    let start = lines.start();
    let known = BINARY_FILES.iter().find(|(magic, _)| start.starts_with(magic)).map(|&(_, name)| name);
    let kind = match known {
        Some(name) => TextErrorKind::BinaryFile(name),
        None if is_utf16(start) => TextErrorKind::Utf16,
        None => {
            let length = start.iter().take(BINARY_SEARCH).position(|&byte| byte == b'\n');
            let first_line = &start[..length.unwrap_or(start.len().min(BINARY_SEARCH))];
            // In a line with a single NUL, the position of the NUL is more useful.
            if first_line.iter().filter(|&&byte| byte == 0).take(2).count() < 2
                && !first_line.starts_with(b"\0")
            {
                return None;
            }
            TextErrorKind::BinaryFile("a binary file")
        }
    };
    Some(TextLine::new(1, String::new()).error(1, 1, kind))
}

/// Returns whether `start` looks like UTF-16: every other byte of the first ASCII characters is NUL.
fn is_utf16(start: &[u8]) -> bool {
    let pairs: Vec<_> = start.chunks_exact(2).take(16).collect();
    let are_nul = |nul: usize| pairs.iter().all(|pair| pair[nul] == 0 && pair[1 - nul] != 0);
    pairs.len() >= 2 && (are_nul(0) || are_nul(1))
}

/// Returns an error if `lines` begin like a CNF file or like SAT solver output, or if the lines that have arrived are a
/// CNF without its header, a list of cages or a puzzle of another program. No line is removed.
pub(super) fn find(lines: &mut AnyLines<'_>) -> Option<TextError> {
    let arrived: Vec<&TextLine> =
        lines.buffered().filter(|line| !line.text.trim().is_empty()).take(MAX_ARRIVED).collect();
    if let Some(first) = arrived.first() {
        let kind = if are_clauses(&arrived) {
            Some(TextErrorKind::ProblemFile("a list of clauses in DIMACS format without the line 'p cnf'"))
        } else if are_cages(&arrived) {
            Some(TextErrorKind::OtherNotation("a list of killer cages, which are rules without a board"))
        } else {
            let game = "a game ID of Simon Tatham's puzzle collection, which is not supported";
            is_game_id(&first.text).then_some(TextErrorKind::OtherNotation(game))
        };
        if let Some(kind) = kind {
            return Some(first.whole_error(kind));
        }
    }
    #[cfg(not(feature = "formats"))]
    if let Some(line) = arrived.iter().find(|line| is_json(&line.text)) {
        let kind = TextErrorKind::Expected("no JSON, which requires the feature 'formats'");
        return Some(line.whole_error(kind));
    }
    for index in 0..MAX_COMMENTS {
        let line = lines.line_ahead(index)?;
        let words: Vec<_> = line.text.split_whitespace().take(3).collect();
        let kind = match words[..] {
            [] | ["c" | ";", ..] => continue,
            ["*", "#variable=", _] => TextErrorKind::ProblemFile("an OPB file"),
            ["(set-option" | "(set-logic" | "(declare-const", ..] => {
                TextErrorKind::ProblemFile("an SMT-LIB file")
            }
            ["p", "cnf", _] => TextErrorKind::CnfFile,
            ["SAT" | "UNSAT" | "INDET"] | ["s", "SATISFIABLE" | "UNSATISFIABLE" | "UNKNOWN"] => {
                TextErrorKind::SolverOutput
            }
            ["v", literal, ..] if literal.parse::<i64>().is_ok() => TextErrorKind::SolverOutput,
            _ => return None,
        };
        return Some(line.whole_error(kind));
    }
    None
}

/// Returns an error if `lines` begin like a CSV table with names of columns that are not those of cells, as in
/// `id,row,column,value`. The caller has not recognized a column with puzzles.
pub(super) fn other_table(lines: &[&TextLine]) -> Option<TextError> {
    let ([header, rows @ ..], true) = (lines, lines.len() >= 2) else { return None };
    let is_other = |delimiter: char| {
        let names: Vec<String> = header.text.split(delimiter).map(column_name).collect();
        let has_values = |line: &&TextLine| {
            line.text.split(delimiter).count() == names.len()
                && line.text.contains(|c: char| c.is_ascii_digit())
                && token::embedded_cells(&line.text).0.is_empty()
        };
        names.len() >= MIN_COLUMNS
            && names.iter().all(|name| name.len() > 1)
            && names.iter().all_unique()
            && rows.iter().take(2).all(has_values)
    };
    let is_table = [',', ';', '\t'].into_iter().any(is_other);
    is_table.then(|| header.whole_error(TextErrorKind::Missing("column 'puzzle' in a CSV table")))
}

/// Returns the word in the name of a column, or an empty string for a field that is no name. The names of the columns
/// of a board, for example `c1` and `c2`, have the same word.
fn column_name(field: &str) -> String {
    let field = field.trim().trim_matches('"');
    let is_name =
        field.starts_with(|c: char| c.is_ascii_alphabetic()) && !field.contains(['(', '{', '=', ' ']);
    let word = field.chars().filter(|c| is_name && c.is_alphabetic());
    word.flat_map(char::to_lowercase).collect()
}

/// Returns whether an object starts at the start of `line`. Reading the board without the other fields could lead to
/// wrong solutions.
#[cfg(not(feature = "formats"))]
fn is_json(line: &str) -> bool {
    let line = line.trim();
    line == "{" || line.starts_with("{\"") || line.starts_with("[{\"")
}

/// Returns whether `lines` are clauses: numbers of which the last one on each line is 0, and some are negative.
fn are_clauses(lines: &[&TextLine]) -> bool {
    let numbers = |line: &&TextLine| -> Option<Vec<i64>> {
        line.text.split_whitespace().map(|word| word.parse().ok()).collect()
    };
    let clauses: Option<Vec<_>> = lines.iter().map(numbers).collect();
    let is_clause =
        |clause: &Vec<i64>| clause.len() > 1 && clause.iter().position(|&n| n == 0) == Some(clause.len() - 1);
    clauses.is_some_and(|clauses| {
        clauses.len() >= MIN_LINES
            && clauses.iter().all(is_clause)
            && clauses.iter().flatten().any(|&literal| literal < -1)
    })
}

/// Returns whether `lines` are cages: a sum and the cells on each line, as `7 10 11`, `7 1,0 1,1` or `7;1,0;1,1`. No
/// cell belongs to two cages.
fn are_cages(lines: &[&TextLine]) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let cage = |line: &&TextLine| -> Option<Vec<String>> {
        let separator = if line.text.contains(';') { ';' } else { ' ' };
        let mut words = line.text.trim().split(separator).map(str::trim).filter(|word| !word.is_empty());
        let sum = words.next().filter(|sum| is_number(sum) && sum.len() <= 3);
        let cells: Vec<&str> = words.collect();
        let has_comma = cells.first().is_some_and(|word| word.contains(','));
        let cell = |word: &&str| -> Option<String> {
            let cell = word.trim_matches(['(', ')']).replace(',', "");
            (is_number(&cell) && cell.len() == 2 && word.contains(',') == has_comma).then_some(cell)
        };
        let is_cage = sum.is_some() && !cells.is_empty() && (has_comma || separator == ' ');
        is_cage.then(|| cells.iter().map(cell).collect()).flatten()
    };
    let is_count = |line: &&TextLine| {
        line.text.split_whitespace().all(is_number) && line.text.split_whitespace().count() <= 2
    };
    // The first line may be the size of the board, or the size and the number of cages.
    let start = usize::from(lines.first().is_some_and(is_count));
    let Some(cages) = lines[start..].iter().map(cage).collect::<Option<Vec<_>>>() else { return false };
    // Rows have the same number of cells, and numbers in rows have no leading zeros.
    let are_uneven = cages.windows(2).any(|pair| pair[0].len() != pair[1].len());
    cages.len() > 1 && cages.iter().flatten().all_unique() && are_uneven
}

/// Returns whether `line` is a game ID like `3x3:a5_b`, or `3x3k:…` for killer Sudoku.
fn is_game_id(line: &str) -> bool {
    let parts = line.trim().split_once([':', '#']);
    parts.is_some_and(|(parameters, description)| {
        let is_parameter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
        let is_description = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ',');
        let size =
            parameters.split('x').take(2).filter(|n| n.starts_with(|c: char| c.is_ascii_digit())).count();
        size == 2
            && parameters.chars().all(is_parameter)
            && description.len() >= MIN_DESCRIPTION
            && description.chars().all(is_description)
            && description.contains(|c: char| c.is_ascii_lowercase())
    })
}

#[cfg(test)]
mod tests {
    use crate::text::{ReadError, TextErrorKind, read_single};

    #[track_caller]
    fn check(text: &str, expected: &TextErrorKind) {
        let Err(ReadError::Text(errors)) = read_single(text.as_bytes(), None, None) else { panic!("{text}") };
        assert_eq!((&errors.first().kind, errors.errors().len()), (expected, 1), "{text}");
    }

    #[test]
    fn recognizes_other_files_by_their_first_line_without_comments() {
        check("c written by a program\n\nc more\np cnf 3 2\n1 -2 0\n3 0\n", &TextErrorKind::CnfFile);
        check("SAT\n1 -2 3 0\n", &TextErrorKind::SolverOutput);
        check("\u{0}\u{1}\n12..\n", &TextErrorKind::BinaryFile("a binary file"));
        check("1\u{0}2\u{0}.\u{0}\n\u{0}", &TextErrorKind::Utf16);
        check("\u{0}1\u{0}2\u{0}.\u{0}\n", &TextErrorKind::Utf16);
        let nul = TextErrorKind::UnexpectedCharacter { found: '\0', size: 9 };
        check(&format!("12\u{0}{}\n", ".".repeat(78)), &nul);
        check("%PDF-1.4\n%x\n12..\n", &TextErrorKind::BinaryFile("a PDF file"));
        check("* #variable= 64 #constraint= 66\n+1 x1 >= 1 ;\n", &TextErrorKind::ProblemFile("an OPB file"));
        check("; a comment\n(set-logic QF_UF)\n", &TextErrorKind::ProblemFile("an SMT-LIB file"));
        check("c a log\ns UNSATISFIABLE\n", &TextErrorKind::SolverOutput);
        check("c Answer: 1\nv 1 -2 -3 0\n", &TextErrorKind::SolverOutput);
        let clauses = "a list of clauses in DIMACS format without the line 'p cnf'";
        check("-11 0\n-12 0\n-13 0\n1 2 3 0\n", &TextErrorKind::ProblemFile(clauses));
        let cages = "a list of killer cages, which are rules without a board";
        check("3 00 01\n7 10 11 20\n", &TextErrorKind::OtherNotation(cages));
        check("12;1,1;1,2\n7;2,1\n", &TextErrorKind::OtherNotation(cages));
        check("9 2\n12;1,1;1,2\n7;2,1\n", &TextErrorKind::OtherNotation(cages));
        check("12 1,1 1,2\n7 2,1\n", &TextErrorKind::OtherNotation(cages));
        check("12 (1,1) (1,2)\n7 (2,1)\n", &TextErrorKind::OtherNotation(cages));
        let missing = TextErrorKind::Missing("column 'puzzle' in a CSV table");
        check("pos,row,column,square\n0,0,0,0\n1,0,1,0\n2,0,2,0\n3,0,3,1\n", &missing);
        let game = "a game ID of Simon Tatham's puzzle collection, which is not supported";
        check("3x3:a5_b7c1_2d3a_9z\n", &TextErrorKind::OtherNotation(game));
    }
}
