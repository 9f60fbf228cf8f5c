//! Benchmarks for encoding puzzles and writing the CNF in DIMACS format. Run them with `cargo bench -p sudoku-cnf`.

#![allow(missing_docs, reason = "criterion's macros generate undocumented functions")]

use std::fs;
use std::hint::black_box;
use std::io;
use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sudoku_cnf::{Encoding, Geometry, Problem, Puzzle};

fn sample(name: &str) -> Puzzle {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../cnf-samples/");
    fs::read_to_string(format!("{path}{name}.txt")).unwrap().parse().unwrap()
}

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
                problem.write_dimacs(true, io::sink()).unwrap();
            });
        });
        group.finish();
    }
}

criterion_group!(benches, encode);
criterion_main!(benches);
