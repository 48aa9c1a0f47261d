internal import HRPlugins
internal import HRSignals

/// Tests of changes that must not change an answer, or change it in a known way; and that a clean pulse is read.
extension DetectorTryout {
  private func differ(_ a: Estimate, _ b: Estimate, by tolerance: Double = 1e-3) -> String? {
    let isOther =
      if let one = a.bpm, let other = b.bpm { abs(one - other) > tolerance } else { a.outcome != b.outcome }
    return isOther ? "\(b.outcome) for \(a.outcome)" : nil
  }

  mutating func units() -> [String] {
    let plain = reading(of: pulse())
    var violations: [String] = []
    for (gain, offset) in [(1e-3, 0.0), (1e-3, 1), (40, 200), (1, -1e4), (1e5, 0), (1e5, 1e4)] {
      var other = pulse()
      (other.gain, other.offset) = (gain, offset)
      violations +=
        differ(plain, reading(of: other)).map { ["\($0) at gain \(gain), offset \(offset)"] } ?? []
    }
    return violations
  }

  mutating func upsideDown() -> [String] {
    var other = pulse()
    other.gain = -3
    return [differ(reading(of: pulse()), reading(of: other))].compactMap(\.self)
  }

  mutating func stretching() -> [String] {
    var pulse = pulse(seconds: 30)
    pulse.rate = entry.measuresBreath ? 18 : 110
    let plain = reading(of: pulse).bpm
    return [0.8, 1.25, 2].compactMap { factor in
      let found = estimate(
        in: TimeRange(start: 0, end: 30 * factor), of: pulse.channels(of: entry).stretched(by: factor))
      guard let bpm = found.bpm, let plain else {
        return "\(found.outcome) for \(plain ?? .nan) / \(factor)"
      }
      return abs(bpm - plain / factor) > expectations.toleranceBPM ? "\(bpm) for \(plain / factor)" : nil
    }
  }

  mutating func clock() -> [String] {
    var later = pulse()
    later.startTime = 3600
    let (now, then) = (reading(of: pulse()), reading(of: later))
    let movesBeats =
      now.beats.count != then.beats.count
      || zip(now.beats, then.beats).contains { abs($0 + 3600 - $1) > 1e-3 }
    return [differ(now, then), movesBeats ? "other beats" : nil].compactMap(\.self)
  }

  mutating func parts() -> [String] {
    let halves = (entry.measuresBreath ? [20.0, 12] : [80.0, 96]).map { rate in
      var half = pulse(seconds: 30)
      half.rate = rate
      return half
    }
    let joined = halves[0].channels(of: entry).followed(by: halves[1].channels(of: entry))
    // A tracker gets ten seconds more of the second half, and the end of either.
    let ranges =
      entry.tracks
      ? [TimeRange(start: 20, end: 30), TimeRange(start: 50, end: 60)]
      : [TimeRange(start: 0, end: 30), TimeRange(start: 30, end: 60)]
    var seesItsWindowOnly = false
    if case .window(let detector) = made {
      seesItsWindowOnly =
        !(detector is any PreparedWindowDetector || detector is any CompositeDetector)
    }
    let found = entry.estimates(in: ranges, of: joined, by: made)
    return halves.indices.compactMap { index in
      var half = halves[index]
      half.startTime = 30 * Double(index)
      let alone = estimate(in: ranges[index], of: half.channels(of: entry))
      let difference =
        if seesItsWindowOnly {
          alone == found[index] ? nil : "\(found[index].outcome) for exactly \(alone.outcome)"
        } else {
          differ(alone, found[index], by: entry.tracks ? 3 : 0.3)
        }
      return difference.map { "\($0) in part \(index)" }
    }
  }

  /// Rates and sample rates by turns, like the black squares of a chessboard.
  func cleanPulses() -> [String] {
    var violations: [String] = []
    let range = TimeRange(start: 0, end: 30)
    for (row, sampleRate) in entry.cleanSampleRates.enumerated() {
      for (column, rate) in entry.cleanRates.enumerated() where (row + column) % 2 == 0 {
        let pulse = PulseChannels(rate: rate, sampleRate: sampleRate).channels(of: entry)
        violations += faults(reading: rate, from: pulse, in: range)
          .map { "\($0) for \(rate) a minute at \(sampleRate) Hz" }
      }
    }
    return violations
  }

  /// Faults of the estimate from a clean pulse of a known rate.
  func faults(reading rate: Double, from channels: Channels, in range: TimeRange) -> [String] {
    let found = estimate(in: range, of: channels)
    let isRead = found.bpm.map { abs($0 - rate) <= expectations.toleranceBPM } ?? false
    return faults(found, in: range) + (isRead ? [] : ["\(found.outcome)"])
  }
}
