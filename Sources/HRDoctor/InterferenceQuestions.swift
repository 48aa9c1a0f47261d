internal import HRSupport
internal import HRNumerics
internal import HRSignals
internal import RealModule

/// Interference in a signal: mains hum, a steady line inside the pulse band, outlying frames.
struct InterferenceQuestions {
  let analysis: ChannelAnalysis
  let all: RecordingAnalysis

  var findings: [DataFinding] {
    guard analysis.kind.showsBeats, analysis.kind != .contact, let whole = analysis.signal,
      whole.duration >= 20
    else {
      return []
    }
    let impulses = impulses()
    // Impulses at even distances also make steady lines.
    // Uneven samples define no frequency of a line.
    let isEven = if case .uniform = analysis.channel { true } else { false }
    return [isEven ? hum(whole) : nil, impulses, impulses == nil ? line(whole) : nil].compactMap(\.self)
  }

  // MARK: Mains

  /// Finds a line at 50 or 60 Hz or its alias. Its strength is relative to the deviation of the signal below about 11
  /// Hz (a mean over 0.04 s) without changes slower than 1 s.
  private func hum(_ signal: Signal) -> DataFinding? {
    let rate = signal.sampleRate
    var strongest: (mains: Double, at: Double, ratio: Double)?
    let pieces = signal.pieces(seconds: 4, most: 5).filter { $0.count >= 16 }
    let slow = pieces.map { WaveShape.movingMean($0, width: max(1, Int(saturating: (rate / 25).rounded()))) }
    for mains in [50.0, 60] {
      let alias = abs(mains - (mains / rate).rounded() * rate)
      // Below 5 Hz its frequency does not distinguish it from a pulse.
      guard alias > 5, alias < 0.49 * rate else { continue }
      let ratios = zip(pieces, slow).compactMap { piece, slow -> Double? in
        let mean = piece.reduce(0, +) / Double(piece.count)
        let power = singleBinPower(of: Self.tapered(piece, mean: mean), turnsPerSample: alias / rate)
        // A Hann window keeps half of a line's amplitude; its effective value is the amplitude over √2.
        let line = 4 * power.squareRoot() / Double(piece.count) / 2.0.squareRoot()
        let spread = Self.deviation(
          zip(slow, WaveShape.movingMean(slow, width: Int(saturating: rate) + 1)).map { $0 - $1 })
        return spread > 0 ? line / spread : nil
      }
      guard let middle = median(ratios) else { continue }
      if middle > strongest?.ratio ?? 0.5 { strongest = (mains, alias, middle) }
    }
    guard let strongest else { return nil }
    return analysis.finding(
      .mainsHum,
      "a line at \(shortest(strongest.at, decimals: 1)) Hz\(strongest.at == strongest.mains ? "" : " (\(shortest(strongest.mains)) Hz as it is sampled)") is \(shortest(strongest.ratio, decimals: 2)) times as strong as all that is slower",
      "was it recorded beside a mains lamp or cable? a filter (\"notch\", \"butterworth\") takes it out")
  }

  private static func tapered(_ x: [Double], mean: Double) -> [Double] {
    x.enumerated().map { index, value in
      (value - mean) * (0.5 - 0.5 * Double.cos(2 * Double.pi * (Double(index) + 0.5) / Double(x.count)))
    }
  }

  private static func deviation(_ x: [Double]) -> Double {
    guard !x.isEmpty else { return 0 }
    let mean = x.reduce(0, +) / Double(x.count)
    return (x.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(x.count)).squareRoot()
  }

  // MARK: Lines in the pulse band

  /// Finds a line of constant frequency: over minutes a pulse varies in frequency, a lamp does not.
  private func line(_ signal: Signal) -> DataFinding? {
    guard analysis.kind.isOptical, signal.duration >= 60, let course = all.course,
      let range = analysis.channel.timeRange, !follows(course)
    else { return nil }
    let seconds = min(600, signal.duration)
    let step = max(1, Int(saturating: signal.sampleRate / 12))
    let smooth = WaveShape.movingMean(signal.samples, width: step)
    let count = Int(saturating: seconds * signal.sampleRate / Double(step))
    let thinned = (0..<count).map { smooth[min(smooth.count - 1, $0 * step)] }
    let rate = signal.sampleRate / Double(step)
    guard rate >= 8.5 else { return nil }
    let baseline = WaveShape.movingMean(thinned, width: Int(saturating: 2 * rate))
    let fft = RealFFT(count: RealFFT.smoothCount(atLeast: count))
    var power: [Double] = []
    fft.powerSpectrum(
      of: Self.tapered(zip(thinned, baseline).map { $0 - $1 }, mean: 0), into: &power)
    let bin = rate / Double(fft.count)
    let from = Int(saturating: 0.6 / bin), to = min(power.count - 40, Int(saturating: 4 / bin))
    guard from + 40 < to, let peak = (from...to).max(by: { power[$0] < power[$1] }) else { return nil }
    let band = power[from...to].reduce(0, +)
    let main = power[max(0, peak - 2)...(peak + 2)].reduce(0, +)
    let around = power[max(0, peak - 30)...(peak + 30)].reduce(0, +) - main
    guard band > 0, main > 0.25 * band, main > 12 * around else { return nil }
    let bpm = 60 * Double(peak) * bin
    let known = stride(from: range.start, to: range.start + seconds - PulseReadings.windowSeconds, by: 10)
      .compactMap { course.bpm(at: $0) }
    guard known.count >= 4, let middle = median(known) else { return nil }
    let moved = centralRange(of: known)
    // The pulse itself and its overtones are no such line.
    let isPulse = [1.0, 2, 3, 0.5].contains { abs(bpm / ($0 * middle) - 1) < 0.03 } && moved < 3
    guard !isPulse else { return nil }
    return analysis.finding(
      .steadyLine,
      "a line at \(shortest(Double(peak) * bin, decimals: 3)) Hz (\(shortest(bpm, decimals: 1)) a minute) keeps its frequency to within \(shortest(120 * bin, decimals: 2)) a minute over \(shortest(seconds, decimals: 0)) s and has \(percent(main / band)) of the power between 0.6 and 4 Hz, while the reference moves by \(shortest(moved, decimals: 1)) bpm about \(shortest(middle, decimals: 1))",
      "is it a lamp, a fan, a screen or the frame rate? it is read as a pulse of \(shortest(bpm, decimals: 0)) bpm"
    )
  }

  /// Returns true if the channel's rates are the reference's, so that no line outweighs the pulse.
  private func follows(_ course: RateCourse) -> Bool {
    guard let readings = analysis.readings else { return false }
    let near = readings.beside(course).count { abs($0.reference - $0.signal) < 3 }
    return 5 * near > 4 * readings.windows.count
  }

  // MARK: Outlying frames

  /// Frame rates of cameras; other channels have no frames.
  private static let frameRates = 15.0...65.0

  /// Finds frames that differ at a fixed period, counted in frames.
  private func impulses() -> DataFinding? {
    guard analysis.kind.isOptical, let rate = analysis.channel.nominalRate, Self.frameRates.contains(rate),
      let values = Array(analysis.channel.values.prefix(Int(saturating: 60 * rate))).forwardFilled,
      values.count > 300
    else { return nil }
    // Six times the distance of a frame from the cubic through its four neighbours.
    var sizes = [Double](repeating: 0, count: values.count)
    for index in 2..<(values.count - 2) {
      sizes[index] = abs(
        values[index - 2] - 4 * values[index - 1] + 6 * values[index] - 4 * values[index + 1]
          + values[index + 2])
    }
    guard let usual = median(sizes), let top = percentile(sizes, 99), top > 5 * usual else { return nil }
    var best: (period: Int, ratio: Double)?
    for period in 6...min(150, values.count / 8) {
      guard let ratio = Self.ratio(of: sizes, period: period), ratio > 4 else { continue }
      // Multiples of the period match too: the first one is taken, unless a later one is far clearer.
      if best == nil || ratio > 2 * (best?.ratio ?? 0) { best = (period, ratio) }
    }
    guard let best else { return nil }
    let perMinute = 60 * rate / Double(best.period)
    return analysis.finding(
      .frameImpulses,
      "one frame in \(best.period) differs from its neighbours \(shortest(best.ratio, decimals: 1)) times as much as the others do (\(shortest(perMinute, decimals: 1)) a minute)",
      "are these the key frames of a compressed video? the extractor \"camera\" takes such frames out")
  }

  /// Returns the lower quartile of the sizes at the strongest phase of a period, over the upper decile of those away
  /// from it. The first two and the last two are not measured, and zero.
  private static func ratio(of sizes: [Double], period: Int) -> Double? {
    let sums = sumsByPlace(sizes[...], period: period)
    guard let place = sums.indices.max(by: { sums[$0] < sums[$1] }) else { return nil }
    let mean = sums.reduce(0, +) / Double(period)
    guard sums[place] > 2 * mean else { return nil }
    var own: [Double] = [], others: [Double] = []
    var distance = (2 - place + period) % period
    for index in 2..<(sizes.count - 2) {
      defer { distance = distance + 1 == period ? 0 : distance + 1 }
      if distance == 0 {
        own.append(sizes[index])
      } else if distance > 2, distance < period - 2 {
        others.append(sizes[index])
      }
    }
    guard own.count >= 8, let low = percentile(own, 25), let high = percentile(others, 90), high > 0 else {
      return nil
    }
    return low / high
  }
}
