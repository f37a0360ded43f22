//! What a tuning is asked to do: everything that determines it, checked before anything is played.

use thiserror::Error;

use super::field::games_per_block;
use super::optimiser::{MIN_BLOCKS, MIN_GENERATIONS, Method, Pace};
use super::oracle::Purpose;
use super::space::{Space, SpaceError};
use crate::arena::RunSeed;
use crate::entrants::Entrant;
use crate::game::{Edition, Players};

/// The shares of all games for the search, and for the selection among its proposals; the rest is for confirmation.
const TRAINING: f64 = 0.75;
const SELECTION: f64 = 0.1;
/// The fewest blocks that confirm anything.
const MIN_CONFIRMATION: u64 = 64;

/// The most rivals: the line-ups of full tables grow with their fifth power.
const MAX_RIVALS: usize = 12;

/// Who sits on the other seats.
#[derive(Clone, PartialEq, Debug)]
pub enum Rival {
    /// An entrant.
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

/// What is requested.
#[derive(Clone, Debug)]
pub struct Request {
    /// The entrant whose parameters are tuned, and where they start.
    pub entrant: Entrant,
    /// The parameters to tune; all that are not fixed if `None`.
    pub parameters: Option<Vec<String>>,
    /// The rivals.
    pub against: Vec<Rival>,
    /// The numbers of players.
    pub players: Vec<Players>,
    /// The number of games for search, selection and confirmation.
    pub games: u64,
    /// The seed of all luck.
    pub seed: RunSeed,
    /// The method; the default of the space if `None`.
    pub method: Option<Method>,
    /// The worm table.
    pub edition: Edition,
    /// The entrants against which start and result are compared at all numbers of players in the end.
    pub transfer: Vec<Entrant>,
    /// Whether the effect of each parameter around the result is measured.
    pub sensitivity: bool,
}

/// A request that makes sense, and how it is carried out.
#[derive(Clone, Debug)]
pub struct TuningPlan {
    /// What was requested.
    pub request: Request,
    /// The space that is searched.
    pub space: Space,
    /// The method.
    pub method: Method,
    /// The pace.
    pub pace: Pace,
    /// Games of the search.
    pub training: u64,
    /// Blocks of the selection, for each finalist.
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
        "{method} searches only numbers, but `{parameter}` takes names; use --method ntbea, or choose others with --params"
    )]
    Choices {
        /// The method.
        method: Method,
        /// A parameter with names.
        parameter: &'static str,
    },
    /// No rivals.
    #[error("no rivals to play against: name them with --against, or `self` for its own best so far")]
    NoRival,
    /// Too many rivals.
    #[error("{rivals} rivals; at most {MAX_RIVALS} can be in --against, since every combination of them plays")]
    ManyRivals {
        /// The number given.
        rivals: usize,
    },
    /// Too few games.
    #[error(
        "--games {games} is too few to conclude anything: {parameters} parameter{} with {method} against this field need{} at \
         least {least}",
        if *parameters == 1 { "" } else { "s" },
        if *parameters == 1 { "s" } else { "" }
    )]
    TooSmall {
        /// The number given.
        games: u64,
        /// The number needed.
        least: u64,
        /// How many parameters vary.
        parameters: usize,
        /// The method.
        method: Method,
    },
    /// Too many games.
    #[error("--games {games} exceeds the {most} that there are deals for")]
    TooBig {
        /// The number given.
        games: u64,
        /// The number allowed.
        most: u64,
    },
}

/// The number of finalists: the start, the last recommendation, two former ones, and a mean of recommendations.
pub(super) const FINALISTS: usize = 5;

impl TuningPlan {
    /// The score of a candidate that wins every game, as a multiple of the fair share: the mean number of players.
    pub fn highest_score(&self) -> f64 {
        let sizes = &self.request.players;
        sizes.iter().map(|players| players.count()).sum::<usize>() as f64 / sizes.len() as f64
    }

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
        let finalists = FINALISTS as u64;
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

    /// Finds the fewest games that would be enough, to within a tenth.
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
        // Rounded up to two digits.
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

    /// The members of the field that the confirmation uses besides the start: none if only the start is left.
    pub fn strangers(&self) -> impl Iterator<Item = &Entrant> {
        strangers(&self.request)
    }
}

/// The field without copies of the entrant; none if only the start is left.
fn strangers(request: &Request) -> impl Iterator<Item = &Entrant> {
    let entrants = request.against.iter().filter_map(|rival| match rival {
        Rival::Entrant(entrant) => Some(entrant),
        Rival::Own => None,
    });
    let start_only = entrants.clone().all(|entrant| entrant.kind == request.entrant.kind);
    entrants.filter(move |_| !start_only)
}
