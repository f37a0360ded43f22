//! The conversation with the player, from the first table to the last.

use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::anyhow;

use super::draw::draw;
use super::hint::tell_hint;
use super::input::{Input, InputEvent, pause, until_interrupted};
use super::parse::{PlayCommand, parse};
use super::store::Store;
use super::style::Style;
use super::{choices, tell, texts};
use crate::analysis::Looks;
use crate::arena::WorkOptions;
use crate::cli::failure::{Failure, in_words};
use crate::cli::interrupt::Interrupt;
use crate::cli::messages::say;
use crate::cli::progress::{Progress, remove_bar};
use crate::entrants::Entrant;
use crate::game::{Key, Move};
use crate::playing::Session;
use crate::records::SavedGame;
use crate::records::words::printable;
use crate::report::hang;

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
    /// Who gives hints: a search.
    pub(super) judge: Entrant,
    /// How often it looks at every choice.
    pub(super) looks: u64,
    /// How long a move of another player takes at least.
    pub(super) pace: Duration,
    /// Moves that the player has been told about.
    pub(super) reported: usize,
    /// Faults that the player has been told about.
    pub(super) faults: usize,
    /// Whether the game could be saved after the last move.
    pub(super) could_save: bool,
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
            if self.interrupt.has_come() {
                return Ok(Next::Interrupted);
            }
            if !session.is_on_turn() {
                self.turn_of_other(slot)?;
                continue;
            }
            match self.turn_of_person(session)? {
                Next::Go => {
                    self.keep_up(session);
                    self.tell(session)?;
                }
                Next::Undo => self.undo(slot)?,
                end => return Ok(end),
            }
        }
        Ok(Next::Interrupted)
    }

    /// Saves the game while it is played; that it could not be saved is said once.
    fn keep_up(&mut self, session: &Session) {
        let saved = if session.is_over() { Ok(()) } else { self.store.keep_up(&session.save()) };
        if let Err(Failure::Failed(why) | Failure::Usage(why) | Failure::Interrupted(why)) = &saved
            && self.could_save
        {
            say(format_args!("warning: the game is not saved while you play: {}", in_words(why)));
        }
        self.could_save = saved.is_ok();
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
        if let Some(session) = &slot.session
            && self.reported < session.moves()
        {
            self.tell(session)?;
        }
        let start = Instant::now();
        let name = slot.session.as_ref().map(|session| self.look.name(session.table().turn()));
        let progress = Progress::waiting(&format!("{} decides", name.unwrap_or_default()));
        slot.run(self.interrupt, Session::step);
        drop(progress);
        let Some(session) = &slot.session else { return Ok(()) };
        pause(self.interrupt, start, self.pace);
        if self.interrupt.has_come() { Ok(()) } else { self.tell(session) }
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
        self.tell(session)?;
        loop {
            self.look.follow_window();
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
        show(&self.look.paint.wrong(&hang("", reason, self.look.width)))?;
        Ok(Next::Ask)
    }

    fn answer(&mut self, request: PlayCommand, session: &mut Session) -> Result<Next, Failure> {
        match request {
            PlayCommand::Nothing => Ok(Next::Ask),
            PlayCommand::Listed(number) => self.play_listed(number, session),
            PlayCommand::Move(mv) => self.play_move(mv, session),
            PlayCommand::Help => say_text(&texts::help(self.look.width)),
            PlayCommand::Rules => say_text(&texts::rules(self.look.width)),
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
        if session.view().choices().len() == 1 {
            return self.refuse("There is only one choice.");
        }
        let adviser = self.judge.clone();
        let (looks, seat) = (self.looks, session.plan.person);
        // The adviser gets a game that looks the same to the player, and not the true one.
        let alike = session.view().imagine(&mut Key::new(session.moves() as u64).stream());
        let (progress, interrupt) = (Progress::of("looks", looks), self.interrupt.clone());
        let judged = until_interrupted(self.interrupt, move || {
            let options = WorkOptions { should_stop: &|| interrupt.has_come(), on_done: &|| progress.add(1) };
            Looks { judge: &adviser, looks, seed: texts::ADVISER_SEED }.judge_with(&options, &alike.view(seat), None)
        });
        match judged {
            None | Some(Ok(None)) => {
                remove_bar();
                Ok(Next::Interrupted)
            }
            Some(Err(fault)) => self.refuse(&format!("No hint: {fault}.")),
            Some(Ok(Some(judgement))) => say_text(&tell_hint(&judgement, &self.judge.name, &self.look)),
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
                return self.refuse(&format!("Not saved: {}", in_words(&why)));
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
