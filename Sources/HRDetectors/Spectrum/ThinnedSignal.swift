internal import HRSignals
internal import RealModule

/// A signal low-passed by a symmetric filter and kept at every n-th sample only.
struct ThinnedSignal: Sendable {
  let signal: Signal
  /// Samples within this time either side have gone into each sample; 0 where nothing was thinned.
  let supportSeconds: Double

  /// - Parameters:
  ///   - passHz: what lies below stays as it is and clean of aliases (−50 dB, Kaiser window with β = 4.55; J. F. Kaiser,
  ///     1974).
  ///   - leastRate: thinned as far as the rate stays at or above this and twice `passHz`.
  /// - Note: At the ends the filter reaches over the edge, where the outermost sample is repeated; whoever keeps within
  ///   `supportSeconds` of neither end sees none of it.
  init(_ raw: Signal, passHz: Double, leastRate: Double) {
    let factor = max(1, Int(raw.sampleRate / max(leastRate, 2.5 * passHz)))
    guard factor > 1, raw.count > 0 else {
      signal = raw
      supportSeconds = 0
      return
    }
    let rate = raw.sampleRate / Double(factor)
    let taps = Self.lowPass(passHz: passHz, stopHz: rate - passHz, sampleRate: raw.sampleRate)
    let reach = taps.count / 2
    let samples = raw.samples
    let last = samples.count - 1
    signal = Signal(
      samples: stride(from: 0, to: samples.count, by: factor).map { centre in
        var sum = 0.0
        if centre >= reach, centre + reach <= last {
          for tap in taps.indices { sum += taps[tap] * samples[centre - reach + tap] }
        } else {
          for tap in taps.indices { sum += taps[tap] * samples[min(max(centre - reach + tap, 0), last)] }
        }
        return sum
      }, sampleRate: rate, startTime: raw.startTime)
    supportSeconds = Double(reach) / raw.sampleRate
  }

  /// Odd number of taps that sum to 1.
  private static func lowPass(passHz: Double, stopHz: Double, sampleRate: Double) -> [Double] {
    let beta = 4.55
    let width = 2 * Double.pi * (stopHz - passHz) / sampleRate
    let reach = Int(((50 - 7.95) / (2.285 * width) / 2).rounded(.up))
    let cutoff = (passHz + stopHz) / 2 / sampleRate
    let taps = (-reach...reach).map { place -> Double in
      let x = Double(place)
      let sinc = place == 0 ? 2 * cutoff : Double.sin(2 * Double.pi * cutoff * x) / (Double.pi * x)
      let share = x / Double(reach + 1)
      return sinc * besselI0(beta * Double.sqrt(1 - share * share))
    }
    let sum = taps.reduce(0, +)
    return taps.map { $0 / sum }
  }

  /// Modified Bessel function of the first kind and order 0, by its power series.
  private static func besselI0(_ x: Double) -> Double {
    var term = 1.0
    var sum = 1.0
    for k in 1...40 {
      term *= (x / 2 / Double(k)) * (x / 2 / Double(k))
      sum += term
    }
    return sum
  }
}
