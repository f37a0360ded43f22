//! Who meets whom.

use std::collections::BTreeSet;

use super::index::{EntrantIndex, LineUp, PerLineUp};
use crate::game::{Key, Players, Stream};
use crate::statistics::{Sample, Share};

/// How line-ups are made from entrants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pairing {
    /// Every choice of as many entrants as there are seats.
    RoundRobin,
    /// One entrant, by its index, with every choice of the others.
    Gauntlet(EntrantIndex),
    /// All entrants at one table.
    Fixed,
    /// This many line-ups drawn from all, each entrant in about as many as any other. The draw is fixed: the same number of
    /// entrants and of line-ups gives the same line-ups.
    Sample(u32),
    /// Each of the first this many entrants with every choice of the rest; the first ones never meet each other.
    Challengers(usize),
}

/// The line-ups of one number of players: for each chair the index of an entrant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// How many play.
    pub players: Players,
    /// All line-ups, in order.
    pub line_ups: PerLineUp<LineUp>,
}

impl Schedule {
    /// The line-ups of `entrants` entrants. With fewer entrants than seats each takes as many seats as the others or
    /// one more, in every possible choice of those with one more. `None` if no line-up is possible.
    pub fn new(pairing: Pairing, entrants: usize, players: Players) -> Option<Schedule> {
        let seats = players.count();
        let all = everyone(entrants);
        let line_ups = match pairing {
            Pairing::RoundRobin => choices(&all, seats),
            Pairing::Fixed if entrants <= seats => choices(&all, seats),
            Pairing::Fixed => Vec::new(),
            Pairing::Gauntlet(challenger) => {
                let field: Vec<EntrantIndex> = all.iter().copied().filter(|&entrant| entrant != challenger).collect();
                let others = choices(&field, seats - 1);
                others.into_iter().map(|others| [vec![challenger], others].concat()).collect()
            }
            Pairing::Sample(count) => sample(entrants, seats, count),
            Pairing::Challengers(challengers) => {
                let others = choices(all.get(challengers..).unwrap_or_default(), seats - 1);
                let line_up = |challenger| others.iter().map(move |others| [&[challenger], others.as_slice()].concat());
                all.iter().take(challengers).flat_map(|&challenger| line_up(challenger)).collect()
            }
        };
        (!line_ups.is_empty()).then(|| Schedule { players, line_ups: line_ups.into_iter().map(LineUp::from).collect() })
    }

    /// How many line-ups there would be, without making them; saturates instead of overflowing.
    pub fn count(pairing: Pairing, entrants: usize, players: Players) -> u64 {
        let seats = players.count();
        match pairing {
            Pairing::RoundRobin | Pairing::Fixed => count_choices(entrants, seats),
            Pairing::Gauntlet(_) => count_choices(entrants.saturating_sub(1), seats - 1),
            Pairing::Sample(count) => u64::from(count).min(count_choices(entrants, seats)),
            Pairing::Challengers(challengers) => {
                let others = count_choices(entrants.saturating_sub(challengers), seats - 1);
                others.saturating_mul(challengers as u64)
            }
        }
    }

    /// The games of one block over all line-ups.
    pub fn games_per_block(&self) -> u64 {
        (self.line_ups.len() * self.players.count()) as u64
    }

    /// The games that an entrant plays in one block; a seat is a game.
    pub fn seats_per_block(&self, entrant: EntrantIndex) -> u64 {
        let chairs = self.line_ups.iter().flatten().filter(|&&chair| chair == entrant).count();
        (chairs * self.players.count()) as u64
    }

    /// The games in which an entrant takes part in one block, at however many seats.
    pub fn tables_per_block(&self, entrant: EntrantIndex) -> u64 {
        let tables = self.line_ups.iter().filter(|line_up| line_up.contains(&entrant)).count();
        (tables * self.players.count()) as u64
    }

    /// The share of its games that an entrant has won, from its wins per block. At most one of its seats at a table can
    /// win, so the trials are the games of tables, whereas its games are seats.
    pub fn win_share(&self, entrant: EntrantIndex, wins: &Sample) -> Option<Share> {
        let (tables, seats) = (self.tables_per_block(entrant), self.seats_per_block(entrant));
        Some(Share::of(wins, tables)?.scaled(tables as f64 / seats as f64))
    }

    /// How often two entrants meet in one block; every pair of their seats is a meeting.
    pub fn meetings_per_block(&self, one: EntrantIndex, other: EntrantIndex) -> u64 {
        let seats = |line_up: &LineUp, entrant| line_up.iter().filter(|&&chair| chair == entrant).count();
        let meetings: usize = self.line_ups.iter().map(|table| seats(table, one) * seats(table, other)).sum();
        (meetings * self.players.count()) as u64
    }
}

/// This many entrants.
fn everyone(entrants: usize) -> Vec<EntrantIndex> {
    (0..entrants).map(EntrantIndex::new).collect()
}

/// Line-ups drawn from all choices of the entrants, without repeats. Entrants are dealt to tables from successive shuffled rows of
/// all of them, so that at any moment each has been seated as often as any other, or once more.
fn sample(entrants: usize, seats: usize, count: u32) -> Vec<Vec<EntrantIndex>> {
    let all = || choices(&everyone(entrants), seats);
    if entrants <= seats || u64::from(count) >= count_choices(entrants, seats) {
        return all();
    }
    let mut chance = Key::new(SAMPLE_KEY).with(entrants as u64).with(seats as u64).stream();
    let (mut row, mut drawn) = (Vec::new(), BTreeSet::new());
    while drawn.len() < count as usize {
        let mut line_up = next_table(&mut row, entrants, seats, &mut chance);
        line_up.sort_unstable();
        drawn.insert(line_up);
    }
    drawn.into_iter().collect()
}

/// The key of the draw of line-ups, besides the numbers of entrants and seats.
const SAMPLE_KEY: u64 = 0x6c69_6e65_2d75_7073;

/// The next entrants of a row, each once; the row is refilled with all entrants in random order as needed.
fn next_table(row: &mut Vec<EntrantIndex>, entrants: usize, seats: usize, chance: &mut Stream) -> Vec<EntrantIndex> {
    let mut table = Vec::with_capacity(seats);
    let mut next = 0;
    while table.len() < seats {
        if next == row.len() {
            let mut rest = everyone(entrants);
            while !rest.is_empty() {
                row.push(rest.swap_remove(chance.below(rest.len() as u32) as usize));
            }
        }
        if table.contains(&row[next]) {
            next += 1;
        } else {
            table.push(row.remove(next));
        }
    }
    table
}

/// Every choice of `seats` members; if there are too few, all of them equally often and a choice of them once more.
fn choices(members: &[EntrantIndex], seats: usize) -> Vec<Vec<EntrantIndex>> {
    if members.is_empty() {
        return Vec::new();
    }
    let (times, more) = (seats / members.len(), seats % members.len());
    let mut line_ups = Vec::new();
    for extra in subsets(members, more) {
        let mut line_up: Vec<EntrantIndex> =
            members.iter().flat_map(|&member| std::iter::repeat_n(member, times)).collect();
        line_up.extend(extra);
        line_up.sort_unstable();
        line_ups.push(line_up);
    }
    line_ups
}

/// How many choices of `seats` there are among this many members.
fn count_choices(members: usize, seats: usize) -> u64 {
    if members == 0 {
        return 0;
    }
    let (members, more) = (members as u64, (seats % members) as u64);
    (0..more).fold(1_u64, |ways, taken| ways.saturating_mul(members - taken) / (taken + 1))
}

/// All subsets of a given size, in order.
fn subsets(members: &[EntrantIndex], size: usize) -> Vec<Vec<EntrantIndex>> {
    match (members, size) {
        (_, 0) => vec![Vec::new()],
        ([], _) => Vec::new(),
        ([first, rest @ ..], _) => {
            let with = subsets(rest, size - 1).into_iter().map(|others| [vec![*first], others].concat());
            with.chain(subsets(rest, size)).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line_ups(pairing: Pairing, entrants: usize, players: usize) -> Vec<Vec<usize>> {
        let players = Players::new(players).expect("a number of players");
        let line_ups =
            Schedule::new(pairing, entrants, players).map_or_else(Vec::new, |schedule| schedule.line_ups.to_vec());
        line_ups.iter().map(|line_up| line_up.iter().map(|entrant| entrant.index()).collect()).collect()
    }

    #[test]
    fn every_entrant_meets_every_other() {
        assert_eq!(line_ups(Pairing::RoundRobin, 3, 2), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(line_ups(Pairing::RoundRobin, 6, 3).len(), 20);
        assert_eq!(line_ups(Pairing::Gauntlet(EntrantIndex::new(1)), 4, 3), [[1, 0, 2], [1, 0, 3], [1, 2, 3]]);
        assert_eq!(line_ups(Pairing::Fixed, 3, 3), [[0, 1, 2]]);
        assert_eq!(line_ups(Pairing::Challengers(2), 4, 3), [[0, 2, 3], [1, 2, 3]]);
    }

    #[test]
    fn line_ups_are_counted_without_being_made() {
        for players in Players::ALL {
            for entrants in 1..9 {
                let pairings = [
                    Pairing::RoundRobin,
                    Pairing::Gauntlet(EntrantIndex::new(0)),
                    Pairing::Sample(7),
                    Pairing::Challengers(2),
                ];
                for pairing in pairings {
                    let made = line_ups(pairing, entrants, players.count()).len() as u64;
                    assert_eq!(Schedule::count(pairing, entrants, players), made, "{entrants} at {players}");
                }
            }
        }
        assert_eq!(Schedule::count(Pairing::RoundRobin, 64, Players::ALL[4]), 74_974_368);
    }

    #[test]
    fn drawn_line_ups_are_different_and_seat_all_entrants_alike() {
        for (entrants, players, count) in [(56, 6, 300), (13, 2, 20), (7, 6, 5), (40, 3, 1)] {
            let drawn = line_ups(Pairing::Sample(count), entrants, players);
            assert_eq!(drawn.len(), count as usize);
            assert!(drawn.windows(2).all(|pair| pair[0] < pair[1]), "in order, and none twice");
            assert!(drawn.iter().flatten().all(|&entrant| entrant < entrants));
            assert!(drawn.iter().all(|line_up| line_up.windows(2).all(|pair| pair[0] < pair[1])), "{drawn:?}");
            let seated = |entrant| drawn.iter().filter(|line_up| line_up.contains(&entrant)).count();
            let counts: Vec<usize> = (0..entrants).map(seated).collect();
            let (least, most) = (counts.iter().min().expect("one"), counts.iter().max().expect("one"));
            assert!(most - least <= 2, "{counts:?}");
        }
        assert_eq!(line_ups(Pairing::Sample(1000), 6, 3), line_ups(Pairing::RoundRobin, 6, 3));
    }

    #[test]
    fn too_few_entrants_take_several_seats_in_a_balanced_way() {
        assert_eq!(line_ups(Pairing::RoundRobin, 2, 4), [[0, 0, 1, 1]]);
        assert_eq!(line_ups(Pairing::RoundRobin, 3, 4), [[0, 0, 1, 2], [0, 1, 1, 2], [0, 1, 2, 2]]);
        assert_eq!(line_ups(Pairing::RoundRobin, 1, 2), [[0, 0]]);
        assert_eq!(line_ups(Pairing::Gauntlet(EntrantIndex::new(0)), 2, 4), [[0, 1, 1, 1]]);
        assert_eq!(line_ups(Pairing::Fixed, 2, 5), [[0, 0, 0, 1, 1], [0, 0, 1, 1, 1]]);
    }

    #[test]
    fn impossible_schedules_are_none() {
        assert!(line_ups(Pairing::Fixed, 3, 2).is_empty());
        assert!(line_ups(Pairing::Gauntlet(EntrantIndex::new(0)), 1, 2).is_empty());
        assert!(line_ups(Pairing::RoundRobin, 0, 2).is_empty());
    }

    #[test]
    fn seats_and_meetings_add_up() {
        let schedule = Schedule::new(Pairing::RoundRobin, 3, Players::ALL[2]).expect("a schedule");
        assert_eq!(schedule.games_per_block(), 12);
        let seats: u64 = everyone(3).into_iter().map(|entrant| schedule.seats_per_block(entrant)).sum();
        assert_eq!(seats, 4 * schedule.games_per_block());
        assert_eq!(schedule.meetings_per_block(EntrantIndex::FIRST, EntrantIndex::new(1)), (2 + 2 + 1) * 4);
    }
}
