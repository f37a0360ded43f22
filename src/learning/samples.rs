//! What a net learns from: groups of rows of which one is right, or each is right to some degree.
//!
//! For a value net a group is the beginning of a round, its rows are the seats, and the winner is right. For a position net it is any
//! decision; and if a value net judges, each seat is as right as its chance at the end of the round. For a policy net a group is a
//! decision, its rows are the actions, and each is as right as the share of visits that the search gave it. For a belief net a group
//! is a decision too, its rows are hands that another seat may hold, and the one that it holds is right.

use super::selfplay::{Decision, SelfPlay};
use crate::game::{Edition, Game, PerSeat, Players, Seat, Stream};
use crate::strategies::forecast;
use crate::strategies::nets::{
    BELIEF_INPUTS, NetKind, POLICY_INPUTS, POSITION_INPUTS, Suspect, VALUE_INPUTS, ValueNetwork, can_judge,
    position_inputs, value_chances, value_inputs,
};
use crate::strategies::policy_inputs;

/// One game in so many is held out: nothing is fitted to it.
pub const HELD_OUT: u64 = 10;

/// One decision in so many teaches what hands are held: those of one game are alike.
const HANDS_EVERY: u32 = 4;
/// One decision in so many teaches who wins.
const POSITIONS_EVERY: u32 = 3;
/// Hands in a group: the one that is held, and imagined ones.
const HANDS: usize = 8;
/// The number of a decision from which the luck of imagined hands is taken: no game has so many.
const IMAGINED_HANDS: u64 = 1 << 41;

/// Groups of rows. All inputs are whole numbers, and are kept as such.
#[derive(Clone, PartialEq, Debug)]
pub struct Samples {
    /// Numbers in a row.
    inputs: usize,
    numbers: Vec<i16>,
    /// How right each row is; the sum of a group is 1.
    targets: Vec<f32>,
    /// What a simple judge would say: the forecast on seats, and nothing on actions, all of which it takes for equally likely.
    baselines: Vec<f32>,
    /// Where each group ends, in rows.
    ends: Vec<u32>,
    /// The game of each group.
    games: Vec<u32>,
}

/// One group.
#[derive(Clone, Copy, Debug)]
pub struct Group<'a> {
    inputs: usize,
    numbers: &'a [i16],
    /// How right each row is.
    pub targets: &'a [f32],
    /// What a simple judge would say.
    pub baselines: &'a [f32],
    /// The game that it is from.
    pub game: u32,
}

impl<'a> Group<'a> {
    /// The inputs of each row.
    pub fn rows(&self) -> impl Iterator<Item = &'a [i16]> + use<'a> {
        self.numbers.chunks_exact(self.inputs)
    }
}

impl Samples {
    /// No group yet, for nets of this kind.
    pub fn new(kind: NetKind) -> Samples {
        let inputs = match kind {
            NetKind::Value => VALUE_INPUTS,
            NetKind::Policy => POLICY_INPUTS,
            NetKind::Belief => BELIEF_INPUTS,
            NetKind::Position => POSITION_INPUTS,
            NetKind::Score => unreachable!("a request to learn one is refused"),
        };
        Samples {
            inputs,
            numbers: Vec::new(),
            targets: Vec::new(),
            baselines: Vec::new(),
            ends: Vec::new(),
            games: Vec::new(),
        }
    }

    /// Numbers in a row.
    pub const fn inputs(&self) -> usize {
        self.inputs
    }

    /// How many groups there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// A group by its index.
    pub fn group(&self, index: usize) -> Group<'_> {
        let first = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        let last = self.ends[index] as usize;
        Group {
            inputs: self.inputs,
            numbers: &self.numbers[first * self.inputs..last * self.inputs],
            targets: &self.targets[first..last],
            baselines: &self.baselines[first..last],
            game: self.games[index],
        }
    }

    /// The indices of the groups that are held out, or of all others.
    pub fn indices(&self, held_out: bool) -> Vec<u32> {
        let is_held = |index: &u32| (u64::from(self.games[*index as usize]) % HELD_OUT == HELD_OUT - 1) == held_out;
        (0..self.len() as u32).filter(is_held).collect()
    }

    fn push_row(&mut self, inputs: &[i16], target: f32, baseline: f32) {
        self.numbers.extend_from_slice(inputs);
        self.targets.push(target);
        self.baselines.push(baseline);
    }

    fn end_group(&mut self, game: u64) {
        self.ends.push(self.targets.len() as u32);
        self.games.push(game as u32);
    }

    /// Adds the groups of a game that was played. Positions are worth what the judge says at the end of their round; without one,
    /// and in the last round, who wins decides.
    ///
    /// # Errors
    /// If a decision is not legal: the journal was changed.
    pub fn add_game(
        &mut self,
        (kind, judge): (NetKind, Option<&ValueNetwork>),
        play: &SelfPlay,
        index: u64,
        decisions: &[Decision],
    ) -> Result<(), String> {
        let (players, key) = (play.players, play.deal(index));
        let mut luck = key.deal(players);
        let mut game = Game::start(players, key.first_seat(players), Edition::default(), &mut luck);
        let (mut round, mut first) = (1, self.len());
        let mut doubt = key.choices(game.table().first(), IMAGINED_HANDS);
        for decision in decisions {
            match kind {
                NetKind::Policy => self.add_decision(&game, decision, index)?,
                NetKind::Belief => self.add_hands(&game, &mut doubt, index),
                NetKind::Position => self.add_position(&game, &mut doubt, index),
                NetKind::Value | NetKind::Score => {}
            }
            game.try_play(decision.mv, &mut luck).map_err(|why| format!("game {index}: {why}"))?;
            if game.table().round() == round || !can_judge(game.table()) {
                continue;
            }
            round = game.table().round();
            if kind == NetKind::Value {
                let chances = forecast::chances(&game).unwrap_or(PerSeat::all(0.0));
                self.add_seats(players, &value_inputs(&game), |seat| chances[seat] as f32, index);
            } else if let Some(judge) = judge {
                self.tell(first, &value_chances(judge, &game));
                first = self.len();
            }
        }
        if !game.table().is_over() {
            return Err(format!("game {index} has no end"));
        }
        if matches!(kind, NetKind::Value | NetKind::Position) {
            let mut shares = PerSeat::all(0.0);
            shares[game.outcome().winner] = 1.0;
            self.tell(first, &shares);
        }
        Ok(())
    }

    /// A group whose rows are the seats; how right each is will be told later.
    fn add_seats<const INPUTS: usize>(
        &mut self,
        players: Players,
        inputs: &PerSeat<[i16; INPUTS]>,
        baseline: impl Fn(Seat) -> f32,
        index: u64,
    ) {
        players.seats().for_each(|seat| self.push_row(&inputs[seat], 0.0, baseline(seat)));
        self.end_group(index);
    }

    /// In all groups from the `first` on each seat is as right as its share.
    fn tell(&mut self, first: usize, shares: &PerSeat<f32>) {
        for group in first..self.len() {
            let start = if group == 0 { 0 } else { self.ends[group - 1] as usize };
            let rows = &mut self.targets[start..self.ends[group] as usize];
            rows.copy_from_slice(&shares.0[..rows.len()]);
        }
    }

    /// The seats at one decision in [`POSITIONS_EVERY`].
    fn add_position(&mut self, game: &Game, doubt: &mut Stream, index: u64) {
        if doubt.below(POSITIONS_EVERY) == 0 {
            let players = game.table().players();
            self.add_seats(players, &position_inputs(game), |_| 1.0 / players.count() as f32, index);
        }
    }

    /// The hand of another seat among hands that the seat on turn imagines, at one decision in [`HANDS_EVERY`].
    fn add_hands(&mut self, game: &Game, doubt: &mut Stream, index: u64) {
        let (players, view) = (game.table().players(), game.view(game.table().turn()));
        let step = 1 + doubt.below(players.count() as u32 - 1) as usize;
        if doubt.below(HANDS_EVERY) > 0 {
            return;
        }
        let other = Seat::new((view.seat().index() + step) % players.count()).expect("a seat at this table");
        let suspect = Suspect::new(&view, other);
        self.push_row(&suspect.inputs(game.hand(other)), 1.0, 1.0 / HANDS as f32);
        for _ in 1..HANDS {
            self.push_row(&suspect.inputs(view.imagine(doubt).hand(other)), 0.0, 1.0 / HANDS as f32);
        }
        self.end_group(index);
    }

    /// A decision without an alternative, or a random one, teaches nothing.
    fn add_decision(&mut self, game: &Game, decision: &Decision, index: u64) -> Result<(), String> {
        let view = game.view(game.table().turn());
        let moves: Vec<_> = decision.visits.iter().map(|(mv, _)| *mv).collect();
        moves.iter().try_for_each(|&mv| view.check(mv)).map_err(|why| format!("game {index}: {why}"))?;
        let sum: u64 = decision.visits.iter().map(|(_, visits)| u64::from(*visits)).sum();
        if moves.len() < 2 || sum == 0 {
            return Ok(());
        }
        for (inputs, (_, visits)) in policy_inputs(&view, &moves).iter().zip(&decision.visits) {
            self.push_row(inputs, *visits as f32 / sum as f32, 1.0 / moves.len() as f32);
        }
        self.end_group(index);
        Ok(())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::game::Key;
    use crate::strategies::FAMILIES;

    /// Groups of three rows in which the one with the highest first two inputs, multiplied, is right.
    pub(in crate::learning) fn toy(groups: u64) -> Samples {
        let mut samples = Samples::new(NetKind::Policy);
        let mut stream = Key::new(7).stream();
        for game in 0..groups {
            let rows: [[i16; POLICY_INPUTS]; 3] = std::array::from_fn(|_| {
                std::array::from_fn(|input| if input < 4 { stream.below(9) as i16 } else { 0 })
            });
            let scores = rows.map(|row| row[0] * row[1] * 16 + row[2]);
            let best = (0..3).max_by_key(|&index| scores[index]).unwrap_or(0);
            for (index, row) in rows.iter().enumerate() {
                samples.push_row(row, f32::from(u8::from(index == best)), 1.0 / 3.0);
            }
            samples.end_group(game);
        }
        samples
    }

    /// A judge that finds whatever it likes, but nothing equally likely.
    fn opinionated() -> Box<ValueNetwork> {
        let mut stream = Key::new(8).stream();
        let weight = |_| stream.below(2001) as f32 / 20_000.0 - 0.05;
        let weights: Vec<f32> = (0..ValueNetwork::WEIGHTS).map(weight).collect();
        ValueNetwork::from_weights(&weights).expect("as many as it has")
    }

    /// What the judge says at the ends of all rounds but the last one, and then who wins.
    fn ends_of_rounds(judge: &ValueNetwork, play: &SelfPlay, decisions: &[Decision]) -> Vec<PerSeat<f32>> {
        let key = play.deal(3);
        let mut luck = key.deal(play.players);
        let mut game = Game::start(play.players, key.first_seat(play.players), Edition::default(), &mut luck);
        let mut ends = Vec::new();
        for decision in decisions {
            let round = game.table().round();
            game.play(decision.mv, &mut luck);
            if game.table().is_over() {
                let winner = game.outcome().winner;
                ends.push(PerSeat(std::array::from_fn(|seat| f32::from(u8::from(seat == winner.index())))));
            } else if game.table().round() > round {
                ends.push(value_chances(judge, &game));
            }
        }
        ends
    }

    #[test]
    fn a_judge_tells_what_each_round_was_worth_and_the_last_one_has_its_winner() {
        let judge = opinionated();
        for players in Players::ALL {
            let play = SelfPlay { players, seed: 4_u64.into(), random_every: 9, keep_visits: false };
            let greedy = FAMILIES.iter().find(|family| family.name == "greedy").expect("a shipped family");
            let mut seats: Vec<_> = players.seats().map(|_| (greedy.build)(&greedy.defaults())).collect();
            let decisions = play.play(3, &mut seats).expect("it plays by the rules");
            let samples = |judge| {
                let mut samples = Samples::new(NetKind::Position);
                samples.add_game((NetKind::Position, judge), &play, 3, &decisions).expect("a game");
                samples
            };
            let (judged, told) = (samples(Some(&*judge)), samples(None));
            assert_eq!((&judged.numbers, &judged.ends), (&told.numbers, &told.ends), "the same positions");
            let targets = |samples: &Samples| -> Vec<Vec<f32>> {
                let mut targets: Vec<_> =
                    (0..samples.len()).map(|group| samples.group(group).targets.to_vec()).collect();
                targets.dedup();
                targets
            };
            let ends: Vec<Vec<f32>> =
                ends_of_rounds(&judge, &play, &decisions).iter().map(|end| end.0[..players.count()].to_vec()).collect();
            assert_eq!(ends.len(), players.rounds());
            assert_eq!(targets(&told), [ends[ends.len() - 1].clone()], "{players} players");
            // A short round may have no position among the samples; those of the others are in order.
            let targets = targets(&judged);
            let mut left = ends.iter();
            assert!(
                targets.iter().all(|target| left.any(|end| end == target)),
                "{players} players: {targets:?} of {ends:?}"
            );
            assert!(2 * targets.len() > ends.len(), "{players} players: {targets:?} of {ends:?}");
        }
    }

    #[test]
    fn one_game_in_ten_is_held_out() {
        let samples = toy(40);
        assert_eq!(samples.indices(true), [9, 19, 29, 39]);
        assert_eq!(samples.indices(false).len(), 36);
        assert_eq!(samples.group(39).rows().count(), 3);
    }
}
