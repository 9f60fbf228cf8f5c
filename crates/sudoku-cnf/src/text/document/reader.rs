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
use crate::text::structure::{StructuredReader, may_start_format, starts_structure};
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
    /// Whether a board or an error has been returned.
    has_result: bool,
    /// The number of a line that is read although it may start another format.
    accepted: usize,
}

impl DocumentReader {
    pub(in crate::text) fn new(is_data: bool) -> Self {
        Self { is_data, pending: VecDeque::new(), has_result: false, accepted: 0 }
    }

    /// Returns whether a board or an error about a damaged board has been returned.
    pub(super) fn has_result(&self) -> bool {
        self.has_result
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
            for item in items(line) {
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

    fn read(&mut self, part: &[TextLine], builder: &mut GridBuilder) {
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

impl StructuredReader for DocumentReader {
    fn next(&mut self, lines: &mut AnyLines<'_>, builder: &mut GridBuilder) -> ReadResult<Option<Record>> {
        loop {
            if let Some(found) = self.pending.pop_front() {
                self.has_result = true;
                let note = (!self.is_data).then_some(Note::Document);
                return found.map(|record| Some(Record { note, ..record }));
            }
            while lines.line_ahead(0).is_some_and(|line| line.text.trim().is_empty()) {
                lines.next();
            }
            let part = self.part(lines)?;
            if part.is_empty() {
                return Ok(None);
            }
            self.read(&part, builder);
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
