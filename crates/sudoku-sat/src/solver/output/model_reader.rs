//! A parser that reads the models in solver output one by one.

use std::borrow::Cow;
use std::io::BufRead;

use sudoku_cnf::files::line_pieces::{LinePieces, MAX_PIECE};
use sudoku_cnf::{Lit, Model};

use super::error::OutputError;
use super::final_status::FinalStatus;
use super::literal_number::literal_number;
use super::literal_set::LiteralSet;

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
/// is optional in `v` lines. In lines that contain only literals, it is optional if the output has no status, or if the
/// model assigns [every variable](Self::with_variables). [`finish`](Self::finish) returns the final status.
///
/// In lenient mode, the literals may also be a list or a set as Python prints it. Its closing bracket ends the model.
///
/// Only a limited part of a line and one model are kept in memory at a time, without repetitions of a literal.
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
    lines: LinePieces<R>,
    strictness: Strictness,
    line: usize,
    status: Option<FinalStatus>,
    literals: LiteralSet,
    /// The number of variables of the formula, if it is known.
    variables: Option<usize>,
    /// The numbers in the current piece of a line that have not been processed yet, in reverse order.
    rest: Vec<i32>,
    /// Whether the current line contains literals.
    is_model_line: bool,
    /// Whether the previous line is a `v` line, or a continuation of one, and the model has not ended with a 0.
    is_v_model_open: bool,
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

impl<R: BufRead> ModelReader<R> {
    /// Returns a reader that parses `input`.
    pub fn new(input: R, strictness: Strictness) -> Self {
        Self {
            lines: LinePieces::new(input),
            strictness,
            line: 0,
            status: None,
            literals: LiteralSet::default(),
            variables: None,
            rest: Vec::new(),
            is_model_line: false,
            is_v_model_open: false,
            found: 0,
            syntax: None,
            has_ended: false,
            is_cut: false,
            is_done: false,
            ignored: None,
        }
    }

    /// Sets the number of variables of the formula, if it is known. A model that assigns all of them needs no final 0.
    #[must_use]
    pub fn with_variables(self, variables: Option<usize>) -> Self {
        Self { variables, ..self }
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
        OutputError::Unexpected { line: self.line, text: excerpt(text) }
    }

    /// Processes the first piece of a line and returns the model that the piece completes, if any.
    fn process(&mut self, text: &str) -> Result<Option<Model>, OutputError> {
        let (word, rest) = text.split_once([' ', '\t']).unwrap_or((text, ""));
        let status = match word {
            "" | "c" => return Ok(None),
            "v" => {
                if self.syntax == Some(ModelSyntax::Bare) && !self.is_strict() {
                    // The earlier numbers are part of a log.
                    self.literals = LiteralSet::default();
                }
                self.syntax = Some(ModelSyntax::Competition);
                return self.parse_v_literals(rest);
            }
            "s" => FinalStatus::parse(rest.trim()),
            _ => FinalStatus::parse(text),
        };
        if let Some(status) = status {
            return self.set_status(status);
        }
        if self.is_bare_model(text) {
            if self.is_v_model_open {
                return self.parse_v_literals(text);
            }
            self.syntax = Some(ModelSyntax::Bare);
            return self.parse_literals(text);
        }
        self.is_v_model_open = false;
        match self.strictness {
            // On some systems, MiniSat prints a warning that is not part of its answer.
            Strictness::Strict if word == "WARNING:" => Ok(None),
            Strictness::Strict => Err(self.unexpected(if word == "s" { rest.trim() } else { text })),
            Strictness::Lenient if self.syntax == Some(ModelSyntax::Bare) && !self.literals.is_empty() => {
                if self.is_complete()? {
                    self.complete().map(Some)
                } else {
                    Err(self.unexpected(text))
                }
            }
            Strictness::Lenient => {
                // A NUL means that the input is not text. It may even be endless, for example `/dev/zero`.
                if text.contains('\0') && text.len() + 4 >= MAX_PIECE {
                    return Err(self.unexpected(text));
                }
                let (line, text) = (self.line, excerpt(text));
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
                // Some programs write the literals in bare lines after a line that contains only `v`.
                (self.syntax != Some(ModelSyntax::Competition) || self.is_v_model_open)
                    && plain_numbers(text).split_whitespace().all(|word| word.parse::<i32>().is_ok())
            }
        }
    }

    fn set_status(&mut self, status: FinalStatus) -> Result<Option<Model>, OutputError> {
        // A model without `v` lines follows its status, so earlier numbers are part of a log.
        if status == FinalStatus::Satisfiable && self.is_in_log() {
            self.literals = LiteralSet::default();
        }
        let has_model = self.found > 0 || !self.literals.is_empty();
        let is_contrary = match (&self.status, &status) {
            // A list of literals without a status is an answer by itself.
            (None, _) if self.is_strict() && self.syntax == Some(ModelSyntax::Bare) => true,
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

    /// Parses the literals of a `v` line, or of a line of literals directly below it.
    fn parse_v_literals(&mut self, text: &str) -> Result<Option<Model>, OutputError> {
        let model = self.parse_literals(text)?;
        self.is_v_model_open = model.is_none() && !self.has_ended;
        Ok(model)
    }

    fn parse_literals(&mut self, text: &str) -> Result<Option<Model>, OutputError> {
        if self.status == Some(FinalStatus::Unsatisfiable) {
            return Err(OutputError::TwoAnswers(self.line));
        }
        self.is_model_line = true;
        // Names of variables occur in `v` lines only.
        let is_permitted = |word: &&str| self.syntax == Some(ModelSyntax::Competition) || !word.contains('x');
        let parse = |word| Some(word).filter(is_permitted).and_then(literal_number);
        let is_plain = self.is_strict() || self.syntax == Some(ModelSyntax::Competition);
        let words = if is_plain { text.into() } else { plain_numbers(text) };
        let numbers: Option<Vec<i32>> = words.split_whitespace().map(parse).collect();
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
                Some(literal) => self.literals.push(literal)?,
                // Only the first model may be empty, so a later 0 with no literals before it is ignored. Before the
                // status, such a 0 is part of a log.
                None if self.literals.is_empty() && (self.found > 0 || self.is_in_log()) => {}
                None => {
                    self.has_ended = true;
                    return self.complete().map(Some);
                }
            }
        }
        Ok(None)
    }

    /// Returns whether numbers on the current line may be part of a log instead of a model.
    fn is_in_log(&self) -> bool {
        !self.is_strict() && self.syntax == Some(ModelSyntax::Bare) && self.status.is_none()
    }

    /// Returns whether the literals assign every variable of the formula.
    fn is_complete(&mut self) -> Result<bool, OutputError> {
        let Some(variables) = self.variables else { return Ok(false) };
        Ok(self.literals.distinct()? >= variables)
    }

    fn complete(&mut self) -> Result<Model, OutputError> {
        self.found += 1;
        self.is_v_model_open = false;
        std::mem::take(&mut self.literals).into_model()
    }

    fn advance(&mut self) -> Result<Option<Model>, OutputError> {
        loop {
            if let Some(model) = self.process_rest()? {
                return Ok(Some(model));
            }
            let Some(piece) = self.lines.next_piece()? else { return self.process_end() };
            self.line = piece.line;
            self.is_cut = !piece.text.ends_with(b"\n");
            let text = String::from_utf8_lossy(piece.text).into_owned();
            let model = if piece.starts_line {
                let is_long = !piece.ends_line;
                self.is_model_line = false;
                let model = self.process(text.trim_start_matches('\u{feff}').trim())?;
                if is_long && !self.is_model_line {
                    self.lines.skip_line()?;
                    self.is_cut = false;
                }
                model
            } else {
                self.parse_literals(&text)?
            };
            if model.is_some() {
                return Ok(model);
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
        if is_truncated && !self.is_complete()? {
            return Err(OutputError::Truncated);
        }
        self.complete().map(Some)
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

/// Returns the numbers in `text` without the punctuation of Python lists and sets. A closing bracket becomes a 0.
fn plain_numbers(text: &str) -> Cow<'_, str> {
    if !text.contains(['[', '{', ',', '}', ']']) {
        return text.into();
    }
    text.replace(['[', '{', ','], " ").replace([']', '}'], " 0 ").into()
}

/// Returns the first characters of `text` for an error message.
fn excerpt(text: &str) -> String {
    text.chars().take(60).collect()
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
            "s 1\nv\n1 -2\n3\nt 6\n",
            "s SATISFIABLE\nv 1\n-2 3 0\n17\n",
        ] {
            assert_eq!(read(text), (vec![vec![1, 3]], "Satisfiable".to_owned()), "{text:?}");
        }
    }

    #[test]
    fn reads_lists_and_sets_of_python() {
        for text in
            ["[1, -2, 3]\n", "True\n{1, 3}", "[ 1 -2\n  3]\n", "[1,\n -2,\n 3\n]\n", "SAT\n[1, -2, 3]\n"]
        {
            assert_eq!(read(text), (vec![vec![1, 3]], "Satisfiable".to_owned()), "{text:?}");
        }
        assert_eq!(read("[1, -2]\n[-1, 2]\n").0, [[1], [2]]);
        assert_eq!(read("[[1, -2], [-1, 2]]\n").0, [[1], [2]]);
        let long = format!("[{}]\n", vec!["1, -2, 3"; 50_000].join(", "));
        assert_eq!(read(&long).0, [[1, 3]]);
        assert_eq!(read("v [1, 2]\n").0.len(), 0);
    }

    #[test]
    fn a_model_of_all_variables_needs_no_final_0() {
        for text in
            ["s 1\n1 -2 3\nt 29\n", "SAT\n1 -2\n3\n", "SAT\n1 -2 3\nreal 0m1s\n", "v 1 -2 3", "SAT\n1 -2 3 3"]
        {
            let found = |variables| {
                let models =
                    ModelReader::new(text.as_bytes(), Strictness::Lenient).with_variables(Some(variables));
                let models: Result<Vec<_>, _> = models.collect();
                models.map_err(|error| error.to_string()).map(|models| models.len())
            };
            assert_eq!(found(3), Ok(1), "{text}");
            assert!(found(4).is_err(), "{text}");
        }
    }

    #[test]
    fn ignores_numbers_in_a_log() {
        for text in [
            "1700000000\ns SATISFIABLE\nv 1 -2\nv 3 0\n",
            "0\n17 4\ns SATISFIABLE\nv 1 -2 3 0\n",
            "17\nSAT\n1 -2 3 0\n",
            "0\nSAT\n1 -2 3 0\n",
            "17\nv 1 -2 3 0\ns SATISFIABLE\n",
            "s SATISFIABLE\nv 1 -2 3 0\n17\n0\n",
        ] {
            assert_eq!(read(text), (vec![vec![1, 3]], "Satisfiable".to_owned()), "{text:?}");
        }
    }

    #[test]
    fn long_lines_are_read_in_pieces() {
        let (filler, repeated) = ("x 1 ".repeat(50_000), "1 -2 3 ".repeat(50_000));
        for text in [
            format!("c {filler}\n{filler}\ns SATISFIABLE\nv {repeated}\nv {repeated}0\nc {filler}"),
            format!("{filler}\nSAT\n{repeated}0\n"),
            format!("v {repeated}0 {}\n", " ".repeat(200_000)),
        ] {
            assert_eq!(read(&text), (vec![vec![1, 3]], "Satisfiable".to_owned()));
        }
        let (found, end) = read(&format!("v 1 {}2 0\n", "0".repeat(100_000)));
        assert!(found.is_empty() && end.starts_with("line 1: expected"), "{end}");
        let (found, end) = read(&"\0".repeat(1_000_000));
        assert!(found.is_empty() && end.starts_with("line 1: expected"), "{end}");
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
        assert_eq!(read("1\nSAT\nSAT\n2 0\n").0, [[2]], "found by the fuzzer");
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
