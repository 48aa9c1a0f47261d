import HRRunTestSupport
import HRSupport
import HRPlugins
import HRSignals
import Testing

@testable import HRRunning

/// Uses of quality indices in an experiment: refusing, ordering, writing.
@Suite struct QualityDemandTests {
  private func table(_ text: String, in study: ResolverStudy) throws -> WindowTable {
    let experiment = try study.experiment(text, limit: 1)
    var runner = UnitRunner(experiment)
    guard case .windows(let table) = runner.result(of: experiment.units[0]).outcome else {
      throw Diagnostics("the unit failed")
    }
    return table
  }

  /// Quality values, and a bound between them, at which windows on its wrong side are refused.
  @Test func windowsOnTheWrongSideOfABoundAreRefused() throws {
    try ResolverStudy.with { study in
      let values = try #require(
        try table(ResolverStudy.text(more: #", "qualities": ["skewness"]"#), in: study).qualities.first)
      let known = values.compactMap(\.self).sorted()
      #expect(known.count == 3)
      let bound = try #require(known.last)
      let judged = try table(
        ResolverStudy.text(
          detectors: """
            ["fft", {"label": "picky", "detector": "fft",
              "acceptWhen": [{"quality": "skewness", "atLeast": \(bound)}]}]
            """), in: study
      ).estimates.compactMap(\.self)
      #expect(judged[0].cells.allSatisfy { $0.hasValue })
      for (value, cell) in zip(values, judged[1].cells) {
        #expect(cell.hasValue == (value == bound))
        if value != bound { #expect(judged[1].outcome(of: cell) == .abstained(.lowQuality)) }
      }
    }
  }

  @Test func bothEdgesBelongToTheRule() {
    func accepts(_ value: Double?) -> Bool { AcceptanceRule.accepts(value, atLeast: 1, atMost: 2) }
    #expect([0.9, 1, 1.5, 2, 2.1].map { accepts($0) } == [false, true, true, true, false])
    #expect(!accepts(nil))
  }

  @Test func theIndexTakesThePlaceOfTheConfidence() throws {
    try ResolverStudy.with { study in
      let text = ResolverStudy.text(
        detectors: #"[{"detector": "fft", "confidenceFrom": "skewness"}]"#,
        more: #", "qualities": [{"quality": "skewness", "label": "leaning"}]"#)
      let table = try table(text, in: study)
      for (value, cell) in zip(table.qualities[0], try #require(table.estimates[0]).cells) {
        let value = try #require(value)
        #expect(cell.confidence == 0.5 + 0.5 * value / (1 + abs(value)))
      }
    }
  }

  @Test func whereLowerIsBetterConfidenceFalls() {
    let good = QualityPlan.flatLine
    #expect(good.confidence(0) == 0.5)
    #expect(good.confidence(1) < good.confidence(0.2))
    #expect(QualityPlan.skewness.confidence(5) > QualityPlan.skewness.confidence(1))
  }

  @Test func valuesSurviveTheStore() throws {
    try ResolverStudy.with { study in
      let experiment = try study.experiment(
        ResolverStudy.text(more: #", "qualities": ["skewness", "entropy"]"#), limit: 1)
      var runner = UnitRunner(experiment)
      let result = runner.result(of: experiment.units[0])
      #expect(try UnitResult(bytes: result.bytes) == result)
      #expect(experiment.plan.qualities.map(\.label) == ["skewness", "entropy"])
    }
  }

  /// The study has no camera, so the column would stay empty.
  @Test func anIndexThatNoDataSetHasChannelsForIsRefused() throws {
    try ResolverStudy.with { study in
      do {
        _ = try study.experiment(
          ResolverStudy.text(more: #", "qualities": [{"quality": "kurtosis", "extractor": "red"}]"#))
        Issue.record("it was accepted")
      } catch let error as Diagnostics {
        #expect(error.list.contains { $0.message.contains("\"kurtosis\" needs red") })
      }
    }
  }

  @Test(arguments: [
    (#"[{"detector": "fft", "acceptWhen": [{"quality": "skewness"}]}]"#, "accepts everything"),
    (
      #"[{"detector": "fft", "acceptWhen": [{"quality": "skewness", "atLeast": 2, "atMost": 1}]}]"#,
      "no value is at least 2.0 and at most 1.0"
    ),
    (#"[{"detector": "fft", "confidenceFrom": "kurtoses"}]"#, "kurtoses"),
  ])
  func saysWhatIsWrongWithARule(_ detectors: String, _ words: String) throws {
    try ResolverStudy.with { study in
      do {
        _ = try study.experiment(ResolverStudy.text(detectors: detectors))
        Issue.record("it was accepted")
      } catch let error as Diagnostics {
        #expect(error.list.contains { $0.message.contains(words) }, "\(error.list.map(\.message))")
      }
    }
  }
}

extension QualityPlan {
  fileprivate static var skewness: QualityPlan { plan("skewness") }
  fileprivate static var flatLine: QualityPlan { plan("flatLine") }

  private static func plan(_ name: String) -> QualityPlan {
    guard let entry = Plugins.builtIn.qualities[name], let index = try? entry.make() else {
      preconditionFailure("there is no quality index \(name)")
    }
    return QualityPlan(
      info: entry.info, parameters: ParameterValues(), better: entry.better, index: index, extractors: [])
  }
}
