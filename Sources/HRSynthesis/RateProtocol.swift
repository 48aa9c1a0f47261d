/// A heart rate over time, in straight lines between given points and constant before the first and after the last.
package struct RateProtocol: Equatable, Sendable {
  package struct Point: Equatable, Sendable {
    package let seconds: Double
    package let bpm: Double

    package init(seconds: Double, bpm: Double) {
      self.seconds = seconds
      self.bpm = bpm
    }
  }

  /// Rates outside are refused.
  package static let allowedBPM = 30.0...220.0

  package let points: [Point]

  /// - Returns: `nil` without points, with times that do not increase, or with rates outside ``allowedBPM``.
  package init?(_ points: [Point]) {
    guard !points.isEmpty, points.allSatisfy({ Self.allowedBPM.contains($0.bpm) }),
      zip(points, points.dropFirst()).allSatisfy({ $0.seconds < $1.seconds })
    else { return nil }
    self.points = points
  }

  private init(limiting points: [Point]) {
    self.points = points.map { Point(seconds: $0.seconds, bpm: Self.limited($0.bpm)) }
  }

  package static func constant(_ bpm: Double) -> RateProtocol {
    RateProtocol(limiting: [Point(seconds: 0, bpm: bpm)])
  }

  /// Rest for a fifth of the time, a rise over three tenths, a plateau of a tenth, and recovery to rest over the rest.
  static func ramp(restingBPM: Double, riseBPM: Double, seconds: Double) -> RateProtocol {
    RateProtocol(limiting: [
      Point(seconds: 0.2 * seconds, bpm: restingBPM),
      Point(seconds: 0.5 * seconds, bpm: restingBPM + riseBPM),
      Point(seconds: 0.6 * seconds, bpm: restingBPM + riseBPM), Point(seconds: seconds, bpm: restingBPM),
    ])
  }

  /// From a raised rate to rest over the first 60 % of the time.
  static func recovery(restingBPM: Double, riseBPM: Double, seconds: Double) -> RateProtocol {
    RateProtocol(limiting: [
      Point(seconds: 0, bpm: restingBPM + riseBPM), Point(seconds: 0.6 * seconds, bpm: restingBPM),
    ])
  }

  static func limited(_ bpm: Double) -> Double {
    min(max(bpm, allowedBPM.lowerBound), allowedBPM.upperBound)
  }

  /// The rate at a time in seconds, in beats per minute.
  package func bpm(at seconds: Double) -> Double {
    guard let later = points.firstIndex(where: { $0.seconds > seconds }) else {
      return points[points.count - 1].bpm
    }
    guard later > 0 else { return points[0].bpm }
    let (a, b) = (points[later - 1], points[later])
    return a.bpm + (seconds - a.seconds) / (b.seconds - a.seconds) * (b.bpm - a.bpm)
  }
}

/// What a synthetic recording goes through.
package enum Activity: String, CaseIterable, Sendable {
  case rest, ramp, recovery

  /// How far above rest exercise takes the rate, before the limit of ``RateProtocol/allowedBPM``.
  static let riseBPM = 50.0

  func rateProtocol(restingBPM: Double, seconds: Double) -> RateProtocol {
    switch self {
    case .rest: .constant(restingBPM)
    case .ramp: .ramp(restingBPM: restingBPM, riseBPM: Self.riseBPM, seconds: seconds)
    case .recovery: .recovery(restingBPM: restingBPM, riseBPM: Self.riseBPM, seconds: seconds)
    }
  }
}

/// Where the intervals between beats come from.
package enum Rhythm: String, CaseIterable, Sendable {
  /// The sinus node: intervals follow rate, breathing and slow waves.
  case sinus
  /// As in atrial fibrillation: intervals vary independently of each other.
  case irregular
}
