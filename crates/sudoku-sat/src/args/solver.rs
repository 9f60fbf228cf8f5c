//! What commands take that run a solver.

use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use sudoku_cnf::program::args::one_of;
use sudoku_cnf::{AtMostOne, CnfOptions, Encoding, Grid};
use sudoku_sat::external::{CommandError, Program};
use sudoku_sat::{Choice, Interrupt, Limits, Solver};

use super::Usage;

/// What every command that runs a solver takes.
#[derive(Debug, Args)]
pub(crate) struct SolverArgs {
    /// Which solver to use: varisat and the search engines propagate, expand, backtrack and brute are
    /// built in, the others are programs of their own [default: varisat, and for one solution of 17x17 to 36x36
    /// a portfolio with cadical if it is there]
    #[arg(long, value_name = "NAME", value_parser = solver())]
    solver: Option<Solver>,

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
    /// The limits of one puzzle, whose time begins now.
    pub(crate) fn limits(self, interrupt: &Interrupt) -> Limits {
        let limits = Limits::none().or_interrupt(interrupt.clone());
        match self.timeout {
            Some(time) => limits.within(time),
            None => limits,
        }
    }
}

impl SolverArgs {
    /// The solver that is asked for, if any.
    pub(crate) fn chosen(&self) -> Option<Solver> {
        match &self.portfolio {
            Some(Members(members)) if members.is_empty() => {
                Some(self.single().unwrap_or_default().one_a_core())
            }
            Some(Members(members)) => Some(Solver::Portfolio(members.clone())),
            None => self.single(),
        }
    }

    fn single(&self) -> Option<Solver> {
        self.solver_command.clone().map(Solver::External).or_else(|| self.solver.clone())
    }

    /// Refuses solvers that do not go together.
    pub(crate) fn check(&self) -> Result<(), Usage> {
        match (&self.portfolio, &self.solver) {
            (Some(Members(members)), Some(_)) if !members.is_empty() => {
                Err(Usage("--portfolio names its solvers, so --solver has nothing to add"))
            }
            (Some(_), Some(Solver::Engine(_))) => {
                Err(Usage("a portfolio is of SAT solvers, and a search engine is none"))
            }
            _ => Ok(()),
        }
    }

    /// The solver that is asked for, or the default for questions that take many calls: varisat, which keeps
    /// what it learned from one call to the next.
    pub(crate) fn solver(&self) -> Solver {
        self.chosen().unwrap_or_default()
    }

    /// The solver that is asked for, or the default for one solution of `puzzle`.
    pub(crate) fn solver_for_one(&self, puzzle: &Grid) -> Solver {
        self.chosen().unwrap_or_else(|| Solver::for_size(puzzle.geometry().size()))
    }

    /// What is said of the clauses.
    pub(crate) fn choice(&self) -> Choice {
        Choice { encoding: self.encoding.0, at_most_one: self.at_most_one, is_whole: self.no_reduce }
    }

    /// The clauses that are asked for, or the default ones for the board of `puzzle`.
    pub(crate) fn cnf(&self, puzzle: &Grid) -> CnfOptions {
        self.choice().options(puzzle.geometry().size())
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
    let member = |name| match Solver::named(name) {
        Some(Solver::Engine(_)) => Err(format!("'{name}' is no SAT solver")),
        Some(solver) => Ok(solver),
        None => Err(format!("there is no solver '{name}'")),
    };
    names.map(member).collect::<Result<_, _>>().map(Members)
}

fn solver() -> impl TypedValueParser<Value = Solver> {
    PossibleValuesParser::new(Solver::names()).try_map(|name| Solver::named(&name).ok_or("an unknown solver"))
}

fn program(command: &str) -> Result<Program, CommandError> {
    Program::from_command(command)
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "give a number of seconds, such as 10 or 0.5".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}
