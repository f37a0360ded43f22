// Lines over numbers, as SVG. Every line has a colour, a pattern and its name at its end: none depends on colour alone.

const SPACE = "http://www.w3.org/2000/svg";
const PATTERNS = ["", "6 3", "2 3", "9 3 2 3", "1 4", "12 4"];

function make(tag, attributes, text) {
  const made = document.createElementNS(SPACE, tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

// `lines`: { name, points: [[x, y, error?]] }; `options`: { label, low, high, format, marks: [{ y, name }], cursor, onPick }.
export function chart(lines, options) {
  const [width, height, left, right, top, bottom] = [640, 220, 46, 96, 10, 24];
  const all = lines.flatMap((line) => line.points);
  const svg = make("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": options.label, class: "chart" });
  const xs = all.map((point) => point[0]), ys = all.map((point) => point[1]).concat((options.marks || []).map((mark) => mark.y));
  const [x0, x1] = [options.first ?? Math.min(...xs, 0), Math.max(options.last ?? 0, ...xs, 1)];
  const [y0, y1] = [options.low ?? Math.min(...ys, 0), options.high ?? Math.max(...ys, 1e-9)];
  const x = (value) => left + ((value - x0) / (x1 - x0 || 1)) * (width - left - right);
  const y = (value) => top + (1 - (value - y0) / (y1 - y0 || 1)) * (height - top - bottom);
  const format = options.format || ((value) => (Math.abs(value) < 0.05 ? 0 : value).toFixed(1));
  const ends = [];
  for (const part of [0, 0.5, 1]) {
    const value = y0 + part * (y1 - y0);
    svg.append(make("line", { x1: left, x2: width - right, y1: y(value), y2: y(value), class: "grid" }));
    svg.append(make("text", { x: left - 6, y: y(value) + 4, "text-anchor": "end" }, format(value)));
  }
  for (const mark of options.marks || []) {
    svg.append(make("line", { x1: left, x2: width - right, y1: y(mark.y), y2: y(mark.y), class: "bound" }));
    ends.push({ name: mark.name, at: y(mark.y) });
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
    ends.push({ name: line.name, at: y(line.points[line.points.length - 1][1]), index });
  });
  // Names that would lie upon each other are moved apart.
  ends.sort((one, other) => one.at - other.at);
  // The last ones go up if there is no room below.
  for (let place = ends.length - 1, most = height - bottom; place >= 0; place -= 1, most -= 13) ends[place].at = Math.min(ends[place].at, most);
  ends.forEach((end, place) => { if (place) end.at = Math.max(end.at, ends[place - 1].at + 13); });
  for (const end of ends) svg.append(make("text", { x: width - right + 6, y: end.at + 4, class: end.index === undefined ? "" : "name line-" + (end.index % 6) }, end.name.length > 14 ? end.name.slice(0, 13) + "…" : end.name));
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
