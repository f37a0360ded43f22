//! The seed of a run, and who may know it when.

use crate::game::Seed;
use crate::records::{Seal, SeedName, seed_of};

/// The seed of a run, and whether it is a secret while the run is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunSeed {
    seed: Seed,
    secrecy: Secrecy,
}

/// Who may know a seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Secrecy {
    /// It was known from the start.
    Open,
    /// It is a secret until the run is over: everything written contains only its seal.
    Sealed,
    /// It was a secret while the run was played; the seal proves that it was not chosen afterwards.
    Revealed,
}

impl RunSeed {
    /// A seed that is a secret while the run is played: records contain only its seal.
    pub const fn sealed(seed: Seed) -> RunSeed {
        RunSeed { seed, secrecy: Secrecy::Sealed }
    }

    /// The same seed after the run: a secret one may now be revealed.
    #[must_use]
    pub const fn revealed(self) -> RunSeed {
        match self.secrecy {
            Secrecy::Open => self,
            Secrecy::Sealed | Secrecy::Revealed => RunSeed { secrecy: Secrecy::Revealed, ..self },
        }
    }

    /// The same seed for playing the run again from its plan: secret again if it ever was.
    #[must_use]
    pub const fn sealed_again(self) -> RunSeed {
        match self.secrecy {
            Secrecy::Open => self,
            Secrecy::Sealed | Secrecy::Revealed => RunSeed::sealed(self.seed),
        }
    }

    /// The seed.
    pub const fn seed(self) -> Seed {
        self.seed
    }

    /// Whether it is a secret now.
    pub const fn is_sealed(self) -> bool {
        matches!(self.secrecy, Secrecy::Sealed)
    }

    /// The seal, if the seed is or was a secret.
    pub fn seal(self) -> Option<Seal> {
        (self.secrecy != Secrecy::Open).then(|| Seal::of(self.seed))
    }

    /// What files may say about it now.
    pub fn name(self) -> SeedName {
        if self.is_sealed() { Seal::of(self.seed).into() } else { self.seed.into() }
    }

    /// The seed that a file states: the seed itself, the seed with the seal it had, or a seal that `secret` must match.
    ///
    /// # Errors
    /// If a seal belongs to another seed, or the secret is not known.
    pub fn read(name: SeedName, seal: Option<Seal>, secret: Option<Seed>) -> Result<RunSeed, String> {
        let fits = |seed, seal: Seal| {
            if seal == Seal::of(seed) { Ok(()) } else { Err(format!("the seed does not match its seal {seal}")) }
        };
        match (name, seal, secret) {
            (SeedName::Sealed(seal), _, Some(seed)) => fits(seed, seal).map(|()| RunSeed::sealed(seed)),
            (SeedName::Open(seed), Some(seal), _) => fits(seed, seal).map(|()| RunSeed::sealed(seed).revealed()),
            (name, ..) => seed_of(name).map(RunSeed::from),
        }
    }
}

impl<S: Into<Seed>> From<S> for RunSeed {
    fn from(seed: S) -> RunSeed {
        RunSeed { seed: seed.into(), secrecy: Secrecy::Open }
    }
}
