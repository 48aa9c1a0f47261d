import Foundation
import Testing

@testable import HRSignals

private struct Oracle: Decodable {
  let sampleRate: Double
  let ecg, beats: [Double]
  let panTompkins, hamilton: [Int]

  static func load() throws -> Oracle {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    return try JSONDecoder().decode(
      Oracle.self, from: Data(contentsOf: folder.appending(path: "Oracles/r_peaks.json")))
  }
}

@Suite struct RPeaksOracleTests {
  /// py-ecg-detectors filters causally, so its times come late by up to 0.12 s, and it has one start-up beat of its own.
  @Test(arguments: RPeakMethod.allCases)
  func agreesWithPyECGDetectors(_ method: RPeakMethod) throws {
    let oracle = try Oracle.load()
    let found = method.beats(Signal(samples: oracle.ecg, sampleRate: oracle.sampleRate))
    let theirs = (method == .panTompkins ? oracle.panTompkins : oracle.hamilton).map {
      Double($0) / oracle.sampleRate
    }
    #expect(found.count == oracle.beats.count)
    #expect(theirs.count == found.count + 1)
    for (time, beat) in zip(found, oracle.beats) { #expect(abs(time - beat) < 0.01) }
    for (time, other) in zip(found.dropFirst(), theirs.dropFirst(2)) {
      #expect((-0.01...0.13).contains(other - time), "\(other) against \(time)")
    }
  }
}
