//! Parses the statistics that solvers print.

use std::io::{self, BufRead};

use crate::solver::statistics::Statistics;

/// Parses the statistics in the output of a solver, or returns `None` if it does not report its conflicts.
///
/// The known solvers print a name and a number (`c conflicts: 47`, `c Choices : 31`), or a number and a name
/// (`c 42 conflicts`). If a number is printed several times, the last one counts.
///
/// # Errors
/// Returns an error if the output cannot be read.
pub(super) fn parse(output: impl BufRead) -> io::Result<Option<Statistics>> {
    let mut statistics = Statistics::default();
    let mut has_conflicts = false;
    for line in output.split(b'\n') {
        let line = line?;
        // The values of variables can take many lines.
        if !line.starts_with(b"v") {
            has_conflicts |=
                parse_line(&String::from_utf8_lossy(&line), &mut statistics) == Some("conflicts");
        }
    }
    Ok(has_conflicts.then_some(statistics))
}

/// Stores the number in a line, and returns its name.
fn parse_line(line: &str, statistics: &mut Statistics) -> Option<&'static str> {
    let line = line.strip_prefix("c ").unwrap_or(line).trim();
    let (name, number, unit) = if let Some((name, value)) = line.split_once(':') {
        let mut words = value.split_whitespace();
        (name.trim().to_ascii_lowercase(), words.next()?, words.next().unwrap_or_default())
    } else {
        // PicoSAT prints the number first.
        let (number, name) = line.split_once(' ')?;
        let (unit, name) = name.strip_prefix("MB ").map_or(("", name), |name| ("MB", name));
        (name.to_owned(), number, unit)
    };
    let (field, name) = match &*name {
        "decisions" | "choices" => (&mut statistics.decisions, "decisions"),
        "conflicts" => (&mut statistics.conflicts, "conflicts"),
        "propagations" => (&mut statistics.propagations, "propagations"),
        "restarts" => (&mut statistics.restarts, "restarts"),
        "memory used"
        | "max memory (rss) used"
        | "maximum resident set size of process"
        | "maximum-resident-set-size"
        | "maximally allocated" => {
            let unit = match unit {
                "MB" => f64::from(1 << 20),
                "kB" => 1024.0,
                _ => 1.0,
            };
            #[allow(
                clippy::cast_sign_loss,
                clippy::cast_possible_truncation,
                reason = "a size is not negative"
            )]
            let bytes = (number.parse::<f64>().ok()? * unit) as u64;
            statistics.peak_memory = Some(bytes);
            return Some("memory");
        }
        _ => return None,
    };
    // CryptoMiniSat rounds large numbers of propagations to thousands or millions.
    let (number, factor) = match number.strip_suffix('K') {
        Some(thousands) => (thousands, 1000),
        None => number.strip_suffix('M').map_or((number, 1), |millions| (millions, 1_000_000)),
    };
    *field = number.parse::<u64>().ok()?.saturating_mul(factor);
    Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Option<[u64; 5]> {
        let statistics = parse(text.as_bytes()).unwrap()?;
        let Statistics { decisions, conflicts, propagations, restarts, peak_memory, .. } = statistics;
        Some([decisions, conflicts, propagations, restarts, peak_memory.unwrap_or(0)])
    }

    #[test]
    fn every_solver_has_its_own_form() {
        const MB: u64 = 1 << 20;
        let minisat = "restarts              : 1\nconflicts             : 59             (12956 /sec)\n\
            decisions             : 75             (0.00 % random) (16469 /sec)\n\
            propagations          : 4333           (951471 /sec)\n\
            conflict literals     : 408            (10.72 % deleted)\nMemory used           : 13.00 MB\n";
        assert_eq!(parsed(minisat), Some([75, 59, 4333, 1, 13 * MB]));
        let cadical = "c chronological:                 4         8.51 %  of conflicts\n\
            c conflicts:                    47     60880.83    per second\nc decisions:      48   60880.83 per second\n\
            c propagations:               3950         5.12 M  per second\nc restarts: 3 2.0 interval\n\
            c maximum resident set size of process:            4.50    MB\n";
        assert_eq!(parsed(cadical), Some([48, 47, 3950, 3, 9 * MB / 2]));
        let kissat = "c conflicts:                               12                0.00 per second\n\
            c maximum-resident-set-size:           1048576 bytes             1 MB\n";
        assert_eq!(parsed(kissat), Some([0, 12, 0, 0, MB]));
        let cryptominisat = "c restarts                 : 1           (0.00      confls per restart)\n\
            c decisions/conflicts      : 0.50        \nc conflicts                : 2 (1.0 confl/s)\n\
            c restarts : 4 (1.0 x)\nc propagations : 17K (1M props/s)\nc Mem used : 5 MB\nc Max Memory (rss) used    : 5564 kB     \n";
        assert_eq!(parsed(cryptominisat), Some([0, 2, 17_000, 4, 5564 * 1024]));
        let picosat = "c 1 restarts\nc 42 conflicts\nc 7 decisions\nc 7520 propagations\n\
            c 0.0 MB recycled\nc 0.5 MB maximally allocated\n";
        assert_eq!(parsed(picosat), Some([7, 42, 7520, 1, MB / 2]));
        let clasp = "c Choices        : 31      \nc Conflicts      : 24       (Analyzed: 23)\n\
            c Restarts       : 0       \nc   Conflict     : 23       (Average Length:    5.1)\n";
        assert_eq!(parsed(clasp), Some([31, 24, 0, 0, 0]));
        assert_eq!(parsed("c Memory used: 3 MB\n"), None);
        assert_eq!(parsed("s SATISFIABLE\nv 1 -2 0\nc 1 2\n\nc x: y\nc conflicts:\nc conflicts: x\n"), None);
    }
}
