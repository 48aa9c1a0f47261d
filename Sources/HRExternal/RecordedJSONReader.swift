internal import HRDiagnostics
internal import HRPlugins
internal import HRSignals

/// Walks one document for one quantity and collects what is wrong with it. ``RecordedJSON`` has the shapes.
struct RecordedJSONReader {
  private let document: JSONDocument
  private let measurand: Measurand
  private(set) var problems: [Diagnostic] = []
  /// A wrong unit makes every reading wrong; nobody reads a thousand lines that say so.
  private static let problemLimit = 20

  init(_ document: JSONDocument, _ measurand: Measurand) {
    self.document = document
    self.measurand = measurand
  }

  mutating func estimates() -> RecordedEstimates {
    let root = document.root
    guard let members = root.members else {
      report("recorded output is an object with \(sectionNames), not \(root.described)", at: root)
      return RecordedEstimates(readings: [])
    }
    var found: (section: RecordedJSON.Section, node: JSONNode)?
    for section in RecordedJSON.sections(of: measurand) {
      guard let node = field(section.name, of: root) else { continue }
      if let found {
        report(
          "both \"\(found.section.name)\" and \"\(section.name)\": which readings count is unclear", at: node)
        return RecordedEstimates(readings: [])
      }
      found = (section, node)
    }
    if let (section, node) = found, let estimates = estimates(section, node) { return estimates }
    if found == nil, !members.isEmpty,
      !members.contains(where: { RecordedJSON.knownMembers.contains($0.key) })
    {
      report("recorded output has \(sectionNames); this has neither", at: root)
    }
    return RecordedEstimates(readings: [], silence: holdsOtherQuantity ? .recordOtherQuantity : nil)
  }

  /// `"pulse" or "cardio"`
  private var sectionNames: String {
    RecordedJSON.sections(of: measurand).map { "\"\($0.name)\"" }.joined(separator: " or ")
  }

  /// `nil` where neither a series nor a strict value is written.
  private mutating func estimates(_ section: RecordedJSON.Section, _ node: JSONNode) -> RecordedEstimates? {
    guard node.members != nil else {
      report("expected an object, found \(node.described)", at: node)
      return nil
    }
    let series = written(section.series, of: node)
    let strict = written(section.strict, of: node)
    guard series != nil || strict != nil else { return nil }
    return RecordedEstimates(
      readings: series.map { RecordedJSON.bySecond.contains($0.name) ? map($0.node) : list($0.node) } ?? [],
      strict: strict.map {
        .given(RecordedJSON.bySecond.contains($0.name) ? latestRate($0.node) : rate(of: $0.node))
      } ?? .absent)
  }

  /// The one of these members that is written.
  private mutating func written(_ names: [String], of node: JSONNode) -> (name: String, node: JSONNode)? {
    let found = names.compactMap { name in field(name, of: node).map { (name: name, node: $0) } }
    if found.count > 1 {
      report("both \"\(found[0].name)\" and \"\(found[1].name)\": which counts is unclear", at: found[1].node)
    }
    return found.first
  }

  /// Whether there is a reading or a strict value of another quantity. What else is wrong with that is no matter here.
  private var holdsOtherQuantity: Bool {
    Measurand.allCases.filter { $0 != measurand }.flatMap(RecordedJSON.sections).contains { section in
      guard let node = document.root[section.name] else { return false }
      return (section.series + section.strict).contains { name in
        guard let content = node[name] else { return false }
        return content.elements?.isEmpty == false || content.members?.isEmpty == false
      }
    }
  }

  // MARK: Readings

  private mutating func list(_ node: JSONNode) -> [RecordedEstimates.Reading] {
    guard let elements = node.elements else {
      report("expected a list of readings, found \(node.described)", at: node)
      return []
    }
    let keys = ["time", "timestamp"]
    // Protobuf leaves out a time of 0, so it need not be the first reading that says.
    let key = elements.lazy.compactMap { element in keys.first { Self.writes($0, element) } }.first ?? keys[0]
    let isMicroseconds = key == keys[1]
    let readings = elements.compactMap { element -> RecordedEstimates.Reading? in
      guard element.members != nil else {
        report("expected a reading, found \(element.described)", at: element)
        return nil
      }
      if let other = keys.first(where: { $0 != key && Self.writes($0, element) }) {
        report(
          "\"\(other)\" in a list whose times are called \"\(key)\": seconds or microseconds is unclear",
          at: element)
        return nil
      }
      let written = field(key, of: element)
      guard let time = written.map({ number($0) }) ?? 0 else {
        if let written { report("a time is a number, not \(written.described)", at: written) }
        return nil
      }
      return reading(element, at: isMicroseconds ? time / 1e6 : time, mayBePercent: isMicroseconds)
    }
    guard readings.contains(where: { $0.confidence ?? 0 > 1 }) else { return readings }
    return readings.map {
      .init(time: $0.time, bpm: $0.bpm, confidence: $0.confidence.map { $0 / 100 }, stable: $0.stable)
    }
  }

  private mutating func map(_ node: JSONNode) -> [RecordedEstimates.Reading] {
    bySecond(node).map { time, node in
      if case .null = node.value { return RecordedEstimates.Reading(time: time, bpm: nil) }
      return reading(node, at: time, mayBePercent: false)
    }
  }

  /// The latest of the web service's strict values; of a usual measurement it gives one, of a poor one none. Their confidence is
  /// a signal-to-noise ratio without a scale.
  private mutating func latestRate(_ node: JSONNode) -> Double? {
    let rates = bySecond(node).map { time, node in
      if case .null = node.value { return (time: time, bpm: Double?.none) }
      return (time: time, bpm: rate(of: node))
    }
    return rates.max { $0.time < $1.time }?.bpm
  }

  private mutating func bySecond(_ node: JSONNode) -> [(time: Double, node: JSONNode)] {
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
      return (time, member.value)
    }
  }

  private mutating func reading(
    _ node: JSONNode, at time: Double, mayBePercent: Bool
  ) -> RecordedEstimates.Reading {
    let value = rate(of: node)
    var confidence: Double?
    if let written = field("confidence", of: node) {
      confidence = number(written)
      let highest = mayBePercent ? 100 : 1
      if !(confidence.map { (0...Double(highest)).contains($0) } ?? false) {
        report("a confidence is a number from 0 to \(highest), not \(written.described)", at: written)
      }
    }
    let stable = field("stable", of: node)
    if let stable, stable.boolean == nil {
      report("\"stable\" is true or false, not \(stable.described)", at: stable)
    }
    return RecordedEstimates.Reading(time: time, bpm: value, confidence: confidence, stable: stable?.boolean)
  }

  /// The member `value` as a rate; `nil` for 0, null, NaN and an absent member.
  private mutating func rate(of node: JSONNode) -> Double? {
    guard node.members != nil else {
      report("expected an object with \"value\", found \(node.described)", at: node)
      return nil
    }
    guard let value = field("value", of: node), value.string != "NaN" else { return nil }
    guard let bpm = number(value), bpm >= 0 else {
      report("a \(measurand.words) is a number that is not negative, not \(value.described)", at: value)
      return nil
    }
    return bpm > 0 ? bpm : nil
  }

  // MARK: Members

  private func number(_ node: JSONNode) -> Double? {
    guard let number = node.number ?? node.string.flatMap({ Double($0) }), number.isFinite else { return nil }
    return number
  }

  private static func writes(_ key: String, _ node: JSONNode) -> Bool {
    switch node[key]?.value {
    case nil, .null?: false
    default: true
    }
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
