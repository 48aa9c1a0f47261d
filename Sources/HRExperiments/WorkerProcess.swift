internal import Foundation

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
    try talk { () throws(FramePipe.Failure) in
      try input.send(WorkerMessage.setUp, order.bytes)
      let answer = try output.receive(within: seconds)
      guard answer.kind == WorkerMessage.ready else { throw FramePipe.Failure.closed }
    }
  }

  func result(of unit: WorkUnit, within seconds: Double) throws(Failure) -> UnitResult {
    let payload = try talk { () throws(FramePipe.Failure) in
      var writer = ByteWriter()
      writer.write(unit.index)
      try input.send(WorkerMessage.unit, writer.bytes)
      return try output.receive(within: seconds).payload
    }
    do {
      return try UnitResult(bytes: payload)
    } catch {
      throw Failure(reason: "the worker's answer was damaged")
    }
  }

  /// Closes the pipe, which ends an idle worker, and reaps the process.
  func end() {
    try? inputPipe.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  private func talk<Answer>(_ exchange: () throws(FramePipe.Failure) -> Answer) throws(Failure) -> Answer {
    do {
      return try exchange()
    } catch .silent {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      throw Failure(reason: "the worker reading it fell silent and was ended")
    } catch {
      process.waitUntilExit()
      let code = process.terminationStatus
      throw Failure(
        reason: process.terminationReason == .uncaughtSignal
          ? "the worker reading it crashed (signal \(code))" : "the worker reading it ended (code \(code))")
    }
  }
}
