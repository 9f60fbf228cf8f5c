//! Classes that consist of values.

/// Implements the methods of a class that is defined by the values of its attributes: those in the second pair of braces,
/// and those that `pickle` and `copy` need.
macro_rules! value_methods {
    ($class:ident { $($field:ident: $type:ty),* $(,)? } { $($methods:tt)* }) => {
        #[pyo3::pymethods]
        impl $class {
            #[classmethod]
            #[allow(clippy::too_many_arguments, reason = "the attributes of the class")]
            fn _make(_class: &pyo3::Bound<'_, pyo3::types::PyType>, $($field: $type),*) -> Self {
                Self { $($field),* }
            }

            fn __reduce__<'py>(
                slf: &pyo3::Bound<'py, Self>,
            ) -> pyo3::PyResult<(pyo3::Bound<'py, pyo3::PyAny>, pyo3::Bound<'py, pyo3::types::PyTuple>)> {
                use pyo3::types::PyAnyMethods;
                let values = [$(slf.getattr(stringify!($field))?),*];
                Ok((slf.getattr("_make")?, pyo3::types::PyTuple::new(slf.py(), values)?))
            }

            $($methods)*
        }
    };
}

pub(crate) use value_methods;
