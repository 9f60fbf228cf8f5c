//! Tests with faulty external solvers: small shell scripts, each with one fault.

#![cfg(unix)]

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{Run, binary, run_command, sample, wait_until};

/// A faulty solver called `fake`.
struct Fault {
    /// The shell script. Its arguments are the CNF file and the answer file.
    script: &'static str,
    /// Text that the error must contain, in addition to the name of the solver.
    expected: &'static str,
}

const fn fault(script: &'static str, expected: &'static str) -> Fault {
    Fault { script, expected }
}

const FAULTS: [Fault; 19] = [
    fault("", "the solver's output is empty"),
    fault("exit 10", "the solver's output is empty"),
    fault("exit 3", "failed with exit status: 3"),
    fault("printf 's SATISFIABLE\\nv 1 -2\\n'; exit 10", "the output may be truncated"),
    fault("echo s SATISFIABLE; exit 10", "printed no model"),
    fault("printf 's SATISFIABLE\\nv 1 0\\n'; exit 10", "returned a model that is not a full grid"),
    fault("printf 's SATISFIABLE\\nv 1 0\\n'; exit 20", "contradicts itself"),
    fault("echo s UNSATISFIABLE; exit 10", "contradicts itself"),
    fault("echo s UNSATISFIABLE", "reported UNSATISFIABLE with exit code 0 instead of 20"),
    fault("echo s UNSATISFIABLE; exit 20", "reported UNSATISFIABLE, but varisat found a model"),
    fault("kill -SEGV $$", "failed with signal: 11"),
    fault("kill -KILL $$", "failed with signal: 9"),
    fault("printf 's SATISFIABLE\\nv \\377\\376 0\\n'; exit 10", "line 2"),
    fault("head -c 1000000000 /dev/zero; exit 10", "its output exceeds"),
    fault("head -c 1000000000 /dev/zero >&2; exit 10", "its output exceeds"),
    fault("yes v 1 2 3 > $2", "its output exceeds"),
    fault("mkfifo $2; exit 10", "'answer' has been replaced by a link, pipe or folder"),
    fault("ln -s /dev/zero $2; exit 10", "'answer' has been replaced by a link, pipe or folder"),
    fault("echo > $1; printf 's SATISFIABLE\\n'; printf 'v 1 0\\n'; exit 10", "changed its problem file"),
];

/// A folder with faulty programs, and a folder `tmp` for temporary files.
struct Setting {
    folder: tempfile::TempDir,
}

impl Setting {
    /// Creates a folder with `script` as the program `name`.
    fn new(name: &str, script: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("tmp")).unwrap();
        let setting = Self { folder };
        setting.add(name, script);
        setting
    }

    /// Writes `script` as the program `name`.
    fn add(&self, name: &str, script: &str) {
        fs::write(self.path("script"), format!("#!/bin/sh\n{script}\n")).unwrap();
        // Another process writes the program. If a test in another thread started a process while this process has the
        // program open for writing, the program could not be executed.
        let copy = format!("cat script > {name}; chmod +x {name}");
        let status = Command::new("sh").args(["-c", &copy]).current_dir(self.folder.path()).status();
        assert!(status.unwrap().success());
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs `sudoku-sat` with the program in front of `PATH`. Checks that it leaves no temporary files.
    fn run(&self, args: &[&str], input: &str) -> Run {
        let mut path = OsString::from(self.folder.path());
        path.push(":");
        path.push(std::env::var_os("PATH").unwrap_or_default());
        let mut command = Command::new(binary("sudoku-sat"));
        command.args(args).env("PATH", path).env("TMPDIR", self.path("tmp"));
        let run = run_command(&mut command, input);
        assert_eq!(fs::read_dir(self.path("tmp")).unwrap().count(), 0, "{args:?} leaves temporary files");
        run
    }
}

/// Returns a script that prints the model of `grid`, the solution of a 4×4 puzzle. Variables that the model omits are
/// false.
fn model_of(grid: &str) -> String {
    let literals: Vec<_> = (0..)
        .zip(grid.bytes())
        .map(|(cell, digit)| (cell * 4 + u32::from(digit - b'0')).to_string())
        .collect();
    format!("printf 's SATISFIABLE\\nv {} 0\\n'; exit 10", literals.join(" "))
}

const PUZZLE: &str = "1.....2...3....4";
const SOLUTION: &str = "1243342141322314";
const FAKE: &str = "fake {cnf} {out}";
const FAKE_STDOUT: &str = "fake {cnf}";

#[test]
fn every_fault_names_the_solver_and_keeps_its_files() {
    for Fault { script, expected } in FAULTS {
        let setting = Setting::new("fake", script);
        let kept = setting.path("kept");
        let command = if script.contains("$2") { FAKE } else { FAKE_STDOUT };
        let keep = ["--cross-check", "--keep", kept.to_str().unwrap()];
        let run = setting.run(&[&["solve", "--solver-command", command][..], &keep].concat(), PUZZLE);
        assert_eq!((run.code, &*run.stdout), (1, ""), "{script}: {}", run.stderr);
        assert!(run.stderr.contains("'fake'") && run.stderr.contains(expected), "{script}: {}", run.stderr);
        let folders: Vec<_> = fs::read_dir(&kept).unwrap().map(|entry| entry.unwrap().path()).collect();
        let [folder] = &folders[..] else { panic!("{script}: {folders:?}") };
        assert!(folder.join("problem.cnf").is_file() && folder.join("stdout").is_file(), "{script}");
        assert!(run.stderr.contains(&format!("kept in {}", folder.display())), "{script}: {}", run.stderr);
    }
}

/// A program that cannot be executed is a fault of the whole run, but it must be named too.
#[test]
fn a_solver_that_cannot_start_is_named() {
    let setting = Setting::new("fake", "exit 3");
    fs::write(setting.path("fake"), "").unwrap();
    assert!(Command::new("chmod").arg("-x").arg(setting.path("fake")).status().unwrap().success());
    let path = setting.path("fake").display().to_string();
    let run = setting.run(&["solve", "--solver-command", &format!("{path} {{cnf}}")], PUZZLE);
    assert!(run.code == 1 && run.stderr.contains(&format!("'{path}'")), "{}", run.stderr);
}

#[test]
fn an_answer_does_not_require_that_the_problem_is_read() {
    let setting = Setting::new("fake", &model_of(SOLUTION));
    let run = setting.run(
        &[
            "solve",
            "--no-reduce",
            "--quiet",
            "--cross-check",
            "--solver-command",
            FAKE_STDOUT,
            "--format",
            "line",
        ],
        PUZZLE,
    );
    assert_eq!((run.code, run.stdout.trim_end(), &*run.stderr), (0, SOLUTION, ""));
}

/// The model must be checked against the problem that was written, not against the file that the solver leaves.
#[test]
fn a_solver_cannot_replace_its_problem() {
    // The grid follows the rules, but it is not a solution of the blocked problem.
    for replace in ["printf 'p cnf 64 1\\n1 0\\n' > $1", "rm $1; printf 'p cnf 64 1\\n1 0\\n' > $1", "rm $1"]
    {
        let setting = Setting::new("fake", &format!("{replace}; {}", model_of(SOLUTION)));
        for question in [&["solve", "--all"][..], &["count"], &["candidates"]] {
            let args =
                [question, &["--no-reduce", "--solver-command", FAKE_STDOUT, "--timeout", "20"]].concat();
            let run = setting.run(&args, PUZZLE);
            let is_refused = run.stderr.contains("the solver 'fake' changed its problem file");
            assert!(run.code == 1 && is_refused, "{replace} {question:?}: {} {}", run.stdout, run.stderr);
        }
    }
}

#[test]
fn the_cross_check_protects_every_question() {
    let setting = Setting::new("fake", "echo s UNSATISFIABLE; exit 20");
    for question in ["solve", "count", "candidates", "minimize"] {
        let run = setting.run(&[question, "--cross-check", "--solver-command", FAKE_STDOUT], PUZZLE);
        let is_refused = run.stderr.contains("'fake' reported UNSATISFIABLE, but varisat found a model");
        assert!(run.code == 1 && is_refused, "{question}: {} {}", run.stdout, run.stderr);
    }
    let impossible =
        setting.run(&["solve", "--cross-check", "--solver-command", FAKE_STDOUT], "12..34...1.....3");
    assert_eq!((impossible.code, &*impossible.stderr), (20, "sudoku-sat: no solution\n"));
    let proof = setting.run(&["solve", "--check-proof", "--solver-command", "fake {cnf} {proof}"], PUZZLE);
    assert!(proof.code == 1 && proof.stdout.is_empty(), "{} {}", proof.stdout, proof.stderr);
    let embedded = setting.run(&["solve", "--cross-check", "--solver", "varisat"], PUZZLE);
    assert!(embedded.code == 2 && embedded.stderr.contains("external solver"), "{}", embedded.stderr);
}

#[test]
fn a_portfolio_names_the_member_that_it_drops() {
    let wrong = "printf 's SATISFIABLE\\nv 1 0\\n'; exit 10";
    let setting = Setting::new("picosat", wrong);
    let puzzle = sample("essay-hard.txt");
    let only = setting.run(&["solve", "--portfolio=picosat", "--no-reduce", &puzzle], "");
    let names_it = only.stderr.contains("the solver 'picosat' returned a model that is not a full grid");
    assert!(only.code == 1 && names_it, "{}", only.stderr);
    let several = [PUZZLE; 3].join("\n");
    let two =
        setting.run(&["solve", "--portfolio=picosat,picosat", "--no-reduce", "--format", "line"], &several);
    assert_eq!((two.code, &*two.stdout), (1, "error\nerror\nerror\n"));
    assert_eq!(two.stderr.matches("continues without 'picosat': ").count(), 1, "{}", two.stderr);
    setting.add("glucose", &format!("sleep 0.5; {}", model_of(SOLUTION)));
    let run =
        setting.run(&["solve", "--portfolio=picosat,glucose", "--no-reduce", "--format", "line"], PUZZLE);
    assert_eq!((run.code, run.stdout.trim_end()), (0, SOLUTION), "{}", run.stderr);
    assert!(run.stderr.contains("warning: the portfolio continues without 'picosat': "), "{}", run.stderr);
}

/// Solvers that do not end: they ignore signals, or start children.
#[test]
fn the_time_limit_ends_every_solver() {
    for script in [
        "trap '' TERM INT HUP; while :; do sleep 1; done",
        "sleep 100 & wait",
        "(trap '' TERM; sleep 100) & (sleep 100 | cat) & wait",
        "kill -STOP $$",
    ] {
        let setting = Setting::new("fake", script);
        let run = setting.run(&["solve", "--timeout", "0.3", "--solver-command", FAKE_STDOUT], PUZZLE);
        assert_eq!((run.code, &*run.stdout), (30, ""), "{script}: {}", run.stderr);
        // The system ends a killed grandchild some time after its parent has been reaped.
        wait_until(&format!("{script} ends"), || !is_used(setting.folder.path()));
    }
}

/// The formula of a large board takes longer to write than the limit permits. The limit applies to this time, too.
#[test]
fn the_time_limit_includes_writing_the_problem() {
    let setting = Setting::new("fake", "sleep 100");
    let empty = vec![". ".repeat(100); 100].join("\n");
    for options in [
        &["--no-reduce", "--solver-command", FAKE_STDOUT][..],
        &["--check-proof", "--solver-command", "fake {cnf} {proof}"],
        &["--check-proof"],
        &["--check-proof", "--solver", "varisat"],
    ] {
        let run = setting.run(&[&["solve", "--box", "10x10", "--timeout", "0.3"], options].concat(), &empty);
        assert_eq!((run.code, &*run.stdout), (30, ""), "{options:?}: {}", run.stderr);
    }
}

/// Returns whether the environment of a running process mentions `folder`, which contains its temporary files.
fn is_used(folder: &Path) -> bool {
    let folder = folder.display().to_string();
    let is_user = |entry: fs::DirEntry| {
        let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
        String::from_utf8_lossy(&environment).contains(&folder)
    };
    fs::read_dir("/proc").is_ok_and(|mut entries| entries.any(|entry| entry.is_ok_and(is_user)))
}

/// A lack of file descriptors or of disk space fails a record, not the run.
#[test]
fn a_lack_of_resources_affects_only_some_records() {
    let setting = Setting::new("fake", &model_of(SOLUTION));
    let puzzles = [PUZZLE; 40].join("\n");
    let script = format!(
        "ulimit -n 24; exec {} solve --no-reduce --jobs 8 --format line --solver-command '{FAKE_STDOUT}'",
        binary("sudoku-sat").display()
    );
    let mut path = OsString::from(setting.folder.path());
    path.push(":/usr/bin:/bin");
    let mut command = Command::new("sh");
    command.args(["-c", &script]).env("PATH", path).env("TMPDIR", setting.path("tmp"));
    let run = run_command(&mut command, &puzzles);
    assert_eq!(run.stdout.lines().count(), 40, "{}", run.stderr);
    assert!(run.stdout.lines().all(|line| line == SOLUTION || line == "error"), "{}", run.stdout);
    assert!(run.stdout.contains(SOLUTION), "{}", run.stderr);
    assert_eq!(fs::read_dir(setting.path("tmp")).unwrap().count(), 0);
}
