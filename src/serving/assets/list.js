// The list of all runs: sorted, searched, and looked at again while it is open.

import { byId, count, element, get, link, nameParts, sortable, sortRows, trouble, when, withInterval } from "./lab.js";

const table = byId("runs"), search = byId("search");
const KINDS = { tournament: "tournament", match: "match", tune: "tuning", learn: "learning", other: "something else", run: "run" };
let last = "";

// On a phone a row is a list, in which numbers need their labels.
function cell(text, value, className, label) {
  return element("td", { class: className, "data-value": value, "data-label": label, text });
}

// A line for each number of players.
function lines(texts, value, className) {
  // One alone may be broken; several stay beside those of the next column.
  return element("td", { class: (texts.length > 1 ? "lines " : "lines free ") + (className || ""), "data-value": value }, ...texts.map((text) => element("div", {}, ...(texts.length > 1 ? [text] : nameParts(text)))));
}

function row(run) {
  const page = ["tune", "learn", "other"].includes(run.kind) ? "/tuning" : "/run";
  const name = element("td", { class: "text", "data-value": run.name }, link(page, run.name, { name: run.name }));
  if (run.state !== "finished") name.append(element("span", { class: "tag " + run.state, text: run.state, title: run.error }));
  const winners = run.winners || [], entrants = run.entrants || [];
  const who = entrants.slice(0, 4).join(", ") + (entrants.length > 4 ? " and " + (entrants.length - 4) + " more" : "");
  const games = run.games === null || run.games === undefined ? (run.of ? (run.state === "finished" ? "" : "of ") + count(run.of) : "–") : count(run.games) + (run.state !== "finished" && run.of ? " of " + count(run.of) : "");
  const made = element("tr", { "data-run": run.name }, name, cell(KINDS[run.kind] || run.kind, undefined, "text"), element("td", { class: "text" }, ...nameParts(who || run.error || "")),
    cell((run.players || []).join(", "), undefined, "", "players"), cell(games, run.games ?? run.of ?? 0, "", "games"),
    lines(winners.map((best) => best.name + (best.tied ? " (not alone)" : "") + (winners.length > 1 ? ", " + best.players + " players" : "")), undefined, "text"),
    lines(winners.map((best) => withInterval(best.rate, best.interval)), winners.length ? winners[0].rate : "", "number"), cell(when(run.modified), run.modified || 0, "number"));
  made.dataset.text = [run.name, KINDS[run.kind], run.state, ...entrants].join(" ").toLowerCase();
  return made;
}

function filter() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const row of table.tBodies[0].rows) {
    row.hidden = !words.every((word) => row.dataset.text.includes(word));
    if (!row.hidden) shown += 1;
  }
  byId("shown").value = words.length ? `${shown} of ${table.tBodies[0].rows.length}` : "";
}

// A row that is drawn again keeps the focus.
function draw(runs) {
  const held = table.contains(document.activeElement) && document.activeElement.closest("tbody tr");
  table.tBodies[0].replaceChildren(...runs.map(row));
  sortRows(table);
  filter();
  const now = held && [...table.tBodies[0].rows].find((row) => row.dataset.run === held.dataset.run);
  if (now) now.querySelector("a").focus({ preventScroll: true });
}

async function refresh() {
  const list = await get("/api/runs");
  const text = JSON.stringify(list);
  if (text === last) return;
  last = text;
  byId("folder").textContent = `All runs and tunings in ${list.folder}.`;
  byId("empty").hidden = list.runs.length > 0;
  draw(list.runs);
}

sortable(table);
search.addEventListener("input", filter);
async function loop() {
  try {
    await refresh();
    trouble(null);
  } catch (error) {
    trouble(error);
  }
  setTimeout(loop, document.hidden ? 10000 : 2000);
}
loop();
