//! Ratings: known strengths are found again, and intervals cover them.

use super::broken::{Broken, between, near};
use super::dice::Dice;
use crate::statistics::{Interval, Order, confidence_quantile, from_elo, rate};

/// The points of each competitor and their interval at a level: the one place that knows how ratings are asked for.
fn rated(competitors: usize, groups: &[Vec<Order>], level: f64) -> Vec<(f64, Interval)> {
    let rating = |rating: crate::statistics::Rating| {
        let quantile = confidence_quantile(level, rating.groups).unwrap_or(f64::NAN);
        let half = quantile * rating.error.unwrap_or(f64::NAN);
        (rating.points, Interval { low: rating.points - half, high: rating.points + half })
    };
    rate(competitors, groups).into_iter().map(rating).collect()
}

/// Wins of a known strength, as orders in groups.
fn duels(dice: &mut Dice, chance: f64, groups: usize, games: usize) -> Vec<Vec<Order>> {
    let order = |winner: usize, count: u64| Order { ranking: vec![winner, 1 - winner], ranked: 2, count };
    let mut group = |_| {
        let won = (0..games).filter(|_| dice.share() < chance).count() as u64;
        vec![order(0, won), order(1, games as u64 - won)]
    };
    (0..groups).map(&mut group).collect()
}

/// Known strengths are found again on Elo's scale, and intervals cover them.
pub(super) fn strengths() -> Result<String, Broken> {
    near("the chance of 400 points", 10.0 / 11.0, from_elo(400.0, 1), 1e-9)?;
    near("the chance of 0 points against three", 0.25, from_elo(0.0, 3), 1e-9)?;
    let (one, other) = (vec![0, 1], vec![1, 0]);
    let order = |ranking: &Vec<usize>, count| Order { ranking: ranking.clone(), ranked: 2, count };
    let ten_to_one = vec![vec![order(&one, 500_000), order(&other, 50_000)]; 4];
    let rated = rated(2, &ten_to_one, 0.95);
    near("the lead of ten to one", 400.0, rated[0].0 - rated[1].0, 1.0)?;
    near("the mean rating", 1500.0, f64::midpoint(rated[0].0, rated[1].0), 1e-6)?;
    field_of_four()?;
    coverage()?;
    Ok("2 and 4 competitors, 2000 fields".to_owned())
}

/// Four competitors, of whom three play: whole orders drawn in the order of strength.
fn field_of_four() -> Result<(), Broken> {
    let truth = [0.0, 120.0, 300.0, -200.0];
    let strengths = truth.map(|points: f64| 10_f64.powf(points / 400.0));
    let (mut dice, mut groups) = (Dice::new(9), vec![Vec::new(); 20]);
    for game in 0..20_000 {
        let mut field: Vec<usize> = (0..4).filter(|&one| one != game % 4).collect();
        let mut ranking = Vec::new();
        while !field.is_empty() {
            let mut at = dice.share() * field.iter().map(|&one| strengths[one]).sum::<f64>();
            let chosen = field.iter().position(|&one| {
                at -= strengths[one];
                at < 0.0
            });
            ranking.push(field.remove(chosen.unwrap_or(0)));
        }
        groups[game % 20].push(Order { ranked: ranking.len(), ranking, count: 1 });
    }
    let ratings = rated(4, &groups, 0.95);
    near("the mean rating of four", 1500.0, ratings.iter().map(|rating| rating.0).sum::<f64>() / 4.0, 1e-6)?;
    for (one, (rating, truth)) in ratings.iter().zip(truth).enumerate() {
        near(&format!("the rating of competitor {one} of four"), 1500.0 + truth - 55.0, rating.0, 15.0)?;
    }
    Ok(())
}

/// Intervals at two levels, from few groups and from many.
fn coverage() -> Result<(), Broken> {
    let fields = 1000;
    for (groups, level, low, high) in [(2, 0.5, 0.45, 0.56), (20, 0.95, 0.92, 0.98)] {
        let mut dice = Dice::new(groups as u64);
        let (chance, mut covered) = (0.64, 0);
        let truth = 1500.0 + 200.0 * f64::log10(chance / (1.0 - chance));
        for _ in 0..fields {
            covered += u32::from(rated(2, &duels(&mut dice, chance, groups, 200), level)[0].1.contains(truth));
        }
        let place = format!("coverage of {level} by ratings from {groups} groups");
        between(&place, low, f64::from(covered) / f64::from(fields), high)?;
    }
    Ok(())
}
