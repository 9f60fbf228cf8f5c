//! The folder of the cubes of a puzzle.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Cursor, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use itertools::Itertools;
use serde::{Deserialize, Serialize};
use sudoku_cnf::cli::Failure;
use sudoku_cnf::cli::files::Input;
use sudoku_cnf::cli::messages::foreign;
use sudoku_cnf::cli::output_file::{folder_of, write_file};
use sudoku_cnf::text::{Format, ReadOptions};
use sudoku_cnf::{Lit, Problem, Puzzle, Solution};
use sudoku_sat::Limits;
use sudoku_sat::cubes::{Cover, Cube};
use sudoku_sat::proof::{ClausalProof, ElaborationError, LratProof, elaborate};

use crate::cli::bundles::Rejection;
use crate::cli::explain::json::line;
use crate::cli::text::to_text;

const PUZZLE: &str = "puzzle.json";
/// The file that is written last. Only a complete folder has it.
const CUBES: &str = "cubes.jsonl";
const COVER: &str = "cover.drat";
/// The extension of a file with the solution in a cube.
const SOLUTION: &str = "solution.json";

/// A line of `cubes.jsonl`.
#[derive(Serialize, Deserialize)]
struct CubeLine {
    cube: usize,
    literals: Vec<Lit>,
    /// The literals as text, for people.
    #[serde(skip_deserializing)]
    candidates: Vec<String>,
    /// For each literal, the number of the clause in `formula.cnf` on which the split was made.
    clauses: Vec<usize>,
}

/// Returns an error if there is already a complete folder at `path`.
pub(super) fn reject_existing(path: &Path) -> Result<(), Failure> {
    if path.join(CUBES).exists() {
        return Err(Failure::Other(anyhow!(
            "{} already contains cubes\nhint: choose another directory, or remove this one first",
            foreign(path.display())
        )));
    }
    Ok(())
}

/// Writes the folder of `cover`. If `has_files` is set, there is a CNF file for each cube.
pub(super) fn write(path: &Path, problem: &Problem, cover: &Cover, has_files: bool) -> Result<(), Failure> {
    fs::create_dir_all(path).map_err(Failure::writing(path))?;
    let puzzle = problem.puzzle();
    let json = to_text(puzzle.clone(), Format::Json, None)?;
    write_file(&path.join(PUZZLE), |file| writeln!(file, "{json}"))?;
    let mut formula = Vec::new();
    problem.write_dimacs(&mut formula)?;
    write_file(&path.join("formula.cnf"), |file| file.write_all(&formula))?;
    let clauses = formula.iter().position(|&byte| byte == b'\n').map_or(&[][..], |end| &formula[end + 1..]);
    write_file(&path.join("cubes.icnf"), |file| {
        file.write_all(b"p inccnf\n")?;
        file.write_all(clauses)?;
        cover.cubes.iter().try_for_each(|cube| {
            let numbers = cube.literals.iter().map(|literal| literal.dimacs());
            writeln!(file, "a {}", numbers.chain([0]).join(" "))
        })
    })?;
    for (number, cube) in (1..).zip(&cover.cubes).filter(|_| has_files) {
        let path = path.join(format!("{number}.cnf"));
        write_file(&path, |file| cube.problem(puzzle).write_dimacs(file))?;
    }
    write_file(&path.join(COVER), |file| cover.proof.write_drat(file))?;
    write_file(&path.join(CUBES), |file| {
        (1..).zip(&cover.cubes).try_for_each(|(number, cube)| {
            let candidates =
                cube.literals.iter().filter_map(|literal| puzzle.geometry().candidate(literal.var()));
            let line = line(&CubeLine {
                cube: number,
                literals: cube.literals.clone(),
                candidates: candidates.map(|candidate| candidate.to_string()).collect(),
                clauses: cube.splits.clone(),
            });
            writeln!(file, "{line}")
        })
    })
}

/// The LRAT proof that a cube has no solution.
pub(in crate::cli) struct CubeProof {
    pub(in crate::cli) reader: Box<dyn BufRead>,
    /// The name of the file, for messages.
    pub(in crate::cli) name: String,
}

/// The folder of the cubes of a puzzle, and the answers in it.
pub(in crate::cli) struct CubeFolder {
    path: PathBuf,
    pub(in crate::cli) puzzle: Puzzle,
    pub(in crate::cli) cubes: Vec<Cube>,
}

impl CubeFolder {
    /// Returns whether there is a folder of cubes at `path`.
    pub(in crate::cli) fn exists(path: &Path) -> bool {
        path.join(CUBES).exists()
    }

    /// Reads the puzzle and the cubes of a folder.
    pub(in crate::cli) fn open(path: &Path) -> Result<Self, Failure> {
        let name = path.join(CUBES);
        let fail = |problem: &str| Failure::Puzzle(anyhow!("{}: {problem}", foreign(name.display())));
        if !name.exists() {
            let folder = foreign(path.display());
            let hint = "create one with 'sudoku-sat cubes'";
            return Err(Failure::Usage(format!("{folder} is not a folder of cubes; {hint}")));
        }
        let file = open_file(&name).map_err(|error| fail(&error.to_string()))?;
        let puzzle = read_puzzle(&path.join(PUZZLE))?;
        let mut cubes = Vec::new();
        for (number, line) in (1..).zip(BufReader::new(file).lines()) {
            let line = line.map_err(|error| fail(&error.to_string()))?;
            let parsed: Result<CubeLine, _> = serde_json::from_str(&line);
            let cube = parsed.ok().filter(|parsed| parsed.cube == number);
            let is_candidate =
                |literal: &Lit| literal.is_positive() && puzzle.geometry().candidate(literal.var()).is_some();
            let cube = cube.filter(|cube| cube.literals.iter().all(is_candidate));
            let cube =
                cube.ok_or_else(|| fail(&format!("line {number} is not cube {number} of the puzzle")))?;
            cubes.push(Cube { literals: cube.literals, splits: cube.clauses });
        }
        Ok(Self { path: path.to_owned(), puzzle, cubes })
    }

    /// Returns the cube with a number, counting from 1.
    pub(in crate::cli) fn cube(&self, number: usize) -> Result<&Cube, Failure> {
        let cube = number.checked_sub(1).and_then(|index| self.cubes.get(index));
        cube.ok_or_else(|| {
            let folder = foreign(self.path.display());
            Failure::Usage(match self.cubes.len() {
                0 => format!("{folder} has no cubes to solve; run 'sudoku-sat verify {folder}'"),
                count => format!("{folder} has no cube {number}; its cubes are 1 to {count}"),
            })
        })
    }

    /// Returns the proof that the cubes cover all solutions.
    pub(in crate::cli) fn cover(&self) -> Result<Cover, String> {
        let proof = read_file(&self.path.join(COVER)).map_err(|error| error.to_string());
        let proof = proof.and_then(|text| ClausalProof::parse_drat(&text).map_err(|error| error.to_string()));
        let proof = proof.map_err(|error| format!("{COVER}: {error}"))?;
        Ok(Cover { cubes: self.cubes.clone(), proof })
    }

    /// Returns whether `formula.cnf` is the CNF of the puzzle.
    pub(in crate::cli) fn has_formula(&self, problem: &Problem) -> io::Result<bool> {
        let mut formula = Vec::new();
        problem.write_dimacs(&mut formula)?;
        Ok(read_file(&self.path.join("formula.cnf")).is_ok_and(|found| found == formula))
    }

    /// Returns an error if `path` is in the folder, where a file could replace an answer.
    pub(in crate::cli) fn reject_inside(&self, path: &Path) -> Result<(), Failure> {
        let same = folder_of(path).canonicalize().ok().zip(self.path.canonicalize().ok());
        if same.is_some_and(|(parent, folder)| parent == folder) {
            let (path, folder) = (foreign(path.display()), foreign(self.path.display()));
            let hint = "hint: write to a different folder";
            return Err(Failure::Usage(format!(
                "the output file {path} is in the folder of cubes {folder}\n{hint}"
            )));
        }
        Ok(())
    }

    /// Opens the proof that cube `number` has no solution, if there is one. Other solvers write `K.drat`, which is
    /// elaborated within `limits`.
    pub(in crate::cli) fn proof(
        &self,
        number: usize,
        limits: &Limits,
    ) -> Option<Result<CubeProof, Rejection>> {
        let names = [(format!("{number}.lrat"), false), (format!("{number}.drat"), true)];
        // Opening a pipe would block.
        let (name, is_drat) = names.into_iter().find(|(name, _)| self.path.join(name).is_file())?;
        let invalid = |error: &dyn Display| Rejection::Invalid(format!("{name}: {error}"));
        let open = || {
            let file = File::open(self.path.join(&name)).map_err(|error| invalid(&error))?;
            let mut reader: Box<dyn BufRead> = Box::new(BufReader::new(file));
            if is_drat {
                let mut drat = Vec::new();
                reader.read_to_end(&mut drat).map_err(|error| invalid(&error))?;
                let drat = ClausalProof::parse_drat(&drat).map_err(|error| invalid(&error))?;
                let cnf = self.cubes[number - 1].problem(&self.puzzle).to_cnf();
                let elaborated = elaborate(&cnf, &drat, limits).map_err(|error| match error {
                    ElaborationError::Stopped(reason) => Rejection::Unknown(reason),
                    error => invalid(&error),
                })?;
                let mut lrat = Vec::new();
                elaborated.write(&mut lrat).map_err(|error| invalid(&error))?;
                reader = Box::new(Cursor::new(lrat));
            }
            Ok(reader)
        };
        Some(open().map(|reader| CubeProof { reader, name: name.clone() }))
    }

    /// Reads the solution in cube `number` if there is one, and checks it by the rules.
    pub(in crate::cli) fn solution(&self, number: usize) -> Option<Result<Solution, String>> {
        let name = format!("{number}.{SOLUTION}");
        let path = self.path.join(&name);
        let read = || {
            let grid = read_puzzle(&path).map_err(|_| "does not contain a grid".to_owned())?;
            let same_board = grid.geometry() == self.puzzle.geometry();
            let grid = same_board.then(|| grid.grid().clone()).ok_or("is a grid of another size")?;
            Solution::check(grid, &self.puzzle).map_err(|error| format!("is not a solution: {error}"))
        };
        path.is_file().then(|| read().map_err(|error| format!("{name} {error}")))
    }

    /// Removes the file with the solution in cube `number` if it is wrong.
    pub(in crate::cli) fn remove_wrong_solution(&self, number: usize) -> Result<(), Failure> {
        if let Some(Err(_)) = self.solution(number) {
            let path = self.path.join(format!("{number}.{SOLUTION}"));
            let fail = |error: io::Error| Failure::Other(anyhow!("{}: {error}", foreign(path.display())));
            fs::remove_file(&path).map_err(fail)?;
        }
        Ok(())
    }

    /// Writes the solution in cube `number`.
    pub(in crate::cli) fn write_solution(&self, number: usize, solution: &Solution) -> Result<(), Failure> {
        let json = to_text(solution.grid().clone().into(), Format::Json, None)?;
        write_file(&self.path.join(format!("{number}.{SOLUTION}")), |file| writeln!(file, "{json}"))
    }

    /// Writes the proof that cube `number` has no solution.
    pub(in crate::cli) fn write_proof(&self, number: usize, proof: &LratProof) -> Result<(), Failure> {
        write_file(&self.path.join(format!("{number}.lrat")), |file| proof.write(file))
    }
}

/// Opens a file. Anything else is an error, because opening a pipe would block.
fn open_file(path: &Path) -> io::Result<File> {
    if path.exists() && !path.is_file() {
        return Err(io::Error::other("this is not a regular file"));
    }
    File::open(path)
}

fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_file(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn read_puzzle(path: &Path) -> Result<Puzzle, Failure> {
    let fail = |error: io::Error| Failure::Puzzle(anyhow!("{}: {error}", foreign(path.display())));
    open_file(path).map_err(fail)?;
    let options = ReadOptions { format: Some(Format::Json), ..ReadOptions::default() };
    Ok(Input::File(path.to_owned()).puzzle(&options, None)?.puzzle)
}

#[cfg(test)]
mod tests {
    use sudoku_sat::proof::complete_problem;

    use super::*;

    /// Writes the cubes of a 4×4 puzzle into a new folder.
    fn written() -> (tempfile::TempDir, Problem, Cover) {
        let folder = tempfile::tempdir().unwrap();
        let problem = complete_problem(&"1...............".parse().unwrap());
        let cover = Cover::of(&problem, 3, &Limits::none()).unwrap();
        write(folder.path(), &problem, &cover, false).unwrap();
        (folder, problem, cover)
    }

    #[test]
    fn a_folder_returns_what_was_written() {
        let (folder, problem, cover) = written();
        let read = CubeFolder::open(folder.path()).unwrap();
        assert_eq!(&read.puzzle, problem.puzzle());
        assert_eq!(read.cover().unwrap(), cover);
        assert!(read.has_formula(&problem).unwrap());
        assert!(read.solution(1).is_none());
        assert!(reject_existing(folder.path()).is_err());
        assert!(read.reject_inside(&folder.path().join("1.lrat")).is_err());
    }

    #[test]
    fn wrong_solutions_are_removed() {
        let (folder, ..) = written();
        let read = CubeFolder::open(folder.path()).unwrap();
        let wrong = read_puzzle(&folder.path().join(PUZZLE)).unwrap();
        let json = to_text(wrong, Format::Json, None).unwrap();
        fs::write(folder.path().join("1.solution.json"), json).unwrap();
        let error = read.solution(1).unwrap().unwrap_err();
        assert!(error.starts_with("1.solution.json is not a solution: "), "{error}");
        read.remove_wrong_solution(1).unwrap();
        assert!(read.solution(1).is_none());
        let solution = sudoku_sat::solve(&read.puzzle).unwrap().unwrap();
        read.write_solution(1, &solution).unwrap();
        assert_eq!(read.solution(1).unwrap().unwrap(), solution);
    }

    #[test]
    fn lines_must_be_the_cubes_of_the_puzzle_in_their_order() {
        let (folder, ..) = written();
        let path = folder.path().join(CUBES);
        let text = fs::read_to_string(&path).unwrap();
        let swapped = text.lines().rev().join("\n");
        for changed in [swapped, text.replacen('[', "[-", 1), text.replacen('[', "[65,", 1)] {
            fs::write(&path, changed).unwrap();
            let error = CubeFolder::open(folder.path()).map(drop).unwrap_err();
            assert!(format!("{error:?}").contains("line 1 is not cube 1 of the puzzle"), "{error:?}");
        }
    }
}
