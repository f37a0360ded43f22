//! Python objects as strategies.

use karteneck::game::{Move, Outcome, Stream, View};
use karteneck::strategies::{BatchPolicy, Fault, FaultKind, Question, Strategy};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use karteneck::encoding::{ACTIONS, observation_len, observe, write_floats, write_mask};

use crate::view::{PyView, checked_move};

/// The fault of code that raised: its type and message are recorded, the traceback goes to the log.
fn fault_of(py: Python<'_>, name: &str, raised: &PyErr) -> Fault {
    let traceback = py
        .import("karteneck._log")
        .and_then(|log| log.call_method1("raised", (name, raised.value(py), raised.traceback(py))));
    let traceback = traceback.and_then(|text| text.extract::<String>()).unwrap_or_default();
    Fault::new(FaultKind::Panic, raised.to_string()).with_stderr(traceback)
}

/// An illegal answer is the arena's business to judge; everything else is a fault of the code.
fn answer_of(py: Python<'_>, name: &str, view: &View<'_>, answer: PyResult<Bound<'_, PyAny>>) -> Result<Move, Fault> {
    let answer = answer.map_err(|raised| fault_of(py, name, &raised))?;
    if let Ok(text) = answer.extract::<&str>() {
        return text.parse().map_err(|why| Fault::new(FaultKind::Nonsense, format!("{why}")).saying(text));
    }
    match checked_move(view, &answer) {
        Ok(mv) => Ok(mv),
        Err(why) => {
            let kind = if answer.extract::<i64>().is_ok() { FaultKind::Illegal } else { FaultKind::Nonsense };
            Err(Fault::new(kind, why.value(py).to_string()))
        }
    }
}

/// A Python object that decides for one view: `decide(view)`, and if it has them `start(view)` and `end(view, outcome)`.
pub(crate) struct PyBot {
    name: String,
    decide: Py<PyAny>,
    start: Option<Py<PyAny>>,
    end: Option<Py<PyAny>>,
}

impl PyBot {
    /// Makes one by calling a factory.
    pub(crate) fn make(py: Python<'_>, name: &str, factory: &Py<PyAny>) -> PyResult<PyBot> {
        let object = factory.bind(py).call0()?;
        let method = |name: &str| object.getattr_opt(name).map(|found| found.map(Bound::unbind));
        let decide = match method("decide")? {
            Some(decide) => decide,
            None => object.clone().unbind(),
        };
        Ok(PyBot { name: name.to_owned(), decide, start: method("start")?, end: method("end")? })
    }

    fn tell<'py>(
        &self,
        py: Python<'py>,
        method: Option<&Py<PyAny>>,
        arguments: Bound<'py, PyTuple>,
    ) -> Result<(), Fault> {
        let Some(method) = method else { return Ok(()) };
        method.bind(py).call1(arguments).map(drop).map_err(|raised| fault_of(py, &self.name, &raised))
    }
}

impl Strategy for PyBot {
    fn start(&mut self, view: &View<'_>) -> Result<(), Fault> {
        Python::attach(|py| {
            let seen =
                PyTuple::new(py, [PyView::new(view, None)]).map_err(|raised| fault_of(py, &self.name, &raised))?;
            self.tell(py, self.start.as_ref(), seen)
        })
    }

    fn decide(&mut self, view: &View<'_>, chance: &mut Stream) -> Result<Move, Fault> {
        Python::attach(|py| {
            let answer = self.decide.bind(py).call1((PyView::new(view, Some(chance.word())),));
            answer_of(py, &self.name, view, answer)
        })
    }

    fn end(&mut self, view: &View<'_>, outcome: &Outcome) -> Result<(), Fault> {
        if self.end.is_none() {
            return Ok(());
        }
        Python::attach(|py| {
            let players = view.table().players();
            let places: Vec<u32> = outcome.places.of(players).iter().map(|&place| u32::from(place)).collect();
            let seen = PyView::new(view, None).into_pyobject(py).map(Bound::into_any);
            let told = seen.and_then(|seen| PyTuple::new(py, [seen, PyList::new(py, places)?.into_any()]));
            self.tell(py, self.end.as_ref(), told.map_err(|raised| fault_of(py, &self.name, &raised))?)
        })
    }
}

/// A Python object that could not be made: the fault that this is.
pub(crate) struct Unmade(pub(crate) Fault);

impl Strategy for Unmade {
    fn ready(&mut self) -> Result<(), Fault> {
        Err(self.0.clone())
    }

    fn start(&mut self, _view: &View<'_>) -> Result<(), Fault> {
        Err(self.0.clone())
    }

    fn decide(&mut self, _view: &View<'_>, _chance: &mut Stream) -> Result<Move, Fault> {
        Err(self.0.clone())
    }
}

/// A strategy of the object that a factory makes.
pub(crate) fn strategy_of(name: &str, factory: &Py<PyAny>) -> Box<dyn Strategy> {
    Python::attach(|py| match PyBot::make(py, name, factory) {
        Ok(bot) => Box::new(bot) as Box<dyn Strategy>,
        Err(raised) => Box::new(Unmade(fault_of(py, name, &raised).at_start())),
    })
}

/// Views that are asked about together.
#[pyclass(name = "Questions", module = "karteneck", frozen)]
pub(crate) struct PyQuestions {
    views: Vec<PyView>,
}

impl PyQuestions {
    fn rows<'py, T: numpy::Element + Copy>(
        &self,
        py: Python<'py>,
        width: usize,
        write: impl Fn(&View<'_>, &mut [T]),
        zero: T,
    ) -> PyResult<Bound<'py, PyArray2<T>>> {
        let mut flat = vec![zero; self.views.len() * width];
        self.views.iter().zip(flat.chunks_mut(width)).for_each(|(view, row)| write(&view.view(), row));
        PyArray1::from_vec(py, flat).reshape([self.views.len(), width])
    }

    fn width(&self) -> usize {
        self.views.first().map_or(0, |view| observation_len(view.view().table().players()))
    }
}

#[pymethods]
impl PyQuestions {
    /// The views.
    #[getter]
    fn views(&self) -> Vec<PyView> {
        self.views.clone()
    }

    /// The number of players, the same for all.
    #[getter]
    fn players(&self) -> usize {
        self.views.first().map_or(0, |view| view.view().table().players().count())
    }

    /// The views as numbers, a row each.
    #[pyo3(signature = (dtype = "uint8"))]
    fn observations<'py>(&self, py: Python<'py>, dtype: &str) -> PyResult<Bound<'py, PyAny>> {
        match dtype {
            "uint8" => Ok(self.rows(py, self.width(), observe, 0_u8)?.into_any()),
            "float32" => {
                let write = |view: &View<'_>, row: &mut [f32]| {
                    let mut bytes = vec![0; row.len()];
                    observe(view, &mut bytes);
                    write_floats(&bytes, row);
                };
                Ok(self.rows(py, self.width(), write, 0_f32)?.into_any())
            }
            other => Err(pyo3::exceptions::PyValueError::new_err(format!(
                "dtype {other:?}: expected \"uint8\" or \"float32\""
            ))),
        }
    }

    /// A row of flags for each view: which actions may be chosen.
    #[getter]
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let write = |view: &View<'_>, row: &mut [bool]| {
            let mut mask = [0; ACTIONS];
            write_mask(view, &mut mask);
            row.iter_mut().zip(mask).for_each(|(flag, byte)| *flag = byte != 0);
        };
        self.rows(py, ACTIONS, write, false)
    }

    fn __len__(&self) -> usize {
        self.views.len()
    }

    fn __getitem__(&self, index: isize) -> PyResult<PyView> {
        let len = self.views.len() as isize;
        let index = if index < 0 { index + len } else { index };
        let view = usize::try_from(index).ok().and_then(|index| self.views.get(index));
        view.cloned().ok_or_else(|| pyo3::exceptions::PyIndexError::new_err(format!("question {index} of {len}")))
    }
}

/// A Python object that decides for many views at once: `decide_batch(questions)`.
pub(crate) struct PyBatchBot {
    pub(crate) name: String,
    pub(crate) object: Py<PyAny>,
}

impl PyBatchBot {
    fn ask(&self, py: Python<'_>, questions: &[Question<'_>], randoms: &[u64]) -> PyResult<Vec<Result<Move, Fault>>> {
        let view = |(question, &random): (&Question<'_>, &u64)| PyView::new(&question.view, Some(random));
        let asked = PyQuestions { views: questions.iter().zip(randoms).map(view).collect() };
        let answers = self.object.bind(py).call_method1("decide_batch", (asked,))?;
        let list = if answers.hasattr("tolist")? { answers.call_method0("tolist")? } else { answers };
        let answers = list.try_iter()?.collect::<PyResult<Vec<_>>>()?;
        let all = questions.iter().zip(&answers);
        let mut moves: Vec<Result<Move, Fault>> =
            all.map(|(question, answer)| answer_of(py, &self.name, &question.view, Ok(answer.clone()))).collect();
        // One answer too many is as wrong as one too few: the arena says so.
        moves.extend(answers.iter().skip(questions.len()).map(|_| Ok(Move::Pass)));
        Ok(moves)
    }
}

impl BatchPolicy for PyBatchBot {
    fn answer_all(&self, questions: &[Question<'_>]) -> Vec<Result<Move, Fault>> {
        let randoms: Vec<u64> = questions.iter().map(|question| question.chance.clone().word()).collect();
        Python::attach(|py| match self.ask(py, questions, &randoms) {
            Ok(answers) => answers,
            Err(raised) if questions.len() == 1 => vec![Err(fault_of(py, &self.name, &raised))],
            // One by one, so that only the games whose views raise have the fault, as if they had never been asked together.
            Err(_) => {
                let one = |(question, random): (&Question<'_>, &u64)| {
                    let answer = self.ask(py, std::slice::from_ref(question), std::slice::from_ref(random));
                    let mut answers = answer.unwrap_or_else(|raised| vec![Err(fault_of(py, &self.name, &raised))]);
                    let count = answers.len();
                    let first = if count == 1 { answers.pop() } else { None };
                    first.unwrap_or_else(|| {
                        Err(Fault::new(FaultKind::Nonsense, format!("expected 1 answer, got {count}")))
                    })
                };
                questions.iter().zip(&randoms).map(one).collect()
            }
        })
    }
}
