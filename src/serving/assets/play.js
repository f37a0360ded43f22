// A game of a person. The page shows what the server sends, which is what the person may know; every move is asked for there.

import { byId, element, follow, get, link, offerEntrants, post, query, trouble, when } from "./lab.js";
import { effort, showCandidates } from "./candidates.js";

let state = null, table = null, chosen = [], hints = null, timer = null, looking = 0, shows = 0;

function seats() {
  const players = Number(byId("players").value), seat = byId("seat").value || "0";
  byId("seat").replaceChildren(...Array.from({ length: players }, (_, index) => new Option("seat " + index, index)));
  byId("seat").value = Number(seat) < players ? seat : "0";
  const box = byId("opponents");
  while (box.children.length > players - 1) box.lastChild.remove();
  while (box.children.length < players - 1) {
    const number = box.children.length + 1;
    box.append(element("label", {}, "Opponent " + number, element("input", { list: "entrants", class: "opponent", value: "tuned", size: 16 })));
  }
}

async function setup() {
  byId("setup").hidden = false;
  seats();
  offerEntrants(byId("entrants"));
  const { games, count } = await get("/api/games");
  const open = (game) => (game.over ? link("/game", game.name, { record: game.name + ".jsonl" }) : link("/play", game.name, { id: game.name }));
  byId("games").replaceChildren(...games.map((game) => element("li", {}, open(game), element("span", { class: "tag", text: game.over ? "finished: look at it" : "unfinished: come back" }),
    element("div", { class: "note", text: [game.players.join(", "), when(game.modified)].filter(Boolean).join(" · ") }))));
  if (count > games.length) byId("games").append(element("li", { class: "note", text: `… and ${count - games.length} older ones` }));
  if (!games.length) byId("games").replaceChildren(element("li", { text: "None yet." }));
}

async function deal(event) {
  event.preventDefault();
  if (busy) return;
  busy = true;
  trouble(null);
  const opponents = [...document.querySelectorAll(".opponent")].map((input) => input.value);
  try {
    const begun = await post("/api/play/new", { opponents, seat: Number(byId("seat").value), seed: byId("seed").value, name: byId("name").value });
    history.pushState(null, "", "/play?" + new URLSearchParams({ id: begun.id }));
    byId("setup").hidden = true;
    show(begun);
  } catch (error) {
    trouble(error);
  } finally {
    busy = false;
  }
}

// Every act says after how many moves it was chosen: a second click, or another window, does not move twice.
const ask = (action, more) => post("/api/play/" + action, { id: state.id, after: state.moves, ...more });

let busy = false;
async function act(action, more) {
  if (busy) return;
  busy = true;
  trouble(null);
  clearTimeout(timer);
  if (hints) hints.stop();
  byId("hints").replaceChildren();
  try {
    show(await ask(action, more));
  } catch (error) {
    if (error.status === 409) show(await ask("open").catch(() => state));
    trouble(error);
  } finally {
    busy = false;
  }
}

function hand() {
  const text = state.frame.seats[state.seat].hand;
  return text ? text.split(" ") : [];
}

// What the chosen cards would do is the server's to say.
async function preview() {
  const look = ++looking, cards = chosen.map((index) => hand()[index]).join(" ");
  table.select(chosen.map((index) => hand()[index]));
  byId("lay").disabled = true;
  if (!cards) { byId("preview").textContent = "Choose cards of one kind to lay, or pass."; return; }
  try {
    const told = await ask("preview", { cards });
    if (look !== looking) return;
    byId("preview").textContent = told.refused || told.words;
    byId("lay").disabled = Boolean(told.refused);
  } catch (error) {
    if (look === looking) byId("preview").textContent = error.message;
  }
}

function toggle(card, index) {
  if (!state.yours) return;
  chosen = chosen.includes(index) ? chosen.filter((other) => other !== index) : [...chosen, index];
  preview();
}

function turn() {
  byId("turn").hidden = !state.yours;
  if (!state.yours) return;
  const button = (choice, className) => element("button", { type: "button", class: className, "data-move": choice.move, text: choice.words, onclick: () => act("move", { move: choice.move }) });
  byId("passes").replaceChildren(...state.choices.filter((choice) => !choice.cards).map((choice) => button(choice)));
  byId("choices").replaceChildren(...state.choices.map((choice) => button(choice)));
  preview();
}

// What a player did; the person is spoken to.
function deed(line) {
  const mine = line.seat === state.seat, words = mine ? line.words.replace(/\bpasses\b/g, "pass").replace(/\b(lay|steal|take)s\b/g, "$1") : line.words;
  return `${mine ? "you" : state.names[line.seat]} ${words}`;
}

function log() {
  const items = [];
  let round = 0;
  for (const line of state.log) {
    if (line.round !== round) { round = line.round; items.push(element("li", { class: "round", text: "Round " + round })); }
    const drawn = line.draw ? ", draw " + line.draw : line.count ? `, ${line.count === 1 ? "draws a card" : "draws " + line.count + " cards"}` : "";
    items.push(element("li", { text: deed(line) + drawn }));
    for (const served of line.menu || []) items.push(element("li", { class: "note", text: "menu: " + served }));
  }
  if (!items.length) items.push(element("li", { class: "note", text: "Nothing yet." }));
  byId("log").replaceChildren(...items);
  byId("log").scrollTop = byId("log").scrollHeight;
}

// What happened last, in words.
function told(now) {
  const last = now.log.at(-1);
  if (!last) return "The game begins.";
  return deed(last).replace(/^you/, "You") + (last.menu ? "; " + last.menu.join("; ") : "");
}

function show(now) {
  state = now;
  shows += 1;
  document.body.dataset.shown = shows;
  document.body.dataset.over = now.over;
  if (now.notes.length) trouble(new Error(now.notes.join("\n")));
  if (now.over) { end(); return; }
  byId("game").hidden = false;
  byId("about").textContent = `${now.names.join(", ")} · round ${now.round} of ${now.rounds} · ${now.supply} portions to come · saved as ${now.id}`;
  table ??= KarteneckTable(byId("table"), { names: now.names, worms: now.worms });
  table.onCard = toggle;
  chosen = [];
  table.select([]);
  table.show({ ...now.frame, words: told(now) }, { perspective: now.seat });
  byId("hint").disabled = !now.yours;
  byId("change").disabled = !now.yours;
  byId("undo").disabled = !now.undo;
  turn();
  log();
  document.body.dataset.moves = now.log.length;
  document.body.dataset.yours = now.yours;
  if (!now.yours) timer = setTimeout(() => act("step"), Number(byId("pace").value));
}

function end() {
  byId("game").hidden = true;
  byId("over").hidden = false;
  const won = state.place === 1, last = state.place === state.players;
  byId("verdict").textContent = won ? "You win!" : last ? "You finish last this time." : `You finish in place ${state.place} of ${state.players}.`;
  const rows = state.rows.map((row) => element("tr", {}, element("td", { text: row.place }), element("td", { class: "text", text: row.name }), element("td", { text: row.words }), element("td", { text: row.best })));
  const head = ["place", "player", "worms", "best portion"].map((word) => element("th", { scope: "col", class: word === "player" ? "text" : "", text: word }));
  byId("places").replaceChildren(element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows)), ...state.faults.map((words) => element("p", { text: words })));
  const which = { record: state.id + ".jsonl" };
  byId("board").href = "/game?" + new URLSearchParams(which);
  byId("verdict").tabIndex = -1;
  byId("verdict").focus();
  review(which);
}

// Accuracy, and the three biggest mistakes.
function review(which) {
  const decisions = [];
  follow("/api/judge", { game: which, seat: state.seat }, (event) => {
    if (event.decision) {
      decisions.push(event.decision);
      byId("review").textContent = `judging your decision ${event.progress[0]} of ${event.progress[1]} …`;
      return;
    }
    const own = event.seats[state.seat].accuracy;
    const kept = own ? `You kept ${(100 * own[0]).toFixed(0)} ± ${(100 * own[1]).toFixed(0)} % of what was at stake in your decisions. ` : "";
    byId("review").textContent = `${kept}Judged from what you knew, by ${event.judge} (${effort(event)}).`;
    mistakes(decisions, which);
  }, (error) => { document.body.dataset.review = "done"; if (error) byId("review").textContent = error.message; });
}

function mistakes(decisions, which) {
  const worst = decisions.filter((one) => one.mistake).sort((one, other) => other.loss[0] - one.loss[0]).slice(0, 3);
  const row = (one) => element("tr", {}, element("td", { class: "text" }, link("/game", one.place, { ...which, step: one.step - 1 })), element("td", { class: "text", text: one.played }), element("td", { class: "text", text: one.best }), element("td", { text: `${(100 * one.loss[0]).toFixed(1)} ± ${(100 * one.loss[1]).toFixed(1)}` }));
  const head = ["move", "played", "better", "loss, points"].map((word) => element("th", { scope: "col", class: "text", text: word }));
  const content = worst.length ? element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...worst.map(row))) : element("p", { text: "No mistake of yours is certain." });
  byId("mistakes").replaceChildren(element("h3", { text: worst.length ? "Your biggest mistakes" : "" }), content);
}

byId("players").addEventListener("change", seats);
byId("new").addEventListener("submit", deal);
byId("lay").addEventListener("click", () => act("move", { cards: chosen.map((index) => hand()[index]).join(" ") }));
byId("undo").addEventListener("click", () => act("undo"));
// What the person sees, in the editor.
byId("change").addEventListener("click", async () => {
  trouble(null);
  try {
    const { text, players } = await ask("position");
    sessionStorage.setItem("position", text);
    sessionStorage.setItem("players", JSON.stringify(players));
    location.href = "/position";
  } catch (error) {
    trouble(error);
  }
});
byId("hint").addEventListener("click", () => {
  if (hints) hints.stop();
  hints = showCandidates(byId("hints"), "/api/play/hint", { id: state.id }, { onPick: (move) => act("move", { move }) });
});
byId("pace").addEventListener("change", () => { if (state && !state.yours && !state.over) act("open"); });
window.addEventListener("popstate", () => location.reload());

const id = query.get("id");
if (id) {
  post("/api/play/open", { id }).then(show, (error) => { trouble(error); setup(); });
} else {
  setup().catch(trouble);
}
