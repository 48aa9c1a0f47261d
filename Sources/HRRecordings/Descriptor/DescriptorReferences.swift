internal import HRSupport
internal import HRSignals

/// References: their location, or the channel that they are derived from.
extension DescriptorReader {
  mutating func reference(_ node: JSONNode, channels: [ChannelDescription]) -> ReferenceDescription? {
    typealias Key = ReferenceKey
    guard let kind = ReferenceKind.allCases.first(where: { node[$0.rawValue] != nil }),
      let body = node[kind.rawValue], let source = source(kind, body, channels: channels)
    else { return nil }
    return ReferenceDescription(
      name: node[Key.name] ?? kind.rawValue, measurand: source.measurand(stated: node[Key.measurand]),
      source: source, offsetSeconds: node[Key.offsetSeconds], kind: kind, clocks: node[Key.clocks])
  }

  private mutating func source(
    _ kind: ReferenceKind, _ body: JSONNode, channels: [ChannelDescription]
  ) -> ReferenceSource? {
    typealias Key = ReferenceKey
    switch kind {
    case .beats, .breaths:
      guard let location = timesLocation(body, inheritedFile: 0, areEvents: true) else { return nil }
      if kind == .breaths, case .annotations([]) = location.cell {
        complain(
          "nothing says which annotations are breaths", at: body,
          hint: "\"annotations\" takes a list of symbols or texts: [\"\\\"\"]")
        return nil
      }
      return .times(of: kind == .beats ? .beats : .breaths, location, unit: unit(body))
    case .rrIntervals:
      guard let location = location(body, inheritedFile: 0) else { return nil }
      guard let node = body[Key.time] else { return .rrIntervals(location, unit: unit(body), times: nil) }
      return timesLocation(node, inheritedFile: location.file).map {
        .rrIntervals(location, unit: unit(body), times: EventTimes(location: $0, unit: unit(node)))
      }
    case .beatFlags:
      return location(body, inheritedFile: 0).map { .beatFlags($0, timing(body, $0, needsRate: true)) }
    case .beatSamples, .breathSamples:
      guard let location = location(body, inheritedFile: 0), let first = body[Key.firstIndex],
        let rate = body[TimingKey.sampleRate].flatMap({ numberSource($0, location) })
      else { return nil }
      return .samples(of: kind == .beatSamples ? .beats : .breaths, location, first: first, sampleRate: rate)
    case .rateSeries:
      return rateSeries(body)
    case .windowRates:
      guard let file = fileIndex(body, inherited: 0) else { return nil }
      let places = windowPlaces(body, file: file)
      let bpm = body[WindowKey.bpm].flatMap { location($0, inheritedFile: file) }
      guard let places, let bpm else { return nil }
      return .windowRates(places, bpm: bpm, missing: body[ChannelKey.missing])
    case .respiration:
      return sourceChannel(.respiration, "a respiration", body, channels).map { .respiration($0) }
    case .ecg:
      guard let channel = sourceChannel(.ecg, "an ECG", body, channels) else { return nil }
      return detectors(body[Key.detectors], agree: body[Key.agree]).map { .ecg(channel, $0) }
    }
  }

  /// - Returns: the standard ones if none are named; `nil` if the given ones are wrong.
  private mutating func detectors(_ node: JSONNode?, agree: JSONNode?) -> ECGDetectors? {
    guard let node else {
      if let agree {
        complain("\"agree\" needs \"detectors\": how many of which?", at: agree)
        return nil
      }
      return .standard
    }
    // The shape has reported anything other than a list of at least two known names.
    guard let elements = node.elements, elements.count >= 2 else { return nil }
    let methods = elements.compactMap { $0.choice(of: RPeakMethod.self) }
    guard methods.count == elements.count else { return nil }
    for (index, method) in methods.enumerated() where methods[..<index].contains(method) {
      complain(
        "\"\(method.rawValue)\" agrees with itself; the detectors must be different", at: elements[index],
        hint: "known: " + RPeakMethod.allCases.map(\.rawValue).joined(separator: ", "))
      return nil
    }
    let majority = methods.count / 2 + 1
    guard let agree else { return ECGDetectors(methods: methods, agree: majority) }
    guard let least = agree.integer else { return nil }
    guard (majority...methods.count).contains(least) else {
      complain(
        "\(least) of \(methods.count) detectors cannot be asked to agree", at: agree,
        hint: majority == methods.count
          ? "\(majority) can"
          : "from \(majority), more than half, since two halves could agree on two rates, to \(methods.count)"
      )
      return nil
    }
    return ECGDetectors(methods: methods, agree: least)
  }

  /// Returns the channel that a reference is derived from.
  private mutating func sourceChannel(
    _ kind: ChannelKind, _ what: String, _ body: JSONNode, _ channels: [ChannelDescription]
  ) -> ChannelDescription? {
    let channel = channels.first { $0.kind == kind }
    let name = kind.rawValue
    if channel == nil, document.root[DatasetKey.channels]?[name] == nil {
      complain(
        "\(what) reference needs the channel \"\(name)\"", at: body,
        hint: "add \"\(name)\" to \"channels\"")
    }
    return channel
  }

  private mutating func rateSeries(_ body: JSONNode) -> ReferenceSource? {
    var locations: [DataLocation] = []
    if let columns = body[ReferenceKey.columns] {
      if let column = body[LocationKey.column] {
        complain("\"column\" and \"columns\" exclude each other", at: column)
      }
      for column in columns {
        if let location = location(body, inheritedFile: 0, column: column) { locations.append(location) }
      }
    } else if let location = location(body, inheritedFile: 0) {
      locations = [location]
    }
    guard let first = locations.first else { return nil }
    return .rateSeries(
      locations, combine: body[ReferenceKey.combine], missing: body[ChannelKey.missing],
      timing(body, first, needsRate: true))
  }
}

extension ReferenceSource {
  /// Returns the measurand: as stated for rates, implied for beats and breaths.
  fileprivate func measurand(stated: Measurand?) -> Measurand {
    switch events {
    case .beats: .heartRate
    case .breaths: .breathingRate
    case nil: stated ?? .heartRate
    }
  }

  /// Events that it consists of; `nil` for rates.
  var events: Events? {
    switch self {
    case .times(let events, _, _), .samples(let events, _, _, _): events
    case .rrIntervals, .beatFlags, .ecg: .beats
    case .respiration: .breaths
    case .rateSeries, .windowRates: nil
    }
  }
}

extension ReferenceSource {
  /// Locations of its series.
  private var locations: [DataLocation] {
    switch self {
    case .times(_, let location, _), .samples(_, let location, _, _): [location]
    case .rrIntervals(let location, _, let times): [location] + [times?.location].compactMap(\.self)
    case .beatFlags(let location, let timing): [location] + [timing.stamps?.location].compactMap(\.self)
    case .rateSeries(let columns, _, _, let timing):
      columns + [timing.stamps?.location].compactMap(\.self)
    case .windowRates(.stated(let start, let end, _), let bpm, _): [start, end, bpm]
    case .windowRates(.regular, let bpm, _), .windowRates(.whole, let bpm, _): [bpm]
    case .ecg(let channel, _), .respiration(let channel):
      [channel.location] + [channel.timing.stamps?.location].compactMap(\.self)
    }
  }

  /// Files from which it is read.
  fileprivate var files: [Int] { locations.map(\.file) }

  /// Locations of its dates and times.
  var moments: [DataLocation] { locations.filter(\.cell.isMoment) }
}

extension ReferenceDescription {
  /// Returns true if a recording has its files; their content is not checked.
  func isThere(in entry: RecordingEntry) -> Bool {
    source.files.allSatisfy { file in if case .success = entry.paths[file] { true } else { false } }
  }
}

extension Dataset {
  /// Returns the reference used if none is requested: the first whose files at least one recording has. It is the
  /// same for all recordings. It is chosen before any is opened, and does not depend on the selection. Recordings
  /// without it fail.
  ///
  /// - Parameters:
  ///   - candidates: names of the descriptor's references; the first is the default if the files of none exist.
  ///   - entries: all recordings found.
  static func defaultReference(
    among candidates: [String], of descriptor: DatasetDescriptor, _ entries: [RecordingEntry]
  ) -> String? {
    let there = candidates.first { name in
      descriptor.references.first { $0.name == name }.map { reference in
        entries.contains(where: reference.isThere(in:))
      } ?? false
    }
    return there ?? candidates.first
  }

  /// Reason why the default is not the first reference of the descriptor: `no recording has the files of "beats"`.
  package var referenceNote: String? {
    guard !passedReferences.isEmpty else { return nil }
    return "no recording has the files of " + passedReferences.map { "\"\($0)\"" }.joined(separator: " and ")
  }
}
