internal import HRRunning
internal import HRReporting

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
  /// `hreval 0.2.0 (commit 1eb7bb18c0de, release)`, then the packages that added plugins.
  var described: String {
    let sources =
      commit.map { "commit \($0.prefix(12))" + (hasUncommittedChanges ? " with uncommitted changes" : "") }
      ?? "commit unknown"
    let added = packages.isEmpty ? "" : ", with plugins of \(packages.joined(separator: ", "))"
    return "hreval \(version) (\(sources), \(configuration))\(added)"
  }
}
