internal import CHRFiles
internal import HRNumerics
package import HRSupport

extension FileOutline {
  /// Maximum number of arrays and columns of a file that are examined.
  static let mostSeries = 400
  /// Maximum number of values of a series that are examined.
  static let mostValues = 2_000_000

  /// Adds the columns of a matrix, or its rows if these are longer, since the longer dimension is time.
  ///
  /// - Parameters:
  ///   - series: outline of the matrix, with the name before those of the lines.
  ///   - object: path of the matrix.
  ///   - sizes: numbers of rows and columns.
  ///   - values: all numbers; `nil` if they are not examined.
  ///   - areRowsWhole: true if the numbers of a row follow each other, false if those of a column do.
  mutating func addLines(
    of series: SeriesOutline, _ object: String, _ sizes: [Int], _ values: [Double]?, areRowsWhole: Bool
  ) {
    let isTall = sizes[0] >= sizes[1]
    let (count, length) = isTall ? (sizes[1], sizes[0]) : (sizes[0], sizes[1])
    let (step, size) = isTall == areRowsWhole ? (count, 1) : (1, length)
    for index in 0..<min(count, 64) {
      var line = series
      line.place = .object(object, isTall ? .column(index) : .row(index))
      line.name = "\(series.name) \(isTall ? "column" : "row") \(index)"
      line.count = length
      line.summary = values.flatMap { values in
        ValueSummary((0..<length).map { values[index * size + $0 * step] })
      }
      self.series.append(line)
    }
  }

  /// Outlines a file with the reader that its name and its first bytes select.
  ///
  /// - Parameters:
  ///   - path: path of the file.
  ///   - root: the folder that must contain it and the files that it names.
  ///   - limits: limits on the reading.
  package static func read(
    _ path: String, root: String, limits: ReadingLimits = ReadingLimits()
  ) throws(Diagnostics) -> FileOutline {
    let scope = ReadingScope([root])
    if let objection = scope.objection(toReading: path) { throw Diagnostics(objection) }
    if let reason = hr_unreadable(path) { throw Diagnostics(String(cString: reason), in: path) }
    let budget = ReadingBudget(limits)
    switch reader(of: path) {
    case .hdf5: return try HDF5Outline.read(path, budget: budget)
    case .mat:
      return hr_mat_version_of(path) == HR_MAT_HDF5
        ? try HDF5Outline.read(path, reader: .mat, budget: budget) : try MATOutline.read(path, budget: budget)
    case .npy: return try NPYReading(path, budget: budget).outline()
    case .edf: return try EDFReading(path, budget: budget).outline()
    case .wfdb: return try WFDBReading(path, scope: scope, budget: budget).outline()
    case .wfdbAnnotations: return try WFDBAnnotationReading.outline(path, scope: scope, budget: budget)
    case .video: return try ClipReading.outline(path, budget: budget)
    case .csv, .numbers, nil: return try TextOutline(path, budget: budget).outline()
    }
  }

  /// Returns the reader that a name selects; `nil` for a text file of unknown content.
  private static func reader(of path: String) -> FileReader? {
    if let known = FileReader(path: path) { return known }
    let ending = path.split(separator: "/").last?.split(separator: ".").last?.lowercased() ?? ""
    return Self.annotationEndings.contains(ending) ? .wfdbAnnotations : nil
  }

  /// Common endings of WFDB annotations other than `.atr`.
  package static let annotationEndings = ["qrs", "ecg", "wqrs", "gqrs", "sqrs", "wabp", "pu", "ari"]

  /// Endings of text files that may hold a table.
  package static let textEndings = ["txt", "asc", "dat", "log", "text"]

  /// Returns true if a reader may support a file of this name.
  package static func mayBeRead(_ name: String) -> Bool {
    if FileReader(path: name) != nil { return name.contains(".") }
    let plain = PackedText.unpackedName(name)
    guard let dot = plain.lastIndex(of: ".") else { return false }
    let ending = plain[plain.index(after: dot)...].lowercased()
    return textEndings.contains(ending) || plain == name && annotationEndings.contains(ending)
  }
}

extension SeriesOutline {
  /// Creates the outline of a signal from a header: by its label if no other has it, else by its index.
  fileprivate init(signal index: Int, of labels: [String], unit: String?, rate: Double?, count: UInt64) {
    let label = labels[index]
    let isAlone = labels.count { $0 == label } == 1 && !label.isEmpty
    self.init(.signal(isAlone ? .named(label) : .at(index)), name: label, count: Int(exactly: count))
    self.unit = unit
    isUnitKnown = unit.flatMap { ChannelUnit(spelling: $0) } != nil
    (self.rate, rateSource) = (rate, rate == nil ? nil : .header)
  }
}

extension EDFReading {
  /// Maximum number of samples in a file whose annotations are read.
  private static let mostSamples: UInt64 = 100_000_000

  /// Returns the signals as in the header, of which no samples are read; and annotations that may be heartbeats.
  func outline() -> FileOutline {
    let labels = header.signals.map(\.label)
    var outline = FileOutline(reader: FileReader.edf.rawValue)
    for (index, signal) in header.signals.enumerated()
    where !header.annotations.contains(where: { $0.offset == signal.offset }) {
      outline.series.append(
        SeriesOutline(
          signal: index, of: labels, unit: signal.unit.isEmpty ? nil : signal.unit,
          rate: header.recordSeconds > 0 ? Double(signal.samplesPerRecord) / header.recordSeconds : nil,
          count: UInt64.product(signal.samplesPerRecord, header.recordCount)))
    }
    guard !header.annotations.isEmpty else { return outline }
    let samples = header.signals.map { UInt64.product($0.samplesPerRecord, header.recordCount) }
    guard samples.reduce(0, { $0.addingReportingOverflow($1).partialValue }) <= Self.mostSamples else {
      outline.notes.append("it has annotations, whose texts were not looked at")
      return outline
    }
    var request = FileRequest()
    request.wantsMarks = true
    do throws(Diagnostics) {
      let marks = try contents(for: request).marks
      let texts = Self.beats(among: marks)
      let times = marks.filter { texts.contains($0.text) }.map(\.seconds).sorted()
      if !texts.isEmpty {
        outline.series.append(
          SeriesOutline(
            .annotations(texts), name: texts.joined(separator: " "), count: times.count,
            summary: ValueSummary(times)))
      }
      let others = marks.map(\.text).distinct.filter { !texts.contains($0) }
      if !others.isEmpty {
        outline.notes.append(
          "its annotations \(others.prefix(8).map(JSONText.quoted).joined(separator: ", "))\(others.count > 8 ? " …" : "") are not read"
        )
      }
    } catch {
      outline.problems += error.list
    }
    return outline
  }

  /// Returns the texts that stand as often as heartbeats do: together, so that ectopic beats with a text of their own
  /// count, every 0.25 to 2.5 s in the middle.
  private static func beats(among marks: [FileMark]) -> [String] {
    func areBeats(_ texts: [String]) -> Bool {
      let times = marks.filter { texts.contains($0.text) }.map(\.seconds).sorted()
      let step = median(zip(times.dropFirst(), times).map { $0 - $1 })
      return times.count >= 10 && step.map { (0.25...2.5).contains($0) } == true
    }
    let usual = marks.map(\.text).distinct.filter { text in
      WFDBAnnotation.beats.contains(text) || NameWords(text).hasAny(Vocabulary.beats)
        || ["R", "r"].contains(text)
    }
    return areBeats(usual) ? usual : []
  }
}

extension NPYReading {
  /// Returns the array's fields, columns or rows, with statistics of the values.
  func outline() throws(Diagnostics) -> FileOutline {
    var outline = FileOutline(reader: FileReader.npy.rawValue)
    var cells: [(SeriesOutline.Place, String, DataCell)] = []
    if header.type == nil {
      for field in header.fields.prefix(FileOutline.mostSeries) {
        guard let type = field.type, type.isNumber else {
          outline.notes.append("the field \"\(field.name)\" holds no numbers")
          continue
        }
        cells.append((.column(.named(field.name)), field.name, .column(.named(field.name))))
      }
    } else if header.shape.count == 2, header.shape.allSatisfy({ $0 > 1 }) {
      // The longer dimension is time.
      let isTall = header.shape[0] >= header.shape[1]
      for index in 0..<min(header.shape[isTall ? 1 : 0], 64) {
        cells.append(
          isTall
            ? (.column(.at(index)), "column \(index)", .column(.at(index)))
            : (.row(.at(index)), "row \(index)", .row(.at(index))))
      }
    } else {
      cells = [(.whole, "", .everything)]
    }
    var request = FileRequest()
    for (_, _, cell) in cells { request.add(cell, optional: true) }
    let contents = try contents(for: request)
    for (place, name, cell) in cells {
      guard let values = contents.columns[cell] else { continue }
      outline.series.append(
        SeriesOutline(place, name: name, count: values.count, summary: ValueSummary(values)))
    }
    return outline
  }
}

extension NPYType {
  fileprivate var isNumber: Bool { if case .other = kind { false } else { true } }
}

extension WFDBReading {
  /// Returns the signals as in the header; no samples are read.
  func outline() throws(Diagnostics) -> FileOutline {
    let (parts, signals, _) = try layout()
    let frames = parts.reduce(0) { $0.addingReportingOverflow($1.frames).partialValue }
    let labels = signals.map(\.label)
    var outline = FileOutline(reader: FileReader.wfdb.rawValue)
    for (index, signal) in signals.enumerated() {
      outline.series.append(
        SeriesOutline(
          signal: index, of: labels, unit: signal.unit,
          rate: header.frameRate * Double(signal.samplesPerFrame),
          count: UInt64.product(frames, signal.samplesPerFrame)))
    }
    outline.parts = files.named().compactMap { $0.split(separator: "/").last.map(String.init) }
    return outline
  }
}

extension WFDBAnnotationReading {
  /// Returns the number of beats, and their times.
  static func outline(
    _ path: String, scope: ReadingScope, budget: ReadingBudget
  ) throws(Diagnostics) -> FileOutline {
    let reading = try WFDBAnnotationReading(path, stated: 1, scope: scope, budget: budget)
    let beats = reading.annotations.list.filter { WFDBAnnotation.beats.contains($0.symbol) }
    var outline = FileOutline(reader: FileReader.wfdbAnnotations.rawValue)
    guard !beats.isEmpty else {
      outline.notes.append("none of its \(reading.annotations.list.count) annotations is a beat")
      return outline
    }
    outline.series = [
      SeriesOutline(
        .annotations([]), name: "beats", count: beats.count,
        summary: ValueSummary(beats.map(reading.seconds).sorted()))
    ]
    return outline
  }
}
