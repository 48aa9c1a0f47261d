internal import RealModule

/// Power |Σ x[j]·e^(−iωj)|² of samples at one frequency, not bound to any grid; unscaled. See
/// ``singleBinTransform(of:turnsPerSample:)``.
///
/// - Parameters:
///   - samples: any number of them; 0 for none.
///   - turnsPerSample: frequency over sample rate.
public func singleBinPower(of samples: [Double], turnsPerSample: Double) -> Double {
  let (real, imaginary) = singleBinTransform(of: samples, turnsPerSample: turnsPerSample)
  return real * real + imaginary * imaginary
}

/// Transform Σ x[j]·e^(−iωj) of samples at one frequency, not bound to any grid; unscaled.
///
/// Eight sums run side by side (samples j, j + 8, j + 16, …), turned together, and are put in phase at the end. The
/// result is that of a padded transform at that bin, for the price of one bin. Rotations add a rounding error of about
/// 1e-16 per eight samples.
///
/// - Parameters:
///   - samples: any number of them; 0 for none.
///   - turnsPerSample: frequency over sample rate.
public func singleBinTransform(
  of samples: [Double], turnsPerSample: Double
) -> (real: Double, imaginary: Double) {
  let angle = 2 * Double.pi * turnsPerSample
  let (stepReal, stepImaginary) = (Double.cos(8 * angle), -Double.sin(8 * angle))
  var (turnReal, turnImaginary) = (1.0, 0.0)
  var sumReal = SIMD8<Double>.zero
  var sumImaginary = SIMD8<Double>.zero
  samples.withUnsafeBytes { bytes in
    let whole = samples.count / 8
    for block in 0..<whole {
      let x = bytes.loadUnaligned(fromByteOffset: 64 * block, as: SIMD8<Double>.self)
      sumReal += x * turnReal
      sumImaginary += x * turnImaginary
      (turnReal, turnImaginary) = (
        turnReal * stepReal - turnImaginary * stepImaginary,
        turnReal * stepImaginary + turnImaginary * stepReal
      )
    }
    var rest = SIMD8<Double>.zero
    for index in 8 * whole..<samples.count {
      rest[index - 8 * whole] = bytes.loadUnaligned(fromByteOffset: 8 * index, as: Double.self)
    }
    sumReal += rest * turnReal
    sumImaginary += rest * turnImaginary
  }
  let (laneReal, laneImaginary) = (Double.cos(angle), -Double.sin(angle))
  var (real, imaginary) = (0.0, 0.0)
  (turnReal, turnImaginary) = (1, 0)
  for lane in 0..<8 {
    real += sumReal[lane] * turnReal - sumImaginary[lane] * turnImaginary
    imaginary += sumReal[lane] * turnImaginary + sumImaginary[lane] * turnReal
    (turnReal, turnImaginary) = (
      turnReal * laneReal - turnImaginary * laneImaginary,
      turnReal * laneImaginary + turnImaginary * laneReal
    )
  }
  return (real, imaginary)
}
