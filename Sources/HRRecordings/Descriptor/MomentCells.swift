internal import HRDiagnostics

/// Cells of a table that say when something was: one column, or a column of dates and one of times of day.
struct MomentCells: Hashable, Sendable {
  let main: CSVTable.MomentColumn
  let date: CSVTable.MomentColumn?
  /// Of moments that name no zone: how many minutes their clock is ahead of UTC; `nil` leaves that open.
  let zoneMinutes: Int?
  /// Times of day go on from 24 to 0 once.
  let passesMidnight: Bool

  var isTimeOfDay: Bool { main.form.part == .time && date == nil }

  var columns: [CSVTable.MomentColumn] { [main] + [date].compactMap(\.self) }

  var described: String {
    guard let date else { return main.column.spoken }
    return "\(date.column.spoken) and \(main.column.spoken)"
  }
}

/// Units that stand for moments rather than for numbers of seconds.
enum MomentUnit: String, CaseIterable, Sendable {
  case dateTime, timeOfDay
}

extension DatasetDescriptor {
  static let timeUnits = Shape.choice(
    TimeUnit.allCases.map(\.rawValue) + MomentUnit.allCases.map(\.rawValue))

  /// How a table's cells write moments.
  static let momentFormFields: [ObjectShape.Field] = [
    .init(
      "format", .string,
      "CSV: how dates and times are written: \"DD.MM.YYYY hh:mm:ss.SSS\"; left out: ISO 8601."),
    .init("zone", .string, "CSV: the zone of dates and times that name none: \"Z\", \"+01:00\"."),
    .init(
      "passesMidnight", .boolean, fallback: "false", "CSV: times of day go on from 24 to 0 h, at most once."),
  ]

  /// The same, where the date may stand in a column of its own.
  static let momentFields: [ObjectShape.Field] =
    [
      .init(
        "date", .either([.string, .integer(0...1_000_000)]),
        "CSV: the column of the dates, where \"column\" has only times of day."),
      .init("dateFormat", .string, "CSV: how dates in a column of their own are written: \"DD.MM.YYYY\"."),
    ] + momentFormFields
}

/// Dates and times of day.
extension DescriptorReader {
  /// Where times stand: as numbers, or in tables as moments.
  ///
  /// - Parameters:
  ///   - node: says where.
  ///   - inheritedFile: the file, where it does not say.
  ///   - form: says how they are written; `nil` for the node itself.
  ///   - areEvents: whether a file that holds nothing but events may have them.
  mutating func timesLocation(
    _ node: JSONNode, inheritedFile: Int, form: JSONNode? = nil, areEvents: Bool = false
  ) -> DataLocation? {
    guard let location = location(node, inheritedFile: inheritedFile, areEvents: areEvents) else {
      return nil
    }
    let keys = form ?? node
    let unit = keys["unit"]?.choice(of: MomentUnit.self)
    let given = ["date", "dateFormat", "format", "zone", "passesMidnight"].compactMap { keys[$0] }
    guard unit != nil || !given.isEmpty else { return location }
    let column: CSVColumn
    switch location.cell {
    case .columnNamed(let name) where files[location.file].reader == .csv: column = .named(name)
    case .columnAt(let index) where files[location.file].reader == .csv: column = .at(index)
    default:
      complain(
        "dates and times are read from tables, and \"\(files[location.file].name)\" is read as \(files[location.file].reader.rawValue)",
        at: given.first ?? keys["unit"] ?? keys)
      return nil
    }
    if let number = keys["unit"], unit == nil, let first = given.first {
      complain(
        "\"unit\" says that these are numbers, so this has nothing to say", at: first,
        hint:
          "\"unit\": \"dateTime\" or \"timeOfDay\", in place of \(JSONText.quoted(number.string ?? "")), or none"
      )
      return nil
    }
    guard let cells = cells(column, unit, keys, file: location.file) else { return nil }
    noteClock(isTimeOfDay: cells.isTimeOfDay, at: keys)
    return DataLocation(file: location.file, cell: .moments(cells))
  }

  private mutating func cells(_ column: CSVColumn, _ unit: MomentUnit?, _ keys: JSONNode, file: Int)
    -> MomentCells?
  {
    var date: CSVTable.MomentColumn?
    if let node = keys["date"] {
      let form = keys["dateFormat"].map { momentForm($0, .date) } ?? MomentForm(iso: .date)
      switch columnCell(node, file: file, owner: keys) {
      case .columnNamed(let name): date = form.map { .init(column: .named(name), form: $0) }
      case .columnAt(let index): date = form.map { .init(column: .at(index), form: $0) }
      default: break
      }
      guard date != nil else { return nil }
    } else if let node = keys["dateFormat"] {
      complain("\"dateFormat\" needs \"date\": the column of the dates", at: node)
      return nil
    }
    guard let form = mainForm(keys, unit, hasDate: date != nil) else { return nil }
    let cells = MomentCells(
      main: .init(column: column, form: form), date: date, zoneMinutes: keys["zone"].flatMap { zone($0) },
      passesMidnight: keys["passesMidnight"]?.boolean ?? false)
    if let node = keys["passesMidnight"], !cells.isTimeOfDay {
      complain("\"passesMidnight\" is for times of day without dates", at: node)
    }
    if let node = keys["zone"], cells.isTimeOfDay {
      complain(
        "\"zone\" is for dates and times; times of day alone count from midnight wherever it is", at: node)
    }
    return cells
  }

  private mutating func mainForm(_ keys: JSONNode, _ unit: MomentUnit?, hasDate: Bool) -> MomentForm? {
    let part: MomentForm.Part? = hasDate || unit == .timeOfDay ? .time : unit == .dateTime ? .both : nil
    if let node = keys["format"] { return momentForm(node, part) }
    guard let part else {
      complain(
        "nothing says that these are dates and times", at: keys,
        hint: "add \"unit\": \"dateTime\" (ISO 8601), \"unit\": \"timeOfDay\", or a \"format\"")
      return nil
    }
    return MomentForm(iso: part)
  }

  /// - Parameter part: what the form must hold; `nil` where it may be a time with or without a date.
  private mutating func momentForm(_ node: JSONNode, _ part: MomentForm.Part?) -> MomentForm? {
    guard let text = node.string else { return nil }
    do {
      let form = try MomentForm(text)
      if part.map({ $0 == form.part }) ?? (form.part != .date) { return form }
      complain(
        "\(JSONText.quoted(text)) is the form of \(form.part.words): expected \((part ?? .both).words)",
        at: node,
        hint: form.part == .date
          ? "where the time of day stands in another column: \"date\" names that of the dates" : nil)
    } catch {
      complain(error.message, at: node)
    }
    return nil
  }

  private mutating func zone(_ node: JSONNode) -> Int? {
    guard let text = node.string else { return nil }
    if text == "Z" { return 0 }
    let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    if let sign = text.first, sign == "+" || sign == "-", parts.count == 2,
      parts.allSatisfy({ $0.utf8.count == 2 }),
      let hours = UInt8(parts[0], radix: 10), let minutes = UInt8(parts[1], radix: 10), hours <= 14,
      minutes < 60
    {
      return (sign == "-" ? -1 : 1) * (60 * Int(clamping: hours) + Int(clamping: minutes))
    }
    complain(
      "\(JSONText.quoted(text)) names no time zone", at: node,
      hint:
        "\"Z\" for UTC, else how far the clock is ahead of it: \"+01:00\", \"-05:30\"; names of places are not read"
    )
    return nil
  }

  /// Times of day and dates have no moment in common.
  private mutating func noteClock(isTimeOfDay: Bool, at node: JSONNode) {
    if let known = clockIsTimeOfDay, known != isTimeOfDay {
      complain(
        isTimeOfDay
          ? "these are times of day, and others have dates: nothing says on which day these are"
          : "these have dates, and others are times of day alone: nothing says on which day those are",
        at: node)
    }
    clockIsTimeOfDay = clockIsTimeOfDay ?? isTimeOfDay
  }

  /// Times of a recording are on one clock, so seconds must be countable from one moment.
  mutating func checkClocks(
    _ channels: [ChannelDescription], _ references: [ReferenceDescription], _ root: JSONNode
  ) {
    guard channels.contains(where: { $0.timing.stamps?.location.cell.isMoment == true }) else {
      if let first = references.firstIndex(where: { !$0.source.moments.isEmpty }), !channels.isEmpty {
        complain(
          "the reference \"\(references[first].name)\" has dates and times, and no channel has: nothing says when 0 s was",
          at: root["reference"]?.elements?.dropFirst(first).first ?? root)
      }
      return
    }
    for channel in channels where channel.timing.stamps == nil && channel.timing.startTime == nil {
      complain(
        "other channels have dates and times, and nothing says when \"\(channel.kind.rawValue)\" begins",
        at: root["channels"]?[channel.kind.rawValue] ?? root["frames"] ?? root,
        hint: "\"startTime\" says how many seconds after the first date and time of the other channels")
    }
  }
}

extension DataCell {
  var isMoment: Bool { if case .moments = self { true } else { false } }
}

extension ReferenceSource {
  /// Where it has dates and times.
  var moments: [DataLocation] {
    let all: [DataLocation] =
      switch self {
      case .beats(let location, _), .breaths(let location, _): [location]
      case .rateSeries(_, _, _, let timing): [timing.stamps?.location].compactMap(\.self)
      case .windowRates(.stated(let start, let end, _), _, _): [start, end]
      case .windowRates(.regular, _, _), .beatSamples, .rrIntervals, .ecg, .respiration: []
      }
    return all.filter(\.cell.isMoment)
  }
}
