internal import HRNumerics
internal import HRSignals

/// The local maxima of a band-passed wave and of its mirror image: the possible beats.
///
/// A maximum is strictly above the sample before it and not below the one after; its time and height are those of the
/// parabola through the three.
struct PulseCandidates: Sendable {
  /// Sample of each maximum, ascending.
  private(set) var indices: [Int] = []
  /// Seconds, with the parabola's apex.
  private(set) var times: [Double] = []
  private(set) var heights: [Double] = []

  /// - Parameter sign: 1 for maxima, −1 for minima (whose heights are those of the mirror image).
  init(_ wave: Signal, sign: Double) {
    let samples = wave.samples
    guard samples.count > 2 else { return }
    for index in 1..<(samples.count - 1) {
      let before = sign * samples[index - 1]
      let middle = sign * samples[index]
      let after = sign * samples[index + 1]
      guard middle > before, middle >= after, let apex = parabolicApex(before, middle, after) else {
        continue
      }
      indices.append(index)
      times.append(wave.startTime + (Double(index) + apex.offset) / wave.sampleRate)
      heights.append(apex.height)
    }
  }

  /// The beats among the candidates that are, with both neighbours, on the given samples.
  ///
  /// From left to right, a candidate higher than the threshold is a beat. One that follows a beat by less than the
  /// refractory time replaces it if it is higher, else is passed over: of the systolic wave and its echo the higher one
  /// stays, whichever came first.
  ///
  /// - Returns: times in seconds, ascending.
  func beats(on samples: Range<Int>, above threshold: Double, refractorySeconds: Double) -> [Double] {
    var beats: [Double] = []
    beats.reserveCapacity(64)
    var lastHeight = 0.0
    var number = indices.firstIndex(notBefore: samples.lowerBound + 1)
    while number < indices.count, indices[number] < samples.upperBound - 1 {
      defer { number += 1 }
      let height = heights[number]
      guard height > threshold else { continue }
      let time = times[number]
      if let last = beats.last, time - last < refractorySeconds {
        guard height > lastHeight else { continue }
        beats[beats.count - 1] = time
      } else {
        beats.append(time)
      }
      lastHeight = height
    }
    return beats
  }
}
