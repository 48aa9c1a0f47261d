internal import HRRunning
internal import HRSystem
internal import Foundation
internal import HRDiagnostics
internal import HRRecordings
internal import HRReports

extension RunProvenance {
  /// What differs between runs: when, where, how fast.
  init(
    experimentPath: String, started: Date, outcome: RunSession.Outcome, jobs: Int
  ) throws(Diagnostics) {
    let finished = Date()
    let windows = outcome.results.reduce(0) { total, result in
      guard case .windows(let table) = result.outcome else { return total }
      return total + table.answerCount
    }
    let text = try TextFile.read(experimentPath, what: "experiment")
    self.init(
      build: BuildIdentity.build(with: PluginContext.plugins), started: started.formatted(.iso8601),
      finished: finished.formatted(.iso8601), seconds: outcome.seconds,
      host: ProcessInfo.processInfo.hostName, system: ProcessInfo.processInfo.operatingSystemVersionString,
      processors: ProcessorCount.usable, jobs: jobs,
      windowsPerSecond: outcome.resumedUnits == 0 && outcome.seconds > 0
        ? Double(windows) / outcome.seconds : nil,
      experimentPath: experimentPath, experimentSHA256: ContentHash.digest(of: Array(text.utf8)),
      arguments: Array(CommandLine.arguments.dropFirst()))
  }
}
