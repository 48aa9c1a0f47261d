internal import Foundation
internal import HRDiagnostics
package import HRResults
internal import HRSystem

/// Gives what is left of a planned run to Slurm. Files decide what is left; Slurm is only asked what it still has.
package struct SlurmEngine: Sendable {
  package let folder: ShardFolder
  package let plan: ShardPlan
  package let wishes: SlurmWishes
  package let tools: SlurmTools
  package let submissions: SubmissionFolder
  /// Between two tries at something that may pass.
  private let pauseSeconds: Double

  package init(
    _ folder: ShardFolder, plan: ShardPlan, wishes: SlurmWishes, tools: SlurmTools, pauseSeconds: Double
  ) {
    (self.folder, self.plan, self.wishes, self.tools) = (folder, plan, wishes, tools)
    self.pauseSeconds = pauseSeconds
    submissions = SubmissionFolder(folder, plan: plan)
  }

  /// How far the run is.
  package struct Standing: Sendable {
    package let complete: [Int]
    /// Not complete, but in the queue.
    package let queued: [Int]
    /// Neither.
    package let left: [Int]
    /// What Slurm has of this run.
    package let tasks: [QueuedTask]
    package let hasMerge: Bool
    package let isMerged: Bool

    package var isDone: Bool { queued.isEmpty && left.isEmpty && isMerged }
  }

  package func standing() throws(SlurmTrouble) -> Standing {
    let names = submissions.jobNames
    let tasks = try patiently { () throws(SlurmTrouble) in try tools.queue(names) }
    let status = ShardStatus(folder, plan: plan)
    let taken = Set(tasks.flatMap { submissions.shards(of: $0) ?? [] })
    return Standing(
      complete: status.complete, queued: status.incomplete.filter(taken.contains),
      left: status.incomplete.filter { !taken.contains($0) }, tasks: tasks,
      hasMerge: tasks.contains { submissions.shards(of: $0) == nil }, isMerged: isMerged)
  }

  /// Whether a run of this plan lies here whole.
  package var isMerged: Bool {
    let directory = folder.directory
    guard !TextFile.exists(RunStore.partialPath(in: directory)), TextFile.isFile("\(directory)/run.json"),
      let content = try? RunStore.read(RunStore.path(in: directory))
    else { return false }
    return content.fingerprint == plan.fingerprint && content.results.count == plan.unitCount
      && (!content.plan.formats.contains(.json) || TextFile.isFile("\(directory)/results.json"))
  }

  // MARK: Submitting

  /// What was written, and what was given to Slurm.
  package struct Submission: Sendable {
    package let number: Int
    /// `RUN/slurm/1`
    package let folder: String
    package let shards: [Int]
    package let tasks: Int
    /// The array's job; `nil` where nothing was left to run, or nothing was submitted.
    package fileprivate(set) var array: String?
    package fileprivate(set) var merge: String?
    /// Why there is no merge in the queue.
    package fileprivate(set) var mergeTrouble: String?
    /// The commands as a person would give them; `JOB` stands for what the one before prints.
    package let commands: [String]
  }

  /// Writes the scripts of the next submission.
  ///
  /// - Throws: `SlurmTrouble` or `Diagnostics`.
  package func prepare(_ standing: Standing) throws -> Submission {
    let limits = try patiently { () throws(SlurmTrouble) in try tools.limits() }
    let most = limits.tasks(atMost: wishes.maxTasks)
    guard most > 0 else {
      throw Diagnostics(
        "this site allows no arrays of jobs (MaxArraySize is \(limits.maxArraySize), MaxJobCount \(limits.maxJobCount))",
        hint: "submit cluster/shard.sbatch by hand, or run the shards on one machine")
    }
    let number = nextNumber(standing.tasks)
    let table = TaskTable(standing.left, atMost: most)
    let place = submissions.folder(number)
    let scripts = SlurmScripts(
      wishes: wishes, run: TextFile.absolute(folder.directory), folder: place, shardCount: plan.shardCount)
    try scripts.refuseOddPaths()
    for name in [SlurmScripts.codes, SlurmScripts.logs] { try TextFile.makeDirectory("\(place)/\(name)") }
    try TextFile.write(table.text, to: "\(place)/\(SlurmScripts.table)")
    let files = [Self.taskScript, Self.mergeScript].map { "\(place)/\($0)" }
    if table.tasks.isEmpty {
      TextFile.remove(files[0])
    } else {
      try TextFile.write(scripts.task(name: submissions.name(number), tasks: table.tasks.count), to: files[0])
    }
    try TextFile.write(scripts.merge(name: submissions.mergeName(number)), to: files[1])
    let behind = dependencies(standing, hasArray: !table.tasks.isEmpty, array: "JOB")
    return Submission(
      number: number, folder: place, shards: standing.left, tasks: table.tasks.count,
      commands: (table.tasks.isEmpty ? [] : ["sbatch --parsable \(SlurmScripts.quoted(files[0]))"])
        + [
          (["sbatch --parsable"] + behind + [SlurmScripts.quoted(files[1])]).joined(separator: " ")
        ])
  }

  private static let (taskScript, mergeScript) = ("task.sbatch", "merge.sbatch")

  /// A number that nothing was submitted under; what was only written is written anew.
  private func nextNumber(_ tasks: [QueuedTask]) -> Int {
    guard let last = submissions.numbers.last else { return 1 }
    let isUsed =
      submissions.isRecorded(last)
      || tasks.contains { [submissions.name(last), submissions.mergeName(last)].contains($0.name) }
    return isUsed ? last + 1 : last
  }

  /// A merge waits for all that may still write, an earlier merge among it: two at a time would be in each other's way.
  private func dependencies(_ standing: Standing, hasArray: Bool, array: String) -> [String] {
    var jobs = hasArray ? [array] : []
    for task in standing.tasks where !jobs.contains(task.job) { jobs.append(task.job) }
    return jobs.isEmpty ? [] : ["--dependency=afterany:\(jobs.joined(separator: ":"))"]
  }

  /// Writes the scripts and submits the shards that are left, and a merge behind them where none waits.
  ///
  /// - Returns: `nil` where all that is left is in the queue already, with its merge.
  /// - Throws: `SlurmTrouble` or `Diagnostics`.
  package func submit(_ standing: Standing) throws -> Submission? {
    guard !standing.left.isEmpty || !standing.hasMerge else { return nil }
    guard let lock = try submissions.lock() else {
      throw SlurmTrouble.passing("another `hreval submit` is at work on this run")
    }
    defer { close(lock) }
    var submission = try prepare(standing)
    let (number, place) = (submission.number, submission.folder)
    if submission.tasks > 0 {
      submission.array = try give(
        ["--parsable", "\(place)/\(Self.taskScript)"], number, submissions.name(number), submission.shards)
    }
    let behind = dependencies(
      standing, hasArray: submission.array != nil, array: submission.array ?? "")
    do {
      submission.merge = try give(
        ["--parsable"] + behind + ["\(place)/\(Self.mergeScript)"], number, submissions.mergeName(number), [])
    } catch let trouble as SlurmTrouble {
      guard submission.array != nil else { throw trouble }
      // The shards are on their way all the same.
      submission.mergeTrouble = trouble.text
    }
    return submission
  }

  private func give(_ arguments: [String], _ number: Int, _ name: String, _ shards: [Int]) throws -> String {
    try submissions.record(number, name: name, job: nil, shards: shards)
    let job = try accepted(arguments, name: name)
    try submissions.record(number, name: name, job: job, shards: shards)
    return job
  }

  private static let tries = 3

  /// An `sbatch` that gives no number may have done what it was asked to: the queue knows.
  private func accepted(_ arguments: [String], name: String) throws(SlurmTrouble) -> String {
    try patiently { () throws(SlurmTrouble) in
      do throws(SlurmTrouble) {
        return try tools.submit(arguments)
      } catch {
        guard case .passing = error else { throw error }
        sleep(pauseSeconds)
        if let found = (try? tools.queue([name]))?.first { return found.job }
        throw error
      }
    }
  }

  private func patiently<Value>(_ body: () throws(SlurmTrouble) -> Value) throws(SlurmTrouble) -> Value {
    for _ in 1..<Self.tries {
      do throws(SlurmTrouble) {
        return try body()
      } catch {
        guard case .passing = error else { throw error }
        sleep(pauseSeconds)
      }
    }
    return try body()
  }

  private func sleep(_ seconds: Double) { Thread.sleep(forTimeInterval: seconds) }
}
