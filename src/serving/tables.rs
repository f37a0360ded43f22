//! Games in progress, in memory and in their saves.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::answer::Answer;
use super::saves::Save;
use crate::entrants::Entrant;
use crate::game::Seat;
use crate::playing::Session;
use crate::records::Record;

/// Games in memory; those that were not touched for longest are left, and can be opened again from their saves.
const MAX_TABLES: usize = 12;

/// All games in progress, by their names.
#[derive(Default)]
pub(super) struct Tables(Mutex<BTreeMap<String, Arc<Mutex<PlayTable>>>>);

/// A game in progress, or one that has just ended.
pub(super) struct PlayTable {
    pub(super) name: String,
    pub(super) game: Seated,
    pub(super) save: Save,
    /// What the player should know besides the game.
    pub(super) notes: Vec<String>,
}

/// A game in progress, or the record and the place of the person.
pub(super) enum Seated {
    Playing(Box<Session>),
    Over(Box<Record>, Seat, u8),
}

impl PlayTable {
    /// The game, unless it is over.
    pub(super) fn session(&mut self) -> Result<&mut Session, Answer> {
        match &mut self.game {
            Seated::Playing(session) => Ok(session),
            Seated::Over(..) => Err(Answer::error(409, "this game is over")),
        }
    }

    /// Keeps the save up to date; a game that is over becomes a record. Against programs nothing is written before: they could read the seed.
    pub(super) fn keep(&mut self, also_with_programs: bool) {
        let Seated::Playing(session) = &mut self.game else { return };
        if !session.is_over() {
            let has_program = session.plan.others.iter().any(Entrant::is_process);
            if !has_program || also_with_programs {
                let written = self.save.write(session.save().to_text());
                self.note_failure(written);
            }
            return;
        }
        let person = session.plan.person;
        let (record, place) = session.finish();
        let written = self.save.finish(&record.to_line());
        self.note_failure(written);
        self.game = Seated::Over(Box::new(record), person, place);
    }

    fn note_failure(&mut self, written: std::io::Result<()>) {
        self.notes.extend(written.err().map(|error| format!("the game could not be saved: {error}")));
    }
}

impl Tables {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Mutex<PlayTable>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A game by its name.
    pub(super) fn get(&self, name: &str) -> Option<Arc<Mutex<PlayTable>>> {
        self.lock().get(name).cloned()
    }

    /// Adds a game; one that is not being used makes room for it.
    pub(super) fn add(&self, table: PlayTable) -> Result<Arc<Mutex<PlayTable>>, Answer> {
        let mut tables = self.lock();
        if tables.len() >= MAX_TABLES {
            let idle = tables.iter().find(|(_, table)| is_left(table)).map(|(name, _)| name.clone());
            let Some(idle) = idle else { return Err(Answer::error(503, "too many games are being played at once")) };
            tables.remove(&idle);
        }
        let name = table.name.clone();
        let table = Arc::new(Mutex::new(table));
        tables.insert(name, Arc::clone(&table));
        Ok(table)
    }

    /// Saves everything that is not over; returns what did not work.
    pub(super) fn save_all(&self) -> Vec<String> {
        let tables: Vec<_> = self.lock().values().cloned().collect();
        let mut trouble = Vec::new();
        for table in tables {
            // A move that is being thought about is not waited for: what was played before it is saved already.
            if let Ok(mut table) = table.try_lock() {
                table.notes.clear();
                table.keep(true);
                let name = table.name.clone();
                trouble.extend(table.notes.drain(..).map(|note| format!("{name}: {note}")));
            }
        }
        trouble
    }
}

/// Whether a game is used by no request, and nothing of it is lost if it is forgotten.
fn is_left(table: &Arc<Mutex<PlayTable>>) -> bool {
    let can_be_opened = |table: MutexGuard<'_, PlayTable>| match &table.game {
        Seated::Playing(session) => !session.plan.others.iter().any(Entrant::is_process),
        Seated::Over(..) => true,
    };
    table.try_lock().is_ok_and(can_be_opened)
}
