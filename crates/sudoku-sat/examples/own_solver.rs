//! Implements a minimal DPLL solver and uses it to count the solutions of a puzzle.
use sudoku_sat::{ClauseSink, Limits, Lit, Model, Outcome, SatSolver, SolveOptions, Solver, SolverError};

struct Dpll(Vec<Vec<Lit>>);
impl ClauseSink for Dpll {
    type Error = SolverError;
    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), SolverError> {
        self.0.push(clause.to_vec());
        Ok(())
    }
}
impl SatSolver for Dpll {
    fn solve(&mut self, assumptions: &[Lit], _: &Limits) -> Result<Outcome, SolverError> {
        let model = search(&self.0, assumptions).map(Model::from_literals);
        Ok(model.map_or(Outcome::Unsatisfiable(assumptions.to_vec()), Outcome::Satisfiable))
    }
}

/// Extends the partial model `model` to a model of `clauses`. Returns `None` if this is impossible.
///
/// The search branches on the literals of the shortest clause that is not yet satisfied. A unit clause therefore
/// creates one branch, and an empty clause creates none.
fn search(clauses: &[Vec<Lit>], model: &[Lit]) -> Option<Vec<Lit>> {
    let open = clauses.iter().filter(|clause| !clause.iter().any(|literal| model.contains(literal)));
    let undecided =
        |clause: &Vec<Lit>| clause.iter().copied().filter(|&lit| !model.contains(&!lit)).collect();
    let open: Vec<Vec<Lit>> = open.map(undecided).collect();
    let Some(shortest) = open.iter().min_by_key(|clause| clause.len()) else { return Some(model.to_vec()) };
    shortest.iter().find_map(|&literal| search(&open, &[model, &[literal]].concat()))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = SolveOptions::new().solver(Solver::custom("dpll", || Box::new(Dpll(Vec::new()))));
    assert_eq!(options.count(&"1......2..3.....".parse()?)?.exact(), Some(3));
    Ok(())
}
