//! Who meets whom.

use crate::game::Players;
use crate::statistics::{Sample, Share};

/// How line-ups are made of entrants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pairing {
    /// Every choice of as many entrants as there are seats.
    RoundRobin,
    /// One entrant, by its number, with every choice of the others.
    Gauntlet(usize),
    /// All entrants at one table.
    Fixed,
}

/// The line-ups of one number of players: for each chair the number of an entrant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// How many play.
    pub players: Players,
    /// All tables, in order.
    pub line_ups: Vec<Vec<usize>>,
}

impl Schedule {
    /// The line-ups of `entrants` entrants. With fewer entrants than seats each takes as many seats as the others or
    /// one more, in every way to choose those with one more. `None` if no line-up is possible.
    pub fn new(pairing: Pairing, entrants: usize, players: Players) -> Option<Schedule> {
        let seats = players.count();
        let all: Vec<usize> = (0..entrants).collect();
        let line_ups = match pairing {
            Pairing::RoundRobin => choices(&all, seats),
            Pairing::Fixed if entrants <= seats => choices(&all, seats),
            Pairing::Fixed => Vec::new(),
            Pairing::Gauntlet(challenger) => {
                let field: Vec<usize> = all.iter().copied().filter(|&entrant| entrant != challenger).collect();
                let others = choices(&field, seats - 1);
                others.into_iter().map(|others| [vec![challenger], others].concat()).collect()
            }
        };
        (!line_ups.is_empty()).then_some(Schedule { players, line_ups })
    }

    /// How many line-ups there would be, without making them; they are many before they are too many to count.
    pub fn count(pairing: Pairing, entrants: usize, players: Players) -> u64 {
        let seats = players.count();
        match pairing {
            Pairing::RoundRobin | Pairing::Fixed => count_choices(entrants, seats),
            Pairing::Gauntlet(_) => count_choices(entrants.saturating_sub(1), seats - 1),
        }
    }

    /// The games of one block over all line-ups.
    pub fn games_per_block(&self) -> u64 {
        (self.line_ups.len() * self.players.count()) as u64
    }

    /// The games that an entrant plays in one block; a seat is a game.
    pub fn seats_per_block(&self, entrant: usize) -> u64 {
        let chairs = self.line_ups.iter().flatten().filter(|&&chair| chair == entrant).count();
        (chairs * self.players.count()) as u64
    }

    /// The games in which an entrant takes part in one block, on however many seats.
    pub fn tables_per_block(&self, entrant: usize) -> u64 {
        let tables = self.line_ups.iter().filter(|line_up| line_up.contains(&entrant)).count();
        (tables * self.players.count()) as u64
    }

    /// The share of its games that an entrant has won, of the wins in blocks. At most one of its seats at a table can
    /// win, so that the trials are the games of tables; its games are seats.
    pub fn win_share(&self, entrant: usize, wins: &Sample) -> Option<Share> {
        let (tables, seats) = (self.tables_per_block(entrant), self.seats_per_block(entrant));
        Some(Share::of(wins, tables)?.scaled(tables as f64 / seats as f64))
    }

    /// How often two entrants meet in one block; every pair of their seats is a meeting.
    pub fn meetings_per_block(&self, one: usize, other: usize) -> u64 {
        let seats = |line_up: &Vec<usize>, entrant| line_up.iter().filter(|&&chair| chair == entrant).count();
        let meetings: usize = self.line_ups.iter().map(|table| seats(table, one) * seats(table, other)).sum();
        (meetings * self.players.count()) as u64
    }
}

/// Every choice of `seats` members; if there are too few, all of them several times and a choice of them once more.
fn choices(members: &[usize], seats: usize) -> Vec<Vec<usize>> {
    if members.is_empty() {
        return Vec::new();
    }
    let (times, more) = (seats / members.len(), seats % members.len());
    let mut line_ups = Vec::new();
    for extra in subsets(members, more) {
        let mut line_up: Vec<usize> = members.iter().flat_map(|&member| std::iter::repeat_n(member, times)).collect();
        line_up.extend(extra);
        line_up.sort_unstable();
        line_ups.push(line_up);
    }
    line_ups
}

/// How many choices of `seats` there are among so many members.
fn count_choices(members: usize, seats: usize) -> u64 {
    if members == 0 {
        return 0;
    }
    let (members, more) = (members as u64, (seats % members) as u64);
    (0..more).fold(1_u64, |ways, taken| ways.saturating_mul(members - taken) / (taken + 1))
}

/// All subsets of a size, in order.
fn subsets(members: &[usize], size: usize) -> Vec<Vec<usize>> {
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
        Schedule::new(pairing, entrants, players).map_or_else(Vec::new, |schedule| schedule.line_ups)
    }

    #[test]
    fn everybody_meets_everybody() {
        assert_eq!(line_ups(Pairing::RoundRobin, 3, 2), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(line_ups(Pairing::RoundRobin, 6, 3).len(), 20);
        assert_eq!(line_ups(Pairing::Gauntlet(1), 4, 3), [[1, 0, 2], [1, 0, 3], [1, 2, 3]]);
        assert_eq!(line_ups(Pairing::Fixed, 3, 3), [[0, 1, 2]]);
    }

    #[test]
    fn line_ups_are_counted_without_being_made() {
        for players in Players::ALL {
            for entrants in 1..9 {
                for pairing in [Pairing::RoundRobin, Pairing::Gauntlet(0)] {
                    let made = line_ups(pairing, entrants, players.count()).len() as u64;
                    assert_eq!(Schedule::count(pairing, entrants, players), made, "{entrants} at {players}");
                }
            }
        }
        assert_eq!(Schedule::count(Pairing::RoundRobin, 64, Players::ALL[4]), 74_974_368);
    }

    #[test]
    fn too_few_entrants_take_several_seats_in_a_balanced_way() {
        assert_eq!(line_ups(Pairing::RoundRobin, 2, 4), [[0, 0, 1, 1]]);
        assert_eq!(line_ups(Pairing::RoundRobin, 3, 4), [[0, 0, 1, 2], [0, 1, 1, 2], [0, 1, 2, 2]]);
        assert_eq!(line_ups(Pairing::RoundRobin, 1, 2), [[0, 0]]);
        assert_eq!(line_ups(Pairing::Gauntlet(0), 2, 4), [[0, 1, 1, 1]]);
        assert_eq!(line_ups(Pairing::Fixed, 2, 5), [[0, 0, 0, 1, 1], [0, 0, 1, 1, 1]]);
    }

    #[test]
    fn impossible_schedules_are_none() {
        assert!(line_ups(Pairing::Fixed, 3, 2).is_empty());
        assert!(line_ups(Pairing::Gauntlet(0), 1, 2).is_empty());
        assert!(line_ups(Pairing::RoundRobin, 0, 2).is_empty());
    }

    #[test]
    fn seats_and_meetings_add_up() {
        let schedule = Schedule::new(Pairing::RoundRobin, 3, Players::ALL[2]).expect("a schedule");
        assert_eq!(schedule.games_per_block(), 12);
        let seats: u64 = (0..3).map(|entrant| schedule.seats_per_block(entrant)).sum();
        assert_eq!(seats, 4 * schedule.games_per_block());
        assert_eq!(schedule.meetings_per_block(0, 1), (2 + 2 + 1) * 4);
    }
}
