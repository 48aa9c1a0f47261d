internal import HREvaluation
internal import HRSupport

/// Detectors whose limits of agreement the experiment calls acceptable.
struct AcceptableText {
  let evaluation: Evaluation

  /// Heading; `nil` if the experiment declares no limits.
  var heading: String? { difference.map { "Limits of agreement within ±\($0) bpm:" } }

  /// `clean: shown for fusion; refuted for peak, fft; unclear for hue.`, one per scenario; and the meaning of the
  /// words.
  var sentences: [String] {
    guard let difference else { return [] }
    let verdicts = evaluation.plan.scenarios.indices.compactMap { scenario -> String? in
      let rows = evaluation.rows(ofScenario: scenario)
      let found = rows.map {
        (detector: evaluation.detector(of: $0), verdict: $0.acceptable(evaluation.plan))
      }
      let parts = words.compactMap { verdict, words -> String? in
        let names = found.filter { $0.verdict == verdict }.map { Self.named($0.detector) }
        return names.isEmpty ? nil : "\(words.before) \(names.joined(separator: ", "))\(words.after)"
      }
      guard !parts.isEmpty else { return nil }
      return "\(evaluation.plan.scenarios[scenario].label): \(parts.joined(separator: "; "))."
    }
    return verdicts + [
      "Shown: the 95 % intervals of both limits lie within ±\(difference) bpm. Refuted: that of one limit lies wholly outside."
    ]
  }

  /// Returns a label, in quotes if it has commas, which would read as those of the list.
  private static func named(_ label: String) -> String { label.contains(",") ? "\"\(label)\"" : label }

  private var difference: String? { evaluation.plan.acceptableDifferenceBPM.map { shortest($0) } }

  private var words: [(AcceptableAgreement, words: (before: String, after: String))] {
    [
      (.shown, ("shown for", "")), (.refuted, ("refuted for", "")), (.unclear, ("unclear for", "")),
      (.unknown(.noIntervals), ("not known for", " (too few \(evaluation.clusterWord))")),
      (.unknown(.noLimits), ("not known for", " (too few estimates)")),
    ]
  }
}
