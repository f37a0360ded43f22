//! Who takes part: specs, and Python objects.

use std::sync::Arc;

use karteneck::Entrant;
use karteneck::entrants::{Catalogue, EntrantKind};
use pyo3::prelude::*;

use crate::bot::{PyBatchBot, strategy_of};
use crate::errors::error;

/// A participant under a name.
#[pyclass(name = "NativeEntrant", module = "karteneck._native", frozen, from_py_object)]
#[derive(Clone)]
pub(crate) struct PyEntrant(pub(crate) Entrant);

#[pymethods]
impl PyEntrant {
    /// The entrant of a spec, as the program reads it.
    #[staticmethod]
    fn spec(text: &str) -> PyResult<PyEntrant> {
        Catalogue::here().find(text).map(PyEntrant).map_err(|why| error("EntrantError", why))
    }

    /// Objects that decide for one view; a factory makes one for each seat.
    #[staticmethod]
    fn python(name: String, version: &str, factory: Py<PyAny>) -> PyResult<PyEntrant> {
        let known_as = name.clone();
        with_name(Entrant::code(name, move || strategy_of(&known_as, &factory)).versioned(version))
    }

    /// An object that decides for many views at once.
    #[staticmethod]
    fn batch(name: String, version: &str, object: Py<PyAny>) -> PyResult<PyEntrant> {
        let policy = PyBatchBot { name: name.clone(), object };
        with_name(Entrant::batch(name, Arc::new(policy)).versioned(version))
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        &self.0.name
    }

    /// What it does, in one line.
    #[getter]
    fn summary(&self) -> &str {
        self.0.summary()
    }

    /// Whether it is an external program.
    #[getter]
    fn is_program(&self) -> bool {
        self.0.is_process()
    }

    /// The parameters with their values.
    #[getter]
    fn parameters(&self) -> Vec<(String, String)> {
        let parameters = self.0.parameters().into_iter();
        parameters.map(|(parameter, value)| (parameter.name.to_owned(), value.to_string())).collect()
    }

    fn __repr__(&self) -> String {
        format!("<entrant {}>", self.0.name)
    }
}

/// Code under a name with which a run can be opened again.
fn with_name(entrant: Entrant) -> PyResult<PyEntrant> {
    catalogue_with(&[PyEntrant(entrant.clone())]).map(|_| PyEntrant(entrant))
}

/// The catalogue, extended with code under its names.
pub(crate) fn catalogue_with(code: &[PyEntrant]) -> PyResult<Catalogue> {
    let code = code.iter().filter(|entrant| matches!(entrant.0.kind, EntrantKind::Code(_)));
    let extended = code.cloned().try_fold(Catalogue::here(), |known, entrant| known.with_code(entrant.0));
    extended.map_err(|why| error("EntrantError", why))
}

/// The names of the shipped entrants.
#[pyfunction]
pub(crate) fn shipped_names() -> Vec<&'static str> {
    Catalogue::shipped_names().collect()
}
