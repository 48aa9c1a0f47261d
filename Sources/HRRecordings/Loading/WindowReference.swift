internal import HRNumerics
internal import HRSupport
internal import HRSignals

/// Positions of the windows of given rates.
enum WindowPlaces: Equatable, Sendable {
  case stated(start: DataLocation, end: DataLocation, unit: TimeUnit)
  case regular(RegularWindows)
  /// One window, which is the whole recording.
  case whole
}

/// Consecutive windows without times of their own: window of row k starts at firstSeconds + k · hopSeconds.
struct RegularWindows: Equatable, Sendable {
  let windowSeconds: Double
  let hopSeconds: Double
  let firstSeconds: Double
  /// True if the rates may end before the recording does.
  let endsEarly: Bool

  /// Range of length and hop: at least a millisecond, at most a day.
  static let seconds = 0.001...86_400

  func range(row: Int) -> TimeRange {
    let start = firstSeconds + Double(row) * hopSeconds
    return TimeRange(start: start, end: start + windowSeconds)
  }

  /// Returns the number of whole windows that end by a time, and the accepted range: rounding may cost a tenth of a
  /// hop.
  func counts(endingBy end: Double) -> (exact: Int, allowed: ClosedRange<Int>) {
    let hops = (end - firstSeconds - windowSeconds) / hopSeconds
    func count(_ hops: Double) -> Int { max(0, Int(saturating: hops.rounded(.down)) + 1) }
    let exact = count(hops + 1e-6)
    return (exact, exact...count(hops + 0.1))
  }

  /// Description: `windows of 8 s every 2 s from 0 s on`.
  var described: String {
    "windows of \(shortest(windowSeconds)) s every \(shortest(hopSeconds)) s from \(shortest(firstSeconds)) s on"
  }
}

extension DescriptorReader {
  /// Reads the positions of a reference's windows: from columns of their own, or as consecutive windows.
  mutating func windowPlaces(_ body: JSONNode, file: Int) -> WindowPlaces? {
    typealias Key = WindowKey
    let stated = Key.stated.filter { body[$0] != nil }
    let regular = Key.regular.filter { body[$0] != nil }
    if body[Key.whole] {
      if let other = (stated + regular).first {
        complain(
          "\"whole\" and \"\(other.key)\" exclude each other: the rate is that of the whole recording",
          at: body.place(of: Key.whole))
      }
      return .whole
    }
    if let first = stated.first, let other = regular.first.flatMap({ body[$0] }) {
      complain(
        "\"\(first.key)\" and \"\(regular[0].key)\" exclude each other: either windows have times of their own, or they follow each other evenly",
        at: other,
        hint: "\"start\" and \"end\" name columns of times; \"windowSeconds\" and \"hopSeconds\" do without")
      return nil
    }
    guard regular.isEmpty else {
      if let unit = body.node(MomentKey.unit) {
        complain("\"unit\" is that of \"start\" and \"end\"; \"\(regular[0].key)\" is in seconds", at: unit)
      }
      for key in [Key.windowSeconds, Key.hopSeconds] where body.node(key) == nil {
        complain("windows without \"start\" and \"end\" need \"\(key.name)\"", at: body)
      }
      guard let window = body[Key.windowSeconds], let hop = body[Key.hopSeconds],
        RegularWindows.seconds.contains(window), RegularWindows.seconds.contains(hop)
      else { return nil }
      return .regular(
        RegularWindows(
          windowSeconds: window, hopSeconds: hop, firstSeconds: body[Key.firstSeconds],
          endsEarly: body[Key.endsEarly]))
    }
    guard stated.count == 2 else {
      complain(
        stated.isEmpty
          ? "nothing says where these windows lie"
          : "\"\(stated[0].key)\" needs \"\((body[Key.end] == nil ? Key.end : Key.start).name)\" as well",
        at: body,
        hint:
          "give \"start\" and \"end\"; for windows that follow each other evenly \"windowSeconds\" and \"hopSeconds\"; for one rate of the whole recording \"whole\": true"
      )
      return nil
    }
    let start = body[Key.start].flatMap { timesLocation($0, inheritedFile: file, form: body) }
    let end = body[Key.end].flatMap { timesLocation($0, inheritedFile: file, form: body) }
    guard let start, let end else { return nil }
    return .stated(start: start, end: end, unit: unit(body))
  }
}

/// Rates per window.
extension RecordingLoader {
  /// - Parameter recording: from the first to the last moment of the channels that are read; `nil` if none are.
  func windowRates(
    _ places: WindowPlaces, _ bpm: DataLocation, _ missing: [Double], _ description: ReferenceDescription,
    recording: TimeRange?
  ) throws(Diagnostics) -> (Reference, Series) {
    let rated = try needed(bpm, description)
    let (ranges, origin) = try windows(places, rated, description, recording)
    var windows: [Reference.WindowRate] = []
    for (row, range) in ranges.enumerated() {
      let rate = rated.values[row]
      // A window without a rate has no reference.
      if rate.isNaN || missing.contains(rate) { continue }
      guard rate.isFinite, rate > 0 else {
        throw rated.problem(
          "a rate must be positive, found \(shortest(rate)) at \(rated.spoken(row: row))", row: row,
          hint: rate == 0 ? "\"missing\": [0] says that 0 stands for no rate" : nil)
      }
      let offset = description.offsetSeconds
      windows.append(
        .init(range: TimeRange(start: range.start + offset, end: range.end + offset), bpm: rate))
    }
    guard !windows.isEmpty else {
      throw rated.problem("the reference \"\(description.name)\" has no rate in any row")
    }
    return (.windowRates(windows), origin)
  }

  /// Returns the window of each row in the reference's own times, and the series that these come from.
  private func windows(
    _ places: WindowPlaces, _ rated: Series, _ description: ReferenceDescription, _ recording: TimeRange?
  ) throws(Diagnostics) -> ([TimeRange], Series) {
    switch places {
    case .stated(let start, let end, let unit):
      let origin = try needed(start, description)
      let (starts, ends) = (origin.values, try needed(end, description).values)
      guard starts.count == ends.count, starts.count == rated.values.count else {
        throw origin.problem(
          "there are \(starts.count) starts, \(ends.count) ends and \(rated.values.count) rates")
      }
      var ranges: [TimeRange] = []
      ranges.reserveCapacity(starts.count)
      for row in starts.indices {
        guard starts[row].isFinite, ends[row].isFinite, ends[row] > starts[row] else {
          throw origin.problem("a window must end after its start (\(origin.spoken(row: row)))", row: row)
        }
        ranges.append(TimeRange(start: starts[row] / unit.perSecond, end: ends[row] / unit.perSecond))
      }
      return (ranges, origin)
    case .whole:
      guard rated.values.count == 1 else {
        throw rated.problem(
          "there are \(rated.values.count) rates for the whole recording, and one is expected",
          hint: "\"recordingColumn\" of the table names the rows of each recording")
      }
      guard let recording else { throw rated.problem("nothing says how long the recording is") }
      return ([recording], rated)
    case .regular(let windows):
      if let recording { try check(rated, windows, recording) }
      return (rated.values.indices.map(windows.range(row:)), rated)
    }
  }

  /// Checks that there are as many rates without times as there are windows.
  private func check(
    _ rated: Series, _ windows: RegularWindows, _ recording: TimeRange
  ) throws(Diagnostics) {
    let found = rated.values.count
    let (exact, allowed) = windows.counts(endingBy: recording.end)
    if allowed.contains(found) || (windows.endsEarly && found < allowed.lowerBound) { return }
    let fitting = exact == 1 ? "1 such window fits" : "\(exact) such windows fit"
    let early =
      found < exact ? "; if the rates end before the recording does: \"endsEarly\": true" : ""
    throw rated.problem(
      "there \(found == 1 ? "is 1 rate" : "are \(found) rates") for \(windows.described), but \(fitting) into the recording, which ends at \(shortest(recording.end, decimals: 3)) s",
      hint:
        "check \"windowSeconds\", \"hopSeconds\" and \"firstSeconds\", the sample rate, and that the files belong together\(early)"
    )
  }
}
