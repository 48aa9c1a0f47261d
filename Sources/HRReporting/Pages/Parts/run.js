// Ties the page together: the scenario and the detector that are looked at, links and dots that lead on.
(() => {
  const { data, state } = Run;
  const scenario = document.getElementById("scenario");
  const detector = document.getElementById("detector");
  const showParts = () => {
    for (const part of document.querySelectorAll("[data-part]")) part.hidden = Number(part.dataset.part) !== state.scenario;
    for (const part of document.querySelectorAll("[data-part-from]")) part.hidden = state.scenario < Number(part.dataset.partFrom);
    dispatchEvent(new Event("resize"));
  };
  scenario?.addEventListener("change", () => Run.set({ scenario: Number(scenario.value), window: -1 }));
  detector?.addEventListener("change", () => Run.set({ detector: Number(detector.value) }));
  Run.onChange((_, changes) => {
    if (changes.scenario !== undefined) {
      if (scenario) scenario.value = state.scenario;
      showParts();
      if (!data.takesPart[state.scenario].includes(state.detector)) {
        Run.show({ detector: data.leaders[state.scenario] ?? data.takesPart[state.scenario][0] ?? 0 });
      }
    }
    if (detector) detector.value = state.detector;
  });
  // Links to a part of the page; those of rows of figures and tables lead to their detector.
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#"]');
    if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const name = link.getAttribute("href").slice(1);
    const number = /^detector-(\d+)$/.exec(name);
    const target = Shell.named(name);
    if (!number && !target) return;
    event.preventDefault();
    const part = number ? null : target.closest("[data-part]");
    const row = link.closest("[data-scenario]")?.dataset.scenario;
    if (number) Run.jump("recordings", { detector: Number(number[1]), ...(row ? { scenario: Number(row) } : {}) });
    else if (part?.hidden) Run.jump(target.id, { scenario: Number(part.dataset.part) });
    else Address.jump(target.id);
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
      Run.jump("window", { recording: best.unit.recording, repetition: best.unit.repetition, detector: column, window: best.window });
    }
  });
  Address.start();
})();
