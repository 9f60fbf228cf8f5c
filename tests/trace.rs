//! Tests of `sudoku-sat trace` and of the events in the library: every step must follow from the clauses.

use std::collections::HashMap;
use std::ops::ControlFlow;

use sudoku_cnf::text::Reader;
use sudoku_cnf::{AtMostOne, ClauseSink, Cnf, CnfOptions, Encoding, Lit, Puzzle};
use sudoku_sat::proof::{ClausalProof, elaborate};
use sudoku_sat::solver::ObservedSearch;
use sudoku_sat::trace::{TraceEnd, TraceEvent, TraceOptions, trace};
use sudoku_sat::{Limits, Outcome, StopReason};

use crate::common::{run, run_with_input, sample};

fn puzzle(name: &str) -> Puzzle {
    let text = std::fs::read(sample(name)).unwrap();
    Reader::new(&text[..], sudoku_cnf::text::ReadOptions::default()).next().unwrap().unwrap().puzzle
}

fn events(puzzle: &Puzzle, options: &TraceOptions) -> (Vec<TraceEvent>, TraceEnd) {
    let mut events = Vec::new();
    let options = TraceOptions { lists_clauses: true, ..*options };
    let end = trace(puzzle, &options, &Limits::none(), |event| {
        events.push(event.clone());
        ControlFlow::Continue(())
    });
    (events, end.unwrap())
}

/// The state of a solver that does what the events state, and checks that it may do so.
#[derive(Default)]
struct Replay {
    cnf: Cnf,
    clauses: HashMap<usize, Vec<Lit>>,
    /// True literals with their levels.
    trail: Vec<(Lit, usize)>,
    level: usize,
    resolvent: Vec<Lit>,
    last_learned: Vec<Lit>,
    proof: ClausalProof,
    deleted: usize,
}

impl Replay {
    fn level_of(&self, literal: Lit) -> Option<usize> {
        self.trail.iter().find(|(other, _)| *other == literal).map(|(_, level)| *level)
    }

    fn is_false(&self, literal: Lit) -> bool {
        self.level_of(!literal).is_some()
    }

    /// Checks that `resolvent` consists of the expected literals that are not false at the root.
    fn check_resolvent(&mut self, expected: &[Lit], resolvent: &[Lit]) {
        let above_root = |literal: &&Lit| self.level_of(!**literal) != Some(0);
        let mut expected: Vec<_> = expected.iter().filter(above_root).copied().collect();
        let mut actual = resolvent.to_vec();
        expected.sort_unstable();
        expected.dedup();
        actual.sort_unstable();
        assert_eq!(actual, expected);
        self.resolvent = resolvent.to_vec();
    }

    fn step(&mut self, event: &TraceEvent) {
        match event {
            TraceEvent::Clause { clause, literals, .. } => {
                self.clauses.insert(*clause, literals.clone());
                let Ok(()) = self.cnf.add_clause(literals);
                assert_eq!(self.cnf.len(), *clause);
            }
            TraceEvent::Decide { level, literal, .. } => {
                self.level += 1;
                assert_eq!(*level, self.level);
                assert!(self.level_of(*literal).is_none() && !self.is_false(*literal));
                self.trail.push((*literal, *level));
            }
            TraceEvent::Propagate { level, literal, clause } => {
                assert_eq!(*level, self.level);
                let reason = &self.clauses[clause];
                assert!(reason.contains(literal));
                assert!(reason.iter().all(|other| other == literal || self.is_false(*other)), "{event:?}");
                self.trail.push((*literal, *level));
            }
            TraceEvent::Conflict { level, clause } => {
                assert_eq!(*level, self.level);
                let clause = self.clauses[clause].clone();
                assert!(clause.iter().all(|literal| self.is_false(*literal)));
                self.resolvent = clause;
            }
            TraceEvent::Resolve { literal, clause, resolvent } => {
                assert!(self.resolvent.contains(&!*literal));
                let literals = self.resolvent.iter().chain(&self.clauses[clause]);
                let expected: Vec<_> =
                    literals.filter(|other| other.var() != literal.var()).copied().collect();
                self.check_resolvent(&expected, resolvent);
            }
            TraceEvent::Uip { literal, literals, .. } => {
                self.check_resolvent(&self.resolvent.clone(), literals);
                let of_level = |literal: &&Lit| self.level_of(!**literal) == Some(self.level);
                assert_eq!(literals.iter().filter(of_level).collect::<Vec<_>>(), [literal]);
            }
            TraceEvent::Learn { clause, literals, .. } => {
                assert!(literals.len() <= self.resolvent.len());
                self.clauses.insert(*clause, literals.clone());
                self.proof.add(literals);
                self.last_learned.clone_from(literals);
            }
            TraceEvent::Backjump { level } => {
                self.backtrack(*level);
                let open = self.last_learned.iter().filter(|literal| !self.is_false(**literal));
                assert_eq!(open.count(), 1, "the learned clause must imply a literal");
            }
            TraceEvent::Restart { level } | TraceEvent::Reduce { level } | TraceEvent::Rephase { level } => {
                self.backtrack(*level);
            }
            TraceEvent::Delete { clauses } => {
                for number in clauses {
                    self.deleted += 1;
                    self.proof.delete(&self.clauses.remove(number).expect("a clause that was not deleted"));
                }
            }
            _ => {}
        }
    }

    fn backtrack(&mut self, level: usize) {
        assert!(level <= self.level);
        self.level = level;
        self.trail.retain(|(_, other)| *other <= level);
    }
}

/// Replays a trace, and checks that a refutation is a proof.
fn replay(puzzle: &Puzzle, options: &TraceOptions) -> (Replay, TraceEnd) {
    let (events, end) = events(puzzle, options);
    let mut replay = Replay::default();
    for event in &events {
        replay.step(event);
    }
    assert!(matches!(events.last(), Some(TraceEvent::End { .. })));
    if end.solution.is_none() && end.stopped.is_none() {
        elaborate(&replay.cnf, &replay.proof, &Limits::none()).unwrap();
    }
    (replay, end)
}

#[test]
fn every_step_follows_from_the_clauses() {
    for name in ["4x4.txt", "essay-hard.txt", "several.txt", "no-solution.txt", "x.txt", "killer.json"] {
        let puzzle = puzzle(name);
        for &encoding in Encoding::ALL {
            let at_most_one =
                if encoding == Encoding::Natural { AtMostOne::Ladder } else { AtMostOne::Pairwise };
            let cnf = CnfOptions { encoding, at_most_one, ..CnfOptions::default() };
            // Some encodings need very many conflicts.
            let max_conflicts = Some(60);
            let options = TraceOptions { cnf, max_conflicts, seed: Some(3), ..TraceOptions::default() };
            let (_, end) = replay(&puzzle, &options);
            assert!(end.solution.is_none() || name != "no-solution.txt");
        }
    }
}

#[test]
fn refutations_are_proofs() {
    let mut deleted = 0;
    for name in ["4x4.txt", "article.txt", "essay-hard.txt", "mathematica.txt", "no-solution.txt"] {
        let puzzle = puzzle(name);
        for seed in [None, Some(1), Some(2)] {
            for encoding in [Encoding::Complete, Encoding::Natural] {
                let options = TraceOptions {
                    cnf: encoding.into(),
                    seed,
                    excludes_solution: true,
                    ..TraceOptions::default()
                };
                let (replay, end) = replay(&puzzle, &options);
                assert!(end.solution.is_none() && end.stopped.is_none(), "{name}");
                assert_eq!(end.excluded.is_some(), name != "no-solution.txt");
                deleted += replay.deleted;
            }
        }
    }
    assert!(deleted > 0, "no trace is long enough for deletions");
}

/// The clauses of a trace must have the numbers that they have in the file of `sudoku-cnf`.
#[test]
fn clause_numbers_are_those_of_the_dimacs_file() {
    for options in [&["--encoding", "triad"][..], &["--encoding", "natural", "--amo", "product"], &[]] {
        let path = sample("essay-hard.txt");
        let cnf = run("sudoku-cnf", options.iter().chain(&["--no-comments", &*path])).stdout;
        let trace = run("sudoku-sat", ["trace", "--clauses", &*path].iter().chain(options)).stdout;
        let clauses: Vec<_> =
            trace.lines().filter(|line| line.starts_with("{\"event\":\"clause\"")).collect();
        assert_eq!(clauses.len(), cnf.lines().count() - 1);
        for (index, (event, line)) in clauses.iter().zip(cnf.lines().skip(1)).enumerate() {
            let literals = line.strip_suffix(" 0").unwrap().replace(' ', ",");
            let start = format!("{{\"event\":\"clause\",\"clause\":{},\"literals\":[{literals}],", index + 1);
            assert!(event.starts_with(&start), "{event} {line}");
        }
    }
}

#[test]
fn exit_codes_and_messages() {
    let check = |arguments: &[&str], name: &str, code: i32, status: &str, message: &str| {
        let run = run("sudoku-sat", ["trace", &*sample(name)].iter().chain(arguments));
        assert_eq!(run.code, code, "{}", run.stderr);
        assert!(run.stderr.contains(message), "{}", run.stderr);
        let end = run.stdout.lines().last().unwrap();
        assert!(end.starts_with(&format!("{{\"event\":\"end\",\"status\":\"{status}\"")), "{end}");
        assert!(run.stdout.starts_with("{\"event\":\"start\",\"version\":1,"));
    };
    check(&[], "article.txt", 0, "solved", "");
    check(&["--refute"], "article.txt", 0, "refuted", "unique");
    check(&["--refute"], "several.txt", 0, "solved", "the puzzle has another solution");
    check(&["--refute"], "no-solution.txt", 20, "refuted", "no solution");
    check(&["--max-conflicts", "1"], "essay-hard.txt", 30, "unknown", "the conflict limit was reached");
    let limited = run("sudoku-sat", ["trace", "--memory-limit", "1K", &sample("article.txt")]);
    assert_eq!((limited.code, &*limited.stdout), (30, ""), "{}", limited.stderr);
    let clash = run_with_input("sudoku-sat", ["trace"], "11..............");
    assert_eq!(clash.code, 20);
    assert!(clash.stdout.contains("\"event\":\"conflict\",\"level\":0"), "{}", clash.stdout);
}

#[test]
fn the_trace_ends_after_the_given_number_of_conflicts() {
    let puzzles = ["...3\n.4..\n.3..\n..4.", &std::fs::read_to_string(sample("essay-hard.txt")).unwrap()];
    for (puzzle, limits) in puzzles.into_iter().zip([&[1][..], &[1, 2, 5]]) {
        for &limit in limits {
            let options = TraceOptions {
                cnf: Encoding::Minimal.into(),
                max_conflicts: Some(limit),
                ..TraceOptions::default()
            };
            let (events, end) = events(&puzzle.parse().unwrap(), &options);
            let count = |is_counted: fn(&TraceEvent) -> bool| {
                events.iter().filter(|event| is_counted(event)).count() as u64
            };
            assert_eq!(count(|event| matches!(event, TraceEvent::Conflict { .. })), limit);
            assert_eq!(count(|event| matches!(event, TraceEvent::Learn { .. })), limit);
            assert_eq!((end.stopped, end.solution), (Some(StopReason::ConflictLimit), None));
        }
    }
}

/// A search that has been refuted stays refuted.
#[test]
fn observed_searches_can_be_repeated() {
    for text in ["p cnf 1 2\n1 0\n-1 0\n", "p cnf 1 1\n0\n"] {
        let mut cnf = Cnf::default();
        sudoku_cnf::files::dimacs::read(text.as_bytes(), &mut cnf).unwrap();
        let mut search = ObservedSearch::new(&cnf);
        for _ in 0..2 {
            assert!(search.propagate().is_none(), "{text}");
            assert!(matches!(search.solve(&Limits::none(), &mut ()), Outcome::Unsatisfiable(_)), "{text}");
        }
    }
}

#[test]
fn words_use_the_alphabet() {
    let puzzle: Puzzle = "1......2..3.....".parse().unwrap();
    let options = TraceOptions { alphabet: "A-Z".parse().ok(), ..TraceOptions::default() };
    assert!(options.alphabet.is_some());
    let (events, _) = events(&puzzle, &options);
    let first = events.iter().find_map(|event| match event {
        TraceEvent::Clause { meaning, .. } => Some(meaning.as_str()),
        _ => None,
    });
    assert_eq!(first, Some("r1c1 is A"));
}

#[test]
fn words_describe_decisions_and_learned_clauses() {
    let trace = run("sudoku-sat", ["trace", "--encoding", "minimal", &sample("essay-hard.txt")]).stdout;
    assert!(trace.contains("\"event\":\"decide\",\"level\":1,\"literal\":"));
    assert!(trace.contains("\"meaning\":\"not all of these hold: r") || trace.contains("\"meaning\":\"if r"));
}
