//! The seeds are real files of today: a format that changes must change them too.

use karteneck_fuzz::{TARGETS, read_seeds};

/// Seeds that are refused on purpose.
const REFUSED: [&str; 3] = ["help.txt", "old.json", "refused.json"];

#[test]
fn every_seed_is_understood() {
    for target in TARGETS {
        let seeds = read_seeds(target.name).expect("a folder of seeds");
        assert!(!seeds.is_empty(), "{}", target.name);
        for seed in seeds {
            let is_understood = (target.attempt)(&seed.bytes).is_understood();
            assert_eq!(is_understood, !REFUSED.contains(&seed.name.as_str()), "{}/{}", target.name, seed.name);
        }
    }
}
