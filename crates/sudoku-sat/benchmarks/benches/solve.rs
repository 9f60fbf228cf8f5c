//! Benchmarks for solving puzzles, counting solutions and generating puzzles. The solving times include checking the
//! solutions.
//!
//! Usage: `cargo bench --manifest-path crates/sudoku-sat/benchmarks/Cargo.toml --bench solve`

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use sudoku_benchmarks::{sample, with_holes};
use sudoku_cnf::{Encoding, Geometry, Puzzle};
use sudoku_sat::generate::{Generator, GeneratorOptions};
use sudoku_sat::{BatchSolver, Limits, SolveOptions, Solver, search};

fn solve(criterion: &mut Criterion) {
    for name in ["article", "essay-hard", "16x16"] {
        let puzzle = sample(name);
        let mut group = criterion.benchmark_group(format!("solve {name} with varisat"));
        group.sample_size(20);
        for &encoding in Encoding::ALL {
            let options = SolveOptions::new().solver(Solver::Varisat).encoding(encoding).reduce(false);
            group.bench_function(encoding.name(), |bencher| {
                bencher.iter(|| options.solve(black_box(&puzzle)).unwrap().unwrap());
            });
        }
        group.finish();
    }
}

fn count(criterion: &mut Criterion) {
    let puzzle = sample("millions");
    let mut group = criterion.benchmark_group("count millions");
    group.throughput(Throughput::Elements(5_075_342)).sample_size(10);
    group.bench_function("counter", |bencher| {
        bencher.iter(|| search::count(black_box(&puzzle), u128::MAX, Limits::none()));
    });
    group.finish();
}

/// Solves 1000 minimal puzzles, and then one of the hardest known puzzles, with the batch solver that
/// `sudoku-sat solve` uses.
///
/// The times do not include reading puzzles or formatting solutions. To include these steps, use the
/// `solver-comparison` program.
fn many(criterion: &mut Criterion) {
    let mut generator = Generator::new(GeneratorOptions::new().minimal(true)).unwrap();
    let minimal: Vec<Puzzle> =
        (1..=1000).map(|number| generator.generate(number, &Limits::none()).unwrap().puzzle).collect();
    let hardest = "........8..3...4...9..2..6.....79.......612...6.5.2.7...8...5...1.....2.4.5.....3";
    for (name, puzzles) in [("minimal", minimal), ("hardest", vec![hardest.parse().unwrap()])] {
        let mut group = criterion.benchmark_group(format!("many, {name}"));
        group.sample_size(10).throughput(Throughput::Elements(puzzles.len() as u64));
        for wanted in [1, 2] {
            let mut solver = BatchSolver::new(SolveOptions::new().solver(Solver::Varisat));
            let mut solve = |puzzle| solver.solutions(puzzle).take(wanted).count();
            group.bench_function(["solve", "check-unique"][wanted - 1], |bencher| {
                bencher.iter(|| puzzles.iter().map(|puzzle| solve(black_box(puzzle))).sum::<usize>());
            });
        }
        group.finish();
    }
}

/// Solves random puzzles in which every row, column and box has the same number of holes (cells without a given). For
/// 25×25 boards, the three ratios of holes to cells are below, at and above the ratio at which puzzles are hardest.
/// `sudoku-sat hardness` measures a wide range of ratios.
fn holes(criterion: &mut Criterion) {
    for (n, ratio) in [(16, 0.6), (25, 0.45), (25, 0.55), (25, 0.65), (49, 0.4)] {
        let puzzle = with_holes(n, ratio, &mut ChaCha8Rng::seed_from_u64(1)).unwrap();
        let mut group = criterion.benchmark_group(format!("{n}x{n} with {ratio} holes"));
        group.sample_size(10);
        for encoding in [Encoding::Complete, Encoding::Triad] {
            let options = SolveOptions::new().solver(Solver::Varisat).encoding(encoding);
            group.bench_function(encoding.name(), |bencher| {
                bencher.iter(|| options.solve(black_box(&puzzle)).unwrap().unwrap());
            });
        }
        group.finish();
    }
}

/// Generates full grids, and then puzzles with the default options.
fn generate(criterion: &mut Criterion) {
    for shape in ["3x3", "4x4", "5x5", "6x6"] {
        let geometry = Arc::new(Geometry::new(shape.parse().unwrap()));
        let cells = geometry.cell_count();
        let dug = GeneratorOptions::new().geometry(geometry);
        for (name, options) in [("fill", dug.clone().givens(cells)), ("generate", dug)] {
            let mut generator = Generator::new(options).unwrap();
            let mut numbers = 1..;
            let mut group = criterion.benchmark_group(name);
            group.sample_size(10).throughput(Throughput::Elements(1));
            group.bench_function(shape, |bencher| {
                bencher.iter(|| generator.generate(numbers.next().unwrap(), &Limits::none()).unwrap());
            });
            group.finish();
        }
    }
}

criterion_group!(benches, solve, many, holes, count, generate);
criterion_main!(benches);
