import HRRunTestSupport
import HRSupport
import HRSignals
import Testing

@testable import HRRunning

/// The rule for readings that count, of an entry of recorded output, from the experiment file to rows and plan.
@Suite struct RecordedRuleResolutionTests {
  private static let spot = #", "mode": "spot""#
  private static let breathing = #", "measurand": "breathingRate""#

  private static func entry(
    _ more: String, path: String = "{recording}.vendor.json", label: String = "v"
  ) -> String { #"{"label": "\#(label)", "recorded": "\#(path)"\#(more)}"# }

  /// Readings of pulse and breathing at 8 s (stable) and 13 s, with a strict value of each. The study's beats are
  /// also its breaths.
  private func withStudy<Value>(_ body: (ResolverStudy) throws -> Value) throws -> Value {
    try ResolverStudy.with { study in
      try study.write(
        """
        {"pulse": {"rate": [{"time": 8, "value": 61, "confidence": 0.9, "stable": true}, {"time": 13, "value": 63, "confidence": 0.5}],
                   "strict": {"value": 62}},
         "breathing": {"rate": [{"time": 8, "value": 14, "confidence": 0.8, "stable": true}, {"time": 13, "value": 18, "confidence": 0.4}],
                   "strict": {"value": 15}}}
        """, "r1.vendor.json")
      try study.write("time,value\n8,61\n", "r1.vendor.csv")
      try study.write(
        """
        {"schemaVersion": 1, "name": "study",
         "files": [{"path": "{recording}.csv", "except": ["*_beats.csv"], "time": "time_s"},
                   {"name": "beats", "path": "{recording}_beats.csv"}],
         "channels": {"ppg": "ppg", "respiration": "x"},
         "reference": [{"beats": {"file": "beats", "column": "beat_s"}}, {"breaths": {"file": "beats", "column": "beat_s"}}]}
        """, "datasets/study/dataset.json")
      return try body(study)
    }
  }

  private func outcomes(_ text: String, in study: ResolverStudy) throws -> [[String]] {
    let experiment = try study.experiment(text, limit: 1)
    var runner = UnitRunner(experiment)
    guard case .windows(let table) = runner.result(of: experiment.units[0]).outcome else {
      throw Diagnostics("the unit failed")
    }
    return table.estimates.map { column in
      column?.cells.map { $0.hasValue ? shortest($0.bpm) : column?.outcome(of: $0).text ?? "" } ?? []
    }
  }

  private static let entries =
    "["
    + [
      entry(""), entry(#", "stable": "only""#, label: "stable"),
      entry(#", "minimumConfidence": 0.45"#, label: "sure"),
      entry(#", "strict": "never""#, label: "series"),
    ].joined(separator: ", ") + "]"

  /// Windows end at 10, 15 and 20 s.
  @Test func rowsInContinuousMode() throws {
    try withStudy { study in
      let pulse = try outcomes(ResolverStudy.text(detectors: Self.entries), in: study)
      #expect(
        pulse == [
          ["61", "63", "63"], ["61", "61", "abstained:recordNotStable"], ["61", "63", "63"],
          ["61", "63", "63"],
        ])
      let breathing = try outcomes(
        ResolverStudy.text(detectors: Self.entries, more: Self.breathing), in: study)
      let low = "abstained:recordLowConfidence"
      #expect(
        breathing == [
          ["14", "18", "18"], ["14", "14", "abstained:recordNotStable"], ["14", low, low],
          ["14", "18", "18"],
        ])
    }
  }

  @Test func rowsInSpotMode() throws {
    try withStudy { study in
      func rows(_ detectors: String, _ more: String = "") throws -> [[String]] {
        try outcomes(
          ResolverStudy.text(
            windows: #"{"windowSeconds": "recording"}"#, detectors: detectors, more: Self.spot + more),
          in: study)
      }
      #expect(try rows(Self.entries) == [["62"], ["62"], ["62"], ["63"]])
      #expect(try rows(Self.entries, Self.breathing) == [["15"], ["15"], ["15"], ["18"]])
      #expect(try rows("[\(Self.entry(#", "strict": "only""#))]", Self.breathing) == [["15"]])
      try study.write(#"{"breathing": {"rate": [{"time": 8, "value": 14}]}}"#, "r1.vendor.json")
      #expect(
        try rows("[\(Self.entry(#", "strict": "only""#))]", Self.breathing) == [["abstained:recordNotStrict"]]
      )
      #expect(try rows("[\(Self.entry(#", "strict": "only""#))]") == [["abstained:recordOtherQuantity"]])
    }
  }

  @Test(
    arguments: [
      (
        entry(#", "strict": "only""#), "", #""strict": "only" belongs to spot mode"#, "strict",
        #"a strict value is of a whole measurement: set "mode": "spot", or leave "strict" out"#
      ),
      (
        entry(#", "strict": "only", "stable": "only""#), spot,
        #""stable" is about the series, which "strict": "only" does not look at"#, "stable",
        "leave one of the two out"
      ),
      (
        entry(#", "strict": "only", "minimumConfidence": 0.2"#), spot,
        #""minimumConfidence" is about the series, which "strict": "only" does not look at"#,
        "minimumConfidence",
        "leave one of the two out"
      ),
      (
        entry(#", "stable": "only""#, path: "{recording}.vendor.csv"), "",
        "a CSV file marks no reading as stable, so none would count", "stable",
        #"leave "stable" out, or leave the others out of the file"#
      ),
      (
        entry(#", "strict": "only""#, path: "{recording}.vendor.csv"), spot, "a CSV file has no strict value",
        "strict",
        #"leave "strict" out: in spot mode the latest reading of the measurement is its estimate"#
      ),
    ])
  func whatCannotBe(_ entry: String, _ more: String, _ message: String, _ key: String, _ hint: String) throws
  {
    let windows = more.isEmpty ? #"{"windowSeconds": 10, "hopSeconds": 5}"# : #"{"windowSeconds": 10}"#
    let found = try withStudy {
      try $0.problems(ResolverStudy.text(windows: windows, detectors: "[\(entry)]", more: more))
    }
    #expect(found.map(\.message) == [message])
    #expect(found.first?.hint == hint)
    #expect(found.first?.place?.path == "$.detectors[0].\(key)")
  }

  @Test(arguments: [
    #", "stable": "all""#, #", "stable": true"#, #", "strict": "always""#, #", "minimumConfidence": 1.5"#,
    #", "minimumConfidence": -0.1"#, #", "minimumConfidence": "high""#, #", "minimumconfidence": 0.5"#,
  ])
  func whatHasNotTheShape(_ more: String) throws {
    let found = try withStudy { try $0.problems(ResolverStudy.text(detectors: "[\(Self.entry(more))]")) }
    #expect(found.count == 1)
    #expect(found.first?.place?.line != nil)
  }

  /// Two entries of one file need a label each, as all detectors do.
  @Test func entriesOfOneFileAreToldApartByTheirLabels() throws {
    try withStudy { study in
      let same = "[\(Self.entry("")), \(Self.entry(#", "stable": "only""#))]"
      let found = try study.problems(ResolverStudy.text(detectors: same)).map(\.message)
      #expect(found == ["two detectors are called \"v\""])
    }
  }

  @Test func thePlanNotesTheRule() throws {
    try withStudy { study in
      let plan = try study.experiment(ResolverStudy.text(detectors: Self.entries)).plan
      let rules = plan.detectors.map { $0.detector.parameters.dropFirst(2).map { "\($0.name) \($0.value)" } }
      #expect(
        rules == [
          ["stable any", "strict prefer", "minimumConfidence 0"],
          ["stable only", "strict prefer", "minimumConfidence 0"],
          ["stable any", "strict prefer", "minimumConfidence 0.45"],
          ["stable any", "strict never", "minimumConfidence 0"],
        ])
      #expect(plan.detectors.map(\.isRecorded) == [true, true, true, true])
      #expect(
        plan.detectors[2].detector.text.hasSuffix(", stable any, strict prefer, minimumConfidence 0.45)"))
      let earlier = RunPlan.DetectorNote(
        label: "v", extractors: [], filters: [], detector: .init(definition: "recorded@1", parameters: []))
      #expect(earlier.isRecorded)
    }
  }
}
