internal import RealModule

/// What noise is multiplied by so that the signal stands so many decibels above it.
///
/// - Parameter noisePower: before that; positive.
func noiseScale(snrDecibels: Double, signalPower: Double, noisePower: Double) -> Double {
  Double.sqrt(signalPower * Double.pow(10, -snrDecibels / 10) / noisePower)
}
