internal import HRSignals

/// Makes the pulse of each beat higher or lower.
///
/// A beat's cycle runs from the foot of its pulse to the foot of the next. In it the pulsatile part of the channel
/// (``PulsatileBand/pulse``) is multiplied by the beat's share. The factor passes to the next beat's as a raised
/// cosine over the last ``transitionSeconds`` before that one's foot, or half the cycle if that is shorter, so that
/// upstroke and peak have their full share. Before the first foot the factor is 1. Samples whose factor is 1 keep
/// their bits; missing ones stay missing.
struct PulseHeights {
  static let transitionSeconds = 0.2

  /// Feet of the recorded pulses, in seconds, ascending.
  let feet: [Double]
  /// Factors of the pulses' heights, one for each foot.
  let shares: [Double]

  /// The channel's values with the heights applied.
  func applied(to channel: Channel, pulse band: PulsatileBand) -> [Double] {
    var values = channel.values
    var next = 0
    for (index, time) in channel.times.enumerated() {
      while next < feet.count, feet[next] <= time { next += 1 }
      let factor = self.factor(at: time, before: next)
      if factor != 1 { values[index] += (factor - 1) * band.pulse[index] }
    }
    return values
  }

  /// - Parameter next: index of the first foot after the time.
  private func factor(at time: Double, before next: Int) -> Double {
    let share = next > 0 ? shares[next - 1] : 1
    guard next < feet.count, shares[next] != share else { return share }
    let cycle = next > 0 ? feet[next] - feet[next - 1] : .infinity
    let transition = min(Self.transitionSeconds, cycle / 2)
    let progress = 1 - (feet[next] - time) / transition
    guard progress > 0 else { return share }
    return share + (shares[next] - share) * raisedCosine(progress)
  }
}
