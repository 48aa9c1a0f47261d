import Foundation
import HRTestSupport
import Testing

@testable import HRSignals

@Suite struct ArtefactCorrectionTests {
  @Test func thresholdRemovesWhatNumPyFinds() throws {
    for row in try VariabilityOracle.load().rows {
      let before = row.intervals
      let (after, count) = before.corrected(by: .threshold)
      let kept = before.milliseconds.indices.filter { !row.outliers.contains($0) }
      #expect(count == row.outliers.count, "\(row.name)")
      #expect(after.endSeconds == kept.map { before.endSeconds[$0] }, "\(row.name)")
      #expect(after.milliseconds == kept.map { before.milliseconds[$0] }, "\(row.name)")
      for (place, index) in kept.enumerated() {
        #expect(after.follows[place] == (before.follows[index] && kept.contains(index - 1)), "\(row.name)")
      }
    }
  }

  /// NeuroKit2 puts the mean before the first interval, so its windows differ until 46 intervals on, and does not judge
  /// the last two.
  @Test func kindsOfArtefactsAreThoseOfNeuroKit2() throws {
    for row in try VariabilityOracle.load().rows {
      guard let expected = row.kubios else { continue }
      let kinds = row.intervals.artefacts
      for index in kinds.indices.dropFirst(46).dropLast(2) {
        let kind =
          switch kinds[index] {
          case .missed: "missed"
          case .extra: "extra"
          case .ectopic: "ectopic"
          case .longOrShort: "longshort"
          case nil: String?.none
          }
        #expect(kind == expected.first { $0.value.contains(index) }?.key, "\(row.name), \(index)")
      }
    }
  }

  /// Beats 0.8 s apart with a respiratory rhythm, and the same with one beat missed, added or early.
  private func train(_ change: (inout [Double]) -> Void = { _ in }) -> BeatIntervals {
    var beats = (0..<300).map { 0.8 * Double($0) + 0.012 * sin(Double($0)) }
    change(&beats)
    return BeatIntervals(beats: beats, in: TimeRange(start: -1, end: 301))
  }

  private func rmssd(_ intervals: BeatIntervals) throws -> Double {
    try #require(intervals.value(of: .rmssd, spectrum: .welch))
  }

  @Test func beatsAreCorrectedByTheirKind() throws {
    let whole = train()
    let truth = try rmssd(whole)
    #expect(whole.corrected(by: .kubios) == (whole, 0))

    let missed = train { $0.remove(at: 100) }
    #expect(missed.artefacts.indices.filter { missed.artefacts[$0] != nil } == [99])
    let (filled, one) = missed.corrected(by: .kubios)
    #expect(one == 1)
    #expect(filled.milliseconds.count == whole.milliseconds.count)
    #expect(filled.milliseconds[99] == filled.milliseconds[100])
    #expect(filled.follows == whole.follows)
    #expect(abs(filled.coveredSeconds - whole.coveredSeconds) < 1e-9)
    #expect(abs(filled.endSeconds[99] - (whole.endSeconds[98] + whole.endSeconds[100]) / 2) < 1e-9)

    let extra = train { $0.insert($0[100] + 0.3, at: 101) }
    let (joined, two) = extra.corrected(by: .kubios)
    #expect(two == 2)
    #expect(joined.endSeconds == whole.endSeconds)
    #expect(joined.follows == whole.follows)
    #expect(zip(joined.milliseconds, whole.milliseconds).allSatisfy { abs($0 - $1) < 1e-6 })

    let early = train { $0[100] -= 0.25 }
    #expect(early.artefacts[99] == .longOrShort)
    #expect(early.artefacts[100] == .ectopic)
    let (smooth, interpolated) = early.corrected(by: .kubios)
    #expect(interpolated == 2)
    #expect(smooth.endSeconds == early.endSeconds)
    #expect(abs(smooth.milliseconds[99] - 800) < 20)
    #expect(abs(smooth.milliseconds[100] - 800) < 20)
    for (damaged, corrected) in [(missed, filled), (extra, joined), (early, smooth)] {
      #expect(try rmssd(damaged) > 2 * truth)
      #expect(abs(try rmssd(corrected) / truth - 1) < 0.02)
    }
  }

  @Test func gapsAreNoArtefacts() throws {
    // A pause of 5 s and a missed beat on each side of it.
    let gap = train { beats in
      beats.remove(at: 90)
      for index in 150..<beats.count { beats[index] += 5 }
      beats.remove(at: 210)
    }
    // The pause is no interval, so places after it are one less than those of the beats.
    #expect(gap.artefacts.indices.filter { gap.artefacts[$0] != nil } == [89, 208])
    let (filled, count) = gap.corrected(by: .kubios)
    #expect(count == 2)
    #expect(filled.follows.indices.filter { !filled.follows[$0] } == [0, 150])
    let (kept, removed) = gap.corrected(by: .threshold)
    #expect(removed == 2)
    #expect(kept.follows.count { !$0 } == 4)
  }

  /// Without a least quartile deviation every threshold of equal intervals would be 0.
  @Test func aMissedBeatAmongEqualIntervalsIsFound() {
    let beats = (0..<200).filter { $0 != 50 }.map { 0.75 * Double($0) }
    let (filled, count) = BeatIntervals(beats: beats, in: TimeRange(start: 0, end: 200)).corrected(
      by: .kubios)
    #expect(count == 1)
    #expect(filled.milliseconds == Array(repeating: 750, count: 199))
  }
}
