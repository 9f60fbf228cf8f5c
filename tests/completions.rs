//! Tests that run each completion script in the shell for which it was generated.

use std::fs;
use std::process::Command;

use crate::common::{binaries, run, run_command};
use crate::programs::has_program;

/// Writes the completion scripts for all programs to a temporary directory, and returns that directory.
fn scripts(shell: &str, file_name: impl Fn(&str) -> String) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for program in ["sudoku-cnf", "sudoku-sat", "sudoku-cli"] {
        let script = run(program, ["completions", shell]).stdout;
        fs::write(folder.path().join(file_name(program)), script).unwrap();
    }
    folder
}

/// Command lines to complete, each with a completion that the shell must offer.
const CASES: [(&str, &str); 7] = [
    ("sudoku-sat sol", "solve"),
    ("sudoku-sat solve --check-u", "--check-unique"),
    ("sudoku-sat solve --encoding tr", "triad"),
    ("sudoku-cli render --format h", "html"),
    ("sudoku-cnf --amo lad", "ladder"),
    ("sudoku-cnf --no-c", "--no-comments"),
    ("sudoku-sat generate --technique skys", "skyscraper"),
];

#[test]
fn bash_completes_commands_options_and_values() {
    let folder = scripts("bash", |program| format!("{program}.bash"));
    for (line, expected) in CASES {
        let words: Vec<_> = line.split(' ').collect();
        let (program, last) = (words[0], words.len() - 1);
        let function = program.replace('-', "__");
        let script = format!(
            "source {program}.bash; COMP_WORDS=({line}); COMP_CWORD={last}; \
             _{function} {program} {} {}; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
            words[last],
            words[last - 1]
        );
        let offered = run_command(Command::new("bash").args(["-c", &script]).current_dir(&folder), "").stdout;
        assert!(offered.lines().any(|word| word == expected), "{line}: {offered}");
    }
}

#[test]
fn fish_completes_commands_options_and_values() {
    if !has_program("fish") {
        return;
    }
    let folder = scripts("fish", |program| format!("{program}.fish"));
    for (line, expected) in CASES {
        let program = line.split(' ').next().unwrap();
        let script = format!("source {program}.fish; complete -C '{line}'");
        // Fish offers no completions for a command that it cannot find.
        let path = format!("{}:{}", binaries().display(), std::env::var("PATH").unwrap());
        let mut fish = Command::new("fish");
        fish.args(["--no-config", "-c", &script])
            .current_dir(&folder)
            .env("PATH", path)
            .env("HOME", folder.path());
        let offered = run_command(&mut fish, "").stdout;
        let mut words = offered.lines().map(|line| line.split('\t').next().unwrap());
        assert!(words.any(|word| word == expected), "{line}: {offered}");
    }
}

#[test]
fn zsh_completes_commands_options_and_values() {
    if !has_program("zsh") {
        return;
    }
    let folder = scripts("zsh", |program| format!("_{program}"));
    // Completion works only in an interactive shell, so the script starts one on a pseudo-terminal.
    let script = r#"
        zmodload zsh/zpty
        zpty shell zsh -f -i
        zpty -w shell "PROMPT=; fpath=($PWD \$fpath); autoload -U compinit; compinit -u -d $PWD/dump; echo ready-now"
        while zpty -r shell text && [[ $text != *ready-now$'\r'* ]]; do :; done
        zpty -w -n shell "$LINE"$'\t'
        while [[ $all != *$EXPECTED* ]] && zpty -r shell text '*'$EXPECTED'*'; do all+=$text; done
        print -r -- $all
    "#;
    for (line, expected) in CASES {
        let mut zsh = Command::new("timeout");
        zsh.args(["20", "zsh", "-f", "-c", script])
            .current_dir(&folder)
            .env("LINE", line)
            .env("EXPECTED", expected);
        let screen = run_command(&mut zsh, "").stdout;
        assert!(screen.contains(expected), "{line}: {screen}");
    }
}
