// Shows games step by step. The frames say everything; this script knows no rules of the game.
(function () {
  "use strict";
  const games = JSON.parse(document.getElementById("game-data").textContent);
  const byId = (name) => document.getElementById("viewer-" + name);
  const viewer = document.getElementById("viewer");
  let game = null, table = null, scenes = [], step = 0, shown = false, timer = 0;

  const MARKS = { best: ["✓", "the best move"], mistake: ["?", "a mistake"], worst: ["⁇", "the biggest mistake of this seat"] };

  function element(tag, className, text) {
    const made = document.createElement(tag);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  // The seat whose knowledge is shown; nothing for all hands.
  function knows() {
    const value = byId("knows").value;
    return value === "all" ? null : Number(value);
  }

  function address(scene) {
    return scene.round + (scene.move ? "." + scene.move : "");
  }

  function show(to) {
    step = Math.max(0, Math.min(scenes.length - 1, to));
    const scene = scenes[step], seat = knows();
    byId("slider").value = step;
    byId("count").value = step + " / " + (scenes.length - 1) + " · round " + address(scene);
    table.show(scene, { perspective: seat });
    for (const part of document.querySelectorAll("[data-tells]")) part.hidden = seat !== null;
    byId("first").disabled = byId("back").disabled = step === 0;
    byId("next").disabled = byId("last").disabled = step === scenes.length - 1;
    mark();
    // A link to what is shown, for sharing.
    if (shown) history.replaceState(null, "", "#game-" + games.indexOf(game) + "-" + step);
    shown = true;
    if (step === scenes.length - 1) stop();
  }

  // Marks the step in the list of moves and in the curve, if there is one.
  function mark() {
    const list = byId("log");
    for (const item of list.querySelectorAll(".now")) {
      item.classList.remove("now");
      item.removeAttribute("aria-current");
    }
    const item = list.children[step];
    item.classList.add("now");
    item.setAttribute("aria-current", "step");
    list.scrollTop = item.offsetTop - list.clientHeight / 2;
    const cursor = document.getElementById("curve-cursor");
    const spots = document.querySelectorAll("#viewer-curve [data-step]");
    if (!cursor) return;
    const at = (spot) => Number(spot.dataset.step);
    let nearest = null;
    for (const spot of spots) if (at(spot) <= step && (!nearest || at(spot) > at(nearest))) nearest = spot;
    const x = nearest ? nearest.getAttribute("cx") : cursor.dataset.start;
    cursor.setAttribute("d", "M" + x + "," + cursor.dataset.top + "V" + cursor.dataset.bottom);
    // On a narrow screen the curve is wider than what is seen of it.
    const figure = cursor.closest("figure"), picture = cursor.ownerSVGElement;
    figure.scrollLeft = Number(x) * picture.clientWidth / picture.viewBox.baseVal.width - figure.clientWidth / 2;
  }

  // A line of the list of moves. How good a move was is shown only to those who know the hand of the seat.
  function line(scene, index) {
    const item = element("li", scene.kind || "move"), seat = knows();
    const who = scene.move ? game.names[scene.seat] + " " : "";
    item.append(element("span", "where", scene.move ? address(scene) : ""), element("span", "what", who + scene.words));
    if (scene.mark && (seat === null || seat === scene.seat)) {
      const [sign, words] = MARKS[scene.mark], made = element("span", "mark " + scene.mark, sign);
      made.title = words;
      made.setAttribute("role", "img");
      made.setAttribute("aria-label", words);
      item.append(made);
    }
    item.dataset.step = index;
    return item;
  }

  function list() {
    byId("log").replaceChildren(...scenes.map(line));
    byId("marks").hidden = !scenes.some((scene) => scene.mark);
  }

  function open(number, at) {
    stop();
    game = games[number];
    scenes = KarteneckTable.unfold(game.frames);
    table = KarteneckTable(byId("table"), game);
    byId("head").hidden = games.length === 1;
    byId("title").textContent = game.title;
    byId("about").textContent = game.about;
    byId("command").textContent = game.command;
    byId("slider").max = scenes.length - 1;
    const choice = byId("knows"), before = choice.value;
    choice.replaceChildren(new Option("all hands", "all"));
    game.names.forEach((name, seat) => choice.append(new Option("only what " + name + " knows", seat)));
    if (before < game.names.length) choice.value = before;
    list();
    for (const link of document.querySelectorAll("[data-game]")) {
      link.setAttribute("aria-current", String(Number(link.dataset.game) === number));
    }
    show(at || 0);
  }

  // Plays on by itself, at the chosen speed; from the end it begins again.
  function play() {
    const button = byId("play");
    if (step === scenes.length - 1) show(0);
    timer = setTimeout(() => { show(step + 1); if (timer) play(); }, Number(byId("speed").value));
    button.setAttribute("aria-pressed", "true");
    button.setAttribute("aria-label", "Pause");
    button.textContent = "❚❚";
  }

  function stop() {
    if (timer) clearTimeout(timer);
    timer = 0;
    const button = byId("play");
    button.setAttribute("aria-pressed", "false");
    button.setAttribute("aria-label", "Play");
    button.textContent = "▶▶";
  }

  const go = (to) => { stop(); show(to); };
  byId("first").addEventListener("click", () => go(0));
  byId("back").addEventListener("click", () => go(step - 1));
  byId("play").addEventListener("click", () => (timer ? stop() : play()));
  byId("next").addEventListener("click", () => go(step + 1));
  byId("last").addEventListener("click", () => go(scenes.length - 1));
  byId("slider").addEventListener("input", (event) => go(Number(event.target.value)));
  byId("knows").addEventListener("change", () => {
    list();
    show(step);
    // So that the keys step again rather than choose the next seat.
    viewer.focus({ preventScroll: true });
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-game]");
    const spot = event.target.closest("[data-step]");
    if (spot) {
      event.preventDefault();
      go(Number(spot.dataset.step));
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
    const key = KEYS[event.key], isSpace = event.key === " ";
    const busy = event.target.closest("input:not(#viewer-slider), select, textarea, [contenteditable]" + (isSpace ? ", button, summary, a" : ""));
    if (!(key || isSpace) || busy || event.ctrlKey || event.metaKey || event.altKey) return;
    const box = viewer.getBoundingClientRect();
    if (box.bottom < 0 || box.top > window.innerHeight) return;
    event.preventDefault();
    if (key) go(key()); else if (timer) stop(); else play();
  });
  const asked = /^#game-(\d+)(?:-(\d+))?$/.exec(location.hash);
  if (asked && games[Number(asked[1])]) {
    open(Number(asked[1]), Number(asked[2] || 0));
    viewer.scrollIntoView({ block: "start" });
  } else {
    open(0);
  }
})();
