//! The text below a board.

use sudoku_cnf::puzzle::board::{Geometry, Variant};

use super::layer::Palette;

/// The font size of the text below the board.
pub(super) const NOTE_SIZE: isize = 34;
/// Ten times the number of characters that fit into a line as wide as the font size. The average width of a character
/// is about 0.6 times the font size.
pub(super) const CHARACTERS_PER_SIZE: isize = 17;

/// Returns the lines of text to show below a board of the given width. They explain the rules of variants, which may
/// not be clear from the drawing alone.
pub(super) fn notes(geometry: &Geometry, palette: Palette, width: isize) -> Vec<String> {
    let note = |variant: &Variant| match variant {
        Variant::AntiKnight => Some("Cells a knight's move apart contain distinct digits."),
        Variant::AntiKing => Some("Cells that touch at a corner contain distinct digits."),
        Variant::Disjoint if palette == Palette::Monochrome => {
            Some("Cells with the same letter contain every digit.")
        }
        Variant::Disjoint => Some("Cells with the same background color contain every digit."),
        Variant::X => Some("Both diagonals contain every digit."),
        Variant::Windoku => Some("The shaded windows contain every digit."),
        _ => None,
    };
    let notes: Vec<_> = geometry.variants().iter().filter_map(note).collect();
    wrap(&notes, width)
}

/// Breaks each text into lines that fit into `width`.
pub(super) fn wrap(texts: &[&str], width: isize) -> Vec<String> {
    let length = (width * CHARACTERS_PER_SIZE / 10 / NOTE_SIZE).unsigned_abs();
    let mut lines = Vec::new();
    for text in texts {
        let mut line = String::new();
        for word in text.split(' ') {
            if !line.is_empty() && line.len() + 1 + word.len() > length {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line += word;
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use sudoku_cnf::BoxShape;

    use super::*;

    #[test]
    fn every_variant_has_a_note() {
        for &variant in Variant::ALL {
            let geometry = Arc::new(Geometry::with_variants(BoxShape::STANDARD, &[variant]).unwrap());
            assert!(!notes(&geometry, Palette::Color, 900).is_empty(), "{variant}");
        }
    }

    #[test]
    fn notes_are_wrapped() {
        let note = "Both diagonals contain every digit.";
        assert_eq!(wrap(&[note], 900), [note]);
        assert_eq!(wrap(&[note, "x"], 400), ["Both diagonals", "contain every digit.", "x"]);
    }
}
