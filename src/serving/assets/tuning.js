// The page of a tuning or a learning: its pictures, the tuned entrant, and its tables.

import { byId, count, element, get, query, sortable, trouble } from "./lab.js";

const name = query.get("name") || "";
const TITLES = { "convergence.svg": "How the search converged", "sensitivity.svg": "How much each parameter matters", "learning.svg": "How the fit converged" };

function picture(file) {
  const source = "/picture?" + new URLSearchParams({ name, file, at: Date.now() });
  return element("figure", {}, element("h2", { text: TITLES[file] || file }), element("img", { class: "picture", src: source, alt: (TITLES[file] || file) + " as a chart; the numbers are in the tables below" }));
}

// Six digits are for programs; the file has them.
const short = (cell) => (/^-?\d+\.\d{5,}$/.test(cell) ? Number(cell).toFixed(3) : cell);
const LONG = 40;

function table({ title, rows, of, file }) {
  const [head, ...body] = rows;
  const isText = (column) => body.some((row) => Number.isNaN(Number(row[column])));
  const made = element("table", {},
    element("thead", {}, element("tr", {}, ...head.map((word, column) => element("th", { scope: "col", class: isText(column) ? "text" : "" }, element("button", { type: "button", text: word.replaceAll("_", " ") }))))),
    element("tbody", {}, ...body.map((row) => element("tr", {}, ...row.map((cell, column) => element("td", { class: isText(column) ? "text" : "", text: short(cell) }))))));
  sortable(made);
  const more = of > body.length ? element("p", { class: "note", text: `The first ${count(body.length)} of ${count(of)} rows; all are in ${file}.` }) : null;
  const box = element("div", { class: "wide", tabindex: 0, role: "region", "aria-label": title }, made);
  const shown = body.length > LONG ? element("details", {}, element("summary", { text: count(body.length) + " rows" }), box) : box;
  return element("section", {}, element("h2", { text: title }), more, shown);
}

async function show() {
  const facts = await get("/api/tuning", { name });
  document.title = name + " · karteneck";
  byId("title").textContent = name;
  const what = facts.kind === "learn" ? "A learning" : "A tuning";
  byId("about").textContent = `${what}${facts.entrants.length ? " of " + facts.entrants.join(", ") : ""}, ${facts.state}${facts.of ? ", " + count(facts.of) + " games" : ""}.`;
  byId("command").textContent = facts.command || "";
  byId("pictures").replaceChildren(...facts.pictures.map(picture));
  if (facts.entrant) byId("entrant").replaceChildren(element("h2", { text: "The tuned entrant" }), element("pre", { text: facts.entrant, tabindex: 0 }));
  byId("tables").replaceChildren(...facts.tables.map(table));
  // A search that goes on draws its picture every ten seconds.
  if (facts.state === "running") setTimeout(() => show().catch(trouble), 5000);
}
show().catch(trouble);
