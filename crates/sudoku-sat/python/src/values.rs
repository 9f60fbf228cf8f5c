//! Classes that consist of values.

/// Defines a class that consists of the values of its attributes, with the methods in the second pair of braces. Its
/// objects can be compared, hashed, pickled and copied.
macro_rules! value_class {
    ($(#[$attribute:meta])* $class:ident { $($field:ident: $type:ty),* $(,)? } { $($methods:tt)* }) => {
        $(#[$attribute])*
        #[pyo3::pyclass(module = "sudoku_cnf", frozen, get_all, eq, hash, from_py_object)]
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub(crate) struct $class { $($field: $type),* }

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

pub(crate) use value_class;
