//! Truth-table tests for the at-most-one schemes. A SAT solver determines which assignments each scheme allows.

use sudoku_cnf::clauses::variable::Auxiliaries;
use sudoku_cnf::{AtMostOne, Lit};
use sudoku_sat::{Limits, Outcome, SatSolver, Varisat};

/// Returns a solver and `n` literals. The solver contains an at-most-one constraint on these literals.
fn solver_with_constraint(scheme: AtMostOne, n: usize) -> (Varisat, Vec<Lit>) {
    let literals: Vec<_> = (1..=n as i32).filter_map(Lit::from_dimacs).collect();
    let mut solver = Varisat::new();
    scheme.encode(&literals, &mut Auxiliaries::after(n), &mut solver).unwrap();
    (solver, literals)
}

fn allows(solver: &mut Varisat, literals: &[Lit], is_true: impl Fn(usize) -> bool) -> bool {
    let assumptions: Vec<_> = literals
        .iter()
        .enumerate()
        .map(|(i, &literal)| if is_true(i) { literal } else { !literal })
        .collect();
    matches!(solver.solve(&assumptions, &Limits::none()).unwrap(), Outcome::Satisfiable(_))
}

/// Checks every assignment for each constraint on up to 12 literals.
fn check_all_assignments(scheme: AtMostOne) {
    for n in 0..=12 {
        let (mut solver, literals) = solver_with_constraint(scheme, n);
        for assignment in 0..1_u32 << n {
            let is_allowed = allows(&mut solver, &literals, |i| assignment >> i & 1 == 1);
            assert_eq!(is_allowed, assignment.count_ones() <= 1, "{scheme} n = {n}: {assignment:b}");
        }
    }
}

/// Checks every assignment with at most three true literals for each constraint on 13 to 40 literals.
fn check_few_true_literals(scheme: AtMostOne) {
    for n in 13..=40 {
        let (mut solver, literals) = solver_with_constraint(scheme, n);
        assert!(allows(&mut solver, &literals, |_| false), "{scheme} n = {n}: none");
        for a in 0..n {
            assert!(allows(&mut solver, &literals, |i| i == a), "{scheme} n = {n}: {a}");
            for b in 0..a {
                assert!(!allows(&mut solver, &literals, |i| i == a || i == b), "{scheme} n = {n}: {a} {b}");
                for c in 0..b {
                    let is_one_of_three = |i| i == a || i == b || i == c;
                    assert!(
                        !allows(&mut solver, &literals, is_one_of_three),
                        "{scheme} n = {n}: {a} {b} {c}"
                    );
                }
            }
        }
    }
}

macro_rules! truth_tables {
    ($($name:ident: $scheme:expr;)*) => { $(
        #[test]
        fn $name() {
            check_all_assignments($scheme);
            check_few_true_literals($scheme);
        }
    )* };
}

truth_tables! {
    pairwise: AtMostOne::Pairwise;
    ladder: AtMostOne::Ladder;
    product: AtMostOne::Product;
    commander: AtMostOne::Commander;
    bimander: AtMostOne::Bimander;
    bitwise: AtMostOne::Bitwise;
}
