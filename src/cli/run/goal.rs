//! How much is played: games, blocks, a precision, a difference, or a sequential test.

use std::path::Path;

use anyhow::{Error, anyhow};

use crate::arena::{EntrantIndex, Goal, Plan, PlayOptions, Shard, SprtBounds, play_whole};
use crate::cli::Failure;
use crate::cli::bots::host_in;
use crate::cli::messages::note;
use crate::cli::progress::Progress;
use crate::statistics::{Sample, units_to_detect};
use crate::strategies::whole_number;

/// The maximum number of blocks of a run that ends by itself.
const MAX_BLOCKS: u64 = 10_000_000;
/// Blocks of the pilot that measures the variance.
const PILOT: u64 = 256;
/// The number of the first deal of the pilot, beyond those of any run.
const PILOT_DEAL: u64 = 1 << 63;
/// The probability of missing a difference, and of seeing one where there is none.
const MISS: f64 = 0.05;

/// A part of how many: `2/3`.
pub(super) fn parse_shard(text: &str) -> Result<Shard, String> {
    let shard = text.split_once('/').and_then(|(index, count)| Shard::new(index.parse().ok()?, count.parse().ok()?));
    shard.ok_or_else(|| "expected a part and how many there are, like 2/3".to_owned())
}

/// `all`, or every K-th.
pub(super) fn parse_record(text: &str) -> Result<u64, String> {
    let every = if text == "all" { Some(1) } else { whole_number(text).filter(|every| *every > 0) };
    every.ok_or_else(|| "expected `all`, or a number from 1 on, like 10 for every tenth game".to_owned())
}

/// Two advantages, like `0pp:1pp` or `0elo:5elo`.
pub(in crate::cli) fn parse_bounds(text: &str) -> Result<SprtBounds, String> {
    text.parse()
}

/// The options about how much to play.
pub(super) struct Budget<'a> {
    pub(super) games: Option<u64>,
    pub(super) blocks: Option<u64>,
    pub(super) until: Option<f64>,
    pub(super) detect: Option<f64>,
    pub(super) default_games: u64,
    pub(super) bounds: Option<SprtBounds>,
    pub(super) threads: usize,
    /// The folder of the run, which programs must not read.
    pub(super) folder: &'a Path,
}

impl Budget<'_> {
    /// The goal of a run with the line-ups of this plan.
    pub(super) fn goal(&self, plan: &Plan) -> Result<Goal, Failure> {
        if let Some(bounds) = self.bounds {
            return self.test(plan, bounds);
        }
        if let Some(half_width) = self.until {
            return Ok(Goal::Until { half_width, most: self.most(plan) });
        }
        let blocks = match (self.detect, self.blocks) {
            (Some(difference), _) => self.pilot(plan, difference)?,
            (None, Some(blocks)) => vec![blocks; plan.schedules.len()],
            (None, None) => plan.blocks_for(self.games.unwrap_or(self.default_games)),
        };
        if blocks.contains(&0) {
            return Err(Failure::Usage(anyhow!("nothing to play: expected at least one block")));
        }
        Ok(Goal::Blocks(blocks))
    }

    /// The maximum number of blocks of a run that ends by itself.
    fn most(&self, plan: &Plan) -> u64 {
        let of_games = self.games.map(|games| plan.blocks_for(games).into_iter().max().unwrap_or(1));
        self.blocks.or(of_games).unwrap_or(MAX_BLOCKS)
    }

    fn test(&self, plan: &Plan, bounds: SprtBounds) -> Result<Goal, Failure> {
        if self.until.is_some() || self.detect.is_some() {
            return Err(Failure::Usage(anyhow!("--sprt decides by itself when to end; omit --until and --detect")));
        }
        let goal = bounds.goal(plan, self.most(plan));
        goal.map_err(|error| Failure::Usage(Error::new(error).context("--sprt")))
    }

    /// Plays a few blocks to measure how much results vary, and returns how many it takes to see a difference.
    fn pilot(&self, plan: &Plan, difference: f64) -> Result<Vec<u64>, Failure> {
        // Separate deals: what a program sees here must not occur in the run.
        let goal = Goal::Blocks(vec![PILOT; plan.schedules.len()]);
        let pilot = Plan { goal, first_deal: PILOT_DEAL, keep_every: 0, ..plan.clone() };
        let host = host_in(None, &[self.folder.to_owned()])?;
        let progress = Progress::of("games", pilot.games());
        progress.tell("measuring how much results vary");
        let on_games = |games| progress.add(games);
        let options = PlayOptions { on_games: &on_games, ..PlayOptions::new(self.threads, &host) };
        let state = play_whole(&pilot, &options, |_| {})?;
        drop(progress);
        let mut all = Vec::new();
        for (schedule, size) in plan.schedules.iter().zip(&state.sizes) {
            let pairs = plan.entrants.pairs();
            let variance = |(one, other): (EntrantIndex, EntrantIndex)| {
                let seats = [one, other].map(|entrant| schedule.seats_per_block(entrant));
                let sample: Sample = size.tally.blocks.difference(one, other, [seats[1], seats[0]]);
                sample.variance().unwrap_or(0.0) / ((seats[0] * seats[1]) as f64).powi(2)
            };
            let most = pairs.clone().map(variance).fold(0.0, f64::max);
            // As strict as the tie groups, which compare all pairs at once.
            let blocks = units_to_detect(most, difference, MISS / pairs.count().max(1) as f64).max(PILOT);
            let (players, games) = (schedule.players, blocks.saturating_mul(schedule.games_per_block()));
            let points = 100.0 * difference;
            note(format_args!(
                "{players} players: seeing a difference of {points:.3} points between two win rates takes {blocks} blocks \
                 ({games} games)"
            ));
            all.push(blocks);
        }
        Ok(all)
    }
}
