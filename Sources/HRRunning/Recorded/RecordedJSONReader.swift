internal import HRSupport
internal import HRPlugins
internal import HRRecordings
internal import HRSignals

/// Reads one document for one quantity and collects its problems. ``RecordedJSON`` describes the formats.
struct RecordedJSONReader {
  let document: JSONDocument
  let measurand: Measurand
  /// Word for a list's entry, for messages.
  let item: String
  private(set) var problems: [Diagnostic] = []
  /// Largest number of problems that are listed. A wrong unit makes every reading wrong, and nobody reads a
  /// thousand lines that say so.

  mutating func estimates() -> RecordedEstimates {
    if let (section, node) = section(), let estimates = estimates(section, node) { return estimates }
    return RecordedEstimates(
      readings: [], silence: holdsOther { $0.series + $0.strict + $0.beats } ? .recordOtherQuantity : nil)
  }

  mutating func trace() -> RecordedTrace {
    guard let (section, node) = section(), let trace = written(section.trace, of: node) else {
      return .silent(holdsOther(\.trace) ? .recordOtherQuantity : .recordEmpty)
    }
    return RecordedTrace(
      RecordedJSON.bySecond.contains(trace.name) ? sampleMap(trace.node) : sampleList(trace.node))
  }

  /// Returns the quantity's section, if exactly one is written.
  private mutating func section() -> (section: RecordedJSON.Section, node: JSONNode)? {
    let root = document.root
    guard let members = root.members else {
      report("recorded output is an object with \(sectionNames), not \(root.described)", at: root)
      return nil
    }
    var found: (section: RecordedJSON.Section, node: JSONNode)?
    for section in RecordedJSON.sections(of: measurand) {
      guard let node = field(section.name, of: root) else { continue }
      if let found {
        report(
          "both \"\(found.section.name)\" and \"\(section.name)\": which \(item)s count is unclear", at: node)
        return nil
      }
      found = (section, node)
    }
    guard let found else {
      if !members.isEmpty, !members.contains(where: { RecordedJSON.knownMembers.contains($0.key) }) {
        report("recorded output has \(sectionNames); this has neither", at: root)
      }
      return nil
    }
    guard found.node.members != nil else {
      report("expected an object, found \(found.node.described)", at: found.node)
      return nil
    }
    return found
  }

  /// `"pulse" or "cardio"`
  private var sectionNames: String {
    RecordedJSON.sections(of: measurand).map { "\"\($0.name)\"" }.joined(separator: " or ")
  }

  /// Reads a section; `nil` if neither a series nor a strict value is written.
  private mutating func estimates(_ section: RecordedJSON.Section, _ node: JSONNode) -> RecordedEstimates? {
    let series = written(section.series, of: node)
    let strict = written(section.strict, of: node)
    let beats = written(section.beats, of: node)
    guard series != nil || strict != nil || beats != nil else { return nil }
    return RecordedEstimates(
      readings: series.map { RecordedJSON.bySecond.contains($0.name) ? map($0.node) : list($0.node) } ?? [],
      strict: strict.map {
        .given(RecordedJSON.bySecond.contains($0.name) ? latestRate($0.node) : rate(of: $0.node))
      } ?? .absent,
      beats: beats.map {
        RecordedBeats($0.name == RecordedJSON.beats[0] ? self.beats($0.node) : intervals($0.node))
      })
  }

  /// Returns the first of these members that is written; reports a second one.
  private mutating func written(_ names: [String], of node: JSONNode) -> (name: String, node: JSONNode)? {
    let found = names.compactMap { name in field(name, of: node).map { (name: name, node: $0) } }
    if found.count > 1 {
      report("both \"\(found[0].name)\" and \"\(found[1].name)\": which counts is unclear", at: found[1].node)
    }
    return found.first
  }

  /// Returns true if any of these members of another quantity holds anything. Its other problems are ignored.
  private func holdsOther(_ names: (RecordedJSON.Section) -> [String]) -> Bool {
    Measurand.allCases.filter { $0 != measurand }.flatMap(RecordedJSON.sections).contains { section in
      guard let node = document.root[section.name] else { return false }
      return names(section).contains { name in
        guard let content = node[name] else { return false }
        return content.elements?.isEmpty == false || content.members?.isEmpty == false
      }
    }
  }

  // MARK: Readings

  private mutating func list(_ node: JSONNode) -> [RecordedEstimates.Reading] {
    let readings = timed(node) { reader, element, time, isMicroseconds in
      reader.reading(element, at: time, mayBePercent: isMicroseconds)
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

  /// Returns the latest of the web service's strict values. A usual measurement has one, a poor one none. Their
  /// confidence is a signal-to-noise ratio without a scale.
  private mutating func latestRate(_ node: JSONNode) -> Double? {
    let rates = bySecond(node).map { time, node in
      if case .null = node.value { return (time: time, bpm: Double?.none) }
      return (time: time, bpm: rate(of: node))
    }
    return rates.max { $0.time < $1.time }?.bpm
  }

  // MARK: Beats

  /// Returns the numbers of a list and, if its entries are objects, their times.
  ///
  /// - Parameter hasValue: true if objects have a value beside their time.
  private mutating func events(_ node: JSONNode, hasValue: Bool) -> (values: [Double], times: [Double]?) {
    guard let first = node.elements?.first, first.members == nil else {
      let events = timed(node) { reader, element, time, _ in
        (time: time, value: hasValue ? reader.sample(element, isMessage: false) ?? 0 : 0)
      }
      return (events.map(\.value), events.map(\.time))
    }
    let values = (node.elements ?? []).map { element in
      if let number = number(element) { return number }
      report("expected a number as in the other entries, found \(element.described)", at: element)
      return 0
    }
    return (values, nil)
  }

  private mutating func beats(_ node: JSONNode) -> [Double] {
    let events = events(node, hasValue: false)
    let times = events.times ?? events.values
    guard problems.isEmpty, let elements = node.elements else { return [] }
    for (index, time) in times.enumerated().dropFirst() where time <= times[index - 1] {
      report(
        "beats must ascend: \(shortest(time)) after \(shortest(times[index - 1]))", at: elements[index])
    }
    return times
  }

  private mutating func intervals(_ node: JSONNode) -> [Double] {
    let events = events(node, hasValue: true)
    guard problems.isEmpty, !events.values.isEmpty else { return [] }
    do throws(Diagnostics) {
      return try BeatFile.beats(
        ofIntervals: events.values, endingAt: events.times, in: document.file, named: node.path)
    } catch {
      for problem in error.list { problems.addFew(problem, of: document.file) }
      return []
    }
  }

  // MARK: The wave

  private typealias Sample = (time: Double, value: Double)

  private mutating func sampleList(_ node: JSONNode) -> [Sample] {
    var latest: Double?
    return timed(node) { reader, element, time, _ in
      let value = reader.sample(element, isMessage: true)
      if let latest, let problem = RecordedTrace.problem(ofTime: time, after: latest) {
        reader.report(problem, at: element)
      }
      latest = time
      return (time, value ?? 0)
    }
  }

  private mutating func sampleMap(_ node: JSONNode) -> [Sample] {
    // Of equal times in the order of the file, so that the later one is reported.
    let entries = bySecond(node).enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    for (earlier, later) in zip(entries, entries.dropFirst()) {
      if let problem = RecordedTrace.problem(ofTime: later.time, after: earlier.time) {
        report(problem, at: later.node)
      }
    }
    return entries.map { ($0.time, sample($0.node, isMessage: false) ?? 0) }
  }

  /// - Parameter isMessage: true if an absent value is 0.
  /// - Returns: `nil` for anything that is no sample, which is reported.
  private mutating func sample(_ node: JSONNode, isMessage: Bool) -> Double? {
    guard node.members != nil else {
      report("expected an object with \"value\", found \(node.described)", at: node)
      return nil
    }
    // `field` comes first, as it reports a key that is written twice.
    let written = field("value", of: node)
    guard let value = written ?? node["value"] else {
      if isMessage { return 0 }
      report("a sample has a \"value\"", at: node)
      return nil
    }
    guard let number = number(value) else {
      report("a sample's value is a finite number, not \(value.described)", at: value)
      return nil
    }
    return number
  }

  // MARK: Times

  /// Converts the objects of a list, in the order of the file.
  ///
  /// - Parameter make: is given an object, its time in seconds, and true if the time was written in microseconds.
  private mutating func timed<Item>(
    _ node: JSONNode, _ make: (inout Self, JSONNode, Double, Bool) -> Item
  ) -> [Item] {
    guard let elements = node.elements else {
      report("expected a list of \(item)s, found \(node.described)", at: node)
      return []
    }
    let keys = ["time", "timestamp"]
    // Protobuf leaves out a time of 0, so the first entry may have no time key.
    let key = elements.lazy.compactMap { element in keys.first { Self.writes($0, element) } }.first ?? keys[0]
    let isMicroseconds = key == keys[1]
    var items: [Item] = []
    items.reserveCapacity(elements.count)
    for element in elements {
      guard element.members != nil else {
        report("expected a \(item), found \(element.described)", at: element)
        continue
      }
      if let other = keys.first(where: { $0 != key && Self.writes($0, element) }) {
        report(
          "\"\(other)\" in a list whose times are called \"\(key)\": seconds or microseconds is unclear",
          at: element)
        continue
      }
      let written = field(key, of: element)
      guard let time = written.map({ number($0) }) ?? 0 else {
        if let written { report("a time is a number, not \(written.described)", at: written) }
        continue
      }
      items.append(make(&self, element, isMicroseconds ? time / 1e6 : time, isMicroseconds))
    }
    return items
  }

  private mutating func bySecond(_ node: JSONNode) -> [(time: Double, node: JSONNode)] {
    guard let members = node.members else {
      report("expected \(item)s by their second, found \(node.described)", at: node)
      return []
    }
    return members.compactMap { member in
      guard let time = Double(member.key), time.isFinite else {
        report(
          "a \(item)'s key is its time in seconds, not \"\(member.key)\"", at: member.keyPlace,
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

  /// Returns the member, unless absent or null. A key written twice is a problem, as one of its values would be
  /// dropped silently.
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
    problems.addFew(document.problem(message, at: position, path: path), of: document.file)
  }
}
