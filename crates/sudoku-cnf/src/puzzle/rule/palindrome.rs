//! Palindromes and clones: cells that contain equal digits.

use super::definition::{Definition, Form, Meaning, Values, list};

/// The line reads the same from both ends.
pub(super) static PALINDROME: Definition = Definition {
    form: Form::Line,
    values: Values::None,
    meaning: Meaning::Pairs {
        pairs: |rule, _| {
            let cells = rule.cells();
            let half = cells.len() / 2;
            let pairs = cells[..half].iter().zip(cells.iter().rev()).map(|(&a, &b)| [a, b]);
            pairs.filter(|[a, b]| a != b).collect()
        },
        allows: |_, _, a, b| a == b,
    },
    sentence: |rule| format!("the line {} is a palindrome", list(rule.cells())),
};

/// Each cell contains the same digit as its clone.
pub(super) static CLONE: Definition = Definition {
    form: Form::CellsAndClones,
    values: Values::None,
    meaning: Meaning::Pairs {
        pairs: |rule, _| {
            let pairs = rule.cells().iter().zip(rule.other_cells()).map(|(&a, &b)| [a, b]);
            pairs.filter(|[a, b]| a != b).collect()
        },
        allows: |_, _, a, b| a == b,
    },
    sentence: |rule| {
        format!("{} contain the same digits as {}", list(rule.other_cells()), list(rule.cells()))
    },
};
