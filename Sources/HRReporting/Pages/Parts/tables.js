// Tables that sort by any column and keep only the rows that are asked for. A table says so itself: class "sortable";
// rows carry what they can be filtered by in data-… attributes of the names that controls have in data-filter.
const Tables = (() => {
  const number = (cell) => {
    if (cell.dataset.v !== undefined) return cell.dataset.v === "" ? NaN : Number(cell.dataset.v);
    const found = /^[-−+]?[\d,]*\.?\d+/.exec(cell.textContent.trim());
    return found ? Number(found[0].replace("−", "-").replaceAll(",", "")) : NaN;
  };
  const sort = (table, column, isDown) => {
    const body = table.tBodies[0];
    const rows = [...body.rows];
    const isNumeric = table.tHead.rows[0].cells[column].classList.contains("n");
    const keyed = rows.map((row, place) => {
      const cell = row.cells[column];
      return { row, place, key: isNumeric ? number(cell) : cell.textContent.trim().toLowerCase() };
    });
    const sign = isDown ? -1 : 1;
    keyed.sort((a, b) => {
      // What does not exist stands last in either direction.
      if (isNumeric && (Number.isNaN(a.key) || Number.isNaN(b.key))) {
        return Number.isNaN(a.key) - Number.isNaN(b.key) || a.place - b.place;
      }
      return (a.key < b.key ? -sign : a.key > b.key ? sign : 0) || a.place - b.place;
    });
    body.append(...keyed.map((one) => one.row));
    for (const head of table.tHead.rows[0].cells) head.removeAttribute("aria-sort");
    table.tHead.rows[0].cells[column].setAttribute("aria-sort", isDown ? "descending" : "ascending");
  };
  const make = (table) => {
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
  return { sort, filter };
})();
