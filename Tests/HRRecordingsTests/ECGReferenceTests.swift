import HRTestSupport
import Foundation
import HRSupport
import HRSignals
import Testing

@testable import HRRecordings

/// References made of the beats that several R-peak detectors find.
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
      (
        "{}", ECGDetectors.standard.methods, ECGDetectors.standard.agree,
        "ecg (\(ECGDetectors.standard.definition))"
      ),
      (#"{ "detectors": ["elgendi", "xqrs"] }"#, [.elgendi, .xqrs], 2, "ecg (elgendi@1 + xqrs@1)"),
      (
        #"{ "detectors": ["xqrs", "neurokit"], "agree": 2 }"#, [.xqrs, .neurokit], 2,
        "ecg (xqrs@1 + neurokit@1)"
      ),
      (
        #"{ "detectors": ["xqrs", "neurokit", "hamilton"] }"#, [.xqrs, .neurokit, .hamilton], 2,
        "ecg (2 of xqrs@1, neurokit@1, hamilton@1)"
      ),
      (
        #"{ "detectors": ["xqrs", "neurokit", "hamilton"], "agree": 3 }"#, [.xqrs, .neurokit, .hamilton], 3,
        "ecg (3 of xqrs@1, neurokit@1, hamilton@1)"
      ),
    ] as [(String, [RPeakMethod], Int, String)])
  func aDescriptorChoosesTheDetectors(
    _ body: String, _ methods: [RPeakMethod], _ agree: Int, _ text: String
  ) throws {
    let loaded = try files(#"{ "ecg": \#(body) }"#)
    let signal = Signal(samples: ecg, sampleRate: 200)
    for method in methods { #expect((12...13).contains(method.beats(signal).count)) }
    #expect(
      try loaded.load().reference
        == .agreeingBeats(
          .init(methods.map { .init(name: $0.rawValue, beats: $0.beats(signal)) }, agree: agree)))
    #expect(try loaded.dataset().referenceText == text)
  }

  @Test func otherReferencesAreCalledByTheirName() throws {
    let loaded = try files(#"{ "name": "monitor", "rateSeries": { "column": "e" } }"#)
    #expect(try loaded.dataset().referenceText == "monitor")
  }

  @Test func severalReferencesHaveTheirOwnDetectors() throws {
    let loaded = try files(
      #"{ "ecg": {} }, { "name": "second", "ecg": { "detectors": ["elgendi", "neurokit"] } }"#)
    #expect(try loaded.dataset(reference: "second").referenceText == "second (elgendi@1 + neurokit@1)")
  }

  @Test(
    arguments: [
      (#"["elgendi"], "agree": 2"#, #""detectors" needs at least 2 entries"#, nil),
      (
        #"["elgendi", "elgendi"]"#, #""elgendi" agrees with itself; the detectors must be different"#,
        "known: panTompkins, hamilton, elgendi, neurokit, xqrs"
      ),
      (#"["elgendi", "xqs"]"#, #"unknown detector "xqs""#, #"did you mean "xqrs"?"#),
      (
        #"["elgendi", "xqrs", "hamilton", "neurokit"], "agree": 2"#,
        "2 of 4 detectors cannot be asked to agree",
        "from 3, more than half, since two halves could agree on two rates, to 4"
      ),
      (#"["elgendi", "xqrs"], "agree": 3"#, "3 of 2 detectors cannot be asked to agree", "2 can"),
    ] as [(String, String, String?)])
  func refusesDetectorsThatCannotAgree(_ detectors: String, _ message: String, _ hint: String?) throws {
    let loaded = try files(#"{ "ecg": { "detectors": \#(detectors) } }"#)
    let problems = try #require(throws: Diagnostics.self) { try loaded.dataset() }
    #expect(problems.list.map(\.message) == [message])
    if let hint { #expect(problems.list.first?.hint == hint) }
  }

  @Test func refusesAnAgreementOfNobody() throws {
    let problems = try #require(throws: Diagnostics.self) {
      try files(#"{ "ecg": { "agree": 3 } }"#).dataset()
    }
    #expect(problems.list.map(\.message) == [#""agree" needs "detectors": how many of which?"#])
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

  /// The recordings of experiments/clinical.json. From 215 to 250 s of the neurokit recording only panTompkins and
  /// hamilton agree on 96 to 97 bpm; the median of all five methods is 93, and two give 90.
  @Test(
    .enabled(
      if: RealData.has("bidmc") && RealData.has("neurokit"), "the ECG data is not here; set HREVAL_DATA"),
    arguments: [("bidmc", "01", 93), ("neurokit", "bio_resting_5min", 48)])
  func theStandardReferenceIsWhatFiveMethodsSay(_ name: String, _ id: String, _ kept: Int) throws {
    let set = try RealData.dataset(name)
    let recording = try set.load(try #require(set.recordings.first { $0.id == id }))
    let ecg = try #require(recording.channels[.ecg]?.uniform())
    let range = try #require(recording.channels[.ecg]?.timeRange)
    let reader = ReferenceReader(recording.reference)
    let methods = RPeakMethod.allCases.map { ReferenceReader(.beats($0.beats(ecg))) }
    var count = 0
    for window in range.windows(windowSeconds: 20, hopSeconds: 5) {
      guard let rate = try? reader.rate(in: window).get() else { continue }
      count += 1
      let others = methods.compactMap { try? $0.rate(in: window).get() }.sorted()
      #expect(others.count == 5 && abs(others[2] - rate) < 1, "\(name) from \(window.start) s")
    }
    #expect(count == kept)
    if name == "neurokit" {
      for start in [215.0, 220, 225, 230] {
        let window = TimeRange(start: start, end: start + 20)
        guard case .failure(let error) = reader.rate(in: window) else {
          Issue.record("a rate from \(start) s")
          continue
        }
        #expect(error.absence == .detectorsDisagree)
      }
    }
  }
}
