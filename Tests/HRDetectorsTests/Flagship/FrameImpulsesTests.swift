import Foundation
import HRNumerics
import HRSignals
import Testing

@testable import HRDetectors

/// Tests of single outlying frames, and of frames that are left alone.
@Suite struct FrameImpulsesTests {
  @Test func takesOutWhatNumPyTakesOut() throws {
    for row in try FlagshipOracle.load().impulses {
      let frames = row.frames
      let found = FrameImpulses.removed(from: frames, sampleRate: Double(row.rate))
      let changed = frames.indices.filter { found[$0] != frames[$0] }
      #expect(changed == row.removed, "size \(row.size), \(row.bpm) bpm")
      for (index, expected) in zip(row.removed, row.values) {
        #expect(abs(found[index] - expected) < 1e-9, "size \(row.size), frame \(index)")
      }
    }
  }

  /// A beat of this wave is narrow: its peak is above half its height for a fifth of a period.
  @Test(arguments: [(25.0, 60.0), (30, 100), (60, 180), (240, 200)])
  func leavesACleanPulseAlone(_ sampleRate: Double, _ fastest: Double) {
    for bpm in [40, 55, fastest] {
      let frames = PulseTrain(bpm: bpm, sampleRate: sampleRate, gain: -2, offset: 180).signal.samples
      #expect(FrameImpulses.removed(from: frames, sampleRate: sampleRate) == frames, "\(bpm) bpm")
    }
  }

  /// Peaks of the width that a finger's have, 0.14 s above half their height, are left alone at any rate.
  @Test(arguments: [60.0, 100, 150, 200]) func leavesPeaksOfMoreThanTwoFramesAlone(_ bpm: Double) {
    let frames = (0..<900).map { frame in
      let distance = remainder(Double(frame) / 30 + 0.013, 60 / bpm) / 0.06
      return 180 - 2 * exp(-0.5 * distance * distance)
    }
    #expect(FrameImpulses.removed(from: frames, sampleRate: 30) == frames)
  }

  /// Peaks that are but one or two frames wide lose some of their height: less than two thirds.
  @Test(arguments: [120.0, 150, 180, 200]) func leavesMuchOfAFastPulse(_ bpm: Double) {
    let frames = PulseTrain(bpm: bpm, sampleRate: 30).signal.samples
    let found = FrameImpulses.removed(from: frames, sampleRate: 30)
    for (before, after) in zip(frames, found) { #expect(abs(before - after) < 0.65) }
  }

  /// Outliers in one frame of five do not count as noise.
  @Test(arguments: [5, 6, 8, 10]) func takesOutWhatComesOften(_ interval: Int) {
    let clean = PulseTrain(bpm: 72, sampleRate: 30).signal.samples
    var frames = clean
    for index in stride(from: 2, to: frames.count - 3, by: interval) { frames[index] += 5 }
    let found = FrameImpulses.removed(from: frames, sampleRate: 30)
    for index in 5..<(frames.count - 5) { #expect(abs(found[index] - clean[index]) < 0.65, "frame \(index)") }
  }

  @Test func leavesAFewFramesAndAStillPictureAlone() {
    #expect(FrameImpulses.removed(from: [1, 9, 1, 1], sampleRate: 30) == [1, 9, 1, 1])
    let still = Array(repeating: 17.0, count: 100)
    #expect(FrameImpulses.removed(from: still, sampleRate: 30) == still)
  }

  @Test func thereIsNothingWithoutAFiniteValue() {
    #expect(FrameImpulses.removed(from: .uniform(Signal(samples: [.nan], sampleRate: 30))) == nil)
  }

  /// A step of the light is no outlying frame.
  @Test func leavesAStepAlone() {
    let frames = PulseTrain(bpm: 72, sampleRate: 30, seconds: 20).signal.samples
    let stepped = frames.enumerated().map { $0.offset < 300 ? $0.element : $0.element + 40 }
    let found = FrameImpulses.removed(from: stepped, sampleRate: 30)
    #expect(found == stepped)
  }

  /// Frames cut off beyond the reach change nothing, wherever the cut.
  @Test func knowsOfNoFramesBeyondItsReach() throws {
    for row in try FlagshipOracle.load().impulses where row.size != 0 {
      let (frames, rate) = (row.frames, Double(row.rate))
      let whole = FrameImpulses.removed(from: frames, sampleRate: rate)
      for cut in [2 * row.rate, 5 * row.rate + 1, 7 * row.rate + row.every / 2] {
        for offset in 0..<8 {
          let part = FrameImpulses.removed(from: Array(frames[..<(cut + offset)]), sampleRate: rate)
          let known = cut + offset - FrameImpulses.reach
          #expect(part[..<known] == whole[..<known], "size \(row.size), cut at \(cut + offset)")
        }
      }
    }
  }
}
