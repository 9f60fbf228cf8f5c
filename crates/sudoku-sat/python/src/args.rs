//! Numbers and lists as arguments, with errors that name the accepted values.

use std::ops::RangeInclusive;
use std::time::Duration;

use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::error;

/// A number from 0 to 2⁶⁴ − 1.
#[derive(Clone, Copy)]
pub(crate) struct Number(pub(crate) u64);

impl Number {
    pub(crate) fn size(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

impl<'py> FromPyObject<'_, 'py> for Number {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        object.extract().map(Self).map_err(|error: PyErr| {
            if !error.is_instance_of::<PyOverflowError>(object.py()) {
                return error;
            }
            error::value(format!("expected a number from 0 to 2**64 - 1, found {}", *object))
        })
    }
}

/// A number, or the lowest and the highest number of a range.
pub(crate) struct Numbers(pub(crate) RangeInclusive<u64>);

impl<'py> FromPyObject<'_, 'py> for Numbers {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if object.hasattr("__index__")? {
            let Number(number) = object.extract()?;
            return Ok(Self(number..=number));
        }
        let (Number(lowest), Number(highest)) = object.extract()?;
        Ok(Self(lowest..=highest))
    }
}

/// The literals of a model in DIMACS notation, any of which may be 0.
pub(crate) struct Literals(pub(crate) Vec<i32>);

impl<'py> FromPyObject<'_, 'py> for Literals {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        object.extract().map(Self).map_err(|error: PyErr| {
            let is_large = error.is_instance_of::<PyOverflowError>(object.py());
            if is_large { error::value("a literal has at most 32 bits") } else { error }
        })
    }
}

/// A list of strings. A single string is not a list of its characters.
#[derive(Default)]
pub(crate) struct Strings(pub(crate) Vec<String>);

impl<'py> FromPyObject<'_, 'py> for Strings {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if object.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err("expected a list of str, not a single str"));
        }
        object.extract().map(Self)
    }
}

/// A time limit in seconds.
#[derive(Clone, Copy)]
pub(crate) struct Seconds(f64);

impl Seconds {
    /// Returns the time, or `None` if it is too long to be represented.
    pub(crate) fn duration(self) -> Option<Duration> {
        Duration::try_from_secs_f64(self.0).ok()
    }
}

impl<'py> FromPyObject<'_, 'py> for Seconds {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let seconds: f64 = object.extract().map_err(|error: PyErr| {
            let is_large = error.is_instance_of::<PyOverflowError>(object.py());
            if is_large { error::value("timeout is too large") } else { error }
        })?;
        if seconds.is_nan() || seconds < 0.0 {
            return Err(error::value(format!("timeout must not be negative, but it is {seconds}")));
        }
        Ok(Self(seconds))
    }
}
