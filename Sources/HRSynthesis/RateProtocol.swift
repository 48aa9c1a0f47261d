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

  /// Rest for a fifth of the time, a rise over three tenths, a plateau of a tenth, and recovery to rest over the rest.
  static func ramp(restingBPM: Double, riseBPM: Double, seconds: Double) -> RateProtocol {
    RateProtocol(limiting: [
      Point(seconds: 0.2 * seconds, bpm: restingBPM),
      Point(seconds: 0.5 * seconds, bpm: restingBPM + riseBPM),
      Point(seconds: 0.6 * seconds, bpm: restingBPM + riseBPM), Point(seconds: seconds, bpm: restingBPM),
    ])
  }

  /// A fall from a raised rate to rest over the first 60 % of the time.
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
      if !allowedBPM.contains(bpm) { problems.append("\"\(part)\": the rate must lie in 30...220 bpm") }
      if let last = points.last, last.seconds >= seconds {
        problems.append("\"\(part)\": each time must be later than the one before")
      }
      points.append(Point(seconds: seconds, bpm: bpm))
    }
    return (problems.isEmpty ? RateProtocol(points) : nil, problems)
  }
}
