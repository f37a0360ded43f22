//! A person's game in progress. No input and no output; a game is a function of its plan and the moves of the person, and
//! so every way back and forth leads to the same game.

use super::error::PlayError;
use super::plan::{GamePlan, Past};
use crate::arena::{GameFault, LiveGame, Player};
use crate::game::{Event, Game, Illegal, Move, Seat, Stream, Table, View, Watch};
use crate::records::{Heading, Record, Recorder, SavedGame};
use crate::strategies::{Fault, FaultKind, Strategy};

/// A game of a person against entrants.
pub struct Session {
    /// What determines it.
    pub plan: GamePlan,
    /// A player for each seat; the person is there too, but never asked.
    line_up: Vec<Player>,
    live_game: LiveGame,
    /// Every move so far.
    past: Vec<Turn>,
    /// Everything that has happened so far.
    events: Vec<Event>,
}

/// A move that was made, and the game before it.
struct Turn {
    before: LiveGame,
    /// The number of events before it.
    events: usize,
    mv: Move,
    /// The table before the menu, if this was the last pass of its round.
    all_passed: Option<Table>,
}

/// Holds the seat of the person: the moves come from elsewhere.
struct Person;

impl Strategy for Person {
    fn decide(&mut self, _view: &View<'_>, _chance: &mut Stream) -> Result<Move, Fault> {
        Err(Fault::new(FaultKind::Start, "a person decides here"))
    }
}

/// Keeps what it is told.
struct EventLog<'a> {
    events: &'a mut Vec<Event>,
    /// The table before the menu.
    all_passed: Option<Table>,
}

impl EventLog<'_> {
    fn new(events: &mut Vec<Event>) -> EventLog<'_> {
        EventLog { events, all_passed: None }
    }
}

impl Watch for EventLog<'_> {
    fn see(&mut self, event: Event) {
        self.events.push(event);
    }

    fn all_passed(&mut self, game: &Game) {
        self.all_passed = Some(*game.table());
    }
}

impl Session {
    /// A new game, before the first move, with a player for each entrant of the plan.
    ///
    /// # Panics
    /// If there is not one for each.
    pub fn begin(plan: GamePlan, others: Vec<Player>) -> Session {
        let mut session = Session::deal(plan, others);
        session.live_game.start(&mut session.line_up);
        session
    }

    fn deal(plan: GamePlan, mut line_up: Vec<Player>) -> Session {
        line_up.insert(plan.person.index(), Player::honest(plan.name.clone(), || Box::new(Person)));
        let mut events = Vec::new();
        let mut log = EventLog::new(&mut events);
        let live_game = match &plan.position {
            Some(game) => LiveGame::resume(&plan.setup, &game.view(game.table().turn()), &mut log),
            None => LiveGame::deal(&plan.setup, &mut log),
        };
        Session { plan, line_up, live_game, past: Vec::new(), events }
    }

    /// A saved game, checked move by move: every move must be legal, and a family must decide as it did.
    ///
    /// Also returns what is odd but tolerable: a program that answers differently from before.
    ///
    /// # Errors
    /// If a move breaks a rule, a family decides differently, or the game is over.
    pub fn resume(plan: GamePlan, past: Past, others: Vec<Player>) -> Result<(Session, Vec<String>), PlayError> {
        let mut session = Session::deal(plan, others);
        session.replay_moves(past)?;
        let mut notes = Vec::new();
        let others: Vec<(Seat, bool)> =
            session.plan.others().map(|(seat, entrant)| (seat, entrant.is_process())).collect();
        for (seat, is_process) in others {
            match session.recall(seat) {
                Some(note) if is_process => notes.push(note),
                Some(note) => return Err(PlayError::new(format!("it was changed: {note}"))),
                None => {}
            }
        }
        Ok((session, notes))
    }

    fn replay_moves(&mut self, past: Past) -> Result<(), PlayError> {
        let mut game_faults = past.game_faults.into_iter().peekable();
        for (number, mv) in (1..).zip(past.moves) {
            while let Some(game_fault) = game_faults.next_if(|game_fault| game_fault.turn <= number) {
                self.live_game.add_game_fault(game_fault);
            }
            let (round, seat) = (self.table().round(), self.table().turn());
            if let Err(why) = self.game().check(mv) {
                let who = self.plan.name_of(seat);
                let rule = why.rule();
                return Err(PlayError::new(format!(
                    "move {number}, by {who} in round {round}: `{mv}` breaks rule {rule}: {why}"
                )));
            }
            if self.live_game.has_failed(seat) && mv != Move::Pass {
                let who = self.plan.name_of(seat);
                return Err(PlayError::new(format!(
                    "move {number}, by {who} in round {round}: expected `pass` after a fault, got `{mv}`"
                )));
            }
            self.push(mv);
        }
        let next = self.live_game.next_move();
        for game_fault in game_faults {
            if game_fault.turn > next {
                let who = self.plan.name_of(game_fault.seat);
                let turn = game_fault.turn;
                return Err(PlayError::new(format!(
                    "a fault of {who} at move {turn}, but there are {} moves",
                    next - 1
                )));
            }
            self.live_game.add_game_fault(game_fault);
        }
        if self.is_over() {
            return Err(PlayError::new("the game in it is over; there is nothing to continue"));
        }
        Ok(())
    }

    /// Takes a player through the game again; reports if it answers differently from before.
    fn recall(&mut self, seat: Seat) -> Option<String> {
        let past = self.past.iter().map(|turn| (&turn.before, turn.mv));
        match self.live_game.recall(seat, past, &mut self.line_up) {
            Ok(None) => None,
            Ok(Some((number, now))) => {
                let (who, then) = (self.plan.name_of(seat), self.past[number - 1].mv);
                Some(format!("{who} now decides `{now}` in move {number}, where it was `{then}`"))
            }
            Err(_) if self.live_game.has_failed(seat) => None,
            Err(fault) => {
                self.live_game.fail(seat, fault);
                None
            }
        }
    }

    fn push(&mut self, mv: Move) {
        let (before, events) = (self.live_game.clone(), self.events.len());
        let mut log = EventLog::new(&mut self.events);
        self.live_game.play(mv, &mut log);
        let all_passed = log.all_passed;
        self.past.push(Turn { before, events, mv, all_passed });
    }

    fn game(&self) -> &Game {
        self.live_game.game()
    }

    /// The public side of the game.
    pub fn table(&self) -> &Table {
        self.game().table()
    }

    /// What the person may know.
    pub fn view(&self) -> View<'_> {
        self.game().view(self.plan.person)
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        self.table().is_over()
    }

    /// Whether the person has to decide.
    pub fn is_on_turn(&self) -> bool {
        !self.is_over() && self.table().turn() == self.plan.person
    }

    /// Whether the person has made a move, so that there is something to lose.
    pub fn has_begun(&self) -> bool {
        self.last_own().is_some()
    }

    /// The move of the person.
    ///
    /// # Errors
    /// If it is not legal; nothing is changed then.
    pub fn play(&mut self, mv: Move) -> Result<(), Illegal> {
        self.view().check(mv)?;
        self.push(mv);
        Ok(())
    }

    /// Another seat decides and plays.
    pub fn step(&mut self) {
        let mv = self.live_game.decide(&mut self.line_up);
        self.push(mv);
    }

    /// The faults so far.
    pub fn game_faults(&self) -> &[GameFault] {
        self.live_game.game_faults()
    }

    /// The number of faults committed in moves that were made; undoing may have found one more.
    pub fn past_faults(&self) -> usize {
        self.game_faults().iter().filter(|game_fault| game_fault.turn <= self.moves()).count()
    }

    fn last_own(&self) -> Option<usize> {
        self.past.iter().rposition(|turn| turn.before.game().table().turn() == self.plan.person)
    }

    /// The number of moves before the last decision of the person.
    pub fn last_decision(&self) -> usize {
        self.last_own().unwrap_or(0)
    }

    /// Back to the last decision of the person; `None` if there is none. Players that may remember what is undone go through
    /// the game again; anything odd about that is returned.
    pub fn undo(&mut self) -> Option<Vec<String>> {
        let turn = self.past.drain(self.last_own()?..).next()?;
        self.live_game = turn.before;
        self.events.truncate(turn.events);
        let others: Vec<Seat> = self.plan.others().map(|(seat, _)| seat).collect();
        let notes = others
            .into_iter()
            .filter_map(|seat| if self.line_up[seat.index()].remembers() { self.recall(seat) } else { None });
        Some(notes.collect())
    }

    /// The number of moves made.
    pub fn moves(&self) -> usize {
        self.past.len()
    }

    /// The table before a move, counted from 0; the last one is the table now.
    pub fn table_before(&self, number: usize) -> &Table {
        self.past.get(number).map_or(self.table(), |turn| turn.before.game().table())
    }

    /// What came of a move, counted from 0.
    pub fn events_of(&self, number: usize) -> &[Event] {
        let start = |number: usize| self.past.get(number).map_or(self.events.len(), |turn| turn.events);
        &self.events[start(number)..start(number + 1)]
    }

    /// The table before the menu, if a move, counted from 0, was the last pass of its round.
    pub fn all_passed(&self, number: usize) -> Option<&Table> {
        self.past.get(number)?.all_passed.as_ref()
    }

    /// Everything that has happened, written down.
    pub fn recorder(&self) -> Recorder {
        let mut recorder = Recorder::new(self.plan.setup.players);
        self.events.iter().for_each(|&event| recorder.see(event));
        recorder
    }

    /// The game as saved in a file.
    pub fn save(&self) -> SavedGame {
        self.plan.save(self.past.iter().map(|turn| turn.mv), self.live_game.game_faults())
    }

    /// Tells all players that the game is over, which it must be; returns its record and the place of the person.
    pub fn finish(&mut self) -> (Record, u8) {
        let recorder = self.recorder();
        let played = self.live_game.end(&mut self.line_up);
        let heading = Heading { extra: played.notes(), ..self.plan.heading() };
        let place = played.score().places[self.plan.person];
        (recorder.finish(heading, &played.game), place)
    }
}
