package import HRSupport

/// Command line and time limit of a worker.
package struct WorkerLaunch: Sendable {
  package let executable: String
  package let arguments: [String]
  /// Longest silence on one recording, in seconds.
  package let timeoutSeconds: Double

  package init(executable: String, arguments: [String], timeoutSeconds: Double) {
    self.executable = executable
    self.arguments = arguments
    self.timeoutSeconds = timeoutSeconds
  }
}

/// A worker process that may be lost. It is started when it is first asked something, and replaced when it has
/// died.
///
/// A question during which a worker died is asked once more of a new one: the cause may have come from outside, or
/// from the recording before. A worker that was silent has had all its time. Its question is not asked again, which
/// would double the wait.
package final class ExpendableWorker {
  package enum Loss: Error, Equatable, Sendable {
    /// The question itself seems to be at fault.
    case answerless(reason: String, hadRead: Bool, wasSilent: Bool)
    /// There is no worker to ask, which is no fault of the question. A shortage may pass; a refusal does not.
    case workerless(reason: String, mayPass: Bool)
    /// It was interrupted.
    case stopped

    package var diagnostics: Diagnostics {
      let message =
        switch self {
        case .answerless(let reason, _, _): reason
        case .workerless(let reason, _): "no worker process can go on: \(reason)"
        case .stopped: "the worker process was ended"
        }
      return Diagnostics(message)
    }
  }

  private let launch: WorkerLaunch
  private let order: [UInt8]
  private let interruption: Interruption
  private var process: WorkerProcess?

  /// - Parameters:
  ///   - order: first message to the worker, which answers that it is ready, or why not.
  ///   - interruption: ends the worker, and those that would be started later.
  package init(_ launch: WorkerLaunch, order: [UInt8], interruption: Interruption = Interruption()) {
    self.launch = launch
    self.order = order
    self.interruption = interruption
  }

  deinit { end() }

  /// Asks the worker a question.
  ///
  /// - Parameters:
  ///   - seconds: the longest silence; `nil`: that of the launch.
  ///   - decoded: the answer's bytes as a value; `nil` for bytes that are no answer to this question.
  package func answer<Answer>(
    to question: [UInt8], within seconds: Double? = nil, decoded: ([UInt8]) -> Answer?
  ) throws(Loss) -> Answer {
    var isSecond = false
    while true {
      let process = try started()
      do {
        return try process.answer(
          to: question, within: seconds ?? launch.timeoutSeconds, decoded: decoded)
      } catch {
        end()
        if interruption.isTriggered { throw .stopped }
        let isSilent = error.kind == .silent
        if isSilent || isSecond {
          throw .answerless(reason: error.reason, hadRead: error.hadRead, wasSilent: isSilent)
        }
        isSecond = true
      }
    }
  }

  /// Starts the worker before its first question.
  package func makeReady() throws(Diagnostics) {
    do {
      _ = try started()
    } catch {
      throw error.diagnostics
    }
  }

  /// Ends the worker; the next question starts another.
  package func end() {
    guard let process else { return }
    self.process = nil
    process.end()
    interruption.forget(process.child)
  }

  private func started() throws(Loss) -> WorkerProcess {
    if let process { return process }
    if interruption.isTriggered { throw .stopped }
    do {
      return try begun()
    } catch {
      guard error.kind == .lost else {
        throw .workerless(reason: error.reason, mayPass: error.kind == .short)
      }
    }
    if interruption.isTriggered { throw .stopped }
    // A worker that died before its first question may have been ended from outside.
    do {
      return try begun()
    } catch {
      throw .workerless(reason: error.reason, mayPass: error.kind != .refused)
    }
  }

  private func begun() throws(WorkerProcess.Failure) -> WorkerProcess {
    let child: ChildProcess
    do throws(ProcessStart.Refusal) {
      child = try ChildProcess(executable: launch.executable, arguments: launch.arguments)
    } catch {
      throw WorkerProcess.Failure(kind: error.isShortage ? .short : .refused, reason: error.text)
    }
    let fresh = WorkerProcess(child: child)
    interruption.onTrigger(for: child) { child.kill() }
    do {
      try fresh.setUp(order, within: launch.timeoutSeconds)
    } catch {
      _ = child.endNow()
      interruption.forget(child)
      throw error
    }
    process = fresh
    return fresh
  }
}
