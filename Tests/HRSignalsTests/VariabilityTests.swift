import Foundation
import HRNumerics
import HRTestSupport
import Testing

@testable import HRSignals

/// Figures of twenty series by NeuroKit2, NumPy and SciPy: Oracles/variability_oracle.py.
struct VariabilityOracle: Decodable, Sendable {
  struct Row: Decodable, Sendable {
    let name: String
    /// Milliseconds.
    let beats: [Int]
    let neurokit2, numpy, welch, lombScargle: [String: Double]
    let outliers: [Int]
    /// Intervals of each kind; only of series without gaps.
    let kubios: [String: [Int]]?

    var intervals: BeatIntervals {
      BeatIntervals(
        beats: beats.map { Double($0) / 1000 },
        in: TimeRange(start: 0, end: Double(beats.last ?? 0) / 1000 + 1))
    }
  }

  let rows: [Row]

  static func load() throws -> VariabilityOracle { try OracleFile.decode("variability") }

  static func row(_ name: String) throws -> Row { try #require(load().rows.first { $0.name == name }) }
}

/// Distance from an expected value, relative to it beyond 1.
private func error(_ value: Double?, _ expected: Double?) -> Double {
  guard let value, let expected else { return value == nil && expected == nil ? 0 : .infinity }
  return abs(value - expected) / max(1, abs(expected))
}

@Suite struct VariabilityTests {
  @Test func timeDomainMatchesNeuroKit2AndNumPy() throws {
    let rows = try VariabilityOracle.load().rows
    #expect(rows.count == 20)
    for row in rows {
      for figure in [VariabilityFigure.meanRR, .sdnn, .rmssd, .pnn50] {
        let value = row.intervals.value(of: figure, spectrum: .welch)
        #expect(error(value, row.neurokit2[figure.rawValue]) < 1e-9, "\(row.name), \(figure)")
        #expect(error(value, row.numpy[figure.rawValue]) < 1e-9, "\(row.name), \(figure)")
      }
    }
  }

  @Test func frequencyDomainMatchesSciPy() throws {
    for row in try VariabilityOracle.load().rows {
      for (spectrum, expected) in [(VariabilitySpectrum.welch, row.welch), (.lombScargle, row.lombScargle)] {
        let name: Comment = "\(row.name), \(spectrum)"
        let low = row.intervals.value(of: .lf, spectrum: spectrum)
        let high = row.intervals.value(of: .hf, spectrum: spectrum)
        // 32 s are less than two periods of 0.04 Hz.
        #expect(error(low, row.name == "very short" ? nil : expected["lf"]) < 1e-9, name)
        #expect(error(high, expected["hf"]) < 1e-9, name)
        let ratio = row.intervals.value(of: .lfhf, spectrum: spectrum)
        if let low, let high, high > 0 {
          #expect(ratio == low / high, name)
        } else {
          #expect(ratio == nil, name)
        }
      }
    }
  }

  /// A sine of amplitude A has the power A²/2, in both estimates, and around a gap of a tenth of the window.
  @Test func powerOfASineIsHalfItsSquare() throws {
    var (beats, now) = ([0.0], 0.0)
    while now < 300 {
      now += 0.8 + 0.04 * sin(2 * .pi * 0.1 * now) + 0.02 * sin(2 * .pi * 0.25 * now)
      beats.append(now)
    }
    let whole = BeatIntervals(beats: beats, in: TimeRange(start: 0, end: 300))
    let gap = beats.filter { $0 < 120 || $0 > 150 }
    let parts = BeatIntervals(beats: gap, in: TimeRange(start: 0, end: 300))
    for (intervals, spectrum) in [
      (whole, VariabilitySpectrum.welch), (whole, .lombScargle), (parts, .lombScargle),
    ] {
      let low = try #require(intervals.value(of: .lf, spectrum: spectrum))
      let high = try #require(intervals.value(of: .hf, spectrum: spectrum))
      #expect(abs(low / 800 - 1) < 0.05, "\(spectrum) \(low)")
      #expect(abs(high / 200 - 1) < 0.1, "\(spectrum) \(high)")
    }
  }

  @Test func equalIntervalsHaveNoVariability() {
    // Ten days after the clock's start a double still tells 0.1 ns.
    for start in [0, 864_000.0] {
      let beats = (0...400).map { start + 0.8 * Double($0) }
      let intervals = BeatIntervals(beats: beats, in: TimeRange(start: start, end: start + 300))
      #expect(intervals.milliseconds == Array(repeating: 800, count: 374))
      #expect(intervals.value(of: .meanRR, spectrum: .welch) == 800)
      for spectrum in VariabilitySpectrum.allCases {
        for figure in [VariabilityFigure.sdnn, .rmssd, .pnn50, .lf, .hf] {
          #expect(intervals.value(of: figure, spectrum: spectrum) == 0)
        }
        #expect(intervals.value(of: .lfhf, spectrum: spectrum) == nil)
      }
    }
  }

  /// Errors e of variance s² add e(i+1) − 2e(i) + e(i−1) to the difference of two intervals: RMSSD² grows by 6s².
  @Test(arguments: [1.0, 5, 20])
  func jitterOfTheBeatsRaisesRMSSDAsPredicted(_ milliseconds: Double) throws {
    var stream = RandomStream(seed: 49, ["jitter"])
    let count = 20_000
    var now = 0.0
    let beats = (0..<count).map { index in
      now += 0.8 + 0.01 * sin(2 * .pi * Double(index) / 5)
      return now
    }
    let noisy = beats.map { $0 + milliseconds / 1000 * stream.normal() }
    func squares(_ beats: [Double]) throws -> Double {
      let intervals = BeatIntervals(beats: beats, in: TimeRange(start: 0, end: now + 1))
      let value = try #require(intervals.value(of: .rmssd, spectrum: .welch))
      return value * value
    }
    let (before, after) = (try squares(beats), try squares(noisy))
    // Variance of the mean of n squares of such a difference d, correlated over two beats: with the correlations
    // −4/6 and 1/6, 2 · (6s²)² · (1 + 2 · (16 + 1)/36) / n, and 4 · 6s² · E[d0²] · c / n of the product with the
    // differences d0 before, whose spectrum weighs the noise by c ≤ 16/6.
    let noise = 6 * milliseconds * milliseconds
    let variance = (2 * noise * noise * (1 + 34.0 / 36) + 4 * noise * before * 16 / 6) / Double(count)
    #expect(abs(after - before - noise) < 4 * variance.squareRoot())
    #expect(variance.squareRoot() < 0.2 * noise)
  }

  /// A missed beat joins intervals a and b to a + b. Of the n differences three (to a, a to b, from b) become two, of
  /// about b before it and a after it.
  @Test func aMissedBeatRaisesRMSSDAsPredicted() throws {
    let row = try VariabilityOracle.row("breathing")
    let beats = row.beats.map { Double($0) / 1000 }
    let range = TimeRange(start: 0, end: 301)
    let whole = BeatIntervals(beats: beats, in: range)
    let before = try #require(whole.value(of: .rmssd, spectrum: .welch))
    let mean = try #require(whole.value(of: .meanRR, spectrum: .welch))
    let count = Double(whole.milliseconds.count - 1)
    let predicted = ((count * before * before + 2 * mean * mean) / (count - 1)).squareRoot()
    var costs: [Double] = []
    for index in 5..<300 {
      var fewer = beats
      fewer.remove(at: index)
      let after = try #require(BeatIntervals(beats: fewer, in: range).value(of: .rmssd, spectrum: .welch))
      // The joined interval differs from its neighbours by the mean give or take the rhythm's own changes.
      #expect(abs(after / predicted - 1) < 0.15)
      costs.append(after)
    }
    #expect(abs(costs.reduce(0, +) / Double(costs.count) / predicted - 1) < 0.01)
    #expect(predicted > before + 25)
  }

  @Test func intervalsAreThoseOfTheReference() {
    let beats = [0, 0.8, 1.6, 5.0, 5.9, 6.0, 6.9, 7.8, 8.7]
    let intervals = BeatIntervals(beats: beats, in: TimeRange(start: 0.8, end: 8.7))
    // 3.4 s and 0.1 s are gaps; the beat at the end is outside.
    #expect(intervals.endSeconds == [1.6, 5.9, 6.9, 7.8])
    #expect(intervals.milliseconds == [800, 900, 900, 900])
    #expect(intervals.follows == [false, false, false, true])
    #expect(abs(intervals.coveredSeconds - 3.5) < 1e-12)
    // Rounding of an edge takes no beat.
    #expect(BeatIntervals(beats: beats, in: TimeRange(start: 0.8 + 1e-7, end: 8.7)) == intervals)
    let continues = [false, true, true, true, true, true, true, false, true]
    let agreeing = BeatIntervals(beats: beats, continues: continues, in: TimeRange(start: 0, end: 9))
    #expect(agreeing.endSeconds == [0.8, 1.6, 5.9, 6.9, 8.7])
    #expect(agreeing.follows == [false, true, false, false, false])
    let list = BeatIntervals(milliseconds: [800, 900], endSeconds: [1, 1.9], follows: [true, true])
    #expect(list.follows == [false, true])
  }

  @Test func tooFewIntervalsHaveNoValue() {
    let range = TimeRange(start: 0, end: 300)
    for beats in [[], [1.0], [1, 9], [400, 401]] {
      let none = BeatIntervals(beats: beats, in: range)
      #expect(none.coveredSeconds == 0)
      for figure in VariabilityFigure.allCases {
        for spectrum in VariabilitySpectrum.allCases {
          #expect(none.value(of: figure, spectrum: spectrum) == nil)
        }
      }
      for policy in ArtefactPolicy.allCases { #expect(none.corrected(by: policy) == (none, 0)) }
    }
    func known(_ beats: [Double]) -> [VariabilityFigure] {
      let intervals = BeatIntervals(beats: beats, in: range)
      return VariabilityFigure.allCases.filter { intervals.value(of: $0, spectrum: .lombScargle) != nil }
    }
    #expect(known([1, 2]) == [.meanRR])
    // Two intervals with a gap between them have no difference.
    #expect(known([1, 2, 7, 8]) == [.meanRR, .sdnn])
    #expect(known([1, 2, 3.1]) == [.meanRR, .sdnn, .rmssd, .pnn50])
    let slow = (0...60).map { Double($0) + 0.1 * Double($0 % 3) }
    #expect(known(Array(slow[...14])) == [.meanRR, .sdnn, .rmssd, .pnn50])
    #expect(known(Array(slow[...16])) == [.meanRR, .sdnn, .rmssd, .pnn50, .hf])
    #expect(known(slow) == VariabilityFigure.allCases)
  }

  @Test func figuresSayWhatTheyAre() {
    #expect(
      VariabilityFigure.allCases.map { "\($0.title) \($0.unit) \($0.leastSeconds)" } == [
        "mean RR ms 30.0", "SDNN ms 60.0", "RMSSD ms 30.0", "pNN50 % 60.0", "LF ms² 120.0", "HF ms² 60.0",
        "LF/HF  120.0",
      ])
  }
}
