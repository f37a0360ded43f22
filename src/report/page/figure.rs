//! A figure in a page.

use super::super::figures::Figure;
use super::super::svg::escape;

/// A figure with its heading and what is drawn; under it a line that says the numbers of a mark that was tapped.
pub(super) fn figure_html(figure: &Figure, id: &str) -> String {
    let (name, title, about) = (figure.name, figure.title, escape(figure.about));
    format!(
        "<h3 id=\"{id}-{name}\">{title}</h3>\n<p class=\"note\">{about}</p>\n<figure data-figure=\"{name}\">{}\
         <figcaption aria-live=\"polite\"></figcaption></figure>\n",
        figure.svg.inline(title)
    )
}
