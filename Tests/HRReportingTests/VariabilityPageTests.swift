import Foundation
import HRSignals
import HRStatistics
import HRSupport
import HRTestSupport
import Testing

@testable import HREvaluation
@testable import HRReporting
@testable import HRRunning

@Suite("Pages on heart-rate variability") struct VariabilityPageTests {
  private static let page = "docs/reference/experiments/variability.md"

  @Test func tableOfFigures() throws {
    let page = try ProjectFolder.text(Self.page)
    for figure in VariabilityFigure.allCases {
      let unit = figure.unit.isEmpty ? "–" : figure.unit
      let row =
        "| `\(figure.rawValue)` | \(unit) | \(shortest(figure.leastSeconds)) s | \(shortest(figure.usualMargin)) |"
      #expect(page.contains(row), "\(row)")
    }
  }

  /// Beats at 800 ms whose intervals have a given RMSSD, with some beats in the middle of five minutes left out.
  @Test(arguments: [(15.0, 60, 103), (25, 64, 105), (42, 72, 110), (100, 116, 143)])
  func costOfMissedBeats(rmssd: Double, one: Int, three: Int) throws {
    let text = try ProjectFolder.text(Self.page)
    #expect(text.contains("| \(shortest(rmssd)) ms | \(one) ms | \(three) ms |"))
    // Their differences are rmssd and -rmssd in turn.
    let intervals = (0..<375).map { 0.8 + ($0 % 2 == 0 ? 0.5 : -0.5) * rmssd / 1000 }
    var beats = [0.0]
    for interval in intervals { beats.append((beats.last ?? 0) + interval) }
    let whole = TimeRange(start: 0, end: 400)
    func value(without missed: [Int]) -> Double? {
      let left = beats.enumerated().filter { !missed.contains($0.offset) }.map(\.element)
      return BeatIntervals(beats: left, in: whole).value(of: .rmssd, spectrum: .welch)
    }
    let truth = try #require(value(without: []))
    let n = Double(intervals.count - 1)
    func predicted(_ count: Double) -> Double {
      ((n * truth * truth + count * 2 * 800 * 800) / (n - count)).squareRoot()
    }
    let found = try [#require(value(without: [100])), #require(value(without: [100, 150, 200]))]
    #expect(abs(found[0] / predicted(1) - 1) < 0.02 && abs(found[1] / predicted(3) - 1) < 0.02)
    func rule(_ count: Double) -> Double {
      ((374 * rmssd * rmssd + count * 2 * 800 * 800) / (374 - count)).squareRoot()
    }
    #expect(Int(rule(1).rounded()) == one && Int(rule(3).rounded()) == three)
  }

  @Test func costOfJitter() throws {
    let text = try ProjectFolder.text(Self.page)
    #expect(text.contains("5 ms of jitter make 42 ms to 43.7 ms, 20 ms make\nit 64.5 ms"))
    func jittered(_ sd: Double) -> Double { (42 * 42 + 6 * sd * sd).squareRoot() }
    #expect((jittered(5) * 10).rounded() == 437 && (jittered(20) * 10).rounded() == 645)
  }

  @Test func columnsOfWindows() throws {
    let page = try ProjectFolder.text("docs/reference/results/windows.md")
    for column in WindowColumn.ofVariability {
      #expect(page.contains("| `\(column.name)` | | "), "\(column.name)")
    }
  }

  @Test func marginsAreNamedByTheirFigures() {
    func note(_ label: String, _ figure: VariabilityFigure) -> RunPlan.ScenarioNote {
      var note = RunPlan.ScenarioNote(
        label: label, family: 0, familyLabel: label, swept: [], steps: [], repeats: 1)
      note.judged = .init(figure: figure, damage: "clean")
      return note
    }
    let scenarios = [
      note("RMSSD, clean", .rmssd), note("RMSSD, noisy", .rmssd), note("LF/HF, clean", .lfhf),
    ]
    func margin(_ declared: [VariabilityRule.Bound]) -> Margin {
      Margin(declaredBPM: nil, figures: (declared, scenarios))
    }
    let one = margin([.init(figure: .rmssd, value: 4)])
    #expect(one.words() == "4 ms for RMSSD, 0.15 for LF/HF")
    #expect(one.originWords == "hreval's usual ones where the experiment declares none")
    let both = margin([.init(figure: .rmssd, value: 4), .init(figure: .lfhf, value: 0.5)])
    #expect(both.words(decimals: nil) == "4 ms for RMSSD, 0.5 for LF/HF")
    #expect(both.originWords == "declared by the experiment")
    #expect(Margin(declaredBPM: nil).originWords == "hreval's usual margin, for the experiment declares none")
  }

  /// A tolerance has the digits that were declared.
  @Test(
    arguments: [
      (5.0, nil, "5 bpm", "5 bpm"), (5, 0, "5 bpm", "5 bpm"),
      (
        0.25, 2.5, "0.25 bpm or 2.5 % of the reference",
        "0.25 bpm or 2.5 % of the reference, whichever is wider"
      ),
      (0, 10, "10 % of the reference", "10 % of the reference"), (0, nil, "0 bpm", "0 bpm"),
    ] as [(Double, Double?, String, String)])
  func wordsOfTolerances(bpm: Double, percent: Double?, words: String, exact: String) {
    let tolerance = Tolerance(withinBPM: bpm, withinPercent: percent)
    #expect(tolerance.words == words && tolerance.exactWords == exact)
  }
}
