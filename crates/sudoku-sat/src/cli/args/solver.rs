//! Options of commands that run a solver.

use std::iter;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use itertools::Itertools;
use sudoku_cnf::clauses::encoding::SumEncoding;
use sudoku_cnf::cli::Failure;
use sudoku_cnf::cli::args::{at_most_one, encodings, sum_encoding};
use sudoku_cnf::cli::limits::LimitArgs;
use sudoku_sat::solver::external::Program;
use sudoku_sat::{AtMostOne, Encoding, EncodingPolicy, Engine, Limits, SolveOptions, Solver};

use super::BatchArgs;
use crate::cli::interrupt::INTERRUPT;
use crate::cli::warnings::warn;

/// Options of every command that runs a solver.
#[derive(Debug, Args)]
#[command(next_help_heading = "Solver options")]
pub(crate) struct SolverArgs {
    /// SAT solver or search engine [default: by board size]
    ///
    /// The default is dpll up to 9x9, and native for larger boards. From 17x17 to 100x100, one native solver runs per
    /// core, up to four.
    #[arg(long, value_name = "NAME", value_parser = method())]
    solver: Option<Method>,

    /// Run an external solver: 'PROGRAM ARGS {cnf} {out}'
    ///
    /// {cnf} is replaced with the name of the CNF file, and {out} with the name of the solver's result file. Without
    /// {out}, the answer is read from the solver's standard output.
    #[arg(long, value_name = "COMMAND", conflicts_with = "solver", value_parser = Program::from_command)]
    solver_command: Option<Program>,

    /// Run several SAT solvers in parallel and use the first answer
    ///
    /// NAMES is a comma-separated list of SAT solvers. Without it, one instance of the selected solver runs per core,
    /// each with a different order of clauses and variables.
    #[arg(long, value_name = "NAMES", num_args = 0..=1, require_equals = true, default_missing_value = "",
        conflicts_with = "solver_command", value_parser = portfolio)]
    portfolio: Option<Members>,

    /// CNF encoding of the board
    #[arg(long, value_name = "NAME", default_value = "auto", value_delimiter = ',', value_parser = encoding())]
    encoding: Vec<ChosenEncoding>,

    /// At-most-one scheme [default: pairwise]
    ///
    /// The encoding 'classic' always uses pairwise constraints.
    #[arg(long = "amo", value_name = "NAME", value_delimiter = ',', value_parser = at_most_one())]
    at_most_one: Vec<AtMostOne>,

    /// Encoding of sums in rules
    #[arg(long, value_name = "NAME", default_value_t, hide_short_help = true, value_parser = sum_encoding())]
    sum_encoding: SumEncoding,

    /// Encode the whole board, without propagating givens and rules first
    #[arg(long)]
    no_reduce: bool,

    /// Confirm UNSATISFIABLE from an external solver with an embedded solver
    #[arg(long, hide_short_help = true)]
    cross_check: bool,

    /// Keep the input and output of an external solver that fails in a new folder in DIR
    #[arg(long, value_name = "DIR", hide_short_help = true)]
    keep: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) time: TimeArgs,

    /// Print the selected solver and encoding
    #[arg(short, long, help_heading = None::<&'static str>)]
    pub(crate) verbose: bool,
}

/// Options of every command that can take long.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct TimeArgs {
    #[command(flatten)]
    args: LimitArgs,
}

impl TimeArgs {
    /// Returns the time limit.
    pub(crate) fn timeout(self) -> Option<Duration> {
        self.args.timeout
    }

    /// Returns the options of the default solver, with the limits.
    pub(crate) fn options(self) -> SolveOptions {
        let options = SolveOptions::new().interrupt(INTERRUPT.clone()).on_warning(warn);
        options.memory_limit(self.args.memory_limit()).timeout(self.args.timeout)
    }

    /// Returns the limits of one puzzle, whose time starts now.
    pub(crate) fn limits(self) -> Limits {
        let limits = Limits::none().with_interrupt(INTERRUPT.clone()).on_warning(warn);
        limits.with_memory(self.args.memory_limit()).within(self.args.timeout)
    }
}

/// A method to find solutions: a SAT solver or a search engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    Sat(Solver),
    Search(Engine),
}

impl Method {
    fn names() -> impl Iterator<Item = &'static str> {
        let mut solvers: Vec<_> = Solver::names().collect();
        // The search engines follow the two embedded solvers, so that all built-in methods come first.
        solvers.splice(2..2, Engine::ALL.iter().copied().map(Engine::name));
        solvers.into_iter()
    }

    fn named(name: &str) -> Option<Self> {
        Solver::named(name).map(Self::Sat).or_else(|| name.parse().ok().map(Self::Search))
    }
}

impl SolverArgs {
    /// Returns the solver or engine that the command line names, if any.
    pub(crate) fn chosen(&self) -> Option<Method> {
        Some(match self.named()? {
            Method::Sat(solver) => Method::Sat(self.with_fault_options(solver)),
            engine @ Method::Search(_) => engine,
        })
    }

    /// Applies `--cross-check` and `--keep` to the external programs in `solver`.
    fn with_fault_options(&self, solver: Solver) -> Solver {
        match solver {
            Solver::External(mut program) => {
                if self.cross_check {
                    program = program.cross_checked();
                }
                if let Some(folder) = &self.keep {
                    program = program.keep_faults_in(folder);
                }
                Solver::External(program)
            }
            Solver::Portfolio(members) => {
                Solver::Portfolio(members.into_iter().map(|member| self.with_fault_options(member)).collect())
            }
            other => other,
        }
    }

    fn named(&self) -> Option<Method> {
        let Some(Members(members)) = &self.portfolio else { return self.single() };
        Some(Method::Sat(match self.single() {
            _ if !members.is_empty() => Solver::Portfolio(members.clone()),
            Some(Method::Sat(solver)) => solver.one_per_core(),
            _ => Solver::default().one_per_core(),
        }))
    }

    /// Returns whether the answer of the command in `--solver-command` is read from its standard output.
    pub(crate) fn reads_standard_output(&self) -> bool {
        self.solver_command.as_ref().is_some_and(|program| !program.answers_in_a_file())
    }

    fn single(&self) -> Option<Method> {
        let program = self.solver_command.clone().map(|program| Method::Sat(Solver::External(program)));
        program.or_else(|| self.solver.clone())
    }

    /// Rejects combinations of `--portfolio` and `--solver` that make no sense, and several encodings unless
    /// `compares` is set.
    pub(crate) fn check(&self, compares: bool) -> Result<(), Failure> {
        let usage = |message: &str| Err(Failure::Usage(message.to_owned()));
        if !compares && (self.encoding.len() > 1 || self.at_most_one.len() > 1) {
            return usage("only 'sudoku-sat compare' accepts several encodings or at-most-one schemes");
        }
        match (&self.portfolio, &self.solver) {
            (Some(Members(members)), Some(_)) if !members.is_empty() => {
                usage("--portfolio=NAMES cannot be combined with --solver")
            }
            (Some(_), Some(Method::Search(_))) => {
                usage("--portfolio requires a SAT solver, but the method named by --solver is not one")
            }
            _ if self.cross_check || self.keep.is_some() => match self.named() {
                Some(Method::Sat(solver)) if solver.runs_external_program() => Ok(()),
                _ => usage("--cross-check and --keep require an external solver"),
            },
            _ => Ok(()),
        }
    }

    /// Returns the search engine that the command line names, if any.
    pub(crate) fn engine(&self) -> Option<Engine> {
        match (&self.portfolio, &self.solver_command, &self.solver) {
            (None, None, Some(Method::Search(engine))) => Some(*engine),
            _ => None,
        }
    }

    /// Returns the options for a SAT solver. A search engine on the command line is ignored.
    pub(crate) fn options(&self) -> SolveOptions {
        let solver = match self.chosen() {
            Some(Method::Sat(solver)) if self.verbose => Some(solver.with_statistics()),
            Some(Method::Sat(solver)) => Some(solver),
            Some(Method::Search(_)) | None => None,
        };
        let options = self.time.options().solver(solver).reduce(!self.no_reduce);
        options
            .encoding(self.encoding.first().and_then(|chosen| chosen.0))
            .at_most_one(self.at_most_one.first().copied())
            .sum_encoding(self.sum_encoding)
    }

    /// Returns the options for one of the puzzles of a batch. With `--jobs`, each puzzle uses a single thread.
    pub(crate) fn batch_options(&self, batch: &BatchArgs) -> SolveOptions {
        let options = self.options();
        if batch.jobs.is_some() { options.single_threaded() } else { options }
    }

    /// Returns all combinations of the encodings and the at-most-one schemes on the command line.
    pub(crate) fn policies(&self) -> Vec<EncodingPolicy> {
        let schemes: Vec<_> = self.at_most_one.iter().copied().map(Some).collect();
        let schemes = if schemes.is_empty() { &[None][..] } else { &schemes };
        let policy = |(&ChosenEncoding(encoding), &at_most_one)| EncodingPolicy {
            encoding,
            at_most_one,
            sum_encoding: self.sum_encoding,
            whole_board: self.no_reduce,
        };
        self.encoding.iter().cartesian_product(schemes).map(policy).collect()
    }
}

/// An encoding, or `None` to choose one by the size of the board.
#[derive(Clone, Copy, Debug)]
struct ChosenEncoding(Option<Encoding>);

fn encoding() -> impl TypedValueParser<Value = ChosenEncoding> {
    let auto = PossibleValue::new("auto").help("chosen by board size");
    PossibleValuesParser::new(iter::once(auto).chain(encodings())).try_map(|name| match &*name {
        "auto" => Ok(ChosenEncoding(None)),
        name => name.parse().map(|encoding| ChosenEncoding(Some(encoding))),
    })
}

/// The members of a portfolio. An empty list stands for one instance of the solver per core.
#[derive(Clone, Debug)]
struct Members(Vec<Solver>);

fn portfolio(names: &str) -> Result<Members, String> {
    let names = names.split(',').filter(|_| !names.is_empty());
    let member = |name| match Method::named(name) {
        Some(Method::Search(_)) => Err(format!("'{name}' is not a SAT solver")),
        Some(Method::Sat(solver)) => Ok(solver),
        None => Err(format!("unknown solver '{name}'")),
    };
    names.map(member).collect::<Result<_, _>>().map(Members)
}

/// Returns a parser for the names of SAT solvers and search engines.
pub(super) fn method() -> impl TypedValueParser<Value = Method> {
    methods(|_| true)
}

/// Returns a parser for the names of SAT solvers.
pub(super) fn sat_method() -> impl TypedValueParser<Value = Method> {
    methods(|name| Solver::named(name).is_some())
}

/// Returns a parser for all solvers of this build.
pub(super) fn any_solver() -> impl TypedValueParser<Value = Solver> {
    solvers(|_| true)
}

/// Returns a parser for the embedded solvers of this build.
pub(super) fn embedded_solver() -> impl TypedValueParser<Value = Solver> {
    solvers(|solver| !solver.runs_external_program())
}

fn solvers(is_accepted: fn(&Solver) -> bool) -> impl TypedValueParser<Value = Solver> {
    let names = Solver::names().filter(move |name| Solver::named(name).as_ref().is_some_and(is_accepted));
    PossibleValuesParser::new(names).try_map(|name| Solver::named(&name).ok_or("the solver is not available"))
}

fn methods(is_accepted: impl Fn(&str) -> bool) -> impl TypedValueParser<Value = Method> {
    let described = |name| {
        let help = match Method::named(name) {
            Some(Method::Sat(Solver::Native)) => {
                "embedded SAT solver for large boards, with native cells and houses"
            }
            Some(Method::Sat(Solver::External(_))) => "external SAT solver, which must be installed",
            Some(Method::Sat(_)) => "embedded SAT solver",
            Some(Method::Search(Engine::Dpll)) => "unit propagation and guesses on bit boards (DPLL)",
            Some(Method::Search(Engine::Propagate)) => {
                "search with naked and hidden singles (Norvig's essay)"
            }
            Some(Method::Search(Engine::Expand)) => {
                "candidate pruning, then branching on a cell with the fewest candidates (Bird's solver)"
            }
            Some(Method::Search(Engine::Backtrack)) => "backtracking over candidates",
            Some(Method::Search(Engine::Brute)) => "brute force over all digits",
            _ => return PossibleValue::new(name),
        };
        PossibleValue::new(name).help(help)
    };
    PossibleValuesParser::new(Method::names().filter(|name| is_accepted(name)).map(described))
        .try_map(|name| Method::named(&name).ok_or("unknown solver"))
}
