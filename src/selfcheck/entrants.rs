//! Controls: an entrant against itself, random play, and seats.

use std::collections::BTreeMap;

use super::broken::{Broken, holds, same};
use super::dice::uniform;
use super::lab::{entrant, plan, play, trouble};
use crate::arena::{EntrantIndex, Pairing, Plan, TableIndex};
use crate::bots::BotHost;
use crate::entrants::Catalogue;
use crate::game::{DealKey, Edition, Game, Players};
use crate::records::Record;

/// Every shipped entrant against itself gives exactly 0 in every block.
pub(super) fn mirrors() -> Result<String, Broken> {
    let mut blocks = 0;
    for name in Catalogue::shipped_names() {
        for (players, pair) in [(2, 3), (3, 2)] {
            let mut plan = Plan { keep_every: 0, ..plan(&[name, name], &[players], Pairing::Fixed, (0, pair))? };
            plan.entrants[EntrantIndex::new(1)].name.push('\'');
            let state = play(&plan, 2)?.state;
            let difference = state.sizes[TableIndex::FIRST].tally.blocks.difference(
                EntrantIndex::FIRST,
                EntrantIndex::new(1),
                [1, 1],
            );
            let place = || format!("{name} against itself at {players} players");
            same(place, &(pair, 0, 0), &(difference.count, difference.sum, difference.squares))?;
            blocks += pair;
        }
    }
    Ok(format!("{blocks} blocks of {} entrants", Catalogue::shipped_names().count()))
}

/// Every deal is played once in every rotation: every entrant sits on every seat once in a block, with the same luck.
pub(super) fn rotations() -> Result<String, Broken> {
    let plan = plan(&["random", "greedy", "first", "passer"], &[4], Pairing::Fixed, (0, 30))?;
    let mut seatings = BTreeMap::<(u64, String), Vec<usize>>::new();
    let (mut hands, mut orders) = (BTreeMap::new(), BTreeMap::<Vec<String>, u64>::new());
    for line in play(&plan, 2)?.records {
        let record = Record::from_line(&line).map_err(|error| trouble("a record", error))?;
        for (seat, name) in record.strategies.iter().enumerate() {
            seatings.entry((record.game, name.clone())).or_default().push(seat);
        }
        let dealt = (record.hands.clone(), record.rounds[0].grill.clone(), record.first);
        let first = hands.entry(record.game).or_insert_with(|| dealt.clone());
        same(|| format!("the deal of block {} in every rotation", record.game), first, &dealt)?;
        let mut order = record.strategies;
        let start = order.iter().position(|name| name == "random").unwrap_or(0);
        order.rotate_left(start);
        *orders.entry(order).or_default() += 1;
    }
    for ((block, name), mut seats) in seatings {
        seats.sort_unstable();
        same(|| format!("seats of {name} in block {block}"), &vec![0, 1, 2, 3], &seats)?;
    }
    let fours = orders.values().all(|times| times % 4 == 0);
    holds(
        fours && orders.len() == 6,
        || "orders of four neighbours".to_owned(),
        "all six, each in whole blocks",
        || format!("{orders:?}"),
    )?;
    Ok("30 blocks".to_owned())
}

/// Random play loses clearly, and is uniform over the moves worth considering.
pub(super) fn random_play() -> Result<String, Broken> {
    let plan = Plan { keep_every: 0, ..plan(&["random", "heuristic"], &[2], Pairing::Fixed, (0, 300))? };
    let state = play(&plan, 2)?.state;
    let tally = &state.sizes[TableIndex::FIRST].tally.entrants[EntrantIndex::FIRST];
    let place = || "random against heuristic".to_owned();
    holds(tally.wins * 5 < tally.games, place, "less than a fifth", || format!("{} of {}", tally.wins, tally.games))?;
    let players = Players::ALL[2];
    let mut random = entrant("random")?.strategy(&BotHost::default());
    for deal in 0..5 {
        let key = DealKey::new(13, deal);
        let game = Game::start(players, key.first_seat(players), Edition::default(), &mut key.deal(players));
        let (turn, choices) = (game.table().turn(), game.choices().list());
        let mut counts = vec![0_u64; choices.len()];
        for decision in 0..4000 {
            let chosen = random.decide(&game.view(turn), &mut key.choices(turn, decision));
            let mv = chosen.map_err(|fault| trouble("random play", fault))?;
            let index = choices.iter().position(|&other| other == mv);
            let known = || format!("a decision of random: {mv}");
            holds(index.is_some(), known, "a move worth considering", || mv.to_string())?;
            counts[index.unwrap_or(0)] += 1;
        }
        uniform(&format!("random play in deal {deal}"), &counts)?;
    }
    Ok(format!("{} wins in {} games, 20000 decisions", tally.wins, tally.games))
}
