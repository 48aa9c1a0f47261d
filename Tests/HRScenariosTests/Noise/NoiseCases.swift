extension ScenarioCase {
  static let noise: [ScenarioCase] = [
    ScenarioCase(
      name: "whiteNoise", whyNeverHarmless: "decibels end nowhere", severe: ["snrDecibels": -20]),
    ScenarioCase(
      name: "pinkNoise", whyNeverHarmless: "decibels end nowhere", severe: ["snrDecibels": -20]),
    ScenarioCase(
      name: "brownNoise", whyNeverHarmless: "decibels end nowhere", severe: ["snrDecibels": -20]),
    ScenarioCase(
      name: "baselineWander", harmless: ["amplitudeRatio": 0], severe: ["amplitudeRatio": 50]),
    ScenarioCase(name: "spikes", harmless: ["perMinute": 0], severe: ["amplitudeRatio": 100]),
    ScenarioCase(name: "noiseBursts", harmless: ["perMinute": 0], severe: ["snrDecibels": -20]),
    ScenarioCase(
      name: "nstdb", values: ["cleanSeconds": 5, "noisySeconds": 20], harmless: ["cleanSeconds": 3600],
      severe: ["snrDecibels": -20]),
    ScenarioCase(
      name: "recordedNoise", harmless: ["cleanSeconds": 3600], severe: ["snrDecibels": -20]),
  ]
}
