internal import HRRunning
internal import HRReporting
internal import HRSupport
internal import HRRecordings

/// The build of hreval: enough to find its sources again, and to distinguish two builds of one version.
///
/// The plugin `BuildCommit` adds `commit` and `hasUncommittedChanges`; it reads the state of the sources before every
/// build.
enum BuildIdentity {
  static var configuration: String {
    #if DEBUG
      "debug"
    #else
      "release"
    #endif
  }

  static func build(with plugins: Plugins) -> RunProvenance.Build {
    RunProvenance.Build(
      version: Version.current, commit: commit, hasUncommittedChanges: hasUncommittedChanges,
      configuration: configuration, packages: plugins.otherPackages)
  }
}

extension RunProvenance.Build {
  /// `hreval 0.3.0 (commit 1eb7bb18c0de, release)`, then the packages that added plugins.
  var described: String {
    let sources =
      commit.map { "commit \($0.prefix(12))" + (hasUncommittedChanges ? " with uncommitted changes" : "") }
      ?? "commit unknown"
    let added = packages.isEmpty ? "" : ", with plugins of \(packages.joined(separator: ", "))"
    return "hreval \(version) (\(sources), \(configuration))\(added)"
  }
}

extension RunProvenance {
  /// Facts that differ between runs: time, place and speed.
  ///
  /// - Parameters:
  ///   - experimentPath: of the experiment's file.
  ///   - experimentSHA256: digest of that file when the run was planned; `nil`: it is computed now.
  ///   - started: start of the command.
  ///   - outcome: of the run.
  ///   - jobs: number of worker processes.
  ///   - shards: number of merged shards; `nil` for a run of one machine.
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
