//! PNG output: an image of one puzzle.

use std::io::{self, Write};

use resvg::render;
use resvg::tiny_skia::{Pixmap, Transform};

use super::drawing::{Drawing, Surroundings};
use super::embedded_font;
use super::picture::Picture;
use super::svg::draw;

/// The maximum default width in pixels.
const MAX_DEFAULT_WIDTH: u32 = 4000;

/// Writes a picture as a PNG image.
///
/// The image is `width` pixels wide. By default, a cell is 100 pixels wide, and an image is at most 4,000 pixels wide.
///
/// # Errors
/// Returns an error if writing fails, or if the image is too large.
///
/// # Panics
/// Panics if the board is larger than [`MAX_DRAWN`](super::MAX_DRAWN).
pub fn write_png(picture: &Picture, width: Option<u32>, writer: &mut dyn Write) -> io::Result<()> {
    let drawing = Drawing::new(picture, Surroundings::Full);
    let natural = [drawing.width, drawing.height].map(|length| length.unsigned_abs() as u32);
    let width = width.unwrap_or(natural[0].min(MAX_DEFAULT_WIDTH));
    let height = (width * natural[1]).div_ceil(natural[0]);
    let svg = draw(picture, Surroundings::Full);
    let tree = embedded_font::parse(&svg).map_err(io::Error::other)?;
    let scale = width as f32 / tree.size().width();
    let mut pixels = Pixmap::new(width, height).ok_or_else(|| io::Error::other("the image is too large"))?;
    // The height is rounded up, so the last row of pixels is only partly covered by the drawing.
    pixels.fill(resvg::tiny_skia::Color::WHITE);
    render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    writer.write_all(&pixels.encode_png().map_err(io::Error::other)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(width: Option<u32>, expected: u32) {
        let mut png = Vec::new();
        write_png(&Picture::new("12..34.......4..".parse().unwrap()), width, &mut png).unwrap();
        let image = Pixmap::decode_png(&png).unwrap();
        assert_eq!((image.width(), image.height()), (expected, expected));
        // The first digit is not missing.
        let cell = expected / 4;
        let is_dark = |x, y| image.pixel(x, y).is_some_and(|pixel| pixel.red() < 64);
        let inner = cell / 3..cell * 8 / 10;
        assert!(inner.clone().any(|y| inner.clone().any(|x| is_dark(x, y))));
    }

    #[test]
    fn images_have_the_requested_width() {
        check(None, 460);
        check(Some(230), 230);
    }
}
