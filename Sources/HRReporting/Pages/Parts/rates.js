// The rate over time: the reference with the band that counts as right, and the readings of detectors.
const Rates = (() => {
  const { data, state } = Run;
  const landmarks = document.getElementById("landmarks");
  const chosen = document.getElementById("chosen-recording");
  // Whose readings are drawn: the detector that is looked at, then what it is compared with, then the leader.
  const shownDetectors = (unit) => [...new Set([state.detector, data.baseline ?? -1, data.leaders[unit.scenario] ?? -1])]
    .filter((detector) => unit.answers.has(detector)).slice(0, 3);
  const range = (unit, detectors) => {
    const reference = [...unit.reference].filter((value) => !Number.isNaN(value));
    const answers = detectors.flatMap((detector) => [...unit.answers.get(detector).estimate]).filter((value) => !Number.isNaN(value));
    const all = reference.length ? reference : answers;
    if (all.length === 0) return { low: 40, high: 160 };
    const [low, high] = [Math.min(...all), Math.max(...all)];
    const [from, to] = [Chart.quantile(answers, 0.02), Chart.quantile(answers, 0.98)];
    // A wild reading must not flatten the rest.
    return {
      low: Math.max(0, Math.min(low - 10, Math.max(from - 5, low - 60)) || low - 10),
      high: Math.max(high + 10, Math.min(to + 5, high + 90)) || high + 10,
    };
  };
  const band = (unit, frame, x) => {
    const [up, down] = [[], []];
    for (let window = 0; window < unit.count; window += 1) {
      const rate = unit.reference[window];
      up.push([x(window), Number.isNaN(rate) ? NaN : Math.max(frame.top, frame.py(rate + Run.tolerance(rate)))]);
      down.push([x(window), Number.isNaN(rate) ? NaN : Math.min(frame.bottom, frame.py(rate - Run.tolerance(rate)))]);
    }
    let d = "";
    for (let window = 0; window + 1 < unit.count; window += 1) {
      if ([up[window][1], up[window + 1][1]].some(Number.isNaN)) continue;
      d += `M${up[window].map((v) => v.toFixed(1)).join(" ")}L${up[window + 1].map((v) => v.toFixed(1)).join(" ")}`
        + `L${down[window + 1].map((v) => v.toFixed(1)).join(" ")}L${down[window].map((v) => v.toFixed(1)).join(" ")}Z`;
    }
    return d;
  };
  const legend = (unit, detectors) => {
    const list = document.createElement("ul");
    list.className = "legend";
    const entry = (name, draw) => {
      const item = document.createElement("li");
      const svg = Chart.make("svg", { viewBox: "0 0 34 14", "aria-hidden": "true", class: "drawing" });
      draw(svg);
      item.append(svg, ` ${name}`);
      list.append(item);
    };
    entry("reference", (svg) => svg.append(Chart.make("path", { class: "reference-line", d: "M2 7H32" })));
    entry("counts as right", (svg) => svg.append(Chart.make("rect", { class: "right-band", x: 2, y: 1, width: 30, height: 12 })));
    for (const detector of detectors) {
      const style = data.styles[detector];
      entry(data.detectors[detector], (svg) => svg.append(Chart.make("path", { class: Chart.styled("s", style), d: "M2 7H32" }),
        Chart.make("path", { class: Chart.styled("m", style), d: Chart.marker(style, 17, 7) })));
    }
    return list;
  };
  const drawReadings = (unit, detector, isFirst, frame, x) => {
    const style = data.styles[detector];
    const { estimate, outcome } = unit.answers.get(detector);
    const group = Chart.make("g");
    const points = [];
    for (let window = 0; window < unit.count; window += 1) {
      const y = Number.isNaN(estimate[window]) ? NaN : frame.py(estimate[window]);
      points.push([x(window), y < frame.top ? frame.top : y > frame.bottom ? frame.bottom : y]);
    }
    group.append(Chart.make("path", { class: Chart.styled("s", style), d: Chart.line(points), "stroke-opacity": 0.6 }));
    const size = unit.count > 240 ? 1.4 : unit.count > 90 ? 2.2 : 3.4;
    const inside = [];
    let beyond = "";
    points.forEach(([px, py], window) => {
      if (Number.isNaN(py)) return;
      const real = frame.py(estimate[window]);
      if (real < frame.top) beyond += `M${(px - 4).toFixed(1)} ${frame.top + 8}l4 -7l4 7Z`;
      else if (real > frame.bottom) beyond += `M${(px - 4).toFixed(1)} ${frame.bottom - 8}l4 7l4 -7Z`;
      else inside.push(Chart.marker(style, px, py, size));
    });
    group.append(Chart.make("path", { class: Chart.styled("m", style), d: inside.join("") }));
    if (beyond) group.append(Chart.titled(Chart.make("path", { class: Chart.styled("m", style), d: beyond }), "beyond the scale"));
    if (isFirst) {
      let silent = "";
      outcome.forEach((code, window) => {
        if (code !== 0 && !Number.isNaN(unit.reference[window])) silent += `M${x(window).toFixed(1)} ${frame.bottom - 1}v-7`;
      });
      if (silent) group.append(Chart.titled(Chart.make("path", { class: "bias", d: silent }), "no answer here"));
    }
    return group;
  };
  // The chart of one unit in `host`; a click leads to the window under it.
  const draw = (host, unit) => {
    const detectors = shownDetectors(unit);
    const width = Math.max(300, Math.min(1150, host.clientWidth || 900));
    const x = { low: unit.start(0), high: unit.start(unit.count - 1) + unit.length(unit.count - 1), title: "time, middle of the window (s)" };
    const y = { ...range(unit, detectors), title: data.rateTitle };
    const label = `Rate over time of ${data.recordings[unit.recording]}, ${data.scenarios[unit.scenario]}: reference and `
      + detectors.map((detector) => data.detectors[detector]).join(", ");
    const frame = Chart.frame(width, width < 500 ? 220 : 250, x, y, label);
    const place = (window) => frame.px(Run.middle(unit, window));
    frame.svg.append(Chart.make("path", { class: "right-band", d: band(unit, frame, place) }));
    const isChosen = unit.recording === state.recording && unit.repetition === state.repetition && state.window >= 0;
    if (isChosen && state.window < unit.count) {
      const from = frame.px(unit.start(state.window));
      frame.svg.append(Chart.make("rect", {
        class: "chosen-window", x: from, y: frame.top, height: frame.bottom - frame.top,
        width: Math.max(2, frame.px(unit.start(state.window) + unit.length(state.window)) - from),
      }));
    }
    const height = (rate) => (Number.isNaN(rate) ? NaN : frame.py(rate));
    // A single window's reference is a line over the window.
    const reference = unit.count === 1
      ? [unit.start(0), unit.start(0) + unit.length(0)].map((time) => [frame.px(time), height(unit.reference[0])])
      : [...unit.reference].map((rate, window) => [place(window), height(rate)]);
    frame.svg.append(Chart.make("path", { class: "reference-line", d: Chart.line(reference) }));
    [...detectors.entries()].reverse().forEach(([at, detector]) => frame.svg.append(drawReadings(unit, detector, at === 0, frame, place)));
    frame.svg.classList.add("clickable");
    frame.svg.addEventListener("click", (event) => {
      const box = frame.svg.getBoundingClientRect();
      const at = ((event.clientX - box.left) / box.width) * width;
      let [nearest, place_] = [Infinity, 0];
      for (let window = 0; window < unit.count; window += 1) {
        const distance = Math.abs(place(window) - at);
        if (distance < nearest) [nearest, place_] = [distance, window];
      }
      Run.jump("window", { recording: unit.recording, repetition: unit.repetition, window: place_ });
    });
    host.append(legend(unit, detectors), frame.svg);
    if (unit.thinnedFrom) {
      const note = document.createElement("p");
      note.className = "small faint";
      note.textContent = `${unit.count} of its ${unit.thinnedFrom} windows, evenly chosen; windows.h5 has all.`;
      host.append(note);
    }
  };
  const box = (title) => {
    const element = document.createElement("div");
    element.className = "chart";
    const heading = document.createElement("h3");
    heading.textContent = title;
    element.append(heading);
    return element;
  };
  const fill = (element, unit) => {
    if (unit) { draw(element, unit); return; }
    const note = document.createElement("p");
    note.className = "note";
    note.textContent = Run.missing;
    element.append(note);
  };
  const drawLandmarks = () => {
    landmarks.replaceChildren();
    for (const one of Recordings.landmarks()) {
      const element = box(`${one.name[0].toUpperCase()}${one.name.slice(1)}: ${data.recordings[one.recording]}, `
        + `mean absolute error ${one.error.toFixed(2)}${data.unitTexts[state.scenario]}`);
      landmarks.append(element);
      fill(element, Run.find(one.recording, state.scenario));
    }
  };
  const drawChosen = () => {
    chosen.replaceChildren();
    if (state.recording < 0) return;
    const unit = Run.find(state.recording, state.scenario, state.repetition);
    const element = box(`${data.recordings[state.recording]}, ${data.scenarios[state.scenario]}`
      + (state.repetition > 0 ? `, repeat ${state.repetition + 1}` : ""));
    chosen.append(element);
    fill(element, unit);
  };
  let waiting = 0;
  addEventListener("resize", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => { drawLandmarks(); drawChosen(); }, 150);
  });
  Run.onChange((_, changes) => {
    if (changes.scenario !== undefined || changes.detector !== undefined) drawLandmarks();
    drawChosen();
  });
})();
