//! Nets: learned judgements as data.
//!
//! A net is one small file ([`NetFile`]) with its provenance, its hash and a network for each number of players that it
//! knows. A *value* net says what each seat's chance to win is at the beginning of a round; a *policy* net says which
//! actions a strong player chooses; a *belief* net says which hands others are likely to hold; a *position* net says what each seat's chance is at any point of a
//! round; a *score* net scores all actions of the fixed encodings, and is learned outside. Strategies name nets as parameters (`tree:value=FILE.net`); manifests also keep their
//! hashes, so that a run with another net is another run. `karteneck learn` makes them.

mod actions;
mod belief;
mod file;
mod network;
mod policy;
mod position;
mod value;

use std::sync::{LazyLock, Mutex, PoisonError};

pub use actions::{ActionNetwork, MAX_ACTION_UNITS};
pub(crate) use belief::Belief;
pub use belief::{BELIEF_HIDDEN, BELIEF_INPUTS, BeliefNetwork, Suspect};
pub use file::{MAX_NET_BYTES, NET_FORMAT, NetFile, NetKind};
pub use network::{Network, PartialSums, softmax};
pub(crate) use policy::{Opinion, Situation};
pub use policy::{POLICY_HIDDEN, POLICY_INPUTS, PolicyNetwork};
pub use position::{POSITION_HIDDEN, POSITION_INPUTS, PositionNetwork, position_chances, position_inputs};
pub use value::{VALUE_HIDDEN, VALUE_INPUTS, ValueNetwork, can_judge, value_chances, value_inputs};

use crate::game::Players;

/// A network for each number of players, where there is one.
type ByPlayers<N> = [Option<Box<N>>; Players::ALL.len()];

/// A net that was checked, under its name: ready to judge.
#[derive(Debug)]
pub struct Net {
    name: String,
    hash: String,
    networks: Networks,
}

#[derive(Debug)]
enum Networks {
    Value(ByPlayers<ValueNetwork>),
    Policy(ByPlayers<PolicyNetwork>),
    Belief(ByPlayers<BeliefNetwork>),
    Position(ByPlayers<PositionNetwork>),
    Actions(ByPlayers<ActionNetwork>),
}

impl Net {
    /// The net of a file, under a name.
    pub fn new(name: impl Into<String>, file: &NetFile) -> Net {
        let networks = match file.kind {
            NetKind::Value => Networks::Value(by_players(file)),
            NetKind::Policy => Networks::Policy(by_players(file)),
            NetKind::Belief => Networks::Belief(by_players(file)),
            NetKind::Position => Networks::Position(by_players(file)),
            NetKind::Score => Networks::Actions(
                Players::ALL.map(|players| ActionNetwork::from_weights(players, &file.weights(players)?)),
            ),
        };
        Net { name: name.into(), hash: file.hash().to_owned(), networks }
    }

    /// Its name: that of a shipped net, or the path of its file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The hash of its file.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// What it judges.
    pub const fn kind(&self) -> NetKind {
        match self.networks {
            Networks::Value(_) => NetKind::Value,
            Networks::Policy(_) => NetKind::Policy,
            Networks::Belief(_) => NetKind::Belief,
            Networks::Position(_) => NetKind::Position,
            Networks::Actions(_) => NetKind::Score,
        }
    }

    /// The value network for a number of players.
    #[inline]
    pub fn value(&self, players: Players) -> Option<&ValueNetwork> {
        match &self.networks {
            Networks::Value(networks) => networks[players.count() - 2].as_deref(),
            _ => None,
        }
    }

    /// The policy network for a number of players.
    #[inline]
    pub fn policy(&self, players: Players) -> Option<&PolicyNetwork> {
        match &self.networks {
            Networks::Policy(networks) => networks[players.count() - 2].as_deref(),
            _ => None,
        }
    }

    /// The belief network for a number of players.
    #[inline]
    pub fn belief(&self, players: Players) -> Option<&BeliefNetwork> {
        match &self.networks {
            Networks::Belief(networks) => networks[players.count() - 2].as_deref(),
            _ => None,
        }
    }

    /// The position network for a number of players.
    #[inline]
    pub fn position(&self, players: Players) -> Option<&PositionNetwork> {
        match &self.networks {
            Networks::Position(networks) => networks[players.count() - 2].as_deref(),
            _ => None,
        }
    }

    /// The network over the fixed encodings for a number of players.
    #[inline]
    pub fn actions(&self, players: Players) -> Option<&ActionNetwork> {
        match &self.networks {
            Networks::Actions(networks) => networks[players.count() - 2].as_deref(),
            _ => None,
        }
    }
}

/// Two nets with one name and one hash play the same.
impl PartialEq for Net {
    fn eq(&self, other: &Net) -> bool {
        (&self.name, &self.hash) == (&other.name, &other.hash)
    }
}

fn by_players<const INPUTS: usize, const FIRST: usize, const QUADS: usize>(
    file: &NetFile,
) -> ByPlayers<Network<INPUTS, FIRST, QUADS>> {
    Players::ALL.map(|players| Network::from_weights(&file.weights(players)?))
}

/// Embeds nets of the folder `strategies` at the top of the repository.
macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        /// The nets shipped with the program, and the text of each.
        const SHIPPED: &[(&str, &str)] = &[$(($name, include_str!(concat!("../../../strategies/", $name)))),*];
    };
}

shipped! {
    "champion-1-value.net",
    "champion-1-policy.net",
    "champion-2-value.net",
    "champion-2-policy.net",
    "champion-2-belief.net",
    "champion-3-position.net",
    "champion-4-position.net",
}

static NETS: LazyLock<Vec<Net>> = LazyLock::new(|| {
    let net =
        |&(name, text): &(&str, &str)| Net::new(name, &NetFile::parse(text).expect("a test reads every shipped net"));
    SHIPPED.iter().map(net).collect()
});

/// The shipped net of this name.
pub fn shipped_net(name: &str) -> Option<&'static Net> {
    // The names are compared first: most programs need no net at all.
    let index = SHIPPED.iter().position(|(shipped, _)| *shipped == name)?;
    NETS.get(index)
}

/// The names of the shipped nets.
pub fn shipped_nets() -> impl Iterator<Item = &'static str> + Clone {
    SHIPPED.iter().map(|(name, _)| *name)
}

/// Keeps a net for as long as the program runs, so that parameters can hold it; the same one is kept only once.
pub fn keep_net(net: Net) -> &'static Net {
    static KEPT: Mutex<Vec<&'static Net>> = Mutex::new(Vec::new());
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = kept.iter().find(|known| ***known == net) {
        return known;
    }
    let net: &'static Net = Box::leak(Box::new(net));
    kept.push(net);
    net
}
