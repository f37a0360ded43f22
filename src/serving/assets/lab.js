// What all pages share: questions to the server, and small helpers for elements. No page knows a rule of the game.

const token = document.querySelector('meta[name="karteneck-token"]').content;
export const query = new URLSearchParams(location.search);
export const byId = (id) => document.getElementById(id);

// Makes an element; texts are always texts, never markup.
export function element(tag, properties, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(properties || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "class") made.className = value;
    else if (key === "text") made.textContent = value;
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

export function link(to, words, parameters) {
  const search = parameters ? "?" + new URLSearchParams(parameters) : "";
  return element("a", { href: to + search, text: words });
}

async function answer(response) {
  const value = await response.json().catch(() => ({ error: "the answer cannot be read" }));
  if (!response.ok) throw Object.assign(new Error(value.error || "the server refused"), { status: response.status });
  return value;
}

// A question; if nothing answers, the reader learns what that means.
async function send(path, options) {
  try {
    return await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error("The server does not answer. Games are saved: start karteneck serve again, then load this page again.");
  }
}

export async function get(path, parameters) {
  const search = parameters ? "?" + new URLSearchParams(parameters) : "";
  return answer(await send(path + search));
}

function posted(body) {
  return { method: "POST", headers: { "x-karteneck-token": token, "content-type": "application/json" }, body: JSON.stringify(body) };
}

export async function post(path, body) {
  return answer(await send(path, posted(body)));
}

// A page that is left takes no connection with it; one that comes back out of the memory of the browser starts anew.
const streams = new Set();
window.addEventListener("pagehide", () => streams.forEach((abort) => abort.abort()));
window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

// Events as they come, until the end, or until `stop` of what is returned is called.
export function follow(path, body, onEvent, onEnd) {
  const abort = new AbortController();
  streams.add(abort);
  const run = async () => {
    const response = await send(path, { ...(body ? posted(body) : {}), signal: abort.signal });
    if (!response.ok) throw new Error((await response.json()).error);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      const parts = (text + value).split("\n\n");
      text = parts.pop();
      for (const part of parts) {
        if (!part.startsWith("data: ")) continue;
        const event = JSON.parse(part.slice(6));
        if (event.error) throw new Error(event.error);
        onEvent(event);
      }
    }
  };
  run().finally(() => streams.delete(abort)).then(() => onEnd && onEnd(), (error) => {
    if (abort.signal.aborted) return;
    if (onEnd) onEnd(error);
    else trouble(error);
  });
  return { stop: () => abort.abort() };
}

// Says what went wrong, at the top of the page; nothing if there is nothing to say.
export function trouble(error) {
  let box = byId("trouble");
  if (!box) {
    box = element("p", { id: "trouble", role: "alert" });
    byId("main").prepend(box);
  }
  box.textContent = error ? error.message || String(error) : "";
  box.hidden = !error;
}

// There is nothing to show on this page, and why; what it would offer goes away.
export function fail(error) {
  trouble(error);
  byId("main").classList.add("failed");
  if (!byId("back-to-list")) byId("main").append(element("p", { id: "back-to-list" }, link("/", "All runs")));
}

export const percent = (share, digits = 1) => (share === null || share === undefined ? "–" : (100 * share).toFixed(digits) + " %");
export const count = (number) => (number === null || number === undefined ? "–" : Number(number).toLocaleString("en"));

// A name that is broken after separators alone, so that parameters stay whole.
export function nameParts(name) {
  return name.split(/(?<=[:,/_-])/u).flatMap((part) => [part, element("wbr")]);
}

// A share in percent with half the width of its interval, which on a narrow screen has a line of its own.
export function estimate(share, interval) {
  if (share === null || share === undefined) return ["–"];
  const half = interval ? element("span", { class: "half", text: " ± " + (50 * (interval[1] - interval[0])).toFixed(1) }) : null;
  return [(100 * share).toFixed(1), half];
}

// A share with half the width of its interval.
export function withInterval(share, interval) {
  if (share === null || share === undefined) return "–";
  if (!interval) return percent(share);
  return (100 * share).toFixed(1) + " ± " + (50 * (interval[1] - interval[0])).toFixed(1) + " %";
}

// A time of the server, as the reader's clock shows it.
export function when(seconds) {
  if (!seconds) return "–";
  const time = new Date(seconds * 1000), two = (number) => String(number).padStart(2, "0");
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} ${two(time.getHours())}:${two(time.getMinutes())}`;
}

export function duration(seconds) {
  if (!Number.isFinite(seconds)) return "–";
  if (seconds < 90) return Math.round(seconds) + " s";
  if (seconds < 5400) return Math.round(seconds / 60) + " min";
  return (seconds / 3600).toFixed(1) + " h";
}

// A table whose rows are sorted by the column whose heading is chosen.
export function sortable(table) {
  table.addEventListener("click", (event) => {
    const button = event.target.closest("th button");
    if (!button) return;
    const heading = button.closest("th"), falls = heading.getAttribute("aria-sort") === "ascending";
    for (const other of heading.parentNode.cells) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", falls ? "descending" : "ascending");
    sortRows(table);
  });
}

export function sortRows(table) {
  const heading = table.querySelector("th[aria-sort]");
  if (!heading) return;
  const column = heading.cellIndex, sign = heading.getAttribute("aria-sort") === "ascending" ? 1 : -1;
  const value = (row) => row.cells[column].dataset.value ?? row.cells[column].textContent;
  const compare = (one, other) => {
    const [a, b] = [value(one), value(other)], [x, y] = [Number(a), Number(b)];
    return sign * (a !== "" && b !== "" && !Number.isNaN(x) && !Number.isNaN(y) ? x - y : String(a).localeCompare(String(b)));
  };
  const body = table.tBodies[0];
  body.append(...Array.from(body.rows).sort(compare));
}

// A choice of entrants for a form.
let known = null;
export async function entrants() {
  known ??= get("/api/entrants").then((value) => value.entrants);
  return known;
}

export async function offerEntrants(list) {
  const options = (await entrants()).map((one) => element("option", { value: one.spec, text: one.summary }));
  list.replaceChildren(...options);
}
