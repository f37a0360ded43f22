// Any game, step by step: the table, the moves with what they were worth, and the analysis of the decision on the board.

import { byId, element, fail, follow, get, offerEntrants, percent, post, query, trouble } from "./lab.js";
import { chart } from "./chart.js";
import { effort, showCandidates } from "./candidates.js";

const NAMES = ["run", "address", "lineup", "players", "record", "line"];
const which = Object.fromEntries(NAMES.filter((key) => query.has(key)).map((key) => [key, query.get(key)]));
let game = null, names = [], steps = [], step = 0, table = null;
let points = [], observer = null, judged = new Map(), running = null, curving = null, judging = null, timer = null, waiting = null;

const knows = () => (byId("knows").value === "all" ? null : Number(byId("knows").value));
const isShown = (seat) => knows() === null || knows() === seat;

const isMove = (frame) => frame.seat !== undefined;
const place = (frame) => frame.round + (isMove(frame) ? "." + frame.move : "");
const sentence = (frame) => (isMove(frame) ? names[frame.seat] + " " : "") + frame.words;

// What a move was worth depends on the hand of the seat that moved: only those who know it are told.
function mark(index) {
  const decision = judged.get(index);
  if (!decision || !isShown(decision.seat)) return null;
  if (decision.mistake) return element("span", { class: "mark bad", title: `better: ${decision.best}, loss ${(100 * decision.loss[0]).toFixed(1)} ± ${(100 * decision.loss[1]).toFixed(1)} points`, text: decision.loss[0] > 0.1 ? "✗✗" : "✗" });
  if (decision.is_best && decision.candidates > 1) return element("span", { class: "mark good", title: "the best move", text: "✓" });
  return null;
}

function list() {
  byId("moves").replaceChildren(...steps.map((frame, index) => {
    const where = isMove(frame) ? element("span", { class: "place", text: place(frame) }) : null;
    const button = element("button", { type: "button", class: frame.kind || "move", "data-step": index, onclick: () => show(index) }, mark(index), where, sentence(frame));
    return element("li", {}, button);
  }));
  current();
}

function current() {
  const box = byId("moves");
  for (const old of box.querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
  const item = box.children[step] && box.children[step].firstElementChild;
  if (!item) return;
  item.setAttribute("aria-current", "step");
  box.scrollTop = item.offsetTop - box.clientHeight / 2;
}

function show(to) {
  step = Math.max(0, Math.min(steps.length - 1, to));
  const frame = steps[step];
  table.show({ ...frame, note: worth() }, { perspective: knows() });
  byId("slider").value = step;
  byId("count").value = `${step} / ${steps.length - 1} · round ${place(frame)}`;
  for (const id of ["first", "back"]) byId(id).disabled = step === 0;
  for (const id of ["next", "last"]) byId(id).disabled = step === steps.length - 1;
  current();
  drawCurve();
  analyze();
  const parameters = new URLSearchParams({ ...which, step });
  history.replaceState(null, "", "?" + parameters);
}

function worth() {
  const decision = judged.get(step);
  if (!decision || !isShown(decision.seat)) return "";
  const chance = `chance to win ${percent(decision.chance[0])}`;
  return decision.mistake ? `${chance}; better: ${decision.best}, loss ${(100 * decision.loss[0]).toFixed(1)} ± ${(100 * decision.loss[1]).toFixed(1)} points` : chance;
}

// The seat that decides next, if there is one and its cards are shown.
function nextSeat() {
  const next = steps.slice(step + 1).find(isMove);
  return next ? next.seat : null;
}

function analyze() {
  if (running) running.stop();
  running = null;
  clearTimeout(waiting);
  const seat = nextSeat(), box = byId("candidates");
  byId("play-on").disabled = seat === null;
  // A position is what the seat on turn sees: its cards would be shown.
  for (const id of ["change", "export"]) byId(id).disabled = seat === null || !isShown(seat);
  if (seat === null) { box.replaceChildren(element("p", { class: "note", text: "The game is over." })); return; }
  if (!isShown(seat)) { box.replaceChildren(element("p", { class: "note", text: names[seat] + " decides; what it knows is not shown." })); return; }
  if (!byId("analyze").checked || timer) { box.replaceChildren(element("p", { class: "note", text: names[seat] + " decides." })); return; }
  // A reader who steps quickly asks for nothing on the way.
  waiting = setTimeout(() => { running = showCandidates(box, "/api/candidates", { game: which, step, policy: byId("policy").value }); }, 120);
}

function drawCurve() {
  if (!points.length) return;
  const own = observer === null ? "all hands open" : "as " + names[observer] + " sees it";
  const lines = names.map((name, seat) => ({ name, points: points.map((point) => [point.step === "end" ? steps.length - 1 : point.step, point.chances[seat][0], point.chances[seat][1]]) }));
  const figure = chart(lines, { label: "Chances to win over the game, " + own, low: 0, high: 1, format: (y) => percent(y, 0), first: 0, last: steps.length - 1, cursor: step, from: "start", to: "end", onPick: show });
  const policy = points.at(-1).policy;
  byId("curve").replaceChildren(figure);
  byId("curve").hidden = observer !== knows() && knows() !== null;
  byId("curve-note").textContent = `The curve is from one observer throughout: ${own}. The band is a 95 % interval${policy ? `; ${policy} continues for all seats` : ""}.`;
}

function curve() {
  if (curving) curving.stop();
  [points, observer] = [[], knows()];
  byId("curve").dataset.state = "growing";
  curving = follow("/api/curve", { game: which, policy: byId("policy").value, observer }, (point) => {
    points.push(point);
    if (points.length % 8 === 0 || point.step === "end") drawCurve();
  }, (error) => { byId("curve").dataset.state = "done"; if (error) trouble(error); });
}

function judge() {
  if (judging) judging.stop();
  judged = new Map();
  byId("judge-go").disabled = true;
  judging = follow("/api/judge", { game: which, policy: byId("policy").value }, (event) => {
    if (event.decision) {
      judged.set(event.decision.step, event.decision);
      byId("judge-go").textContent = `Judging ${event.progress[0]} of ${event.progress[1]}`;
      const item = byId("moves").children[event.decision.step].firstElementChild, sign = mark(event.decision.step);
      if (sign) item.prepend(sign);
    } else accuracy(event);
  }, (error) => {
    byId("judge-go").disabled = false;
    byId("judge-go").textContent = "Judge all moves";
    if (error) trouble(error);
  });
}

function accuracy(event) {
  const rows = event.seats.map((seat) => element("tr", {}, element("td", { class: "text", text: names[seat.seat] }), element("td", { text: seat.decisions }),
    element("td", { text: seat.accuracy ? (100 * seat.accuracy[0]).toFixed(0) + (seat.accuracy[1] === null ? "" : " ± " + (100 * seat.accuracy[1]).toFixed(0)) + " %" : "–" }), element("td", { text: seat.mistakes })));
  const head = ["player", "decisions", "accuracy", "mistakes"].map((word, index) => element("th", { scope: "col", class: index ? "" : "text", text: word }));
  byId("accuracy").replaceChildren(element("h3", { text: `How each player decided (${event.judge}, ${effort(event)})` }), element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows)));
  byId("accuracy").dataset.state = "done";
}

function autoplay() {
  if (timer) {
    clearInterval(timer);
    timer = null;
    analyze();
  } else {
    if (step === steps.length - 1) show(0);
    timer = setInterval(() => { if (step === steps.length - 1) autoplay(); else show(step + 1); }, Number(byId("speed").value));
  }
  byId("auto").textContent = timer ? "Pause" : "Autoplay";
  byId("auto").setAttribute("aria-pressed", String(Boolean(timer)));
}

const position = () => post("/api/position/export", { game: which, step });

async function exportPosition() {
  const url = URL.createObjectURL(new Blob([(await position()).text], { type: "text/plain" }));
  element("a", { href: url, download: "position.toml" }).click();
  URL.revokeObjectURL(url);
}

async function change() {
  const { text, players } = await position();
  sessionStorage.setItem("position", text);
  sessionStorage.setItem("players", JSON.stringify(players));
  location.href = "/position";
}

async function playOn() {
  const seat = knows() ?? nextSeat();
  const state = await post("/api/play/on", { game: which, step, seat });
  location.href = "/play?" + new URLSearchParams({ id: state.id });
}

const KEYS = { ArrowRight: () => show(step + 1), ArrowLeft: () => show(step - 1), Home: () => show(0), End: () => show(steps.length - 1), " ": autoplay };
document.addEventListener("keydown", (event) => {
  const busy = event.target.closest("input:not(#slider), select, textarea") || (event.key === " " && event.target.closest("button, a, summary, input"));
  if (!KEYS[event.key] || busy || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  KEYS[event.key]();
});
byId("first").addEventListener("click", () => show(0));
byId("back").addEventListener("click", () => show(step - 1));
byId("next").addEventListener("click", () => show(step + 1));
byId("last").addEventListener("click", () => show(steps.length - 1));
byId("auto").addEventListener("click", autoplay);
byId("speed").addEventListener("change", () => { if (timer) { autoplay(); autoplay(); } });
byId("slider").addEventListener("input", (event) => show(Number(event.target.value)));
byId("knows").addEventListener("change", () => { list(); show(step); if (points.length) curve(); });
byId("analyze").addEventListener("change", analyze);
byId("policy").addEventListener("change", analyze);
byId("curve-go").addEventListener("click", curve);
byId("judge-go").addEventListener("click", judge);
for (const [id, act] of [["export", exportPosition], ["change", change], ["play-on", playOn]]) {
  byId(id).addEventListener("click", () => {
    trouble(null);
    byId(id).disabled = true;
    act().catch(trouble).finally(analyze);
  });
}

// A swipe over the table steps.
let start = null;
byId("table").addEventListener("touchstart", (event) => { start = event.touches[0].clientX; }, { passive: true });
byId("table").addEventListener("touchend", (event) => {
  const moved = event.changedTouches[0].clientX - start;
  if (Math.abs(moved) > 50) show(step + (moved < 0 ? 1 : -1));
}, { passive: true });

get("/api/game", which).then((value) => {
  game = value;
  names = game.names;
  steps = KarteneckTable.unfold(game.frames);
  table = KarteneckTable(byId("table"), { names, worms: game.worms });
  document.title = game.title + " · karteneck";
  byId("title").textContent = game.title;
  byId("about").textContent = game.about;
  byId("command").textContent = game.command;
  byId("slider").max = steps.length - 1;
  names.forEach((name, seat) => byId("knows").append(new Option("only what " + name + " knows", seat)));
  list();
  show(Number(query.get("step") || 0));
  document.body.dataset.ready = "true";
}).catch(fail);
offerEntrants(byId("entrants"));
