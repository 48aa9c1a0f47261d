import HRTestSupport
import HRSupport
import HRSignals
import Testing

@testable import HRRecordings

/// The committed descriptors on the data they describe. Counts, first samples and mean rates were read from the same
/// files with NumPy 2 and h5py 3.
@Suite struct RealDataTests {
  struct WelltoryRow: Sendable {
    let id: String
    let frames: Int
    let lastSeconds: Double
    let firstRed: Double
    let intervals: Int
    let meanBPM: Double
  }

  static let welltory: [WelltoryRow] = [
    .init(
      id: "subject_01", frames: 3155, lastSeconds: 111.609, firstRed: 252.65, intervals: 100,
      meanBPM: 54.4598041),
    .init(
      id: "subject_02", frames: 2212, lastSeconds: 73.838, firstRed: 238.124, intervals: 101,
      meanBPM: 82.8412073),
    .init(
      id: "subject_03", frames: 2219, lastSeconds: 73.984, firstRed: 237.85, intervals: 100,
      meanBPM: 82.6127663),
    .init(
      id: "subject_06", frames: 2429, lastSeconds: 83.666, firstRed: 193.006, intervals: 100,
      meanBPM: 72.6163677),
    .init(
      id: "subject_07", frames: 2529, lastSeconds: 84.523, firstRed: 234.478, intervals: 100,
      meanBPM: 71.8089881),
    .init(
      id: "subject_08", frames: 2417, lastSeconds: 83.594, firstRed: 218.407, intervals: 100,
      meanBPM: 72.3929489),
    .init(
      id: "subject_09", frames: 2579, lastSeconds: 88.564, firstRed: 220.824, intervals: 100,
      meanBPM: 69.0393179),
    .init(
      id: "subject_10", frames: 2710, lastSeconds: 90.287, firstRed: 196.956, intervals: 100,
      meanBPM: 67.6086810),
    .init(
      id: "subject_11", frames: 2613, lastSeconds: 87.122, firstRed: 225.469, intervals: 100,
      meanBPM: 69.7942234),
    .init(
      id: "subject_12", frames: 2044, lastSeconds: 68.096, firstRed: 203.154, intervals: 89,
      meanBPM: 79.2320133),
    .init(
      id: "subject_13", frames: 2351, lastSeconds: 78.362, firstRed: 248.156, intervals: 100,
      meanBPM: 79.7596577),
    .init(
      id: "subject_15", frames: 2629, lastSeconds: 87.655, firstRed: 215.405, intervals: 100,
      meanBPM: 70.0116686),
  ]

  @Test(.enabled(if: RealData.has("welltory-ppg"), "the Welltory data is not here; set HREVAL_DATA"))
  func welltory() throws {
    let set = try RealData.dataset("welltory-ppg")
    #expect(set.recordings.map(\.id) == Self.welltory.map(\.id))
    for (entry, row) in zip(set.recordings, Self.welltory) {
      let recording = try set.load(entry, needing: [.red, .green])
      #expect(recording.channels.kinds == [.red, .green] && recording.subject == nil)
      let red = try #require(recording.channels[.red])
      guard case .irregular(let series) = red, case .beats(let beats) = recording.reference else {
        Issue.record("\(row.id): expected irregular samples and beats")
        continue
      }
      #expect(series.count == row.frames && series.values[0] == row.firstRed)
      #expect(series.times[0] == 0 && series.times.last == row.lastSeconds)
      #expect(beats.count == row.intervals + 1 && beats[0] == -1.5)
      #expect(abs(meanRate(beats) - row.meanBPM) < 1e-6)
    }
    // The local files are those that a download would be checked against.
    let digests = try set.recordings.flatMap { try set.digests(of: $0) }.map(\.sha256)
    #expect(digests == set.descriptor.fetch.map(\.sha256))
  }

  struct OximetryRow: Sendable {
    let id: String
    let frames: Int
    let firstRGB: [Double]
    let rows: Int
    let meanBPM: Double
  }

  static let oximetry: [OximetryRow] = [
    .init(
      id: "100001-Left", frames: 32727, firstRGB: [40.05192551, 89.10069444, 49.48405934], rows: 1090,
      meanBPM: 60.49266055),
    .init(
      id: "100001-Right", frames: 32713, firstRGB: [34.84939236, 86.83297822, 45.96050347], rows: 1090,
      meanBPM: 60.49266055),
    .init(
      id: "100002-Left", frames: 33631, firstRGB: [55.30034722, 68.17976641, 52.41950758], rows: 1122,
      meanBPM: 74.61675579),
    .init(
      id: "100002-Right", frames: 33730, firstRGB: [59.37511837, 68.923256, 53.05709438], rows: 1122,
      meanBPM: 74.61675579),
    .init(
      id: "100003-Left", frames: 32001, firstRGB: [66.38679766, 63.44172191, 50.25958807], rows: 1066,
      meanBPM: 67.97701689),
    .init(
      id: "100003-Right", frames: 32009, firstRGB: [64.43458018, 62.09524937, 50.42542614], rows: 1066,
      meanBPM: 67.97701689),
    .init(
      id: "100004-Left", frames: 30529, firstRGB: [66.37164615, 52.09039615, 49.67183554], rows: 1015,
      meanBPM: 48.03399015),
    .init(
      id: "100004-Right", frames: 30438, firstRGB: [68.28981218, 54.26818971, 54.33258365], rows: 1015,
      meanBPM: 48.03399015),
  ]

  @Test(.enabled(if: RealData.has("uw-oximetry"), "the UW data is not here; set HREVAL_DATA"))
  func oximetry() throws {
    let set = try RealData.dataset("uw-oximetry")
    #expect(set.recordings.map(\.id) == Self.oximetry.map(\.id))
    for (entry, row) in zip(set.recordings, Self.oximetry) {
      let recording = try set.load(entry)
      #expect(recording.subject == String(row.id.prefix(6)))
      #expect(recording.metadata.first == .init(name: "hand", value: String(row.id.dropFirst(7))))
      #expect(recording.metadata.map(\.name) == ["hand", "sex", "skinTone"])
      for (kind, first) in zip([ChannelKind.red, .green, .blue], row.firstRGB) {
        guard case .uniform(let signal)? = recording.channels[kind] else {
          Issue.record("\(row.id): \(kind) is not even")
          continue
        }
        #expect(signal.count == row.frames && signal.sampleRate == 30 && signal.startTime == 0)
        #expect(abs(signal.samples[0] - first) < 1e-7)
      }
      guard case .rateSeries(let series) = recording.reference else {
        Issue.record("\(row.id): expected a rate series")
        continue
      }
      #expect(series.count == row.rows && series.times[0] == -5 && series.times[1] == -4)
      #expect(abs(mean(series.values) - row.meanBPM) < 1e-6)
    }
  }

  @Test(.enabled(if: RealData.has("uw-oximetry"), "the UW data is not here; set HREVAL_DATA"))
  func theEcgMonitorStandsUnderAShiftedHeader() throws {
    let set = try RealData.dataset("uw-oximetry", reference: "ecgMonitor")
    let recording = try set.load(try #require(set.recordings.first), needing: [])
    guard case .rateSeries(let series) = recording.reference else {
      Issue.record("expected a rate series")
      return
    }
    #expect(series.count == 1090 && series.times[0] == -9.5 && abs(mean(series.values) - 59.640366972) < 1e-6)
  }

  @Test(.enabled(if: RealData.has("bidmc"), "the BIDMC data is not here; set HREVAL_DATA"))
  func bidmc() throws {
    let set = try RealData.dataset("bidmc")
    #expect(set.recordings.map(\.id) == ["01"])
    let recording = try set.load(try #require(set.recordings.first), reference: false)
    guard case .uniform(let ppg)? = recording.channels[.ppg] else {
      Issue.record("expected an even channel")
      return
    }
    #expect(
      ppg.count == 60001 && ppg.sampleRate == 125 && ppg.samples[0] == 0.43597 && ppg.samples[1] == 0.43206)
    #expect(
      recording.channels[.ecg]?.values[0] == 0.72549 && recording.channels[.respiration]?.values[0] == 0.35386
    )
  }

  /// Number and some of the breaths as Python's csv module reads them, (n - 1) / 125.
  @Test(
    .enabled(if: RealData.has("bidmc"), "the BIDMC data is not here; set HREVAL_DATA"),
    arguments: [("annotator1", 1.504, 478.464, 40197.312), ("annotator2", 1.488, 478.464, 40204.672)])
  func bidmcAnnotatedBreaths(_ name: String, _ first: Double, _ last: Double, _ sum: Double) throws {
    let set = try Dataset.load(
      path: RealData.descriptorPath("bidmc-breaths"), reference: name, measurand: .breathingRate,
      dataDirectory: RealData.folder.path)
    guard case .breaths(let breaths) = try set.load(set.recordings[0], needing: []).reference else {
      Issue.record("expected breaths")
      return
    }
    #expect(breaths.count == 170 && breaths.first == first && breaths.last == last)
    #expect(abs(breaths.reduce(0, +) - sum) < 1e-6 && !set.referenceHasBeats)
  }

  /// Mean rates according to other detectors (NeuroKit's is noisy after 230 s).
  @Test(
    .enabled(
      if: RealData.has("bidmc") && RealData.has("neurokit"), "the ECG data is not here; set HREVAL_DATA"),
    arguments: [
      ("bidmc", "01", 480.0, 90.0...94.0), ("neurokit", "bio_resting_5min", 230, 80...95),
      ("neurokit-ecg", "bio_resting_8min", 500, 55...60),
    ] as [(String, String, Double, ClosedRange<Double>)])
  func theReferenceFromAnECG(
    _ name: String, _ id: String, _ end: Double, _ range: ClosedRange<Double>
  ) throws {
    let set = try RealData.dataset(name)
    let recording = try set.load(try #require(set.recordings.first { $0.id == id }), needing: [])
    guard case .agreeingBeats(let beats) = recording.reference else {
      Issue.record("expected beats of the ECG")
      return
    }
    #expect(recording.channels.isEmpty)
    #expect(range.contains(meanRate(beats.matched.filter { $0 < end })))
    #expect(Double(beats.matched.count) > 0.9 * Double(beats.found[0].beats.count))
  }

  @Test(.enabled(if: RealData.has("bidmc"), "the BIDMC data is not here; set HREVAL_DATA"))
  func bidmcColumnsInAnotherOrder() throws {
    let set = try Dataset.load(
      path: RealData.descriptorPath("bidmc"), root: RealData.folder.path + "/bidmc/excerpts")
    #expect(set.recordings.map(\.id) == ["03"])
    let recording = try set.load(try #require(set.recordings.first), reference: false)
    #expect(recording.channels[.ppg]?.values.prefix(2) == [0.18866, 0.20137])
    #expect(recording.channels[.ecg]?.values[1] == 0.46552 && recording.channels[.ppg]?.count == 999)
  }

  @Test(.enabled(if: RealData.has("neurokit"), "the NeuroKit data is not here; set HREVAL_DATA"))
  func neurokit() throws {
    let set = try RealData.dataset("neurokit")
    #expect(set.recordings.map(\.id) == ["bio_resting_5min"])
    let recording = try set.load(try #require(set.recordings.first), reference: false)
    #expect(recording.channels[.ppg]?.count == 30000 && recording.channels[.ppg]?.nominalRate == 100)
    #expect(recording.channels[.ppg]?.values[0] == -0.1025390625)
    let both = try RealData.dataset("neurokit-ecg")
    #expect(both.recordings.map(\.id) == ["bio_resting_5min", "bio_resting_8min"])
    let eight = try both.load(both.recordings[1], reference: false)
    #expect(eight.channels[.ecg]?.count == 50682 && eight.channels.kinds == [.ecg, .respiration])
  }

  @Test(.enabled(if: RealData.has("opensignals-h5"), "the OpenSignals data is not here; set HREVAL_DATA"))
  func opensignals() throws {
    let set = try RealData.dataset("opensignals-h5")
    #expect(set.recordings.map(\.id) == ["ecg_5_min", "ecg_4000_Hz"])
    for (entry, row) in zip(
      set.recordings,
      [(1000.0, 300_000, 32604.0, 386, 77.24512453), (4000.0, 41400, 32700.0, 14, 81.39625890)])
    {
      let recording = try set.load(entry)
      guard case .uniform(let ecg)? = recording.channels[.ecg], case .beats(let beats) = recording.reference
      else {
        Issue.record("\(entry.id): expected an even channel and beats")
        continue
      }
      #expect(ecg.sampleRate == row.0 && ecg.count == row.1 && ecg.samples[0] == row.2)
      #expect(beats.count == row.3 && abs(meanRate(beats) - row.4) < 1e-6)
    }
    let pulse = try RealData.dataset("opensignals-bvp")
    #expect(pulse.recordings.map(\.id) == ["bvp_motion_artifact", "bvp_rest"] && !pulse.hasReference)
    let rest = try pulse.load(pulse.recordings[1])
    #expect(rest.channels[.ppg]?.count == 105_750 && rest.channels[.ppg]?.values[1] == 45276)
    #expect(rest.channels[.ppg]?.nominalRate == 1000 && rest.reference == .none)
  }

  /// A corpus of any number of recordings of any length.
  @Test(
    .enabled(
      if: RealData.has("synth-hr/clean/hdf5") && RealData.has("synth-hr/clean/csv"),
      "no benchmark corpus here"))
  func theBenchmarkCorpusIsTheSameInBothFormats() throws {
    let hierarchies = try RealData.dataset("synth-hr")
    let tables = try RealData.dataset("synth-hr-csv")
    #expect(hierarchies.recordings.count == tables.recordings.count)
    for (a, b) in zip(hierarchies.recordings, tables.recordings).prefix(2) {
      let first = try hierarchies.load(a)
      let second = try tables.load(b)
      #expect(first.channels.kinds == second.channels.kinds.filter { $0 != .respiration })
      #expect(first.channels.kinds.count == 8 && first.metadata.map(\.name) == ["rhythm"])
      for kind in first.channels.kinds {
        let x = try #require(first.channels[kind])
        let y = try #require(second.channels[kind])
        #expect(x.count == y.count && x.nominalRate == y.nominalRate, "\(kind)")
        // Tables hold five digits of a scaled copy of the ECG.
        if kind != .ecg { #expect(zip(x.values, y.values).allSatisfy { abs($0 - $1) < 1e-3 }, "\(kind)") }
      }
      guard case .beats(let beats) = first.reference, case .beats(let written) = second.reference else {
        Issue.record("expected beats")
        continue
      }
      #expect(beats.count == written.count && zip(beats, written).allSatisfy { abs($0 - $1) < 1e-6 })
    }
  }

  private func meanRate(_ beats: [Double]) -> Double {
    guard let first = beats.first, let last = beats.last, beats.count > 1 else { return .nan }
    return 60 * Double(beats.count - 1) / (last - first)
  }

  private func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
}
