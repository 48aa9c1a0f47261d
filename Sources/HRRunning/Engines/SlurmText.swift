internal import HRResults

/// The site's bounds, as `scontrol show config` tells them.
package struct SlurmLimits: Equatable, Sendable {
  /// Indices of an array stay below it; 0: there are no arrays.
  package let maxArraySize: Int
  /// So many jobs the controller keeps, of all its users together.
  package let maxJobCount: Int

  package init(maxArraySize: Int, maxJobCount: Int) {
    (self.maxArraySize, self.maxJobCount) = (maxArraySize, maxJobCount)
  }

  /// - Returns: `nil` where the text lacks one of them.
  package init?(configuration: String) {
    func number(_ key: String) -> Int? {
      for line in configuration.split(separator: "\n") {
        let halves = line.split(separator: "=", maxSplits: 1)
        guard halves.count == 2, halves[0].filter({ $0 != " " && $0 != "\t" }) == key else { continue }
        return ShardNumbers.number(halves[1].filter { $0 != " " && $0 != "\t" && $0 != "\r" })
      }
      return nil
    }
    guard let array = number("MaxArraySize"), let jobs = number("MaxJobCount") else { return nil }
    (maxArraySize, maxJobCount) = (array, jobs)
  }

  /// How many tasks an array may have: no more than half of what the controller keeps, for it keeps other people's
  /// jobs too, and the merge needs a place.
  ///
  /// - Parameter wanted: the person's own bound.
  /// - Returns: 0 where the site allows no arrays.
  package func tasks(atMost wanted: Int) -> Int {
    min(wanted, max(0, maxArraySize - 1), max(0, maxJobCount / 2))
  }
}

/// A task of an array, or a merge, in Slurm's queue.
package struct QueuedTask: Equatable, Sendable {
  /// The number of the array's job, or of the merge's.
  package let job: String
  /// `nil` for what is no task of an array.
  package let index: Int?
  package let state: String
  /// Why it waits, in Slurm's words.
  package let reason: String
  package let name: String

  package init(job: String, index: Int?, state: String, reason: String, name: String) {
    (self.job, self.index, self.state, self.reason, self.name) = (job, index, state, reason, name)
  }

  /// What `squeue` is asked to write of each; the name comes last, as it may hold anything.
  package static let format = "%i|%T|%r|%j"

  private static let ended = [
    "BOOT_FAIL", "CANCELLED", "COMPLETED", "DEADLINE", "FAILED", "NODE_FAIL", "OUT_OF_MEMORY", "PREEMPTED",
    "REVOKED", "TIMEOUT",
  ]

  /// The lines of an answer; what has ended already is left out.
  ///
  /// - Returns: `nil` where a line is none of `squeue`'s.
  package static func read(_ text: String) -> [QueuedTask]? {
    var tasks: [QueuedTask] = []
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: "|", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 4 else { return nil }
      let halves = fields[0].split(separator: "_", maxSplits: 1)
      guard let job = halves.first, ShardNumbers.number(job) != nil else { return nil }
      guard !ended.contains(fields[1]) else { continue }
      tasks.append(
        QueuedTask(
          job: String(job), index: halves.count == 2 ? ShardNumbers.number(halves[1]) : nil,
          state: fields[1], reason: fields[2], name: fields[3]))
    }
    return tasks
  }

  /// As Slurm's other programs take it: `17_3`.
  var identifier: String { index.map { "\(job)_\($0)" } ?? job }

  package var isRunning: Bool { state == "RUNNING" || state == "COMPLETING" }

  /// Whether it waits for nothing that comes by itself: Slurm could not start it, and now wants to be asked by hand.
  package var isStuck: Bool { state == "PENDING" && reason.hasPrefix("launch failed") }
}

/// Which shards each task of an array takes, one after the other.
package struct TaskTable: Equatable, Sendable {
  package let tasks: [[Int]]

  /// Shards are dealt out to and fro, as they are numbered by how long they take: each task has one of the longest and
  /// one of the shortest.
  ///
  /// - Parameters:
  ///   - shards: those to be run, ascending.
  ///   - most: how many tasks at most, from 1 up.
  package init(_ shards: [Int], atMost most: Int) {
    let count = min(shards.count, most)
    var tasks = Array(repeating: [Int](), count: count)
    for (place, shard) in shards.enumerated() {
      let column = place % count
      tasks[place / count % 2 == 0 ? column : count - 1 - column].append(shard)
    }
    self.tasks = tasks
  }

  /// - Parameters:
  ///   - text: a table as it was written.
  ///   - count: how many shards the plan has.
  /// - Returns: `nil` where a line holds anything but shards.
  package init?(text: String, of count: Int) {
    var tasks: [[Int]] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: true) {
      guard let shards = ShardNumbers.read(line, of: count) else { return nil }
      tasks.append(shards)
    }
    self.tasks = tasks
  }

  /// A line for each task, as `run --shard` takes it before the slash.
  package var text: String { tasks.map { ShardNumbers.listed($0) + "\n" }.joined() }
}
