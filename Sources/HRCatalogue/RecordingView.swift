internal import HRNumerics
internal import HRDiagnostics
internal import HRReports
internal import HRSignals

/// One recording as text and as a picture.
struct RecordingView {
  private let recording: Recording
  private let range: TimeRange
  /// What is drawn.
  private let shown: TimeRange

  init(_ recording: Recording, at start: Double?) {
    self.recording = recording
    range = recording.channels.timeRange ?? TimeRange(start: 0, end: 0)
    shown = RecordingPicture.shown(from: start ?? RecordingPicture.middle(of: range))
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
        "  \((kind.rawValue + " ").padded(to: 11, .leading))\(Self.facts(of: channel))",
        "             " + channel.sparkline(over: shown),
      ]
    }
    lines.append("  reference  " + referenceText)
    return lines.map(\.printable).joined(separator: "\n")
  }

  private static func facts(of channel: Channel) -> String {
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
        " at \(fixed(1 / max(median, 1e-9))) Hz (irregular: jitter \(fixed(1000 * variance.squareRoot())) ms SD,"
      text +=
        " \(gaps) gap\(gaps == 1 ? "" : "s") over two intervals, longest \(fixed(1000 * (intervals.max() ?? 0))) ms)"
    }
    text += ", \(fixed(low)) to \(fixed(high))"
    if low == high { text += " (constant)" }
    let finite = values.count(where: \.isFinite)
    if finite < values.count { text += ", \(values.count - finite) missing" }
    return text
  }

  private var referenceText: String {
    let windows = range.windows(windowSeconds: min(20, max(1, range.duration)), hopSeconds: 5)
    let reader = ReferenceReader(recording.reference)
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
    case .windowRates(let given): kind = "\(given.count) rates of windows"
    case .none: return "none"
    }
    guard let low = rates.min(), let high = rates.max() else { return kind + ", no 20 s window has one" }
    let mean = rates.reduce(0, +) / Double(rates.count)
    let share = 100 * Double(rates.count) / Double(windows.count)
    return kind + ": \(Self.fixed(low)) to \(Self.fixed(high)) bpm, mean \(Self.fixed(mean)),"
      + " in \(Self.fixed(share)) % of 20 s windows"
  }

  // MARK: Picture

  /// Ten seconds of every channel.
  var picture: RecordingPicture {
    RecordingPicture(
      title: recording.id, note: "upright lines are the reference's beats or breaths", shown: shown,
      rows: recording.channels.kinds.compactMap { kind in
        recording.channels[kind].map {
          .init(label: kind.rawValue, channel: $0, look: .plain, beats: recording.reference.markedMoments)
        }
      })
  }

  /// Two decimals at most, without trailing zeros.
  private static func fixed(_ number: Double) -> String {
    shortest(number, decimals: 2)
  }
}

extension Channel {
  /// The means of 80 stretches of `range` as block characters.
  func sparkline(over range: TimeRange) -> String {
    let shown = cut(to: range)
    let finite = shown.values.filter(\.isFinite)
    guard let low = finite.min(), let high = finite.max(), high > low else { return "(flat)" }
    var sums = [Double](repeating: 0, count: 80)
    var counts = sums
    for (index, value) in shown.values.enumerated() where value.isFinite {
      let share = (shown.time(at: index) - range.start) / range.duration
      let column = min(sums.count - 1, max(0, Int(saturating: share * Double(sums.count))))
      sums[column] += value
      counts[column] += 1
    }
    return HRReports.sparkline(
      zip(sums, counts).map { $1 > 0 ? $0 / $1 : nil }, from: low, to: high, gap: " ")
  }
}
