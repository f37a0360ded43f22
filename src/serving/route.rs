//! Which address is answered by what.

use std::sync::Arc;

use super::answer::Answer;
use super::request::Request;
use super::site::Site;
use super::{analysis, entrants, games, live, pages, play, position, runs, search, start, tunings};

/// The answer to a request that may be made.
pub(super) fn route(site: &Arc<Site>, request: &Request) -> Answer {
    let answer = if request.is_post { change(site, request) } else { look(site, request) };
    answer.unwrap_or_else(|refusal| refusal)
}

/// Whatever changes nothing.
fn look(site: &Arc<Site>, request: &Request) -> Result<Answer, Answer> {
    match request.path.as_str() {
        "/api/runs" => Ok(runs::list(site)),
        "/api/run" => runs::show(site, request),
        "/api/live" => live::follow(site, request),
        "/api/highlights" => runs::highlights(site, request),
        "/api/tuning" => tunings::show(site, request),
        "/api/game" => games::show(site, request),
        "/api/entrants" => Ok(entrants::list(site)),
        "/api/games" => Ok(play::list_games(site)),
        "/report" => runs::report(site, request),
        "/picture" => tunings::picture(site, request),
        path => {
            let page = match path {
                "/run" => runs::page(site, request),
                _ => pages::page(path, &site.guard.page_token, None),
            };
            let nothing = || Answer::missing(format!("there is nothing at {path:?}"));
            page.ok_or_else(|| if path.starts_with("/api/") { nothing() } else { pages::missing_page() })
        }
    }
}

/// Whatever starts, changes or computes something: the token of the page was checked.
fn change(site: &Arc<Site>, request: &Request) -> Result<Answer, Answer> {
    match request.path.as_str() {
        "/login" => Ok(site.guard.log_in(request)),
        "/api/search" => search::search(site, request),
        "/api/candidates" => analysis::candidates(site, request),
        "/api/curve" => analysis::curve(site, request),
        "/api/judge" => analysis::judge_game(site, request),
        "/api/position" => position::check(site, request),
        "/api/position/export" => position::export(site, request),
        "/api/command" => start::preview(site, request),
        "/api/start" => start::start(site, request),
        "/api/stop" => start::stop(site, request),
        "/api/resume" => start::resume(site, request),
        "/api/play/new" => play::begin(site, request),
        "/api/play/on" => play::play_on(site, request),
        "/api/play/hint" => play::hint(site, request),
        path => match path.strip_prefix("/api/play/") {
            Some(action @ ("open" | "move" | "step" | "undo" | "preview" | "position")) => {
                play::act(site, request, action)
            }
            _ => Err(Answer::missing(format!("there is nothing at {path:?}"))),
        },
    }
}
