//! What was counted, as tables.

use karteneck::arena::{Plan, State};
use karteneck::tables::{Cell, ResultFile, ResultTable, Results, RunTables};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::errors::error;

/// The results of a run.
#[pyclass(name = "NativeResults", module = "karteneck._native", frozen)]
pub(crate) struct PyResults {
    pub(crate) plan: Plan,
    pub(crate) state: State,
}

impl PyResults {
    fn table(&self, name: &str) -> PyResult<ResultTable> {
        let file = ResultFile::ALL.into_iter().find(|file| file.name().strip_suffix(".csv") == Some(name));
        let file = file.ok_or_else(|| {
            let names: Vec<&str> = ResultFile::ALL.iter().filter_map(|file| file.name().strip_suffix(".csv")).collect();
            error("RunError", format!("there is no table {name:?}: expected one of {}", names.join(", ")))
        })?;
        Ok(RunTables::new(Results { plan: &self.plan, state: &self.state }).table(file))
    }
}

/// A cell as Python reads it from the file: nothing is known that the file does not say.
fn value<'py>(py: Python<'py>, cell: &Cell) -> PyResult<Bound<'py, PyAny>> {
    let text = cell.exact();
    match cell {
        Cell::Text(_) => text.into_bound_py_any(py),
        Cell::Count(count) => count.into_bound_py_any(py),
        Cell::Flag(is_so) => u8::from(*is_so).into_bound_py_any(py),
        Cell::Plain(_) | Cell::Number { .. } => text.parse::<f64>().ok().into_bound_py_any(py),
    }
}

#[pymethods]
impl PyResults {
    /// Games played.
    #[getter]
    fn games(&self) -> u64 {
        self.state.games(&self.plan)
    }

    /// The plan as JSON.
    #[getter]
    fn plan_json(&self) -> String {
        self.plan.to_json()
    }

    /// The numbers of players.
    #[getter]
    fn players(&self) -> Vec<usize> {
        self.plan.schedules().iter().map(|schedule| schedule.players.count()).collect()
    }

    /// The names of the entrants.
    #[getter]
    fn entrants(&self) -> Vec<String> {
        self.plan.entrants().iter().map(|entrant| entrant.name.clone()).collect()
    }

    /// The names of the columns of a table.
    fn columns(&self, name: &str) -> PyResult<Vec<String>> {
        Ok(self.table(name)?.columns.into_iter().map(|column| column.name).collect())
    }

    /// The rows of a table.
    fn rows<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let table = self.table(name)?;
        let row = |row: &Vec<Cell>| {
            let cells = row.iter().map(|cell| value(py, cell)).collect::<PyResult<Vec<_>>>()?;
            PyTuple::new(py, cells)
        };
        table.rows.iter().map(row).collect()
    }

    /// The bytes of the CSV file of a table.
    fn csv<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.table(name)?.to_csv()))
    }

    /// The first faults: entrant, players, block, rotation, and what is recorded.
    #[getter]
    fn faults(&self) -> Vec<(String, usize, u64, String)> {
        let name = |fault: &karteneck::arena::RunFault| self.plan.entrants()[fault.entrant].name.clone();
        let faults = self.state.incidents.iter();
        faults.map(|fault| (name(fault), fault.players, fault.block, fault.fault.clone())).collect()
    }

    /// Who was shut out.
    #[getter]
    fn disqualified(&self) -> Vec<String> {
        let all = self.plan.entrants().iter().zip(&self.state.disqualified);
        all.filter(|(_, out)| out.is_some()).map(|(entrant, _)| entrant.name.clone()).collect()
    }
}
