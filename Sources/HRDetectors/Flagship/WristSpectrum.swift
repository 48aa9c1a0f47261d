internal import HRNumerics
internal import RealModule

/// Evidence for rates from the spectra of one frame's channels.
///
/// Of each channel the amplitude spectrum to the power of 1.5, times (f² / (f² + 1.5²))² · f^−0.3 (noise of pulse waves
/// falls with frequency; so every hertz counts by its information), from 0.4 to 5 Hz, over its largest value. p is the
/// mean of the pulse waves', a the largest of the accelerometer's axes, bin by bin. What is left is p · p / (p + 6·a),
/// after the Wiener filters of Temko (2017). The evidence for a rate is 3 times what is left at it and at two and three
/// times it (each at most twice that at it) less 0.4 of that at half of it (at most that at it), over the geometric
/// mean of the sums of p and of what is left, per hertz: a frame that motion covers has little weight.
struct WristSpectrum {
  private static let bandHz = 0.4...5.0
  private static let whiteningHz = 1.5
  private static let tilt = -0.3
  private static let motionWeight = 6.0
  private static let mostOfOvertone = 2.0
  private static let half = 0.4
  private static let scale = 3.0

  private let plan: RealFFT
  private let binHz: Double
  private let rates: Range<Int>
  private let band: ClosedRange<Int>
  private let slope: [Double]
  private var pulse: [Double]
  private var motion: [Double]
  private var pulses = 0
  private var piece: [Double] = []
  private var spectrum: [Double] = []

  /// - Parameters:
  ///   - plan: of a frame's transform.
  ///   - binHz: of its bins.
  ///   - rates: the bins that evidence is made for.
  init(plan: RealFFT, binHz: Double, rates: Range<Int>) {
    (self.plan, self.binHz, self.rates) = (plan, binHz, rates)
    let low = Int(saturating: (Self.bandHz.lowerBound / binHz).rounded(.up))
    band = low...max(low, min(plan.binCount - 1, Int(saturating: Self.bandHz.upperBound / binHz)))
    slope = (0..<plan.binCount).map { bin in
      let hertz = Double(bin) * binHz
      let even = hertz * hertz / (hertz * hertz + Self.whiteningHz * Self.whiteningHz)
      return bin == 0 ? 0 : even * even * Double.pow(hertz, Self.tilt)
    }
    pulse = Array(repeating: 0, count: plan.binCount)
    motion = pulse
  }

  /// A new frame.
  mutating func begin() {
    for bin in pulse.indices { (pulse[bin], motion[bin]) = (0, 0) }
    pulses = 0
  }

  /// - Parameters:
  ///   - samples: of which the last count; with fewer than the taper the channel is left out.
  ///   - taper: as long as the frame.
  mutating func addPulse(_ samples: ArraySlice<Double>, taper: [Double]) {
    guard transform(samples, taper: taper) else { return }
    pulses += 1
    for bin in band { pulse[bin] += spectrum[bin] }
  }

  /// - Parameters:
  ///   - samples: of which the last count; with fewer than the taper the channel is left out.
  ///   - taper: as long as the frame.
  mutating func addMotion(_ samples: ArraySlice<Double>, taper: [Double]) {
    guard transform(samples, taper: taper) else { return }
    for bin in band { motion[bin] = max(motion[bin], spectrum[bin]) }
  }

  /// - Returns: whether there is anything in the frame.
  private mutating func transform(_ samples: ArraySlice<Double>, taper: [Double]) -> Bool {
    guard samples.count >= taper.count else { return false }
    let first = samples.endIndex - taper.count
    piece.removeAll(keepingCapacity: true)
    for index in taper.indices { piece.append(samples[first + index] * taper[index]) }
    plan.powerSpectrum(of: piece, into: &spectrum)
    var largest = 0.0
    for bin in band {
      let amplitude = spectrum[bin].squareRoot()
      spectrum[bin] = amplitude * amplitude.squareRoot() * slope[bin]
      largest = max(largest, spectrum[bin])
    }
    guard largest > 0, largest.isFinite else { return false }
    for bin in band { spectrum[bin] /= largest }
    return true
  }

  /// - Parameter evidence: of all frames; this one's is added, zero for all rates where no pulse wave moves.
  /// - Returns: the share of the pulse waves' spectrum that is left, 0…1.
  mutating func finish(into evidence: inout [Double]) -> Double {
    guard pulses > 0 else {
      for _ in rates { evidence.append(0) }
      return 0
    }
    var (before, after) = (0.0, 0.0)
    for bin in band {
      let own = pulse[bin] / Double(pulses)
      let left = own > 0 ? own * own / (own + Self.motionWeight * motion[bin]) : 0
      before += own
      after += left
      pulse[bin] = left
    }
    let factor = after > 0 ? Self.scale / ((before * after).squareRoot() * binHz) : 0
    for bin in rates {
      let own = pulse[bin]
      let most = Self.mostOfOvertone * own
      var value = own - Self.half * min(own, pulse[bin / 2])
      if 2 * bin <= band.upperBound { value += min(most, pulse[2 * bin]) }
      if 3 * bin <= band.upperBound { value += min(most, pulse[3 * bin]) }
      evidence.append(value * factor)
    }
    return before > 0 ? after / before : 0
  }
}
