// What the page knows of its run, unpacked, and what the reader looks at now.
const Run = (() => {
  const data = JSON.parse(document.getElementById("run-data").textContent);
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  // Hundredths of a scale, two bytes each; NaN where there is none.
  const hundredths = (text, scale) => {
    const raw = bytes(text);
    return Float64Array.from({ length: raw.length / 2 }, (_, index) => {
      const code = raw[2 * index] + 256 * raw[2 * index + 1];
      return code === 65535 ? NaN : (code / 100) * scale;
    });
  };
  const shares = (text) => Float64Array.from(bytes(text), (code) => (code === 255 ? NaN : code / 200));
  // A wave between two values, as it was packed.
  const wave = (packed) => {
    const scale = (packed.high - packed.low) / 254;
    return Float64Array.from(bytes(packed.y), (code) => (code === 255 ? NaN : packed.low + code * scale));
  };
  const middle = (unit, window) => unit.start(window) + unit.length(window) / 2;
  const units = data.units.map((packed) => {
    const scale = data.scales[packed.scenario];
    const reference = hundredths(packed.reference, scale);
    const unit = {
      index: packed.unit, recording: packed.recording, scenario: packed.scenario, repetition: packed.repetition,
      reference, count: reference.length, thinnedFrom: packed.thinnedFrom,
      start: (window) => (packed.starts ? packed.starts[window] : packed.first + window * packed.hop),
      length: (window) => (packed.lengths ? packed.lengths[window] : packed.length),
      // Places of the windows in the run, where not all are here.
      place: (window) => (packed.places ? packed.places[window] : window),
      answers: new Map(),
    };
    for (const column of packed.detectors) {
      unit.answers.set(column.detector, {
        estimate: hundredths(column.estimate, scale), confidence: column.confidence ? shares(column.confidence) : null,
        outcome: bytes(column.outcome),
      });
    }
    return unit;
  });
  const kept = data.kept.map((one) => ({ ...one }));
  const tolerance = (reference) => Math.max(data.withinBPM, (reference * (data.withinPercent ?? 0)) / 100);
  // What is looked at; `kept` is a window whose signal was kept and whose series is not in the page.
  const state = { scenario: 0, detector: 0, recording: -1, repetition: 0, window: -1, kept: -1 };
  const listeners = [];
  const find = (recording, scenario, repetition = 0) => units.find(
    (unit) => unit.recording === recording && unit.scenario === scenario && unit.repetition === repetition);
  const names = { scenario: "s", detector: "d", recording: "r", repetition: "n", window: "w", kept: "k" };
  const limits = {
    scenario: data.scenarios.length, detector: data.detectors.length, recording: data.recordings.length, kept: kept.length,
  };
  const show = (changes) => {
    Object.assign(state, { kept: -1 }, changes);
    for (const listener of listeners) listener(state, changes);
  };
  // Another choice at the same place of the page.
  const set = (changes) => { show(changes); Address.change(); };
  // A choice that leads to another place of the page.
  const jump = (section, changes) => Address.jump(section, () => show(changes));
  Address.keep({
    write: (values) => {
      for (const [key, name] of Object.entries(names)) {
        if (state[key] > 0 || (state[key] === 0 && key !== "repetition")) values.set(name, state[key]);
      }
    },
    read: (values) => {
      const found = { scenario: 0, recording: -1, repetition: 0, window: -1, kept: -1 };
      for (const [key, name] of Object.entries(names)) {
        const text = values.get(name) ?? "";
        if (/^\d{1,7}$/.test(text) && Number(text) < (limits[key] ?? Infinity)) found[key] = Number(text);
      }
      found.detector ??= data.leaders[found.scenario] ?? data.takesPart[found.scenario]?.[0] ?? 0;
      show(found);
    },
  });
  const missing = "The windows of this recording are not in the page, which has a limit of size; windows.h5 has all.";
  const mean = (values) => {
    let sum = 0;
    let count = 0;
    for (const value of values) if (!Number.isNaN(value)) { sum += value; count += 1; }
    return count > 0 ? sum / count : NaN;
  };
  return {
    data, units, kept, state, find, show, set, jump, middle, tolerance, wave, mean, missing,
    onChange: (listener) => listeners.push(listener),
  };
})();
