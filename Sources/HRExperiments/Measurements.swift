internal import HRPlugins
internal import HRSignals

/// One trial as its detectors meet it.
///
/// In continuous mode, and in a spot measurement that begins with the recording, a detector is shown all windows of the whole
/// recording. A measurement that begins later, after a wait or an earlier try, is of an app that is started then: extractors,
/// filters, quality indices and detectors see nothing from before it.
struct Measurements {
  private var runners: [PipelineRunner]
  private let areTries: Bool

  init(
    of channels: Channels, in windows: [TimeRange], by plan: WindowPlan, collectsBeats: Bool,
    measurand: Measurand
  ) {
    func runner(_ channels: Channels, _ windows: [TimeRange]) -> PipelineRunner {
      PipelineRunner(
        channels: channels, windows: windows, mode: plan.mode, collectsBeats: collectsBeats,
        measurand: measurand)
    }
    areTries = plan.tries > 1
    switch plan.mode {
    case .continuous: runners = [runner(channels, windows)]
    case .spot:
      runners = windows.enumerated().map { number, window in
        runner(plan.startSeconds > 0 || number > 0 ? channels.from(window.start) : channels, [window])
      }
    }
  }

  /// What a detector makes of them and, of tries, which counts.
  mutating func output(
    _ output: (inout PipelineRunner) -> DetectorOutput
  ) -> (output: DetectorOutput, chosenTry: Int) {
    let outputs = runners.indices.map { output(&runners[$0]) }
    guard areTries else { return (outputs[0], 0) }
    let surest = SurestTry(of: outputs)
    return (surest.output, surest.number)
  }

  /// One per window.
  mutating func values(of quality: QualityPlan) -> [Double?] {
    runners.indices.flatMap { runners[$0].values(of: quality) }
  }
}

extension Channels {
  /// Without the samples before a time, and without channels of which nothing is left to work with.
  fileprivate func from(_ start: Double) -> Channels {
    guard let timeRange else { return self }
    var rest = cut(to: TimeRange(start: start, end: timeRange.end + 1))
    for kind in rest.kinds where (rest[kind]?.count ?? 0) < 2 { rest[kind] = nil }
    return rest
  }
}
