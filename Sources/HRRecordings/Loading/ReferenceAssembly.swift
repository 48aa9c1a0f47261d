internal import HRNumerics
internal import HRSupport
internal import HRSignals

/// Reference of a recording, from any kind of file.
extension RecordingLoader {
  mutating func reference(
    _ description: ReferenceDescription, known channels: Channels
  ) throws(Diagnostics) -> Reference {
    let offset = description.offsetSeconds
    let reference: Reference
    let origin: Series
    switch description.source {
    case .times(let kind, let location, let unit):
      origin = try needed(location, description)
      reference = try events(kind, origin, perSecond: unit.perSecond, offset: offset)
    case .samples(let kind, let location, let first, let source):
      let rate = try number(source, "the sample rate", for: location.cell)
      origin = try sampleNumbers(location, description, from: first)
      try RecordingLimits.check(sampleRate: rate, origin)
      reference = try events(kind, origin, perSecond: rate, offset: offset)
    case .rrIntervals(let location, let unit, let times):
      origin = try needed(location, description)
      var ends: (series: Series, unit: TimeUnit)?
      if let times { ends = (try needed(times.location, description), times.unit) }
      reference = .beats(try TimedIntervals.beats(origin, unit, ends: ends, offset: offset))
    case .beatFlags(let location, let timing):
      origin = try needed(location, description)
      reference = .beats(try flaggedBeats(origin, try timeBase(timing, of: origin), offset: offset))
    case .rateSeries(let locations, let combine, let missing, let timing):
      (reference, origin) = try rateSeries(locations, combine, missing, timing, description)
    case .windowRates(let places, let bpm, let missing):
      (reference, origin) = try windowRates(
        places, bpm, missing, description, recording: channels.timeRange)
    case .ecg(let description, let detectors):
      let channel: Channel
      (channel, origin) = try sourceChannel(description, "ECG", known: channels)
      let found = try Self.found(
        "heartbeats", in: channel, "ECG", detectors.methods.map { $0.beats(_:) },
        least: detectors.agree, offset: offset, origin)
      reference = .agreeingBeats(
        Reference.AgreeingBeats(
          zip(detectors.methods, found).map { .init(name: $0.rawValue, beats: $1) }, agree: detectors.agree))
    case .respiration(let description):
      let channel: Channel
      (channel, origin) = try sourceChannel(description, "respiration", known: channels)
      let found = try Self.found(
        "breaths", in: channel, "respiration signal", [Breaths.counted(_:), Breaths.crossings], least: 2,
        offset: offset, origin)
      reference = .agreeingBreaths(first: found[0], second: found[1])
    }
    let span = reference.span
    try RecordingLimits.check(from: span?.start, to: span?.end, origin)
    try checkOverlap(reference, channels.timeRange, origin)
    return reference
  }

  func needed(
    _ location: DataLocation, _ description: ReferenceDescription
  ) throws(Diagnostics) -> Series {
    guard let found = series(location) else {
      throw Diagnostics("the reference \"\(description.name)\" is missing: \(location.cell.described)")
    }
    guard !found.values.isEmpty else {
      throw found.problem("the reference \"\(description.name)\" is empty")
    }
    return found
  }

  /// Returns the channel that a reference is derived from; read once even if detectors read it too.
  private mutating func sourceChannel(
    _ description: ChannelDescription, _ what: String, known channels: Channels
  ) throws(Diagnostics) -> (Channel, Series) {
    let channel: Channel?
    if let known = channels[description.kind] {
      channel = known
    } else {
      channel = try self.channel(description)
    }
    guard let channel, let series = series(description.location) else {
      throw Diagnostics("the recording has no \(what) to take the reference from")
    }
    return (channel, series)
  }

  /// Returns the events that several rules find in a channel, one list per rule.
  ///
  /// - Parameter least: minimum number of rules that must find more than one event.
  private static func found(
    _ events: String, in channel: Channel, _ name: String, _ rules: [(Signal) -> [Double]], least: Int,
    offset: Double, _ series: Series
  ) throws(Diagnostics) -> [[Double]] {
    guard let signal = channel.uniform() else { throw series.problem("the \(name) has too few samples") }
    let found = rules.map { $0(signal) }
    guard found.count(where: { $0.count > 1 }) >= least else {
      throw series.problem("no \(events) were found in the \(name)")
    }
    return found.map { times in times.map { $0 + offset } }
  }

  /// Returns sample numbers, counted from 0. Missing numbers at the end are padding of a list that is shorter than
  /// others beside it.
  private func sampleNumbers(
    _ location: DataLocation, _ description: ReferenceDescription, from first: Int
  ) throws(Diagnostics) -> Series {
    var numbers = try needed(location, description)
    while numbers.values.last?.isNaN == true { numbers.values.removeLast() }
    guard !numbers.values.isEmpty else {
      throw numbers.problem("the reference \"\(description.name)\" is empty")
    }
    if first != 0 { numbers.values = numbers.values.map { $0 - Double(first) } }
    return numbers
  }

  private func events(
    _ kind: ReferenceSource.Events, _ series: Series, perSecond: Double, offset: Double
  ) throws(Diagnostics) -> Reference {
    kind.reference(try Self.ascending(series, kind.rawValue).map { $0 / perSecond + offset })
  }

  /// Returns the numbers of a series, which must ascend.
  ///
  /// - Parameter noun: word for what has these times.
  static func ascending(_ series: Series, _ noun: String) throws(Diagnostics) -> [Double] {
    let values = series.values
    for (row, value) in values.enumerated() {
      guard value.isFinite else {
        throw series.problem("a \(noun)'s time is missing or not finite", row: row)
      }
      if row > 0, value <= values[row - 1] {
        throw series.problem(
          "\(noun)s must ascend: \(series.spoken(time: value)) after \(series.spoken(time: values[row - 1])) at \(series.spoken(row: row))",
          row: row)
      }
    }
    return values
  }

  /// Returns the times of the rows with a 1.
  ///
  /// Every other row must have a 0, or nothing.
  private func flaggedBeats(_ flags: Series, _ base: TimeBase, offset: Double) throws(Diagnostics) -> [Double]
  {
    if let row = flags.values.firstIndex(where: { !$0.isNaN && $0 != 0 && $0 != 1 }) {
      throw flags.problem(
        "expected 1 at a beat and 0 elsewhere, found \(shortest(flags.values[row])) at \(flags.spoken(row: row))",
        row: row, hint: "are these times, or numbers of samples? \"beats\" and \"beatSamples\" take those")
    }
    let rows = base.keptRows ?? Array(flags.values.indices)
    let beats = zip(rows, base.times(count: rows.count)).filter { flags.values[$0.0] == 1 }.map {
      $0.1 + offset
    }
    guard !beats.isEmpty else { throw flags.problem("no row is flagged as a beat: all are 0") }
    return beats
  }

  /// Returns the rates of rows in which at least one column has one; the other rows are left out.
  private mutating func rateSeries(
    _ locations: [DataLocation], _ combine: ReferenceSource.Combination, _ missing: [Double],
    _ timing: Timing, _ description: ReferenceDescription
  ) throws(Diagnostics) -> (Reference, Series) {
    var columns: [[Double]] = []
    for location in locations { columns.append(try needed(location, description).values) }
    guard let first = locations.first.flatMap(series) else {
      throw Diagnostics("the reference \"\(description.name)\" names no column")
    }
    let count = first.values.count
    if let other = columns.first(where: { $0.count != count }) {
      throw first.problem("columns of the rate series have \(count) and \(other.count) rows")
    }
    let base = try timeBase(timing, of: first)
    var times: [Double] = []
    var rates: [Double] = []
    let rows = base.keptRows ?? Array(0..<count)
    for (row, time) in zip(rows, base.times(count: rows.count)) {
      let present = columns.map { $0[row] }.filter { !$0.isNaN && !missing.contains($0) }
      guard let middle = median(present) else { continue }
      let rate =
        switch combine {
        case .median: middle
        case .mean: present.reduce(0, +) / Double(present.count)
        }
      guard rate.isFinite, rate > 0 else {
        throw first.problem(
          "a rate must be positive, found \(shortest(rate)) at \(first.spoken(row: row))", row: row,
          hint: rate == 0 ? "\"missing\": [0] says that 0 stands for no reading" : nil)
      }
      times.append(time + description.offsetSeconds)
      rates.append(rate)
    }
    guard !rates.isEmpty else {
      throw first.problem("the reference \"\(description.name)\" has no rate in any row")
    }
    return (.rateSeries(TimeSeries(times: times, values: rates)), first)
  }

  /// Refuses a reference wholly outside the recording, which would give no window a rate without any message.
  private func checkOverlap(
    _ reference: Reference, _ range: TimeRange?, _ origin: Series
  ) throws(Diagnostics) {
    guard let range, let span = reference.span, span.end < range.start || span.start > range.end else {
      return
    }
    throw origin.problem(
      "the reference (\(shortest(span.start)) to \(shortest(span.end)) s) does not overlap the recording "
        + "(\(shortest(range.start)) to \(shortest(range.end)) s)",
      hint: "check the unit and \"offsetSeconds\"")
  }
}
