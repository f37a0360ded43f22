//! A run that moves: looked at again and again, so that it does not matter which process plays it.

use std::collections::VecDeque;
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};

use super::answer::Answer;
use super::request::Request;
use super::run_cache::stamp;
use super::runs;
use super::site::Site;
use super::stream::{Events, StreamError, stream};

/// How often the files of a run are looked at.
const LOOK: Duration = Duration::from_millis(250);
/// After how many looks without news the client is asked whether it is still there.
const BEAT: u32 = 16;
/// The time over which the pace of a run is taken: long enough to be steady, short enough to follow it.
const PACE_OVER: u64 = 15_000;

/// Sends what is known about a run whenever that changes, until it is over.
pub(super) fn follow(site: &Arc<Site>, request: &Request) -> Result<Answer, Answer> {
    let name = request.word("name").to_owned();
    let path = site.folder.find_run(&name)?;
    let own = Arc::clone(site);
    Ok(stream(&site.stopping, move |events| {
        let mut pace = Pace::default();
        let (mut seen, mut state) = (Vec::new(), Value::Null);
        let mut looks = 0;
        loop {
            let now = stamp(&path);
            looks += 1;
            if now != seen || looks % BEAT == 0 {
                let mut facts = runs::facts(&own, &name).map_err(|answer| StreamError::Words(answer.words()))?;
                if now != seen || facts["state"] != state {
                    pace.add(&mut facts);
                    (seen, state) = (now, facts["state"].clone());
                    events.send(&facts)?;
                } else {
                    events.beat()?;
                }
                if state == "finished" {
                    return Ok(());
                }
            }
            wait(events)?;
        }
    }))
}

fn wait(events: &Events) -> Result<(), StreamError> {
    sleep(LOOK);
    if events.is_gone() { Err(StreamError::Gone) } else { Ok(()) }
}

/// How fast a run is, from what was saved when: games, and milliseconds.
#[derive(Default)]
struct Pace {
    saves: VecDeque<(u64, u64)>,
}

impl Pace {
    /// Adds games per second and the seconds to come, as far as they are known.
    fn add(&mut self, facts: &mut Value) {
        let (Some(games), Some(saved)) = (facts["games"].as_u64(), facts["saved"].as_u64()) else { return };
        self.saves.push_back((games, saved));
        while self.saves.get(1).is_some_and(|&(_, then)| then + PACE_OVER < saved) {
            self.saves.pop_front();
        }
        let Some(&(before, then)) = self.saves.front() else { return };
        if games <= before || saved <= then {
            return;
        }
        let rate = (games - before) as f64 * 1000.0 / (saved - then) as f64;
        facts["rate"] = json!(rate);
        if let Some(of) = facts["of"].as_u64() {
            facts["eta"] = json!(of.saturating_sub(games) as f64 / rate);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pace_is_that_of_the_last_seconds() {
        let mut pace = Pace::default();
        let mut seen = |games: u64, saved: u64| {
            let mut facts = json!({ "games": games, "of": 1000, "saved": saved });
            pace.add(&mut facts);
            (facts["rate"].as_f64(), facts["eta"].as_f64())
        };
        assert_eq!(seen(0, 0), (None, None));
        assert_eq!(seen(100, 1000), (Some(100.0), Some(9.0)));
        // It stood still for long, and goes on half as fast.
        for second in 0..20 {
            let now = 100_000 + second * 1000;
            seen(100 + second * 25, now);
        }
        assert_eq!(seen(600, 120_000), (Some(25.0), Some(16.0)));
    }
}
