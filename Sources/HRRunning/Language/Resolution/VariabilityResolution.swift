internal import HRRecordings
internal import HRSignals
internal import HRSupport

/// Heart-rate variability: its rule, and keys that belong to rates.
extension ExperimentResolver {
  /// Returns the rule; `nil` for an experiment on rates.
  mutating func variability(
    of root: JSONNode, datasets: [(dataset: Dataset, node: JSONNode)]
  ) -> VariabilityRule? {
    typealias Key = ExperimentKey
    let node = root[Key.hrv]
    guard root[Key.measurand] == .hrv else {
      if let node {
        complain(
          "\"hrv\" belongs to the measurand hrv", at: node,
          hint: "write \"measurand\": \"hrv\", or leave \"hrv\" out")
      }
      return nil
    }
    if root[Key.mode] == .spot {
      complain(
        "heart-rate variability is measured in windows all along a recording, not in spot mode",
        at: root.place(of: Key.mode), hint: "leave \"mode\" out, and say how long a window is in \"hrv\"")
    }
    refuseKeysOfRates(root)
    for (dataset, node) in datasets where dataset.hasReference && !dataset.referenceHasBeats {
      complain(
        "heart-rate variability needs beats, and the reference \"\(dataset.referenceName ?? "")\" of \"\(dataset.name)\" has none",
        at: node.place(of: DatasetKey.dataset),
        hint: "choose a \"reference\" with beats, RR intervals or an ECG, or leave this data set out")
    }
    let body = node ?? root
    let length = node.map { $0[VariabilityKey.windowSeconds] } ?? VariabilityRule.standardWindowSeconds
    let asked = node.flatMap { $0[VariabilityKey.metrics] }
    let figures = asked ?? VariabilityFigure.allCases.filter { $0.leastSeconds <= length }
    for figure in figures.distinct where figure.leastSeconds > length {
      complain(
        "\(figure.title) is not judged in windows of less than \(shortest(figure.leastSeconds)) s, and these have \(shortest(length)) s",
        at: body.place(of: VariabilityKey.metrics),
        hint: "make windowSeconds \(shortest(figure.leastSeconds)) or more, or leave \(figure.rawValue) out")
    }
    if figures.distinct.count < figures.count {
      complain("a figure is named twice", at: body.place(of: VariabilityKey.metrics), hint: "leave one out")
    }
    return VariabilityRule(
      windowSeconds: length, hopSeconds: node.flatMap { $0[VariabilityKey.hopSeconds] },
      artefacts: node.map { $0[VariabilityKey.artefacts] } ?? .none,
      spectrum: node.map { $0[VariabilityKey.spectrum] } ?? .welch, figures: figures.distinct,
      margins: node.map { $0[VariabilityKey.margins] } ?? [],
      acceptable: node.map { $0[VariabilityKey.acceptable] } ?? [])
  }

  /// Reports keys whose numbers are in beats per minute, or are of single windows of a rate.
  private mutating func refuseKeysOfRates(_ root: JSONNode) {
    typealias Key = ExperimentKey
    for (node, name, hint) in [
      (
        root.node(Key.acceptable), Key.acceptable.name,
        "\"acceptable\" within \"hrv\" has a number for each figure"
      ),
      (root.node(Key.margin), Key.margin.name, "\"margins\" within \"hrv\" has a number for each figure"),
      (root.node(Key.claims), Key.claims.name, "put claims on rates into an experiment on rates"),
      (root.node(Key.words), Key.words.name, "leave it out: detectors say words of single windows"),
      (root.node(Key.qualities), Key.qualities.name, "leave it out: indices are of single windows"),
      (root.node(Key.keepSignals), Key.keepSignals.name, "leave it out: signals are of single windows"),
    ] {
      if let node { complain("\"\(name)\" is of rates, not of heart-rate variability", at: node, hint: hint) }
    }
    if let within = root.node(Key.tolerance)?["withinBPM"] {
      complain(
        "withinBPM is of rates, not of heart-rate variability", at: within,
        hint: "\"withinPercent\" alone says when a figure is right")
    }
  }
}
