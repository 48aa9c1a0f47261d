internal import HRSupport
internal import HRSignals

/// The JSON formats of recorded output. Each may hold a pulse, a breathing rate or both, and the wave of each.
///
/// - protobuf-JSON, older:
///   `{"pulse": {"rate": [{"time": s, "value": …, "confidence": …, "stable": …}], "trace": [{"time": s, "value": …}], "strict": {"value": …}}, "breathing": {"rate": […], "upperTrace": […], "strict": {…}}}`
/// - protobuf-JSON, newer:
///   `{"cardio": {"pulse_rate": [{"timestamp": µs, "value": …, …}], "arterial_pressure_trace": […]}, "breathing": {"rate": […], "upper_trace": […]}}`,
///   also `pulseRate` and `arterialPressureTrace`
/// - web service:
///   `{"pulse": {"hr": {"10": {"value": …, "confidence": …}}, "hr_trace": {"0.033": {"value": …}}, "hr_strict": {"28": {"value": …}}}, "breath": {"rr": {…}, "rr_trace": {…}, "rr_strict": {…}}}`,
///   keys in seconds and in any order; also `breathing`
///
/// Beside them, `pulse` and `cardio` may have `"beats": [s, …]` or `"rrIntervals": [ms, …]`, of which each entry may be
/// an object with a time: `{"time": s}`, `{"time": s, "value": ms}` with the time at which the interval ended. Intervals
/// with a median below 20 are seconds.
///
/// The name of a list's time key gives its unit: `time` is in seconds, `timestamp` in microseconds. The confidences
/// of a list in microseconds are shares or, since a version that the file does not name, percent: percent if any of
/// the list is above 1.
///
/// By protobuf's JSON mapping, an absent number is 0, an absent `stable` false, 64-bit integers and NaN may be
/// written as texts, and null means an absent field. In samples of a wave null and NaN are problems all the same,
/// since a program that writes them had no value, and 0 would be one. Members that are not read here may hold
/// anything.
///
/// Sources: github.com/Presage-Security/SmartSpectra-CPP-Examples, docs/output_format.md (web service);
/// github.com/Presage-Security/SmartSpectra, docs/data-types.md (messages) and docs/swift/migration-guide.md, by which
/// `cardio.arterialPressureTrace` is what `pulse.trace` was.
enum RecordedJSON {
  static func estimates(
    _ file: RecordedText, of measurand: Measurand, manifestSHA256: String?
  ) throws(Diagnostics) -> RecordedEstimates {
    let document = try document(file, manifestSHA256: manifestSHA256)
    var reader = RecordedJSONReader(document: document, measurand: measurand, item: "reading")
    let estimates = reader.estimates()
    if !reader.problems.isEmpty { throw Diagnostics(reader.problems) }
    return estimates
  }

  /// The pulse wave.
  static func trace(_ file: RecordedText, manifestSHA256: String?) throws(Diagnostics) -> RecordedTrace {
    let document = try document(file, manifestSHA256: manifestSHA256)
    var reader = RecordedJSONReader(document: document, measurand: .heartRate, item: "sample")
    let trace = reader.trace()
    if !reader.problems.isEmpty { throw Diagnostics(reader.problems) }
    return trace
  }

  /// Reads the document; throws if it names another manifest than the given one.
  private static func document(
    _ file: RecordedText, manifestSHA256: String?
  ) throws(Diagnostics) -> JSONDocument {
    let document = try JSONDocument(file.text, file: file.file)
    guard let manifestSHA256 else { return document }
    let named = document.root.members?.filter { $0.key == manifestMember }.map(\.value) ?? []
    let problems = named.compactMap { node -> Diagnostic? in
      guard let digest = node.string else {
        return document.problem("\(manifestMember) is text, not \(node.described)", at: node)
      }
      guard digest.lowercased() != manifestSHA256 else { return nil }
      return document.problem(
        "these answers name another manifest: theirs is \(digest.prefix(12)), the one given is \(manifestSHA256.prefix(12))",
        at: node, hint: "name the manifest that was with the samples that were answered")
    }
    guard problems.isEmpty else { throw Diagnostics(problems) }
    return document
  }

  /// SHA-256 of the manifest of the trials that a file answers, which it may name.
  static let manifestMember = "manifestSHA256"

  /// Members of the documented messages. Default messages and bare errors of the service are written without any
  /// quantity.
  static let knownMembers: Set<String> = [
    "pulse", "cardio", "breathing", "breath", "face", "eda", "micromotion", "blood_pressure", "bloodPressure",
    "pressure", "metadata", "error", "version", manifestMember,
  ]

  /// Member names of a quantity in the document.
  struct Section {
    let name: String
    /// Names of its series; at most one of them may be written in a section.
    let series: [String]
    /// Names of its one value for a whole measurement.
    let strict: [String]
    /// Names of its wave.
    let trace: [String]
    /// Names of its beats, or of the intervals between them.
    var beats: [String] = []
  }

  static func sections(of measurand: Measurand) -> [Section] {
    switch measurand {
    case .heartRate:
      [
        Section(
          name: "pulse", series: ["rate", "hr"], strict: ["strict", "hr_strict"],
          trace: ["trace", "hr_trace"], beats: beats),
        Section(
          name: "cardio", series: ["pulse_rate", "pulseRate"], strict: ["strict"],
          trace: ["arterial_pressure_trace", "arterialPressureTrace"], beats: beats),
      ]
    case .breathingRate:
      ["breathing", "breath"].map {
        Section(
          name: $0, series: ["rate", "rr"], strict: ["strict", "rr_strict"],
          trace: ["upperTrace", "upper_trace", "rr_trace"])
      }
    }
  }

  /// Names of lists of beats and of intervals.
  static let beats = ["beats", "rrIntervals"]

  /// Names of members in which the web service writes entries by their second.
  static let bySecond: Set<String> = ["hr", "hr_trace", "hr_strict", "rr", "rr_trace", "rr_strict"]
}
