//! # Triad encoding
//!
//! A segment is the intersection of a box with a row or column. On a 9×9 board, each segment has three cells, hence the
//! name of the encoding. For each segment and digit, an auxiliary variable is true if and only if the segment contains
//! the digit. The encoding has the following constraints:
//!
//! - Each cell contains exactly one digit.
//! - If the variable for a segment and a digit is true, exactly one cell of the segment contains the digit. Otherwise,
//!   no cell of the segment contains the digit.
//! - Each digit occurs in exactly one segment of each row and column, in exactly one row segment of each box, and in
//!   exactly one column segment of each box.
//!
//! Unit propagation finds naked singles, hidden singles and box/line intersections. Houses added by variants are
//! encoded without segments, as in the complete encoding. The same applies to rows and columns that intersect no box.
//! Here, a box that has the same cells as a row or column does not count, because it is not a separate house.
//!
//! A segment has variables only for digits that some cell in the segment can contain. If only one cell in the segment
//! can contain the digit, the segment still has its own variable. If it used the variable of that candidate instead,
//! some clauses would occur twice.
//!
//! With the pairwise scheme, the number of clauses for boxes of r rows and c columns is
//! n²·(1 + C(n,2) + r(1 + C(c+1,2)) + c(1 + C(r+1,2)) + 4 + 2C(r,2) + 2C(c,2)),
//! where C(a,b) is the binomial coefficient. The number of auxiliary variables is n²(r+c). On a 9×9 board, there are
//! 7,695 clauses and 486 auxiliary variables.
//!
//! ## Reference
//! T. Dillon: tdoku, a Sudoku solver, 2019 (comparison of SAT encodings, "triads").

use std::collections::{BTreeMap, HashSet};

use super::candidate_view::CandidateView;
use super::constraints::{PeerPairs, cells_exactly_one, house_cardinality};
use super::emitter::Emitter;
use super::erased_sink::Stopped;
use crate::clauses::clause_group::{Cardinality, ClauseGroup};
use crate::clauses::variable::Lit;
use crate::puzzle::board::{Cell, Geometry, House, HouseKind};

pub(super) fn emit(view: CandidateView<'_>, emitter: &mut Emitter<'_>) -> Result<(), Stopped> {
    // Allocate the segment variables before any other auxiliary variables.
    let segments = segments(view.geometry);
    let in_segment = { segments.iter() }
        .map(|segment| {
            emitter.prepare()?;
            Ok(segment_literals(view, segment, emitter))
        })
        .collect::<Result<Vec<_>, _>>()?;
    cells_exactly_one(view, emitter)?;
    let mut literals = Vec::new();
    let mut by_digit = vec![Vec::new(); view.geometry.size()];
    for (segment, in_segment) in segments.iter().zip(&in_segment) {
        by_digit.iter_mut().for_each(Vec::clear);
        for &cell in &segment.cells {
            view.visit_cell(cell, |digit, literal| by_digit[digit.get() - 1].push(literal));
        }
        for ((places, in_segment), digit) in by_digit.iter_mut().zip(in_segment).zip(view.geometry.digits()) {
            if let Some(in_segment) = *in_segment {
                let name = |house: usize| view.geometry.house(house).name;
                let (line, in_box) = (name(segment.line), segment.box_index.map(name));
                emitter.group(ClauseGroup::Segment { line, in_box, digit, variable: in_segment.var() });
                places.push(!in_segment);
                emitter.exactly_one(places)?;
            }
        }
    }
    let mut units = HashSet::new();
    for set in segment_sets(&segments) {
        for digit in view.geometry.digits() {
            literals.clear();
            literals.extend(set.segments.iter().filter_map(|&segment| in_segment[segment][digit.get() - 1]));
            match literals[..] {
                [] => {}
                [unit] if !units.insert(unit) => {}
                _ => {
                    let SegmentSet { house, lines, .. } = set;
                    let house = view.geometry.house(house).name;
                    emitter.group(ClauseGroup::HouseOfSegments { house, lines, digit });
                    emitter.exactly_one(&literals)?;
                }
            }
        }
    }
    let mut pairs = PeerPairs::default();
    let others = view.geometry.houses().filter(|house| !has_segments(view.geometry, house));
    view.try_for_each_places(others, |places| {
        if emitter.keeps_cardinality {
            return house_cardinality(view, &places, emitter);
        }
        let (is_implied, _) = view.implied_by_earlier_house(&places);
        if places.house.is_complete && !is_implied {
            emitter.group(ClauseGroup::House(places.house, places.digit, Cardinality::AtLeastOne));
            emitter.clause(places.literals)?;
        }
        pairs.emit_at_most_one(view, &places, emitter)
    })
}

/// The intersection of a row or column with a box.
///
/// A box that has the same cells as a row or column is not a separate house. The cells of such a box belong to segments
/// without a `box_index`.
struct Segment {
    line: usize,
    line_kind: HouseKind,
    box_index: Option<usize>,
    cells: Vec<Cell>,
}

/// Returns whether `house` is encoded with segments. This is the case for boxes, and for rows and columns that
/// intersect a box. Overlapping boards have no segments, because a cell can belong to several boxes.
fn has_segments(geometry: &Geometry, house: &House<'_>) -> bool {
    match house.name.kind {
        _ if geometry.layout().is_some() => false,
        HouseKind::Row | HouseKind::Column => {
            house.cells.iter().any(|&cell| box_of(geometry, cell).is_some())
        }
        HouseKind::Box => true,
        _ => false,
    }
}

fn box_of(geometry: &Geometry, cell: Cell) -> Option<usize> {
    let mut houses = geometry.houses_of(cell).iter().map(|&house| house as usize);
    houses.find(|&house| geometry.house(house).name.kind == HouseKind::Box)
}

/// Returns the segments of all rows, followed by the segments of all columns.
fn segments(geometry: &Geometry) -> Vec<Segment> {
    let mut segments = Vec::new();
    for line in geometry.houses().filter(|house| house.name.kind != HouseKind::Box) {
        if has_segments(geometry, &line) {
            let mut cells_by_box = BTreeMap::<Option<usize>, Vec<Cell>>::new();
            for &cell in line.cells {
                cells_by_box.entry(box_of(geometry, cell)).or_default().push(cell);
            }
            let (line, line_kind) = (line.index, line.name.kind);
            let segment = |(box_index, cells)| Segment { line, line_kind, box_index, cells };
            segments.extend(cells_by_box.into_iter().map(segment));
        }
    }
    segments
}

/// Returns a new literal for each digit, or `None` for a digit that no cell in the segment can contain.
///
/// Each literal is true if and only if the segment contains the digit.
fn segment_literals(
    view: CandidateView<'_>,
    segment: &Segment,
    emitter: &mut Emitter<'_>,
) -> Vec<Option<Lit>> {
    let mut is_open = vec![false; view.geometry.size()];
    for &cell in &segment.cells {
        view.visit_cell(cell, |digit, _| is_open[digit.get() - 1] = true);
    }
    is_open.into_iter().map(|is_open| is_open.then(|| emitter.auxiliary())).collect()
}

/// A set of segments of a house. Each digit must occur in exactly one of them.
struct SegmentSet {
    /// The index of the row, column or box.
    house: usize,
    /// Whether the segments are parts of rows or of columns.
    lines: HouseKind,
    /// The indices of the segments.
    segments: Vec<usize>,
}

/// Returns the sets of segments in which each digit must occur exactly once.
///
/// There is one set for each row and each column, one for the row segments of each box, and one for the column segments
/// of each box.
fn segment_sets(segments: &[Segment]) -> Vec<SegmentSet> {
    let mut lines = BTreeMap::<usize, SegmentSet>::new();
    let mut boxes = BTreeMap::<(usize, bool), SegmentSet>::new();
    for (index, segment) in segments.iter().enumerate() {
        let lines_kind = segment.line_kind;
        let empty = |house| move || SegmentSet { house, lines: lines_kind, segments: Vec::new() };
        lines.entry(segment.line).or_insert_with(empty(segment.line)).segments.push(index);
        if let Some(box_index) = segment.box_index {
            let key = (box_index, lines_kind == HouseKind::Column);
            boxes.entry(key).or_insert_with(empty(box_index)).segments.push(index);
        }
    }
    lines.into_values().chain(boxes.into_values()).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::clauses::encoding::{Encoding, Problem};
    use crate::puzzle::Puzzle;
    use crate::puzzle::board::Geometry;

    #[test]
    fn counts_match_the_documentation() {
        let count = |shape: &str| {
            let geometry = Geometry::new(shape.parse().unwrap());
            let puzzle = Puzzle::empty(Arc::new(geometry));
            let size = Problem::new(&puzzle, Encoding::Triad).size().unwrap();
            (size.clauses, size.variables - puzzle.geometry().candidate_count())
        };
        assert_eq!(count("2x2"), (496, 64));
        assert_eq!(count("3x3"), (7695, 486));
        assert_eq!(count("5x5"), (315_625, 6250));
        let pairs = |n: usize| n * (n - 1) / 2;
        for (r, c) in [(2, 3), (3, 2), (3, 4), (2, 5), (4, 4), (6, 6)] {
            let n = r * c;
            let sets = 1
                + pairs(n)
                + r * (1 + pairs(c + 1))
                + c * (1 + pairs(r + 1))
                + 4
                + 2 * pairs(r)
                + 2 * pairs(c);
            assert_eq!(count(&format!("{r}x{c}")), (n * n * sets, n * n * (r + c)), "{r}x{c}");
        }
    }
}
