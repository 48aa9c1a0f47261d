package import HRDiagnostics
package import HRPlugins
package import HRSignals

/// What another program once said of one quantity of one recording, read from its output file.
///
/// A vendor's readings cannot be recomputed here, but they can be scored like any detector's. See ``RecordedJSON`` and
/// ``RecordedCSV`` for the shapes of file.
package struct RecordedEstimates: Equatable, Sendable {
  /// One reading of the series.
  package struct Reading: Equatable, Sendable {
    /// Seconds on the recording's clock.
    package let time: Double
    /// Beats, or breaths, per minute; `nil` where the program wrote 0, null, NaN or nothing.
    package let bpm: Double?
    /// 0…1
    package let confidence: Double?
    /// The program's own word on whether the reading had settled; `nil` where it said nothing.
    package let stable: Bool?

    package init(time: Double, bpm: Double?, confidence: Double? = nil, stable: Bool? = nil) {
      self.time = time
      self.bpm = bpm
      self.confidence = confidence
      self.stable = stable
    }
  }

  /// The one value for a whole measurement.
  package enum Strict: Equatable, Sendable {
    case absent
    /// `nil` where the program wrote 0, null or no value.
    case given(Double?)
  }

  /// Why nothing can be said of any window, where that is so: there was no file, or it is of another quantity.
  package let silence: Abstention?
  /// In order of time; of equal times in order of the file.
  package let readings: [Reading]
  package let strict: Strict
  private let times: [Double]

  package init(readings: [Reading], strict: Strict = .absent, silence: Abstention? = nil) {
    self.silence = silence
    self.strict = strict
    self.readings = readings.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
    times = self.readings.map(\.time)
  }

  /// Reads a file: CSV where its name ends in `.csv`, else JSON. A file that does not exist abstains in every window.
  ///
  /// - Parameters:
  ///   - path: of the file.
  ///   - measurand: what is read of a JSON file, which may hold several quantities. A CSV file does not say what it
  ///     holds, and is taken to hold this.
  ///   - manifestSHA256: of the manifest that the file is held against, which a JSON file may name; `nil`: none.
  /// - Throws: every problem of a file that is there and cannot be understood, with its place.
  package init(
    contentsOf path: String, of measurand: Measurand, manifestSHA256: String? = nil
  ) throws(Diagnostics) {
    guard let file = try RecordedText(contentsOf: path) else {
      self.init(readings: [], silence: .recordMissing)
      return
    }
    if file.isCSV {
      self.init(readings: try RecordedCSV.readings(file, of: measurand))
    } else {
      self = try RecordedJSON.estimates(file, of: measurand, manifestSHA256: manifestSHA256)
    }
  }

  /// The latest reading with a time in [start, end), edges within ``TimeRange/slack``; of equal times the one written
  /// last. Where the rule wants stable ones, the latest of these.
  ///
  /// A latest reading without a value, or of too little confidence, abstains: an older one is not put in its place.
  package func estimate(in range: TimeRange, by rule: RecordedRule = RecordedRule()) -> Estimate {
    if let silence { return .abstained(silence) }
    guard !readings.isEmpty else { return .abstained(.recordEmpty) }
    let next = times.firstIndex(notBefore: range.end - TimeRange.slack)
    let earliest = range.start - TimeRange.slack
    guard next > 0, times[next - 1] >= earliest else { return .abstained(.recordNotCovered) }
    var latest = next - 1
    if rule.stable == .only {
      while readings[latest].stable != true {
        guard latest > 0, times[latest - 1] >= earliest else { return .abstained(.recordNotStable) }
        latest -= 1
      }
    }
    let reading = readings[latest]
    guard let bpm = reading.bpm else { return .abstained(.recordZero) }
    if rule.minimumConfidence > 0 {
      guard let confidence = reading.confidence else { return .abstained(.recordNoConfidence) }
      guard confidence >= rule.minimumConfidence else { return .abstained(.recordLowConfidence) }
    }
    return .bpm(bpm, confidence: reading.confidence)
  }

  /// The one value for the whole measurement, or what ``estimate(in:by:)`` says of the series, as the rule has it.
  package func spotEstimate(in range: TimeRange, by rule: RecordedRule = RecordedRule()) -> Estimate {
    switch (rule.strict, strict) {
    case (.never, _), (.prefer, .absent): estimate(in: range, by: rule)
    case (.only, .absent): .abstained(silence ?? .recordNotStrict)
    case (.prefer, .given(let bpm?)), (.only, .given(let bpm?)): .bpm(bpm)
    case (.prefer, .given(nil)), (.only, .given(nil)): .abstained(.recordZero)
    }
  }
}
