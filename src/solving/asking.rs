//! What an entrant does at every information set: its moves there with many streams.

use std::collections::HashMap;

use super::behaviour::Behaviour;
use super::error::SolveError;
use super::mini_tree::MiniTree;
use super::passes::reaches;
use super::tree::{NodeIndex, NodeKind, Side};
use crate::arena::{Player, WorkOptions, work_in_order};
use crate::bots::BotHost;
use crate::entrants::Entrant;
use crate::game::{Cards, ChoiceKey, DealKey, Game, Move, Seed, Table};

/// How entrants are asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asking {
    /// How often an entrant is asked about one view, each time with a stream of its own.
    pub streams: u64,
    /// The seed of the streams.
    pub seed: Seed,
}

impl Asking {
    /// How an entrant plays a mini game, in both seats. Where its own play never leads, all moves are equally likely.
    ///
    /// # Errors
    /// If it remembers more than its view, or gives no answer.
    ///
    /// # Panics
    /// Never: nothing stops it.
    pub fn behaviour(&self, mini: &MiniTree, entrant: &Entrant) -> Result<Behaviour, SolveError> {
        self.behaviour_with(&WorkOptions::NONE, mini, entrant).map(|behaviour| behaviour.expect("nothing stops it"))
    }

    /// Like [`Asking::behaviour`], but returns nothing if it is asked to stop. A piece of work is one information set, or several that look alike.
    ///
    /// # Errors
    /// As [`Asking::behaviour`].
    pub fn behaviour_with(
        &self,
        options: &WorkOptions<'_>,
        mini: &MiniTree,
        entrant: &Entrant,
    ) -> Result<Option<Behaviour>, SolveError> {
        let mut player = Player::new(entrant, &BotHost::default());
        player.ready().map_err(|fault| SolveError::Fault { entrant: entrant.name.clone(), fault })?;
        if player.remembers() {
            return Err(SolveError::Remembers { entrant: entrant.name.clone() });
        }
        let mut behaviour = Behaviour::uniform(&mini.tree);
        for side in Side::BOTH {
            let keys = (0..self.streams).map(|stream| DealKey::new(self.seed, stream).choice_key(side.seat(), 0));
            let interview = Interview { mini, entrant, side, keys: keys.collect(), options };
            // What it does later is asked only where what it does now leads.
            let depths = depths(mini, side);
            for depth in 0..=depths.iter().copied().max().unwrap_or(0) {
                if !interview.continue_at(&mut behaviour, |node| depths[node] == depth)? {
                    return Ok(None);
                }
            }
        }
        Ok(Some(behaviour))
    }
}

/// For each node, how many decisions of a side come before it.
fn depths(mini: &MiniTree, side: Side) -> Vec<usize> {
    let mut depths = vec![0; mini.tree.nodes.len()];
    for node in 0..mini.tree.nodes.len() {
        if let NodeKind::Decision(decision) = &mini.tree.nodes[node].kind {
            for branch in &decision.branches {
                depths[branch.child] = depths[node] + usize::from(decision.side == side);
            }
        }
    }
    depths
}

/// An entrant on one side, and the streams with which it is asked.
struct Interview<'a> {
    mini: &'a MiniTree,
    entrant: &'a Entrant,
    side: Side,
    keys: Vec<ChoiceKey>,
    options: &'a WorkOptions<'a>,
}

/// An information set that an entrant is to be asked about.
struct Question {
    node: NodeIndex,
    hand: usize,
    /// A game that looks like this to the seat on turn.
    game: Game,
}

/// The moves played at an information set, each with how often.
type Counts = Vec<(Move, u32)>;

impl Interview<'_> {
    /// Asks about the information sets at these nodes that the entrant's own play reaches, unless it is asked to stop.
    fn continue_at(&self, behaviour: &mut Behaviour, is_asked: impl Fn(NodeIndex) -> bool) -> Result<bool, SolveError> {
        let (tree, side) = (&self.mini.tree, self.side);
        let reached = reaches(tree, &behaviour.slots, side);
        let mut questions = Vec::new();
        for (node, decision) in tree.decisions(side).filter(|(node, _)| is_asked(*node)) {
            let first = tree.nodes[node].first_entry[side.index()];
            for hand in 0..tree.hands(node, side) {
                if reached[first + hand] > 0.0 && decision.options(hand) > 1 {
                    questions.push(Question { node, hand, game: self.mini.game_at(node, side, hand) });
                }
            }
        }
        self.ask(&questions, behaviour)
    }

    /// Asks, and enters the answers, unless it is asked to stop. Views that are equal are asked about once.
    fn ask(&self, questions: &[Question], behaviour: &mut Behaviour) -> Result<bool, SolveError> {
        let mut places: HashMap<(&Table, Cards), usize> = HashMap::new();
        let mut games = Vec::new();
        let mut place = |question| {
            let Question { game, .. }: &Question = question;
            *places.entry((game.table(), game.hand(self.side.seat()))).or_insert_with(|| {
                games.push(game);
                games.len() - 1
            })
        };
        let views: Vec<usize> = questions.iter().map(&mut place).collect();
        let new_player = || Player::new(self.entrant, &BotHost::default());
        let moves = |player: &mut Player, game: u64| self.moves(player, games[game as usize]);
        let answers: Vec<Counts> = work_in_order(games.len() as u64, self.options, new_player, moves)?;
        if answers.len() < games.len() {
            return Ok(false);
        }
        questions.iter().zip(views).try_for_each(|(question, view)| self.enter(question, &answers[view], behaviour))?;
        Ok(true)
    }

    /// What a player does in a game with each of the streams.
    fn moves(&self, player: &mut Player, game: &Game) -> Result<Counts, SolveError> {
        let seat = self.side.seat();
        let mut counts = Counts::new();
        for &key in &self.keys {
            let answer = player.start(game, seat).and_then(|()| player.decide(game, seat, key));
            let mv = answer.map_err(|fault| SolveError::Fault { entrant: self.entrant.name.clone(), fault })?;
            match counts.iter_mut().find(|(known, _)| *known == mv) {
                Some((_, count)) => *count += 1,
                None => counts.push((mv, 1)),
            }
        }
        Ok(counts)
    }

    /// Makes the actions at an information set as likely as they were played.
    fn enter(&self, question: &Question, counts: &Counts, behaviour: &mut Behaviour) -> Result<(), SolveError> {
        let (actions, decision) = (self.mini.moves(question.node), self.mini.tree.decision(question.node));
        let slots = decision.slots(question.hand);
        behaviour.slots[slots.clone()].fill(0.0);
        for &(mv, count) in counts {
            let action = actions.iter().position(|action| *action == mv);
            let unknown = || SolveError::NotConsidered { entrant: self.entrant.name.clone(), mv };
            behaviour.slots[slots.start + action.ok_or_else(unknown)?] = f64::from(count) / self.keys.len() as f64;
        }
        Ok(())
    }
}
