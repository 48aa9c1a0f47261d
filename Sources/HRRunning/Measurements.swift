internal import HRExperiments
internal import HRPrograms
internal import HRResults
internal import HRSignals

/// One trial as its detectors meet it.
///
/// In continuous mode, and in a spot measurement that begins with the recording, a detector is shown all windows of the
/// whole recording. A measurement that begins later, after a wait or an earlier try, is of an app that is started then:
/// extractors, filters, quality indices and detectors see nothing from before it, of a recorded wave neither.
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

  /// Nothing from before it is shown in this measurement; `nil`: all is.
  static func start(of number: Int, in windows: [TimeRange], by plan: WindowPlan) -> Double? {
    guard plan.mode == .spot, plan.startSeconds > 0 || number > 0 else { return nil }
    return windows[number].start
  }

  /// What a detector makes of them and, of tries, which counts.
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
