//! What commands take that run a solver.

use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use sudoku_cnf::cli::Failure;
use sudoku_cnf::cli::args::one_of;
use sudoku_sat::solver::external::{CommandError, Program};
use sudoku_sat::{AtMostOne, Encoding, EncodingPolicy, Engine, Interrupt, Limits, SolveOptions, Solver};

/// What every command that runs a solver takes.
#[derive(Debug, Args)]
pub(crate) struct SolverArgs {
    /// Which solver to use: varisat and the search engines propagate, expand, backtrack and brute are
    /// built in, the others are programs of their own [default: varisat, and for one solution of 17x17 to 36x36
    /// a portfolio with cadical if it is there]
    #[arg(long, value_name = "NAME", value_parser = solver())]
    solver: Option<Method>,

    /// Run any other SAT solver: {cnf} stands for the problem file, {out} for the file it writes its
    /// answer to; without {out} the answer is read from its standard output
    #[arg(long, value_name = "COMMAND", conflicts_with = "solver", value_parser = program)]
    solver_command: Option<Program>,

    /// Ask several SAT solvers at once, of which the first answer counts: their names, or without names
    /// one solver a core, each with another order of clauses and variables
    #[arg(long, value_name = "NAMES", num_args = 0..=1, require_equals = true, default_missing_value = "",
        conflicts_with = "solver_command", value_parser = portfolio)]
    portfolio: Option<Members>,

    /// Which clauses a SAT solver gets; auto chooses by the size of the board
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = encoding())]
    encoding: ChosenEncoding,

    /// How "at most one of these" is said in them; classic always lists pairs [default: pairwise]
    #[arg(long = "amo", value_name = "NAME", value_parser = one_of::<AtMostOne>(AtMostOne::ALL.map(AtMostOne::name)))]
    at_most_one: Option<AtMostOne>,

    /// Give a SAT solver the clauses of the whole board, and not only of what propagation leaves open
    #[arg(long)]
    no_reduce: bool,

    /// Tell which solver and which clauses are chosen
    #[arg(short, long)]
    pub(crate) verbose: bool,

    #[command(flatten)]
    pub(crate) time: TimeArgs,
}

/// What every command takes that may take long.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct TimeArgs {
    /// Give up on a puzzle after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,
}

impl TimeArgs {
    /// Returns the limits of one puzzle, whose time starts now.
    pub(crate) fn limits(self, interrupt: &Interrupt) -> Limits {
        let limits = Limits::none().or_interrupt(interrupt.clone());
        match self.timeout {
            Some(time) => limits.within(time),
            None => limits,
        }
    }
}

/// What finds solutions: a SAT solver, or a search engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    Sat(Solver),
    Search(Engine),
}

impl Method {
    fn names() -> impl Iterator<Item = &'static str> {
        let mut solvers: Vec<_> = Solver::names().collect();
        // After the embedded solver.
        solvers.splice(1..1, Engine::ALL.map(Engine::name));
        solvers.into_iter()
    }

    fn named(name: &str) -> Option<Self> {
        Solver::named(name).map(Self::Sat).or_else(|| name.parse().ok().map(Self::Search))
    }

    pub(crate) fn runs_a_program(&self) -> bool {
        matches!(self, Self::Sat(solver) if solver.runs_a_program())
    }
}

impl SolverArgs {
    /// Returns the solver or engine that the command line names, if any.
    pub(crate) fn chosen(&self) -> Option<Method> {
        match (&self.portfolio, self.single()) {
            (None, single) => single,
            (Some(Members(members)), Some(Method::Sat(solver))) if members.is_empty() => {
                Some(Method::Sat(solver.one_per_core()))
            }
            (Some(Members(members)), _) if members.is_empty() => {
                Some(Method::Sat(Solver::default().one_per_core()))
            }
            (Some(Members(members)), _) => Some(Method::Sat(Solver::Portfolio(members.clone()))),
        }
    }

    fn single(&self) -> Option<Method> {
        let program = self.solver_command.clone().map(|program| Method::Sat(Solver::External(program)));
        program.or_else(|| self.solver.clone())
    }

    /// Rejects solvers that do not go together.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        let usage = |message: &str| Err(Failure::Usage(message.to_owned()));
        match (&self.portfolio, &self.solver) {
            (Some(Members(members)), Some(_)) if !members.is_empty() => {
                usage("--portfolio names its solvers, so --solver has nothing to add")
            }
            (Some(_), Some(Method::Search(_))) => {
                usage("a portfolio is of SAT solvers, and a search engine is none")
            }
            _ => Ok(()),
        }
    }

    /// Returns the search engine that the command line names, if any.
    pub(crate) fn engine(&self) -> Option<Engine> {
        match self.chosen() {
            Some(Method::Search(engine)) => Some(engine),
            _ => None,
        }
    }

    /// Returns the options for a question that a SAT solver answers. A search engine is ignored.
    pub(crate) fn options(&self, interrupt: &Interrupt) -> SolveOptions {
        let mut options = SolveOptions::new().reduce(!self.no_reduce).interrupt(interrupt.clone());
        if let Some(Method::Sat(solver)) = self.chosen() {
            options = options.solver(solver);
        }
        if let Some(encoding) = self.encoding.0 {
            options = options.encoding(encoding);
        }
        if let Some(scheme) = self.at_most_one {
            options = options.at_most_one(scheme);
        }
        match self.time.timeout {
            Some(time) => options.timeout(time),
            None => options,
        }
    }

    /// Returns the options for a question that only a SAT solver can answer.
    ///
    /// # Errors
    /// If the command line names a search engine.
    pub(crate) fn sat_options(&self, interrupt: &Interrupt) -> Result<SolveOptions, Failure> {
        match self.engine() {
            Some(engine) => Err(Failure::Other(anyhow::anyhow!(
                "this question needs a SAT solver, and '{engine}' is none; leave --solver out, or name another"
            ))),
            None => Ok(self.options(interrupt)),
        }
    }

    /// Returns the choices of clauses.
    pub(crate) fn policy(&self) -> EncodingPolicy {
        EncodingPolicy { encoding: self.encoding.0, at_most_one: self.at_most_one, is_whole: self.no_reduce }
    }
}

/// An encoding, or none for one that fits the board.
#[derive(Clone, Copy, Debug)]
struct ChosenEncoding(Option<Encoding>);

fn encoding() -> impl TypedValueParser<Value = ChosenEncoding> {
    let names = ["auto"].into_iter().chain(Encoding::ALL.map(Encoding::name));
    PossibleValuesParser::new(names).try_map(|name| match &*name {
        "auto" => Ok(ChosenEncoding(None)),
        name => name.parse().map(|encoding| ChosenEncoding(Some(encoding))),
    })
}

/// The members of a portfolio; none to have as many as there are cores.
#[derive(Clone, Debug)]
struct Members(Vec<Solver>);

fn portfolio(names: &str) -> Result<Members, String> {
    let names = names.split(',').filter(|_| !names.is_empty());
    let member = |name| match Method::named(name) {
        Some(Method::Search(_)) => Err(format!("'{name}' is no SAT solver")),
        Some(Method::Sat(solver)) => Ok(solver),
        None => Err(format!("there is no solver '{name}'")),
    };
    names.map(member).collect::<Result<_, _>>().map(Members)
}

fn solver() -> impl TypedValueParser<Value = Method> {
    PossibleValuesParser::new(Method::names()).try_map(|name| Method::named(&name).ok_or("an unknown solver"))
}

fn program(command: &str) -> Result<Program, CommandError> {
    Program::from_command(command)
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "give a number of seconds, such as 10 or 0.5".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}
