//! Child processes that are killed when a limit is reached.

use std::fs::File;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use std::{io, thread};

use crate::solver::limits::Limits;
use crate::solver::outcome::StopReason;

/// The pause between two checks of whether a child process has ended is the elapsed time divided by this number, so
/// times over 2 ms are at most 5% too long.
const CHECKS: u32 = 20;
const SHORTEST_PAUSE: Duration = Duration::from_micros(100);
/// The longest pause between two checks, and thus the longest delay between reaching a limit and noticing it.
const LONGEST_PAUSE: Duration = Duration::from_millis(10);

/// The way in which a child process ended.
#[derive(Debug)]
pub(super) enum Ended {
    /// The process ended on its own.
    Exited(ExitStatus),
    /// The process was killed because a limit was reached.
    Stopped(StopReason),
    /// The process was killed because it wrote too much.
    TooMuchOutput,
}

/// Runs a command until it ends, a limit is reached or `has_too_much_output` returns `true`.
///
/// On Unix, any processes that remain in the command's process group are killed afterward.
///
/// # Errors
/// Returns an error if the command cannot be started or waited for.
pub(super) fn run(
    mut command: Command,
    stdout: File,
    stderr: File,
    limits: &Limits,
    has_too_much_output: impl Fn() -> bool,
) -> io::Result<Ended> {
    command.stdin(Stdio::null()).stdout(stdout).stderr(stderr);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn()?;
    let start = Instant::now();
    let stopped = loop {
        if has_ended(&mut child)? {
            break None;
        }
        if let Some(reason) = limits.reached() {
            break Some(Ended::Stopped(reason));
        }
        if has_too_much_output() {
            break Some(Ended::TooMuchOutput);
        }
        thread::sleep((start.elapsed() / CHECKS).clamp(SHORTEST_PAUSE, LONGEST_PAUSE));
    };
    kill_with_children(&mut child);
    let status = child.wait()?;
    // A process may also write too much just before it ends.
    Ok(stopped
        .unwrap_or_else(|| if has_too_much_output() { Ended::TooMuchOutput } else { Ended::Exited(status) }))
}

/// Returns whether `child` has ended.
///
/// This function does not reap the child. Otherwise, the system could reuse the process group ID before
/// `kill_with_children` uses it.
#[cfg(unix)]
fn has_ended(child: &mut Child) -> io::Result<bool> {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    Ok(waitid(WaitId::Pid(Pid::from_child(child)), options)?.is_some())
}

#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> io::Result<bool> {
    child.try_wait().map(|status| status.is_some())
}

/// Kills the process group of a child that has not been reaped yet.
#[cfg(unix)]
fn kill_with_children(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    // An error means that the process group no longer exists.
    let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
}

#[cfg(not(unix))]
fn kill_with_children(child: &mut Child) {
    // An error means that the process has already ended.
    let _ = child.kill();
}
