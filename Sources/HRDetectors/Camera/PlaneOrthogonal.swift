internal import RealModule

/// Projection of temporally normalised colours onto the plane orthogonal to the skin tone, window by window, summed
/// over all windows a frame lies in: the core of POS (Wang et al. 2017).
///
/// In a window every channel is divided by its mean. With S₁ = G − B and S₂ = G + B − 2R, the window's pulse is
/// S₁ + (σ₁ / σ₂)·S₂ minus its mean; σ have the divisor n. Where S₂ is constant it contributes nothing.
struct PlaneOrthogonal {
  /// Added to means and to σ₂ before division; pyVHR has 1e-9 here.
  var epsilon = 0.0

  /// - Parameters:
  ///   - length: frames per window.
  ///   - starts: first frames of the windows; each window must lie inside the recording.
  func wave(of colours: CameraColours, length: Int, starts: Range<Int>) -> [Double] {
    var result = Array(repeating: 0.0, count: colours.count)
    var first = Array(repeating: 0.0, count: length)
    var second = Array(repeating: 0.0, count: length)
    for start in starts {
      let window = start..<(start + length)
      let red = temporalGain(colours.red[window], epsilon: epsilon)
      let green = temporalGain(colours.green[window], epsilon: epsilon)
      let blue = temporalGain(colours.blue[window], epsilon: epsilon)
      for k in 0..<length {
        let (g, b) = (colours.green[start + k] * green, colours.blue[start + k] * blue)
        first[k] = g - b
        second[k] = g + b - 2 * (colours.red[start + k] * red)
      }
      let (one, two) = (Spread(first), Spread(second))
      let alpha = two.deviation > 0 ? one.deviation / (two.deviation + epsilon) : 0
      for k in 0..<length {
        result[start + k] += (first[k] - one.mean) + alpha * (second[k] - two.mean)
      }
    }
    return result
  }
}

/// What a channel is multiplied with for temporal normalisation: one over its mean.
///
/// - Returns: 0 where the mean is not above zero: such a channel has no normalised form and counts as constant.
func temporalGain(_ values: ArraySlice<Double>, epsilon: Double = 0) -> Double {
  var sum = 0.0
  for value in values { sum += value }
  let mean = sum / Double(max(1, values.count))
  return mean > 0 ? 1 / (mean + epsilon) : 0
}
