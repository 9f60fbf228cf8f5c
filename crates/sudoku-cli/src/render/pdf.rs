//! PDF output: a figure of one puzzle, or a booklet of any number of puzzles.

use std::io::{self, Write};

use super::booklet::Booklet;
use super::drawing::Surroundings;
use super::pages::PageOptions;
use super::pdf_document::Document;
use super::picture::Picture;
use super::svg::draw;

/// Writes a picture as a PDF file whose page is as large as the picture, for use as a figure.
///
/// # Errors
/// Returns an error if writing fails.
///
/// # Panics
/// Panics if the board is larger than [`MAX_DRAWN`](super::MAX_DRAWN).
pub fn write_pdf(picture: &Picture, writer: &mut dyn Write) -> io::Result<()> {
    write_pdf_pages(picture.title.as_deref(), [picture.clone()], writer)
}

/// Writes pictures as a PDF file in which each picture has a page of its own, which is as large as the picture.
///
/// # Errors
/// Returns an error if writing fails.
///
/// # Panics
/// Panics if a board is larger than [`MAX_DRAWN`](super::MAX_DRAWN).
pub fn write_pdf_pages(
    title: Option<&str>,
    pictures: impl IntoIterator<Item = Picture>,
    writer: &mut dyn Write,
) -> io::Result<()> {
    let mut document = Document::new(title);
    for picture in pictures {
        document.add(&draw(&picture, Surroundings::Full))?;
    }
    writer.write_all(&document.finish())
}

/// A PDF booklet to which puzzles are added one by one.
///
/// The document is kept in memory until it is complete.
#[derive(Debug)]
pub struct PdfBooklet {
    booklet: Booklet,
    document: Document,
}

impl PdfBooklet {
    /// Begins a booklet.
    pub fn begin(options: PageOptions) -> Self {
        let document = Document::new(options.title.as_deref());
        Self { booklet: Booklet::new(options), document }
    }

    /// Adds the puzzle in `picture` and its solution, if any.
    ///
    /// # Errors
    /// Returns an error if writing to a temporary file fails.
    ///
    /// # Panics
    /// Panics if the board is larger than [`MAX_DRAWN`](super::MAX_DRAWN).
    pub fn add(&mut self, picture: &Picture) -> io::Result<()> {
        self.booklet.add(picture, &mut |page| self.document.add(page))
    }

    /// Completes the booklet and writes it.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    pub fn finish(mut self, writer: &mut dyn Write) -> io::Result<()> {
        if let Some(cover) = self.booklet.finish(&mut |page| self.document.add(page))? {
            self.document.add(&cover)?;
            self.document.move_last_page_to_front();
        }
        writer.write_all(&self.document.finish())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn booklet() -> Vec<u8> {
        let options = PageOptions { cover: true, per_page: Some(1), ..PageOptions::default() };
        let mut booklet = PdfBooklet::begin(options);
        for _ in 0..2 {
            booklet.add(&Picture::new("12..34.......4..".parse().unwrap())).unwrap();
        }
        let mut pdf = Vec::new();
        booklet.finish(&mut pdf).unwrap();
        pdf
    }

    #[test]
    fn booklets_are_reproducible() {
        let pdf = booklet();
        assert!(pdf.starts_with(b"%PDF-") && pdf.windows(8).any(|text| text == b"/Count 3"));
        assert!(pdf == booklet());
    }
}
