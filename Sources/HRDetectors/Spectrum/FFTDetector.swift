package import HRPlugins
package import HRSignals
internal import RealModule

/// Takes the largest peak of the spectrum in the cardiac band as the heart rate: the red-channel guide's spectral
/// method with its flaws repaired.
///
/// The window's samples, linearly detrended and under a Hann window, are zero-padded to at least eight times their
/// number; of the power between the cutoffs the largest bin counts, placed by a parabola through the logarithms of
/// the power there and on both sides. If that bin is no peak but the flank of something outside the band, or stands on
/// the band's first or last bin, there is no answer.
///
/// The confidence is the share of the in-band power within one main lobe (two over the window's length, either side)
/// of the peak and of its double: 1 for a clean pulse.
///
/// - Note: The padding only draws the spectrum finely. Two rates less than about 120 / duration beats per minute apart
///   merge. Reads double when the second harmonic outweighs the pulse.
/// - Note: `prepare` low-passes and thins the whole recording once, to at least three times `highCutoffHz`; a window
///   uses the thinned samples whose filter support lies inside it. A window taken from a prepared recording may use
///   thinned samples at other moments than the same window on its own (they are counted from the first sample), which
///   moves the rate by hundredths of a beat per minute.
package struct FFTDetector: PreparedWindowDetector {
  package struct Parameters: ParameterSet {
    package var lowCutoffHz = 0.7
    package var highCutoffHz = 3.5

    package init() {}

    package static let table: [Parameter<Self>] = [
      Parameter("lowCutoffHz", \.lowCutoffHz, in: 0.3...2, "Lower edge of the search; 0.7 Hz is 42 bpm."),
      Parameter("highCutoffHz", \.highCutoffHz, in: 2...6, "Upper edge of the search; 3.5 Hz is 210 bpm."),
    ]

    package var conflicts: [String] {
      lowCutoffHz < highCutoffHz ? [] : ["lowCutoffHz must be below highCutoffHz"]
    }
  }

  package static let info = PluginInfo(
    "fft", version: 1, "Largest spectral peak in the cardiac band.",
    source: "hreval; corrects fft.swasthicare")
  package static let inputs = [ChannelKind.ppg]

  /// Periods of the lowest rate that a window must hold.
  private static let leastPeriods = 2.0
  private static let paddingFactor = 8
  /// Lengths of the transforms kept ready; powers of two are the fastest, and the last serves windows up to 34 s at
  /// the 10 to 15 samples per second that are left of most recordings.
  private static let usualCounts = [1024, 2048, 4096]

  private let bandHz: ClosedRange<Double>

  package init(_ parameters: Parameters) {
    bandHz = parameters.lowCutoffHz...parameters.highCutoffHz
  }

  /// The recording at its working rate, and the transforms its windows share.
  package struct Thinned: Sendable {
    fileprivate let signal: Signal
    /// Raw samples within this time either side have gone into each sample.
    fileprivate let reachSeconds: Double
    fileprivate let transforms: [RealFFT]
  }

  package func prepare(_ channels: Channels) -> Thinned? {
    guard let raw = channels[.ppg]?.uniform(), raw.count > 0 else { return nil }
    let transforms = Self.usualCounts.map { RealFFT(count: $0) }
    let factor = Decimator.factor(sampleRate: raw.sampleRate, for: bandHz.upperBound)
    guard factor > 1 else { return Thinned(signal: raw, reachSeconds: 0, transforms: transforms) }
    // Aliases may fall between the band and half the new rate, where nobody looks.
    let decimator = Decimator(
      sampleRate: raw.sampleRate, passHz: bandHz.upperBound,
      stopHz: raw.sampleRate / Double(factor) - bandHz.upperBound, factor: factor, attenuationDecibels: 50)
    return Thinned(
      signal: decimator.apply(raw), reachSeconds: decimator.reachSeconds, transforms: transforms)
  }

  package func heartRate(in range: TimeRange, of thinned: Thinned?) -> Estimate {
    guard let thinned, range.duration * bandHz.lowerBound >= Self.leastPeriods else {
      return .abstained(.windowTooShort)
    }
    let signal = thinned.signal
    // Raw samples lie before the window's end, so a sample that reaches exactly to it belongs to the next window.
    let samples = Array(
      signal.samples[
        signal.indices(
          in: TimeRange(start: range.start + thinned.reachSeconds, end: range.end - thinned.reachSeconds))])
    guard samples.count >= 8, Double(samples.count) / signal.sampleRate * bandHz.lowerBound >= 1 else {
      return .abstained(.windowTooShort)
    }
    guard let first = samples.first, samples.contains(where: { abs($0 - first) > 1e-12 * abs(first) }) else {
      return .abstained(.flatSignal)
    }
    let leastCount = Self.paddingFactor * samples.count
    var transform =
      thinned.transforms.first { $0.count >= leastCount }
      ?? RealFFT(count: RealFFT.smoothCount(atLeast: leastCount))
    var powers: [Double] = []
    transform.powerSpectrum(of: Self.tapered(samples), into: &powers)
    return estimate(
      from: powers, binHz: signal.sampleRate / Double(transform.count),
      mainLobeHz: 2 * signal.sampleRate / Double(samples.count))
  }

  /// Without their straight line, under a periodic Hann window.
  private static func tapered(_ samples: [Double]) -> [Double] {
    var values = removingLine(samples)
    let window = periodicHann(count: values.count)
    for index in values.indices { values[index] *= window[index] }
    return values
  }

  private func estimate(from powers: [Double], binHz: Double, mainLobeHz: Double) -> Estimate {
    let lowest = max(1, Int((bandHz.lowerBound / binHz).rounded(.up)))
    let highest = min(powers.count - 2, Int((bandHz.upperBound / binHz).rounded(.down)))
    guard lowest < highest else { return .abstained(.noPeak) }
    var strongest = lowest
    for bin in lowest...highest where powers[bin] > powers[strongest] { strongest = bin }
    let power = powers[strongest]
    guard power > 0 else { return .abstained(.flatSignal) }
    guard strongest > lowest, strongest < highest, power > powers[strongest - 1],
      power > powers[strongest + 1]
    else { return .abstained(.bandEdge) }

    let before = Double.log(max(powers[strongest - 1], power * 1e-12))
    let middle = Double.log(power)
    let after = Double.log(max(powers[strongest + 1], power * 1e-12))
    guard let apex = parabolicApex(before, middle, after) else { return .abstained(.noPeak) }
    let peakHz = (Double(strongest) + apex.offset) * binHz

    var total = 0.0
    var near = 0.0
    for bin in lowest...highest {
      let hertz = Double(bin) * binHz
      total += powers[bin]
      if abs(hertz - peakHz) <= mainLobeHz || abs(hertz - 2 * peakHz) <= mainLobeHz { near += powers[bin] }
    }
    return .bpm(60 * peakHz, confidence: near / total)
  }
}
