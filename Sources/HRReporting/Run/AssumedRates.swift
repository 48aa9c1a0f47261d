internal import HREvaluation
package import HRRunning
internal import HRSupport

/// Detectors that do not use the times of their samples, and the effect on their rates for recordings of a sample
/// rate other than the assumed one.
package struct AssumedRates {
  private let plan: RunPlan
  /// Data set and facts of each recording that could be read.
  private let recordings: [(dataset: Int, facts: RecordingFacts)]
  /// Relative difference up to which rates count as equal: half a beat per minute of 100.
  private static let tolerance = 0.005

  package init(_ plan: RunPlan, recordings: [(dataset: Int, facts: RecordingFacts)]) {
    self.plan = plan
    self.recordings = recordings
  }

  init(_ evaluation: Evaluation) {
    self.init(
      evaluation.plan,
      recordings: zip(evaluation.plan.recordings, evaluation.recordings).filter { $0.1.failure == nil }
        .map { ($0.0.dataset, $0.1.facts) })
  }

  /// Sentences, one for all detectors that assume the same of the same channels; empty if the recordings are as
  /// assumed.
  ///
  /// The rates are those of the recordings as they are, by the median interval. Lost frames do not show in it, so
  /// uneven recordings are always named.
  package var sentences: [String] {
    ofRecordings + ofTraces
  }

  private var ofRecordings: [String] {
    let assuming = plan.detectors.compactMap { detector in
      detector.assumedRate.map { (note: $0, name: Findings.named(detector.label)) }
    }
    return assuming.gathered(by: \.note).compactMap { note, detectors in
      let places = plan.datasets.indices.compactMap { place(ofDataset: $0, note) }
      guard !places.isEmpty else { return nil }
      let labels = detectors.map(\.name).joined(separator: ", ")
      return
        "Samples counted as \(shortest(note.sampleRate)) a second whatever their times: \(labels). \(places.joined(separator: "; "))."
    }
  }

  /// Sentences on recorded waves, whose rate is not among the facts of their recording.
  private var ofTraces: [String] {
    plan.detectors.compactMap { detector in
      guard detector.recordedTrace != nil, let note = detector.assumedRate else { return nil }
      let rate = shortest(note.sampleRate)
      return
        "Samples counted as \(rate) a second whatever their times: \(Findings.named(detector.label)), of a recorded wave. Where that has not \(rate) a second, rates come out wrong by the ratio."
    }
  }

  /// `clips has 24.0 to 25.0 a second, so rates come out × 1.20 to 1.25`
  private func place(ofDataset dataset: Int, _ note: RunPlan.AssumedRateNote) -> String? {
    guard note.channels.indices.contains(dataset), let kind = note.channels[dataset] else { return nil }
    let channels = recordings.filter { $0.dataset == dataset }.compactMap { recording in
      recording.facts.channels.first { $0.kind == kind && $0.sampleRate > 0 }
    }
    let rates = channels.map(\.sampleRate)
    let isUneven = channels.contains(where: \.isIrregular)
    guard let least = rates.min(), let most = rates.max(),
      isUneven || rates.contains(where: { abs($0 / note.sampleRate - 1) > Self.tolerance })
    else { return nil }
    let span = Self.span(least, most, decimals: 1)
    let factors = Self.span(note.sampleRate / most, note.sampleRate / least, decimals: 2)
    return "\(plan.datasets[dataset].name) has \(span) a second\(isUneven ? " by the median interval" : ""), "
      + "so rates come out × \(factors)\(isUneven ? ", and higher where samples were lost" : "")"
  }

  private static func span(_ low: Double, _ high: Double, decimals: Int) -> String {
    let (first, last) = (fixed(low, decimals: decimals), fixed(high, decimals: decimals))
    return first == last ? first : "\(first) to \(last)"
  }
}
