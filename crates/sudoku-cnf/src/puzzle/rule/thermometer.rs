//! Thermometers and greater-than signs: the digits increase along a line.

use super::definition::{Definition, Form, Meaning, Values, list, neighbors};

/// The digits increase from the bulb, which is the first cell, to the tip.
pub(super) static THERMOMETER: Definition = Definition {
    form: Form::Line,
    values: Values::None,
    meaning: Meaning::Pairs { pairs: |rule, _| neighbors(rule.cells()), allows: |_, _, a, b| a < b },
    sentence: |rule| format!("the digits increase along the thermometer {}", list(rule.cells())),
};

/// The digits increase or stay equal from the bulb, which is the first cell, to the tip.
pub(super) static SLOW_THERMOMETER: Definition = Definition {
    form: Form::Line,
    values: Values::None,
    meaning: Meaning::Pairs { pairs: |rule, _| neighbors(rule.cells()), allows: |_, _, a, b| a <= b },
    sentence: |rule| format!("the digits do not decrease along the slow thermometer {}", list(rule.cells())),
};

/// The first cell contains a greater digit than the second.
pub(super) static GREATER: Definition = Definition {
    form: Form::Cells(2, 2),
    values: Values::None,
    meaning: Meaning::Pairs { pairs: |rule, _| neighbors(rule.cells()), allows: |_, _, a, b| a > b },
    sentence: |rule| format!("{} is greater than {}", rule.cells()[0], rule.cells()[1]),
};
