/// Where the rate was and how high the wave, as a reading found them.
struct FusionTrack: Sendable {
  private let times: [Double]
  private let ratesHz: [Double]
  private let confidence: Double
  private let level: Double

  init(_ reading: FusionReading) {
    times = reading.ridgeTimes
    ratesHz = reading.ridge.ratesHz
    confidence = reading.confidence
    level = reading.level
  }

  /// A wave may grow by so much from one reading to the next; more is motion.
  func usualAtMost(growth: Double) -> Double { growth * level }

  /// What a spectrum about a moment may expect.
  ///
  /// - Returns: `nil` where the track does not reach.
  func prior(at middle: Double, weight: Double, widthHz: Double) -> RatePrior? {
    guard let first = times.first, let last = times.last, first <= middle + 1, middle <= last + 1,
      let nearest = times.indices.min(by: { abs(times[$0] - middle) < abs(times[$1] - middle) })
    else { return nil }
    return RatePrior(rateHz: ratesHz[nearest], weight: weight * confidence.squareRoot(), widthHz: widthHz)
  }
}
