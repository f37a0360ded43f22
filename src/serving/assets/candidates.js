// The candidates of a decision, as they become known: the best first, with bars that show chance and error.

import { element, follow, percent } from "./lab.js";

// Follows the analysis of a decision in a box; `onPick` is told which move was chosen.
export function showCandidates(box, path, body, options = {}) {
  const state = element("p", { class: "note", "aria-live": "polite", text: "thinking …" });
  const table = element("table", { class: "candidates" });
  box.replaceChildren(state, element("div", { class: "wide", tabindex: 0, role: "region", "aria-label": "Candidates" }, table));
  const running = follow(path, body, (event) => {
    draw(table, event, options);
    const verdict = event.is_close ? "too close to call" : event.moves.length > 1 ? "one move is best" : "only one move";
    state.textContent = `${effort(event)} · ${verdict}`;
    box.dataset.seen = event.worlds ?? event.looks;
    box.dataset.error = Math.max(...event.moves.map((row) => row.chance[1] ?? 1));
  }, (error) => { if (error) state.textContent = error.message; else state.textContent += " · done"; });
  return running;
}

// In how many worlds the moves were tried, or how often a search has looked at them.
export const effort = (event) => (event.worlds === undefined ? `${event.looks} looks` : `${event.worlds.toLocaleString("en")} worlds`);

function heading(...words) {
  return element("thead", {}, element("tr", {}, ...words.map((word, index) => element("th", { scope: "col", class: index ? (word ? "" : "bar") : "text", text: word }))));
}

function draw(table, event, options) {
  const rows = event.moves.map((row) => {
    const word = row.close ? (event.is_close ? "close" : "best") : "";
    const cells = [
      element("td", { class: "text" }, options.onPick ? element("button", { type: "button", class: "plain", text: row.move, title: row.words, onclick: () => options.onPick(row.move) }) : row.move, row.played ? element("span", { class: "tag", text: "played" }) : null),
      element("td", { class: "bar" }, bar(row.chance)),
      element("td", { text: pair(row.chance) }),
      row.worms ? element("td", { text: row.worms[0].toFixed(1) }) : null,
      element("td", { text: row.close ? "" : loss(row.loss) }),
      element("td", { class: "text verdict", text: word }),
    ];
    return element("tr", { class: row.close ? "close" : "" }, ...cells);
  });
  const worms = event.moves.some((row) => row.worms) ? ["worms"] : [];
  table.replaceChildren(heading("move", "", "chance to win", ...worms, "loss, points", " "), element("tbody", {}, ...rows));
}

const pair = ([mean, error]) => percent(mean).replace(" %", "") + (error === null ? "" : " ± " + (100 * error).toFixed(1)) + " %";
const loss = ([mean, error]) => (error === null ? "" : (100 * mean).toFixed(1) + " ± " + (100 * error).toFixed(1));

// The chance as a bar, with its error as a lighter part.
function bar([mean, error]) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 100 10");
  svg.setAttribute("class", "chance");
  svg.setAttribute("aria-hidden", "true");
  const part = (x, width, name) => {
    const made = document.createElementNS(space, "rect");
    for (const [key, value] of Object.entries({ x, width: Math.max(0, width), y: 1, height: 8, class: name })) made.setAttribute(key, value);
    svg.append(made);
  };
  const [low, high] = [Math.max(0, mean - (error || 0)), Math.min(1, mean + (error || 0))];
  part(0, 100 * low, "sure");
  part(100 * low, 100 * (high - low), "unsure");
  return svg;
}
