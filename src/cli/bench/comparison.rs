//! A speed against an earlier one.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use serde::{Deserialize, Serialize};

use super::figures::{BenchFigure, EngineSpeed};
use super::line_up::LineUpPace;
use crate::cli::Failure;
use crate::files::read_text;
use crate::game::Players;
use crate::report::{align, clip};

/// The most columns of what a file says that are repeated.
const MAX_WIDTH: usize = 80;

/// What `--json` printed.
#[derive(Deserialize)]
#[serde(untagged)]
enum Measured {
    Engine(EngineSpeed),
    LineUp(LineUpPace),
}

impl Measured {
    /// Whether all of it can have been measured.
    fn is_sound(&self) -> bool {
        let is_time = |time: f64| time.is_finite() && time > 0.0;
        match self {
            Measured::Engine(speed) => speed.rows.iter().all(|row| {
                let figures = [row.games, row.decisions, row.imagine, row.rollouts];
                figures.iter().all(|figure| is_time(figure.ns) && is_time(figure.draws))
            }),
            Measured::LineUp(pace) => is_time(pace.games_per_second),
        }
    }

    /// What was measured, in words.
    fn work(&self) -> String {
        match self {
            Measured::Engine(speed) => {
                let sizes: Vec<String> = speed.rows.iter().map(|row| row.players.to_string()).collect();
                format!("the engine with {} players", sizes.join(", "))
            }
            Measured::LineUp(pace) => format!("games of {}", pace.line_up.join(", ")),
        }
    }
}

/// An earlier measurement.
pub(super) struct Earlier {
    path: PathBuf,
    measured: Measured,
}

impl Earlier {
    /// Reads what `--json` printed.
    pub(super) fn read(path: &Path) -> Result<Earlier, Failure> {
        let text = read_text(path).context("cannot be read");
        let measured = text.and_then(|text| {
            let read: Option<Measured> = serde_json::from_str(&text).ok();
            read.filter(Measured::is_sound).context("expected what `karteneck bench --json` prints")
        });
        match measured {
            Ok(measured) => Ok(Earlier { path: path.to_owned(), measured }),
            Err(error) => Err(Failure::Usage(error.context(path.display().to_string()))),
        }
    }

    /// The speed of the engine, with at least one of these numbers of players.
    pub(super) fn engine(&self, sizes: &[Players]) -> Result<&EngineSpeed, Failure> {
        let has =
            |speed: &EngineSpeed| speed.rows.iter().any(|row| sizes.iter().any(|size| size.count() == row.players));
        match &self.measured {
            Measured::Engine(speed) if has(speed) => Ok(speed),
            _ => Err(self.differs("the engine with as many players")),
        }
    }

    /// The speed of the same line-up.
    pub(super) fn line_up(&self, names: &[String]) -> Result<&LineUpPace, Failure> {
        match &self.measured {
            Measured::LineUp(pace) if pace.line_up == names => Ok(pace),
            _ => Err(self.differs(&format!("games of {}", names.join(", ")))),
        }
    }

    fn differs(&self, expected: &str) -> Failure {
        let got = clip(&self.measured.work(), MAX_WIDTH);
        let path = self.path.display();
        Failure::Usage(anyhow!("{path}: measures {got}; expected {expected}, since only the same work can be compared"))
    }

    /// What follows the figures: the ratios, for people.
    pub(super) fn table(&self, ratios: &[ComparedWork]) -> String {
        let heading = ["work", "ns then", "ns now", "ratio", "in draws"].map(str::to_owned).to_vec();
        let rows: Vec<Vec<String>> = [heading].into_iter().chain(ratios.iter().map(ComparedWork::cells)).collect();
        format!("\nnow / then, with {}: below 1 is faster\n{}", self.path.display(), align(&rows))
    }
}

/// The time that some work takes, against an earlier time.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(super) struct ComparedWork {
    work: String,
    ns_then: f64,
    ns_now: f64,
    ratio: f64,
    /// The ratio of the times in draws of the random generator, which travels better between machines.
    ratio_in_draws: Option<f64>,
}

impl ComparedWork {
    fn new(work: String, ns_then: f64, ns_now: f64, ratio_in_draws: Option<f64>) -> ComparedWork {
        ComparedWork { work, ns_then, ns_now, ratio: ns_now / ns_then, ratio_in_draws }
    }

    fn cells(&self) -> Vec<String> {
        let in_draws = self.ratio_in_draws.map_or(String::new(), |ratio| format!("{ratio:.3}"));
        let [then, now] = [self.ns_then, self.ns_now].map(|ns| format!("{ns:.1}"));
        vec![self.work.clone(), then, now, format!("{:.3}", self.ratio), in_draws]
    }
}

/// A measurement with its ratios to an earlier one, if it is compared.
#[derive(Serialize)]
pub(super) struct Compared<'a, T> {
    #[serde(flatten)]
    pub(super) speed: &'a T,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ratios: Option<Vec<ComparedWork>>,
}

impl EngineSpeed {
    /// The ratios to an earlier measurement, for the numbers of players that both have.
    pub(super) fn against(&self, earlier: &EngineSpeed) -> Vec<ComparedWork> {
        let both = self.rows.iter().filter_map(|now| {
            let then = earlier.rows.iter().find(|then| then.players == now.players);
            then.map(|then| (then, now))
        });
        both.flat_map(|(then, now)| {
            let ratio = |work: &str, then: BenchFigure, now: BenchFigure, players: usize| {
                ComparedWork::new(format!("{work}, {players} players"), then.ns, now.ns, Some(now.draws / then.draws))
            };
            [
                ratio("random game", then.games, now.games, now.players),
                ratio("decision", then.decisions, now.decisions, now.players),
                ratio("imagine", then.imagine, now.imagine, now.players),
                ratio("rollout", then.rollouts, now.rollouts, now.players),
            ]
        })
        .collect()
    }
}

impl LineUpPace {
    /// The ratio to an earlier measurement of the same line-up.
    pub(super) fn against(&self, earlier: &LineUpPace) -> Vec<ComparedWork> {
        let [then, now] = [earlier, self].map(|pace| 1e9 / pace.games_per_second);
        vec![ComparedWork::new(format!("game of {}", self.line_up.join(", ")), then, now, None)]
    }
}
