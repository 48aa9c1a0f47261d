internal import HRSupport
internal import HRSignals

/// Channels and their timing.
extension DescriptorReader {
  mutating func readChannels(_ node: JSONNode?) -> [ChannelDescription] {
    let named = (node?.members ?? []).compactMap { ChannelKind(rawValue: $0.key) }
    return Channels.ordered(named).compactMap { kind in node?[kind.rawValue].flatMap { channel($0, kind) } }
  }

  private mutating func channel(_ node: JSONNode, _ kind: ChannelKind) -> ChannelDescription? {
    guard let location = location(node, inheritedFile: 0) else { return nil }
    let timing = timing(node, location, needsRate: true)
    return ChannelDescription(
      kind, location, timing, node, unit: unitSource(node[ChannelKey.unit], kind, location))
  }

  // MARK: Locations

  /// Reads the location of a series: a text, a number, or an object.
  ///
  /// - Parameters:
  ///   - inheritedFile: the file used if the object names none.
  ///   - column: replaces the object's own column.
  ///   - areEvents: true if times of events are wanted, and not samples.
  mutating func location(
    _ node: JSONNode, inheritedFile: Int, column: JSONNode? = nil, areEvents: Bool = false
  ) -> DataLocation? {
    guard let file = fileIndex(node, inherited: inheritedFile) else { return nil }
    let columnNode = column ?? node[LocationKey.column]
    guard refuseForeignKeys(node, column: columnNode, of: files[file]) else { return nil }
    if files[file].reader == .wfdb, let wrong = node.node(LocationKey.annotations) {
      complain(
        "a WFDB record holds signals; its annotations are files of their own", at: wrong,
        hint: "add such a file to \"files\": { \"name\": \"atr\", \"path\": \"{recording}.atr\" }")
      return nil
    }
    let cell: DataCell? =
      switch files[file].reader.naming {
      case .columns:
        files[file].format.areRows
          ? rowCell(node.members == nil ? node : node[LocationKey.row], file: file, owner: node)
          : columnCell(node.members == nil ? node : columnNode, file: file, owner: node)
      case .objects: objectCell(node, column: columnNode, of: files[file].reader)
      case .signals:
        node.node(LocationKey.annotations).map { annotationsCell($0, owner: node) }
          ?? signalCell(node.members == nil ? node : node[LocationKey.signal], owner: node)
      case .none: .everything
      case .annotations: eventsCell(node, of: files[file].reader, areEvents: areEvents)
      case .arrays: arrayCell(node.members == nil ? node : columnNode, row: node[LocationKey.row])
      case .frames: refuseSeries(node)
      }
    return cell.map { DataLocation(file: file, cell: $0) }
  }

  /// Reports keys that name nothing in files of this kind.
  ///
  /// - Returns: true if there were none.
  private mutating func refuseForeignKeys(
    _ node: JSONNode, column columnNode: JSONNode?, of file: FileDescription
  ) -> Bool {
    let reader = file.reader
    typealias Key = LocationKey
    let (column, row, object) = (Key.column.field, Key.row.field, Key.object.field)
    let (signal, annotations) = (Key.signal.field, Key.annotations.field)
    let (what, known, hint): (String, [ObjectShape.Field], String?) =
      switch reader.naming {
      case .columns where file.format.areRows: ("rows", [row], "\"row\" takes a name, or an index from 0")
      case .columns: ("columns", [column], "\"column\" takes a name, or an index from 0")
      case .objects:
        (
          "objects", [object, column, row],
          "\"object\" takes a path: \(reader == .mat ? "\"ppg.signal\"" : "\"/ppg/signal\"")"
        )
      case .signals: ("signals", [signal, annotations], "\"signal\" takes a label, or an index from 0")
      case .none: ("one series", [], nil)
      case .annotations:
        ("annotations", [annotations], "\"annotations\" takes a list of symbols: [\"N\", \"V\"]")
      case .arrays:
        ("fields, columns or rows", [column, row], "\"column\" takes a name, or an index from 0")
      case .frames: ("frames", [], Self.framesHint)
      }
    for field in [column, row, object, signal, annotations]
    where !known.contains(where: { $0.key == field.key }) {
      guard let wrong = field.key == column.key ? columnNode : node[field] else { continue }
      complain(
        "\(reader.words) has \(what), so \"\(field.key)\" names nothing in it", at: wrong, hint: hint)
      return false
    }
    return true
  }

  private static let framesHint =
    "\"frames\" at the top of the descriptor makes channels of them: \"frames\": { \"region\": \"centreHalf\" }"

  /// Refuses to read a series of numbers from a video.
  private mutating func refuseSeries(_ node: JSONNode) -> DataCell? {
    complain("a video holds frames, and no series of numbers", at: node, hint: Self.framesHint)
    return nil
  }

  mutating func columnCell(_ node: JSONNode?, file: Int, owner: JSONNode) -> DataCell? {
    guard let node else {
      complain("\"column\" is needed: a name, or an index from 0", at: owner)
      return nil
    }
    let column = node.nameOrIndex
    if case .named? = column, !files[file].format.hasHeader {
      complain(
        "the file \"\(files[file].name)\" has no header, so its columns have no names", at: node,
        hint: "write the column's index, counted from 0")
    }
    return column.map { .column($0) }
  }

  private mutating func rowCell(_ node: JSONNode?, file: Int, owner: JSONNode) -> DataCell? {
    guard let node else {
      complain("\"row\" is needed: a name, or an index from 0", at: owner)
      return nil
    }
    let row = node.nameOrIndex
    if case .named? = row, !files[file].format.hasHeader {
      complain(
        "the rows of \"\(files[file].name)\" have no names, since its \"header\" is false", at: node,
        hint: "write the row's index, counted from 0")
    }
    return row.map { .row($0) }
  }

  /// Returns the index of a row of an array.
  private mutating func rowIndex(_ node: JSONNode) -> Int? {
    if node.integer == nil {
      complain("the rows of an array have no names", at: node, hint: "write the index, counted from 0")
    }
    return node.integer
  }

  private mutating func signalCell(_ node: JSONNode?, owner: JSONNode) -> DataCell? {
    guard let node else {
      complain("\"signal\" is needed: a label, or an index from 0", at: owner)
      return nil
    }
    return node.nameOrIndex.map { .signal($0) }
  }

  private mutating func arrayCell(_ column: JSONNode?, row: JSONNode?) -> DataCell? {
    if let column, let row {
      complain("\"row\" and \"column\" exclude each other", at: row)
      return column.integer.map { .column(.at($0)) }
    }
    if let row { return rowIndex(row).map { .row(.at($0)) } }
    guard let column else { return .everything }
    return column.nameOrIndex.map { .column($0) }
  }

  private mutating func annotationsCell(_ list: JSONNode, owner: JSONNode) -> DataCell? {
    for field in [LocationKey.signal.field, MomentKey.unit.field] {
      guard let wrong = owner[field] else { continue }
      complain(
        "\"annotations\" have their own times, in seconds, so \"\(field.key)\" has nothing to say", at: wrong)
    }
    return (list.elements?.compactMap(\.string)).map { .annotations($0) }
  }

  /// Reads the location of events in a file that holds only annotations; without a choice among them, of beats.
  private mutating func eventsCell(_ node: JSONNode, of reader: FileReader, areEvents: Bool) -> DataCell? {
    guard areEvents else {
      complain(
        "\(reader.words) has times of events and no samples: only \"beats\" and \"breaths\" are read from it",
        at: node)
      return nil
    }
    if let list = node.node(LocationKey.annotations) { return annotationsCell(list, owner: node) }
    if let unit = node.node(MomentKey.unit) {
      complain("annotations have their own times, in seconds, so \"unit\" has nothing to say", at: unit)
    }
    if node.integer != nil {
      complain(
        "\(reader.words) has no numbered columns", at: node, hint: "\"annotations\" names what is meant")
      return nil
    }
    return .annotations(node.string.map { [$0] } ?? [])
  }

  private static func pathHint(_ reader: FileReader) -> String {
    "write its path: " + (reader == .mat ? "\"ppg.signal\"" : "\"/ppg/signal\"")
  }

  mutating func objectCell(
    _ node: JSONNode, column: JSONNode?, of reader: FileReader
  ) -> DataCell? {
    guard node.members != nil else {
      guard let path = node.string else {
        complain(
          "\(reader.words) has objects, not numbered columns", at: node, hint: Self.pathHint(reader))
        return nil
      }
      checkObject(path, at: node)
      return .object(path, .whole)
    }
    guard let path = node[LocationKey.object] else {
      if node.node(LocationKey.object) == nil {
        complain(
          "\"object\" is needed: the path of \(reader == .mat ? "a variable, cell or field" : "an HDF5 object")",
          at: node)
      }
      return nil
    }
    if let column {
      if let row = node[LocationKey.row] {
        complain("\"row\" and \"column\" exclude each other", at: row)
      }
      if let name = column.string, reader == .hdf5 { return .object(path, .member(spoken: name)) }
      guard let index = column.integer else {
        complain(
          "a MAT array's columns have no names", at: column, hint: "write the index, counted from 0")
        return nil
      }
      return .object(path, .column(index))
    }
    guard let row = node[LocationKey.row] else { return .object(path, .whole) }
    return rowIndex(row).map { .object(path, .row($0)) }
  }

  // MARK: Sample times

  /// Reads the timing keys of a channel or series; keys that it does not have are taken from its file.
  ///
  /// - Parameter needsRate: false if the caller has times of its own kind.
  mutating func timing(_ node: JSONNode, _ location: DataLocation, needsRate: Bool) -> Timing {
    typealias Key = TimingKey
    let fileNode = fileNode(location.file)
    if files[location.file].reader.statesTimes {
      refuseTiming(node, of: files[location.file].reader)
      let start = (node[Key.startTime] ?? fileNode[Key.startTime]).flatMap { numberSource($0, location) }
      return Timing(startTime: start)
    }
    // A plain text has no members, and a file given only by its path has none either.
    let rate = node[Key.sampleRate] ?? fileNode[Key.sampleRate]
    // A series' own rate has priority over the file's time column.
    let time = node[Key.time] ?? (node[Key.sampleRate] == nil ? fileNode[Key.time] : nil)
    var timing = Timing()
    timing.sampleRate = rate.flatMap { numberSource($0, location) }
    // Likewise a series' own times do not use the file's start time.
    let start = node[Key.startTime] ?? (node[Key.time] == nil ? fileNode[Key.startTime] : nil)
    timing.startTime = start.flatMap { numberSource($0, location) }
    timing.stamps = time.flatMap { stamps($0, location) }
    timing.repeatedTimes = (node.node(Key.repeatedTimes) == nil ? fileNode : node)[Key.repeatedTimes]
    if let start, timing.stamps?.isOptional == false {
      complain("\"time\" says when samples were taken, so \"startTime\" has nothing to say", at: start)
    }
    if needsRate, time == nil, rate == nil {
      complain(
        "nothing says when these samples were taken", at: node,
        hint: "give the file or the channel a \"sampleRate\" or a \"time\"")
    }
    if let time, rate == nil, timing.stamps?.isUniform == true || timing.stamps?.isOptional == true {
      complain(
        "\"\(timing.stamps?.isUniform == true ? "uniform" : "optional")\" times need a \"sampleRate\" as well",
        at: time)
    }
    return timing
  }

  /// Refuses timing keys for files that state their own rates, and must not be contradicted.
  mutating func refuseTiming(_ node: JSONNode, of reader: FileReader) {
    let rate = TimingKey.sampleRate.field
    for field in [rate, TimingKey.time.field, TimingKey.repeatedTimes.field] {
      // A record may consist of annotations only.
      guard let wrong = node[field],
        field.key != rate.key || reader != .wfdbAnnotations || wrong.number == nil
      else { continue }
      complain(
        "\(reader.words) says itself when its samples were taken, so \"\(field.key)\" has nothing to say",
        at: wrong)
    }
  }

  private mutating func stamps(_ node: JSONNode, _ owner: DataLocation) -> TimeStamps? {
    guard let location = timesLocation(node, inheritedFile: owner.file) else { return nil }
    // `{object}` is the path of the object that the times belong to.
    let cell = location.cell.filled { path in
      owner.cell.object.map { path.replacing("{object}", with: $0) } ?? path
    }
    return TimeStamps(
      location: DataLocation(file: location.file, cell: cell),
      unit: unit(node), isUniform: node[TimingKey.uniform], isOptional: node[ChannelKey.optional])
  }

  func unit(_ node: JSONNode) -> TimeUnit { TimeUnit(rawValue: node[MomentKey.unit]) ?? .s }

  mutating func numberSource(_ node: JSONNode, _ owner: DataLocation) -> NumberSource? {
    if let number = node.number { return .given(number) }
    if let name = node.node(LocationKey.metadata) { return fact(name) }
    guard node.members != nil, let file = fileIndex(node, inherited: owner.file) else { return nil }
    guard files[file].reader.naming == .objects else {
      complain("only an HDF5 or a MAT file holds this; write a number", at: node)
      return nil
    }
    let ownObject = owner.cell.object
    let object = node[LocationKey.object]?.replacing("{object}", with: ownObject ?? "{object}")
    if let name = node[LocationKey.attribute] {
      return .attribute(file: file, object: object ?? ownObject ?? "/", name: name)
    }
    guard let object else {
      complain("\"object\" or \"attribute\" is needed", at: node)
      return nil
    }
    return .object(file: file, object)
  }
}

extension DescriptorReader {
  /// Reads the name of a fact about the recording that is a number.
  private mutating func fact(_ node: JSONNode) -> NumberSource? {
    guard let name = node.string else { return nil }
    let known = document.root[DatasetKey.metadata].compactMap { $0[MetadataKey.name] }
    guard known.contains(name) else {
      complain(
        "\"metadata\" has no entry \(JSONText.quoted(name))", at: node,
        hint: known.isEmpty
          ? "add it: \"metadata\": [{ \"name\": \(JSONText.quoted(name)), \"table\": \"subjects.csv\", \"keyColumn\": \"id\", \"column\": \"fs\" }]"
          : suggestionHint(for: name, among: known))
      return nil
    }
    return .fact(name)
  }
}

extension ChannelDescription {
  /// - Parameters:
  ///   - kind: the measured quantity.
  ///   - location: the location of the numbers.
  ///   - timing: the times of the samples.
  ///   - node: the entry with scale, offset and gaps.
  ///   - unit: the unit of the numbers.
  init(
    _ kind: ChannelKind, _ location: DataLocation, _ timing: Timing, _ node: JSONNode, unit: UnitSource? = nil
  ) {
    typealias Key = ChannelKey
    self.init(
      kind: kind, location: location, timing: timing, scale: node[Key.scale], offset: node[Key.offset],
      unit: unit, missing: node[Key.missing], fillGapSeconds: node[Key.fillGapSeconds],
      isOptional: node[Key.optional])
  }
}
