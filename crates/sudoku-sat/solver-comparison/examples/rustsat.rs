//! Answers questions about a puzzle with any solver of RustSAT.
use rustsat::solvers::{SolveIncremental, SolverResult};
use rustsat::types::{Clause, Lit as RustsatLit, TernaryVal, Var as RustsatVar};
use rustsat_cadical::CaDiCaL;
use rustsat_minisat::core::Minisat;
use sudoku_cnf::{ClauseSink, Cnf, Encoding, Lit, Model, Puzzle, Var, encode};
use sudoku_sat::{Limits, Outcome, SatSolver, SolveOptions, Solver, SolverError, StopReason};

/// BatSat without callbacks. The callbacks of `BasicSolver` cannot be sent to another thread, as every solver can.
type Batsat = rustsat_batsat::Solver<NoCallbacks>;

#[derive(Default)]
struct NoCallbacks;

impl batsat::Callbacks for NoCallbacks {}

/// A solver of RustSAT, and the largest variable of its clauses. The solvers do not check limits.
#[derive(Default)]
struct Rustsat<S>(S, usize);

impl<S: SolveIncremental> ClauseSink for Rustsat<S> {
    type Error = SolverError;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), SolverError> {
        let largest = clause.iter().map(|literal| literal.var().number()).max();
        self.1 = self.1.max(largest.unwrap_or(0));
        self.0
            .add_clause(clause.iter().map(|&literal| to_rustsat(literal)).collect())
            .map_err(SolverError::custom)
    }
}

impl<S: SolveIncremental + Send> SatSolver for Rustsat<S> {
    fn solve(&mut self, assumptions: &[Lit], _: &Limits) -> Result<Outcome, SolverError> {
        let assumed: Vec<_> = assumptions.iter().map(|&literal| to_rustsat(literal)).collect();
        match self.0.solve_assumps(&assumed).map_err(SolverError::custom)? {
            SolverResult::Sat => {
                let is_true = |var: &Var| {
                    let value = self.0.var_val(RustsatVar::new(var.number() as u32 - 1));
                    matches!(value, Ok(TernaryVal::True))
                };
                let literal = |var: Var| if is_true(&var) { var.positive() } else { !var.positive() };
                let literals = (1..=self.1).filter_map(Var::new).map(literal);
                Ok(Outcome::Satisfiable(Model::from_literals(literals)))
            }
            SolverResult::Unsat => {
                // The core contains the negations of assumptions.
                let core = self.0.core().map_err(SolverError::custom)?;
                let is_in_core = |literal: &&Lit| core.contains(&!to_rustsat(**literal));
                Ok(Outcome::Unsatisfiable(assumptions.iter().filter(is_in_core).copied().collect()))
            }
            SolverResult::Interrupted => Ok(Outcome::Unknown(StopReason::GaveUp("interrupted".to_owned()))),
        }
    }
}

/// Loads a formula into a new solver.
impl<S: SolveIncremental + Default> From<&Cnf> for Rustsat<S> {
    fn from(cnf: &Cnf) -> Self {
        let clause =
            |literals: &[Lit]| literals.iter().map(|&literal| to_rustsat(literal)).collect::<Clause>();
        let mut solver = S::default();
        solver.extend(cnf.clauses().map(clause));
        Self(solver, cnf.variable_count())
    }
}

fn to_rustsat(literal: Lit) -> RustsatLit {
    RustsatLit::new(literal.var().number() as u32 - 1, !literal.is_positive())
}

fn check<S: SolveIncremental + Default + Send + 'static>(
    name: &str,
) -> Result<(), Box<dyn std::error::Error>> {
    let solver = Solver::custom(name, || Box::new(Rustsat::<S>::default()));
    let options = SolveOptions::new().solver(solver);
    let puzzle: Puzzle = "1......2..3.....".parse()?;
    assert_eq!(options.count(&puzzle)?.exact(), Some(3));
    let full: Puzzle = "1234341221434321".parse()?;
    assert_eq!(options.minimize(&full)?, SolveOptions::new().minimize(&full)?);
    let Outcome::Satisfiable(model) =
        Rustsat::<S>::from(&encode(&puzzle, Encoding::Complete)).solve(&[], &Limits::none())?
    else {
        panic!("the puzzle has solutions")
    };
    println!("{name}: {}", model.decode(puzzle.geometry())?);
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    check::<Batsat>("batsat")?;
    check::<Minisat>("minisat")?;
    check::<CaDiCaL>("cadical")
}
