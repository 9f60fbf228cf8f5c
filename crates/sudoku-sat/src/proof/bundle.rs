//! Bundles: the files that certify the solutions of one puzzle, and their verification.
//!
//! | file | in bundles for | contents |
//! |---|---|---|
//! | `README.txt` | all puzzles | how to check the bundle with other programs |
//! | `puzzle.json` | all puzzles | the puzzle |
//! | `puzzle.cnf` | all puzzles | the complete encoding of the puzzle |
//! | `puzzle.drat`, `puzzle.lrat` | no solution | proofs that `puzzle.cnf` is unsatisfiable |
//! | `solution.txt` | one solution | the solution |
//! | `uniqueness.cnf` | one solution | the clauses of `puzzle.cnf`, and the one that excludes the solution |
//! | `uniqueness.drat`, `uniqueness.lrat` | one solution | proofs that `uniqueness.cnf` is unsatisfiable |
//! | `solution-1.txt`, `solution-2.txt` | several solutions | two distinct solutions |
//!
//! [`verify_bundle`] trusts none of the files: it generates the formulas from the puzzle, checks solutions by the
//! rules, and checks the proofs.

use std::collections::BTreeMap;
use std::io::{self, Write};

use sudoku_cnf::files::dimacs::DimacsWriter;
use sudoku_cnf::text::{Format, JsonCells, ReadOptions, Record, Writer, has_known_version, read_single};
use sudoku_cnf::{ClauseSink, Digit, Geometry, Grid, Lit, Puzzle, Solution};

pub use super::bundle_error::BundleError;
use super::certify::Certificate;
use super::elaborate::{ElaborationError, elaborate};
use super::formula::{blocking_clause, complete_problem};
use super::lrat::{LratProof, check_within};
use crate::ask::limited_cnf;
use crate::solver::{ClausalProof, Limits};

/// The files of a bundle: their names and contents.
pub type BundleFiles = BTreeMap<String, Vec<u8>>;

/// The largest size of a file in a bundle, in bytes.
pub const MAX_FILE_SIZE: u64 = 1 << 31;
/// The largest size of `puzzle.json` and of a solution, in bytes.
const MAX_GRID_SIZE: usize = 1 << 26;

const README: &str = "README.txt";
const PUZZLE: &str = "puzzle.json";
const SOLUTION: &str = "solution.txt";
const SOLUTIONS: [&str; 2] = ["solution-1.txt", "solution-2.txt"];
/// The stem of the files that refer to the formula of the puzzle.
const WHOLE: &str = "puzzle";
/// The stem of the files that refer to the formula with the blocking clause.
const UNIQUENESS: &str = "uniqueness";

/// A statement about the number of solutions of a puzzle, which a bundle proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The puzzle has exactly one solution.
    Unique,
    /// The puzzle has no solution.
    Unsatisfiable,
    /// The puzzle has at least two solutions.
    Several,
}

impl Claim {
    /// Returns the name of the claim: `unique`, `unsatisfiable` or `several`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unique => "unique",
            Self::Unsatisfiable => "unsatisfiable",
            Self::Several => "several",
        }
    }
}

impl Certificate {
    /// Returns the claim that the certificate proves.
    pub fn claim(&self) -> Claim {
        match self {
            Self::Unique(..) => Claim::Unique,
            Self::Unsatisfiable(_) => Claim::Unsatisfiable,
            Self::Several(..) => Claim::Several,
        }
    }
}

/// Returns the files of the bundle for `puzzle`.
///
/// # Errors
/// Returns an error if the CNF of the puzzle has too many variables.
///
/// ```
/// use sudoku_sat::{Limits, Puzzle};
/// use sudoku_sat::proof::bundle::{Claim, bundle_files, verify_bundle};
/// use sudoku_sat::proof::certify;
///
/// let puzzle: Puzzle = "12..3......4...1".parse()?;
/// let mut files = bundle_files(&puzzle, &certify(&puzzle, &Limits::none())?)?;
/// assert_eq!(verify_bundle(&files, &Limits::none())?, Claim::Unique);
/// files.insert("uniqueness.lrat".into(), Vec::new());
/// assert!(verify_bundle(&files, &Limits::none()).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn bundle_files(puzzle: &Puzzle, certificate: &Certificate) -> io::Result<BundleFiles> {
    let mut files = BundleFiles::new();
    let mut add = |name: &str, content: Vec<u8>| drop(files.insert(name.to_owned(), content));
    let puzzle_cnf = |blocked| {
        let mut text = Vec::new();
        write_puzzle_cnf(puzzle, blocked, &mut text).map(|()| text)
    };
    let mut json = Writer::new(Format::Json, Vec::new());
    json.write(&Record::new(puzzle.clone(), 1)).map_err(io::Error::other)?;
    add(PUZZLE, json.finish()?);
    add("puzzle.cnf", puzzle_cnf(None)?);
    let mut add_proof = |stem: &str, proof: &LratProof| -> io::Result<()> {
        let (mut lrat, mut drat) = (Vec::new(), Vec::new());
        proof.write(&mut lrat)?;
        proof.to_clausal().write_drat(&mut drat)?;
        add(&format!("{stem}.lrat"), lrat);
        add(&format!("{stem}.drat"), drat);
        Ok(())
    };
    match certificate {
        Certificate::Unique(solution, proof) => {
            add_proof(UNIQUENESS, proof)?;
            add("uniqueness.cnf", puzzle_cnf(Some(solution))?);
            add(SOLUTION, solution_text(solution));
        }
        Certificate::Unsatisfiable(proof) => {
            add_proof(WHOLE, proof)?;
        }
        Certificate::Several(first, second) => {
            for (name, solution) in SOLUTIONS.iter().zip([first, second]) {
                add(name, solution_text(solution));
            }
        }
    }
    add(README, readme(certificate.claim()));
    Ok(files)
}

/// Returns whether `README.txt` in `files` is the one for `claim`. It is not needed for the proof.
pub fn has_readme(files: &BundleFiles, claim: Claim) -> bool {
    files.get(README).is_some_and(|text| *text == readme(claim))
}

/// Returns whether `name` is the name of a file that occurs in bundles.
pub fn is_bundle_file(name: &str) -> bool {
    const PROOFS: [&str; 5] =
        ["puzzle.drat", "puzzle.lrat", "uniqueness.cnf", "uniqueness.drat", "uniqueness.lrat"];
    [README, PUZZLE, "puzzle.cnf", SOLUTION].contains(&name)
        || SOLUTIONS.contains(&name)
        || PROOFS.contains(&name)
}

/// Verifies a bundle without trusting any of its files.
///
/// # Errors
/// Returns an error if a file is missing, unexpected, or wrong.
pub fn verify_bundle(files: &BundleFiles, limits: &Limits) -> Result<Claim, BundleError> {
    let claim = match (files.contains_key(SOLUTION), files.contains_key(SOLUTIONS[0])) {
        (true, _) => Claim::Unique,
        (_, true) => Claim::Several,
        _ => Claim::Unsatisfiable,
    };
    let expected: &[&str] = match claim {
        Claim::Unique => &[SOLUTION, "uniqueness.cnf", "uniqueness.drat", "uniqueness.lrat"],
        Claim::Unsatisfiable => &["puzzle.drat", "puzzle.lrat"],
        Claim::Several => &SOLUTIONS,
    };
    let is_expected = |name: &str| [README, PUZZLE, "puzzle.cnf"].contains(&name) || expected.contains(&name);
    if let Some(name) = files.keys().find(|name| !is_expected(name)) {
        return Err(BundleError::Unexpected(name.clone()));
    }
    let puzzle = parse_puzzle(grid_file(files, PUZZLE)?)?;
    compare_cnf(files, "puzzle.cnf", &puzzle, None, limits)?;
    match claim {
        Claim::Unique => {
            let solution = parse_solution(files, SOLUTION, &puzzle)?;
            compare_cnf(files, "uniqueness.cnf", &puzzle, Some(&solution), limits)?;
            check_proofs(files, UNIQUENESS, &puzzle, Some(&blocking_clause(&solution)), limits)?;
        }
        Claim::Unsatisfiable => check_proofs(files, WHOLE, &puzzle, None, limits)?,
        Claim::Several => {
            if parse_solution(files, SOLUTIONS[0], &puzzle)? == parse_solution(files, SOLUTIONS[1], &puzzle)?
            {
                return Err(BundleError::EqualSolutions);
            }
        }
    }
    Ok(claim)
}

fn file<'f>(files: &'f BundleFiles, name: &str) -> Result<&'f [u8], BundleError> {
    files.get(name).map(Vec::as_slice).ok_or_else(|| BundleError::Missing(name.to_owned()))
}

/// Returns the content of a file that contains a grid.
fn grid_file<'f>(files: &'f BundleFiles, name: &str) -> Result<&'f [u8], BundleError> {
    let content = file(files, name)?;
    if content.len() > MAX_GRID_SIZE { Err(BundleError::TooLarge(name.to_owned())) } else { Ok(content) }
}

fn parse_puzzle(json: &[u8]) -> Result<Puzzle, BundleError> {
    if !has_known_version(json) {
        return Err(BundleError::UnknownVersion);
    }
    let options = ReadOptions { format: Some(Format::Json), ..ReadOptions::default() };
    Ok(read_single(json, options, None)?.puzzle)
}

/// Returns the cells on one line.
fn solution_text(solution: &Solution) -> Vec<u8> {
    format!("{}\n", JsonCells::of(solution.grid()).as_str()).into()
}

fn parse_solution(files: &BundleFiles, name: &str, puzzle: &Puzzle) -> Result<Solution, BundleError> {
    let not_a_grid = || BundleError::NotAGrid(name.to_owned());
    let text = str::from_utf8(grid_file(files, name)?).map_err(|_| not_a_grid())?;
    let geometry = puzzle.geometry();
    let digits =
        cell_digits(text.trim_end(), geometry).filter(|digits| digits.len() == geometry.cell_count());
    let grid = Grid::from_digits(geometry.clone(), digits.ok_or_else(not_a_grid)?);
    Solution::check(grid, puzzle).map_err(|error| BundleError::NotASolution { file: name.to_owned(), error })
}

/// Parses cells as characters on boards up to 9×9, and as numbers on larger boards.
fn cell_digits(text: &str, geometry: &Geometry) -> Option<Vec<Option<Digit>>> {
    let digit = |number: usize| Digit::new(number).filter(|digit| digit.get() <= geometry.size()).map(Some);
    if geometry.size() <= 9 {
        text.chars().map(|symbol| digit(symbol.to_digit(10)? as usize)).collect()
    } else {
        text.split(' ').map(|word| digit(word.parse().ok()?)).collect()
    }
}

/// Writes the formula of the puzzle, with the clause that blocks `solution`, if any.
fn write_puzzle_cnf(puzzle: &Puzzle, blocked: Option<&Solution>, out: impl Write) -> io::Result<()> {
    let problem = complete_problem(puzzle);
    let size = problem.size().map_err(io::Error::other)?;
    let mut writer = DimacsWriter::new(out);
    writer.header(size.variables, size.clauses + usize::from(blocked.is_some()))?;
    problem.encode(&mut writer)?;
    blocked.map_or(Ok(()), |solution| writer.add_clause(&blocking_clause(solution)))?;
    writer.finish().map(drop)
}

/// Compares a formula with the one that the puzzle yields.
fn compare_cnf(
    files: &BundleFiles,
    name: &str,
    puzzle: &Puzzle,
    blocked: Option<&Solution>,
    limits: &Limits,
) -> Result<(), BundleError> {
    let found = file(files, name)?;
    let wrong = |line| Err(BundleError::WrongCnf { file: name.to_owned(), line });
    // A small file must not cause a huge formula to be generated. The formula contains a clause for each pair of digits
    // in a cell, and every clause takes at least four bytes.
    let n = puzzle.geometry().size();
    if n * n * (n * (n - 1) / 2) > found.len() / 4 {
        return wrong(1);
    }
    let mut comparison = Comparison { rest: found, limits };
    match write_puzzle_cnf(puzzle, blocked, &mut comparison) {
        Ok(()) if comparison.rest.is_empty() => Ok(()),
        Err(error) if error.kind() != io::ErrorKind::InvalidData => match limits.reached() {
            Some(reason) => Err(BundleError::Stopped(reason)),
            None => Err(error.into()),
        },
        // The number of lines up to the first difference, including the line that contains it.
        _ => wrong(found[..found.len() - comparison.rest.len()].split(|&byte| byte == b'\n').count()),
    }
}

/// A writer that compares its input with a text. The first difference is an error of the kind `InvalidData`.
struct Comparison<'t> {
    rest: &'t [u8],
    limits: &'t Limits,
}

impl Write for Comparison<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.limits.check().map_err(|reason| io::Error::other(reason.to_string()))?;
        let same = self.rest.iter().zip(bytes).take_while(|(found, expected)| found == expected).count();
        self.rest = &self.rest[same..];
        if same < bytes.len() { Err(io::ErrorKind::InvalidData.into()) } else { Ok(same) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Checks the DRAT and the LRAT proof. The result of elaborating the DRAT proof is an LRAT proof, which is checked,
/// too.
fn check_proofs(
    files: &BundleFiles,
    stem: &str,
    puzzle: &Puzzle,
    blocking: Option<&[Lit]>,
    limits: &Limits,
) -> Result<(), BundleError> {
    let formula = file(files, &format!("{stem}.cnf"))?;
    let check = |file: &str, proof: &[u8]| {
        let checked = check_within(formula, proof, limits).map_err(BundleError::Stopped)?;
        checked.map(drop).map_err(|error| BundleError::Lrat { file: file.to_owned(), error })
    };
    let (lrat, drat) = (format!("{stem}.lrat"), format!("{stem}.drat"));
    check(&lrat, file(files, &lrat)?)?;
    let clausal = ClausalProof::parse_drat(file(files, &drat)?)
        .map_err(|error| BundleError::MalformedDrat { file: drat.clone(), error })?;
    let cnf = limited_cnf(&complete_problem(puzzle), blocking, limits).map_err(BundleError::Stopped)?;
    let elaborated = elaborate(&cnf, &clausal, limits).map_err(|error| match error {
        ElaborationError::Stopped(reason) => BundleError::Stopped(reason),
        error => BundleError::Drat { file: drat.clone(), error },
    })?;
    drop(cnf);
    let mut text = Vec::new();
    elaborated.write(&mut text)?;
    check(&drat, &text)
}

fn readme(claim: Claim) -> Vec<u8> {
    let with_proof = |start: &str, stem| format!("{start}{}", PROOF_README.replace("STEM", stem));
    match claim {
        Claim::Unique => with_proof(UNIQUE_README, UNIQUENESS).into(),
        Claim::Unsatisfiable => with_proof(NO_SOLUTION_README, WHOLE).into(),
        Claim::Several => SEVERAL_README.into(),
    }
}

const UNIQUE_README: &str = include_str!("readme/unique.txt");
const NO_SOLUTION_README: &str = include_str!("readme/no_solution.txt");
const SEVERAL_README: &str = include_str!("readme/several.txt");
const PROOF_README: &str = include_str!("readme/checking.txt");
