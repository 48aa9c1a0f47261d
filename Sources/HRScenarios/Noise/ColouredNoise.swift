internal import HRNumerics
internal import HRPlugins
internal import HRSignals
internal import RealModule

/// Gaussian noise of unit variance whose spectrum is a sum of bands that each fall as a power of the frequency.
///
/// It is made of overlapping blocks. A block's spectrum is drawn bin by bin, amplitude and phase (J. Timmer and M.
/// König, "On generating power law noise", Astron. Astrophys. 300:707, 1995), so its slope is exact up to half the
/// sample rate. A block is faded in and out as a sine, and as the next block fades in as a cosine, the variance is the
/// same everywhere. Each block has a stream of its own, counted in samples from the channel's first. So the noise does
/// not depend on the recording's length. The fades blur the spectrum over one or two parts in ``lowestPeriodsPerBlock``
/// of its lowest frequency.
struct ColouredNoise {
  /// A band with power density proportional to 1 / f^exponent between two frequencies, zero outside.
  struct Band {
    let edgesHz: ClosedRange<Double>
    let exponent: Double
    /// Share of the noise's variance; bands that do not fit below half the sample rate leave theirs to the others.
    var share = 1.0
  }

  static let lowestPeriodsPerBlock = 8.0
  /// Shortest block, so that the fades do not blur noise of high frequencies only.
  static let shortestBlockSeconds = 8.0

  let bands: [Band]
  let random: RandomSource
  let name: String

  /// The noise at each of the channel's samples; of irregular ones, interpolated linearly on the nominal even grid.
  ///
  /// - Parameter spans: times at which the noise is needed, by their starts, which saves the blocks that touch none;
  ///   `nil`: all times. The values at other times are undefined.
  /// - Returns: `nil` if no band is below half the sample rate or the channel has fewer than two samples.
  func values(on channel: Channel, during spans: [TimeRange]? = nil) -> [Double]? {
    guard channel.count > 1, let rate = channel.nominalRate else { return nil }
    switch channel {
    case .uniform(let signal):
      return samples(signal.count, sampleRate: rate, from: signal.startTime, during: spans)
    case .irregular(let series):
      let first = series.times[0]
      let last = Int(saturating: ((series.times[series.count - 1] - first) * rate).rounded(.up)) + 1
      return samples(last + 1, sampleRate: rate, from: first, during: spans).map { even in
        let noise = Signal(samples: even, sampleRate: rate, startTime: first)
        return series.times.map { noise.interpolated(at: $0) }
      }
    }
  }

  /// Evenly spaced noise.
  private func samples(
    _ count: Int, sampleRate: Double, from first: Double, during spans: [TimeRange]?
  ) -> [Double]? {
    let lowestHz = bands.reduce(.infinity) { min($0, $1.edgesHz.lowerBound) }
    let seconds = max(Self.lowestPeriodsPerBlock / lowestHz, Self.shortestBlockSeconds)
    let transform = RealFFT(
      count: RealFFT.smoothCount(atLeast: Int(saturating: (seconds * sampleRate).rounded(.up))))
    guard let heights = heights(bins: transform.binCount, stepHz: sampleRate / Double(transform.count)) else {
      return nil
    }
    let length = transform.count
    let hop = length / 2
    let fade = (0..<length).map { Double.sin(.pi * (Double($0) + 0.5) / Double(length)) }
    var result = [Double](repeating: 0, count: count)
    var (spectrum, re, im): ([Double], [Double], [Double]) = (Array(repeating: 0, count: length), [], [])
    // Times of samples beside a span, to be interpolated between, belong to it.
    let margin = 2 / sampleRate + TimeRange.slack
    var next = 0
    for (block, start) in zip(0..., stride(from: -hop, to: count, by: hop)) {
      if let spans {
        let begin = first + Double(start) / sampleRate - margin
        while next < spans.count, spans[next].end < begin { next += 1 }
        guard next < spans.count else { break }
        guard spans[next].start < first + Double(start + length) / sampleRate + margin else { continue }
      }
      var stream = random.stream("\(name) block \(block)")
      // White noise stays white and Gaussian under the (real, symmetric) Hartley transform, so it is drawn behind it.
      for bin in 0..<length { spectrum[bin] = heights[min(bin, length - bin)] * stream.normal() }
      transform.transform(spectrum, real: &re, imaginary: &im)
      for index in max(start, 0)..<min(start + length, count) {
        let place = index - start
        let value = place <= hop ? re[place] - im[place] : re[length - place] + im[length - place]
        result[index] += fade[place] * value
      }
    }
    return result
  }

  /// Standard deviation of each bin's number, such that all together (both sides of the spectrum) make a variance of 1.
  private func heights(bins: Int, stepHz: Double) -> [Double]? {
    var densities = [Double](repeating: 0, count: bins)
    var total = 0.0
    for band in bands {
      let first = max(1, Int(saturating: (band.edgesHz.lowerBound / stepHz).rounded(.up)))
      let end = min(
        bins, Int(saturating: min(band.edgesHz.upperBound / stepHz, Double(bins)).rounded(.down)) + 1)
      guard first < end else { continue }
      let shape = (first..<end).map { Double.pow(Double($0) * stepHz, -band.exponent) }
      let sum = shape.reduce(0, +)
      for (bin, value) in zip(first..<end, shape) { densities[bin] += band.share * value / sum }
      total += band.share
    }
    guard total > 0 else { return nil }
    return densities.map { Double.sqrt($0 / (2 * total)) }
  }
}
