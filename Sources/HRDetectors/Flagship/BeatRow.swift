internal import HRNumerics

/// The likeliest sequence of beats in a window along its rate path.
///
/// The first sequence is that of the peaks of the wave or of its troughs, whichever have the higher score (light falls
/// when blood rises, so either may be the pulse). Then, twice: the mean pulse of the sequence is the template, and
/// beats are searched in the wave's likeness to it. The strictness follows from the variance of the likeness at the
/// sequence's own beats (noise) and of its intervals (rhythm).
struct BeatRow {
  private static let firstStrictness = 4.0
  private static let rounds = 2
  /// The template reaches this share of a period before the beat and after it.
  private static let before = 0.35
  private static let after = 0.55
  private static let leastNoise = 0.005
  private static let leastSpread = 0.005
  private static let strictness = 0.3...60
  /// Likeness below which a beat costs more than it brings.
  private static let leastLikeness = 0.3

  /// Beats in samples of the window; at least three.
  let beats: [Double]
  /// Variance of the beats' likeness to their template, whose mean is 1.
  let noise: Double
  /// Mean square of the logarithm of interval over period.
  let spread: Double
  /// Height of the likeness between beats, relative to the mean at the beats; see ``BeatRivals``. Near 1 if the
  /// sequence takes every second pulse.
  let rival: Double

  init?(_ window: PulseWindow, ridge: RateRidge) {
    let periods = ridge.periods(count: window.wave.count, sampleRate: window.chain.sampleRate)
    var search = BeatPath(periods: periods, trust: window.trust)
    var likeness = window.even
    search.strictness = Self.firstStrictness
    let upward = search.path(on: likeness)
    let turned = likeness.map { -$0 }
    let downward = search.path(on: turned)
    var path = upward
    if downward.score > upward.score { (path, likeness) = (downward, turned) }

    search.leastLikeness = Self.leastLikeness
    var (noise, spread) = (1.0, 1.0)
    for _ in 0..<Self.rounds {
      guard path.beats.count >= 3, let period = median(path.beats.map { periods[$0] }),
        let template = Self.template(of: path.beats, in: window, period: period)
      else { break }
      likeness = Self.likeness(of: window, to: template)
      let mean = path.beats.reduce(0) { $0 + likeness[$1] } / Double(path.beats.count)
      guard mean > 0 else { break }
      for index in likeness.indices { likeness[index] /= mean }
      (noise, spread) = Self.measure(path.beats, likeness: likeness, trust: window.trust, periods: periods)
      let strictness = (noise + Self.leastNoise) / (spread + Self.leastSpread)
      search.strictness = min(max(strictness, Self.strictness.lowerBound), Self.strictness.upperBound)
      let beats = path.beats
      path = search.path(on: likeness)
      // The same beats would make the same template, and so on.
      if path.beats == beats { break }
    }
    guard path.beats.count >= 3 else { return nil }
    beats = path.beats.map { BeatPath.place(of: $0, in: likeness) }
    self.noise = noise
    self.spread = spread
    rival = BeatRivals(between: path.beats, on: likeness, trust: window.trust).height
  }

  private static func measure(
    _ beats: [Int], likeness: [Double], trust: [Double], periods: [Double]
  ) -> (noise: Double, spread: Double) {
    var (variance, weight, squares) = (0.0, 0.0, 0.0)
    for beat in beats {
      let distance = likeness[beat] - trust[beat]
      variance += trust[beat] * distance * distance
      weight += trust[beat]
    }
    for (beat, next) in zip(beats, beats.dropFirst()) {
      let ratio = BeatPath.logarithm(ofInterval: Double(next - beat), over: periods[next])
      squares += ratio * ratio
    }
    return (variance / max(weight, 1e-9), squares / Double(beats.count - 1))
  }

  /// Mean wave about the beats, each by its trust and over its level; of length 1.
  private static func template(
    of beats: [Int], in window: PulseWindow, period: Double
  ) -> (values: [Double], beat: Int)? {
    let (before, after) = (Int(saturating: before * period), Int(saturating: after * period))
    var values = [Double](repeating: 0, count: before + after + 1)
    for beat in beats where beat >= before && beat + after < window.wave.count {
      let weight = window.trust[beat] / window.level[beat]
      for index in values.indices { values[index] += weight * window.wave[beat - before + index] }
    }
    let size = values.reduce(0) { $0 + $1 * $1 }.squareRoot()
    guard size > 0 else { return nil }
    return (values.map { $0 / size }, before)
  }

  /// Product of the template and the wave about each sample (zero beyond the window), over its level, times its trust.
  private static func likeness(
    of window: PulseWindow, to template: (values: [Double], beat: Int)
  ) -> [Double] {
    let count = window.wave.count
    let values = template.values
    // Sixteen samples at a time, so that a sum stays in registers while the template passes.
    let (lanes, padding) = (16, values.count + 16)
    var padded = [Double](repeating: 0, count: template.beat)
    padded.reserveCapacity(template.beat + count + padding)
    padded.append(contentsOf: window.wave)
    padded.append(contentsOf: repeatElement(0, count: padding))
    var sums = [Double](repeating: 0, count: count)
    sums.withUnsafeMutableBufferPointer { sums in
      padded.withUnsafeBytes { wave in
        for first in stride(from: 0, to: count, by: lanes) {
          var sum = SIMD16<Double>.zero
          for index in values.indices {
            let piece = wave.loadUnaligned(
              fromByteOffset: (first + index) * MemoryLayout<Double>.stride, as: SIMD16<Double>.self)
            sum += SIMD16(repeating: values[index]) * piece
          }
          for lane in 0..<min(lanes, count - first) { sums[first + lane] = sum[lane] }
        }
      }
    }
    for sample in 0..<count { sums[sample] *= window.trust[sample] / window.level[sample] }
    return sums
  }
}

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
