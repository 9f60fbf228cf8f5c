//! The `sudoku-sat` program, which solves, analyzes, rates and generates puzzles, and counts their solutions.

mod cli;

use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use sudoku_cnf::cli::Failure;
use sudoku_cnf::cli::program::App;
use sudoku_sat::solver::external;

use cli::args::{Cli, Command};
use cli::{INTERRUPT, PROGRAM};

/// The grace period after a signal, during which workers can finish their work before the process exits.
const GRACE: Duration = Duration::from_millis(300);
/// The additional grace period while external solvers are running.
///
/// Stopping the solvers and removing their temporary files, which may be large, can take several seconds.
const GRACE_WITH_FILES: Duration = Duration::from_secs(5);
/// The interval between two checks whether external solvers are running.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

fn main() -> ExitCode {
    let app = App {
        name: PROGRAM,
        hint: |path| format!("to solve the puzzle in this file, run 'sudoku-sat solve {path}'"),
        messages: |cli: &Cli| cli.messages,
        stop,
        run,
    };
    app.main()
}

/// Interrupts the command, which then has a grace period to print its results. The period is longer while an external
/// solver is running, so that the solver can be stopped and its temporary files removed.
fn stop() {
    INTERRUPT.trigger();
    thread::sleep(GRACE);
    let start = Instant::now();
    while external::has_temporary_files() && start.elapsed() < GRACE_WITH_FILES {
        thread::sleep(POLL_INTERVAL);
    }
}

fn run(cli: &mut Cli) -> Result<u8, Failure> {
    cli.command.set_format_from_output()?;
    let style = cli.messages.style();
    if let Some(solver) = cli.command.fixed_solver().filter(|_| cli.verbose) {
        cli::print_message(format_args!("solver: {}", solver.title()));
    }
    match &cli.command {
        Command::Solve(args) => cli::solve::solve(args, style),
        Command::Count(args) => cli::count::count(args, style),
        Command::Candidates(args) => cli::candidates::candidates(args, style),
        Command::Minimize(args) => cli::minimize::minimize(args, style),
        Command::Rate(args) => cli::rate::rate(args, style),
        Command::Explain(args) => cli::explain::explain(args, style),
        Command::Generate(args) => cli::generate::generate(args),
        Command::Family(args) => cli::family::family(args),
        Command::Hardness(args) => cli::hardness::hardness(args),
        Command::Compare(args) => cli::compare::compare(args, style),
        Command::Trace(args) => cli::trace::trace(args),
        Command::Cubes(args) => cli::cubes::cubes(args),
        Command::Dimacs(args) => cli::dimacs::dimacs(args),
        Command::Certify(args) => cli::certify::certify(args, style),
        Command::Verify(args) => cli::verify::verify(args, cli.verbose),
        Command::Extra(extra) => extra.run::<Cli>(),
    }
}
