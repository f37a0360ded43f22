//! Laws of what is counted over blocks: worms, margins and the variance of independent games, each recomputed from
//! the records of single games.

use std::collections::BTreeMap;

use karteneck::arena::{EntrantIndex, Pairing, Plan, State, TableIndex, Tally};
use karteneck::game::Edition;
use karteneck::records::Record;
use karteneck::statistics::Sample;
use karteneck::tables::{Results, standings};

use crate::runs::{FIELD, keeping, plan, run};

/// A game of a recorded run: where it was played, and who had how many worms.
struct Game {
    block: u64,
    line_up: usize,
    rotation: u64,
    /// The entrant on each seat.
    entrants: Vec<usize>,
    worms: Vec<u16>,
    places: Vec<u8>,
    winner: usize,
    grill: Vec<u8>,
}

fn recorded(plan: &Plan) -> (State, Vec<Game>) {
    let (state, records) = run(&keeping(1, plan.clone()), 2);
    let names: Vec<&str> = plan.entrants().iter().map(|entrant| entrant.name.as_str()).collect();
    let game = |line: &String| {
        let record = Record::from_line(line).unwrap();
        let number = |key: &str| record.extra.number(key).unwrap();
        Game {
            block: record.game,
            line_up: number("lineup") as usize,
            rotation: number("rotation"),
            entrants: record.strategies.iter().map(|own| names.iter().position(|name| name == own).unwrap()).collect(),
            grill: record.rounds.iter().flat_map(|round| round.grill.clone()).collect(),
            worms: record.result.worms,
            places: record.result.places,
            winner: record.result.winner,
        }
    };
    let games = records.iter().map(game).collect();
    (state, games)
}

/// The sums of blocks as a sample.
fn by_block(games: &[Game], blocks: u64, score: impl Fn(&Game) -> i64) -> Sample {
    let mut sums: BTreeMap<u64, i64> = (0..blocks).map(|block| (block, 0)).collect();
    for game in games {
        *sums.get_mut(&game.block).unwrap() += score(game);
    }
    sums.into_values().collect()
}

/// The sum over all seats of one entrant and all seats of another.
fn pairs(game: &Game, [one, other]: [usize; 2], score: impl Fn(usize, usize) -> i64) -> i64 {
    let seats = |entrant: usize| (0..game.entrants.len()).filter(move |&seat| game.entrants[seat] == entrant);
    seats(one)
        .flat_map(|mine| seats(other).map(move |theirs| (mine, theirs)))
        .map(|(mine, theirs)| score(mine, theirs))
        .sum()
}

#[test]
fn worms_and_margins_are_those_of_the_records() {
    for size in [2, 3, 4, 6] {
        let plan = plan(&FIELD, &[size], Pairing::RoundRobin, 5);
        let (state, games) = recorded(&plan);
        let blocks = &state.sizes[TableIndex::FIRST].tally.blocks;
        for (one, name) in FIELD.iter().enumerate() {
            let worms = by_block(&games, 5, |game| {
                (0..size).filter(|&seat| game.entrants[seat] == one).map(|seat| i64::from(game.worms[seat])).sum()
            });
            assert_eq!(blocks.worms[EntrantIndex::new(one)], worms, "worms of {name} at {size}");
            for other in (0..FIELD.len()).filter(|&other| other != one) {
                let of = |score: &dyn Fn(&Game, usize, usize) -> i64| {
                    by_block(&games, 5, |game| pairs(game, [one, other], |mine, theirs| score(game, mine, theirs)))
                };
                let worms = |game: &Game, seat: usize| i64::from(game.worms[seat]);
                let margin = of(&|game, mine, theirs| worms(game, mine) - worms(game, theirs));
                let gap = of(&|game, mine, theirs| (worms(game, mine) - worms(game, theirs)).abs());
                let ahead = of(&|game, mine, theirs| i64::from(game.places[mine] < game.places[theirs]));
                let pair = [one, other].map(EntrantIndex::new);
                assert_eq!(blocks.margins[pair[0]][pair[1]], margin, "{name} before {} at {size}", FIELD[other]);
                assert_eq!(blocks.gaps[pair[0]][pair[1]] as i64, gap.sum);
                assert_eq!(blocks.ahead[pair[0]][pair[1]], ahead);
            }
        }
        let winners: u64 = games.iter().map(|game| u64::from(game.worms[game.winner])).sum();
        assert_eq!(blocks.winners, winners);
    }
}

#[test]
fn margins_are_antisymmetric_and_the_worms_of_chairs_are_those_on_the_portions() {
    let edition = Edition::default();
    for (field, pairing) in [(&FIELD[..], Pairing::RoundRobin), (&FIELD[..2], Pairing::Gauntlet(EntrantIndex::FIRST))] {
        let plan = plan(field, &[4], pairing, 6);
        let (state, games) = recorded(&plan);
        let blocks = &state.sizes[TableIndex::FIRST].tally.blocks;
        for (one, other) in plan.entrants().pairs() {
            let (there, back) = (blocks.margins[one][other], blocks.margins[other][one]);
            assert_eq!((there.sum, there.squares, there.count), (-back.sum, back.squares, back.count));
            assert_eq!(blocks.gaps[one][other], blocks.gaps[other][one]);
            assert!(there.sum.unsigned_abs() <= blocks.gaps[one][other]);
        }
        // Every portion that is turned up ends with a seat (rule 9.2).
        let portion = |value: u8| u64::from(edition.worms(karteneck::game::Portion::of_value(value).unwrap()));
        let turned_up: u64 = games.iter().flat_map(|game| &game.grill).map(|&value| portion(value)).sum();
        let chairs: i64 = blocks.line_ups.iter().flat_map(|line_up| &line_up.worms).map(|worms| worms.sum).sum();
        let entrants: i64 = blocks.worms.iter().map(|worms| worms.sum).sum();
        let singly: i64 =
            state.sizes[TableIndex::FIRST].tally.entrants.iter().map(|entrant| entrant.worms_sample().sum).sum();
        assert_eq!((chairs, entrants, singly), (turned_up as i64, turned_up as i64, turned_up as i64));
    }
}

#[test]
fn a_chair_wins_from_each_seat_as_the_records_say() {
    let plan = plan(&FIELD[..3], &[4], Pairing::RoundRobin, 8);
    let (state, _) = recorded(&plan);
    let Tally { blocks, entrants, .. } = &state.sizes[TableIndex::FIRST].tally;
    for (entrant, tally) in entrants.entries() {
        let tables = plan.schedules()[TableIndex::FIRST].line_ups.iter().zip(&blocks.line_ups);
        let first = tables.filter_map(|(line_up, sums)| {
            line_up.position(|&chair| chair == entrant).map(|chair| sums.won_from[chair].iter().sum::<u64>())
        });
        assert_eq!(first.sum::<u64>(), tally.wins, "whatever chair of its own it wins on");
    }
}

#[test]
fn variance_reduction_compares_with_independent_games_of_the_same_schedule() {
    let plan = plan(&["random", "greedy", "heuristic"], &[2], Pairing::RoundRobin, 1200);
    let (state, games) = recorded(&plan);
    let blocks = &state.sizes[TableIndex::FIRST].tally.blocks;
    // Every game of such a block comes from another deal: line-up l in rotation r from the deal 2 l + r later.
    let mut wins = vec![vec![0_i64; 3]; 1200];
    for game in &games {
        let later = 2 * game.line_up as u64 + game.rotation;
        wins[((game.block + 1200 - later) % 1200) as usize][game.entrants[game.winner]] += 1;
    }
    for row in standings(&Results { plan: &plan, state: &state }, TableIndex::FIRST) {
        let apart: Sample = wins.iter().map(|wins| wins[row.entrant.index()]).collect();
        let seen = apart.variance().unwrap() / blocks.wins[row.entrant].variance().unwrap();
        let said = row.variance_reduction.unwrap();
        // Two variances of 1,200 units: 4 % each.
        assert!((said / seen - 1.0).abs() < 0.15, "{}: says {said}, seen {seen}", plan.entrants()[row.entrant].name);
    }
}
