//! How a person is shown the faults of a text.

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};
use itertools::Itertools;

use super::error::{ReadError, TextError, TextErrors};

/// How faults are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// A line for each fault, `file:line:column: message`, as programs read them.
    #[default]
    Plain,
    /// Its line with carets under the fault, as rustc draws it.
    Drawn {
        /// Whether with colours.
        in_color: bool,
    },
}

impl ReadError {
    /// The whole message for a person, with the input's name. Without a final line end.
    #[must_use]
    pub fn report(&self, input_name: &str, style: Style) -> String {
        match self {
            Self::Text(errors) => errors.report(input_name, style),
            other => format!("{input_name}: {other}"),
        }
    }
}

impl TextErrors {
    /// All faults, one below the other, and how many more there are. Without a final line end.
    #[must_use]
    pub fn report(&self, input_name: &str, style: Style) -> String {
        let more = self.left_out();
        let more = (more > 0)
            .then(|| format!("{input_name}: {more} more {}", if more == 1 { "fault" } else { "faults" }));
        let faults = self.errors().iter().map(|error| error.report(input_name, style));
        faults.chain(more).join("\n")
    }

    /// The first faults, up to `most`; how many they are, and how many there are besides.
    pub(crate) fn report_up_to(&self, input_name: &str, style: Style, most: usize) -> (String, usize, usize) {
        let told = self.errors().len().min(most);
        let faults = self.errors()[..told].iter().map(|error| error.report(input_name, style));
        ({ faults }.join("\n"), told, self.errors().len() - told + self.left_out())
    }
}

impl TextError {
    /// The whole message for a person. Without a final line end.
    ///
    /// ```
    /// use sudoku_cnf::formats::{ReadError, Style, read_single};
    ///
    /// let Err(ReadError::Text(errors)) = read_single(&b"1q.............4"[..], None, None) else { panic!() };
    /// let report = errors.first().report("p.txt", Style::Plain);
    /// assert!(report.starts_with("p.txt:1:2: unexpected character 'q'"));
    /// ```
    #[must_use]
    pub fn report(&self, input_name: &str, style: Style) -> String {
        let Style::Drawn { in_color } = style else {
            let hint = self.kind.hint().map_or(String::new(), |hint| format!(" ({hint})"));
            return format!("{input_name}:{}:{}: {}{hint}", self.line, self.column, self.kind);
        };
        let title = self.kind.to_string();
        let snippet = Snippet::source(&*self.text)
            .line_start(self.line)
            .annotation(AnnotationKind::Primary.span(self.span()));
        let group = Level::ERROR.primary_title(&*title);
        // The column counts from the beginning of the line, also where the text does not.
        let group = if self.text_column == 1 {
            group.element(snippet.path(input_name))
        } else {
            let origin = Origin::path(input_name).line(self.line).char_column(self.column);
            group.element(origin).element(snippet)
        };
        let group = match self.kind.hint() {
            Some(hint) => group.element(Level::HELP.message(hint)),
            None => group,
        };
        let renderer = if in_color { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&[group])
    }

    /// The bytes of `text` that are at fault; none where it ends before them.
    fn span(&self) -> std::ops::Range<usize> {
        let offset = |column: usize| {
            let mut characters = self.text.char_indices().skip(column.saturating_sub(self.text_column));
            characters.next().map_or(self.text.len(), |(offset, _)| offset)
        };
        offset(self.column)..offset(self.column + self.length)
    }
}
