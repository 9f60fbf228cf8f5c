//! A parser for the models in the output of SMT solvers.

use std::collections::BTreeSet;
use std::io::BufRead;
use std::mem;

use sudoku_cnf::files::line_pieces::LinePieces;
use sudoku_cnf::{Candidate, Digit};

use super::error::OutputError;
use super::final_status::FinalStatus;

/// An iterator over the models in the output of an SMT solver such as z3.
///
/// A model is the set of candidates that are true. The reader recognizes Boolean variables with names such as `r1c2d3`,
/// and integer variables such as `r1c2`. It ignores all other variables. It reads the answers to `get-value`, for
/// example `((r1c2d3 true) (r1c2d4 false))`, and the definitions that `get-model` prints. All values that follow the
/// status `sat`, up to the next status, belong to the same model.
///
/// Other text, for example the lines of a log, is ignored. Lines may have any length.
///
/// ```
/// use sudoku_sat::solver::output::{FinalStatus, SmtModelReader};
///
/// let text = "sat\n((r1c1d1 true)\n (r1c2d1 false))\n";
/// let mut models = SmtModelReader::new(text.as_bytes());
/// let model = models.next().unwrap()?;
/// assert_eq!(model.iter().map(ToString::to_string).collect::<Vec<_>>(), ["r1c1=1"]);
/// assert!(models.next().is_none());
/// assert_eq!(models.finish()?, FinalStatus::Satisfiable);
/// # Ok::<(), sudoku_sat::solver::output::OutputError>(())
/// ```
#[derive(Debug)]
pub struct SmtModelReader<R> {
    lines: LinePieces<R>,
    status: Option<FinalStatus>,
    /// The true candidates of the current model.
    candidates: BTreeSet<Candidate>,
    /// Whether the current model has any variables.
    has_model: bool,
    found: usize,
    /// The unclosed lists, outermost first. Each contains its first atoms.
    lists: Vec<Vec<String>>,
    /// The atom that is being read.
    atom: String,
    lexis: Lexis,
    /// The message of the first error that the solver reported.
    error: Option<String>,
    /// Whether the current line is not part of a list.
    is_ignored: bool,
    /// The line number, starting at 1.
    line: usize,
    is_done: bool,
}

/// The lexical context of the next character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lexis {
    Plain,
    /// Between `"` characters.
    String,
    /// Between `|` characters.
    QuotedSymbol,
    Comment,
}

/// The number of atoms of a list that matter: a definition has the atoms `define-fun`, a name, a sort and a value.
const MAX_ATOMS: usize = 5;
/// The maximum length of an atom in bytes. The rest of a longer atom, for example of an error message, is ignored.
const MAX_ATOM: usize = 1 << 10;
/// The maximum number of nested lists.
const MAX_DEPTH: usize = 1 << 10;

impl<R: BufRead> SmtModelReader<R> {
    /// Returns a reader that parses `input`.
    pub fn new(input: R) -> Self {
        Self {
            lines: LinePieces::new(input),
            status: None,
            candidates: BTreeSet::new(),
            has_model: false,
            found: 0,
            lists: Vec::new(),
            atom: String::new(),
            lexis: Lexis::Plain,
            error: None,
            is_ignored: false,
            line: 0,
            is_done: false,
        }
    }

    /// Returns the final status. Call this method after the iterator has returned `None`.
    ///
    /// # Errors
    /// Returns an error if the solver reported an error instead of a model, or if the output contains neither a status
    /// nor a model.
    pub fn finish(self) -> Result<FinalStatus, OutputError> {
        match (self.status, self.error) {
            // After `unsat`, the solver reports an error if the script asks for a model.
            (Some(FinalStatus::Unsatisfiable), _) => Ok(FinalStatus::Unsatisfiable),
            (Some(unknown @ FinalStatus::Unknown(_)), _) if self.found == 0 => Ok(unknown),
            _ if self.found > 0 => Ok(FinalStatus::Satisfiable),
            (_, Some(message)) => Err(OutputError::Reported(message)),
            (Some(_), None) => Err(OutputError::NoModel),
            (None, None) => Err(OutputError::Empty),
        }
    }

    /// Processes the first piece of a line and returns the model that the piece completes, if any.
    fn process_start(&mut self, line: &str) -> Result<Option<Vec<Candidate>>, OutputError> {
        self.is_ignored = false;
        if self.lists.is_empty() && self.lexis == Lexis::Plain {
            let status = match line.trim() {
                "sat" => Some(FinalStatus::Satisfiable),
                "unsat" => Some(FinalStatus::Unsatisfiable),
                "unknown" | "timeout" => Some(FinalStatus::Unknown(line.trim().to_owned())),
                text if text.starts_with('(') => None,
                _ => {
                    self.is_ignored = true;
                    return Ok(None);
                }
            };
            if status.is_some() {
                let model = self.take();
                self.status = status;
                return Ok(model);
            }
        }
        self.process(line)?;
        Ok(None)
    }

    /// Processes the text of lists.
    fn process(&mut self, text: &str) -> Result<(), OutputError> {
        for character in text.chars() {
            self.push(character);
        }
        if self.lists.len() > MAX_DEPTH {
            return Err(OutputError::Depth { line: self.line, limit: MAX_DEPTH });
        }
        Ok(())
    }

    fn push(&mut self, character: char) {
        match (self.lexis, character) {
            (Lexis::Comment, _) => {}
            (Lexis::String, '"') | (Lexis::QuotedSymbol, '|') => self.lexis = Lexis::Plain,
            (Lexis::Plain, '"') => self.lexis = Lexis::String,
            (Lexis::Plain, '|') => self.lexis = Lexis::QuotedSymbol,
            (Lexis::Plain, ';') => self.lexis = Lexis::Comment,
            (Lexis::Plain, '(') => {
                self.end_atom();
                self.lists.push(Vec::new());
            }
            (Lexis::Plain, ')') => {
                self.end_atom();
                if let Some(list) = self.lists.pop() {
                    self.process_list(&list);
                }
            }
            (Lexis::Plain, _) if character.is_whitespace() => self.end_atom(),
            _ if self.atom.len() < MAX_ATOM => self.atom.push(character),
            _ => {}
        }
    }

    fn end_atom(&mut self) {
        let atom = mem::take(&mut self.atom);
        if let Some(list) = self.lists.last_mut().filter(|list| !atom.is_empty() && list.len() < MAX_ATOMS) {
            list.push(atom);
        }
    }

    fn process_list(&mut self, list: &[String]) {
        let atoms: Vec<_> = list.iter().map(String::as_str).collect();
        match atoms[..] {
            ["error", message] => {
                self.error.get_or_insert_with(|| message.to_owned());
            }
            [name, value] | ["=", name, value] | ["define-fun" | "define-const", name, _, value] => {
                if let Some((candidate, is_true)) = assignment(name, value) {
                    self.has_model = true;
                    if is_true {
                        self.candidates.insert(candidate);
                    }
                }
            }
            _ => {}
        }
    }

    /// Returns the current model, if there is one, and starts a new model.
    fn take(&mut self) -> Option<Vec<Candidate>> {
        let candidates = mem::take(&mut self.candidates);
        mem::take(&mut self.has_model).then(|| {
            self.found += 1;
            candidates.into_iter().collect()
        })
    }

    fn advance(&mut self) -> Result<Option<Vec<Candidate>>, OutputError> {
        while let Some(piece) = self.lines.next_piece()? {
            let (starts_line, ends_line) = (piece.starts_line, piece.ends_line);
            self.line = piece.line;
            let text = String::from_utf8_lossy(piece.text).into_owned();
            if starts_line {
                if let Some(model) = self.process_start(text.trim_start_matches('\u{feff}'))? {
                    return Ok(Some(model));
                }
            } else {
                self.process(&text)?;
            }
            if self.is_ignored {
                self.lines.skip_line()?;
            } else if ends_line && self.lexis == Lexis::Comment {
                self.lexis = Lexis::Plain;
            }
        }
        self.is_done = true;
        let is_cut = !self.lists.is_empty() && self.status != Some(FinalStatus::Unsatisfiable);
        if is_cut { Err(OutputError::Unclosed) } else { Ok(self.take()) }
    }
}

impl<R: BufRead> Iterator for SmtModelReader<R> {
    type Item = Result<Vec<Candidate>, OutputError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        let model = self.advance().transpose();
        self.is_done |= !matches!(model, Some(Ok(_)));
        model
    }
}

/// Interprets the value of a variable. Returns a candidate and whether it is true.
///
/// Returns `None` if the variable does not stand for a candidate or a cell.
fn assignment(name: &str, value: &str) -> Option<(Candidate, bool)> {
    let Some((cell, digit)) = name.split_once('d') else {
        return Some((Candidate { cell: name.parse().ok()?, digit: Digit::new(value.parse().ok()?)? }, true));
    };
    let candidate = Candidate { cell: cell.parse().ok()?, digit: Digit::new(digit.parse().ok()?)? };
    Some((candidate, value.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the models as text, followed by either the final status or the error.
    fn read(text: &str) -> (Vec<String>, String) {
        let mut models = SmtModelReader::new(text.as_bytes());
        let mut found = Vec::new();
        for model in models.by_ref() {
            match model {
                Ok(model) => {
                    found.push(model.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
                }
                Err(error) => return (found, error.to_string()),
            }
        }
        let end = models.finish();
        (found, end.map_or_else(|error| error.to_string(), |end| format!("{end:?}")))
    }

    #[track_caller]
    fn check(text: &str, models: &[&str], end: &str) {
        assert_eq!(read(text), (models.iter().map(ToString::to_string).collect(), end.to_owned()), "{text}");
    }

    #[test]
    fn reads_values_and_definitions() {
        let model = &["r1c1=1 r1c2=2"];
        for text in [
            "sat\n((r1c1d1 true)\n (r1c1d2 false)\n (r1c2d2 true))\n",
            "sat\n((r1c1 1) (r1c2 2))\n",
            "sat\n((|r1c1| 1) (x9 true) (k!3 0) (r1c2 2))\n",
            "sat\n(\n  (define-fun r1c1d1 () Bool\n    true)\n  (define-fun r1c2d2 () Bool\n    true)\n)\n",
            "sat\n(model \n  (define-fun r1c2 () Int\n    2)\n  (define-fun r1c1 () Int 1)\n)\n",
            "success\nsat\n(= r1c1d1 true)\n(= r1c2d2 true)\n(:time 0.1)\n",
            "sat\n((r1c1d1 true))\n((r1c2d2 true))\n((r1c2d2 true))\n",
            "log line (1 of 2)\r\nsat\r\n; a comment (\r\n((r1c1d1 true) ; c )\r\n(r1c2d2 true))\r\n",
            "((r1c1d1 true) (r1c2d2 true))",
        ] {
            check(text, model, "Satisfiable");
        }
    }

    #[test]
    fn long_lines_and_atoms_take_little_memory() {
        let values = "(x1 true) ".repeat(50_000);
        let (list, atom) = (format!("({values}(r1c1 1))"), "a".repeat(200_000));
        check(&format!("log {atom}\nsat\n;{atom}\n{list}\n"), &["r1c1=1"], "Satisfiable");
        check(&format!("sat\n(({atom} 1) (r1c1 1))\n"), &["r1c1=1"], "Satisfiable");
        check(&"(".repeat(100_000), &[], "line 1: more than 1024 nested lists");
    }

    #[test]
    fn reads_every_model() {
        check("sat\n((r1c1 1))\nsat\n((r1c1 2))\nunsat\n", &["r1c1=1", "r1c1=2"], "Unsatisfiable");
    }

    #[test]
    fn reports_output_without_a_model() {
        check("unsat\n(error \"line 8 column 22: model is not available\")\n", &[], "Unsatisfiable");
        check("unknown\n", &[], "Unknown(\"unknown\")");
        check("timeout\n", &[], "Unknown(\"timeout\")");
        check("sat\n", &[], "the solver reported SATISFIABLE but printed no model");
        check("(error \"line 1: oops (\")\n", &[], "the solver reported an error: line 1: oops (");
        check("", &[], "the solver's output is empty");
        check("sat\n((r1c1 1)\n", &[], "the model has an unclosed parenthesis; the output may be truncated");
        check("sat\n((r1c1 (- 1)) (a b))\n", &[], "the solver reported SATISFIABLE but printed no model");
        check("))\nsat\n)\n", &[], "the solver reported SATISFIABLE but printed no model");
    }
}
