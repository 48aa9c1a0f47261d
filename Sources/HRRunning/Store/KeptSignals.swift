package import HRSignals
internal import HRSupport
internal import HRNumerics

/// Signals that detectors saw in a few chosen windows, for the run's page; kept if the experiment says `keepSignals`.
package struct KeptSignals: Equatable, Sendable {
  /// Windows by scenario, then by detector, then the worst first, then the median ones, then those that were drawn.
  package let windows: [KeptWindow]
  /// Notes of what was not kept and why, a line each.
  package let notes: [String]
}

/// One window of one detector: its signals, its estimate and the reference.
@dynamicMemberLookup
package struct KeptWindow: Equatable, Sendable {
  /// Reason why a window is kept.
  package enum Choice: String, CaseIterable, Sendable {
    /// Its error is among the largest of its row.
    case worst
    /// Its error is next to the median absolute error of its row.
    case median
    /// Drawn from all windows of its row that have a reference, answered or not.
    case random
  }

  package let choice: WindowChoice
  package let signals: WindowSignals
  package let range: TimeRange
  package let referenceBPM: Double?
  package let estimateBPM: Double?

  package subscript<Part>(dynamicMember path: KeyPath<WindowChoice, Part>) -> Part { choice[keyPath: path] }
  package subscript<Part>(dynamicMember path: KeyPath<WindowSignals, Part>) -> Part { signals[keyPath: path] }
}

/// Samples of one channel in one window, to be drawn.
package struct SignalTrace: Equatable, Sendable {
  /// Maximum number of samples. Of more, the least and the greatest of equally long stretches are kept, in the order
  /// in which they come.
  package static let mostSamples = 8192

  /// Name of the channel: `ppg`, `red`.
  package let name: String
  /// Time of the first sample, in seconds on the recording's clock.
  package let startTime: Double
  /// Rate of the samples here: if ``isReduced``, that of the extremes; of uneven samples, that of the median
  /// interval.
  package let sampleRate: Double
  /// Values; NaN for a missing one.
  package let samples: [Float]
  /// Seconds after ``startTime``, one per sample; `nil`: even, at ``sampleRate``.
  package private(set) var times: [Float]?
  /// True if these are not all samples, but the extremes of stretches.
  package private(set) var isReduced = false
}

extension SignalTrace {
  /// Creates a trace of the part of a channel that is in a window; `nil` if it has no samples.
  package init?(_ name: String, _ channel: Channel, in range: TimeRange) {
    let part = channel.cut(to: range)
    guard part.count > 0, let rate = part.nominalRate ?? channel.nominalRate else { return nil }
    let values = part.values
    let kept = Self.kept(of: values)
    let start = part.time(at: 0)
    var times: [Float]?
    if case .irregular = part { times = kept.map { Float(part.time(at: $0) - start) } }
    let isReduced = kept.count < values.count
    self.init(
      name: name, startTime: start,
      sampleRate: isReduced ? rate * Double(kept.count) / Double(values.count) : rate,
      samples: kept.map { index in
        let sample = Float(values[index])
        return sample.isFinite ? sample : .nan
      }, times: times, isReduced: isReduced)
  }

  /// Returns the indices of the samples that are kept, two per stretch if there are more than ``mostSamples``.
  private static func kept(of values: [Double]) -> [Int] {
    guard values.count > mostSamples else { return Array(values.indices) }
    let stretches = mostSamples / 2
    return (0..<stretches).flatMap { stretch -> [Int] in
      let indices = stretch * values.count / stretches..<(stretch + 1) * values.count / stretches
      let (least, greatest) = indices.reduce((indices.lowerBound, indices.lowerBound)) { found, index in
        // A missing sample is neither least nor greatest, unless all are missing.
        (
          values[index] < values[found.0] || values[found.0].isNaN ? index : found.0,
          values[index] > values[found.1] || values[found.1].isNaN ? index : found.1
        )
      }
      return [min(least, greatest), max(least, greatest)]
    }
  }
}

/// Power of a wave by frequency, on an even grid.
package struct PowerSpectrum: Equatable, Sendable {
  package let firstHz: Double
  package let stepHz: Double
  /// Power as a share of the greatest.
  package let power: [Float]
}

extension PowerSpectrum {
  /// Computes the power spectrum of a wave in one window: definition `windowSpectrum@1`.
  ///
  /// The mean is subtracted, and the samples are weighted with von Hann's window 0.5 − 0.5·cos(2π(j + ½)/n). Then
  /// |Σ x[j]·e^(−iωj)|² is computed at every whole beat per minute from 30 to 240, which is 0.5 to 4 Hz; for
  /// breaths at every quarter from 3 to 60 per minute; up to half the sample rate. It is divided by its greatest
  /// value.
  ///
  /// - Returns: `nil` for fewer than eight samples, if a sample is missing, or if the samples do not vary.
  init?(of wave: Signal, measurand: Measurand) {
    let samples = wave.samples
    guard samples.count >= 8, samples.allSatisfy(\.isFinite), samples.min() != samples.max() else {
      return nil
    }
    let count = Double(samples.count)
    let mean = samples.reduce(0, +) / count
    let weighted = samples.enumerated().map { index, sample in
      (sample - mean) * (0.5 - 0.5 * cos(2 * .pi * (Double(index) + 0.5) / count))
    }
    let (first, step, last) =
      switch measurand {
      case .heartRate: (30.0, 1.0, 240.0)
      case .breathingRate: (3.0, 0.25, 60.0)
      }
    let powers = stride(from: first, through: min(last, 30 * wave.sampleRate), by: step).map { perMinute in
      singleBinPower(of: weighted, turnsPerSample: perMinute / 60 / wave.sampleRate)
    }
    guard let greatest = powers.max(), greatest > 0, greatest.isFinite else { return nil }
    self.init(firstHz: first / 60, stepHz: step / 60, power: powers.map { Float($0 / greatest) })
  }
}
