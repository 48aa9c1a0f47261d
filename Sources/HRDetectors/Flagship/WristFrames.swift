internal import HRNumerics
internal import HRSignals
internal import RealModule

/// Evidence for rates from short spectra of a wrist's pulse waves, with the accelerometer's lines taken down.
///
/// One frame a second holds the last 8 s before its end under a half sine; the first ends 4 s after the start and holds
/// those 4 s. ``WristSpectrum`` computes the evidence of the channels' spectra.
struct WristFrames: Sendable {
  static let frameSeconds = 8.0
  static let stepSeconds = 1.0
  static let bandHz = 0.65...3.5
  private static let firstSeconds = 4.0
  private static let finestHz = 0.0489

  /// Times at which frames end.
  let ends: [Double]
  /// Rates are multiples of it.
  let binHz: Double
  /// Bin of the lowest rate, and number of rates.
  let lowest: Int
  let width: Int
  let spectrum: WristSpectrum
  /// Spectra of the pulse waves and of the motion, by frame, then by bin of the band.
  private(set) var pulse: [Double] = []
  private(set) var motion: [Double] = []
  /// Share of the pulse waves' spectrum that is left, by frame.
  private(set) var kept: [Double] = []

  var count: Int { ends.count }
}

extension WristFrames {
  /// - Parameters:
  ///   - pulses: one or more; the first one's clock counts.
  ///   - reachSeconds: time after a value of the pulse waves up to which it depends on values.
  ///   - axes: of the accelerometer; none where there is no accelerometer.
  /// - Returns: `nil` without a pulse wave, or where it has too few samples a second.
  init?(pulses: [Signal], reachSeconds: Double = 0, axes: [Signal]) {
    guard let first = pulses.first, let chain = WristChain(rawRate: first.sampleRate) else { return nil }
    let waves = pulses.compactMap { chain.apply(to: $0) }
    let motionChains = axes.map { WristChain(rawRate: $0.sampleRate, like: chain) ?? chain }
    let motions = zip(axes, motionChains).compactMap { $1.apply(to: $0) }
    guard let clock = waves.first else { return nil }
    let rate = chain.sampleRate
    let plan = RealFFT(count: RealFFT.smoothCount(atLeast: Int(saturating: rate / Self.finestHz)))
    binHz = rate / Double(plan.count)
    lowest = Int(saturating: (Self.bandHz.lowerBound / binHz).rounded(.up))
    width = min(Int(saturating: Self.bandHz.upperBound / binHz), plan.count / 2) - lowest + 1
    let reaches =
      pulses.map { reachSeconds + chain.reachSeconds(of: $0) }
      + zip(axes, motionChains).map { $1.reachSeconds(of: $0) }
    let reach = reaches.max() ?? 0
    let places = Self.places(in: first, reach: reach, rate: rate, count: clock.count)
    ends = places.map(\.time)
    let taper = Self.taper(count: Int(saturating: (Self.frameSeconds * rate).rounded(.down)))
    var spectrum = WristSpectrum(plan: plan, binHz: binHz, rates: lowest..<(lowest + width))
    for place in places {
      // The first frames are shorter.
      let taper = place.end < taper.count ? Self.taper(count: max(0, place.end)) : taper
      spectrum.begin()
      for wave in waves { spectrum.addPulse(Self.piece(of: wave, like: clock, to: place.end), taper: taper) }
      for axis in motions {
        spectrum.addMotion(Self.piece(of: axis, like: clock, to: place.end), taper: taper)
      }
      kept.append(spectrum.finish(pulses: &pulse, motions: &motion))
    }
    self.spectrum = spectrum
  }

  /// Times at which frames end, and the sample before which they do, so that no later sample enters a frame.
  private static func places(
    in raw: Signal, reach: Double, rate: Double, count: Int
  ) -> [(time: Double, end: Int)] {
    var places: [(time: Double, end: Int)] = []
    while true {
      let seconds = firstSeconds + Double(places.count) * stepSeconds
      let end = Int(saturating: ((seconds - reach) * rate).rounded(.down))
      guard end <= count, raw.startTime + seconds <= raw.endTime + TimeRange.slack else { return places }
      places.append((raw.startTime + seconds, end))
    }
  }

  /// A half sine.
  private static func taper(count: Int) -> [Double] {
    (0..<count).map { Double.sin(Double.pi * (Double($0) + 0.5) / Double(count)) }
  }

  /// A wave's samples up to one of the clock's.
  private static func piece(of wave: Signal, like clock: Signal, to end: Int) -> ArraySlice<Double> {
    let shift = Int(saturating: ((clock.startTime - wave.startTime) * clock.sampleRate).rounded(.down))
    return wave.samples[..<min(max(end + shift, 0), wave.count)]
  }

  /// The rate at a place among the rates, in hertz.
  func hertz(_ place: Double) -> Double { (Double(lowest) + place) * binHz }

  /// The last frame that ends by a given time; `nil` before the first.
  private func last(by time: Double) -> Int? {
    guard let first = ends.first else { return nil }
    let passed = ((time - first + TimeRange.slack) / Self.stepSeconds).rounded(.down)
    return passed < 0 ? nil : min(Int(saturating: passed), count - 1)
  }

  /// The frames inside a window; of a window shorter than a frame the last that ends in it.
  ///
  /// - Returns: `nil` if none ends in time.
  func frames(in range: TimeRange) -> ClosedRange<Int>? {
    guard let last = last(by: range.end) else { return nil }
    var first = last
    while first > 0, ends[first - 1] - Self.frameSeconds >= range.start - TimeRange.slack { first -= 1 }
    return first...last
  }
}
