// Ties the page together: the scenario and the detector that are looked at, the leaderboard's filters, dots that lead on.
(() => {
  const { data, state } = Run;
  const scenario = document.getElementById("scenario");
  const detector = document.getElementById("detector");
  const board = document.getElementById("leaderboard-table");
  const count = document.getElementById("leaderboard-count");
  const filters = [...document.querySelectorAll("[data-filter]")];
  const showParts = () => {
    for (const part of document.querySelectorAll("[data-part]")) part.hidden = Number(part.dataset.part) !== state.scenario;
    for (const part of document.querySelectorAll("[data-part-from]")) part.hidden = state.scenario < Number(part.dataset.partFrom);
    dispatchEvent(new Event("resize"));
  };
  const filterBoard = () => {
    if (!board) return;
    const wanted = Object.fromEntries(filters.map((one) => [one.dataset.filter, one.value]));
    const shown = Tables.filter(board, wanted);
    count.textContent = `${shown} ${shown === 1 ? "row" : "rows"}`;
  };
  for (const one of filters) one.addEventListener("input", filterBoard);
  scenario?.addEventListener("change", () => Run.set({ scenario: Number(scenario.value), window: -1 }));
  detector?.addEventListener("change", () => Run.set({ detector: Number(detector.value) }));
  Run.onChange((_, changes) => {
    if (changes.scenario !== undefined) {
      if (scenario) scenario.value = state.scenario;
      showParts();
      const filter = filters.find((one) => one.dataset.filter === "scenario");
      if (filter && filter.value !== "") { filter.value = String(state.scenario); filterBoard(); }
      if (!data.takesPart[state.scenario].includes(state.detector)) {
        Run.set({ detector: data.leaders[state.scenario] ?? data.takesPart[state.scenario][0] ?? 0 }, true);
      }
    }
    if (detector) detector.value = state.detector;
  });
  // Rows of figures and tables lead to their detector.
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#detector-"]');
    if (!link) return;
    event.preventDefault();
    const number = Number(link.getAttribute("href").slice("#detector-".length));
    const row = link.closest("[data-scenario]")?.dataset.scenario;
    Run.set({ detector: number, ...(row ? { scenario: Number(row) } : {}) });
    document.getElementById("recordings").scrollIntoView();
  });
  // A dot of an agreement panel leads to its window: the nearest of those that are in the page.
  document.addEventListener("click", (event) => {
    const panel = event.target.closest("[data-x0][data-name]");
    const svg = panel?.ownerSVGElement;
    if (!svg || !svg.closest("[data-agreement]")) return;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const at = (name) => Number(panel.dataset[name]);
    const place = (value, from, to, low, high) => from + ((value - low) / (high - low)) * (to - from);
    const column = data.detectors.indexOf(panel.dataset.name);
    let best = { distance: 12, unit: null, window: -1 };
    for (const unit of Run.units.filter((one) => one.scenario === state.scenario)) {
      const answers = unit.answers.get(column);
      if (!answers) continue;
      for (let window = 0; window < unit.count; window += 1) {
        const [rate, read] = [unit.reference[window], answers.estimate[window]];
        const x = place((rate + read) / 2, at("left"), at("right"), at("x0"), at("x1"));
        const y = place(read - rate, at("bottom"), at("top"), at("y0"), at("y1"));
        const distance = Math.hypot(x - point.x, y - point.y);
        if (distance < best.distance) best = { distance, unit, window };
      }
    }
    if (best.unit) {
      Run.set({ recording: best.unit.recording, repetition: best.unit.repetition, detector: column, window: best.window });
      document.getElementById("window").scrollIntoView();
    }
  });
  const isGiven = Run.read();
  if (!isGiven) state.detector = data.leaders[0] ?? 0;
  filterBoard();
  Run.set({ scenario: state.scenario, detector: state.detector }, true);
  addEventListener("hashchange", () => { if (Run.read()) Run.set({ ...state }, true); });
})();
