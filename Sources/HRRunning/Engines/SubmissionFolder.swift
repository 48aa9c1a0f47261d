internal import HRSupport
internal import HRRecordings

/// The files of submissions in a run's folder: `slurm/jobs.jsonl`, and a numbered folder for each submission with
/// its scripts, table of tasks, output and exit codes.
package struct SubmissionFolder: Sendable {
  /// Absolute path of `RUN/slurm`.
  package let directory: String
  /// Prefix of the names of this plan's jobs in this folder.
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

  /// Numbers of all submissions, ascending, including those that were only written.
  package var numbers: [Int] {
    TextFile.names(in: directory).compactMap { ShardNumbers.number($0) }.filter { $0 > 0 }.sorted()
  }

  /// The names of all their jobs.
  package var jobNames: [String] { numbers.flatMap { [name($0), mergeName($0)] } }

  /// - Returns: a table without tasks if there is no table of this plan.
  package func table(_ number: Int) -> TaskTable {
    let text = try? TextFile.read("\(folder(number))/\(SlurmScripts.table)", what: "table of tasks")
    return text.flatMap { TaskTable(text: $0, of: shardCount) } ?? TaskTable([], atMost: 1)
  }

  /// Returns the submission that a task in the queue, or a merge, belongs to.
  package func number(of task: QueuedTask) -> Int? {
    numbers.first { name($0) == task.name || mergeName($0) == task.name }
  }

  /// Returns the shards of a task in the queue; `nil` for a merge.
  package func shards(of task: QueuedTask) -> [Int]? {
    guard let number = numbers.first(where: { name($0) == task.name }), let index = task.index else {
      return nil
    }
    let tasks = table(number).tasks
    return tasks.indices.contains(index) ? tasks[index] : []
  }

  /// Returns hreval's exit code in a task, and the node; `nil` while it has not ended, or if it was killed.
  package func code(_ number: Int, task: Int) -> (code: Int, node: String)? {
    let path = "\(folder(number))/\(SlurmScripts.codes)/\(task)"
    guard let words = TextFile.beginning(of: path, bytes: 256)?.split(whereSeparator: \.isWhitespace),
      let code = words.first.flatMap({ ShardNumbers.number($0) })
    else { return nil }
    return (code, words.count > 1 ? String(words[1]) : "")
  }

  /// Returns the pattern of the paths of the files that a task's attempts write to, in the form for people.
  func logs(_ number: Int, task: Int) -> String {
    shownPath("\(folder(number))/\(SlurmScripts.logs)/*_\(task).txt")
  }

  // MARK: The log

  private var logPath: String { "\(directory)/jobs.jsonl" }

  /// Returns true if any job of the submission was given to Slurm.
  func isRecorded(_ number: Int) -> Bool {
    guard let text = try? TextFile.read(logPath, what: "list of jobs") else { return false }
    return text.split(separator: "\n").contains { $0.hasPrefix("{\"submission\":\(number),") }
  }

  /// Adds a line in one write.
  ///
  /// - Parameters:
  ///   - job: `nil` before `sbatch` has answered: it may hang after it has submitted the job.
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

  /// Takes the lock under which a submission is made; two at a time would take the same number.
  ///
  /// - Returns: a descriptor to be closed; `nil` if another process has the lock.
  func lock() throws(Diagnostics) -> Int32? {
    try TextFile.makeDirectory(directory)
    let path = "\(directory)/lock"
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw Diagnostics("cannot write: \(lastSystemError())", in: path) }
    if flock(file, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
      close(file)
      return nil
    }
    // On a file system without locks the submission is made without one.
    return file
  }
}
