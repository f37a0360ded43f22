// Tables are sorted by the column whose heading is clicked; a second click reverses the order. Charts show their numbers.
(function () {
  "use strict";
  function value(row, column) {
    const cell = row.cells[column];
    const text = cell.dataset.value ?? cell.textContent;
    const number = text === "" ? NaN : Number(text);
    return Number.isNaN(number) ? text : number;
  }
  function compare(one, other) {
    if (typeof one === "number" && typeof other === "number") return one - other;
    return String(one).localeCompare(String(other));
  }
  function sort(table, heading) {
    const column = heading.cellIndex, body = table.tBodies[0];
    const isText = heading.classList.contains("text");
    const falls = heading.getAttribute("aria-sort") ? heading.getAttribute("aria-sort") === "ascending" : !isText;
    for (const other of heading.parentNode.cells) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", falls ? "descending" : "ascending");
    const rows = Array.from(body.rows);
    rows.sort((one, other) => (falls ? -1 : 1) * compare(value(one, column), value(other, column)));
    body.append(...rows);
  }
  document.addEventListener("click", (event) => {
    const button = event.target.closest("th button");
    if (button) sort(button.closest("table"), button.closest("th"));
    // A tap on a mark shows its numbers, where there is no mouse pointer.
    const mark = event.target.closest("figure svg *");
    const title = mark && mark.querySelector(":scope > title");
    const caption = mark && mark.closest("figure").querySelector("figcaption");
    if (title && caption) {
      const group = mark.closest("g[data-entrant]");
      caption.textContent = (group ? group.dataset.entrant + ": " : "") + title.textContent;
    }
  });
})();
