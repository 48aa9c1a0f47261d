internal import HRNumerics
internal import HRSupport
internal import HRReporting
internal import HRSignals

/// One recording as text and as a picture.
struct RecordingView {
  private let recording: Recording
  private let range: TimeRange
  /// The stretch that is drawn.
  private let shown: TimeRange
  /// Length of the windows that the reference is summarised over, and the distance of their starts.
  private let windows: (seconds: Double, hop: Double)
  private let rates: RateCourseView?

  /// - Parameters:
  ///   - recording: with all its channels, its reference and its labels.
  ///   - start: start of the picture; `nil`: in the middle.
  ///   - window: length of the picture, and of the windows that the reference is summarised over; `nil`: 10 s, and 20
  ///     s or, where rates of windows are given, the length of these.
  ///   - rates: over the whole recording; `nil` where there are none.
  init(_ recording: Recording, at start: Double?, window: Double?, rates: RateCourseView? = nil) {
    self.recording = recording
    self.rates = rates
    range = recording.channels.timeRange ?? recording.reference.timeRange ?? TimeRange(start: 0, end: 0)
    shown = RecordingPicture.shown(
      from: start ?? RecordingPicture.middle(of: range, seconds: window), seconds: window)
    let given = recording.reference.windowSpacing
    windows = (
      window ?? given?.seconds ?? min(20, max(1, range.duration)), window == nil ? given?.hop ?? 5 : 5
    )
  }

  // MARK: Text

  var text: String {
    var lines = [
      recording.id,
      "  lasts      \(Self.fixed(range.duration)) s" + (recording.subject.map { ", subject \($0)" } ?? ""),
    ]
    if let moment = recording.zeroMoment { lines.append("  0 s is     \(moment)") }
    if !recording.metadata.isEmpty {
      lines.append(
        "  metadata   " + recording.metadata.map { "\($0.name) \($0.value)" }.joined(separator: ", "))
    }
    for kind in recording.channels.kinds {
      guard let channel = recording.channels[kind] else { continue }
      lines += [
        "  \((kind.rawValue + " ").padded(to: 11, .leading))\(Self.facts(of: channel, kind, in: recording))",
        "             " + channel.sparkline(over: shown),
      ]
    }
    lines.append("  reference  " + referenceText)
    lines += recording.labels.map { "  \(($0.name + " ").padded(to: 11, .leading))\(text(of: $0))" }
    if !recording.notJudged.isEmpty {
      lines.append("  not judged " + spoken(recording.notJudged))
    }
    return lines.map(\.printable).joined(separator: "\n")
  }

  private static func facts(of channel: Channel, _ kind: ChannelKind, in recording: Recording) -> String {
    let values = channel.values
    let low = values.min() ?? 0
    let high = values.max() ?? 0
    var text = "\(channel.count) samples"
    switch channel {
    case .uniform(let signal): text += " at \(shortest(signal.sampleRate)) Hz"
    case .irregular(let series):
      let intervals = zip(series.times.dropFirst(), series.times).map { $0 - $1 }
      let median = series.medianInterval ?? 0
      let mean = intervals.reduce(0, +) / Double(max(1, intervals.count))
      let variance =
        intervals.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(1, intervals.count - 1))
      let gaps = intervals.count { $0 > 2 * median }
      text +=
        " at \(fixed(1 / max(median, 1e-9))) Hz (by its own times: jitter \(fixed(1000 * variance.squareRoot())) ms SD,"
      text +=
        " \(gaps) gap\(gaps == 1 ? "" : "s") over two intervals, longest \(fixed(1000 * (intervals.max() ?? 0))) ms)"
    }
    text += ", \(fixed(low)) to \(fixed(high))"
    if Cadence.axes.contains(kind) {
      text += recording.channels.accelerationIsInG ? " g" : ", unit not known"
    }
    if low == high { text += " (constant)" }
    if let missing = recording.missingSamples[kind] { text += ", \(missing) missing and drawn as lines" }
    if let unwritten = recording.neverWritten[kind] { text += ", \(unwritten) never written to the file" }
    return text
  }

  /// `sitting 120 s in 2 stretches, walking 60 s in 1 stretch`
  private func text(of labels: LabelledStretches) -> String {
    let names = labels.stretches.map(\.label).distinct
    guard !names.isEmpty else { return "no stretch" }
    let said = names.prefix(Self.mostLabels).map { name in
      "\(name) \(spoken(labels.stretches.filter { $0.label == name }.map(\.range)))"
    }
    let more = names.count - said.count
    return said.joined(separator: ", ") + (more > 0 ? ", and \(more) more labels" : "")
  }

  private static let mostLabels = 12

  /// `120 s in 2 stretches`
  private func spoken(_ ranges: [TimeRange]) -> String {
    let seconds = ranges.reduce(0) { $0 + $1.duration }
    return "\(Self.fixed(seconds)) s in \(ranges.count) stretch\(ranges.count == 1 ? "" : "es")"
  }

  private var referenceText: String {
    let length = Self.fixed(windows.seconds)
    let windows = range.windows(windowSeconds: windows.seconds, hopSeconds: windows.hop)
    let reader = ReferenceReader(recording.reference, notJudged: recording.notJudged)
    let rates = windows.compactMap { try? reader.rate(in: $0).get() }
    let kind: String
    switch recording.reference {
    case .beats(let beats): kind = "\(beats.count) beats"
    case .agreeingBeats(let agreeing):
      kind =
        "\(agreeing.matched.count) beats on which \(agreeing.agree) of \(agreeing.found.count) ECG detectors agree ("
        + agreeing.found.map { "\($0.beats.count) by \($0.name)" }.joined(separator: ", ") + ")"
    case .breaths(let breaths): kind = "\(breaths.count) breaths"
    case .agreeingBreaths(let first, let second):
      kind = "\(first.count) breaths, and \(second.count) by a second rule"
    case .rateSeries(let series): kind = "\(series.count) rates over time"
    case .windowRates(let given):
      if let only = given.first, given.count == 1, let whole = recording.channels.timeRange,
        only.range == whole
      {
        return "\(Self.fixed(only.bpm)) bpm, one rate for the whole recording"
      }
      kind = "\(given.count) rates of windows"
    case .none: return "none"
    }
    guard let low = rates.min(), let high = rates.max() else {
      return kind + ", no \(length) s window has one"
    }
    let mean = rates.reduce(0, +) / Double(rates.count)
    let share = 100 * Double(rates.count) / Double(windows.count)
    return kind + ": \(Self.fixed(low)) to \(Self.fixed(high)) bpm, mean \(Self.fixed(mean)),"
      + " in \(Self.fixed(share)) % of \(length) s windows"
  }

  // MARK: Picture

  /// Picture of ten seconds of every channel, and the rate over the whole recording.
  var picture: RecordingPicture {
    RecordingPicture(
      title: recording.id, note: "upright lines are the reference's beats or breaths", shown: shown,
      rows: recording.channels.kinds.compactMap { kind in
        recording.channels[kind].map {
          .init(
            label: kind.rawValue, channel: $0, style: .plain, beats: recording.reference.markedMoments)
        }
      }, rates: rates)
  }

  // MARK: JSON

  /// The content of the text, for programs.
  var jsonMembers: [(key: String, value: JSONText)] {
    [
      ("id", .string(recording.id)), ("seconds", .number(range.duration)),
      ("subject", .optional(recording.subject)),
      ("metadata", .object(recording.metadata.map { ($0.name, .string($0.value)) })),
      (
        "channels",
        .array(
          recording.channels.kinds.compactMap { kind in
            recording.channels[kind].map {
              Self.json(of: $0, kind, in: recording)
            }
          })
      ),
      ("reference", .string(referenceText)), ("rates", rates?.json ?? .null),
    ]
  }

  private static func json(of channel: Channel, _ kind: ChannelKind, in recording: Recording) -> JSONText {
    let finite = channel.values.filter(\.isFinite)
    let isIrregular = if case .irregular = channel { true } else { false }
    let unit: [(key: String, value: JSONText)] =
      Cadence.axes.contains(kind)
      ? [("unit", .optional(recording.channels.accelerationIsInG ? "g" : nil))] : []
    return .object(
      [
        ("kind", .string(kind.rawValue)), ("samples", .integer(channel.count)),
        ("sampleRate", .optional(channel.nominalRate)), ("isIrregular", .boolean(isIrregular)),
        ("startSeconds", .optional(channel.timeRange?.start)), ("minimum", .optional(finite.min())),
        ("maximum", .optional(finite.max())), ("missing", .integer(recording.missingSamples[kind] ?? 0)),
        ("neverWritten", .integer(recording.neverWritten[kind] ?? 0)),
      ] + unit)
  }

  /// Returns the number with at most two decimals, without trailing zeros.
  private static func fixed(_ number: Double) -> String {
    shortest(number, decimals: 2)
  }
}

extension Reference {
  /// The median length of windows whose rates are given, and the median distance of their starts, both to 1 ms and at
  /// least 0.5 s; `nil` for other references, and for a single window.
  fileprivate var windowSpacing: (seconds: Double, hop: Double)? {
    guard case .windowRates(let rates) = self, rates.count > 1 else { return nil }
    func middle(_ values: [Double]) -> Double {
      max(0.5, (1000 * values.sorted()[values.count / 2]).rounded() / 1000)
    }
    let starts = rates.map(\.range.start).sorted()
    return (middle(rates.map(\.range.duration)), middle(zip(starts.dropFirst(), starts).map { $0 - $1 }))
  }
}

extension Channel {
  /// Returns the means of 80 stretches of `range` as block characters.
  func sparkline(over range: TimeRange) -> String {
    let shown = cut(to: range)
    let finite = shown.values.filter(\.isFinite)
    guard let low = finite.min(), let high = finite.max(), high > low else { return "(flat)" }
    let points = shown.values.enumerated().filter(\.element.isFinite).map { (shown.time(at: $0), $1) }
    return range.sparkline(points, columns: 80, from: low, to: high)
  }
}

extension TimeRange {
  /// Returns the means of values in so many equal parts of the range, as a line of blocks.
  func sparkline(
    _ points: [(seconds: Double, value: Double)], columns: Int, from low: Double, to high: Double
  ) -> String {
    var sums = [Double](repeating: 0, count: columns)
    var counts = sums
    for (seconds, value) in points {
      let share = (seconds - start) / max(duration, 1e-9)
      let column = min(columns - 1, max(0, Int(saturating: share * Double(columns))))
      sums[column] += value
      counts[column] += 1
    }
    return HRReporting.sparkline(
      zip(sums, counts).map { $1 > 0 ? $0 / $1 : nil }, from: low, to: high, gap: " ")
  }
}
