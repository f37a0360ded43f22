//! The value net: each seat's chance to win, seen from the beginning of a round with all hands open.

use super::network::{Network, softmax};
use crate::game::{Cards, Game, Kind, MAX_PLAYERS, PerSeat, Players, Portion, Seat, Table};
use crate::strategies::total_set::TotalSet;

/// Numbers that describe one seat.
const BLOCK: usize = 20;
/// Rounds to come that are told apart; a game for two has eight after its first.
const ROUNDS: usize = 8;
/// Inputs of the net: this seat, the best of the others, the sum of the rest, and how this seat stands.
pub const VALUE_INPUTS: usize = 3 * BLOCK + 2 * ROUNDS + 4;
/// Hidden units of the net.
pub const VALUE_HIDDEN: usize = 32;

/// The network of a number of players.
pub type ValueNetwork = Network<VALUE_INPUTS, VALUE_INPUTS, { VALUE_HIDDEN / 4 }>;

/// What is said about one seat.
type Block = [i16; BLOCK];

/// The places in a block that other inputs are made of.
const POINTS: usize = 7;
const WORMS: usize = 9;
const BEST: usize = 17;

/// Whether a value net can judge a game: at the beginning of a round other than the first.
#[inline]
pub fn can_judge(table: &Table) -> bool {
    !table.is_over() && table.round() > 1
}

/// The inputs for every seat of a game at the beginning of a round; empty seats have zeros.
pub fn value_inputs(game: &Game) -> PerSeat<[i16; VALUE_INPUTS]> {
    let standing = Standing::new(game);
    let mut inputs = PerSeat::all([0; VALUE_INPUTS]);
    for seat in game.table().players().seats() {
        inputs[seat] = standing.inputs_of(seat);
    }
    inputs
}

/// The chances of all seats to win; 0 for empty ones.
#[inline]
pub fn value_chances(network: &ValueNetwork, game: &Game) -> PerSeat<f32> {
    let players = game.table().players();
    let standing = Standing::new(game);
    let mut strengths = [0.0; MAX_PLAYERS];
    for seat in players.seats() {
        strengths[seat.index()] = network.output(&standing.inputs_of(seat));
    }
    softmax(&mut strengths[..players.count()]);
    PerSeat(strengths)
}

/// What the inputs of all seats are made of.
struct Standing {
    players: Players,
    blocks: [Block; MAX_PLAYERS],
    /// Rounds to come, including the one that begins.
    rounds: usize,
    /// What is the same for all seats: rounds to come, cards in the pile, worms on the grill, worms never turned up.
    shared: [i16; 4],
}

impl Standing {
    fn new(game: &Game) -> Standing {
        let table = game.table();
        let (players, tops) = (table.players(), tops(table));
        let mut blocks = [[0; BLOCK]; MAX_PLAYERS];
        let mut unseen: i16 = table.edition().table().iter().map(|&worms| i16::from(worms)).sum();
        for seat in players.seats() {
            blocks[seat.index()] = block(game, seat, &tops);
            unseen -= blocks[seat.index()][WORMS];
        }
        let mut grill = table.grill();
        let mut on_grill = 0;
        while let Some(portion) = grill.lowest() {
            on_grill += i16::from(table.edition().worms(portion));
            grill = grill.without(portion);
        }
        let rounds = players.rounds() + 1 - table.round();
        let shared = [rounds as i16, table.pile_len() as i16, on_grill, unseen - on_grill];
        Standing { players, blocks, rounds, shared }
    }

    fn inputs_of(&self, seat: Seat) -> [i16; VALUE_INPUTS] {
        let mut inputs = [0; VALUE_INPUTS];
        let own = &self.blocks[seat.index()];
        let leader = self.best_other(seat);
        let best = &self.blocks[leader.index()];
        inputs[..BLOCK].copy_from_slice(own);
        inputs[BLOCK..2 * BLOCK].copy_from_slice(best);
        let mut edge = own[POINTS] - best[POINTS];
        for other in self.players.seats().filter(|&other| other != seat && other != leader) {
            let other = &self.blocks[other.index()];
            edge += own[POINTS] - other[POINTS];
            inputs[2 * BLOCK..3 * BLOCK].iter_mut().zip(other).for_each(|(sum, number)| *sum += number);
        }
        let column = self.rounds.min(ROUNDS) - 1;
        inputs[3 * BLOCK + column] = own[WORMS] - best[WORMS];
        inputs[3 * BLOCK + ROUNDS + column] = edge;
        inputs[3 * BLOCK + 2 * ROUNDS..].copy_from_slice(&self.shared);
        inputs
    }

    /// The seat ahead of all others but this one: most worms, then the best portion (rule 9.1), then the first clockwise.
    fn best_other(&self, seat: Seat) -> Seat {
        let score = |other: Seat| (self.blocks[other.index()][WORMS], self.blocks[other.index()][BEST]);
        let mut best = None;
        for step in 1..self.players.count() {
            let other = Seat::new((seat.index() + step) % self.players.count()).expect("a seat at this table");
            if best.is_none_or(|best| score(other) > score(best)) {
                best = Some(other);
            }
        }
        best.expect("at least two play")
    }
}

/// The values of the tops that can be stolen, and their worms; value 0 for none.
fn tops(table: &Table) -> [(u32, i16); MAX_PLAYERS] {
    let mut tops = [(0, 0); MAX_PLAYERS];
    for seat in table.players().seats() {
        if let Some(top) = table.top(seat).filter(|top| !top.is_zero()) {
            tops[seat.index()] = (u32::from(top.value()), i16::from(table.edition().worms(top)));
        }
    }
    tops
}

fn block(game: &Game, seat: Seat, tops: &[(u32, i16); MAX_PLAYERS]) -> Block {
    let (table, hand) = (game.table(), game.hand(seat));
    let mut block = [0; BLOCK];
    for kind in Kind::ALL {
        let count = hand.count(kind);
        block[kind.index()] = count as i16;
        block[8] += i16::from(count > 0);
        block[14] += i16::from(count > 1);
        block[POINTS] += count as i16 * i16::from(kind.value());
    }
    block[6] = table.hand_size(seat) as i16;
    block[10] = hand.signposts().highest().map_or(0, |highest| i16::from(highest.number()));
    block[13] = i16::from(table.first() == seat);
    let totals = totals_of(hand);
    for (other, &(value, worms)) in tops.iter().enumerate() {
        if value > 0 && other != seat.index() && totals.contains(value) {
            block[15] += 1;
            block[16] += worms;
        }
    }
    see_stack(table, seat, &mut block);
    block[19] = places_after(table.players(), table.first(), seat);
    block
}

/// The portions of a seat: all worms, those on the two topmost, the best one, a shield.
fn see_stack(table: &Table, seat: Seat, block: &mut Block) {
    for (depth, portion) in table.stack(seat).enumerate() {
        let worms = i16::from(table.edition().worms(portion));
        block[WORMS] += worms;
        if depth < 2 {
            block[11 + depth] = worms;
        }
        block[BEST] = block[BEST].max(i16::from(portion.value()));
    }
    block[18] = i16::from(table.top(seat).is_some_and(Portion::is_zero));
}

/// The valid totals that a hand can build without a draw (rule 5.3).
fn totals_of(hand: Cards) -> TotalSet {
    let worms = TotalSet::of(0).after_laying(Kind::Worm, hand.count(Kind::Worm));
    let numbers = Kind::ALL.into_iter().filter(|&kind| kind != Kind::Worm);
    numbers.fold(worms, |totals, kind| totals.or(totals.after_laying(kind, hand.count(kind))))
}

/// How many seats play before this one.
fn places_after(players: Players, first: Seat, seat: Seat) -> i16 {
    ((seat.index() + players.count() - first.index()) % players.count()) as i16
}
