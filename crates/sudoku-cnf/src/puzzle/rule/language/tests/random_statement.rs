//! Random statements about a 4×4 board, for tests. Tests outside the crate include this file.

/// Writes random statements.
pub(crate) struct StatementWriter<F> {
    /// Returns a random number below a bound.
    below: F,
    /// The names of the visible variables.
    variables: Vec<String>,
}

impl<F: FnMut(usize) -> usize> StatementWriter<F> {
    pub(crate) fn new(below: F) -> Self {
        Self { below, variables: Vec::new() }
    }

    fn pick(&mut self, count: usize) -> usize {
        (self.below)(count)
    }

    fn choose<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.pick(texts.len())]
    }

    fn cell(&mut self) -> String {
        format!("r{}c{}", self.pick(4) + 1, self.pick(4) + 1)
    }

    fn list(&mut self, depth: usize) -> String {
        match self.pick(if depth == 0 { 5 } else { 9 }) {
            0 => format!("{} {}", self.choose(&["row", "column", "box"]), self.pick(4) + 1),
            1 => self.choose(&["diagonal+", "diagonal-", "clue r0c2", "clue r3c5"]).to_owned(),
            2 => format!("{}..{}", self.cell(), self.cell()),
            3 | 4 => format!("[{}, {}, {}]", self.cell(), self.cell(), self.cell()),
            5 => format!("reverse({})", self.list(depth - 1)),
            6 => format!("[{}, {}]", self.list(depth - 1), self.cell()),
            7 => format!("(row {})[1..{}]", self.pick(4) + 1, self.number(depth - 1)),
            _ => format!("(column {})[{}..{}]", self.pick(4) + 1, self.number(0), self.number(0)),
        }
    }

    /// Writes a body with a new variable.
    fn with_variable(&mut self, body: impl FnOnce(&mut Self) -> String) -> (String, String) {
        let name = format!("x{}", self.variables.len());
        self.variables.push(name.clone());
        let body = body(self);
        self.variables.pop();
        (name, body)
    }

    fn number(&mut self, depth: usize) -> String {
        let leaves = if self.variables.is_empty() { 3 } else { 5 };
        if depth == 0 {
            return match self.pick(leaves) {
                0 => (self.pick(6)).to_string(),
                1 | 2 => self.cell(),
                _ => {
                    let index = self.pick(self.variables.len());
                    self.variables[index].clone()
                }
            };
        }
        let d = depth - 1;
        match self.pick(15) {
            0 => format!("({} + {})", self.number(d), self.number(d)),
            1 => format!("({} - {})", self.number(d), self.number(d)),
            2 => format!("({} * {})", self.number(d), self.number(d)),
            3 => format!("({} {} {})", self.number(d), self.choose(&["div", "mod"]), self.number(d)),
            4 => format!("abs({})", self.number(d)),
            5 => format!("{}({}, {})", self.choose(&["min", "max"]), self.number(d), self.number(d)),
            6 => format!("{}({})", self.choose(&["sum", "product", "min", "max", "nvalue"]), self.list(d)),
            7 => format!("count({}, {})", self.list(d), self.number(d)),
            8 => format!("count({}, {})", self.list(d), self.choose(&["1..2", "{1, 3}", "{4}"])),
            9 => format!("({})[{}]", self.list(d), self.number(d)),
            10 => format!("if {} then {} else {} endif", self.condition(d), self.number(d), self.number(d)),
            11 => {
                let list = self.list(d);
                let (name, body) = self.with_variable(|writer| writer.condition(d));
                format!("count ({name} in {list}) ({body})")
            }
            12 => {
                let list = self.list(d);
                let (name, body) = self.with_variable(|writer| writer.number(d));
                format!("{} ({name} in {list}) ({body})", self.choose(&["sum", "max", "min", "nvalue"]))
            }
            13 => {
                let list = self.list(d);
                let next =
                    self.choose(&["s + v", "max(s, v)", "if v > s then v else s endif", "v - s", "v mod s"]);
                format!("fold (s = {}; v in {list}; {next})", self.pick(3))
            }
            _ => format!("length({})", self.list(d)),
        }
    }

    /// Returns a condition whose nesting has the given depth.
    pub(crate) fn condition(&mut self, depth: usize) -> String {
        if depth == 0 {
            let relation = self.choose(&["=", "!=", "<", "<=", ">", ">="]);
            return format!("({} {relation} {})", self.number(0), self.number(0));
        }
        let d = depth - 1;
        match self.pick(14) {
            0..3 => {
                let relation = self.choose(&["=", "!=", "<", "<=", ">", ">="]);
                format!("({} {relation} {})", self.number(d), self.number(d))
            }
            3 => format!("({} /\\ {})", self.condition(d), self.condition(d)),
            4 => format!("({} \\/ {})", self.condition(d), self.condition(d)),
            5 => format!("({} -> {})", self.condition(d), self.condition(d)),
            6 => format!("({} <-> {})", self.condition(d), self.condition(d)),
            7 => format!("not {}", self.condition(d)),
            8 => {
                let list = self.list(d);
                let (name, body) = self.with_variable(|writer| writer.condition(d));
                format!("{} ({name} in {list}) ({body})", self.choose(&["forall", "exists"]))
            }
            9 => format!("alldifferent({})", self.list(d)),
            10 => format!("{}({})", self.choose(&["increasing", "strictly_increasing"]), self.list(d)),
            11 => {
                format!("{}({}, {})", self.choose(&["lex_less", "permutation"]), self.list(d), self.list(d))
            }
            12 => {
                let pattern = self.choose(&[".*1.*", "[12]*[34]*", "(1|2|3)+", ".{2,3}4?", "[^2]*"]);
                format!("regular({}, \"{pattern}\")", self.list(d))
            }
            _ => format!("({} in {})", self.number(d), self.choose(&["1..3", "{2, 4}", "{0, 1, 7}"])),
        }
    }
}
