//! What a tuning is asked to do: everything that determines it, checked before anything is played.

use thiserror::Error;

use super::field::games_per_block;
use super::optimiser::{MIN_BLOCKS, MIN_GENERATIONS, Method, Pace};
use super::oracle::Purpose;
use super::space::{Space, SpaceError};
use crate::arena::RunSeed;
use crate::entrants::Entrant;
use crate::game::{Edition, Players};

/// Of all games, the share of the search, and of the choice between what it proposes; the rest is for confirmation.
const TRAINING: f64 = 0.75;
const SELECTION: f64 = 0.1;
/// The fewest blocks that confirm anything.
const MIN_CONFIRMATION: u64 = 64;

/// The most rivals: the line-ups of full tables grow with their fifth power.
const MAX_RIVALS: usize = 12;

/// Who sits on the other seats.
#[derive(Clone, PartialEq, Debug)]
pub enum Rival {
    /// Somebody.
    Entrant(Entrant),
    /// The tuned entrant's own best so far.
    Own,
}

impl Rival {
    /// The word for the entrant's own best so far.
    pub const OWN: &str = "self";

    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            Rival::Entrant(entrant) => &entrant.name,
            Rival::Own => Rival::OWN,
        }
    }
}

/// What is asked.
#[derive(Clone, Debug)]
pub struct Request {
    /// Whose parameters are tuned, from what start.
    pub entrant: Entrant,
    /// Which parameters; all that are not fixed without it.
    pub parameters: Option<Vec<String>>,
    /// Against whom.
    pub against: Vec<Rival>,
    /// At which numbers of players.
    pub players: Vec<Players>,
    /// How many games for searching, choosing and confirming.
    pub games: u64,
    /// The seed of all luck.
    pub seed: RunSeed,
    /// The method; the default one of the space without it.
    pub method: Option<Method>,
    /// The worm table.
    pub edition: Edition,
    /// Against whom start and result are compared at all numbers of players in the end.
    pub transfer: Vec<Entrant>,
    /// Whether the effect of each parameter around the result is measured.
    pub sensitivity: bool,
}

/// A request that makes sense, and how it is carried out.
#[derive(Clone, Debug)]
pub struct TuningPlan {
    /// What was asked.
    pub request: Request,
    /// What is searched.
    pub space: Space,
    /// How.
    pub method: Method,
    /// At which pace.
    pub pace: Pace,
    /// Games of the search.
    pub training: u64,
    /// Blocks of the choice, for each finalist.
    pub selection: u64,
    /// Blocks of each confirmation.
    pub confirmation: u64,
}

/// Why a request makes no sense.
#[derive(Debug, Error)]
pub enum TuningPlanError {
    /// Nothing to search.
    #[error(transparent)]
    Space(#[from] SpaceError),
    /// The method does not fit.
    #[error(
        "{method} searches among numbers, and `{parameter}` has names; use --method ntbea, or choose others with --params"
    )]
    Choices {
        /// Which method.
        method: Method,
        /// A parameter with names.
        parameter: &'static str,
    },
    /// Nobody to play against.
    #[error("nobody to play against: name rivals with --against, or `self` for its own best so far")]
    NoRival,
    /// Too many to play against.
    #[error("{rivals} rivals; at most {MAX_RIVALS} can be in --against, since every choice of them sits at a table")]
    ManyRivals {
        /// How many there are.
        rivals: usize,
    },
    /// Too few games.
    #[error(
        "--games {games} is too little to say anything: {parameters} parameters with {method} against this field take at \
         least {least}"
    )]
    TooSmall {
        /// How many there are.
        games: u64,
        /// How many are needed.
        least: u64,
        /// How many parameters vary.
        parameters: usize,
        /// How.
        method: Method,
    },
    /// Too many games.
    #[error("--games {games} is more than the {most} for which there are deals")]
    TooBig {
        /// How many there are.
        games: u64,
        /// How many there may be.
        most: u64,
    },
}

impl TuningPlan {
    /// Checks a request and divides its games.
    ///
    /// # Errors
    /// If it makes no sense.
    pub fn new(request: Request) -> Result<TuningPlan, TuningPlanError> {
        let space = Space::new(&request.entrant, request.parameters.as_deref())?;
        let method = request.method.unwrap_or_else(|| Method::default_for(&space));
        if !method.takes_choices() && space.has_choices() {
            let has_names =
                |axis: &&super::space::Axis| matches!(axis.parameter.domain, crate::strategies::Domain::Choice { .. });
            let parameter = space.axes.iter().find(has_names).map_or("", |axis| axis.parameter.name);
            return Err(TuningPlanError::Choices { method, parameter });
        }
        if request.against.is_empty() || request.players.is_empty() {
            return Err(TuningPlanError::NoRival);
        }
        if request.against.len() > MAX_RIVALS {
            return Err(TuningPlanError::ManyRivals { rivals: request.against.len() });
        }
        if request.games > Purpose::DEALS {
            return Err(TuningPlanError::TooBig { games: request.games, most: Purpose::DEALS });
        }
        let plan = TuningPlan::divide(request, space, method);
        if plan.is_enough() { Ok(plan) } else { Err(plan.too_small()) }
    }

    fn divide(request: Request, space: Space, method: Method) -> TuningPlan {
        let share = |share: f64| (request.games as f64 * share) as u64;
        let games = games_per_block(&request.players, request.against.len());
        let pace = method.pace(&space, share(TRAINING) / games);
        let finalists = super::tuner::FINALISTS as u64;
        // The result meets its start directly, and both meet the field.
        let strangers = strangers(&request).count();
        let field = if strangers == 0 { 0 } else { 2 * games_per_block(&request.players, strangers) };
        let confirmation = request.games - share(TRAINING) - share(SELECTION);
        let confirmation = confirmation / (games_per_block(&request.players, 1) + field);
        TuningPlan {
            training: share(TRAINING),
            selection: share(SELECTION) / games / finalists,
            confirmation,
            request,
            space,
            method,
            pace,
        }
    }

    fn is_enough(&self) -> bool {
        self.pace.generations >= MIN_GENERATIONS
            && self.pace.blocks >= MIN_BLOCKS
            && self.selection >= MIN_BLOCKS
            && self.confirmation >= MIN_CONFIRMATION
    }

    /// Looks for the fewest games that would do, to a tenth.
    fn too_small(self) -> TuningPlanError {
        let (games, parameters, method) = (self.request.games, self.space.len(), self.method);
        let mut least = 100;
        let enough = |games: u64| {
            let request = Request { games, ..self.request.clone() };
            TuningPlan::divide(request, self.space.clone(), method).is_enough()
        };
        while !enough(least) {
            least += least / 10;
        }
        // A round number is as good.
        let unit = 10_u64.pow(least.ilog10().saturating_sub(1));
        TuningPlanError::TooSmall { games, least: least.div_ceil(unit) * unit, parameters, method }
    }

    /// The rivals, with these values for the entrant's own best so far.
    pub(super) fn rivals(&self, own: &[crate::strategies::Value]) -> Vec<Entrant> {
        let rival = |rival: &Rival| match rival {
            Rival::Entrant(entrant) => entrant.clone(),
            Rival::Own => self.space.entrant(Rival::OWN.to_owned(), own.to_vec()),
        };
        self.request.against.iter().map(rival).collect()
    }

    /// Those of the field in whom the confirmation is interested besides the start: nobody, if the start is all there is.
    pub fn strangers(&self) -> impl Iterator<Item = &Entrant> {
        strangers(&self.request)
    }
}

/// The field without copies of the entrant; nobody if only the start is left.
fn strangers(request: &Request) -> impl Iterator<Item = &Entrant> {
    let entrants = request.against.iter().filter_map(|rival| match rival {
        Rival::Entrant(entrant) => Some(entrant),
        Rival::Own => None,
    });
    let start_only = entrants.clone().all(|entrant| entrant.kind == request.entrant.kind);
    entrants.filter(move |_| !start_only)
}
