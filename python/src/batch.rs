//! Many games stepped together, without the interpreter, into arrays that the caller owns.

use std::sync::{Mutex, PoisonError};

use karteneck::encoding::{
    ACTIONS, ActionCode, SEAT_LEN, SHARED_LEN, observation_len, observe, write_floats, write_mask,
};
use karteneck::entrants::Catalogue;
use karteneck::game::{MAX_PLAYERS, Move, View};
use numpy::{Element, PyArray1, PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::edition::{PyEdition, edition_or_default};
use crate::errors::{error, illegal_action};
use crate::slot::{Common, Learner, Reward, Rivals, Slot};
use crate::words::{SeedWord, players_of, seat_of};

/// Bytes of the longest observation.
const LONGEST: usize = SHARED_LEN + SEAT_LEN * MAX_PLAYERS;

/// A type in which observations are written.
trait Observed: Element + Copy + Send + Sync {
    fn write(view: &View<'_>, out: &mut [Self]);
}

impl Observed for u8 {
    #[inline]
    fn write(view: &View<'_>, out: &mut [u8]) {
        observe(view, out);
    }
}

impl Observed for f32 {
    fn write(view: &View<'_>, out: &mut [f32]) {
        let mut bytes = [0; LONGEST];
        let bytes = &mut bytes[..out.len()];
        observe(view, bytes);
        write_floats(bytes, out);
    }
}

/// Some games and their rows in all arrays.
struct Part<'a, E> {
    slots: &'a mut [Slot],
    rivals: &'a mut [Rivals],
    moves: &'a [Move],
    observations: &'a mut [E],
    masks: &'a mut [u8],
    turns: &'a mut [u8],
    ends: Option<Ends<'a, E>>,
}

/// What a step says besides what is seen next.
struct Ends<'a, E> {
    rewards: &'a mut [f32],
    dones: &'a mut [bool],
    finals: &'a mut [E],
}

impl<E: Observed> Part<'_, E> {
    /// Plays the moves, if there are any, and writes what is seen next.
    fn play(&mut self, common: &Common) {
        let len = observation_len(common.players);
        let width = common.rewards();
        for (index, slot) in self.slots.iter_mut().enumerate() {
            let rivals = if self.rivals.len() > 1 { &mut self.rivals[index] } else { &mut self.rivals[0] };
            match &mut self.ends {
                None => slot.start(rivals),
                Some(Ends { rewards, dones, finals }) => {
                    let (rewards, done) = (&mut rewards[index * width..][..width], &mut dones[index]);
                    rewards.fill(0.0);
                    *done = false;
                    slot.step(common, self.moves[index], rivals, |game, learner, seen_by| {
                        *done = true;
                        E::write(&game.view(seen_by), &mut finals[index * len..][..len]);
                        let outcome = game.outcome();
                        let seats =
                            common.players.seats().filter(|&seat| learner.is_none_or(|learner| learner == seat));
                        for (reward, seat) in rewards.iter_mut().zip(seats) {
                            *reward = common.reward.of(&outcome, common.players, seat);
                        }
                    });
                }
            }
            let turn = slot.game.table().turn();
            let view = slot.game.view(turn);
            self.turns[index] = turn.index() as u8;
            E::write(&view, &mut self.observations[index * len..][..len]);
            if let Some((mask, _)) = self.masks[index * ACTIONS..].split_first_chunk_mut() {
                write_mask(&view, mask);
            }
        }
    }
}

/// Many games stepped together.
#[pyclass(name = "Batch", module = "karteneck._native")]
pub(crate) struct PyBatch {
    common: Common,
    slots: Vec<Slot>,
    /// For each part one list that its games share, or one list for each game if rivals remember what they saw.
    /// Strategies may be used by one thread at a time only.
    rivals: Mutex<Vec<Rivals>>,
    pool: Option<ThreadPool>,
    parts: usize,
    moves: Vec<Move>,
    /// Whether rivals have played up to the learner's first turn.
    is_dealt: bool,
}

/// Arrays of one step, as slices.
struct Slices<'a, E> {
    observations: &'a mut [E],
    masks: &'a mut [u8],
    turns: &'a mut [u8],
    ends: Option<Ends<'a, E>>,
}

impl PyBatch {
    /// Plays all parts, each on a thread of its own if there are several.
    fn play<E: Observed>(&mut self, slices: Slices<'_, E>) {
        let common = self.common;
        let len = observation_len(common.players);
        let width = common.rewards();
        let size = self.slots.len().div_ceil(self.parts).max(1);
        let rivals = self.rivals.get_mut().unwrap_or_else(PoisonError::into_inner);
        let rivals_size = if rivals.len() == self.parts { 1 } else { size };
        let Slices { observations, masks, turns, ends } = slices;
        let mut ends = ends.map(|Ends { rewards, dones, finals }| {
            (rewards.chunks_mut(size * width), dones.chunks_mut(size), finals.chunks_mut(size * len))
        });
        let mut moves = self.moves.chunks(size);
        let all = self.slots.chunks_mut(size).zip(rivals.chunks_mut(rivals_size));
        let all = all.zip(observations.chunks_mut(size * len)).zip(masks.chunks_mut(size * ACTIONS));
        let parts = all.zip(turns.chunks_mut(size)).map(|((((slots, rivals), observations), masks), turns)| {
            let ends = ends.as_mut().and_then(|(rewards, dones, finals)| {
                Some(Ends { rewards: rewards.next()?, dones: dones.next()?, finals: finals.next()? })
            });
            Part { slots, rivals, moves: moves.next().unwrap_or_default(), observations, masks, turns, ends }
        });
        let mut parts: Vec<Part<'_, E>> = parts.collect();
        match &self.pool {
            Some(pool) => pool.install(|| parts.par_iter_mut().for_each(|part| part.play(&common))),
            None => parts.iter_mut().for_each(|part| part.play(&common)),
        }
    }

    /// Reads the moves of all actions before any is played.
    fn read_moves(&mut self, actions: &[i64]) -> PyResult<()> {
        self.moves.clear();
        for (index, (slot, &action)) in self.slots.iter().zip(actions).enumerate() {
            let view = slot.game.view(slot.game.table().turn());
            let code = usize::try_from(action).ok().and_then(ActionCode::new);
            match code.and_then(|code| code.to_move(&view)) {
                Some(mv) => self.moves.push(mv),
                None => return Err(illegal_action(action, Some(index))),
            }
        }
        Ok(())
    }

    fn check_rows(&self, name: &str, rows: usize, columns: usize, expected: usize) -> PyResult<()> {
        if rows == self.slots.len() && columns == expected {
            return Ok(());
        }
        let slots = self.slots.len();
        Err(PyValueError::new_err(format!(
            "{name}: expected an array of shape ({slots}, {expected}), got ({rows}, {columns})"
        )))
    }

    fn reset_into<E: Observed>(
        &mut self,
        py: Python<'_>,
        observations: &Bound<'_, PyAny>,
        masks: &mut PyReadwriteArray2<'_, u8>,
        turns: &mut PyReadwriteArray1<'_, u8>,
    ) -> PyResult<()> {
        let mut observations: PyReadwriteArray2<'_, E> = observations.extract()?;
        self.check_seen(observations.as_array().dim(), masks, turns)?;
        let slices = Slices {
            observations: observations.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            turns: turns.as_slice_mut()?,
            ends: None,
        };
        py.detach(|| self.play(slices));
        self.is_dealt = true;
        Ok(())
    }

    fn check_seen(
        &self,
        observations: (usize, usize),
        masks: &PyReadwriteArray2<'_, u8>,
        turns: &PyReadwriteArray1<'_, u8>,
    ) -> PyResult<()> {
        self.check_rows("observations", observations.0, observations.1, observation_len(self.common.players))?;
        let (rows, columns) = masks.as_array().dim();
        self.check_rows("masks", rows, columns, ACTIONS)?;
        self.check_rows("turns", turns.as_array().dim(), 1, 1)
    }

    #[expect(clippy::too_many_arguments, reason = "the arrays of a step")]
    fn step_into<E: Observed>(
        &mut self,
        py: Python<'_>,
        observations: &Bound<'_, PyAny>,
        masks: &mut PyReadwriteArray2<'_, u8>,
        turns: &mut PyReadwriteArray1<'_, u8>,
        rewards: &mut PyReadwriteArray2<'_, f32>,
        dones: &mut PyReadwriteArray1<'_, bool>,
        finals: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (mut observations, mut finals): (PyReadwriteArray2<'_, E>, PyReadwriteArray2<'_, E>) =
            (observations.extract()?, finals.extract()?);
        self.check_seen(observations.as_array().dim(), masks, turns)?;
        let (rows, columns) = finals.as_array().dim();
        self.check_rows("final_observations", rows, columns, observation_len(self.common.players))?;
        let (rows, columns) = rewards.as_array().dim();
        self.check_rows("rewards", rows, columns, self.common.rewards())?;
        self.check_rows("dones", dones.as_array().dim(), 1, 1)?;
        let ends =
            Ends { rewards: rewards.as_slice_mut()?, dones: dones.as_slice_mut()?, finals: finals.as_slice_mut()? };
        let slices = Slices {
            observations: observations.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            turns: turns.as_slice_mut()?,
            ends: Some(ends),
        };
        py.detach(|| self.play(slices));
        Ok(())
    }
}

fn is_bytes(array: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(array.getattr("dtype")?.getattr("itemsize")?.extract::<usize>()? == 1)
}

fn rivals_of(specs: &[String], copies: usize) -> PyResult<Vec<Rivals>> {
    let catalogue = Catalogue::here();
    let find = |spec: &String| {
        let entrant = catalogue.find(spec).map_err(|why| error("EntrantError", why))?;
        if entrant.is_process() {
            return Err(error(
                "EntrantError",
                format!("{spec}: a program cannot be a rival here; enter it in a tournament"),
            ));
        }
        Ok(entrant)
    };
    let entrants = specs.iter().map(find).collect::<PyResult<Vec<_>>>()?;
    let host = karteneck::bots::BotHost::default();
    Ok((0..copies).map(|_| entrants.iter().map(|entrant| entrant.strategy(&host)).collect()).collect())
}

#[pymethods]
impl PyBatch {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "the settings of an environment; Python gives them names")]
    fn new(
        games: usize,
        players: usize,
        seed: SeedWord,
        rivals: Option<Vec<String>>,
        seat: Option<usize>,
        reward: &str,
        edition: Option<PyEdition>,
        threads: usize,
    ) -> PyResult<PyBatch> {
        let players = players_of(players)?;
        let learner = match (&rivals, seat) {
            (None, _) => Learner::All,
            (Some(_), Some(seat)) => Learner::Fixed(seat_of(seat, players)?),
            (Some(_), None) => Learner::Rotating,
        };
        let reward = Reward::named(reward)?;
        if games == 0 || threads == 0 {
            return Err(PyValueError::new_err("expected at least one game and one thread"));
        }
        let specs = rivals.unwrap_or_default();
        if learner != Learner::All && specs.len() + 1 != players.count() {
            let message =
                format!("rivals: expected {}, one for each other seat, got {}", players.count() - 1, specs.len());
            return Err(PyValueError::new_err(message));
        }
        let parts = threads.min(games);
        let trial = rivals_of(&specs, 1)?;
        let remembers = trial.iter().flatten().any(|rival| rival.remembers());
        let rivals = rivals_of(&specs, if remembers { games } else { parts })?;
        let edition = edition_or_default(edition);
        let common = Common { players, edition, seed: seed.0, learner, reward, stride: games as u64 };
        let slots = (0..games as u64).map(|index| Slot::new(&common, index)).collect();
        let pool = (threads > 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build()).transpose();
        let pool = pool.map_err(|why| error("RunError", format!("{threads} threads: {why}")))?;
        Ok(PyBatch {
            common,
            slots,
            rivals: Mutex::new(rivals),
            pool,
            parts,
            moves: Vec::with_capacity(games),
            is_dealt: false,
        })
    }

    /// Deals all games anew, from this seed.
    fn reset(
        &mut self,
        py: Python<'_>,
        seed: Option<SeedWord>,
        observations: &Bound<'_, PyAny>,
        mut masks: PyReadwriteArray2<'_, u8>,
        mut turns: PyReadwriteArray1<'_, u8>,
    ) -> PyResult<()> {
        self.common.seed = seed.map_or(self.common.seed, |seed| seed.0);
        let common = self.common;
        self.slots = (0..common.stride).map(|index| Slot::new(&common, index)).collect();
        self.is_dealt = false;
        self.moves.clear();
        if is_bytes(observations)? {
            self.reset_into::<u8>(py, observations, &mut masks, &mut turns)
        } else {
            self.reset_into::<f32>(py, observations, &mut masks, &mut turns)
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the arrays of a step")]
    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        observations: &Bound<'_, PyAny>,
        mut masks: PyReadwriteArray2<'_, u8>,
        mut turns: PyReadwriteArray1<'_, u8>,
        mut rewards: PyReadwriteArray2<'_, f32>,
        mut dones: PyReadwriteArray1<'_, bool>,
        finals: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        if !self.is_dealt {
            return Err(PyRuntimeError::new_err("no game is dealt yet: call reset() first"));
        }
        let actions = actions.as_slice()?;
        if actions.len() != self.slots.len() {
            let (expected, got) = (self.slots.len(), actions.len());
            return Err(PyValueError::new_err(format!("actions: expected {expected}, one for each game, got {got}")));
        }
        self.read_moves(actions)?;
        if is_bytes(observations)? {
            self.step_into::<u8>(py, observations, &mut masks, &mut turns, &mut rewards, &mut dones, finals)
        } else {
            self.step_into::<f32>(py, observations, &mut masks, &mut turns, &mut rewards, &mut dones, finals)
        }
    }

    /// Writes a random legal action for each game.
    fn sample(&mut self, mut actions: PyReadwriteArray1<'_, i64>) -> PyResult<()> {
        for (slot, action) in self.slots.iter_mut().zip(actions.as_slice_mut()?) {
            *action = ActionCode::of(slot.sample()).map_or(0, |code| code.index() as i64);
        }
        Ok(())
    }

    /// The number of each game under the seed.
    fn deals<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        PyArray1::from_iter(py, self.slots.iter().map(|slot| slot.deal))
    }
}
