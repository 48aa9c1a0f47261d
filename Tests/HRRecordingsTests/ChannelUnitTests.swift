import HRSupport
import HRSignals
import HRTestSupport
import Testing

@testable import HRRecordings

@Suite struct ChannelUnitTests {
  private func samples(_ channel: String, _ kind: ChannelKind) throws -> [Double] {
    let files = try LoadedFolder(
      #""files": [ { "path": "{recording}.csv", "sampleRate": 10 } ], "channels": { "# + channel + " }",
      [("r.csv", "v\n2000\n4000\n")])
    return try files.load().channels[kind]?.values ?? []
  }

  @Test(
    arguments: [
      (#""accelerometerX": { "column": "v", "unit": "mg" }"#, .accelerometerX, [2, 4]),
      (#""accelerometerX": { "column": "v", "unit": "g" }"#, .accelerometerX, [2000, 4000]),
      (
        #""accelerometerZ": { "column": "v", "unit": "m/s2", "scale": 0.00980665 }"#, .accelerometerZ, [2, 4]
      ),
      (
        #""accelerometerY": { "column": "v", "unit": "m/s²", "scale": 0.00980665, "offset": 9.80665 }"#,
        .accelerometerY, [3, 5]
      ),
      (#""ecg": { "column": "v", "unit": "µV" }"#, .ecg, [2, 4]),
      (#""ecg": { "column": "v", "unit": "uV" }"#, .ecg, [2, 4]),
      (#""ecg": { "column": "v", "unit": "V", "scale": 0.000001 }"#, .ecg, [2, 4]),
      (#""ecg": { "column": "v", "unit": "counts" }"#, .ecg, [2000, 4000]),
      (#""ppg": { "column": "v", "unit": "mV" }"#, .ppg, [2000, 4000]),
      (#""ppg4": { "column": "v", "unit": "a.u." }"#, .furtherPulse(4), [2000, 4000]),
    ] as [(String, ChannelKind, [Double])])
  func numbersComeToTheUnitThatIsKept(_ channel: String, _ kind: ChannelKind, _ wanted: [Double]) throws {
    let found = try samples(channel, kind)
    #expect(found.count == 2 && zip(found, wanted).allSatisfy { abs($0 - $1) < 1e-9 }, "\(found)")
  }

  @Test(arguments: [("ecg", "g"), ("accelerometerX", "mV"), ("red", "V"), ("contact", "g")])
  func aChannelIsNotMeasuredInEverything(_ channel: String, _ unit: String) {
    #expect {
      try samples("\"\(channel)\": { \"column\": \"v\", \"unit\": \"\(unit)\" }", .ecg)
    } throws: { ($0 as? Diagnostics)?.first.message == "\"\(channel)\" is not measured in \(unit)" }
  }

  /// An EDF file whose signal "s" has codes 0 and 32767 of 0 to 1000 of a unit.
  private func edf(_ unit: String, _ channel: String) throws -> LoadedFolder {
    let files = try LoadedFolder(
      #""files": [ "{recording}.edf" ], "channels": { "# + channel + " }", [])
    let signal = EDFBytes.Signal(
      label: "s", unit: unit, physical: ("0", "1000"), digital: ("0", "32767"), samples: [[0, 32767]])
    try files.folder.write("r.edf", bytes: EDFBytes(signals: [signal]).bytes)
    return files
  }

  @Test(
    arguments: [
      ("uV", #""ecg": "s""#, 1), ("mV", #""ecg": "s""#, 1000),
      ("V", #""ecg": { "signal": "s", "scale": 2 }"#, 2000),
      ("", #""ecg": "s""#, 1000), ("mV", #""ppg": "s""#, 1000),
      ("uV", #""ecg": { "signal": "s", "unit": "µV" }"#, 1),
      ("?", #""ecg": { "signal": "s", "unit": "V" }"#, 1_000_000),
    ] as [(String, String, Double)])
  func whatAFileStatesIsConverted(_ unit: String, _ channel: String, _ highest: Double) throws {
    let recording = try edf(unit, channel).load()
    let values = try #require((recording.channels[.ecg] ?? recording.channels[.ppg])?.values)
    #expect(values[0] == 0 && abs(values[1] - highest) < 1e-9 * highest, "\(values)")
  }

  @Test func whatAFileStatesIsNotContradicted() throws {
    #expect(
      try edf("uV", #""ecg": { "signal": "s", "unit": "mV" }"#).problems() == [
        "the descriptor says that \"ecg\" is in mV, and the file that it is in uV"
      ])
    #expect(
      try edf("g", #""ecg": "s""#).problems() == [
        "the file says that these numbers are in g, and \"ecg\" is not measured in that"
      ])
  }

  @Test(arguments: [("m/s²", 1.0), ("g", 9.80665), (nil, 9.80665)] as [(String?, Double)])
  func anAttributeMaySayTheUnit(_ unit: String?, _ wanted: Double) throws {
    let files = try LoadedFolder(
      #""files": [ { "path": "{recording}.h5", "sampleRate": 5 } ], "channels": { "accelerometerX": { "object": "/a", "unit": { "attribute": "unit" } } }"#,
      [("r.h5", "")])
    try writeAxis(unit, to: files.folder.path + "/r.h5")
    #expect(try files.load().channels[.accelerometerX]?.values == [wanted, 0])
  }

  @Test func anUnknownUnitOfAnAttributeIsRefused() throws {
    let files = try LoadedFolder(
      #""files": [ { "path": "{recording}.h5", "sampleRate": 5 } ], "channels": { "accelerometerX": { "object": "/a", "unit": { "attribute": "unit" } } }"#,
      [("r.h5", "")])
    try writeAxis("furlong", to: files.folder.path + "/r.h5")
    #expect(try files.problems() == ["the unit of \"accelerometerX\" is \"furlong\", which is not known"])
  }

  /// Two axes in a table, each with what its descriptor says of its numbers.
  private func isInG(_ x: String, _ y: String?) throws -> Bool {
    let axes =
      "\"accelerometerX\": { \"column\": \"v\"\(x) }"
      + (y.map { ", \"accelerometerY\": { \"column\": \"v\"\($0) }" } ?? "")
    let files = try LoadedFolder(
      "\"files\": [ { \"path\": \"{recording}.csv\", \"sampleRate\": 10 } ], \"channels\": { \(axes) }",
      [("r.csv", "v\n2000\n4000\n")])
    return try files.load().channels.accelerationIsInG
  }

  @Test(
    arguments: [
      ("", false), (#", "unit": "g""#, true), (#", "unit": "mg""#, true), (#", "unit": "m/s2""#, true),
      (#", "scale": 0.5"#, true), (#", "unit": "counts""#, false), (#", "unit": "a.u.""#, false),
      (#", "scale": 0.5, "unit": "counts""#, false), (#", "offset": -32768"#, false),
      (#", "scale": 1, "offset": -32768, "unit": "counts""#, false),
      (#", "scale": 0.5, "offset": -1"#, true),
    ])
  func anAccelerometerIsInGIfItsUnitIsSaid(_ said: String, _ wanted: Bool) throws {
    #expect(try isInG(said, nil) == wanted)
    #expect(try isInG(said, said) == wanted)
    // Axes of which one is not known are not.
    #expect(try isInG(#", "unit": "g""#, said) == wanted)
    #expect(try isInG(said, #", "unit": "a.u.""#) == false)
  }

  @Test(
    arguments: [
      ("g", "", true), ("m/s^2", "", true), ("", "", false), ("furlong", "", false),
      ("g", #", "unit": "a.u.""#, false), ("g", #", "offset": 1"#, false),
      ("g", #", "offset": 1, "unit": "g""#, true),
    ])
  func aFileMaySayTheUnitOfAnAccelerometer(_ stated: String, _ said: String, _ wanted: Bool) throws {
    let recording = try edf(stated, "\"accelerometerX\": { \"signal\": \"s\"\(said) }").load()
    #expect(recording.channels.accelerationIsInG == wanted)
  }

  @Test func aRecordingWithoutAccelerometerHasNoneOfAnotherUnit() throws {
    #expect(try edf("mV", #""ecg": "s""#).load().channels.accelerationIsInG)
  }

  /// The same movement in three units gives the same samples.
  @Test func unitsOfAMovementGiveTheSameSamples() throws {
    let movement = (0..<200).map { 0.3 * Double(($0 * 37) % 101) / 101 - 0.9 }
    func loaded(_ perG: Double, _ unit: String) throws -> [Double] {
      let rows = movement.map { "\(perG * $0)\n" }.joined()
      let files = try LoadedFolder(
        #""files": [ { "path": "{recording}.csv", "sampleRate": 10 } ], "channels": { "accelerometerX": { "column": "v", "unit": ""#
          + unit + "\" } }", [("r.csv", "v\n" + rows)])
      return try #require(try files.load().channels[.accelerometerX]).values
    }
    for (perG, unit) in [(1, "g"), (9.80665, "m/s2"), (1000, "mg")] {
      #expect(zip(try loaded(perG, unit), movement).allSatisfy { abs($0 - $1) < 1e-12 }, "\(unit)")
    }
  }

  private func writeAxis(_ unit: String?, to path: String) throws {
    let file = try HDF5Writer(path)
    try file.write([9.80665, 0], to: "/a")
    if let unit { try file.attribute("unit", unit, of: "/a") }
    try file.finish()
  }
}
