package import HRSupport
package import HRPlugins
package import HRSignals

/// Values that another program gave for one quantity of one recording, read from its output file.
///
/// A vendor's readings cannot be recomputed here, but they can be scored like any detector's. See ``RecordedJSON``
/// and ``RecordedCSV`` for the file formats.
package struct RecordedEstimates: Equatable, Sendable {
  /// One reading of the series.
  package struct Reading: Equatable, Sendable {
    /// Seconds on the recording's clock.
    package let time: Double
    /// Beats, or breaths, per minute; `nil` if the program wrote 0, null, NaN or nothing.
    package let bpm: Double?
    /// 0…1
    package private(set) var confidence: Double?
    /// The program's own statement whether the reading had settled; `nil` if there is none.
    package private(set) var stable: Bool?
  }

  /// The one value for a whole measurement.
  package enum Strict: Equatable, Sendable {
    case absent
    /// `nil` if the program wrote 0, null or no value.
    case given(Double?)
  }

  /// Reason why every window abstains: there is no file, or it is of another quantity; `nil` if there is no such
  /// reason.
  package let silence: Abstention?
  /// In order of time; of equal times in order of the file.
  package let readings: [Reading]
  package let strict: Strict
  /// Beats, from which rates follow if there are no readings; `nil` if the file names none.
  package let beats: RecordedBeats?
  private let times: [Double]

  package init(
    readings: [Reading], strict: Strict = .absent, beats: RecordedBeats? = nil, silence: Abstention? = nil
  ) {
    self.beats = beats
    self.silence = silence
    self.strict = strict
    self.readings = readings.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
    times = self.readings.map(\.time)
  }

  /// Reads a file: a table if its name ends as ``RecordedText/isTable(_:)`` says, else JSON. A file that does not exist
  /// abstains in every window.
  ///
  /// - Parameters:
  ///   - path: of the file.
  ///   - measurand: the quantity that is read of a JSON file, which may hold several. A CSV file does not name its
  ///     quantity, and is taken to hold this one.
  ///   - manifestSHA256: of the manifest that belongs to the file, which a JSON file may name; `nil`: none.
  ///   - clock: the recording's, for beats whose times are on a clock of their own.
  /// - Throws: every problem of a file that exists and cannot be understood, with its place.
  package init(
    contentsOf path: String, of measurand: Measurand, manifestSHA256: String? = nil,
    on clock: RecordingClock = .unknown
  ) throws(Diagnostics) {
    guard let file = try RecordedText(contentsOf: path) else {
      self.init(readings: [], silence: .recordMissing)
      return
    }
    if RecordedText.isTable(path) {
      self = try RecordedCSV.estimates(file, of: measurand, on: clock)
    } else {
      self = try RecordedJSON.estimates(file, of: measurand, manifestSHA256: manifestSHA256)
    }
  }

  /// Returns the latest reading with a time in [start, end), edges within ``TimeRange/slack``; of equal times the
  /// one written last. If the rule wants stable readings only, the latest of these.
  ///
  /// If the latest reading has no value, or too little confidence, the window abstains: an older reading does not
  /// replace it.
  package func estimate(in range: TimeRange, by rule: RecordedRule = .standard) -> Estimate {
    if let silence { return .abstained(silence) }
    guard !readings.isEmpty else {
      guard let beats else { return .abstained(.recordEmpty) }
      if rule.stable == .only { return .abstained(.recordNotStable) }
      return rule.minimumConfidence > 0 ? .abstained(.recordNoConfidence) : beats.estimate(in: range)
    }
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

  /// Returns the one value for the whole measurement, or ``estimate(in:by:)`` of the series, by the rule.
  package func spotEstimate(in range: TimeRange, by rule: RecordedRule = .standard) -> Estimate {
    switch (rule.strict, strict) {
    case (.never, _), (.prefer, .absent): estimate(in: range, by: rule)
    case (.only, .absent): .abstained(silence ?? .recordNotStrict)
    case (.prefer, .given(let bpm?)), (.only, .given(let bpm?)): .bpm(bpm)
    case (.prefer, .given(nil)), (.only, .given(nil)): .abstained(.recordZero)
    }
  }
}

/// Rule that selects the readings of recorded output that count, from an entry of an experiment.
package struct RecordedRule: Equatable, Sendable {
  package static let standard = RecordedRule()

  package enum Stable: String, CaseIterable, Sendable {
    /// Readings that are not marked stable are scored like the others: the program showed them.
    case any
    /// Only readings marked stable.
    case only
  }

  /// Use of the one value for a whole measurement, in spot mode; continuous mode ignores it.
  package enum Strict: String, CaseIterable, Sendable {
    /// The value is the estimate if it is given; else the series is used.
    case prefer
    /// The value, or no estimate.
    case only
    /// The series only.
    case never
  }

  package var stable = Stable.any
  package var strict = Strict.prefer
  /// 0…1; 0 requires none. It applies to readings of the series: a strict value has no confidence on this scale,
  /// and is given only if the program's own demands on the signal are met.
  package var minimumConfidence = 0.0
}

/// The text of a file that another program wrote.
struct RecordedText {
  let text: String
  let file: String

  /// - Returns: `nil` if there is no such file.
  /// - Throws: if it cannot be read, is too large, or is blank.
  init?(contentsOf path: String) throws(Diagnostics) {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    text = try TextDocument.read(path, what: "recorded output").text
    guard text.contains(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) else {
      throw Diagnostics(
        "the recorded output is an empty file", in: path,
        hint: "remove it if the program gave nothing for this recording")
    }
    file = path
  }

  /// Returns true if a file is a table, by the end of its name; else it is JSON.
  static func isTable(_ path: String) -> Bool {
    [".csv", ".tsv", ".txt"].contains { path.lowercased().hasSuffix($0) }
  }
}

extension [Diagnostic] {
  /// Adds a problem of a file of recorded output: at most twenty, and then that there are more.
  mutating func addFew(_ problem: @autoclosure () -> Diagnostic, of file: String) {
    if count < 20 {
      append(problem())
    } else if count == 20 {
      add("and more problems of this file", in: file)
    }
  }
}

/// The pulse wave that another program made of one recording, read from its output file.
///
/// With it hreval's own detectors show whether the wave or the program's own rate finder is the weak part. See
/// ``RecordedJSON`` and ``RecordedCSV`` for the file formats.
package enum RecordedTrace: Equatable, Sendable {
  /// Times in seconds on the recording's clock, strictly increasing and uneven as they were written; values finite, in
  /// the program's own unit.
  case wave(TimeSeries)
  /// Reason why there is none: no file, no wave in it, or only another quantity's.
  case silent(Abstention)

  /// Reads a file: a table if its name ends as ``RecordedText/isTable(_:)`` says, else JSON.
  ///
  /// - Parameters:
  ///   - path: of the file.
  ///   - manifestSHA256: of the manifest that belongs to the file, which a JSON file may name; `nil`: none.
  /// - Throws: every problem of a file that exists and cannot be understood, with its place: also times that are
  ///   equal or decrease, and values that are not finite.
  package init(contentsOf path: String, manifestSHA256: String? = nil) throws(Diagnostics) {
    guard let file = try RecordedText(contentsOf: path) else {
      self = .silent(.recordMissing)
      return
    }
    self =
      RecordedText.isTable(path)
      ? try RecordedCSV.trace(file) : try RecordedJSON.trace(file, manifestSHA256: manifestSHA256)
  }

  init(_ samples: [(time: Double, value: Double)]) {
    self =
      samples.isEmpty
      ? .silent(.recordEmpty)
      : .wave(TimeSeries(times: samples.map(\.time), values: samples.map(\.value)))
  }

  /// Returns the problem with the time of a sample after another one; `nil` if it is later.
  static func problem(ofTime time: Double, after earlier: Double) -> String? {
    if time > earlier { return nil }
    return time == earlier
      ? "two samples have the time \(shortest(time)) s"
      : "the times go back from \(shortest(earlier)) to \(shortest(time)) s"
  }
}
