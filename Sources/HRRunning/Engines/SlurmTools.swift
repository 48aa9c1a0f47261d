package import HRSupport

/// Reason why Slurm did not do what was asked.
package enum SlurmTrouble: Error, Equatable, Sendable {
  /// It may do so later: it gives no answer, restarts, or gives an answer that makes no sense.
  case passing(String)
  /// It will not, however often it is asked.
  case lasting(String)

  package var text: String {
    switch self {
    case .passing(let text), .lasting(let text): text
    }
  }
}

/// Slurm's programs. Each call has a time limit, and no answer is taken as evidence that a shard is complete.
package struct SlurmTools: Sendable {
  private let programs: [String: String]
  /// Time limit of a call, in seconds: if the controller has too many jobs, `sbatch` retries silently for minutes.
  private let seconds: Double

  private static let names = ["sbatch", "squeue", "scontrol", "scancel"]

  /// - Parameter seconds: time limit of each call.
  /// - Throws: if they are not installed.
  package init(seconds: Double) throws(Diagnostics) {
    var programs: [String: String] = [:]
    var missing: [String] = []
    for name in Self.names {
      programs[name] = SearchPath.find(name)
      if programs[name] == nil { missing.append(name) }
    }
    guard missing.isEmpty else {
      throw Diagnostics(
        "there is no Slurm here: \(missing.joined(separator: ", ")) not in PATH",
        hint:
          "submit where jobs are submitted, on a login node; without Slurm: hreval run --plan FOLDER --shard 0/N, and hreval help clusters has other engines"
      )
    }
    (self.programs, self.seconds) = (programs, seconds)
  }

  private func ask(_ name: String, _ arguments: [String]) throws(SlurmTrouble) -> String {
    guard let program = programs[name] else { throw .lasting("there is no \(name)") }
    let answer = BoundedCommand(program, arguments, seconds: seconds).run()
    let said = Self.firstLine(answer.err)
    switch answer.ending {
    case .exited(0): return answer.out
    case .timedOut: throw .passing("\(name) gave no answer within \(Int(saturating: seconds)) s")
    case .notStarted(let reason): throw .passing("\(name) cannot be started: \(reason)")
    case .refused: throw .passing("\(name) was ended")
    case .signalled(let number): throw .passing("\(name) was ended by signal \(number)")
    case .exited(let code):
      let text = "\(name) ended with \(code)" + (said.isEmpty ? "" : ": \(said)")
      throw Self.mayPass(answer.err) ? .passing(text) : .lasting(text)
    }
  }

  private static let passing = [
    "unable to contact", "socket timed out", "connection refused", "connect failure", "zero bytes",
    "temporarily", "try again", "not responding", "communication", "backup controller", "job count limit",
    "slow down", "authentication", "munge",
  ]

  /// Returns true if the words are those of a controller that cannot be reached or is overloaded; also for no
  /// words.
  static func mayPass(_ words: String) -> Bool {
    let words = words.lowercased()
    return words.isEmpty || passing.contains { words.contains($0) }
  }

  private static func firstLine(_ text: String) -> String {
    text.split(separator: "\n").first.map { String($0.prefix(200)).printable } ?? ""
  }

  package func limits() throws(SlurmTrouble) -> SlurmLimits {
    let text = try ask("scontrol", ["show", "config"])
    guard let limits = SlurmLimits(configuration: text) else {
      throw .passing("`scontrol show config` tells neither MaxArraySize nor MaxJobCount, or only one of them")
    }
    return limits
  }

  /// Returns the tasks in the queue of jobs of these names.
  ///
  /// By name, not by number: `squeue` ends with an error for a number that it no longer knows. A job whose number
  /// was lost (an `sbatch` that hung) is found too.
  package func queue(_ names: [String]) throws(SlurmTrouble) -> [QueuedTask] {
    guard !names.isEmpty else { return [] }
    let text = try ask(
      "squeue",
      ["--noheader", "--array", "--name=\(names.joined(separator: ","))", "--format=\(QueuedTask.format)"])
    guard let tasks = QueuedTask.read(text) else {
      throw .passing("squeue says what is no queue: \(Self.firstLine(text))")
    }
    return tasks.filter { names.contains($0.name) }
  }

  /// - Returns: the job's number.
  func submit(_ arguments: [String]) throws(SlurmTrouble) -> String {
    let text = try ask("sbatch", arguments)
    // `17` or `17;cluster`.
    let number = Self.firstLine(text).prefix { $0 != ";" }
    guard ShardNumbers.number(number) != nil else {
      throw .passing("sbatch says what is no job's number: \(Self.firstLine(text))")
    }
    return String(number)
  }

  /// - Parameter jobs: `17`, or `17_3` for a task of an array.
  func cancel(_ jobs: [String]) throws(SlurmTrouble) {
    if !jobs.isEmpty { _ = try ask("scancel", jobs) }
  }
}
