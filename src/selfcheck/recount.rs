//! A tally recounted from the records of all games, with plain code, as the JSON that states are saved in.
//!
//! Every number of a tally except its digests is here: one that is counted but not recounted is a broken promise too.
//! Whatever the arena counts must also be recounted here.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::retell::{GameStory, SeatStory};
use crate::arena::{Chair, EntrantIndex, LineUpIndex, Schedule};

/// A game and its address.
pub(super) struct Placed {
    pub(super) block: u64,
    pub(super) line_up: LineUpIndex,
    pub(super) rotation: usize,
    /// The seat that began round 1.
    pub(super) first: usize,
    /// The chair on each seat.
    pub(super) chairs: Vec<Chair>,
    pub(super) story: GameStory,
}

impl Placed {
    /// The seat and the story of a chair.
    pub(super) fn of_chair(&self, chair: Chair) -> (usize, &SeatStory) {
        let seat = self.chairs.iter().position(|&other| other == chair).unwrap_or(0);
        (seat, &self.story.seats[seat])
    }

    /// How many seats after the one that began.
    fn turn(&self, seat: usize) -> usize {
        (seat + self.chairs.len() - self.first) % self.chairs.len()
    }
}

/// All games of one number of players.
pub(super) struct Recount<'a> {
    pub(super) schedule: &'a Schedule,
    pub(super) entrants: usize,
    pub(super) games: &'a [Placed],
}

/// Count, sum and sum of squares.
fn sample(scores: &[i64]) -> Value {
    let squares: i64 = scores.iter().map(|score| score * score).sum();
    json!({ "count": scores.len(), "sum": scores.iter().sum::<i64>(), "squares": squares })
}

fn histogram(values: impl Iterator<Item = usize>) -> Vec<u64> {
    let mut counts = Vec::new();
    for value in values {
        if counts.len() <= value {
            counts.resize(value + 1, 0);
        }
        counts[value] += 1;
    }
    counts
}

/// The index of a value among 0 and 16 to 42.
fn value_index(portion: u8) -> usize {
    usize::from(portion.saturating_sub(15))
}

impl Recount<'_> {
    /// The whole tally except its digests, which belong to the run.
    pub(super) fn tally(&self) -> Value {
        json!({
            "entrants": self.entrants().map(|entrant| self.entrant(entrant)).collect::<Vec<_>>(),
            "steals": self.pairs(|one, other| self.steals(one, other)),
            "turned_up": self.schedule.line_ups.indices().map(|line_up| self.turned_up(line_up)).collect::<Vec<_>>(),
            "highlights": self.highlights(),
            "blocks": self.blocks(),
        })
    }

    fn entrants(&self) -> impl Iterator<Item = EntrantIndex> + use<> {
        (0..self.entrants).map(EntrantIndex::new)
    }

    fn pairs<T: Into<Value>>(&self, of: impl Fn(EntrantIndex, EntrantIndex) -> T) -> Value {
        let row = |one| self.entrants().map(|other| of(one, other).into()).collect::<Vec<Value>>();
        self.entrants().map(row).collect::<Vec<_>>().into()
    }

    fn entrant_of(&self, game: &Placed, seat: usize) -> EntrantIndex {
        self.schedule.line_ups[game.line_up][game.chairs[seat]]
    }

    /// Every seat that an entrant took, with its game.
    fn seats_of(&self, entrant: EntrantIndex) -> impl Iterator<Item = (&Placed, usize, &SeatStory)> {
        self.games.iter().flat_map(move |game| {
            let seats = game.story.seats.iter().enumerate();
            seats
                .filter(move |(seat, _)| self.entrant_of(game, *seat) == entrant)
                .map(move |(seat, story)| (game, seat, story))
        })
    }

    fn entrant(&self, entrant: EntrantIndex) -> Value {
        let all: Vec<_> = self.seats_of(entrant).collect();
        let sum = |of: fn(&SeatStory) -> u64| all.iter().map(|(_, _, story)| of(story)).sum::<u64>();
        let (mut portions, mut seats) = (vec![[0_u64; 5]; 28], vec![(0, 0); self.schedule.players.count()]);
        for (game, seat, story) in &all {
            story.portions.iter().for_each(|(portion, met)| portions[value_index(*portion)][*met as usize] += 1);
            let own = &mut seats[game.turn(*seat)];
            *own = (own.0 + 1, own.1 + u64::from(game.story.winner == *seat));
        }
        let stolen = |met: usize| portions.iter().map(|counts| counts[met]).sum::<u64>();
        let counters = [
            sum(|story| story.decisions),
            sum(|story| story.chosen_invalid),
            sum(|story| story.forced_invalid),
            sum(|story| story.last_to_pass),
            stolen(2),
            stolen(3),
            sum(|story| story.rounds_won),
        ];
        let seats: Vec<Value> = seats.iter().map(|(games, wins)| json!({ "games": games, "wins": wins })).collect();
        json!({
            "games": all.len(),
            "wins": all.iter().filter(|(game, seat, _)| game.story.winner == *seat).count(),
            "faults": 0,
            "places": histogram(all.iter().map(|(_, _, story)| story.place - 1)),
            "worms": histogram(all.iter().map(|(_, _, story)| story.worms)),
            "seats": seats,
            "counters": counters,
            "lay_sizes": histogram(all.iter().flat_map(|(_, _, story)| story.lays.iter().copied())),
            "pass_totals": histogram(all.iter().flat_map(|(_, _, story)| story.valid_totals.iter().copied())),
            "portions": portions,
        })
    }

    fn steals(&self, thief: EntrantIndex, victim: EntrantIndex) -> u64 {
        let in_game = |game: &Placed| {
            let by = |seat: usize| self.entrant_of(game, seat);
            game.story.steals.iter().filter(|steal| (by(steal.0), by(steal.1)) == (thief, victim)).count() as u64
        };
        self.games.iter().map(in_game).sum()
    }

    fn turned_up(&self, line_up: LineUpIndex) -> Vec<u64> {
        let mut counts = vec![0; 28];
        for game in self.games.iter().filter(|game| game.line_up == line_up) {
            let kept = game.story.seats.iter().flat_map(|seat| &seat.portions);
            kept.filter(|(_, met)| *met as usize == 4).for_each(|(portion, _)| counts[value_index(*portion)] += 1);
        }
        counts
    }

    fn highlights(&self) -> Value {
        let games = || self.games.iter();
        json!({
            "closest": most(games().map(|game| (game, closeness(&game.story)))),
            "turnaround": most(games().map(|game| (game, game.story.seats[game.story.winner].behind as i64))),
            "most_steals": most(games().map(|game| (game, game.story.steals.len() as i64))),
            "clearest": self.pairs(|winner, loser| {
                let won = games().filter(|game| self.entrant_of(game, game.story.winner) == winner);
                most(won.flat_map(|game| {
                    let losers = (0..game.story.seats.len())
                        .filter(|&seat| seat != game.story.winner && self.entrant_of(game, seat) == loser);
                    losers.map(move |seat| (game, lead(&game.story, seat).0))
                }))
            }),
        })
    }

    /// The games of each block.
    fn by_block(&self) -> BTreeMap<u64, Vec<&Placed>> {
        let mut blocks: BTreeMap<u64, Vec<&Placed>> = BTreeMap::new();
        self.games.iter().for_each(|game| blocks.entry(game.block).or_default().push(game));
        blocks
    }

    /// The sample of a number over blocks.
    fn over_blocks(&self, of: impl Fn(&[&Placed]) -> i64) -> Value {
        sample(&self.by_block().values().map(|games| of(games)).collect::<Vec<_>>())
    }

    fn wins(&self, games: &[&Placed], entrant: EntrantIndex) -> i64 {
        games.iter().filter(|game| self.entrant_of(game, game.story.winner) == entrant).count() as i64
    }

    fn worms(&self, games: &[&Placed], entrant: EntrantIndex) -> i64 {
        let in_game = |game: &&Placed| {
            let seats = game.story.seats.iter().enumerate();
            seats
                .filter(|(seat, _)| self.entrant_of(game, *seat) == entrant)
                .map(|(_, story)| story.worms as i64)
                .sum::<i64>()
        };
        games.iter().map(in_game).sum()
    }

    /// The sum of a number over all pairs of different chairs of two entrants in a game.
    fn over_chairs(
        &self,
        game: &Placed,
        pair: (EntrantIndex, EntrantIndex),
        of: impl Fn(&SeatStory, &SeatStory) -> i64,
    ) -> i64 {
        let seats = 0..game.story.seats.len();
        let meet = |one: usize, other: usize| {
            one != other && (self.entrant_of(game, one), self.entrant_of(game, other)) == pair
        };
        let row = |one: usize| {
            let others = seats.clone().filter(move |&other| meet(one, other));
            others.map(|other| of(&game.story.seats[one], &game.story.seats[other])).sum::<i64>()
        };
        seats.clone().map(row).sum()
    }

    fn blocks(&self) -> Value {
        let seats = 0..self.schedule.players.count();
        let won_on = |games: &[&Placed], seat: usize, entrant: Option<EntrantIndex>| {
            let by = |game: &&&Placed| entrant.is_none_or(|one| self.entrant_of(game, game.story.winner) == one);
            games.iter().filter(by).filter(|game| game.turn(game.story.winner) == seat).count() as i64
        };
        let blocks = self.by_block();
        let product =
            |one, other| blocks.values().map(|games| self.wins(games, one) * self.wins(games, other)).sum::<i64>();
        let ahead = |pair: (EntrantIndex, EntrantIndex)| {
            self.over_blocks(|games| {
                let before = |one: &SeatStory, other: &SeatStory| i64::from(one.place < other.place);
                games.iter().map(|game| self.over_chairs(game, pair, before)).sum()
            })
        };
        let lead = |one: &SeatStory, other: &SeatStory| one.worms as i64 - other.worms as i64;
        let margin = |pair: (EntrantIndex, EntrantIndex)| {
            self.over_blocks(|games| games.iter().map(|game| self.over_chairs(game, pair, lead)).sum())
        };
        let gap = |one, other| {
            let gap = |one: &SeatStory, other: &SeatStory| lead(one, other).abs();
            self.games.iter().map(|game| self.over_chairs(game, (one, other), gap)).sum::<i64>()
        };
        let own_seats = |entrant| {
            seats.clone().map(|seat| self.over_blocks(|games| won_on(games, seat, Some(entrant)))).collect::<Vec<_>>()
        };
        json!({
            "count": blocks.len(),
            "wins": self.entrants().map(|entrant| self.over_blocks(|games| self.wins(games, entrant))).collect::<Vec<_>>(),
            "products": self.pairs(product),
            "ahead": self.pairs(|one, other| ahead((one, other))),
            "winners": self.games.iter().map(|game| game.story.seats[game.story.winner].worms).sum::<usize>(),
            "gaps": self.pairs(gap),
            "worms": self.entrants().map(|entrant| self.over_blocks(|games| self.worms(games, entrant))).collect::<Vec<_>>(),
            "margins": self.pairs(|one, other| margin((one, other))),
            "seats": self.entrants().map(own_seats).collect::<Vec<_>>(),
            "all_seats": seats.clone().map(|seat| self.over_blocks(|games| won_on(games, seat, None))).collect::<Vec<_>>(),
            "course": self.course(),
            "line_ups": self.schedule.line_ups.indices().map(|line_up| self.line_up(line_up)).collect::<Vec<_>>(),
        })
    }

    /// Wins by stretches: single blocks up to 16, then eight stretches for every doubling. Those before the first block are left out.
    fn course(&self) -> Value {
        let (blocks, mut from, mut length) = (self.by_block(), 0, 1);
        let (mut stretches, mut left_out) = (Vec::<Vec<Value>>::new(), 0);
        let end = blocks.keys().last().map_or(0, |last| last + 1);
        while from < end {
            let in_stretch = |entrant| {
                let wins = blocks.range(from..from + length).map(|(_, games)| self.wins(games, entrant));
                sample(&wins.collect::<Vec<_>>())
            };
            if blocks.range(..from + length).next().is_some() {
                stretches.push(self.entrants().map(in_stretch).collect());
            } else {
                left_out += 1;
            }
            from += length;
            if from == 16 * length {
                length *= 2;
            }
        }
        if left_out == 0 { json!(stretches) } else { json!({"from": left_out, "list": stretches}) }
    }

    fn line_up(&self, line_up: LineUpIndex) -> Value {
        let games: Vec<&Placed> = self.games.iter().filter(|game| game.line_up == line_up).collect();
        let seats = 0..self.schedule.players.count();
        let chairs = seats.clone().map(Chair::new);
        let wins = |chair: Chair| {
            self.over_blocks(|games| {
                let own = games.iter().filter(|game| game.line_up == line_up);
                own.filter(|game| game.chairs[game.story.winner] == chair).count() as i64
            })
        };
        let worms = |chair: Chair| {
            self.over_blocks(|games| {
                let own = games.iter().filter(|game| game.line_up == line_up);
                own.map(|game| game.of_chair(chair).1.worms as i64).sum()
            })
        };
        let won_from = |chair: Chair| {
            let won = |turn: usize| {
                let sat = games.iter().filter(|game| game.turn(game.of_chair(chair).0) == turn);
                sat.filter(|game| self.entrant_of(game, game.story.winner) == self.schedule.line_ups[line_up][chair])
                    .count()
            };
            seats.clone().map(won).collect::<Vec<_>>()
        };
        json!({
            "wins": chairs.clone().map(wins).collect::<Vec<_>>(),
            "worms": chairs.clone().map(worms).collect::<Vec<_>>(),
            "won_from": chairs.clone().map(won_from).collect::<Vec<_>>(),
        })
    }
}

/// The first of the games with the highest value, in the order of their addresses.
fn most<'a>(games: impl Iterator<Item = (&'a Placed, i64)>) -> Value {
    let address = |game: &Placed| (game.block, game.line_up, game.rotation);
    let best = games.min_by_key(|(game, value)| (-value, address(game)));
    let tell = |(game, value): (&Placed, i64)| json!({ "value": value, "block": game.block, "line_up": game.line_up, "rotation": game.rotation });
    best.map_or(Value::Null, tell)
}

/// The winner's lead over a seat in worms, and overall: by the best portion where the worms are equal.
fn lead(story: &GameStory, seat: usize) -> (i64, i64) {
    let (winner, other) = (&story.seats[story.winner], &story.seats[seat]);
    let worms = winner.worms as i64 - other.worms as i64;
    (worms, if worms == 0 { i64::from(winner.best) - i64::from(other.best) } else { 64 * worms })
}

fn closeness(story: &GameStory) -> i64 {
    let others = (0..story.seats.len()).filter(|&seat| seat != story.winner);
    -others.map(|seat| lead(story, seat).1).min().unwrap_or(0)
}
