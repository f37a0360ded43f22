//! `monte-carlo`: tries every move in imagined worlds and counts the wins.

mod field;
mod utility;

use field::RolloutField;
use utility::utility;

use super::greedy::Greedy;
use super::heuristic::Heuristic;
use super::random::Random;
use super::tuned::Tuned;
use crate::game::{Cards, Chance, Game, Key, Move, Portions, Seat, Stream, Table, View};
use crate::parameters;
use crate::strategies::nets::{Net, NetKind};
use crate::strategies::parameters::Setting;
use crate::strategies::{Domain, Family, Fault, Policy, Strategy, Value};

pub(in crate::strategies) static FAMILY: Family = Family {
    name: "monte-carlo",
    summary: "plays out every move in imagined worlds and takes the one that wins most",
    about: "Imagines worlds consistent with its view: the unseen cards dealt at random to the other hands. In each \
            of them it plays every candidate and lets a simple policy continue for all seats, with the same luck for \
            all candidates. Sequential halving drops the worse half repeatedly, so that the rollouts go where the \
            decision is close. The policy's own move is kept unless another one is clearly better. Weaknesses: it \
            assumes that all players follow its policy and that hidden cards are uniformly random whatever the \
            others did; and it plans no further ahead than the policy does.",
    parameters: Effort::TABLE,
    effort,
    effort_parameter: Some("rollouts"),
    build,
};

parameters! {
    /// How it searches.
    pub(crate) struct Effort {
        /// rollouts per decision, over all candidates; at least one world is tried in every phase
        rollouts: u32 = Domain::whole(200, 1, 1_000_000, 0),
        /// the policy that continues the game in the rollouts
        policy: PolicyName = Domain::choice("tuned", PolicyName::NAMES),
        /// how far a rollout goes: to the end of the game, or of the round with an estimate from there
        horizon: Horizon = Domain::choice("round", Horizon::NAMES),
        /// standard errors by which a move must be better than the policy's own to be played instead
        caution: f64 = Domain::real(0.5, 0.0, 5.0, 0.1),
        /// share of the lead in worms in the value of a rollout; the rest is winning
        margin: f64 = Domain::real(0.1, 0.0, 1.0, 0.05),
        /// what judges the end of a round: a net, or the table of the forecast
        value: Option<&'static Net> = Domain::net("champion-2-value.net", NetKind::Value, &["forecast"]),
    }
}

/// The policy that continues the game in the rollouts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PolicyName {
    Random,
    Greedy,
    Heuristic,
    Tuned,
}

impl PolicyName {
    const NAMES: &'static [&'static str] = &["random", "greedy", "heuristic", "tuned"];
}

impl Setting for PolicyName {
    fn of(value: Value) -> PolicyName {
        match value {
            Value::Choice("random") => PolicyName::Random,
            Value::Choice("greedy") => PolicyName::Greedy,
            Value::Choice("heuristic") => PolicyName::Heuristic,
            Value::Choice("tuned") => PolicyName::Tuned,
            other => panic!("{other} is not a declared policy"),
        }
    }
}

/// How far a rollout goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Horizon {
    Game,
    Round,
}

impl Horizon {
    const NAMES: &'static [&'static str] = &["game", "round"];
}

impl Setting for Horizon {
    fn of(value: Value) -> Horizon {
        match value {
            Value::Choice("game") => Horizon::Game,
            Value::Choice("round") => Horizon::Round,
            other => panic!("{other} is not a declared horizon"),
        }
    }
}

/// A rollout to the end of the game takes about as long as eight to the end of the round.
fn effort(values: &[Value]) -> u64 {
    let effort = Effort::set(values);
    u64::from(effort.rollouts) * if effort.horizon == Horizon::Game { 8 } else { 1 }
}

fn build(values: &[Value]) -> Box<dyn Strategy> {
    let effort = Effort::set(values);
    match effort.policy {
        PolicyName::Random => Box::new(MonteCarlo::new(effort, Random)),
        PolicyName::Greedy => Box::new(MonteCarlo::new(effort, Greedy::default())),
        PolicyName::Heuristic => Box::new(MonteCarlo::new(effort, Heuristic::default())),
        PolicyName::Tuned => Box::new(MonteCarlo::new(effort, Tuned::default())),
    }
}

/// The luck of a rollout: one stream for everything.
trait Luck: Chance {
    /// The stream, from which the policy takes its chance too.
    fn stream(&mut self) -> &mut Stream;
}

impl Luck for Stream {
    fn stream(&mut self) -> &mut Stream {
        self
    }
}

/// The luck of a rollout that ends with the round. To the forecast the grill of the next one does not matter, and it takes no luck; a
/// net looks at it.
struct RoundLuck(Stream);

impl Chance for RoundLuck {
    #[inline]
    fn card(&mut self, seat: Seat, pile: &Cards, len: u32) -> u32 {
        self.0.card(seat, pile, len)
    }

    #[inline]
    fn portion(&mut self, _unseen: Portions, _len: u32) -> u32 {
        0
    }
}

impl Luck for RoundLuck {
    fn stream(&mut self) -> &mut Stream {
        &mut self.0
    }
}

/// The search, with the policy of its rollouts.
struct MonteCarlo<P> {
    effort: Effort,
    policy: P,
    /// The candidates of the current decision; kept only to reuse its memory.
    field: RolloutField,
}

impl<P: Policy> MonteCarlo<P> {
    fn new(effort: Effort, policy: P) -> MonteCarlo<P> {
        MonteCarlo { effort, policy, field: RolloutField::new() }
    }

    /// The value of a world for a seat after a move: near 1 for a win, near 0 for anything else.
    fn try_out(&self, world: &Game, mv: Move, seat: Seat, luck: Stream) -> f64 {
        let game = match self.effort.horizon {
            Horizon::Game => self.continue_with(*world, mv, luck, Table::is_over),
            Horizon::Round => {
                let round = world.table().round();
                let is_done = |table: &Table| table.is_over() || table.round() != round;
                if self.effort.value.is_some() {
                    self.continue_with(*world, mv, luck, is_done)
                } else {
                    self.continue_with(*world, mv, RoundLuck(luck), is_done)
                }
            }
        };
        utility(self.effort.value, &game, seat, self.effort.margin)
    }

    /// The game after a move and what the policy makes of it, as soon as it is done.
    #[inline]
    fn continue_with<L: Luck>(&self, mut game: Game, mv: Move, mut luck: L, is_done: impl Fn(&Table) -> bool) -> Game {
        game.play(mv, &mut luck);
        while !is_done(game.table()) {
            let mv = self.policy.choose(&game.view(game.table().turn()), luck.stream());
            game.play(mv, &mut luck);
        }
        game
    }
}

impl<P: Policy> Strategy for MonteCarlo<P> {
    fn decide(&mut self, view: &View<'_>, chance: &mut Stream) -> Result<Move, Fault> {
        let prior = self.policy.choose(view, chance);
        let mut field = std::mem::take(&mut self.field);
        field.enter(view, prior);
        let worlds = Key::new(chance.word());
        let mut world = 0;
        for phase in (1..=field.phases()).rev() {
            let spent = world;
            let budget = field.worlds_in_phase(self.effort.rollouts, phase);
            while world < spent + budget {
                let mut luck = worlds.with(world).stream();
                let game = view.imagine(&mut luck);
                field.try_all(|mv| self.try_out(&game, mv, view.seat(), luck.clone()));
                world += 1;
            }
            field.halve();
        }
        let chosen = field.winner(self.effort.caution);
        self.field = field;
        Ok(chosen)
    }

    fn remembers(&self) -> bool {
        false
    }
}
