//! The methods that are compared.

use std::collections::BTreeSet;
use std::sync::OnceLock;
use std::time::Duration;

use sudoku_cnf::clauses::encoding::SumEncoding;
use sudoku_cnf::files::{InstanceOptions, dimacs};
use sudoku_cnf::puzzle::random::Random;
use sudoku_cnf::{
    AtMostOne, Candidate, ClauseSink, Cnf, CnfOptions, Digit, Encoding, Grid, Problem, Puzzle, Solution,
};
use sudoku_sat::explain::{ExplainOptions, Explanation, explain};
use sudoku_sat::proof::bundle::{Claim, bundle_files, verify_bundle};
use sudoku_sat::proof::{CertifyError, certify};
use sudoku_sat::{
    BatchSolver, Count, Engine, Limits, Native, Outcome, SatSolver, SolveError, SolveOptions, Solver, search,
};

/// The maximum number of solutions that a method lists.
const MAX_SOLUTIONS: usize = 12;

/// The time limit of each method.
const TIME_LIMIT: Duration = Duration::from_millis(200);

/// The answer of a method about a puzzle.
pub(crate) enum Report {
    /// All solutions, or [`MAX_SOLUTIONS`] of them.
    Solutions(Vec<Grid>),
    /// One solution, if there is any.
    Solution(Option<Grid>),
    Count(Count),
    /// The candidates that occur in solutions, or `None` without solutions.
    Candidates(Option<BTreeSet<Candidate>>),
    /// Whether the puzzle has no solution, one, or several.
    Class(Claim),
    /// The method did not finish in time.
    Timeout,
}

type Failure = Box<dyn std::error::Error>;
type Run = Box<dyn Fn(&Puzzle) -> Result<Report, Failure> + Send>;

/// A way to answer a question about a puzzle.
pub(crate) struct Method {
    pub(crate) name: String,
    /// The command that asks the same question about the file `puzzle.json`.
    pub(crate) command: String,
    run: Run,
}

impl Method {
    pub(crate) fn new(
        name: impl Into<String>,
        command: impl Into<String>,
        run: impl Fn(&Puzzle) -> Result<Report, Failure> + Send + 'static,
    ) -> Self {
        Self { name: name.into(), command: command.into(), run: Box::new(run) }
    }
}

/// The result of a comparison.
pub(crate) enum Verdict {
    Agreement,
    /// The method reached its time limit.
    Timeout,
    /// A description of the difference.
    Disagreement(String),
}

/// The solutions of a puzzle according to the reference method.
pub(crate) struct Truth {
    solutions: Vec<Grid>,
}

impl Truth {
    /// Returns the solutions of `puzzle`, or `None` if they are not found in time.
    pub(crate) fn find(puzzle: &Puzzle) -> Option<Self> {
        match reference(puzzle) {
            Ok(Report::Solutions(solutions)) => Some(Self { solutions }),
            _ => None,
        }
    }

    /// Returns the number of solutions, or [`MAX_SOLUTIONS`] if there are more.
    pub(crate) fn solution_count(&self) -> usize {
        self.solutions.len()
    }

    /// Runs `method` and compares its report.
    pub(crate) fn check(&self, method: &Method, puzzle: &Puzzle) -> Verdict {
        let report = match (method.run)(puzzle) {
            Ok(Report::Timeout) => return Verdict::Timeout,
            Ok(report) => report,
            Err(error) => return Verdict::Disagreement(format!("the error '{error}'")),
        };
        match self.difference(&report, puzzle) {
            None => Verdict::Agreement,
            Some(difference) => Verdict::Disagreement(difference),
        }
    }

    fn is_complete(&self) -> bool {
        self.solutions.len() < MAX_SOLUTIONS
    }

    fn difference(&self, report: &Report, puzzle: &Puzzle) -> Option<String> {
        let count = self.solutions.len();
        match report {
            Report::Timeout => None,
            Report::Solutions(found) => {
                if found.len() != count {
                    return Some(format!("{} solutions instead of {count}", found.len()));
                }
                let is_repeated =
                    { found.iter().enumerate() }.any(|(index, grid)| found[..index].contains(grid));
                if is_repeated {
                    return Some("the same solution twice".to_owned());
                }
                found.iter().find_map(|grid| self.wrong_solution(grid, puzzle))
            }
            Report::Solution(None) => (count > 0).then(|| "no solution".to_owned()),
            Report::Solution(Some(grid)) => self.wrong_solution(grid, puzzle),
            Report::Count(Count::Exactly(found)) => {
                let is_right =
                    if self.is_complete() { *found == count as u128 } else { *found >= count as u128 };
                (!is_right).then(|| format!("exactly {found} solutions instead of {count}"))
            }
            Report::Count(Count::AtLeast(found, _)) => {
                (self.is_complete() && *found > count as u128).then(|| format!("at least {found} solutions"))
            }
            Report::Candidates(found) => {
                let expected: BTreeSet<_> = self.solutions.iter().flat_map(Grid::digits).collect();
                let found = found.clone().unwrap_or_default();
                let is_right =
                    if self.is_complete() { found == expected } else { found.is_superset(&expected) };
                (!is_right).then(|| format!("{} candidates instead of {}", found.len(), expected.len()))
            }
            Report::Class(claim) => {
                let expected = [Claim::Unsatisfiable, Claim::Unique, Claim::Several][count.min(2)];
                (*claim != expected).then(|| format!("'{}' instead of '{}'", claim.name(), expected.name()))
            }
        }
    }

    fn wrong_solution(&self, grid: &Grid, puzzle: &Puzzle) -> Option<String> {
        if let Err(error) = Solution::check(grid.clone(), puzzle) {
            return Some(format!("a wrong solution: {error}"));
        }
        (self.is_complete() && !self.solutions.contains(grid)).then(|| "an unknown solution".to_owned())
    }
}

/// Lists the solutions with varisat, without any preprocessing.
pub(crate) fn reference(puzzle: &Puzzle) -> Result<Report, Failure> {
    let options = SolveOptions::new().solver(Solver::Varisat).encoding(Encoding::Minimal).reduce(false);
    in_time(options.timeout(TIME_LIMIT).solutions(puzzle).take(MAX_SOLUTIONS).collect(), grids)
}

/// Returns methods for a puzzle: the fast ones always, and a random choice of the others.
pub(crate) fn random_methods(random: &mut Random, puzzle: &Puzzle) -> Vec<Method> {
    let n = puzzle.geometry().size();
    let mut methods = vec![by_default()];
    if puzzle.rules().is_empty() {
        methods.extend([by_engine(Engine::Dpll), by_engine(Engine::Propagate), by_counter()]);
        let slow = [Engine::Expand, Engine::Backtrack, Engine::Brute];
        methods.extend(slow.into_iter().filter(|_| n <= 6 || random.below(50) == 0).map(by_engine));
    } else {
        methods.push(by_brute_force());
    }
    methods.extend((0..4).map(|_| by_sat(random)));
    methods.extend([by_candidates(random), by_dimacs(random)]);
    if n <= 9 && random.below(4) == 0 {
        methods.push(by_proof());
    }
    if n <= 6 && random.below(4) == 0 || random.below(100) == 0 {
        methods.push(by_explanation());
    }
    let installed = installed_programs();
    if !installed.is_empty() && random.below(20) == 0 {
        methods.push(by_program(&installed[random.below(installed.len())], random));
    }
    methods
}

/// Converts a successful result to a report, and a reached limit to [`Report::Timeout`].
fn in_time<T>(result: Result<T, SolveError>, report: impl FnOnce(T) -> Report) -> Result<Report, Failure> {
    match result {
        Ok(value) => Ok(report(value)),
        Err(SolveError::Unknown(_)) => Ok(Report::Timeout),
        Err(error) => Err(error.into()),
    }
}

fn grids(solutions: Vec<Solution>) -> Report {
    Report::Solutions(solutions.into_iter().map(Solution::into_grid).collect())
}

pub(crate) fn solve_command(arguments: &str) -> String {
    format!("sudoku-sat solve --format line --limit {MAX_SOLUTIONS} {arguments} puzzle.json")
}

fn by_engine(engine: Engine) -> Method {
    let command = solve_command(&format!("--solver {}", engine.name()));
    Method::new(format!("engine {}", engine.name()), command, move |puzzle| {
        let limits = Limits::none().within(TIME_LIMIT);
        in_time(engine.solutions(puzzle, limits).take(MAX_SOLUTIONS).collect(), grids)
    })
}

/// Lists the solutions of the puzzle without its rules, and checks the rules by their definitions.
fn by_brute_force() -> Method {
    Method::new("brute force", solve_command(""), |puzzle| {
        let board = puzzle.with_rules([]);
        let all = Engine::Dpll.solutions(&board, Limits::none().within(TIME_LIMIT));
        let mut found = Vec::new();
        for solution in all {
            let grid = match solution {
                Ok(solution) => solution.into_grid(),
                Err(SolveError::Unknown(_)) => return Ok(Report::Timeout),
                Err(error) => return Err(error.into()),
            };
            if Solution::check(grid.clone(), puzzle).is_ok() {
                found.push(grid);
            }
            if found.len() == MAX_SOLUTIONS {
                break;
            }
        }
        Ok(Report::Solutions(found))
    })
}

fn by_default() -> Method {
    Method::new("default solver", solve_command(""), |puzzle| {
        let mut solver = BatchSolver::new(SolveOptions::new().timeout(TIME_LIMIT));
        in_time(solver.solutions(puzzle).take(MAX_SOLUTIONS).collect(), grids)
    })
}

fn by_counter() -> Method {
    Method::new("counter", "sudoku-sat count --limit 10000 puzzle.json", |puzzle| {
        Ok(Report::Count(search::count(puzzle, 10_000, Limits::none().within(TIME_LIMIT))?))
    })
}

/// Returns a random encoding with the options that select it.
fn random_encoding(random: &mut Random) -> (CnfOptions, String) {
    let encoding = Encoding::ALL[random.below(Encoding::ALL.len())];
    let at_most_one = AtMostOne::ALL[random.below(AtMostOne::ALL.len())];
    let sum_encoding = SumEncoding::ALL[random.below(SumEncoding::ALL.len())];
    let options = CnfOptions { encoding, at_most_one, sum_encoding, ..CnfOptions::default() };
    let options = if random.below(2) == 0 { options.reduced() } else { options };
    let reduction = if options.reduce { "" } else { " --no-reduce" };
    let names = (encoding.name(), at_most_one.name(), sum_encoding.name());
    (options, format!("--encoding {} --amo {} --sum-encoding {}{reduction}", names.0, names.1, names.2))
}

fn sat_options(solver: Solver, cnf: CnfOptions) -> SolveOptions {
    SolveOptions::new()
        .solver(solver)
        .encoding(cnf.encoding)
        .at_most_one(cnf.at_most_one)
        .sum_encoding(cnf.sum_encoding)
        .reduce(cnf.reduce)
        .timeout(TIME_LIMIT)
}

fn by_sat(random: &mut Random) -> Method {
    let (cnf, arguments) = random_encoding(random);
    let solver = [Solver::Native, Solver::Varisat][random.below(2)].clone();
    let arguments = format!("--solver {} {arguments}", solver.name());
    Method::new(format!("SAT {arguments}"), solve_command(&arguments), move |puzzle| {
        let options = sat_options(solver.clone(), cnf);
        in_time(options.solutions(puzzle).take(MAX_SOLUTIONS).collect(), grids)
    })
}

fn by_program(solver: &Solver, random: &mut Random) -> Method {
    let (cnf, arguments) = random_encoding(random);
    let arguments = format!("--solver {} {arguments}", solver.name());
    let command = format!("sudoku-sat solve --format line {arguments} puzzle.json");
    let options = sat_options(solver.clone(), cnf).timeout(10 * TIME_LIMIT);
    Method::new(format!("program {arguments}"), command, move |puzzle| {
        in_time(options.solve(puzzle), |solution| Report::Solution(solution.map(Solution::into_grid)))
    })
}

/// Returns the installed external solvers.
fn installed_programs() -> &'static [Solver] {
    static INSTALLED: OnceLock<Vec<Solver>> = OnceLock::new();
    INSTALLED.get_or_init(|| {
        let solvers = Solver::names().filter_map(Solver::named);
        solvers.filter(|solver| solver.runs_external_program() && solver.is_available()).collect()
    })
}

fn by_candidates(random: &mut Random) -> Method {
    let solver = [Solver::Native, Solver::Varisat][random.below(2)].clone();
    let command = format!("sudoku-sat candidates --solver {} puzzle.json", solver.name());
    Method::new(format!("candidates by {}", solver.name()), command, move |puzzle| {
        let options = SolveOptions::new().solver(solver.clone()).timeout(TIME_LIMIT);
        in_time(options.true_candidates(puzzle), |board| {
            Report::Candidates(board.map(|board| {
                let digits = |cell| board.digits(cell).map(move |digit: Digit| Candidate { cell, digit });
                puzzle.geometry().cells().flat_map(digits).collect()
            }))
        })
    })
}

/// Writes a DIMACS file, reads it back, solves it, and decodes the model.
fn by_dimacs(random: &mut Random) -> Method {
    let (cnf, arguments) = random_encoding(random);
    let arguments = arguments.replace(" --no-reduce", "");
    let reduction = if cnf.reduce { " --reduce" } else { "" };
    let command = format!("sudoku-cnf {arguments}{reduction} puzzle.json | minisat /dev/stdin");
    Method::new(format!("DIMACS {arguments}"), command, move |puzzle| {
        let problem = Problem::new(puzzle, cnf);
        let mut text = Vec::new();
        problem.write_instance(InstanceOptions::default(), &mut text)?;
        let mut clauses = Cnf::default();
        dimacs::read(&text[..], &mut clauses)?;
        let mut solver = Native::new();
        clauses.clauses().try_for_each(|clause| solver.add_clause(clause))?;
        Ok(match solver.solve(&[], &Limits::none().within(TIME_LIMIT))? {
            Outcome::Satisfiable(model) => Report::Solution(Some(problem.decode(&model)?)),
            Outcome::Unsatisfiable(_) => Report::Solution(None),
            Outcome::Unknown(_) => Report::Timeout,
        })
    })
}

/// Proves how many solutions there are, and verifies the proof.
fn by_proof() -> Method {
    let command = "sudoku-sat certify puzzle.json -o proof && sudoku-sat verify proof";
    Method::new("proof", command, |puzzle| {
        let limits = Limits::none().within(10 * TIME_LIMIT);
        let certificate = match certify(puzzle, &limits) {
            Err(CertifyError::Solve(SolveError::Unknown(_))) => return Ok(Report::Timeout),
            certificate => certificate?,
        };
        Ok(Report::Class(verify_bundle(&bundle_files(puzzle, &certificate)?, &limits)?))
    })
}

fn by_explanation() -> Method {
    Method::new("explanation", "sudoku-sat explain puzzle.json", |puzzle| {
        let explained = explain(puzzle, &ExplainOptions::default(), &Limits::none().within(TIME_LIMIT));
        in_time(explained, |explanation| match explanation {
            Explanation::Solved { solution, .. } => Report::Solutions(vec![solution.into_grid()]),
            Explanation::Unsatisfiable { .. } => Report::Class(Claim::Unsatisfiable),
            Explanation::Several { .. } => Report::Class(Claim::Several),
            _ => Report::Timeout,
        })
    })
}
