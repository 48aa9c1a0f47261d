/// A window of a unit in which a detector's signals are shown.
package struct WindowChoice: Hashable, Sendable {
  /// Index of its unit in the plan's.
  package let unit: Int
  /// Index of the detector in the plan's.
  package let detector: Int
  /// Index among the unit's windows; of tries that of the one that counts.
  package let window: Int
  package let why: KeptWindow.Choice
}

/// The part of a ``KeptWindow`` that the run's results do not hold, and that has to be computed again.
package struct WindowSignals: Equatable, Sendable {
  /// The channels behind ``seen``, as the scenario left them: those that the extractor read and those that the
  /// detector reads besides. Channels that the detector was handed unchanged are left out.
  package var raw: [SignalTrace] = []
  /// Signals that the detector was handed, after extractor, filters and resampling, by channel in the order in which
  /// it names its inputs. Empty if nothing could be made for it.
  package var seen: [SignalTrace] = []
  /// The reference's beats in the window, in seconds on the recording's clock; `nil` if the reference has none, or
  /// its clock is not the signals'.
  package var referenceBeats: [Double]?
  /// The beats that the detector named in the window, whether or not its estimate was accepted; `nil` if it named
  /// none.
  package var detectedBeats: [Double]?
  /// Spectrum of what the detector saw; `nil` if it named beats.
  package var spectrum: PowerSpectrum?
}

extension KeptWindow {
  /// Creates a kept window.
  ///
  /// - Parameters:
  ///   - choice: the window, and the reason for its choice.
  ///   - signals: signals that its detector saw.
  ///   - result: result of its unit.
  /// - Returns: `nil` if the result has no such window, or no estimate of the detector for it.
  package init?(_ choice: WindowChoice, _ signals: WindowSignals, in result: UnitResult) {
    guard case .windows(let table) = result.outcome, table.estimates.indices.contains(choice.detector),
      let column = table.estimates[choice.detector], table.ranges.indices.contains(choice.window),
      let row = table.row(of: choice.detector, window: choice.window), row < column.count
    else { return nil }
    let cell = column[row]
    self.init(
      choice: choice, signals: signals, range: table.ranges[choice.window],
      referenceBPM: table.references[choice.window].bpm, estimateBPM: cell.hasValue ? cell.bpm : nil)
  }
}

extension WindowTable {
  /// Returns the row of a detector that is of a window; `nil` if the window is a try that does not count.
  fileprivate func row(of detector: Int, window: Int) -> Int? {
    guard !chosenTries.isEmpty else { return window }
    return chosenTries.indices.contains(detector) && chosenTries[detector] == window ? 0 : nil
  }
}

// MARK: As bytes

/// Signals as bytes: on the way from a worker, and in ``SignalStore``.
extension ByteWriter {
  package mutating func write(_ signals: WindowSignals) {
    write(signals.raw)
    write(signals.seen)
    for beats in [signals.referenceBeats, signals.detectedBeats] {
      write(beats == nil ? 0 : 1)
      if let beats { write(beats) }
    }
    write(signals.spectrum == nil ? 0 : 1)
    guard let spectrum = signals.spectrum else { return }
    write(spectrum.firstHz)
    write(spectrum.stepHz)
    write(spectrum.power)
  }

  private mutating func write(_ traces: [SignalTrace]) {
    write(traces.count)
    for trace in traces {
      write(trace.name)
      write(trace.startTime)
      write(trace.sampleRate)
      write(trace.samples)
      write(trace.times == nil ? 0 : 1)
      if let times = trace.times { write(times) }
      write(trace.isReduced ? 1 : 0)
    }
  }
}

extension ByteReader {
  package mutating func windowSignals() throws(Damaged) -> WindowSignals {
    var signals = WindowSignals()
    signals.raw = try traces()
    signals.seen = try traces()
    signals.referenceBeats = try flag() ? try finiteNumbers() : nil
    signals.detectedBeats = try flag() ? try finiteNumbers() : nil
    guard try flag() else { return signals }
    let (first, step, power) = (try finite(), try finite(), try floats())
    guard first >= 0, step > 0, power.allSatisfy(\.isFinite) else { throw Damaged() }
    signals.spectrum = PowerSpectrum(firstHz: first, stepHz: step, power: power)
    return signals
  }

  private mutating func traces() throws(Damaged) -> [SignalTrace] {
    var traces: [SignalTrace] = []
    for _ in 0..<(try count()) {
      let (name, start, rate) = (try string(), try finite(), try finite())
      let samples = try floats()
      let times = try flag() ? try floats() : nil
      guard rate > 0, !samples.isEmpty, times.map({ $0.count == samples.count }) ?? true,
        times?.allSatisfy(\.isFinite) ?? true
      else { throw Damaged() }
      traces.append(
        SignalTrace(
          name: name, startTime: start, sampleRate: rate, samples: samples, times: times,
          isReduced: try flag()))
    }
    return traces
  }
}
