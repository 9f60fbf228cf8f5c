//! Arranges puzzles on pages of paper. Each page is an SVG element.

use std::fmt::Write as _;
use std::io::{self, Read, Seek, Write};

use tempfile::SpooledTempFile;

use super::drawing::{Drawing, Surroundings};
use super::layer::{Layer, Palette};
use super::page_text::{fitting_length, fitting_size, shortened, write_text};
use super::pages::{PageOptions, SolutionsAt};
use super::paper::{Paper, SIDE_MARGIN, SlotGrid};
use super::picture::Picture;
use super::shape::span;
use super::svg::{FONTS, draw_element};

/// The maximum number of bytes of finished output to keep in memory until it can be written. If there are more, all of
/// them are stored in a temporary file.
pub(super) const MAX_IN_MEMORY: usize = 1 << 24;

/// The font size of captions and page numbers, in millimeters.
const FONT_SIZE: f64 = 4.2;

/// Receives the finished pages, each of which is an `svg` element.
pub(super) type PageSink<'a> = dyn FnMut(&str) -> io::Result<()> + 'a;

/// Puzzles on pages. Puzzles are added one by one, and finished pages are passed to a [`PageSink`].
#[derive(Debug)]
pub(super) struct Booklet {
    options: PageOptions,
    puzzles: Page,
    solutions: Page,
    /// The finished pages of solutions without their page numbers, each preceded by its length.
    solution_pages: SpooledTempFile,
    /// The number of finished pages.
    page_count: usize,
    puzzle_count: usize,
    solution_count: usize,
}

/// A page that is not complete yet.
#[derive(Debug, Default)]
struct Page {
    grid: Option<SlotGrid>,
    filled: usize,
    /// The captions and boards.
    content: String,
}

impl Booklet {
    /// Creates a booklet without pages.
    pub(super) fn new(options: PageOptions) -> Self {
        Self {
            options,
            puzzles: Page::default(),
            solutions: Page::default(),
            solution_pages: SpooledTempFile::new(MAX_IN_MEMORY),
            page_count: 0,
            puzzle_count: 0,
            solution_count: 0,
        }
    }

    /// Adds the puzzle in `picture`, and its solution if there is one.
    ///
    /// # Errors
    /// Returns an error if `sink` fails, or if writing to the temporary file fails.
    pub(super) fn add(&mut self, picture: &Picture, sink: &mut PageSink<'_>) -> io::Result<()> {
        self.puzzle_count += 1;
        let caption = picture.caption(self.puzzle_count);
        let (puzzle, solved) = picture.split();
        self.solution_count += usize::from(solved.is_some());
        let n = span(puzzle.puzzle.geometry());
        let beside = solved.as_ref().filter(|_| self.options.solutions_at == SolutionsAt::Beside);
        let pictures: Vec<_> = [&puzzle].into_iter().chain(beside).collect();
        let count = self.options.per_page.unwrap_or(if n <= 9 { 4 } else { 1 });
        let grid = SlotGrid::new(self.paper(), count, pictures.len());
        if let Some(content) = self.puzzles.make_room(grid) {
            self.send(&content, false, sink)?;
        }
        let title = beside.map_or_else(|| caption.clone(), |answer| answer.answer_caption(&caption));
        self.puzzles.add(&title, &pictures, self.options.palette);
        if let Some(solved) = solved.filter(|_| self.options.solutions_at == SolutionsAt::End) {
            let count = match n {
                // The sentence below a board must be legible.
                ..=9 if solved.step.is_some() => 4,
                ..=9 => 12,
                10..=16 => 4,
                17..=25 => 2,
                _ => 1,
            };
            let least = self.options.per_page.filter(|_| solved.step.is_none()).unwrap_or(0);
            let grid = SlotGrid::new(self.paper(), count.max(least), 1);
            if let Some(content) = self.solutions.make_room(grid) {
                self.store_solutions(&content)?;
            }
            let caption = solved.answer_caption(&caption);
            self.solutions.add(&caption, &[&solved], self.options.palette);
        }
        Ok(())
    }

    /// Completes the last page of puzzles, adds the pages of solutions, and returns the cover if one was requested.
    ///
    /// # Errors
    /// Returns an error if `sink` fails, or if reading the temporary file fails.
    pub(super) fn finish(mut self, sink: &mut PageSink<'_>) -> io::Result<Option<String>> {
        if let Some(content) = self.puzzles.take() {
            self.send(&content, false, sink)?;
        }
        if let Some(content) = self.solutions.take() {
            self.store_solutions(&content)?;
        }
        let end = self.solution_pages.stream_position()?;
        self.solution_pages.rewind()?;
        while self.solution_pages.stream_position()? < end {
            let mut length = [0; 8];
            self.solution_pages.read_exact(&mut length)?;
            let mut content = String::new();
            (&mut self.solution_pages).take(u64::from_le_bytes(length)).read_to_string(&mut content)?;
            self.send(&content, true, sink)?;
        }
        Ok(self.options.cover.then(|| self.cover()))
    }

    fn paper(&self) -> Paper {
        self.options.paper.unwrap_or_default()
    }

    fn store_solutions(&mut self, content: &str) -> io::Result<()> {
        self.solution_pages.write_all(&(content.len() as u64).to_le_bytes())?;
        self.solution_pages.write_all(content.as_bytes())
    }

    /// Passes a page with its title and its number to `sink`.
    fn send(&mut self, content: &str, are_solutions: bool, sink: &mut PageSink<'_>) -> io::Result<()> {
        self.page_count += 1;
        let (width, height) = self.paper().size();
        let answers = self.options.answers();
        let title = match (&self.options.title, are_solutions) {
            (Some(title), true) => format!("{title} – {answers}"),
            (Some(title), false) => title.clone(),
            (None, true) => answers.to_owned(),
            (None, false) => String::new(),
        };
        let mut page = self.begin_page();
        if !title.is_empty() {
            let size = fitting_size(&title, width - 2.0 * SIDE_MARGIN, 5.0);
            self.write_text(&title, (width / 2.0, 14.0), size, Layer::Title, &mut page);
        }
        page.push_str(content);
        let number = self.page_count.to_string();
        self.write_text(&number, (width / 2.0, height - 9.0), FONT_SIZE, Layer::Label, &mut page);
        page.push_str("</svg>");
        sink(&page)
    }

    /// Returns the cover: the title and the number of puzzles.
    fn cover(&self) -> String {
        let (width, height) = self.paper().size();
        let title = self.options.title.as_deref().unwrap_or("Sudoku");
        let mut page = self.begin_page();
        let size = fitting_size(title, width - 2.0 * SIDE_MARGIN, 18.0);
        let top = height * 0.4;
        self.write_text(title, (width / 2.0, top), size, Layer::Title, &mut page);
        let count = match self.puzzle_count {
            1 => "1 puzzle".to_owned(),
            count => format!("{count} puzzles"),
        };
        let count = if self.solution_count > 0 {
            format!("{count} with {}", self.options.answers().to_lowercase())
        } else {
            count
        };
        let line = Layer::Thick.look(self.options.palette).stroke.map_or("000000", |(color, _)| color);
        let _ = writeln!(
            page,
            "<rect class=\"thick\" fill=\"#{line}\" x=\"{:.2}\" y=\"{:.2}\" width=\"50\" height=\"1\"/>",
            width / 2.0 - 25.0,
            top + 9.0
        );
        self.write_text(&count, (width / 2.0, top + 21.0), 6.5, Layer::Label, &mut page);
        page + "</svg>"
    }

    /// Returns the beginning of a page.
    fn begin_page(&self) -> String {
        let (width, height) = self.paper().size();
        format!(
            "<svg class=\"page\" xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"{FONTS}\">\n\
             <rect class=\"paper\" fill=\"#fff\" width=\"{width}\" height=\"{height}\"/>\n"
        )
    }

    /// Writes text that is horizontally centered at a point of the baseline.
    fn write_text(&self, text: &str, at: (f64, f64), size: f64, layer: Layer, page: &mut String) {
        write_text(text, at, size, "middle", (layer, self.options.palette), page);
    }
}

impl Page {
    /// Prepares the page for another slot of `grid`.
    ///
    /// If the page is full or has a different arrangement, returns its content and begins the next page.
    fn make_room(&mut self, grid: SlotGrid) -> Option<String> {
        let finished = if self.grid != Some(grid) || self.filled >= grid.count { self.take() } else { None };
        self.grid = Some(grid);
        finished
    }

    /// Returns the content and begins the next page. Returns `None` if the page is empty.
    fn take(&mut self) -> Option<String> {
        let page = std::mem::take(self);
        (page.filled > 0).then_some(page.content)
    }

    /// Adds pictures that share a caption. They are placed beside each other.
    fn add(&mut self, caption: &str, pictures: &[&Picture], palette: Palette) {
        let Some(grid) = self.grid else { return };
        let slot = grid.slot(self.filled);
        self.filled += 1;
        let width = slot.lefts.last().map_or(0.0, |last| last + grid.board - slot.lefts[0]);
        let size = fitting_size(caption, width, FONT_SIZE.min(grid.board / 9.0));
        let caption = shortened(caption, fitting_length(width, size));
        let at = (slot.lefts[0], slot.top + FONT_SIZE);
        write_text(&caption, at, size, "start", (Layer::Title, palette), &mut self.content);
        for (picture, left) in pictures.iter().zip(&slot.lefts) {
            let drawing = Drawing::new(picture, Surroundings::Bare);
            // Notes below the board may use the space below the slot's square.
            let scale = (grid.board / drawing.width as f64).min(slot.max_height / drawing.height as f64);
            let (width, height) = (drawing.width as f64 * scale, drawing.height as f64 * scale);
            let attributes = format!(
                "role=\"img\" x=\"{:.2}\" y=\"{:.2}\" width=\"{width:.2}\" height=\"{height:.2}\"",
                left + (grid.board - width) / 2.0,
                slot.board_top
            );
            draw_element(picture, &drawing, &attributes, &mut self.content);
            self.content.push('\n');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_sent_when_they_are_full() {
        let mut pages = Vec::new();
        let mut sink = |page: &str| {
            pages.push(page.to_owned());
            Ok(())
        };
        let options = PageOptions {
            per_page: Some(2),
            cover: true,
            title: Some("A & B".into()),
            ..PageOptions::default()
        };
        let mut booklet = Booklet::new(options);
        let small = Picture::new("12..34.......4..".parse().unwrap());
        let small = small.clone().with_answer(Some(small));
        for _ in 0..3 {
            booklet.add(&small, &mut sink).unwrap();
        }
        let cover = booklet.finish(&mut sink).unwrap().unwrap();
        assert!(cover.contains(">A &amp; B<") && cover.contains(">3 puzzles with solutions<"), "{cover}");
        let boards: Vec<_> = pages.iter().map(|page| page.matches("role=\"img\"").count()).collect();
        assert_eq!(boards, [2, 1, 3]);
        assert!(pages[2].contains(">A &amp; B – Solutions<") && pages[2].contains(">3</text>"));
    }
}
