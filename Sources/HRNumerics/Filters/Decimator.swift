internal import RealModule

/// Linear-phase low-pass (Kaiser-windowed sinc, J. F. Kaiser, 1974) that keeps every M-th sample without delay.
public struct Decimator: Sendable {
  /// Number of input samples per output sample.
  public let factor: Int
  /// Half the support of the filter in seconds.
  public let reachSeconds: Double
  private let taps: [Double]

  /// - Parameters:
  ///   - sampleRate: of the samples to come, in hertz.
  ///   - passHz: frequency up to which the gain is 1 within the ripple that belongs to the attenuation.
  ///   - stopHz: frequency from which on the attenuation holds; above `passHz`.
  ///   - factor: number of input samples per output sample; at least 1.
  ///   - attenuationDecibels: attenuation of the stop band.
  public init(
    sampleRate: Double, passHz: Double, stopHz: Double, factor: Int,
    attenuationDecibels: Double = 60
  ) {
    precondition(factor >= 1 && passHz > 0 && stopHz > passHz, "a decimator has a transition band")
    self.factor = factor
    let a = attenuationDecibels
    let beta = kaiserBeta(attenuationDecibels: a)
    let transition = 2 * Double.pi * (stopHz - passHz) / sampleRate
    let half = max(1, Int(saturating: ((a - 7.95) / (2.285 * transition) / 2).rounded(.up)))
    let cut = (passHz + stopHz) / sampleRate
    var taps: [Double] = []
    for k in -half...half {
      let x = Double(k)
      let sinc = k == 0 ? cut : Double.sin(Double.pi * cut * x) / (Double.pi * x)
      let ratio = x / Double(half)
      taps.append(sinc * modifiedBesselI0(beta * Double.sqrt(max(0, 1 - ratio * ratio))))
    }
    let sum = taps.reduce(0, +)
    self.taps = taps.map { $0 / sum }
    reachSeconds = Double(half) / sampleRate
  }

  /// Passes what is up to a frequency, and stops what would be folded onto it.
  ///
  /// - Returns: `nil` for a factor of 1, which leaves all samples.
  package init?(
    thinning sampleRate: Double, by factor: Int, upToHz passHz: Double, attenuationDecibels: Double = 60
  ) {
    guard factor > 1 else { return nil }
    self.init(
      sampleRate: sampleRate, passHz: passHz, stopHz: sampleRate / Double(factor) - passHz, factor: factor,
      attenuationDecibels: attenuationDecibels)
  }

  /// Filters and decimates. Value k of the result is at value k·factor; the end values are repeated outwards.
  public func apply(_ samples: [Double]) -> [Double] {
    let padded = samples.holdingEnds(before: taps.count / 2, after: taps.count / 2)
    var result = Array(repeating: 0.0, count: (samples.count + factor - 1) / factor)
    padded.withUnsafeBufferPointer { x in
      taps.withUnsafeBufferPointer { h in
        for k in result.indices { result[k] = weightedSum(x, from: k * factor, h) }
      }
    }
    return result
  }

  /// The largest factor that leaves at least three times `highestHz` as the new rate; at least 1.
  public static func factor(sampleRate: Double, for highestHz: Double) -> Int {
    max(1, Int(saturating: sampleRate / (3 * highestHz)))
  }
}
