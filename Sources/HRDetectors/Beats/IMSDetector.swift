internal import HRPlugins
internal import HRSignals

/// Takes the pulse wave for a row of straight lines and finds the rising ones that fit (`ims`, incremental merge
/// segmentation, W. Karlen, J. M. Ansermino and G. A. Dumont, 2012).
///
/// The wave is cut into segments of `segmentSeconds` (a rest is left out); neighbours whose ends rise, fall or stay
/// alike are merged into one line. A line's height is its last value less its first. Starting with the bounds 0.6 and
/// 1.8 × the largest of the first ten rising heights, the first rising line between the bounds opens the search, with
/// bounds of 0.5 and 2.0 × its height h. After that every rising line is judged that has no flat neighbour (level at
/// both ends, mostly level in between and longer than 0.2 s: clipping):
/// - within the bounds (both included) and its top 0.24 s after the last one: a beat; low ← (low + 0.6·h)/2,
///   high ← 2.0·h;
/// - else an artefact; from the second in a row on low ← (low + 0.5·least)/2 and high ← 1.6·largest of the last five
///   accepted heights.
///
/// A beat's foot is the lowest sample within a segment's length of its line's start, its top the highest within one of
/// the end; then each foot is moved to the lowest sample between two tops, and each top to the highest between two feet
/// (first of equals throughout). The tops are the beats. The line of the last segment alone is not judged.
///
/// - Note: The reading is ppg-beats' `ims_beat_detector` (M. Pimentel), where a segment has 10 samples whatever the
///   rate; at 30 Hz that is a third of a second. Here it is 0.08 s, which is 10 samples from 119 to 131 Hz. The paper's
///   reading of the first ten heights is their 95th percentile, which in MATLAB's definition is the largest of them.
/// - Note: Known weak points: a foot or a dicrotic notch that no segment boundary falls near is passed over; bounds
///   that lost the pulse return slowly, so that after a burst of motion most windows keep few beats.
struct IMSDetector: BeatDetector {
  struct Parameters: ParameterSet {
    var segmentSeconds = 0.08

    static let table: [Parameter<Self>] = [
      Parameter(
        "segmentSeconds", \.segmentSeconds, in: 0.005...0.2, "Length of the segments lines are made of.")
    ]
  }

  static let info = PluginInfo(
    "ims", version: 1, "Rising lines of fitting height in a wave cut into lines.",
    source: "W. Karlen, J. M. Ansermino, G. A. Dumont, Proc. IEEE EMBC, 2012; ppg-beats (M. Pimentel)")

  private static let leastIntervalSeconds = 0.24

  let parameters: Parameters

  /// Several segments in a row with slopes of one sign.
  private struct Line {
    let first: Int
    var last: Int
    let direction: FloatingPointSign?
    var height: Double
    /// True if the wave is constant here for so long that it must be clipped.
    var isClipped = false
  }

  func beats(in wave: Signal) -> [Double] {
    let length = max(2, Int(saturating: (parameters.segmentSeconds * wave.sampleRate).rounded()))
    let lines = lines(of: wave.samples, length, clippedAfter: 0.2 * wave.sampleRate)
    let pulses = pulses(among: lines, length, leastInterval: Self.leastIntervalSeconds * wave.sampleRate)
    return tops(of: pulses, in: wave.samples, reach: length).map { wave.time(at: $0) }
  }

  private func lines(of x: [Double], _ length: Int, clippedAfter limit: Double) -> [Line] {
    var lines: [Line] = []
    lines.reserveCapacity(x.count / length)
    for number in 0..<(x.count / length) {
      let (first, last) = (number * length, (number + 1) * length - 1)
      let rise = x[last] - x[first]
      let direction: FloatingPointSign? = rise == 0 ? nil : rise.sign
      if let line = lines.last, line.direction == direction {
        lines[lines.count - 1].last = last
        lines[lines.count - 1].height = x[last] - x[line.first]
      } else {
        lines.append(Line(first: first, last: last, direction: direction, height: rise))
      }
    }
    for index in lines.indices where lines[index].height == 0 {
      let line = lines[index]
      let steps = line.last - line.first
      let level = (line.first..<line.last).count { x[$0] == x[$0 + 1] }
      lines[index].isClipped = level > steps / 2 && Double(steps) > limit
    }
    return lines
  }

  private func pulses(among lines: [Line], _ length: Int, leastInterval: Double) -> [Line] {
    guard let last = lines.last, let start = lines.lazy.map(\.height).filter({ $0 > 0 }).prefix(10).max()
    else { return [] }
    var (low, high) = (0.6 * start, 1.8 * start)
    var pulses: [Line] = []
    var artefacts = 0
    let judged = last.last - last.first >= length ? lines.count : lines.count - 1
    for index in 0..<judged where lines[index].height > 0 {
      let line = lines[index]
      let fits = line.height >= low && line.height <= high
      guard let before = pulses.last else {
        if fits {
          pulses.append(line)
          (low, high) = (0.5 * line.height, 2 * line.height)
        }
        continue
      }
      let isBesideClipping =
        lines[index - 1].isClipped || (index + 1 < lines.count && lines[index + 1].isClipped)
      guard !isBesideClipping else { continue }
      if fits, Double(line.last - before.last) >= leastInterval {
        (low, high) = ((low + 0.6 * line.height) / 2, 2 * line.height)
        artefacts = 0
        pulses.append(line)
        continue
      }
      if artefacts > 0 {
        var (least, largest) = (Double.infinity, 0.0)
        for pulse in pulses.suffix(5) {
          least = min(least, pulse.height)
          largest = max(largest, pulse.height)
        }
        (low, high) = ((low + 0.5 * least) / 2, 1.6 * largest)
      }
      artefacts += 1
    }
    return pulses
  }

  private func tops(of pulses: [Line], in x: [Double], reach: Int) -> [Int] {
    /// The first of the smallest (sign −1) or largest (sign 1) samples.
    func around(_ index: Int) -> ClosedRange<Int> { max(0, index - reach)...min(x.count - 1, index + reach) }

    var tops = pulses.map { x.extreme(in: around($0.last), sign: 1) }
    guard let first = pulses.first else { return [] }
    var feet = [x.extreme(in: around(first.first), sign: -1)]
    for (before, top) in zip(tops, tops.dropFirst()) {
      feet.append(x.extreme(in: min(before, top)...max(before, top), sign: -1))
    }
    for index in feet.indices.dropLast() where feet[index] < feet[index + 1] {
      tops[index] = x.extreme(in: feet[index]...feet[index + 1], sign: 1)
    }
    return tops
  }
}
