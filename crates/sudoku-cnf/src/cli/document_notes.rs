//! Notes that list the boards of each input that is read as a document.

use super::numbers::counted;
use crate::text::words::list;

/// The maximum number of lines that a note lists.
const MAX_LINES: usize = 20;

/// Collects the boards of one document.
#[derive(Debug, Default)]
pub(super) struct DocumentNotes {
    file: String,
    lines: Vec<usize>,
    boards: u64,
}

impl DocumentNotes {
    /// Adds the board on `line` of `file`. If `file` differs from the previous one, returns the note about the previous
    /// document.
    pub(super) fn add(&mut self, file: &str, line: usize) -> Option<String> {
        let note = if self.file == file { None } else { self.take() };
        if self.boards == 0 {
            file.clone_into(&mut self.file);
        }
        self.boards += 1;
        if self.lines.len() < MAX_LINES {
            self.lines.push(line);
        }
        note
    }

    /// Removes and returns the note about the current document, if any.
    pub(super) fn take(&mut self) -> Option<String> {
        let Self { file, lines, boards } = std::mem::take(self);
        (boards > 0).then(|| format!("{file}: note: {}", document_note(&lines, boards)))
    }
}

/// Returns the note about a document with this number of boards, of which the first ones are on `lines`.
pub(super) fn document_note(lines: &[usize], boards: u64) -> String {
    let others = (boards > lines.len() as u64).then(|| "other lines".to_owned());
    let all = list(lines.iter().map(ToString::to_string).chain(others), "and");
    let place = if boards == 1 { "at line" } else { "at lines" };
    format!("read as a document: {}, {place} {all}", counted(boards, "board", "boards"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_list_the_lines_of_the_boards() {
        assert_eq!(document_note(&[4], 1), "read as a document: 1 board, at line 4");
        assert_eq!(document_note(&[4, 18, 40], 3), "read as a document: 3 boards, at lines 4, 18 and 40");
        assert_eq!(
            document_note(&[4, 18], 40),
            "read as a document: 40 boards, at lines 4, 18 and other lines"
        );
        let mut notes = DocumentNotes::default();
        assert_eq!([notes.add("a", 1), notes.add("a", 5)], [None, None]);
        assert_eq!(
            notes.add("b", 2).as_deref(),
            Some("a: note: read as a document: 2 boards, at lines 1 and 5")
        );
        assert_eq!(notes.take().as_deref(), Some("b: note: read as a document: 1 board, at line 2"));
        assert_eq!(notes.take(), None);
    }
}
