import HRRunTestSupport
import Foundation
import HRSupport

@testable import HRRunning

/// A study in which the recordings' own pulse waves serve as the waves of another program.
struct RecordedTraceStudy {
  let study: ResolverStudy

  static func with<Value>(_ body: (RecordedTraceStudy) throws -> Value) throws -> Value {
    try ResolverStudy.with { study in
      try FileManager.default.createDirectory(
        atPath: study.folder + "/vendor", withIntermediateDirectories: true)
      return try body(RecordedTraceStudy(study: study))
    }
  }

  /// Reads the samples of a recording's pulse wave as written.
  func samples(_ recording: String) throws -> [(time: Substring, value: Substring)] {
    try String(contentsOfFile: "\(study.folder)/datasets/study/\(recording).csv", encoding: .utf8)
      .split(separator: "\n").dropFirst().map { line in
        let cells = line.split(separator: ",")
        return (cells[0], cells[1])
      }
  }

  /// Makes a message of the older kind with that wave, or the part of it that is wanted.
  func message(_ recording: String, where isWanted: (Double) -> Bool = { _ in true }) throws -> String {
    let trace = try samples(recording).filter { isWanted(Double($0.time) ?? .nan) }
      .map { #"{"time":\#($0.time),"value":\#($0.value)}"# }
    return #"{"pulse":{"rate":[{"time":8,"value":61}],"trace":[\#(trace.joined(separator: ","))]}}"#
  }

  func write(_ text: String, _ name: String) throws {
    try study.write(text, "vendor/" + name)
  }

  /// Estimates of each detector in the windows of the first recordings, by recording and detector.
  func rows(_ text: String, limit: Int = 1) throws -> [[EstimateColumn]] {
    let experiment = try study.experiment(text, limit: limit)
    var runner = UnitRunner(experiment)
    return try experiment.units.map { unit in
      guard case .windows(let table) = runner.result(of: unit).outcome else {
        throw Diagnostics("unit \(unit.index) failed")
      }
      return table.estimates.compactMap(\.self)
    }
  }

  static func entry(_ detector: String, path: String = "vendor/{recording}.json", more: String = "") -> String
  {
    #"{"label": "\#(detector) on the wave", "detector": "\#(detector)", "recordedTrace": "\#(path)"\#(more)}"#
  }
}
