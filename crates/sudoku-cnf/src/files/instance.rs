//! Problem files in all formats, optionally shuffled.

use std::io::{self, Write};

use super::annotated::Annotated;
use super::dimacs::DimacsWriter;
use super::format::{InstanceFormat, InstanceOptions};
use super::metadata::{WrittenNumbering, write_comments};
use super::shuffle::{ConstraintList, Shuffle};
use super::{opb, smt2, smt2_int};
use crate::clauses::encoding::Problem;
use crate::puzzle::random::Random;

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
    /// use sudoku_cnf::files::{InstanceFormat, InstanceOptions};
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
        // The writers below emit the constraints, which panics if there are too many variables.
        let size = self.size().map_err(io::Error::other)?;
        match (options.format, options.shuffle) {
            (InstanceFormat::Dimacs, None) => {
                let mut writer = DimacsWriter::new(writer);
                let numbering = WrittenNumbering::Variables(self.numbering());
                write_comments(self, numbering, options, &mut |text| writer.comment(text))?;
                writer.header(size.variables, size.clauses)?;
                self.encode(&mut Annotated::new(&mut writer, options.annotate))?;
                writer.finish().map(drop)
            }
            (InstanceFormat::Dimacs, Some(seed)) => self.write_shuffled_dimacs(options, seed, writer),
            (InstanceFormat::Opb, _) => opb::write(self, options, writer),
            (InstanceFormat::Smt2, _) => smt2::write(self, options, size.variables, writer),
            (InstanceFormat::Smt2Int, _) => smt2_int::write(self, options, writer),
        }
    }

    /// Writes the problem as DIMACS CNF without comments, as [`Cnf::write_dimacs`](crate::Cnf::write_dimacs) does, but
    /// without storing the clauses.
    ///
    /// [`write_instance`](Self::write_instance) also writes comments, which describe the board and the encoding.
    ///
    /// # Errors
    /// Returns an error if writing fails, or if the CNF has more than 2³¹ − 1 variables.
    ///
    /// ```
    /// use sudoku_cnf::{Encoding, Problem, Puzzle};
    ///
    /// let puzzle: Puzzle = "1..............4".parse()?;
    /// let mut text = Vec::new();
    /// Problem::new(&puzzle, Encoding::Complete).write_dimacs(&mut text)?;
    /// assert!(text.starts_with(b"p cnf 64 386\n1 0\n64 0\n1 2 3 4 0\n"));
    /// let mut stored = Vec::new();
    /// sudoku_cnf::encode(&puzzle, Encoding::Complete).write_dimacs(&mut stored)?;
    /// assert_eq!(stored, text);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_dimacs(&self, writer: impl Write) -> io::Result<()> {
        self.write_instance(InstanceOptions { comments: false, ..InstanceOptions::default() }, writer)
    }

    fn write_shuffled_dimacs(
        &self,
        options: InstanceOptions,
        seed: u64,
        writer: impl Write,
    ) -> io::Result<()> {
        let clauses = self.to_cnf();
        let mut random = Random::new(seed, 0);
        let shuffle = Shuffle::new(clauses.variable_count(), &mut random);
        let mut writer = DimacsWriter::new(writer);
        let numbering = shuffle.numbering(self);
        let numbering = WrittenNumbering::Variables(&numbering);
        write_comments(self, numbering, options, &mut |text| writer.comment(text))?;
        writer.header(clauses.variable_count(), clauses.len())?;
        ConstraintList::from(clauses).shuffled(&shuffle, &mut random, &mut writer)?;
        writer.finish().map(drop)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::clauses::encoding::Encoding;
    use crate::puzzle::Puzzle;
    use crate::puzzle::board::Geometry;
    use std::path::Path;

    pub(in crate::files) fn text(puzzle: &str, encoding: Encoding, options: InstanceOptions) -> String {
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
        for &format in InstanceFormat::ALL {
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
