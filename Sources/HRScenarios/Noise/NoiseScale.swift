internal import RealModule

/// Returns the factor on noise for a given signal-to-noise ratio in decibels.
///
/// - Parameter noisePower: power before scaling; positive.
func noiseScale(snrDecibels: Double, signalPower: Double, noisePower: Double) -> Double {
  Double.sqrt(signalPower * Double.pow(10, -snrDecibels / 10) / noisePower)
}
