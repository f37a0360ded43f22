//! Nets for the family `net`, written from Python.

use std::collections::BTreeMap;
use std::path::PathBuf;

use karteneck::strategies::nets::{NetFile, NetKind};
use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::words::players_of;

/// Writes a net with a network for each of these numbers of players, and returns its hash.
#[pyfunction]
pub(crate) fn write_net_file(
    path: PathBuf,
    networks: Vec<(usize, PyReadonlyArray1<'_, f32>)>,
    provenance: BTreeMap<String, String>,
) -> PyResult<String> {
    let mut file = NetFile::new(NetKind::Score, provenance);
    for (players, weights) in &networks {
        let (size, weights) = (players_of(*players)?, weights.as_slice()?);
        if !NetKind::Score.admits(size, weights.len()) || weights.iter().any(|weight| !weight.is_finite()) {
            let message = format!(
                "{} weights for {players} players: no network has so many, or one is not a number",
                weights.len()
            );
            return Err(PyValueError::new_err(message));
        }
        file = file.with(size, weights);
    }
    // What is written can be read: that is, it is not too long, and has a network.
    NetFile::parse(&file.to_text()).map_err(|problem| PyValueError::new_err(format!("the net {problem}")))?;
    std::fs::write(&path, file.to_text())?;
    Ok(file.hash().to_owned())
}
