internal import HRRecordings
package import HRSupport

/// Division of a run into shards, which machines work on one by one: `plan.json`, which is written once and never
/// changed.
///
/// It holds the experiment itself, so that the file may be edited while shards are still to come.
package struct ShardPlan: Equatable, Sendable {
  /// Version of the program that made it.
  package let hreval: String
  /// The experiment's file, for messages and `run.json`.
  package let experimentPath: String
  package let experimentSHA256: String
  /// Folder that the experiment's relative paths start from, as an absolute path.
  package let directory: String
  /// The experiment after overrides, as JSON.
  package let experiment: String
  /// Maximum number of recordings of each data set; `nil`: all.
  package let limit: Int?
  package let isFinal: Bool
  /// All that the results depend on: a ``RunFingerprint`` as text.
  package let fingerprint: String
  /// Fingerprint of the machine's elementary functions, which differ between machines in their last digits.
  package let mathematics: String
  /// Units of work in all.
  package let unitCount: Int
  /// The first unit of each shard. Shards are numbered by their cost, those that take longest first.
  package let firstUnits: [Int]
  /// Expected cost of each shard, in seconds of one core; empty if no speeds were measured.
  package let expectedCoreSeconds: [Double]
  /// Measured costs; `nil`: nothing was measured, and the shards are cut by the bytes of their recordings.
  package let costs: CostModel?
  /// Shards in the order of their units.
  package let inOrder: [Int]
  /// End of each shard's units, one past the last.
  private let ends: [Int]
  /// SHA-256 of the plan's text, by which shards show that they are of this plan.
  package private(set) var digest = ""

  package init(
    hreval: String, experimentPath: String, experimentSHA256: String, directory: String, experiment: String,
    limit: Int?, isFinal: Bool, fingerprint: String, mathematics: String, unitCount: Int, firstUnits: [Int],
    expectedCoreSeconds: [Double] = [], costs: CostModel? = nil
  ) {
    (self.hreval, self.experimentPath) = (hreval, experimentPath)
    (self.experimentSHA256, self.directory) = (experimentSHA256, directory)
    (self.experiment, self.limit, self.isFinal) = (experiment, limit, isFinal)
    (self.fingerprint, self.mathematics) = (fingerprint, mathematics)
    (self.unitCount, self.firstUnits) = (unitCount, firstUnits)
    (self.expectedCoreSeconds, self.costs) = (expectedCoreSeconds, costs)
    inOrder = firstUnits.indices.sorted { firstUnits[$0] < firstUnits[$1] }
    var ends = firstUnits
    for (shard, next) in zip(inOrder, inOrder.dropFirst()) { ends[shard] = firstUnits[next] }
    if let last = inOrder.last { ends[last] = unitCount }
    self.ends = ends
    digest = ContentHash.digest(of: Array(text.utf8))
  }

  package static let fileName = "plan.json"

  package var shardCount: Int { firstUnits.count }

  /// Returns the units of a shard, by their numbers.
  package func units(of shard: Int) -> Range<Int> {
    firstUnits[shard]..<ends[shard]
  }

  /// Returns the core time that these shards are expected to take, in seconds; `nil` if no speeds were measured.
  package func expectedCoreSeconds(of shards: some Sequence<Int>) -> Double? {
    costs == nil ? nil : shards.reduce(0) { $0 + expectedCoreSeconds[$1] }
  }

  /// Returns true if both plans have the same work and number of shards, wherever these are cut.
  package func isOfSameWork(as other: ShardPlan) -> Bool {
    func bare(_ plan: ShardPlan) -> ShardPlan { plan.cut(at: Array(0..<plan.shardCount)) }
    return bare(self) == bare(other)
  }

  /// Returns a plan of the same work, cut at other places.
  ///
  /// - Parameters:
  ///   - firstUnits: as ``firstUnits``.
  ///   - expectedCoreSeconds: as ``expectedCoreSeconds``.
  ///   - costs: as ``costs``.
  package func cut(
    at firstUnits: [Int], expectedCoreSeconds: [Double] = [], costs: CostModel? = nil
  ) -> ShardPlan {
    ShardPlan(
      hreval: hreval, experimentPath: experimentPath, experimentSHA256: experimentSHA256,
      directory: directory, experiment: experiment, limit: limit, isFinal: isFinal,
      fingerprint: fingerprint, mathematics: mathematics, unitCount: unitCount, firstUnits: firstUnits,
      expectedCoreSeconds: expectedCoreSeconds, costs: costs)
  }

  package var text: String { Self.file.text(self) }

  /// - Throws: everything that is wrong with the text.
  package init(text: String, file: String) throws(Diagnostics) {
    self = try Self.file.read(text, file: file)
  }

  private static let file = JSONFileForm(
    "hreval-plan", "plan", version: FormatVersion.shards, again: "plan the run again: hreval plan EXPERIMENT",
    isOpen: false,
    JSONForm<ShardPlan>.object(
      "the plan",
      ShardPlan.init(
        hreval:experimentPath:experimentSHA256:directory:experiment:limit:isFinal:fingerprint:mathematics:
        unitCount:firstUnits:expectedCoreSeconds:costs:),
      .init("hreval", \.hreval, .text, "Version of the program that made it."),
      .init("experimentPath", \.experimentPath, .text, "The experiment's file."),
      .init("experimentSHA256", \.experimentSHA256, .text, "Digest of that file."),
      .init("directory", \.directory, .text, "Folder that its relative paths start from."),
      .init("experiment", \.experiment, .text, "The experiment after overrides, as JSON."),
      .init(
        "limit", ifAny: \.limit, .integer(1...1_000_000_000), "At most so many recordings of a data set."),
      .init("final", \.isFinal, .boolean, "Whether it is of the test part of the experiment's split."),
      .init("fingerprint", \.fingerprint, .text, "What its results depend on, part by part."),
      .init(
        "mathematics", \.mathematics, .text, "Last digits of the elementary functions where it was made."),
      .init("units", \.unitCount, .integer(1...100_000_000), "Units of work: recording × scenario × repeat."),
      .init(
        "firstUnits", \.firstUnits, .list(.integer(0...100_000_000), atLeast: 1),
        "The first unit of each shard, those first that take longest."),
      .init(
        "expectedCoreSeconds", ifAny: \.expectedCoreSeconds, .list(.number(0...1e15)),
        "What each shard is expected to take, in seconds of one core, where that was measured."),
      .init("costs", ifAny: \.costs, CostModel.form, "What was measured, by `plan --calibrate`.")
    ).checked { plan, root, reading in
      let hint = "use the plan as `hreval plan` wrote it"
      let starts = plan.inOrder.map { plan.firstUnits[$0] }
      let ascends = zip(starts, starts.dropFirst()).allSatisfy { $0 < $1 }
      if starts.first != 0 || !ascends || (starts.last ?? 0) >= plan.unitCount {
        reading.problem(
          "the shards do not follow each other", at: root["firstUnits"] ?? root, hint: hint)
      }
      if plan.expectedCoreSeconds.count != (plan.costs == nil ? 0 : plan.shardCount) {
        reading.problem(
          "the expected times are not those of \(plan.shardCount) shards",
          at: root["expectedCoreSeconds"] ?? root, hint: hint)
      }
    })
}

extension ShardPlan {
  /// Expected core time by the measured speeds, as text for people; `nil` if no speeds were measured.
  package var expectation: String? {
    guard let costs, let all = expectedCoreSeconds(of: 0..<shardCount) else { return nil }
    let (least, most) = (expectedCoreSeconds.min() ?? 0, expectedCoreSeconds.max() ?? 0)
    let units = "\(costs.timedUnits) unit\(costs.timedUnits == 1 ? "" : "s")"
    let recordings = "\(costs.timedRecordings) recording\(costs.timedRecordings == 1 ? "" : "s")"
    var lines = [
      "expected to take: \(CoreTime.text(all)); the longest shard \(CoreTime.text(most)), the shortest \(CoreTime.text(least))",
      "  as measured of \(units) of \(recordings) in \(shortest(costs.timedSeconds, decimals: 1)) s; starting processes is not in it",
    ]
    if costs.untimed > 0 {
      let pairs = costs.datasets.reduce(0) { $0 + $1.scenariosPerMegabyte.count }
      lines.append(
        "  \(costs.untimed) of \(pairs) pairs of data set and scenario were not timed and take the mean of the others; a longer --calibrate times more"
      )
    }
    return lines.joined(separator: "\n")
  }
}
