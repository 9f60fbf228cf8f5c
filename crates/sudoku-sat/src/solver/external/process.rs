//! A child process under limits.

use std::fs::File;
use std::io;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

use super::super::limits::Limits;
use super::super::outcome::StopReason;

/// The first pause between two looks at the child; each is half as long again as the one before.
const FIRST_PAUSE: Duration = Duration::from_micros(100);
/// The longest pause, which is also how late a limit may be noticed.
const LONGEST_PAUSE: Duration = Duration::from_millis(10);

/// How a child ended.
#[derive(Debug)]
pub(super) enum Ended {
    /// By itself.
    Exited(ExitStatus),
    /// By a limit, together with its children.
    Stopped(StopReason),
}

/// Runs a command to its end or to the first limit. Children that it leaves behind end with it.
///
/// # Errors
/// If it could not be started or waited for.
pub(super) fn run(mut command: Command, stdout: File, stderr: File, limits: &Limits) -> io::Result<Ended> {
    command.stdin(Stdio::null()).stdout(stdout).stderr(stderr);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn()?;
    let mut pause = FIRST_PAUSE;
    let stopped = loop {
        if has_ended(&mut child)? {
            break None;
        }
        if let Some(reason) = limits.reached() {
            break Some(reason);
        }
        thread::sleep(pause);
        pause = (pause * 3 / 2).min(LONGEST_PAUSE);
    };
    kill_with_children(&mut child);
    let status = child.wait()?;
    Ok(stopped.map_or(Ended::Exited(status), Ended::Stopped))
}

/// Whether a child has ended. It is not waited for yet: until then its process group keeps its number.
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

/// Ends a child that has not been waited for yet, and all of its process group.
#[cfg(unix)]
fn kill_with_children(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    // An error means that the group is gone already.
    let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
}

#[cfg(not(unix))]
fn kill_with_children(child: &mut Child) {
    // An error means that it is gone already.
    let _ = child.kill();
}
