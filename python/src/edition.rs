//! Editions: worm tables.

use std::path::PathBuf;

use karteneck::encoding::saturates;
use karteneck::game::{Edition, ZEROS};
use karteneck::records::{edition_hash, parse_edition, read_edition};
use pyo3::prelude::*;

use crate::errors::error;
use crate::words::described;

/// A worm table: how many worms are on the portions 16 to 42; without numbers that of the rules.
///
/// >>> Edition().worms[:4], Edition([1] * 27) == Edition()
/// ([1, 1, 1, 2], False)
#[pyclass(name = "Edition", module = "karteneck", frozen, eq, hash, from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PyEdition(pub(crate) Edition);

#[pymethods]
impl PyEdition {
    #[new]
    #[pyo3(signature = (worms = None))]
    fn new(worms: Option<Vec<u8>>) -> PyResult<PyEdition> {
        let Some(worms) = worms else { return Ok(PyEdition(Edition::default())) };
        let table = worms.as_slice().try_into().ok().and_then(Edition::new);
        table.map(PyEdition).ok_or_else(|| {
            let most = Edition::MAX_WORMS;
            error(
                "PositionError",
                format!("an edition: expected 27 numbers from 0 to {most}, for the portions 16 to 42"),
            )
        })
    }

    /// The edition of a TOML text (`docs/RULES.md`).
    #[staticmethod]
    fn parse(text: &str) -> PyResult<PyEdition> {
        described(parse_edition(text)).map(PyEdition)
    }

    /// The edition of a TOML file.
    #[staticmethod]
    fn read(path: PathBuf) -> PyResult<PyEdition> {
        described(read_edition(&path)).map(PyEdition)
    }

    /// The worms on the portions 16 to 42.
    #[getter]
    fn worms(&self) -> Vec<u32> {
        self.0.table()[ZEROS..].iter().map(|&worms| u32::from(worms)).collect()
    }

    /// The hash that names it in records.
    #[getter]
    fn hash(&self) -> String {
        edition_hash(&self.0)
    }

    /// Whether a seat can have more worms than a byte of an observation can tell.
    #[getter]
    fn saturates(&self) -> bool {
        saturates(&self.0)
    }

    fn __repr__(&self) -> String {
        if self.0 == Edition::default() { "Edition()".to_owned() } else { format!("Edition({:?})", self.worms()) }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (Vec<u32>,)) {
        (py.get_type::<PyEdition>().into_any(), (self.worms(),))
    }
}

/// The given edition, or that of the rules.
pub(crate) fn edition_or_default(edition: Option<PyEdition>) -> Edition {
    edition.map_or_else(Edition::default, |edition| edition.0)
}
