//! Recording a game while it is played.

use super::card_name::CardName;
use super::extra::ExtraFields;
use super::record::{MenuRecord, MoveRecord, Record, ResultRecord, RoundRecord, StealRecord};
use super::record_format::FORMAT;
use super::seed_name::SeedName;
use crate::game::{Event, Game, Players, Portion, Watch};

/// What a record says about a game besides what happened in it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Heading {
    /// The seed of the run.
    pub seed: SeedName,
    /// The number of the game under its seed.
    pub game: u64,
    /// The hash of the worm table, if it is not the default one.
    pub edition: Option<String>,
    /// The position that it went on from, as a position file.
    pub position: Option<String>,
    /// What a run adds to tell its games apart.
    pub extra: ExtraFields,
    /// Who sits where.
    pub strategies: Vec<String>,
}

/// Watches a game from its start and turns it into a [`Record`].
///
/// # Panics
/// If it is made to watch a game that has already begun: a record needs its beginning.
#[derive(Clone, Debug)]
pub struct Recorder {
    hands: Vec<Vec<CardName>>,
    rounds: Vec<RoundRecord>,
}

impl Recorder {
    /// A recorder for a game that is about to start.
    pub fn new(players: Players) -> Recorder {
        Recorder { hands: vec![Vec::new(); players.count()], rounds: Vec::with_capacity(players.rounds()) }
    }

    /// The hands dealt.
    pub(super) fn hands(&self) -> &[Vec<CardName>] {
        &self.hands
    }

    /// The rounds so far.
    pub fn rounds(&self) -> &[RoundRecord] {
        &self.rounds
    }

    /// The record of the game, which must be over.
    pub fn finish(self, heading: Heading, game: &Game) -> Record {
        let table = game.table();
        let players = table.players();
        let outcome = game.outcome();
        Record {
            format: FORMAT.to_owned(),
            players: players.count(),
            seed: heading.seed,
            game: heading.game,
            edition: heading.edition,
            position: heading.position,
            extra: heading.extra,
            strategies: heading.strategies,
            first: self.rounds.first().map_or(0, |round| round.first),
            removed: table.unseen_portions().iter().map(Portion::value).collect(),
            hands: self.hands,
            rounds: self.rounds,
            result: ResultRecord {
                worms: outcome.worms.of(players).to_vec(),
                best: outcome.best.of(players).to_vec(),
                places: outcome.places.of(players).to_vec(),
                winner: outcome.winner.index(),
            },
        }
    }

    fn moves(&mut self) -> &mut Vec<MoveRecord> {
        &mut self.rounds.last_mut().expect("a round begins before its first move").moves
    }

    fn last_move(&mut self) -> &mut MoveRecord {
        self.moves().last_mut().expect("a consequence follows its move")
    }
}

impl Watch for Recorder {
    fn see(&mut self, event: Event) {
        match event {
            Event::RoundBegan { first, grill } => self.rounds.push(RoundRecord {
                grill: grill.iter().map(Portion::value).collect(),
                first: first.index(),
                moves: Vec::new(),
                menu: Vec::new(),
            }),
            Event::Laid { seat, cards, total } => self.moves().push(MoveRecord {
                seat: seat.index(),
                lay: Some(cards.iter().map(CardName).collect()),
                total: Some(total),
                ..MoveRecord::default()
            }),
            Event::PassedValid { seat, total } => self.moves().push(MoveRecord {
                seat: seat.index(),
                pass: Some(true),
                total: Some(total),
                ..MoveRecord::default()
            }),
            Event::PassedInvalid { seat, portion } => self.moves().push(MoveRecord {
                seat: seat.index(),
                pass: Some(true),
                take: Some(portion.value()),
                ..MoveRecord::default()
            }),
            Event::Stole { victim, portion, .. } => {
                self.last_move().steal = Some(StealRecord { from: victim.index(), portion: portion.value() });
            }
            Event::Reshuffled => {}
            Event::Drew { seat, card } if self.rounds.is_empty() => self.hands[seat.index()].push(CardName(card)),
            Event::Drew { card, .. } => self.last_move().draw.push(CardName(card)),
            Event::Served { seat, portion } => {
                let round = self.rounds.last_mut().expect("a round begins before its menu");
                round.menu.push(MenuRecord { seat: seat.index(), portion: portion.value() });
            }
        }
    }
}
