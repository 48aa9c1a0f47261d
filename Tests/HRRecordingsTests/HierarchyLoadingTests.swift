import HRTestSupport
import HRSupport
import HRSignals
import Testing

@testable import HRRecordings

@Suite struct HierarchyLoadingTests {
  private func loaded(_ descriptor: String, _ name: String, _ bytes: [UInt8]) throws -> LoadedFolder {
    let loaded = try LoadedFolder(descriptor, [])
    try loaded.folder.write(name, bytes: bytes)
    return loaded
  }

  @Test func capnoBaseInAMatlabFile() throws {
    let descriptor = """
      "files": [ { "path": "{recording}.mat", "sampleRate": { "object": "/param/samplingrate/pleth" } } ],
      "channels": { "ppg": "/signal/pleth/y" },
      "reference": [ { "beatSamples": { "object": "/labels/ecg/peak/x", "firstIndex": 1,
        "sampleRate": { "object": "/param/samplingrate/pleth" } } } ]
      """
    let recording = try loaded(descriptor, "r.mat", FixtureFiles.capnoBase).load()
    guard case .uniform(let ppg)? = recording.channels[.ppg] else {
      Issue.record("expected an even channel")
      return
    }
    #expect(ppg.count == 200 && ppg.sampleRate == 50 && ppg.startTime == 0)
    #expect(ppg.samples[1] == Double(Float(0.156)) && ppg.samples[0] == 0)
    #expect(recording.reference == .beats([0.2, 1, 1.8, 2.6, 3.4]))
  }

  private func own(_ reference: String? = nil) throws -> Recording {
    let folder = try TemporaryFolder()
    try folder.write("r.h5", bytes: FixtureFiles.ownLayout)
    let set = try Dataset.load(
      path: RealData.descriptorPath("hreval-hdf5"), root: folder.path, reference: reference)
    return try set.load(try #require(set.recordings.first))
  }

  @Test func ownLayout() throws {
    let recording = try own()
    #expect(recording.subject == "s7" && recording.channels.kinds == [.ppg, .red])
    #expect(
      recording.channels[.ppg]
        == .uniform(Signal(samples: (0..<8).map { Double($0) / 4 }, sampleRate: 2, startTime: 10)))
    #expect(
      recording.channels[.red] == .irregular(TimeSeries(times: [10, 10.04, 10.07], values: [9, 8, 7])))
    #expect(recording.reference == .beats([10.25, 11.25, 12]))
    #expect(
      try own("heartRate").reference == .rateSeries(TimeSeries(times: [10, 11, 12], values: [60, 61, 62])))
  }

  @Test func ratesOfWindowsWithoutTimes() throws {
    func files(first: Int) throws -> LoadedFolder {
      try loaded(
        """
        "files": [ { "path": "{recording}.h5", "sampleRate": 2, "startTime": 10 } ],
        "channels": { "ppg": "/channels/ppg" },
        "reference": [ { "windowRates": { "bpm": { "object": "/reference/heart_rate", "column": 1 },
          "windowSeconds": 2, "hopSeconds": 1, "firstSeconds": \(first) } } ]
        """, "r.h5", FixtureFiles.ownLayout)
    }
    let windows = (0..<3).map { row in
      Reference.WindowRate(
        range: TimeRange(start: 10 + Double(row), end: 12 + Double(row)), bpm: 60 + Double(row))
    }
    #expect(try files(first: 10).load().reference == .windowRates(windows))
    #expect(
      try files(first: 11).problems() == [
        "there are 3 rates for windows of 2 s every 1 s from 11 s on, but 2 such windows fit into the recording, which ends at 14 s"
      ])
  }

  @Test func columnsRowsAndPatternsOfOneFile() throws {
    func problems(_ channel: String, rate: String = "10") throws -> [String] {
      try loaded(
        #""files": [ { "path": "{recording}.h5", "sampleRate": \#(rate) } ], "channels": { "ppg": \#(channel) }"#,
        "r.h5", FixtureFiles.ownLayout
      ).problems()
    }
    let files = try loaded(
      #""files": [ { "path": "{recording}.h5", "sampleRate": 10 } ], "channels": { "ppg": { "object": "/*/heart_rate", "column": 1 }, "ecg": { "object": "/reference/heart_rate", "row": 2 }, "red": "/*/re*d" }"#,
      "r.h5", FixtureFiles.ownLayout)
    let channels = try files.load().channels
    #expect(channels[.ppg]?.values == [60, 61, 62] && channels[.ecg]?.values == [12, 62])
    #expect(channels[.red]?.values == [9, 8, 7])
    #expect(try files.load(needing: [.ppg]).channels[.ppg]?.values == [60, 61, 62])
    #expect(try files.load(needing: [.ecg]).channels[.ecg]?.values == [12, 62])

    #expect(try problems(#""/channels/pgp""#) == ["the file has no object /channels/pgp"])
    #expect(
      try problems(#""/channels/red*""#) == [
        "2 objects fit /channels/red*: /channels/red, /channels/red_time"
      ])
    #expect(try problems(#""/*/nothing""#) == ["no object fits /*/nothing"])
    #expect(
      try problems(#""/reference/heart_rate""#) == ["/reference/heart_rate is 3×2, not a single series"])
    #expect(
      try problems(#""/channels/ppg""#, rate: #"{ "attribute": "fs" }"#) == [
        "the sample rate is missing: /channels/ppg has no attribute \"fs\" with a number"
      ])
    #expect(
      try problems(#""/channels/ppg""#, rate: #"{ "object": "/param/fs" }"#) == [
        "the sample rate is missing: there is no object /param/fs"
      ])
    #expect(
      try problems(#""/channels/ppg""#, rate: #"{ "object": "/reference/beats" }"#) == [
        "expected a single number, found 3"
      ])
    #expect(
      try problems(#""/channels/red""#, rate: #"{ "object": "/channels/ppg", "attribute": "sample_rate" }"#)
        == [])
  }

  @Test func partsOfArrays() throws {
    let matrix = HDF5Array(values: [1, 2, 3, 4, 5, 6], dimensions: [2, 3])
    func part(_ part: ObjectPart, _ array: HDF5Array) throws -> [Double] {
      try HierarchyReading.part(part, of: array, object: "/m", file: "f")
    }
    #expect(try part(.column(2), matrix) == [3, 6] && part(.row(1), matrix) == [4, 5, 6])
    #expect(try part(.whole, HDF5Array(values: [1, 2], dimensions: [1, 2])) == [1, 2])
    #expect(try part(.whole, HDF5Array(values: [1], dimensions: [])) == [1])
    #expect(try part(.column(0), HDF5Array(values: [1, 2], dimensions: [2])) == [1, 2])
    for (wrong, message) in [
      (ObjectPart.whole, "/m is 2×3, not a single series"), (.column(3), "/m is 2×3 and has no column 3"),
      (.row(2), "/m is 2×3 and has no row 2"),
    ] {
      let problem = try #require(throws: Diagnostics.self) { try part(wrong, matrix) }.first
      #expect(problem.message == message)
    }
    #expect(throws: Diagnostics.self) { try part(.column(1), HDF5Array(values: [1, 2], dimensions: [2])) }
  }

  @Test func aSampleRateOfNothing() throws {
    let files = try loaded(
      #""files": [ { "path": "{recording}.mat", "sampleRate": { "object": "/param/zero" } } ], "channels": { "ppg": "/signal/pleth/y" }"#,
      "r.mat", FixtureFiles.capnoBase)
    #expect(try files.problems() == ["the sample rate is 0 Hz; it must be positive"])
  }

  @Test func aReferenceOfAnotherTime() throws {
    let files = try loaded(
      #""files": [ { "path": "{recording}.mat", "sampleRate": 50 } ], "channels": { "ppg": "/signal/pleth/y" }, "reference": [ { "beatSamples": { "object": "/labels/ecg/peak/x", "firstIndex": 0, "sampleRate": 1 }, "offsetSeconds": 1000 } ]"#,
      "r.mat", FixtureFiles.capnoBase)
    #expect(
      try files.problems() == ["the reference (1011 to 1171 s) does not overlap the recording (0 to 4 s)"])
  }
}

@Suite struct OwnTableLayoutTests {
  @Test func tableAndBeats() throws {
    let folder = try TemporaryFolder()
    try folder.write("rec_2_ppg.csv", "time_s,ppg\n0,1\n0.04,2\n0.07,3\n")
    try folder.write("rec_2_camera.csv", "time_s,red,green,blue\n0,1,4,7\n0.04,2,5,8\n0.07,3,6,9\n")
    try folder.write("rec_2_beats.csv", "beat_s\n0.01\n0.06\n")
    try folder.write("rec_10_ppg.csv", "time_s,ppg\n0,1\n1,2\n")
    let set = try Dataset.load(path: RealData.descriptorPath("hreval-csv"), root: folder.path)
    #expect(set.recordings.map(\.id) == ["rec_2", "rec_10"])
    let recording = try set.load(set.recordings[0], needing: [.ppg, .red, .green])
    #expect(recording.channels.kinds == [.ppg, .red, .green] && recording.reference == .beats([0.01, 0.06]))
    #expect(
      recording.channels[.green] == .irregular(TimeSeries(times: [0, 0.04, 0.07], values: [4, 5, 6])))
    #expect(try set.load(set.recordings[1], needing: [.ppg], reference: false).channels.kinds == [.ppg])
    #expect(
      set.recordings[1].absences.map(\.message).contains("the file \"beats\" is missing: rec_10_beats.csv"))
  }
}
