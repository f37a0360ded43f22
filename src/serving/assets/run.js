// The page of a run: how it stands, live if it is being played by whichever process, its games, and its report.

import { byId, count, duration, element, estimate, fail, follow, get, link, nameParts, percent, post, query, trouble } from "./lab.js";
import { chart } from "./chart.js";
import { prepareSearch } from "./search.js";

const name = query.get("name") || "";
const DECISIONS = { null: "the null hypothesis is accepted", alternative: "the alternative is accepted" };
const signed = (number) => number.toFixed(2).replace("-", "−");
let facts = null, reported = "";

function table(size) {
  const heads = ["", "entrant", "win rate", "worms", "rating", "group"];
  const head = element("tr", {}, ...heads.map((word, index) => element("th", { scope: "col", class: index === 1 ? "text" : "", text: word })));
  const rows = size.standings.map((row) => element("tr", { "data-entrant": row.name },
    element("td", { text: row.rank }), element("td", { class: "text" }, ...nameParts(row.name)), element("td", { class: "number" }, ...estimate(row.rate, row.interval)),
    element("td", { text: row.worms === null ? "–" : row.worms.toFixed(2) }), element("td", { text: row.rating === null ? "–" : Math.round(row.rating) }),
    element("td", { text: row.group ?? "–" })));
  return element("div", { class: "wide", tabindex: 0, role: "region", "aria-label": `Standings at ${size.players} players` },
    element("table", { class: "standing" }, element("thead", {}, head), element("tbody", {}, ...rows)));
}

// How many games each entrant has played: the same number for all, unless one was shut out.
function each(size) {
  const games = size.standings.map((row) => row.games), [least, most] = [Math.min(...games), Math.max(...games)];
  return games.length ? `Win rates in percent; ± is half the width of a 95 % interval. Each entrant in ${least === most ? count(most) : count(least) + " to " + count(most)} games.` : "";
}

// The win rates over the games, and the test with its bounds.
function charts(size, width) {
  const parts = [], points = size.progress;
  // The report of a finished run has this curve, with intervals.
  if (points.length > 1 && facts.state !== "finished") {
    const leaders = size.standings.slice(0, 6).map((row) => row.name);
    const lines = leaders.map((entrant) => ({ name: entrant, points: points.flatMap((at) => {
      const row = at.standings.find((one) => one.entrant === entrant);
      return row && row.win_rate !== null ? [[Math.log2(at.blocks + 1), row.win_rate]] : [];
    }) }));
    parts.push(element("div", {}, element("h3", { text: "Win rates over the run" }), chart(lines, { width, label: "Win rates at fixed positions", low: 0, high: 1, format: (y) => percent(y, 0), first: 0, from: "start", to: count(points.at(-1).games) + " games (doubling)" })));
  }
  const tests = points.filter((at) => at.test);
  if (tests.length) {
    const { lower, upper, entrant, decision } = tests.at(-1).test;
    const line = { name: "LLR", points: tests.map((at) => [at.games, at.test.log_likelihood_ratio]) };
    const bounds = [{ y: upper, name: "accept H1" }, { y: lower, name: "accept H0" }];
    const figure = chart([line], { width, label: `Log-likelihood ratio of the test of ${entrant}`, low: Math.min(lower, ...line.points.map((at) => at[1])), high: Math.max(upper, ...line.points.map((at) => at[1])), marks: bounds, from: "0 games", to: count(tests.at(-1).games) + " games" });
    figure.id = "llr-" + size.players;
    parts.push(element("div", {}, element("h3", { text: `The test: log-likelihood ratio ${signed(line.points.at(-1)[1])} between ${signed(lower)} and ${signed(upper)}, ${DECISIONS[decision] || decision}` }), figure));
  }
  return parts;
}

function status() {
  const { state, games, of, rate, eta, stopped } = facts;
  const parts = [{ running: "Being played", stopped: "Not finished", finished: "Finished" }[state], count(games) + (state !== "finished" && of ? " of " + count(of) : "") + " games"];
  if (rate && state === "running") parts.push(count(Math.round(rate)) + " games/s");
  if (eta && state === "running") parts.push("about " + duration(eta) + " to go");
  if (stopped && stopped.length) parts.push([...new Set(stopped)].join(", "));
  return parts.join(" · ");
}

// The standings of all sizes, beside them their charts, which are as wide as there is room for.
function standings() {
  const boxes = facts.sizes.map((size) => ({ size, charts: element("div", { class: "charts" }) }));
  byId("standings").classList.toggle("single", boxes.length === 1);
  byId("standings").replaceChildren(...boxes.map((box) => element("section", {}, element("h2", { text: box.size.players + " players" }),
    element("p", { class: "note", text: each(box.size) }), element("div", { class: "beside" }, element("div", { class: "contained" }, table(box.size)), box.charts))));
  for (const box of boxes) box.charts.append(...charts(box.size, box.charts.clientWidth));
}

function show(now) {
  facts = now;
  document.title = name + " · karteneck";
  byId("title").textContent = name;
  byId("about").textContent = `A ${facts.kind} of ${facts.entrants.map((one) => one.name).join(", ")}` + (facts.seed === null ? ", with a secret seed" : ", seed " + facts.seed) + ".";
  byId("status").textContent = status();
  byId("status").dataset.games = facts.games;
  const bar = byId("progress");
  bar.hidden = facts.state === "finished" || !facts.of;
  if (facts.of) { bar.max = facts.of; bar.value = facts.games; }
  byId("stop").hidden = !facts.ours;
  byId("resume").hidden = facts.state !== "stopped";
  byId("command").textContent = facts.state === "finished" ? "" : facts.ours ? "" : facts.state === "running" ? "It is played by another process; stop it there." : "Resuming is: " + facts.resume;
  standings();
  if (byId("players").options.length) range();
  else prepareAddress();
  const stamp = facts.state + (facts.state === "finished");
  if (stamp !== reported) { reported = stamp; byId("report").src = "/report?" + new URLSearchParams({ name }); }
}

const sizeOf = (players) => facts.sizes.find((size) => String(size.players) === players) || facts.sizes[0];

function lineUps() {
  const size = sizeOf(byId("players").value);
  byId("lineup").replaceChildren(...size.line_ups.map((names, index) => new Option(index + ": " + names.join(", "), index)));
  range();
}

// How many blocks there are may be known only at the end.
function range() {
  const size = sizeOf(byId("players").value);
  byId("range").textContent = `Blocks ${count(size.blocks[0])} to ${count(size.blocks[1] - 1)}, rotations 0 to ${size.players - 1}.`;
}

function prepareAddress() {
  byId("players").replaceChildren(...facts.sizes.map((size) => new Option(size.players, size.players)));
  lineUps();
  prepareSearch(name, facts, gameLink);
}

function gameLink(at, words) {
  return link("/game", words || at.block + ":" + at.rotation, { run: name, address: at.block + ":" + at.rotation, lineup: at.lineup, players: at.players });
}

async function highlights() {
  const { games } = await get("/api/highlights", { name });
  byId("highlights").replaceChildren(...games.map((game) => element("li", {}, gameLink(game.at, game.title), element("div", { class: "note", text: game.about }))));
}

byId("players").addEventListener("change", lineUps);
byId("address").addEventListener("submit", (event) => {
  event.preventDefault();
  const [block, rotation] = byId("at").value.trim().split(":");
  location.href = gameLink({ block, rotation, lineup: byId("lineup").value || 0, players: byId("players").value }).href;
});
const change = (path) => async () => {
  trouble(null);
  try { await post(path, { name }); watch(); } catch (error) { trouble(error); }
};
byId("stop").addEventListener("click", change("/api/stop"));
byId("resume").addEventListener("click", change("/api/resume"));

byId("alone").href = "/report?" + new URLSearchParams({ name });
byId("print").addEventListener("click", () => { byId("report").contentWindow.focus(); byId("report").contentWindow.print(); });

// The report is as high as it needs to be.
byId("report").addEventListener("load", () => {
  const frame = byId("report"), root = frame.contentDocument && frame.contentDocument.documentElement;
  if (!root) return;
  const fit = () => { frame.style.height = Math.min(20000, root.offsetHeight + 30) + "px"; };
  new ResizeObserver(fit).observe(root);
  fit();
});

let watching = null;
function watch() {
  if (watching) watching.stop();
  watching = follow("/api/live?" + new URLSearchParams({ name }), null, show, (error) => { if (error) trouble(error); });
}
// What is known already came with the page.
const here = byId("data");
(here ? Promise.resolve(JSON.parse(here.textContent)) : get("/api/run", { name })).then((first) => {
  show(first);
  if (first.state !== "finished") watch();
  if (first.games > 0) highlights().catch(trouble);
}).catch(fail);
