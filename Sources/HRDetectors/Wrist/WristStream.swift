internal import HRNumerics
internal import HRSignals

/// A wrist recording band-passed and thinned to 25 samples per second, from its start to its end.
///
/// All channels go through one causal Butterworth band-pass of order 4 (8 poles), 0.4–5 Hz, that starts as if the first
/// sample had been the input for ever (an axis is counted from its first sample, so that its offset costs no digits);
/// then every fifth sample is kept. Aliases in the band from above 20 Hz are 50 dB
/// down or more; at half the rate, as the sparse spectra use it, those below 3.5 Hz from above 9 Hz are 20 dB down.
struct WristStream {
  static let sampleRate = 25.0
  static let windowCount = 200
  static let hopCount = 50
  static let bandHz = 0.4...5.0
  private static let decimation = 5

  let startTime: Double
  /// Windows of ``WristRecording``.
  let count: Int
  /// Pulse waves: one or two.
  let pulses: [[Double]]
  let axes: [[Double]]
  /// True if the pulse wave is not flat, by pulse wave and window.
  private let isAlive: [[Bool]]
  private let axesAreInG: Bool

  init(_ recording: WristRecording) {
    startTime = recording.startTime
    count = recording.count
    axesAreInG = recording.axesAreInG
    let columns = recording.columns()
    let filter =
      SecondOrderSections.butterworth(
        order: 4, band: .bandPass(Self.bandHz),
        sampleRate: WristRecording.sampleRate) ?? SecondOrderSections(sections: [])
    func thinned(_ column: [Double]) -> [Double] {
      let filtered = filter.filtered(column, startingAtSteadyState: true)
      return stride(from: 0, to: filtered.count, by: Self.decimation).map { filtered[$0] }
    }
    pulses = columns.pulses.map(thinned)
    axes = columns.axes.map { axis in
      let level = axis.first ?? 0
      return thinned(axis.map { $0 - level })
    }
    let length = Self.windowCount * Self.decimation
    isAlive = columns.pulses.map { column in
      (0..<recording.count).map { index in
        let first = index * Self.hopCount * Self.decimation
        return WristRecording.isAlive(column[first..<min(first + length, column.count)])
      }
    }
  }

  /// The axes that move in a window (standard deviation above ``SpectralCandidates/leastDeviation``): their samples, and
  /// these less their mean. Where their unit is not known, those that are not constant, if together they have a
  /// ``Cadence``, else none.
  func movingAxes(inWindow index: Int) -> [(samples: ArraySlice<Double>, centred: [Double])] {
    guard axesAreInG || hasCadence(inWindow: index) else { return [] }
    let rest = axesAreInG ? SpectralCandidates.leastDeviation : 0
    return axes.compactMap { axis in
      let samples = axis[indices(ofWindow: index)]
      let centred = removingMean(Array(samples))
      let squares = centred.reduce(0) { $0 + $1 * $1 }
      return squares > Double(samples.count) * rest * rest ? (samples, centred) : nil
    }
  }

  /// Returns true if the window alone, without what comes after it, has a cadence in an unknown unit.
  private func hasCadence(inWindow index: Int) -> Bool {
    let window = indices(ofWindow: index)
    let signals = axes.map { Signal(samples: Array($0[window]), sampleRate: Self.sampleRate) }
    var channels = Channels(
      Dictionary(uniqueKeysWithValues: zip(Cadence.axes, signals).map { ($0, .uniform($1)) }))
    channels.accelerationIsInG = false
    let whole = TimeRange(start: 0, end: Double(Self.windowCount) / Self.sampleRate)
    return Cadence.perMinute(of: channels, in: [whole]).contains { $0 != nil }
  }

  /// The samples of a window.
  func indices(ofWindow index: Int) -> Range<Int> {
    let first = index * Self.hopCount
    return first..<(first + Self.windowCount)
  }

  /// The mean of the window's pulse waves that are not flat, each with mean 0 and standard deviation 1 (divisor n).
  ///
  /// - Returns: `nil` when all are flat.
  func pulse(inWindow index: Int) -> [Double]? {
    let living = pulses.indices.filter { isAlive[$0][index] }
    var sum = Array(repeating: 0.0, count: Self.windowCount)
    var used = 0
    for column in living {
      guard let scaled = Self.standardised(pulses[column][indices(ofWindow: index)]) else { continue }
      for k in sum.indices { sum[k] += scaled[k] }
      used += 1
    }
    return used > 0 ? sum.map { $0 / Double(used) } : nil
  }

  /// - Returns: `nil` for values that are all alike.
  static func standardised(_ x: ArraySlice<Double>) -> [Double]? {
    let n = Double(x.count)
    let mean = x.reduce(0, +) / n
    let deviation = (x.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / n).squareRoot()
    return deviation > 0 && deviation.isFinite ? x.map { ($0 - mean) / deviation } : nil
  }
}
