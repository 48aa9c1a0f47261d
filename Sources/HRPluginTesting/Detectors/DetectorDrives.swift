public import HRPlugins
public import HRSignals

extension DetectorEntry {
  /// The estimates of a detector for windows of a recording, as in a run.
  ///
  /// Prepared and composite detectors see the recording from its start, streaming ones every frame before the window's
  /// end, all others the window alone; each at the rate it asks for. Windows that the channels do not cover are shown
  /// too; a streaming detector without one of its inputs gives ``Abstention/notCovered``.
  /// - Parameters:
  ///   - ranges: in seconds, in order of their ends.
  ///   - channels: the detector's inputs, after any extractor and filter.
  /// - Returns: one estimate per range.
  /// - Throws: the error for which the parameters are refused.
  public func estimates(
    in ranges: [TimeRange], of channels: Channels, parameters: ParameterValues = ParameterValues()
  ) throws(ParameterError) -> [Estimate] {
    estimates(in: ranges, of: channels, by: try make(parameters))
  }

  func estimates(in ranges: [TimeRange], of channels: Channels, by made: Made) -> [Estimate] {
    let preparedInputs =
      (try? made.preparedInputs(of: channels, inputs: inputs, optionalInputs: optionalInputs)) ?? channels
    let driver = DetectorDriver(preparedInputs, windows: ranges, judgesCoverage: false)
    return (try? driver.estimates(of: made, inputs: inputs, optionalInputs: optionalInputs))
      ?? ranges.map { _ in .abstained(.notCovered) }
  }

  var measuresBreath: Bool { measurands == [.breathingRate] }

  /// Rates of a clean pulse, or of breaths.
  var cleanRates: [Double] { measuresBreath ? [10, 14, 18, 24] : [55, 75, 110, 150] }

  /// Sample rates its channels may have.
  var cleanSampleRates: [Double] {
    if let assumedSampleRate { return [assumedSampleRate] }
    if inputs.contains(.ecg) { return [125, 250, 500, 1000] }
    // Frames of a camera.
    if inputs.contains(.red) || inputs.contains(.contact) { return [30, 60, 100, 120] }
    return [30, 60, 125, 250]
  }

  /// Returns these rates; for a detector that counts samples as a fixed time apart that rate alone, and 250 Hz for an
  /// electrocardiogram.
  func sampleRates(_ usual: Double...) -> [Double] {
    if let assumedSampleRate { return [assumedSampleRate] }
    return inputs.contains(.ecg) ? [250] : usual
  }

  /// The rate that most promises are tested at.
  var middleRate: Double { measuresBreath ? 16 : 84 }
  var middleSampleRate: Double { assumedSampleRate ?? (inputs.contains(.ecg) ? 250 : 60) }
}

extension [ParameterDescription] {
  /// Corners of the parameters: each by itself at each end except its default, all at their first end, and all at their
  /// last.
  var corners: [ParameterValues] {
    let single = flatMap { parameter in
      parameter.ends.filter { $0 != parameter.defaultValue }.map {
        ParameterValues([.init(parameter.name, $0)])
      }
    }
    guard count > 1 else { return single }
    return single + [
      ParameterValues(compactMap { one in one.ends.first.map { .init(one.name, $0) } }),
      ParameterValues(compactMap { one in one.ends.last.map { .init(one.name, $0) } }),
    ]
  }
}

extension ParameterDescription {
  /// The ends of a parameter's range, or all its choices.
  fileprivate var ends: [ParameterValue] {
    switch domain {
    case .number(let range): [.number(range.lowerBound), .number(range.upperBound)]
    case .integer(let range): [.integer(range.lowerBound), .integer(range.upperBound)]
    case .choice(let names): names.map { .choice($0) }
    }
  }
}

extension ParameterValues {
  /// Text such as `order 3, lowCutoffHz 0.7`.
  var words: String {
    entries.isEmpty ? "its defaults" : entries.map { "\($0.name) \($0.value.text)" }.joined(separator: ", ")
  }
}
