//! Problem files for solvers: DIMACS CNF, pseudo-Boolean constraints and SMT-LIB, optionally shuffled.
//!
//! | format | solvers | constraints |
//! |---|---|---|
//! | [`Dimacs`](InstanceFormat::Dimacs) | SAT solvers | the clauses of the encoding |
//! | [`Opb`](InstanceFormat::Opb) | pseudo-Boolean solvers | clauses and cardinality constraints |
//! | [`Smt2`](InstanceFormat::Smt2) | SMT solvers | the clauses of the encoding, with Boolean variables |
//! | [`Smt2Int`](InstanceFormat::Smt2Int) | SMT solvers | one integer per cell, `distinct` for each house |
//!
//! The comments describe the board in every format, and [`metadata::read`](crate::metadata::read) parses them.
//!
//! ## References
//! - O. Roussel, V. Manquinho: Input/output format and solver requirements for the competitions of pseudo-Boolean
//!   solvers, 2012 (OPB).
//! - C. Barrett, P. Fontaine, C. Tinelli: The SMT-LIB standard, version 2.6, 2017.

mod annotated;
mod opb;
mod opb_check;
mod shuffle;
mod smt2;
mod smt2_int;

use std::io::{self, Write};
use std::path::Path;

pub use opb::OpbWriter;
pub use opb_check::{OpbError, check_opb};
pub use shuffle::ConstraintList;

use crate::dimacs::DimacsWriter;
use crate::encoding::Problem;
use crate::metadata::{WrittenNumbering, write_comments};
use crate::named_enum;
use crate::random::Random;
pub(crate) use annotated::Annotated;
use shuffle::Shuffle;

named_enum! {
    /// A format for problem files.
    ///
    /// ```
    /// use std::path::Path;
    /// use sudoku_cnf::instance::InstanceFormat;
    ///
    /// assert_eq!("opb".parse(), Ok(InstanceFormat::Opb));
    /// assert_eq!(InstanceFormat::from_path(Path::new("a/b.smt2.gz")), Some(InstanceFormat::Smt2));
    /// ```
    #[derive(Default)]
    pub enum InstanceFormat: "problem format" {
        /// DIMACS CNF, for SAT solvers.
        #[default]
        Dimacs = "dimacs",
        /// The format of the pseudo-Boolean competitions. With the pairwise scheme, at-most-one and exactly-one
        /// constraints are not split into clauses.
        Opb = "opb",
        /// SMT-LIB 2 with one Boolean variable per candidate, in the logic `QF_UF`.
        Smt2 = "smt2",
        /// SMT-LIB 2 with one integer variable per cell, in the logic `QF_LIA`. The encoding and the at-most-one scheme
        /// have no effect.
        Smt2Int = "smt2-int",
    }
}

impl InstanceFormat {
    /// Returns the format that the extension of `path` indicates, or `None` if the extension is unknown.
    ///
    /// An additional extension of a compressed file is ignored. `.smt2` indicates [`Smt2`](Self::Smt2).
    #[must_use]
    pub fn from_path(path: &Path) -> Option<Self> {
        let extension = |path: &Path| Some(path.extension()?.to_str()?.to_ascii_lowercase());
        match &*extension(path)? {
            "cnf" | "dimacs" => Some(Self::Dimacs),
            "opb" => Some(Self::Opb),
            "smt2" => Some(Self::Smt2),
            "gz" | "bz2" | "xz" | "zst" => Self::from_path(&path.with_extension("")),
            _ => None,
        }
    }

    /// Returns the text at the beginning of a comment line.
    #[must_use]
    pub fn comment_prefix(self) -> &'static str {
        match self {
            Self::Dimacs => "c ",
            Self::Opb => "* ",
            Self::Smt2 | Self::Smt2Int => "; ",
        }
    }
}

/// The options for writing a problem file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstanceOptions {
    /// The format of the file.
    pub format: InstanceFormat,
    /// Whether to write comments that describe the board and the encoding.
    pub comments: bool,
    /// The seed for shuffling the file, or `None` to write the constraints in their usual order.
    ///
    /// In DIMACS and OPB files, the variables are renumbered. The constraints and the literals of each constraint have
    /// a random order, but no literal is negated. SMT-LIB files keep the names of the variables and declare them in a
    /// random order. The same seed produces the same file on every machine.
    pub shuffle: Option<u64>,
    /// Whether a comment precedes each group of constraints and states in words what the group requires. This option
    /// has no effect on shuffled files and on the format [`Smt2Int`](InstanceFormat::Smt2Int).
    pub annotate: bool,
}

impl Default for InstanceOptions {
    fn default() -> Self {
        Self { format: InstanceFormat::default(), comments: true, shuffle: None, annotate: false }
    }
}

impl Problem {
    /// Writes the problem as a file for a solver.
    ///
    /// The constraints are streamed, so memory use does not depend on their number. Shuffling is an exception: it keeps
    /// all constraints in memory, which takes up 4 bytes per literal and 13 bytes per constraint.
    ///
    /// # Errors
    /// Returns an error if writing fails, or if the problem has more than 2³¹ − 1 variables.
    ///
    /// ```
    /// use sudoku_cnf::instance::{InstanceFormat, InstanceOptions};
    /// use sudoku_cnf::{Encoding, Problem, Puzzle};
    ///
    /// let puzzle: Puzzle = "1..............4".parse()?;
    /// let format = InstanceFormat::Opb;
    /// let options = InstanceOptions { format, comments: false, ..InstanceOptions::default() };
    /// let mut text = Vec::new();
    /// Problem::new(&puzzle, Encoding::Complete).write_instance(options, &mut text)?;
    /// assert!(text.starts_with(b"* #variable= 64 #constraint= 66\n+1 x1 >= 1 ;\n+1 x64 >= 1 ;\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_instance(&self, options: InstanceOptions, writer: impl Write) -> io::Result<()> {
        let InstanceOptions { format, comments, shuffle, annotate } = options;
        // The writers below emit the constraints, which panics if there are too many variables.
        let size = self.size().map_err(io::Error::other)?;
        match (format, shuffle) {
            (InstanceFormat::Dimacs, None) => self.write_plain_dimacs(comments, annotate, writer),
            (InstanceFormat::Dimacs, Some(seed)) => self.write_shuffled_dimacs(comments, seed, writer),
            (InstanceFormat::Opb, _) => opb::write(self, options, size.variables, writer),
            (InstanceFormat::Smt2, _) => smt2::write(self, options, size.variables, writer),
            (InstanceFormat::Smt2Int, _) => smt2_int::write(self, options, writer),
        }
    }

    fn write_shuffled_dimacs(&self, comments: bool, seed: u64, writer: impl Write) -> io::Result<()> {
        let clauses = self.to_cnf();
        let mut random = Random::new(seed, 0);
        let shuffle = Shuffle::new(clauses.variable_count(), &mut random);
        let mut writer = DimacsWriter::new(writer);
        if comments {
            let numbering = shuffle.numbering(self);
            let numbering = WrittenNumbering::Variables(&numbering);
            write_comments(self, numbering, Some(seed), |text| writer.comment(text))?;
        }
        writer.header(clauses.variable_count(), clauses.len())?;
        ConstraintList::from(clauses).shuffled(&shuffle, &mut random, &mut writer)?;
        writer.finish().map(drop)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{Encoding, Geometry, Puzzle};

    pub(super) fn text(puzzle: &str, encoding: Encoding, options: InstanceOptions) -> String {
        let puzzle: Puzzle = puzzle.parse().unwrap();
        let mut text = Vec::new();
        Problem::new(&puzzle, encoding).write_instance(options, &mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn the_extension_selects_the_format() {
        for (path, expected) in [
            ("a.cnf", Some(InstanceFormat::Dimacs)),
            ("a.CNF.xz", Some(InstanceFormat::Dimacs)),
            ("a.opb", Some(InstanceFormat::Opb)),
            ("x/a.smt2", Some(InstanceFormat::Smt2)),
            ("a.txt", None),
            ("gz", None),
            (".opb", None),
        ] {
            assert_eq!(InstanceFormat::from_path(Path::new(path)), expected, "{path}");
        }
    }

    #[test]
    fn a_seed_determines_the_file() {
        for format in InstanceFormat::ALL {
            let shuffled = |shuffle| {
                let options = InstanceOptions { format, shuffle, ..InstanceOptions::default() };
                text("1..............4", Encoding::Triad, options)
            };
            assert_eq!(shuffled(Some(1)), shuffled(Some(1)), "{format}");
            assert_ne!(shuffled(Some(1)), shuffled(Some(2)), "{format}");
            assert_ne!(shuffled(Some(1)), shuffled(None), "{format}");
        }
    }

    /// The file must not depend on the machine or on the version of the program.
    #[test]
    fn shuffled_files_never_change() {
        let options = InstanceOptions { shuffle: Some(7), comments: false, ..InstanceOptions::default() };
        let puzzle = Puzzle::empty(Arc::new(Geometry::new("1x2".parse().unwrap())));
        let mut text = Vec::new();
        Problem::new(&puzzle, Encoding::Minimal).write_instance(options, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert_eq!(
            text.replace(" 0\n", ","),
            "p cnf 8 12\n-2 -6,-5 -6,-3 -4,2 8,-5 -7,-8 -3,3 6,1 7,-7 -2,-8 -1,5 4,-1 -4,"
        );
    }
}
