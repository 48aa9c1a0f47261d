internal import HRSupport

/// Submits what is left of a planned run to Slurm. Files decide what is left; Slurm is only asked for its queue.
package struct SlurmEngine: Sendable {
  package let folder: ShardFolder
  package let plan: ShardPlan
  package let wishes: SlurmWishes
  package let tools: SlurmTools
  package let submissions: SubmissionFolder
  /// Pause between two attempts after a passing trouble, in seconds.
  private let pauseSeconds: Double

  package init(
    _ folder: ShardFolder, plan: ShardPlan, wishes: SlurmWishes, tools: SlurmTools, pauseSeconds: Double
  ) {
    (self.folder, self.plan, self.wishes, self.tools) = (folder, plan, wishes, tools)
    self.pauseSeconds = pauseSeconds
    submissions = SubmissionFolder(folder, plan: plan)
  }

  /// Progress of the run.
  package struct Standing: Sendable {
    package let complete: [Int]
    /// Not complete, but in the queue.
    package let queued: [Int]
    /// Neither complete nor in the queue.
    package let left: [Int]
    /// Tasks of this run in Slurm's queue.
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

  /// True if the folder contains the complete merged run of this plan.
  package var isMerged: Bool {
    let directory = folder.directory
    guard !TextFile.exists(RunStore.partialPath(in: directory)), TextFile.isFile("\(directory)/run.json"),
      let content = try? RunStore.read(RunStore.path(in: directory))
    else { return false }
    return content.fingerprint == plan.fingerprint && content.results.count == plan.unitCount
      && (!content.plan.formats.contains(.json) || TextFile.isFile("\(directory)/results.json"))
  }

  // MARK: Submitting

  /// A submission: the scripts that were written, and the jobs that Slurm has accepted.
  package struct Submission: Sendable {
    package let number: Int
    /// `RUN/slurm/1`
    package let folder: String
    package let shards: [Int]
    package let tasks: Int
    /// Number of the array's job; `nil` if nothing was left to run, or nothing was submitted.
    package fileprivate(set) var array: String?
    package fileprivate(set) var merge: String?
    /// Reason why there is no merge in the queue; `nil` if there is one, or nothing was submitted.
    package fileprivate(set) var mergeTrouble: String?
    /// The commands as a person would enter them; `JOB` is a placeholder for the number that the command before
    /// prints.
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
      commands: (table.tasks.isEmpty ? [] : ["sbatch --parsable \(files[0].shellQuoted)"])
        + [
          (["sbatch --parsable"] + behind + [files[1].shellQuoted]).joined(separator: " ")
        ])
  }

  private static let (taskScript, mergeScript) = ("task.sbatch", "merge.sbatch")

  /// Returns the number of the next submission: the last one if nothing was submitted under it, whose files are
  /// then replaced, else the one after it.
  private func nextNumber(_ tasks: [QueuedTask]) -> Int {
    guard let last = submissions.numbers.last else { return 1 }
    let isUsed =
      submissions.isRecorded(last)
      || tasks.contains { [submissions.name(last), submissions.mergeName(last)].contains($0.name) }
    return isUsed ? last + 1 : last
  }

  /// Returns options that make a merge wait for all jobs that may still write, including an earlier merge: two
  /// merges at a time would overwrite each other's files.
  private func dependencies(_ standing: Standing, hasArray: Bool, array: String) -> [String] {
    var jobs = hasArray ? [array] : []
    for task in standing.tasks where !jobs.contains(task.job) { jobs.append(task.job) }
    return jobs.isEmpty ? [] : ["--dependency=afterany:\(jobs.joined(separator: ":"))"]
  }

  /// Writes the scripts and submits the shards that are left, and a merge after them if none is in the queue.
  ///
  /// - Returns: `nil` if all that is left is in the queue already, with its merge.
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
      // The shards have been submitted all the same.
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

  /// Submits a job and returns its number. An `sbatch` that gives no number may have submitted the job all the
  /// same, so the queue is searched for the job's name.
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

  private func sleep(_ seconds: Double) { usleep(useconds_t(clamping: Int(saturating: seconds * 1e6))) }
}
