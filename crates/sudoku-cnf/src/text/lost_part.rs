//! The parts of a record that an output format cannot store.

use std::fmt;

use super::format::Format;
use super::pencilmarks::pencilmarks;
use super::record::Record;
use crate::puzzle::board::BoxShape;

/// A part of a record that a format cannot store.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum LostPart {
    /// The solution.
    Solution,
    /// The remark.
    Remark,
    /// The author, the text of the rules or drawings. The variant contains the names of the
    /// [fields](super::Presentation::names).
    Presentation(Vec<String>),
    /// The excluded candidates.
    Candidates,
    /// Open cells with a single candidate, which would be read back as givens.
    Singles,
    /// The regions or variants.
    Variants,
    /// The rules.
    Rules,
    /// The box shape.
    Boxes,
    /// Other information from the input. See [`Record::has_other_fields`].
    OtherFields,
}

impl fmt::Display for LostPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Solution => "the solution",
            Self::Remark => "the remark",
            Self::Presentation(names) => {
                let noun = if names.len() == 1 { "field" } else { "fields" };
                return write!(f, "the {noun} {}", names.join(", "));
            }
            Self::Candidates => "the excluded candidates",
            Self::Singles => "open cells with a single candidate",
            Self::Variants => "the regions or variants",
            Self::Rules => "the rules",
            Self::Boxes => "the box shape",
            Self::OtherFields => "other fields",
        })
    }
}

/// Returns the parts of `record` that `format` cannot store, in the order in which [`LostPart`] lists them.
///
/// ```
/// use sudoku_cnf::text::{Format, LostPart, lost_parts, read_single};
///
/// let record = read_single(&b"12............34 easy\n"[..], None, None)?;
/// assert_eq!(lost_parts(&record, Format::Rows), [LostPart::Remark]);
/// # Ok::<(), sudoku_cnf::text::ReadError>(())
/// ```
pub fn lost_parts(record: &Record, format: Format) -> Vec<LostPart> {
    let (geometry, spec) = (record.puzzle.geometry(), format.spec());
    let shape = geometry.box_shape();
    let has_variants = !geometry.variants().is_empty() || shape.is_none();
    let keeps_variants = !spec.variants.is_empty()
        && geometry.variants().iter().all(|variant| spec.variants.contains(variant));
    let is_unusual = shape.is_some() && shape != BoxShape::most_square(geometry.size());
    let has_singles = || {
        let mut cells = geometry.cells().zip(pencilmarks(&record.puzzle));
        cells.any(|(cell, marks)| marks.len() == 1 && record.puzzle.get(cell).is_none())
    };
    let presentation = record.presentation.names().map(str::to_owned).collect();
    let lost = [
        (LostPart::Solution, record.solution.is_some() && !spec.solutions),
        (LostPart::Remark, record.remark.is_some() && !spec.remarks),
        (LostPart::Presentation(presentation), !record.presentation.is_empty() && !spec.presentation),
        (LostPart::Candidates, !record.puzzle.excluded().is_empty() && !spec.candidates),
        (LostPart::Singles, spec.lists_candidates && has_singles()),
        (LostPart::Variants, has_variants && !keeps_variants),
        (LostPart::Rules, !record.puzzle.rules().is_empty() && !spec.rules),
        (LostPart::Boxes, is_unusual && !spec.box_shapes),
        (LostPart::OtherFields, record.has_other_fields),
    ];
    lost.into_iter().filter_map(|(loss, is_lost)| is_lost.then_some(loss)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::board::{BoardOptions, Variant};
    use crate::text::read_single;

    #[track_caller]
    fn check(text: &str, variants: &[Variant], format: Format, expected: &[LostPart]) {
        let options = BoardOptions { variants: variants.to_vec(), ..BoardOptions::default() };
        let record = read_single(text.as_bytes(), options, None).unwrap();
        assert_eq!(lost_parts(&record, format), expected, "{format}: {text}");
    }

    #[test]
    fn losses_depend_on_the_format() {
        let line = "12............34 easy";
        check(line, &[], Format::Line, &[LostPart::Remark]);
        check(line, &[Variant::X], Format::Grid, &[LostPart::Remark, LostPart::Variants]);
        check("1234............", &[], Format::Line, &[]);
        check("123.............", &[], Format::Positional, &[LostPart::Singles]);
        let three_by_two =
            "1 2|. .|. .\n. .|. .|. .\n. .|. .|. .\n---+---+---\n. .|. .|. .\n. .|. .|. .\n. .|. .|. .\n";
        check(three_by_two, &[], Format::Rows, &[LostPart::Boxes]);
        check(three_by_two, &[], Format::Grid, &[]);
    }

    #[cfg(feature = "formats")]
    #[test]
    fn json_stores_all_variants_and_fpuzzles_most() {
        let line = "12............34";
        check(line, Variant::ALL, Format::Json, &[]);
        check(line, &[Variant::X, Variant::AntiKing], Format::FPuzzles, &[]);
        check(line, &[Variant::X, Variant::Windoku], Format::FPuzzles, &[LostPart::Variants]);
    }
}
