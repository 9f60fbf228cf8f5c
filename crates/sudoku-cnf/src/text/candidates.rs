//! The `candidates` format: a table that lists the candidates (pencilmarks) of each cell, for example `1479`.
//!
//! The layout is the same as in Peter Norvig's essay *Solving Every Sudoku Puzzle* (2006). On boards larger
//! than 9×9, commas separate the candidates, for example `1,12,13`. A cell with a single candidate is read as
//! a given.

use super::format_spec::FormatSpec;
use super::pencilmarks::write_marks;
use super::plain::layout::Layout;

pub(super) const SPEC: FormatSpec = FormatSpec {
    candidates: true,
    lists_candidates: true,
    box_shapes: true,
    between: "\n",
    ..FormatSpec::plain(Layout::is_candidate_lists, |item, out| {
        write_marks(&item.candidates, item.record.puzzle.geometry(), None, out)
    })
};

#[cfg(test)]
mod tests {
    use crate::text::testing::{check_read, check_written};
    use crate::text::{Format, read_single};

    #[test]
    fn reads_and_writes_candidates() {
        let text =
            " 1   2  | 34  34 \n 34  34 | 1   2  \n--------+--------\n 2   1  | 34  34 \n 34  34 | 2   1  \n";
        let record = read_single(text.as_bytes(), None, None).unwrap();
        assert_eq!(
            (record.puzzle.to_string(), record.puzzle.excluded().len()),
            ("12....1221....21".to_owned(), 16)
        );
        check_written(
            Format::Candidates,
            &record,
            " 1  2 |34 34\n34 34 | 1  2\n------+------\n 2  1 |34 34\n34 34 | 2  1\n",
        );
    }

    #[test]
    fn errors_are_reported_per_cell() {
        let text = " 1  2 |33 34\n34 34 | 1  2\n";
        check_read(Format::Candidates, &text.repeat(2), &["1:8: candidate 3 is listed twice in this cell"]);
    }
}
