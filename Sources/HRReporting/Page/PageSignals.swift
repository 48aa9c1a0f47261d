internal import HRSupport
internal import HRRunning

/// Signals that detectors saw in a few windows, in the form that the page's script draws.
struct PageSignals {
  private let windows: [KeptWindow]
  /// Number of windows that were kept in all.
  let available: Int
  private let plan: RunPlan

  /// Maximum size of all waves in bytes of text.
  private static let bytesLeft = 800_000
  /// Maximum number of points of a wave in the page; of more, the extremes of equally long stretches are drawn.
  private static let mostPoints = 1500

  /// - Parameters:
  ///   - signals: kept signals of the run; `nil`: none.
  ///   - plan: plan of the run.
  init(_ signals: KeptSignals?, of plan: RunPlan) {
    self.plan = plan
    let all = signals?.windows ?? []
    available = all.count
    // The first window of every row comes before the second of any.
    var places: [[Int]: Int] = [:]
    let units = plan.units
    let ordered = all.enumerated().map { index, window -> (rank: Int, index: Int) in
      let row = [units[window.unit].scenario, window.detector]
      let rank = places[row, default: 0]
      places[row] = rank + 1
      return (rank, index)
    }.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }
    var left = Self.bytesLeft
    var chosen: [Int] = []
    for (_, index) in ordered {
      let size = Self.size(all[index])
      guard size <= left else { continue }
      left -= size
      chosen.append(index)
    }
    windows = chosen.sorted().map { all[$0] }
  }

  private static func size(_ window: KeptWindow) -> Int {
    let points = (window.raw + window.seen).reduce(0) { $0 + min($1.samples.count, mostPoints) }
    return 1000 + (points + (window.spectrum?.power.count ?? 0)) * 4 / 3
  }

  /// Note below a window whose signal is not in the page.
  var note: String {
    switch (windows.count, available) {
    case (_, 0):
      "The signal of this window was not kept. An experiment with \"keepSignals\": true keeps the worst, the median and a few other windows of every row."
    case let (shown, all) where shown < all:
      "The signal of this window is not in the page: it holds those of \(shown) of the \(all) windows that were kept."
    default: "The signal of this window was not kept."
    }
  }

  var json: JSONText { .array(windows.map(json)) }

  private func json(_ window: KeptWindow) -> JSONText {
    let unit = plan.units[window.unit]
    func beats(_ times: [Double]?) -> JSONText { times.map(Self.milliseconds) ?? .null }
    return .object([
      ("unit", .integer(window.unit)), ("recording", .integer(unit.recording)),
      ("scenario", .integer(unit.scenario)), ("repetition", .integer(unit.repetition)),
      ("detector", .integer(window.detector)), ("window", .integer(window.window)),
      ("why", .string(window.why.rawValue)), ("start", .number(window.range.start)),
      ("end", .number(window.range.end)), ("reference", .optional(window.referenceBPM)),
      ("estimate", .optional(window.estimateBPM)), ("beats", beats(window.referenceBeats)),
      ("found", beats(window.detectedBeats)), ("raw", .array(window.raw.map(Self.json))),
      ("seen", .array(window.seen.map(Self.json))),
      (
        "spectrum",
        window.spectrum.map { spectrum in
          let wave = PackedNumbers.wave(spectrum.power)
          return .object([
            ("first", .number(spectrum.firstHz)), ("step", .number(spectrum.stepHz)),
            ("low", .number(Double(wave.low))), ("high", .number(Double(wave.high))),
            ("y", .string(wave.text)),
          ])
        } ?? .null
      ),
    ])
  }

  private static func json(_ trace: SignalTrace) -> JSONText {
    let kept = places(of: trace.samples)
    let wave = PackedNumbers.wave(kept.map { trace.samples[$0] })
    return .known([
      ("name", .string(trace.name.printable)), ("first", .number(trace.startTime)),
      ("rate", .number(trace.sampleRate * Double(kept.count) / Double(max(1, trace.samples.count)))),
      ("low", .number(Double(wave.low))), ("high", .number(Double(wave.high))), ("y", .string(wave.text)),
      ("isReduced", .boolean(trace.isReduced || kept.count < trace.samples.count)),
      ("times", trace.times.map { times in milliseconds(kept.map { Double(times[$0]) }) }),
    ])
  }

  /// Returns times in seconds, rounded to milliseconds.
  private static func milliseconds(_ times: [Double]) -> JSONText {
    .numbers(times.map { ($0 * 1000).rounded() / 1000 })
  }

  /// Returns all places, or those of the least and the greatest of equally long stretches in the order in which they
  /// come.
  private static func places(of samples: [Float]) -> [Int] {
    guard samples.count > mostPoints else { return Array(samples.indices) }
    let stretches = mostPoints / 2
    return (0..<stretches).flatMap { stretch -> [Int] in
      let range = stretch * samples.count / stretches..<(stretch + 1) * samples.count / stretches
      let least = range.min { samples[$0] < samples[$1] } ?? range.lowerBound
      let greatest = range.max { samples[$0] < samples[$1] } ?? range.lowerBound
      return [min(least, greatest), max(least, greatest)]
    }
  }
}
