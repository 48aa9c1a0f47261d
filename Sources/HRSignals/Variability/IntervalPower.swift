internal import HRNumerics
internal import RealModule

extension BeatIntervals {
  /// Returns the power of the intervals' changes in a band, in ms²: the one-sided density in ms²/Hz, integrated by the
  /// trapezoidal rule over multiples of 1/300 Hz from one edge to the other, both included.
  ///
  /// - Welch (P. D. Welch, IEEE Trans. Audio Electroacoust. 15(2), 1967): the intervals, each at the time of the beat
  ///   that ends it, are interpolated (``IntervalCurve``) to 4 Hz from the first of these times to the last. As many
  ///   half-overlapping segments as fit with 120 s each, at least one, are lengthened until together they reach the
  ///   end (three of 150 s in five minutes); each loses its least-squares line, gets a periodic Hann window and zeros
  ///   up to 300 s; the densities are averaged. 120 s are the Task Force's shortest recording for LF.
  /// - Lomb–Scargle (J. D. Scargle, Astrophys. J. 263:835-853, 1982): the classical periodogram of the intervals at
  ///   the same times, without their least-squares line and without a window, times twice their mean in seconds, which
  ///   is the density that even samples would have; power that gaps spread over other frequencies stays there. Beyond
  ///   300 s the grid is refined by a whole number until its step is at most one over the span. Where all phases of a
  ///   frequency are equal, it has no power.
  ///
  /// - Note: Below 48 beats per minute HF reaches beyond half the heart rate, where intervals cannot tell a wave from a
  ///   slower one.
  ///
  /// - Parameters:
  ///   - band: its edges are multiples of 1/300 Hz.
  ///   - spectrum: the estimate.
  /// - Returns: `nil` if there are fewer than three intervals, or the first and the last end less than two periods of
  ///   the lower edge apart (50 s for LF, 13.3 s for HF).
  func power(inHz band: ClosedRange<Double>, by spectrum: VariabilitySpectrum) -> Double? {
    guard milliseconds.count > 2, let first = endSeconds.first, let last = endSeconds.last,
      last - first >= 2 / band.lowerBound
    else { return nil }
    let refinement =
      switch spectrum {
      case .welch: 1
      case .lombScargle: max(1, Int(saturating: ((last - first) / Self.gridSeconds).rounded(.up)))
      }
    let stepsPerHz = Self.gridSeconds * Double(refinement)
    let steps =
      Int(
        saturating: (band.lowerBound * stepsPerHz).rounded())...Int(
        saturating: (band.upperBound * stepsPerHz).rounded())
    let density =
      switch spectrum {
      case .welch: welchDensity(steps, spanSeconds: last - first)
      case .lombScargle: lombDensity(steps, perHz: stepsPerHz)
      }
    let ends = (density.first ?? 0) + (density.last ?? 0)
    return (density.reduce(0, +) - ends / 2) / stepsPerHz
  }

  private static let gridSeconds = 300.0
  private static let resampledHz = 4.0
  private static let segmentSeconds = 120.0
  private static let transform = RealFFT(count: Int(saturating: gridSeconds * resampledHz))

  /// Changes of the intervals from the first, in milliseconds: equal intervals give exact zeros.
  private var changes: [Double] { milliseconds.map { $0 - milliseconds[0] } }

  private func welchDensity(_ steps: ClosedRange<Int>, spanSeconds: Double) -> [Double] {
    let rate = Self.resampledHz
    let count = Int(saturating: (spanSeconds + TimeRange.slack) * rate) + 1
    let samples = IntervalCurve(times: endSeconds, values: changes).values(
      at: (0..<count).map { endSeconds[0] + Double($0) / rate })
    let segments = max(1, 2 * count / Int(saturating: Self.segmentSeconds * rate) - 1)
    let half = count / (segments + 1)
    var density = [Double](repeating: 0, count: steps.count)
    var power: [Double] = []
    for segment in 0..<segments {
      let start = segment * half
      Self.transform.powerSpectrum(of: taperedWithoutLine(samples[start..<start + 2 * half]), into: &power)
      for (index, step) in steps.enumerated() { density[index] += power[step] }
    }
    // The squares of a periodic Hann window have the mean 3/8.
    let scale = 2 / (rate * 0.375 * Double(2 * half) * Double(segments))
    return density.map { scale * $0 }
  }

  private func lombDensity(_ steps: ClosedRange<Int>, perHz stepsPerHz: Double) -> [Double] {
    let times = endSeconds.map { $0 - endSeconds[0] }
    let values = removingLine(changes, at: times)
    let angle = 2 * Double.pi / stepsPerHz
    let turns = times.map { (real: Double.cos(angle * $0), imaginary: Double.sin(angle * $0)) }
    var phases = times.map { time in
      let start = angle * Double(steps.lowerBound) * time
      return (real: Double.cos(start), imaginary: Double.sin(start))
    }
    let count = Double(times.count)
    let spacing = coveredSeconds / count
    return steps.map { _ in
      var (yc, ys, cc, cs) = (0.0, 0.0, 0.0, 0.0)
      for index in values.indices {
        let (c, s) = phases[index]
        yc += values[index] * c
        ys += values[index] * s
        cc += c * c
        cs += c * s
        let turn = turns[index]
        phases[index] = (c * turn.real - s * turn.imaginary, s * turn.real + c * turn.imaginary)
      }
      let ss = count - cc
      let determinant = cc * ss - cs * cs
      guard determinant > 1e-12 * count * count else { return 0 }
      return spacing * (ss * yc * yc + cc * ys * ys - 2 * cs * yc * ys) / determinant
    }
  }
}

/// Values minus their least-squares line over uneven times.
private func removingLine(_ values: [Double], at times: [Double]) -> [Double] {
  let count = Double(values.count)
  let middle = times.reduce(0, +) / count
  let mean = values.reduce(0, +) / count
  var (products, squares) = (0.0, 0.0)
  for (time, value) in zip(times, values) {
    products += (time - middle) * (value - mean)
    squares += (time - middle) * (time - middle)
  }
  return zip(times, values).map { $1 - mean - products / squares * ($0 - middle) }
}
