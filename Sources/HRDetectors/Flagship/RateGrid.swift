internal import HRNumerics
internal import HRSignals
internal import RealModule

/// The rates that a short spectrum is asked about, and how it answers.
///
/// The evidence for a rate from 0.6 to 3.5 Hz is 3 times the share of the power per hertz at it and, at 0.6 each, at
/// two and three times it, less half of that at 1/2 and 3/2 of it, where a wave of half the rate would have power.
/// Power counts by frequency to the power of −0.3.
struct RateGrid: Sendable {
  static let bandHz = 0.6...3.5
  static let frameSeconds = 6.0
  /// Spacing of the bins is at most this.
  private static let finestHz = 0.033
  private static let tilt = -0.3
  private static let overtone = 0.6
  private static let between = 0.5
  private static let scale = 3.0

  let sampleRate: Double
  /// Samples of one spectrum.
  let frameLength: Int
  let taper: [Double]
  let plan: RealFFT
  let binHz: Double
  /// Bin of the lowest rate, and number of rates.
  let lowest: Int
  let count: Int
  private let slope: [Double]

  init(sampleRate: Double) {
    self.sampleRate = sampleRate
    frameLength = Int(saturating: (Self.frameSeconds * sampleRate).rounded())
    taper = symmetricHann(count: frameLength)
    plan = RealFFT(count: RealFFT.smoothCount(atLeast: Int(saturating: sampleRate / Self.finestHz)))
    let binHz = sampleRate / Double(plan.count)
    let lowest = Int(saturating: (Self.bandHz.lowerBound / binHz).rounded(.up))
    self.binHz = binHz
    self.lowest = lowest
    count = min(Int(saturating: Self.bandHz.upperBound / binHz), plan.count / 2) - lowest + 1
    slope = (0..<plan.binCount).map {
      $0 < lowest / 2 ? 0 : Double.pow(Double($0) * binHz, Self.tilt)
    }
  }

  /// - Parameter power: one spectrum of ``plan``; tilted in place.
  func append(_ power: inout [Double], weight: Double, to evidence: inout [Double]) {
    power.withUnsafeMutableBufferPointer { power in
      let top = power.count - 1
      var sum = 0.0
      for bin in 0...top {
        power[bin] *= slope[bin]
        sum += power[bin]
      }
      let scale = sum > 0 ? Self.scale * weight / (sum * binHz) : 0
      for bin in lowest..<(lowest + count) {
        var value = power[bin] - Self.between * power[bin / 2]
        if 2 * bin <= top { value += Self.overtone * power[2 * bin] }
        if 3 * bin <= top { value += Self.overtone * power[3 * bin] }
        if 3 * bin / 2 <= top { value -= Self.between * power[3 * bin / 2] }
        evidence.append(value * scale)
      }
    }
  }

  /// Adds what was known before to the evidence of the first spectrum.
  func add(_ prior: RatePrior, toFirstOf evidence: inout [Double]) {
    for rate in 0..<min(count, evidence.count) {
      evidence[rate] += prior.evidence(atHz: Double(lowest + rate) * binHz)
    }
  }
}
