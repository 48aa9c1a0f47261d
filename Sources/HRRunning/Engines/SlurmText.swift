/// The site's bounds, as `scontrol show config` prints them.
package struct SlurmLimits: Equatable, Sendable {
  /// Indices of an array are below it; 0: the site allows no arrays.
  package let maxArraySize: Int
  /// Largest number of jobs that the controller keeps, of all its users together.
  package let maxJobCount: Int
}

extension SlurmLimits {
  /// - Returns: `nil` if one of them is missing from the text.
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

  /// Returns the largest number of tasks of an array: no more than half of the jobs that the controller keeps,
  /// since it keeps other people's jobs too, and the merge needs a place.
  ///
  /// - Parameter wanted: the person's own bound.
  /// - Returns: 0 if the site allows no arrays.
  package func tasks(atMost wanted: Int) -> Int {
    min(wanted, max(0, maxArraySize - 1), max(0, maxJobCount / 2))
  }
}

/// A task of an array, or a merge, in Slurm's queue.
package struct QueuedTask: Equatable, Sendable {
  /// Number of the array's job, or of the merge's.
  package let job: String
  /// `nil` for a job that is not a task of an array.
  package let index: Int?
  package let state: String
  /// Reason why it waits, in Slurm's words.
  package let reason: String
  package let name: String

  /// Format of each line that `squeue` is asked for. The name comes last, as it may contain any character.
  package static let format = "%i|%T|%r|%j"

  private static let ended = [
    "BOOT_FAIL", "CANCELLED", "COMPLETED", "DEADLINE", "FAILED", "NODE_FAIL", "OUT_OF_MEMORY", "PREEMPTED",
    "REVOKED", "TIMEOUT",
  ]

  /// Reads the lines of an answer; tasks that have ended already are left out.
  ///
  /// - Returns: `nil` if a line is not in `squeue`'s format.
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

  /// Identifier as Slurm's other programs take it: `17_3`.
  var identifier: String { index.map { "\(job)_\($0)" } ?? job }

  package var isRunning: Bool { state == "RUNNING" || state == "COMPLETING" }

  /// True if the task will not start by itself: Slurm could not launch it, and holds it until a person releases it.
  package var isStuck: Bool { state == "PENDING" && reason.hasPrefix("launch failed") }
}

/// The shards of each task of an array, in the order in which it runs them.
package struct TaskTable: Equatable, Sendable {
  package let tasks: [[Int]]

  /// Deals out the shards to and fro, as they are numbered by how long they take: each task gets one of the longest
  /// and one of the shortest.
  ///
  /// - Parameters:
  ///   - shards: those to be run, ascending.
  ///   - most: largest number of tasks, from 1 up.
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
  ///   - count: number of shards of the plan.
  /// - Returns: `nil` if a line contains anything but shards.
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
