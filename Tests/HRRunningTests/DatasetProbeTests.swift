import HRRunTestSupport
import HRTestSupport
import Foundation
import HRSupport
import Testing

@testable import HRRunning

/// A short check of a data set, through workers that are shell scripts.
@Suite struct DatasetProbeTests {
  /// - Parameter script: commands of the worker after it has reported that it is ready.
  private func probes(
    _ script: String, seconds: Double = 5
  ) throws -> (probes: [DatasetProbe], messages: [String]) {
    try ResolverStudy.with(seconds: 12) { study in
      let file = ExperimentFile(
        document: try JSONDocument(ResolverStudy.text(), file: "e.json"), directory: study.folder, limit: nil)
      let experiment = try Experiment(file, plugins: .builtIn, environment: study.environment)
      let path = study.folder + "/worker"
      try study.write("#!/bin/sh\nprintf '\\001\\000\\000\\000\\003'\n\(script)\n", "worker")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
      let worker = ExpendableWorker(
        WorkerLaunch(executable: path, arguments: [], timeoutSeconds: 20), order: [])
      defer { worker.end() }
      let probes = try DatasetProbe.all(of: experiment, by: worker, seconds: seconds)
      return (probes, experiment.problems(of: probes, in: file).map(\.message))
    }
  }

  /// Silence is no fault of a recording, which may be a large one.
  @Test func theTimeIsKept() throws {
    let start = ContinuousClock.now
    let (probes, messages) = try probes("exec sleep 60", seconds: 0.3)
    #expect(ContinuousClock.now - start < .seconds(10))
    #expect(probes.count == 1)
    #expect(probes[0].isCut && probes[0].inspections.isEmpty && probes[0].count == 3)
    #expect(messages == [])
  }

  @Test func aDataSetThatEndsItsReadersIsAProblem() throws {
    let (probes, messages) = try probes("exec kill -SEGV $$")
    #expect(probes[0].inspections.count == 3 && !probes[0].isCut && probes[0].usable == nil)
    #expect(
      messages == [
        "the data set \"study\": none of its 3 recordings can be used: 3 recordings, such as study/r1: the worker reading it crashed (signal 11)"
      ])
  }

  /// A worker that dies while its order, which no pipe holds as a whole, is still being written. Its earlier
  /// message counts.
  @Test func aWorkerThatDiesBeforeItHasBeenToldAllHasSaidThatItIsReady() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/worker"
      try Data("#!/bin/sh\nprintf '\\001\\000\\000\\000\\003'\nexec kill -SEGV $$\n".utf8)
        .write(to: URL(fileURLWithPath: path))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
      let worker = ExpendableWorker(
        WorkerLaunch(executable: path, arguments: [], timeoutSeconds: 20),
        order: [UInt8](repeating: 0, count: 1 << 20))
      defer { worker.end() }
      try worker.makeReady()
      #expect(
        throws: ExpendableWorker.Loss.answerless(
          reason: "the worker reading it crashed (signal 11)", hadRead: false, wasSilent: false)
      ) {
        _ = try worker.answer(to: [1]) { $0 }
      }
    }
  }
}
