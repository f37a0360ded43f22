//! The rules: random games compared with the model, and positions that random games hardly ever reach.

use super::bare::bare;
use super::broken::{Broken, holds, same};
use super::dice::Dice;
use super::luck::Overheard;
use super::model::Model;
use super::story::tell;
use super::views;
use crate::game::{Cards, Chance, DealKey, Edition, Event, Game, Move, Players, PortionList, Seat, Seats, Signposts};

/// Games for each number of players.
const GAMES: u64 = 60;

/// Random games of all sizes, compared with the model after every move.
pub(super) fn games() -> Result<String, Broken> {
    let (mut moves, mut steals) = (0, 0);
    for players in Players::ALL {
        for number in 0..GAMES {
            let played = play_lawfully(players, number);
            let (more_moves, more_steals) =
                played.map_err(|broken| broken.within(&format!("game {number} of {players} players")))?;
            moves += more_moves;
            steals += more_steals;
        }
    }
    holds(steals > 100, || "steals".to_owned(), "more than 100", || steals.to_string())?;
    Ok(format!("{} games, {moves} moves, {steals} steals", 5 * GAMES))
}

/// Plays one game and compares everything after each move; returns the number of moves and steals.
fn play_lawfully(players: Players, number: u64) -> Result<(usize, usize), Broken> {
    let (key, mut dice) = (DealKey::new(number, 0), Dice::new(number));
    let mut luck = Overheard::new(key.deal(players));
    let (mut events, first) = (Vec::new(), key.first_seat(players));
    let mut game =
        Game::start_watched(players, first, Edition::default(), &mut luck, &mut |event: Event| events.push(event));
    let (mut model, story) = Model::start(players.count(), first.index(), &mut luck.take())?;
    same(|| "the events of the deal".to_owned(), &story, &tell(&events))?;
    model.compare(&game)?;
    let (mut moves, mut steals) = (0, 0);
    // At most six lays and a pass in a round (rule 4.2).
    let most = 7 * players.count() * players.rounds();
    while !model.is_over() {
        let mv = pick(&model, &mut dice);
        moves += 1;
        steals += usize::from(mv == Move::Steal);
        holds(moves <= most, || "moves".to_owned(), &format!("at most {most}"), || moves.to_string())?;
        let place = format!("move {moves} ({mv} of seat {})", model.turn);
        step(&mut game, &mut model, mv, &mut luck).map_err(|broken| broken.within(&place))?;
        if moves % 5 == 0 && !model.is_over() {
            model
                .compare_judgement(&game)
                .and_then(|()| views::hidden(&game, &mut dice))
                .map_err(|broken| broken.within(&place))?;
        }
    }
    let refused = game.check(Move::Pass).is_err() && game.check(Move::Steal).is_err();
    holds(refused, || "after the last round".to_owned(), "no move (rule 9.1)", || "a move".to_owned())?;
    Ok((moves, steals))
}

/// Plays a move in both engines and compares the consequences.
fn step<C: Chance>(game: &mut Game, model: &mut Model, mv: Move, luck: &mut Overheard<C>) -> Result<(), Broken> {
    let mut events = Vec::new();
    let played = game.try_play_watched(mv, luck, &mut |event: Event| events.push(event));
    holds(played.is_ok(), || "a legal move".to_owned(), "to be played", || format!("{played:?}"))?;
    let story = model.play(mv, &mut luck.take())?;
    same(|| "the events".to_owned(), &story, &tell(&events))?;
    model.compare(game)
}

/// A random legal move: a steal at least half of the time where there is one, sometimes worms not worth considering.
fn pick(model: &Model, dice: &mut Dice) -> Move {
    let choices = model.choices();
    let mut mv = choices[dice.below(choices.len())];
    if choices.contains(&Move::Steal) && dice.below(2) == 0 {
        mv = Move::Steal;
    }
    if let Move::LayWorms(worms) = mv {
        let odd: Signposts = worms.iter().filter(|_| dice.below(4) > 0).collect();
        return if odd.is_empty() { mv } else { Move::LayWorms(odd) };
    }
    mv
}

/// Positions that random games hardly ever reach.
pub(super) fn rare_positions() -> Result<String, Broken> {
    let mut positions = 0;
    for display in
        ["", "1", "3 3", "W1", "W1 4 4 4 4", "5 W1 3 3 4", "5 W1 2 4 4", "1 2 3 W1 W7", "5 5 5 4 1", "5 W1 4 3"]
    {
        for hand in ["1 1 1 2", "W2 W9 W17 W25", "1 2 4 5 W3", "5 5 W3 W4 W5", "4"] {
            let game = set_up(hand, display)?;
            let model = Model::of(&game);
            let compared = model.compare(&game).and_then(|()| model.compare_judgement(&game));
            compared.map_err(|broken| broken.within(&format!("hand [{hand}], display [{display}]")))?;
            positions += 1;
        }
    }
    empty_piles()?;
    Ok(format!("{positions} hands, and both piles empty"))
}

fn broken_position(problem: impl std::fmt::Debug) -> Broken {
    Broken::new("a position", "to be accepted", format!("{problem:?}"))
}

fn cards(names: &str) -> Result<Cards, Broken> {
    names.parse().map_err(broken_position)
}

fn list(values: &[u8]) -> PortionList {
    PortionList::new(values).unwrap_or(PortionList::EMPTY)
}

/// Two players: seat 0 is to move, with 20 on top of its own stack; the other one has passed with 21 above 17.
fn set_up(hand: &str, display: &str) -> Result<Game, Broken> {
    let mut position = bare(Players::ALL[0]);
    let seats: Vec<Seat> = position.players.seats().collect();
    (position.hands.0[0], position.hands.0[1]) = (cards(hand)?, cards("3")?);
    position.displays.0[0] = cards(display)?;
    (position.stacks.0[0], position.stacks.0[1]) = (list(&[20]), list(&[17, 21]));
    (position.first, position.turn, position.passed) = (seats[1], seats[0], Seats::NONE.with(seats[1]));
    position.grill = list(&[31]);
    position.pile = Cards::DECK - cards(hand)? - cards(display)? - cards("3")?;
    Game::from_position(&position).map_err(broken_position)
}

/// Rule 8.3: six players with all cards in hands and displays.
fn empty_piles() -> Result<(), Broken> {
    let mut position = bare(Players::ALL[4]);
    let mut rest = Cards::DECK;
    for seat in 0..6 {
        position.displays.0[seat] =
            if seat == 1 { cards("1 2 3 4 5")? } else { cards(&format!("1 2 3 4 W{}", seat + 1))? };
        rest -= position.displays.0[seat];
        let lowest = 16 + 4 * seat as u8;
        position.stacks.0[seat] = list(&[lowest, lowest + 1, lowest + 2, lowest + 3]);
    }
    for (index, card) in rest.iter().enumerate() {
        position.hands.0[index % 6] += Cards::from(card);
    }
    position.grill = list(&[0, 0, 0, 40, 41, 42]);
    let mut game = Game::from_position(&position).map_err(broken_position)?;
    let (mut model, mut dice) = (Model::of(&game), Dice::new(1));
    let mut luck = Overheard::new(DealKey::new(1, 1).deal(position.players));
    let lay = model.choices()[0];
    step(&mut game, &mut model, lay, &mut luck).map_err(|broken| broken.within("both piles empty"))?;
    while !model.is_over() {
        let mv = if dice.below(2) == 0 { Move::Pass } else { pick(&model, &mut dice) };
        step(&mut game, &mut model, mv, &mut luck).map_err(|broken| broken.within("both piles empty"))?;
    }
    Ok(())
}
