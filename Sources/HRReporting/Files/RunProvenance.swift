internal import HRSupport
package import HRRunning

/// Facts that differ between two runs of the same experiment; all of them go to `run.json`.
package struct RunProvenance: Equatable, Sendable {
  package var build: Build
  /// Start and end, ISO 8601 with time zone.
  package var started: String
  package var finished: String
  package var seconds: Double
  package var host: String
  /// `Debian GNU/Linux 12, x86_64`
  package var system: String
  package var processors: Int
  package var jobs: Int
  /// Detector windows (windows times detectors) per second of wall time.
  package var windowsPerSecond: Double?
  package var experimentPath: String
  package var experimentSHA256: String
  /// The words of the command line after the program's name.
  package var arguments: [String]
  /// Number of shards it was merged of: its time and jobs are then those of the merge. `nil`: none.
  package var shards: Int?
  /// Work of the run and its cost; `nil` if nothing was worked on, as by a merge.
  package var work: RunWork?

  /// Build of the program that made the run.
  package struct Build: Equatable, Sendable {
    package var version: String
    /// Commit of the sources it was built from; `nil` if git did not know it.
    package var commit: String?
    /// True if the sources differed from that commit.
    package var hasUncommittedChanges: Bool
    /// `release`, `debug`
    package var configuration: String
    /// Packages besides hreval that added plugins.
    package var packages: [String]

    package init(
      version: String, commit: String?, hasUncommittedChanges: Bool, configuration: String,
      packages: [String]
    ) {
      self.version = version
      self.commit = commit
      self.hasUncommittedChanges = hasUncommittedChanges
      self.configuration = configuration
      self.packages = packages
    }
  }

  package init(
    build: Build, started: String, finished: String, seconds: Double, host: String, system: String,
    processors: Int,
    jobs: Int, windowsPerSecond: Double?, experimentPath: String, experimentSHA256: String,
    arguments: [String] = [], shards: Int? = nil, work: RunWork? = nil
  ) {
    self.work = work
    self.shards = shards
    self.build = build
    self.started = started
    self.finished = finished
    self.seconds = seconds
    self.host = host
    self.system = system
    self.processors = processors
    self.jobs = jobs
    self.windowsPerSecond = windowsPerSecond
    self.experimentPath = experimentPath
    self.experimentSHA256 = experimentSHA256
    self.arguments = arguments
  }
}

extension RunProvenance {
  /// Reads the provenance from a `run.json`.
  ///
  /// - Parameter runJSON: its text.
  /// - Returns: `nil` for a text that is no `run.json`, or misses a required member.
  package init?(runJSON: String) {
    guard let root = (try? JSONDocument(runJSON, file: "run.json"))?.root,
      root["format"]?.string == "hreval-run", let build = root["build"], let machine = root["machine"],
      let experiment = root["experimentFile"],
      let version = build["version"]?.string, let configuration = build["configuration"]?.string,
      let hasChanges = build["uncommittedChanges"]?.boolean, let packages = build["pluginPackages"]?.elements,
      let started = root["started"]?.string, let finished = root["finished"]?.string,
      let seconds = root["seconds"]?.number, let jobs = root["jobs"]?.integer,
      let host = machine["host"]?.string, let system = machine["system"]?.string,
      let processors = machine["processors"]?.integer,
      let path = experiment["path"]?.string, let digest = experiment["sha256"]?.string
    else { return nil }
    self.init(
      build: Build(
        version: version, commit: build["commit"]?.string, hasUncommittedChanges: hasChanges,
        configuration: configuration, packages: packages.compactMap(\.string)),
      started: started, finished: finished, seconds: seconds, host: host, system: system,
      processors: processors, jobs: jobs, windowsPerSecond: root["windowsPerSecond"]?.number,
      experimentPath: path, experimentSHA256: digest,
      arguments: root["arguments"]?.elements?.compactMap(\.string) ?? [],
      shards: root["shards"]?.integer, work: RunWork(root[RunWork.key]))
  }
}
