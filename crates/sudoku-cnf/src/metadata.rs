//! Comments in a CNF file that describe the board and the variable numbering.
//!
//! [`Problem::write_dimacs`] writes the comments, and [`read`] parses them. They contain the box shape or the regions
//! of the board and any variants. If the numbering is compact, they also contain the variable map. For example,
//! `c map 17 r3c4 2 5 9` maps the variables 17, 18 and 19 to the digits 2, 5 and 9 in cell r3c4.

use std::fmt::Write as _;
use std::io::{self, BufRead, Write};

use thiserror::Error;

use crate::board::{BoardOptions, Boxes, Cell, Digit, Geometry, MAX_SIZE, Regions};
use crate::dimacs::DimacsWriter;
use crate::encoding::Problem;
use crate::numbering::{CompactNumbering, Numbering};

/// The prefix of the comment that marks a file as written by `sudoku-cnf`. [`read`] ignores all earlier comments.
const WRITTEN_BY: &str = "written by sudoku-cnf ";
// The prefixes of the other comments that `read` parses.
const BOX_SHAPE: &str = "box shape ";
const REGIONS: &str = "regions ";
const VARIANTS: &str = "variants ";
const MAP: &str = "map ";

impl Problem {
    /// Writes the problem as DIMACS CNF. If `comments` is true, the output starts with comments that describe the board
    /// and the encoding.
    ///
    /// The clauses are streamed, so memory use does not depend on the number of clauses. See [`encode`](Self::encode)
    /// for details.
    ///
    /// # Errors
    /// Returns an error if writing fails, or if the CNF has more than 2³¹ − 1 variables.
    ///
    /// ```
    /// use sudoku_cnf::{Encoding, Problem, Puzzle};
    ///
    /// let puzzle: Puzzle = "1..............4".parse()?;
    /// let mut text = Vec::new();
    /// Problem::new(&puzzle, Encoding::Complete).write_dimacs(false, &mut text)?;
    /// assert!(text.starts_with(b"p cnf 64 386\n1 0\n64 0\n1 2 3 4 0\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_dimacs(&self, comments: bool, writer: impl Write) -> io::Result<()> {
        let size = self.size().map_err(io::Error::other)?;
        let mut writer = DimacsWriter::new(writer);
        if comments {
            write_comments(self, &mut writer)?;
        }
        writer.header(size.variables, size.clauses)?;
        self.encode(&mut writer)?;
        writer.finish().map(drop)
    }
}

fn write_comments(problem: &Problem, writer: &mut DimacsWriter<impl Write>) -> io::Result<()> {
    let geometry = problem.puzzle().geometry();
    let n = geometry.size();
    writer.comment(&format!("{WRITTEN_BY}{}", env!("CARGO_PKG_VERSION")))?;
    writer.comment(&format!("{n}x{n} Sudoku with {} givens", problem.puzzle().given_count()))?;
    match geometry.boxes() {
        Boxes::Shape(shape) => writer.comment(&format!("{BOX_SHAPE}{shape} (rows x columns)"))?,
        Boxes::Regions(regions) => {
            for row in regions.cell_regions().chunks(n) {
                writer.comment(&format!("{REGIONS}{}", join(row.iter().map(|region| region + 1))))?;
            }
        }
    }
    if !geometry.variants().is_empty() {
        writer.comment(&format!(
            "{VARIANTS}{}",
            geometry.variants().iter().map(|variant| variant.name()).collect::<Vec<_>>().join(",")
        ))?;
    }
    let options = problem.options();
    writer.comment(&format!("encoding {}, at-most-one scheme {}", options.encoding, options.scheme()))?;
    if let Some(board) = problem.board() {
        let (decided, left) = (board.grid().digit_count(), board.candidate_count());
        writer.comment(&format!("reduced: {decided} cells decided, {left} candidates remain"))?;
    }
    if problem.is_refuted() {
        writer.comment("reduced: propagation proves that there is no solution")?;
    }
    match problem.numbering() {
        Numbering::Arithmetic => writer.comment(&format!(
            "candidate variables 1 to {}: cell * {n} + digit, cells numbered row by row from 0, digits from 1",
            geometry.candidate_count()
        )),
        Numbering::Compact(compact) => {
            writer.comment("the line 'map 17 r3c4 2 5' means: variable 17 is digit 2 in r3c4, variable 18 is digit 5 in r3c4")?;
            write_map(compact, geometry, writer)
        }
    }
}

/// Joins `numbers` into a string, separated by spaces.
fn join(numbers: impl IntoIterator<Item = impl ToString>) -> String {
    numbers.into_iter().map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
}

fn write_map(
    numbering: &CompactNumbering,
    geometry: &Geometry,
    writer: &mut DimacsWriter<impl Write>,
) -> io::Result<()> {
    let mut line = String::new();
    for cell in geometry.cells() {
        let (first, digits) = numbering.cell(cell);
        line.clear();
        // Writing to a `String` cannot fail.
        let _ = write!(line, "{MAP}{first} {cell} {}", join(digits));
        writer.comment(&line)?;
    }
    Ok(())
}

/// The metadata in the comments of a CNF file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CnfMetadata {
    /// The board, or `None` if the comments do not describe a board.
    pub board: Option<BoardOptions>,
    /// The compact numbering of the variables, or `None` if the comments do not contain a variable map.
    pub numbering: Option<CompactNumbering>,
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
    #[error("{line}: malformed comment 'c {name}'\nhint: the file may have been edited; generate it again")]
    Broken {
        /// The line number, starting at 1.
        line: usize,
        /// The prefix of the malformed comment, for example `map`.
        name: &'static str,
    },
}

/// Reads the metadata of a CNF file: the board and the numbering of the variables.
///
/// Reading stops at the header. Comments that precede those written by `sudoku-cnf` are ignored.
///
/// # Errors
/// Returns an error if reading fails, or if the comments that `sudoku-cnf` wrote are malformed or incomplete.
///
/// ```
/// use sudoku_cnf::board::{Boxes, Variant};
/// use sudoku_cnf::{BoxShape, metadata};
///
/// let comments = &b"c written by sudoku-cnf 0.1.0\nc box shape 2x3\nc variants x\np cnf 216 0\n"[..];
/// let board = metadata::read(comments)?.board.unwrap();
/// assert_eq!(board.boxes, Some(Boxes::Shape(BoxShape::new(2, 3).unwrap())));
/// assert_eq!(board.variants, [Variant::X]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(mut cnf: impl BufRead) -> Result<CnfMetadata, MetadataError> {
    let mut found = CnfMetadata::default();
    let mut regions: Vec<String> = Vec::new();
    let (mut bytes, mut number, mut is_ours) = (Vec::new(), 0, false);
    loop {
        bytes.clear();
        if cnf.read_until(b'\n', &mut bytes)? == 0 || bytes.starts_with(b"p") {
            break;
        }
        number += 1;
        let text = String::from_utf8_lossy(&bytes);
        let Some(comment) = text.strip_prefix("c ") else { continue };
        is_ours |= comment.starts_with(WRITTEN_BY);
        if !is_ours {
            continue;
        }
        let broken = |name| move || MetadataError::Broken { line: number, name };
        if let Some(rest) = comment.strip_prefix(BOX_SHAPE) {
            let shape = rest.split_whitespace().next().and_then(|word| word.parse().ok());
            // A second description of the boxes is rejected, because it could contradict the first one.
            let shape = shape.filter(|_| found.size().is_none()).ok_or_else(broken(BOX_SHAPE))?;
            found.board.get_or_insert_default().boxes = Some(Boxes::Shape(shape));
        } else if let Some(rest) = comment.strip_prefix(REGIONS) {
            let before = regions.len();
            regions.extend(rest.split_whitespace().map(str::to_owned));
            let size = regions.len() - before;
            if found.size().is_some() || size > MAX_SIZE || size * size < regions.len() {
                return Err(broken(REGIONS)());
            }
            if regions.len() == size * size {
                let regions = Regions::from_labels(&regions).map_err(|_| broken(REGIONS)())?;
                found.board.get_or_insert_default().boxes = Some(Boxes::Regions(regions));
            }
        } else if let Some(rest) = comment.strip_prefix(VARIANTS) {
            let variants = rest.trim().split(',').map(str::parse).collect::<Result<_, _>>();
            found.board.get_or_insert_default().variants = variants.map_err(|_| broken(VARIANTS)())?;
        } else if let Some(rest) = comment.strip_prefix(MAP) {
            let size = found.size().ok_or_else(broken(MAP))?;
            let numbering = found.numbering.get_or_insert_with(|| CompactNumbering::empty(size, 0));
            push_map_line(numbering, rest, size).ok_or_else(broken(MAP))?;
        }
    }
    if !regions.is_empty()
        && !matches!(found.board, Some(BoardOptions { boxes: Some(Boxes::Regions(_)), .. }))
    {
        return Err(MetadataError::Broken { line: number, name: REGIONS });
    }
    // A complete variable map has one comment line per cell.
    match (&found.numbering, found.size()) {
        (Some(numbering), Some(n)) if numbering.cells() != n * n => {
            Err(MetadataError::Broken { line: number, name: MAP })
        }
        _ => Ok(found),
    }
}

impl CnfMetadata {
    /// Returns the size n of the board, or `None` if the comments do not describe the boxes or regions.
    fn size(&self) -> Option<usize> {
        self.board.as_ref()?.boxes.as_ref().map(Boxes::size)
    }
}

/// Parses an entry of the variable map, for example `17 r3c4 2 5 9`, and adds the cell to `numbering`.
///
/// Returns `None` if the entry is malformed or does not describe the next cell of an n×n board.
fn push_map_line(numbering: &mut CompactNumbering, text: &str, n: usize) -> Option<()> {
    let mut words = text.split_whitespace();
    let first: usize = words.next()?.parse().ok()?;
    let cell = numbering.cells();
    let is_next = cell < n * n
        && first == numbering.len() + 1
        && words.next()?.parse() == Ok(Cell::from_index(cell, n));
    let digits: Vec<Digit> = words.map(|word| Digit::new(word.parse().ok()?)).collect::<Option<_>>()?;
    let is_ascending = digits.is_sorted_by(|a, b| a < b) && digits.last()?.get() <= n;
    (is_next && is_ascending).then(|| numbering.push_cell(digits))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CnfOptions, Puzzle};

    fn text_of(puzzle: &Puzzle, options: CnfOptions) -> String {
        let mut text = Vec::new();
        Problem::new(puzzle, options).write_dimacs(true, &mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn comments_describe_the_board_and_the_numbering() {
        let jigsaw: Regions = "AABBAABCDBCCDDDC".parse().unwrap();
        let shape = Boxes::Shape("2x3".parse().unwrap());
        for (boxes, cells) in [(Boxes::Regions(jigsaw), 16), (shape, 36)] {
            let geometry = Geometry::with_variants(boxes, &crate::board::Variant::ALL[..1]).unwrap();
            let mut puzzle = Puzzle::empty(geometry.into());
            puzzle.set(puzzle.geometry().cell(cells - 1), Digit::new(1));
            let problem = Problem::new(&puzzle, CnfOptions::default().reduced());
            let comments = read(text_of(&puzzle, problem.options()).as_bytes()).unwrap();
            assert_eq!(comments.board, Some(BoardOptions::from(&**puzzle.geometry())));
            assert_eq!(comments.numbering.map(Numbering::Compact).as_ref(), Some(problem.numbering()));
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
            ("2x2", "2y2", "3: malformed comment 'c box shape '"),
            ("map 1 r1c1 1\n", "map 1 r1c1 9999\n", "7: malformed comment 'c map '"),
            ("c map 1 r1c1 1\n", "", "7: malformed comment 'c map '"),
            ("map 2 r1c2", "map 2 r9c9", "8: malformed comment 'c map '"),
            ("map 2 r", "map x r", "8: malformed comment 'c map '"),
        ] {
            assert!(broken(from, to).starts_with(message), "{}", broken(from, to));
        }
        let foreign = "c map of the world\nc variants are many\nc regions: all\np cnf 1 0\n";
        assert_eq!(read(foreign.as_bytes()).unwrap(), CnfMetadata::default());
        for rest in
            ["c regions 1 1 2 2\nc regions 1 1 2 2\n", "c regions 1\nc regions 1 1\n", "c variants y\n"]
        {
            let text = format!("c written by sudoku-cnf 0\n{rest}p cnf 1 0\n");
            assert!(read(text.as_bytes()).is_err(), "{text}");
        }
    }
}
