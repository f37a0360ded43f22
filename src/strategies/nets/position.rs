//! The position net: each seat's chance to win at any point of a game, with all hands open.
//!
//! It judges where a search stops looking: in the middle of a round as well as between two. A playout by a simple policy would say
//! what that policy makes of the position; the net has learned from their games what strong players make of it.

use super::network::{Network, softmax};
use crate::game::{Cards, Game, Kind, MAX_PLAYERS, PerSeat, Players, Portion, Portions, Seat, Signposts, Table};
use crate::strategies::total_set::TotalSet;

/// Numbers that describe one seat.
const BLOCK: usize = 40;
/// Numbers that are the same for all seats.
const SHARED: usize = 16;
/// Inputs of the first part: this seat, the best of the others, and the table.
const FIRST: usize = 2 * BLOCK + SHARED;
/// Rounds to come that are told apart, the present one included; a game for two has nine.
const ROUNDS: usize = 9;
/// Inputs of the net: the first part, the leads in worms and in points by rounds to come, and the sum over all other seats.
pub const POSITION_INPUTS: usize = FIRST + 2 * ROUNDS + BLOCK;
/// Hidden units of the net.
pub const POSITION_HIDDEN: usize = 64;

/// The network of a number of players.
pub type PositionNetwork = Network<POSITION_INPUTS, FIRST, { POSITION_HIDDEN / 4 }>;

/// What is said about one seat.
type Block = [i16; BLOCK];

/// The places in a block that other inputs are made of.
const POINTS: usize = 7;
const WORMS: usize = 9;
const BEST: usize = 16;
const VALID: usize = 22;
const LAYABLE: usize = 24;
const SERVED: usize = 33;
const SIGNPOST: usize = 37;

/// The inputs for every seat of a game that is not over; empty seats have zeros.
pub fn position_inputs(game: &Game) -> PerSeat<[i16; POSITION_INPUTS]> {
    let standing = Standing::new(game);
    let mut inputs = PerSeat::all([0; POSITION_INPUTS]);
    for seat in game.table().players().seats() {
        let (first, leads, rest) = standing.inputs_of(seat);
        inputs[seat][..FIRST].copy_from_slice(&first);
        inputs[seat][FIRST + standing.column()..][..2].copy_from_slice(&leads);
        inputs[seat][FIRST + 2 * ROUNDS..].copy_from_slice(&rest);
    }
    inputs
}

/// The chances of all seats to win; 0 for empty ones.
#[inline]
pub fn position_chances(network: &PositionNetwork, game: &Game) -> PerSeat<f32> {
    let players = game.table().players();
    let standing = Standing::new(game);
    let mut strengths = [0.0; MAX_PLAYERS];
    for seat in players.seats() {
        let (first, leads, rest) = standing.inputs_of(seat);
        // Of the leads all but those of this round are zero, and so is the rest if two play.
        let mut sums = network.plus(&network.start(&first), standing.column(), &leads);
        if players.count() > 2 {
            sums = network.plus(&sums, 2 * ROUNDS, &rest);
        }
        strengths[seat.index()] = network.result(&sums);
    }
    softmax(&mut strengths[..players.count()]);
    PerSeat(strengths)
}

/// What the inputs of all seats are made of.
struct Standing {
    players: Players,
    blocks: [Block; MAX_PLAYERS],
    /// Rounds to come, including the present one.
    rounds: usize,
    shared: [i16; SHARED],
}

impl Standing {
    fn new(game: &Game) -> Standing {
        let table = game.table();
        let players = table.players();
        let mut blocks = [[0; BLOCK]; MAX_PLAYERS];
        for seat in players.seats() {
            blocks[seat.index()] = block(game, seat);
        }
        serve(table, &mut blocks);
        let rounds = players.rounds() + 1 - table.round();
        Standing { players, blocks, rounds, shared: shared(game, rounds) }
    }

    /// The place of the leads behind the first part.
    const fn column(&self) -> usize {
        2 * (self.rounds - 1)
    }

    /// The first part, the leads in worms and in points, and the sum over all but this seat and the best other one.
    #[inline]
    fn inputs_of(&self, seat: Seat) -> ([i16; FIRST], [i16; 2], Block) {
        let own = &self.blocks[seat.index()];
        let leader = self.best_other(seat);
        let best = &self.blocks[leader.index()];
        let mut first = [0; FIRST];
        first[..BLOCK].copy_from_slice(own);
        first[BLOCK..2 * BLOCK].copy_from_slice(best);
        first[2 * BLOCK..].copy_from_slice(&self.shared);
        let (mut edge, mut rest) = (own[POINTS] - best[POINTS], [0; BLOCK]);
        for other in self.players.seats().filter(|&other| other != seat && other != leader) {
            let other = &self.blocks[other.index()];
            edge += own[POINTS] - other[POINTS];
            rest.iter_mut().zip(other).for_each(|(sum, number)| *sum += number);
        }
        (first, [own[WORMS] - best[WORMS], edge], rest)
    }

    /// The seat ahead of all others but this one: most worms, then the best portion (rule 9.1), then the first clockwise.
    fn best_other(&self, seat: Seat) -> Seat {
        let score = |other: Seat| (self.blocks[other.index()][WORMS], self.blocks[other.index()][BEST]);
        let mut best = seat.next(self.players);
        let mut other = best.next(self.players);
        while other != seat {
            if score(other) > score(best) {
                best = other;
            }
            other = other.next(self.players);
        }
        best
    }
}

/// What is the same for all seats.
fn shared(game: &Game, rounds: usize) -> [i16; SHARED] {
    let (table, pile, grill) = (game.table(), game.pile(), game.table().grill());
    let worms = |portion: Portion| i16::from(table.edition().worms(portion));
    let all = |portions: Portions| portions.iter().map(worms).sum();
    let highest = grill.highest();
    let second = highest.and_then(|highest| grill.without(highest).highest());
    let [ones, twos, threes, fours, fives, worm_cards] = Kind::ALL.map(|kind| pile.count(kind) as i16);
    [
        rounds as i16,
        table.pile_len() as i16,
        all(grill),
        all(table.unseen_portions()),
        highest.map_or(0, worms),
        second.map_or(0, worms),
        grill.lowest().map_or(0, worms),
        grill.len() as i16,
        table.active().len() as i16,
        table.passed_valid().len() as i16,
        ones,
        twos,
        threes,
        fours,
        fives,
        worm_cards,
    ]
}

/// What one seat has: its hand, its portions, and its display.
fn block(game: &Game, seat: Seat) -> Block {
    let (table, hand) = (game.table(), game.hand(seat));
    let mut block = [0; BLOCK];
    for kind in Kind::ALL {
        let count = hand.count(kind) as i16;
        block[kind.index()] = count;
        block[8] += i16::from(count > 0);
        block[13] += i16::from(count > 1);
        block[POINTS] += count * i16::from(kind.value());
    }
    block[6] = table.hand_size(seat) as i16;
    block[10] = highest(hand.signposts());
    see_stack(table, seat, &mut block);
    if table.active().contains(seat) {
        see_display(table, seat, hand, &mut block);
        see_preys(table, seat, hand, &mut block);
    } else if table.passed_valid().contains(seat) {
        block[19] = 1;
        block[21] = i16::from(table.total(seat));
    }
    block[SIGNPOST] = highest(table.display(seat).signposts());
    block
}

fn highest(signposts: Signposts) -> i16 {
    signposts.highest().map_or(0, |highest| i16::from(highest.number()))
}

/// The portions of a seat: all worms, those on the two topmost, the best one, a shield, the value of the top.
fn see_stack(table: &Table, seat: Seat, block: &mut Block) {
    for (depth, portion) in table.stack(seat).enumerate() {
        if depth < 2 {
            block[11 + depth] = i16::from(table.edition().worms(portion));
        }
        block[BEST] = block[BEST].max(i16::from(portion.value()));
    }
    block[WORMS] = table.worms(seat).cast_signed();
    block[17] = i16::from(table.top(seat).is_some_and(Portion::is_zero));
    block[38] = i16::from(table.top_value(seat));
}

/// What a seat that still plays has laid, what it can lay, and when it is on turn.
fn see_display(table: &Table, seat: Seat, hand: Cards, block: &mut Block) {
    let (open, total, players) = (table.open(seat), i16::from(table.total(seat)), table.players().count());
    for kind in Kind::ALL {
        if !open.contains(kind) {
            block[23] += 1;
            continue;
        }
        let count = hand.count(kind) as i16;
        block[LAYABLE + kind.index()] = count;
        block[30] += count * i16::from(kind.value());
        block[39] += i16::from(count > 0);
    }
    let is_valid = !open.contains(Kind::Worm);
    let can_be_valid = is_valid || block[LAYABLE + Kind::Worm.index()] > 0;
    block[18] = 1;
    block[20] = total;
    block[VALID] = i16::from(is_valid);
    block[31] = if can_be_valid { total + block[30] } else { 0 };
    block[32] = i16::from(can_be_valid);
    block[35] = i16::from(table.turn() == seat);
    block[36] = ((seat.index() + players - table.turn().index()) % players) as i16;
}

/// The tops that a seat that still plays can steal: with what it holds, and as its display is.
fn see_preys(table: &Table, seat: Seat, hand: Cards, block: &mut Block) {
    let (open, total) = (table.open(seat), u32::from(table.total(seat)));
    let preys = TotalSet::from_bits(table.top_values());
    if preys.is_empty() {
        return;
    }
    let is_valid = !open.contains(Kind::Worm);
    let display = TotalSet::of(total);
    let with_worm = if is_valid { display } else { display.after_laying(Kind::Worm, hand.count(Kind::Worm)) };
    let numbers = Kind::ALL.into_iter().filter(|&kind| kind != Kind::Worm && open.contains(kind));
    let reach = numbers.fold(with_worm, |totals, kind| totals.or(totals.after_laying(kind, hand.count(kind))));
    for other in table.players().seats().filter(|&other| other != seat) {
        let (value, worms) = (u32::from(table.top_value(other)), i16::from(table.top_worms(other)));
        if value > 0 && reach.contains(value) {
            block[14] += 1;
            block[15] = block[15].max(worms);
        }
        if is_valid && value == total {
            block[34] = worms;
        }
    }
}

/// What each seat with a worm in its display would be served if all passed now (rules 7.1, 7.2).
fn serve(table: &Table, blocks: &mut [Block; MAX_PLAYERS]) {
    let is_served = |&seat: &Seat| table.passed_valid().contains(seat) || blocks[seat.index()][VALID] == 1;
    let rank = |seat: Seat| (table.total(seat), blocks[seat.index()][SIGNPOST]);
    let mut served = [0; MAX_PLAYERS];
    for seat in table.players().seats().filter(is_served) {
        let ahead = table.players().seats().filter(is_served).filter(|&other| rank(other) > rank(seat)).count();
        let left = (0..ahead).fold(table.grill(), |grill, _| grill.without(grill.highest_or_zero()));
        served[seat.index()] = left.highest().map_or(0, |portion| i16::from(table.edition().worms(portion)));
    }
    for (block, served) in blocks.iter_mut().zip(served) {
        block[SERVED] = served;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{DealKey, Edition, Key};
    use crate::strategies::Policy;
    use crate::strategies::families::tuned::Tuned;

    /// Shows all positions of some games of `tuned`.
    fn positions(players: Players, mut show: impl FnMut(&Game)) {
        for deal in 0..5 {
            let key = DealKey::new(12, deal);
            let mut luck = key.deal(players);
            let mut game = Game::start(players, key.first_seat(players), Edition::default(), &mut luck);
            while !game.table().is_over() {
                show(&game);
                game.play(
                    Tuned::default().choose(&game.view(game.table().turn()), &mut Key::new(1).stream()),
                    &mut luck,
                );
            }
        }
    }

    #[test]
    fn what_is_left_out_is_zero() {
        let mut stream = Key::new(4).stream();
        let weights: Vec<f32> =
            (0..PositionNetwork::WEIGHTS).map(|_| stream.below(2001) as f32 / 10_000.0 - 0.1).collect();
        let network = PositionNetwork::from_weights(&weights).expect("as many as it has");
        for players in Players::ALL {
            positions(players, |game| {
                let (chances, inputs) = (position_chances(&network, game), position_inputs(game));
                let mut whole: Vec<f32> = players.seats().map(|seat| network.output(&inputs[seat])).collect();
                softmax(&mut whole);
                assert_eq!(&chances.0[..players.count()], whole);
            });
        }
    }

    #[test]
    fn seats_are_served_as_the_rules_say() {
        let mut served = 0;
        for players in Players::ALL {
            positions(players, |game| {
                let (seat, table) = (game.table().turn(), game.table());
                // The last to pass is served what the net was told, unless it steals or is not valid.
                let is_last = table.active().len() == 1 && table.round() < players.rounds();
                if !is_last || table.open(seat).contains(Kind::Worm) || table.victim_of(seat).is_some() {
                    return;
                }
                let expected = position_inputs(game)[seat][SERVED];
                let mut next = *game;
                next.play(crate::game::Move::Pass, &mut Key::new(1).stream());
                assert_eq!((next.table().worms(seat) - table.worms(seat)).cast_signed(), expected);
                served += 1;
            });
        }
        assert!(served > 20, "{served} menus");
    }
}
