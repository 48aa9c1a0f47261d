internal import HRSupport
internal import HRSignals

/// An annotation of a file.
struct FileMark: Equatable, Sendable {
  /// Onset on the recording's clock.
  let seconds: Double
  /// Duration in seconds; `nil` if the file does not state it.
  let duration: Double?
  let text: String
  /// Type of the annotation, if its file has types: `+`.
  var kind: String?

  /// Returns true if one of a descriptor's texts equals its whole text, or its type.
  func fits(_ texts: [String]) -> Bool { texts.contains(text) || kind.map(texts.contains) ?? false }
}

/// Labels of a recording, from any kind of file.
extension RecordingLoader {
  /// - Parameter recording: from the first to the last moment of the channels that are read; `nil` if none are.
  /// - Returns: `nil` if they are optional and absent.
  mutating func labels(
    _ description: LabelDescription, recording: TimeRange?
  ) throws(Diagnostics) -> LabelledStretches? {
    if description.isOptional, lacks(file: description.source.file) { return nil }
    let found: (stretches: [LabelledStretches.Stretch], origin: String)
    switch description.source {
    case .spans(let start, let end, let label, let unit):
      found = try spans(description, start, end, label, unit)
    case .annotations(let file, let texts, let until):
      found = try marks(description, file, texts, until, end: recording?.end)
    case .codes(let location, let missing, let timing):
      found = try codes(description, location, missing, timing)
    }
    let offset = description.offsetSeconds
    let stretches = found.stretches.compactMap { stretch -> LabelledStretches.Stretch? in
      let label = description.words[stretch.label] ?? stretch.label
      guard !label.isEmpty else { return nil }
      return .init(
        range: TimeRange(start: stretch.range.start + offset, end: stretch.range.end + offset), label: label)
    }
    let first = stretches.map(\.range.start).min()
    let last = stretches.map(\.range.end).max()
    if let first, let last {
      let problem =
        RecordingLimits.problem(from: first, to: last, cause: "the unit of the times looks wrong")
        ?? recording.flatMap { range in
          last < range.start || first > range.end
            ? "they lie from \(shortest(first)) to \(shortest(last)) s, and the recording from \(shortest(range.start)) to \(shortest(range.end)) s"
            : nil
        }
      if let problem {
        throw Diagnostics(
          "labels \"\(description.name)\": \(problem)", in: found.origin,
          hint: "check the unit and \"offsetSeconds\"")
      }
    }
    return LabelledStretches(name: description.name, stretches: stretches)
  }

  private func spans(
    _ description: LabelDescription, _ start: DataLocation, _ end: LabelSource.SpanEnd,
    _ label: LabelSource.SpanLabel, _ unit: TimeUnit
  ) throws(Diagnostics) -> ([LabelledStretches.Stretch], String) {
    guard let starts = series(start) else { throw absent(description) }
    let isDuration = if case .duration = end { true } else { false }
    guard let ends = series(end.location) else { throw absent(description) }
    let texts: [String]
    switch label {
    case .same: texts = Array(repeating: description.name, count: starts.values.count)
    case .column(let file, let column): texts = try self.texts(column, ofFile: file)
    case .numbers(let location):
      guard let numbers = series(location) else { throw absent(description) }
      texts = numbers.values.map { $0.isNaN ? "" : shortest($0) }
    }
    guard ends.values.count == starts.values.count, texts.count == starts.values.count else {
      throw starts.problem(
        "there are \(starts.values.count) starts, \(ends.values.count) \(isDuration ? "durations" : "ends") and \(texts.count) labels"
      )
    }
    var stretches: [LabelledStretches.Stretch] = []
    for row in starts.values.indices where !texts[row].isEmpty {
      let from = starts.values[row] / unit.perSecond
      let to = isDuration ? from + ends.values[row] / unit.perSecond : ends.values[row] / unit.perSecond
      guard from.isFinite, to.isFinite, to >= from else {
        throw starts.problem(
          "the stretch at \(starts.spoken(row: row)) goes from \(shortest(from)) to \(shortest(to)) s; it must end after its start",
          row: row)
      }
      stretches.append(.init(range: TimeRange(start: from, end: to), label: texts[row]))
    }
    return (stretches, starts.file.path)
  }

  private func marks(
    _ description: LabelDescription, _ file: Int, _ texts: [String]?, _ until: LabelEnd, end: Double?
  ) throws(Diagnostics) -> ([LabelledStretches.Stretch], String) {
    guard let contents = contents(ofFile: file) else { throw absent(description) }
    let meant = contents.marks.filter { texts.map($0.fits) ?? true }.sorted { $0.seconds < $1.seconds }
    let stretches = meant.enumerated().map { index, mark -> LabelledStretches.Stretch in
      let stop: Double
      switch until {
      case .duration: stop = mark.seconds + (mark.duration ?? 0)
      case .next:
        stop = index + 1 < meant.count ? meant[index + 1].seconds : max(mark.seconds, end ?? mark.seconds)
      }
      return .init(range: TimeRange(start: mark.seconds, end: stop), label: mark.text)
    }
    if until == .duration, !meant.isEmpty, meant.allSatisfy({ ($0.duration ?? 0) == 0 }) {
      throw Diagnostics(
        "labels \"\(description.name)\": no annotation of \(meant.count) has a duration", in: contents.path,
        hint: "\"until\": \"next\" lets each last until the next one begins")
    }
    return (stretches, contents.path)
  }

  private mutating func codes(
    _ description: LabelDescription, _ location: DataLocation, _ missing: [Double], _ timing: Timing
  ) throws(Diagnostics) -> ([LabelledStretches.Stretch], String) {
    guard let codes = series(location), !codes.values.isEmpty else { throw absent(description) }
    let base = try timeBase(timing, of: codes)
    let rows = base.keptRows ?? Array(codes.values.indices)
    let times = base.times(count: rows.count)
    // The last sample lasts the median interval.
    let end = times.last.map { $0 + (TimeSeries(times: times, values: times).medianInterval ?? 0) } ?? 0
    var stretches: [LabelledStretches.Stretch] = []
    var first = 0
    while first < rows.count {
      let code = codes.values[rows[first]]
      var next = first + 1
      while next < rows.count, codes.values[rows[next]] == code { next += 1 }
      if code.isFinite, !missing.contains(code) {
        stretches.append(
          .init(
            range: TimeRange(start: times[first], end: next < rows.count ? times[next] : end),
            label: shortest(code)))
      }
      first = next
    }
    return (stretches, codes.file.path)
  }

  private func absent(_ description: LabelDescription) -> Diagnostics {
    Diagnostics(
      "the labels \"\(description.name)\" are missing", in: entry.files.first ?? "",
      hint: "say \"optional\": true in the descriptor's \"labels\" if some recordings lack them")
  }
}

extension TimeBase {
  /// Rows that the times belong to; `nil` for all.
  var keptRows: [Int]? {
    switch self {
    case .even: nil
    case .stamped(_, let kept): kept
    }
  }

  /// Returns the time of each sample in seconds.
  func times(count: Int) -> [Double] {
    switch self {
    case .even(let sampleRate, let start): (0..<count).map { start + Double($0) / sampleRate }
    case .stamped(let times, _): times
    }
  }
}
