//! The legend: sentences about rules whose symbols are missing or ambiguous.

use std::collections::BTreeSet;

use sudoku_cnf::puzzle::rule::{Form, Rule, RuleKind, Shape, Statement};
use sudoku_cnf::text::words::capitalized;

use crate::render::layer::Palette;

/// The symbol of clues outside the board.
const OUTSIDE: &str = "outside";

/// The symbol of a kind of rule, in words. If `color` is empty, the symbol does not depend on a color.
struct Symbol {
    color: &'static str,
    name: &'static str,
    meaning: &'static str,
}

/// Returns the sentences to show below the board: the rules without symbols, and the meaning of colors and of clues
/// outside the board.
pub(in crate::render) fn legend(rules: &[Rule], palette: Palette) -> Vec<String> {
    let kinds: BTreeSet<RuleKind> = rules.iter().map(Rule::kind).collect();
    let mut sentences = Vec::new();
    let mut meanings: Vec<String> = Vec::new();
    for rule in rules {
        if let Some(statement) = rule.statement() {
            match statement_symbol(statement, rules, palette) {
                Some(meaning) if meanings.contains(&meaning) => {}
                Some(meaning) => meanings.push(meaning),
                None => sentences.push(sentence(rule)),
            }
            continue;
        }
        let Some(found) = symbol(rule.kind()) else {
            if has_no_symbol(rule.kind()) {
                sentences.push(sentence(rule));
            }
            continue;
        };
        let is_gray = palette == Palette::Monochrome || found.color.is_empty();
        // Clues outside the board always look alike, lines and shaded cells only without colors.
        let is_like = |kind: RuleKind| {
            kind != rule.kind() && is_gray && symbol(kind).is_some_and(|other| other.name == found.name)
        };
        if kinds.iter().copied().any(is_like) {
            sentences.push(sentence(rule));
            continue;
        }
        let symbol = match (is_gray, found.name) {
            (true, "cells") => "Shaded cells".to_owned(),
            (true, name) => capitalized(name),
            (false, name) => format!("{} {name}", found.color),
        };
        let value = rule.value().filter(|_| rule.kind() == RuleKind::Whispers);
        let value = value.map_or(String::new(), |value| format!(" ({value})"));
        let meaning = format!("{symbol}: {}{value}.", found.meaning);
        if !meanings.contains(&meaning) {
            meanings.push(meaning);
        }
    }
    if !meanings.is_empty() {
        sentences.push(meanings.join(" "));
    }
    sentences
}

/// Returns the meaning of the lines or shaded cells of a use of a definition. Returns `None` if it has another symbol,
/// if other rules look alike, or if the sentence is different for each use.
fn statement_symbol(statement: &Statement, rules: &[Rule], palette: Palette) -> Option<String> {
    let look = |statement: &Statement| {
        let (shape, color) = statement.definition()?.shape();
        let color = color.filter(|_| palette != Palette::Monochrome).unwrap_or("gray");
        let name = match shape {
            Shape::Line => "lines",
            Shape::Cells => "cells",
            _ => return None,
        };
        Some((capitalized(color), name))
    };
    let (color, name) = look(statement)?;
    let one = if name == "lines" { "the line" } else { "the cells" };
    let meaning = statement.sentence_about(one);
    let is_like = |rule: &Rule| match rule.statement() {
        Some(other) => {
            let is_same =
                other.definition() == statement.definition() && other.sentence_about(one) == meaning;
            !is_same && look(other).as_ref() == Some(&(color.clone(), name))
        }
        None => symbol(rule.kind()).is_some_and(|other| {
            other.name == name && (other.color == color || palette == Palette::Monochrome)
        }),
    };
    if rules.iter().any(is_like) {
        return None;
    }
    let has_sentence = statement.definition().is_some_and(|definition| definition.has_sentence());
    let meaning = match meaning {
        Some(sentence) => sentence,
        None if has_sentence => return None,
        None => statement.definition()?.name().to_owned(),
    };
    Some(format!("{color} {name}: {meaning}."))
}

fn has_no_symbol(kind: RuleKind) -> bool {
    matches!(
        kind,
        RuleKind::Nonconsecutive | RuleKind::NegativeRatio | RuleKind::NegativeXv | RuleKind::Statement
    )
}

/// Returns the symbol of a kind of rule, unless the rule has no symbol or its symbol is generally known.
fn symbol(kind: RuleKind) -> Option<Symbol> {
    let (color, name, meaning) = match kind {
        RuleKind::Palindrome => ("Gray", "lines", "palindromes"),
        RuleKind::Renban => ("Purple", "lines", "renban"),
        RuleKind::Whispers => ("Green", "lines", "whispers"),
        RuleKind::RegionSumLine => ("Blue", "lines", "equal sums in each box"),
        RuleKind::EntropicLine => ("Orange", "lines", "entropic"),
        RuleKind::ModularLine => ("Teal", "lines", "modular"),
        RuleKind::Nabner => ("Yellow", "lines", "nabner"),
        RuleKind::ZipperLine => ("Lavender", "lines", "zippers"),
        RuleKind::BetweenLine => ("", "gray circles at both ends", "between lines"),
        RuleKind::DoubleArrow => ("", "white circles at both ends", "double arrows"),
        RuleKind::SlowThermometer => ("", "hollow thermometers", "slow"),
        RuleKind::Sum => ("", "dotted outlines", "sums, digits may repeat"),
        RuleKind::ExtraRegion => ("Gray", "cells", "extra regions"),
        RuleKind::RowIndexer => ("Green", "cells", "row indexers"),
        RuleKind::ColumnIndexer => ("Red", "cells", "column indexers"),
        RuleKind::BoxIndexer => ("Blue", "cells", "box indexers"),
        RuleKind::Clone => ("Equally colored", "cells", "clones"),
        RuleKind::SandwichSum => ("", OUTSIDE, "sandwich sums"),
        RuleKind::XSum => ("", OUTSIDE, "X-sums"),
        RuleKind::Skyscraper => ("", OUTSIDE, "skyscrapers"),
        RuleKind::NumberedRoom => ("", OUTSIDE, "numbered rooms"),
        _ => return None,
    };
    Some(Symbol { color, name, meaning })
}

/// Returns the sentence of a rule with a final stop. The sentence of a clue outside the board would list a whole row or
/// column, so it is replaced with the position and the name of the clue.
fn sentence(rule: &Rule) -> String {
    let text = rule.text();
    if let (Form::Outside, [position], Some(value)) = (rule.kind().form(), &text.cells[..], rule.value()) {
        let name = symbol(rule.kind()).map_or("", |symbol| symbol.meaning.trim_end_matches('s'));
        return format!("{position}: {name} {value}.");
    }
    let sentence = format!("{rule:#}.");
    // The name of a cell is not capitalized.
    let is_word = sentence.chars().nth(1).is_some_and(|second| !second.is_ascii_digit());
    if is_word { capitalized(&sentence) } else { sentence }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudoku_cnf::Geometry;

    #[track_caller]
    fn check(rules: &[&str], palette: Palette, expected: &[&str]) {
        let rules: Vec<_> =
            rules.iter().map(|rule| Rule::parse(rule, &Geometry::standard()).unwrap()).collect();
        assert_eq!(legend(&rules, palette), expected);
    }

    #[test]
    fn known_symbols_need_no_words() {
        check(&["killercage 3: r1c1 r1c2", "thermometer: r1c1 r1c2", "odd: r1c1"], Palette::Color, &[]);
    }

    #[test]
    fn colors_are_explained() {
        let lines = ["renban: r1c1 r1c2", "whispers: r2c1 r2c2", "renban: r3c1 r3c2", "odd: r1c1"];
        check(&lines, Palette::Color, &["Purple lines: renban. Green lines: whispers."]);
        check(&["whispers 4: r1c1 r1c2"], Palette::Color, &["Green lines: whispers (4)."]);
    }

    #[test]
    fn rules_that_look_alike_without_colors_are_sentences() {
        check(&["renban: r1c1 r1c2"], Palette::Monochrome, &["Lines: renban."]);
        check(&["extraregion: r1c1 r1c2"], Palette::Monochrome, &["Shaded cells: extra regions."]);
        let sentences = [
            "The line r1c1 r1c2 is a palindrome.",
            "No two digits of the line r2c1 r2c2 are equal or consecutive.",
        ];
        check(&["palindrome: r1c1 r1c2", "nabner: r2c1 r2c2"], Palette::Monochrome, &sentences);
    }

    #[test]
    fn clues_of_several_kinds_are_named() {
        check(&["skyscraper 4: r0c1", "skyscraper 2: r1c0"], Palette::Color, &["Outside: skyscrapers."]);
        let both = ["skyscraper 4: r0c1", "xsum 12: r1c10"];
        check(&both, Palette::Color, &["r0c1: skyscraper 4.", "r1c10: X-sum 12."]);
    }

    /// Checks the legend of rules that use definitions.
    #[track_caller]
    fn check_list(text: &str, palette: Palette, expected: &[&str]) {
        let list = sudoku_cnf::text::RuleList::parse(text).unwrap();
        let rules: Vec<_> = list.rules.iter().map(|rule| rule.on(&Geometry::standard()).unwrap()).collect();
        assert_eq!(legend(&rules, palette), expected, "{text}");
    }

    #[test]
    fn definitions_are_explained_by_their_sentences() {
        let far = "define far(l: cells, d: int): abs(l[1] - l[2]) >= d \
            sentence \"neighbors on {l} differ by at least {d}\" draw line green\n";
        let uses = "far 4: r1c1 r1c2\nfar 4: r2c1 r2c2\n";
        let expected = "Green lines: neighbors on the line differ by at least 4.";
        check_list(&format!("{far}{uses}"), Palette::Color, &[expected]);
        // The same symbol with two meanings is told apart by its cells.
        let numbers = format!("{far}far 4: r1c1 r1c2\nfar 5: r2c1 r2c2\n");
        let sentences = [4, 5].map(|d| format!("Neighbors on r{0}c1 r{0}c2 differ by at least {d}.", d - 3));
        check_list(&numbers, Palette::Color, &sentences.each_ref().map(String::as_str));
        let mixed = format!("{far}far 4: r1c1 r1c2\nwhispers: r2c1 r2c2\n");
        let sentence = "Neighbors on r1c1 r1c2 differ by at least 4.";
        check_list(&mixed, Palette::Color, &[sentence, "Green lines: whispers."]);
        let two = "define mean(c: cell, l: cells): c * length(l) = sum(l) \
            sentence \"{c} is the average of {l}\" draw line teal\n";
        let sentence = "r1c1 is the average of r1c2 r1c3.";
        check_list(&format!("{two}mean: r1c1; r1c2 r1c3\n"), Palette::Color, &[sentence]);
        let plain = "define odd3(l: cells): l[1] mod 2 = 1 draw cells\nodd3: r1c1\n";
        check_list(plain, Palette::Color, &["Gray cells: odd3."]);
    }

    #[test]
    fn rules_without_symbols_are_sentences() {
        check(&["negativexv"], Palette::Color, &["All X and V are given."]);
    }
}
