//! Regular expressions over the digits of a list.

use regex_automata::nfa::thompson;
use regex_automata::util::syntax;

/// A regular expression, which matches a whole list. Each cell is one symbol: `1` to `9`, and `a` to `z` for the digits
/// from 10 to 35.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Pattern(String);

/// The largest number of bytes of an automaton for a pattern.
const MAX_SIZE: usize = 1 << 20;

impl Pattern {
    /// Checks that `text` is a regular expression of the language.
    ///
    /// # Errors
    /// Returns a message if the text contains other characters, is not a regular expression, or is too large.
    pub(super) fn new(text: &str) -> Result<Self, String> {
        let is_known =
            |c: &char| c.is_ascii_digit() || c.is_ascii_lowercase() || ".^-[]()|*+?{},".contains(*c);
        if let Some(other) = text.chars().find(|c| !is_known(c)) {
            return Err(format!("a regular expression cannot contain '{}'", other.escape_debug()));
        }
        if text.replace("[^", "").contains('^') {
            return Err(
                "'^' is only possible after '['; a regular expression matches the whole list".to_owned()
            );
        }
        let pattern = Self(text.to_owned());
        pattern.nfa().map(|_| pattern)
    }

    /// Returns the nondeterministic automaton of the pattern.
    pub(super) fn nfa(&self) -> Result<thompson::NFA, String> {
        let config = thompson::Config::new().utf8(false).nfa_size_limit(Some(MAX_SIZE));
        let nfa = thompson::Compiler::new()
            .syntax(syntax::Config::new().unicode(false).utf8(false))
            .configure(config)
            .build(&format!("(?-u:(?:{})$)", self.0));
        nfa.map_err(|error| format!("invalid regular expression: {error}"))
    }
}

/// Returns the symbol of a digit, or `None` if it has none.
pub(super) fn symbol(digit: i64) -> Option<u8> {
    match u8::try_from(digit).ok()? {
        digit @ 1..=9 => Some(b'0' + digit),
        digit @ 10..=35 => Some(b'a' + (digit - 10)),
        _ => None,
    }
}
