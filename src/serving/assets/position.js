// A position to change: a form, the text of its file, and what the server says about it.

import { byId, element, offerEntrants, post, trouble } from "./lab.js";
import { showCandidates } from "./candidates.js";

const START = `first = 0
grill = [19, 42]
discard = ""

[[seat]]
hand = "1 1 3 5 W3 W20"

[[seat]]
hand = 6
stack = []
`;
let running = null, text = "", waiting = null;

const words = (value) => value.trim().split(/[\s,]+/).filter(Boolean);
const seatNumbers = () => [...Array(Number(byId("count").value)).keys()];

function seatFields(seat) {
  const field = (name, label, size, hint) => element("label", {}, label, element("input", { id: `${name}-${seat}`, size, placeholder: hint }));
  return element("fieldset", { "data-seat": seat }, element("legend", { text: "Seat " + seat }), element("div", { class: "fields" },
    field("hand", "Hand: cards, or how many", 20, "6"), field("display", "Display", 16, "4 4 W9"), field("stack", "Stack, from the bottom up", 14, "25 30"),
    element("label", {}, "Played by", element("input", { id: `who-${seat}`, list: "entrants", value: "tuned", size: 14 })),
    element("label", { class: "line" }, element("input", { type: "checkbox", id: `passed-${seat}` }), "has passed")));
}

// The person sits where the cards are known.
function players() {
  const turn = Number(byId("turn").value);
  for (const seat of seatNumbers()) {
    byId(`who-${seat}`).disabled = seat === turn;
    byId(`who-${seat}`).parentNode.hidden = seat === turn;
    byId("seats").children[seat].querySelector("legend").textContent = "Seat " + seat + (seat === turn ? ", on turn: yours if you play on" : "");
  }
}

// What the seats are called on the table: who plays there, no two of them alike.
const seatName = (seat, turn) => (seat === turn ? "seat " + seat : `seat ${seat}, ${byId(`who-${seat}`).value.trim() || "?"}`);

function options() {
  for (const id of ["turn", "first"]) {
    const before = byId(id).value || "0";
    byId(id).replaceChildren(...seatNumbers().map((seat) => new Option("seat " + seat, seat)));
    byId(id).value = Number(before) < seatNumbers().length ? before : "0";
  }
  const box = byId("seats");
  for (const old of [...box.children]) if (Number(old.dataset.seat) >= seatNumbers().length) old.remove();
  for (const seat of seatNumbers()) if (!box.children[seat]) { box.append(seatFields(seat)); byId(`hand-${seat}`).value = "6"; }
}

// The text that the form stands for: nothing is checked here.
function written() {
  const quote = (value) => JSON.stringify(words(value).join(" "));
  // What is not a number is passed on as a text, so that the answer names it.
  const list = (value) => "[" + words(value).map((word) => (/^\d{1,3}$/.test(word) ? Number(word) : JSON.stringify(word))).join(", ") + "]";
  const turn = Number(byId("turn").value);
  const seats = seatNumbers().map((seat) => {
    const hand = byId(`hand-${seat}`).value.trim();
    const isCards = seat === turn || !/^\d{1,3}$/.test(hand);
    return `\n[[seat]]\nhand = ${isCards ? quote(hand) : Number(hand)}\ndisplay = ${quote(byId(`display-${seat}`).value)}\nstack = ${list(byId(`stack-${seat}`).value)}\npassed = ${byId(`passed-${seat}`).checked}\n`;
  });
  return `first = ${byId("first").value}\ngrill = ${list(byId("grill").value)}\ndiscard = ${quote(byId("discard").value)}\n${seats.join("")}`;
}

// Fills the form from a position that was understood.
function fill(answer) {
  byId("count").value = answer.players;
  options();
  byId("turn").value = answer.seat;
  byId("first").value = /^first = (\d)/m.exec(answer.text)[1];
  byId("grill").value = answer.frame.grill.join(" ");
  byId("discard").value = /^discard = "(.*)"/m.exec(answer.text)[1];
  for (const [seat, what] of Object.entries(answer.frame.seats)) {
    byId(`hand-${seat}`).value = Number(seat) === answer.seat ? what.hand : what.hand.split(" ").filter(Boolean).length;
    byId(`display-${seat}`).value = what.display;
    byId(`stack-${seat}`).value = what.stack;
    byId(`passed-${seat}`).checked = what.state !== "active";
  }
}

async function check(now, isForm) {
  text = now;
  trouble(null);
  if (running) running.stop();
  const answer = await post("/api/position", { position: now });
  if (now !== text) return;
  byId("wrong").hidden = answer.mistakes.length === 0;
  byId("table").classList.toggle("stale", answer.mistakes.length > 0);
  byId("mistakes").replaceChildren(...answer.mistakes.map((words) => element("li", { text: words })));
  document.body.dataset.state = answer.mistakes.length ? "wrong" : "fine";
  for (const id of ["play-on", "export"]) byId(id).disabled = answer.mistakes.length > 0;
  if (answer.mistakes.length) { byId("candidates").replaceChildren(element("p", { class: "note", text: "This position cannot be: see what is wrong." })); return; }
  if (!isForm) fill(answer);
  players();
  const names = Object.keys(answer.frame.seats).map((seat) => seatName(Number(seat), answer.seat));
  KarteneckTable(byId("table"), { names, worms: answer.worms }).show(answer.frame, { perspective: answer.seat });
  byId("text").value = answer.text;
  text = answer.text;
  keep();
  running = showCandidates(byId("candidates"), "/api/candidates", { position: answer.text, policy: byId("policy").value });
}

// Who comes back, or loads the page again, finds the position as it was.
function keep() {
  sessionStorage.setItem("position", text);
  sessionStorage.setItem("players", JSON.stringify(seatNumbers().map((seat) => byId(`who-${seat}`).value)));
}

async function playOn() {
  const turn = Number(byId("turn").value), opponents = seatNumbers().filter((seat) => seat !== turn).map((seat) => byId(`who-${seat}`).value);
  byId("play-on").disabled = true;
  try {
    const begun = await post("/api/play/new", { position: text, opponents });
    keep();
    location.href = "/play?" + new URLSearchParams({ id: begun.id });
  } finally {
    byId("play-on").disabled = false;
  }
}

function changed() {
  clearTimeout(waiting);
  waiting = setTimeout(() => check(written(), true).catch(trouble), 250);
}

byId("editor").addEventListener("input", (event) => { if (event.target.id === "count") options(); changed(); });
byId("editor").addEventListener("submit", (event) => event.preventDefault());
byId("read").addEventListener("click", () => check(byId("text").value, false).catch(trouble));
byId("policy").addEventListener("change", () => check(text, true).catch(trouble));
byId("file").addEventListener("change", async (event) => {
  const file = event.target.files[0];
  if (file) check(await file.text(), false).catch(trouble);
});
byId("export").addEventListener("click", () => {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  element("a", { href: url, download: "position.toml" }).click();
  URL.revokeObjectURL(url);
});
byId("play-on").addEventListener("click", () => { trouble(null); playOn().catch(trouble); });
options();
const named = JSON.parse(sessionStorage.getItem("players") || "[]");
byId("count").value = named.length >= 2 && named.length <= 6 ? named.length : 2;
options();
named.forEach((name, seat) => { if (byId(`who-${seat}`)) byId(`who-${seat}`).value = name; });
check(sessionStorage.getItem("position") || START, false).catch(trouble);
offerEntrants(byId("entrants"));
