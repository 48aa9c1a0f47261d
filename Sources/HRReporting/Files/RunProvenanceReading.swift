internal import HRSupport
internal import HRRunning

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
