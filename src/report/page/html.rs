//! The shell of a page: one file that loads nothing else.

use std::fmt::Write;

use super::super::svg::{self, breakable, escape};
use super::super::viewer;

/// A page under construction.
pub(in crate::report) struct Page {
    title: String,
    /// The sections: their ids and names.
    pub(super) parts: Vec<(String, String)>,
    pub(super) body: String,
    /// Whether games are shown.
    pub(in crate::report) has_games: bool,
}

/// Nothing may be loaded, even if a name in the page tries to.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

impl Page {
    pub(in crate::report) fn new(title: &str) -> Page {
        Page { title: title.to_owned(), parts: Vec::new(), body: String::new(), has_games: false }
    }

    /// Adds to the body.
    pub(in crate::report) fn add(&mut self, text: std::fmt::Arguments<'_>) {
        self.body.write_fmt(text).expect("a text can always grow");
    }

    /// The page as a text.
    pub(in crate::report) fn finish(&self) -> String {
        let (title, body) = (escape(&self.title), &self.body);
        let (page_style, page_script) = (include_str!("page.css"), include_str!("page.js"));
        let [viewer_style, viewer_script] =
            if self.has_games { [viewer::styles(), viewer::scripts()] } else { [const { String::new() }; 2] };
        let chart_style = svg::STYLE;
        let version = env!("CARGO_PKG_VERSION");
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
             <title>{title}</title>\n<link rel=\"icon\" href=\"data:,\">\n\
             <style>\n{page_style}{chart_style}{viewer_style}</style>\n</head>\n<body>\n{}{body}\
             <footer>Made by karteneck {version}.</footer>\n\
             <script>\n{page_script}{viewer_script}</script>\n</body>\n</html>\n",
            self.navigation()
        )
    }

    fn navigation(&self) -> String {
        if self.parts.len() < 2 {
            return String::new();
        }
        let link = |(id, name): &(String, String)| format!("<li><a href=\"#{id}\">{}</a></li>", escape(name));
        format!("<nav><ul>{}</ul></nav>\n", self.parts.iter().map(link).collect::<Vec<_>>().concat())
    }
}

/// A table whose rows can be sorted; the first row is the heading. Each other row begins with its link, if there are any.
pub(in crate::report) fn html_table(name: &str, rows: &[Vec<String>], links: &[String]) -> String {
    let is_text =
        |column: usize| rows.iter().skip(1).any(|row| !row[column].is_empty() && row[column].parse::<f64>().is_err());
    let class = |column: usize| if is_text(column) { " class=\"text\"" } else { "" };
    let heading = |(column, words): (usize, &String)| {
        format!("<th{}><button type=\"button\">{}</button></th>", class(column), escape(words))
    };
    let cell = |(column, text): (usize, &String)| format!("<td{}>{}</td>", class(column), breakable(text));
    let Some((first, rest)) = rows.split_first() else { return String::new() };
    let before = if links.is_empty() { "" } else { "<td></td>" };
    let headings = first.iter().enumerate().map(heading).collect::<Vec<_>>().concat();
    let line = |(number, row): (usize, &Vec<String>)| {
        let link = links.get(number).map_or_else(String::new, |link| format!("<td>{link}</td>"));
        format!("<tr>{link}{}</tr>\n", row.iter().enumerate().map(cell).collect::<Vec<_>>().concat())
    };
    let body = rest.iter().enumerate().map(line).collect::<Vec<_>>().concat();
    format!(
        "<div class=\"wide\" tabindex=\"0\"><table data-table=\"{name}\">\n<thead><tr>{before}{headings}</tr></thead>\n<tbody>\n{body}</tbody>\n\
         </table></div>\n"
    )
}
