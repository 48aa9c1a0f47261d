internal import HRPlugins
internal import HRSignals

/// Tests that there is no rate without a signal, and never one that is not finite.
extension DetectorTryout {
  /// Channels filled with a value. Contact stays as it is: a finger that is in place and has no pulse.
  private func filled(count: Int, rate: Double, _ value: (Int) -> Double) -> Channels {
    var channels = Channels()
    for kind in entry.inputs {
      channels[kind] = .uniform(
        Signal(samples: (0..<count).map { kind == .contact ? 1 : value($0) }, sampleRate: rate))
    }
    return channels
  }

  func stillness() -> [String] {
    [0, 0.1, -3e5, .nan].flatMap { level in
      entry.sampleRates(30, 250).compactMap { rate in
        estimate(filled(count: Int(saturating: 12 * rate), rate: rate) { _ in level }).0.bpm
          .map { "\($0) bpm of the level \(level) at \(rate) Hz" }
      }
    }
  }

  func handfuls() -> [String] {
    let few = (0...3).compactMap { count in
      estimate(filled(count: count, rate: 30) { Double($0 * $0) }).0.bpm
        .map { "\($0) bpm of \(count) samples" }
    }
    let nothing = estimate(in: TimeRange(start: 3, end: 13), of: Channels())
    return few + (nothing.bpm.map { ["\($0) bpm of no channels"] } ?? [])
  }

  func roughness() -> [String] {
    zip([1, 2, 3] as [UInt64], [12.0, 5, 1]).flatMap { seed, seconds in
      entry.sampleRates(30, 125).flatMap { rate in
        let count = Int(saturating: seconds * rate)
        let rough = RoughSignal.make(count: count, sampleRate: rate, seed: seed).samples
        let (found, range) = estimate(filled(count: count, rate: rate) { rough[$0] })
        return faults(found, in: range)
      }
    }
  }

  func gaps() -> [String] {
    let whole = pulse().channels(of: entry)
    let gaps: [(Range<Int>, Double)] = [
      (0..<1, .nan), (500..<501, .nan), (400..<520, .nan), (700..<701, .infinity), (300..<1200, .nan),
    ]
    return gaps.flatMap { gap, value in
      let (found, range) = estimate(
        whole.mapValues { kind, values in
          kind == .contact
            ? values : values.enumerated().map { gap.contains($0.offset) ? value : $0.element }
        })
      return faults(found, in: range).map { "\($0) with \(value) at \(gap)" }
    }
  }

  /// Tests a flat window after a pulse. Filters have had a second to ring out, and streaming detectors longer than any
  /// memory.
  func flatAfterPulse() -> [String] {
    let pulse = pulse(noise: 0)
    let flat = pulse.channels(of: entry).mapValues { _, values in
      values + Array(repeating: values[0], count: Int(saturating: 35 * pulse.sampleRate))
    }
    return estimate(in: TimeRange(start: 21, end: 55), of: flat).bpm.map { ["\($0) bpm"] } ?? []
  }
}
