//! Clauses for the rules of a puzzle.
//!
//! Each shape of [`Constraint`] has one encoding, except sums, for which there are several [`SumEncoding`]s. Each
//! clause of an alternative of a choice also contains the negated selector of the alternative.

mod automaton;
mod sum;

use std::collections::HashSet;

use super::candidate_view::CandidateView;
use super::emitter::Emitter;
use super::erased_sink::{ErasedSink, Stopped};
use crate::clauses::at_most_one::AtMostOne;
use crate::clauses::clause_group::ClauseGroup;
use crate::clauses::cnf::Cnf;
use crate::clauses::numbering::Numbering;
use crate::clauses::variable::Lit;
use crate::puzzle::Puzzle;
use crate::puzzle::board::{Candidate, Cell, Digit};
use crate::puzzle::rule::{Constraint, Rule, Sum, WeightedCount};
pub use sum::SumEncoding;

/// Adds the clauses of all rules of `puzzle`.
pub(super) fn emit(
    puzzle: &Puzzle,
    view: CandidateView<'_>,
    sum_encoding: SumEncoding,
    emitter: &mut Emitter<'_>,
) -> Result<(), Stopped> {
    let mut rules = RuleEmitter::new(view, sum_encoding, emitter);
    puzzle.rules().iter().try_for_each(|rule| rules.rule(rule, puzzle))
}

/// Returns the clauses of one rule of `puzzle`, with auxiliary variables after the first `used` variables.
///
/// In contrast to the clauses of a whole puzzle, they include the pairs of cells that must differ because they share a
/// house, too. They rely on clauses that require exactly one digit in each cell of the rule.
///
/// ```
/// use sudoku_cnf::puzzle::rule::Rule;
/// use sudoku_cnf::{Geometry, Puzzle};
///
/// let mut puzzle = Puzzle::empty(Geometry::standard());
/// let rule = Rule::parse("odd: r1c1", puzzle.geometry())?;
/// puzzle.add_rules([rule]);
/// let cnf = sudoku_cnf::clauses::encoding::rule_clauses(&puzzle, &puzzle.rules()[0], 729);
/// assert_eq!(cnf.clauses().map(|clause| clause[0].dimacs()).collect::<Vec<_>>(), [-2, -4, -6, -8]);
/// # Ok::<(), sudoku_cnf::puzzle::rule::InvalidRule>(())
/// ```
pub fn rule_clauses(puzzle: &Puzzle, rule: &Rule, used: usize) -> Cnf {
    clauses_with(SumEncoding::default(), puzzle, rule, used)
}

fn clauses_with(sum_encoding: SumEncoding, puzzle: &Puzzle, rule: &Rule, used: usize) -> Cnf {
    let mut cnf = Cnf::default();
    let numbering = Numbering::Arithmetic;
    let view = CandidateView::new(puzzle.geometry(), None, &numbering);
    let Ok(variables) = ErasedSink::with(&mut cnf, |sink| {
        let mut emitter = Emitter::new(AtMostOne::Pairwise, used, sink);
        let mut rules = RuleEmitter::new(view, sum_encoding, &mut emitter);
        rules.relies_on_houses = false;
        rules.rule(rule, puzzle)?;
        Ok(emitter.variables())
    });
    cnf.declare_variables(variables);
    cnf
}

/// Encodes the constraints of rules.
struct RuleEmitter<'a, 'e, 's> {
    view: CandidateView<'a>,
    emitter: &'e mut Emitter<'s>,
    sum_encoding: SumEncoding,
    /// The negated selectors of the alternatives that are being encoded. They are added to each clause.
    conditions: Vec<Lit>,
    /// The binary clauses so far, each with its smaller literal first. Rules often share some of them.
    pairs: HashSet<[Lit; 2]>,
    /// Whether other clauses exclude that two cells of a house contain the same digit.
    relies_on_houses: bool,
}

impl<'a, 'e, 's> RuleEmitter<'a, 'e, 's> {
    fn new(view: CandidateView<'a>, sum_encoding: SumEncoding, emitter: &'e mut Emitter<'s>) -> Self {
        let (conditions, pairs) = (Vec::new(), HashSet::new());
        Self { view, emitter, sum_encoding, conditions, pairs, relies_on_houses: true }
    }

    fn rule(&mut self, rule: &Rule, puzzle: &Puzzle) -> Result<(), Stopped> {
        self.emitter.group(ClauseGroup::Rule(rule));
        let constraints = rule.constraints(puzzle.rule_context());
        constraints.iter().try_for_each(|constraint| self.constraint(constraint))
    }

    fn constraint(&mut self, constraint: &Constraint) -> Result<(), Stopped> {
        match constraint {
            Constraint::AllDifferent(cells) => self.all_different(cells),
            Constraint::Some(candidates) if is_in_one_cell(candidates) => self.digits_of_cell(candidates),
            Constraint::Some(candidates) => {
                let literals: Vec<Lit> =
                    candidates.iter().filter_map(|&candidate| self.view.literal(candidate)).collect();
                self.clause(&literals)
            }
            Constraint::Pairs { cells: [first, second], forbidden } => {
                forbidden.iter().try_for_each(|&[a, b]| {
                    self.not_both(Candidate { cell: *first, digit: a }, Candidate { cell: *second, digit: b })
                })
            }
            Constraint::Sum(sum) => sum::emit(sum, self),
            Constraint::Choice(alternatives) => self.choice(alternatives),
            Constraint::Automaton { cells, diagram } => automaton::emit(cells, diagram, self),
            Constraint::Count(count) => self.count(count),
        }
    }

    /// Excludes the digits of a cell that are not among its `candidates`. A single clause over `candidates` would
    /// propagate only after all but one of them are excluded.
    fn digits_of_cell(&mut self, candidates: &[Candidate]) -> Result<(), Stopped> {
        let cell = candidates[0].cell;
        let digits: Vec<_> = self.digits(cell);
        let is_allowed = |digit: usize| candidates.iter().any(|candidate| candidate.digit.get() == digit);
        if !digits.iter().any(|&(digit, _)| is_allowed(digit)) {
            return self.clause(&[]);
        }
        digits
            .iter()
            .filter(|&&(digit, _)| !is_allowed(digit))
            .try_for_each(|&(_, literal)| self.clause(&[!literal]))
    }

    /// Adds a clause.
    fn clause(&mut self, literals: &[Lit]) -> Result<(), Stopped> {
        if self.conditions.is_empty() {
            return self.emitter.clause(literals);
        }
        let clause: Vec<Lit> = self.conditions.iter().chain(literals).copied().collect();
        self.emitter.clause(&clause)
    }

    /// Returns the positive literal of a new variable.
    fn auxiliary(&mut self) -> Lit {
        self.emitter.auxiliary()
    }

    /// Returns the digits that `cell` can contain, with their literals.
    fn digits(&self, cell: Cell) -> Vec<(usize, Lit)> {
        let literal = |digit: Digit| Some((digit.get(), self.view.literal(Candidate { cell, digit })?));
        self.view.geometry.digits().filter_map(literal).collect()
    }

    fn all_different(&mut self, cells: &[Cell]) -> Result<(), Stopped> {
        let n = self.view.geometry.size();
        if cells.len() > n {
            return self.clause(&[]);
        }
        for digit in self.view.geometry.digits() {
            let candidates = cells.iter().map(|&cell| Candidate { cell, digit });
            let candidates: Vec<Candidate> = candidates.collect();
            if cells.len() == n {
                self.constraint(&Constraint::Some(candidates.clone()))?;
            }
            for (i, &first) in candidates.iter().enumerate() {
                candidates[i + 1..].iter().try_for_each(|&second| self.not_both(first, second))?;
            }
        }
        Ok(())
    }

    /// Returns whether the cells of a sum are distinct because they are in one house.
    fn are_in_one_house(&self, sum: &Sum) -> bool {
        let geometry = self.view.geometry;
        let Some(&(_, first)) = sum.terms.first() else { return false };
        let contains_all =
            |house: &&u32| sum.terms.iter().all(|&(_, cell)| geometry.houses_of(cell).contains(*house));
        self.relies_on_houses && geometry.houses_of(first).iter().any(|house| contains_all(&house))
    }

    /// Adds a clause that forbids both candidates together, unless earlier clauses imply it.
    fn not_both(&mut self, a: Candidate, b: Candidate) -> Result<(), Stopped> {
        let geometry = self.view.geometry;
        let share_house = || geometry.first_shared_house(a.cell, b.cell).is_some();
        if self.relies_on_houses && a.digit == b.digit && share_house() {
            return Ok(());
        }
        match (self.view.literal(a), self.view.literal(b)) {
            (Some(a), Some(b)) if self.conditions.is_empty() => {
                let is_new = self.pairs.insert([a.min(b), a.max(b)]);
                if is_new { self.clause(&[!a, !b]) } else { Ok(()) }
            }
            (Some(a), Some(b)) => self.clause(&[!a, !b]),
            _ => Ok(()),
        }
    }

    /// Adds a variable for each condition, which is true if and only if the condition holds, and a sum of the
    /// variables.
    fn count(&mut self, count: &WeightedCount) -> Result<(), Stopped> {
        let mut terms = Vec::new();
        for condition in &count.conditions {
            let holds = self.auxiliary();
            for (literal, constraints) in [(holds, &condition.holds), (!holds, &condition.fails)] {
                self.conditions.push(!literal);
                constraints.iter().try_for_each(|constraint| self.constraint(constraint))?;
                self.conditions.pop();
            }
            terms.push((condition.weight, holds));
        }
        sum::emit_count(&terms, count, self)
    }

    /// Adds a selector for each alternative, which implies the constraints of the alternative.
    fn choice(&mut self, alternatives: &[Vec<Constraint>]) -> Result<(), Stopped> {
        let selectors: Vec<Lit> = alternatives.iter().map(|_| self.auxiliary()).collect();
        self.clause(&selectors)?;
        for (&selector, constraints) in selectors.iter().zip(alternatives) {
            self.conditions.push(!selector);
            constraints.iter().try_for_each(|constraint| self.constraint(constraint))?;
            self.conditions.pop();
        }
        Ok(())
    }
}

/// Returns whether there are candidates, and all of them are in one cell.
fn is_in_one_cell(candidates: &[Candidate]) -> bool {
    candidates.first().is_some_and(|first| candidates.iter().all(|other| other.cell == first.cell))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::Arc;

    use itertools::Itertools;

    use super::*;
    use crate::clauses::cnf::{ClauseSink, Cnf};
    use crate::clauses::encoding::{CnfOptions, Encoding, Problem};
    use crate::puzzle::board::Geometry;
    use crate::puzzle::rule::tests::{SAMPLES, geometry};
    use crate::puzzle::rule::{Diagram, Rule};
    use crate::puzzle::{Grid, Solution};

    /// Returns all literals that unit propagation derives, or `None` if it finds a conflict.
    fn propagate(cnf: &Cnf, assumptions: &[Lit]) -> Option<HashSet<Lit>> {
        let mut literals: HashSet<Lit> = assumptions.iter().copied().collect();
        loop {
            let before = literals.len();
            for clause in cnf.clauses() {
                if clause.iter().any(|literal| literals.contains(literal)) {
                    continue;
                }
                let mut open = clause.iter().filter(|&&literal| !literals.contains(&!literal));
                match (open.next().copied(), open.next()) {
                    (None, _) => return None,
                    (Some(unit), None) => {
                        literals.insert(unit);
                    }
                    _ => {}
                }
            }
            if literals.len() == before {
                return Some(literals);
            }
        }
    }

    /// All 288 full 4×4 grids.
    fn grids() -> Vec<Grid> {
        let rows = (1..=4).permutations(4).collect_vec();
        let geometry = Arc::new(geometry());
        let grid = |rows: Vec<&Vec<usize>>| {
            let digits = rows.into_iter().flatten().map(|&digit| Digit::new(digit)).collect();
            Grid::from_digits(geometry.clone(), digits)
        };
        let all = (0..4).map(|_| rows.iter()).multi_cartesian_product().map(grid);
        all.filter(|grid| crate::puzzle::check::clashes(grid).next().is_none()).collect()
    }

    /// Counts impossible candidates over all sets of candidates of the cells of a rule: those that unit propagation
    /// excludes, on the clauses of the rule and of its cells, and those that occur in no solution of the rule.
    fn strength(text: &str, sum_encoding: SumEncoding) -> [usize; 2] {
        let geometry = Arc::new(geometry());
        let rule = Rule::parse(text, &geometry).unwrap();
        let puzzle = Puzzle::empty(geometry.clone()).with_rules([rule.clone()]);
        let mut cnf = clauses_with(sum_encoding, &puzzle, &rule, geometry.candidate_count());
        let (cells, n) = (rule.cells().to_vec(), geometry.size());
        let of_cell =
            |&cell: &Cell| geometry.digits().map(|digit| geometry.literal(cell, digit)).collect_vec();
        let literals = cells.iter().map(of_cell).collect_vec();
        for cell in &literals {
            let Ok(()) = cnf.add_exactly_one(cell);
        }
        let holds = |tuple: &Vec<usize>| {
            let position = |cell| cells.iter().position(|&other| other == cell);
            rule.holds(&|cell| position(cell).map(|index| tuple[index] as i64 + 1), puzzle.rule_context())
        };
        let tuples = cells.iter().map(|_| 0..n).multi_cartesian_product().filter(holds).collect_vec();
        let mut counts = [0, 0];
        for domains in cells.iter().map(|_| 1..1_usize << n).multi_cartesian_product() {
            let is_in = |cell: usize, digit: usize| domains[cell] >> digit & 1 == 1;
            let allowed = tuples.iter().filter(|tuple| (0..cells.len()).all(|cell| is_in(cell, tuple[cell])));
            let allowed = allowed.collect_vec();
            let candidates = (0..cells.len()).cartesian_product(0..n);
            let (open, excluded): (Vec<_>, Vec<_>) =
                candidates.partition(|&(cell, digit)| is_in(cell, digit));
            let negated = |&(cell, digit): &(usize, usize)| !literals[cell][digit];
            let found = propagate(&cnf, &excluded.iter().map(negated).collect_vec());
            for candidate in &open {
                let is_possible = allowed.iter().any(|tuple| tuple[candidate.0] == candidate.1);
                let is_excluded = found.as_ref().is_none_or(|found| found.contains(&negated(candidate)));
                assert!(!is_possible || !is_excluded, "{text} {sum_encoding} {domains:?}");
                counts[0] += usize::from(is_excluded);
                counts[1] += usize::from(!is_possible);
            }
        }
        counts
    }

    /// The documentation of automata states this bound. All layers except the ends have as many clauses as it says.
    #[test]
    fn the_number_of_clauses_of_an_automaton_is_bounded() {
        let (length, states, n) = (20, 3, 9);
        let next = |sum: &usize, _, digit| Some((sum + digit) % states);
        let diagram = Diagram::new(length, n, 0, next, |&sum| sum == 0);
        let geometry = Geometry::standard();
        let cells = geometry.cells().take(length).collect();
        let mut cnf = Cnf::default();
        let view = CandidateView::new(&geometry, None, &Numbering::Arithmetic);
        let Ok(()) = ErasedSink::with(&mut cnf, |sink| {
            let mut emitter = Emitter::new(AtMostOne::Pairwise, geometry.candidate_count(), sink);
            let mut rules = RuleEmitter::new(view, SumEncoding::default(), &mut emitter);
            rules.constraint(&Constraint::Automaton { cells, diagram })
        });
        let per_layer = 2 * states * n + 2 * n + 3 * states;
        assert_eq!(cnf.len(), (length - 2) * per_layer + 79);
        assert!(cnf.len() <= length * per_layer);
    }

    /// docs/rules.md has these figures in a table.
    #[test]
    fn unit_propagation_excludes_impossible_candidates_of_sums() {
        let total = |kind: &str, sum_encoding: SumEncoding| {
            let two = (2..=8).map(|sum| format!("{kind} {sum}: r1c1 r2c3"));
            let three = [6, 7, 8].map(|sum| format!("{kind} {sum}: r1c1 r2c3 r3c2"));
            let counts = two.chain(three).map(|rule| strength(&rule, sum_encoding));
            counts.fold([0, 0], |[a, b], [c, d]| [a + c, b + d])
        };
        let results = SumEncoding::ALL.iter().map(|&sum_encoding| {
            (sum_encoding.name(), total("sum", sum_encoding), total("killercage", sum_encoding))
        });
        let expected = [
            ("auto", [26_260, 29_512], [45_696, 45_792]),
            ("combinations", [26_260, 29_512], [45_696, 45_792]),
            ("diagram", [26_260, 29_512], [34_589, 45_792]),
            ("totalizer", [25_398, 29_512], [32_904, 45_792]),
        ];
        assert_eq!(results.collect_vec(), expected);
    }

    /// docs/rules.md has these figures in a table.
    #[test]
    fn unit_propagation_excludes_impossible_candidates_of_statements() {
        let list = "[r1c1, r2c3, r3c2]";
        let kinds: [(&str, &[&str], [usize; 2]); 9] = [
            ("one cell", &["r1c1 mod 2 = 1", "r1c1 != 3"], [24, 24]),
            ("a clause", &["r1c1 = 1 \\/ r2c3 > 2", "r1c1 < 3 -> r2c3 = 4"], [312, 368]),
            ("two cells", &["abs(r1c1 - r2c3) >= 2", "r1c1 = 2 * r2c3"], [464, 1_024]),
            ("an inequality", &["r1c1 + r2c3 + r3c2 >= 8", "r1c1 + r2c3 <= r3c2"], [16_240, 16_800]),
            ("count", &["count(LIST, 2..3) = 2", "count(LIST, r1c1) = 1"], [6_952, 7_024]),
            ("extremes", &["max(LIST) - min(LIST) = 2", "max(LIST) = 3"], [12_406, 13_728]),
            ("product", &["product(LIST) mod 3 = 1", "product(LIST) = 12"], [18_190, 19_584]),
            (
                "regular and fold",
                &["regular(LIST, \"[12]+3*4?\")", "fold (s = 0; v in LIST; s + v * v) mod 3 = 1"],
                [22_104, 22_104],
            ),
            ("alternatives", &["r1c1 = 3 -> r2c3 > r3c2", "(LIST)[r1c1] = 2"], [14_864, 14_984]),
        ];
        let found = kinds.map(|(name, texts, _)| {
            let counts =
                texts.iter().map(|text| strength(&text.replace("LIST", list), SumEncoding::default()));
            (name, counts.fold([0, 0], |[a, b], [c, d]| [a + c, b + d]))
        });
        assert_eq!(found, kinds.map(|(name, _, expected)| (name, expected)));
    }

    #[test]
    fn a_full_grid_decides_all_clauses_of_a_rule() {
        let grids = grids();
        assert_eq!(grids.len(), 288);
        let sums = SumEncoding::ALL.iter().copied();
        for (text, sum_encoding) in SAMPLES.into_iter().cartesian_product(sums) {
            let rule = Rule::parse(text, grids[0].geometry()).unwrap();
            let mut puzzle = Puzzle::empty(grids[0].geometry().clone());
            puzzle.add_rules([rule]);
            let options = CnfOptions { sum_encoding, ..Encoding::Minimal.into() };
            let problem = Problem::new(&puzzle, options);
            let cnf = problem.to_cnf();
            assert_eq!(problem.size().unwrap().clauses, cnf.len(), "{text}");
            for grid in grids.iter().step_by(3) {
                let candidates = grid.digits().map(|candidate| problem.literal(candidate).unwrap());
                let others = puzzle.geometry().cells().flat_map(|cell| {
                    let digits = puzzle.geometry().digits();
                    digits.map(move |digit| Candidate { cell, digit })
                });
                let others = others
                    .filter(|other| grid.get(other.cell) != Some(other.digit))
                    .map(|other| !problem.literal(other).unwrap());
                let found = propagate(&cnf, &candidates.chain(others).collect_vec());
                let is_solution = Solution::check(grid.clone(), &puzzle).is_ok();
                assert_eq!(found.is_some(), is_solution, "{text} {sum_encoding} {grid}");
                let is_choice = ["renban", "betweenline", "xsum"].iter().any(|name| text.starts_with(name));
                let assigned = found.map_or(cnf.variable_count(), |literals| literals.len());
                assert!(is_choice || assigned == cnf.variable_count(), "{text} {sum_encoding}");
            }
        }
    }
}
