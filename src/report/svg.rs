//! Pictures: a small canvas for charts that look right in light and dark mode, on screen and on paper.

use std::fmt::Write;

use crate::records::words::is_control;
use crate::tables::fixed;

/// The look of all pictures; a page that shows them needs it once.
pub(super) const STYLE: &str = include_str!("svg.css");

/// Room for the heading of a picture.
const HEADING: f64 = 34.0;

/// Distinguishable colours; the classes are `c0`, `c1`, …
const COLOURS: usize = 10;

/// A picture under construction; all lengths are pixels, from the upper left corner.
pub(super) struct Svg {
    width: f64,
    height: f64,
    body: String,
}

/// Where a text stands relative to its point.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// What is known about a mark: a hint for the pointer, and values for programs that read the page.
#[derive(Clone, Copy, Default)]
pub(super) struct Note<'a> {
    pub(super) hint: &'a str,
    pub(super) data: &'a [(&'a str, &'a str)],
}

impl<'a> From<&'a str> for Note<'a> {
    fn from(hint: &'a str) -> Note<'a> {
        Note { hint, data: &[] }
    }
}

impl Note<'_> {
    fn attributes(&self) -> String {
        let attribute = |(key, value): &(&str, &str)| format!(" data-{key}=\"{}\"", escape(value));
        self.data.iter().map(attribute).collect::<Vec<_>>().concat()
    }

    fn title(&self) -> String {
        if self.hint.is_empty() { String::new() } else { format!("<title>{}</title>", escape(self.hint)) }
    }
}

impl Svg {
    pub(super) fn new(width: f64, height: f64) -> Svg {
        Svg { width, height, body: String::new() }
    }

    /// Writes a text.
    pub(super) fn text(&mut self, [x, y]: [f64; 2], anchor: Anchor, class: &str, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " m",
            Anchor::End => " e",
        };
        let (x, y, text) = (short(x), short(y), escape(text));
        let class = format!("{class}{anchor}");
        let class = if class.is_empty() { class } else { format!(" class=\"{}\"", class.trim_start()) };
        self.push(format_args!("<text x=\"{x}\" y=\"{y}\"{class}>{text}</text>"));
    }

    /// Writes a text from the bottom up.
    pub(super) fn turned_text(&mut self, [x, y]: [f64; 2], class: &str, text: &str) {
        let (x, y, text) = (short(x), short(y), escape(text));
        let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
        self.push(format_args!("<text transform=\"translate({x} {y}) rotate(-90)\"{class}>{text}</text>"));
    }

    /// Draws a line through points.
    pub(super) fn path(&mut self, points: &[[f64; 2]], class: &str) {
        if points.len() > 1 {
            self.push(format_args!("<path d=\"M{}\" class=\"{class}\"/>", joined(points)));
        }
    }

    /// Fills the area inside points.
    pub(super) fn area<'a>(&mut self, points: &[[f64; 2]], class: &str, note: impl Into<Note<'a>>) {
        if points.len() > 2 {
            self.outline(&format!("M{}Z", joined(points)), class, note);
        }
    }

    /// Fills an outline in SVG path syntax.
    pub(super) fn outline<'a>(&mut self, outline: &str, class: &str, note: impl Into<Note<'a>>) {
        let note = note.into();
        let (data, title) = (note.attributes(), note.title());
        self.push(format_args!("<path d=\"{outline}\" class=\"{class}\"{data}>{title}</path>"));
    }

    /// Draws a dot.
    pub(super) fn dot<'a>(&mut self, [x, y]: [f64; 2], radius: f64, class: &str, note: impl Into<Note<'a>>) {
        let note = note.into();
        let (x, y, radius, data, title) = (short(x), short(y), short(radius), note.attributes(), note.title());
        self.push(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" class=\"{class}\"{data}>{title}</circle>"
        ));
    }

    /// Fills a rectangle; `opacity` from 0 to 1.
    pub(super) fn rect<'a>(
        &mut self,
        [x, y]: [f64; 2],
        [width, height]: [f64; 2],
        (class, opacity): (&str, f64),
        note: impl Into<Note<'a>>,
    ) {
        let note = note.into();
        let ([x, y, width, height], opacity) = ([x, y, width, height].map(short), fixed(opacity, 2));
        let (data, title) = (note.attributes(), note.title());
        self.push(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" class=\"{class}\" \
             fill-opacity=\"{opacity}\"{data}>{title}</rect>"
        ));
    }

    /// Covers a rectangle with an invisible hint.
    pub(super) fn glass(&mut self, [x, y]: [f64; 2], [width, height]: [f64; 2], hint: &str) {
        let [x, y, width, height] = [x, y, width, height].map(short);
        self.outline(&format!("M{x},{y}h{width}v{height}h-{width}z"), "glass", hint);
    }

    /// A vertical line that a script moves sideways.
    pub(super) fn cursor(&mut self, id: &str, x: f64, [top, bottom]: [f64; 2]) {
        let [x, top, bottom] = [x, top, bottom].map(short);
        self.push(format_args!(
            "<path id=\"{id}\" d=\"M{x},{top}V{bottom}\" class=\"cursor\" data-start=\"{x}\" data-top=\"{top}\" \
             data-bottom=\"{bottom}\"/>"
        ));
    }

    /// Begins a group of marks of one class, with values for programs that read the page.
    pub(super) fn open(&mut self, class: &str, data: &[(&str, &str)]) {
        let data = Note { hint: "", data }.attributes();
        self.push(format_args!("<g class=\"{class}\"{data}>"));
    }

    /// Ends a group.
    pub(super) fn close(&mut self) {
        self.push(format_args!("</g>"));
    }

    fn push(&mut self, element: std::fmt::Arguments<'_>) {
        writeln!(self.body, "{element}").expect("a text can always grow");
    }

    /// The picture as a separate file.
    pub(super) fn finish(&self, title: &str) -> String {
        let ([width, height], title) = ([self.width, self.height].map(short), escape(title));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" role=\"img\">\n<title>{title}</title>\n<style>{STYLE}</style>\n\
             <rect width=\"100%\" height=\"100%\" class=\"paper\"/>\n{}</svg>\n",
            self.body
        )
    }

    /// The picture as a separate file, under a heading that it does not draw itself.
    pub(super) fn finish_under(&self, title: &str) -> String {
        let mut sheet = Svg::new(self.width, self.height + HEADING);
        sheet.text([8.0, 22.0], Anchor::Start, "title", title);
        sheet.push(format_args!("<g transform=\"translate(0 {HEADING})\">\n{}</g>", self.body));
        sheet.finish(title)
    }

    /// The picture as part of a page that has the style.
    pub(super) fn inline(&self, title: &str) -> String {
        let ([width, height], title) = ([self.width, self.height].map(short), escape(title));
        format!(
            "<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" \
             aria-label=\"{title}\">\n{}</svg>\n",
            self.body
        )
    }
}

/// The class of the colour with this number.
pub(super) fn colour(number: usize) -> String {
    format!("c{}", number % COLOURS)
}

fn joined(points: &[[f64; 2]]) -> String {
    points.iter().map(|[x, y]| format!("{},{}", short(*x), short(*y))).collect::<Vec<_>>().join("L")
}

/// A length to a tenth of a pixel, in as few characters as possible: a page has thousands.
pub(super) fn short(value: f64) -> String {
    let text = fixed(value, 1);
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// Text that is not markup, whatever an entrant is named.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // XML cannot contain these, and no reader should be fooled by invisible characters.
            c if is_control(c) && !matches!(c, '\n' | '\t') => escaped.extend(c.escape_default()),
            c => escaped.push(c),
        }
    }
    escaped
}

/// A name as a part of a page: it may be broken after separators, so that parameters stay whole, and inside words that are too long for a table.
pub(super) fn breakable(name: &str) -> String {
    let word = |word: &str| {
        let characters: Vec<char> = word.chars().collect();
        let step = if characters.len() > LONGEST_WORD { STEP } else { LONGEST_WORD };
        characters.chunks(step).map(|part| escape(&part.iter().collect::<String>())).collect::<Vec<_>>().join("<wbr>")
    };
    name.split_inclusive(|c| BREAKS.contains(c)).map(word).collect::<Vec<_>>().join("<wbr>")
}

/// The longest part of a name that is never broken; longer ones are broken after every few characters.
const LONGEST_WORD: usize = 12;
const STEP: usize = 6;

/// Where a name may be broken.
pub(super) const BREAKS: &str = ":,/-_";

/// An axis: a range of values, drawn between two positions.
#[derive(Clone, Copy)]
pub(super) struct Scale {
    values: [f64; 2],
    places: [f64; 2],
}

impl Scale {
    /// From the lowest to the highest value, with a little margin if they are equal.
    pub(super) fn new(values: [f64; 2], places: [f64; 2]) -> Scale {
        let margin = if values[1] - values[0] > 1e-12 { 0.0 } else { (values[0].abs() * 0.1).max(1e-6) };
        Scale { values: [values[0] - margin, values[1] + margin], places }
    }

    /// Where a value is drawn; values outside are drawn at the end.
    pub(super) fn place(&self, value: f64) -> f64 {
        let share = ((value - self.values[0]) / (self.values[1] - self.values[0])).clamp(0.0, 1.0);
        self.places[0] + share * (self.places[1] - self.places[0])
    }

    /// Round values along the axis, about this many, and the digits that they need.
    pub(super) fn ticks(&self, about: f64) -> (Vec<f64>, usize) {
        let raw = (self.values[1] - self.values[0]) / about;
        let power = libm::floor(libm::log10(raw));
        let unit = libm::pow(10.0, power);
        let step =
            [1.0, 2.0, 5.0, 10.0].map(|factor| factor * unit).into_iter().find(|step| *step >= raw).unwrap_or(raw);
        let first = (self.values[0] / step).ceil() as i64;
        let last = (self.values[1] / step).floor() as i64;
        let digits = (-power).max(0.0) as usize;
        ((first..=last).map(|number| number as f64 * step).collect(), digits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        let scale = Scale::new([-0.031, 0.12], [0.0, 100.0]);
        let (ticks, digits) = scale.ticks(5.0);
        let texts: Vec<String> = ticks.iter().map(|tick| fixed(*tick, digits)).collect();
        assert_eq!(texts, ["0.00", "0.05", "0.10"]);
        assert!((scale.place(-0.031)).abs() < 1e-9 && (scale.place(7.0) - 100.0).abs() < 1e-9);
        let (ticks, digits) = Scale::new([0.0, 4_350_000.0], [0.0, 1.0]).ticks(5.0);
        assert_eq!((ticks.len(), digits), (5, 0));
    }

    #[test]
    fn names_are_broken_where_it_hurts_least() {
        assert_eq!(breakable("tempo=1.2,card=1"), "tempo=1.2,<wbr>card=1");
        assert_eq!(breakable("abcdefghijklm<"), "abcdef<wbr>ghijkl<wbr>m&lt;");
        assert_eq!((breakable("grandmaster"), breakable("")), ("grandmaster".to_owned(), String::new()));
    }

    #[test]
    fn names_are_no_markup() {
        let mut svg = Svg::new(10.0, 10.0);
        svg.text([1.0, 2.0], Anchor::Start, "", "<b>&\"");
        assert!(svg.finish("a<b").contains("&lt;b&gt;&amp;&quot;"));
    }
}
