import Foundation
import HRSignals
import HRStatistics
import Testing

@testable import HREvaluation
@testable import HRReporting
@testable import HRRunning

/// Tables that people read have ten columns at most, unless they ask for every one.
@Suite struct ColumnCountTests {
  /// The golden files are the pages, since every page is compared with its own.
  @Test(
    arguments: [
      "report.md", "comparison.md", "comparison-runs.md", "gate.md", "gate-unclear.md", "history.md",
      "claims.md",
    ])
  func page(_ name: String) throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(name)")
    let widths = Self.widths(try String(contentsOf: file, encoding: .utf8))
    #expect(!widths.isEmpty)
    #expect(widths.allSatisfy { $0 <= TableStyle.mostColumns }, "\(name): \(widths)")
  }

  /// Returns the number of columns of every table of a page.
  private static func widths(_ page: String) -> [Int] {
    page.split(separator: "\n").filter { $0.hasPrefix("| :-") || $0.hasPrefix("| --") }.map {
      $0.split(separator: "|").count { $0.contains("--") }
    }
  }

  /// A report with all possible parts: all metrics, twelve detectors and twelve severities, cadence, beats, words,
  /// groups, windows without an answer or a reference for many reasons.
  @Test func aReportWithEverything() throws {
    let evaluation = Self.everything
    let page = RunDocument(evaluation).blocks.markdown
    for part in [
      "at cadence", "jitter P95", "runs over 10 bpm", "surest 50 %", "2.5 to 97.5 %",
      "By its word of quality",
      "worst group", "windows by reason", "undamaged", "swayed",
    ] { #expect(page.contains(part), "\(part)") }
    let widths = Self.widths(page)
    #expect(widths.allSatisfy { $0 <= TableStyle.mostColumns }, "\(widths)")
    // Thirteen columns of errors over severity are two tables, each with all detectors.
    #expect(page.split(separator: "\n").count { $0.hasPrefix("| MAE in bpm") } == 2)
    for style in [TableStyle(.width(1000), colour: false), TableStyle(.lines, colour: false)] {
      // No detector is better than a guess on such data, which is reported first.
      let lines = terminalSummary(evaluation, style).split(separator: "\n")
      let header = try #require(lines.first { $0.hasPrefix("  detector  ") })
      let titles = header.split(separator: "  ").filter { !$0.allSatisfy { $0 == " " } }
      #expect(titles.count == TableStyle.mostColumns, "\(header)")
    }
  }

  static let everything: Evaluation = {
    func noise(_ decibels: Int?) -> RunPlan.ScenarioNote {
      let value = RunPlan.ParameterNote(
        name: "snrDecibels", value: "\(decibels ?? 0)", number: Double(decibels ?? 0))
      return .init(
        label: decibels.map { "white \($0) dB" } ?? "clean", family: decibels == nil ? 0 : 1,
        familyLabel: decibels == nil ? "clean" : "white {snrDecibels} dB",
        swept: decibels == nil ? [] : [value],
        steps: decibels == nil ? [] : [.init(definition: "whiteNoise@1", parameters: [value])], repeats: 1)
    }
    let plan = RunPlan(
      hreval: "0", name: "x", description: nil, seed: 1, mode: .continuous, windowSeconds: 10, hopSeconds: 10,
      withinBPM: 5, withinPercent: nil, metrics: Metric.columns.map(\.name), strata: ["activity"],
      formats: [.markdown], datasets: [.init(name: "d", reference: "beats", citation: nil, license: nil)],
      recordings: (0..<6).map { .init(dataset: 0, id: "r\($0)", subject: "s\($0)") },
      scenarios: [noise(nil)] + (0..<12).map { noise(12 - $0) },
      detectors: (0..<12).map {
        .init(
          label: "d\($0)", extractors: [], filters: [], detector: .init(definition: "d@1", parameters: []),
          words: ["quality"])
      }, words: ["quality"])
    let results = plan.units.map { unit -> UnitResult in
      let columns = plan.detectors.indices.map { detector in
        var column = EstimateColumn()
        for window in 0..<20 {
          let isSilent = (window + detector) % 6 == 0
          let outcomes: [WindowOutcome] = [
            .abstained(.noPeak), .abstained(.flatSignal), .failed("swayed"), .failed("it | ended"),
          ]
          column.append(
            bpm: isSilent ? nil : 70 + Double((window * 7 + unit.recording + detector) % 13),
            outcome: isSilent ? outcomes[window % 4] : .value, confidence: isSilent ? nil : 0.5,
            quality: .good, motion: nil)
        }
        return column
      }
      let ranges = (0..<20).map { TimeRange(start: 10 * Double($0), end: 10 * Double($0) + 10) }
      let train = BeatTrain(
        detected: (0..<200).map { Double($0) + 0.03 }, answeredSpans: [TimeRange(start: 0, end: 200)])
      return UnitResult(
        unit: unit.index,
        facts: RecordingFacts(
          subject: "s\(unit.recording)",
          metadata: [.init(name: "activity", value: unit.recording % 2 == 0 ? "rest" : "walk")],
          seconds: 200, channels: [], files: []),
        outcome: .windows(
          WindowTable(
            ranges: ranges,
            references: (0..<20).map { $0 == 19 ? .none("tooFewIntervals") : .bpm(70 + Double($0 % 5)) },
            estimates: columns,
            beats: BeatTrains(
              reference: (0..<200).map(Double.init), trains: plan.detectors.map { _ in train }),
            cadenceBPM: ranges.map { _ in 80 })))
    }
    return Evaluation(plan: plan, results: results)
  }()
}
