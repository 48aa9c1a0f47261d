internal import HRPlugins

/// Removes from the pulse wave the part that a recursive least-squares filter can predict from the accelerometer, then
/// takes the largest spectral peak.
///
/// As ``NLMSDetector``, but the weights are those that would have left least of the past pulse wave, a sample counting
/// λ times as much as the next: with u the last `order` samples of each axis, k = P·u / (λ + uᵀ·P·u), e = pulse − w·u,
/// w grows by k·e, and P becomes (P − k·uᵀ·P) / λ. P starts as 1 / (0.02 g)² on the diagonal, w at 0.
///
/// - Note: To keep P from growing without bound while nothing moves, it is not updated (nor are the weights) while u·u
///   is below `order` · 3 · (0.02 g)². Where the unit is not known, the square is that of ``AxesAtRest``, and P starts
///   with the first sample that is not 0.
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
    "rls", version: 2,
    "Cancels the accelerometer by recursive least squares, then the largest spectral peak.",
    source: "S. Haykin, Adaptive Filter Theory, 2002")

  let parameters: Parameters

  func cleaned(
    _ pulse: [Double], axes: [[Double]], rest: AxesAtRest, cadence: () -> [Double?]
  ) -> [Double] {
    var filter = RecursiveLeastSquares(
      count: parameters.order * axes.count, forgetting: parameters.forgetting, rest: rest)
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
  private var rest: AxesAtRest
  private var weights: [Double]
  private var gain: [Double]
  private var p: [Double]
  private var isStarted = false

  init(count: Int, forgetting: Double, rest: AxesAtRest) {
    (self.count, self.forgetting, self.rest) = (count, forgetting, rest)
    weights = Array(repeating: 0, count: count)
    gain = weights
    p = Array(repeating: 0, count: count * count)
  }

  /// - Returns: false while nothing has moved yet.
  private mutating func start(with energy: Double) -> Bool {
    rest.meet(energy, of: count)
    guard !isStarted, rest.meanSquare > 0 else { return isStarted }
    for k in 0..<count { p[k * count + k] = 1 / rest.meanSquare }
    isStarted = true
    return true
  }

  mutating func error(of value: Double, given input: [Double]) -> Double {
    let (n, lambda) = (count, forgetting)
    let energy = input.reduce(0) { $0 + $1 * $1 }
    guard start(with: energy) else { return value }
    let isAtRest = !(energy >= Double(count) * rest.meanSquare)
    return input.withUnsafeBufferPointer { u in
      weights.withUnsafeMutableBufferPointer { w in
        gain.withUnsafeMutableBufferPointer { g in
          p.withUnsafeMutableBufferPointer { p in
            var error = value
            for k in 0..<n { error -= w[k] * u[k] }
            if isAtRest { return error }
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
