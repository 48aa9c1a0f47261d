internal import HRPlugins
package import HRSignals

/// Division of a recording into windows.
package struct WindowPlan: Hashable, Sendable {
  /// The whole recording, once.
  package static let whole = WindowPlan(mode: .spot, windowSeconds: nil, hopSeconds: 1)

  package let mode: MeasurementMode
  /// Length of a window; `nil`: the whole recording.
  package let windowSeconds: Double?
  package let hopSeconds: Double
  /// Start of the first window in seconds after the recording's first sample.
  package let startSeconds: Double
  /// Number of measurements in spot mode that follow each other, of which one counts.
  package let tries: Int
  /// Rule by which it is chosen.
  package let choose: TryChoice
  /// Pauses between one try and the next, in seconds: none, or one fewer than tries.
  package let waitSeconds: [Double]

  package init(
    mode: MeasurementMode, windowSeconds: Double?, hopSeconds: Double, startSeconds: Double = 0,
    tries: Int = 1, choose: TryChoice = .surest, waitSeconds: [Double] = []
  ) {
    self.mode = mode
    self.windowSeconds = windowSeconds
    self.hopSeconds = hopSeconds
    self.startSeconds = startSeconds
    self.tries = tries
    self.choose = choose
    self.waitSeconds = waitSeconds
  }

  /// Returns the number of windows that ``windows(in:)`` makes. Tries come all or not at all.
  package func count(in range: TimeRange) -> Int {
    let rest = rest(of: range)
    guard let windowSeconds else { return startSeconds == 0 || rest.duration > TimeRange.slack ? 1 : 0 }
    switch mode {
    case .continuous: return rest.windowCount(windowSeconds: windowSeconds, hopSeconds: hopSeconds)
    case .spot:
      let needed = Double(tries) * windowSeconds + waited(before: tries)
      return rest.windowCount(windowSeconds: needed, hopSeconds: needed) == 0 ? 0 : tries
    }
  }

  /// Returns full windows only; definition `windows@1`. The caller checks the limit on windows first.
  package func windows(in range: TimeRange) -> [TimeRange] {
    let rest = rest(of: range)
    guard let windowSeconds else { return count(in: range) == 0 ? [] : [rest] }
    switch mode {
    case .continuous: return rest.windows(windowSeconds: windowSeconds, hopSeconds: hopSeconds)
    case .spot:
      return (0..<count(in: range)).map { number in
        let start = rest.start + waited(before: number)
        return TimeRange(
          start: start + Double(number) * windowSeconds, end: start + Double(number + 1) * windowSeconds)
      }
    }
  }

  /// Returns the sum of the pauses before a try, in seconds.
  private func waited(before number: Int) -> Double { waitSeconds.prefix(number).reduce(0, +) }

  private func rest(of range: TimeRange) -> TimeRange {
    TimeRange(start: range.start + startSeconds, end: range.end)
  }

  /// Minimum content of a recording: `one window`, `3 tries of 10 s from 5 s on`.
  package var needed: String {
    let waits = waited(before: tries) > 0 ? " with \(Self.text(waited(before: tries))) s of waiting" : ""
    let what = windowSeconds.map { tries > 1 ? "\(tries) tries of \(Self.text($0)) s\(waits)" : "one window" }
    return (what ?? "one window") + (startSeconds > 0 ? " from \(Self.text(startSeconds)) s on" : "")
  }

  /// `30 s windows every 5 s`
  package var described: String { [self].described }

  /// `best of 3 tries`, `first with a value of up to 3 tries, after 2 and 4 s of waiting`
  fileprivate var triesDescribed: String {
    let rule =
      switch choose {
      case .surest: "best of \(tries) tries"
      case .firstValid: "first with a value of up to \(tries) tries"
      }
    guard waited(before: tries) > 0 else { return rule }
    return rule + ", after \(waitSeconds.map(Self.text).joined(separator: " and ")) s of waiting"
  }

  fileprivate static func text(_ seconds: Double) -> String { ParameterValue.number(seconds).text }
}

extension [WindowPlan] {
  /// Description of the plans of one experiment, which differ in length and start alone:
  /// `one window per recording: 10, 20 or 30 s from its start (best of 3 tries)`.
  package var described: String {
    guard let first else { return "no windows" }
    let lengths = compactMap(\.windowSeconds).distinct
    let starts = map(\.startSeconds).distinct
    let start = starts == [0] ? nil : "from \(Self.alternatives(starts)) s on"
    guard let length = first.windowSeconds else {
      return "one window per recording: the whole of it" + (start.map { " \($0)" } ?? "")
    }
    switch first.mode {
    case .continuous:
      return "\(WindowPlan.text(length)) s windows every \(WindowPlan.text(first.hopSeconds)) s"
        + (start.map { ", \($0)" } ?? "")
    case .spot:
      let tries = first.tries > 1 ? " (\(first.triesDescribed))" : ""
      guard lengths.count > 1 || start != nil || first.tries > 1 else {
        return "one window per recording: its first \(WindowPlan.text(length)) s"
      }
      return "one window per recording: \(Self.alternatives(lengths)) s \(start ?? "from its start")\(tries)"
    }
  }

  /// `10, 20 or 30`
  private static func alternatives(_ values: [Double]) -> String {
    let texts = values.map(WindowPlan.text)
    guard let last = texts.last, texts.count > 1 else { return texts.joined() }
    return texts.dropLast().joined(separator: ", ") + " or \(last)"
  }
}

/// Rule by which one of several tries counts.
package enum TryChoice: String, CaseIterable, Codable, Sendable {
  /// The one with the highest confidence: `surestTry@1`.
  case surest
  /// The earliest one with an estimate: `firstValidTry@1`.
  case firstValid
}

/// One window per recording, or windows all along it.
package enum MeasurementMode: String, CaseIterable, Codable, Sendable {
  case continuous, spot
}
