//! Comments between the clauses that state in words what the clauses require.

use super::dimacs::DimacsWriter;
use crate::clauses::clause_group::ClauseGroup;
use crate::clauses::cnf::ClauseSink;
use crate::clauses::variable::Lit;
use crate::puzzle::rule::Relation;
use std::io::{self, Write};

/// A clause sink that can write comments between the clauses.
pub(crate) trait CommentSink: ClauseSink {
    /// Writes a comment line.
    fn write_comment(&mut self, text: &str) -> Result<(), Self::Error>;
}

impl<W: Write> CommentSink for DimacsWriter<W> {
    fn write_comment(&mut self, text: &str) -> io::Result<()> {
        self.comment(text)
    }
}

/// A sink that writes a comment before each group of clauses and passes the clauses on. Groups without clauses have no
/// comment.
pub(crate) struct Annotated<'s, S> {
    sink: &'s mut S,
    is_enabled: bool,
    /// The comment of the current group, or nothing once it was written.
    pending: Option<String>,
}

impl<'s, S: CommentSink> Annotated<'s, S> {
    /// Returns a sink that writes comments only if `is_enabled` is set.
    pub(crate) fn new(sink: &'s mut S, is_enabled: bool) -> Self {
        Self { sink, is_enabled, pending: None }
    }

    fn write_pending(&mut self) -> Result<(), S::Error> {
        self.pending.take().map_or(Ok(()), |text| self.sink.write_comment(&text))
    }
}

impl<S: CommentSink> ClauseSink for Annotated<'_, S> {
    type Error = S::Error;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), S::Error> {
        self.write_pending()?;
        self.sink.add_clause(clause)
    }

    fn add_exclusions(&mut self, first: Lit, others: &[Lit]) -> Result<(), S::Error> {
        if others.is_empty() {
            return Ok(());
        }
        self.write_pending()?;
        self.sink.add_exclusions(first, others)
    }

    fn add_at_most_one(&mut self, literals: &[Lit]) -> Result<(), S::Error> {
        self.write_pending()?;
        self.sink.add_at_most_one(literals)
    }

    fn add_exactly_one(&mut self, literals: &[Lit]) -> Result<(), S::Error> {
        self.write_pending()?;
        self.sink.add_exactly_one(literals)
    }

    fn add_sum(&mut self, terms: &[(i128, Lit)], relation: Relation, total: i128) -> Result<(), S::Error> {
        self.write_pending()?;
        self.sink.add_sum(terms, relation, total)
    }

    fn keeps_sums(&self) -> bool {
        self.sink.keeps_sums()
    }

    fn keeps_cardinality(&self) -> bool {
        self.sink.keeps_cardinality()
    }

    fn begin_group(&mut self, group: ClauseGroup<'_>) {
        self.pending = self.is_enabled.then(|| group.to_string());
    }
}

#[cfg(test)]
mod tests {
    use crate::clauses::at_most_one::AtMostOne;
    use crate::clauses::encoding::{CnfOptions, Encoding, Problem};
    use crate::files::{InstanceFormat, InstanceOptions};
    use crate::puzzle::Puzzle;
    use crate::puzzle::board::{BoardOptions, Geometry, Variant};

    fn annotated(problem: &Problem, format: InstanceFormat, annotate: bool) -> String {
        let mut text = Vec::new();
        let options = InstanceOptions { format, annotate, ..InstanceOptions::default() };
        problem.write_instance(options, &mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    /// Annotations must only add comments, and every constraint must follow an annotation.
    #[test]
    fn every_constraint_of_every_encoding_is_annotated() {
        let geometry = Geometry::with_variants("2x3".parse::<crate::BoxShape>().unwrap(), Variant::ALL);
        let mut puzzle = Puzzle::empty(geometry.unwrap().into());
        puzzle.set(puzzle.geometry().cell(7), crate::Digit::new(3));
        let text: Puzzle = "1......2..3.....".parse().unwrap();
        assert_eq!(BoardOptions::from(&**text.geometry()).variants, []);
        for puzzle in [puzzle, text] {
            for &encoding in Encoding::ALL {
                for &at_most_one in AtMostOne::ALL {
                    for (reduce, compact) in [(false, false), (true, false), (true, true)] {
                        let options =
                            CnfOptions { encoding, at_most_one, reduce, compact, ..CnfOptions::default() };
                        let problem = Problem::new(&puzzle, options);
                        for (format, prefix) in [
                            (InstanceFormat::Dimacs, 'c'),
                            (InstanceFormat::Opb, '*'),
                            (InstanceFormat::Smt2, ';'),
                        ] {
                            let with = annotated(&problem, format, true);
                            let without = annotated(&problem, format, false);
                            let lines = |text: &str| -> Vec<String> {
                                let lines = text.lines().filter(|line| !line.starts_with(prefix));
                                lines.map(str::to_owned).collect()
                            };
                            assert_eq!(lines(&with), lines(&without), "{options:?}");
                            assert!(with.lines().count() > without.lines().count(), "{options:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn comments_name_cells_houses_and_digits() {
        let puzzle: Puzzle = "1..............4".parse().unwrap();
        let text = annotated(&Problem::new(&puzzle, Encoding::Complete), InstanceFormat::Dimacs, true);
        for part in [
            "c givens\n1 0\n64 0\nc r1c1 has a digit\n1 2 3 4 0\nc r1c2 has a digit\n",
            "c r1c1 has at most one digit\n-1 -2 0\n",
            "c row 1 has a place for 2\n2 6 10 14 0\n",
            "c box 4 has at most one place for 4\n",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        let text = annotated(&Problem::new(&puzzle, Encoding::Triad), InstanceFormat::Opb, true);
        for part in [
            "* r1c1 has exactly one digit\n",
            "* variable 65: row 1 has its place for 1 in box 1\n+1 x1 +1 x5 -1 x65 = 0 ;\n",
            "* row 1 has a place for 1 in exactly one box\n",
            "* box 1 has a place for 1 in exactly one row\n",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}
