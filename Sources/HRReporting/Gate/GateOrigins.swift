internal import HREvaluation

/// Origins of a gate's baseline and run in words, and what changed between them.
struct GateOrigins {
  let gate: Gate
  /// Time and build of the run that is judged; `nil` if they are not known.
  let origin: Baseline.Origin?

  /// `Baseline: nightly, made 2026-11-20 by hreval 0.9.0, commit 1eb7bb18c0de`
  var baseline: String {
    let build = Self.build(gate.baseline.hreval, gate.baseline.origin)
    guard let origin = gate.baseline.origin else {
      return
        "Baseline: \(gate.baseline.experiment), made by \(build); it does not say when, and of which commit"
    }
    return "Baseline: \(gate.baseline.experiment), made \(origin.made.prefix(10)) by \(build)"
  }

  /// Changes since the baseline, the build of hreval first; empty where none is known.
  var sentences: [String] { builds + gate.changes.sentences }

  var block: Block {
    guard sentences.isEmpty else { return .sentences(sentences) }
    let detectors =
      gate.changes.knowsParameters
      ? "detectors with their parameters and programs" : "names and versions of detectors"
    return .sentence(
      "Nothing that hreval knows of changed in what the baseline has: its version, \(detectors), seed, data files and descriptors."
    )
  }

  /// Difference of the builds of hreval. Two builds of one commit may differ where its sources had been changed.
  private var builds: [String] {
    let before = Self.build(gate.baseline.hreval, gate.baseline.origin)
    let now = Self.build(gate.plan.hreval, origin)
    guard let then = gate.baseline.origin, let origin, then.commit != nil, origin.commit != nil else {
      let (old, new) = (gate.baseline.hreval, gate.plan.hreval)
      return old == new ? [] : ["hreval \(old) → hreval \(new)"]
    }
    if before != now { return ["\(before) → \(now)"] }
    return origin.hasUncommittedChanges
      ? ["\(now), then and now, so that the sources may differ"] : []
  }

  /// `hreval 0.9.0, commit 1eb7bb18c0de with uncommitted changes`
  private static func build(_ version: String, _ origin: Baseline.Origin?) -> String {
    let commit = origin?.commit.map { commit in
      ", commit \(commit.prefix(12))"
        + (origin?.hasUncommittedChanges == true ? " with uncommitted changes" : "")
    }
    return "hreval \(version)\(commit ?? "")"
  }
}
