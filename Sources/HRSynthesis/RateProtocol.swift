internal import RealModule

/// A heart rate over time, in straight lines between given points and constant before the first and after the last.
package struct RateProtocol: Equatable, Sendable {
  package struct Point: Equatable, Sendable {
    package let seconds: Double
    package let bpm: Double
  }

  /// Range of the rates that are accepted.
  package static let allowedBPM = 30.0...220.0

  package let points: [Point]

  /// - Returns: `nil` without points, with times that do not increase, or with rates outside ``allowedBPM``.
  package init?(_ points: [Point]) {
    guard !points.isEmpty, points.allSatisfy({ Self.allowedBPM.contains($0.bpm) }),
      zip(points, points.dropFirst()).allSatisfy({ $0.seconds < $1.seconds })
    else { return nil }
    self.points = points
  }

  /// - Parameter points: at least one, at increasing times; rates outside ``allowedBPM`` are brought to its edge.
  init(limiting points: [Point]) {
    self.points = points.map { Point(seconds: $0.seconds, bpm: Self.limited($0.bpm)) }
  }

  package static func constant(_ bpm: Double) -> RateProtocol {
    RateProtocol(limiting: [Point(seconds: 0, bpm: bpm)])
  }

  static func limited(_ bpm: Double) -> Double {
    min(max(bpm, allowedBPM.lowerBound), allowedBPM.upperBound)
  }

  /// The rate at a time in seconds, in beats per minute.
  package func bpm(at seconds: Double) -> Double {
    // The first point after the time, by halving: a day's response to a load has a point for every second.
    var (later, end) = (0, points.count)
    while later < end {
      let middle = (later + end) / 2
      if points[middle].seconds > seconds { end = middle } else { later = middle + 1 }
    }
    guard later < points.count else { return points[points.count - 1].bpm }
    guard later > 0 else { return points[0].bpm }
    let (a, b) = (points[later - 1], points[later])
    return a.bpm + (seconds - a.seconds) / (b.seconds - a.seconds) * (b.bpm - a.bpm)
  }
}

extension RateProtocol {
  /// Reads `0:60,60:150`: seconds and beats per minute of each point.
  ///
  /// - Returns: the protocol, or all that is wrong with the text.
  package static func read(_ text: String) -> (course: RateProtocol?, problems: [String]) {
    var points: [Point] = []
    var problems: [String] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let numbers = part.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
      guard numbers.count == 2, let seconds = numbers[0], let bpm = numbers[1], seconds.isFinite, bpm.isFinite
      else {
        problems.append("\"\(part)\" is not SECONDS:BPM, such as 60:150")
        continue
      }
      if seconds < 0 { problems.append("\"\(part)\" lies before the recording, which starts at 0 s") }
      if !allowedBPM.contains(bpm) { problems.append("\"\(part)\": the rate must be in 30...220 bpm") }
      if let last = points.last, last.seconds >= seconds {
        problems.append("\"\(part)\": each time must be later than the one before")
      }
      points.append(Point(seconds: seconds, bpm: bpm))
    }
    return (problems.isEmpty ? RateProtocol(points) : nil, problems)
  }
}

/// Course of the heart rate in a synthetic recording.
///
/// Ramp and recovery are linear in time. The others below `step` are loads that the heart follows with the subject's
/// ``HeartRateKinetics``; recordings of five minutes and more show them whole.
package enum Activity: String, CaseIterable, Sendable {
  case rest
  /// Rest for a fifth of the time, a rise over three tenths, a plateau of a tenth, and recovery to rest over the rest.
  case ramp
  /// A fall from a raised rate to rest over the first 60 % of the time.
  case recovery
  /// Rest for a fifth of the time; a load that grows until half of it, stays until 0.6 of it and then ends: the rate
  /// comes down exponentially.
  case restRampRecover
  /// Rest for 30 s, then 60 s of hard and 60 s of easy load in turn.
  case intervals
  /// 60 bpm in the first half and 150 bpm in the second, whatever the resting rate, from one beat to the next. No heart
  /// does so; the step shows a detector's delay.
  case step

  /// Rise of the rate above rest in exercise, before the limit of ``RateProtocol/allowedBPM``.
  static let riseBPM = 50.0
  /// The same rise for loads that the rate only approaches.
  static let hardLoadBPM = 80.0
  static let easyLoadBPM = 20.0
  static let stepBPM = (from: 60.0, to: 150.0)
  /// Time between the two points of a jump.
  static let jumpSeconds = 0.001

  func rateProtocol(restingBPM: Double, seconds: Double, kinetics: HeartRateKinetics) -> RateProtocol {
    switch self {
    case .rest: .constant(restingBPM)
    case .ramp:
      RateProtocol(limiting: [
        .init(seconds: 0.2 * seconds, bpm: restingBPM),
        .init(seconds: 0.5 * seconds, bpm: restingBPM + Self.riseBPM),
        .init(seconds: 0.6 * seconds, bpm: restingBPM + Self.riseBPM),
        .init(seconds: seconds, bpm: restingBPM),
      ])
    case .recovery:
      RateProtocol(limiting: [
        .init(seconds: 0, bpm: restingBPM + Self.riseBPM), .init(seconds: 0.6 * seconds, bpm: restingBPM),
      ])
    case .restRampRecover:
      kinetics.response(
        to: RateProtocol(limiting: [
          .init(seconds: 0.2 * seconds, bpm: restingBPM),
          .init(seconds: 0.5 * seconds, bpm: restingBPM + Self.hardLoadBPM),
          .init(seconds: 0.6 * seconds, bpm: restingBPM + Self.hardLoadBPM),
          .init(seconds: 0.6 * seconds + Self.jumpSeconds, bpm: restingBPM),
        ]), seconds: seconds)
    case .intervals:
      kinetics.response(to: Self.intervalLoad(restingBPM: restingBPM, seconds: seconds), seconds: seconds)
    case .step:
      RateProtocol(limiting: [
        .init(seconds: 0.5 * seconds, bpm: Self.stepBPM.from),
        .init(seconds: 0.5 * seconds + Self.jumpSeconds, bpm: Self.stepBPM.to),
      ])
    }
  }

  private static func intervalLoad(restingBPM: Double, seconds: Double) -> RateProtocol {
    var points = [RateProtocol.Point(seconds: 0, bpm: restingBPM)]
    var level = restingBPM
    for (turn, start) in stride(from: 30.0, to: max(seconds, 31), by: 60).enumerated() {
      points.append(.init(seconds: start, bpm: level))
      level = restingBPM + (turn % 2 == 0 ? hardLoadBPM : easyLoadBPM)
      points.append(.init(seconds: start + jumpSeconds, bpm: level))
    }
    return RateProtocol(limiting: points)
  }
}

/// Kinetics of a heart under load: of first order, so that after one time constant 63 % of a change are done, up or
/// down.
///
/// On a treadmill the constant was 57.6 ± 23.6 s in 24 men, alike for steps up and down (K. J. Hunt, S. E. Fankhauser
/// and J. Saengsuwan, BioMed. Eng. OnLine 14:117, 2015). Subjects are spread evenly over one standard deviation on both
/// sides. That recovery is one exponential holds well after moderate, less well after maximal exercise.
struct HeartRateKinetics: Equatable, Sendable {
  static let timeConstants = 34.0...81.2

  let timeConstantSeconds: Double

  /// The rate h with h′ = (load − h) / τ that starts in balance, piecewise linear with points of the solution at most a
  /// second apart (for piecewise linear loads the points are exact; the lines deviate by less than 0.02 bpm).
  ///
  /// - Parameter load: the rate that each load would lead to in the end.
  func response(to load: RateProtocol, seconds: Double) -> RateProtocol {
    let knots = load.points.map(\.seconds).filter { $0 > 0 && $0 < seconds }
    let times = (Array(stride(from: 0, to: seconds, by: 1)) + knots + [seconds]).sorted()
    var (now, wanted) = (times[0], load.bpm(at: times[0]))
    var points = [RateProtocol.Point(seconds: now, bpm: wanted)]
    var rate = wanted
    for time in times where time > now {
      let next = load.bpm(at: time)
      let lag = (next - wanted) / (time - now) * timeConstantSeconds
      rate = next - lag + (rate - wanted + lag) * .exp(-(time - now) / timeConstantSeconds)
      points.append(.init(seconds: time, bpm: rate))
      (now, wanted) = (time, next)
    }
    return RateProtocol(limiting: points)
  }
}
