internal import RealModule

/// Breathing at a slightly wandering frequency.
struct Breathing: Equatable, Sendable {
  let hz: Double
  let phase: Double
  let wanderHz: Double
  let wanderRadians: Double

  /// Phase in radians; the chest is fullest at π/2.
  func phase(at seconds: Double) -> Double {
    2 * .pi * hz * seconds + phase + wanderRadians * Double.sin(2 * .pi * wanderHz * seconds)
  }

  /// Returns the times from 0 on at which the chest is fullest, in seconds; each to a microsecond.
  ///
  /// The phase never falls (the wander is slower than breathing), so each is between two neighbours of a grid.
  func fullest(before end: Double) -> [Double] {
    var moments: [Double] = []
    let full = { (time: Double) in (phase(at: time) / (2 * .pi) - 0.25).rounded(.down) }
    let step = 0.25
    var time = 0.0
    while time < end {
      if full(time + step) > full(time) {
        var (low, high) = (time, time + step)
        let before = full(low)
        while high - low > 1e-7 {
          let middle = (low + high) / 2
          if full(middle) > before { high = middle } else { low = middle }
        }
        if high < end { moments.append((high * 1e6).rounded() / 1e6) }
      }
      time += step
    }
    return moments
  }
}
