internal import HRDiagnostics
internal import HRSignals

/// The JSON shapes of recorded output. Each may hold a pulse, a breathing rate or both.
///
/// - protobuf-JSON, older: `{"pulse": {"rate": [{"time": s, "value": …, "confidence": …, "stable": …}], "strict": {"value": …}},
///   "breathing": {"rate": […], "strict": {…}}}`
/// - protobuf-JSON, newer: `{"cardio": {"pulse_rate": [{"timestamp": µs, "value": …, …}]}, "breathing": {"rate": […]}}`, also
///   `pulseRate`
/// - web service: `{"pulse": {"hr": {"10": {"value": …, "confidence": …}}, "hr_strict": {"28": {"value": …}}},
///   "breath": {"rr": {…}, "rr_strict": {…}}}`, keys in seconds and in any order; also `breathing`
///
/// A list says by its own keys whether its times are seconds or microseconds. The confidences of a list in microseconds are
/// shares or, since a version that the file does not name, percent: percent where any of the list is above 1.
///
/// As protobuf's JSON mapping has it, an absent number is 0, an absent `stable` false, 64-bit integers and NaN may be written as
/// texts, and null stands for an absent field. Members that are not read here may hold anything.
///
/// Sources: github.com/Presage-Security/SmartSpectra-CPP-Examples, docs/output_format.md (web service);
/// github.com/Presage-Security/SmartSpectra, docs/data-types.md (messages).
enum RecordedJSON {
  static func estimates(
    _ text: String, file: String, of measurand: Measurand
  ) throws(Diagnostics) -> RecordedEstimates {
    let document: JSONDocument
    do {
      document = try JSONDocument(text, file: file)
    } catch {
      throw Diagnostics(error)
    }
    var reader = RecordedJSONReader(document, measurand)
    let estimates = reader.estimates()
    if !reader.problems.isEmpty { throw Diagnostics(reader.problems) }
    return estimates
  }

  /// Members of the documented messages. Default messages and bare errors of the service are written without any quantity.
  static let knownMembers: Set<String> = [
    "pulse", "cardio", "breathing", "breath", "face", "eda", "micromotion", "blood_pressure", "bloodPressure",
    "pressure", "metadata", "error", "version",
  ]

  /// Where a quantity stands.
  struct Section {
    let name: String
    /// Names of its series: of each section one may be written.
    let series: [String]
    /// Names of its one value for a whole measurement.
    let strict: [String]
  }

  static func sections(of measurand: Measurand) -> [Section] {
    switch measurand {
    case .heartRate:
      [
        Section(name: "pulse", series: ["rate", "hr"], strict: ["strict", "hr_strict"]),
        Section(name: "cardio", series: ["pulse_rate", "pulseRate"], strict: ["strict"]),
      ]
    case .breathingRate:
      ["breathing", "breath"].map {
        Section(name: $0, series: ["rate", "rr"], strict: ["strict", "rr_strict"])
      }
    }
  }

  /// Names of what the web service writes by its second.
  static let bySecond: Set<String> = ["hr", "hr_strict", "rr", "rr_strict"]
}
