// Draws a card table. It knows no rules: a frame says what lies where, and what happened.
//
//   const table = KarteneckTable(element, { names, worms });   names of the seats; worms on the portions, by value
//   table.show(frame, { perspective });   a whole frame; perspective: the seat whose hand alone is open, or nothing for all
//   table.onCard = (card, index) => …     a card of the hand of the perspective was clicked or chosen with Enter or Space
//   table.select(["3", "3"]);             marks cards of that hand as chosen
//   KarteneckTable.unfold(frames)         whole frames from frames that hold only what has changed
const KarteneckTable = (function () {
  "use strict";
  const SVG = "http://www.w3.org/2000/svg";
  const words = (text) => (text ? text.split(" ") : []);
  const count = (number, noun) => number + " " + noun + (number === 1 ? "" : "s");

  function html(tag, className, text) {
    const made = document.createElement(tag);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  function shape(tag, attributes, text) {
    const made = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    if (text !== undefined) made.textContent = text;
    return made;
  }

  function drawing(className, height, parts) {
    const svg = shape("svg", { class: className, viewBox: "0 0 40 " + height, "aria-hidden": "true", focusable: "false" });
    svg.append(shape("rect", { x: 1, y: 1, width: 38, height: height - 2, rx: 5, class: "kt-paper" }), ...parts);
    return svg;
  }

  // A little worm, this long.
  function squiggle(x, y, length) {
    const wave = length / 2;
    return shape("path", { d: `M${x} ${y}q${wave / 2} ${-1.1 * wave} ${wave} 0t${wave} 0`, class: "kt-squiggle" });
  }

  // As many dots as the number says: rows of at most three.
  function pips(number) {
    const rows = [[], [1], [2], [3], [2, 2], [3, 2]][number];
    return rows.flatMap((dots, row) => Array.from({ length: dots }, (_, dot) =>
      shape("circle", { cx: 20 + 8 * (dot - (dots - 1) / 2), cy: (rows.length === 1 ? 49 : 46) + 6.5 * row, r: 2.3, class: "kt-pip" })));
  }

  function numberCard(name) {
    return drawing("kt-card kt-number kt-kind-" + name, 58, [
      shape("text", { x: 4.5, y: 14, class: "kt-corner" }, name),
      shape("text", { x: 21, y: 36, class: "kt-big" }, name),
      ...pips(Number(name)),
    ]);
  }

  // A worm that looks out of the ground, and the board with its number.
  function wormCard(name) {
    return drawing("kt-card kt-worm", 58, [
      shape("path", { d: "M20 19V27", class: "kt-post" }),
      shape("path", { d: "M3 4H29L37 12L29 20H3Z", class: "kt-board" }),
      shape("text", { x: 5, y: 16.5, class: "kt-corner" }, name.slice(1)),
      shape("path", { d: "M3 47Q20 42 37 47V52Q37 55 34 55H6Q3 55 3 52Z", class: "kt-soil" }),
      shape("path", { d: "M9 48C9 37 16 37 17 44C18 51 24 50 24 42C24 33 27 30 31 31", class: "kt-body" }),
      shape("circle", { cx: 31, cy: 30.5, r: 1.3, class: "kt-eye" }),
    ]);
  }

  function cardBack() {
    const lines = [6, 14, 22, 30].map((x) => shape("path", { d: `M${x - 2} 53L${x + 6} 5M${x + 6} 53L${x - 2} 5`, class: "kt-weave" }));
    return drawing("kt-card kt-back", 58, lines);
  }

  function portionTile(value, worms) {
    const rows = Math.ceil(worms / 3);
    const drawn = Array.from({ length: worms }, (_, at) => {
      const inRow = Math.min(3, worms - 3 * Math.floor(at / 3));
      return squiggle(20 + 11 * ((at % 3) - (inRow - 1) / 2) - 3.5, 37.5 + 8.5 * (Math.floor(at / 3) - (rows - 1) / 2), 7);
    });
    return drawing("kt-portion", 52, [
      shape("path", { d: "M4 23H36", class: "kt-rule" }),
      shape("text", { x: 4.5, y: 18.5, class: "kt-value" }, value),
      ...(worms ? drawn : [shape("path", { d: "M14 38H26", class: "kt-none" })]),
    ]);
  }

  function drawCard(name) {
    return name === "?" ? cardBack() : name[0] === "W" ? wormCard(name) : numberCard(name);
  }

  function cardLabel(name) {
    return name === "?" ? "hidden card" : name[0] === "W" ? "worm with signpost " + name.slice(1) : name;
  }

  // Where the seats are, clockwise from the one at the bottom, by the number of players.
  const PLACES = [[], ["b"], ["b", "t"], ["b", "tl", "tr"], ["b", "l", "t", "r"], ["b", "l", "tl", "tr", "r"], ["b", "l", "tl", "t", "tr", "r"]];
  const STATES = { passed: ["✓", "has passed"], out: ["✕", "invalid"], active: ["", ""] };

  // Full frames from frames that hold only changes; each also gets its round and, if it is a move, its number in the round.
  function unfold(frames) {
    let last = { grill: [], pile: 0, discard: 0, seats: [] }, round = 0, move = 0;
    return frames.map((frame) => {
      if (frame.kind === "round") { round += 1; move = 0; }
      if (frame.seat !== undefined) move += 1;
      const seats = last.seats.slice();
      for (const [number, change] of Object.entries(frame.seats || {})) seats[number] = { ...seats[number], ...change };
      const { grill, pile, discard } = { ...last, ...frame };
      last = { grill, pile, discard, seats };
      return { ...frame, ...last, round, move: frame.seat === undefined ? 0 : move };
    });
  }

  function KarteneckTable(element, { names = [], worms = [] } = {}) {
    let shown = null, options = {}, chosen = [];
    const root = html("div", "kt-table"), says = html("p", "kt-says"), note = html("p", "kt-note"), felt = html("div", "kt-felt");
    says.setAttribute("role", "status");
    says.setAttribute("aria-live", "polite");
    root.append(says, note, felt);
    element.replaceChildren(root);
    const table = { onCard: null, show, select, says: sentence };

    const perspective = () => (options.perspective === undefined || options.perspective === null || options.perspective === "all" ? null : Number(options.perspective));
    const isHidden = (seat) => perspective() !== null && perspective() !== seat;
    const named = (seat) => names[seat] ?? "seat " + seat;

    // A name that may be broken after separators, so that parameters stay whole.
    function nameOf(seat) {
      const made = html("b", "kt-name");
      for (const part of named(seat).split(/(?<=[:,/_-])/)) made.append(part, html("wbr"));
      return made;
    }

    // What happened, in words; what a seat cannot know is left out.
    function sentence(frame, seenBy) {
      if (frame.seat === undefined) return frame.words || "";
      const drawn = words(frame.draw), hides = seenBy !== undefined && seenBy !== null && seenBy !== frame.seat;
      const what = !drawn.length ? "nothing" : hides || drawn[0] === "?" ? (drawn.length === 1 ? "a card" : drawn.length + " cards") : frame.draw;
      return named(frame.seat) + " " + frame.words + ", draws " + what;
    }

    // A list of cards or portions that overlap where they do not fit.
    function fan(className, label, items) {
      const list = html("ul", "kt-fan " + className);
      list.setAttribute("aria-label", label);
      list.append(...items);
      return list;
    }

    function lying(picture, label, fresh) {
      const item = html("li", fresh ? "kt-fresh" : "");
      picture.removeAttribute("aria-hidden");
      picture.setAttribute("role", "img");
      picture.setAttribute("aria-label", label);
      picture.append(shape("title", {}, label));
      item.append(picture);
      return item;
    }

    // Cards; those that are new are marked, as many of each as there are.
    function cards(list, newOnes, make) {
      const left = newOnes.slice();
      return list.map((name, index) => {
        const at = left.indexOf(name);
        if (at >= 0) left.splice(at, 1);
        const item = make ? make(name, index) : lying(drawCard(name), cardLabel(name), at >= 0);
        item.classList.toggle("kt-fresh", at >= 0);
        item.dataset.card = name;
        return item;
      });
    }

    function portion(value, fresh, more) {
      const known = worms[value];
      const label = "portion " + value + (known === undefined ? "" : ", " + count(known, "worm")) + (more || "");
      const item = lying(portionTile(value, known || 0), label, fresh);
      item.dataset.portion = value;
      return item;
    }

    // A card of the own hand, to be chosen.
    function ownCard(name, index) {
      const item = html("li"), button = html("button", "kt-choose");
      button.type = "button";
      button.setAttribute("aria-label", cardLabel(name));
      button.setAttribute("aria-pressed", "false");
      button.append(drawCard(name));
      button.addEventListener("click", () => table.onCard && table.onCard(name, index));
      item.append(button);
      return item;
    }

    function hand(number, seat, frame) {
      const hidden = isHidden(number), list = words(seat.hand).map((name) => (hidden ? "?" : name));
      const fresh = frame.seat === number ? words(frame.draw).map((name) => (hidden ? "?" : name)) : [];
      const own = table.onCard && perspective() === number;
      const made = fan("kt-hand", "hand of " + named(number) + ": " + count(list.length, "card"), cards(list, hidden ? [] : fresh, own ? ownCard : null));
      if (!list.length) made.append(html("li", "kt-empty", "no card in hand"));
      return made;
    }

    function display(number, seat, frame, served) {
      const list = words(served ? served.display : seat.display), total = served ? served.total : seat.total;
      const row = html("div", "kt-lies");
      const made = fan("kt-display", "display of " + named(number) + (list.length ? ", total " + total : ""), cards(list, frame.seat === number ? words(frame.lay) : []));
      if (!list.length) made.append(html("li", "kt-empty", "nothing laid"));
      row.append(made);
      if (list.length) {
        const sum = html("span", "kt-total", total);
        sum.title = "total of the display";
        row.append(sum);
      }
      return row;
    }

    function stack(number, seat, frame) {
      const values = words(seat.stack), top = values.length - 1;
      const took = frame.seat === number && (frame.take !== undefined || frame.steal) || (frame.menu || []).some((served) => served.seat === number);
      const items = values.map((value, at) => {
        const item = portion(value, at === top && took, at === top ? ", on top of the stack" : "");
        if (at === top) item.classList.add("kt-top");
        return item;
      });
      if (!items.length) items.push(html("li", "kt-empty", "no portion"));
      return fan("kt-stack", "stack of " + named(number) + ", from the bottom up", items);
    }

    function head(number, seat, frame, order) {
      const made = html("header"), who = html("div", "kt-who"), onTurn = frame.turn === number;
      const [sign, state] = onTurn ? ["▶", "on turn"] : order >= 0 ? [String(order + 1) + ".", "is served"] : STATES[seat.state] || STATES.active;
      if (sign) {
        const mark = html("span", "kt-sign", sign);
        mark.setAttribute("aria-hidden", "true");
        who.append(mark);
      }
      who.append(nameOf(number));
      const robbed = frame.steal && frame.steal.from === number;
      who.append(html("span", "kt-state", robbed ? [state, "robbed"].filter(Boolean).join(", ") : state));
      const score = html("span", "kt-worms");
      const icon = shape("svg", { viewBox: "0 0 20 12", "aria-hidden": "true" });
      icon.append(squiggle(2, 7, 16));
      score.append(icon, html("span", "kt-score", seat.worms), html("span", "kt-spoken", seat.worms === 1 ? " worm" : " worms"));
      made.append(who, score);
      return made;
    }

    function seatBox(number, place, frame) {
      const seat = frame.seats[number], box = html("section", "kt-seat");
      const order = (frame.menu || []).findIndex((served) => served.seat === number);
      Object.assign(box.dataset, { seat: number, place, state: seat.state });
      box.setAttribute("aria-label", named(number));
      box.classList.toggle("kt-turn", frame.turn === number);
      box.classList.toggle("kt-moved", frame.seat === number);
      box.classList.toggle("kt-served", order >= 0);
      const lies = display(number, seat, frame, order >= 0 ? frame.menu[order] : null);
      box.append(head(number, seat, frame, order), lies, stack(number, seat, frame), hand(number, seat, frame));
      return box;
    }

    function pile(name, size, picture) {
      const made = html("div", "kt-pile");
      made.append(size ? picture : html("span", "kt-gone"), html("b", "", size), html("span", "", name));
      return made;
    }

    // Who is served what at the menu, and why.
    function menu(frame) {
      const list = html("ol", "kt-menu");
      list.setAttribute("aria-label", "menu: the highest total takes the highest portion");
      list.append(...frame.menu.map((served) => {
        const item = html("li"), why = html("span", "", " with ");
        why.append(html("b", "", served.total));
        if (served.signpost !== undefined) why.append(" and signpost ", html("b", "", served.signpost));
        item.append(nameOf(served.seat), why, " takes ", html("b", "kt-prize", served.portion));
        return item;
      }));
      return list;
    }

    function middle(frame) {
      const made = html("div", "kt-middle"), piles = html("div", "kt-piles");
      if (frame.menu && frame.menu.length) made.append(html("p", "kt-title", "Menu: the highest total first"), menu(frame));
      if (frame.grill.length || !frame.menu) {
        const grill = fan("kt-grill", "grill: " + count(frame.grill.length, "portion"), frame.grill.map((value) => portion(value, frame.kind === "round")));
        if (!frame.grill.length) grill.append(html("li", "kt-empty", "the grill is empty"));
        made.append(html("p", "kt-title", "Grill"), grill);
      }
      piles.append(pile("draw pile", frame.pile, drawCard("?")), pile("discard pile", frame.discard, drawCard("?")));
      made.append(piles);
      return made;
    }

    // The focus stays with the card, or with the one that now lies in its place.
    function keepingFocus(change) {
      const before = felt.contains(document.activeElement) ? [...felt.querySelectorAll(".kt-choose")].indexOf(document.activeElement) : -1;
      change();
      const buttons = felt.querySelectorAll(".kt-choose");
      if (before >= 0 && buttons.length) buttons[Math.min(before, buttons.length - 1)].focus({ preventScroll: true });
    }

    function show(frame, changed = {}) {
      shown = frame;
      options = { ...options, ...changed };
      const seats = Object.keys(frame.seats).map(Number), first = perspective() ?? options.bottom ?? 0;
      const places = PLACES[seats.length] || PLACES[6];
      says.textContent = sentence(frame, perspective());
      // What a move was worth depends on the hand of the seat that moved.
      note.textContent = perspective() === null || perspective() === frame.seat ? frame.note || "" : "";
      felt.dataset.players = seats.length;
      keepingFocus(() => {
        const around = places.map((place, at) => seatBox((first + at) % seats.length, place, frame));
        // In the order in which they are read: the others clockwise, the middle, and the one at the bottom.
        felt.replaceChildren(...around.slice(1), middle(frame), around[0]);
      });
      mark();
    }

    // Marks as many cards of each name as were chosen.
    function mark() {
      const left = chosen.slice();
      for (const button of felt.querySelectorAll(".kt-choose")) {
        const at = left.indexOf(button.parentNode.dataset.card);
        if (at >= 0) left.splice(at, 1);
        button.setAttribute("aria-pressed", String(at >= 0));
      }
    }

    function select(list) {
      chosen = list.map(String);
      if (shown) mark();
    }

    // Left and right go from card to card of the own hand.
    felt.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step || !event.target.classList.contains("kt-choose")) return;
      const buttons = [...felt.querySelectorAll(".kt-choose")];
      const next = buttons[buttons.indexOf(event.target) + step];
      if (next) next.focus();
      event.preventDefault();
      event.stopPropagation();
    });
    return table;
  }

  KarteneckTable.unfold = unfold;
  return KarteneckTable;
})();
