//! Ratings: known strengths are recovered, and intervals cover them.

use super::broken::{Broken, between, near};
use super::dice::Dice;
use crate::statistics::{Field, Rating, Sample, from_elo, rate};

/// Games of a field with known strengths, unit by unit.
struct Season {
    tables: Vec<Vec<usize>>,
    games: u64,
    wins: Vec<Sample>,
    products: Vec<Vec<u64>>,
}

impl Season {
    fn new(tables: Vec<Vec<usize>>, competitors: usize, games: u64) -> Season {
        let products = vec![vec![0; competitors]; competitors];
        Season { tables, games, wins: vec![Sample::default(); competitors], products }
    }

    /// Adds a unit: the wins of each competitor in it.
    fn add(&mut self, wins: &[u64]) {
        for (one, &own) in wins.iter().enumerate() {
            self.wins[one].add(own as i64);
            wins.iter().enumerate().for_each(|(other, &theirs)| self.products[one][other] += own * theirs);
        }
    }

    /// Plays units in which a competitor's chance to win a game is its share of the total strength at the table.
    fn play(&mut self, strengths: &[f64], units: u64, dice: &mut Dice) {
        for _ in 0..units {
            let mut wins = vec![0; strengths.len()];
            for table in &self.tables {
                for _ in 0..self.games {
                    let mut at = dice.share() * table.iter().map(|&seat| strengths[seat]).sum::<f64>();
                    let winner = table.iter().find(|&&seat| {
                        at -= strengths[seat];
                        at < 0.0
                    });
                    wins[*winner.unwrap_or(&table[0])] += 1;
                }
            }
            self.add(&wins);
        }
    }

    fn rated(&self, level: f64) -> Result<Vec<Rating>, Broken> {
        let Season { tables, games, wins, products } = self;
        let ratings = rate(&Field { tables, games: *games, wins, products }, level);
        let unrated = || Broken::new("the ratings", "one for each competitor", "none");
        ratings.into_iter().map(|rating| rating.ok_or_else(unrated)).collect()
    }
}

/// Known strengths are recovered on Elo's scale, and intervals cover them.
pub(super) fn strengths() -> Result<String, Broken> {
    near("the chance of 400 points", 10.0 / 11.0, from_elo(400.0, 1), 1e-9)?;
    near("the chance of 0 points against three", 0.25, from_elo(0.0, 3), 1e-9)?;
    let mut ten_to_one = Season::new(vec![vec![0, 1]], 2, 110_000);
    (0..5).for_each(|_| ten_to_one.add(&[100_000, 10_000]));
    let rated = ten_to_one.rated(0.95)?;
    near("the lead of ten to one", 400.0, rated[0].points - rated[1].points, 1.0)?;
    near("the middle of two ratings", 1500.0, f64::midpoint(rated[0].points, rated[1].points), 1e-6)?;
    field_of_four()?;
    one_sided()?;
    coverage()?;
    Ok("2 and 4 competitors, 1600 fields".to_owned())
}

/// Four competitors, three of whom play at a time: leads are recovered, and the wins of each are predicted.
fn field_of_four() -> Result<(), Broken> {
    let truth = [0.0, 120.0, 300.0, -200.0];
    let strengths = truth.map(|points: f64| 10_f64.powf(points / 400.0));
    let tables: Vec<Vec<usize>> = (0..4).map(|out| (0..4).filter(|&one| one != out).collect()).collect();
    let mut season = Season::new(tables, 4, 3);
    season.play(&strengths, 2000, &mut Dice::new(9));
    let rated = season.rated(0.95)?;
    for (one, truth) in truth.into_iter().enumerate().skip(1) {
        let lead = rated[one].points - rated[0].points;
        near(&format!("the lead of competitor {one} of four"), truth, lead, 20.0)?;
    }
    let strength = |one: usize| 10_f64.powf(rated[one].points / 400.0);
    for one in 0..4 {
        let tables = season.tables.iter().filter(|table| table.contains(&one));
        let chance = |table: &Vec<usize>| strength(one) / table.iter().map(|&seat| strength(seat)).sum::<f64>();
        let predicted = tables.map(|table| 6000.0 * chance(table)).sum::<f64>();
        near(&format!("the wins of competitor {one} of four"), season.wins[one].sum as f64, predicted, 2.0)?;
    }
    Ok(())
}

/// A record without a loss bounds a rating from below but not from above.
fn one_sided() -> Result<(), Broken> {
    let mut season = Season::new(vec![vec![0, 1]], 2, 2);
    (0..40).for_each(|_| season.add(&[2, 0]));
    let best = season.rated(0.95)?[0].interval;
    let low = best.map_or(f64::NAN, |interval| interval.low);
    between("the lower end for 80 wins of 80", 1650.0, low, 1850.0)?;
    let open = best.is_some_and(|interval| interval.high.is_infinite());
    super::broken::holds(open, || "the upper end for 80 wins of 80".to_owned(), "none", || format!("{best:?}"))
}

/// Intervals cover the truth, for close competitors and distant ones, from few units and from many.
fn coverage() -> Result<(), Broken> {
    let fields = 800;
    for (number, (chance, units, low)) in [(0.64, 20, 0.93), (0.97, 40, 0.93)].into_iter().enumerate() {
        let mut dice = Dice::new(number as u64);
        let truth = 1500.0 + 200.0 * f64::log10(chance / (1.0 - chance));
        let mut covered = 0;
        for _ in 0..fields {
            let mut season = Season::new(vec![vec![0, 1]], 2, 2);
            season.play(&[chance, 1.0 - chance], units, &mut dice);
            covered += u32::from(season.rated(0.95)?[0].interval.is_some_and(|interval| interval.contains(truth)));
        }
        let place = format!("coverage of ratings from {units} units with a chance of {chance}");
        between(&place, low, f64::from(covered) / f64::from(fields), 0.999)?;
    }
    Ok(())
}
