internal import HRSignals

/// One trial as its detectors get it.
///
/// In continuous mode, and in a spot measurement that begins with the recording, a detector gets all windows of the
/// whole recording. A measurement that begins later, after a wait or an earlier try, models an app that is started
/// at that time: extractors, filters, quality indices and detectors get nothing from before it. The same holds for
/// a recorded wave.
struct Measurements {
  private var runners: [PipelineRunner]
  private let areTries: Bool

  init(
    of channels: Channels, in windows: [TimeRange], by plan: WindowPlan, collectsBeats: Bool,
    measurand: Measurand, programs: ProgramHost? = nil
  ) {
    func runner(_ windows: [TimeRange], from start: Double? = nil) -> PipelineRunner {
      PipelineRunner(
        channels: channels, from: start, windows: windows, mode: plan.mode, collectsBeats: collectsBeats,
        measurand: measurand, programs: programs)
    }
    areTries = plan.tries > 1
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
    return areTries ? surestTry(of: outputs) : (outputs[0], 0)
  }

  /// One per window.
  mutating func values(of quality: QualityPlan) -> [Double?] {
    runners.indices.flatMap { runners[$0].values(of: quality) }
  }
}
