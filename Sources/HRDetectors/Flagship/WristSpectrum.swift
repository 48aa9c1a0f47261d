internal import HRNumerics
internal import RealModule

/// Evidence for rates from the spectra of one frame's channels.
///
/// Of each channel the amplitude spectrum to the power of 1.5, times (f² / (f² + 1.5²))² · f^−0.4 (noise of pulse waves
/// falls with frequency; so every hertz counts by its information), from 0.4 to 5 Hz, over its largest value. p is the
/// mean of the pulse waves', each weighted by the third power of its clearness; a is the largest of the accelerometer's
/// axes, bin by bin. What is left of a pulse wave w is w · w / (w + 7·a), after the Wiener filters of Temko (2017); the
/// clearness of a frame is the largest value that is left over the sum of w, that of a wave its mean over some 10 frames.
///
/// The evidence for a rate is 3 times what is left of p at it and at two and three times it (each at most twice that at
/// it) less 0.4 of that at half of it (at most that at it), over the geometric mean of the sums of p and of what is left,
/// per hertz: a frame that motion covers has little weight. For the evidence up to 0.6 of what motion took is given
/// back, in proportion to the belief in a rate, at it and at two and three times it: a pulse that steps meet is not
/// left for that reason.
struct WristSpectrum {
  private static let bandHz = 0.4...5.0
  private static let whiteningHz = 1.5
  private static let tilt = -0.4
  private static let motionWeight = 7.0
  private static let mostOfOvertone = 2.0
  private static let half = 0.4
  private static let scale = 3.0
  private static let givenBack = 0.6
  private static let clearnessMemory = 0.9

  private let plan: RealFFT
  private let binHz: Double
  private let rates: Range<Int>
  private let band: ClosedRange<Int>
  private let slope: [Double]
  /// Spectra of the pulse waves in this frame; empty for one without any.
  private var waves: [[Double]] = []
  /// Clearness of each pulse wave; 0 before its first frame.
  private var clearness: [Double] = []
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
    motion = Array(repeating: 0, count: plan.binCount)
  }

  /// Number of bins of the spectra that are kept.
  var bandCount: Int { band.count }

  /// A new frame.
  mutating func begin() {
    for bin in motion.indices { motion[bin] = 0 }
    pulses = 0
  }

  /// - Parameters:
  ///   - samples: of which the last count; with fewer than the taper the channel is left out.
  ///   - taper: as long as the frame.
  mutating func addPulse(_ samples: ArraySlice<Double>, taper: [Double]) {
    if waves.count == pulses {
      waves.append([])
      clearness.append(0)
    }
    waves[pulses] = transform(samples, taper: taper) ? spectrum : []
    pulses += 1
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

  /// Ends a frame.
  ///
  /// - Parameters:
  ///   - pulses: of all frames; this one's mean spectrum is added, bin by bin of the band; zero where no pulse wave moves.
  ///   - motions: the same of the accelerometer.
  /// - Returns: the share of the pulse waves' spectrum that is left, 0…1.
  mutating func finish(pulses: inout [Double], motions: inout [Double]) -> Double {
    let weights = weights()
    let total = weights.reduce(0, +)
    var (before, after) = (0.0, 0.0)
    for bin in band {
      var own = 0.0
      for (wave, weight) in weights.enumerated() where weight > 0 { own += weight / total * waves[wave][bin] }
      before += own
      after += Self.left(own, motion[bin])
      pulses.append(own)
      motions.append(motion[bin])
    }
    return before > 0 ? after / before : 0
  }

  /// Weight of each pulse wave in this frame; 0 for one without a spectrum.
  private mutating func weights() -> [Double] {
    (0..<pulses).map { wave in
      guard !waves[wave].isEmpty else { return 0 }
      guard pulses > 1 else { return 1 }
      var (sum, largest) = (0.0, 0.0)
      for bin in band { sum += waves[wave][bin] }
      for bin in rates { largest = max(largest, Self.left(waves[wave][bin], motion[bin])) }
      let now = largest / sum
      let memory = clearness[wave] > 0 ? Self.clearnessMemory : 0
      clearness[wave] = memory * clearness[wave] + (1 - memory) * now
      return clearness[wave] * clearness[wave] * clearness[wave]
    }
  }

  /// Part of a value that motion leaves.
  private static func left(_ own: Double, _ motion: Double) -> Double {
    own > 0 ? own * own / (own + motionWeight * motion) : 0
  }

  /// Adds a frame's evidence to that of the frames before it.
  ///
  /// - Parameters:
  ///   - pulse: of the band, as ``finish(pulses:motions:)`` made it.
  ///   - motion: the same of the accelerometer.
  ///   - belief: in each rate, 0…1.
  ///   - scratch: of any content.
  ///   - evidence: of all frames.
  func append(
    pulse: ArraySlice<Double>, motion: ArraySlice<Double>, belief: [Double],
    scratch: inout (favour: [Double], left: [Double]), to evidence: inout [Double]
  ) {
    if scratch.left.count != slope.count { scratch = (slope, slope) }
    for bin in scratch.left.indices { (scratch.favour[bin], scratch.left[bin]) = (0, 0) }
    for (place, bin) in rates.enumerated() {
      var near = belief[place]
      if place > 0 { near += belief[place - 1] }
      if place + 1 < belief.count { near += belief[place + 1] }
      scratch.favour[bin] = max(scratch.favour[bin], near)
      for overtone in [2 * bin, 3 * bin] where overtone < band.upperBound {
        for other in (overtone - 1)...(overtone + 1) {
          scratch.favour[other] = max(scratch.favour[other], near)
        }
      }
    }
    var (before, after) = (0.0, 0.0)
    for (place, bin) in band.enumerated() {
      let (own, moved) = (pulse[pulse.startIndex + place], motion[motion.startIndex + place])
      before += own
      after += Self.left(own, moved)
      scratch.left[bin] = Self.left(own, (1 - Self.givenBack * min(1, scratch.favour[bin])) * moved)
    }
    let factor = after > 0 ? Self.scale / ((before * after).squareRoot() * binHz) : 0
    for bin in rates {
      let own = scratch.left[bin]
      let most = Self.mostOfOvertone * own
      var value = own - Self.half * min(own, scratch.left[bin / 2])
      if 2 * bin <= band.upperBound { value += min(most, scratch.left[2 * bin]) }
      if 3 * bin <= band.upperBound { value += min(most, scratch.left[3 * bin]) }
      evidence.append(value * factor)
    }
  }
}
