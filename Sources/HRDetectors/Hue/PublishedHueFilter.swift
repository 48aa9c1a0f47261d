/// The hue method's band-pass with its published coefficients, one sample at a time.
///
/// Butterworth of order 5 (ten poles), edges at 0.05 and 0.30 of the sampling rate: 0.5–3 Hz at the 10 fps it was
/// designed for, 1.5–9 Hz at 30 fps.
struct PublishedHueFilter: Sendable {
  private static let gain = 18.94427025
  /// Coefficients of the last ten outputs, oldest first.
  private static let feedback = [
    -0.0, 0.0357796363, -0.1476158522, 0.3992561394, -1.1743136181, 2.4692165842,
    -3.3820859632, 3.9628972812, -4.3832594900, 3.2101976096,
  ]

  /// The last eleven inputs by gain, and ten outputs, oldest first; zeros before the first sample.
  private var x = [Double](repeating: 0, count: 11)
  private var y = [Double](repeating: 0, count: 10)

  init() {}

  mutating func push(_ value: Double) -> Double {
    for i in 0..<10 { x[i] = x[i + 1] }
    x[10] = value / Self.gain
    var output = (x[10] - x[0]) + 5 * (x[2] - x[8]) + 10 * (x[6] - x[4])
    for i in 0..<10 { output += Self.feedback[i] * y[i] }
    for i in 0..<9 { y[i] = y[i + 1] }
    y[9] = output
    return output
  }
}
