//! Measures explanations: `cargo run --release --example explain_speed -- chain|reason|smallest FILE [MAX [VERIFY]]`.
//!
//! The file contains one puzzle per line. `chain` explains each puzzle step by step, `reason` explains each candidate
//! of each puzzle by rules and givens, `smallest` does so with a smallest reason and stops after 5 s. With a fourth
//! argument, varisat checks each step.

#![allow(clippy::print_stdout, reason = "the example prints its results")]

use std::collections::BTreeMap;
use std::error::Error;
use std::time::{Duration, Instant};
use std::{env, fs};

use sudoku_sat::explain::{Deduction, ExplainOptions, Explanation, explain, explain_candidate};
use sudoku_sat::{Candidate, Limits, Puzzle, Solver};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().collect();
    let usage = "usage: explain_speed chain|reason|smallest FILE [MAX [VERIFY]]";
    let [_, mode, path, rest @ ..] = &arguments[..] else { return Err(usage.into()) };
    let most = rest.first().map_or(Ok(usize::MAX), |most| most.parse())?;
    let (mut times, mut sizes) = (Vec::new(), Vec::new());
    let (mut highest, mut sums) = (Vec::<u64>::new(), Vec::<u64>::new());
    let mut proven = 0;
    let mut techniques = BTreeMap::<String, usize>::new();
    let text = fs::read_to_string(path)?;
    for line in text.lines().take(most) {
        let puzzle: Puzzle = line.parse()?;
        let check = |steps: &[Deduction]| -> Result<(), Box<dyn Error>> {
            for step in steps.iter().filter(|_| rest.len() > 1) {
                let verified = step.verify(&puzzle, &Solver::Varisat, &Limits::none())?;
                if !verified.is_valid || !verified.is_minimal {
                    println!("{line}: {verified:?} {step:?}");
                }
            }
            Ok(())
        };
        let start = Instant::now();
        if mode == "chain" {
            let explained = explain(&puzzle, &ExplainOptions::default(), &Limits::none())?;
            times.push(start.elapsed());
            let Explanation::Solved { steps, .. } = &explained else { continue };
            sizes.push(steps.iter().map(Deduction::size).max().unwrap_or(0));
            highest.push(steps.iter().map(|step| step.cost).max().unwrap_or(0));
            sums.push(steps.iter().map(|step| step.cost).sum());
            for step in steps {
                *techniques.entry(step.technique.name()).or_default() += 1;
            }
            check(steps)?;
            continue;
        }
        for cell in puzzle.geometry().cells().filter(|&cell| puzzle.get(cell).is_none()) {
            for digit in puzzle.geometry().digits() {
                let start = Instant::now();
                let is_smallest = mode == "smallest";
                let options = ExplainOptions { smallest: is_smallest, ..ExplainOptions::default() };
                let limits = Limits::none();
                let limits = if is_smallest { limits.within(Duration::from_secs(5)) } else { limits };
                let step = explain_candidate(&puzzle, Candidate { cell, digit }, &options, &limits)?;
                times.push(start.elapsed());
                let Some(step) = step else { continue };
                sizes.push(step.size());
                proven += usize::from(step.is_smallest);
                check(&[step])?;
            }
        }
    }
    times.sort_unstable();
    sizes.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 100];
    println!("{} measured: median {:?}, 90% {:?}, maximum {:?}", times.len(), at(50), at(90), at(100));
    println!("total {:?}", times.iter().sum::<Duration>());
    println!("size: median {}, maximum {}", sizes[(sizes.len() - 1) / 2], sizes[sizes.len() - 1]);
    if mode == "smallest" {
        println!("proven to be smallest: {proven}");
    }
    if !sums.is_empty() {
        let mean = |costs: &[u64]| costs.iter().sum::<u64>() / costs.len() as u64;
        println!(
            "cost: mean of the most expensive steps {}, mean of the sums {}",
            mean(&highest),
            mean(&sums)
        );
    }
    for (name, count) in techniques {
        println!("{count:8} {name}");
    }
    Ok(())
}
