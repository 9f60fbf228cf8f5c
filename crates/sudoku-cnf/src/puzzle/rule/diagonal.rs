//! The main diagonals as separate rules. Both together are the variant X.

use super::definition::{Context, Definition, Form, Meaning, Values};
use crate::puzzle::board::Cell;

/// The digits of the diagonal from the bottom left to the top right corner are distinct.
pub(super) static RISING_DIAGONAL: Definition = Definition {
    form: Form::Flag,
    values: Values::None,
    meaning: Meaning::AllDifferent(|_, context| rising(context)),
    sentence: |_| "the diagonal from the bottom left to the top right repeats no digit".to_owned(),
};

/// The digits of the diagonal from the top left to the bottom right corner are distinct.
pub(super) static FALLING_DIAGONAL: Definition = Definition {
    form: Form::Flag,
    values: Values::None,
    meaning: Meaning::AllDifferent(|_, context| falling(context)),
    sentence: |_| "the diagonal from the top left to the bottom right repeats no digit".to_owned(),
};

fn rising(context: Context<'_>) -> Vec<Cell> {
    let n = context.size();
    (1..=n).filter_map(|i| Cell::new(i, n + 1 - i)).collect()
}

fn falling(context: Context<'_>) -> Vec<Cell> {
    (1..=context.size()).filter_map(|i| Cell::new(i, i)).collect()
}
