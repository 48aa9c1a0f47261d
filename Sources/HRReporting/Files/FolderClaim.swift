package import HRRunning
package import HRSupport

/// Check whether a run may be written to a folder, and what it replaces there.
package struct FolderClaim: Sendable {
  private let names: [String]
  private let figures: [(name: String, isDrawn: Bool)]
  private let speech: [String]
  private let earlier: PriorRun
  private let directory: String
  private let experiment: String
  private let pages: [OutputFile]
  private let drawsRankings: Bool
  private let hasPrograms: Bool
  /// Maximum number of names in a list; the others are counted.
  private static let mostNames = 8

  /// - Parameters:
  ///   - names: names in the folder, those of folders with a slash at their end; hidden files are ignored.
  ///   - figures: the same of `figures/`, and whether hreval drew each.
  ///   - speech: names in `stderr/`, those of folders with a slash at their end.
  ///   - directory: the folder as people are to read it.
  ///   - experiment: name of the experiment that is to run.
  ///   - pages: pages that it writes.
  ///   - drawsRankings: whether its report has figures of rankings, as `hreval compare` draws them.
  ///   - hasPrograms: whether programs take part, whose standard error `stderr/` then holds.
  package init(
    names: [String], figures: [(name: String, isDrawn: Bool)], speech: [String], earlier: PriorRun,
    directory: String, experiment: String, pages: [OutputFile], drawsRankings: Bool, hasPrograms: Bool
  ) {
    self.names = names.filter { !$0.hasPrefix(".") }
    self.figures = figures.filter { !$0.name.hasPrefix(".") }
    self.speech = speech.filter { !$0.hasPrefix(".") }
    self.earlier = earlier
    self.directory = directory
    self.experiment = experiment
    self.pages = pages
    self.drawsRankings = drawsRankings
    self.hasPrograms = hasPrograms
  }

  /// Files in the folder that are not a run's.
  private var foreign: [String] {
    let pages = names.filter { name in
      ![OwnedFiles.figures, OwnedFiles.speech].contains { name == $0 + "/" }
        && !(!earlier.isNone && OwnedFiles.isOfRun(name))
    }
    return pages + figures.filter { !isOwn($0) }.map { "\(OwnedFiles.figures)/\($0.name)" }
      + speech.filter { !ErrorOutputFiles.owns($0) }.map { "\(OwnedFiles.speech)/\($0)" }
  }

  private func isOwn(_ figure: (name: String, isDrawn: Bool)) -> Bool {
    OwnedFiles.isFigureOfRun(figure.name) && figure.isDrawn
  }

  /// Foreign files that the run would write over, which no option allows.
  private var endangered: [String] {
    foreign.filter { path in
      OwnedFiles.isOfRun(path)
        || path.hasPrefix(OwnedFiles.figures + "/")
          && OwnedFiles.isFigureOfRun(String(path.dropFirst(OwnedFiles.figures.count + 1)))
    }
  }

  /// Returns all objections to the run; empty if it may begin.
  ///
  /// - Parameter force: whether replaceable files are to be replaced.
  package func objections(force: Bool) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    func object(_ message: String, _ hint: String) {
      problems.add(message, in: directory, hint: hint)
    }
    if !endangered.isEmpty {
      object(
        "the folder holds files that are not a run's but bear such names: \(Self.listed(endangered))",
        "move them away, or name another --output: they are not written over, not even with --force")
    }
    guard !force else { return problems }
    if let interrupted = earlier.interrupted {
      let isSame = interrupted.experiment == experiment
      object(
        "the folder holds an interrupted run\(Self.of(interrupted)), or one that is still going on",
        (isSame ? "--resume goes on with it, " : "")
          + "--output names another folder, --force begins anew and drops it"
      )
    }
    if let finished = earlier.finished, finished.experiment != experiment {
      object(
        finished.experiment.map { "the folder holds a run of another experiment, \"\($0)\"" }
          ?? "the folder holds a run, and its files do not tell of which experiment",
        "--output names another folder, --force replaces that run")
    }
    let beside = foreign.filter { !endangered.contains($0) }
    if !beside.isEmpty {
      object(
        "the folder holds files that are not a run's: \(Self.listed(beside))",
        "--output names another folder, --force writes beside them and leaves them as they are")
    }
    return problems
  }

  /// Line on the files that the run will replace; `nil` if there is nothing.
  package var replaced: String? {
    var parts: [String] = []
    if let interrupted = earlier.interrupted {
      parts.append("drops the interrupted run\(Self.of(interrupted))")
    }
    if let finished = earlier.finished {
      let other = finished.experiment.map { "of \"\($0)\" " } ?? "of an unknown experiment "
      parts.append(
        "replaces the run \(finished.experiment == experiment ? "" : other)that is there when this one is done"
          + (going.isEmpty ? "" : ", and with it go \(Self.joined(going))"))
    }
    guard !parts.isEmpty || !foreign.isEmpty else { return nil }
    if !foreign.isEmpty {
      parts.append("leaves \(Self.listed(foreign)) as \(foreign.count == 1 ? "it is" : "they are")")
    }
    return "\(directory): \(parts.joined(separator: "; "))"
  }

  /// Files that are removed with the replaced run and are not written anew.
  private var going: [String] {
    let names = OwnedFiles.going(from: names, replacedBy: pages)
    let figures = figures.filter(isOwn).count { figure in
      !pages.contains(.report) || FigureKind.comparison.owns(figure.name)
        || PictureFormat.has(figure.name)
        || (names.contains(OutputFile.comparison.rawValue) && !drawsRankings
          && FigureKind.ranking.owns(figure.name))
    }
    let said = !hasPrograms && speech.contains(where: ErrorOutputFiles.owns)
    return names + (figures == 0 ? [] : [figures == 1 ? "a figure" : "\(figures) figures"])
      + (said ? ["what programs said in \(OwnedFiles.speech)/"] : [])
  }

  private static func of(_ trace: PriorRun.Trace) -> String {
    (trace.experiment.map { " of \"\($0)\"" } ?? "") + (trace.progress.map { " (\($0))" } ?? "")
  }

  private static func listed(_ names: [String]) -> String {
    guard names.count > mostNames else { return joined(names) }
    return names.prefix(mostNames).joined(separator: ", ") + " and \(names.count - mostNames) more"
  }

  /// `a, b and c`
  private static func joined(_ names: [String]) -> String {
    guard names.count > 1, let last = names.last else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
}
