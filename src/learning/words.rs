//! The words in which a learning is asked for, and the command that repeats it.

use std::fmt::Write;
use std::path::PathBuf;

use crate::arena::RunSeed;
use crate::game::Players;
use crate::records::words::quoted;
use crate::strategies::nets::NetKind;

/// What a learning is asked for, as users write it.
#[derive(Clone, PartialEq, Debug)]
pub struct LearningWords {
    /// The kind of net.
    pub kind: NetKind,
    /// The entrant whose games it learns from, as a spec.
    pub entrant: String,
    /// The numbers of players.
    pub players: Vec<Players>,
    /// Games for each number of players.
    pub games: u64,
    /// One move in so many is random.
    pub random_every: u32,
    /// Passes over the games.
    pub epochs: u32,
    /// The length of the first steps of the fit.
    pub rate: f64,
    /// The file of a net whose weights are improved.
    pub start: Option<PathBuf>,
    /// The file of a net that judges the ends of rounds.
    pub judge: Option<PathBuf>,
}

impl LearningWords {
    /// The command that repeats the learning, whoever plays the games and wherever the results go.
    ///
    /// # Panics
    /// Never: a text can always grow.
    pub fn command(&self, seed: RunSeed) -> String {
        let sizes: Vec<String> = self.players.iter().map(ToString::to_string).collect();
        let (kind, spec) = (self.kind.name(), quoted(&self.entrant));
        let mut command = format!("karteneck learn {kind} {spec} --players {}", sizes.join(","));
        let mut add = |text: std::fmt::Arguments<'_>| command.write_fmt(text).expect("a text can always grow");
        add(format_args!(" --games {} --seed {}", self.games, seed.name()));
        add(format_args!(" --random-every {} --epochs {} --rate {}", self.random_every, self.epochs, self.rate));
        for (option, net) in [("start", &self.start), ("judge", &self.judge)] {
            if let Some(net) = net {
                add(format_args!(" --{option} {}", quoted(&net.display().to_string())));
            }
        }
        command
    }
}
