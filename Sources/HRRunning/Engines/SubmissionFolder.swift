internal import HRDiagnostics
internal import Foundation
internal import HRRecordings
internal import HRSystem
package import HRResults

/// What lies in a run's folder of what was submitted: `slurm/jobs.jsonl`, and a numbered folder for each submission
/// with its scripts, table of tasks, output and exit codes.
package struct SubmissionFolder: Sendable {
  /// `RUN/slurm`, from `/` on.
  package let directory: String
  /// How the names of this plan's jobs in this folder begin.
  package let beginning: String
  private let shardCount: Int

  package init(_ folder: ShardFolder, plan: ShardPlan) {
    directory = TextFile.absolute(folder.engineFolder)
    let identity = ContentHash.digest(of: Array("\(plan.digest) \(directory)".utf8))
    beginning = "hreval-\(identity.prefix(8))"
    shardCount = plan.shardCount
  }

  package func folder(_ number: Int) -> String { "\(directory)/\(number)" }
  func name(_ number: Int) -> String { "\(beginning)-\(number)" }
  func mergeName(_ number: Int) -> String { "\(beginning)-\(number)-merge" }

  /// The submissions there are, ascending, also those that were only written.
  package var numbers: [Int] {
    TextFile.names(in: directory).compactMap { ShardNumbers.number($0) }.filter { $0 > 0 }.sorted()
  }

  /// The names of all their jobs.
  package var jobNames: [String] { numbers.flatMap { [name($0), mergeName($0)] } }

  /// - Returns: no tasks where there is no table of this plan.
  package func table(_ number: Int) -> TaskTable {
    let text = try? TextFile.read("\(folder(number))/\(SlurmScripts.table)", what: "table of tasks")
    return text.flatMap { TaskTable(text: $0, of: shardCount) } ?? TaskTable([], atMost: 1)
  }

  /// The submission that a task in the queue, or a merge, is of.
  package func number(of task: QueuedTask) -> Int? {
    numbers.first { name($0) == task.name || mergeName($0) == task.name }
  }

  /// The shards of a task in the queue; `nil` for a merge.
  package func shards(of task: QueuedTask) -> [Int]? {
    guard let number = numbers.first(where: { name($0) == task.name }), let index = task.index else {
      return nil
    }
    let tasks = table(number).tasks
    return tasks.indices.contains(index) ? tasks[index] : []
  }

  /// What hreval ended with in a task, and where; `nil` while it has not, or was killed.
  package func code(_ number: Int, task: Int) -> (code: Int, node: String)? {
    let path = "\(folder(number))/\(SlurmScripts.codes)/\(task)"
    guard let words = TextFile.beginning(of: path, bytes: 256)?.split(whereSeparator: \.isWhitespace),
      let code = words.first.flatMap({ ShardNumbers.number($0) })
    else { return nil }
    return (code, words.count > 1 ? String(words[1]) : "")
  }

  /// The file that a task's attempts write to, as a person would look for it.
  func logs(_ number: Int, task: Int) -> String {
    shownPath("\(folder(number))/\(SlurmScripts.logs)/*_\(task).txt")
  }

  // MARK: The log

  private var logPath: String { "\(directory)/jobs.jsonl" }

  /// Whether anything of the submission was given to Slurm.
  func isRecorded(_ number: Int) -> Bool {
    guard let text = try? TextFile.read(logPath, what: "list of jobs") else { return false }
    return text.split(separator: "\n").contains { $0.hasPrefix("{\"submission\":\(number),") }
  }

  /// Adds a line in one write.
  ///
  /// - Parameters:
  ///   - job: `nil` before `sbatch` has answered: it may hang after it has done what was asked.
  ///   - shards: none for a merge.
  func record(_ number: Int, name: String, job: String?, shards: [Int]) throws(Diagnostics) {
    let line =
      JSONText.object([
        ("submission", .integer(number)), ("name", .string(name)), ("job", .optional(job)),
        ("shards", .string(ShardNumbers.listed(shards))),
        ("at", .string(Date().formatted(.iso8601))),
      ]).rendered(indented: false) + "\n"
    let file = open(logPath, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw Diagnostics("cannot write: \(lastSystemError())", in: logPath) }
    defer { close(file) }
    let bytes = Array(line.utf8)
    guard write(file, bytes, bytes.count) == bytes.count else {
      throw Diagnostics("cannot write: \(lastSystemError())", in: logPath)
    }
  }

  /// Holds others off while a submission is made; two at a time would take the same number.
  ///
  /// - Returns: a descriptor to be closed; `nil` where another is at work.
  func lock() throws(Diagnostics) -> Int32? {
    try TextFile.makeDirectory(directory)
    let path = "\(directory)/lock"
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw Diagnostics("cannot write: \(lastSystemError())", in: path) }
    if flock(file, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
      close(file)
      return nil
    }
    // A file system without locks has to do without.
    return file
  }
}
