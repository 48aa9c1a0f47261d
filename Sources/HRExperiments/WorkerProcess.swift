internal import Foundation
internal import HRDiagnostics

/// One worker: a child process and the two ends of its pipe.
final class WorkerProcess {
  /// Why a worker gave no result, in words for a table.
  struct Failure: Error {
    let reason: String
  }

  private let process = Process()
  private let input: FramePipe
  private let output: FramePipe
  private let inputPipe = Pipe()
  private let outputPipe = Pipe()

  var identifier: Int32 { process.processIdentifier }

  init(_ launch: WorkerPool.Launch) throws(Failure) {
    process.executableURL = URL(fileURLWithPath: launch.executable)
    process.arguments = launch.arguments
    process.standardInput = inputPipe
    process.standardOutput = outputPipe
    input = FramePipe(descriptor: inputPipe.fileHandleForWriting.fileDescriptor)
    output = FramePipe(descriptor: outputPipe.fileHandleForReading.fileDescriptor)
    do {
      try process.run()
    } catch {
      throw Failure(reason: "a worker process could not be started")
    }
  }

  func setUp(_ order: WorkOrder, within seconds: Double) throws(Failure) {
    let answer = try talk(within: seconds) { () throws(FramePipe.Failure) in
      try input.send(WorkerMessage.setUp, order.bytes, within: seconds)
      return try output.receive(within: seconds)
    }
    switch answer.kind {
    case WorkerMessage.ready: return
    case WorkerMessage.refused:
      throw Failure(
        reason: "the worker refused the experiment: \(String(decoding: answer.payload, as: UTF8.self))")
    default: throw damaged()
    }
  }

  func result(of unit: WorkUnit, within seconds: Double) throws(Failure) -> UnitResult {
    let answer = try talk(within: seconds) { () throws(FramePipe.Failure) in
      var writer = ByteWriter()
      writer.write(unit.index)
      try input.send(WorkerMessage.unit, writer.bytes, within: seconds)
      return try output.receive(within: seconds)
    }
    guard answer.kind == WorkerMessage.result, let result = try? UnitResult(bytes: answer.payload),
      result.unit == unit.index
    else { throw damaged() }
    return result
  }

  /// Closes the pipe, which ends an idle worker, and reaps the process.
  func end() {
    try? inputPipe.fileHandleForWriting.close()
    if !hasEnded(within: 5) { endNow() }
  }

  private func endNow() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  private func hasEnded(within seconds: Double) -> Bool {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while process.isRunning, ContinuousClock.now < deadline { usleep(2000) }
    return !process.isRunning
  }

  /// Nothing a worker says after a damaged answer can be trusted.
  private func damaged() -> Failure {
    endNow()
    return Failure(reason: "the worker's answer was damaged")
  }

  private func talk<Answer>(
    within seconds: Double, _ exchange: () throws(FramePipe.Failure) -> Answer
  ) throws(Failure) -> Answer {
    do {
      return try exchange()
    } catch {
      throw explained(error, within: seconds)
    }
  }

  private func explained(_ failure: FramePipe.Failure, within seconds: Double) -> Failure {
    switch failure {
    case .garbled: return damaged()
    case .silent:
      endNow()
      return Failure(reason: "the worker reading it was silent for \(shortest(seconds)) s and was ended")
    case .closed:
      guard hasEnded(within: 1) else {
        endNow()
        return Failure(reason: "the worker reading it closed its pipe and was ended")
      }
      let code = process.terminationStatus
      return Failure(
        reason: process.terminationReason == .uncaughtSignal
          ? "the worker reading it crashed (signal \(code))" : "the worker reading it ended (code \(code))")
    }
  }
}
