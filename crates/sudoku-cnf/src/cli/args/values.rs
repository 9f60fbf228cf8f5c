//! Parsers of the values of options.

use std::borrow::Borrow;
use std::error::Error;
use std::fmt::Display;
use std::ops::{Bound, RangeBounds};
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// The maximum number of worker threads. Typical machines have far fewer cores.
pub const MAX_JOBS: u16 = 1024;

/// Returns a parser that accepts only the names in `values` and converts them to type `T`.
pub fn one_of<T>(
    values: impl IntoIterator<Item = impl Into<PossibleValue>>,
) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: Error + Send + Sync + 'static> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(values).try_map(|name| name.parse::<T>())
}

/// Returns the names of `values`, each with its help text.
pub fn with_help<T: Copy + Display>(
    values: impl IntoIterator<Item = impl Borrow<T>>,
    help: impl Fn(T) -> &'static str,
) -> impl Iterator<Item = PossibleValue> {
    values.into_iter().map(move |value| {
        let value = *value.borrow();
        PossibleValue::new(value.to_string()).help(help(value))
    })
}

/// Returns a parser for puzzle numbers, which start at 1.
pub fn puzzle_number() -> impl TypedValueParser<Value = usize> {
    whole_number(1..)
}

/// Returns a parser for the number of worker threads, which must be between 1 and [`MAX_JOBS`].
pub fn jobs() -> impl TypedValueParser<Value = u16> {
    whole_number(1..=MAX_JOBS)
}

/// Returns a parser for whole numbers in `range`.
///
/// Unlike the error of the parser in clap, its error does not use the notation of Rust for ranges.
pub fn whole_number<T>(
    range: impl RangeBounds<T> + Clone + Send + Sync + 'static,
) -> impl TypedValueParser<Value = T>
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text: &str| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| match (range.start_bound(), range.end_bound()) {
            (Bound::Included(least), Bound::Included(most)) => {
                format!("expected a whole number from {least} to {most}")
            }
            (Bound::Included(least), _) => format!("expected a whole number of at least {least}"),
            _ => "expected a whole number".to_owned(),
        })
    }
}

/// Parses a number of seconds, which may have a fraction.
///
/// # Errors
/// Returns an error if `text` is not a number, or if the number is negative or too large for a [`Duration`].
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 =
        text.parse().map_err(|_| "expected a number of seconds, for example 10 or 0.5".to_owned())?;
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| "expected a number of seconds that is not negative".to_owned())
}
