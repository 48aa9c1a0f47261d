/// Height of the likeness between the beats of a sequence. If the sequence takes every second pulse, or continues at
/// the old rate after the heart has become faster, it is as high as at the beats.
///
/// An interval's rival is the highest maximum (above the value before, not below the one after) of the likeness in the
/// middle of the interval, from a quarter of it (rounded down, at least a sample) after a beat to as much before the
/// next; 0 where there is none, or only below 0. Intervals of which a beat is trusted less than 0.5 do not count. The
/// height is the largest mean over a third of those that count (rounded down, at least 4) one after the other; over all
/// where there are fewer; 0 without one.
struct BeatRivals {
  private static let leastIntervals = 4

  let height: Double

  /// - Parameters:
  ///   - beats: samples, rising.
  ///   - likeness: of each sample.
  ///   - trust: in each sample, 0…1.
  init(between beats: [Int], on likeness: [Double], trust: [Double]) {
    let heights = zip(beats, beats.dropFirst()).compactMap { beat, next -> Double? in
      guard min(trust[beat], trust[next]) >= BeatPath.distrust else { return nil }
      return Self.highest(from: beat, to: next, on: likeness)
    }
    let span = max(Self.leastIntervals, heights.count / 3)
    guard heights.count > span else {
      height = heights.isEmpty ? 0 : heights.reduce(0, +) / Double(heights.count)
      return
    }
    height = (0...(heights.count - span)).reduce(0) { highest, first in
      max(highest, heights[first..<(first + span)].reduce(0, +) / Double(span))
    }
  }

  private static func highest(from beat: Int, to next: Int, on likeness: [Double]) -> Double {
    let quarter = max(1, (next - beat) / 4)
    guard beat + quarter <= next - quarter else { return 0 }
    return ((beat + quarter)...(next - quarter)).reduce(0) { highest, index in
      BeatPath.isMaximum(index, of: likeness) ? max(highest, likeness[index]) : highest
    }
  }
}
