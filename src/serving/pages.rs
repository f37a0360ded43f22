//! The pages and what they load: all of it embedded in the program.

use std::sync::LazyLock;

use serde_json::Value;

use super::answer::{Answer, Media};
use super::secret::secret;
use crate::report::{TABLE_SCRIPT, TABLE_STYLE};

/// A page: its address, its title, its script, the scripts that this one loads, and what is in it.
struct Page {
    path: &'static str,
    title: &'static str,
    script: &'static str,
    loads: &'static [&'static str],
    body: &'static str,
}

/// The script that draws a table, which needs its style.
const TABLE: &str = "table.js";

/// All pages.
const PAGES: [Page; 7] = [
    Page { path: "/", title: "Runs", script: "list.js", loads: &[], body: include_str!("assets/list.html") },
    Page {
        path: "/run",
        title: "Run",
        script: "run.js",
        loads: &["chart.js", "search.js"],
        body: include_str!("assets/run.html"),
    },
    Page {
        path: "/tuning",
        title: "Tuning",
        script: "tuning.js",
        loads: &[],
        body: include_str!("assets/tuning.html"),
    },
    Page {
        path: "/game",
        title: "Game",
        script: "game.js",
        loads: &[TABLE, "chart.js", "candidates.js"],
        body: include_str!("assets/game.html"),
    },
    Page {
        path: "/position",
        title: "Position",
        script: "position.js",
        loads: &[TABLE, "candidates.js"],
        body: include_str!("assets/position.html"),
    },
    Page {
        path: "/play",
        title: "Play",
        script: "play.js",
        loads: &[TABLE, "candidates.js"],
        body: include_str!("assets/play.html"),
    },
    Page { path: "/start", title: "New run", script: "start.js", loads: &[], body: include_str!("assets/start.html") },
];

/// The scripts of all pages; they name each other without a folder.
const SCRIPTS: [(&str, &str); 12] = [
    ("table.js", TABLE_SCRIPT),
    ("lab.js", include_str!("assets/lab.js")),
    ("chart.js", include_str!("assets/chart.js")),
    ("candidates.js", include_str!("assets/candidates.js")),
    ("list.js", include_str!("assets/list.js")),
    ("run.js", include_str!("assets/run.js")),
    ("search.js", include_str!("assets/search.js")),
    ("tuning.js", include_str!("assets/tuning.js")),
    ("game.js", include_str!("assets/game.js")),
    ("position.js", include_str!("assets/position.js")),
    ("play.js", include_str!("assets/play.js")),
    ("start.js", include_str!("assets/start.js")),
];

/// The style of all pages.
const STYLE: &str = include_str!("assets/base.css");

/// The folder of the scripts in addresses. It changes with them, so that a browser may keep them for ever.
static SCRIPT_FOLDER: LazyLock<String> = LazyLock::new(|| {
    let mut hasher = blake3::Hasher::new();
    for (_, text) in SCRIPTS {
        hasher.update(text.as_bytes());
    }
    format!("/scripts-{:.16}/", hasher.finalize().to_hex())
});

/// Where one can go from every page.
const NAVIGATION: [(&str, &str); 4] =
    [("/", "Runs"), ("/start", "New run"), ("/play", "Play"), ("/position", "Position")];

/// A page with the token that its requests carry, and with what it shows first, if that is known already.
pub(super) fn page(path: &str, token: &str, data: Option<&Value>) -> Option<Answer> {
    let page = PAGES.iter().find(|page| page.path == path)?;
    let folder = &*SCRIPT_FOLDER;
    // Scripts are loaded all at once, and not one after the other as each names the next.
    let early = ["lab.js"].iter().chain(page.loads).filter(|script| **script != TABLE);
    let early = early.map(|script| format!("<link rel=\"modulepreload\" href=\"{folder}{script}\">\n"));
    let table = page.loads.contains(&TABLE).then(|| format!("<script src=\"{folder}{TABLE}\" defer></script>\n"));
    let own = format!("<script type=\"module\" src=\"{folder}{}\"></script>", page.script);
    let meta = format!("<meta name=\"karteneck-token\" content=\"{token}\">\n");
    let head: String = std::iter::once(meta).chain(early).chain(table).chain([own]).collect();
    let style = if page.loads.contains(&TABLE) { [STYLE, TABLE_STYLE].concat() } else { STYLE.to_owned() };
    let body = format!("{}{}", page.body, data.map_or_else(String::new, embedded));
    Some(shell(page.title, &style, &navigation(path), &body, &head))
}

/// Data in a page: no text in it can end the element, and a browser runs nothing of it.
fn embedded(data: &Value) -> String {
    format!("<script type=\"application/json\" id=\"data\">{}</script>\n", data.to_string().replace('<', "\\u003c"))
}

/// A script, under the address that pages give it.
pub(super) fn asset(path: &str) -> Option<Answer> {
    let name = path.strip_prefix(SCRIPT_FOLDER.as_str())?;
    let (_, text) = SCRIPTS.iter().find(|(known, _)| *known == name)?;
    Some(Answer::new(Media::Script, *text))
}

/// The page that asks for the token.
pub(super) fn login_page(trouble: &str) -> Answer {
    let body = include_str!("assets/login.html").replace("<!-- trouble -->", trouble);
    shell("Token", STYLE, "", &body, "")
}

/// The page of an address under which there is none.
pub(super) fn missing_page() -> Answer {
    let body = "<h1>There is no such page</h1>\n<p>All runs are in the <a href=\"/\">list</a>.</p>\n";
    shell("No such page", STYLE, &navigation(""), body, "").with_status(404)
}

fn navigation(path: &str) -> String {
    let link = |(to, name): (&str, &str)| {
        let current = if to == path { " aria-current=\"page\"" } else { "" };
        format!("<li><a href=\"{to}\"{current}>{name}</a></li>")
    };
    let links: String = NAVIGATION.into_iter().map(link).collect();
    format!("<nav aria-label=\"Pages\"><ul>{links}</ul></nav>\n")
}

fn shell(title: &str, style: &str, navigation: &str, body: &str, head: &str) -> Answer {
    let Ok(nonce) = secret() else { return Answer::failed("the system has no random numbers") };
    let page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title} · karteneck</title>\n\
         <link rel=\"icon\" href=\"data:,\">\n<style nonce=\"{nonce}\">\n{style}</style>\n{head}\n</head>\n<body>\n\
         <a class=\"skip\" href=\"#main\">To the content</a>\n<header>{navigation}</header>\n\
         <main id=\"main\" tabindex=\"-1\">\n{body}</main>\n</body>\n</html>\n"
    );
    Answer::page(page, nonce)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_cannot_end_its_element() {
        let data = serde_json::json!({ "name": "</script><script>alert(1)</script><!--" });
        let text = embedded(&data);
        assert_eq!(text.matches('<').count(), 2, "{text}");
        let inside = text.split_once('>').and_then(|(_, rest)| rest.rsplit_once("</script>")).expect("an element").0;
        assert_eq!(serde_json::from_str::<Value>(inside).ok(), Some(data));
    }
    #[test]
    fn a_page_loads_only_what_there_is() {
        for page in &PAGES {
            let named = std::iter::once(&page.script).chain(page.loads);
            for script in named {
                assert!(asset(&format!("{}{script}", *SCRIPT_FOLDER)).is_some(), "{} loads {script}", page.path);
            }
            let text = SCRIPTS.iter().find(|(name, _)| *name == page.script).map(|(_, text)| *text).unwrap_or_default();
            let imported = text.split("from \"./").skip(1).filter_map(|rest| rest.split('"').next());
            for script in imported {
                assert!(script == "lab.js" || page.loads.contains(&script), "{} does not announce {script}", page.path);
            }
        }
    }
}
