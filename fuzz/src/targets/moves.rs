//! Games of any moves, also illegal ones, compared with the plain model of the rules.

use karteneck::game::{Deal, DealKey, Edition, Game, Move, Number, Players, Signpost, Signposts};
use karteneck::selfcheck::{Model, Overheard, tell};

use super::laws::assert_sound;
use crate::Trace;

/// A number of players, a seed of four bytes, and moves.
pub fn moves(data: &[u8]) -> Trace {
    let mut bytes = data.iter().copied();
    let players = Players::ALL[usize::from(bytes.next().unwrap_or(0)) % Players::ALL.len()];
    let seed = (0..4).fold(0, |seed, _| seed << 8 | u64::from(bytes.next().unwrap_or(0)));
    let mut table = Table::deal(players, seed);
    let (mut played, mut refused) = (0, 0);
    while let Some(mv) = next_move(&table.game, &mut bytes) {
        if table.attempt(mv) { played += 1 } else { refused += 1 }
    }
    let over = if table.game.table().is_over() { "over" } else { "in the middle" };
    Trace::understood(&format!("{over} {:?} {:?} {:?}", players, tally(played), tally(refused)))
}

/// About how many.
fn tally(count: u32) -> char {
    char::from(b'a' + count.min(100).isqrt() as u8)
}

/// The game, its luck, and the model that must agree with it.
struct Table {
    game: Game,
    luck: Overheard<Deal>,
    model: Model,
}

impl Table {
    fn deal(players: Players, seed: u64) -> Table {
        let key = DealKey::new(seed, 0);
        let mut luck = Overheard::new(key.deal(players));
        let first = key.first_seat(players);
        let game = Game::start(players, first, Edition::default(), &mut luck);
        let (model, _) = Model::start(players.count(), first.index(), &mut luck.take()).expect("a deal");
        Table { game, luck, model }
    }

    /// Tries a move: a refused one changes nothing and draws nothing, a legal one does what the model says.
    fn attempt(&mut self, mv: Move) -> bool {
        let (before, mut events) = (self.game, Vec::new());
        if let Err(illegal) = self.game.try_play_watched(mv, &mut self.luck, &mut |event| events.push(event)) {
            assert_eq!(bytes_of(&self.game), bytes_of(&before), "{mv} was refused and changed something");
            assert!(self.game == before && events.is_empty() && self.luck.take().is_empty(), "{mv} was refused");
            assert!(!illegal.rule().is_empty() && !illegal.to_string().is_empty());
            return false;
        }
        assert_eq!(mv.to_string().parse(), Ok(mv), "a legal move has a name");
        let told = self.model.play(mv, &mut self.luck.take()).unwrap_or_else(|broken| panic!("{mv}: {broken}"));
        assert_eq!(told, tell(&events), "{mv}");
        self.model.compare(&self.game).unwrap_or_else(|broken| panic!("{mv}: {broken}"));
        assert_sound(&self.game);
        true
    }
}

/// All that a game holds.
fn bytes_of(game: &Game) -> Vec<u8> {
    format!("{game:?}").into_bytes()
}

/// The next move in the input, legal or not.
fn next_move(game: &Game, bytes: &mut impl Iterator<Item = u8>) -> Option<Move> {
    let sort = bytes.next()?;
    let mut byte = || bytes.next().unwrap_or(0);
    Some(match sort % 8 {
        0 => Move::lay(Number::ALL[usize::from(byte()) % Number::ALL.len()], byte()),
        1 => Move::lay(Number::ALL[usize::from(byte()) % Number::ALL.len()], 1 + byte() % 3),
        2 => Move::Pass,
        3 => Move::Steal,
        4 => Move::LayWorms(worms([byte(), byte(), byte(), byte()])),
        5 => Move::LayWorms(some_of(game.hand(game.table().turn()).signposts(), byte())),
        _ => {
            let choices = game.choices();
            choices.get(usize::from(byte()) % choices.len())
        }
    })
}

fn worms(bytes: [u8; 4]) -> Signposts {
    let bits = u32::from_le_bytes(bytes);
    (1..=25).filter(|number| bits >> number & 1 == 1).filter_map(Signpost::new).collect()
}

/// Those of the worms in hand whose bit is set.
fn some_of(hand: Signposts, bits: u8) -> Signposts {
    hand.iter().enumerate().filter(|(index, _)| bits >> (index % 8) & 1 == 1).map(|(_, worm)| worm).collect()
}
