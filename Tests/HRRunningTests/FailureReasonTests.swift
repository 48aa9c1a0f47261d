import HRRunTestSupport
import Foundation
import HRSupport
import Testing

@testable import HRRunning

/// Reasons in rows are part of the results, so they must not contain the folder of the data.
@Suite struct FailureReasonTests {
  private static let recorded = #"[{"label": "vendor", "recorded": "vendor/{recording}.csv"}, "fft"]"#

  /// Returns all reasons of a run with damaged recordings and recorded output, and the folder of its data.
  private func reasons() throws -> (folder: String, reasons: [String]) {
    try ResolverStudy.with { study in
      try FileManager.default.createDirectory(
        atPath: "\(study.folder)/vendor", withIntermediateDirectories: true)
      try study.write("time,value\n1,oops\n", "vendor/r1.csv")
      let experiment = try study.experiment(ResolverStudy.text(detectors: Self.recorded))
      try study.write("time_s,ppg,x\n0,1,2\n0.1,oops,1\n", "datasets/study/r2.csv")
      try FileManager.default.removeItem(atPath: "\(study.folder)/datasets/study/r3.csv")
      var runner = UnitRunner(experiment)
      let reasons = experiment.units.flatMap { unit -> [String] in
        switch runner.result(of: unit).outcome {
        case .failed(let reason): return [reason]
        case .windows(let table):
          return table.estimates.compactMap(\.self).flatMap { column in
            column.cells.filter { !$0.hasValue }.map { column.outcome(of: $0).text }
          }
        }
      }
      return (study.folder, reasons)
    }
  }

  @Test func areTheSameWhereverTheDataLie() throws {
    let first = try reasons()
    let second = try reasons()
    #expect(first.folder != second.folder)
    #expect(first.reasons == second.reasons)
    #expect(first.reasons.count > 2)
    for reason in first.reasons {
      #expect(!reason.contains(first.folder) && !reason.contains("/tmp"), "\(reason)")
    }
    #expect(first.reasons.contains { $0.contains("vendor/r1.csv") })
    #expect(first.reasons.contains { $0.contains("(r2.csv:3") })
  }

  /// Too many windows are refused before they are made.
  @Test func tooManyWindows() throws {
    try ResolverStudy.with { study in
      try study.write("time_s,ppg,x\n0,1,2\n500000,1,1\n1000000,1,1\n", "datasets/study/r1.csv")
      let windows = #"{"windowSeconds": 10, "hopSeconds": 0.1}"#
      var runner = UnitRunner(try study.experiment(ResolverStudy.text(windows: windows)))
      let result = runner.result(of: WorkUnit(index: 0, recording: 0, scenario: 0, repetition: 0))
      #expect(
        result.outcome
          == .failed("the recording lasts 1500000 s, which is 14999901 windows, more than 5000000"))
    }
  }
}
