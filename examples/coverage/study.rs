//! Synthetic runs with a known truth, and how often intervals contain it.
//!
//! The smaller version of the study in `tests/it/statistics.rs` also uses this file.

use karteneck::game::Stream;
use karteneck::statistics::{
    Difference, Field, Reach, Sample, Share, amount_interval, mean_interval, proportion, rate,
};

/// How the games of one deal depend on each other. All keep the chances of single games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Model {
    /// Not at all.
    Independent,
    /// Half of the deals are divided among the seats as evenly as possible, so that luck cancels.
    HalfOpposed,
    /// All deals are.
    Opposed,
    /// Every game has the winner of the previous game with probability one half.
    Chained,
    /// All games of a deal have the same winner.
    Copied,
}

/// All models.
pub(crate) const MODELS: [Model; 5] =
    [Model::Independent, Model::HalfOpposed, Model::Opposed, Model::Chained, Model::Copied];

/// The quantities that have an interval.
pub(crate) const QUANTITIES: [&str; 5] = ["win", "difference", "rating", "worms", "margin"];

/// A contest with a known truth: competitors with strengths, and the tables at which they meet.
#[derive(Clone, Debug)]
pub(crate) struct Contest {
    pub(crate) model: Model,
    pub(crate) players: usize,
    pub(crate) blocks: u64,
    /// The share of its games that competitor 0 wins.
    pub(crate) share: f64,
    logs: Vec<f64>,
    tables: Vec<Vec<usize>>,
}

/// How often each interval contained the truth, and its mean width (of the finite ones).
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Covered {
    pub(crate) runs: u64,
    pub(crate) inside: [u64; QUANTITIES.len()],
    width: [f64; QUANTITIES.len()],
    bounded: [u64; QUANTITIES.len()],
}

impl Covered {
    pub(crate) fn share(&self, quantity: usize) -> f64 {
        self.inside[quantity] as f64 / self.runs as f64
    }

    /// The mean width of the intervals with two ends; `None` if there are hardly any.
    pub(crate) fn width(&self, quantity: usize) -> Option<f64> {
        let bounded = self.bounded[quantity];
        (10 * bounded > self.runs).then(|| self.width[quantity] / bounded as f64)
    }
}

/// Portions in a game, each with 1 to 4 worms; half of them go to the winner, the others to any seat.
const PORTIONS: u64 = 8;

impl Contest {
    /// One table. The rivals of competitor 0 are each twice as strong as the previous one.
    pub(crate) fn table(model: Model, players: usize, blocks: u64, share: f64) -> Contest {
        let logs = std::iter::once(0.0).chain((1..players).map(|rival| rival as f64 * std::f64::consts::LN_2));
        Contest::tuned(model, blocks, share, logs.collect(), vec![(0..players).collect()])
    }

    /// Four competitors, all against all, on the same deals.
    pub(crate) fn round_robin(model: Model, blocks: u64, share: f64) -> Contest {
        let pairs = (0..4).flat_map(|one| (one + 1..4).map(move |other| vec![one, other])).collect();
        Contest::tuned(model, blocks, share, vec![0.0, -1.0, 0.0, 1.5], pairs)
    }

    /// Finds the strength with which competitor 0 wins its share.
    fn tuned(model: Model, blocks: u64, share: f64, logs: Vec<f64>, tables: Vec<Vec<usize>>) -> Contest {
        let mut contest = Contest { model, players: tables[0].len(), blocks, share, logs, tables };
        let (mut low, mut high) = (-40.0, 40.0);
        for _ in 0..200 {
            contest.logs[0] = f64::midpoint(low, high);
            if contest.rate_of(0) < share { low = contest.logs[0] } else { high = contest.logs[0] }
        }
        contest
    }

    pub(crate) fn is_round_robin(&self) -> bool {
        self.tables.len() > 1
    }

    /// The expected number of wins or losses, whichever is smaller: of competitor 0, and also of competitor 1 where the two
    /// are compared; for the margin between them, in the games in which they meet.
    pub(crate) fn expected(&self, quantity: usize) -> f64 {
        let rarer = |games: u64, share: f64| (games * self.blocks) as f64 * share.min(1.0 - share);
        let own = rarer(self.trials(0), self.share);
        match QUANTITIES[quantity] {
            "difference" => own.min(rarer(self.trials(1), self.rate_of(1))),
            "margin" => {
                let chances = self.chances(&self.tables[0]);
                rarer(self.players as u64, chances[0]).min(rarer(self.players as u64, chances[1]))
            }
            _ => own,
        }
    }

    fn trials(&self, competitor: usize) -> u64 {
        (self.players * self.tables.iter().filter(|table| table.contains(&competitor)).count()) as u64
    }

    fn chances(&self, table: &[usize]) -> Vec<f64> {
        let strengths: Vec<f64> = table.iter().map(|&seat| self.logs[seat].exp()).collect();
        let sum: f64 = strengths.iter().sum();
        strengths.iter().map(|strength| strength / sum).collect()
    }

    /// The chances of competitor 0 at its tables.
    pub(crate) fn chances_of_first(&self) -> Vec<f64> {
        self.tables.iter().filter(|table| table[0] == 0).map(|table| self.chances(table)[0]).collect()
    }

    fn rate_of(&self, competitor: usize) -> f64 {
        let own = self.tables.iter().filter(|table| table.contains(&competitor));
        let chances: Vec<f64> = own
            .map(|table| self.chances(table)[table.iter().position(|&seat| seat == competitor).unwrap_or(0)])
            .collect();
        chances.iter().sum::<f64>() / chances.len() as f64
    }

    /// The true rating of competitor 0, computed independently: 1500 points win a fair share on every seat in turn.
    fn rating(&self) -> f64 {
        let (mut low, mut high) = (-60.0_f64, 60.0_f64);
        for _ in 0..200 {
            let middle = f64::midpoint(low, high);
            let mut lost = 0.0;
            for table in &self.tables {
                for seat in 0..table.len() {
                    let others = (0..table.len()).filter(|other| *other != seat);
                    let others: f64 = others.map(|other| (self.logs[table[other]] - middle).exp()).sum();
                    lost += others / (1.0 + others);
                }
            }
            if lost > (self.tables.len() * (self.players - 1)) as f64 { low = middle } else { high = middle }
        }
        1500.0 + 400.0 * (self.logs[0] - low) / std::f64::consts::LN_10
    }

    fn worms_of(&self, competitor: usize) -> f64 {
        2.5 * PORTIONS as f64 * (0.5 * self.rate_of(competitor) + 0.5 / self.players as f64)
    }

    /// The mean lead in worms of competitor 0 over competitor 1 when they meet.
    fn margin(&self) -> f64 {
        let both = self.tables.iter().filter(|table| table.starts_with(&[0, 1]));
        let ahead = both.map(|table| self.chances(table)).map(|chances| chances[0] - chances[1]);
        0.5 * 2.5 * PORTIONS as f64 * ahead.sum::<f64>()
    }

    /// Numbers from 0 to 1 that decide the games of a deal, each uniform, and dependent on each other as the model says.
    fn luck(&self, stream: &mut Stream) -> Vec<f64> {
        let games = self.players;
        let evenly = |stream: &mut Stream| {
            let shift = uniform(stream);
            (0..games).map(|game| (game as f64 + shift) / games as f64).collect()
        };
        match self.model {
            Model::HalfOpposed if uniform(stream) < 0.5 => evenly(stream),
            Model::Opposed => evenly(stream),
            Model::Independent | Model::HalfOpposed => (0..games).map(|_| uniform(stream)).collect(),
            Model::Copied => vec![uniform(stream); games],
            Model::Chained => {
                let mut luck = vec![uniform(stream)];
                for game in 1..games {
                    let again = uniform(stream) < 0.5;
                    luck.push(if again { luck[game - 1] } else { uniform(stream) });
                }
                luck
            }
        }
    }

    /// Plays a run and counts which intervals contain the truth.
    fn run(&self, stream: &mut Stream, chances: &[Vec<f64>], covered: &mut Covered) {
        let size = self.logs.len();
        let (mut wins, mut products) = (vec![Sample::default(); size], vec![vec![0; size]; size]);
        let mut scores = Scores::default();
        for _ in 0..self.blocks {
            let luck = self.luck(stream);
            let (mut won, mut got, mut margin, mut ahead) = (vec![0_u64; size], 0, 0, 0);
            for (table, chances) in self.tables.iter().zip(chances) {
                for &number in &luck {
                    let winner = pick(chances, number);
                    won[table[winner]] += 1;
                    let found = share_out(stream, table, winner);
                    got += found.worms[0];
                    scores.winners += found.winner;
                    scores.all += found.all;
                    if table.starts_with(&[0, 1]) {
                        margin += found.worms[0] - found.worms[1];
                        scores.gap += found.worms[0].abs_diff(found.worms[1]);
                        ahead += i64::from(winner == 0 || (winner != 1 && found.worms[0] > found.worms[1]));
                    }
                }
            }
            scores.worms.add(got);
            scores.margins.add(margin);
            scores.ahead.add(ahead);
            for one in 0..size {
                wins[one].add(won[one] as i64);
                (0..size).for_each(|other| products[one][other] += won[one] * won[other]);
            }
        }
        self.judge(&wins, &products, &scores, covered);
    }

    fn judge(&self, wins: &[Sample], products: &[Vec<u64>], scores: &Scores, covered: &mut Covered) {
        const LEVEL: f64 = 0.95;
        let field = Field { tables: &self.tables, games: self.players as u64, wins, products };
        let share = |which: usize| Share::of(&wins[which], self.trials(which)).expect("blocks");
        let variances = [0, 1].map(|which| wins[which].variance().expect("blocks"));
        let difference = Difference::of(share(0), share(1), field.covariance(0, 1), variances);
        let games = (self.players * self.tables.len()) as f64 * self.blocks as f64;
        let others = (scores.all - scores.winners) as f64 / (self.players - 1) as f64;
        let worth = (scores.winners as f64 - others) / games;
        let of_a_win = Reach::of_share(&share(0), worth, LEVEL);
        let meetings = self.players as u64;
        let before = Share::of(&scores.ahead, meetings).expect("blocks");
        let turned = 2.0 * scores.gap as f64 / (meetings * self.blocks) as f64;
        let of_a_place = Reach::of_share(&before, turned, LEVEL).or(Reach::of_difference(&difference, worth, LEVEL));
        let found = [
            (proportion(&wins[0], self.trials(0), LEVEL), self.share),
            (Some(difference.interval(LEVEL)), self.share - self.rate_of(1)),
            (rate(&field, LEVEL)[0].and_then(|rating| rating.interval), self.rating()),
            (amount_interval(&scores.worms, self.trials(0), of_a_win, LEVEL), self.worms_of(0)),
            (mean_interval(&scores.margins, meetings, of_a_place, LEVEL), self.margin()),
        ];
        covered.runs += 1;
        for (quantity, (interval, truth)) in found.into_iter().enumerate() {
            let interval = interval.expect("several blocks");
            covered.inside[quantity] += u64::from(interval.contains(truth));
            if interval.half_width().is_finite() {
                covered.width[quantity] += 2.0 * interval.half_width();
                covered.bounded[quantity] += 1;
            }
        }
    }

    /// Plays many runs.
    pub(crate) fn cover(&self, runs: u64, mut stream: Stream) -> Covered {
        let chances: Vec<Vec<f64>> = self.tables.iter().map(|table| self.chances(table)).collect();
        let mut covered = Covered::default();
        (0..runs).for_each(|_| self.run(&mut stream, &chances, &mut covered));
        covered
    }
}

fn uniform(stream: &mut Stream) -> f64 {
    (stream.word() >> 11) as f64 / (1_u64 << 53) as f64
}

fn pick(chances: &[f64], number: f64) -> usize {
    let mut left = number;
    let chosen = chances.iter().position(|chance| {
        left -= chance;
        left < 0.0
    });
    chosen.unwrap_or(chances.len() - 1)
}

/// The worm counts of a run.
#[derive(Default)]
struct Scores {
    /// Of competitor 0 in a block.
    worms: Sample,
    /// The lead of competitor 0 over competitor 1.
    margins: Sample,
    /// Games in which it finishes ahead of it.
    ahead: Sample,
    gap: u64,
    winners: u64,
    all: u64,
}

/// The worms of a game.
struct Found {
    /// Of competitors 0 and 1.
    worms: [i64; 2],
    winner: u64,
    all: u64,
}

fn share_out(stream: &mut Stream, table: &[usize], winner: usize) -> Found {
    let mut found = Found { worms: [0; 2], winner: 0, all: 0 };
    for _ in 0..PORTIONS {
        let word = stream.word();
        let seat = if word & 1 == 1 { winner } else { (word >> 8) as usize % table.len() };
        let worms = 1 + (word >> 1 & 3);
        found.all += worms;
        found.winner += if seat == winner { worms } else { 0 };
        if table[seat] < 2 {
            found.worms[table[seat]] += worms as i64;
        }
    }
    found
}
