internal import HRNumerics
internal import HRSignals

/// The spectra of short windows of a recording, one after the other from its start, as input of trackers.
///
/// Own windows of `windowSeconds` begin every `hopSeconds` from the recording's first sample on. Each is detrended by a
/// line, put under a Hann window and zero-padded so that bins are at most one beat per minute apart. Flanks that rise
/// out of the band are levelled (``withoutFlanks(_:)``).
struct RateTrellis: Sendable {
  struct Step: Sendable {
    let startTime: Double
    let endTime: Double
    /// Power of the band's bins and one more either side; `nil` if the window is flat or has samples that are not
    /// finite.
    let power: [Double]?
  }

  let steps: [Step]
  /// Limits of the band. Outermost bins may be placed half a bin beyond them.
  let bandBPM: ClosedRange<Double>
  /// Beats per minute of the first bin of each spectrum, and from bin to bin.
  let firstBPM: Double
  let stepBPM: Double
  /// Half a main lobe in bins.
  let halfWidth: Double

  /// - Returns: `nil` without samples, or if the band holds fewer than three bins.
  init?(_ channels: Channels, bandHz: ClosedRange<Double>, windowSeconds: Double, hopSeconds: Double) {
    guard let wave = ThinnedWave(channels, upToHz: bandHz.upperBound) else { return nil }
    let rate = wave.signal.sampleRate
    let transform = RealFFT(
      count: RealFFT.smoothCount(atLeast: Int(saturating: (max(60, 2 * windowSeconds) * rate).rounded(.up))))
    let binHz = rate / Double(transform.count)
    guard let bins = SpectralPeak.bins(in: bandHz, binHz: binHz, count: transform.binCount)
    else { return nil }
    bandBPM = bandHz.perMinute
    firstBPM = 60 * Double(bins.lowerBound - 1) * binHz
    stepBPM = 60 * binHz
    halfWidth = 2 * Double(transform.count) / (windowSeconds * rate)
    var steps: [Step] = []
    var power: [Double] = []
    let ranges = TimeRange(start: wave.signal.startTime, end: wave.endTime)
      .windows(windowSeconds: windowSeconds, hopSeconds: hopSeconds)
    for range in ranges {
      var found: [Double]?
      if let samples = try? wave.samples(in: range, lowestHz: bandHz.lowerBound),
        samples.allSatisfy(\.isFinite)
      {
        transform.powerSpectrum(of: taperedWithoutLine(samples), into: &power)
        let band = Array(power[bins.lowerBound - 1...bins.upperBound + 1])
        found = Self.withoutFlanks(band)
      }
      steps.append(Step(startTime: range.start, endTime: range.end, power: found))
    }
    self.steps = steps
  }

  /// A band's power without flanks that only rise out of the band: from either end up to the first local minimum, the
  /// power is that of the minimum. The peak of such a flank is outside the band, and a rate on it is none.
  static func withoutFlanks(_ power: [Double]) -> [Double] {
    var level = power
    var foot = 0
    while foot + 1 < power.count, power[foot + 1] < power[foot] { foot += 1 }
    var upper = power.count - 1
    while upper > foot, power[upper - 1] < power[upper] { upper -= 1 }
    for bin in 0..<foot { level[bin] = power[foot] }
    for bin in upper..<power.count { level[bin] = power[upper] }
    return level
  }

  func bpm(atBin place: Double) -> Double { firstBPM + stepBPM * place }

  /// The rate at a bin, placed between bins if the bin is a local maximum of the step's spectrum.
  func bpm(ofBin bin: Int, in step: Int) -> Double {
    guard let power = steps[step].power, bin > 0, bin + 1 < power.count, power[bin] > 0,
      power[bin] >= power[bin - 1], power[bin] >= power[bin + 1]
    else { return bpm(atBin: Double(bin)) }
    return bpm(atBin: SpectralPeak(at: bin, of: power).place)
  }

  /// The share of a step's in-band power about a bin and its double; 0 without a spectrum.
  func share(ofBin bin: Int, in step: Int) -> Double {
    guard let power = steps[step].power else { return 0 }
    // The double counts from 0 bpm, not from the band's edge.
    return power.shareOfTone(
      at: Double(bin), double: 2 * Double(bin) + firstBPM / stepBPM, halfWidth: halfWidth,
      in: 1...power.count - 2)
  }

  /// The steps with windows inside a range; if there are none, the last one that ends by its end.
  func steps(in range: TimeRange) -> Range<Int> {
    let end = steps.partition { $0.endTime <= range.end + TimeRange.slack }
    let start = steps.partition { $0.startTime < range.start - TimeRange.slack }
    return min(start, max(end - 1, 0))..<end
  }
}

extension [RateTrellis.Step] {
  /// Number of leading elements that satisfy a condition which, once false, stays so.
  fileprivate func partition(_ holds: (RateTrellis.Step) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
