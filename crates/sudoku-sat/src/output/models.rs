//! Every model in an output that may be a log: one solver's answer, or the models that it enumerated.

use std::io::BufRead;

use sudoku_cnf::{Lit, Model};

use super::{OutputError, Status, clip, model};

/// The models in an output, one after the other, whatever else stands between them.
///
/// A model is the literals of `v` lines, or of lines of nothing but literals, up to a 0 (or to the end, after `v`
/// lines). Lines that are neither these, nor a status, nor a comment are passed over; [`end`](Self::end) tells the first of
/// them if nothing else was found. Memory: one line and one model.
///
/// ```
/// use sudoku_sat::output::{End, Models};
///
/// let text = "clasp version 3\nv 1 -2 0\nv -1 2 0\ns SATISFIABLE\n";
/// let mut models = Models::new(text.as_bytes());
/// let found: Vec<_> = models.by_ref().collect::<Result<_, _>>()?;
/// assert_eq!(found.len(), 2);
/// assert_eq!(models.end()?, End::Satisfiable);
/// # Ok::<(), sudoku_sat::output::OutputError>(())
/// ```
#[derive(Debug)]
pub struct Models<R> {
    input: R,
    line: usize,
    status: Option<Status>,
    literals: Vec<Lit>,
    /// Literals of a line that belong to the next model.
    rest: Vec<i32>,
    found: usize,
    dialect: Option<Dialect>,
    /// Whether the last line has no end.
    is_cut: bool,
    is_done: bool,
    /// The first line that says nothing, with its number.
    noise: Option<(usize, String)>,
}

/// How the literals of a model are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dialect {
    /// In lines of nothing else; behind a status a 0 has to end them.
    Bare,
    /// In `v` lines.
    Competition,
}

/// What an output says in the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// There are the models that were found, and perhaps more.
    Satisfiable,
    /// There is no model, or no further one.
    Unsatisfiable,
    /// The solver gave up, with these words.
    Unknown(String),
}

impl<R: BufRead> Models<R> {
    /// Reads from `input`.
    pub fn new(input: R) -> Self {
        Self {
            input,
            line: 0,
            status: None,
            literals: Vec::new(),
            rest: Vec::new(),
            found: 0,
            dialect: None,
            is_cut: false,
            is_done: false,
            noise: None,
        }
    }

    /// What the output says, after the last model.
    ///
    /// # Errors
    /// If it says nothing, or promises a model and has none.
    pub fn end(self) -> Result<End, OutputError> {
        match (self.status, self.noise) {
            (Some(Status::Unsatisfiable), _) => Ok(End::Unsatisfiable),
            (Some(Status::Unknown(words)), _) if self.found == 0 => Ok(End::Unknown(words)),
            (Some(Status::Satisfiable), _) if self.found == 0 => Err(OutputError::NoModel),
            _ if self.found > 0 => Ok(End::Satisfiable),
            (_, Some((line, text))) => Err(OutputError::Unexpected { line, text }),
            (_, None) => Err(OutputError::Empty),
        }
    }

    /// Takes a line; the model that it completes.
    fn take(&mut self, text: &str) -> Result<Option<Model>, OutputError> {
        let (word, rest) = text.split_once([' ', '\t']).unwrap_or((text, ""));
        let status = match word {
            "" | "c" => return Ok(None),
            "v" => {
                self.dialect = Some(Dialect::Competition);
                return self.literals(rest);
            }
            "s" => Status::of(rest.trim()),
            _ => Status::of(text),
        };
        if let Some(status) = status {
            return self.status(status);
        }
        let is_number = |word: &str| word.parse::<i32>().is_ok();
        if self.dialect != Some(Dialect::Competition) && text.split_whitespace().all(is_number) {
            self.dialect = Some(Dialect::Bare);
            return self.literals(text);
        }
        if self.dialect == Some(Dialect::Bare) && !self.literals.is_empty() {
            return Err(OutputError::Unexpected { line: self.line, text: clip(text) });
        }
        self.noise.get_or_insert_with(|| (self.line, clip(text)));
        Ok(None)
    }

    fn status(&mut self, status: Status) -> Result<Option<Model>, OutputError> {
        let is_contrary = match (&self.status, &status) {
            (Some(Status::Unsatisfiable), other) => *other != Status::Unsatisfiable,
            // After the last model of an enumeration.
            (Some(Status::Satisfiable), Status::Unsatisfiable) => self.found == 0 && self.literals.is_empty(),
            _ => false,
        };
        if is_contrary {
            return Err(OutputError::TwoAnswers(self.line));
        }
        // A model in `v` lines without a final 0 ends where the next answer begins.
        let is_next = status == Status::Satisfiable
            && self.status == Some(Status::Satisfiable)
            && self.dialect == Some(Dialect::Competition);
        self.status = Some(status);
        if is_next && !self.literals.is_empty() { self.complete().map(Some) } else { Ok(None) }
    }

    fn literals(&mut self, text: &str) -> Result<Option<Model>, OutputError> {
        if self.status == Some(Status::Unsatisfiable) {
            return Err(OutputError::TwoAnswers(self.line));
        }
        let unexpected = || OutputError::Unexpected { line: self.line, text: clip(text) };
        let numbers: Result<Vec<i32>, _> = text.split_whitespace().map(str::parse).collect();
        self.rest = numbers.map_err(|_| unexpected())?;
        if self.rest.contains(&i32::MIN) {
            return Err(unexpected());
        }
        self.rest.reverse();
        self.take_rest()
    }

    /// Takes the literals that are left of a line, up to a 0.
    fn take_rest(&mut self) -> Result<Option<Model>, OutputError> {
        while let Some(number) = self.rest.pop() {
            match Lit::from_dimacs(number) {
                Some(literal) => self.literals.push(literal),
                // An empty model is one only if it is the first.
                None if self.literals.is_empty() && self.found > 0 => {}
                None => return self.complete().map(Some),
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
            if let Some(model) = self.take_rest()? {
                return Ok(Some(model));
            }
            line.clear();
            if self.input.read_until(b'\n', &mut line)? == 0 {
                self.is_done = true;
                let is_nothing = self.found > 0 || self.dialect.is_none();
                if self.literals.is_empty() && is_nothing {
                    return Ok(None);
                }
                let is_truncated = match self.dialect {
                    // A mere list of literals needs no end.
                    Some(Dialect::Bare) => self.status.is_some(),
                    _ => self.is_cut,
                };
                return if is_truncated { Err(OutputError::Truncated) } else { self.complete().map(Some) };
            }
            self.line += 1;
            self.is_cut = !line.ends_with(b"\n");
            let text = String::from_utf8_lossy(&line);
            if let Some(model) = self.take(text.trim_start_matches('\u{feff}').trim())? {
                return Ok(Some(model));
            }
        }
    }
}

impl<R: BufRead> Iterator for Models<R> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use sudoku_cnf::Var;

    /// The true variables of each model, and the end or the error.
    fn read(text: &str) -> (Vec<Vec<usize>>, String) {
        let mut models = Models::new(text.as_bytes());
        let mut found = Vec::new();
        for model in models.by_ref() {
            match model {
                Ok(model) => found.push(model.true_vars().map(Var::number).collect()),
                Err(error) => return (found, error.to_string()),
            }
        }
        let end = models.end();
        (found, end.map_or_else(|error| error.to_string(), |end| format!("{end:?}")))
    }

    #[test]
    fn one_model_among_other_lines() {
        for text in [
            "SAT\n1 -2 3 0\n",
            "c hello\ns SATISFIABLE\nv 1 -2\nv 3 0\n",
            "v 1 3 0\ns SATISFIABLE\n",
            "s SATISFIABLE\nv 1 -2 3 \n",
            "=====[ Statistics ]=====\n| vars: 3 |\nSAT\n1 -2 3 0\nCPU time: 1 s\n",
            "starting job 17 on node 4\ns SATISFIABLE\nv 1 3 0\nreal 0m1s\n",
            "1\n3\n0\n",
        ] {
            assert_eq!(read(text), (vec![vec![1, 3]], "Satisfiable".to_owned()), "{text:?}");
        }
    }

    #[test]
    fn every_model_of_an_enumeration() {
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
    fn faults() {
        let none = |end: &str| (Vec::new(), end.to_owned());
        assert_eq!(read(""), none("the solver's output is empty"));
        assert_eq!(read("hello\n"), none("line 1: 'hello' is neither a status, a model, nor a comment"));
        assert_eq!(read("UNSAT\n"), none("Unsatisfiable"));
        assert_eq!(read("SAT\n"), none("the solver says satisfiable and gives no model"));
        assert_eq!(read("SAT\nUNSAT\n"), none("line 2: this contradicts an earlier line"));
        assert_eq!(read("UNSAT\nv 1 0\n"), none("line 2: this contradicts an earlier line"));
        assert_eq!(read("SAT\n1 2"), none("the model breaks off; the output is truncated"));
        assert_eq!(read("SAT\n1 2\nx\n"), none("line 3: 'x' is neither a status, a model, nor a comment"));
        assert_eq!(read("1\nSAT\nSAT\n2 0\n").0, [[1, 2]], "found by the fuzzer");
        assert_eq!(read("v\n").0, [[0; 0]], "a model of nothing");
        assert_eq!(read("v 1 -1 0\n"), none("variable 1 is both true and false in the model"));
        assert_eq!(read("v 1 x 0\n"), none("line 1: '1 x 0' is neither a status, a model, nor a comment"));
        assert_eq!(read("v -2147483648 0\n").0.len(), 0);
        assert_eq!(read("s UNKNOWN\n"), none("Unknown(\"UNKNOWN\")"));
    }
}
