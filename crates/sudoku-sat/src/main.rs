//! The `sudoku-sat` program, which solves, analyzes, rates and generates puzzles, and counts their solutions.

mod cli;

use std::process::ExitCode;
use std::sync::LazyLock;
use std::time::{Duration, Instant};
use std::{io, thread};

use sudoku_cnf::cli::program::App;
use sudoku_cnf::cli::{Failure, exit_code};
use sudoku_sat::solver::{Interrupt, external};

use cli::PROGRAM;
use cli::args::{Cli, Command};

/// The grace period after a signal, during which workers can finish their work before the process exits.
const GRACE: Duration = Duration::from_millis(300);
/// The additional grace period while external solvers are running.
///
/// Stopping the solvers and removing their temporary files, which may be large, can take several seconds.
const GRACE_WITH_FILES: Duration = Duration::from_secs(5);
/// The interval between two checks whether external solvers are running.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// The interrupt that is triggered when a signal ends the program.
static INTERRUPT: LazyLock<Interrupt> = LazyLock::new(Interrupt::default);

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
    cli.command.check()?;
    let (style, interrupt) = (cli.messages.style(), &*INTERRUPT);
    if let Some(solver) = cli.command.fixed_solver().filter(|_| cli.verbose) {
        cli::print_message(format_args!("solver: {}", solver.title()));
    }
    match &cli.command {
        Command::Solve(args) => cli::solve(args, style, interrupt),
        Command::Count(args) => cli::count(args, style, interrupt),
        Command::Candidates(args) => cli::candidates(args, style, interrupt),
        Command::Minimize(args) => cli::minimize(args, style, interrupt),
        Command::Rate(args) => cli::rate(args, style, interrupt),
        Command::Explain(args) => cli::explain(args, style, interrupt),
        Command::Generate(args) => cli::generate(args, interrupt),
        Command::Family(args) => cli::family(args, interrupt),
        Command::Hardness(args) => cli::hardness(args, interrupt),
        Command::Compare(args) => cli::compare(args, style, interrupt),
        Command::Trace(args) => cli::trace(args, interrupt),
        Command::Cubes(args) => cli::cubes(args, interrupt),
        Command::Dimacs(args) => cli::dimacs(args, interrupt),
        Command::Certify(args) => cli::certify(args, style, interrupt),
        Command::Verify(args) => cli::verify(args, cli.verbose, interrupt),
        Command::Extra(extra) => {
            extra.write::<Cli>(&mut io::stdout().lock())?;
            Ok(exit_code::DONE)
        }
    }
}
