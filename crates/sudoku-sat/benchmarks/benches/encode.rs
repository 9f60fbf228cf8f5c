//! Benchmarks for encoding puzzles and writing the CNF in DIMACS format.
//!
//! Usage: `cargo bench --manifest-path crates/sudoku-sat/benchmarks/Cargo.toml --bench encode`

use std::hint::black_box;
use std::io;
use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sudoku_benchmarks::sample;
use sudoku_cnf::{Encoding, Geometry, Problem, Puzzle};

fn encode(criterion: &mut Criterion) {
    let empty_100 = Puzzle::empty(Arc::new(Geometry::new("10x10".parse().unwrap())));
    for (name, puzzle) in [("9x9", sample("article")), ("25x25", sample("25x25")), ("100x100", empty_100)] {
        let size = Problem::new(&puzzle, Encoding::Complete).size().unwrap();
        let mut group = criterion.benchmark_group(format!("encode {name}"));
        group.throughput(Throughput::Elements(size.clauses as u64)).sample_size(10);
        group.bench_function("count", |bencher| {
            bencher.iter(|| Problem::new(black_box(&puzzle), Encoding::Complete).size());
        });
        group.bench_function("DIMACS to a sink", |bencher| {
            bencher.iter(|| {
                let problem = Problem::new(black_box(&puzzle), Encoding::Complete);
                problem.write_dimacs(io::sink()).unwrap();
            });
        });
        group.finish();
    }
}

criterion_group!(benches, encode);
criterion_main!(benches);
