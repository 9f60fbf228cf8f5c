//! SMT-LIB 2 with one Boolean variable per candidate.
//!
//! The variable `r1c2d3` means that the cell in row 1 and column 2 contains the digit 3. An auxiliary variable has the
//! name `x` followed by its number in the DIMACS file. The assertions are the clauses of the encoding.

use std::io::{self, BufWriter, Write};

use itertools::Itertools;

use super::annotated::{Annotated, CommentSink};
use super::format::{InstanceFormat, InstanceOptions};
use super::metadata::{WrittenNumbering, write_comments};
use super::shuffle::{ConstraintList, Shuffle};
use crate::clauses::cnf::ClauseSink;
use crate::clauses::encoding::Problem;
use crate::clauses::variable::{Lit, Var};
use crate::puzzle::board::Candidate;
use crate::puzzle::random::Random;

const NAMES: &str = "the variable r1c2d3 means: the cell in row 1 and column 2 contains digit 3";

/// Writes `problem`, which has `variables` variables.
pub(super) fn write(
    problem: &Problem,
    options: InstanceOptions,
    variables: usize,
    writer: impl Write,
) -> io::Result<()> {
    let mut script = Script { problem, writer: BufWriter::new(writer) };
    write_start(problem, options, NAMES, "QF_UF", &mut script.writer)?;
    let mut random = options.shuffle.map(|seed| Random::new(seed, 0));
    let order = match &mut random {
        Some(random) => random.permutation(variables),
        None => (0..variables as u32).collect(),
    };
    for index in order {
        if let Some(var) = Var::new(index as usize + 1) {
            script.writer.write_all(b"(declare-const ")?;
            script.name(var)?;
            script.writer.write_all(b" Bool)\n")?;
        }
    }
    match &mut random {
        Some(random) => {
            let clauses = ConstraintList::from(problem.to_cnf());
            clauses.shuffled(&Shuffle::default(), random, &mut script)?;
        }
        None => problem.encode(&mut Annotated::new(&mut script, options.annotate))?,
    }
    script.writer.write_all(b"(check-sat)\n(get-value (\n")?;
    let geometry = problem.puzzle().geometry();
    for cell in geometry.cells() {
        let candidates = geometry.digits().map(|digit| Candidate { cell, digit });
        let named =
            candidates.filter(|&candidate| problem.numbering().literal(geometry, candidate).is_some());
        writeln!(
            script.writer,
            "{}",
            named.map(|named| format!("{}d{}", named.cell, named.digit)).join(" ")
        )?;
    }
    script.writer.write_all(b"))\n(exit)\n")?;
    script.writer.flush()
}

/// Writes the comments and the commands before the declarations.
pub(super) fn write_start(
    problem: &Problem,
    options: InstanceOptions,
    names: &str,
    logic: &str,
    writer: &mut impl Write,
) -> io::Result<()> {
    let prefix = InstanceFormat::Smt2.comment_prefix();
    let names = WrittenNumbering::Names(names);
    write_comments(problem, names, options, &mut |text| writeln!(writer, "{prefix}{text}"))?;
    writeln!(writer, "(set-option :produce-models true)\n(set-logic {logic})")
}

/// A sink that writes clauses as assertions.
struct Script<'p, W: Write> {
    problem: &'p Problem,
    writer: BufWriter<W>,
}

impl<W: Write> Script<'_, W> {
    fn name(&mut self, var: Var) -> io::Result<()> {
        let geometry = self.problem.puzzle().geometry();
        match self.problem.numbering().candidate(geometry, var) {
            Some(candidate) => write!(self.writer, "{}d{}", candidate.cell, candidate.digit),
            None => write!(self.writer, "x{}", var.number()),
        }
    }

    fn literal(&mut self, literal: Lit) -> io::Result<()> {
        if literal.is_positive() {
            return self.name(literal.var());
        }
        self.writer.write_all(b"(not ")?;
        self.name(literal.var())?;
        self.writer.write_all(b")")
    }
}

impl<W: Write> CommentSink for Script<'_, W> {
    fn write_comment(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.writer, "{}{text}", InstanceFormat::Smt2.comment_prefix())
    }
}

impl<W: Write> ClauseSink for Script<'_, W> {
    type Error = io::Error;

    fn add_clause(&mut self, clause: &[Lit]) -> io::Result<()> {
        let (start, end): (&[u8], &[u8]) = match clause.len() {
            0 => (b"(assert false", b")\n"),
            1 => (b"(assert", b")\n"),
            _ => (b"(assert (or", b"))\n"),
        };
        self.writer.write_all(start)?;
        for &literal in clause {
            self.writer.write_all(b" ")?;
            self.literal(literal)?;
        }
        self.writer.write_all(end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clauses::encoding::Encoding;
    use crate::files::instance::tests::text;

    #[test]
    fn names_describe_candidates() {
        let options =
            InstanceOptions { format: InstanceFormat::Smt2, comments: false, ..InstanceOptions::default() };
        let text = text("1..............4", Encoding::Triad, options);
        for line in [
            "(set-logic QF_UF)",
            "(declare-const r1c2d3 Bool)",
            "(declare-const x128 Bool)",
            "(assert r1c1d1)",
            "(assert (or r1c2d1 r1c2d2 r1c2d3 r1c2d4))",
            "(assert (or (not r1c1d1) (not r1c1d2)))",
            "r4c4d1 r4c4d2 r4c4d3 r4c4d4",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}: {text}");
        }
        assert!(text.ends_with("\n))\n(exit)\n"));
        assert_eq!(text.matches('(').count(), text.matches(')').count());
    }
}
