internal import HRDiagnostics
internal import HRSignals

extension RecordingLoader {
  /// The breaths that two independent rules find in a respiration signal.
  static func agreeingBreaths(
    _ respiration: Channel, offset: Double, _ series: Series
  ) throws(Diagnostics) -> Reference {
    guard let signal = respiration.uniform() else {
      throw series.problem("the respiration signal has too few samples")
    }
    let first = Breaths.counted(signal)
    let second = Breaths.crossings(signal)
    guard first.count > 1, second.count > 1 else {
      throw series.problem("no breaths were found in the respiration signal")
    }
    return .agreeingBreaths(first: first.map { $0 + offset }, second: second.map { $0 + offset })
  }
}
