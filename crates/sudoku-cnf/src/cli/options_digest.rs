//! A digest of the options of a run. A run that continues must have the same digest as the interrupted one.

use std::path::Path;

use clap::parser::ValueSource;
use clap::{ArgMatches, Command};

use super::compression::Compression;
use super::digest::Digest;

/// The options that the records do not depend on: the number of threads, limits, messages, and how to continue.
const IGNORED: [&str; 8] =
    ["jobs", "timeout", "memory_limit", "resume", "quiet", "verbose", "plain", "messages"];
/// The name of the output file. Only the formats that its extension selects count.
const OUTPUT: &str = "output";

/// Returns a digest of the options of `command` and its subcommands that are on the command line, in a fixed order.
///
/// The order and the spelling of the options do not matter, for example whether flags are combined. The number of
/// threads, limits and options for messages do not count. Neither does the name of the output file, except for its
/// extensions.
pub(super) fn options_digest(command: &Command, matches: &ArgMatches) -> u64 {
    add(Digest::new(0), command, matches).finish()
}

fn add(mut digest: Digest, command: &Command, matches: &ArgMatches) -> Digest {
    let mut names: Vec<_> = command.get_arguments().map(|argument| argument.get_id().as_str()).collect();
    names.sort_unstable();
    for name in names {
        let Ok(Some(values)) = matches.try_get_raw(name) else { continue };
        if IGNORED.contains(&name) || matches.value_source(name) != Some(ValueSource::CommandLine) {
            continue;
        }
        digest = digest.text(name);
        for value in values {
            digest = if name == OUTPUT {
                extensions(Path::new(value)).iter().fold(digest, Digest::text)
            } else {
                digest.text(value.as_encoded_bytes())
            };
        }
    }
    let subcommand = matches.subcommand();
    let found = subcommand.and_then(|(name, matches)| Some((command.find_subcommand(name)?, matches)));
    found.map_or(digest.clone(), |(command, matches)| add(digest.text(command.get_name()), command, matches))
}

/// Returns the extensions that select a format or a compression, in lower case.
fn extensions(path: &Path) -> Vec<String> {
    let lower =
        |path: &Path| path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
    let outer = Compression::from_path(path).and_then(|_| lower(path));
    let inner = if outer.is_some() { lower(&path.with_extension("")) } else { lower(path) };
    let inner = inner.filter(|extension| !["txt", "out", "log"].contains(&&**extension));
    outer.into_iter().chain(inner).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Arg, ArgAction, ArgGroup};

    fn digest(line: &str) -> u64 {
        let flag = |name: &'static str, short| {
            Arg::new(name).short(short).action(ArgAction::SetTrue).long(name).global(true)
        };
        let option = |name: &'static str| Arg::new(name).long(name);
        let solve = Command::new("solve")
            .args([option("format"), option("output").short('o'), option("jobs").short('j'), option("limit")])
            .args([Arg::new("files").num_args(0..)])
            .arg(Arg::new("all").short('a').action(ArgAction::SetTrue))
            .group(ArgGroup::new("Group").args(["jobs", "limit"]).multiple(true));
        let program = Command::new("p").args([flag("quiet", 'q'), flag("verbose", 'v')]).subcommand(solve);
        options_digest(&program, &program.clone().try_get_matches_from(line.split(' ')).unwrap())
    }

    #[test]
    fn only_options_with_an_influence_on_the_records_count() {
        let same = [
            "p solve --format json -a -o x.json.gz a b",
            "p -v solve a b -qa --format=json --output /elsewhere/y.JSON.GZ -j4",
            "p solve -j 2 -vqa -o x.json.gz --format json a b",
        ];
        assert!(same.iter().all(|line| digest(line) == digest(same[0])));
        for other in [
            "p solve --format json -a -o x.csv.gz a b",
            "p solve --format json -a -o x.json a b",
            "p solve --format json -o x.json.gz a b",
            "p solve --format json -a -o x.json.gz b a",
            "p solve --format line -a -o x.json.gz a b",
            "p solve --format json -a --limit 3 -o x.json.gz a b",
        ] {
            assert_ne!(digest(other), digest(same[0]), "{other}");
        }
    }
}
