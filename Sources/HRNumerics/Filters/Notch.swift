internal import RealModule

extension SecondOrderSections {
  /// Takes single frequencies out: two zeros on the unit circle, two poles close behind (SciPy `iirnotch`).
  ///
  /// - Parameters:
  ///   - frequencies: those not strictly inside 0…Nyquist are left out.
  ///   - quality: of the first one, its frequency over its −3 dB width; all notches are as wide in hertz.
  ///   - sampleRate: in hertz.
  /// - Returns: `nil` when none is left.
  public static func notch(at frequencies: [Double], quality: Double, sampleRate: Double)
    -> SecondOrderSections?
  {
    guard let first = frequencies.first else { return nil }
    let tangent = Double.tan(Double.pi * first / quality / sampleRate)
    let gain = 1 / (1 + tangent)
    let sections = frequencies.filter { $0 > 0 && $0 < sampleRate / 2 }.map { frequency in
      let turn = -2 * Double.cos(2 * Double.pi * frequency / sampleRate) * gain
      return Section(b0: gain, b1: turn, b2: gain, a1: turn, a2: 2 * gain - 1)
    }
    return sections.isEmpty ? nil : SecondOrderSections(sections: sections)
  }
}
