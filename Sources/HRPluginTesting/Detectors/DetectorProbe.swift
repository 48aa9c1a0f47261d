internal import HRNumerics
package import HRPlugins
internal import HRSignals
internal import RealModule

/// Resolution of a detector's rates, and range of the rates that it reads, found with pulses of known rate.
///
/// Definition `resolution@1`: clean, even pulses (two bell curves each, a trace of noise), one recording per rate,
/// judged in one window of 30 s (60 s for breathing) with the detector's defaults. The resolution is the widest gap
/// between neighbouring distinct answers to rates from 70 to 76 bpm (12 to 18 breaths) in steps of 0.1; a gap up to
/// 0.15 is written as 0.1, the finest step tested. The range holds the rates from 30 to 240 bpm in steps of 10
/// (4 to 40 breaths in steps of 2) around 70 (14) that are read to 5 bpm (2 breaths).
package struct DetectorProbe: Sendable {
  /// Resolution; `nil` if fewer than half of the rates got an answer, or all the same one.
  package let resolutionBPM: Double?
  /// Range; `nil` if 70 bpm (14 breaths) is not read.
  package let rangeBPM: ClosedRange<Double>?

  package init(_ entry: DetectorEntry, extractors: Catalog<ExtractorEntry>) {
    let measurand = entry.measurands.first ?? .heartRate
    let sweep = RateSweep(measurand)
    let subject = ProbedDetector(entry, measurand, extractors: extractors)
    let answers = { (rates: [Double]) -> [Double?] in
      rates.map { rate in subject.flatMap { $0.answer(to: ProbeWave(rate: rate, of: measurand)) } }
    }
    resolutionBPM = Self.widestGap(answers(sweep.fine))
    rangeBPM = Self.range(answers(sweep.coarse), to: sweep)
  }

  private static func widestGap(_ answers: [Double?]) -> Double? {
    let given = answers.compactMap(\.self).sorted()
    guard 2 * given.count >= answers.count, let first = given.first, let last = given.last, last > first
    else {
      return nil
    }
    let gap = zip(given.dropFirst(), given).map { $0 - $1 }.max() ?? 0
    return gap <= 1.5 * RateSweep.fineStep ? RateSweep.fineStep : gap
  }

  private static func range(_ answers: [Double?], to sweep: RateSweep) -> ClosedRange<Double>? {
    let isRead = zip(sweep.coarse, answers).map { rate, answer in
      answer.map { abs($0 - rate) <= sweep.toleranceBPM } ?? false
    }
    guard let middle = sweep.coarse.firstIndex(of: sweep.middle), isRead[middle] else { return nil }
    var (low, high) = (middle, middle)
    while low > 0, isRead[low - 1] { low -= 1 }
    while high + 1 < isRead.count, isRead[high + 1] { high += 1 }
    return sweep.coarse[low]...sweep.coarse[high]
  }
}

/// The rates that are tested.
private struct RateSweep {
  static let fineStep = 0.1

  let fine: [Double]
  let coarse: [Double]
  let middle: Double
  let toleranceBPM: Double

  init(_ measurand: Measurand) {
    switch measurand {
    case .heartRate:
      fine = (0...60).map { 70 + Double($0) / 10 }
      coarse = stride(from: 30.0, through: 240, by: 10).map(\.self)
      (middle, toleranceBPM) = (70, 5)
    case .breathingRate:
      fine = (0...60).map { 12 + Double($0) / 10 }
      coarse = stride(from: 4.0, through: 40, by: 2).map(\.self)
      (middle, toleranceBPM) = (14, 2)
    }
  }
}

/// Pulses at a constant rate, or at 75 bpm with breathing at a constant rate, on every channel a detector may read.
private struct ProbeWave {
  let seconds: Double
  private let beats: [Double]
  private let breathingHz: Double
  private let breathDepth: Double

  init(rate: Double, of measurand: Measurand) {
    switch measurand {
    case .heartRate:
      (seconds, breathingHz, breathDepth) = (30, 0.25, 0)
      let interval = 60 / rate
      beats = (-2...Int(saturating: seconds / interval) + 2).map { 0.1 + Double($0) * interval }
    case .breathingRate:
      (seconds, breathingHz, breathDepth) = (60, rate / 60, 0.1)
      var times = [-1.6]
      while let last = times.last, last < seconds + 2 {
        times.append(last + 0.8 * (1 + 0.05 * Double.sin(2 * .pi * breathingHz * last)))
      }
      beats = times
    }
  }

  func channels(_ kinds: Set<ChannelKind>) -> Channels {
    var channels = Channels()
    for kind in Channels.ordered(kinds) { channels[kind] = .uniform(signal(kind)) }
    return channels
  }

  private func signal(_ kind: ChannelKind) -> Signal {
    var noise = RandomStream(seed: 1, ["probe", kind.rawValue])
    func made(_ rate: Double, _ noiseSize: Double, _ value: (Double) -> Double) -> Signal {
      let samples = (0..<Int(saturating: seconds * rate)).map { index in
        value(Double(index) / rate) + noiseSize * noise.normal()
      }
      return Signal(samples: samples, sampleRate: rate)
    }
    switch kind {
    case .ppg, .ppg2, .furtherPulse, .infrared: return made(125, 0.002) { pulse(at: $0) }
    case .red: return made(30, 0.01) { 205 - 2 * pulse(at: $0) }
    case .green: return made(30, 0.01) { 40 - pulse(at: $0) }
    case .blue: return made(30, 0.01) { 30 - 0.7 * pulse(at: $0) }
    case .ecg: return made(250, 0.002) { bumps(at: $0, [(0, 0.011, 1), (0.27, 0.05, 0.25)]) }
    case .respiration: return made(25, 0.002) { Double.sin(2 * .pi * breathingHz * $0) }
    case .accelerometerX, .accelerometerY: return made(50, 0.004) { _ in 0 }
    case .accelerometerZ: return made(50, 0.004) { _ in 1 }
    case .contact: return made(30, 0) { _ in 1 }
    }
  }

  private func pulse(at time: Double) -> Double {
    let breath = breathDepth * Double.sin(2 * .pi * breathingHz * time)
    return (1 + breath) * bumps(at: time, [(0.16, 0.058, 1), (0.38, 0.07, 0.25)]) + breath
  }

  /// Bell curves (seconds after a beat and width, both for an interval of 1 s; height) of the beats around a given
  /// time.
  private func bumps(at time: Double, _ curves: [(centre: Double, width: Double, height: Double)]) -> Double {
    let next = beats.firstIndex(notBefore: time)
    var sum = 0.0
    for number in max(0, next - 3)..<min(beats.count - 1, next + 2) {
      let scale = (beats[number + 1] - beats[number]).squareRoot()
      for curve in curves {
        sum += curve.height * bell((time - beats[number] - curve.centre * scale) / (curve.width * scale))
      }
    }
    return sum
  }
}

/// A detector with its defaults, on its usual extractor.
private struct ProbedDetector {
  private let entry: DetectorEntry
  private let made: DetectorEntry.Made
  private let limits: RateLimits
  private let extractor: (any Extractor)?
  private let kinds: Set<ChannelKind>

  init?(_ entry: DetectorEntry, _ measurand: Measurand, extractors catalog: Catalog<ExtractorEntry>) {
    guard let made = try? entry.make() else { return nil }
    let choices = entry.inputs.contains(.ppg) ? entry.extractors.compactMap { catalog[$0] } : []
    extractor = choices.lazy.compactMap { try? $0.make() }.first
    if entry.inputs.contains(.ppg), extractor == nil { return nil }
    kinds = Set(entry.inputs + entry.optionalInputs + choices.flatMap(\.inputs))
    limits = RateLimits(declared: made.rangeBPM, measurand: measurand)
    (self.entry, self.made) = (entry, made)
  }

  /// The rate that a run would take for an estimate.
  func answer(to wave: ProbeWave) -> Double? {
    let raw = wave.channels(kinds)
    let channels = extractor?.extract(from: raw) ?? raw
    guard
      let preparedInputs = try? made.preparedInputs(
        of: channels, inputs: entry.inputs, optionalInputs: entry.optionalInputs)
    else { return nil }
    let driver = DetectorDriver(preparedInputs, windows: [TimeRange(start: 0, end: wave.seconds)])
    return (try? driver.estimates(of: made, inputs: entry.inputs, optionalInputs: entry.optionalInputs))?
      .first?.bpm
      .flatMap { $0.isFinite && $0 > 0 && limits.contain($0) ? $0 : nil }
  }
}
