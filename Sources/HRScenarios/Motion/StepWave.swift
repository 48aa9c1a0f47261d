internal import HRNumerics
internal import HRSignals
internal import RealModule

/// The wave of somebody who walks or runs, over its phase: the step and its half and double.
///
/// An arm swings once in two steps, hence the half; feet that strike are no sinusoids, hence the double. The three have
/// fixed phases of their own, by chance. Scaled so that its root mean square over two cycles is that of a unit
/// sinusoid.
struct StepWave {
  /// Factors of sine and cosine of once, twice and four times half the phase.
  private let half: (sine: Double, cosine: Double)
  private let step: (sine: Double, cosine: Double)
  private let double: (sine: Double, cosine: Double)

  init(halfRatio: Double, doubleRatio: Double, _ stream: inout RandomStream) {
    let scale = 1 / Double.sqrt(1 + halfRatio * halfRatio + doubleRatio * doubleRatio)
    func component(_ height: Double) -> (sine: Double, cosine: Double) {
      let phase = 2 * Double.pi * stream.uniform()
      return (scale * height * Double.cos(phase), scale * height * Double.sin(phase))
    }
    half = component(halfRatio)
    step = component(1)
    double = component(doubleRatio)
  }

  /// - Parameter halfPhase: half the phase of the steps, in radians.
  func value(atHalfPhase halfPhase: Double) -> Double {
    let (s1, c1) = (Double.sin(halfPhase), Double.cos(halfPhase))
    let (s2, c2) = (2 * s1 * c1, c1 * c1 - s1 * s1)
    let (s4, c4) = (2 * s2 * c2, c2 * c2 - s2 * s2)
    return half.sine * s1 + half.cosine * c1 + step.sine * s2 + step.cosine * c2 + double.sine * s4
      + double.cosine * c4
  }
}
