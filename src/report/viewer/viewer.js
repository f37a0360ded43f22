// Shows games step by step. The frames say everything; this script knows no rules of the game.
(function () {
  "use strict";
  const games = JSON.parse(document.getElementById("game-data").textContent);
  const byId = (name) => document.getElementById("viewer-" + name);
  const viewer = document.getElementById("viewer");
  let game = null, scenes = [], step = 0, shown = false;

  const words = (text) => text ? text.split(" ") : [];

  // Full scenes from frames that hold only changes.
  function unfold(frames) {
    const scenes = [];
    let grill = [], seats = [], pile = 0, discard = 0, round = 0, move = 0;
    for (const frame of frames) {
      ({ grill, pile, discard } = { grill, pile, discard, ...frame });
      if (frame.kind === "round") { round += 1; move = 0; }
      const isMove = frame.seat !== undefined;
      if (isMove) move += 1;
      seats = seats.slice();
      for (const [number, change] of Object.entries(frame.seats || {})) {
        const seat = { ...seats[number], ...change };
        for (const list of ["hand", "display", "stack"]) if (list in change) seat[list] = words(change[list]);
        seats[number] = seat;
      }
      scenes.push({ frame, isMove, round, move, grill, seats, pile, discard });
    }
    return scenes;
  }

  function element(tag, className, text) {
    const made = document.createElement(tag);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  function portion(value, isTop) {
    const made = element("span", isTop ? "portion top" : "portion", value + " ");
    made.title = "portion " + value + ", worms: " + game.worms[value] + (isTop ? ", on top: it can be stolen" : "");
    made.append(element("small", "", "●".repeat(game.worms[value])));
    return made;
  }

  function cards(names, hidden, fresh) {
    const left = (fresh || []).slice();
    return names.map((name) => {
      if (hidden) return element("span", "card hidden", "?");
      const made = element("span", name[0] === "W" ? "card worm" : "card", name);
      const at = left.indexOf(name);
      if (at >= 0) { left.splice(at, 1); made.classList.add("new"); }
      return made;
    });
  }

  function row(list, name, content, empty) {
    const value = element("dd");
    if (content.length) value.append(...content); else value.append(element("span", "state", empty));
    list.append(element("dt", "", name), value);
  }

  const STATES = { active: "", passed: "has passed", out: "has passed, invalid" };

  function seatBox(number, scene, knows) {
    const seat = scene.seats[number], frame = scene.frame;
    const box = element("section", "seat");
    box.dataset.seat = number;
    if (frame.turn === number) box.classList.add("turn");
    if (frame.seat === number) box.classList.add("moved");
    const head = element("header");
    head.append(element("b", "", "seat " + number + " · " + game.strategies[number]));
    const state = STATES[seat.state] || (frame.turn === number ? "on turn" : "");
    head.append(element("span", "state", state));
    const list = element("dl");
    const hidden = knows !== "all" && Number(knows) !== number;
    const shown = cards(seat.display, false);
    if (shown.length) shown.push(element("b", "", "= " + seat.total));
    row(list, "display", shown, "–");
    row(list, "hand", cards(seat.hand, hidden, frame.seat === number ? words(frame.draw) : []), "no card");
    const stack = seat.stack.map((value, index) => portion(value, index === seat.stack.length - 1));
    row(list, "stack", stack, "–");
    row(list, "worms", [element("b", "", String(seat.worms))], "");
    box.append(head, list);
    return box;
  }

  function drawn(frame, knows) {
    const count = words(frame.draw).length;
    if (!count) return " draws nothing";
    if (knows !== "all" && Number(knows) !== frame.seat) return " draws " + (count === 1 ? "a card" : count + " cards");
    return " draws " + frame.draw;
  }

  function sentence(frame) {
    const who = frame.seat === undefined ? "" : "seat " + frame.seat + " (" + game.strategies[frame.seat] + ") ";
    return who + frame.words;
  }

  function address(scene) {
    return scene.round + (scene.isMove ? "." + scene.move : "");
  }

  function show(to) {
    step = Math.max(0, Math.min(scenes.length - 1, to));
    const scene = scenes[step], frame = scene.frame, knows = byId("knows").value;
    byId("slider").value = step;
    byId("count").value = step + " / " + (scenes.length - 1) + " · round " + address(scene);
    const text = byId("words");
    text.replaceChildren(document.createTextNode(sentence(frame)));
    if (scene.isMove) text.append(element("span", "draw", "," + drawn(frame, knows)));
    // What a move was worth depends on the hand of the seat that moved.
    byId("note").textContent = knows === "all" || Number(knows) === frame.seat ? frame.note || "" : "";
    for (const part of document.querySelectorAll("[data-tells]")) part.hidden = knows !== "all";
    const grill = byId("grill");
    grill.replaceChildren(element("span", "", "grill"), ...scene.grill.map((value) => portion(value)));
    if (!scene.grill.length) grill.append(element("span", "", "–"));
    grill.append(element("span", "", "· draw pile " + scene.pile + " · discard pile " + scene.discard));
    byId("seats").replaceChildren(...scene.seats.map((_, number) => seatBox(number, scene, knows)));
    byId("first").disabled = byId("back").disabled = step === 0;
    byId("next").disabled = byId("last").disabled = step === scenes.length - 1;
    mark();
    // A link to what is shown, for sharing.
    if (shown) history.replaceState(null, "", "#game-" + games.indexOf(game) + "-" + step);
    shown = true;
  }

  // Marks the step in the list of moves and in the curve, if there is one.
  function mark() {
    const list = byId("log");
    for (const item of list.querySelectorAll(".now")) item.classList.remove("now");
    const item = list.children[step];
    item.classList.add("now");
    list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 2;
    const cursor = document.getElementById("curve-cursor");
    const spots = document.querySelectorAll("#viewer-curve [data-step]");
    if (!cursor) return;
    const at = (spot) => Number(spot.dataset.step);
    let nearest = null;
    for (const spot of spots) if (at(spot) <= step && (!nearest || at(spot) > at(nearest))) nearest = spot;
    const x = nearest ? nearest.getAttribute("cx") : cursor.dataset.start;
    cursor.setAttribute("d", "M" + x + "," + cursor.dataset.top + "V" + cursor.dataset.bottom);
  }

  function open(number, at) {
    game = games[number];
    scenes = unfold(game.frames);
    byId("title").textContent = game.title;
    byId("about").textContent = game.about;
    byId("command").textContent = game.command;
    byId("slider").max = scenes.length - 1;
    const knows = byId("knows"), before = knows.value;
    knows.replaceChildren(new Option("all hands", "all"));
    game.strategies.forEach((name, seat) => knows.append(new Option("only what seat " + seat + " knows", seat)));
    if (before < game.strategies.length) knows.value = before;
    byId("log").replaceChildren(...scenes.map((scene, index) => {
      const item = element("li", scene.frame.kind || "move", (scene.isMove ? address(scene) + "  " : "") + sentence(scene.frame));
      item.tabIndex = 0;
      item.dataset.step = index;
      return item;
    }));
    for (const link of document.querySelectorAll("[data-game]")) {
      link.setAttribute("aria-current", String(Number(link.dataset.game) === number));
    }
    show(at || 0);
  }

  byId("first").addEventListener("click", () => show(0));
  byId("back").addEventListener("click", () => show(step - 1));
  byId("next").addEventListener("click", () => show(step + 1));
  byId("last").addEventListener("click", () => show(scenes.length - 1));
  byId("slider").addEventListener("input", (event) => show(Number(event.target.value)));
  byId("knows").addEventListener("change", () => {
    show(step);
    // So that the keys step again rather than choose the next seat.
    viewer.focus({ preventScroll: true });
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-game]");
    const spot = event.target.closest("[data-step]");
    if (spot) {
      event.preventDefault();
      show(Number(spot.dataset.step));
      if (spot.closest("table")) viewer.scrollIntoView({ block: "start" });
    }
    if (!link) return;
    event.preventDefault();
    open(Number(link.dataset.game));
    viewer.scrollIntoView({ block: "start" });
    viewer.focus({ preventScroll: true });
  });
  // Keys belong to the game while it is visible; elements that use keys themselves keep them.
  const KEYS = { ArrowRight: () => step + 1, ArrowLeft: () => step - 1, Home: () => 0, End: () => scenes.length - 1 };
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches("li[data-step]")) show(Number(event.target.dataset.step));
    const key = KEYS[event.key];
    const busy = event.target.closest("input:not(#viewer-slider), select, textarea, [contenteditable]");
    if (!key || busy || event.ctrlKey || event.metaKey || event.altKey) return;
    const box = viewer.getBoundingClientRect();
    if (box.bottom < 0 || box.top > window.innerHeight) return;
    event.preventDefault();
    show(key());
  });
  const asked = /^#game-(\d+)(?:-(\d+))?$/.exec(location.hash);
  if (asked && games[Number(asked[1])]) {
    open(Number(asked[1]), Number(asked[2] || 0));
    viewer.scrollIntoView({ block: "start" });
  } else {
    open(0);
  }
})();
