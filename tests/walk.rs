//! Tests that running `sudoku-cnf`, a SAT solver and `sudoku-cli decode` in sequence prints the same grid as running
//! `sudoku-sat solve`.

use std::fs;

use crate::common::{SAMPLES, run, sample};
use crate::programs::file_solvers;
use sudoku_cnf::Encoding;

#[test]
fn separate_programs_print_the_same_grid_as_solve() {
    let solvers = file_solvers();
    let folder = std::env::temp_dir().join(format!("sudoku-walk-{}", std::process::id()));
    fs::create_dir(&folder).unwrap();
    let file = |name: &str| folder.join(name).display().to_string();
    let (cnf, out) = (file("p.cnf"), file("p.out"));
    for name in SAMPLES.iter().filter(|name| **name != "several") {
        let puzzle = sample(&format!("{name}.txt"));
        let solved = run("sudoku-sat", ["solve", &puzzle]).stdout;
        for &encoding in Encoding::ALL {
            let encoded = run("sudoku-cnf", ["--encoding", encoding.name(), &puzzle]);
            fs::write(&cnf, encoded.stdout).unwrap();
            for solver in &solvers {
                assert_eq!(solver.solve(&cnf, &out).code, 10, "{name} {encoding} {}", solver.command);
                for board in [["--puzzle", &puzzle], ["--cnf", &cnf]] {
                    let decoded = run("sudoku-cli", ["decode", board[0], board[1], &out]);
                    assert_eq!((decoded.code, &*decoded.stderr), (0, ""), "{name} {encoding}");
                    assert!(decoded.stdout == solved, "{name} {encoding}");
                }
            }
        }
    }
    fs::remove_dir_all(&folder).unwrap();
}
