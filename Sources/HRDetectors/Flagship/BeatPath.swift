internal import HRNumerics
internal import RealModule

/// Picks beats among the maxima of a likeness (and, where it is not trusted, among all samples): the sequence with the
/// highest score. The score is the sum of the likenesses less `leastLikeness`, and less `strictness` times the square
/// of the logarithm of each interval over the period there.
///
/// Intervals are between 0.5 and 1.6 times the period (and a sample more). A sequence begins within the first 1.2
/// periods and ends within the last. If no maximum is within reach, it continues from an earlier one at the price of
/// `strictness`. Of equal sequences the one with the earlier steps wins.
struct BeatPath {
  private static let shortest = 0.5
  private static let longest = 1.6
  private static let edge = 1.2
  /// Trust below which any sample may be a beat.
  static let distrust = 0.5
  /// Number of maxima searched back across a gap.
  private static let gapReach = 12

  /// Period at each sample, in samples.
  let periods: [Double]
  /// Weight of `leastLikeness` at each sample.
  let trust: [Double]
  var strictness = 1.0
  var leastLikeness = 0.0

  func path(on likeness: [Double]) -> (beats: [Int], score: Double) {
    let maxima = candidates(on: likeness)
    guard !maxima.isEmpty else { return ([], 0) }
    let places = maxima.map { Self.place(of: $0, in: likeness) }
    var best = [Double](repeating: 0, count: maxima.count)
    var back = [Int](repeating: -1, count: maxima.count)
    best.withUnsafeMutableBufferPointer { best in
      places.withUnsafeBufferPointer {
        fill(best, &back, maxima: maxima, places: $0, likeness: likeness)
      }
    }
    return row(to: best, back: back, maxima: maxima, places: places)
  }

  /// Fills in the best score of a sequence to each place, and the place before.
  private func fill(
    _ best: UnsafeMutableBufferPointer<Double>, _ back: inout [Int], maxima: [Int],
    places: UnsafeBufferPointer<Double>, likeness: [Double]
  ) {
    var first = 0
    for (number, sample) in maxima.enumerated() {
      let period = periods[sample]
      let (nearest, farthest) = (Self.shortest * period, Self.longest * period + 1)
      while places[number] - places[first] > farthest { first += 1 }
      var (top, from) = (-Double.infinity, -1)
      // Backward from the nearest: later sequences have the higher scores, and most earlier ones need no logarithm.
      var earlier = number - 1
      while earlier >= first {
        let interval = places[number] - places[earlier]
        if interval >= nearest, best[earlier] >= top {
          let ratio = Self.logarithm(ofInterval: interval, over: period)
          let value = best[earlier] - strictness * ratio * ratio
          if value >= top { (top, from) = (value, earlier) }
        }
        earlier -= 1
      }
      if places[number] < Self.edge * period, top < 0 { (top, from) = (0, -1) }
      if top == -Double.infinity {
        for earlier in max(0, number - Self.gapReach)..<number
        where places[number] - places[earlier] >= nearest && best[earlier] - strictness > top {
          (top, from) = (best[earlier] - strictness, earlier)
        }
        if from < 0 { top = 0 }
      }
      best[number] = likeness[sample] - leastLikeness * trust[sample] + top
      back[number] = from
    }
  }

  private func row(
    to best: [Double], back: [Int], maxima: [Int], places: [Double]
  ) -> (beats: [Int], score: Double) {
    let last = periods.count - 1
    let from = Double(last) - Self.edge * periods[last]
    var end = maxima.count - 1
    for number in maxima.indices.reversed() {
      guard places[number] >= from else { break }
      if best[number] > best[end] { end = number }
    }
    let score = best[end]
    var beats: [Int] = []
    while end >= 0 {
      beats.append(maxima[end])
      end = back[end]
    }
    return (beats.reversed(), score)
  }

  static func logarithm(ofInterval interval: Double, over period: Double) -> Double {
    Double.log(interval / period)
  }

  /// Apex of the parabola through a maximum and its neighbours; any other sample itself.
  static func place(of sample: Int, in values: [Double]) -> Double {
    guard sample > 0, sample < values.count - 1, isMaximum(sample, of: values),
      let apex = parabolicApex(values[sample - 1], values[sample], values[sample + 1])
    else { return Double(sample) }
    return Double(sample) + min(max(apex.offset, -1), 1)
  }

  /// True for a sample, with neighbours, that is above the one before and not below the one after.
  static func isMaximum(_ sample: Int, of values: [Double]) -> Bool {
    values[sample] > values[sample - 1] && values[sample] >= values[sample + 1]
  }

  /// Samples above the one before and not below the one after (at the ends the missing neighbour counts as lower), and
  /// every second sample that is not trusted.
  private func candidates(on values: [Double]) -> [Int] {
    [Int](unsafeUninitializedCapacity: values.count) { candidates, count in
      values.withUnsafeBufferPointer { values in
        trust.withUnsafeBufferPointer { trust in
          var before = -Double.infinity
          var next = values.first ?? 0
          for index in 0..<values.count {
            let here = next
            next = index + 1 < values.count ? values[index + 1] : -Double.infinity
            // Every sample is written, and the next one over it unless it counts: that has no branches.
            candidates[count] = index
            let isMaximum = here > before && here >= next
            let mayHideABeat = index & 1 == 0 && trust[index] < Self.distrust
            count &+= isMaximum || mayHideABeat ? 1 : 0
            before = here
          }
        }
      }
    }
  }
}
