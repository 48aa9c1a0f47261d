internal import RealModule

/// An analogue low-pass whose band ends at 1 radian per second, from which band filters are transformed.
///
/// A product of sections, each with gain 1 at frequency 0, times a gain.
public struct AnalogPrototype: Equatable, Sendable {
  /// A conjugate pair of poles, with the pair of zeros that goes with them.
  struct Pair: Equatable, Sendable {
    /// Real part, negative, and imaginary part, positive.
    var re, im: Double
    /// Distance from 0.
    var size: Double
    /// Zeros at ± this on the imaginary axis; `nil` if they are at infinity.
    var zero: Double?
  }

  var pairs: [Pair]
  /// Distance from 0 of the real pole of an odd order; its zero is at infinity.
  var realPole: Double?
  /// Gain at frequency 0.
  var gain = 1.0

  /// Half the power at the edge, no ripple (S. Butterworth, 1930).
  public static func butterworth(order: Int) -> AnalogPrototype {
    precondition(order >= 1, "a filter has a pole")
    return AnalogPrototype(
      pairs: angles(order).map { Pair(re: -Double.sin($0), im: Double.cos($0), size: 1) },
      realPole: order % 2 == 1 ? 1 : nil)
  }

  /// Equal ripples in the band, down to `-rippleDecibels`, which is also the gain at the edge (Chebyshev, type I).
  public static func chebyshev1(order: Int, rippleDecibels: Double) -> AnalogPrototype {
    precondition(order >= 1 && rippleDecibels > 0, "a filter has a pole and a ripple")
    let ripple = Self.ripple(rippleDecibels)
    let mu = Double.asinh(1 / ripple) / Double(order)
    let (narrow, wide) = (Double.sinh(mu), Double.cosh(mu))
    return AnalogPrototype(
      pairs: angles(order).map {
        let (re, im) = (-narrow * Double.sin($0), wide * Double.cos($0))
        return Pair(re: re, im: im, size: Double.hypot(re, im))
      },
      realPole: order % 2 == 1 ? narrow : nil, gain: evenGain(order, ripple))
  }

  /// Equal ripples outside the band, up to `-attenuationDecibels`, which is first reached at the edge (Chebyshev, type
  /// II): the band that passes is narrower than the edges.
  public static func chebyshev2(order: Int, attenuationDecibels: Double) -> AnalogPrototype {
    precondition(order >= 1 && attenuationDecibels > 0, "a filter has a pole and an attenuation")
    let mu = Double.asinh(Self.ripple(attenuationDecibels)) / Double(order)
    let (narrow, wide) = (Double.sinh(mu), Double.cosh(mu))
    return AnalogPrototype(
      pairs: angles(order).map {
        let (re, im) = (-narrow * Double.sin($0), wide * Double.cos($0))
        let size = 1 / Double.hypot(re, im)
        return Pair(
          re: re * size * size, im: im * size * size, size: size, zero: 1 / Double.cos($0))
      },
      realPole: order % 2 == 1 ? 1 / narrow : nil)
  }

  /// Angles of the poles above the real axis from the imaginary axis, ascending.
  private static func angles(_ order: Int) -> [Double] {
    (0..<order / 2).map { Double.pi * Double(2 * $0 + 1) / Double(2 * order) }
  }

  /// √(10^(dB/10) − 1).
  static func ripple(_ decibels: Double) -> Double {
    Double.sqrt(Double.expMinusOne(decibels / 10 * .log(10)))
  }

  /// A filter with ripples in its band starts at the bottom of one if its order is even.
  static func evenGain(_ order: Int, _ ripple: Double) -> Double {
    order % 2 == 0 ? 1 / Double.hypot(1, ripple) : 1
  }
}
