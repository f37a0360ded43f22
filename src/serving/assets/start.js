// The form of a new run, and the command that it stands for.

import { byId, element, offerEntrants, post, trouble } from "./lab.js";

const USUAL = ["tuned", "heuristic", "greedy", "steal-hunter"];
let waiting = null;

function who(count) {
  const box = byId("who");
  while (box.children.length > count) box.lastChild.remove();
  while (box.children.length < count) {
    const number = box.children.length;
    box.append(element("label", {}, "Entrant " + (number + 1), element("input", { list: "entrants", class: "entrant", value: USUAL[number % USUAL.length], size: 18 })));
  }
}

function request() {
  const value = (id) => byId(id).value;
  return {
    kind: value("kind"), players: value("players"), goal: value("goal"), games: value("games"), sprt: value("sprt"), seed: value("seed"), name: value("name"),
    record: byId("record").checked, entrants: [...document.querySelectorAll(".entrant")].map((input) => input.value),
  };
}

async function preview() {
  const isMatch = byId("kind").value === "match";
  if (isMatch) who(2);
  for (const id of ["more", "fewer"]) byId(id).disabled = isMatch;
  byId("goal").disabled = !isMatch;
  if (!isMatch) byId("goal").value = "games";
  byId("sprt-label").hidden = byId("goal").value !== "sprt";
  byId("games-label").hidden = byId("goal").value === "sprt";
  try {
    const told = await post("/api/command", request());
    byId("command").textContent = told.refused || told.command;
    byId("go").disabled = Boolean(told.refused);
  } catch (error) {
    byId("command").textContent = error.message;
    byId("go").disabled = true;
  }
}

function changed() {
  clearTimeout(waiting);
  waiting = setTimeout(preview, 150);
}

byId("form").addEventListener("input", changed);
byId("more").addEventListener("click", () => { who(Math.min(64, byId("who").children.length + 1)); preview(); });
byId("fewer").addEventListener("click", () => { who(Math.max(2, byId("who").children.length - 1)); preview(); });
byId("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  trouble(null);
  byId("go").disabled = true;
  try {
    const { name } = await post("/api/start", request());
    location.href = "/run?" + new URLSearchParams({ name });
  } catch (error) {
    trouble(error);
    byId("go").disabled = false;
  }
});
who(3);
preview();
offerEntrants(byId("entrants"));
