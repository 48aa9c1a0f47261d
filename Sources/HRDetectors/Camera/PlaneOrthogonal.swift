internal import RealModule

/// Projection of temporally normalised colours onto the plane orthogonal to the skin tone, window by window, summed
/// over all windows that contain a frame: the core of POS (Wang et al. 2017).
///
/// In a window every channel is divided by its mean. With S₁ = G − B and S₂ = G + B − 2R, the window's pulse is
/// S₁ + (σ₁ / σ₂)·S₂ minus its mean; σ have the divisor n. Where S₂ is constant it contributes nothing; σ below 1e-12
/// (S are differences of numbers near one) are rounding and count as zero.
struct PlaneOrthogonal {
  /// Added to means and to σ₂ before division; pyVHR has 1e-9 here.
  var epsilon = 0.0

  /// - Parameters:
  ///   - length: frames per window.
  ///   - starts: first frames of the windows; each window must be inside the recording.
  func wave(of colours: CameraColours, length: Int, starts: Range<Int>) -> [Double] {
    let rows = [colours.red, colours.green, colours.blue]
    precondition(starts.isEmpty || starts.lowerBound >= 0 && starts.upperBound - 1 + length <= colours.count)
    // Each window's mean is summed anew: a running sum would gather rounding.
    let gains = rows.map { row in
      starts.map { temporalGain(row[$0..<($0 + length)], epsilon: epsilon) }
    }
    var result = Array(repeating: 0.0, count: colours.count)
    var scratch = Array(repeating: 0.0, count: 2 * length)
    result.withUnsafeMutableBufferPointer { out in
      scratch.withUnsafeMutableBufferPointer { scratch in
        let first = UnsafeMutableBufferPointer(rebasing: scratch[..<length])
        let second = UnsafeMutableBufferPointer(rebasing: scratch[length...])
        rows[0].withUnsafeBufferPointer { red in
          rows[1].withUnsafeBufferPointer { green in
            rows[2].withUnsafeBufferPointer { blue in
              for (index, start) in starts.enumerated() {
                let (r, g, b) = (2 * gains[0][index], gains[1][index], gains[2][index])
                for k in 0..<length {
                  let (x, y) = (green[start + k] * g, blue[start + k] * b)
                  first[k] = x - y
                  second[k] = x + y - red[start + k] * r
                }
                let (one, two) = (Self.spread(first), Self.spread(second))
                let alpha = two.deviation > 0 ? one.deviation / (two.deviation + epsilon) : 0
                let mean = one.mean + alpha * two.mean
                for k in 0..<length { out[start + k] += first[k] + alpha * second[k] - mean }
              }
            }
          }
        }
      }
    }
    return result
  }

  /// Both over deviations from the first value, so that a constant is exactly one.
  private static func spread(_ x: UnsafeMutableBufferPointer<Double>) -> (mean: Double, deviation: Double) {
    let origin = x[0]
    var (sum, squares) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
    var k = 0
    while k + 3 < x.count {
      let value = SIMD4(x[k], x[k + 1], x[k + 2], x[k + 3]) - origin
      sum += value
      squares += value * value
      k += 4
    }
    var (total, power) = (sum.sum(), squares.sum())
    while k < x.count {
      let value = x[k] - origin
      total += value
      power += value * value
      k += 1
    }
    let n = Double(x.count)
    let deviation = Double.sqrt(max(0, power / n - (total / n) * (total / n)))
    return (origin + total / n, deviation > 1e-12 ? deviation : 0)
  }
}

/// Factor of a channel's temporal normalisation: one over its mean.
///
/// - Returns: 0 where the mean is not above zero: such a channel has no normalised form and counts as constant.
func temporalGain(_ values: ArraySlice<Double>, epsilon: Double = 0) -> Double {
  let sum = values.withUnsafeBufferPointer { values in
    var (a, b) = (0.0, 0.0)
    for k in stride(from: 0, to: values.count - 1, by: 2) {
      a += values[k]
      b += values[k + 1]
    }
    return a + b + (values.count % 2 == 1 ? values[values.count - 1] : 0)
  }
  let mean = sum / Double(max(1, values.count))
  return mean > 0 ? 1 / (mean + epsilon) : 0
}
