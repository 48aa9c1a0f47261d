internal import HRRunning
internal import HRSystem
internal import Foundation
internal import HRDiagnostics
internal import HRRecordings
internal import HRReports

extension RunProvenance {
  /// What differs between runs: when, where, how fast.
  ///
  /// - Parameters:
  ///   - experimentPath: of the experiment's file.
  ///   - experimentSHA256: the digest that file had when the run was planned; `nil`: it is taken now.
  ///   - started: when the command began.
  ///   - outcome: of the run.
  ///   - jobs: worker processes.
  ///   - shards: how many it was merged of; `nil`: it was worked on here.
  init(
    experimentPath: String, experimentSHA256: String? = nil, started: Date, outcome: RunSession.Outcome,
    jobs: Int,
    shards: Int? = nil
  ) throws(Diagnostics) {
    let finished = Date()
    let windows = outcome.results.answerCount
    let digest: String
    if let experimentSHA256 {
      digest = experimentSHA256
    } else {
      digest = ContentHash.digest(
        of: Array(try TextFile.read(experimentPath, what: "experiment").utf8))
    }
    self.init(
      build: BuildIdentity.build(with: PluginContext.plugins), started: started.formatted(.iso8601),
      finished: finished.formatted(.iso8601), seconds: outcome.seconds,
      host: ProcessInfo.processInfo.hostName, system: ProcessInfo.processInfo.operatingSystemVersionString,
      processors: ProcessorCount.usable, jobs: jobs,
      windowsPerSecond: outcome.resumedUnits == 0 && outcome.seconds > 0
        ? Double(windows) / outcome.seconds : nil,
      experimentPath: experimentPath, experimentSHA256: digest,
      arguments: Array(CommandLine.arguments.dropFirst()), shards: shards, work: outcome.work)
  }
}
