import HRSupport
import HRSignals
import Testing

@testable import HRRunning
@testable import HRReporting
@testable import HRNumerics
@testable import HREvaluation

/// One extreme number in a run must not prevent the report of all others.
@Suite struct ExtremeNumberTests {
  private static let extremes: [Double] = [
    1e50, -1e50, 1e308, -1e308, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
    Double.leastNonzeroMagnitude, -Double.leastNonzeroMagnitude, 0, -0.0,
    1e-300,
    9.007_199_254_740_992e15, -9.223_372_036_854_775_808e18, 1e18, 60.000_000_000_000_01,
  ]

  /// Returns the example's results with some rates replaced, about one in `every`.
  private func results(of plan: RunPlan, seed: UInt64, every: Int) -> [UnitResult] {
    var stream = RandomStream(seed: seed, ["extreme numbers"])
    return ExampleEvaluation.results(of: plan, windows: 12).map { result in
      guard case .windows(let table) = result.outcome else { return result }
      let columns = table.estimates.compactMap(\.self).map { column in
        var changed = EstimateColumn()
        for cell in column.cells {
          let isChanged = cell.hasValue && stream.index(below: every) == 0
          changed.append(
            bpm: isChanged
              ? Self.extremes[stream.index(below: Self.extremes.count)] : cell.hasValue ? cell.bpm : nil,
            outcome: column.outcome(of: cell), confidence: nil, quality: nil, motion: nil)
        }
        return changed
      }
      let references = table.references.map { reference -> WindowTable.ReferenceCell in
        guard case .bpm = reference, stream.index(below: 3 * every) == 0 else { return reference }
        return .bpm(Self.extremes[stream.index(below: Self.extremes.count)].magnitude)
      }
      return UnitResult(
        unit: result.unit, facts: result.facts,
        outcome: .windows(WindowTable(ranges: table.ranges, references: references, estimates: columns)))
    }
  }

  @Test(arguments: [(1, 40), (2, 1)] as [(UInt64, Int)])
  func everyFileIsMade(seed: UInt64, every: Int) throws {
    let plan = ExampleEvaluation.plan(recordings: 6, detectors: ["fft", "peak"])
    let results = results(of: plan, seed: seed, every: every)
    let evaluation = Evaluation(plan: plan, results: results)
    let files = RunFiles.all(evaluation, provenance: nil)
    #expect(files.count > 5)
    for file in files {
      let text = file.text
      #expect(!text.isEmpty, "\(file.path)")
      if file.path.hasSuffix(".svg") { #expect(text.hasSuffix("</svg>\n") && !text.contains("nan")) }
      // history, compare and gate begin with reading it back.
      if file.path == "results.json" { _ = try JSONDocument(text, file: file.path) }
    }
    let comparison = Comparison(
      run: "run", plan: plan, results: UnitResults(results), baseline: 0, margin: Margin(declaredBPM: 0.5))
    #expect(!(ComparisonPage(comparison).files.map(\.text).contains("")))
  }

  @Test(arguments: [
    (1e50, 1e50), (-1e308, 1e308), (1e308, 1.2e308), (0, Double.leastNonzeroMagnitude), (0, 1e-300),
    (-1e50, 60),
    (.infinity, -.infinity),
    (.nan, .nan), (1e15, 1e15 + 0.5), (-.greatestFiniteMagnitude, .greatestFiniteMagnitude), (0, 1e16),
  ])
  func scalesHaveFewTicksAndRoom(low: Double, high: Double) {
    for extended in [true, false] {
      let scale = Scale(covering: low, high, count: 6, extended: extended)
      #expect(scale.ticks.count <= 14)
      #expect(scale.high > scale.low && scale.high.isFinite && scale.low.isFinite)
      #expect(!scale.ticks.contains { !$0.isFinite })
      #expect(scale.position(of: scale.low) == 0 && scale.position(of: scale.high) == 1)
    }
  }

  /// Usual scales do not change.
  @Test func usualScales() {
    #expect(Scale(covering: 0, 10).ticks == [0, 2, 4, 6, 8, 10])
    #expect(Scale(covering: 60, 60).ticks.count > 1)
    #expect(Scale(covering: 3e6, 9e6, count: 3).ticks == [2e6, 4e6, 6e6, 8e6, 1e7])
  }

  @Test(arguments: [
    (1e50, "1.00e+50"), (-1.2345e50, "-1.23e+50"), (9.999e20, "1.00e+21"), (1e15, "1.00e+15"),
    (999_999_999_999_999, "999999999999999.00"), (Double.leastNonzeroMagnitude, "0.00"), (-1e-300, "0.00"),
    (.greatestFiniteMagnitude, "1.80e+308"),
  ])
  func fixedPoint(number: Double, text: String) {
    #expect(fixed(number, decimals: 2) == text)
  }
}
