internal import HRPlugins

/// What the published hue apps do with a frame, whatever their frame rate.
///
/// A frame that shows a finger goes through the filter, and once more than `settleCount` such frames have come in a row
/// into the pulse detector. One that does not show it starts the count anew and resets the pulse detector, not the
/// filter.
struct PublishedHueReader: Sendable {
  private let settleCount: Int
  private var filter = PublishedHueFilter()
  private var pulses = PulseDetector()
  private var validCount = 0

  init(settleCount: Int) {
    self.settleCount = settleCount
  }

  mutating func push(_ frame: Frame) {
    let colour = HueColour(red255: frame[0], green255: frame[1], blue255: frame[2])
    guard colour.showsFinger else {
      validCount = 0
      pulses.reset()
      return
    }
    validCount += 1
    let value = filter.push(colour.hueDegrees)
    if validCount > settleCount { pulses.push(value, at: frame.time) }
  }

  func reading(at time: Double) -> Estimate {
    guard let rate = pulses.rate(at: time) else { return .abstained(.noReading) }
    var estimate = Estimate.bpm(rate)
    estimate.beats = pulses.recentPulses(at: time)
    return estimate
  }
}
