import Foundation
import HRDiagnostics
import Synchronization
import Testing

@testable import HRExperiments

/// Workers that misbehave, written as shell scripts: each costs a recording and the pool goes on.
@Suite(.serialized, .timeLimit(.minutes(15))) struct WorkerPoolTests {
  /// `ready`, the frame a worker answers the order with, for the shell's `printf`.
  private static let ready = #"printf '\001\000\000\000\003'"#

  private func order(padding: Int = 0) throws -> WorkOrder {
    let text = #"{"name": "\#(String(repeating: "x", count: padding))"}"#
    let file = ExperimentFile(document: try JSONDocument(text, file: "e.json"), directory: ".", limit: nil)
    return WorkOrder(file: file, environment: DataEnvironment(near: ["."], dataDirectory: nil))
  }

  /// Two units of recording 0, one each of recordings 1 and 2.
  private let units = [
    WorkUnit(index: 0, recording: 0, scenario: 0, repetition: 0),
    WorkUnit(index: 1, recording: 0, scenario: 1, repetition: 0),
    WorkUnit(index: 2, recording: 1, scenario: 0, repetition: 0),
    WorkUnit(index: 3, recording: 2, scenario: 0, repetition: 0),
  ]

  private func launch(_ script: String, in folder: String, timeout: Double = 20) throws -> WorkerPool.Launch {
    let path = folder + "/worker"
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return .init(executable: path, arguments: [], timeoutSeconds: timeout)
  }

  private func results(
    _ launch: WorkerPool.Launch, jobs: Int = 2, padding: Int = 0
  ) throws -> [UnitResult] {
    let pool = WorkerPool(launch, order: try order(padding: padding), units: units)
    let delivered = Delivered()
    pool.run(jobs: jobs) { delivered.add($0) }
    return delivered.results
  }

  @Test(arguments: [
    ("exit 3", 20, "the worker reading it ended (code 3)"),
    ("\(ready); exit 0", 20, "the worker reading it ended (code 0)"),
    ("kill -SEGV $$", 20, "the worker reading it crashed (signal 11)"),
    ("exec sleep 60", 0.5, "the worker reading it was silent for 0.5 s and was ended"),
    ("\(ready); exec sleep 60", 0.5, "the worker reading it was silent for 0.5 s and was ended"),
    (
      "trap '' TERM; \(ready); while :; do :; done", 0.5,
      "the worker reading it was silent for 0.5 s and was ended"
    ),
    ("exec 1>&-; exec sleep 60", 20, "the worker reading it closed its pipe and was ended"),
    ("echo this is no answer; exec sleep 60", 20, "the worker's answer was damaged"),
    ("\(ready); printf '\\000\\000\\000\\000'; exec sleep 60", 20, "the worker's answer was damaged"),
    (
      "\(ready); printf '\\005\\000\\000\\000\\005abcd'; exec sleep 60", 20, "the worker's answer was damaged"
    ),
    ("\(ready); \(ready); exec sleep 60", 20, "the worker's answer was damaged"),
    (
      "printf '\\005\\000\\000\\000\\004nope'; exec sleep 60", 20,
      "the worker refused the experiment: nope"
    ),
  ])
  func aBadWorkerCostsItsRecordings(_ script: String, _ timeout: Double, _ reason: String) throws {
    try Example.withFolder { folder in
      let results = try results(try launch(script, in: folder, timeout: timeout))
      #expect(results.map(\.unit) == [0, 1, 2, 3])
      for result in results { #expect(result.outcome == .failed(reason), "\(result.outcome)") }
    }
  }

  @Test func aWorkerThatTakesNothingIsEndedToo() throws {
    try Example.withFolder { folder in
      let results = try results(try launch("exec sleep 60", in: folder, timeout: 0.5), padding: 200_000)
      #expect(results.count == 4)
      #expect(results[0].outcome == .failed("the worker reading it was silent for 0.5 s and was ended"))
    }
  }

  @Test func whatCannotBeStarted() throws {
    try Example.withFolder { folder in
      let nothing = WorkerPool.Launch(executable: folder + "/nothing", arguments: [], timeoutSeconds: 5)
      let results = try results(nothing)
      #expect(results.count == 4)
      #expect(results.allSatisfy { $0.outcome == .failed("a worker process could not be started") })
    }
  }

  /// The first worker crashes; its successor, which has its answers ready, does all the rest.
  @Test func theNextWorkerGoesOn() throws {
    try Example.withFolder { folder in
      var answers: [UInt8] = [1, 0, 0, 0, WorkerMessage.ready]
      for unit in [2, 3] {
        let bytes = Example.result(unit: unit).bytes
        withUnsafeBytes(of: UInt32(bytes.count + 1).littleEndian) { answers.append(contentsOf: $0) }
        answers += [WorkerMessage.result] + bytes
      }
      try Data(answers).write(to: URL(fileURLWithPath: folder + "/answers"))
      let script =
        "mkdir \(folder)/begun 2>/dev/null && kill -SEGV $$; cat \(folder)/answers; exec cat >/dev/null"
      let results = try results(try launch(script, in: folder), jobs: 1)
      let crashed = UnitResult.Outcome.failed("the worker reading it crashed (signal 11)")
      #expect(
        results.map(\.outcome) == [
          crashed, crashed, Example.result(unit: 2).outcome, Example.result(unit: 3).outcome,
        ])
    }
  }

  /// An answer to another question would put one recording's numbers under another's name.
  @Test func anAnswerAboutAnotherUnitIsRefused() throws {
    try Example.withFolder { folder in
      let bytes = Example.result(unit: 3).bytes
      var answers: [UInt8] = [1, 0, 0, 0, WorkerMessage.ready]
      withUnsafeBytes(of: UInt32(bytes.count + 1).littleEndian) { answers.append(contentsOf: $0) }
      answers += [WorkerMessage.result] + bytes
      try Data(answers).write(to: URL(fileURLWithPath: folder + "/answers"))
      let results = try results(try launch("cat \(folder)/answers; exec cat >/dev/null", in: folder), jobs: 1)
      #expect(results.prefix(3).allSatisfy { $0.outcome == .failed("the worker's answer was damaged") })
      #expect(results.last?.outcome == Example.result(unit: 3).outcome)
    }
  }

  @Test func stopEndsHangingWorkersAtOnce() throws {
    try Example.withFolder { folder in
      let pool = WorkerPool(
        try launch("\(Self.ready); exec sleep 60", in: folder, timeout: 60), order: try order(), units: units)
      let delivered = Delivered()
      let stopper = Thread {
        Thread.sleep(forTimeInterval: 0.5)
        pool.stop()
      }
      stopper.start()
      let start = ContinuousClock.now
      pool.run(jobs: 2) { delivered.add($0) }
      #expect(ContinuousClock.now - start < .seconds(10))
      #expect(delivered.results.isEmpty)
    }
  }
}

private final class Delivered: Sendable {
  private let list = Mutex<[UnitResult]>([])

  func add(_ result: UnitResult) {
    list.withLock { $0.append(result) }
  }

  var results: [UnitResult] { list.withLock { $0.sorted { $0.unit < $1.unit } } }
}
