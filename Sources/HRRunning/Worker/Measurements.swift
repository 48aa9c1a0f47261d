internal import HRSignals

/// One trial as its detectors get it.
///
/// In continuous mode, and in a spot measurement that begins with the recording, a detector gets all windows of the
/// whole recording. A measurement that begins later, after a wait or an earlier try, models an app that is started
/// at that time: extractors, filters, quality indices and detectors get nothing from before it. The same holds for
/// a recorded wave.
struct Measurements {
  private var runners: [PipelineRunner]
  /// `nil`: there is one measurement, or windows all along the recording.
  private let choice: TryChoice?

  init(
    of channels: Channels, in windows: [TimeRange], by plan: WindowPlan, collectsBeats: Bool,
    measurand: Measurand, unsampled: Set<TimeRange> = [], programs: ProgramHost? = nil
  ) {
    func runner(_ windows: [TimeRange], from start: Double? = nil) -> PipelineRunner {
      PipelineRunner(
        channels: channels, from: start, windows: windows, mode: plan.mode, collectsBeats: collectsBeats,
        measurand: measurand, unsampled: unsampled, programs: programs)
    }
    choice = plan.tries > 1 ? plan.choose : nil
    switch plan.mode {
    case .continuous: runners = [runner(windows)]
    case .spot:
      runners = windows.indices.map { runner([windows[$0]], from: Self.start(of: $0, in: windows, by: plan)) }
    }
  }

  /// Returns the time before which nothing is shown in this measurement; `nil`: all is shown.
  static func start(of number: Int, in windows: [TimeRange], by plan: WindowPlan) -> Double? {
    guard plan.mode == .spot, plan.startSeconds > 0 || number > 0 else { return nil }
    return windows[number].start
  }

  /// Returns a detector's output and, if a measurement has several tries, the number of the one that counts.
  mutating func output(
    _ output: (inout PipelineRunner) -> DetectorOutput
  ) -> (output: DetectorOutput, chosenTry: Int) {
    let outputs = runners.indices.map { output(&runners[$0]) }
    return choice.map { $0.counting(of: outputs) } ?? (outputs[0], 0)
  }

  /// One per window.
  mutating func values(of quality: QualityPlan) -> [Double?] {
    runners.indices.flatMap { runners[$0].values(of: quality) }
  }
}

extension TryChoice {
  /// Returns the measurement that counts of several of one recording.
  ///
  /// - Parameter tries: as `surestTry(of:)` takes them.
  /// - Returns: its estimate with the beats of all tries, and its number, from 0.
  func counting(of tries: [DetectorOutput]) -> (output: DetectorOutput, chosenTry: Int) {
    switch self {
    case .surest: surestTry(of: tries)
    case .firstValid: firstValidTry(of: tries)
    }
  }
}

/// Returns the earliest of several measurements that has an estimate, whatever its confidence; if none has, the first:
/// definition `firstValidTry@1`.
///
/// - Parameter tries: as `surestTry(of:)` takes them.
/// - Returns: its estimate with the beats of all tries, and its number, from 0.
func firstValidTry(of tries: [DetectorOutput]) -> (output: DetectorOutput, chosenTry: Int) {
  tries.counting(tries.firstIndex { $0.estimates.cells.first?.hasValue ?? false } ?? 0)
}

/// Returns the measurement that counts of several of one recording: definition `surestTry@1`.
///
/// Among the tries that have an estimate, it is the one with the highest confidence; of equally confident ones the
/// earliest. An estimate with a confidence goes before one without. If none has a confidence, the first counts: such a
/// detector has no surest try. If no try has an estimate, the first's abstention counts.
///
/// - Parameter tries: at least one, each of a single window, in order of time, after their quality was judged.
/// - Returns: its estimate with the beats of all tries, and its number, from 0.
func surestTry(of tries: [DetectorOutput]) -> (output: DetectorOutput, chosenTry: Int) {
  var best: (number: Int, confidence: Double)?
  for (number, output) in tries.enumerated() {
    guard let cell = output.estimates.cells.first, cell.hasValue else { continue }
    // A missing confidence is below every other; NaN counts as missing.
    let confidence = cell.confidence.flatMap { $0.isNaN ? nil : $0 } ?? -.infinity
    if best.map({ confidence > $0.confidence }) ?? true { best = (number, confidence) }
  }
  return tries.counting(best?.number ?? 0)
}

extension [DetectorOutput] {
  /// Returns the estimate of one try with the beats of all, and its number.
  fileprivate func counting(_ number: Int) -> (output: DetectorOutput, chosenTry: Int) {
    (DetectorOutput(self[number].estimates, BeatTrain(joining: compactMap(\.train))), number)
  }
}
