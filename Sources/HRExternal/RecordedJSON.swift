internal import HRDiagnostics

/// The JSON shapes of recorded output.
///
/// - protobuf-JSON, older: `{"pulse": {"rate": [{"time": s, "value": bpm, "confidence": …, "stable": …}], "strict": {"value": bpm}}}`
/// - protobuf-JSON, newer: `{"cardio": {"pulse_rate": [{"timestamp": µs, "value": bpm, …}]}}`, also `pulseRate`
/// - web service: `{"pulse": {"hr": {"10": {"value": bpm, "confidence": …}}}}`, keys in seconds and in any order
///
/// As protobuf's JSON mapping has it, an absent number is 0, 64-bit integers and NaN may be written as texts, and null stands for
/// an absent field. Members that are not read here may hold anything.
enum RecordedJSON {
  struct Content: Equatable, Sendable {
    var readings: [RecordedEstimates.Reading]
    var strict: RecordedEstimates.Strict
  }

  static func content(_ text: String, file: String) throws(Diagnostics) -> Content {
    let document: JSONDocument
    do {
      document = try JSONDocument(text, file: file)
    } catch {
      throw Diagnostics(error)
    }
    var reader = RecordedJSONReader(document)
    let content = reader.content()
    if !reader.problems.isEmpty { throw Diagnostics(reader.problems) }
    return content
  }
}

/// Walks one document and collects what is wrong with it.
private struct RecordedJSONReader {
  private let document: JSONDocument
  private(set) var problems: [Diagnostic] = []
  /// A wrong unit makes every reading wrong; nobody reads a thousand lines that say so.
  private static let problemLimit = 20

  init(_ document: JSONDocument) {
    self.document = document
  }

  mutating func content() -> RecordedJSON.Content {
    var content = RecordedJSON.Content(readings: [], strict: .absent)
    let root = document.root
    guard let members = root.members else {
      report("recorded output is an object with \"pulse\" or \"cardio\", not \(root.described)", at: root)
      return content
    }
    let pulse = field("pulse", of: root)
    let cardio = field("cardio", of: root)
    if pulse != nil, let cardio {
      report("both \"pulse\" and \"cardio\": which readings count is unclear", at: cardio)
      return content
    }
    guard let section = pulse ?? cardio else {
      // Default messages and bare errors of the service are written without either.
      let known = ["pulse", "cardio", "breathing", "error", "version"]
      if !members.isEmpty, !members.contains(where: { known.contains($0.key) }) {
        report("recorded output has \"pulse\" or \"cardio\"; this has neither", at: root)
      }
      return content
    }
    guard section.members != nil else {
      report("expected an object, found \(section.described)", at: section)
      return content
    }
    let names = cardio == nil ? ["rate", "hr"] : ["pulse_rate", "pulseRate"]
    let series = names.compactMap { name in field(name, of: section).map { (name, $0) } }
    if series.count > 1 {
      report("both \"\(names[0])\" and \"\(names[1])\": which readings count is unclear", at: series[1].1)
    } else if let (name, node) = series.first {
      content.readings = name == "hr" ? map(node) : list(node, microseconds: cardio != nil)
    }
    if let strict = field("strict", of: section) {
      content.strict = .given(bpm(of: strict))
    }
    return content
  }

  private mutating func list(_ node: JSONNode, microseconds: Bool) -> [RecordedEstimates.Reading] {
    guard let elements = node.elements else {
      report("expected a list of readings, found \(node.described)", at: node)
      return []
    }
    return elements.compactMap { element in
      guard element.members != nil else {
        report("expected a reading, found \(element.described)", at: element)
        return nil
      }
      let written = field(microseconds ? "timestamp" : "time", of: element)
      // Protobuf leaves out a time of 0.
      guard let time = written.map({ number($0) }) ?? 0 else {
        if let written { report("a time is a number, not \(written.described)", at: written) }
        return nil
      }
      return reading(element, at: microseconds ? time / 1e6 : time)
    }
  }

  private mutating func map(_ node: JSONNode) -> [RecordedEstimates.Reading] {
    guard let members = node.members else {
      report("expected readings by their second, found \(node.described)", at: node)
      return []
    }
    return members.compactMap { member in
      guard let time = Double(member.key), time.isFinite else {
        report(
          "a reading's key is its time in seconds, not \"\(member.key)\"", at: member.keyPlace,
          member.value.path)
        return nil
      }
      if case .null = member.value.value { return RecordedEstimates.Reading(time: time, bpm: nil) }
      return reading(member.value, at: time)
    }
  }

  private mutating func reading(_ node: JSONNode, at time: Double) -> RecordedEstimates.Reading {
    let value = bpm(of: node)
    var confidence: Double?
    if let written = field("confidence", of: node) {
      confidence = number(written)
      if !(confidence.map { (0...1).contains($0) } ?? false) {
        report("a confidence is a number from 0 to 1, not \(written.described)", at: written)
      }
    }
    let stable = field("stable", of: node)
    if let stable, stable.boolean == nil {
      report("\"stable\" is true or false, not \(stable.described)", at: stable)
    }
    return RecordedEstimates.Reading(time: time, bpm: value, confidence: confidence, stable: stable?.boolean)
  }

  /// The member `value` as a rate; `nil` for 0, null, NaN and an absent member.
  private mutating func bpm(of node: JSONNode) -> Double? {
    guard node.members != nil else {
      report("expected an object with \"value\", found \(node.described)", at: node)
      return nil
    }
    guard let value = field("value", of: node), value.string != "NaN" else { return nil }
    guard let bpm = number(value), bpm >= 0 else {
      report("a heart rate is a number that is not negative, not \(value.described)", at: value)
      return nil
    }
    return bpm > 0 ? bpm : nil
  }

  private func number(_ node: JSONNode) -> Double? {
    guard let number = node.number ?? node.string.flatMap({ Double($0) }), number.isFinite else { return nil }
    return number
  }

  /// The member, unless absent or null. A key written twice is a problem, as one of its values would be dropped in silence.
  private mutating func field(_ key: String, of node: JSONNode) -> JSONNode? {
    let written = node.members?.filter { $0.key == key } ?? []
    if written.count > 1 {
      report("\"\(key)\" is written twice", at: written[1].keyPlace, written[1].value.path)
    }
    guard let value = written.first?.value else { return nil }
    if case .null = value.value { return nil }
    return value
  }

  private mutating func report(_ message: String, at node: JSONNode) {
    report(message, at: node.position, node.path)
  }

  private mutating func report(_ message: String, at position: JSONPosition, _ path: String) {
    if problems.count < Self.problemLimit {
      problems.append(document.problem(message, at: position, path: path))
    } else if problems.count == Self.problemLimit {
      problems.append(Diagnostic("and more problems of this file", place: .init(file: document.file)))
    }
  }
}
