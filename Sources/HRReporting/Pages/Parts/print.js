// On paper stands what the reader saw: open folds open, closed ones closed. Of long tables only the beginning is printed.
(() => {
  const most = { rows: 24, heatColumns: 20 };
  let notes = [];
  const shorten = (table) => {
    const isHeat = table.classList.contains("heat");
    const rows = [...table.tBodies].flatMap((body) => [...body.rows]).filter((row) => !row.hidden);
    const left = rows.slice(most.rows);
    for (const row of left) row.classList.add("print-out");
    const columns = isHeat ? table.tHead.rows[0].cells.length - 1 : 0;
    if (columns > most.heatColumns) {
      for (const row of table.rows) for (const cell of [...row.cells].slice(1 + most.heatColumns)) cell.classList.add("print-out");
    }
    if (left.length === 0 && columns <= most.heatColumns) return;
    const box = table.closest(".scroll") ?? table;
    const name = table.id === "leaderboard-table" ? "the leaderboard" : "this table";
    const note = document.createElement("p");
    note.className = "print-only small";
    note.textContent = isHeat
      ? `Printed are ${Math.min(rows.length, most.rows)} of ${rows.length} recordings and `
        + `${Math.min(columns, most.heatColumns)} of ${columns} detectors; the others are on the page itself.`
      : `${left.length} more ${left.length === 1 ? "row" : "rows"} of ${name} ${left.length === 1 ? "is" : "are"} on the page itself.`;
    const buttons = box.nextElementSibling;
    (buttons?.matches(".take") ? buttons : box).after(note);
    notes.push(note);
  };
  const restore = () => {
    for (const one of document.querySelectorAll(".print-out")) one.classList.remove("print-out");
    for (const note of notes) note.remove();
    notes = [];
  };
  // Some browsers announce one print twice.
  addEventListener("beforeprint", () => { restore(); document.querySelectorAll("main table").forEach(shorten); });
  addEventListener("afterprint", restore);
})();
