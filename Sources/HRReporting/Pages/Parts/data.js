// What the page knows of its run, unpacked, and what the reader looks at now.
const Run = (() => {
  const data = JSON.parse(document.getElementById("run-data").textContent);
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  // Hundredths of two bytes each; NaN where there is none.
  const hundredths = (text) => {
    const raw = bytes(text);
    return Float64Array.from({ length: raw.length / 2 }, (_, index) => {
      const code = raw[2 * index] + 256 * raw[2 * index + 1];
      return code === 65535 ? NaN : code / 100;
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
    const reference = hundredths(packed.reference);
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
        estimate: hundredths(column.estimate), confidence: column.confidence ? shares(column.confidence) : null,
        outcome: bytes(column.outcome),
      });
    }
    return unit;
  });
  const kept = data.kept.map((one) => ({ ...one }));
  const tolerance = (reference) => Math.max(data.withinBPM, (reference * (data.withinPercent ?? 0)) / 100);
  const state = { scenario: 0, detector: 0, recording: -1, repetition: 0, window: -1 };
  const listeners = [];
  const find = (recording, scenario, repetition = 0) => units.find(
    (unit) => unit.recording === recording && unit.scenario === scenario && unit.repetition === repetition);
  const names = { scenario: "s", detector: "d", recording: "r", repetition: "n", window: "w" };
  const limits = { scenario: data.scenarios.length, detector: data.detectors.length, recording: data.recordings.length };
  // The reader's place is in the address, so that it can be sent to somebody.
  const write = () => {
    const text = Object.entries(names).filter(([key]) => state[key] >= 0).map(([key, name]) => `${name}=${state[key]}`);
    history.replaceState(null, "", `#${text.join("&")}`);
  };
  const read = () => {
    const found = new URLSearchParams(location.hash.slice(1));
    let isSet = false;
    for (const [key, name] of Object.entries(names)) {
      const text = found.get(name);
      if (!/^\d{1,7}$/.test(text ?? "")) continue;
      const value = Number(text);
      if (limits[key] !== undefined && value >= limits[key]) continue;
      state[key] = value;
      isSet = true;
    }
    return isSet;
  };
  const set = (changes, isSilent = false) => {
    Object.assign(state, changes);
    if (!isSilent) write();
    for (const listener of listeners) listener(state, changes);
  };
  const mean = (values) => {
    let sum = 0;
    let count = 0;
    for (const value of values) if (!Number.isNaN(value)) { sum += value; count += 1; }
    return count > 0 ? sum / count : NaN;
  };
  return {
    data, units, kept, state, find, set, read, middle, tolerance, wave, mean,
    onChange: (listener) => listeners.push(listener),
  };
})();
