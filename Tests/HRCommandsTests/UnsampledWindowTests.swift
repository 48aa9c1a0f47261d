import Foundation
import HRRecordings
import HRSignals
import HRTestSupport
import Testing

/// A window without samples never has an estimate that counts, in any format, with any built-in detector.
@Suite struct UnsampledWindowTests {
  private static let rate = 50.0
  private static let rows = 6000
  /// Rows of the gap: 30 to 50 s of 120.
  private static let gap = 1500..<2500
  private static let kinds: [ChannelKind] = [
    .ppg, .ecg, .red, .green, .blue, .respiration, .accelerometerX, .accelerometerY, .accelerometerZ,
  ]

  /// Values of a channel without the gap: a pulse of 75 a minute, R peaks, breaths of 15 a minute, rest.
  private static func value(_ kind: ChannelKind, _ row: Int) -> Double {
    let seconds = Double(row) / rate
    let phase = (seconds / 0.8).truncatingRemainder(dividingBy: 1)
    let breath = sin(2 * .pi * seconds / 4)
    let pulse =
      exp(-18 * phase) * phase * 40 + 0.3 * exp(-60 * (phase - 0.45) * (phase - 0.45)) + 0.2 * breath
    switch kind {
    case .ecg:
      return exp(-900 * (phase - 0.2) * (phase - 0.2)) + 0.1 * exp(-80 * (phase - 0.5) * (phase - 0.5))
    case .respiration: return breath
    case .red, .green, .blue: return 120 + 8 * pulse + Double(row % 7) / 50
    case .accelerometerZ: return 1 + 0.001 * Double(row % 5)
    case .accelerometerX, .accelerometerY: return 0.001 * Double(row % 3)
    default: return pulse
    }
  }

  private static func isMissing(_ row: Int) -> Bool { gap.contains(row) }

  /// The channels with NaN in the gap.
  private static var recording: Recording {
    var channels = Channels()
    for kind in kinds {
      channels[kind] = .uniform(
        Signal(samples: (0..<rows).map { isMissing($0) ? .nan : value(kind, $0) }, sampleRate: rate))
    }
    return Recording(
      id: "r", channels: channels, reference: .beats((0..<149).map { 0.16 + 0.8 * Double($0) }),
      breaths: (0..<29).map { 1 + 4 * Double($0) })
  }

  private static let references =
    #""reference": [ { "beats": { "file": "beats", "column": "t" } }, { "breaths": { "file": "breaths", "column": "t" } } ]"#
  private static let events =
    #"{ "name": "beats", "path": "beats.csv" }, { "name": "breaths", "path": "breaths.csv" }"#

  private static func descriptor(_ file: String, _ channels: (Int, ChannelKind) -> String) -> String {
    let list = kinds.enumerated().map { "\"\($1.rawValue)\": \(channels($0, $1))" }.joined(separator: ", ")
    return """
      { "schemaVersion": 1, "name": "g", "root": ".",
        "files": [ { "name": "signals", \(file) }, \(events) ],
        "recording": "r", "channels": { \(list) }, \(references) }
      """
  }

  /// Writes a format's file, and returns its descriptor.
  private static func write(_ format: String, to folder: TemporaryFolder) throws -> String {
    func table(_ rows: [Int], _ cell: (ChannelKind, Int) -> String) -> String {
      (["t"] + kinds.map(\.rawValue)).joined(separator: ",") + "\n"
        + rows.map { row in
          (["\(Double(row) / rate)"] + kinds.map { cell($0, row) }).joined(separator: ",") + "\n"
        }.joined()
    }
    try folder.write("beats.csv", "t\n" + (0..<149).map { "\(0.16 + 0.8 * Double($0))\n" }.joined())
    try folder.write("breaths.csv", "t\n" + (0..<29).map { "\(1 + 4 * Double($0))\n" }.joined())
    let all = Array(0..<rows)
    switch format {
    case "csv without the rows":
      try folder.write("r.csv", table(all.filter { !isMissing($0) }) { "\(value($0, $1))" })
      return descriptor(#""path": "r.csv", "time": "t""#) { "\"\($1.rawValue)\"" }
    case "csv with empty cells":
      try folder.write("r.csv", table(all) { isMissing($1) ? "" : "\(value($0, $1))" })
      return descriptor(#""path": "r.csv", "time": "t", "csv": { "missing": [""] }"#) { "\"\($1.rawValue)\"" }
    case "csv with empty cells that are filled":
      try folder.write("r.csv", table(all) { isMissing($1) ? "" : "\(value($0, $1))" })
      return descriptor(#""path": "r.csv", "sampleRate": 50, "csv": { "missing": [""] }"#) {
        #"{ "column": "\#($1.rawValue)", "fillGapSeconds": 3600 }"#
      }
    case "hdf5":
      try RecordingWriter.writeHDF5(recording, to: folder.path + "/r.h5")
      return descriptor(#""path": "r.h5", "sampleRate": 50"#) { "\"/channels/\($1.rawValue)\"" }
    case "edf+d":
      try folder.write("r.edf", bytes: edf())
      return descriptor(#""path": "r.edf""#) { "\"\($1.rawValue)\"" }
    case "wfdb":
      let lines = kinds.map { "r.dat 16 \(scale($0))(0)/NU\n" }
      try folder.write(
        "r.hea", "r \(kinds.count) 50 \(rows)\n" + lines.joined())
      var bytes: [UInt8] = []
      for row in all {
        for kind in kinds {
          let code = isMissing(row) ? -32768 : Int((value(kind, row) * scale(kind)).rounded())
          bytes += [UInt8(truncatingIfNeeded: code), UInt8(truncatingIfNeeded: code >> 8)]
        }
      }
      try folder.write("r.dat", bytes: bytes)
      return descriptor(#""path": "r.hea""#) { index, _ in "{ \"signal\": \(index) }" }
    case "npy":
      var head = "{'descr': '<f8', 'fortran_order': False, 'shape': (\(rows), \(kinds.count)), }"
      head += String(repeating: " ", count: 117 - head.utf8.count) + "\n"
      let cells = all.flatMap { row in kinds.map { isMissing(row) ? .nan : value($0, row) } }
      try folder.write(
        "r.npy",
        bytes: [0x93] + Array("NUMPY".utf8) + [1, 0, 118, 0] + Array(head.utf8) + cells.flatMap(bytes))
      return descriptor(#""path": "r.npy", "sampleRate": 50"#) { index, _ in "{ \"column\": \(index) }" }
    case "mat":
      // Version 4: type, rows, columns, no imaginary part, length of the name; then the columns.
      let head = [0, rows, kinds.count, 0, 2].flatMap { number in
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
      }
      let cells = kinds.flatMap { kind in all.map { isMissing($0) ? .nan : value(kind, $0) } }
      try folder.write("r.mat", bytes: head + Array("x".utf8) + [0] + cells.flatMap(bytes))
      return descriptor(#""path": "r.mat", "sampleRate": 50"#) { index, _ in
        "{ \"object\": \"x\", \"column\": \(index) }"
      }
    default: preconditionFailure("no such format")
    }
  }

  private static func bytes(_ number: Double) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number.bitPattern >> (8 * UInt64($0))) }
  }

  /// Codes of 16 bits for one unit of a channel.
  private static func scale(_ kind: ChannelKind) -> Double {
    [.red, .green, .blue].contains(kind) ? 100 : 1000
  }

  /// An EDF+D file: records of 1 s, and none in the gap.
  private static func edf() -> [UInt8] {
    func text(_ text: String, _ width: Int) -> [UInt8] {
      Array((text + String(repeating: " ", count: width)).utf8.prefix(width))
    }
    let seconds = (0..<(rows / 50)).filter { !isMissing($0 * 50) }
    let count = kinds.count + 1
    var bytes =
      text("0", 8) + text("X X X X", 80) + text("Startdate X X X X", 80) + text("01.01.85", 8)
      + text("00.00.00", 8) + text("\(256 * (count + 1))", 8) + text("EDF+D", 44)
      + text("\(seconds.count)", 8)
      + text("1", 8) + text("\(count)", 4)
    let labels = kinds.map(\.rawValue) + ["EDF Annotations"]
    for label in labels { bytes += text(label, 16) }
    bytes += text("", 80 * count) + text("", 8 * count)
    for kind in kinds { bytes += text("\(-32768 / Int(scale(kind)))", 8) }
    bytes += text("-1", 8)
    for kind in kinds { bytes += text("\(32768 / Int(scale(kind)))", 8) }
    bytes += text("1", 8)
    for _ in labels { bytes += text("-32768", 8) }
    for _ in labels { bytes += text("32767", 8) }
    bytes += text("", 80 * count)
    for _ in kinds { bytes += text("50", 8) }
    bytes += text("8", 8) + text("", 32 * count)
    for second in seconds {
      for kind in kinds {
        for row in second * 50..<(second + 1) * 50 {
          let code = Int((value(kind, row) * scale(kind)).rounded())
          bytes += [UInt8(truncatingIfNeeded: code), UInt8(truncatingIfNeeded: code >> 8)]
        }
      }
      let onset = Array("+\(second)".utf8) + [0x14, 0x14, 0]
      bytes += onset + [UInt8](repeating: 0, count: 16 - onset.count)
    }
    return bytes
  }

  @Test(arguments: [
    "csv without the rows", "csv with empty cells", "csv with empty cells that are filled", "hdf5", "edf+d",
    "wfdb", "npy", "mat",
  ])
  func noEstimateCounts(_ format: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("dataset.json", try Self.write(format, to: folder))
    let list = try Program.run(["list", "detectors"])
    let names = list.out.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(names.count > 60, "\(list.out)")
    for (measurand, isMeant) in [
      ("heartRate", { !$0.hasPrefix("breathing.") }),
      ("breathingRate", { (name: String) in name.hasPrefix("breathing.") }),
    ] as [(String, (String) -> Bool)] {
      let detectors = names.filter(isMeant).map { "\"\($0)\"" }.joined(separator: ", ")
      let set = measurand == "heartRate" ? "" : #", "reference": "breaths""#
      try folder.write(
        "exp.json",
        """
        { "schemaVersion": 1, "name": "g", "seed": 1, "measurand": "\(measurand)",
          "datasets": [{ "dataset": "./dataset.json"\(set) }],
          "windows": { "windowSeconds": \(measurand == "heartRate" ? 12 : 30), "hopSeconds": 3 }, "scenarios": ["clean"], "detectors": [\(detectors)] }
        """)
      let ending = try Program.run(["run", "exp.json", "--output", measurand], in: folder.path)
      #expect(ending.code == 0, "\(ending.out)\(ending.err)")
      let rows = try String(contentsOfFile: "\(folder.path)/\(measurand)/windows.csv", encoding: .utf8)
        .split(separator: "\n").dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false) }
      var (unsampled, values) = (0, 0)
      for row in rows {
        let start = try #require(Double(row[5])), end = try #require(Double(row[6]))
        let without = max(0, min(end, 50) - max(start, 30))
        if without > 0.21 * (end - start) {
          unsampled += 1
          #expect(row[10] == "noReference:noSamples" && row[7].isEmpty, "\(format): \(row)")
          // Systems that never look at time say what they say; it is not judged.
          if !row[8].isEmpty {
            #expect(
              row[4].contains("rppgToolbox") || row[4].contains("pyvhr") || row[4].contains("swasthicare")
                || row[4].contains("hue."), "\(row)")
          }
        } else if row[10] == "value" {
          values += 1
        }
      }
      #expect(unsampled >= 8 * detectors.split(separator: ",").count && values > 20, "\(unsampled) \(values)")
      // A detector that reads alone says the same.
      if measurand == "heartRate" {
        let readings = try Program.run(
          ["detect", "dataset.json", "--detector", "fft", "--window", "12", "--hop", "3"], in: folder.path)
        #expect(readings.code == 0 && readings.out.contains("noSamples"), "\(readings.out)\(readings.err)")
      }
    }
  }

  /// A share of 0 asks for one sample at least.
  @Test func noShareLetsAWindowWithoutSamplesCount() throws {
    let folder = try TemporaryFolder()
    try folder.write("dataset.json", try Self.write("csv without the rows", to: folder))
    try folder.write(
      "exp.json",
      """
      { "schemaVersion": 1, "name": "g", "seed": 1, "datasets": ["./dataset.json"],
        "windows": { "windowSeconds": 10, "hopSeconds": 5, "minimumSampleShare": 0 }, "scenarios": ["clean"], "detectors": ["fft"] }
      """)
    let ending = try Program.run(["run", "exp.json", "--output", "out"], in: folder.path)
    #expect(ending.code == 0, "\(ending.out)\(ending.err)")
    let outcomes = try String(contentsOfFile: "\(folder.path)/out/windows.csv", encoding: .utf8)
      .split(separator: "\n").dropFirst().map { row -> (start: Substring, outcome: Substring) in
        let cells = row.split(separator: ",", omittingEmptySubsequences: false)
        return (cells[5], cells[10])
      }
    for (start, outcome) in outcomes {
      #expect(
        (outcome == "noReference:noSamples") == ["30", "35", "40"].contains(start), "\(start) \(outcome)")
    }
  }
}
