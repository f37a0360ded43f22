//! The pages and what they load: all of it embedded in the program.

use serde_json::Value;

use super::answer::{Answer, Media};
use crate::report::{TABLE_SCRIPT, TABLE_STYLE};

/// A page: its address, its title, its script, the scripts that this one loads, and what is in it.
struct Page {
    path: &'static str,
    title: &'static str,
    script: &'static str,
    loads: &'static [&'static str],
    body: &'static str,
}

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
        loads: &["chart.js", "candidates.js"],
        body: include_str!("assets/game.html"),
    },
    Page {
        path: "/position",
        title: "Position",
        script: "position.js",
        loads: &["candidates.js"],
        body: include_str!("assets/position.html"),
    },
    Page {
        path: "/play",
        title: "Play",
        script: "play.js",
        loads: &["candidates.js"],
        body: include_str!("assets/play.html"),
    },
    Page { path: "/start", title: "New run", script: "start.js", loads: &[], body: include_str!("assets/start.html") },
];

/// Everything that pages load.
const ASSETS: [(&str, Media, &str); 14] = [
    ("/base.css", Media::Style, include_str!("assets/base.css")),
    ("/table.css", Media::Style, TABLE_STYLE),
    ("/table.js", Media::Script, TABLE_SCRIPT),
    ("/lab.js", Media::Script, include_str!("assets/lab.js")),
    ("/chart.js", Media::Script, include_str!("assets/chart.js")),
    ("/candidates.js", Media::Script, include_str!("assets/candidates.js")),
    ("/list.js", Media::Script, include_str!("assets/list.js")),
    ("/run.js", Media::Script, include_str!("assets/run.js")),
    ("/search.js", Media::Script, include_str!("assets/search.js")),
    ("/tuning.js", Media::Script, include_str!("assets/tuning.js")),
    ("/game.js", Media::Script, include_str!("assets/game.js")),
    ("/position.js", Media::Script, include_str!("assets/position.js")),
    ("/play.js", Media::Script, include_str!("assets/play.js")),
    ("/start.js", Media::Script, include_str!("assets/start.js")),
];

/// Where one can go from every page.
const NAVIGATION: [(&str, &str); 4] =
    [("/", "Runs"), ("/start", "New run"), ("/play", "Play"), ("/position", "Position")];

/// A page with the token that its requests carry, and with what it shows first, if that is known already.
pub(super) fn page(path: &str, token: &str, data: Option<&Value>) -> Option<Answer> {
    let page = PAGES.iter().find(|page| page.path == path)?;
    let mut head = format!("<meta name=\"karteneck-token\" content=\"{token}\">\n");
    // Scripts are loaded all at once, and not one after the other as each names the next.
    for script in ["lab.js"].iter().chain(page.loads) {
        head += &format!("<link rel=\"modulepreload\" href=\"/{script}\">\n");
    }
    head += "<script src=\"/table.js\" defer></script>\n";
    head += &format!("<script type=\"module\" src=\"/{}\"></script>", page.script);
    let data = data.map_or_else(String::new, embedded);
    Some(Answer::new(Media::Page, shell(page.title, &navigation(path), &format!("{}{data}", page.body), &head)))
}

/// Data in a page: no text in it can end the element, and a browser runs nothing of it.
fn embedded(data: &Value) -> String {
    format!("<script type=\"application/json\" id=\"data\">{}</script>\n", data.to_string().replace('<', "\\u003c"))
}

/// A script or a style.
pub(super) fn asset(path: &str) -> Option<Answer> {
    let (_, media, text) = ASSETS.iter().find(|(known, ..)| *known == path)?;
    Some(Answer::new(*media, *text))
}

/// The page that asks for the token.
pub(super) fn login_page(trouble: &str) -> String {
    let body = include_str!("assets/login.html").replace("<!-- trouble -->", trouble);
    shell("Token", "", &body, "")
}

fn navigation(path: &str) -> String {
    let link = |(to, name): (&str, &str)| {
        let current = if to == path { " aria-current=\"page\"" } else { "" };
        format!("<li><a href=\"{to}\"{current}>{name}</a></li>")
    };
    let links: String = NAVIGATION.into_iter().map(link).collect();
    format!("<nav aria-label=\"Pages\"><ul>{links}</ul></nav>\n")
}

fn shell(title: &str, navigation: &str, body: &str, head: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title} · karteneck</title>\n\
         <link rel=\"icon\" href=\"data:,\">\n<link rel=\"stylesheet\" href=\"/base.css\">\n\
         <link rel=\"stylesheet\" href=\"/table.css\">\n{head}\n</head>\n<body>\n\
         <a class=\"skip\" href=\"#main\">To the content</a>\n<header>{navigation}</header>\n\
         <main id=\"main\" tabindex=\"-1\">\n{body}</main>\n</body>\n</html>\n"
    )
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
}
