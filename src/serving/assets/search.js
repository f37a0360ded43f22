// Looking for games of a run: what is found appears while the search goes on.

import { byId, count, element, follow } from "./lab.js";

let running = null;

function choices(select, first, values) {
  select.replaceChildren(new Option(first, ""), ...values.map((value) => new Option(value, value)));
}

// The line-ups of the chosen number of players, or of all; each knows its own number.
function offerLineUps(sizes) {
  const wanted = byId("s-players").value, shown = sizes.filter((size) => !wanted || String(size.players) === wanted);
  const options = shown.flatMap((size) => size.line_ups.map((names, index) => new Option(names.join(", "), size.players + "/" + index)));
  byId("s-lineup").replaceChildren(new Option("any", ""), ...options);
}

export function prepareSearch(name, facts, gameLink) {
  choices(byId("s-players"), "any", facts.sizes.map((size) => size.players));
  offerLineUps(facts.sizes);
  byId("s-players").addEventListener("change", () => offerLineUps(facts.sizes));
  for (const id of ["s-entrant", "s-winner"]) choices(byId(id), "anyone", facts.entrants.map((one) => one.name));
  byId("search").addEventListener("submit", (event) => {
    event.preventDefault();
    start(name, gameLink);
  });
  byId("s-stop").addEventListener("click", () => end("stopped"));
}

function end(word) {
  if (running) running.stop();
  running = null;
  byId("s-stop").hidden = true;
  byId("s-state").textContent += " · " + word;
}

function row(game, gameLink) {
  const text = (value) => element("td", { class: "text", text: value });
  const number = (value) => element("td", { text: value });
  return element("tr", {}, element("td", { class: "text" }, gameLink(game.at)), text(game.strategies.join(", ")), text(game.winner),
    number(game.worms.join(" : ")), number(game.margin), number(game.steals), number(game.faults));
}

function start(name, gameLink) {
  if (running) running.stop();
  const rows = byId("found").tBodies[0];
  rows.replaceChildren();
  byId("s-box").hidden = false;
  byId("s-stop").hidden = false;
  byId("s-state").textContent = "looking …";
  const [size, lineup] = byId("s-lineup").value.split("/");
  const wish = {
    name, players: size || byId("s-players").value, lineup, entrant: byId("s-entrant").value, winner: byId("s-winner").value,
    margin_min: byId("s-min").value, margin_max: byId("s-max").value, steals: byId("s-steals").value, faults: byId("s-faults").checked,
  };
  let note = "";
  running = follow("/api/search", wish, (event) => {
    if (event.note) note = " · " + event.note;
    if (event.found) rows.append(...event.found.map((game) => row(game, gameLink)));
    if (event.scanned) byId("s-state").textContent = `${count(rows.rows.length)} found in ${count(event.scanned)} games looked at${note}`;
    else byId("s-state").textContent += note;
  }, (error) => end(error ? error.message : "done"));
}
