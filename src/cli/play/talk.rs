//! The conversation with the player, from the first table to the last.

use std::io::{self, Write};
use std::path::Path;

use anyhow::anyhow;

use super::draw::{Style, draw};
use super::input::{Input, InputEvent, until_interrupted};
use super::parse::{PlayCommand, parse};
use super::session::Session;
use super::store::Store;
use super::{choices, tell, texts};
use crate::analysis::Judge;
use crate::cli::entrants::find_entrant;
use crate::cli::failure::Failure;
use crate::cli::interrupt::Interrupt;
use crate::cli::messages::say;
use crate::entrants::Entrant;
use crate::game::{Key, Move};
use crate::records::SavedGame;
use crate::records::words::printable;
use crate::report::hint_table;

/// How a conversation ends.
pub(super) enum End {
    /// The game is over.
    Over(Box<Session>),
    /// The player leaves; the game as it stands, if it has begun.
    Left(Option<SavedGame>),
    /// The program was asked to end.
    Interrupted(Option<SavedGame>),
    /// Output or input is broken.
    Broken(Option<SavedGame>, Failure),
}

/// What follows a line of the player.
enum Next {
    /// The same question again.
    Ask,
    /// The table and the question again.
    Show,
    /// Another seat may be on turn now.
    Go,
    /// Back to the last decision.
    Undo,
    Leave,
    Interrupted,
}

/// Holds the game. Work in another thread takes it along; what would be saved stays.
struct SessionSlot {
    session: Option<Session>,
    kept: Option<SavedGame>,
}

impl SessionSlot {
    /// Runs work that may take long on the session. If Ctrl-C comes first, the session is lost, and there is no answer.
    fn run<T: Send + 'static>(
        &mut self,
        interrupt: &Interrupt,
        work: impl FnOnce(&mut Session) -> T + Send + 'static,
    ) -> Option<T> {
        let mut session = self.session.take()?;
        self.kept = keep(&session);
        let (session, done) = until_interrupted(interrupt, move || {
            let done = work(&mut session);
            (session, done)
        })?;
        self.session = Some(session);
        Some(done)
    }
}

/// The game as it would be saved; `None` before the player has made a move.
fn keep(session: &Session) -> Option<SavedGame> {
    session.has_begun().then(|| session.save())
}

/// A conversation.
pub(super) struct Talk<'a> {
    pub(super) input: Input,
    pub(super) interrupt: &'a Interrupt,
    pub(super) look: Style,
    pub(super) store: &'a mut Store,
    /// Worlds in which a hint tries every candidate.
    pub(super) worlds: u64,
    /// Moves that the player has been told about.
    pub(super) reported: usize,
    /// Faults that the player has been told about.
    pub(super) faults: usize,
}

impl Talk<'_> {
    /// Plays the game to its end, or as far as the player wants.
    pub(super) fn play(&mut self, session: Session) -> End {
        let mut slot = SessionSlot { session: Some(session), kept: None };
        let done = self.run(&mut slot);
        let kept = slot.session.as_ref().map_or(slot.kept, keep);
        match (done, slot.session) {
            (Err(failure), _) => End::Broken(kept, failure),
            (Ok(Next::Leave), _) => End::Left(kept),
            (Ok(Next::Go), Some(session)) => End::Over(Box::new(session)),
            (Ok(_), _) => End::Interrupted(kept),
        }
    }

    fn run(&mut self, slot: &mut SessionSlot) -> Result<Next, Failure> {
        while let Some(session) = &mut slot.session {
            if session.is_over() {
                return Ok(Next::Go);
            }
            if !session.is_on_turn() {
                self.turn_of_other(slot)?;
                continue;
            }
            match self.turn_of_person(session)? {
                Next::Go => self.tell(session)?,
                Next::Undo => self.undo(slot)?,
                end => return Ok(end),
            }
        }
        Ok(Next::Interrupted)
    }

    /// Shows what the player does not know yet.
    fn tell(&mut self, session: &Session) -> Result<(), Failure> {
        for game_fault in session.game_faults().iter().skip(self.faults) {
            show(&tell::tell_fault(game_fault, &self.look))?;
        }
        self.faults = session.game_faults().len();
        show(&tell::tell(session, self.reported, &self.look))?;
        self.reported = session.moves();
        Ok(())
    }

    fn turn_of_other(&mut self, slot: &mut SessionSlot) -> Result<(), Failure> {
        slot.run(self.interrupt, Session::step);
        slot.session.as_ref().map_or(Ok(()), |session| self.tell(session))
    }

    fn undo(&mut self, slot: &mut SessionSlot) -> Result<(), Failure> {
        let notes = slot.run(self.interrupt, Session::undo).flatten();
        for note in notes.into_iter().flatten() {
            say(format_args!("note: {note}; the game continues as it was played"));
        }
        if let Some(session) = &slot.session {
            (self.reported, self.faults) = (session.moves(), session.past_faults());
        }
        show("Back to your last decision.\n")
    }

    fn turn_of_person(&mut self, session: &mut Session) -> Result<Next, Failure> {
        loop {
            show(&format!("\n{}{}", draw(&session.view(), &self.look), choices::list(&session.view(), &self.look)))?;
            let next = loop {
                match self.ask(session)? {
                    Next::Ask => {}
                    next => break next,
                }
            };
            if !matches!(next, Next::Show) {
                return Ok(next);
            }
        }
    }

    /// Asks once.
    fn ask(&mut self, session: &mut Session) -> Result<Next, Failure> {
        show(texts::PROMPT)?;
        let line = match self.input.next()? {
            InputEvent::Line(line) => line,
            InputEvent::End => {
                show("\n")?;
                return Ok(Next::Leave);
            }
            InputEvent::Interrupted => {
                show("\n")?;
                return Ok(Next::Interrupted);
            }
        };
        if !self.input.is_terminal {
            // It was not echoed while it was typed.
            show(&format!("{}\n", printable(line.trim_end())))?;
        }
        match parse(&line) {
            Ok(request) => self.answer(request, session),
            Err(reason) => self.refuse(&reason),
        }
    }

    fn refuse(&self, reason: &str) -> Result<Next, Failure> {
        show(&format!("{}\n", self.look.paint.wrong(reason)))?;
        Ok(Next::Ask)
    }

    fn answer(&mut self, request: PlayCommand, session: &mut Session) -> Result<Next, Failure> {
        match request {
            PlayCommand::Nothing => Ok(Next::Ask),
            PlayCommand::Listed(number) => self.play_listed(number, session),
            PlayCommand::Move(mv) => self.play_move(mv, session),
            PlayCommand::Help => say_text(texts::HELP),
            PlayCommand::Rules => say_text(texts::RULES),
            PlayCommand::Hint => self.hint(session),
            PlayCommand::Undo if session.has_begun() => Ok(Next::Undo),
            PlayCommand::Undo => self.refuse("There is nothing to undo: this is your first decision."),
            PlayCommand::Table => Ok(Next::Show),
            PlayCommand::Save(named) => self.save(session, named.as_deref()),
            PlayCommand::Quit => Ok(Next::Leave),
        }
    }

    fn play_listed(&self, number: usize, session: &mut Session) -> Result<Next, Failure> {
        let choices = session.view().choices();
        match number.checked_sub(1).filter(|&index| index < choices.len()) {
            Some(index) => self.play_move(choices.get(index), session),
            None if choices.len() == 1 => self.refuse("The list has only number 1."),
            None if number == usize::MAX => self.refuse(&format!("The list has the numbers 1 to {}.", choices.len())),
            None => self.refuse(&format!("The list has the numbers 1 to {}, not {number}.", choices.len())),
        }
    }

    fn play_move(&self, mv: Move, session: &mut Session) -> Result<Next, Failure> {
        match session.play(mv) {
            Ok(()) => Ok(Next::Go),
            Err(why) => self.refuse(&format!("`{mv}` is not legal: rule {}: {why}.", why.rule())),
        }
    }

    /// What seems best, from what the player may know.
    fn hint(&self, session: &Session) -> Result<Next, Failure> {
        let policy = find_entrant(texts::ADVISER)?;
        let (worlds, seat) = (self.worlds, session.plan.person);
        // The adviser gets a game that looks the same to the player, and not the true one.
        let alike = session.view().imagine(&mut Key::new(session.moves() as u64).stream());
        let judged = until_interrupted(self.interrupt, move || {
            Judge { policy: &policy, worlds, seed: texts::ADVISER_SEED }.judge(&alike.view(seat), None)
        });
        match judged {
            None => Ok(Next::Interrupted),
            Some(Err(fault)) => self.refuse(&format!("No hint: {fault}.")),
            Some(Ok(judgement)) => {
                show(&hint_table(&judgement).within(self.look.width))?;
                say_text(texts::HINT_NOTE)
            }
        }
    }

    fn save(&mut self, session: &Session, named: Option<&Path>) -> Result<Next, Failure> {
        // A program that is still running could read the file, and with it the seed.
        if session.plan.seed.is_sealed() && session.plan.others.iter().any(Entrant::is_process) {
            return self.refuse(
                "Not now: a program could read the secret seed. `quit` ends all programs, then saves the game.",
            );
        }
        match self.store.save(&session.save(), named) {
            Ok(path) => say(format_args!("saved to {}", path.display())),
            Err(Failure::Failed(why) | Failure::Usage(why) | Failure::Interrupted(why)) => {
                return self.refuse(&format!("Not saved: {why:#}"));
            }
        }
        Ok(Next::Ask)
    }
}

/// Shows a text, even one without a line break at its end.
fn show(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    Ok(stdout.flush()?)
}

fn say_text(text: &str) -> Result<Next, Failure> {
    show(text)?;
    Ok(Next::Ask)
}

/// Why a conversation ended without a game.
pub(super) fn nothing_to_save() -> anyhow::Error {
    anyhow!("you have made no move, so nothing is saved")
}
