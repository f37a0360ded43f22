//! Pictures: a small canvas for charts that look right in the light and in the dark, on a screen and on paper.

use std::fmt::Write;

use super::number::fixed;

/// The look of all pictures.
const STYLE: &str = "\
text{font:12px system-ui,sans-serif;fill:#333}.title{font-size:15px;font-weight:600}.quiet{fill:#777}\
.axis{stroke:#bbb;stroke-width:1;fill:none}.grid{stroke:#e5e5e5;stroke-width:1;fill:none}\
.line{stroke:#2563a8;stroke-width:2;fill:none}.base{stroke:#b4552d;stroke-width:1;stroke-dasharray:4 3;fill:none}\
.band{fill:#2563a8;fill-opacity:.18}.bar{stroke:#2563a8;stroke-width:1;stroke-opacity:.5}.dot{fill:#2563a8}\
.faint{stroke:#999;stroke-width:1}.faintdot{fill:#999}.paper{fill:#fff}\
@media(prefers-color-scheme:dark){text{fill:#ddd}.quiet{fill:#999}.axis{stroke:#666}.grid{stroke:#333}\
.line{stroke:#7db4ee}.base{stroke:#e09a6f}.band{fill:#7db4ee}.bar{stroke:#7db4ee}.dot{fill:#7db4ee}\
.faint{stroke:#777}.faintdot{fill:#777}.paper{fill:#1b1b1b}}";

/// A picture in the making; all lengths are pixels, from the upper left corner.
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

impl Svg {
    pub(super) fn new(width: f64, height: f64) -> Svg {
        Svg { width, height, body: String::new() }
    }

    /// Writes a text.
    pub(super) fn text(&mut self, [x, y]: [f64; 2], anchor: Anchor, class: &str, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let (x, y, text) = (short(x), short(y), escape(text));
        self.push(format_args!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\" class=\"{class}\">{text}</text>"));
    }

    /// Draws a line through points.
    pub(super) fn path(&mut self, points: &[[f64; 2]], class: &str) {
        if points.len() > 1 {
            self.push(format_args!("<path d=\"M{}\" class=\"{class}\"/>", joined(points)));
        }
    }

    /// Fills the area inside points.
    pub(super) fn area(&mut self, points: &[[f64; 2]], class: &str) {
        if points.len() > 2 {
            self.push(format_args!("<path d=\"M{}Z\" class=\"{class}\"/>", joined(points)));
        }
    }

    /// Draws a dot; whoever points at it reads `hint`.
    pub(super) fn dot(&mut self, [x, y]: [f64; 2], radius: f64, class: &str, hint: &str) {
        let (x, y, radius, hint) = (short(x), short(y), short(radius), escape(hint));
        self.push(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" class=\"{class}\"><title>{hint}</title></circle>"
        ));
    }

    fn push(&mut self, element: std::fmt::Arguments<'_>) {
        writeln!(self.body, "{element}").expect("a text can always grow");
    }

    /// The picture as a file of its own.
    pub(super) fn finish(self, title: &str) -> String {
        let (width, height, title) = (short(self.width), short(self.height), escape(title));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" role=\"img\">\n<title>{title}</title>\n<style>{STYLE}</style>\n\
             <rect width=\"100%\" height=\"100%\" class=\"paper\"/>\n{}</svg>\n",
            self.body
        )
    }
}

fn joined(points: &[[f64; 2]]) -> String {
    points.iter().map(|[x, y]| format!("{},{}", short(*x), short(*y))).collect::<Vec<_>>().join("L")
}

/// A length to a tenth of a pixel.
fn short(value: f64) -> String {
    fixed(value, 1)
}

/// A text that is no markup, whatever somebody has named an entrant.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// An axis: values from `from` to `to`, drawn between two places.
#[derive(Clone, Copy)]
pub(super) struct Scale {
    values: [f64; 2],
    places: [f64; 2],
}

impl Scale {
    /// From the lowest to the highest value, with a little air if they are the same.
    pub(super) fn new(values: [f64; 2], places: [f64; 2]) -> Scale {
        let air = if values[1] - values[0] > 1e-12 { 0.0 } else { (values[0].abs() * 0.1).max(1e-6) };
        Scale { values: [values[0] - air, values[1] + air], places }
    }

    /// Where a value is drawn; values outside are drawn at the end.
    pub(super) fn place(&self, value: f64) -> f64 {
        let share = ((value - self.values[0]) / (self.values[1] - self.values[0])).clamp(0.0, 1.0);
        self.places[0] + share * (self.places[1] - self.places[0])
    }

    /// Round values along the axis, about so many, and the digits that they need.
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
    fn names_are_no_markup() {
        let mut svg = Svg::new(10.0, 10.0);
        svg.text([1.0, 2.0], Anchor::Start, "", "<b>&\"");
        assert!(svg.finish("a<b").contains("&lt;b&gt;&amp;&quot;"));
    }
}
