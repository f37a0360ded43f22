//! What one who knows more could do: the exact distribution of the wins of competitor 0, and how often intervals would
//! contain its share that are made with this knowledge. Wins are whole numbers, so even they cannot cover exactly 95 %.

use super::study::{Contest, Model};

/// The probability of each number of wins.
pub(crate) type Wins = Vec<f64>;

/// The wins of competitor 0 in a run.
pub(crate) fn wins_of_run(contest: &Contest) -> Wins {
    power(&wins_of_block(contest), contest.blocks)
}

/// How often an interval contains the truth that is as narrow as possible while it misses it on either side with a
/// probability of at most 2.5 % (as Clopper and Pearson's for independent games). With `half`, only half of the probability
/// of the observed number counts (the mid-P rule): narrower, but it may miss the truth more often.
pub(crate) fn coverage(wins: &Wins, half: bool) -> f64 {
    let counted = if half { 0.5 } else { 1.0 };
    let (mut below, mut covered) = (0.0, 0.0);
    for probability in wins {
        let above = 1.0 - below - probability;
        if (below + counted * probability).min(above + counted * probability) > 0.025 {
            covered += probability;
        }
        below += probability;
    }
    covered
}

/// The standard deviation of the share of wins.
pub(crate) fn deviation(wins: &Wins) -> f64 {
    let mean =
        |power: i32| wins.iter().enumerate().map(|(count, chance)| chance * (count as f64).powi(power)).sum::<f64>();
    (mean(2) - mean(1).powi(2)).max(0.0).sqrt() / (wins.len() - 1) as f64
}

fn wins_of_block(contest: &Contest) -> Wins {
    let (chances, games) = (contest.chances_of_first(), contest.players);
    let copied = |copies: usize| {
        let mut wins = vec![0.0; copies * chances.len() + 1];
        steps(&chances, |luck, width| wins[copies * won(&chances, luck)] += width);
        wins
    };
    match contest.model {
        Model::Independent => power(&copied(1), games as u64),
        Model::Copied => copied(games),
        Model::Opposed => opposed(&chances, games),
        Model::HalfOpposed => {
            let [one, other] = [power(&copied(1), games as u64), opposed(&chances, games)];
            one.iter().zip(other).map(|(one, other)| f64::midpoint(*one, other)).collect()
        }
        Model::Chained => {
            // Cut into stretches of games with the same luck.
            let mut chained = vec![vec![1.0]];
            for count in 1..=games {
                let mut wins = vec![0.0; count * chances.len() + 1];
                for length in 1..=count {
                    let ends = if length == count { 0.0 } else { 1.0 };
                    let chance = 0.5_f64.powi(length as i32 - 1) * 0.5_f64.powf(ends);
                    let joined = product(&copied(length), &chained[count - length]);
                    wins.iter_mut().zip(joined).for_each(|(sum, part)| *sum += chance * part);
                }
                chained.push(wins);
            }
            chained.pop().expect("a block has games")
        }
    }
}

/// Games whose luck is spread evenly.
fn opposed(chances: &[f64], games: usize) -> Wins {
    let shifts: Vec<f64> = chances.iter().map(|chance| (chance * games as f64).fract()).collect();
    let mut wins = vec![0.0; games * chances.len() + 1];
    steps(&shifts, |shift, width| {
        let all = (0..games).map(|game| won(chances, (game as f64 + shift) / games as f64));
        wins[all.sum::<usize>()] += width;
    });
    wins
}

/// Tables at which competitor 0 wins with this luck.
fn won(chances: &[f64], luck: f64) -> usize {
    chances.iter().filter(|&&chance| luck < chance).count()
}

/// The middle and the width of each stretch between 0, some numbers and 1.
fn steps(between: &[f64], mut each: impl FnMut(f64, f64)) {
    let mut ends: Vec<f64> = between.iter().copied().chain([0.0, 1.0]).collect();
    ends.sort_by(f64::total_cmp);
    ends.windows(2).for_each(|ends| each(f64::midpoint(ends[0], ends[1]), ends[1] - ends[0]));
}

fn product(one: &Wins, other: &Wins) -> Wins {
    let mut sums = vec![0.0; one.len() + other.len() - 1];
    for (shift, chance) in one.iter().enumerate() {
        sums[shift..].iter_mut().zip(other).for_each(|(sum, other)| *sum += chance * other);
    }
    sums
}

fn power(wins: &Wins, times: u64) -> Wins {
    (0..times).fold(vec![1.0], |sums, _| product(&sums, wins))
}
