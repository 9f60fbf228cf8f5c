//! Nabner lines: no two digits of a line are equal or consecutive.

use super::definition::{Definition, Form, Meaning, Values, all_pairs, distinct, list};

/// No two digits of the line are equal or consecutive.
pub(super) static NABNER: Definition = Definition {
    form: Form::Line,
    values: Values::None,
    meaning: Meaning::Pairs {
        pairs: |rule, _| all_pairs(&distinct(rule.cells())),
        allows: |_, _, a, b| (a - b).abs() > 1,
    },
    sentence: |rule| format!("no two digits of the line {} are equal or consecutive", list(rule.cells())),
};
