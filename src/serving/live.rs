//! A run that moves: looked at again and again, so that it does not matter which process plays it.

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
const LOOK: Duration = Duration::from_millis(500);
/// After how many looks without news the client is asked whether it is still there.
const BEAT: u32 = 8;

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

/// How fast a run is, from what was saved when.
#[derive(Default)]
struct Pace {
    first: Option<(u64, u64)>,
}

impl Pace {
    /// Adds games per second and the seconds to come, as far as they are known.
    fn add(&mut self, facts: &mut Value) {
        let (Some(games), Some(saved)) = (facts["games"].as_u64(), facts["saved"].as_u64()) else { return };
        let (before, then) = *self.first.get_or_insert((games, saved));
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
