internal import HRSupport

/// Texts that state moments, and their form.
struct MomentSeries: Hashable, Sendable {
  enum Place: Hashable, Sendable {
    /// A column of a table.
    case column(NameOrIndex)
    /// An array of a MAT file, or a data set of an HDF5 file; its path may contain `*`.
    case object(String, ObjectPart)
  }

  let place: Place
  let form: MomentForm

  var described: String {
    switch place {
    case .column(let column): column.spoken
    case .object(let path, let part): DataCell.object(path, part).described
    }
  }

  /// Returns the series with another path if it is an object.
  func filled(_ fill: (String) -> String) -> MomentSeries {
    guard case .object(let path, let part) = place else { return self }
    return MomentSeries(place: .object(fill(path), part), form: form)
  }
}

/// Cells that state moments: one series, or one of dates and one of times of day.
struct MomentCells: Hashable, Sendable {
  let main: MomentSeries
  let date: MomentSeries?
  /// Minutes by which the clock of moments without a zone is ahead of UTC; `nil` if that is unknown.
  let zoneMinutes: Int?
  /// True if times of day pass midnight (from 24 to 0) once.
  let passesMidnight: Bool

  var isTimeOfDay: Bool { main.form.part == .time && date == nil }
  /// True for times that count from the beginning of the recording, on no clock.
  var isElapsed: Bool { main.form.part == .elapsed }

  var series: [MomentSeries] { [main] + [date].compactMap(\.self) }

  /// Series in columns of a table.
  var columns: [CSVTable.MomentColumn] {
    series.compactMap { series in
      if case .column(let column) = series.place { .init(column: column, form: series.form) } else { nil }
    }
  }

  /// Paths of the series in a MAT or an HDF5 file.
  var objects: [String] {
    series.compactMap { if case .object(let path, _) = $0.place { path } else { nil } }
  }

  var described: String {
    guard let date else { return main.described }
    return "\(date.described) and \(main.described)"
  }

  /// Returns the cells with other paths where they are objects.
  func filled(_ fill: (String) -> String) -> MomentCells {
    MomentCells(
      main: main.filled(fill), date: date?.filled(fill), zoneMinutes: zoneMinutes,
      passesMidnight: passesMidnight)
  }

  /// Returns the moments of its series, with times of day put on their dates.
  ///
  /// - Parameter read: moments of ``series``, in that order.
  func joined(_ read: [Moments]) -> Moments? {
    guard let times = read.first else { return nil }
    return date == nil ? times : read.dropFirst().first.map(times.on)
  }
}

/// Units of moments, as opposed to numbers of seconds.
enum MomentUnit: String, CaseIterable, Sendable {
  case dateTime, timeOfDay, elapsed

  /// Part that texts of this unit hold.
  var part: MomentForm.Part {
    switch self {
    case .dateTime: .both
    case .timeOfDay: .time
    case .elapsed: .elapsed
    }
  }
}

/// Keys of times that may be dates and times of day.
enum MomentKey {
  static let unit = JSONKey(
    "unit", .text(.choice(TimeUnit.allCases.map(\.rawValue) + MomentUnit.allCases.map(\.rawValue))),
    fallback: TimeUnit.s.rawValue,
    "Unit of the times; of texts: dateTime (ISO 8601), timeOfDay, or elapsed (2:03.25).")
  static let date = JSONKey(
    "date", .node(.nameOrIndex),
    "CSV, HDF5, MAT: the column or object of the dates, where they stand apart from the times of day.")
  static let dateFormat = JSONKey(
    "dateFormat", .node(.string), "CSV, HDF5, MAT: how dates that stand apart are written: \"DD.MM.YYYY\".")
  static let format = JSONKey(
    "format", .node(.string),
    "CSV, HDF5, MAT: how dates and times are written: \"DD.MM.YYYY hh:mm:ss.SSS\"; left out: ISO 8601.")
  static let zone = JSONKey(
    "zone", .node(.string),
    "CSV, HDF5, MAT: the zone of dates and times that name none: \"Z\", \"+01:00\".")
  static let passesMidnight = JSONKey(
    "passesMidnight", .boolean, fallback: false,
    "CSV, HDF5, MAT: times of day go on from 24 to 0 h, at most once.")

  /// Fields for the form of moments in texts.
  static let formFields = [format.field, zone.field, passesMidnight.field]
  /// Fields for the form of moments whose date may be in another column.
  static let fields = [date.field, dateFormat.field] + formFields
}

/// Dates and times of day.
extension DescriptorReader {
  /// Reads the location of times: numbers, or moments in tables, MAT and HDF5 files.
  ///
  /// - Parameters:
  ///   - node: the entry with the location.
  ///   - inheritedFile: the file, if the entry names none.
  ///   - form: the entry with the form of the moments; `nil` for the node itself.
  ///   - areEvents: true if a file that holds only events may have them.
  mutating func timesLocation(
    _ node: JSONNode, inheritedFile: Int, form: JSONNode? = nil, areEvents: Bool = false
  ) -> DataLocation? {
    guard let location = location(node, inheritedFile: inheritedFile, areEvents: areEvents) else {
      return nil
    }
    let keys = form ?? node
    let unit = MomentUnit(rawValue: keys[MomentKey.unit])
    let given = MomentKey.fields.compactMap { keys[$0] }
    guard unit != nil || !given.isEmpty else { return location }
    guard let place = momentPlace(location) else {
      complain(
        "dates and times are read from tables, MAT and HDF5 files, and \"\(files[location.file].name)\" is read as \(files[location.file].reader.rawValue)",
        at: given.first ?? keys.place(of: MomentKey.unit))
      return nil
    }
    if let number = keys.node(MomentKey.unit), unit == nil, let first = given.first {
      complain(
        "\"unit\" says that these are numbers, so this has nothing to say", at: first,
        hint:
          "\"unit\": \"dateTime\" or \"timeOfDay\", in place of \(JSONText.quoted(number.string ?? "")), or none"
      )
      return nil
    }
    guard let cells = cells(place, unit, keys, file: location.file) else { return nil }
    if !cells.isElapsed { noteClock(isTimeOfDay: cells.isTimeOfDay, at: keys) }
    return DataLocation(file: location.file, cell: .moments(cells))
  }

  /// - Returns: `nil` if no texts are read.
  private func momentPlace(_ location: DataLocation) -> MomentSeries.Place? {
    switch (location.cell, files[location.file].reader) {
    case (.column(let column), .csv): .column(column)
    case (.object(let path, let part), .mat), (.object(let path, let part), .hdf5): .object(path, part)
    default: nil
    }
  }

  private mutating func cells(
    _ place: MomentSeries.Place, _ unit: MomentUnit?, _ keys: JSONNode, file: Int
  ) -> MomentCells? {
    var date: MomentSeries?
    if let node = keys[MomentKey.date] {
      let form = keys[MomentKey.dateFormat].map { momentForm($0, .date) } ?? MomentForm(iso: .date)
      let cell =
        files[file].reader == .csv
        ? columnCell(node, file: file, owner: keys) : objectCell(node, column: nil, of: files[file].reader)
      let place = cell.flatMap { momentPlace(DataLocation(file: file, cell: $0)) }
      guard let place, let form else { return nil }
      date = MomentSeries(place: place, form: form)
    } else if let node = keys[MomentKey.dateFormat] {
      complain("\"dateFormat\" needs \"date\": where the dates stand", at: node)
      return nil
    }
    guard let form = mainForm(keys, unit, hasDate: date != nil) else { return nil }
    let cells = MomentCells(
      main: MomentSeries(place: place, form: form), date: date,
      zoneMinutes: keys[MomentKey.zone].flatMap { zone($0) }, passesMidnight: keys[MomentKey.passesMidnight])
    if let node = keys.node(MomentKey.passesMidnight), !cells.isTimeOfDay {
      complain("\"passesMidnight\" is for times of day without dates", at: node)
    }
    if let node = keys[MomentKey.zone], cells.isTimeOfDay || cells.isElapsed {
      complain(
        cells.isElapsed
          ? "\"zone\" is for dates and times; elapsed times count from the beginning"
          : "\"zone\" is for dates and times; times of day alone count from midnight wherever it is", at: node
      )
    }
    if cells.isElapsed, let node = keys[MomentKey.date] {
      complain("elapsed times have no date", at: node)
    }
    return cells
  }

  private mutating func mainForm(_ keys: JSONNode, _ unit: MomentUnit?, hasDate: Bool) -> MomentForm? {
    let part = hasDate && unit != .elapsed ? .time : unit?.part
    if let node = keys[MomentKey.format] {
      if part == .elapsed {
        complain(
          "\"format\" is for dates and times of day, and elapsed times have one form", at: node,
          hint: "leave it out: 2:03.25, 1:02:03.25 and 0 days 01:02:03.25 are read")
        return nil
      }
      return momentForm(node, part)
    }
    guard let part else {
      complain(
        "nothing says that these are dates and times", at: keys,
        hint: "add \"unit\": \"dateTime\" (ISO 8601), \"timeOfDay\" or \"elapsed\", or a \"format\"")
      return nil
    }
    return MomentForm(iso: part)
  }

  /// - Parameter part: the part that the form must hold; `nil` if it may be a time with or without a date.
  private mutating func momentForm(_ node: JSONNode, _ part: MomentForm.Part?) -> MomentForm? {
    guard let text = node.string else { return nil }
    do {
      let form = try MomentForm(text)
      if part.map({ $0 == form.part }) ?? (form.part != .date) { return form }
      complain(
        "\(JSONText.quoted(text)) is the form of \(form.part.words): expected \((part ?? .both).words)",
        at: node,
        hint: form.part == .date
          ? "where the time of day stands elsewhere: \"date\" names where the dates stand" : nil)
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

  /// Reports a mix of times of day and dates, which have no common origin.
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

  /// Checks that the times of a recording are on one clock, so that seconds can be counted from one moment.
  mutating func checkClocks(
    _ channels: [ChannelDescription], _ references: [ReferenceDescription], _ root: JSONNode
  ) {
    guard channels.contains(where: { $0.timing.stamps?.location.cell.isMoment == true }) else {
      if let first = references.firstIndex(where: { !$0.source.moments.isEmpty }), !channels.isEmpty {
        complain(
          "the reference \"\(references[first].name)\" has dates and times, and no channel has: nothing says when 0 s was",
          at: root[DatasetKey.reference].dropFirst(first).first ?? root)
      }
      return
    }
    for channel in channels where channel.timing.stamps == nil && channel.timing.startTime == nil {
      complain(
        "other channels have dates and times, and nothing says when \"\(channel.kind.rawValue)\" begins",
        at: root[DatasetKey.channels]?[channel.kind.rawValue] ?? root.place(of: DatasetKey.frames),
        hint: "\"startTime\" says how many seconds after the first date and time of the other channels")
    }
  }
}

extension DataCell {
  /// True for times on a clock; elapsed times are on none.
  var isMoment: Bool { if case .moments(let cells) = self { !cells.isElapsed } else { false } }
}
