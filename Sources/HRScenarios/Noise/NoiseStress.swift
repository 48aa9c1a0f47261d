internal import HRPlugins
internal import HRSignals
internal import RealModule

/// Definition of the signal-to-noise ratio in a noise stress test.
enum StressDefinition: String, CaseIterable, Sendable {
  /// Pulsatile power (``PulsatileBand``) over the variance of the noise; of an ECG, the signal's own variance over it.
  case pulsatile
  /// Ratio as in WFDB's program `nst` (``NoiseStress``).
  case nst
}

/// Noise mixed into optical channels and the ECG during the noisy stretches of a stress test.
///
/// The ratio is 10 log₁₀(S / N) in decibels. By the definition of `nst` in the WFDB software (manual page `nst(1)` of
/// the WFDB Applications Guide, and the program `sigamp` that it calls):
/// - S is the square of the peak-to-peak amplitude, divided by 8. Of an ECG, that amplitude is the range of the samples
///   from 50 ms before to 50 ms after each of the first 300 R peaks, averaged without the largest and smallest 5 %.
///   WFDB takes normal beats of the reference; here all that Pan and Tompkins's method finds in the clean channel
///   count, as the reference may be of another kind. Of an optical channel it is twice ``PulsatileBand/amplitude``, so
///   S is its power.
/// - N is the square of the mean, without the largest and smallest 5 %, of the noise's root mean square about its mean
///   over the first 300 pieces of one second. They are those of the noisy stretches, as mixed in and before clipping,
///   not of the noise's own recording as in `nst`, so that the severity can be measured on what came out. Stretches
///   that hold no whole second count as one piece each.
///
/// At the ends of noisy stretches `nst` shifts the level to avoid steps, here noise fades (``NoisyStretches``). A
/// channel without a measurable pulse or R peak stays as it is.
struct NoiseStress {
  static let touches = ChannelKind.allCases.filter { $0.isOptical || $0 == .ecg }
  static let mostMeasurements = 300
  static let trimmedPart = 20
  static let qrsReachSeconds = 0.05

  let snrDecibels: Double
  let definition: StressDefinition
  let stretches: NoisyStretches

  /// - Parameter noise: a value for each of the channel's samples, of which those within the noisy stretches count;
  ///   `nil` if there is none for the channel.
  func mixing(
    into channels: Channels,
    _ noise: (ChannelKind, Channel, [TimeRange]) throws(ScenarioFailure) -> [Double]?
  ) throws(ScenarioFailure) -> Channels {
    var damaged = channels
    for kind in channels.kinds where Self.touches.contains(kind.ruling) {
      guard let channel = channels[kind], let range = channel.timeRange,
        let signal = signalPower(of: channel, kind), signal > 0, signal.isFinite
      else { continue }
      let noisy = stretches.touching(range).map { (range: $0, indices: channel.indices(in: $0)) }
      let count = noisy.reduce(0) { $0 + $1.indices.count }
      guard count > 2, var added = try noise(kind, channel, noisy.map(\.range)) else { continue }
      for stretch in noisy {
        for index in stretch.indices {
          added[index] *= stretches.loudness(at: channel.time(at: index), in: stretch.range)
        }
      }
      let power = noisePower(of: added, on: channel, noisy.map(\.indices))
      guard power > 0 else {
        throw ScenarioFailure("is given noise that is flat where it meets channel \(kind.rawValue)")
      }
      let scale = noiseScale(snrDecibels: snrDecibels, signalPower: signal, noisePower: power)
      var values = channel.values
      for index in noisy.flatMap(\.indices) { values[index] += scale * added[index] }
      damaged[kind] = channel.replacing(values: kind.clipped(values))
    }
    return damaged
  }

  /// - Returns: `nil` if the channel has no measurable pulse or R peak.
  private func signalPower(of channel: Channel, _ kind: ChannelKind) -> Double? {
    guard kind == .ecg else { return PulsatileBand(channel)?.power }
    switch definition {
    case .pulsatile:
      let finite = channel.values.filter(\.isFinite)
      return finite.isEmpty ? nil : Self.variance(finite[...])
    case .nst:
      return Self.qrsHeight(of: channel).map { $0 * $0 / 8 }
    }
  }

  /// Mean peak-to-peak amplitude of the QRS complexes; `nil` where none is found.
  private static func qrsHeight(of ecg: Channel) -> Double? {
    guard let bridged = PulsatileBand.bridged(ecg.values),
      let even = ecg.replacing(values: bridged).uniform(), even.count > 2
    else { return nil }
    var heights: [Double] = []
    for beat in RPeakMethod.panTompkins.beats(even) where heights.count < mostMeasurements {
      let reach = Int(saturating: (qrsReachSeconds * even.sampleRate).rounded())
      let peak = Int(saturating: ((beat - even.startTime) * even.sampleRate).rounded())
      guard peak >= reach, peak + reach < even.count else { continue }
      guard let range = Array(even.samples[(peak - reach)...(peak + reach)]).finiteExtremes else { continue }
      heights.append(range.high - range.low)
    }
    return trimmedMean(heights)
  }

  private func noisePower(of noise: [Double], on channel: Channel, _ noisy: [Range<Int>]) -> Double {
    switch definition {
    case .pulsatile:
      return Self.variance(noisy.flatMap { noise[$0] }[...])
    case .nst:
      let pieces = noisy.flatMap { Self.pieces($0, of: channel) }.prefix(Self.mostMeasurements)
      let level = Self.trimmedMean(pieces.map { Double.sqrt(Self.variance(noise[$0])) }) ?? 0
      return level * level
    }
  }

  /// Whole seconds from the stretch's first sample on; the stretch itself where it holds none.
  private static func pieces(_ stretch: Range<Int>, of channel: Channel) -> [Range<Int>] {
    guard let last = stretch.last, let rate = channel.nominalRate else { return [] }
    let start = channel.time(at: stretch.lowerBound)
    let seconds = Int(saturating: channel.time(at: last) - start + 1 / rate + TimeRange.slack)
    guard seconds > 0 else { return [stretch] }
    return (0..<seconds).map { second in
      channel.indices(in: TimeRange(start: start + Double(second), end: start + Double(second + 1)))
    }.filter { $0.count > 1 }
  }

  /// Mean without the largest and smallest twentieth (rounded down); `nil` for no values.
  private static func trimmedMean(_ values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    let cut = values.count / trimmedPart
    let kept = values.sorted()[cut..<(values.count - cut)]
    return kept.reduce(0, +) / Double(kept.count)
  }

  /// Variance about the mean; divisor n.
  private static func variance(_ values: ArraySlice<Double>) -> Double {
    let mean = values.reduce(0, +) / Double(values.count)
    return values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)
  }
}

/// Noisy times of a noise stress test: first clean, then noisy and clean by turns, counted from time 0.
///
/// Noise swells and fades as a raised cosine over half a second at both ends of a stretch (a quarter of it, if that is
/// shorter), within the stretch, so that nothing jumps and samples between stretches are unchanged.
struct NoisyStretches: Equatable, Sendable {
  static let fadeSeconds = 0.5
  static let fadeShare = 0.25

  var cleanSeconds: Double
  /// Duration of each noisy and each further clean stretch; 0: noisy ever after (and with `cleanSeconds` 0, at all
  /// times).
  var noisySeconds: Double

  /// The noisy stretches that touch a range, in order, whole; the bounds of an endless one are infinite.
  func touching(_ range: TimeRange) -> [TimeRange] {
    guard noisySeconds > 0 else {
      let start = cleanSeconds > 0 ? cleanSeconds : -Double.infinity
      return start < range.end ? [TimeRange(start: start, end: .infinity)] : []
    }
    var found: [TimeRange] = []
    let period = 2 * noisySeconds
    var start = cleanSeconds + max(0, ((range.start - cleanSeconds) / period).rounded(.down)) * period
    while start < range.end {
      let stretch = TimeRange(start: start, end: start + noisySeconds)
      if stretch.end > range.start { found.append(stretch) }
      start += period
    }
    return found
  }

  /// Factor on the noise at a given time of a stretch: 1 except near its ends.
  func loudness(at time: Double, in stretch: TimeRange) -> Double {
    stretch.loudness(at: time, rampSeconds: min(Self.fadeSeconds, Self.fadeShare * stretch.duration))
  }
}
