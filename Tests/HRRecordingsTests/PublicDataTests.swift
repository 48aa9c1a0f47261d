import HRSignals
import HRTestSupport
import Testing

@testable import HRRecordings

/// Descriptors of public data sets, on the local files and on small files of the documented layouts.
@Suite struct PublicDataTests {
  struct Row: Sendable {
    let name: String
    let recordings: [String]
    let kinds: [ChannelKind]
    let sampleRate: Double
    let count: Int
    let first: [Double]
  }

  /// Counts and samples were read from the same files with h5py 3 and NumPy 2.
  static let opened: [Row] = [
    .init(
      name: "opensignals-ecg", recordings: ["ecg_20_sec_100_Hz", "ecg_20_sec_1000_Hz"], kinds: [.ecg],
      sampleRate: 100, count: 1965, first: [31100]),
    .init(
      name: "opensignals-spo2", recordings: ["single_hub_fspo2_2018_9_3"], kinds: [.ppg, .infrared],
      sampleRate: 1000, count: 91200, first: [0, 0, 40057]),
    .init(
      name: "opensignals-spo2-text", recordings: ["single_hub_fSpO2_2018_9_3"], kinds: [.ppg, .infrared],
      sampleRate: 1000, count: 91200, first: [0, 0, 40057]),
    .init(
      name: "opensignals-text", recordings: ["bvp_motion_artifact"], kinds: [.ppg], sampleRate: 1000,
      count: 29850,
      first: [504, 504]),
    .init(
      name: "bidmc-excerpts", recordings: ["03"], kinds: [.ppg, .ecg, .respiration], sampleRate: 125,
      count: 999,
      first: [0.18866, 0.20137]),
  ]

  @Test(
    .enabled(
      if: RealData.has("opensignals-h5") && RealData.has("bidmc"), "the data is not here; set HREVAL_DATA"),
    arguments: opened)
  func filesThatLieHere(_ row: Row) throws {
    let set = try RealData.dataset(row.name)
    #expect(set.recordings.map(\.id) == row.recordings)
    let recording = try set.load(try #require(set.recordings.first), reference: false)
    #expect(recording.channels.kinds == row.kinds)
    let channel = try #require(recording.channels[row.kinds[0]])
    #expect(channel.nominalRate == row.sampleRate && channel.count == row.count)
    #expect(Array(channel.values.prefix(row.first.count)) == row.first)
  }

  @Test(.enabled(if: RealData.has("opensignals-h5"), "the OpenSignals data is not here; set HREVAL_DATA"))
  func textAndHDF5TwinsAreTheSame() throws {
    for (text, hierarchy) in [
      ("opensignals-text", "opensignals-bvp"), ("opensignals-spo2-text", "opensignals-spo2"),
    ] {
      let (a, b) = (try RealData.dataset(text), try RealData.dataset(hierarchy))
      let first = try a.load(a.recordings[0], reference: false)
      let second = try b.load(b.recordings[0], reference: false)
      #expect(first.channels == second.channels, "\(text)")
    }
  }

  struct Documented: Sendable {
    let name: String
    let files: [(String, String)]
    let id: String
    let kinds: [ChannelKind]
    /// Reference; `nil` if there is none, or none in files of this size.
    let reference: Reference?
    var facts: [String] = []
  }

  private static func lines(_ header: String?, _ count: Int, _ row: String) -> String {
    (header.map { $0 + "\n" } ?? "") + String(repeating: row + "\n", count: count)
  }

  static let documented: [Documented] = [
    .init(
      name: "mimic-perform",
      files: [
        (
          "mimic_perform_non_af_csv/mimic_perform_non_af_001_data.csv",
          lines("Time,PPG,ECG,resp", 9, "0,0.5,0.1,0.2")
        )
      ], id: "non_af_001", kinds: [.ppg, .ecg, .respiration], reference: nil, facts: ["non_af", "sinus"]),
    .init(
      name: "ppg-dalia",
      files: [
        ("S6_bvp.csv", lines("BVP", 64 * 10, "1.5")), ("S6_acc.csv", lines("x,y,z", 32 * 10, "0.5,0,1")),
        ("S6_hr.csv", lines("HR", 2, "61")),
      ], id: "S6", kinds: [.ppg, .accelerometerX, .accelerometerY, .accelerometerZ],
      reference: .windowRates([
        .init(range: TimeRange(start: 0, end: 8), bpm: 61),
        .init(range: TimeRange(start: 2, end: 10), bpm: 61),
      ])),
    .init(
      name: "wesad",
      files: [
        ("S2_bvp.csv", lines("BVP", 9, "1.5")), ("S2_acc.csv", lines("x,y,z", 9, "32,0,64")),
        ("S2_ecg.csv", lines("ECG", 9, "0.1")),
      ], id: "S2", kinds: [.ppg, .ecg, .accelerometerX, .accelerometerY, .accelerometerZ], reference: nil),
    .init(
      name: "ubfc-phys", files: [("s1/bvp_s1_T2.csv", lines(nil, 9, "-3.5"))], id: "s1_T2", kinds: [.ppg],
      reference: nil, facts: ["speech"]),
    .init(
      name: "ubfc-rppg1",
      files: [("5-gt/gtdump.xmp", "0,71,98,3\n16,71,98,4\n33,72,98,5\n")], id: "5-gt", kinds: [.ppg],
      reference: .rateSeries(TimeSeries(times: [0, 0.016, 0.033], values: [71, 71, 72]))),
  ]

  @Test(arguments: documented) func layoutsThatAreDocumented(_ row: Documented) throws {
    let folder = try TemporaryFolder()
    for (name, text) in row.files { try folder.write(name, text) }
    let set = try Dataset.load(path: RealData.descriptorPath(row.name), root: folder.path)
    #expect(set.recordings.map(\.id) == [row.id])
    let recording = try set.load(try #require(set.recordings.first), reference: row.reference != nil)
    #expect(recording.channels.kinds == row.kinds && recording.metadata.map(\.value) == row.facts)
    if let reference = row.reference { #expect(recording.reference == reference) }
    // WESAD's accelerometer counts 64 to a g.
    if let axis = recording.channels[.accelerometerX] { #expect(axis.values[0] == 0.5) }
  }

  /// The breaths of BIDMC beside its signals, one annotator with fewer.
  @Test func breathsOfTwoAnnotators() throws {
    let folder = try TemporaryFolder()
    try folder.write("bidmc_07_Signals.csv", Self.lines("Time [s], RESP, PLETH, II", 2000, "0,0.1,0.5,0.3"))
    try folder.write(
      "bidmc_07_Breaths.csv",
      "breaths ann1 [signal sample no], breaths ann2 [signal sample no]\n126,251\n626,751\n1126,NaN\n")
    for (name, breaths) in [("annotator1", [1.0, 5, 9]), ("annotator2", [2, 6])] {
      let set = try Dataset.load(
        path: RealData.descriptorPath("bidmc"), root: folder.path, reference: name, measurand: .breathingRate)
      #expect(set.recordings.map(\.id) == ["07"])
      #expect(try set.load(set.recordings[0], needing: []).reference == .breaths(breaths))
    }
    // The defaults of other experiments are unchanged.
    for (measurand, name) in [(Measurand.heartRate, "ecg"), (.breathingRate, "respiration")] {
      let set = try Dataset.load(
        path: RealData.descriptorPath("bidmc"), root: folder.path, measurand: measurand)
      #expect(set.referenceName == name)
    }
  }

  @Test func capnoBaseInMATLAB() throws {
    let folder = try TemporaryFolder()
    let file = try HDF5Writer(folder.path + "/0009_8min.mat", userBlock: 512)
    for group in [
      "/signal", "/signal/pleth", "/param", "/param/samplingrate", "/labels", "/labels/ecg",
      "/labels/ecg/peak",
    ] {
      try file.group(group)
    }
    try file.write((0..<900).map(Double.init), dimensions: [1, 900], to: "/signal/pleth/y")
    try file.write([300], dimensions: [1, 1], to: "/param/samplingrate/pleth")
    try file.write([300], dimensions: [1, 1], to: "/param/samplingrate/ecg")
    try file.write([31, 331, 631], dimensions: [1, 3], to: "/labels/ecg/peak/x")
    try file.finish()
    let set = try Dataset.load(path: RealData.descriptorPath("capnobase"), root: folder.path)
    let recording = try set.load(try #require(set.recordings.first))
    #expect(recording.id == "0009" && recording.channels.kinds == [.ppg])
    #expect(recording.channels[.ppg]?.count == 900 && recording.reference == .beats([0.1, 1.1, 2.1]))
  }
}
