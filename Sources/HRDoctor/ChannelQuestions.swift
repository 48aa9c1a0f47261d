internal import HRSupport
internal import HRNumerics
internal import HRSignals
internal import RealModule

/// Problems of one channel alone: no pulse, constant samples, a range that is too small for the signal, too few
/// levels, or an inverted wave.
struct ChannelQuestions {
  private let analysis: ChannelAnalysis
  private let all: RecordingAnalysis
  private let values: [Double]
  private let rate: Double

  init(_ analysis: ChannelAnalysis, _ all: RecordingAnalysis) {
    self.analysis = analysis
    self.all = all
    values = analysis.channel.values
    rate = analysis.channel.nominalRate ?? 0
  }

  var findings: [DataFinding] {
    guard analysis.kind != .contact, rate > 0, values.count >= 20 else { return [] }
    // With such a number in it no range means anything.
    if let sentinel = sentinel { return [sentinel] }
    guard analysis.kind.showsBeats else { return [] }
    if let ramp = ramp { return [ramp] }
    let coarse = levels
    let (flat, clipped) = standstill(isCoarse: coarse != nil)
    let quiet = flat == nil && coarse == nil ? noPulse : nil
    // Whole numbers repeat and reach the same extremes without clipping.
    return [
      quiet, flat, coarse == nil ? clipped : nil, flat == nil ? coarse : nil, quiet == nil ? upsideDown : nil,
    ]
    .compactMap(\.self)
  }

  // MARK: No pulse

  /// A time, a counter, or a counter that restarts.
  private var ramp: DataFinding? {
    var (up, level, back) = (0, 0, 0)
    var steps: [Double] = []
    for index in 1..<values.count {
      // A wave goes up and down.
      if index == 400, 5 * back > up { return nil }
      let step = values[index] - values[index - 1]
      if step > 0 { up += 1 } else if step == 0 { level += 1 } else { back += 1 }
      if steps.count < 1000 { steps.append(step) }
    }
    let moves = up + back
    guard moves > 0, let step = median(steps) else { return nil }
    let isRamp = back == 0 && up > values.count / 2
    // A counter that restarts goes back occasionally by its whole range.
    let even = steps.count { abs($0 - step) <= 1e-6 * abs(step) }
    let isCounter = step > 0 && Double(even) > 0.95 * Double(steps.count) && back < moves / 5
    guard isRamp || isCounter else { return nil }
    return analysis.finding(
      .noPulse,
      isRamp
        ? "its values only ever rise, from \(shortest(values[0], decimals: 3)) to \(shortest(values[values.count - 1], decimals: 3))"
        : "its values count up by \(shortest(step, decimals: 6)) and start again \(back) times",
      "it is a time or a counter: name another column")
  }

  /// Times its range that a value must lie from all others, and how often it must be there.
  private static let (sentinelRanges, leastSentinels) = (10.0, 3)

  /// The largest or the smallest value, if it is far from all others and there several times: -999, 65535.
  private var sentinel: DataFinding? {
    let finite = values.filter(\.isFinite)
    guard let (low, high) = finite.finiteExtremes, high > low else { return nil }
    for value in [low, high] {
      let count = finite.count { $0 == value }
      guard count >= Self.leastSentinels, 2 * count < finite.count,
        let (least, most) = finite.filter({ $0 != value }).finiteExtremes
      else { continue }
      let distance = value == low ? least - value : value - most
      guard most > least, distance > Self.sentinelRanges * (most - least) else { continue }
      return analysis.finding(
        .sentinelValues,
        "\(count) of \(finite.count) samples are \(shortest(value)), and all others lie between \(shortest(least, decimals: 3)) and \(shortest(most, decimals: 3)), \(shortest(distance / (most - least), decimals: 0)) times that range away",
        "does it stand for no sample? \"missing\": [\(shortest(value))] in the channel says so")
    }
    return nil
  }

  private var noPulse: DataFinding? {
    guard analysis.kind.isOptical, let own = analysis.readings, own.windows.count >= 3, shownShare(own) < 0.2,
      let signal = analysis.signal,
      let bands = Bands(signal),
      // Movement is not evidence against a pulse: it fills the pulse band.
      bands.pulseShare < 0.1
    else { return nil }
    let others = all.channels.filter { $0.kind != analysis.kind && $0.kind.isOptical }.compactMap(\.readings)
    let clear = others.first { $0.agreedShare >= 0.6 }
    // Some of a camera's colours show hardly any pulse on any finger.
    guard clear == nil || !analysis.kind.isColour,
      clear != nil || (others.allSatisfy { $0.agreedShare < 0.2 } && all.course?.all.isEmpty == false)
    else { return nil }
    // Weak pulses are still coupled to the beats; rates alone are weaker evidence.
    let beats = all.recording.reference.beatTimes
    let isLocked = analysis.goesWith(beats)
    guard isLocked.map({ !$0 }) ?? (bands.pulseShare < 0.03) else { return nil }
    if analysis.kind.isColour,
      all.channels.contains(where: { $0.kind.isColour && $0.goesWith(beats) == true })
    {
      return nil
    }
    let what =
      bands.breathingShare > 0.5
      ? "breathing (\(shortest(60 * bands.breathingHz, decimals: 0)) a minute)" : "slow drift"
    return analysis.finding(
      .noPulse,
      "\(percent(1 - bands.pulseShare)) of its changes are slower than a pulse, mostly \(what), and \(own.readings.count) of \(own.windows.count) windows show a pulse"
        + (clear.map { "; \($0.kind.rawValue) shows one in \(percent($0.agreedShare))" } ?? ""),
      "is it breathing, temperature or another slow quantity? name another column")
  }

  /// Returns the share of windows with a pulse; if there is a reference, of its rate (to 8 %).
  private func shownShare(_ own: PulseReadings) -> Double {
    guard let course = all.course, own.agreedShare < 0.6 else { return own.agreedShare }
    let near = own.readings.count { reading in
      course.bpm(at: reading.window.start).map { abs(reading.bpm / $0 - 1) < 0.08 } ?? true
    }
    return Double(near) / Double(own.windows.count)
  }

  // MARK: Constant samples

  /// Finds runs of equal values: long ones are a flat signal, short ones at the top or the bottom are clipping.
  ///
  /// - Parameter isCoarse: true if the channel takes few values, so that neighbours are often equal.
  private func standstill(isCoarse: Bool) -> (flat: DataFinding?, clipped: DataFinding?) {
    guard let (low, high) = values.filter(\.isFinite).finiteExtremes, high > low || values.count > 1 else {
      return (nil, nil)
    }
    guard high > low else {
      return (
        analysis.finding(
          .flatSignal, "all \(values.count) values are \(shortest(low))", "is the sensor connected?"),
        nil
      )
    }
    let least = max(3, Int(saturating: rate))
    var longest = (start: 0, count: 0)
    var flatSamples = 0
    var ends: (samples: Int, runs: Int, top: Int) = (0, 0, 0)
    var start = 0
    for index in 1...values.count {
      if index < values.count, values[index] == values[start] { continue }
      let count = index - start
      if count > longest.count { longest = (start, count) }
      if count >= least {
        flatSamples += count
      } else if count >= 3, values[start] == high || values[start] == low {
        ends.samples += count
        ends.runs += 1
        ends.top += values[start] == high ? 1 : 0
      }
      start = index
    }
    var flat: DataFinding?
    let longestSeconds = Double(longest.count) / rate
    if longestSeconds >= (isCoarse ? 20 : 5)
      || (isCoarse ? 1.2 : 10) * Double(flatSamples) >= Double(values.count)
    {
      flat = analysis.finding(
        .flatSignal,
        "\(percent(Double(flatSamples) / Double(values.count))) of its samples stand still for 1 s or more, the longest time for \(seconds(longestSeconds, decimals: 1)) from \(seconds(analysis.channel.time(at: longest.start))) on",
        "was the sensor off, or the last value held where none came? \"missing\" or \"notJudged\" leave such stretches out"
      )
    }
    let duration = Double(values.count) / rate
    let limit = analysis.kind.levels?.upperBound
    var clipped: DataFinding?
    if Double(ends.samples) >= 0.02 * Double(values.count), Double(ends.runs) >= max(5, 0.1 * duration) {
      clipped = analysis.finding(
        .clippedSignal,
        "it stays at its \(2 * ends.top >= ends.runs ? "largest" : "smallest") value \(ends.runs) times, together for \(percent(Double(ends.samples) / Double(values.count))) of its samples",
        "the sensor's range is too small for the signal: lower its gain or its light")
      // The next needs a median, and so a copy, only where half of the values are above the limit (or no numbers).
    } else if let limit, 2 * values.count(where: { !($0 <= 0.985 * limit) }) >= values.count,
      let middle = median(values), middle > 0.985 * limit
    {
      clipped = analysis.finding(
        .clippedSignal, "its median is \(shortest(middle, decimals: 1)) of \(shortest(limit))",
        "the camera is overexposed: another channel may show the pulse better")
    }
    return (flat, clipped)
  }

  // MARK: Levels

  private static let leastLevels = 10

  private var levels: DataFinding? {
    let width = max(8, Int(saturating: 2 * rate))
    guard values.count >= 3 * width else { return nil }
    // Up to nine stretches of 2 s are enough.
    let stretches = min(9, values.count / width)
    let hop = (values.count - width) / max(1, stretches - 1)
    let counts = (0..<stretches).map { index -> Double in
      var stretch = values[(index * hop)..<(index * hop + width)].filter(\.isFinite)
      stretch.sort()
      return Double(zip(stretch.dropFirst(), stretch).count { $0 != $1 } + (stretch.isEmpty ? 0 : 1))
    }
    guard let middle = median(counts), middle < Double(Self.leastLevels), middle > 1 else { return nil }
    return analysis.finding(
      .fewLevels, "within 2 s it takes \(shortest(middle)) different values (median)",
      "was it rounded, or converted to whole numbers? keep more digits")
  }

  // MARK: Inversion

  private var upsideDown: DataFinding? {
    switch analysis.kind {
    case .ppg, .ppg2, .furtherPulse: pulseUpsideDown
    case .ecg: electrocardiogramUpsideDown
    // More blood is less light: the raw channels of a camera or an oximeter have no expected polarity.
    default: nil
    }
  }

  /// Blood flows in faster than it flows out, and its volume is high for less than half of the beat. An upright pulse
  /// therefore rises faster than it falls, or has its narrow side up.
  private var pulseUpsideDown: DataFinding? {
    guard let readings = analysis.readings, readings.agreedShare >= 0.5, let signal = analysis.signal,
      rate >= 15
    else { return nil }
    let sides = skews(of: readings.readings.map(\.window), in: signal) {
      WaveShape.side($0, rate: signal.sampleRate)
    }
    guard sides.count >= 3, let middle = median(sides) else { return nil }
    let share = Double(sides.count { $0 < -0.3 }) / Double(sides.count)
    guard middle < -0.45, share >= 0.8 else { return nil }
    return analysis.finding(
      .upsideDown,
      "its pulses fall faster than they rise, or have their narrow side down, in \(percent(share)) of the windows (skewness of wave and slope together \(shortest(middle, decimals: 2)), of an upright pulse above 0)",
      "is it the raw intensity of light? \"scale\": -1 turns it, or the filter \"invert\"")
  }

  private var electrocardiogramUpsideDown: DataFinding? {
    guard let signal = analysis.signal, rate >= 60, signal.duration >= 30 else { return nil }
    let windows = (0..<6).map { index -> TimeRange in
      let start = signal.startTime + (signal.duration - 5) * Double(index) / 5
      return TimeRange(start: start, end: start + 5)
    }
    let skews = skews(of: windows, in: signal) {
      WaveShape.skewness(WaveShape.withoutBaseline($0, rate: signal.sampleRate))
    }
    guard skews.count >= 4, let middle = median(skews), middle < -1.5,
      Double(skews.count { $0 < -1 }) >= 0.8 * Double(skews.count)
    else { return nil }
    return analysis.finding(
      .upsideDown, "its R peaks point down (skewness \(shortest(middle, decimals: 1)))",
      "are the electrodes swapped, or is it a lead like aVR? \"scale\": -1 turns it")
  }

  private func skews(
    of windows: [TimeRange], in signal: Signal, _ measure: ([Double]) -> Double?
  ) -> [Double] {
    // At most 15 windows, and 10 s of each, are enough for the polarity.
    let step = max(1, windows.count / 8)
    return stride(from: 0, to: windows.count, by: step).compactMap { index in
      let window = windows[index]
      let part = TimeRange(start: window.start, end: min(window.end, window.start + 10))
      return measure(signal.cut(to: part).samples)
    }
  }
}
