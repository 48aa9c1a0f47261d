internal import HRNumerics
internal import HRDiagnostics
internal import HRSignals

/// Channels, their timing, and references.
extension DescriptorReader {
  mutating func readChannels(_ node: JSONNode?) -> [ChannelDescription] {
    ChannelKind.allCases.compactMap { kind in node?[kind.rawValue].flatMap { channel($0, kind) } }
  }

  private mutating func channel(_ node: JSONNode, _ kind: ChannelKind) -> ChannelDescription? {
    guard let location = location(node, inheritedFile: 0) else { return nil }
    let timing = timing(node, location, needsRate: true)
    return ChannelDescription(kind, location, timing, node)
  }

  // MARK: Where

  /// A text, a number, or an object that says which series of which file is meant.
  mutating func location(_ node: JSONNode, inheritedFile: Int, column: JSONNode? = nil) -> DataLocation? {
    guard let file = fileIndex(node["file"], inherited: inheritedFile) else { return nil }
    let columnNode = column ?? node["column"]
    let cell: DataCell?
    switch files[file].reader {
    case .csv:
      if let wrong = node["object"] ?? node["row"] {
        complain("a CSV file has columns, not \"object\" or \"row\"", at: wrong)
        return nil
      }
      cell = csvCell(node.members == nil ? node : columnNode, file: file, owner: node)
    case .hdf5:
      cell = objectCell(node, column: columnNode)
    case .numbers:
      if let wrong = columnNode ?? node["object"] ?? node["row"] {
        complain("a file of plain numbers has neither columns nor objects", at: wrong)
      }
      cell = .everything
    }
    return cell.map { DataLocation(file: file, cell: $0) }
  }

  private mutating func csvCell(_ node: JSONNode?, file: Int, owner: JSONNode) -> DataCell? {
    guard let node else {
      complain("\"column\" is needed: a name, or an index from 0", at: owner)
      return nil
    }
    if let index = node.integer { return .columnAt(index) }
    guard let name = node.string else { return nil }
    if !files[file].format.hasHeader {
      complain(
        "the file \"\(files[file].name)\" has no header, so its columns have no names", at: node,
        hint: "write the column's index, counted from 0")
    }
    return .columnNamed(name)
  }

  private mutating func objectCell(_ node: JSONNode, column: JSONNode?) -> DataCell? {
    guard node.members != nil else {
      guard let path = node.string else {
        complain(
          "an HDF5 file has objects, not numbered columns", at: node, hint: "write its path: \"/ppg/signal\"")
        return nil
      }
      return .object(path, .whole)
    }
    guard let path = node["object"]?.string else {
      if node["object"] == nil {
        complain("\"object\" is needed: the path of an HDF5 object", at: node)
      }
      return nil
    }
    if let column {
      if let row = node["row"] { complain("\"row\" and \"column\" exclude each other", at: row) }
      guard let index = column.integer else {
        complain(
          "an HDF5 object's columns have no names", at: column, hint: "write the index, counted from 0")
        return nil
      }
      return .object(path, .column(index))
    }
    return .object(path, node["row"]?.integer.map { .row($0) } ?? .whole)
  }

  // MARK: When

  /// Timing keys of a channel or series, and for those it lacks, of its file.
  ///
  /// - Parameter needsRate: false where the caller has times of its own kind.
  mutating func timing(_ node: JSONNode, _ location: DataLocation, needsRate: Bool) -> Timing {
    let fileNode = fileNode(location.file)
    // A plain text has no members, and neither has a file given by its path alone.
    func key(_ name: String) -> JSONNode? { node[name] ?? fileNode[name] }
    // A rate of one's own is not overruled by the file's time column.
    let time = node["time"] ?? (node["sampleRate"] == nil ? fileNode["time"] : nil)
    var timing = Timing()
    timing.sampleRate = key("sampleRate").flatMap { numberSource($0, location) }
    // Likewise times of one's own stand alone.
    let start = node["startTime"] ?? (node["time"] == nil ? fileNode["startTime"] : nil)
    timing.startTime = start.flatMap { numberSource($0, location) }
    timing.stamps = time.flatMap { stamps($0, location) }
    timing.repeatedTimes = key("repeatedTimes")?.choice() ?? .error
    if let start, timing.stamps?.isOptional == false {
      complain("\"time\" says when samples were taken, so \"startTime\" has nothing to say", at: start)
    }
    if needsRate, time == nil, key("sampleRate") == nil {
      complain(
        "nothing says when these samples were taken", at: node,
        hint: "give the file or the channel a \"sampleRate\" or a \"time\"")
    }
    if let time, timing.stamps?.isUniform == true || timing.stamps?.isOptional == true,
      key("sampleRate") == nil
    {
      complain(
        "\"\(timing.stamps?.isUniform == true ? "uniform" : "optional")\" times need a \"sampleRate\" as well",
        at: time)
    }
    return timing
  }

  private mutating func stamps(_ node: JSONNode, _ owner: DataLocation) -> TimeStamps? {
    guard let location = location(node, inheritedFile: owner.file) else { return nil }
    return TimeStamps(
      location: DataLocation(file: location.file, cell: location.cell.filled(owner: owner.cell)),
      unit: unit(node), isUniform: node["uniform"]?.boolean ?? false,
      isOptional: node["optional"]?.boolean ?? false)
  }

  mutating func unit(_ node: JSONNode) -> TimeUnit {
    node["unit"]?.choice() ?? .s
  }

  mutating func numberSource(_ node: JSONNode, _ owner: DataLocation) -> NumberSource? {
    if let number = node.number { return .given(number) }
    guard node.members != nil, let file = fileIndex(node["file"], inherited: owner.file) else { return nil }
    guard files[file].reader == .hdf5 else {
      complain("only an HDF5 file holds this; write a number", at: node)
      return nil
    }
    let ownObject = owner.cell.object
    let object = node["object"]?.string?.replacing("{object}", with: ownObject ?? "{object}")
    if let name = node["attribute"]?.string {
      return .attribute(file: file, object: object ?? ownObject ?? "/", name: name)
    }
    guard let object else {
      complain("\"object\" or \"attribute\" is needed", at: node)
      return nil
    }
    return .object(file: file, object)
  }

  // MARK: Reference

  mutating func reference(_ node: JSONNode, channels: [ChannelDescription]) -> ReferenceDescription? {
    let kinds = [
      "beats", "beatSamples", "rrIntervals", "rateSeries", "windowRates", "ecg", "breaths", "respiration",
    ]
    guard let kind = kinds.first(where: { node[$0] != nil }), let body = node[kind],
      let source = source(kind, body, channels: channels)
    else { return nil }
    return ReferenceDescription(
      name: node["name"]?.string ?? kind, measurand: source.measurand(stated: node["measurand"]?.choice()),
      source: source, offsetSeconds: node["offsetSeconds"]?.number ?? 0)
  }

  private mutating func source(
    _ kind: String, _ body: JSONNode, channels: [ChannelDescription]
  ) -> ReferenceSource? {
    switch kind {
    case "beats":
      return location(body, inheritedFile: 0).map { .beats($0, unit: unit(body)) }
    case "rrIntervals":
      return location(body, inheritedFile: 0).map { .rrIntervals($0, unit: unit(body)) }
    case "beatSamples":
      guard let location = location(body, inheritedFile: 0), let first = body["firstIndex"]?.integer,
        let rate = body["sampleRate"].flatMap({ numberSource($0, location) })
      else { return nil }
      return .beatSamples(location, first: first, sampleRate: rate)
    case "rateSeries":
      return rateSeries(body)
    case "windowRates":
      guard let file = fileIndex(body["file"], inherited: 0),
        let start = body["start"].flatMap({ location($0, inheritedFile: file) }),
        let end = body["end"].flatMap({ location($0, inheritedFile: file) }),
        let bpm = body["bpm"].flatMap({ location($0, inheritedFile: file) })
      else { return nil }
      return .windowRates(start: start, end: end, bpm: bpm, unit: unit(body))
    case "breaths":
      return location(body, inheritedFile: 0).map { .breaths($0, unit: unit(body)) }
    case "respiration":
      return sourceChannel(.respiration, "a respiration", body, channels).map { .respiration($0) }
    default:
      guard let channel = sourceChannel(.ecg, "an ECG", body, channels) else { return nil }
      return detectors(body["detectors"], agree: body["agree"]).map { .ecg(channel, $0) }
    }
  }

  /// - Returns: the standard ones where none are named; `nil` where something is wrong with what is given.
  private mutating func detectors(_ node: JSONNode?, agree: JSONNode?) -> ECGDetectors? {
    guard let node else {
      if let agree {
        complain("\"agree\" needs \"detectors\": how many of which?", at: agree)
        return nil
      }
      return .standard
    }
    // The shape has complained of what is not a list of at least two known names.
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

  /// The channel that a reference is derived from.
  private mutating func sourceChannel(
    _ kind: ChannelKind, _ what: String, _ body: JSONNode, _ channels: [ChannelDescription]
  ) -> ChannelDescription? {
    let channel = channels.first { $0.kind == kind }
    let name = kind.rawValue
    if channel == nil, document.root["channels"]?[name] == nil {
      complain(
        "\(what) reference needs the channel \"\(name)\"", at: body,
        hint: "add \"\(name)\" to \"channels\"")
    }
    return channel
  }

  private mutating func rateSeries(_ body: JSONNode) -> ReferenceSource? {
    var locations: [DataLocation] = []
    if let columns = body["columns"]?.elements {
      if let column = body["column"] { complain("\"column\" and \"columns\" exclude each other", at: column) }
      for column in columns {
        if let location = location(body, inheritedFile: 0, column: column) { locations.append(location) }
      }
    } else if let location = location(body, inheritedFile: 0) {
      locations = [location]
    }
    guard let first = locations.first else { return nil }
    return .rateSeries(
      locations,
      combine: body["combine"]?.choice() ?? .median,
      missing: body["missing"]?.elements?.compactMap(\.number) ?? [],
      timing(body, first, needsRate: true))
  }
}

extension DataCell {
  /// `{object}` replaced by the path of the object that the times belong to.
  fileprivate func filled(owner: DataCell) -> DataCell {
    guard case .object(let path, let part) = self, let own = owner.object else { return self }
    return .object(path.replacing("{object}", with: own), part)
  }
}

extension ChannelDescription {
  /// - Parameter node: says what is done to the numbers.
  init(_ kind: ChannelKind, _ location: DataLocation, _ timing: Timing, _ node: JSONNode) {
    self.init(
      kind: kind, location: location, timing: timing, scale: node["scale"]?.number ?? 1,
      offset: node["offset"]?.number ?? 0, missing: node["missing"]?.elements?.compactMap(\.number) ?? [],
      fillGapSeconds: node["fillGapSeconds"]?.number, isOptional: node["optional"]?.boolean ?? false)
  }
}

extension ReferenceSource {
  /// Rates may be anyone's and say so; beats and breaths are what they are.
  fileprivate func measurand(stated: Measurand?) -> Measurand {
    switch self {
    case .beats, .beatSamples, .rrIntervals, .ecg: .heartRate
    case .breaths, .respiration: .breathingRate
    case .rateSeries, .windowRates: stated ?? .heartRate
    }
  }
}
