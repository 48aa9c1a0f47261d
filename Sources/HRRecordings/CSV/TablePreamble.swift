internal import HRSupport

/// Statements of the lines above a table about its columns: a sample rate, names, units, sensors.
struct TablePreamble {
  /// Samples per second, and the words that state it.
  private(set) var rate: (value: Double, words: String)?
  /// Names of the last columns, in their order, as LabChart and AcqKnowledge list them.
  private(set) var titles: [String] = []
  /// Units of these columns; empty where none is stated.
  private(set) var units: [String] = []
  /// Unit of the only column of a table, if a line says so.
  private(set) var singleUnit: String?
  /// Names of sensors by column, as OpenSignals states them.
  private(set) var sensors: [Int: String] = [:]
  /// True if the first row of numbers is the number of samples of each channel, as AcqKnowledge writes it.
  private(set) var statesCounts = false
  /// Time of the beginning in seconds since 1970.
  private(set) var beginsAt: Double?

  /// - Parameters:
  ///   - lines: the lines above the table.
  ///   - delimiter: the table's.
  init(_ lines: ArraySlice<String>, delimiter: String) {
    let cells = lines.map { TableLayout.cells($0, delimiter) }
    findRate(lines)
    findListedChannels(lines)
    findKeyedChannels(cells)
    findSensors(lines)
    for line in lines {
      let parts = line.split { ",;\t".contains($0) }.map { String($0.trimming { $0 == " " || $0 == "\"" }) }
      if parts.count == 2, ChannelUnit(spelling: parts[1]) != nil { singleUnit = parts[1] }
    }
    // The start above the columns in files of Empatica's wrist bands, such as that of intervals.
    if let last = cells.last, last.count == 2, let start = Double(last[0]), start > 1e9,
      Double(last[1]) == nil
    {
      beginsAt = start
    }
  }

  // MARK: Rate

  private static let rateWords = [
    "sampling rate", "sample rate", "sampling_rate", "sample_rate", "samplerate", "samplingrate",
    "sampling frequency", "samplingfrequency",
  ]

  private mutating func findRate(_ lines: ArraySlice<String>) {
    for line in lines {
      let lowered = line.lowercased()
      if let found = Self.rateInWords(lowered) ?? Self.rateOfInterval(lowered) {
        rate = found
        return
      }
    }
    // A single frequency, in whatever language.
    let hertz = lines.compactMap { line in
      line.lowercased().firstMatch(of: /(\d+(?:[.,]\d+)?)\s*(?:hz|hertz)(?![a-z])/).flatMap {
        Self.number($0.output.1)
      }
    }
    if let only = hertz.first, hertz.allSatisfy({ $0 == only }), SampleTimes.signals.contains(only) {
      rate = (only, "\(shortest(only)) Hz")
    }
  }

  /// Finds `sampling rate: 1000`.
  private static func rateInWords(_ line: String) -> (value: Double, words: String)? {
    for words in rateWords {
      guard let range = line.firstRange(of: words) else { continue }
      let rest = line[range.upperBound...].prefix(30)
      let digits = rest.drop { !$0.isNumber }.prefix { $0.isNumber || $0 == "." }
      if let value = Double(digits), RecordingLimits.sampleRateHz.contains(value) { return (value, words) }
    }
    return nil
  }

  /// Finds `5 msec/sample`, `200 samples/second`, `Interval= 0.005 s`.
  private static func rateOfInterval(_ line: String) -> (value: Double, words: String)? {
    func rate(_ number: Substring, _ unit: Substring) -> Double? {
      guard let number = Self.number(number), number > 0,
        let named = Vocabulary.timeUnits[String(unit)], let unit = TimeUnit(rawValue: named)
      else { return nil }
      return unit.perSecond / number
    }
    if let found = line.firstMatch(of: /(\d+(?:[.,]\d+)?)\s*([a-zµ]+)\s*\/\s*sample/)?.output,
      let value = rate(found.1, found.2)
    {
      return (SampleTimes.snapped(value), String(found.0))
    }
    if let found = line.firstMatch(of: /(\d+(?:[.,]\d+)?)\s*samples?\s*(?:\/|per)\s*s/)?.output,
      let value = number(found.1)
    {
      return (value, String(found.0))
    }
    if let found = line.firstMatch(of: /^"?interval=\s*(\d+(?:[.,]\d+)?(?:e-?\d+)?)\s*([a-zµ]+)/)?.output,
      let value = rate(found.1, found.2)
    {
      return (SampleTimes.snapped(value), "Interval=")
    }
    return nil
  }

  private static func number(_ text: Substring) -> Double? { Double(text.replacing(",", with: ".")) }

  // MARK: Channels

  /// Finds the list of AcqKnowledge: the number of channels, then a line with the name of each and one with its unit.
  private mutating func findListedChannels(_ lines: ArraySlice<String>) {
    let lines = Array(lines)
    guard
      let place = lines.firstIndex(where: { $0.lowercased().wholeMatch(of: /\s*\d+ channels?\s*/) != nil }),
      let count = Int(lines[place].filter(\.isNumber), radix: 10), count > 0,
      lines.count >= place + 1 + 2 * count
    else { return }
    statesCounts = true
    let listed = lines[(place + 1)..<(place + 1 + 2 * count)].map { String($0.trimming(\.isWhitespace)) }
    titles = stride(from: 0, to: listed.count, by: 2).map { listed[$0] }
    units = stride(from: 1, to: listed.count, by: 2).map { listed[$0] }
  }

  /// Finds the lines of LabChart: `ChannelTitle=`, `UnitName=`.
  private mutating func findKeyedChannels(_ cells: [[String]]) {
    for row in cells where row.count > 1 {
      let values = row.dropFirst().map { $0 == "*" ? "" : $0 }
      switch row[0].lowercased() {
      case "channeltitle=": titles = Array(values)
      case "unitname=": units = Array(values)
      default: break
      }
    }
  }

  /// Finds the sensors of the columns in the header of OpenSignals: an object for each device, in which "column" names
  /// the columns, "label" those with a sensor, and "sensor" these sensors.
  private mutating func findSensors(_ lines: ArraySlice<String>) {
    for line in lines {
      guard let start = line.firstIndex(of: "{"),
        let devices = (try? JSONDocument(String(line[start...]), file: ""))?.root.members?.map(\.value)
      else { continue }
      func texts(_ key: String, of device: JSONNode) -> [String] {
        device[key]?.elements?.compactMap(\.string) ?? []
      }
      var first = 0
      for device in devices {
        let columns = texts("column", of: device)
        for (label, sensor) in zip(texts("label", of: device), texts("sensor", of: device)) {
          if let place = columns.firstIndex(of: label) { sensors[first + place] = sensor }
        }
        first += columns.count
      }
    }
  }

  /// Returns the title and the unit of a column.
  ///
  /// - Parameter count: number of columns; the titles are those of the last ones.
  func title(of column: Int, among count: Int) -> (name: String?, unit: String?) {
    let place = column - (count - titles.count)
    return (
      titles.indices.contains(place) ? titles[place] : nil,
      units.indices.contains(place) && !units[place].isEmpty ? units[place] : nil
    )
  }
}
