/// Rate path and level of the wave from a reading.
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

  /// Highest usual level that the next reading expects; a higher one is motion.
  func usualAtMost(growth: Double) -> Double { growth * level }

  /// Prior of the rate for the spectrum about a time.
  ///
  /// - Returns: `nil` where the track does not reach.
  func prior(at middle: Double, weight: Double, widthHz: Double) -> RatePrior? {
    guard let first = times.first, let last = times.last, first <= middle + 1, middle <= last + 1,
      let nearest = times.indices.min(by: { abs(times[$0] - middle) < abs(times[$1] - middle) })
    else { return nil }
    return RatePrior(rateHz: ratesHz[nearest], weight: weight * confidence.squareRoot(), widthHz: widthHz)
  }
}
