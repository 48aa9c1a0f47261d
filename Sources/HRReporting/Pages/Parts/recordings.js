// Recordings × detectors, and the rate over time of a recording: reference and readings together.
const Recordings = (() => {
  const { data, state } = Run;
  const host = document.getElementById("heat");
  const breaking = document.getElementById("breaking");
  const ramp = [[247, 244, 233], [246, 210, 122], [232, 137, 60], [178, 58, 85], [75, 27, 90]];
  const limit = () => data.limits[state.scenario];
  const worst = () => 6 * limit();
  // Small errors differ more than large ones do, hence the root.
  const colour = (error) => {
    const share = Math.sqrt(Math.min(error, worst()) / worst()) * (ramp.length - 1);
    const from = Math.min(ramp.length - 2, Math.floor(share));
    const mix = ramp[from].map((value, index) => Math.round(value + (share - from) * (ramp[from + 1][index] - value)));
    const light = mix.map((value) => value / 255).map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    const luminance = 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2];
    // Whichever ink can be read better (WCAG's ratio of luminances).
    return { fill: `rgb(${mix.join(" ")})`, ink: 1.05 / (luminance + 0.05) > (luminance + 0.05) / 0.05 ? "#ffffff" : "#000000" };
  };
  const tables = data.heat.map((packed) => ({ ...packed, mae: null }));
  const unpacked = (scenario) => {
    const table = tables[scenario];
    if (table && !table.mae) {
      const width = table.detectors.length;
      const decode = (text, parse) => {
        const raw = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
        return table.recordings.map((_, row) => table.detectors.map((_, column) => parse(raw, row * width + column)));
      };
      table.mae = decode(table.errors, (raw, at) => {
        const code = raw[2 * at] + 256 * raw[2 * at + 1];
        return code === 65535 ? NaN : (code / 100) * data.scales[scenario];
      });
      table.share = decode(table.answered, (raw, at) => (raw[at] === 255 ? NaN : raw[at] / 200));
    }
    return table;
  };
  // Rows from the largest error of the detector that is looked at; then those without an answer.
  const ordered = (table) => {
    const column = table.detectors.indexOf(state.detector);
    const key = (row) => (column < 0 || Number.isNaN(table.mae[row][column]) ? -1 : table.mae[row][column]);
    return table.recordings.map((_, row) => row).sort((a, b) => key(b) - key(a) || a - b);
  };
  const percent = (share) => `${Math.round(100 * share)} %`;
  const cell = (table, row, column) => {
    const td = document.createElement("td");
    const error = table.mae[row][column];
    const share = table.share[row][column];
    const recording = table.recordings[row];
    const detector = table.detectors[column];
    const button = document.createElement("button");
    button.type = "button";
    button.tabIndex = -1;
    const name = `${data.recordings[recording]}, ${data.detectors[detector]}`;
    if (Number.isNaN(error)) {
      td.className = "none";
      button.textContent = "–";
      button.setAttribute("aria-label", `${name}: no answer with a reference`);
    } else {
      const { fill, ink } = colour(error);
      td.style.background = fill;
      button.style.color = ink;
      button.textContent = error >= 10 ? error.toFixed(0) : error.toFixed(1);
      button.setAttribute("aria-label", `${name}: ${error.toFixed(2)}${data.unitTexts[state.scenario]}, ${percent(share)} answered`);
    }
    button.title = button.getAttribute("aria-label");
    button.addEventListener("click", () => open(recording, detector));
    td.append(button);
    return td;
  };
  const drawHeat = () => {
    const table = unpacked(state.scenario);
    host.replaceChildren();
    if (!table || table.recordings.length === 0) return;
    const element = document.createElement("table");
    element.className = "heat";
    const head = element.createTHead().insertRow();
    const corner = document.createElement("th");
    corner.textContent = "recording";
    corner.scope = "col";
    head.append(corner);
    for (const detector of table.detectors) {
      const th = document.createElement("th");
      th.scope = "col";
      if (detector === state.detector) th.setAttribute("aria-sort", "descending");
      const name = document.createElement("span");
      // Long names are cut inside: their ends tell variants apart.
      const label = data.detectors[detector];
      name.textContent = label.length > 24 ? `${label.slice(0, 11)}…${label.slice(-12)}` : label;
      th.title = label;
      th.append(name);
      head.append(th);
    }
    const body = element.createTBody();
    for (const row of ordered(table)) {
      const tr = body.insertRow();
      const th = document.createElement("th");
      th.scope = "row";
      th.textContent = data.recordings[table.recordings[row]];
      th.title = th.textContent;
      tr.append(th);
      table.detectors.forEach((_, column) => tr.append(cell(table, row, column)));
    }
    const first = body.querySelector("button");
    if (first) first.tabIndex = 0;
    element.addEventListener("keydown", walk);
    host.append(element);
  };
  // One stop of the tabulator for the whole table; arrows lead through it.
  const walk = (event) => {
    const step = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] }[event.key];
    const td = event.target.closest("td");
    if (!step || !td) return;
    event.preventDefault();
    const row = td.parentElement.parentElement.rows[td.parentElement.sectionRowIndex + step[0]];
    const next = row?.cells[td.cellIndex + step[1]]?.querySelector("button");
    if (!next) return;
    event.target.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  };
  // In words: on which recordings the detector that is looked at breaks.
  const tellBreaking = () => {
    const table = unpacked(state.scenario);
    const column = table ? table.detectors.indexOf(state.detector) : -1;
    breaking.textContent = "";
    if (column < 0) return;
    const name = data.detectors[state.detector];
    const bad = ordered(table).filter((row) => table.mae[row][column] > limit());
    const silent = ordered(table).filter((row) => !(table.share[row][column] >= 0.5) && !bad.includes(row));
    const list = (rows, figure) => rows.slice(0, 6).map((row) => `${data.recordings[table.recordings[row]]} (${figure(row)})`).join(", ")
      + (rows.length > 6 ? ` and ${rows.length - 6} more` : "");
    const known = ordered(table).filter((row) => !Number.isNaN(table.mae[row][column]));
    const of = `${known.length} recordings in which it answered${table.isCut ? " and that are shown here" : ""}`;
    const where = `In “${data.scenarios[state.scenario]}”`;
    const figure = (row) => `${table.mae[row][column].toFixed(1)}${data.unitTexts[state.scenario]}`;
    const parts = [bad.length === 0
      ? `${where}, ${name} has a mean absolute error above ${Chart.short(limit())}${data.unitTexts[state.scenario]} on none of the ${of}`
        + (known.length > 0 ? `; the largest is that on ${list(known.slice(0, 1), figure)}.` : ".")
      : `${where}, ${name} breaks on ${bad.length} of the ${of} (mean absolute error above ${Chart.short(limit())}${data.unitTexts[state.scenario]}): ${list(bad, figure)}.`];
    if (silent.length > 0) {
      parts.push(`It answers fewer than half of the windows with a reference, or there are none, on ${silent.length}: ${list(silent, (row) => (Number.isNaN(table.share[row][column]) ? "no reference" : percent(table.share[row][column])))}.`);
    }
    breaking.textContent = parts.join(" ");
  };
  // Leads to a recording: its first stored repeat, its worst window of this detector.
  const open = (recording, detector) => {
    const unit = Run.find(recording, state.scenario);
    Run.jump("rates", { recording, detector, repetition: 0, window: unit ? worstWindow(unit, detector) : -1 });
  };
  const worstWindow = (unit, detector) => {
    const column = unit.answers.get(detector);
    let [most, place] = [-1, -1];
    if (column) {
      for (let window = 0; window < unit.count; window += 1) {
        const error = Math.abs(column.estimate[window] - unit.reference[window]);
        if (error > most) [most, place] = [error, window];
      }
    }
    return place >= 0 ? place : unit.count > 0 ? 0 : -1;
  };
  // Best, median and worst recording of the detector that is looked at, by its mean absolute error.
  const landmarks = () => {
    const table = unpacked(state.scenario);
    const column = table ? table.detectors.indexOf(state.detector) : -1;
    if (column < 0) return [];
    const known = table.recordings.map((recording, row) => ({ recording, error: table.mae[row][column] }))
      .filter((one) => !Number.isNaN(one.error)).sort((a, b) => a.error - b.error || a.recording - b.recording);
    if (known.length === 0) return [];
    const places = [["worst", known.length - 1], ["median", Math.floor((known.length - 1) / 2)], ["best", 0]];
    const seen = new Set();
    return places.filter(([, place]) => !seen.has(place) && seen.add(place)).map(([name, place]) => ({ name, ...known[place] }));
  };
  // What the colours mean.
  const legend = document.getElementById("ramp");
  const strip = document.createElement("span");
  strip.className = "ramp";
  strip.style.background = `linear-gradient(to right, ${[...Array(21).keys()].map((step) => colour((step / 20) * worst()).fill).join(", ")})`;
  const most = document.createElement("span");
  legend.append("0 ", strip, " ", most);
  const drawMost = () => { most.textContent = `${Chart.short(worst())}${data.unitTexts[state.scenario]} and more`; };
  drawMost();
  Run.onChange((_, changes) => {
    if (changes.scenario !== undefined || changes.detector !== undefined) { drawHeat(); tellBreaking(); drawMost(); }
  });
  return { landmarks };
})();
