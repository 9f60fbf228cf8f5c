//! The reader for documents, and for lists without any other text.

use std::collections::VecDeque;
use std::mem;

use super::items::{Item, is_size, items};
use super::pieces::pieces;
use super::plain_run;
use super::search::search;
use crate::text::error_kind::TextErrorKind;
use crate::text::grid_builder::GridBuilder;
use crate::text::lines::AnyLines;
use crate::text::note::Note;
use crate::text::plain::line_class::{LineClass, classify};
use crate::text::record::{ReadResult, Record};
use crate::text::structure::{FormatReader, may_start_format, starts_structure};
use crate::text::text_line::TextLine;

/// The maximum length in bytes of a part of a document that is searched at once. The largest possible board takes up
/// about 5 MB.
const MAX_TEXT: usize = 1 << 23;

/// A reader for documents, and for lists without any other text.
#[derive(Debug)]
pub(in crate::text) struct DocumentReader {
    /// Whether the text is data, which consists of lists only. Then everything that is not a board is an error.
    is_data: bool,
    /// Boards and errors that have been found but not returned.
    pending: VecDeque<ReadResult>,
    /// The number of a line that is read although it may start another format.
    accepted: usize,
}

impl DocumentReader {
    pub(in crate::text) fn new(is_data: bool) -> Self {
        Self { is_data, pending: VecDeque::new(), accepted: 0 }
    }

    /// Removes and returns the lines of the next part: up to a blank line outside all brackets, or to a line that may
    /// start another format.
    fn part(&mut self, lines: &mut AnyLines<'_>) -> ReadResult<Vec<TextLine>> {
        let (mut part, mut depth, mut size): (Vec<TextLine>, usize, usize) = (Vec::new(), 0, 0);
        while let Some(line) = lines.line_ahead(0) {
            let starts_other =
                if self.is_data { may_start_format(line) } else { starts_structure(&line.text) };
            let is_other = depth == 0 && line.number != self.accepted && starts_other;
            let is_end = depth == 0 && line.text.trim().is_empty() && !part.is_empty();
            size += line.text.len();
            if is_other || is_end || size > MAX_TEXT {
                break;
            }
            let is_statement = self.is_data && depth == 0 && is_size(&line.text);
            let has_bracket = line.text.contains(['[', ']', '{', '}', '(', ')']);
            for item in has_bracket.then(|| items(line)).into_iter().flatten() {
                match item {
                    Item::Open(_) => depth += 1,
                    Item::Close(_) => depth = depth.saturating_sub(1),
                    _ => {}
                }
            }
            let is_heading = self.is_data && depth == 0 && classify(&line.text) == LineClass::Comment;
            let line = lines.next().transpose()?;
            part.extend(line.filter(|_| !is_statement && !is_heading));
        }
        match lines.peek() {
            Some(Err(_)) if part.is_empty() => lines.next().transpose().map(|_| part),
            _ => Ok(part),
        }
    }

    fn read(&mut self, mut part: Vec<TextLine>, builder: &mut GridBuilder) {
        if !self.is_data {
            part = without_marks(part);
        }
        let (mut start, mut end, mut damaged) = (0, 0, Vec::new());
        for run in part.chunk_by(|a, b| plain_run::is_plain(&a.text) == plain_run::is_plain(&b.text)) {
            let from = end;
            end += run.len();
            if self.is_data || !plain_run::is_plain(&run[0].text) {
                continue;
            }
            let boards = plain_run::read(run, builder);
            if boards.iter().any(Result::is_ok) {
                self.search(&part[start..from], mem::take(&mut damaged), builder);
                self.pending.extend(boards);
                start = end;
            } else {
                // These lines may be the rows of a list.
                damaged.extend(boards);
            }
        }
        self.search(&part[start..], damaged, builder);
    }

    /// Searches lines that are not boards by themselves. Reports `damaged` if there is no board.
    fn search(&mut self, part: &[TextLine], damaged: Vec<ReadResult>, builder: &mut GridBuilder) {
        let (pieces, unclosed) = pieces(part);
        let boards = search(&pieces, self.is_data, builder);
        let unclosed = unclosed.filter(|_| self.is_data && boards.iter().all(Result::is_ok));
        self.pending.extend(if boards.is_empty() { damaged } else { boards });
        self.pending.extend(unclosed.map(|list| Err(list.error(TextErrorKind::Unclosed).into())));
    }
}

impl FormatReader for DocumentReader {
    fn next(&mut self, lines: &mut AnyLines<'_>, builder: &mut GridBuilder) -> ReadResult<Option<Record>> {
        loop {
            if let Some(found) = self.pending.pop_front() {
                let note = (!self.is_data).then_some(Note::Document);
                return found.map(|record| Some(Record { note, ..record }));
            }
            lines.skip_while(|line| line.text.trim().is_empty());
            let part = self.part(lines)?;
            if part.is_empty() {
                return Ok(None);
            }
            self.read(part, builder);
        }
    }

    fn take_foreign(
        &mut self,
        lines: &mut AnyLines<'_>,
        _builder: &mut GridBuilder,
    ) -> ReadResult<Option<Record>> {
        self.accepted = lines.line_ahead(0).map_or(0, |line| line.number);
        Ok(None)
    }

    fn reads_documents(&self) -> bool {
        !self.is_data
    }
}

/// Replaces marks that are not part of a row by spaces: the asterisks at the start of the lines of a block comment, and
/// the quotation mark that ends a string of several lines. Removes lines that contain no more than an asterisk.
fn without_marks(mut part: Vec<TextLine>) -> Vec<TextLine> {
    let mut is_comment = false;
    part.retain_mut(|line| {
        let text = line.text.trim();
        let ends = text.contains("*/");
        let is_in_comment = is_comment && !ends && text.starts_with('*');
        is_comment = !ends && (is_comment || text.starts_with("/*"));
        if is_in_comment {
            line.text = line.text.replacen('*', " ", 1);
        } else if let Some(length) = before_lone_quote(&line.text) {
            line.text.truncate(length);
        }
        !is_in_comment || !line.text.trim().is_empty()
    });
    part
}

/// Returns the length in bytes of a row before the only quotation mark of `line`, or `None` for any other line.
fn before_lone_quote(line: &str) -> Option<usize> {
    let row = line.trim_end().trim_end_matches([';', ',', ')']).strip_suffix(['"', '\''])?;
    (!row.contains(['"', '\'']) && !row.trim().is_empty() && plain_run::is_plain(row)).then_some(row.len())
}

#[cfg(test)]
mod tests {
    use crate::text::testing::{check_detected, check_linear_time};
    use crate::text::{Note, Reader};

    const BOARD: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SMALL: &str = "12....1..2..4..2";

    fn rows() -> Vec<String> {
        BOARD.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row).into_owned()).collect()
    }

    /// Asserts that `text` is a document with `BOARD` on these lines.
    #[track_caller]
    fn check(text: &str, lines: &[usize]) {
        let expected: Vec<_> = lines.iter().map(|line| format!("{line}: {BOARD}")).collect();
        check_detected(text, &expected.iter().map(String::as_str).collect::<Vec<_>>());
        for record in Reader::new(text.as_bytes(), None) {
            assert_eq!(record.unwrap().note, Some(Note::Document), "{text}");
        }
    }

    #[test]
    fn boards_are_found_in_strings() {
        check(&format!("const a = '{BOARD}'\nconst b = f(a, 3);\n"), &[1]);
        check(&format!("char *a[] = {{\n  \"{BOARD}|4:21\",\n  \"{BOARD}|7:03\"\n}};\n"), &[2, 3]);
        check(
            &format!("print(\"-----------------\")\nname = \"2026-01-12-medium-1\"\nboard = \"{BOARD}\"\n"),
            &[3],
        );
        let concatenated = rows().iter().map(|row| format!("  '{row}' +\n")).collect::<Vec<_>>().concat();
        check(&format!("const p =\n{};\n", concatenated.trim_end_matches("+\n")), &[2]);
        let triple = rows().join("\n");
        check(&format!("A = \"\"\"\n{triple}\"\"\"\nn = len(A) // 9\nB = \"\"\"{triple}\"\"\"\n"), &[2, 12]);
        let calls = (1..).zip(rows()).map(|(i, row)| format!("s.row({i}, \"{row}\")\n"));
        let calls = calls.collect::<Vec<_>>().concat();
        check(&format!("s = Sudoku()\n{calls}s.solve()\n"), &[2]);
        let lists = rows().join("\"), list(\"");
        check(&format!("board = [list(\"{lists}\")]\nprint(board)\n"), &[1]);
        let spaces =
            rows().iter().map(|row| format!("  \"{}\",\n", row.replace('.', " "))).collect::<Vec<_>>();
        let spaces = spaces.concat();
        check(&format!("rows = [\n{spaces}]\nsolve(rows)\n"), &[2]);
    }

    #[test]
    fn boards_are_found_in_lists_of_any_syntax() {
        let zeros: Vec<_> = rows().iter().map(|row| row.replace('.', "0")).collect();
        let joined = |separator: &str| -> Vec<String> {
            let cells = |row: &String| row.chars().map(String::from).collect::<Vec<_>>().join(separator);
            zeros.iter().map(cells).collect()
        };
        let commas = joined(", ");
        check(&format!("<?php\n$b = [[{}]];\necho count($b);\n", commas.join("], [")), &[2]);
        check(&format!("const d = '[[{}]]'\nconst e = JSON.parse(d)[0]\n", commas.join("], [")), &[1]);
        check(&format!("A = [{};\n];\nB = A'\n", joined(" ").join("; ...\n")), &[1]);
        check(&format!("let b = vec![vec![{}]]; // text\nfn f() {{}}\n", commas.join("], vec![")), &[1]);
        check(&format!("int b[81] = {{\n{}}};\nint main() {{}}\n", commas.join(",\n")), &[2]);
        check(&format!("(def b '(({}))) ; text here\n(solve b)\n", joined(" ").join(")\n (")), &[1]);
        let nulls = commas.join("],\n [").replace('0', "None");
        check(&format!("board = [[{nulls}]]\nprint(board)\n"), &[1]);
    }

    #[test]
    fn boards_are_found_between_sentences() {
        let spaced = rows().iter().map(|row| row.split("").collect::<Vec<_>>().join(" ")).collect::<Vec<_>>();
        let text = spaced.join("\n").replace('.', "_");
        check(&format!("My mother is 85 and solves [puzzles](https://a.b/3).\n\n```\n{text}\n```\n"), &[4]);
        check(&format!("The first one (see page 14.2):\n{text}\n\nAnd the second:\n{text}\n"), &[2, 13]);
        check(&format!("/**\n * Prints:\n *\n * {}\n */\nint f() {{}}\n", spaced.join("\n * ")), &[4]);
        check(&format!("let a = indoc!(\"\n{}\");\nlet b = f(a);\n", spaced.join("\n")), &[2]);
        check_detected("On 2026-01-12, 4 of 9 people (44 %) agreed.\nThe others did not.\n", &[]);
        check_detected("int m[2][8] = {{1,2,3,4,5,6,7,8},{1,2,3,4,5,6,7,8}};\nint main() {}\n", &[]);
    }

    #[cfg(feature = "formats")]
    #[test]
    fn documents_may_contain_json() {
        let puzzle = format!("{{\"puzzle\": \"{BOARD}\"");
        let (first, second) = (&*format!("2: {BOARD}"), &*format!("5: {BOARD}"));
        check_detected(&format!("See this:\n{puzzle}}}\n"), &[first]);
        let unclosed = "2:1: unclosed bracket or quote";
        check_detected(
            &format!("See this:\n{puzzle}\n\nIs it right?\nboard = \"{BOARD}\"\n"),
            &[unclosed, second],
        );
        let log = format!("log start\n{{\"level\": \"info\"}}\nboard {BOARD}\n");
        check_detected(&log, &[&format!("3: {BOARD}")]);
    }

    #[test]
    fn damaged_boards_are_errors() {
        let list = |rows: &[&str]| format!("board = [[{}]]\nprint(board)\n", rows.join("],\n ["));
        let row = "0,0,0,0,0,0";
        let short = list(&[row, row, "0,0,0", row, row, row]);
        check_detected(&short, &["3:3: this row has 3 cells, but other rows have 6"]);
        check_detected(&list(&[row, row, "0,0,a7,0,0,0", row, row, row]), &["3:7: expected a cell"]);
        check_detected(&list(&[row; 5]), &["1:11: the puzzle ends after 5 rows, expected 6"]);
        check_detected(
            &list(&["9,0,0,0,0,0", row, row, row, row, row]),
            &["1:11: 9 is out of range: the digits of a 6x6 board are 1 to 6"],
        );
        check_detected(
            "size: 4\nrules:\n  - AntiKnightsMove\nrows:\n  - \"1..2\"\n  - \".2..\"\n  - \"...3\"\n  - \"3...\"\n",
            &["3:5: unsupported constraint 'AntiKnightsMove'"],
        );
    }

    #[test]
    fn everything_in_lists_without_other_text_is_accounted_for() {
        let board = "[[1,2,0,0],\n [0,0,1,0],\n [0,2,0,0],\n [4,0,0,2]]\n";
        let first = format!("1: {SMALL}");
        check_detected(&format!("{board}{board}"), &[&first, &format!("5: {SMALL}")]);
        check_detected(
            &format!("{board}[1,2,3,4,5]\n"),
            &[&first, "5:2: cannot determine the board size from 5 cells"],
        );
        let damaged = board.replacen(" [0,0,1,0]", " 80,0,1,0]", 1);
        check_detected(
            &format!("{board}{damaged}"),
            &[&first, "5:3: cannot determine the board size from 4 cells"],
        );
        check_detected("[[1,2,0,0],\n [0,0,1,0],\n", &["1:3: cannot determine the board size from 4 cells"]);
    }

    #[test]
    fn documents_are_read_in_linear_time() {
        check_linear_time(50, |count| {
            let text = format!("x = f(3)\n# text\nb = '{BOARD}'\nlist = [1, 2, (3, 4)]\n").repeat(count);
            assert_eq!(Reader::new(text.as_bytes(), None).flatten().count(), count);
        });
        check_linear_time(50, |count| {
            let text =
                format!("const a = f(3);\nconst b = [\n{}];\n", format!("'{SMALL}',\n").repeat(10 * count));
            assert_eq!(Reader::new(text.as_bytes(), None).flatten().count(), 10 * count);
        });
        check_linear_time(50, |count| {
            let text = format!("{{ int x = 3;\n{}}}\n", "{1,2,3,4,5},\n".repeat(20 * count));
            assert_eq!(Reader::new(text.as_bytes(), None).flatten().count(), 0);
        });
    }
}
