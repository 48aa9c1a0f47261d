// Differences from the detector that the reader chooses: a row for each other detector, with its interval.
(() => {
  const { data, state } = Run;
  const host = document.getElementById("pairs");
  const { element } = Shell;
  // The detector that others are compared with; -1: a declared baseline, or the best of the scenario.
  let against = -1;
  const base = (table) => (table.detectors.includes(against) ? against : table.start);
  // The other detectors by difference, the smallest error first: a pair is stored once, in one of its two directions.
  const rows = (table, chosen) => table.pairs.filter(([first, second]) => first === chosen || second === chosen)
    .map(([first, second, delta, low, high, clusters, windows]) => (second === chosen
      ? { detector: first, delta, low, high, clusters, windows }
      : { detector: second, delta: -delta, low: high === null ? null : -high, high: low === null ? null : -low, clusters, windows }))
    .sort((a, b) => a.delta - b.delta || a.detector - b.detector);
  const figure = (value) => (Object.is(Number(value.toFixed(2)), -0) ? "0.00" : `${value > 0 ? "+" : ""}${value.toFixed(2)}`);
  // The interval on a scale that all rows share; what is beyond it ends at the edge.
  const bar = (row, reach) => {
    const svg = Chart.make("svg", { viewBox: "0 0 300 22", "aria-hidden": "true", class: "drawing interval" });
    const x = (value) => Math.max(2, Math.min(298, 150 + (148 * value) / reach));
    svg.append(Chart.make("path", { class: "zero", d: "M150 0V22" }));
    const style = data.styles[row.detector];
    if (row.low !== null) {
      svg.append(Chart.make("path", { class: Chart.styled("s", style), d: `M${x(row.low).toFixed(1)} 11H${x(row.high).toFixed(1)}` }));
    }
    // Beyond the scale an arrow stands at the edge.
    const side = Math.sign(row.delta);
    const d = Math.abs(row.delta) > reach ? `M${150 + 149 * side} 11l${-9 * side} -5v10Z` : Chart.marker(style, x(row.delta), 11, 4);
    svg.append(Chart.make("path", { class: Chart.styled("m", style), d }));
    return svg;
  };
  const draw = () => {
    host.replaceChildren();
    const table = data.pairs?.[state.scenario];
    if (!table) {
      host.append(element("p", "There are no two detectors here whose errors could be compared.", "note"));
      return;
    }
    const chosen = base(table);
    const label = element("label", "Against ", "pick");
    const select = element("select");
    select.id = "pairs-against";
    for (const detector of table.detectors) {
      const option = element("option", data.detectors[detector]);
      option.value = detector;
      option.selected = detector === chosen;
      select.append(option);
    }
    select.addEventListener("change", () => {
      against = Number(select.value);
      draw();
      Address.change();
      document.getElementById("pairs-against").focus();
    });
    label.append(select);
    const tools = element("div", undefined, "tools");
    tools.append(label);
    const found = rows(table, chosen);
    const ends = found.flatMap((row) => [row.delta, row.low ?? row.delta, row.high ?? row.delta]).map(Math.abs);
    const reach = Math.max(0.5, Math.min(Math.max(...ends), 4 * Chart.quantile(found.map((row) => Math.abs(row.delta)), 0.5) + 1));
    const heads = [["detector"], [`difference from ${data.detectors[chosen]} (${data.unitTexts[state.scenario].trim() || "ratio"})`, "n"],
      [`drawn, −${reach.toFixed(1)} to +${reach.toFixed(1)}${data.unitTexts[state.scenario]}`, "drawn"], [data.clusters, "n"], ["common windows", "n"]];
    const { scroll, body } = Shell.table(`Differences from ${data.detectors[chosen]}`, heads);
    for (const row of found) {
      const tr = body.insertRow();
      const th = element("th", data.detectors[row.detector]);
      th.scope = "row";
      const cell = element("td", figure(row.delta), "n");
      if (row.low !== null) cell.append(" ", element("span", `[${row.low.toFixed(2)}, ${row.high.toFixed(2)}]`, "ci"));
      const drawn = element("td");
      drawn.append(bar(row, reach));
      tr.append(th, cell, drawn, element("td", String(row.clusters), "n"), element("td", String(row.windows), "n"));
    }
    const left = table.all - table.detectors.length;
    host.append(element("h3", "Any two detectors"),
      element("p", `Mean absolute error of each detector minus that of ${data.detectors[chosen]}, on the windows that both answered; below 0 it errs less. `
        + "In brackets and as a line: the 95 % confidence interval; an arrow at the edge is a difference beyond the scale. These comparisons are not declared and not corrected for their number, so there is no verdict."),
      tools, scroll);
    if (left > 0) {
      const note = element("p", `${left} more ${left === 1 ? "detector is" : "detectors are"} left out; `, "small faint");
      note.append(element("code", "hreval compare RUN --baseline NAME"), left === 1 ? " compares it." : " compares them.");
      host.append(note);
    }
  };
  if (!host) return;
  Run.onChange((_, changes) => { if (changes.scenario !== undefined) draw(); });
  Address.keep({
    write: (values) => { if (against >= 0) values.set("b", against); },
    read: (values) => {
      const text = values.get("b") ?? "";
      against = /^\d{1,5}$/.test(text) && Number(text) < data.detectors.length ? Number(text) : -1;
      draw();
    },
  });
})();
