//! Command lines, one word on each line of the input. Nothing is run.

use karteneck::program::parses;

use super::text;
use crate::Trace;

pub(super) const DICTIONARY: &[&str] = &[
    "--players\n",
    "2,3,4",
    "2-6",
    "--games\n",
    "--blocks\n",
    "--shard\n",
    "--plan-only\n",
    "--partial\n",
    "--settle\n",
    "1/2",
    "--until\n",
    "0.5pp",
    "--sprt\n",
    "0pp:2pp",
    "--seed\n",
    "random\n",
    "0x",
    "--record\n",
    "all\n",
    "--first\n",
    "--seat\n",
    "--detect\n",
    "--threads\n",
    "--lineup\n",
    "3:1\n",
    "--move\n",
    "2.5\n",
    "--first-deal\n",
    "--help\n",
    "--version\n",
    "--\n",
    "-\n",
    "=",
    "--worlds\n",
    "--pace\n",
    "nan",
    "inf",
    "1e400pp",
    "-1",
    "tournament\n",
    "match\n",
    "tune\n",
    "learn\n",
    "value\n",
    "policy\n",
    "--random-every\n",
    "--epochs\n",
    "--rate\n",
    "--start\n",
    "--judge\n",
    "belief\n",
    "position\n",
    "play\n",
    "bench\n",
    "--params\n",
    "--seconds\n",
    "--sample\n",
    "export\n",
    "--moves\n",
    "--decisions\n",
    "--chances\n",
    "--kept\n",
    "ratings\n",
    "--anchor\n",
    "--json\n",
    "--exit-code\n",
    "greedy=1500\n",
    "--out\n",
];

/// A command line.
pub fn command_line(data: &[u8]) -> Trace {
    let text = text(data);
    let words: Vec<&str> = ["karteneck"].into_iter().chain(text.lines()).collect();
    match parses(&words) {
        Ok(understood) => {
            assert_eq!(parses(&words).as_ref(), Ok(&understood), "the same words mean the same");
            Trace::understood(&understood)
        }
        Err(said) => {
            assert!(!said.trim().is_empty(), "a mistake is explained");
            Trace::refused(&said)
        }
    }
}
