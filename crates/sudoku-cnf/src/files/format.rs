//! The formats of problem files, and the options for writing them.

use std::path::Path;

use crate::named_enum;

named_enum! {
    /// A format for problem files.
    ///
    /// ```
    /// use std::path::Path;
    /// use sudoku_cnf::files::InstanceFormat;
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
