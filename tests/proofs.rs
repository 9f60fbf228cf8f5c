//! Tests for proofs, `sudoku-sat certify` and `sudoku-sat verify`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use sudoku_cnf::{Candidate, Cnf, Digit, Puzzle};
use sudoku_sat::Limits;
use sudoku_sat::proof::bundle::{BundleFiles, Claim, bundle_files, verify_bundle};
use sudoku_sat::proof::{
    Certificate, ClausalProof, certify, check_lrat, complete_problem, elaborate, uniqueness_cnf,
};

use crate::common::{HARD, puzzle, run, sample, signal, start, wait, wait_until};
use crate::programs::{dimacs_command, has_program, shell};

/// A 9×9 puzzle without a solution that propagation does not refute.
const REFUTED: &str = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";

/// A 9×9 puzzle without givens.
const EMPTY: &str = ".................................................................................";

fn certificate(puzzle: &Puzzle) -> Certificate {
    certify(puzzle, &Limits::none()).unwrap()
}

fn bundle(puzzle: &Puzzle) -> BundleFiles {
    bundle_files(puzzle, &certificate(puzzle)).unwrap()
}

fn claim(puzzle: &Puzzle) -> Claim {
    verify_bundle(&bundle(puzzle), &Limits::none()).unwrap()
}

fn dimacs(cnf: &Cnf) -> Vec<u8> {
    let mut text = Vec::new();
    cnf.write_dimacs(&mut text).unwrap();
    text
}

#[test]
fn certifies_all_sizes_and_variants() {
    let unique = [
        "4x4",
        "6x6",
        "6x6-3x2",
        "article",
        "essay-hard",
        "12x12",
        "16x16",
        "25x25",
        "x",
        "windoku",
        "disjoint",
        "antiknight",
        "antiking",
    ];
    for name in unique {
        let mut record = puzzle(name);
        if let Some(variant) =
            ["x", "windoku", "disjoint", "antiknight", "antiking"].iter().find(|&&x| x == name)
        {
            let options = sudoku_cnf::text::ReadOptions {
                board: sudoku_cnf::puzzle::board::BoardOptions {
                    variants: vec![variant.parse().unwrap()],
                    ..Default::default()
                },
                ..Default::default()
            };
            let text = fs::read(sample(&format!("{name}.txt"))).unwrap();
            record = sudoku_cnf::text::read_single(&*text, options, None).unwrap().puzzle;
        }
        assert_eq!(claim(&record), Claim::Unique, "{name}");
    }
    assert_eq!(claim(&HARD.parse().unwrap()), Claim::Unique);
    assert_eq!(claim(&REFUTED.parse().unwrap()), Claim::Unsatisfiable);
    assert_eq!(claim(&puzzle("several")), Claim::Several);
    assert_eq!(claim(&"11..............".parse().unwrap()), Claim::Unsatisfiable, "givens that clash");
    assert_eq!(claim(&".".repeat(16).parse().unwrap()), Claim::Several);
    let mut excluded: Puzzle = "12..3......4...1".parse().unwrap();
    assert_eq!(claim(&excluded), Claim::Unique);
    let Certificate::Unique(solution, _) = certificate(&excluded) else { panic!() };
    let cell = excluded.geometry().cell(2);
    excluded.exclude([Candidate { cell, digit: solution.get(cell) }]);
    assert_eq!(claim(&excluded), Claim::Unsatisfiable);
}

/// The native solver once shortened clauses that it had deleted from the proof. The stress program found this puzzle.
#[test]
fn deleted_clauses_are_not_shortened_in_the_proof() {
    let text = r#"{"puzzle":".................................................",
        "regions":[0,0,0,0,0,0,0,1,1,1,1,1,1,1,2,3,4,3,3,3,3,4,3,4,4,4,4,4,3,2,2,2,2,2,2,5,5,5,5,5,5,5,6,6,6,6,6,6,6],
        "variants":["x","antiking"]}"#;
    let puzzle = sudoku_cnf::text::read_single(text.as_bytes(), None, None).unwrap().puzzle;
    assert_eq!(claim(&puzzle), Claim::Unsatisfiable);
}

#[test]
fn certifies_that_a_25x25_board_has_no_solution() {
    let mut puzzle = puzzle("25x25");
    let Certificate::Unique(solution, _) = certificate(&puzzle) else { panic!() };
    // A wrong digit that is not an obvious contradiction.
    let geometry = puzzle.geometry().clone();
    let mut candidates = geometry.cells().filter(|&cell| puzzle.get(cell).is_none()).flat_map(|cell| {
        geometry
            .digits()
            .filter(move |&digit| digit != Digit::new(1).unwrap())
            .map(move |digit| (cell, digit))
    });
    let wrong = candidates.find_map(|(cell, digit)| {
        let mut changed = puzzle.clone();
        changed.set(cell, Some(digit));
        (solution.get(cell) != digit && sudoku_cnf::puzzle::check::check_givens(&changed).is_ok())
            .then_some(changed)
    });
    puzzle = wrong.unwrap();
    assert_eq!(claim(&puzzle), Claim::Unsatisfiable);
}

/// The clauses of a formula, and those of a proof, for a slow check without hints.
struct SlowChecker {
    variables: usize,
    clauses: Vec<Vec<i32>>,
}

impl SlowChecker {
    fn new(cnf: &[u8]) -> Self {
        let text = std::str::from_utf8(cnf).unwrap();
        let mut lines = text.lines();
        let header = lines.next().unwrap().split(' ').nth(2).unwrap();
        let clauses = lines.map(|line| numbers(line).into_iter().take_while(|&number| number != 0).collect());
        Self { variables: header.parse().unwrap(), clauses: clauses.collect() }
    }

    fn is_rup(&self, clause: &[i32]) -> bool {
        let mut is_true = vec![false; 2 * self.variables + 2];
        let at = |literal: i32| 2 * literal.unsigned_abs() as usize + usize::from(literal < 0);
        for &literal in clause {
            is_true[at(-literal)] = true;
        }
        if clause.iter().any(|&literal| is_true[at(literal)]) {
            return true;
        }
        loop {
            let mut is_fixpoint = true;
            for clause in &self.clauses {
                let mut open: Vec<_> = clause.iter().filter(|&&literal| !is_true[at(-literal)]).collect();
                open.dedup();
                match open.len() {
                    0 => return true,
                    1 if !is_true[at(*open[0])] => {
                        is_true[at(*open[0])] = true;
                        is_fixpoint = false;
                    }
                    _ => {}
                }
            }
            if is_fixpoint {
                return false;
            }
        }
    }

    /// Returns whether all lemmas of an LRAT proof up to the empty clause are RUP.
    fn accepts(mut self, proof: &str) -> bool {
        for line in proof.lines().filter(|line| line.split(' ').nth(1) != Some("d")) {
            let lemma: Vec<_> = numbers(line).into_iter().skip(1).take_while(|&number| number != 0).collect();
            if !self.is_rup(&lemma) {
                return false;
            }
            if lemma.is_empty() {
                return true;
            }
            self.clauses.push(lemma);
        }
        false
    }
}

fn numbers(line: &str) -> Vec<i32> {
    line.split(' ').map(|word| word.parse().unwrap()).collect()
}

/// Returns all texts in which one line of `proof` is removed, repeated, swapped with the next one, or changed in one
/// number.
fn mutations(proof: &str, step: usize) -> Vec<String> {
    let lines: Vec<_> = proof.lines().collect();
    let mut mutated = Vec::new();
    let mut add = |lines: Vec<String>| mutated.push(lines.join("\n"));
    for index in (0..lines.len()).step_by(step) {
        let mut with = |replacement: &[&str]| {
            let parts = [&lines[..index], replacement, &lines[index + 1..]];
            add(parts.concat().into_iter().map(str::to_owned).collect());
        };
        with(&[]);
        with(&[lines[index]; 2]);
        let words: Vec<_> = lines[index].split(' ').collect();
        for (at, word) in words.iter().enumerate() {
            let replaced = |new: &str| {
                let mut words = words.clone();
                words[at] = new;
                words.join(" ")
            };
            let number = word.parse::<i64>().unwrap_or(0);
            for new in [number + 1, number - 1, -number, 0, number + 1000] {
                with(&[&replaced(&new.to_string())]);
            }
            with(&[&replaced("")]);
            with(&[&replaced("d")]);
        }
        if let Some(next) = lines.get(index + 1) {
            let parts = [&lines[..index], &[*next, lines[index]], &lines[index + 2..]];
            add(parts.concat().into_iter().map(str::to_owned).collect());
        }
    }
    mutated
}

#[test]
fn changed_proofs_are_rejected_unless_they_are_valid() {
    for (text, step) in [(".12....1....2..3", 1), ("1.5..2......24........1..6.....3..4.", 1), (HARD, 200)] {
        let puzzle: Puzzle = text.parse().unwrap();
        let (cnf, proof) = match certificate(&puzzle) {
            Certificate::Unique(solution, proof) => (uniqueness_cnf(&puzzle, &solution), proof),
            Certificate::Unsatisfiable(proof) => (complete_problem(&puzzle).to_cnf(), proof),
            Certificate::Several(..) => panic!("{text} has several solutions"),
        };
        let (cnf, mut lrat) = (dimacs(&cnf), Vec::new());
        proof.write(&mut lrat).unwrap();
        let lrat = String::from_utf8(lrat).unwrap();
        assert!(check_lrat(&cnf, lrat.as_bytes()).is_ok());
        assert!(SlowChecker::new(&cnf).accepts(&lrat));
        let (mut accepted, mut rejected) = (0, 0);
        for mutated in mutations(&lrat, step) {
            if check_lrat(&cnf, mutated.as_bytes()).is_err() {
                rejected += 1;
                continue;
            }
            // Only a few changes are accepted: hints and deletions that are not needed, and larger identifiers.
            accepted += 1;
            if mutated != lrat && accepted % 40 == 0 {
                assert!(SlowChecker::new(&cnf).accepts(&mutated), "{mutated}");
            }
        }
        assert!(rejected > 2 * accepted, "{accepted} accepted, {rejected} rejected");
    }
}

#[test]
fn elaborates_the_proofs_of_other_solvers() {
    let mut commands: Vec<_> = ["varisat", "native"]
        .map(|solver| format!("{} --solver {solver} --proof proof cnf", dimacs_command()))
        .into();
    let others = ["cadical -q cnf proof", "cadical -q --no-binary cnf proof", "picosat -R proof cnf"]
        .map(str::to_owned);
    commands.extend(others.into_iter().filter(|other| has_program(other.split(' ').next().unwrap())));
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    for puzzle in [HARD.parse().unwrap(), puzzle("essay-hard"), puzzle("16x16")] {
        let Certificate::Unique(solution, _) = certificate(&puzzle) else { panic!() };
        let cnf = uniqueness_cnf(&puzzle, &solution);
        fs::write(path("cnf"), dimacs(&cnf)).unwrap();
        for command in &commands {
            let solved = shell(&format!("cd '{}' && {command}", folder.path().display()));
            assert_eq!(solved.code, 20, "{command}: {}", solved.stderr);
            let text = fs::read(path("proof")).unwrap();
            let proof = ClausalProof::parse_drat(&text).unwrap();
            let mut lrat = Vec::new();
            elaborate(&cnf, &proof, &Limits::none()).unwrap().write(&mut lrat).unwrap();
            check_lrat(&dimacs(&cnf), &lrat).unwrap();
        }
    }
}

#[test]
fn rejects_manipulated_bundles() {
    let good = bundle(&HARD.parse().unwrap());
    let other = bundle(&puzzle("article"));
    let several = bundle(&puzzle("several"));
    let reason = |files: &BundleFiles| verify_bundle(files, &Limits::none()).unwrap_err().to_string();
    for (name, content) in &good {
        let mut files = good.clone();
        files.remove(name);
        assert!(name == "README.txt" || !reason(&files).is_empty(), "{name} removed");
        files.insert(name.clone(), content[..content.len() / 2].to_vec());
        assert!(name == "README.txt" || !reason(&files).is_empty(), "{name} truncated");
        files.insert(name.clone(), other[name].clone());
        assert!(name == "README.txt" || !reason(&files).is_empty(), "{name} of another puzzle");
        files.insert(name.clone(), vec![0xff; 100]);
        assert!(name == "README.txt" || !reason(&files).is_empty(), "{name} with invalid bytes");
    }
    let changed = |bundle: &BundleFiles, name: &str, content: &[u8]| {
        let mut files = bundle.clone();
        files.insert(name.to_owned(), content.to_vec());
        reason(&files)
    };
    assert_eq!(changed(&good, "puzzle.drat", b"0\n"), "unexpected file \"puzzle.drat\"");
    assert_eq!(
        changed(&good, "uniqueness.cnf", &good["puzzle.cnf"]),
        "uniqueness.cnf does not match the puzzle: line 1 differs"
    );
    let weakened =
        String::from_utf8(good["uniqueness.cnf"].clone()).unwrap().replacen("-1 -2 0", "-1 -1 0", 1);
    let wrong = changed(&good, "uniqueness.cnf", weakened.as_bytes());
    assert!(wrong.starts_with("uniqueness.cnf does not match the puzzle: line 1"), "{wrong}");
    assert_eq!(
        changed(&good, "uniqueness.drat", b"0\n"),
        "uniqueness.drat: step 1 of the proof is not valid: unit propagation does not derive its clause"
    );
    assert_eq!(
        changed(&several, "solution-2.txt", &several["solution-1.txt"]),
        "solution-1.txt and solution-2.txt are equal"
    );
    assert_eq!(changed(&good, "solution.txt", b"12\n"), "solution.txt does not contain a full grid");
    let solution = &other["solution.txt"];
    let wrong = changed(&good, "solution.txt", solution);
    assert!(wrong.starts_with("solution.txt is not a solution: r1c"), "{wrong}");
    // A small file must not cause a formula with 10¹² clauses to be generated.
    let huge = format!("{{\"puzzle\":\"{}\"}}", ". ".repeat(1_000_000));
    assert_eq!(
        changed(&good, "puzzle.json", huge.as_bytes()),
        "puzzle.cnf does not match the puzzle: line 1 differs"
    );
}

#[test]
fn certifies_and_verifies_one_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bundle").display().to_string();
    let certified = run("sudoku-sat", ["certify", &sample("article.txt"), "-o", &path]);
    assert_eq!((certified.code, &*certified.stdout), (0, "unique\n"));
    let verified = run("sudoku-sat", ["verify", &path]);
    assert_eq!((verified.code, verified.stdout), (0, format!("{path}: unique\n")));
    assert_eq!(verified.stderr, "verified 1 bundle, 1 unique\n");
    let cnf = run("sudoku-cnf", ["--encoding", "complete", "--no-comments", &format!("{path}/puzzle.json")]);
    assert_eq!(cnf.stdout, fs::read_to_string(format!("{path}/puzzle.cnf")).unwrap());
    let again = run("sudoku-sat", ["certify", &sample("article.txt"), "-o", &path]);
    assert_eq!(again.code, 1);
    assert!(again.stderr.contains("already exists\nhint: add --resume"), "{}", again.stderr);
    fs::write(format!("{path}/uniqueness.lrat"), "1 0 2 0\n").unwrap();
    let invalid = run("sudoku-sat", ["verify", "-q", &path]);
    assert_eq!((invalid.code, &*invalid.stderr), (1, ""));
    let reason =
        "uniqueness.lrat: line 1 of the proof: the identifier of a lemma must be larger than all before it";
    assert_eq!(invalid.stdout, format!("{path}: invalid: {reason}\n"));
}

/// Writes a file with `count` puzzles, of which the sixth is not valid, and returns its path.
fn many(folder: &Path, count: usize) -> String {
    let path = folder.join("many.txt").display().to_string();
    let puzzles = [HARD, REFUTED, EMPTY, &HARD[..80]];
    let lines: Vec<_> = (0..count).map(|index| puzzles[if index == 5 { 3 } else { index % 3 }]).collect();
    fs::write(&path, lines.join("\n")).unwrap();
    path
}

#[test]
fn certifies_and_verifies_many_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let input = many(folder.path(), 8);
    for name in ["bundles", "bundles.tar", "b.tar.gz", "b.tar.xz", "b.tar.bz2", "b.tar.zst"] {
        let output = folder.path().join(name).display().to_string();
        let certified = run("sudoku-sat", ["certify", "-j", "2", &input, "-o", &output]);
        assert_eq!(certified.code, 1, "one line is not a puzzle");
        let summary = "certified 7 puzzles, 3 unique, 3 unsatisfiable, 1 several, 1 error\n";
        assert!(certified.stderr.ends_with(summary), "{}", certified.stderr);
        let verified = run("sudoku-sat", ["verify", &output]);
        assert_eq!(verified.code, 0);
        let claims =
            ["unique", "unsatisfiable", "several", "unique", "unsatisfiable", "unique", "unsatisfiable"];
        let ids = [1, 2, 3, 4, 5, 7, 8];
        let lines = ids.iter().zip(claims).map(|(id, claim)| format!("{output}/00000{id}: {claim}"));
        let expected: Vec<_> = lines.collect();
        assert_eq!(verified.stdout.lines().collect::<Vec<_>>(), expected);
        assert_eq!(verified.stderr, "verified 7 bundles, 3 unique, 3 unsatisfiable, 1 several\n");
    }
    let names: BTreeSet<_> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names.len(), 7, "nothing else is left behind: {names:?}");
    let output = folder.path().join("bundles").display().to_string();
    fs::remove_dir_all(folder.path().join("bundles/000004")).unwrap();
    let again = run("sudoku-sat", ["certify", &input, "--resume", "-o", &output]);
    assert!(
        again.stderr.ends_with("certified 1 puzzle, 6 certified before, 1 unique, 1 error\n"),
        "{}",
        again.stderr
    );
}

#[test]
fn continues_an_interrupted_archive() {
    let folder = tempfile::tempdir().unwrap();
    let input = many(folder.path(), 240);
    let [whole, resumed] = ["whole.tar.gz", "resumed.tar.gz"].map(|name| folder.path().join(name));
    run("sudoku-sat", ["certify", "-q", &input, "-o", whole.to_str().unwrap()]);
    let args = ["certify", "-j", "2", &input, "-o", resumed.to_str().unwrap()];
    let part = folder.path().join("resumed.tar.gz.part");
    let child = start(&args);
    wait_until("the archive grows", || fs::metadata(&part).is_ok_and(|part| part.len() >= 100_000));
    signal(&child, "INT");
    let (code, _, stderr) = wait(child);
    assert_eq!(code, 130, "{stderr}");
    assert!(!resumed.exists());
    // The archive may end in the middle of a bundle.
    let mut bytes = fs::read(&part).unwrap();
    bytes.extend_from_slice(b"half a bundle");
    fs::write(&part, bytes).unwrap();
    let done = run("sudoku-sat", args.into_iter().chain(["--resume"]));
    assert_eq!(done.code, 1, "one line is not a puzzle: {}", done.stderr);
    assert!(done.stderr.contains("note: continuing after puzzle "), "{}", done.stderr);
    assert_eq!(fs::read(&resumed).unwrap(), fs::read(&whole).unwrap());
    assert!(!part.exists());
}

/// Files that an earlier run has written may have been damaged since.
#[test]
fn damaged_remains_are_written_again() {
    let folder = tempfile::tempdir().unwrap();
    let input = many(folder.path(), 8);
    let output = folder.path().join("bundles").display().to_string();
    let certify = || run("sudoku-sat", ["certify", &input, "--resume", "-o", &output]);
    certify();
    fs::write(folder.path().join("bundles/000001/uniqueness.lrat"), "").unwrap();
    fs::write(folder.path().join("bundles/000002/puzzle.json"), "").unwrap();
    fs::remove_file(folder.path().join("bundles/000003/solution-1.txt")).unwrap();
    fs::write(folder.path().join("bundles/000005/README.txt"), "").unwrap();
    let again = certify();
    let summary = "certified 4 puzzles, 3 certified before, 1 unique, 2 unsatisfiable, 1 several, 1 error\n";
    assert!(again.stderr.ends_with(summary), "{}", again.stderr);
    assert_eq!(run("sudoku-sat", ["verify", &output]).code, 0);
    assert_ne!(fs::read_to_string(folder.path().join("bundles/000005/README.txt")).unwrap(), "");
    // A file of somebody else is not removed.
    let note = folder.path().join("bundles/000001/note");
    fs::write(&note, "").unwrap();
    let refused = certify();
    assert!(refused.stderr.contains("is not a bundle: unexpected file \"note\""), "{}", refused.stderr);
    assert!(note.exists());
}

/// An unfinished archive that was changed is not continued.
#[test]
fn a_damaged_archive_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let input = many(folder.path(), 240);
    let (archive, part) = (folder.path().join("a.tar"), folder.path().join("a.tar.part"));
    let args = ["certify", "-j", "2", &input, "-o", archive.to_str().unwrap()];
    let child = start(&args);
    wait_until("the archive grows", || fs::metadata(&part).is_ok_and(|part| part.len() >= 100_000));
    signal(&child, "INT");
    assert_eq!(wait(child).0, 130);
    let mut bytes = fs::read(&part).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&part, bytes).unwrap();
    let failed = run("sudoku-sat", args.into_iter().chain(["--resume"]));
    assert_eq!(failed.code, 1);
    assert!(failed.stderr.contains("was changed after the run that wrote it\nhint: "), "{}", failed.stderr);
}

#[test]
fn hostile_archives_are_invalid() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.tar").display().to_string();
    let files = bundle(&"12..3......4...1".parse().unwrap());
    let archive = |entries: &[(&str, &[u8])]| {
        let mut tar = tar::Builder::new(Vec::new());
        for (name, content) in entries {
            let mut header = tar::Header::new_gnu();
            header.set_size(content.len() as u64);
            // `set_path` would reject the path.
            header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
            header.set_entry_type(if *content == b"link" {
                tar::EntryType::Symlink
            } else {
                tar::EntryType::Regular
            });
            header.set_cksum();
            tar.append(&header, *content).unwrap();
        }
        tar.into_inner().unwrap()
    };
    let verify = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        run("sudoku-sat", ["verify", &path])
    };
    let named: Vec<_> = files.iter().map(|(name, content)| (format!("1/{name}"), &content[..])).collect();
    let good: Vec<_> = named.iter().map(|(name, content)| (&**name, *content)).collect();
    let verified = verify(&archive(&good));
    assert_eq!((verified.code, &*verified.stdout), (0, &*format!("{path}/1: unique\n")));
    for (extra, reason) in [
        (("1/../../etc/passwd", &b"x"[..]), "unexpected file \"passwd\""),
        (("/1/evil", b"x"), "unexpected file \"evil\""),
        (("1/puzzle.json", b"x"), "puzzle.json occurs twice"),
        (("1/solution-1.txt", b"link"), "unexpected file \"solution-1.txt\""),
    ] {
        let verified = verify(&archive(&[&good[..], &[extra]].concat()));
        assert_eq!(verified.code, 1);
        assert!(verified.stdout.contains(&format!("invalid: {reason}")), "{}", verified.stdout);
    }
    let twice = [&good[..], &[("2/puzzle.json", b"x")], &good[..]].concat();
    let verified = verify(&archive(&twice));
    assert!(
        verified.stdout.contains("/1: invalid: the archive contains the bundle twice"),
        "{}",
        verified.stdout
    );
    let bytes = archive(&good);
    for length in (0..bytes.len() - 1024).step_by(1999) {
        let verified = verify(&bytes[..length]);
        assert_eq!(verified.code, 1, "{length}: {}", verified.stdout);
        assert!(!verified.stderr.contains("panicked"), "{}", verified.stderr);
    }
    assert_eq!(verify(b"").code, 1);
    assert_eq!(verify(b"not an archive").code, 1);
    let unknown =
        [&[("1/puzzle.json", &br#"{"version":7,"puzzle":"12..3......4...1"}"#[..])], &good[1..]].concat();
    assert_eq!(good[0].0, "1/README.txt");
    let unknown: Vec<_> = unknown
        .into_iter()
        .filter(|(name, content)| *name != "1/puzzle.json" || content.starts_with(b"{\"version\":7"))
        .collect();
    let verified = verify(&archive(&unknown));
    assert!(verified.stdout.contains("puzzle.json has an unknown version"), "{}", verified.stdout);
    assert_eq!(run("sudoku-sat", ["verify", "/nonexistent"]).code, 1);
}

/// Archives that end too early or are damaged at their end, where all bundles have been read already.
#[test]
fn archives_are_checked_to_their_end() {
    let folder = tempfile::tempdir().unwrap();
    let input = many(folder.path(), 2);
    let path = |name: &str| folder.path().join(name).display().to_string();
    let verify = |name: &str, bytes: &[u8]| {
        fs::write(path(name), bytes).unwrap();
        let verified = run("sudoku-sat", ["verify", &path(name)]);
        (verified.code, verified.stdout)
    };
    let [tar, gzip] = ["a.tar", "a.tar.gz"].map(|name| {
        assert_eq!(run("sudoku-sat", ["certify", &input, "-o", &path(name)]).code, 0);
        let bytes = fs::read(path(name)).unwrap();
        let (code, output) = verify(name, &bytes);
        assert_eq!((code, output.lines().count()), (0, 2), "{output}");
        let more = [&bytes[..], b"more"].concat();
        assert_eq!(verify(name, &more).0, 1, "{name}: other data follows");
        bytes
    });
    let second = (0..tar.len()).step_by(512).find(|&at| tar[at..].starts_with(b"000002/")).unwrap();
    // The archive ends after the first of two bundles, without and with an end mark.
    let (code, output) = verify("a.tar", &tar[..second]);
    assert!(code == 1 && output.contains("a.tar: invalid: the archive is truncated"), "{output}");
    let count = tar.len() - 2048;
    let (code, output) = verify("a.tar", &[&tar[..second], &tar[count..]].concat());
    let expected = "a.tar: invalid: the archive has 1 bundle, but it should have 2\n";
    assert!(code == 1 && output.ends_with(expected), "{output}");
    for cut in 1..8 {
        assert_eq!(
            verify("a.tar.gz", &gzip[..gzip.len() - cut]).0,
            1,
            "{cut} bytes of the trailer are missing"
        );
    }
    let mut damaged = gzip.clone();
    damaged[gzip.len() - 8] ^= 1;
    assert_eq!(verify("a.tar.gz", &damaged).0, 1, "the checksum is wrong");
}

#[test]
fn a_folder_with_a_missing_bundle_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let input = many(folder.path(), 2);
    let output = folder.path().join("bundles").display().to_string();
    assert_eq!(run("sudoku-sat", ["certify", &input, "-o", &output]).code, 0);
    assert_eq!(run("sudoku-sat", ["verify", &output]).code, 0);
    fs::remove_dir_all(folder.path().join("bundles/000002")).unwrap();
    let verified = run("sudoku-sat", ["verify", &output]);
    let expected = format!("{output}: invalid: the folder has 1 bundle, but it should have 2\n");
    assert!(verified.code == 1 && verified.stdout.ends_with(&expected), "{}", verified.stdout);
    assert_eq!(run("sudoku-sat", ["certify", &input, "--resume", "-o", &output]).code, 0);
    assert_eq!(run("sudoku-sat", ["verify", &output]).code, 0);
}

/// GNU tar stores a long name as a file before the one that it names, without a limit.
#[cfg(target_os = "linux")]
#[test]
fn long_names_in_archives_do_not_exceed_the_memory_limit() {
    use std::io::Write;
    const SIZE: usize = 1 << 30;
    let mut header = tar::Header::new_gnu();
    header.set_path("././@LongLink").unwrap();
    header.set_size(SIZE as u64);
    header.set_entry_type(tar::EntryType::GNULongName);
    header.set_cksum();
    let mut child = start(&["verify", "--memory-limit", "150M", "-"]);
    let mut input = child.stdin.take().unwrap();
    input.write_all(header.as_bytes()).unwrap();
    let chunk = vec![b'a'; 1 << 16];
    let written =
        (0..SIZE / chunk.len()).take_while(|_| input.write_all(&chunk).is_ok()).count() * chunk.len();
    drop(input);
    let (code, stdout, _) = wait(child);
    assert_eq!((code, &*stdout), (30, "-: unknown: the memory limit was reached\n"));
    assert!(written < 400 << 20, "{written} bytes were read");
}

#[test]
fn solve_writes_proofs() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("hard.txt"), HARD).unwrap();
    fs::write(path("refuted.txt"), REFUTED).unwrap();
    let (hard, refuted, cnf) = (path("hard.txt"), path("refuted.txt"), path("p.cnf"));
    let command = format!("{} --proof {{proof}} {{cnf}}", dimacs_command());
    let embedded = [["--solver", "native"], ["--solver", "varisat"], ["--solver-command", &command]];
    let external =
        ["cadical", "picosat", "kissat", "glucose"].into_iter().filter(|solver| has_program(solver));
    for solver in embedded.into_iter().chain(external.map(|solver| ["--solver", solver])) {
        for (puzzle, code, has_solution) in [(&hard, 0, true), (&refuted, 20, false)] {
            for (name, format) in [("p.lrat", "lrat"), ("p.drat", "drat"), ("p", "binary-drat")] {
                let proof = path(name);
                let mut args = vec!["solve", "--check-unique", puzzle, "--cnf", &cnf, "--proof", &proof];
                args.extend(solver);
                if name == "p" {
                    args.extend(["--proof-format", format]);
                }
                let solved = run("sudoku-sat", &args);
                assert_eq!(
                    (solved.code, !solved.stdout.is_empty()),
                    (code, has_solution),
                    "{}",
                    solved.stderr
                );
                let (formula, proof) = (fs::read(&cnf).unwrap(), fs::read(&proof).unwrap());
                let lrat = if name == "p.lrat" {
                    proof
                } else {
                    let mut parsed = Cnf::default();
                    sudoku_cnf::files::dimacs::read(&*formula, &mut parsed).unwrap();
                    let clausal = ClausalProof::parse_drat(&proof).unwrap();
                    let mut lrat = Vec::new();
                    elaborate(&parsed, &clausal, &Limits::none()).unwrap().write(&mut lrat).unwrap();
                    lrat
                };
                check_lrat(&formula, &lrat).unwrap();
            }
        }
    }
    let unproven = run("sudoku-sat", ["solve", &hard, "--proof", &path("none")]);
    assert_eq!(unproven.code, 0);
    assert!(
        unproven
            .stderr
            .starts_with("sudoku-sat: no proof written, because the puzzle has a solution\nhint: ")
    );
    assert!(!folder.path().join("none").exists());
    for (solver, name) in [("minisat", "minisat"), ("dpll", "dpll")] {
        let failed = run("sudoku-sat", ["solve", "--check-proof", "--solver", solver, &hard]);
        assert_eq!(failed.code, 1);
        assert!(
            failed
                .stderr
                .starts_with(&format!("sudoku-sat: the solver '{name}' cannot write proofs\nhint: "))
        );
    }
}

#[test]
fn solve_writes_a_proof_for_each_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let input = many(folder.path(), 8);
    let (proofs, formulas) = (path("proofs/%03d.lrat"), path("formulas/%d.cnf"));
    let args = ["solve", "--check-unique", &input, "--proof", &proofs, "--cnf", &formulas];
    for options in [&["--jobs", "2"][..], &["--solver", "varisat", "--jobs", "1", "--format", "line"]] {
        let solved = run("sudoku-sat", [&args[..], options].concat());
        assert_eq!(solved.code, 1, "one line is not a puzzle");
        let answers: Vec<_> = solved.stdout.lines().map(|line| line.rsplit(' ').next().unwrap()).collect();
        let [unique, unsatisfiable, several] = ["unique", "unsatisfiable", "several"];
        let expected =
            [unique, unsatisfiable, several, unique, unsatisfiable, "error", unique, unsatisfiable];
        assert_eq!(answers, expected, "{}", solved.stderr);
        assert!(!solved.stderr.contains("no proof written"), "{}", solved.stderr);
        for number in 1..=8 {
            let proof = fs::read(path(&format!("proofs/{number:03}.lrat")));
            let formula = fs::read(path(&format!("formulas/{number}.cnf")));
            if [3, 6].contains(&number) {
                assert!(proof.is_err() && formula.is_err(), "puzzle {number} has nothing to prove");
            } else {
                check_lrat(&formula.unwrap(), &proof.unwrap()).unwrap();
            }
        }
        for name in ["proofs", "formulas"] {
            fs::remove_dir_all(path(name)).unwrap();
        }
    }
    let selected = run("sudoku-sat", ["solve", "--puzzle-number", "2", &input, "--proof", &path("%d.drat")]);
    assert_eq!((selected.code, Path::new(&path("2.drat")).exists()), (20, true), "{}", selected.stderr);
    let same = run("sudoku-sat", ["solve", &input, "--proof", &proofs, "--cnf", &path("all.cnf")]);
    assert!(same.code == 2 && same.stderr.contains("require a placeholder"), "{}", same.stderr);
    fs::copy(&input, path("2")).unwrap();
    let overwritten = run("sudoku-sat", ["solve", &path("2"), "--proof", &path("%d")]);
    assert!(
        overwritten.code == 1 && overwritten.stderr.contains("is also an input"),
        "{}",
        overwritten.stderr
    );
    // A file that cannot be written fails the record, not the run.
    fs::create_dir_all(path("proofs/002.lrat")).unwrap();
    let failed = run("sudoku-sat", ["solve", &input, "--proof", &proofs, "--format", "json"]);
    let statuses: Vec<_> = failed.stdout.lines().map(|line| line.contains("\"unsatisfiable\"")).collect();
    assert_eq!(statuses, [false, false, false, false, true, false, false, true], "{}", failed.stdout);
    assert!(failed.stderr.contains("proofs/002.lrat: "), "{}", failed.stderr);
    let invalid = run("sudoku-sat", ["solve", &input, "--proof", "%s.drat"]);
    assert!(invalid.code == 2 && invalid.stderr.contains("unknown placeholder"), "{}", invalid.stderr);
}

#[test]
fn a_claim_without_a_valid_proof_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("liar");
    let liar = script.display().to_string();
    let claims = [
        (
            "printf '0\\n' > \"$2\"",
            "step 1 of the proof is not valid: unit propagation does not derive its clause",
        ),
        ("printf '' > \"$2\"", "the proof does not derive the empty clause"),
        ("printf '1 x 0\\n' > \"$2\"", "step 1 of the proof is malformed"),
        (
            "printf '1 9999 0\\n' > \"$2\"",
            "step 1 of the proof introduces a new variable, which is not supported\nhint: turn off bounded variable \
             addition; in kissat and CaDiCaL, its option is --factor=0",
        ),
        ("true", "the proof cannot be read: No such file or directory (os error 2)"),
    ];
    for (command, reason) in claims {
        let command_writes_proof = command != "true";
        fs::write(&script, format!("{command}\necho 's UNSATISFIABLE'\nexit 20\n")).unwrap();
        let command = format!("sh {liar} {{cnf}} {{proof}}");
        let article = sample("article.txt");
        let args = ["solve", "--check-proof", "--solver-command", &command, &article];
        let solved = run("sudoku-sat", args);
        assert_eq!((solved.code, &*solved.stdout), (1, ""));
        let expected = format!(
            "sudoku-sat: the solver 'sh' reports that there is no solution, but does not prove it: {reason}\n"
        );
        assert_eq!(solved.stderr, expected);
        let kept = folder.path().join("kept");
        let solved = run("sudoku-sat", [&args[..], &["--keep", kept.to_str().unwrap()]].concat());
        assert_eq!(solved.code, 1);
        let folders: Vec<_> = fs::read_dir(&kept).unwrap().map(|entry| entry.unwrap().path()).collect();
        let [kept_files] = &folders[..] else { panic!("{folders:?}") };
        assert!(
            solved.stderr.contains(&format!("were kept in {}", kept_files.display())),
            "{}",
            solved.stderr
        );
        let formula = fs::read_to_string(kept_files.join("problem.cnf")).unwrap();
        assert!(formula.contains("\np cnf 729 "), "the formula is complete");
        assert_eq!(kept_files.join("proof").exists(), command_writes_proof);
        fs::remove_dir_all(kept).unwrap();
        let batch = run("sudoku-sat", [&args[..], &["--jobs", "2"]].concat());
        assert_eq!((batch.code, &*batch.stdout), (1, "error\n"), "{}", batch.stderr);
    }
}
