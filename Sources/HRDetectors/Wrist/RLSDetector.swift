internal import HRPlugins

/// Removes from the pulse wave the part that a recursive least-squares filter can predict from the accelerometer, then
/// takes the largest spectral peak.
///
/// As ``NLMSDetector``, but the weights are those that would have left least of the past pulse wave, a sample counting
/// λ times as much as the next: with u the last `order` samples of each axis, k = P·u / (λ + uᵀ·P·u), e = pulse − w·u,
/// w grows by k·e, and P becomes (P − k·uᵀ·P) / λ. P starts as 1 / (0.02 g)² on the diagonal, w at 0.
///
/// - Note: To keep P from growing without bound while nothing moves, it is not updated (nor are the weights) while u·u
///   is below `order` · 3 · (0.02 g)².
struct RLSDetector: MotionCanceller {
  struct Parameters: ParameterSet {
    var order = 5
    var forgetting = 0.99

    static let table: [Parameter<Self>] = [
      Parameter("order", \.order, in: 1...25, "Samples of each axis that count, at 25 per second."),
      Parameter(
        "forgetting", \.forgetting, in: 0.9...1, "λ; the memory lasts about 0.04 / (1 − λ) seconds."),
    ]
  }

  static let info = PluginInfo(
    "rls", version: 1,
    "Cancels the accelerometer by recursive least squares, then the largest spectral peak.",
    source: "S. Haykin, Adaptive Filter Theory, 2002")

  let parameters: Parameters

  func cleaned(_ pulse: [Double], axes: [[Double]], cadence: () -> [Double?]) -> [Double] {
    var filter = RecursiveLeastSquares(
      count: parameters.order * axes.count, forgetting: parameters.forgetting,
      restDeviation: NLMSDetector.restDeviation)
    var line = DelayLine(axes: axes, order: parameters.order)
    return pulse.indices.map { index in
      line.advance(to: index)
      return filter.error(of: pulse[index], given: line.values)
    }
  }
}

/// The recursion; P is symmetric and kept so.
private struct RecursiveLeastSquares {
  private let count: Int
  private let forgetting: Double
  private let leastEnergy: Double
  private var weights: [Double]
  private var gain: [Double]
  private var p: [Double]

  init(count: Int, forgetting: Double, restDeviation: Double) {
    self.count = count
    self.forgetting = forgetting
    leastEnergy = Double(count) * restDeviation * restDeviation
    weights = Array(repeating: 0, count: count)
    gain = weights
    p = Array(repeating: 0, count: count * count)
    for k in 0..<count { p[k * count + k] = 1 / (restDeviation * restDeviation) }
  }

  mutating func error(of value: Double, given input: [Double]) -> Double {
    let (n, lambda) = (count, forgetting)
    return input.withUnsafeBufferPointer { u in
      weights.withUnsafeMutableBufferPointer { w in
        gain.withUnsafeMutableBufferPointer { g in
          p.withUnsafeMutableBufferPointer { p in
            var (error, energy) = (value, 0.0)
            for k in 0..<n {
              error -= w[k] * u[k]
              energy += u[k] * u[k]
            }
            guard energy >= leastEnergy else { return error }
            var scale = lambda
            for row in 0..<n {
              var sum = 0.0
              let base = row * n
              for column in 0..<n { sum += p[base + column] * u[column] }
              g[row] = sum
              scale += sum * u[row]
            }
            let share = 1 / scale
            for k in 0..<n { w[k] += g[k] * share * error }
            for row in 0..<n {
              let factor = g[row] * share
              let base = row * n
              for column in row..<n {
                let next = (p[base + column] - factor * g[column]) / lambda
                p[base + column] = next
                p[column * n + row] = next
              }
            }
            return error
          }
        }
      }
    }
  }
}
