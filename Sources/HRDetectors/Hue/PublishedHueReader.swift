internal import HRPlugins

/// What the published hue apps do with a frame, whatever their frame rate.
///
/// A frame that shows a finger goes through the filter, and once more than `settleCount` such frames have come in a row
/// into the pulse detector. One that does not show it starts the count anew and resets the pulse detector, not the
/// filter.
struct PublishedHueReader: Sendable {
  private let settleCount: Int
  private let gate: FingerGate
  private var filter = PublishedHueFilter()
  private var pulses = PulseDetector()
  private var validCount = 0

  init(settleCount: Int, gate: FingerGate) {
    self.settleCount = settleCount
    self.gate = gate
  }

  mutating func push(_ frame: Frame) {
    guard let hue = gate.hueDegrees(of: frame) else {
      validCount = 0
      pulses.reset()
      return
    }
    validCount += 1
    let value = filter.push(hue)
    if validCount > settleCount { pulses.push(value, at: frame.time) }
  }

  func reading(at time: Double) -> Estimate {
    guard let rate = pulses.rate(at: time) else { return .abstained(.noReading) }
    var estimate = Estimate.bpm(rate)
    estimate.beats = pulses.recentPulses(at: time)
    return estimate
  }
}
