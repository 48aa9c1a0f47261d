import Foundation
package import HRDiagnostics
package import HRPlugins
internal import HRRecordings
package import HRSignals

/// What another program once said about one recording, read from its output file.
///
/// A vendor's readings cannot be recomputed here, but they can be scored like any detector's. See ``RecordedJSON`` and
/// ``RecordedCSV`` for the shapes of file.
package struct RecordedEstimates: Equatable, Sendable {
  /// One reading of the series.
  package struct Reading: Equatable, Sendable {
    /// Seconds on the recording's clock.
    package let time: Double
    /// Beats per minute; `nil` where the program wrote 0, null, NaN or nothing.
    package let bpm: Double?
    /// 0…1
    package let confidence: Double?
    /// The program's own word on whether the reading had settled. Readings that had not are scored like the others: the program
    /// showed them.
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
    /// `nil` where the program wrote 0 or null.
    case given(Double?)
  }

  /// Whether there was a file at all.
  package let exists: Bool
  /// In order of time; of equal times in order of the file.
  package let readings: [Reading]
  package let strict: Strict
  private let times: [Double]

  package init(readings: [Reading], strict: Strict = .absent) {
    self.init(readings: readings, strict: strict, exists: true)
  }

  private init(readings: [Reading], strict: Strict, exists: Bool) {
    self.exists = exists
    self.strict = strict
    self.readings = readings.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
    times = self.readings.map(\.time)
  }

  /// Reads a file: CSV where its name ends in `.csv`, else JSON. A file that does not exist abstains in every window.
  ///
  /// - Throws: every problem of a file that is there and cannot be understood, with its place.
  package init(contentsOf path: String) throws(Diagnostics) {
    guard FileManager.default.fileExists(atPath: path) else {
      self.init(readings: [], strict: .absent, exists: false)
      return
    }
    let text: String
    do {
      text = try TextDocument.read(path, what: "recorded output").text
    } catch {
      throw Diagnostics(error)
    }
    guard text.contains(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) else {
      throw Diagnostics(
        Diagnostic(
          "the recorded output is an empty file", place: .init(file: path),
          hint: "remove it if the program gave nothing for this recording"))
    }
    if path.lowercased().hasSuffix(".csv") {
      self.init(readings: try RecordedCSV.readings(text, file: path))
    } else {
      let content = try RecordedJSON.content(text, file: path)
      self.init(readings: content.readings, strict: content.strict)
    }
  }

  /// The latest reading with a time in [start, end), edges within ``TimeRange/slack``; of equal times the one written last.
  ///
  /// A latest reading without a value abstains: an older one is not put in its place.
  package func estimate(in range: TimeRange) -> Estimate {
    guard exists else { return .abstained(.recordMissing) }
    guard !readings.isEmpty else { return .abstained(.recordEmpty) }
    let next = times.firstIndex(notBefore: range.end - TimeRange.slack)
    guard next > 0, times[next - 1] >= range.start - TimeRange.slack else {
      return .abstained(.recordNotCovered)
    }
    let reading = readings[next - 1]
    guard let bpm = reading.bpm else { return .abstained(.recordZero) }
    return .bpm(bpm, confidence: reading.confidence)
  }

  /// The one value for the whole measurement where the program gave one, else as ``estimate(in:)``.
  package func spotEstimate(in range: TimeRange) -> Estimate {
    switch strict {
    case .absent: estimate(in: range)
    case .given(let bpm?): .bpm(bpm)
    case .given(nil): .abstained(.recordZero)
    }
  }
}
