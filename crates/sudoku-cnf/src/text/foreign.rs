//! Recognition of CNF files, SAT solver output and binary files, which users pass to a puzzle reader by mistake.

use super::error::TextError;
use super::error_kind::TextErrorKind;
use super::lines::AnyLines;
use super::text_line::TextLine;

/// The maximum number of comment lines that are skipped.
const MAX_COMMENTS: usize = 1 << 16;

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
                && !begins_with_nul(first_line)
            {
                return None;
            }
            TextErrorKind::BinaryFile("a binary file")
        }
    };
    Some(TextLine::new(1, String::new()).error(1, 1, kind))
}

fn begins_with_nul(line: &[u8]) -> bool {
    line.first() == Some(&0)
}

/// Returns whether `start` looks like UTF-16: every other byte of the first ASCII characters is NUL.
fn is_utf16(start: &[u8]) -> bool {
    let pairs: Vec<_> = start.chunks_exact(2).take(16).collect();
    let are_nul = |nul: usize| pairs.iter().all(|pair| pair[nul] == 0 && pair[1 - nul] != 0);
    pairs.len() >= 2 && (are_nul(0) || are_nul(1))
}

/// Returns an error if `lines` begin like a CNF file or like SAT solver output. No line is removed.
pub(super) fn find(lines: &mut AnyLines<'_>) -> Option<TextError> {
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
            _ => return None,
        };
        return Some(line.whole_error(kind));
    }
    None
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
    }
}
