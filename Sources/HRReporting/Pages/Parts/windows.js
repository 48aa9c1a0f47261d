// One window: what every detector said of it and, where it was kept, the signal as the detector saw it.
const Windows = (() => {
  const { data, state } = Run;
  const host = document.getElementById("window-body");
  const { element } = Shell;
  const seconds = (value) => `${Chart.short(value)} s`;
  const span = (unit, window) => `${Chart.short(unit.start(window))} to ${seconds(unit.start(window) + unit.length(window))}`;
  const words = (unit, column, window) => {
    const code = column.outcome[window];
    if (code !== 0) return data.outcomes[code];
    const rate = unit.reference[window];
    if (Number.isNaN(rate)) return "no reference to hold it against";
    return Math.abs(column.estimate[window] - rate) <= Run.tolerance(rate) ? "right" : "off";
  };
  const figure = (value, decimals = 1) => (Number.isNaN(value) ? "–" : Chart.text(value, decimals));
  const answers = (unit, window) => {
    const { scroll, body } = Shell.table("Answers in this window",
      [["detector"], ["estimate", "n"], ["error", "n"], ["confidence", "n"], ["what came of it"]]);
    for (const [detector, column] of unit.answers) {
      const row = body.insertRow();
      if (detector === state.detector) row.className = "lead";
      const th = element("th", data.detectors[detector]);
      th.scope = "row";
      row.append(th);
      const error = column.estimate[window] - unit.reference[window];
      row.append(element("td", figure(column.estimate[window]), "n"), element("td", figure(error, 2), "n"),
        element("td", column.confidence ? figure(column.confidence[window], 2) : "–", "n"), element("td", words(unit, column, window)));
    }
    return scroll;
  };
  const why = { worst: "worst", median: "median", random: "drawn at random" };
  // A wave over the window's seconds, with beats as uprights and triangles.
  const drawWave = (packed, one, title) => {
    const samples = Run.wave(packed);
    const width = Math.max(300, Math.min(1150, host.clientWidth || 900));
    const air = (packed.high - packed.low) * 0.06 || 1;
    const frame = Chart.frame(width, 170, { low: one.start, high: one.end, title: "time (s)" },
      { low: packed.low - air, high: packed.high + air, title: packed.unit || "" }, `${title}: ${packed.name}`, { top: 18 });
    frame.svg.append(Chart.make("text", { class: "ink", x: frame.left + 4, y: 12, "font-size": 12.5, "font-weight": 600 }, `${title}: ${packed.name}`));
    const points = [...samples].map((value, index) => [frame.px(packed.first + (packed.times ? packed.times[index] : index / packed.rate)), Number.isNaN(value) ? NaN : frame.py(value)]);
    frame.svg.append(Chart.make("path", { class: "wave", d: Chart.line(points) }));
    if (packed.isReduced) {
      frame.svg.append(Chart.make("text", { class: "faint", x: frame.right, y: 12, "font-size": 12, "text-anchor": "end" }, "extremes of stretches"));
    }
    for (const beat of one.beats ?? []) {
      frame.svg.append(Chart.make("path", { class: "beat", d: `M${frame.px(beat).toFixed(1)} ${frame.top}V${frame.bottom}` }));
    }
    for (const beat of one.found ?? []) {
      const px = frame.px(beat).toFixed(1);
      frame.svg.append(Chart.make("path", { class: "beat-found", d: `M${px} ${frame.top + 10}l-5 -9h10Z` }));
    }
    return frame.svg;
  };
  const drawSpectrum = (spectrum, one) => {
    const samples = Run.wave(spectrum);
    const width = Math.max(300, Math.min(1150, host.clientWidth || 900));
    const at = (index) => 60 * (spectrum.first + index * spectrum.step);
    const frame = Chart.frame(width, 170, { low: at(0), high: at(samples.length - 1), title: "per minute" },
      { low: 0, high: spectrum.high * 1.06 || 1, title: "power" }, "Power spectrum of the wave that the detector saw");
    frame.svg.append(Chart.make("path", { class: "wave", d: Chart.line([...samples].map((value, index) => [frame.px(at(index)), frame.py(value)])) }));
    for (const [rate, className, name] of [[one.reference, "beat", "reference"], [one.estimate, "bias", "estimate"]]) {
      if (rate === null || rate < at(0) || rate > at(samples.length - 1)) continue;
      frame.svg.append(Chart.titled(Chart.make("path", { class: className, d: `M${frame.px(rate).toFixed(1)} ${frame.top}V${frame.bottom}` }), name));
      frame.svg.append(Chart.make("text", { class: "ink inside", x: frame.px(rate) + 4, y: frame.top + (name === "reference" ? 12 : 26), "font-size": 12 }, name));
    }
    return frame.svg;
  };
  const signals = (one) => {
    const chart = element("div", undefined, "chart");
    chart.id = "signal";
    chart.append(element("h3", `The signal as ${data.detectors[one.detector]} saw it (${why[one.why] ?? one.why} of its row)`));
    const legend = [];
    if (one.beats?.length) legend.push("dashed lines: true beats");
    if (one.found?.length) legend.push("triangles: detected beats");
    if (legend.length) chart.append(element("p", `${legend.join("; ")}.`, "small faint"));
    for (const wave of one.raw) chart.append(drawWave(wave, one, "as recorded, with the scenario's damage"));
    for (const wave of one.seen) chart.append(drawWave(wave, one, "after extractor and filters"));
    if (one.spectrum) chart.append(drawSpectrum(one.spectrum, one));
    return chart;
  };
  const keptOfRow = () => Run.kept.filter((one) => one.scenario === state.scenario && one.detector === state.detector);
  const keptList = () => {
    const mine = keptOfRow();
    const list = element("ul", undefined, "kept");
    for (const one of mine) {
      const button = element("button", `${why[one.why] ?? one.why}: ${data.recordings[one.recording]}, ${Chart.short(one.start)} to ${seconds(one.end)}`
        + (one.estimate !== null && one.reference !== null ? `, error ${Chart.text(one.estimate - one.reference)}${data.unitTexts[state.scenario]}` : ", no answer"));
      button.type = "button";
      button.addEventListener("click", () => showKept(one));
      const item = element("li");
      item.append(button);
      list.append(item);
    }
    return { list, count: mine.length };
  };
  const showKept = (one) => {
    const unit = Run.find(one.recording, one.scenario, one.repetition);
    let window = -1;
    if (unit) for (let index = 0; index < unit.count; index += 1) if (unit.place(index) === one.window) window = index;
    Run.jump("window", {
      recording: one.recording, repetition: one.repetition, detector: one.detector, window,
      kept: window < 0 ? Run.kept.indexOf(one) : -1,
    });
  };
  const steps = (unit) => {
    const tools = element("div", undefined, "tools");
    const label = element("label", "Window ", "pick");
    const slider = document.createElement("input");
    slider.type = "range";
    slider.min = 0;
    slider.max = unit.count - 1;
    slider.value = state.window;
    slider.id = "window-slider";
    slider.setAttribute("aria-valuetext", span(unit, state.window));
    slider.addEventListener("input", () => {
      Run.set({ window: Number(slider.value) });
      document.getElementById("window-slider")?.focus({ preventScroll: true });
    });
    label.append(slider);
    tools.append(label);
    return tools;
  };
  let drawnWidth = 0;
  const draw = () => {
    drawnWidth = host.clientWidth;
    host.replaceChildren();
    const unit = state.recording >= 0 ? Run.find(state.recording, state.scenario, state.repetition) : undefined;
    const kept = keptList();
    if (unit && state.window >= 0 && state.window < unit.count) {
      const window = state.window;
      const rate = unit.reference[window];
      host.append(element("h3", `${data.recordings[unit.recording]}, ${data.scenarios[unit.scenario]}`
        + `${unit.repetition > 0 ? `, repeat ${unit.repetition + 1}` : ""}, ${span(unit, window)}`));
      host.append(element("p", Number.isNaN(rate) ? "This window has no reference rate." : `Reference ${rate.toFixed(1)}${data.unitTexts[state.scenario]}.`));
      host.append(steps(unit), answers(unit, window));
      const here = Run.kept.filter((one) => one.unit === unit.index && one.window === unit.place(window));
      const mine = here.find((one) => one.detector === state.detector) ?? here[0];
      if (mine) host.append(signals(mine));
      else host.append(element("p", data.keptNote, "note"));
    } else if (state.kept >= 0) {
      host.append(signals(Run.kept[state.kept]));
    } else {
      host.append(element("p", state.recording >= 0 && !unit ? Run.missing
        : "Choose a window: click in a chart above, or in a cell of the table of recordings.", "note"));
    }
    if (kept.count > 0) {
      host.append(element("h3", `Windows of ${data.detectors[state.detector]} in “${data.scenarios[state.scenario]}” whose signal was kept`), kept.list);
    }
  };
  Run.onChange(draw);
  // Drawn anew only where there is another width: what is drawn anew loses the reader's focus.
  addEventListener("resize", () => {
    clearTimeout(Windows.waiting);
    Windows.waiting = setTimeout(() => { if (host.clientWidth !== drawnWidth) draw(); }, 200);
  });
  return { waiting: 0 };
})();
