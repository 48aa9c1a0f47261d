extension ScenarioPromise {
  static let noise: [ScenarioPromise] = [
    ScenarioPromise(
      name: "whiteNoise", whyNeverHarmless: "decibels end nowhere", severe: [("snrDecibels", -20)]),
    ScenarioPromise(
      name: "pinkNoise", whyNeverHarmless: "decibels end nowhere", severe: [("snrDecibels", -20)]),
    ScenarioPromise(
      name: "brownNoise", whyNeverHarmless: "decibels end nowhere", severe: [("snrDecibels", -20)]),
    ScenarioPromise(
      name: "baselineWander", harmless: ("amplitudeRatio", 0), severe: [("amplitudeRatio", 50)]),
    ScenarioPromise(name: "spikes", harmless: ("perMinute", 0), severe: [("amplitudeRatio", 100)]),
    ScenarioPromise(name: "noiseBursts", harmless: ("perMinute", 0), severe: [("snrDecibels", -20)]),
    ScenarioPromise(
      name: "nstdb", values: [("cleanSeconds", 5), ("noisySeconds", 20)], harmless: ("cleanSeconds", 3600),
      severe: [("snrDecibels", -20)]),
    ScenarioPromise(
      name: "recordedNoise", harmless: ("cleanSeconds", 3600), severe: [("snrDecibels", -20)]),
  ]
}
