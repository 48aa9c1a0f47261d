internal import HRDiagnostics
internal import HRSignals

extension RecordingLoader {
  /// The beats that two R-peak detectors agree on.
  static func agreeingBeats(
    _ ecg: Channel, _ detectors: ECGDetectors, offset: Double, _ series: Series
  ) throws(Diagnostics) -> Reference {
    guard let signal = ecg.uniform() else { throw series.problem("the ECG has too few samples") }
    let first = detectors.first.beats(signal)
    let second = detectors.second.beats(signal)
    guard first.count > 1, second.count > 1 else {
      throw series.problem("no heartbeats were found in the ECG")
    }
    return .agreeingBeats(
      Reference.AgreeingBeats(
        first: first.map { $0 + offset }, second: second.map { $0 + offset }))
  }
}
