//! The measurements of all puzzles, for each combination of a solver, an encoding and an at-most-one scheme.

use std::collections::HashMap;

use sudoku_sat::compare::Timing;

use super::row::Row;

/// The measurements of all combinations.
#[derive(Debug, Default)]
pub(super) struct Combinations {
    /// The index of each puzzle, which its file, its line and its number determine.
    puzzles: HashMap<(String, usize, u64), usize>,
    /// The combinations in the order in which they were first measured.
    pub(super) list: Vec<Combination>,
}

/// The measurements of one combination for all puzzles.
#[derive(Debug, Default)]
pub(super) struct Combination {
    /// The names of the solver, the encoding and the at-most-one scheme.
    pub(super) names: [String; 3],
    /// The sums of the numbers of variables, clauses, literals and bytes.
    pub(super) sizes: [usize; 4],
    /// The sum of the numbers of candidates that unit propagation leaves open.
    pub(super) open_candidates: Option<usize>,
    pub(super) encode_seconds: Vec<f64>,
    pub(super) results: Vec<PuzzleResult>,
    /// The conflicts of the puzzles for which the solver reports them.
    pub(super) conflicts: Vec<f64>,
    /// The largest peak memory of an external solver, in bytes.
    pub(super) peak_memory: Option<u64>,
}

/// The result of a combination for one puzzle.
#[derive(Clone, Copy, Debug)]
pub(super) struct PuzzleResult {
    /// The index of the puzzle.
    pub(super) puzzle: usize,
    /// The solving times, or `None` if the puzzle was not solved within the limits.
    pub(super) solve: Option<Timing>,
    runs: usize,
    pub(super) timeout_seconds: Option<f64>,
}

impl Combinations {
    pub(super) fn add(&mut self, row: &Row<'_>) {
        let next = self.puzzles.len();
        let puzzle = *self.puzzles.entry((row.file.to_string(), row.line, row.id)).or_insert(next);
        let names = [&row.solver, &row.encoding, &row.at_most_one].map(ToString::to_string);
        match self.list.iter_mut().find(|combination| combination.names == names) {
            Some(combination) => combination.add(row, puzzle),
            None => self.list.push(Combination::of(row, puzzle)),
        }
    }

    /// Returns the number of puzzles.
    pub(super) fn puzzle_count(&self) -> usize {
        self.puzzles.len()
    }

    /// Returns for each combination the number of puzzles on which its slowest run was faster than every run of all
    /// other combinations. Puzzles that were not measured with all combinations do not count.
    ///
    /// A difference that is smaller than the spread of repeated runs therefore decides nothing. Returns `None` if any
    /// time was measured only once, because its spread is unknown, or if there is only one combination.
    pub(super) fn wins(&self) -> Option<Vec<usize>> {
        let mut results = self.list.iter().flat_map(|combination| &combination.results);
        if self.list.len() < 2 || results.any(|result| result.runs < 2) {
            return None;
        }
        let spans: Vec<_> = self.list.iter().map(|combination| self.spans(combination)).collect();
        let is_won = |winner: usize, puzzle: usize| {
            let Some((_, longest)) = spans[winner][puzzle] else { return false };
            let mut others = spans.iter().enumerate().filter(|(index, _)| *index != winner);
            longest.is_finite()
                && others.all(|(_, other)| other[puzzle].is_some_and(|(least, _)| longest < least))
        };
        let wins = |winner| (0..self.puzzle_count()).filter(|&puzzle| is_won(winner, puzzle)).count();
        Some((0..self.list.len()).map(wins).collect())
    }

    /// Returns the shortest and the longest time of a combination for each puzzle. They are infinite if it was not
    /// solved. Puzzles that were not measured have no times.
    fn spans(&self, combination: &Combination) -> Vec<Option<(f64, f64)>> {
        let mut spans = vec![None; self.puzzle_count()];
        for result in &combination.results {
            let (min, max) =
                result.solve.map_or((f64::INFINITY, f64::INFINITY), |solve| (solve.min, solve.max));
            let (least, longest) = spans[result.puzzle].get_or_insert((min, max));
            (*least, *longest) = (least.min(min), longest.max(max));
        }
        spans
    }
}

impl Combination {
    /// Returns the measurements of a combination whose first row is `row`.
    pub(super) fn of(row: &Row<'_>, puzzle: usize) -> Self {
        let mut combination = Self {
            names: [&row.solver, &row.encoding, &row.at_most_one].map(ToString::to_string),
            open_candidates: Some(0),
            ..Self::default()
        };
        combination.add(row, puzzle);
        combination
    }

    fn add(&mut self, row: &Row<'_>, puzzle: usize) {
        for (sum, size) in self.sizes.iter_mut().zip([row.variables, row.clauses, row.literals, row.bytes]) {
            *sum += size;
        }
        let open = self.open_candidates.zip(row.open_candidates);
        self.open_candidates = open.map(|(sum, open)| sum + open);
        self.encode_seconds.push(row.encode_seconds);
        let timing = |median| Timing {
            median,
            min: row.solve_min_seconds.unwrap_or(median),
            max: row.solve_max_seconds.unwrap_or(median),
        };
        self.results.push(PuzzleResult {
            puzzle,
            solve: row.solve_seconds.map(timing),
            runs: row.runs,
            timeout_seconds: row.timeout_seconds,
        });
        self.conflicts.extend(row.conflicts.map(|conflicts| conflicts as f64));
        self.peak_memory = self.peak_memory.max(row.peak_memory_bytes);
    }

    /// Returns the name of the solver with the encoding and the scheme.
    pub(super) fn title(&self) -> String {
        self.names.join(", ")
    }

    /// Returns the number of measured puzzles.
    pub(super) fn puzzles(&self) -> usize {
        self.results.len()
    }

    /// Returns the mean of a number whose sum over all puzzles is `sum`, rounded.
    pub(super) fn mean(&self, sum: usize) -> String {
        ((sum + self.puzzles() / 2) / self.puzzles()).to_string()
    }

    /// Returns one of the times of each puzzle that was solved.
    pub(super) fn times(&self, time: fn(Timing) -> f64) -> Vec<f64> {
        self.solved().map(time).collect()
    }

    /// Returns the times of the puzzles that were solved.
    pub(super) fn solved(&self) -> impl Iterator<Item = Timing> {
        self.results.iter().filter_map(|result| result.solve)
    }

    /// Returns the mean time in seconds. A puzzle that was not solved counts as twice the time limit. Returns `None` if
    /// such a puzzle had no time limit.
    pub(super) fn penalized_mean(&self) -> Option<f64> {
        let seconds = |result: &PuzzleResult| match result.solve {
            Some(solve) => Some(solve.median),
            None => result.timeout_seconds.map(|timeout| 2.0 * timeout),
        };
        let sum = self.results.iter().map(seconds).sum::<Option<f64>>();
        sum.map(|sum| sum / self.puzzles() as f64)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Returns a row of a solver with the shortest, the median and the longest time.
    pub(in crate::cli::compare) fn row(
        solver: &'static str,
        line: usize,
        solve: Option<[f64; 3]>,
    ) -> Row<'static> {
        Row {
            id: 1,
            file: "a".into(),
            line,
            solver: solver.into(),
            encoding: "minimal".into(),
            at_most_one: "pairwise".into(),
            variables: 10,
            clauses: 20,
            literals: 30,
            bytes: 40,
            open_candidates: Some(50),
            solved_by_propagation: false,
            runs: 3,
            encode_seconds: 0.000_25,
            encode_min_seconds: 0.0,
            encode_max_seconds: 1.0,
            solve_seconds: solve.map(|[_, median, _]| median),
            solve_min_seconds: solve.map(|[min, ..]| min),
            solve_max_seconds: solve.map(|[_, _, max]| max),
            decisions: None,
            conflicts: solve.map(|_| 7),
            propagations: None,
            restarts: None,
            peak_memory_bytes: solve.map(|_| 3 << 20),
            timeout_seconds: Some(1.0),
        }
    }

    fn combinations(rows: &[Row<'static>]) -> Combinations {
        let mut combinations = Combinations::default();
        for row in rows {
            combinations.add(row);
        }
        combinations
    }

    #[test]
    fn a_win_is_larger_than_the_spread() {
        let mut rows = vec![
            row("minisat", 1, Some([1.0, 2.0, 3.0])),
            row("cadical", 1, Some([4.0, 5.0, 6.0])),
            row("minisat", 2, Some([1.0, 2.0, 5.0])),
            row("cadical", 2, Some([4.0, 5.0, 6.0])),
            row("minisat", 3, None),
            row("cadical", 3, Some([4.0, 5.0, 6.0])),
            row("minisat", 4, None),
            row("cadical", 4, None),
        ];
        assert_eq!(combinations(&rows).wins(), Some(vec![1, 1]));
        // Records of the same combination do not compete with each other, and missing records do not lose.
        let merged = [&rows[..], &rows[..]].concat();
        assert_eq!(combinations(&merged).wins(), Some(vec![1, 1]));
        let apart = [rows[0].clone(), row("cadical", 5, Some([4.0, 5.0, 6.0]))];
        assert_eq!(combinations(&apart).wins(), Some(vec![0, 0]));
        rows[0].runs = 1;
        assert_eq!(combinations(&rows).wins(), None);
        assert_eq!(combinations(&rows[..1]).wins(), None);
    }

    #[test]
    fn unsolved_puzzles_are_penalized() {
        let mut rows = [row("minisat", 1, Some([1.0, 2.0, 3.0])), row("minisat", 2, None)];
        assert_eq!(combinations(&rows).list[0].penalized_mean(), Some(2.0));
        rows[1].timeout_seconds = None;
        assert_eq!(combinations(&rows).list[0].penalized_mean(), None);
    }
}
