// The page of a tuning or a learning: its pictures, the tuned entrant, and its tables.

import { byId, count, element, fail, get, query, sortable, trouble } from "./lab.js";

const name = query.get("name") || "";
const TITLES = { "convergence.svg": "How the search converged", "sensitivity.svg": "How much each parameter matters", "learning.svg": "How the fit converged" };

function picture(file) {
  const source = "/picture?" + new URLSearchParams({ name, file, at: Date.now() });
  return element("figure", {}, element("h2", { text: TITLES[file] || file }), element("div", { class: "wide", tabindex: 0, role: "region", "aria-label": TITLES[file] || file }, element("a", { href: source, title: "The picture alone" }, element("img", { class: "picture", src: source, alt: (TITLES[file] || file) + ", as a chart" }))));
}

// Six digits are for programs; the file has them.
const short = (cell) => (/^-?\d+\.\d{5,}$/.test(cell) ? Number(cell).toFixed(3) : cell);
const LONG = 40;

// A share, its low end and its high end are three columns for programs, and one for people.
function merged(rows) {
  const head = rows[0], isEnd = (at, end) => (head[at] || "").endsWith("_" + end);
  const columns = head.flatMap((word, at) => (isEnd(at, "low") || isEnd(at, "high") ? [] : [{ word, at, isShare: isEnd(at + 1, "low") && isEnd(at + 2, "high") }]));
  const cell = (row) => ({ at, isShare }) => {
    if (!isShare || row[at] === "") return { text: short(row[at]), value: row[at] };
    return { text: `${(100 * row[at]).toFixed(1)} ± ${(50 * (row[at + 2] - row[at + 1])).toFixed(1)}`.replace("-", "−"), value: row[at] };
  };
  return { head: columns.map(({ word, isShare }) => word.replaceAll("_", " ") + (isShare ? ", %" : "")), body: rows.slice(1).map((row) => columns.map(cell(row))) };
}

function table({ title, rows, of, file }) {
  const { head, body } = merged(rows);
  const isText = (column) => body.some((row) => Number.isNaN(Number(row[column].value)));
  const made = element("table", { class: "wordy" },
    element("thead", {}, element("tr", {}, ...head.map((word, column) => element("th", { scope: "col", class: isText(column) ? "text" : "" }, element("button", { type: "button", text: word }))))),
    element("tbody", {}, ...body.map((row) => element("tr", {}, ...row.map((cell, column) => element("td", { class: isText(column) ? "text" : "number", text: cell.text, "data-value": cell.value }))))));
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
  const what = { learn: "A net that learns from games of", tune: "A tuning of" }[facts.kind] || "Something else of";
  byId("about").textContent = `${what} ${facts.entrants.join(", ") || "an entrant"}, ${facts.state}${facts.of ? ", " + count(facts.of) + " games" : ""}.`;
  byId("command").textContent = facts.command || "";
  byId("pictures").replaceChildren(...facts.pictures.map(picture));
  if (facts.entrant) byId("entrant").replaceChildren(element("h2", { text: "The tuned entrant" }), element("pre", { text: facts.entrant, tabindex: 0 }));
  byId("tables").replaceChildren(...facts.tables.map(table));
  // A search that goes on draws its picture every ten seconds.
  if (facts.state === "running") setTimeout(() => show().catch(trouble), 5000);
}
show().catch(fail);
