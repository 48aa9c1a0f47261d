internal import HRPlugins

/// Removes from the pulse wave the part that a normalised least-mean-squares filter can predict from the accelerometer,
/// then takes the largest spectral peak.
///
/// At each of 25 samples per second (``MotionCanceller``) the motion is w·u, u being the last `order` samples of each
/// axis, newest first; the cleaned wave is e = pulse − w·u, and w grows by μ·e·u / (ε + u·u). All w start at 0.
/// ε = `order` · 3 · (0.02 g)² keeps the weights from chasing the noise of an accelerometer at rest; where the unit is not
/// known, the square is that of ``AxesAtRest``.
///
/// - Note: Assumes that the motion reaches both sensors through a linear path. Motion that the accelerometer cannot
///   explain stays, and if pulse and cadence coincide the pulse is removed with the motion.
struct NLMSDetector: MotionCanceller {
  struct Parameters: ParameterSet {
    var order = 12
    var stepSize = 0.05

    static let table: [Parameter<Self>] = [
      Parameter("order", \.order, in: 1...50, "Samples of each axis that count, at 25 per second."),
      Parameter(
        "stepSize", \.stepSize, in: 0.0001...1.9, "μ; larger adapts faster and takes more of the pulse."),
    ]
  }

  static let info = PluginInfo(
    "nlms", version: 2, "Cancels the accelerometer adaptively (NLMS), then the largest spectral peak.",
    source: "B. Widrow and S. D. Stearns, Adaptive Signal Processing, 1985")

  let parameters: Parameters

  func cleaned(
    _ pulse: [Double], axes: [[Double]], rest: AxesAtRest, cadence: () -> [Double?]
  ) -> [Double] {
    let order = parameters.order
    let count = order * axes.count
    var rest = rest
    var weights = Array(repeating: 0.0, count: count)
    var line = DelayLine(axes: axes, order: order)
    return pulse.indices.map { index in
      line.advance(to: index)
      return line.values.withUnsafeBufferPointer { u in
        weights.withUnsafeMutableBufferPointer { w in
          var (motion, energy) = (0.0, 0.0)
          for k in 0..<count {
            motion += w[k] * u[k]
            energy += u[k] * u[k]
          }
          rest.meet(energy, of: count)
          let error = pulse[index] - motion
          let floor = Double(count) * rest.meanSquare
          // Axes that have not changed yet have nothing to say.
          guard energy + floor > 0 else { return error }
          let gain = parameters.stepSize * error / (energy + floor)
          for k in 0..<count { w[k] += gain * u[k] }
          return error
        }
      }
    }
  }
}

/// The last samples of each axis, newest first, axis after axis; zeros before the start.
struct DelayLine {
  private(set) var values: [Double]
  private let axes: [[Double]]
  private let order: Int

  init(axes: [[Double]], order: Int) {
    self.axes = axes
    self.order = order
    values = Array(repeating: 0, count: axes.count * order)
  }

  mutating func advance(to index: Int) {
    for (axis, samples) in axes.enumerated() {
      for tap in 0..<order { values[axis * order + tap] = index >= tap ? samples[index - tap] : 0 }
    }
  }
}
