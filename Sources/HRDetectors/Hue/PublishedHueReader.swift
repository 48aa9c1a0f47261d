internal import HRPlugins

/// Processing of a frame in the published hue apps, at any frame rate.
///
/// A frame that shows a finger goes through the filter, and once more than `settleCount` such frames have come in a row
/// into the pulse detector. One that does not show it starts the count anew and resets the pulse detector, not the
/// filter.
struct PublishedHueReader: Sendable {
  private let settleCount: Int
  private let gate: FingerGate
  private let colour: ReadColour
  private var filter = PublishedHueFilter()
  private var pulses = PulseDetector()
  private var validCount = 0

  init(settleCount: Int, gate: FingerGate, colour: ReadColour) {
    self.settleCount = settleCount
    self.gate = gate
    self.colour = colour
  }

  mutating func push(_ frame: Frame) {
    guard let hue = gate.hueDegrees(of: frame) else {
      validCount = 0
      pulses.reset()
      return
    }
    validCount += 1
    let value = filter.push(colour.value(of: frame, hue: hue))
    if validCount > settleCount { pulses.push(value, at: frame.time) }
  }

  func reading(at time: Double) -> Estimate {
    guard let rate = pulses.rate(at: time) else { return .abstained(.noReading) }
    var estimate = Estimate.bpm(rate)
    estimate.beats = pulses.recentPulses(at: time)
    return estimate
  }
}

/// Quantity of a frame with a finger that goes through the filter.
enum ReadColour: String, CaseIterable, Sendable {
  /// The hue, as published.
  case hue
  case red, green, blue

  /// - Parameters:
  ///   - frame: means of red, green and blue, 0…255.
  ///   - hue: of that frame, in degrees.
  func value(of frame: Frame, hue: Double) -> Double {
    switch self {
    case .hue: hue
    case .red: frame[0]
    case .green: frame[1]
    case .blue: frame[2]
    }
  }

  static func parameter<Set>(_ path: WritableKeyPath<Set, ReadColour> & Sendable) -> Parameter<Set> {
    Parameter(
      "colour", path,
      "What is filtered of frames that show a finger: the hue, as published, or the level of one colour.")
  }
}
