//! Nets as files: what they are, where they come from, and whole numbers for weights.
//!
//! ```json
//! {
//! "format": "karteneck-net/2",
//! "kind": "value",
//! "provenance": {"command": "karteneck learn value …"},
//! "networks": [
//! {"players": 2, "weights": [
//! 12, -400, …
//! ]}
//! ],
//! "hash": "…"
//! }
//! ```
//! A weight is a whole multiple of 2⁻¹⁶: it is read exactly, and fits a single-precision number. In the first format policy
//! nets had fewer inputs and units; they are still read, and play the same.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::{Deserialize, Serialize};

use super::MAX_ACTION_UNITS;
use crate::encoding::{ACTIONS, observation_len};
use crate::game::Players;

/// The name of the format in which nets are written.
pub const NET_FORMAT: &str = "karteneck-net/2";
/// The name of the first format.
const FIRST_FORMAT: &str = "karteneck-net/1";
/// The longest file that is read. Nets of both kinds for all numbers of players are much shorter.
pub const MAX_NET_BYTES: u64 = 1024 * 1024;
/// Steps of a weight from 0 to 1.
const STEPS: f32 = 65_536.0;
/// The largest weight, in steps: every one up to here is a single-precision number.
const MAX_STEPS: i32 = 1 << 24;

/// What a net judges.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NetKind {
    /// Each seat's chance to win at the beginning of a round.
    Value,
    /// How likely a strong player is to choose each action.
    Policy,
    /// How likely other seats are to hold each hand.
    Belief,
    /// Each seat's chance to win at any point of a round.
    Position,
    /// A score for each action of the fixed encodings.
    Score,
}

impl NetKind {
    /// Its name in files and commands.
    pub const fn name(self) -> &'static str {
        match self {
            NetKind::Value => "value",
            NetKind::Policy => "policy",
            NetKind::Belief => "belief",
            NetKind::Position => "position",
            NetKind::Score => "score",
        }
    }

    /// How many weights a network of this kind has; at least so many, if that depends on its units.
    pub const fn weights(self) -> usize {
        match self {
            NetKind::Value => super::ValueNetwork::WEIGHTS,
            NetKind::Policy => super::PolicyNetwork::WEIGHTS,
            NetKind::Belief => super::BeliefNetwork::WEIGHTS,
            NetKind::Position => super::PositionNetwork::WEIGHTS,
            NetKind::Score => ACTIONS,
        }
    }

    /// Whether a network of this kind can have so many weights.
    pub fn admits(self, players: Players, weights: usize) -> bool {
        match self {
            NetKind::Score => super::ActionNetwork::units(players, weights).is_some(),
            _ => weights == self.weights(),
        }
    }
}

/// The content of a file: described, not yet checked.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetFile {
    /// [`NET_FORMAT`], or that of an older file.
    format: String,
    /// What it judges.
    pub kind: NetKind,
    /// Where it comes from, for people.
    pub provenance: BTreeMap<String, String>,
    /// A network for each number of players that it knows.
    networks: Vec<NetworkRecord>,
    /// The hash of everything else.
    hash: String,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct NetworkRecord {
    players: usize,
    weights: Vec<i32>,
}

impl NetFile {
    /// A file without a network.
    pub fn new(kind: NetKind, provenance: BTreeMap<String, String>) -> NetFile {
        let (format, networks) = (NET_FORMAT.to_owned(), Vec::new());
        NetFile { format, kind, provenance, networks, hash: String::new() }.sealed()
    }

    /// With a network for a number of players, in place of the one it had. Weights are rounded to whole steps.
    ///
    /// # Panics
    /// If there are more or fewer weights than the kind has, or one is not a number.
    #[must_use]
    pub fn with(mut self, players: Players, weights: &[f32]) -> NetFile {
        assert!(self.kind.admits(players, weights.len()), "weights of a network of kind {}", self.kind.name());
        assert!(weights.iter().all(|weight| weight.is_finite()), "a weight is not a number");
        let most = MAX_STEPS as f32;
        let steps = |weight: &f32| (weight * STEPS).round().clamp(-most, most) as i32;
        self.networks.retain(|network| network.players != players.count());
        self.networks.push(NetworkRecord { players: players.count(), weights: weights.iter().map(steps).collect() });
        self.networks.sort_by_key(|network| network.players);
        self.sealed()
    }

    /// With all networks of another file of the same kind.
    ///
    /// # Panics
    /// If the other is of the other kind.
    #[must_use]
    pub fn with_all_of(mut self, other: &NetFile) -> NetFile {
        assert_eq!(self.kind, other.kind, "networks of two kinds have different weights");
        for players in other.players() {
            self = self.with(players, &other.weights(players).expect("it has a network for these"));
        }
        self
    }

    fn sealed(mut self) -> NetFile {
        self.hash = self.content_hash();
        self
    }

    /// Reads a file.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<NetFile, String> {
        if text.len() as u64 > MAX_NET_BYTES {
            return Err(format!("is longer than {MAX_NET_BYTES} bytes: it is not a net"));
        }
        let file: NetFile = serde_json::from_str(text).map_err(|error| format!("is not a net: {error}"))?;
        file.check()?;
        Ok(file)
    }

    fn check(&self) -> Result<(), String> {
        if ![NET_FORMAT, FIRST_FORMAT].contains(&self.format.as_str()) {
            return Err(format!("has the format {:?}; expected {NET_FORMAT:?}", self.format));
        }
        if self.networks.is_empty() {
            return Err("has no network".to_owned());
        }
        if !self.networks.is_sorted_by(|one, next| one.players < next.players) {
            return Err("has two networks for one number of players, or not in order".to_owned());
        }
        self.networks.iter().try_for_each(|network| self.check_network(network))?;
        let hash = self.content_hash();
        if hash != self.hash {
            return Err(format!("was changed: it says that its hash is {:?}, but it is {hash:?}", self.hash));
        }
        Ok(())
    }

    fn check_network(&self, network: &NetworkRecord) -> Result<(), String> {
        let (players, got) = (network.players, network.weights.len());
        let Some(size) = Players::new(players) else {
            return Err(format!("has a network for {players} players; expected 2 to 6"));
        };
        if !self.admits(size, got) {
            let expected = match self.kind {
                NetKind::Score => format!(
                    "{} for each of up to {MAX_ACTION_UNITS} units, and {ACTIONS}",
                    observation_len(size) + 1 + ACTIONS
                ),
                _ => self.weights_of_a_network().to_string(),
            };
            return Err(format!("has {got} weights for {players} players; a {} net has {expected}", self.kind.name()));
        }
        match network.weights.iter().find(|weight| !(-MAX_STEPS..=MAX_STEPS).contains(*weight)) {
            Some(weight) => Err(format!("has the weight {weight}; expected -{MAX_STEPS} to {MAX_STEPS}")),
            None => Ok(()),
        }
    }

    /// Whether a network may have so many weights.
    fn admits(&self, players: Players, weights: usize) -> bool {
        if self.is_narrow() { weights == self.weights_of_a_network() } else { self.kind.admits(players, weights) }
    }

    /// Whether its policy networks have the inputs and units of the first format.
    fn is_narrow(&self) -> bool {
        self.kind == NetKind::Policy && self.format == FIRST_FORMAT
    }

    fn weights_of_a_network(&self) -> usize {
        if self.is_narrow() { super::policy::NARROW_WEIGHTS } else { self.kind.weights() }
    }

    /// The weights for a number of players, in the present format.
    pub fn weights(&self, players: Players) -> Option<Vec<f32>> {
        let network = self.networks.iter().find(|network| network.players == players.count())?;
        let weights: Vec<f32> = network.weights.iter().map(|&steps| steps as f32 / STEPS).collect();
        Some(if self.is_narrow() { super::policy::widened(&weights) } else { weights })
    }

    /// The numbers of players that it has a network for.
    pub fn players(&self) -> Vec<Players> {
        self.networks.iter().filter_map(|network| Players::new(network.players)).collect()
    }

    /// The hash of everything in it.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    fn content_hash(&self) -> String {
        blake3::hash(self.content().as_bytes()).to_hex()[..32].to_owned()
    }

    /// Everything but the hash, in the one way in which it is written.
    fn content(&self) -> String {
        let json = |text: &str| serde_json::to_string(text).expect("a text has a JSON form");
        let provenance = serde_json::to_string(&self.provenance).expect("texts have a JSON form");
        let mut text = format!("{{\n\"format\": {},\n\"kind\": {}", json(&self.format), json(self.kind.name()));
        write!(text, ",\n\"provenance\": {provenance},\n\"networks\": [").expect("a text can always grow");
        for (index, network) in self.networks.iter().enumerate() {
            let separator = if index > 0 { "," } else { "" };
            let lines: Vec<String> = network.weights.chunks(PER_LINE).map(line).collect();
            let (players, lines) = (network.players, lines.join(",\n"));
            write!(text, "{separator}\n{{\"players\": {players}, \"weights\": [\n{lines}\n]}}")
                .expect("a text can always grow");
        }
        text + "\n]"
    }

    /// The text of the file.
    pub fn to_text(&self) -> String {
        format!("{},\n\"hash\": \"{}\"\n}}\n", self.content(), self.hash)
    }
}

/// Weights in one line of a file.
const PER_LINE: usize = 32;

fn line(weights: &[i32]) -> String {
    weights.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> NetFile {
        let weights: Vec<f32> = (0..NetKind::Policy.weights()).map(|i| (i as f32 - 390.0) / 777.0).collect();
        let provenance = BTreeMap::from([("command".to_owned(), "by \"hand\"\n".to_owned())]);
        NetFile::new(NetKind::Policy, provenance).with(Players::ALL[2], &weights).with(Players::ALL[0], &weights)
    }

    #[test]
    fn a_net_is_written_and_read_as_the_same() {
        let net = sample();
        let read = NetFile::parse(&net.to_text()).expect("it was written by us");
        assert_eq!((&read, read.to_text()), (&net, net.to_text()));
        assert_eq!(read.players(), [Players::ALL[0], Players::ALL[2]]);
        let weights = read.weights(Players::ALL[0]).expect("two may play");
        assert!(weights.iter().enumerate().all(|(i, w)| (w - (i as f32 - 390.0) / 777.0).abs() <= 0.5 / STEPS));
        assert_eq!(net.clone().with(Players::ALL[0], &weights), net, "rounded weights stay as they are");
        assert_eq!(read.weights(Players::ALL[1]), None);
        let both = NetFile::new(NetKind::Policy, BTreeMap::new()).with(Players::ALL[1], &weights).with_all_of(&net);
        assert_eq!(both.players(), [Players::ALL[0], Players::ALL[1], Players::ALL[2]]);
        assert_eq!(both.weights(Players::ALL[2]), net.weights(Players::ALL[2]));
    }

    #[test]
    fn line_ends_of_another_system_do_not_matter() {
        assert_eq!(NetFile::parse(&sample().to_text().replace('\n', "\r\n")), Ok(sample()));
    }

    #[test]
    fn anything_else_is_refused_with_the_reason() {
        let text = sample().to_text();
        let change = |from: &str, to: &str| NetFile::parse(&text.replacen(from, to, 1)).expect_err("it was changed");
        assert!(change("-32", "-33").contains("was changed"), "a weight");
        assert!(change("hand", "foot").contains("was changed"), "the provenance");
        assert!(change("\"players\": 2", "\"players\": 4").contains("two networks"), "players twice");
        assert!(change("\"players\": 2", "\"players\": 1").contains("expected 2 to 6"));
        assert!(change("policy", "value").contains(" weights for "), "the kind");
        assert!(change("net/2", "net/3").contains("expected \"karteneck-net/2\""));
        assert!(change("-32", "1e3").contains("is not a net"), "a weight that is not whole");
        assert!(change("-32", "99999").contains("expected -16777216"), "a weight out of range");
        assert!(change("-32", "99999999999").contains("is not a net"), "a weight beyond all numbers");
        assert!(NetFile::parse("").is_err());
        assert!(NetFile::parse(&" ".repeat(2 << 20)).expect_err("too long").contains("longer"));
        let none = NetFile::new(NetKind::Value, BTreeMap::new());
        assert!(NetFile::parse(&none.to_text()).expect_err("empty").contains("no network"));
    }
}
