import HRRunTestSupport
import HRSignals
import Foundation
import Testing

@testable import HRRunning

/// An entry that names how the pulse wave is made means that wave: `fusion` then uses no other colour.
@Suite struct NamedExtractorTests {
  private static let detectors = #"""
    [{"label": "default", "detector": "fusion"},
     {"label": "red", "detector": "fusion", "extractor": "red"}]
    """#

  /// Red has a weak pulse of 66, green and blue a strong one of 96.
  private static func table() -> String {
    let rows = (0..<1000).map { k -> String in
      let time = Double(k) / 25
      func wave(_ bpm: Double) -> Double {
        let phase = 2 * Double.pi * bpm / 60 * time
        return cos(phase) + 0.4 * cos(2 * phase)
      }
      let noise = sin(61.3 * time * time)
      return "\(time),\(180 + 0.5 * wave(66) + 0.5 * noise),\(90 + wave(96)),\(60 + wave(96))"
    }
    return "time_s,red,green,blue\n" + rows.joined(separator: "\n") + "\n"
  }

  private static func rates(_ channels: String) throws -> [[Double?]] {
    try ScenarioStudy.with { study in
      try study.write(
        """
        {"schemaVersion": 1, "name": "camera",
         "files": [{"path": "{recording}.csv", "except": ["*_beats.csv"], "time": "time_s"},
                   {"name": "beats", "path": "{recording}_beats.csv"}],
         "channels": {\(channels)}, "reference": [{"beats": {"file": "beats", "column": "beat_s"}}]}
        """, "datasets/camera/dataset.json")
      let beats = (0...44).map { "\(Double($0) * 60 / 66)" }
      try study.write("beat_s\n" + beats.joined(separator: "\n") + "\n", "datasets/camera/c1_beats.csv")
      try study.write(table(), "datasets/camera/c1.csv")
      let experiment = try study.experiment(
        #""clean""#, datasets: #"["camera"]"#, detectors: detectors)
      return try experiment.tables(of: "clean").flatMap { table in
        table.estimates.map { column in
          (column.map { Array($0.cells) } ?? []).map { $0.hasValue ? $0.bpm : nil }
        }
      }
    }
  }

  @Test func aNamedWaveIsReadAlone() throws {
    let colours = try Self.rates(#""red": "red", "green": "green", "blue": "blue""#)
    let alone = try Self.rates(#""red": "red""#)
    #expect(colours.count == 2 && alone.count == 2)
    for rate in colours[0] { #expect(abs(try #require(rate) - 96) < 1) }
    // Equal, bit for bit, to a run without the other colours.
    #expect(colours[1] == alone[1] && alone[0] == alone[1])
    for rate in colours[1] { #expect(abs(try #require(rate) - 66) < 2) }
  }
}
