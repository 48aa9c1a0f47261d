internal import HRSupport

/// One reading of a WFDB record: its header, those of its segments, and the requested signal files.
struct WFDBReading {
  /// Maximum number of problems reported for a record of many segments.
  private static let mostProblems = 20

  let header: WFDBHeader
  let files: WFDBFiles
  private let budget: ReadingBudget

  /// A stretch of the record.
  struct Part {
    /// Header of the stretch; `nil` if nothing was recorded.
    let header: WFDBHeader?
    let start: Int
    let frames: Int
  }

  /// One pass over one file.
  private struct Step {
    let part: Part
    let file: WFDBSignalFile
    var wanted: [WFDBSignalFile.Wanted]
  }

  init(_ path: String, scope: ReadingScope, budget: ReadingBudget) throws(Diagnostics) {
    files = WFDBFiles(header: path, scope: scope)
    header = try WFDBHeader.read(path)
    self.budget = budget
  }

  private var path: String { header.path }

  func contents(for request: FileRequest) throws(Diagnostics) -> FileContents {
    var contents = FileContents(path: path)
    let (parts, signals, isByLabel) = try layout()
    var cells: [(cell: DataCell, index: Int)] = []
    var asked: [Int] = []
    var problems: [Diagnostic] = []
    let labels = signals.map(\.label)
    for item in request.cells {
      let found = problems.gather(
        try item.signal(
          among: labels, known: labels.filter { !$0.isEmpty }.distinct, of: "record", in: path))
      guard let index = found ?? nil else { continue }
      cells.append((item.cell, index))
      if !asked.contains(index) { asked.append(index) }
    }
    guard problems.isEmpty else { throw Diagnostics(problems) }
    guard let last = parts.last, !asked.isEmpty else { return contents }
    let sum = last.start.addingReportingOverflow(last.frames)
    let frames = sum.overflow ? Int.max : sum.partialValue
    guard frames > 0 else {
      throw Diagnostics("the record has no samples", place: .init(file: path, line: header.line))
    }
    var steps: [Step] = []
    for part in parts where part.frames > 0 && problems.count < Self.mostProblems {
      guard let inner = part.header else { continue }
      steps +=
        problems.gather(
          try self.steps(part, inner, asked.map { signals[$0] }, isByLabel ? nil : asked), once: true) ?? []
    }
    guard problems.isEmpty else { throw Diagnostics(problems) }
    let counts = asked.map { UInt64.product(frames, signals[$0].samplesPerFrame) }
    try budget.foresee(numbers: counts, in: path)
    for (index, count) in zip(asked, counts) {
      try budget.take(
        numbers: count, place: .init(file: path, path: "signal \"\(signals[index].label)\""))
    }
    var targets = asked.map { index in
      let perFrame = signals[index].samplesPerFrame
      return WFDBTarget(
        values: [Double](repeating: .nan, count: frames * perFrame), samplesPerFrame: perFrame)
    }
    for index in steps.indices {
      let part = steps[index].part
      try steps[index].file.read(&steps[index].wanted, &targets, start: part.start, frames: part.frames)
    }
    for (cell, index) in cells {
      guard let target = asked.firstIndex(of: index) else { continue }
      contents.columns[cell] = targets[target].values
      contents.units[cell] = signals[index].unit
      contents.clocks[cell] = SampleClock(
        sampleRate: header.frameRate * Double(targets[target].samplesPerFrame), start: 0,
        isStated: header.statesRate)
    }
    return contents
  }

  // MARK: Layout of the record

  /// Returns its stretches, its signals, and whether segments are searched for these by their labels.
  func layout() throws(Diagnostics) -> (parts: [Part], signals: [WFDBHeader.Signal], isByLabel: Bool) {
    guard let segments = header.segments else {
      let frames: Int
      if let claimed = header.frames { frames = claimed } else { frames = try framesHeld(header) }
      return ([Part(header: header, start: 0, frames: frames)], header.signals, false)
    }
    var parts: [Part] = []
    var known: [String: WFDBHeader] = [:]
    var problems: [Diagnostic] = []
    var layout: WFDBHeader?
    var end = 0
    for (index, segment) in segments.enumerated() where problems.count < Self.mostProblems {
      var inner: WFDBHeader?
      if segment.record != WFDBHeader.missing {
        inner = known[segment.record] ?? problems.gather(try self.segment(segment))
        guard inner != nil else { continue }
        known[segment.record] = inner
      }
      if index == 0, segment.frames == 0, let inner {
        layout = inner
        continue
      }
      if let inner, let frames = inner.frames, frames != segment.frames {
        problems.add(
          "the segment \"\(segment.record)\" has \(frames) samples by its own header, and \(segment.frames) by this one",
          place: .init(file: path, line: segment.line))
      }
      parts.append(Part(header: inner, start: end, frames: segment.frames))
      let sum = end.addingReportingOverflow(segment.frames)
      end = sum.overflow ? Int.max : sum.partialValue
    }
    guard problems.isEmpty else { throw Diagnostics(problems) }
    if let frames = header.frames, frames != end {
      throw Diagnostics(
        "the record line claims \(frames) samples, and its segments have \(end)",
        place: .init(file: path, line: header.line))
    }
    guard let first = layout ?? parts.lazy.compactMap(\.header).first else {
      throw Diagnostics("no segment has samples", in: path)
    }
    for inner in [layout].compactMap(\.self) + parts.compactMap(\.header)
    where problems.count < Self.mostProblems {
      if inner.frameRate != header.frameRate {
        problems.append(
          unlike(
            inner, "a sampling frequency of \(shortest(inner.frameRate)) Hz",
            "\(shortest(header.frameRate)) Hz"))
      }
      if inner.signals.count != header.signalCount, layout == nil || inner.path == first.path {
        problems.append(unlike(inner, "\(inner.signals.count) signals", "\(header.signalCount)"))
      }
    }
    guard problems.isEmpty else { throw Diagnostics(problems) }
    return (parts, first.signals, layout != nil)
  }

  private func unlike(_ inner: WFDBHeader, _ found: String, _ expected: String) -> Diagnostic {
    Diagnostic(
      "the segment has \(found), and the record that it is part of \(expected)",
      place: .init(file: inner.path, line: inner.line))
  }

  private func segment(_ segment: WFDBHeader.Segment) throws(Diagnostics) -> WFDBHeader {
    let inner = try WFDBHeader.read(try files.headerPath(of: segment.record, line: segment.line))
    guard inner.segments == nil else {
      throw Diagnostics(
        "the segment \"\(segment.record.shortened)\" has segments itself, which WFDB does not allow",
        place: .init(file: path, line: segment.line))
    }
    return inner
  }

  /// Returns the number of frames by the sizes of the signal files, for a header that does not state it.
  private func framesHeld(_ header: WFDBHeader) throws(Diagnostics) -> Int {
    var found: (frames: Int, path: String)?
    for name in header.signals.filter({ $0.format != .null }).map(\.file).distinct {
      let file = try file(of: header.signals.filter { $0.file == name && $0.format != .null }, header)
      let frames = try file.framesHeld()
      if let found, found.frames != frames {
        throw Diagnostics(
          "the header does not say how many samples there are, and \(found.path) holds \(found.frames) of each signal, \(file.path) \(frames)",
          place: .init(file: header.path, line: header.line))
      }
      found = (frames, file.path)
    }
    guard let found else {
      throw Diagnostics("the record has no signals", place: .init(file: header.path, line: header.line))
    }
    return found.frames
  }

  /// - Parameter group: all signals of one file.
  private func file(
    of group: [WFDBHeader.Signal], _ header: WFDBHeader
  ) throws(Diagnostics) -> WFDBSignalFile {
    let files = WFDBFiles(header: header.path, scope: files.scope)
    return WFDBSignalFile(
      path: try files.path(of: group[0].file, line: group[0].line), signals: group,
      headerPath: header.path, budget: budget)
  }

  // MARK: Signals

  /// Returns the passes that read some signals of a part, after a check of the files' sizes.
  ///
  /// - Parameters:
  ///   - part: the stretch of the record.
  ///   - inner: the header of the part.
  ///   - asked: the requested signals of the whole record.
  ///   - indices: their indices in every part; `nil` if they are found by their labels.
  private func steps(
    _ part: Part, _ inner: WFDBHeader, _ asked: [WFDBHeader.Signal], _ indices: [Int]?
  ) throws(Diagnostics) -> [Step] {
    var problems: [Diagnostic] = []
    /// Index of the target for each signal of the part.
    var takers: [Int: Int] = [:]
    for (target, signal) in asked.enumerated() {
      let found =
        indices.map { [$0[target]] }
        ?? inner.signals.indices.filter { inner.signals[$0].label == signal.label }
      guard let index = found.first else { continue }
      guard found.count == 1, inner.signals[index].samplesPerFrame == signal.samplesPerFrame else {
        problems.add(
          found.count == 1
            ? "signal \"\(signal.label)\" has \(inner.signals[index].samplesPerFrame) samples per frame here, and \(signal.samplesPerFrame) elsewhere in the record"
            : "\(found.count) signals of the segment are called \"\(signal.label)\"",
          place: .init(file: inner.path, line: inner.signals[index].line))
        continue
      }
      if let here = inner.signals[index].unit, let elsewhere = signal.unit, here != elsewhere {
        problems.add(
          "signal \"\(signal.label)\" is in \(here.shortened) here, and in \(elsewhere.shortened) elsewhere in the record",
          place: .init(file: inner.path, line: inner.signals[index].line))
        continue
      }
      takers[index] = target
    }
    var steps: [Step] = []
    var first = 0
    while first < inner.signals.count {
      let signal = inner.signals[first]
      let group = inner.signals[first...].prefix { $0.file == signal.file && $0.format == signal.format }
      var wanted: [WFDBSignalFile.Wanted] = []
      var offset = 0
      for (index, signal) in zip(group.indices, group) where signal.format != .null {
        if let target = takers[index] { wanted.append(.init(signal, offset: offset, target: target)) }
        offset += signal.samplesPerFrame
      }
      first += group.count
      guard !wanted.isEmpty else { continue }
      let isChecked = wanted.contains { $0.signal.checksum != nil }
      if let file = problems.gather(try self.file(of: Array(group), inner), once: true),
        problems.gather(try file.check(part.frames, isChecked: isChecked), once: true) != nil
      {
        steps.append(Step(part: part, file: file, wanted: wanted))
      }
    }
    guard problems.isEmpty else { throw Diagnostics(problems) }
    return steps
  }
}
