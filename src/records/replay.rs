//! Replaying a record, move by move, and rejecting it where it breaks a rule.

use std::fmt;

use thiserror::Error;

use super::card_name::CardName;
use super::position_file::parse_position;
use super::record::{MoveRecord, Record, RoundRecord};
use super::recorder::{Heading, Recorder};
use super::script::{Script, ScriptFault};
use crate::game::{CARDS_DEALT, Cards, Edition, Event, Game, Illegal, Kind, Move, PerSeat, Players, Seat, Watch};

/// What is shown while a record is replayed.
#[derive(Clone, Copy, Debug)]
pub enum ReplayStep<'a> {
    /// A round begins.
    Round {
        /// The game as it is now.
        game: &'a Game,
    },
    /// A move has been played.
    Move {
        /// The game before the move.
        before: &'a Game,
        /// The move and its consequences.
        record: &'a MoveRecord,
        /// What the engine says came of it, in order; after the last pass of a round also the menu and the next grill.
        events: &'a [Event],
        /// The game after the move; after the last pass of a round, before the menu.
        after: &'a Game,
    },
    /// The menu of a round has been served.
    Menu {
        /// The game after the last pass, with the displays that are served.
        before: &'a Game,
        /// The round.
        record: &'a RoundRecord,
        /// The game after the menu, before the next grill.
        after: &'a Game,
    },
}

/// A position in a record. Rounds and moves are counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Place {
    SetUp,
    Round(usize),
    Move { round: usize, number: usize },
    Result,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::SetUp => f.write_str("set-up"),
            Place::Round(round) => write!(f, "round {round}"),
            Place::Move { round, number } => write!(f, "round {round}, move {number}"),
            Place::Result => f.write_str("result"),
        }
    }
}

/// A record of something that cannot have happened.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{place}: breaks rule {rule}: {problem}")]
pub struct ReplayError {
    /// Where.
    pub place: Place,
    /// The number of the rule.
    pub rule: &'static str,
    /// What is wrong.
    pub problem: String,
}

/// Replays a record and shows every step; returns the record of the game played, which is equivalent.
///
/// # Errors
/// The first rule that the record breaks, and where.
pub fn replay(record: &Record, edition: &Edition, show: &mut dyn FnMut(ReplayStep<'_>)) -> Result<Record, ReplayError> {
    let mut replay = Replay::start(record, edition)?;
    for (index, round) in record.rounds.iter().enumerate() {
        replay.place = Place::Round(replay.number(index));
        replay.play_round(index, round, show)?;
    }
    replay.finish()
}

/// What the engine has said about one move.
#[derive(Default)]
struct Consequences {
    events: Vec<Event>,
    /// If it ended its round: the game before the menu.
    all_passed: Option<Game>,
    /// If it ended its round: the game after the menu.
    menu_served: Option<Game>,
}

/// Writes a move down, and keeps what is said about it.
struct MoveWatch<'a> {
    recorder: &'a mut Recorder,
    seen: Consequences,
}

impl Watch for MoveWatch<'_> {
    fn see(&mut self, event: Event) {
        self.recorder.see(event);
        self.seen.events.push(event);
    }

    fn all_passed(&mut self, game: &Game) {
        self.seen.all_passed = Some(*game);
    }

    fn menu_served(&mut self, game: &Game) {
        self.seen.menu_served = Some(*game);
    }
}

struct Replay<'r> {
    record: &'r Record,
    game: Game,
    script: Script,
    recorder: Recorder,
    place: Place,
    /// Rounds that were over in the position that the record goes on from.
    rounds_before: usize,
}

type Outcome<T> = Result<T, ReplayError>;

/// Rule 2.1: as many rounds as are left to play.
fn check_rounds(record: &Record, players: Players, before: usize) -> Outcome<()> {
    let (expected, written) = (players.rounds() - before, record.rounds.len());
    if expected == written {
        return Ok(());
    }
    let problem = match before {
        0 => format!("{players} players play {expected} rounds, got {written}"),
        _ => format!("{players} players play {expected} rounds from round {} on, got {written}", before + 1),
    };
    Err(ReplayError { place: Place::SetUp, rule: "2.1", problem })
}

impl<'r> Replay<'r> {
    fn start(record: &'r Record, edition: &Edition) -> Outcome<Replay<'r>> {
        let place = Place::SetUp;
        let fail = |rule, problem| Err(ReplayError { place, rule, problem });
        let Some(players) = Players::new(record.players) else {
            return fail("1.4", format!("expected 2 to 6 players, got {}", record.players));
        };
        let Some(first) = Seat::new(record.first).filter(|&seat| players.includes(seat)) else {
            return fail("2.3", format!("seat {} begins, but there are {players} players", record.first));
        };
        if record.strategies.len() != players.count() {
            return fail("1.4", format!("{players} players, but {} strategies", record.strategies.len()));
        }
        if let Some(text) = &record.position {
            return Replay::resume(record, text, edition);
        }
        let dealt: Vec<usize> = record.hands.iter().map(Vec::len).collect();
        if dealt != vec![CARDS_DEALT; players.count()] {
            return fail("2.2", format!("{CARDS_DEALT} cards are dealt to each of {players} players, got {dealt:?}"));
        }
        check_rounds(record, players, 0)?;
        let mut script = Script {
            cards: record.hands.iter().flatten().map(|name| name.0).collect(),
            portions: record.rounds[0].grill.iter().copied().collect(),
            fault: None,
        };
        let mut recorder = Recorder::new(players);
        let game = Game::start_watched(players, first, *edition, &mut script, &mut recorder);
        let replay = Replay { record, game, script, recorder, place, rounds_before: 0 };
        replay.check_script("2.2", 1)?;
        Ok(replay)
    }

    /// Begins in a position, with the hands of the record.
    fn resume(record: &'r Record, text: &str, edition: &Edition) -> Outcome<Replay<'r>> {
        let place = Place::SetUp;
        let fail = |problem| ReplayError { place, rule: "13", problem };
        let seen = parse_position(text, edition).map_err(|error| fail(error.to_string()))?;
        let (turn, players) = (seen.game.table().turn(), seen.game.table().players());
        let mut hands = PerSeat::all(Cards::NONE);
        for (seat, names) in players.seats().zip(&record.hands) {
            let hand = names.iter().try_fold(Cards::NONE, |cards, name| cards.checked_add(name.0));
            hands[seat] = hand.ok_or_else(|| fail(format!("seat {seat} holds more cards of a kind than there are")))?;
        }
        let fits = record.players == players.count() && record.hands.len() == players.count();
        let game = seen.game.redealt(&hands).filter(|game| fits && game.hand(turn) == seen.game.hand(turn));
        let game = game.ok_or_else(|| fail("`hands` do not fit the position".to_owned()))?;
        check_rounds(record, players, game.table().round() - 1)?;
        let mut recorder = Recorder::new(players);
        for (seat, names) in players.seats().zip(&record.hands) {
            for name in names {
                recorder.see(Event::Drew { seat, card: name.0 });
            }
        }
        let table = game.table();
        recorder.see(Event::RoundBegan { first: table.first(), grill: table.grill() });
        let rounds_before = table.round() - 1;
        Ok(Replay { record, game, script: Script::default(), recorder, place, rounds_before })
    }

    /// The number of a round of the record, counted from 1 in the whole game.
    const fn number(&self, index: usize) -> usize {
        self.rounds_before + index + 1
    }

    fn fail<T>(&self, rule: &'static str, problem: String) -> Outcome<T> {
        Err(ReplayError { place: self.place, rule, problem })
    }

    fn expect<T: Written + ?Sized>(&self, rule: &'static str, what: &str, expected: &T, got: &T) -> Outcome<()> {
        let (expected, got) = (expected.written(), got.written());
        if expected == got {
            return Ok(());
        }
        self.fail(rule, format!("expected {what} {expected}, got {got}"))
    }

    fn play_round(&mut self, index: usize, round: &RoundRecord, show: &mut dyn FnMut(ReplayStep<'_>)) -> Outcome<()> {
        let begun = &self.recorder.rounds()[index];
        self.expect("8.1", "the first seat", &begun.first, &round.first)?;
        let mut grill = round.grill.clone();
        grill.sort_unstable();
        self.expect("3.1", "the grill", &begun.grill[..], &grill[..])?;
        show(ReplayStep::Round { game: &self.game });
        let mut last = Consequences::default();
        for (number, mv) in round.moves.iter().enumerate() {
            self.place = Place::Move { round: self.number(index), number: number + 1 };
            let before = self.game;
            last = self.play_move(index, mv)?;
            let after = last.all_passed.as_ref().unwrap_or(&self.game);
            show(ReplayStep::Move { before: &before, record: mv, events: &last.events, after });
        }
        self.place = Place::Round(self.number(index));
        let (Some(before), Some(after)) = (&last.all_passed, &last.menu_served) else {
            let turn = self.game.table().turn();
            return self.fail(
                "3.2",
                format!("the round ends after {} moves, but seat {turn} has not passed", round.moves.len()),
            );
        };
        self.expect("7.1", "the menu", &self.recorder.rounds()[index].menu[..], &round.menu[..])?;
        show(ReplayStep::Menu { before, record: round, after });
        Ok(())
    }

    fn is_in_round(&self, index: usize) -> bool {
        self.recorder.rounds().len() == index + 1 && !self.game.table().is_over()
    }

    fn play_move(&mut self, round: usize, written: &MoveRecord) -> Outcome<Consequences> {
        if !self.is_in_round(round) {
            return self.fail("3.2", format!("seat {} moves, but every seat has passed in this round", written.seat));
        }
        let turn = self.game.table().turn();
        if written.seat != turn.index() {
            return self.fail("3.2", format!("seat {} moves, but it is seat {turn}'s turn", written.seat));
        }
        let mv = self.read_move(written)?;
        self.script.cards = written.draw.iter().map(|name| name.0).collect();
        self.script.portions =
            self.record.rounds.get(round + 1).map(|next| next.grill.iter().copied().collect()).unwrap_or_default();
        let mut watch = MoveWatch { recorder: &mut self.recorder, seen: Consequences::default() };
        let played = self.game.try_play_watched(mv, &mut self.script, &mut watch);
        let seen = watch.seen;
        played.or_else(|illegal: Illegal| self.fail(illegal.rule(), format!("seat {turn}: {mv}: {illegal}")))?;
        let draws = if matches!(mv, Move::Pass | Move::Steal) { "5.4" } else { "4.3" };
        self.check_script(draws, self.number(round) + 1)?;
        self.compare_move(round, written)?;
        Ok(seen)
    }

    /// The recorded action as a move.
    fn read_move(&self, written: &MoveRecord) -> Outcome<Move> {
        match (&written.lay, written.pass) {
            (Some(names), None) => self.read_lay(names),
            (None, Some(true)) if written.steal.is_some() => Ok(Move::Steal),
            (None, Some(true)) => Ok(Move::Pass),
            _ => self.fail("3.2", "a move has either `lay` with cards or `pass` with true".to_owned()),
        }
    }

    fn read_lay(&self, names: &[CardName]) -> Outcome<Move> {
        let cards = names.iter().try_fold(Cards::NONE, |cards, name| cards.checked_add(name.0));
        match cards.map(|cards| (cards, Move::laying(cards))) {
            Some((_, Some(mv))) => Ok(mv),
            Some((cards, None)) => self.fail("4.1", format!("a lay is at least one card of one kind, got [{cards}]")),
            None => self.fail("4.1", "lays more cards of a kind than the game has".to_owned()),
        }
    }

    /// Whether the consequences of the move are those in the record.
    fn compare_move(&self, round: usize, written: &MoveRecord) -> Outcome<()> {
        let moves = &self.recorder.rounds()[round].moves;
        let played = moves.last().expect("a move has just been played");
        let total = if played.lay.is_some() { "4.3" } else { "5.3" };
        self.expect(total, "`total`", &played.total, &written.total)?;
        self.expect("5.2", "`take`", &played.take, &written.take)?;
        self.expect("6.1", "`steal`", &played.steal, &written.steal)
    }

    /// Whether the recorded luck was possible, and all of it was used. `draws` is the rule that says how many cards are
    /// drawn, `next_round` the round whose grill may have been turned up.
    fn check_script(&self, draws: &'static str, next_round: usize) -> Outcome<()> {
        let grill = |problem| Err(ReplayError { place: Place::Round(next_round), rule: "3.1", problem });
        match self.script.fault {
            None => {}
            Some(ScriptFault::CardMissing { seat }) => {
                return self.fail(draws, format!("seat {seat} draws one more card than `draw` has"));
            }
            Some(ScriptFault::CardNotInPile { seat, card }) if self.place == Place::SetUp => {
                let rule = if card.kind() == Kind::Worm { "1.2" } else { "1.1" };
                return self.fail(rule, format!("seat {seat} is dealt {card}, but the deck has no more of it"));
            }
            Some(ScriptFault::CardNotInPile { seat, card }) => {
                return self.fail("8.2", format!("seat {seat} draws {card}, which is not in the draw pile"));
            }
            Some(ScriptFault::PortionMissing) => return grill("the grill has too few portions".to_owned()),
            Some(ScriptFault::PortionNotUnseen { value }) => {
                return grill(format!("portion {value} is turned up, but was seen before or does not exist"));
            }
        }
        if let Some(card) = self.script.cards.front() {
            return self.fail(draws, format!("{card} is drawn, but no further card may be drawn"));
        }
        Ok(())
    }

    fn finish(mut self) -> Outcome<Record> {
        self.place = Place::Result;
        let record = self.record;
        let heading = Heading {
            seed: record.seed,
            game: record.game,
            edition: record.edition.clone(),
            position: record.position.clone(),
            extra: record.extra.clone(),
            strategies: record.strategies.clone(),
        };
        debug_assert_eq!(self.recorder.hands(), record.hands, "the script dealt them");
        let played = self.recorder.clone().finish(heading, &self.game);
        let mut removed = record.removed.clone();
        removed.sort_unstable();
        self.expect("2.1", "`removed`", &played.removed[..], &removed[..])?;
        self.expect("9.1", "`worms`", &played.result.worms[..], &record.result.worms[..])?;
        self.expect("9.1", "`best`", &played.result.best[..], &record.result.best[..])?;
        self.expect("9.1", "`places`", &played.result.places[..], &record.result.places[..])?;
        self.expect("9.1", "`winner`", &played.result.winner, &record.result.winner)?;
        Ok(played)
    }
}

/// A part of a record as text for a message.
trait Written {
    fn written(&self) -> String;
}

impl Written for usize {
    fn written(&self) -> String {
        self.to_string()
    }
}

impl<T: fmt::Display> Written for [T] {
    fn written(&self) -> String {
        let items: Vec<String> = self.iter().map(ToString::to_string).collect();
        format!("[{}]", items.join(" "))
    }
}

impl<T: fmt::Display> Written for Option<T> {
    fn written(&self) -> String {
        self.as_ref().map_or_else(|| "nothing".to_owned(), ToString::to_string)
    }
}
