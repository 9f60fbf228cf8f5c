//! Recognizes titles, sentences and program text among the lines of plain boards.

use itertools::Itertools;

use crate::text::token::Token;

/// The minimum number of letters in a word that marks a line as prose.
const MIN_WORD: usize = 3;

/// Returns whether `cells`, which are single characters, spell words rather than form a row.
///
/// A row contains no letter twice. Words usually do.
pub(in crate::text) fn are_words(cells: &[Token<'_>]) -> bool {
    let mut characters = cells.iter().filter_map(|cell| cell.text.chars().next());
    // On boards up to 9×9, X can represent blanks.
    let is_letter = |c: &char| c.is_ascii_alphabetic() && (!matches!(c, 'X' | 'x') || cells.len() > 9);
    let mut letters = characters.clone().filter(is_letter).map(|c| c.to_ascii_lowercase());
    !letters.all_unique() || characters.any(|c| c.is_alphabetic() && !c.is_ascii())
}

/// Returns whether `line` contains a word: at least three letters, or a Chinese, Japanese or Korean character.
pub(in crate::text) fn has_word(line: &str) -> bool {
    let is_word = |c: char| c.is_alphabetic() && c >= '\u{2e80}';
    line.contains(is_word)
        || line.split(|c: char| !c.is_alphabetic()).any(|word| word.chars().nth(MIN_WORD - 1).is_some())
}

/// Returns whether all `cells` are names, as in the table header `r1c1,r1c2,…`.
pub(in crate::text) fn are_names(cells: &[Token<'_>]) -> bool {
    cells.iter().all(|cell| cell.text.starts_with(char::is_alphabetic) && cell.length() > 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::token;

    #[test]
    fn words_repeat_letters() {
        let check = |text, expected| {
            let cells: Vec<_> = token::characters(1, text).collect();
            assert_eq!(are_words(&cells), expected, "{text}");
        };
        check("importmath", true);
        check("tête", true);
        check("ABCDEFGHIJKLMNOP", false);
        check("AB..1", false);
        check("xx1x", false);
    }
}
