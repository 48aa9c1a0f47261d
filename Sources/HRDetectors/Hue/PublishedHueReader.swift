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
  private var pulses: PulseDetector
  private var validCount = 0

  init(
    settleCount: Int, gate: FingerGate, colour: ReadColour, pulses: PulseDetector.Settings = .published
  ) {
    self.pulses = PulseDetector(pulses)
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

/// The hue method's band-pass with its published coefficients, one sample at a time.
///
/// Butterworth of order 5 (ten poles), edges at 0.05 and 0.30 of the sampling rate: 0.5–3 Hz at the 10 fps it was
/// designed for, 1.5–9 Hz at 30 fps.
struct PublishedHueFilter: Sendable {
  private static let gain = 18.94427025
  /// Coefficients of the last ten outputs, oldest first.
  private static let feedback = [
    -0.0, 0.0357796363, -0.1476158522, 0.3992561394, -1.1743136181, 2.4692165842,
    -3.3820859632, 3.9628972812, -4.3832594900, 3.2101976096,
  ]

  /// The last eleven inputs by gain, and ten outputs, oldest first; zeros before the first sample.
  private var x = [Double](repeating: 0, count: 11)
  private var y = [Double](repeating: 0, count: 10)

  init() {}

  mutating func push(_ value: Double) -> Double {
    for i in 0..<10 { x[i] = x[i + 1] }
    x[10] = value / Self.gain
    var output = (x[10] - x[0]) + 5 * (x[2] - x[8]) + 10 * (x[6] - x[4])
    for i in 0..<10 { output += Self.feedback[i] * y[i] }
    for i in 0..<9 { y[i] = y[i + 1] }
    y[9] = output
    return output
  }
}
