internal import HRRecordings
internal import HRSystem
package import HRDiagnostics

/// How a run is cut into shards, which machines work on one by one: `plan.json`, which is written once and never
/// changed.
///
/// It holds the experiment itself, so that the file may be edited while shards are still to come.
package struct ShardPlan: Equatable, Sendable {
  /// Version of the program that made it.
  package let hreval: String
  /// The experiment's file, for messages and `run.json`.
  package let experimentPath: String
  package let experimentSHA256: String
  /// Folder that the experiment's relative paths start from, from `/` on.
  package let directory: String
  /// The experiment after overrides, as JSON.
  package let experiment: String
  /// At most so many recordings of each data set; `nil`: all.
  package let limit: Int?
  package let isFinal: Bool
  /// What the results depend on: a ``RunFingerprint`` as text.
  package let fingerprint: String
  /// Last digits of the machine's elementary functions.
  package let mathematics: String
  /// Units of work in all.
  package let unitCount: Int
  /// The first unit of each shard, ascending.
  package let firstUnits: [Int]
  /// By which shards tell that they are of this plan: SHA-256 of its text.
  package private(set) var digest = ""

  package init(
    hreval: String, experimentPath: String, experimentSHA256: String, directory: String, experiment: String,
    limit: Int?, isFinal: Bool, fingerprint: String, mathematics: String, unitCount: Int, firstUnits: [Int]
  ) {
    (self.hreval, self.experimentPath) = (hreval, experimentPath)
    (self.experimentSHA256, self.directory) = (experimentSHA256, directory)
    (self.experiment, self.limit, self.isFinal) = (experiment, limit, isFinal)
    (self.fingerprint, self.mathematics) = (fingerprint, mathematics)
    (self.unitCount, self.firstUnits) = (unitCount, firstUnits)
    digest = ContentHash.digest(of: Array(text.utf8))
  }

  package static let fileName = "plan.json"

  package var shardCount: Int { firstUnits.count }

  /// The units of a shard, by their numbers.
  package func units(of shard: Int) -> Range<Int> {
    firstUnits[shard]..<(shard + 1 < shardCount ? firstUnits[shard + 1] : unitCount)
  }

  package var text: String { Self.file.text(self) }

  /// - Throws: everything that is wrong with the text.
  package init(text: String, file: String) throws(Diagnostics) {
    self = try Self.file.read(text, file: file)
  }

  private static let file = JSONFileForm(
    "hreval-plan", "plan", version: FormatVersion.shards,
    readable: FormatVersion.shards...FormatVersion.shards, isOpen: false,
    JSONForm<ShardPlan>.object(
      "the plan",
      ShardPlan.init(
        hreval:experimentPath:experimentSHA256:directory:experiment:limit:isFinal:fingerprint:mathematics:
        unitCount:firstUnits:),
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
        "The first unit of each shard.")
    ).checked { plan, root, reading in
      let starts = plan.firstUnits
      let ascends = zip(starts, starts.dropFirst()).allSatisfy { $0 < $1 }
      if starts.first != 0 || !ascends || (starts.last ?? 0) >= plan.unitCount {
        reading.problem(
          "the shards do not follow each other", at: root["firstUnits"] ?? root,
          hint: "use the plan as `hreval plan` wrote it")
      }
    })
}
