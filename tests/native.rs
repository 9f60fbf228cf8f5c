//! Differential tests: the native solver and varisat must agree on random clauses, groups and assumptions.

use std::time::{Duration, Instant};

use proptest::collection::vec;
use proptest::prelude::*;
use sudoku_cnf::{Encoding, Lit, Problem};
use sudoku_sat::{Limits, Native, Outcome, SatSolver, Solver, StopReason, Varisat};

/// The number of variables in random problems.
const VARIABLES: i32 = 30;

/// A constraint of a random problem.
#[derive(Clone, Debug)]
enum Constraint {
    Clause(Vec<Lit>),
    AtMostOne(Vec<Lit>),
    ExactlyOne(Vec<Lit>),
}

impl Constraint {
    fn add_to(&self, solver: &mut dyn SatSolver) {
        match self {
            Self::Clause(literals) => solver.add_clause(literals),
            Self::AtMostOne(literals) => solver.add_at_most_one(literals),
            Self::ExactlyOne(literals) => solver.add_exactly_one(literals),
        }
        .unwrap();
    }

    fn is_satisfied_by(&self, satisfies: impl Fn(Lit) -> bool) -> bool {
        let true_literals = |literals: &[Lit]| literals.iter().filter(|&&literal| satisfies(literal)).count();
        match self {
            Self::Clause(literals) => true_literals(literals) > 0,
            Self::AtMostOne(literals) => true_literals(literals) <= 1,
            Self::ExactlyOne(literals) => true_literals(literals) == 1,
        }
    }
}

fn literal() -> impl Strategy<Value = Lit> {
    (1..=VARIABLES, any::<bool>()).prop_map(|(number, is_positive)| {
        Lit::from_dimacs(if is_positive { number } else { -number }).unwrap()
    })
}

fn constraint() -> impl Strategy<Value = Constraint> {
    prop_oneof![
        8 => vec(literal(), 3..5).prop_map(Constraint::Clause),
        1 => vec(literal(), 1..3).prop_map(Constraint::Clause),
        1 => vec(literal(), 2..6).prop_map(Constraint::AtMostOne),
        1 => vec(literal(), 2..6).prop_map(Constraint::ExactlyOne),
    ]
}

/// A series of calls: each adds constraints and solves with assumptions.
fn calls() -> impl Strategy<Value = Vec<(Vec<Constraint>, Vec<Lit>)>> {
    vec((vec(constraint(), 0..60), vec(literal(), 0..6)), 1..5)
}

/// Checks that `native` and varisat give equivalent answers in a series of calls.
fn check(calls: &[(Vec<Constraint>, Vec<Lit>)], mut native: Box<dyn SatSolver>) {
    let mut varisat = Varisat::new();
    let mut all = Vec::new();
    for (constraints, assumptions) in calls {
        for constraint in constraints {
            constraint.add_to(&mut varisat);
            constraint.add_to(&mut *native);
            all.push(constraint);
        }
        // The solver keeps the decisions that the assumptions of successive calls share.
        for shared in [assumptions.len(), assumptions.len() / 2, assumptions.len()] {
            check_answer(&all, &assumptions[..shared], &mut *native, &mut varisat);
        }
    }
}

/// Checks that `native` and `varisat` give equivalent answers for the same constraints.
fn check_answer(
    constraints: &[&Constraint],
    assumptions: &[Lit],
    native: &mut dyn SatSolver,
    varisat: &mut Varisat,
) {
    let none = Limits::none();
    let expected = varisat.solve(assumptions, &none).unwrap();
    match native.solve(assumptions, &none).unwrap() {
        Outcome::Satisfiable(model) => {
            assert!(matches!(expected, Outcome::Satisfiable(_)));
            let is_satisfied =
                |constraint: &&Constraint| constraint.is_satisfied_by(|literal| model.satisfies(literal));
            assert!(constraints.iter().all(is_satisfied));
            assert!(assumptions.iter().all(|&literal| model.satisfies(literal)));
        }
        Outcome::Unsatisfiable(core) => {
            assert!(matches!(expected, Outcome::Unsatisfiable(_)));
            assert!(core.iter().all(|literal| assumptions.contains(literal)), "{core:?}");
            assert!(matches!(varisat.solve(&core, &none).unwrap(), Outcome::Unsatisfiable(_)), "{core:?}");
        }
        Outcome::Unknown(reason) => panic!("{reason}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn native_and_varisat_agree(calls in calls()) {
        check(&calls, Box::new(Native::new()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn a_portfolio_of_native_solvers_agrees_with_varisat(calls in calls()) {
        check(&calls, Solver::Portfolio(vec![Solver::Native; 3]).create().unwrap());
    }
}

#[test]
fn a_deadline_stops_the_search_and_the_solver_can_be_used_again() {
    // Sixteen pigeons do not fit into fifteen holes, but every resolution proof of this fact is exponentially long.
    let is_in = |pigeon: i32, hole: i32| Lit::from_dimacs(pigeon * 15 + hole + 1).unwrap();
    for mut solver in
        [Solver::Native, Solver::Portfolio(vec![Solver::Native; 2])].map(|it| it.create().unwrap())
    {
        for pigeon in 0..16 {
            let holes: Vec<_> = (0..15).map(|hole| is_in(pigeon, hole)).collect();
            solver.add_clause(&holes).unwrap();
        }
        for hole in 0..15 {
            let pigeons: Vec<_> = (0..16).map(|pigeon| is_in(pigeon, hole)).collect();
            solver.add_at_most_one(&pigeons).unwrap();
        }
        let start = Instant::now();
        let limits = Limits::none().within(Duration::from_millis(100));
        assert_eq!(solver.solve(&[], &limits).unwrap(), Outcome::Unknown(StopReason::TimeLimit));
        assert!(start.elapsed() >= Duration::from_millis(100));
        assert!(solver.statistics().unwrap().conflicts > 0);
        let seated: Vec<_> = (0..15).map(|pigeon| is_in(pigeon, pigeon)).collect();
        assert!(matches!(solver.solve(&seated, &Limits::none()).unwrap(), Outcome::Unsatisfiable(_)));
        solver.add_clause(&[]).unwrap();
        assert_eq!(solver.solve(&[], &Limits::none()).unwrap(), Outcome::Unsatisfiable(vec![]));
    }
}

#[test]
fn runs_are_reproducible() {
    let puzzle = crate::common::puzzle("essay-hard");
    let problem = Problem::new(&puzzle, Encoding::Complete);
    let run = |seed| {
        let mut solver = Native::with_seed(seed);
        problem.encode(&mut solver).unwrap();
        let outcome = solver.solve(&[], &Limits::none()).unwrap();
        assert!(matches!(outcome, Outcome::Satisfiable(_)));
        (outcome, solver.statistics())
    };
    assert_eq!(run(1), run(1));
    assert_ne!(run(1).1, run(2).1);
}
