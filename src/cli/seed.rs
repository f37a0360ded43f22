//! The `--seed` of many commands.

use std::str::FromStr;

use anyhow::anyhow;

use super::failure::Failure;
use super::messages::note;
use crate::arena::RunSeed;
use crate::entrants::Entrant;
use crate::game::Seed;
use crate::records::Seal;

/// The word for a drawn seed.
pub(super) const RANDOM: &str = "random";

/// The seed option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SeedOption {
    Given(Seed),
    Random,
}

impl FromStr for SeedOption {
    type Err = String;

    fn from_str(text: &str) -> Result<SeedOption, String> {
        if text == RANDOM {
            return Ok(SeedOption::Random);
        }
        text.parse().map(SeedOption::Given).map_err(|error| format!("{error}; or `{RANDOM}` to draw one"))
    }
}

impl SeedOption {
    /// The seed: the given one, or one of 128 bits from the system, which is a secret until the games are over.
    pub(super) fn resolve(self) -> Result<RunSeed, Failure> {
        match self {
            SeedOption::Given(seed) => Ok(seed.into()),
            SeedOption::Random => draw_seed().map(RunSeed::sealed),
        }
    }
}

/// A seed that cannot be guessed.
pub(super) fn draw_seed() -> Result<Seed, Failure> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)
        .map_err(|error| anyhow!("the system gives no random numbers ({error}); give a --seed of your own"))?;
    Ok(Seed::new(u128::from_le_bytes(bytes)))
}

/// Warns about what a program among the entrants could do with a seed that can be guessed.
pub(super) fn warn_if_guessable(seed: RunSeed, entrants: &[Entrant]) {
    let program = entrants.iter().find(|entrant| entrant.is_process());
    if let (Some(program), Some(short)) = (program, seed.seed().short()) {
        note(format_args!(
            "note: a program like {} could find the seed {short} by brute force, and would know all cards; \
             --seed {RANDOM} draws one that cannot be found",
            program.name
        ));
    }
}

/// Says that the seed is a secret, and how it can be recognized later.
pub(super) fn tell_seal(seed: RunSeed) {
    note(format_args!("the seed is a secret until the games are over: {}", Seal::of(seed.seed())));
}
