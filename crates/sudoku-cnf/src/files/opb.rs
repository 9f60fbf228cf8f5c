//! Pseudo-Boolean problems in OPB format.
//!
//! A constraint is a sum of variables with coefficients, compared with `>=` or `=` to a constant. A variable is 0 or 1.
//! The format of the competitions has no negated literals in linear constraints, so ¬x is written as 1 − x, with the
//! constant moved to the right-hand side. For example, the clause x1 ∨ ¬x2 becomes `+1 x1 -1 x2 >= 0 ;`.

use std::convert::Infallible;
use std::io::{self, BufWriter, Write};

use super::annotated::{Annotated, CommentSink};
use super::format::InstanceOptions;
use super::metadata::{WrittenNumbering, write_comments};
use super::shuffle::{ConstraintList, Shuffle};
use super::smt2_rules::symbol;
use crate::clauses::cnf::ClauseSink;
use crate::clauses::encoding::Problem;
use crate::clauses::variable::Lit;
use crate::puzzle::random::Random;
use crate::puzzle::rule::Relation;

/// Writes `problem`. The sums of its rules are constraints with coefficients.
pub(super) fn write(problem: &Problem, options: InstanceOptions, writer: impl Write) -> io::Result<()> {
    let Some(seed) = options.shuffle else {
        let mut count = Counter { constraints: 0, variables: problem.first_variables() };
        let Ok(()) = problem.encode(&mut count);
        let mut writer = OpbWriter::new(writer, count.variables, count.constraints)?;
        let numbering = WrittenNumbering::Variables(problem.numbering());
        write_comments(problem, numbering, options, &mut |text| writer.comment(text))?;
        problem.encode(&mut Annotated::new(&mut writer, options.annotate))?;
        return writer.finish().map(drop);
    };
    let mut constraints = ConstraintList::default();
    let Ok(()) = problem.encode(&mut constraints);
    let mut random = Random::new(seed, 0);
    let variables = constraints.variable_count().max(problem.first_variables());
    let shuffle = Shuffle::new(variables, &mut random);
    let mut writer = OpbWriter::new(writer, variables, constraints.len())?;
    let numbering = shuffle.numbering(problem);
    let numbering = WrittenNumbering::Variables(&numbering);
    write_comments(problem, numbering, options, &mut |text| writer.comment(text))?;
    constraints.shuffled(&shuffle, &mut random, &mut writer)?;
    writer.finish().map(drop)
}

/// A sink that counts constraints and variables. Sums that are stored whole have no auxiliary variables.
struct Counter {
    constraints: usize,
    variables: usize,
}

impl ClauseSink for Counter {
    type Error = Infallible;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Infallible> {
        self.constraints += 1;
        let numbers = clause.iter().map(|literal| literal.var().number());
        self.variables = numbers.fold(self.variables, usize::max);
        Ok(())
    }

    fn add_at_most_one(&mut self, literals: &[Lit]) -> Result<(), Infallible> {
        self.add_clause(literals)
    }

    fn add_exactly_one(&mut self, literals: &[Lit]) -> Result<(), Infallible> {
        self.add_clause(literals)
    }

    fn keeps_cardinality(&self) -> bool {
        true
    }

    fn keeps_sums(&self) -> bool {
        true
    }

    fn add_sum(&mut self, _: &[(i128, Lit)], _: Relation, _: i128) -> Result<(), Infallible> {
        self.constraints += 1;
        Ok(())
    }
}

/// A writer that streams constraints in OPB format.
///
/// ```
/// use sudoku_cnf::files::OpbWriter;
/// use sudoku_cnf::{ClauseSink, Lit};
///
/// let literals = [1, -2, 3].map(|number| Lit::from_dimacs(number).unwrap());
/// let mut writer = OpbWriter::new(Vec::new(), 3, 2)?;
/// writer.add_clause(&literals)?;
/// writer.add_exactly_one(&literals)?;
/// let text = String::from_utf8(writer.finish()?)?;
/// assert_eq!(
///     text,
///     "* #variable= 3 #constraint= 2\n+1 x1 -1 x2 +1 x3 >= 0 ;\n+1 x1 -1 x2 +1 x3 = 0 ;\n"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct OpbWriter<W: Write> {
    writer: BufWriter<W>,
    line: Vec<u8>,
}

impl<W: Write> OpbWriter<W> {
    /// Creates a writer and writes the header, which must be the first line of the file.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    pub fn new(writer: W, variables: usize, constraints: usize) -> io::Result<Self> {
        let mut writer = BufWriter::new(writer);
        writeln!(writer, "* #variable= {variables} #constraint= {constraints}")?;
        Ok(Self { writer, line: Vec::new() })
    }

    /// Writes a comment line.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    ///
    /// # Panics
    /// Panics if `text` contains a line break.
    pub fn comment(&mut self, text: &str) -> io::Result<()> {
        assert!(!text.contains(['\n', '\r']), "not a valid comment: {text:?}");
        writeln!(self.writer, "* {text}")
    }

    /// Writes the buffered text and returns the underlying writer.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    pub fn finish(self) -> io::Result<W> {
        let mut writer = self.writer.into_inner().map_err(io::IntoInnerError::into_error)?;
        writer.flush()?;
        Ok(writer)
    }

    /// Writes the constraint `sign · (number of true literals) relation sign`.
    fn constraint(&mut self, literals: &[Lit], sign: i64, relation: &str) -> io::Result<()> {
        let mut number = itoa::Buffer::new();
        let mut bound = sign;
        self.line.clear();
        for literal in literals {
            let coefficient = if literal.is_positive() { sign } else { -sign };
            bound -= if literal.is_positive() { 0 } else { sign };
            self.line.extend_from_slice(if coefficient > 0 { b"+1 x" } else { b"-1 x" });
            self.line.extend_from_slice(number.format(literal.var().number()).as_bytes());
            self.line.push(b' ');
        }
        if literals.is_empty() {
            // The format has no empty sums.
            self.line.extend_from_slice(b"+0 x1 ");
        }
        self.line.extend_from_slice(relation.as_bytes());
        self.line.push(b' ');
        self.line.extend_from_slice(number.format(bound).as_bytes());
        self.line.extend_from_slice(b" ;\n");
        self.writer.write_all(&self.line)
    }
}

impl<W: Write> ClauseSink for OpbWriter<W> {
    type Error = io::Error;

    fn add_clause(&mut self, clause: &[Lit]) -> io::Result<()> {
        self.constraint(clause, 1, ">=")
    }

    fn add_at_most_one(&mut self, literals: &[Lit]) -> io::Result<()> {
        self.constraint(literals, -1, ">=")
    }

    fn add_exactly_one(&mut self, literals: &[Lit]) -> io::Result<()> {
        self.constraint(literals, 1, "=")
    }

    fn keeps_cardinality(&self) -> bool {
        true
    }

    fn keeps_sums(&self) -> bool {
        true
    }

    fn add_sum(&mut self, terms: &[(i128, Lit)], relation: Relation, mut total: i128) -> io::Result<()> {
        for &(weight, literal) in terms {
            // A negated literal is 1 - x. The constant is moved to the right-hand side.
            total -= if literal.is_positive() { 0 } else { weight };
            let coefficient = if literal.is_positive() { weight } else { -weight };
            write!(self.writer, "{coefficient:+} x{} ", literal.var().number())?;
        }
        if terms.is_empty() {
            self.writer.write_all(b"+0 x1 ")?;
        }
        writeln!(self.writer, "{} {total} ;", symbol(relation))
    }
}

impl<W: Write> CommentSink for OpbWriter<W> {
    fn write_comment(&mut self, text: &str) -> io::Result<()> {
        self.comment(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clauses::encoding::{CnfOptions, Encoding};
    use crate::files::instance::tests::text;
    use crate::files::{InstanceFormat, InstanceOptions};
    use crate::puzzle::Puzzle;

    fn constraint(numbers: &[i32], add: fn(&mut OpbWriter<Vec<u8>>, &[Lit]) -> io::Result<()>) -> String {
        let literals: Vec<_> = numbers.iter().filter_map(|&number| Lit::from_dimacs(number)).collect();
        let mut writer = OpbWriter::new(Vec::new(), 0, 1).unwrap();
        add(&mut writer, &literals).unwrap();
        let text = String::from_utf8(writer.finish().unwrap()).unwrap();
        text.lines().nth(1).unwrap().to_owned()
    }

    #[test]
    fn negated_literals_change_the_bound() {
        assert_eq!(constraint(&[1, 2], OpbWriter::add_clause), "+1 x1 +1 x2 >= 1 ;");
        assert_eq!(constraint(&[-1, -2], OpbWriter::add_clause), "-1 x1 -1 x2 >= -1 ;");
        assert_eq!(constraint(&[], OpbWriter::add_clause), "+0 x1 >= 1 ;");
        assert_eq!(constraint(&[1, 2, 3], OpbWriter::add_at_most_one), "-1 x1 -1 x2 -1 x3 >= -1 ;");
        assert_eq!(constraint(&[1, -2], OpbWriter::add_at_most_one), "-1 x1 +1 x2 >= 0 ;");
        assert_eq!(constraint(&[1, 2, -3], OpbWriter::add_exactly_one), "+1 x1 +1 x2 -1 x3 = 0 ;");
    }

    #[test]
    fn sums_may_exceed_64_bits() {
        let add = |writer: &mut OpbWriter<Vec<u8>>, literals: &[Lit]| {
            let terms: Vec<_> = literals.iter().map(|&literal| (9 * i128::from(i64::MAX), literal)).collect();
            writer.add_sum(&terms, Relation::Equal, i64::MAX.into())
        };
        let (weight, total) = ("83010348331692982263", "-73786976294838206456");
        assert_eq!(constraint(&[1, -2], add), format!("+{weight} x1 -{weight} x2 = {total} ;"));
    }

    #[test]
    fn terms_of_a_sum_may_be_negative_or_missing() {
        let add = |writer: &mut OpbWriter<Vec<u8>>, literals: &[Lit]| {
            let terms: Vec<_> = literals.iter().map(|&literal| (-3, literal)).collect();
            writer.add_sum(&terms, Relation::Equal, 5)
        };
        assert_eq!(constraint(&[1, -2], add), "-3 x1 +3 x2 = 8 ;");
        assert_eq!(constraint(&[], add), "+0 x1 = 5 ;");
    }

    /// Returns the number of constraints of each kind: clauses, at-most-one and exactly-one constraints.
    fn kinds(encoding: Encoding) -> (usize, usize, usize) {
        let options =
            InstanceOptions { format: InstanceFormat::Opb, comments: false, ..InstanceOptions::default() };
        let text = text(&".".repeat(81), encoding, options);
        let lines: Vec<_> = text.lines().skip(1).collect();
        let equal = lines.iter().filter(|line| line.contains(" = ")).count();
        let at_most = lines.iter().filter(|line| line.starts_with('-')).count();
        assert!(text.starts_with(&format!(
            "* #variable= {} #con",
            if encoding == Encoding::Triad { 1215 } else { 729 }
        )));
        assert!(text.contains(&format!("#constraint= {}\n", lines.len())));
        (lines.len() - equal - at_most, at_most, equal)
    }

    #[test]
    fn houses_and_cells_are_single_constraints() {
        assert_eq!(kinds(Encoding::Minimal), (81, 243, 0));
        assert_eq!(kinds(Encoding::Natural), (0, 243, 81));
        assert_eq!(kinds(Encoding::Complete), (0, 0, 324));
        assert_eq!(kinds(Encoding::Classic), (81, 243, 0));
        assert_eq!(kinds(Encoding::Triad), (0, 0, 81 + 486 + 324));
    }

    #[test]
    fn other_schemes_are_written_as_clauses() {
        let puzzle: Puzzle = "1..............4".parse().unwrap();
        let options = CnfOptions { at_most_one: crate::AtMostOne::Ladder, ..CnfOptions::default() };
        let problem = Problem::new(&puzzle, options);
        let mut text = Vec::new();
        let format = InstanceFormat::Opb;
        problem.write_instance(InstanceOptions { format, ..InstanceOptions::default() }, &mut text).unwrap();
        let size = problem.size().unwrap();
        let header = format!("* #variable= {} #constraint= {}\n", size.variables, size.clauses);
        let text = String::from_utf8(text).unwrap();
        assert!(text.starts_with(&header) && !text.contains(" = "), "{text}");
    }
}
