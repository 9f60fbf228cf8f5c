//! SMT-LIB 2 with one integer variable per cell.
//!
//! The variable `r1c2` is the digit of the cell in row 1 and column 2. The assertions restrict the digits of each cell
//! and require the cells of each house to be distinct. Rules become arithmetic. The assertions do not depend on the
//! encoding.

use std::io::{self, BufWriter, Write};

use itertools::Itertools;

use super::format::InstanceOptions;
use super::smt2::write_start;
use super::smt2_rules::{self, any, equals};
use crate::clauses::encoding::Problem;
use crate::clauses::variable::Lit;
use crate::puzzle::board::{Candidate, Cell};
use crate::puzzle::random::Random;

const NAMES: &str = "the variable r1c2 is the digit of the cell in row 1 and column 2";

pub(super) fn write(problem: &Problem, options: InstanceOptions, writer: impl Write) -> io::Result<()> {
    let mut writer = BufWriter::new(writer);
    write_start(problem, options, NAMES, "QF_LIA", &mut writer)?;
    let geometry = problem.puzzle().geometry();
    let mut random = options.shuffle.map(|seed| Random::new(seed, 0));
    let mut cells: Vec<_> = geometry.cells().collect();
    shuffle(&mut random, &mut cells);
    for cell in &cells {
        writeln!(writer, "(declare-const {cell} Int)")?;
    }
    if problem.is_refuted() {
        writer.write_all(b"(assert false)\n")?;
    }
    shuffle(&mut random, &mut cells);
    for &cell in &cells {
        write_domain(problem, cell, &mut writer)?;
    }
    let mut houses: Vec<_> = geometry.houses().filter(|house| house.cells.len() > 1).collect();
    shuffle(&mut random, &mut houses);
    for house in houses {
        let mut members = house.cells.to_vec();
        shuffle(&mut random, &mut members);
        writer.write_all(b"(assert (distinct")?;
        for cell in &members {
            write!(writer, " {cell}")?;
        }
        writer.write_all(b"))\n")?;
    }
    smt2_rules::write(problem.puzzle(), &mut writer)?;
    write_clauses(problem, &mut writer)?;
    writer.write_all(b"(check-sat)\n(get-value (\n")?;
    for mut row in &geometry.cells().chunks(geometry.size()) {
        writeln!(writer, "{}", row.join(" "))?;
    }
    writer.write_all(b"))\n(exit)\n")?;
    writer.flush()
}

/// Writes the additional clauses and declares their extra variables.
fn write_clauses(problem: &Problem, writer: &mut impl Write) -> io::Result<()> {
    for number in problem.puzzle().geometry().candidate_count() + 1..=problem.first_variables() {
        writeln!(writer, "(declare-const x{number} Bool)")?;
    }
    problem.clauses().iter().try_for_each(|clause| write_clause(problem, clause, writer))
}

/// Writes an additional clause.
fn write_clause(problem: &Problem, clause: &[Lit], writer: &mut impl Write) -> io::Result<()> {
    writer.write_all(b"(assert (or false")?;
    for literal in clause {
        match (problem.puzzle().geometry().candidate(literal.var()), literal.is_positive()) {
            (Some(Candidate { cell, digit }), true) => write!(writer, " (= {cell} {digit})")?,
            (Some(Candidate { cell, digit }), false) => write!(writer, " (distinct {cell} {digit})")?,
            (None, true) => write!(writer, " x{}", literal.var().number())?,
            (None, false) => write!(writer, " (not x{})", literal.var().number())?,
        }
    }
    writer.write_all(b"))\n")
}

/// Shuffles `items` if the problem is shuffled.
fn shuffle<T>(random: &mut Option<Random>, items: &mut [T]) {
    if let Some(random) = random {
        random.shuffle(items);
    }
}

/// Writes the assertions on the digit of `cell`.
fn write_domain(problem: &Problem, cell: Cell, writer: &mut impl Write) -> io::Result<()> {
    let puzzle = problem.puzzle();
    let digits: Vec<_> = match (problem.board(), puzzle.get(cell)) {
        (Some(board), _) => board.digits(cell).collect(),
        (None, Some(given)) => vec![given],
        (None, None) => {
            let is_open = |&digit: &_| !puzzle.is_excluded(Candidate { cell, digit });
            puzzle.geometry().digits().filter(is_open).collect()
        }
    };
    match &digits[..] {
        [first, .., last] if last.get() - first.get() + 1 == digits.len() => {
            writeln!(writer, "(assert (<= {first} {cell} {last}))")
        }
        digits => {
            let terms = digits.iter().map(|&digit| equals(Candidate { cell, digit }));
            writeln!(writer, "(assert {})", any(terms))
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::clauses::encoding::{CnfOptions, Encoding, Problem};
    use crate::clauses::variable::Lit;
    use crate::files::instance::tests::text;
    use crate::files::{InstanceFormat, InstanceOptions};
    use crate::puzzle::Puzzle;

    #[test]
    fn additional_clauses_may_have_variables_of_their_own() {
        let puzzle: Puzzle = "................".parse().unwrap();
        let clause = [-1, 5, 65, -66].map(|number| Lit::from_dimacs(number).unwrap()).to_vec();
        let problem = Problem::new(&puzzle, Encoding::Triad).with_variables(2).with_clauses([clause]);
        let mut text = Vec::new();
        let options = InstanceOptions { format: InstanceFormat::Smt2Int, ..InstanceOptions::default() };
        problem.write_instance(options, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert!(text.contains("(declare-const x65 Bool)\n(declare-const x66 Bool)\n"), "{text}");
        assert!(text.contains("(assert (or false (distinct r1c1 1) (= r1c2 1) x65 (not x66)))\n"), "{text}");
        let auxiliaries = problem.size().unwrap().variables;
        assert_eq!(auxiliaries, Problem::new(&puzzle, Encoding::Triad).size().unwrap().variables + 2);
    }

    #[test]
    fn cells_have_ranges_and_houses_are_distinct() {
        let format = InstanceFormat::Smt2Int;
        let options = InstanceOptions { format, comments: false, ..InstanceOptions::default() };
        let written = text("1..............4", Encoding::Complete, options);
        for line in [
            "(set-logic QF_LIA)",
            "(declare-const r4c4 Int)",
            "(assert (= r1c1 1))",
            "(assert (<= 1 r1c2 4))",
            "(assert (distinct r1c1 r1c2 r1c3 r1c4))",
            "r4c1 r4c2 r4c3 r4c4",
        ] {
            assert!(written.lines().any(|found| found == line), "{line}: {written}");
        }
        assert_eq!(written.matches("(distinct").count(), 12);
        let puzzle: Puzzle = "1......2..3.....".parse().unwrap();
        let mut reduced = Vec::new();
        let problem = Problem::new(&puzzle, CnfOptions::default().reduced());
        problem.write_instance(options, &mut reduced).unwrap();
        let reduced = String::from_utf8(reduced).unwrap();
        assert!(reduced.contains("(assert (or (= r3c2 1) (= r3c2 4)))"), "{reduced}");
    }
}
