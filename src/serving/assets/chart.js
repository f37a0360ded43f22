// Lines over numbers, as SVG. Every line has a colour, a pattern and its name at its end: none depends on colour alone.

import { byId } from "./lab.js";

const SPACE = "http://www.w3.org/2000/svg";
const PATTERNS = ["", "6 3", "2 3", "9 3 2 3", "1 4", "12 4"];

function make(tag, attributes, text) {
  const made = document.createElementNS(SPACE, tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

const ROW = 13;
const LETTER = 6.6;

// A name in rows of at most so many letters, broken after separators where there are some: no name is ever cut.
function rowsOf(name, most) {
  const parts = name.split(/(?<=[:,/_ -])/u).flatMap((part) => part.match(new RegExp(`.{1,${most}}`, "gsu")) || []);
  return parts.reduce((rows, part) => {
    if (rows.length && rows.at(-1).length + part.length <= most) rows[rows.length - 1] += part;
    else rows.push(part);
    return rows;
  }, []);
}

// Names that would lie upon each other are moved apart; the last ones go up if there is no room below, the first ones down.
function spread(ends, top, bottom) {
  ends.sort((one, other) => one.at - other.at);
  let most = bottom;
  for (const end of ends.slice().reverse()) {
    end.at = Math.min(end.at, most - ROW * (end.rows.length - 1));
    most = end.at - ROW;
  }
  let least = top;
  for (const end of ends) {
    end.at = Math.max(end.at, least);
    least = end.at + ROW * end.rows.length;
  }
}

// As wide as there is room for, so that letters on a phone are no smaller than elsewhere.
function sizes(names, room) {
  const width = Math.max(280, Math.min(640, room || byId("main").clientWidth - 40));
  const letters = Math.min(Math.floor((0.36 * width) / LETTER), Math.max(8, ...names.map((name) => [...name].length)));
  const rows = names.map((name) => rowsOf(name, letters));
  const height = Math.max(220, ROW * rows.flat().length + 40);
  return { width, height, rows, right: LETTER * letters + 12 };
}

// `lines`: { name, points: [[x, y, error?]] }; `options`: { width, label, low, high, format, marks: [{ y, name }], cursor, onPick }.
export function chart(lines, options) {
  const marks = options.marks || [];
  const { width, height, rows, right } = sizes([...marks, ...lines].map((one) => one.name), options.width);
  const [left, top, bottom] = [46, 10, 24];
  const all = lines.flatMap((line) => line.points);
  const svg = make("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": options.label, class: "chart" });
  const xs = all.map((point) => point[0]), ys = all.map((point) => point[1]).concat(marks.map((mark) => mark.y));
  const [x0, x1] = [options.first ?? Math.min(...xs, 0), Math.max(options.last ?? 0, ...xs, 1)];
  const [y0, y1] = [options.low ?? Math.min(...ys, 0), options.high ?? Math.max(...ys, 1e-9)];
  const x = (value) => left + ((value - x0) / (x1 - x0 || 1)) * (width - left - right);
  const y = (value) => top + (1 - (value - y0) / (y1 - y0 || 1)) * (height - top - bottom);
  const format = options.format || ((value) => (Math.abs(value) < 0.05 ? 0 : value).toFixed(1).replace("-", "−"));
  const ends = [];
  const middle = y0 < 0 && y1 > 0 ? 0 : (y0 + y1) / 2;
  for (const value of [y0, middle, y1]) {
    svg.append(make("line", { x1: left, x2: width - right, y1: y(value), y2: y(value), class: "grid" }));
    svg.append(make("text", { x: left - 6, y: y(value) + 4, "text-anchor": "end" }, format(value)));
  }
  for (const mark of marks) {
    svg.append(make("line", { x1: left, x2: width - right, y1: y(mark.y), y2: y(mark.y), class: "bound" }));
    ends.push({ rows: rows[ends.length], at: y(mark.y) });
  }
  svg.append(make("text", { x: left, y: height - 6 }, options.from ?? ""));
  svg.append(make("text", { x: width - right, y: height - 6, "text-anchor": "end" }, options.to ?? ""));
  lines.forEach((line, index) => {
    if (!line.points.length) return;
    const style = "line line-" + (index % 6);
    const upper = line.points.map(([px, py, error]) => [x(px), y(Math.min(y1, py + 1.96 * (error || 0)))]);
    const lower = line.points.map(([px, py, error]) => [x(px), y(Math.max(y0, py - 1.96 * (error || 0)))]).reverse();
    if (line.points.some((point) => point[2])) svg.append(make("polygon", { points: upper.concat(lower).map((at) => at.join()).join(" "), class: "band line-" + (index % 6) }));
    const path = line.points.map(([px, py]) => x(px).toFixed(1) + "," + y(py).toFixed(1)).join(" ");
    svg.append(make("polyline", { points: path, class: style, "stroke-dasharray": PATTERNS[index % 6] }));
    ends.push({ rows: rows[marks.length + index], at: y(line.points[line.points.length - 1][1]), index });
  });
  spread(ends, top, height - bottom);
  for (const { rows, at, index } of ends) {
    const style = index === undefined ? "" : "name line-" + (index % 6);
    rows.forEach((row, number) => svg.append(make("text", { x: width - right + 6, y: at + 4 + ROW * number, class: style }, row)));
  }
  if (options.cursor !== undefined) svg.append(make("line", { x1: x(options.cursor), x2: x(options.cursor), y1: top, y2: height - bottom, class: "cursor" }));
  if (options.onPick) {
    svg.addEventListener("click", (event) => {
      const box = svg.getBoundingClientRect();
      const at = ((event.clientX - box.left) / box.width) * width;
      options.onPick(Math.round(x0 + ((at - left) / (width - left - right)) * (x1 - x0)));
    });
  }
  return svg;
}
