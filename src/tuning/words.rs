//! The words in which a tuning is asked for, and the command that repeats it.

use std::fmt::Write;
use std::path::PathBuf;

use super::optimiser::Method;
use crate::arena::RunSeed;
use crate::entrants::Catalogue;
use crate::game::Players;
use crate::records::words::quoted;

/// What a tuning is asked for, as users write it.
#[derive(Clone, PartialEq, Debug)]
pub struct TuningWords {
    /// The entrant whose parameters are tuned, as a spec.
    pub entrant: String,
    /// The rivals, as specs with commas between them.
    pub against: Vec<String>,
    /// The numbers of players.
    pub players: Vec<Players>,
    /// The number of games.
    pub games: u64,
    /// The parameters to tune, if not all.
    pub params: Option<Vec<String>>,
    /// How to search.
    pub method: Option<Method>,
    /// Whether the effect of each parameter is measured.
    pub sensitivity: bool,
    /// Who meets start and result in the end: `all`, `none`, or specs with commas between them.
    pub transfer: Vec<String>,
    /// A file with another worm table.
    pub edition: Option<PathBuf>,
}

impl TuningWords {
    /// The command that repeats the tuning, whatever the number of threads and wherever the results go.
    ///
    /// # Panics
    /// Never: a text can always grow.
    pub fn command(&self, seed: RunSeed, catalogue: &Catalogue) -> String {
        let mut command = format!("karteneck tune {}", quoted(&self.entrant));
        let sizes: Vec<String> = self.players.iter().map(ToString::to_string).collect();
        let mut add = |text: std::fmt::Arguments<'_>| command.write_fmt(text).expect("a text can always grow");
        add(format_args!(" --against {}", quoted(&split_specs(&self.against, catalogue).join(","))));
        add(format_args!(" --players {} --games {} --seed {}", sizes.join(","), self.games, seed.name()));
        if let Some(names) = &self.params {
            add(format_args!(" --params {}", names.join(",")));
        }
        if let Some(method) = self.method {
            add(format_args!(" --method {method}"));
        }
        if self.sensitivity {
            add(format_args!(" --sensitivity"));
        }
        if self.transfer != ["all"] {
            add(format_args!(" --transfer {}", quoted(&split_specs(&self.transfer, catalogue).join(","))));
        }
        if let Some(edition) = &self.edition {
            add(format_args!(" --edition {}", quoted(&edition.display().to_string())));
        }
        command
    }
}

/// The specs of texts with commas between them: a setting belongs to the spec before it.
pub fn split_specs(texts: &[String], catalogue: &Catalogue) -> Vec<String> {
    let mut specs: Vec<String> = Vec::new();
    for text in texts {
        let mut continues = false;
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            match specs.last_mut().filter(|spec| continues && catalogue.is_setting(spec, part)) {
                Some(spec) => {
                    spec.push(',');
                    spec.push_str(part);
                }
                None => specs.push(part.to_owned()),
            }
            continues = true;
        }
    }
    specs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<String> {
        split_specs(&[text.to_owned()], &Catalogue::shipped_only())
    }

    #[test]
    fn settings_belong_to_the_entrant_before_them() {
        assert_eq!(split("greedy,self"), ["greedy", "self"]);
        assert_eq!(split("heuristic:card=1,point=0.2,greedy"), ["heuristic:card=1,point=0.2", "greedy"]);
        assert_eq!(split("a.toml:x=1,b.toml:y=2,z=3"), ["a.toml:x=1", "b.toml:y=2,z=3"]);
        let given = ["process:bot --depth=3".to_owned(), "greedy".to_owned()];
        assert_eq!(split_specs(&given, &Catalogue::shipped_only()), given);
        assert_eq!(split(" , "), [""; 0]);
    }

    #[test]
    fn named_entrants_are_no_settings() {
        assert_eq!(split("a=greedy,b=heuristic:tempo=1,wait=2"), ["a=greedy", "b=heuristic:tempo=1,wait=2"]);
        assert_eq!(split("heuristic:tempo=1,b=greedy"), ["heuristic:tempo=1", "b=greedy"]);
        // A parameter of the entrant before it, though its value is an entrant too.
        let search = "m=monte-carlo:rollouts=5,policy=greedy";
        assert_eq!(split(search), [search]);
        assert_eq!(split("self,b=greedy"), ["self", "b=greedy"]);
        // Neither a parameter nor an entrant: the message names the parameter.
        assert_eq!(split("heuristic:tempo=1,tempa=2"), ["heuristic:tempo=1,tempa=2"]);
    }
}
