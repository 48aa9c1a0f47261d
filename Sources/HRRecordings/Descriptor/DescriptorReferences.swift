internal import HRNumerics
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
    case .beats:
      return timesLocation(body, inheritedFile: 0, areEvents: true).map { .beats($0, unit: unit(body)) }
    case .rrIntervals:
      return location(body, inheritedFile: 0).map { .rrIntervals($0, unit: unit(body)) }
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
    case .breaths:
      guard let location = timesLocation(body, inheritedFile: 0, areEvents: true) else { return nil }
      if case .annotations([]) = location.cell {
        complain(
          "nothing says which annotations are breaths", at: body,
          hint: "\"annotations\" takes a list of symbols or texts: [\"\\\"\"]")
        return nil
      }
      return .breaths(location, unit: unit(body))
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
    switch self {
    case .beats, .samples(.beats, _, _, _), .rrIntervals, .ecg: .heartRate
    case .breaths, .samples(.breaths, _, _, _), .respiration: .breathingRate
    case .rateSeries, .windowRates: stated ?? .heartRate
    }
  }
}
