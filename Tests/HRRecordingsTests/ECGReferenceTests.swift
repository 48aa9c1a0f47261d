import HRTestSupport
import Foundation
import HRDiagnostics
import HRSignals
import Testing

@testable import HRRecordings

/// References made of the beats that two R-peak detectors find.
@Suite struct ECGReferenceTests {
  /// Ten seconds of R and T waves at 75 bpm, 200 samples per second.
  private let ecg: [Double] = (0..<2000).map { index in
    let since = (Double(index) / 200).truncatingRemainder(dividingBy: 0.8)
    let wave = { (at: Double, width: Double) in exp(-0.5 * ((since - at) / width) * ((since - at) / width)) }
    return ((wave(0.3, 0.011) + 0.25 * wave(0.55, 0.045)) * 1e4).rounded() / 1e4
  }

  private func files(_ reference: String) throws -> LoadedFolder {
    try LoadedFolder(
      """
      "files": [ { "path": "{recording}.csv", "sampleRate": 200 } ],
      "channels": { "ecg": "e" }, "reference": [ \(reference) ]
      """, [("r.csv", "e\n" + ecg.map { "\($0)\n" }.joined())])
  }

  @Test(
    arguments: [
      ("{}", RPeakMethod.panTompkins, RPeakMethod.hamilton, "ecg (panTompkins@1 + hamilton@1)"),
      (#"{ "detectors": ["elgendi", "xqrs"] }"#, .elgendi, .xqrs, "ecg (elgendi@1 + xqrs@1)"),
      (#"{ "detectors": ["xqrs", "neurokit"] }"#, .xqrs, .neurokit, "ecg (xqrs@1 + neurokit@1)"),
    ])
  func aDescriptorChoosesTheTwoDetectors(
    _ body: String, _ first: RPeakMethod, _ second: RPeakMethod, _ text: String
  ) throws {
    let loaded = try files(#"{ "ecg": \#(body) }"#)
    let signal = Signal(samples: ecg, sampleRate: 200)
    #expect(first.beats(signal).count == 12 || first.beats(signal).count == 13)
    #expect(
      try loaded.load().reference
        == .agreeingBeats(.init(first: first.beats(signal), second: second.beats(signal))))
    #expect(try loaded.dataset().referenceText == text)
  }

  @Test func otherReferencesAreCalledByTheirName() throws {
    let loaded = try files(#"{ "name": "monitor", "rateSeries": { "column": "e" } }"#)
    #expect(try loaded.dataset().referenceText == "monitor")
  }

  @Test func severalReferencesHaveTheirOwnTwo() throws {
    let loaded = try files(
      #"{ "ecg": {} }, { "name": "second", "ecg": { "detectors": ["elgendi", "neurokit"] } }"#)
    #expect(try loaded.dataset(reference: "second").referenceText == "second (elgendi@1 + neurokit@1)")
  }

  @Test(
    arguments: [
      (#"["elgendi"]"#, #""detectors" needs at least 2 entries"#, nil),
      (
        #"["elgendi", "elgendi"]"#, #""elgendi" agrees with itself; the two detectors must be different"#,
        "known: panTompkins, hamilton, elgendi, neurokit, xqrs"
      ),
      (#"["elgendi", "xqs"]"#, #"unknown detector "xqs""#, #"did you mean "xqrs"?"#),
      (
        #"["elgendi", "xqrs", "hamilton"]"#,
        #""detectors" names 3 detectors; a reference is made of two"#,
        #"a second reference with another "name" can have another two"#
      ),
    ] as [(String, String, String?)])
  func refusesWhatIsNotTwoDifferentDetectors(_ detectors: String, _ message: String, _ hint: String?) throws {
    let loaded = try files(#"{ "ecg": { "detectors": \#(detectors) } }"#)
    let problems = try #require(throws: Diagnostics.self) { try loaded.dataset() }
    #expect(problems.list.map(\.message) == [message])
    if let hint { #expect(problems.list.first?.hint == hint) }
  }

  /// Five minutes at 1000 Hz in which OpenSignals marked 386 R peaks: every method finds these and no other.
  @Test(
    .enabled(if: RealData.has("opensignals-h5"), "the OpenSignals data is not here; set HREVAL_DATA"),
    arguments: RPeakMethod.allCases)
  func findsTheAnnotatedPeaks(_ method: RPeakMethod) throws {
    let set = try RealData.dataset("opensignals-h5")
    let recording = try set.load(try #require(set.recordings.first { $0.id == "ecg_5_min" }))
    let ecg = try #require(recording.channels[.ecg]?.uniform())
    let annotated = recording.reference.beatTimes
    let found = method.beats(ecg)
    #expect(annotated.count == 386 && found.count == 386)
    #expect(beatAgreement(annotated, found, toleranceSeconds: 0.05) == 1)
  }
}
