import HRRunTestSupport
import HRTestSupport
import Foundation
import HRSupport
import Synchronization
import Testing

@testable import HRRunning

/// Faulty workers, written as shell scripts: each fails a recording, and the pool continues.
@Suite(.serialized) struct WorkerPoolTests {
  /// The frame `ready`, with which a worker answers the order, for the shell's `printf`.
  private static let ready = #"printf '\001\000\000\000\003'"#

  /// The frame with the last call of the HDF5 library.
  private static let crash = #"printf '\040\000\000\000\007+\nHDF5 library (1.10.8)\nr.h5\n/x'"#

  /// The frame that reports that the recording has been read, with a pause in which the question is sent.
  private static let read = #"printf '\001\000\000\000\006'; sleep 0.2"#

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

  private func launch(_ script: String, in folder: String, timeout: Double = 20) throws -> WorkerLaunch {
    let path = folder + "/worker"
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return .init(executable: path, arguments: [], timeoutSeconds: timeout)
  }

  /// Returns the delivered results, and the warning if there is one.
  private func outcome(
    _ launch: WorkerLaunch, jobs: Int = 2, padding: Int = 0
  ) throws -> (results: [UnitResult], warning: Diagnostic?) {
    let pool = WorkerPool(launch, order: try order(padding: padding), recordings: [], units: units)
    let delivered = Delivered()
    let warning = try pool.run(jobs: jobs) { delivered.add($0.result) }
    return (delivered.results, warning)
  }

  private func results(_ launch: WorkerLaunch, jobs: Int = 2) throws -> [UnitResult] {
    try outcome(launch, jobs: jobs).results
  }

  /// Makes the output of a worker that is ready and gives these units' results without being asked.
  private func answers(_ units: [Int], readingFirst: Bool = false) -> [UInt8] {
    func frame(_ kind: UInt8, _ payload: [UInt8]) -> [UInt8] {
      withUnsafeBytes(of: UInt32(payload.count + 1).littleEndian) { Array($0) } + [kind] + payload
    }
    return frame(WorkerMessage.ready, [])
      + units.flatMap { unit in
        (readingFirst ? frame(WorkerMessage.read, []) : [])
          + frame(WorkerMessage.answer, Example.result(unit: unit).bytes)
      }
  }

  @Test(arguments: [
    ("\(ready); exit 0", 20, "the worker reading it ended (code 0)"),
    ("\(ready); kill -SEGV $$", 20, "the worker reading it crashed (signal 11)"),
    (
      "\(ready); echo 'x.swift:3: Fatal error: no more' >&2; kill -ABRT $$", 20,
      "the worker reading it crashed (signal 6): no more"
    ),
    (
      "\(ready); \(crash); kill -SEGV $$", 20,
      "the HDF5 library (1.10.8) crashed while it read the object /x of r.h5: most likely the file is damaged in a way that the library does not notice"
    ),
    (
      "\(ready); trap \"\(crash); exit\" USR2; while :; do :; done", 0.5,
      "the HDF5 library (1.10.8) did not come back from the object /x of r.h5 within 0.5 s: the file is damaged, or too large to be read in that time"
    ),
    ("\(ready); exec sleep 60", 0.5, "the worker reading it was silent for 0.5 s and was ended"),
    (
      "trap '' TERM; \(ready); while :; do :; done", 0.5,
      "the worker reading it was silent for 0.5 s and was ended"
    ),
    ("\(ready); exec 1>&-; exec sleep 60", 20, "the worker reading it closed its pipe and was ended"),
    ("\(ready); printf '\\000\\000\\000\\000'; exec sleep 60", 20, "the worker's answer was damaged"),
    (
      "\(ready); printf '\\005\\000\\000\\000\\005abcd'; exec sleep 60", 20, "the worker's answer was damaged"
    ),
    ("\(ready); \(ready); exec sleep 60", 20, "the worker's answer was damaged"),
    (
      "\(ready); \(read); kill -SEGV $$", 20, "the worker working on it crashed (signal 11)"
    ),
  ])
  func aBadWorkerCostsItsRecordings(_ script: String, _ timeout: Double, _ reason: String) throws {
    try withTemporaryFolder { folder in
      let results = try results(try launch(script, in: folder, timeout: timeout))
      #expect(results.map(\.unit) == [0, 1, 2, 3])
      for result in results { #expect(result.outcome == .failed(reason), "\(result.outcome)") }
    }
  }

  /// A worker that cannot start is no fault of any recording.
  @Test(arguments: [
    ("exit 3", 20, "the worker that was to be started ended (code 3)"),
    ("exec sleep 60", 0.5, "the worker that was to be started was silent for 0.5 s and was ended"),
    ("echo this is no answer; exec sleep 60", 20, "the worker's answer was damaged"),
    (
      "printf '\\005\\000\\000\\000\\004nope'; exec sleep 60", 20,
      "the worker refused the experiment: nope"
    ),
  ])
  func aWorkerThatCannotBeginEndsTheRun(_ script: String, _ timeout: Double, _ reason: String) throws {
    try withTemporaryFolder { folder in
      let launch = try launch(script, in: folder, timeout: timeout)
      let thrown = try #require(throws: Diagnostics.self) { try results(launch) }
      #expect(thrown.list.map(\.message) == ["no worker process can go on: \(reason)"])
    }
  }

  @Test func aWorkerThatTakesNothingIsEndedToo() throws {
    try withTemporaryFolder { folder in
      let launch = try launch("exec sleep 60", in: folder, timeout: 0.5)
      #expect(throws: Diagnostics.self) { try outcome(launch, jobs: 1, padding: 200_000) }
    }
  }

  @Test func whatCannotBeStarted() throws {
    try withTemporaryFolder { folder in
      let nothing = WorkerLaunch(executable: folder + "/nothing", arguments: [], timeoutSeconds: 5)
      let thrown = try #require(throws: Diagnostics.self) { try results(nothing) }
      #expect(thrown.list.map(\.message) == ["no worker process can go on: No such file or directory"])
    }
  }

  /// The other workers do the work of one that cannot start.
  @Test func fewerWorkersGoOn() throws {
    try withTemporaryFolder { folder in
      let frame = 5
      let order = try order().bytes(recordings: []).count + frame
      for unit in units.map(\.index) {
        try Data(answers([unit]).dropFirst(frame)).write(to: URL(fileURLWithPath: folder + "/answer\(unit)"))
      }
      let questions = [0, 1].map { UnitQuestion.result(unit: $0).bytes }
      let unit =
        frame + (try #require(zip(questions[0], questions[1]).enumerated().first { $1.0 != $1.1 })).offset + 1
      let length = frame + questions[0].count
      // One worker starts after the other and its successor have ended and been reaped, and answers the questions.
      // The system chooses for which of the two threads it works. One byte of a question is the unit's digit. `od`
      // takes all of them: if it stopped at this one, `dd` could be ended before it has read the rest.
      let script = """
        cd \(folder)
        if mkdir first 2>/dev/null; then
          until [ -s third ] && ! kill -0 "$(cat third)" 2>/dev/null; do sleep 0.02; done
          sleep 0.2
          dd bs=1 count=\(order) of=order 2>/dev/null
          \(Self.ready)
          while set -- $(dd bs=1 count=\(length) 2>/dev/null | od -An -v -tu1) && [ $# -eq \(length) ]; do
            cat "answer$((${\(unit)} - 48))"
          done
          exit
        fi
        if ! mkdir second 2>/dev/null; then echo $$ >third; fi
        exit 1
        """
      let (results, warning) = try outcome(try launch(script, in: folder))
      #expect(results.map(\.outcome) == (0..<4).map { Example.result(unit: $0).outcome })
      #expect(
        warning?.message
          == "went on with fewer worker processes than 2: the worker that was to be started ended (code 1)")
    }
  }

  /// The first worker is lost, before or after reading; a new one does its unit and all the others.
  @Test(arguments: [false, true])
  func aLostWorkersUnitIsAskedOnceMore(_ afterReading: Bool) throws {
    try withTemporaryFolder { folder in
      try Data(answers([0, 1, 2, 3], readingFirst: afterReading)).write(
        to: URL(fileURLWithPath: folder + "/answers"))
      let end = afterReading ? "\(Self.ready); \(Self.read); kill -KILL $$" : "\(Self.ready); kill -KILL $$"
      let script =
        "if mkdir \(folder)/begun 2>/dev/null; then \(end); fi; cat \(folder)/answers; exec cat >/dev/null"
      let results = try results(try launch(script, in: folder), jobs: 1)
      #expect(results.map(\.outcome) == (0..<4).map { Example.result(unit: $0).outcome })
    }
  }

  /// Two workers die on unit 0. During reading, this fails the recording (units 0 and 1); later, only the unit.
  @Test(arguments: [false, true])
  func aSecondLossCosts(_ afterReading: Bool) throws {
    try withTemporaryFolder { folder in
      let rest = afterReading ? [1, 2, 3] : [2, 3]
      try Data(answers(rest)).write(to: URL(fileURLWithPath: folder + "/answers"))
      let end = afterReading ? "\(Self.ready); \(Self.read); kill -SEGV $$" : "\(Self.ready); kill -SEGV $$"
      let script =
        "if mkdir \(folder)/a 2>/dev/null || mkdir \(folder)/b 2>/dev/null; then \(end); fi; cat \(folder)/answers; exec cat >/dev/null"
      let results = try results(try launch(script, in: folder), jobs: 1)
      let work = afterReading ? "working on" : "reading"
      let crashed = UnitResult.Outcome.failed("the worker \(work) it crashed (signal 11)")
      #expect(
        results.map(\.outcome)
          == (0..<4).map { rest.contains($0) ? Example.result(unit: $0).outcome : crashed })
    }
  }

  /// Asking a silent worker again would double the wait, so there is one start for each recording.
  @Test func silenceIsNotAskedAgain() throws {
    try withTemporaryFolder { folder in
      let script = "mktemp \(folder)/start.XXXXXX >/dev/null; \(Self.ready); exec sleep 60"
      _ = try results(try launch(script, in: folder, timeout: 0.3), jobs: 1)
      let starts = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
        $0.hasPrefix("start.")
      }
      #expect(starts.count == 3)
    }
  }

  /// A program is started anew for each scenario, so a worker goes through all recordings with one before the next.
  @Test func aWorkerCanKeepToOneScenario() throws {
    try withTemporaryFolder { folder in
      try Data(answers([0, 2, 3, 1])).write(to: URL(fileURLWithPath: folder + "/answers"))
      let launch = try launch("cat \(folder)/answers; exec cat >/dev/null", in: folder)
      let pool = WorkerPool(launch, order: try order(), recordings: [], units: units, keepsCondition: true)
      let delivered = Delivered()
      try pool.run(jobs: 1) { delivered.add($0.result) }
      #expect(delivered.results == (0...3).map { Example.result(unit: $0) })
    }
  }

  /// An answer to another question would assign one recording's numbers to another.
  @Test func anAnswerAboutAnotherUnitIsRefused() throws {
    try withTemporaryFolder { folder in
      try Data(answers([3])).write(to: URL(fileURLWithPath: folder + "/answers"))
      let results = try results(try launch("cat \(folder)/answers; exec cat >/dev/null", in: folder), jobs: 1)
      #expect(results.prefix(3).allSatisfy { $0.outcome == .failed("the worker's answer was damaged") })
      #expect(results.last?.outcome == Example.result(unit: 3).outcome)
    }
  }

  @Test func stopEndsHangingWorkersAtOnce() throws {
    try withTemporaryFolder { folder in
      let interruption = Interruption()
      let pool = WorkerPool(
        try launch("\(Self.ready); exec sleep 60", in: folder, timeout: 60), order: try order(),
        recordings: [], units: units, interruption: interruption)
      let delivered = Delivered()
      let stopper = Thread {
        Thread.sleep(forTimeInterval: 0.5)
        interruption.trigger()
      }
      stopper.start()
      let start = ContinuousClock.now
      try pool.run(jobs: 2) { delivered.add($0.result) }
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
