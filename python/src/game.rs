//! A game: the truth, played move by move.

use karteneck::game::{
    Cards, Chance, Deal, DealKey, Edition, Game, Move, Outcome, PerSeat, Players, Portions, Seat, Seed, Stream,
};
use karteneck::records::{Heading, Recorder, edition_hash, parse_position};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::edition::{PyEdition, edition_or_default};
use crate::errors::{error, illegal};
use crate::slot::Reward;
use crate::view::{PyView, action_move, checked_move, legal_actions, mask_of, observation_of};
use crate::words::{SeedWord, card_names, described, move_names, players_of, seat_of};

/// Where the luck comes from.
#[derive(Clone)]
enum Luck {
    /// A deal: a stream for each seat.
    Deal(Box<Deal>),
    /// One stream for everything.
    Stream(Stream),
}

impl Chance for Luck {
    fn card(&mut self, seat: Seat, pile: &Cards, len: u32) -> u32 {
        match self {
            Luck::Deal(deal) => deal.card(seat, pile, len),
            Luck::Stream(stream) => stream.card(seat, pile, len),
        }
    }

    fn portion(&mut self, unseen: Portions, len: u32) -> u32 {
        match self {
            Luck::Deal(deal) => deal.portion(unseen, len),
            Luck::Stream(stream) => stream.portion(unseen, len),
        }
    }
}

/// What a game began with, if it was dealt here.
#[derive(Clone, Copy)]
struct Origin {
    seed: Seed,
    deal: u64,
    first: Seat,
    key: DealKey,
}

/// A game: the truth, played move by move. Only its views are for strategies.
///
/// Deal `deal` of a seed decides all luck; `first` is the seat that begins, by default drawn from the seed.
///
/// >>> game = Game(2, seed=42)
/// >>> game.turn, game.view().grill
/// (0, [27, 34])
/// >>> game.play("pass")
/// >>> game.play("pass and steal")
/// Traceback (most recent call last):
/// karteneck._errors.IllegalMove: pass and steal: steals with no worm in the display (rule 5.2)
#[pyclass(name = "Game", module = "karteneck")]
#[derive(Clone)]
pub(crate) struct PyGame {
    game: Game,
    luck: Luck,
    origin: Option<Origin>,
    moves: Vec<Move>,
    decisions: PerSeat<u64>,
}

impl PyGame {
    pub(crate) fn imagined(game: &Game, stream: Stream) -> PyGame {
        PyGame { game: *game, luck: Luck::Stream(stream), origin: None, moves: Vec::new(), decisions: PerSeat::all(0) }
    }

    fn dealt(players: Players, seed: Seed, deal: u64, first: Option<Seat>, edition: Edition) -> PyGame {
        let key = DealKey::new(seed, deal);
        let first = first.unwrap_or_else(|| key.first_seat(players));
        let mut luck = key.deal(players);
        let game = Game::start(players, first, edition, &mut luck);
        let origin = Some(Origin { seed, deal, first, key });
        PyGame { game, luck: Luck::Deal(Box::new(luck)), origin, moves: Vec::new(), decisions: PerSeat::all(0) }
    }

    pub(crate) const fn game(&self) -> &Game {
        &self.game
    }

    /// The stream of the next decision of the seat on turn.
    pub(crate) fn chance(&self) -> Option<Stream> {
        let seat = self.game.table().turn();
        self.origin.map(|origin| origin.key.choices(seat, self.decisions[seat]))
    }

    fn players(&self) -> Players {
        self.game.table().players()
    }

    fn seat_or_turn(&self, seat: Option<usize>) -> PyResult<Seat> {
        seat.map_or_else(|| Ok(self.game.table().turn()), |seat| seat_of(seat, self.players()))
    }

    /// Plays a legal move.
    fn play_legal(&mut self, mv: Move) {
        self.decisions[self.game.table().turn()] += 1;
        self.moves.push(mv);
        match &mut self.luck {
            Luck::Deal(deal) => self.game.play(mv, &mut **deal),
            Luck::Stream(stream) => self.game.play(mv, stream),
        }
    }

    fn refuse_if_over(&self) -> PyResult<()> {
        if self.game.table().is_over() { Err(illegal("a move", karteneck::game::Illegal::GameOver)) } else { Ok(()) }
    }
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (players = 2, *, seed = None, deal = 0, first = None, edition = None))]
    fn new(
        players: usize,
        seed: Option<SeedWord>,
        deal: u64,
        first: Option<usize>,
        edition: Option<PyEdition>,
    ) -> PyResult<PyGame> {
        let players = players_of(players)?;
        let first = first.map(|first| seat_of(first, players)).transpose()?;
        let seed = seed.map_or_else(|| Seed::from(1_u64), |seed| seed.0);
        Ok(PyGame::dealt(players, seed, deal, first, edition_or_default(edition)))
    }

    /// A game that the seat on turn sees as a text describes it (`docs/POSITIONS.md`); hidden cards are drawn with the seed.
    #[staticmethod]
    #[pyo3(signature = (text, *, edition = None, seed = 1))]
    fn from_position(text: &str, edition: Option<PyEdition>, seed: u64) -> PyResult<PyGame> {
        let position = described(parse_position(text, &edition_or_default(edition)))?;
        let mut stream = karteneck::game::Key::new(seed).stream();
        let view = position.game.view(position.game.table().turn());
        let game = view.imagine(&mut stream);
        Ok(PyGame::imagined(&game, stream))
    }

    /// The number of players.
    #[getter(players)]
    fn py_players(&self) -> usize {
        self.players().count()
    }

    /// The worm table.
    #[getter]
    fn edition(&self) -> PyEdition {
        PyEdition(*self.game.table().edition())
    }

    /// The round being played, counted from 1.
    #[getter]
    fn round(&self) -> usize {
        self.game.table().round()
    }

    /// Rounds in the game.
    #[getter]
    fn rounds(&self) -> usize {
        self.players().rounds()
    }

    /// The seat that began this round.
    #[getter]
    fn first(&self) -> usize {
        self.game.table().first().index()
    }

    /// The seat on turn, or `None` once the game is over.
    #[getter]
    fn turn(&self) -> Option<usize> {
        (!self.game.table().is_over()).then(|| self.game.table().turn().index())
    }

    /// Whether the last round has ended.
    #[getter]
    fn is_over(&self) -> bool {
        self.game.table().is_over()
    }

    /// All moves so far.
    #[getter]
    fn history(&self) -> Vec<String> {
        self.moves.iter().map(ToString::to_string).collect()
    }

    /// A seat's hand: the truth, not for strategies.
    fn hand(&self, seat: usize) -> PyResult<Vec<String>> {
        Ok(card_names(self.game.hand(seat_of(seat, self.players())?)))
    }

    /// The draw pile, which has no order: the truth, not for strategies.
    #[getter]
    fn pile(&self) -> Vec<String> {
        card_names(self.game.pile())
    }

    /// What a seat may know; that on turn by default.
    #[pyo3(signature = (seat = None))]
    fn view(&self, seat: Option<usize>) -> PyResult<PyView> {
        Ok(PyView::new(&self.game.view(self.seat_or_turn(seat)?), None))
    }

    /// The moves worth considering (rule 11.2).
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        if self.is_over() { Ok(PyList::empty(py)) } else { move_names(py, &self.game.choices()) }
    }

    /// Their numbers (`docs/ENCODING.md`), ascending.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        legal_actions(py, &self.game.view(self.game.table().turn()))
    }

    /// Plays any legal move, as a text or as the number of an action.
    fn play(&mut self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        self.refuse_if_over()?;
        let mv = checked_move(&self.game.view(self.game.table().turn()), r#move)?;
        self.play_legal(mv);
        Ok(())
    }

    /// Plays an action by its number.
    fn step(&mut self, action: i64) -> PyResult<()> {
        self.refuse_if_over()?;
        let mv = action_move(&self.game.view(self.game.table().turn()), action, None)?;
        self.play_legal(mv);
        Ok(())
    }

    /// What a seat sees, as numbers.
    #[pyo3(signature = (seat = None, dtype = "uint8"))]
    fn observation<'py>(&self, py: Python<'py>, seat: Option<usize>, dtype: &str) -> PyResult<Bound<'py, PyAny>> {
        observation_of(py, &self.game.view(self.seat_or_turn(seat)?), dtype)
    }

    /// A 1 for each action that a seat may choose now.
    #[pyo3(signature = (seat = None))]
    fn action_mask<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        Ok(mask_of(py, &self.game.view(self.seat_or_turn(seat)?)))
    }

    /// The result; before the end, what it would be if the game ended now.
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Outcome { worms, best, places, winner } = self.game.outcome();
        let players = self.players();
        let arguments = (worms.of(players).to_vec(), best.of(players), places.of(players), winner.index());
        py.import("karteneck._rows")?.getattr("Outcome")?.call1((
            arguments.0,
            arguments.1.iter().map(|&value| u32::from(value)).collect::<Vec<_>>(),
            arguments.2.iter().map(|&value| u32::from(value)).collect::<Vec<_>>(),
            arguments.3,
        ))
    }

    /// What the outcome is worth to each seat.
    #[pyo3(signature = (reward = "win"))]
    fn rewards(&self, reward: &str) -> PyResult<Vec<f32>> {
        let (reward, outcome) = (Reward::named(reward)?, self.game.outcome());
        Ok(self.players().seats().map(|seat| reward.of(&outcome, self.players(), seat)).collect())
    }

    /// The record of a finished game, one line of JSON (`docs/RECORDS.md`).
    #[pyo3(signature = (names = None))]
    fn record(&self, names: Option<Vec<String>>) -> PyResult<String> {
        let Some(origin) = self.origin.filter(|_| self.is_over()) else {
            return Err(error("RecordError", "a record: expected a game that was dealt here and is over"));
        };
        let players = self.players();
        let names = names.unwrap_or_else(|| vec!["python".to_owned(); players.count()]);
        if names.len() != players.count() {
            return Err(error(
                "RecordError",
                format!("names: expected {players}, one for each seat, got {}", names.len()),
            ));
        }
        let edition = *self.game.table().edition();
        let (mut luck, mut recorder) = (origin.key.deal(players), Recorder::new(players));
        let mut game = Game::start_watched(players, origin.first, edition, &mut luck, &mut recorder);
        self.moves.iter().for_each(|&mv| game.play_watched(mv, &mut luck, &mut recorder));
        let heading = Heading {
            seed: origin.seed.into(),
            game: origin.deal,
            edition: (edition != Edition::default()).then(|| edition_hash(&edition)),
            strategies: names,
            ..Heading::default()
        };
        Ok(recorder.finish(heading, &game).to_line())
    }

    /// A copy, which goes on with the same luck.
    fn copy(&self) -> PyGame {
        self.clone()
    }

    fn __copy__(&self) -> PyGame {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyDict>) -> PyGame {
        self.clone()
    }

    fn __eq__(&self, other: &PyGame) -> bool {
        self.game == other.game
    }

    fn __repr__(&self) -> String {
        let table = self.game.table();
        let players = table.players();
        match self.turn() {
            Some(seat) => {
                format!("<Game of {players} in round {} of {}, seat {seat} on turn>", table.round(), players.rounds())
            }
            None => format!("<Game of {players}, over: seat {} won>", self.game.outcome().winner),
        }
    }
}
