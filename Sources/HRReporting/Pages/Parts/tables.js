// Tables that sort by any column and keep only the rows that are asked for. A table says so itself: class "sortable";
// rows carry what they can be filtered by in data-… attributes of the names that controls have in data-filter.
const Tables = (() => {
  const number = (cell) => {
    if (cell.dataset.v !== undefined) return cell.dataset.v === "" ? NaN : Number(cell.dataset.v);
    const found = /^[-−+]?[\d,]*\.?\d+/.exec(cell.textContent.trim());
    return found ? Number(found[0].replace("−", "-").replaceAll(",", "")) : NaN;
  };
  // Rows as they came, so that a table that is sorted twice stands as one that was sorted once.
  const original = new Map();
  const order = (table, rows) => {
    table.tBodies[0].append(...rows);
    for (const head of table.tHead.rows[0].cells) head.removeAttribute("aria-sort");
  };
  const sort = (table, column, isDown) => {
    const rows = original.get(table);
    const isNumeric = table.tHead.rows[0].cells[column].classList.contains("n");
    const keyed = rows.map((row, place) => {
      const cell = row.cells[column];
      return { row, place, key: isNumeric ? number(cell) : cell.textContent.trim().toLowerCase() };
    });
    const sign = isDown ? -1 : 1;
    const isGuess = (one) => one.row.classList.contains("chance");
    keyed.sort((a, b) => {
      // Guesses are no detectors: they stand behind them.
      if (isGuess(a) !== isGuess(b)) return isGuess(a) - isGuess(b);
      // What does not exist stands last in either direction.
      if (isNumeric && (Number.isNaN(a.key) || Number.isNaN(b.key))) {
        return Number.isNaN(a.key) - Number.isNaN(b.key) || a.place - b.place;
      }
      return (a.key < b.key ? -sign : a.key > b.key ? sign : 0) || a.place - b.place;
    });
    order(table, keyed.map((one) => one.row));
    table.tHead.rows[0].cells[column].setAttribute("aria-sort", isDown ? "descending" : "ascending");
  };
  const unsort = (table) => order(table, original.get(table));
  // The column by which a table is sorted, and the direction; null as it came.
  const sorting = (table) => {
    const column = [...table.tHead.rows[0].cells].findIndex((head) => head.hasAttribute("aria-sort"));
    return column < 0 ? null : { column, isDown: table.tHead.rows[0].cells[column].getAttribute("aria-sort") === "descending" };
  };
  const make = (table) => {
    original.set(table, [...table.tBodies[0].rows]);
    [...table.tHead.rows[0].cells].forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...[...head.childNodes].filter((node) => node.className !== "term"));
      head.prepend(button);
      button.addEventListener("click", () => {
        const now = head.getAttribute("aria-sort");
        // The better end first: large shares, small errors and names from A.
        const isDown = now ? now === "ascending" : head.dataset.first === "down";
        sort(table, column, isDown);
        table.dispatchEvent(new Event("sorted"));
      });
    });
  };
  // Shows the rows for which every filter holds; returns how many these are.
  const filter = (table, filters) => {
    let shown = 0;
    for (const row of table.tBodies[0].rows) {
      const fits = Object.entries(filters).every(([name, value]) => {
        if (value === "") return true;
        return name === "text" ? row.cells[0].textContent.toLowerCase().includes(value.toLowerCase())
          : row.dataset[name] === value;
      });
      row.hidden = !fits;
      if (fits) shown += 1;
    }
    return shown;
  };
  document.querySelectorAll("table.sortable").forEach(make);
  return { sort, unsort, sorting, filter };
})();
