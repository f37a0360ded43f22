//! What one seat may know.

use karteneck::encoding::{ACTIONS, ActionCode, action_ranges, observation_len, observe, write_floats, write_mask};
use karteneck::game::{Key, Move, OwnedView, Seat, Table, View};
use karteneck::records::position_text;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::edition::PyEdition;
use crate::errors::{error, illegal, illegal_action, read_move};
use crate::game::PyGame;
use crate::words::{card_names, move_names, seat_list, seat_of, values};

/// What one seat may know: the table and its own hand (rule 10). No hidden card is in it.
///
/// >>> view = Game(3, seed=1).view(0)
/// >>> len(view.hand), view.total(1), len(view.unseen_cards)
/// (6, 0, 104)
/// >>> view.imagine(seed=7).view(0) == view
/// True
#[pyclass(name = "View", module = "karteneck", frozen)]
#[derive(Clone)]
pub(crate) struct PyView {
    owned: OwnedView,
    /// A number from the stream of the decision, if it is one of a run.
    random: Option<u64>,
}

impl PyView {
    pub(crate) fn new(view: &View<'_>, random: Option<u64>) -> PyView {
        PyView { owned: view.to_owned(), random }
    }

    pub(crate) fn view(&self) -> View<'_> {
        self.owned.view()
    }

    fn table(&self) -> &Table {
        self.view().table()
    }

    /// A seat; the view's own one by default.
    fn seat_or_own(&self, seat: Option<usize>) -> PyResult<Seat> {
        seat.map_or_else(|| Ok(self.view().seat()), |seat| seat_of(seat, self.table().players()))
    }
}

/// A move or the number of an action, as a legal move of a view.
pub(crate) fn checked_move(view: &View<'_>, answer: &Bound<'_, PyAny>) -> PyResult<Move> {
    if let Ok(text) = answer.extract::<&str>() {
        let mv = read_move(text)?;
        return view.check(mv).map(|()| mv).map_err(|why| illegal(mv, why));
    }
    let Ok(number) = answer.extract::<i64>() else {
        let kind = answer.get_type().name()?;
        return Err(error(
            "IllegalMove",
            format!("a move: expected a text like `lay 4 4`, or the number of an action, got {kind}"),
        ));
    };
    action_move(view, number, None)
}

/// The move of an action of a view, by its number.
pub(crate) fn action_move(view: &View<'_>, number: i64, index: Option<usize>) -> PyResult<Move> {
    let code = usize::try_from(number).ok().and_then(ActionCode::new);
    code.and_then(|code| code.to_move(view)).ok_or_else(|| illegal_action(number, index))
}

/// The numbers of the choices of a view.
pub(crate) fn legal_actions<'py>(py: Python<'py>, view: &View<'_>) -> PyResult<Bound<'py, PyList>> {
    let (mut actions, mut count) = ([0_u16; ACTIONS], 0);
    action_ranges(view, |range| {
        for index in range {
            actions[count] = index as u16;
            count += 1;
        }
    });
    PyList::new(py, &actions[..count])
}

pub(crate) fn observation_of<'py>(py: Python<'py>, view: &View<'_>, dtype: &str) -> PyResult<Bound<'py, PyAny>> {
    let mut bytes = vec![0; observation_len(view.table().players())];
    observe(view, &mut bytes);
    match dtype {
        "uint8" => Ok(PyArray1::from_vec(py, bytes).into_any()),
        "float32" => {
            let mut floats = vec![0.0; bytes.len()];
            write_floats(&bytes, &mut floats);
            Ok(PyArray1::from_vec(py, floats).into_any())
        }
        other => {
            Err(pyo3::exceptions::PyValueError::new_err(format!("dtype {other:?}: expected \"uint8\" or \"float32\"")))
        }
    }
}

pub(crate) fn mask_of<'py>(py: Python<'py>, view: &View<'_>) -> Bound<'py, PyArray1<u8>> {
    let mut mask = [0; ACTIONS];
    write_mask(view, &mut mask);
    PyArray1::from_slice(py, &mask)
}

#[pymethods]
impl PyView {
    /// Whose view it is.
    #[getter]
    fn seat(&self) -> usize {
        self.view().seat().index()
    }

    /// The number of players.
    #[getter]
    fn players(&self) -> usize {
        self.table().players().count()
    }

    /// The worm table.
    #[getter]
    fn edition(&self) -> PyEdition {
        PyEdition(*self.table().edition())
    }

    /// The round being played, counted from 1.
    #[getter]
    fn round(&self) -> usize {
        self.table().round()
    }

    /// Rounds in the game.
    #[getter]
    fn rounds(&self) -> usize {
        self.table().players().rounds()
    }

    /// The seat that began this round.
    #[getter]
    fn first(&self) -> usize {
        self.table().first().index()
    }

    /// The seat on turn, or `None` once the game is over.
    #[getter]
    fn turn(&self) -> Option<usize> {
        (!self.table().is_over()).then(|| self.table().turn().index())
    }

    /// Whether the last round has ended.
    #[getter]
    fn is_over(&self) -> bool {
        self.table().is_over()
    }

    /// A number that belongs to this decision of a run: the only chance that a bot may use.
    #[getter]
    fn random(&self) -> Option<u64> {
        self.random
    }

    /// The own hand, in kind order.
    #[getter]
    fn hand(&self) -> Vec<String> {
        card_names(self.view().hand())
    }

    /// The cards in other hands or in the draw pile.
    #[getter]
    fn unseen_cards(&self) -> Vec<String> {
        card_names(self.view().unseen_cards())
    }

    /// The discard pile.
    #[getter]
    fn discard(&self) -> Vec<String> {
        card_names(self.table().discard())
    }

    /// The values of the portions on the grill, lowest first.
    #[getter]
    fn grill(&self) -> Vec<u32> {
        values(self.table().grill().iter())
    }

    /// The values of the portions never turned up so far.
    #[getter]
    fn unseen_portions(&self) -> Vec<u32> {
        values(self.table().unseen_portions().iter())
    }

    /// Cards in the draw pile.
    #[getter]
    fn pile_size(&self) -> u32 {
        self.table().pile_len()
    }

    /// Portions in the supply.
    #[getter]
    fn supply_size(&self) -> usize {
        self.table().supply_len()
    }

    /// The seats that have not passed in this round.
    #[getter]
    fn active(&self) -> Vec<usize> {
        seat_list(self.table().active())
    }

    /// The seats that have passed in this round.
    #[getter]
    fn passed(&self) -> Vec<usize> {
        seat_list(self.table().passed())
    }

    /// Those of them that wait for the menu.
    #[getter]
    fn passed_valid(&self) -> Vec<usize> {
        seat_list(self.table().passed_valid())
    }

    /// From whom the own seat could steal if it passed now.
    #[getter]
    fn victim(&self) -> Option<usize> {
        self.table().victim_of(self.view().seat()).map(Seat::index)
    }

    /// A seat's display; the own one by default.
    #[pyo3(signature = (seat = None))]
    fn display(&self, seat: Option<usize>) -> PyResult<Vec<String>> {
        Ok(card_names(self.table().display(self.seat_or_own(seat)?)))
    }

    /// The total of a display.
    #[pyo3(signature = (seat = None))]
    fn total(&self, seat: Option<usize>) -> PyResult<u8> {
        Ok(self.table().total(self.seat_or_own(seat)?))
    }

    /// Cards in a hand.
    #[pyo3(signature = (seat = None))]
    fn hand_size(&self, seat: Option<usize>) -> PyResult<u32> {
        Ok(self.table().hand_size(self.seat_or_own(seat)?))
    }

    /// The values of a seat's portions, from the top down.
    #[pyo3(signature = (seat = None))]
    fn stack(&self, seat: Option<usize>) -> PyResult<Vec<u32>> {
        Ok(values(self.table().stack(self.seat_or_own(seat)?)))
    }

    /// Worms in a seat's stack.
    #[pyo3(signature = (seat = None))]
    fn worms(&self, seat: Option<usize>) -> PyResult<u16> {
        Ok(self.table().worms(self.seat_or_own(seat)?))
    }

    /// The moves worth considering if the own seat is on turn, otherwise none.
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let view = self.view();
        let is_on_turn = !view.table().is_over() && view.table().turn() == view.seat();
        if is_on_turn { move_names(py, &view.choices()) } else { Ok(PyList::empty(py)) }
    }

    /// Their numbers, ascending.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        legal_actions(py, &self.view())
    }

    /// The move of an action.
    #[pyo3(name = "move_of")]
    fn py_move_of(&self, action: i64) -> PyResult<String> {
        action_move(&self.view(), action, None).map(|mv| mv.to_string())
    }

    /// Raises `IllegalMove` with the rule unless a move is legal now.
    fn check(&self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        checked_move(&self.view(), r#move).map(drop)
    }

    /// The view as numbers.
    #[pyo3(signature = (dtype = "uint8"))]
    fn observation<'py>(&self, py: Python<'py>, dtype: &str) -> PyResult<Bound<'py, PyAny>> {
        observation_of(py, &self.view(), dtype)
    }

    /// A 1 for each action that may be chosen now.
    fn action_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        mask_of(py, &self.view())
    }

    /// A game that looks the same from here: hidden cards are drawn with the seed.
    #[pyo3(signature = (seed = 1))]
    fn imagine(&self, seed: u64) -> PyGame {
        let mut stream = Key::new(seed).stream();
        let game = self.view().imagine(&mut stream);
        PyGame::imagined(&game, stream)
    }

    /// The view as a text that can be read again (`docs/POSITIONS.md`), with the move that was played there.
    #[pyo3(signature = (played = None))]
    fn position(&self, played: Option<&str>) -> PyResult<String> {
        let played = played.map(read_move).transpose()?;
        Ok(position_text(&self.view(), played))
    }

    fn __eq__(&self, other: &PyView) -> bool {
        self.owned == other.owned
    }

    fn __repr__(&self) -> String {
        let (view, table) = (self.view(), self.table());
        format!(
            "<View of seat {} in round {} of {}: hand {}, grill {:?}>",
            view.seat(),
            table.round(),
            table.players().rounds(),
            view.hand(),
            table.grill()
        )
    }
}
