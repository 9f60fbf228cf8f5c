//! Comments in a CNF file that describe the board and the variable numbering.
//!
//! [`Problem::write_instance`](crate::Problem::write_instance) writes the comments, and [`read`] parses them. They
//! contain the box shape or the regions of the board, any variants, and the rules of the puzzle. If the numbering is
//! compact, they also contain the variable map. For example, `c map 17 r3c4 2 5 9` maps the variables 17, 18 and 19 to
//! the digits 2, 5 and 9 in cell r3c4. If the variables are shuffled, `c map r3c4 2=17 5=301` maps the variables 17 and
//! 301 to the digits 2 and 5.
//!
//! The files of other [formats](InstanceFormat) have the same comments, with the prefix of their format.

mod comments;

use std::io::{self, BufRead};
use std::sync::Arc;

use thiserror::Error;

use super::InstanceFormat;
use super::dimacs::reader::parse_header;
use super::line_pieces::LinePieces;
use crate::clauses::numbering::{CompactNumbering, Numbering, ShuffledNumbering};
use crate::clauses::variable::Var;
use crate::puzzle::board::{BoardOptions, BoxSetting, BoxShape, Boxes, Digit, Geometry, MAX_SIZE, Regions};
use crate::puzzle::rule::{Definitions, RuleText};
use crate::text::Alphabet;
pub(crate) use comments::{WrittenNumbering, write_comments};

/// The prefix of the comment that marks a file as written by `sudoku-cnf`. [`read`] ignores all earlier comments.
const WRITTEN_BY: &str = "written by sudoku-cnf ";
// The prefixes of the other comments that `read` parses.
const BOX_SHAPE: &str = "box shape ";
const REGIONS: &str = "regions ";
const VARIANTS: &str = "variants ";
const LAYOUT: &str = "layout ";
const RULE: &str = "rule ";
const DEFINE: &str = "define ";
const SYMBOLS: &str = "symbols ";
const MAP: &str = "map ";

/// The metadata in the comments of a CNF file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CnfMetadata {
    /// The board, or `None` if the comments do not describe a board.
    pub board: Option<BoardOptions>,
    /// The rules of the puzzle.
    pub rules: Vec<RuleText>,
    /// The definitions that the rules use.
    pub definitions: Definitions,
    /// The numbering of the variables, or `None` if the comments do not contain a variable map.
    pub numbering: Option<Numbering>,
    /// The alphabet in which the digits of the puzzle were written, if the comments contain it.
    pub symbols: Option<Alphabet>,
    /// The format of the file, or `None` if the file contains none of the comments that `sudoku-cnf` writes.
    pub format: Option<InstanceFormat>,
    /// The number of variables in the header of a DIMACS file.
    pub variables: Option<usize>,
}

/// An error that occurs while reading the comments of a CNF file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MetadataError {
    /// The file could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A comment that `sudoku-cnf` wrote is malformed, or the variable map or the description of the regions is
    /// incomplete.
    #[error("{line}: malformed comment '{name}'\nhint: the file may have been edited; generate it again")]
    Broken {
        /// The line number, starting at 1.
        line: usize,
        /// The prefix of the malformed comment, for example `map`.
        name: &'static str,
    },
}

/// Reads the metadata of a CNF file: the board and the numbering of the variables.
///
/// Reading stops at the first line of the problem. Comments that precede those written by `sudoku-cnf` are ignored.
///
/// # Errors
/// Returns an error if reading fails, or if the comments that `sudoku-cnf` wrote are malformed or incomplete.
///
/// ```
/// use sudoku_cnf::puzzle::board::{BoxSetting, Variant};
/// use sudoku_cnf::BoxShape;
/// use sudoku_cnf::files::metadata;
///
/// let comments = &b"c written by sudoku-cnf 0.1.0\nc box shape 2x3\nc variants x\np cnf 216 0\n"[..];
/// let board = metadata::read(comments)?.board.unwrap();
/// assert_eq!(board.boxes, BoxSetting::from(BoxShape::new(2, 3).ok()));
/// assert_eq!(board.variants, [Variant::X]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(cnf: impl BufRead) -> Result<CnfMetadata, MetadataError> {
    let mut found = CnfMetadata::default();
    let mut regions: Vec<String> = Vec::new();
    let mut geometry: Option<Arc<Geometry>> = None;
    let mut lines = LinePieces::new(cnf);
    let (mut number, mut is_ours) = (0, false);
    while let Some(piece) = lines.next_piece()? {
        number = piece.line;
        if !piece.starts_line {
            // The comments that `sudoku-cnf` writes are shorter than a piece, except for rules with thousands
            // of cells.
            lines.skip_line()?;
            continue;
        }
        let text = String::from_utf8_lossy(piece.text);
        if begins_problem(piece.text[0]) {
            found.variables = parse_header(piece.text).ok().flatten().map(|header| header.variables);
            break;
        }
        // A long line that is not a comment may be endless. It cannot be part of a problem file.
        if !piece.ends_line && !matches!(piece.text[0], b'c' | b'*' | b';') {
            break;
        }
        let Some((format, comment)) = comment(&text) else { continue };
        if comment.starts_with(WRITTEN_BY) {
            is_ours = true;
            found.format = Some(format);
        }
        if !is_ours {
            continue;
        }
        let broken = |name| move || MetadataError::Broken { line: number, name };
        if let Some(rest) = comment.strip_prefix(BOX_SHAPE) {
            let shape = rest.split_whitespace().next().and_then(|word| word.parse::<BoxShape>().ok());
            // A second description of the boxes is rejected, because it could contradict the first one.
            let shape = shape.filter(|_| found.size().is_none()).ok_or_else(broken(BOX_SHAPE))?;
            found.board.get_or_insert_default().boxes = BoxSetting::from(Some(shape));
        } else if let Some(rest) = comment.strip_prefix(REGIONS) {
            let before = regions.len();
            regions.extend(rest.split_whitespace().map(str::to_owned));
            let size = regions.len() - before;
            if found.size().is_some() || size > MAX_SIZE || size * size < regions.len() {
                return Err(broken(REGIONS)());
            }
            if regions.len() == size * size {
                let regions = Regions::from_labels(&regions).map_err(|_| broken(REGIONS)())?;
                found.board.get_or_insert_default().boxes = BoxSetting::from(Some(regions));
            }
        } else if let Some(rest) = comment.strip_prefix(VARIANTS) {
            let variants = rest.trim().split(',').map(str::parse).collect::<Result<_, _>>();
            found.board.get_or_insert_default().variants = variants.map_err(|_| broken(VARIANTS)())?;
        } else if let Some(rest) = comment.strip_prefix(LAYOUT) {
            let layout = rest.trim().parse().map_err(|_| broken(LAYOUT)())?;
            found.board.get_or_insert_default().layout = Some(layout);
        } else if let Some(rest) = comment.strip_prefix(RULE) {
            // A line that is longer than a piece would be cut.
            let rest = Some(rest).filter(|_| piece.ends_line).ok_or_else(broken(RULE))?;
            found.rules.push(found.definitions.rule(rest.trim()).map_err(|_| broken(RULE)())?);
        } else if comment.starts_with(DEFINE) {
            Some(()).filter(|()| piece.ends_line).ok_or_else(broken(DEFINE))?;
            found.definitions.define(comment.trim()).map_err(|_| broken(DEFINE)())?;
        } else if let Some(rest) = comment.strip_prefix(SYMBOLS) {
            found.symbols = Some(rest.trim().parse().map_err(|_| broken(SYMBOLS)())?);
        } else if let Some(rest) = comment.strip_prefix(MAP) {
            if geometry.is_none() {
                geometry = found.geometry();
            }
            let geometry = geometry.as_ref().ok_or_else(broken(MAP))?;
            push_map_line(&mut found.numbering, rest, geometry).ok_or_else(broken(MAP))?;
        }
    }
    if !regions.is_empty()
        && !matches!(found.board, Some(BoardOptions { boxes: BoxSetting::Known(Boxes::Regions(_)), .. }))
    {
        return Err(MetadataError::Broken { line: number, name: REGIONS });
    }
    // A complete variable map has one comment line per cell, and no variable belongs to two candidates.
    let cells = geometry.map(|geometry| geometry.cell_count());
    let is_complete = match &mut found.numbering {
        None | Some(Numbering::Arithmetic) => true,
        Some(Numbering::Compact(compact)) => Some(compact.cells()) == cells,
        Some(Numbering::Shuffled(shuffled)) => shuffled.sort() && Some(shuffled.cells()) == cells,
    };
    if is_complete { Ok(found) } else { Err(MetadataError::Broken { line: number, name: MAP }) }
}

/// Returns whether a line that begins with `byte` is part of the problem, so that no comments follow.
///
/// In DIMACS files, this is the header. OPB and SMT-LIB files have no header after the comments.
fn begins_problem(byte: u8) -> bool {
    matches!(byte, b'p' | b'+' | b'-' | b'(' | b'0'..=b'9')
}

/// Splits a comment line into the format of the file and the text of the comment.
fn comment(line: &str) -> Option<(InstanceFormat, &str)> {
    InstanceFormat::ALL.iter().find_map(|&format| Some((format, line.strip_prefix(format.comment_prefix())?)))
}

impl CnfMetadata {
    /// Returns the size n of the board, or `None` if the comments do not describe the boxes or regions.
    fn size(&self) -> Option<usize> {
        match &self.board.as_ref()?.boxes {
            BoxSetting::Known(boxes) => Some(boxes.size()),
            BoxSetting::Inferred | BoxSetting::None => None,
        }
    }

    /// Returns the board, or `None` if the comments do not describe it or contradict each other.
    fn geometry(&self) -> Option<Arc<Geometry>> {
        self.size()?;
        self.board.as_ref()?.geometry(BoxShape::STANDARD).ok()
    }
}

/// Parses an entry of the variable map, for example `17 r3c4 2 5 9` or `r3c4 2=17 5=301`, and adds the cell to
/// `numbering`.
///
/// Returns `None` if the entry is malformed, does not describe the next cell of the board, or is of a different kind
/// than the earlier entries.
fn push_map_line(numbering: &mut Option<Numbering>, text: &str, geometry: &Arc<Geometry>) -> Option<()> {
    let mut words = text.split_whitespace();
    let n = geometry.size();
    let is_next =
        |cell: &str, index| index < geometry.cell_count() && cell.parse() == Ok(geometry.cell(index));
    let are_digits = |digits: &[Digit]| {
        digits.is_sorted_by(|a, b| a < b) && digits.last().is_none_or(|last| last.get() <= n)
    };
    if text.starts_with('r') {
        let empty = || Numbering::Shuffled(ShuffledNumbering::empty(geometry.clone()));
        let Numbering::Shuffled(shuffled) = numbering.get_or_insert_with(empty) else { return None };
        let entry = |word: &str| {
            let (digit, number) = word.split_once('=')?;
            Some((Digit::new(digit.parse().ok()?)?, Var::new(number.parse().ok()?)?))
        };
        let is_next = is_next(words.next()?, shuffled.cells());
        let entries: Vec<_> = words.map(entry).collect::<Option<_>>()?;
        let digits: Vec<_> = entries.iter().map(|&(digit, _)| digit).collect();
        return (is_next && are_digits(&digits)).then(|| shuffled.push_cell(entries));
    }
    let empty = || Numbering::Compact(CompactNumbering::empty(geometry.clone()));
    let Numbering::Compact(compact) = numbering.get_or_insert_with(empty) else { return None };
    let first: usize = words.next()?.parse().ok()?;
    let is_next = first == compact.len() + 1 && is_next(words.next()?, compact.cells());
    let digits: Vec<Digit> = words.map(|word| Digit::new(word.parse().ok()?)).collect::<Option<_>>()?;
    (is_next && !digits.is_empty() && are_digits(&digits)).then(|| compact.push_cell(digits))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clauses::encoding::{CnfOptions, Problem};
    use crate::files::InstanceOptions;
    use crate::puzzle::Puzzle;
    use crate::puzzle::board::{Candidate, Geometry};

    fn text_of(puzzle: &Puzzle, options: CnfOptions) -> String {
        let mut text = Vec::new();
        Problem::new(puzzle, options).write_instance(InstanceOptions::default(), &mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn comments_describe_the_board_and_the_numbering() {
        let jigsaw: Regions = "AABBAABCDBCCDDDC".parse().unwrap();
        let shape = Boxes::Shape("2x3".parse().unwrap());
        for (boxes, cells) in [(Boxes::Regions(jigsaw), 16), (shape, 36)] {
            let geometry = Geometry::with_variants(boxes, &crate::puzzle::board::Variant::ALL[..1]).unwrap();
            let mut puzzle = Puzzle::empty(geometry.into());
            puzzle.set(puzzle.geometry().cell(cells - 1), Digit::new(1));
            let problem = Problem::new(&puzzle, CnfOptions::default().reduced());
            let comments = read(text_of(&puzzle, problem.options()).as_bytes()).unwrap();
            assert_eq!(comments.board, Some(BoardOptions::from(&**puzzle.geometry())));
            assert_eq!(comments.numbering.as_ref(), Some(problem.numbering()));
        }
    }

    #[test]
    fn broken_comments_are_reported() {
        let puzzle: Puzzle = "1..............4".parse().unwrap();
        let whole = text_of(&puzzle, CnfOptions::default().reduced());
        let broken = |from: &str, to: &str| {
            assert!(whole.contains(from), "{whole}");
            read(whole.replace(from, to).as_bytes()).unwrap_err().to_string()
        };
        for (from, to, message) in [
            ("2x2", "2y2", "3: malformed comment 'box shape '"),
            ("map 1 r1c1 1\n", "map 1 r1c1 9999\n", "7: malformed comment 'map '"),
            ("c map 1 r1c1 1\n", "", "7: malformed comment 'map '"),
            ("map 2 r1c2", "map 2 r9c9", "8: malformed comment 'map '"),
            ("map 2 r", "map x r", "8: malformed comment 'map '"),
        ] {
            assert!(broken(from, to).starts_with(message), "{}", broken(from, to));
        }
        let foreign = "c map of the world\nc variants are many\nc regions: all\np cnf 1 0\n";
        let expected = CnfMetadata { variables: Some(1), ..CnfMetadata::default() };
        assert_eq!(read(foreign.as_bytes()).unwrap(), expected);
        for rest in
            ["c regions 1 1 2 2\nc regions 1 1 2 2\n", "c regions 1\nc regions 1 1\n", "c variants y\n"]
        {
            let text = format!("c written by sudoku-cnf 0\n{rest}p cnf 1 0\n");
            assert!(read(text.as_bytes()).is_err(), "{text}");
        }
    }

    #[test]
    fn shuffled_numberings_round_trip_in_every_format() {
        let puzzle: Puzzle = "1......2..3.....".parse().unwrap();
        for format in [InstanceFormat::Dimacs, InstanceFormat::Opb] {
            for options in [CnfOptions::default(), CnfOptions::default().reduced()] {
                let problem = Problem::new(&puzzle, options);
                let mut text = Vec::new();
                let instance = InstanceOptions { format, shuffle: Some(1), ..InstanceOptions::default() };
                problem.write_instance(instance, &mut text).unwrap();
                let found = read(&text[..]).unwrap();
                let Some(Numbering::Shuffled(shuffled)) = &found.numbering else { panic!("{found:?}") };
                assert_eq!(shuffled.len(), problem.numbering().candidate_count(puzzle.geometry()));
                assert_eq!(found.format, Some(format));
                for cell in puzzle.geometry().cells() {
                    for (digit, number) in shuffled.cell(cell) {
                        let candidate = Candidate { cell, digit };
                        assert_eq!(shuffled.candidate(Var::new(number).unwrap()), Some(candidate));
                        assert!(problem.numbering().literal(puzzle.geometry(), candidate).is_some());
                    }
                }
            }
        }
    }

    #[test]
    fn broken_shuffled_maps_are_reported() {
        let cells = ["r1c1", "r1c2", "r2c1", "r2c2"];
        let map = |entries: [&str; 4]| {
            let lines: Vec<_> =
                cells.iter().zip(entries).map(|(cell, rest)| format!("c map {cell} {rest}\n")).collect();
            format!("c written by sudoku-cnf 0\nc box shape 1x2\n{}p cnf 8 0\n", lines.concat())
        };
        let whole = map(["1=3 2=4", "1=1 2=2", "1=8", ""]);
        assert!(read(whole.as_bytes()).is_ok(), "{whole}");
        for text in [
            map(["1=3 2=3", "1=1 2=2", "1=8", ""]),
            map(["2=3 1=4", "1=1 2=2", "1=8", ""]),
            map(["1=3 3=4", "1=1 2=2", "1=8", ""]),
            map(["1=0", "1=1 2=2", "1=8", ""]),
            map(["1", "1=1 2=2", "1=8", ""]),
            whole.replace("map r2c2", "map 1 r2c2"),
            whole.replace("c map r2c2 \n", ""),
            whole.replace("r1c2", "r1c1"),
        ] {
            assert!(matches!(read(text.as_bytes()), Err(MetadataError::Broken { name: MAP, .. })), "{text}");
        }
    }
}
