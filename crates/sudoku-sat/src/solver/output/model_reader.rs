//! A parser that reads the models in solver output one by one.

use std::io::BufRead;

use sudoku_cnf::{Lit, Model};

use super::error::OutputError;

/// The strictness of a [`ModelReader`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strictness {
    /// Accepts only the output of a single run: at most one model, and no lines other than statuses, models, comments
    /// and MiniSat warnings.
    Strict,
    /// Accepts log files, which may contain any number of models mixed with other lines.
    Lenient,
}

/// An iterator over the models in a solver's output.
///
/// A model consists of the literals up to the next 0, either in `v` lines or in lines that contain only literals. The 0
/// is optional in `v` lines. In lines that contain only literals, it is optional if the output has no status.
/// [`finish`](Self::finish) returns the final status.
///
/// Only one line and one model are kept in memory at a time.
///
/// ```
/// use sudoku_sat::solver::output::{FinalStatus, ModelReader, Strictness};
///
/// let text = "clasp version 3\nv 1 -2 0\nv -1 2 0\ns SATISFIABLE\n";
/// let mut models = ModelReader::new(text.as_bytes(), Strictness::Lenient);
/// let found: Vec<_> = models.by_ref().collect::<Result<_, _>>()?;
/// assert_eq!(found.len(), 2);
/// assert_eq!(models.finish()?, FinalStatus::Satisfiable);
/// # Ok::<(), sudoku_sat::solver::output::OutputError>(())
/// ```
#[derive(Debug)]
pub struct ModelReader<R> {
    input: R,
    strictness: Strictness,
    line: usize,
    status: Option<FinalStatus>,
    literals: Vec<Lit>,
    /// The numbers on the current line that have not been processed yet, in reverse order.
    rest: Vec<i32>,
    found: usize,
    syntax: Option<ModelSyntax>,
    /// Whether any model read so far ended with a 0.
    has_ended: bool,
    /// Whether the line break at the end of the current line is missing.
    is_cut: bool,
    is_done: bool,
    /// The line number and the beginning of the first ignored line.
    ignored: Option<(usize, String)>,
}

/// The syntax of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ModelSyntax {
    /// Lines that contain only literals. If there is a status, the model must end with a 0.
    Bare,
    /// Literals in `v` lines.
    Competition,
}

/// The final status in a solver's output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FinalStatus {
    /// The solver found at least one model. There may be further models.
    Satisfiable,
    /// There are no models, or none other than those already found.
    Unsatisfiable,
    /// The solver gave up. The string is the status that the solver reported.
    Unknown(String),
}

impl FinalStatus {
    fn parse(text: &str) -> Option<Self> {
        match &*text.to_ascii_uppercase() {
            // Pseudo-Boolean solvers report an optimum if the problem has an objective function.
            "SAT" | "SATISFIABLE" | "OPTIMUM FOUND" => Some(Self::Satisfiable),
            "UNSAT" | "UNSATISFIABLE" => Some(Self::Unsatisfiable),
            "INDET" | "INDETERMINATE" | "UNKNOWN" => Some(Self::Unknown(text.to_owned())),
            _ => None,
        }
    }
}

impl<R: BufRead> ModelReader<R> {
    /// Returns a reader that parses `input`.
    pub fn new(input: R, strictness: Strictness) -> Self {
        Self {
            input,
            strictness,
            line: 0,
            status: None,
            literals: Vec::new(),
            rest: Vec::new(),
            found: 0,
            syntax: None,
            has_ended: false,
            is_cut: false,
            is_done: false,
            ignored: None,
        }
    }

    /// Returns the final status. Call this method after the iterator has returned `None`.
    ///
    /// # Errors
    /// Returns an error if the output contains neither a status nor a model, or if the status is "satisfiable" but
    /// there is no model.
    pub fn finish(self) -> Result<FinalStatus, OutputError> {
        match (self.status, self.ignored) {
            (Some(FinalStatus::Unsatisfiable), _) => Ok(FinalStatus::Unsatisfiable),
            (Some(unknown @ FinalStatus::Unknown(_)), _)
                if self.found == 0 || self.strictness == Strictness::Strict =>
            {
                Ok(unknown)
            }
            (Some(FinalStatus::Satisfiable), _) if self.found == 0 => Err(OutputError::NoModel),
            _ if self.found > 0 => Ok(FinalStatus::Satisfiable),
            (_, Some((line, text))) => Err(OutputError::Unexpected { line, text }),
            (_, None) => Err(OutputError::Empty),
        }
    }

    /// Returns whether any model read so far ended with a 0.
    pub(super) fn has_ended(&self) -> bool {
        self.has_ended
    }

    fn is_strict(&self) -> bool {
        self.strictness == Strictness::Strict
    }

    fn unexpected(&self, text: &str) -> OutputError {
        OutputError::Unexpected { line: self.line, text: text.chars().take(60).collect() }
    }

    /// Processes a line and returns the model that the line completes, if any.
    fn process(&mut self, text: &str) -> Result<Option<Model>, OutputError> {
        let (word, rest) = text.split_once([' ', '\t']).unwrap_or((text, ""));
        let status = match word {
            "" | "c" => return Ok(None),
            "v" => {
                self.syntax = Some(ModelSyntax::Competition);
                return self.parse_literals(rest);
            }
            "s" => FinalStatus::parse(rest.trim()),
            _ => FinalStatus::parse(text),
        };
        if let Some(status) = status {
            return self.set_status(status);
        }
        if self.is_bare_model(text) {
            self.syntax = Some(ModelSyntax::Bare);
            return self.parse_literals(text);
        }
        match self.strictness {
            // On some systems, MiniSat prints a warning that is not part of its answer.
            Strictness::Strict if word == "WARNING:" => Ok(None),
            Strictness::Strict => Err(self.unexpected(if word == "s" { rest.trim() } else { text })),
            Strictness::Lenient if self.syntax == Some(ModelSyntax::Bare) && !self.literals.is_empty() => {
                Err(self.unexpected(text))
            }
            Strictness::Lenient => {
                let (line, text) = (self.line, text.chars().take(60).collect());
                self.ignored.get_or_insert((line, text));
                Ok(None)
            }
        }
    }

    /// Returns whether `text` is a line of a [bare](ModelSyntax::Bare) model.
    fn is_bare_model(&self, text: &str) -> bool {
        match self.strictness {
            Strictness::Strict => text.starts_with(|c: char| c == '-' || c.is_ascii_digit()),
            Strictness::Lenient => {
                self.syntax != Some(ModelSyntax::Competition)
                    && text.split_whitespace().all(|word| word.parse::<i32>().is_ok())
            }
        }
    }

    fn set_status(&mut self, status: FinalStatus) -> Result<Option<Model>, OutputError> {
        let has_model = self.found > 0 || !self.literals.is_empty();
        let is_contrary = match (&self.status, &status) {
            (None, FinalStatus::Unsatisfiable) => self.is_strict() && has_model,
            (Some(earlier), status) if self.is_strict() => earlier != status,
            (Some(FinalStatus::Unsatisfiable), other) => *other != FinalStatus::Unsatisfiable,
            // A solver that enumerates models may report "unsatisfiable" after the last model.
            (Some(FinalStatus::Satisfiable), FinalStatus::Unsatisfiable) => !has_model,
            _ => false,
        };
        if is_contrary {
            return Err(OutputError::TwoAnswers(self.line));
        }
        // A model in `v` lines without a final 0 ends at the next "satisfiable" status.
        let is_next = status == FinalStatus::Satisfiable
            && self.status == Some(FinalStatus::Satisfiable)
            && self.syntax == Some(ModelSyntax::Competition)
            && !self.is_strict();
        self.status = Some(status);
        if is_next && !self.literals.is_empty() { self.complete().map(Some) } else { Ok(None) }
    }

    fn parse_literals(&mut self, text: &str) -> Result<Option<Model>, OutputError> {
        if self.status == Some(FinalStatus::Unsatisfiable) {
            return Err(OutputError::TwoAnswers(self.line));
        }
        let numbers: Option<Vec<i32>> = text.split_whitespace().map(number).collect();
        self.rest = numbers.ok_or_else(|| self.unexpected(text))?;
        if self.rest.contains(&i32::MIN) {
            return Err(self.unexpected(text));
        }
        self.rest.reverse();
        self.process_rest()
    }

    /// Processes the remaining numbers on the current line, up to the next 0.
    fn process_rest(&mut self) -> Result<Option<Model>, OutputError> {
        while let Some(number) = self.rest.pop() {
            if self.is_strict() && self.has_ended {
                return Err(OutputError::AfterEnd(self.line));
            }
            match Lit::from_dimacs(number) {
                Some(literal) => self.literals.push(literal),
                // Only the first model may be empty, so a later 0 with no literals before it is ignored.
                None if self.literals.is_empty() && self.found > 0 => {}
                None => {
                    self.has_ended = true;
                    return self.complete().map(Some);
                }
            }
        }
        Ok(None)
    }

    fn complete(&mut self) -> Result<Model, OutputError> {
        self.found += 1;
        model(std::mem::take(&mut self.literals))
    }

    fn advance(&mut self) -> Result<Option<Model>, OutputError> {
        let mut line = Vec::new();
        loop {
            if let Some(model) = self.process_rest()? {
                return Ok(Some(model));
            }
            line.clear();
            if self.input.read_until(b'\n', &mut line)? == 0 {
                return self.process_end();
            }
            self.line += 1;
            self.is_cut = !line.ends_with(b"\n");
            let text = String::from_utf8_lossy(&line);
            if let Some(model) = self.process(text.trim_start_matches('\u{feff}').trim())? {
                return Ok(Some(model));
            }
        }
    }

    /// Processes the end of the output and returns the model that ends there, if any.
    fn process_end(&mut self) -> Result<Option<Model>, OutputError> {
        self.is_done = true;
        let has_model_lines = self.found == 0 && self.syntax.is_some();
        if self.literals.is_empty() && !has_model_lines {
            return Ok(None);
        }
        let is_bare = self.syntax == Some(ModelSyntax::Bare);
        let is_truncated = match self.strictness {
            Strictness::Strict => self.status == Some(FinalStatus::Satisfiable) && (is_bare || self.is_cut),
            // The final 0 is optional after a list of literals without a status.
            Strictness::Lenient if is_bare => self.status.is_some(),
            Strictness::Lenient => self.is_cut,
        };
        if is_truncated { Err(OutputError::Truncated) } else { self.complete().map(Some) }
    }
}

impl<R: BufRead> Iterator for ModelReader<R> {
    type Item = Result<Model, OutputError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        let model = self.advance().transpose();
        self.is_done |= !matches!(model, Some(Ok(_)));
        model
    }
}

/// Parses a number, for example `-3`, or a literal of a pseudo-Boolean solver, for example `-x3`.
fn number(word: &str) -> Option<i32> {
    let (sign, name) = word.strip_prefix('-').map_or((1, word), |name| (-1, name));
    match name.strip_prefix('x') {
        None => word.parse().ok(),
        Some(variable) if variable.starts_with(|first: char| first.is_ascii_digit()) => {
            variable.parse().ok().filter(|&variable: &i32| variable > 0).map(|variable| sign * variable)
        }
        Some(_) => None,
    }
}

/// Builds a model from `literals`, or returns an error if a variable is both true and false.
fn model(mut literals: Vec<Lit>) -> Result<Model, OutputError> {
    literals.sort_unstable_by_key(|literal| literal.var());
    let mut neighbors = literals.iter().zip(literals.iter().skip(1));
    match neighbors.find(|&(&a, &b)| a == !b) {
        Some((literal, _)) => Err(OutputError::Contradiction(literal.var().number())),
        None => Ok(Model::from_literals(literals)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudoku_cnf::Var;

    /// Returns the true variables in each model, followed by either the final status or the error as text.
    fn read(text: &str) -> (Vec<Vec<usize>>, String) {
        let mut models = ModelReader::new(text.as_bytes(), Strictness::Lenient);
        let mut found = Vec::new();
        for model in models.by_ref() {
            match model {
                Ok(model) => found.push(model.true_vars().map(Var::number).collect()),
                Err(error) => return (found, error.to_string()),
            }
        }
        let end = models.finish();
        (found, end.map_or_else(|error| error.to_string(), |end| format!("{end:?}")))
    }

    #[test]
    fn finds_a_model_among_other_lines() {
        for text in [
            "SAT\n1 -2 3 0\n",
            "c hello\ns SATISFIABLE\nv 1 -2\nv 3 0\n",
            "v 1 3 0\ns SATISFIABLE\n",
            "s SATISFIABLE\nv 1 -2 3 \n",
            "=====[ Statistics ]=====\n| vars: 3 |\nSAT\n1 -2 3 0\nCPU time: 1 s\n",
            "starting job 17 on node 4\ns SATISFIABLE\nv 1 3 0\nreal 0m1s\n",
            "1\n3\n0\n",
            "c clasp version 3\nv -x2 x1 x3\ns SATISFIABLE\nc \n",
            "o 0\nv x1 x3\ns OPTIMUM FOUND\n",
        ] {
            assert_eq!(read(text), (vec![vec![1, 3]], "Satisfiable".to_owned()), "{text:?}");
        }
    }

    #[test]
    fn finds_every_model_of_an_enumeration() {
        let two = vec![vec![1], vec![2]];
        for (text, end) in [
            ("v 1 -2 0\nv -1 2 0\ns SATISFIABLE\n", "Satisfiable"),
            ("s SATISFIABLE\nv 1 -2 0\ns SATISFIABLE\nv -1 2 0\ns UNSATISFIABLE\n", "Unsatisfiable"),
            ("s SATISFIABLE\nv 1 -2\ns SATISFIABLE\nv -1 2\n", "Satisfiable"),
            ("s SATISFIABLE\nv 1 -2 0 -1 2 0\ns SOLUTIONS 2\n", "Satisfiable"),
        ] {
            assert_eq!(read(text), (two.clone(), end.to_owned()), "{text:?}");
        }
    }

    #[test]
    fn reports_invalid_output() {
        let none = |end: &str| (Vec::new(), end.to_owned());
        assert_eq!(read(""), none("the solver's output is empty"));
        assert_eq!(read("hello\n"), none("line 1: expected a status, a model or a comment, found 'hello'"));
        assert_eq!(read("UNSAT\n"), none("Unsatisfiable"));
        assert_eq!(read("SAT\n"), none("the solver reported SATISFIABLE but printed no model"));
        assert_eq!(read("SAT\nUNSAT\n"), none("line 2: contradicts an earlier status or model"));
        assert_eq!(read("UNSAT\nv 1 0\n"), none("line 2: contradicts an earlier status or model"));
        assert_eq!(read("SAT\n1 2"), none("the model is not terminated by 0; the output may be truncated"));
        assert_eq!(read("SAT\n1 2\nx\n"), none("line 3: expected a status, a model or a comment, found 'x'"));
        assert_eq!(read("1\nSAT\nSAT\n2 0\n").0, [[1, 2]], "found by the fuzzer");
        assert_eq!(read("v\n").0, [[0; 0]], "an empty model");
        assert_eq!(read("v 1 -1 0\n"), none("variable 1 is both true and false in the model"));
        assert_eq!(read("v 1 x 0\n"), none("line 1: expected a status, a model or a comment, found '1 x 0'"));
        assert_eq!(read("v -2147483648 0\n").0.len(), 0);
        for literal in ["x0", "x-1", "x", "-x", "--1", "x2147483648", "y1"] {
            let expected = format!("line 1: expected a status, a model or a comment, found '{literal}'");
            assert_eq!(read(&format!("v {literal}\n")), none(&expected));
        }
        assert_eq!(read("s UNKNOWN\n"), none("Unknown(\"UNKNOWN\")"));
    }
}
