//! Text on pages. All lengths are in millimeters.

use std::fmt::Write as _;

use super::layer::{Layer, Palette};
use super::svg::escape;

/// The smallest font size for long captions. Even longer captions are cut off.
const MIN_FONT_SIZE: f64 = 3.0;
/// The average width of a bold character, divided by the font size.
const CHARACTER_WIDTH: f64 = 0.6;

/// Returns a font size of at most `size` for which `text` fits into `width`, but not less than [`MIN_FONT_SIZE`].
pub(super) fn fitting_size(text: &str, width: f64, size: f64) -> f64 {
    let fitting = width / (text.chars().count().max(1) as f64 * CHARACTER_WIDTH);
    size.min(fitting).max(MIN_FONT_SIZE)
}

/// The maximum length of a caption in characters.
const MAX_LENGTH: usize = 1000;

/// Returns the number of characters of the given font size that fit into `width`, but at least 1.
pub(super) fn fitting_length(width: f64, size: f64) -> usize {
    let fits = |&length: &usize| length as f64 * size * CHARACTER_WIDTH <= width;
    (1..=MAX_LENGTH).take_while(fits).count().max(1)
}

/// Returns `text`, cut off after `length` characters.
pub(super) fn shortened(text: &str, length: usize) -> String {
    if text.chars().count() <= length {
        return text.to_owned();
    }
    let mut shortened: String = text.chars().take(length - 1).collect();
    shortened.truncate(shortened.trim_end().len());
    shortened + "…"
}

/// Writes text whose baseline starts at a point, or is centered there if `anchor` is `middle`.
pub(super) fn write_text(
    text: &str,
    (x, y): (f64, f64),
    size: f64,
    anchor: &str,
    (layer, palette): (Layer, Palette),
    page: &mut String,
) {
    let look = layer.look(palette);
    // Writing to a `String` cannot fail.
    let _ = writeln!(
        page,
        "<text class=\"{}\" fill=\"#{}\"{} text-anchor=\"{anchor}\" x=\"{x:.2}\" y=\"{y:.2}\" font-size=\"{size:.2}\">{}</text>",
        layer.name(),
        look.fill.unwrap_or("000000"),
        if look.is_bold { " font-weight=\"bold\"" } else { "" },
        escape(text)
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_captions_are_cut_off() {
        assert_eq!(shortened("Puzzle 1", 8), "Puzzle 1");
        assert_eq!(shortened("Puzzle 12 by a friend", 8), "Puzzle…");
    }

    #[test]
    fn lengths_fit() {
        assert_eq!([fitting_length(60.0, 10.0), fitting_length(0.0, 10.0)], [10, 1]);
    }
}
