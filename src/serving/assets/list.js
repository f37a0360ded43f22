// The list of all runs: sorted, searched, and looked at again while it is open.

import { byId, count, element, get, link, sortable, sortRows, trouble, withInterval } from "./lab.js";

const table = byId("runs"), search = byId("search");
const KINDS = { tournament: "tournament", match: "match", tune: "tuning", learn: "learning", other: "something else", run: "run" };
let last = "";

// On a phone a row is a list, in which numbers need their labels.
function cell(text, value, className, label) {
  return element("td", { class: className, "data-value": value, "data-label": label, text });
}

// A line for each number of players.
function lines(texts, value, className) {
  return element("td", { class: "lines " + (className || ""), "data-value": value }, ...texts.map((text) => element("div", { text })));
}

function when(seconds) {
  return seconds ? new Date(seconds * 1000).toISOString().slice(0, 16).replace("T", " ") : "–";
}

function row(run) {
  const page = ["tune", "learn", "other"].includes(run.kind) ? "/tuning" : "/run";
  const name = element("td", { class: "text", "data-value": run.name }, link(page, run.name, { name: run.name }));
  if (run.state !== "finished") name.append(element("span", { class: "tag " + run.state, text: run.state, title: run.error }));
  const winners = run.winners || [], entrants = run.entrants || [];
  const who = entrants.slice(0, 4).join(", ") + (entrants.length > 4 ? " and " + (entrants.length - 4) + " more" : "");
  const games = run.games === null || run.games === undefined ? (run.of ? (run.state === "finished" ? "" : "of ") + count(run.of) : "–") : count(run.games) + (run.state !== "finished" && run.of ? " of " + count(run.of) : "");
  const made = element("tr", { "data-run": run.name }, name, cell(KINDS[run.kind] || run.kind, undefined, "text"), cell(who || run.error || "", undefined, "text"),
    cell((run.players || []).join(", "), undefined, "", "players"), cell(games, run.games ?? run.of ?? 0, "", "games"),
    lines(winners.map((best) => best.name + (best.tied ? " (not alone)" : "") + (winners.length > 1 ? ", " + best.players + " players" : "")), undefined, "text"),
    lines(winners.map((best) => withInterval(best.rate, best.interval)), winners.length ? winners[0].rate : ""), cell(when(run.modified), run.modified || 0, "number"));
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

async function refresh() {
  const list = await get("/api/runs");
  const text = JSON.stringify(list);
  if (text === last) return;
  last = text;
  byId("folder").textContent = `All runs and tunings in ${list.folder}.`;
  table.tBodies[0].replaceChildren(...list.runs.map(row));
  byId("empty").hidden = list.runs.length > 0;
  sortRows(table);
  filter();
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
