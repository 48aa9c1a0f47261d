// The leaderboard: its filters and its order. Where these are not those of the start, they are in the address.
(() => {
  const table = document.getElementById("leaderboard-table");
  const count = document.getElementById("leaderboard-count");
  const filters = [...document.querySelectorAll("[data-filter]")];
  if (!table) return;
  const names = { text: "q", scope: "of", scenario: "in" };
  const show = () => {
    const shown = Tables.filter(table, Object.fromEntries(filters.map((one) => [one.dataset.filter, one.value])));
    count.textContent = `${shown} ${shown === 1 ? "row" : "rows"}`;
  };
  // A browser fills a form again when it reloads a page, so the value of the start is not the present one.
  const first = (one) => (one.tagName === "SELECT" ? one.options[0].value : one.defaultValue);
  const isPossible = (one, value) => (one.tagName === "SELECT" ? [...one.options].some((option) => option.value === value)
    : one.type === "search" && value.length <= 100);
  // Of a list that is set by a program, a browser may tell the change alone.
  for (const one of filters) for (const kind of ["input", "change"]) one.addEventListener(kind, () => { show(); Address.change(); });
  table.addEventListener("sorted", Address.change);
  Address.keep({
    write: (values) => {
      for (const one of filters) if (one.value !== first(one)) values.set(names[one.dataset.filter], one.value);
      const sorting = Tables.sorting(table);
      if (sorting) values.set("sort", `${sorting.column}${sorting.isDown ? "d" : "a"}`);
    },
    read: (values) => {
      for (const one of filters) {
        const value = values.get(names[one.dataset.filter]);
        one.value = value !== null && isPossible(one, value) ? value : first(one);
      }
      show();
      const [, column, direction] = /^(\d{1,2})([ad])$/.exec(values.get("sort") ?? "") ?? [];
      if (column !== undefined && Number(column) < table.tHead.rows[0].cells.length) {
        Tables.sort(table, Number(column), direction === "d");
      } else if (Tables.sorting(table)) Tables.unsort(table);
    },
  });
  // A table of one scenario follows the scenario that is looked at.
  Run.onChange((state, changes) => {
    const filter = filters.find((one) => one.dataset.filter === "scenario");
    if (changes.scenario === undefined || !filter || filter.value === "" || filter.type === "hidden") return;
    filter.value = String(state.scenario);
    show();
  });
})();
