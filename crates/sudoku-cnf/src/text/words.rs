//! Parts of sentences: digits, lists of words and capital letters.

use std::fmt::Display;

use super::alphabet::Alphabet;
use crate::puzzle::board::Digit;

/// Returns a digit in `alphabet` or, if it is `None`, as a decimal number.
pub fn digit(digit: Digit, alphabet: Option<Alphabet>) -> String {
    alphabet.map_or_else(|| digit.to_string(), |alphabet| alphabet.symbol(digit.get()).to_string())
}

/// Joins words as in a sentence, for example `a, b and c`.
pub fn list<T: Display>(words: impl IntoIterator<Item = T>, conjunction: &str) -> String {
    let words: Vec<String> = words.into_iter().map(|word| word.to_string()).collect();
    match &words[..] {
        [start @ .., end] if !start.is_empty() => format!("{} {conjunction} {end}", start.join(", ")),
        _ => words.concat(),
    }
}

/// Returns a text with an upper-case first letter.
pub fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
