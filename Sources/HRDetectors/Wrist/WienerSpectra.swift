internal import HRNumerics
internal import HRPlugins
internal import RealModule

/// The front end of WFPV: window after window the pulse wave's amplitude spectrum with the accelerometer's taken out by
/// two Wiener filters, and the frequencies of its bins by a phase vocoder.
///
/// Per window: all channels through a causal Butterworth band-pass of order 4 (8 poles), 0.4–4 Hz, from rest; the pulse
/// waves as z-scores (divisor n − 1), averaged; every fifth sample (25 Hz, no further filter); a transform of 1024
/// points without taper. Bin k, from 0, is taken to be at 25·k / 1023 Hz, as the published program does (its grid ends
/// at the sample rate, so a bin is named 0.1 % high); the band goes from the bin nearest 1 Hz to that nearest 3 Hz: 41
/// to 123.
///
/// A is the mean of the three axes' amplitudes, each over its own largest in the band. P is the mean of the pulse
/// wave's amplitudes, each over its largest, of this window and the fifteen before it, over its own largest again. The
/// first filter weighs the amplitude with 1 − A / P, all negative weights being −1. The second weighs it with
/// P′ / (A + P′), where P′ is made as P but of what this filter left of the windows before. Both results are divided by
/// their standard deviation over the band (divisor n − 1) and added.
///
/// The vocoder: the phase's advance Δφ since the window before, 2 s ago, allows (Δφ + 2πm) / (2π · 2 s), m = 0…19; the
/// one nearest the bin's own frequency counts, then the mean of three neighbouring bins (at either end that of the
/// end's three).
struct WienerSpectra {
  /// Result of one window.
  struct Cleaned {
    /// Amplitudes in the band; may be negative.
    var amplitudes: [Double]
    /// Frequency assigned to each bin, in hertz.
    var frequencies: [Double]
  }

  static let transformCount = 1024
  static let decimation = 5
  static let workingRate = WristRecording.sampleRate / Double(decimation)
  /// Hertz from bin to bin as the published program counts them.
  static let binHz = workingRate / Double(transformCount - 1)

  let bins: ClosedRange<Int>
  private let memory: Int
  private let level: WindowLevel
  private let filter: SecondOrderSections
  private let fft = RealFFT(count: transformCount)
  private var pulseHistory = SpectrumHistory()
  private var cleanHistory = SpectrumHistory()
  /// The phases of the window before, if it was read.
  private var phases: [Double]?
  private var lanes: [SIMD8<Double>] = []
  private var real: [Double] = []
  private var imaginary: [Double] = []

  /// - Parameters:
  ///   - memory: windows before the present one in the averages.
  ///   - bandHz: band in which the rate is searched.
  ///   - level: treatment of a window's level before the filter.
  init(_ parameters: some WienerParameters) {
    memory = parameters.memoryWindows
    level = parameters.level
    bins = Self.bins(in: parameters.bandHz)
    filter =
      SecondOrderSections.butterworth(
        order: 4, band: .bandPass(0.4, 4), sampleRate: WristRecording.sampleRate)
      ?? SecondOrderSections(sections: [])
  }

  private static func bins(in bandHz: ClosedRange<Double>) -> ClosedRange<Int> {
    let first = Int(saturating: (bandHz.lowerBound / binHz).rounded())
    return first...max(first, Int(saturating: (bandHz.upperBound / binHz).rounded()))
  }

  /// Range of the frequencies of ``Cleaned``, per minute: the vocoder moves a bin by half a turn in a hop at most.
  static func rangeBPM(bandHz: ClosedRange<Double>) -> ClosedRange<Double> {
    let (bins, reachHz) = (bins(in: bandHz), 0.5 / WristRecording.hopSeconds)
    let lowest = Double(bins.lowerBound) * binHz - reachHz
    return (lowest...Double(bins.upperBound) * binHz + reachHz).perMinute
  }

  /// - Returns: `nil` if every pulse wave is flat; the next window then has no phases to compare with.
  mutating func next(_ window: WristRecording.Window) -> Cleaned? {
    guard !window.pulses.isEmpty, let columns = filtered(window) else {
      phases = nil
      return nil
    }
    var advanced: [Double] = []
    let pulse = amplitudes(of: columns.pulse) { real, imaginary in
      advanced.append(Double.atan2(y: imaginary, x: real))
    }
    let noise = noise(of: columns.axes)
    let frequencies = vocoder(from: phases, to: advanced)
    phases = advanced

    let scaled = Self.overLargest(pulse)
    pulseHistory.append(scaled, keeping: memory + 1)
    let average = Self.overLargest(pulseHistory.mean)
    let subtracted = pulse.indices.map { bin in
      let weight = 1 - ratio(noise[bin], average[bin])
      return pulse[bin] * (weight < 0 ? -1 : weight)
    }

    cleanHistory.append(scaled, keeping: memory + 1)
    let cleanAverage = Self.overLargest(cleanHistory.mean)
    let kept = pulse.indices.map { bin in
      pulse[bin] * ratio(cleanAverage[bin], noise[bin] + cleanAverage[bin])
    }
    cleanHistory.replaceLast(Self.overLargest(kept))

    let (first, second) = (Self.overDeviation(subtracted), Self.overDeviation(kept))
    return Cleaned(amplitudes: zip(first, second).map { $0 + $1 }, frequencies: frequencies)
  }

  // MARK: Spectra

  /// Band-passed and thinned.
  private mutating func filtered(_ window: WristRecording.Window) -> (pulse: [Double], axes: [[Double]])? {
    let columns = window.pulses + window.axes
    if lanes.count != WristRecording.windowCount {
      lanes = Array(repeating: .zero, count: WristRecording.windowCount)
    }
    lanes.withUnsafeMutableBytes { bytes in
      let values = bytes.assumingMemoryBound(to: Double.self)
      for (lane, column) in columns.enumerated() {
        let base = level == .removed ? column.first ?? 0 : 0
        for index in column.indices { values[8 * index + lane] = column[index] - base }
      }
      for lane in columns.count..<8 {
        for index in 0..<WristRecording.windowCount { values[8 * index + lane] = 0 }
      }
    }
    filter.filter(&lanes)
    var sum = SIMD8<Double>.zero
    for value in lanes { sum += value }
    let mean = sum / Double(lanes.count)
    var squares = SIMD8<Double>.zero
    for value in lanes { squares += (value - mean) * (value - mean) }
    let thinned = stride(from: 0, to: lanes.count, by: Self.decimation)
    let deviations = squares / Double(lanes.count - 1)
    let living = window.pulses.indices.filter { deviations[$0] > 0 }
    guard !living.isEmpty else { return nil }
    let pulse = thinned.map { index in
      var sum = 0.0
      for lane in living { sum += (lanes[index][lane] - mean[lane]) / deviations[lane].squareRoot() }
      return sum / Double(living.count)
    }
    let axes = window.axes.indices.map { axis in
      thinned.map { lanes[$0][window.pulses.count + axis] }
    }
    return (pulse, axes)
  }

  private mutating func amplitudes(of samples: [Double], _ body: (Double, Double) -> Void = { _, _ in })
    -> [Double]
  {
    fft.transform(samples, real: &real, imaginary: &imaginary)
    return bins.map { bin in
      body(real[bin], imaginary[bin])
      return (real[bin] * real[bin] + imaginary[bin] * imaginary[bin]).squareRoot()
    }
  }

  /// The mean of the axes' spectra, each over its largest; an axis without any counts as zero.
  private mutating func noise(of axes: [[Double]]) -> [Double] {
    var sum = Array(repeating: 0.0, count: bins.count)
    for axis in axes {
      let spectrum = Self.overLargest(amplitudes(of: axis))
      for bin in sum.indices { sum[bin] += spectrum[bin] }
    }
    return sum.map { $0 / 3 }
  }

  /// Quotient; 0 if the numerator is 0.
  private func ratio(_ a: Double, _ b: Double) -> Double { a == 0 ? 0 : a / b }

  private static func overLargest(_ x: [Double]) -> [Double] {
    guard let largest = x.max(), largest > 0 else { return x }
    return x.map { $0 / largest }
  }

  private static func overDeviation(_ x: [Double]) -> [Double] {
    let mean = x.reduce(0, +) / Double(x.count)
    let squares = x.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let deviation = (squares / Double(x.count - 1)).squareRoot()
    return deviation > 0 ? x.map { $0 / deviation } : x
  }

  // MARK: Phase vocoder

  private func vocoder(from before: [Double]?, to now: [Double]) -> [Double] {
    let grid = bins.map { Double($0) * Self.binHz }
    guard let before else { return Self.threePointMean(grid) }
    let perTurn = 1 / WristRecording.hopSeconds
    let refined = grid.indices.map { bin in
      let advance = (now[bin] - before[bin]) / (2 * Double.pi) * perTurn
      // Half-way between two candidates the lower one counts.
      let turns = ((grid[bin] - advance) / perTurn - 0.5).rounded(.up)
      return advance + min(max(turns, 0), 19) * perTurn
    }
    return Self.threePointMean(refined)
  }

  private static func threePointMean(_ x: [Double]) -> [Double] {
    guard x.count >= 3 else { return x }
    return x.indices.map { i in
      let middle = min(max(i, 1), x.count - 2)
      return (x[middle - 1] + x[middle] + x[middle + 1]) / 3
    }
  }
}

/// The latest spectra and their mean.
private struct SpectrumHistory {
  private var rows: [[Double]] = []

  mutating func append(_ row: [Double], keeping count: Int) {
    if rows.count >= count { rows.removeFirst(rows.count - count + 1) }
    rows.append(row)
  }

  mutating func replaceLast(_ row: [Double]) {
    guard !rows.isEmpty else { return }
    rows[rows.count - 1] = row
  }

  var mean: [Double] {
    guard var sum = rows.first else { return [] }
    for row in rows.dropFirst() {
      for index in sum.indices { sum[index] += row[index] }
    }
    return sum.map { $0 / Double(rows.count) }
  }
}

/// Treatment of a window's level before it is filtered from rest.
///
/// From rest a level is a step, and the filter's response outlasts the window: on raw counts of a converter (a level of
/// 40,000, a wave of a few hundred) it is the whole spectrum. The published program was written for recordings whose
/// mean is 0.
enum WindowLevel: String, CaseIterable, Sendable {
  /// The level is kept, as published.
  case published
  /// Each channel's first value in the window is subtracted: hreval's own.
  case removed
}

/// Parameters of a detector by Wiener spectra.
protocol WienerParameters: BandParameters {
  var memoryWindows: Int { get set }
  var level: WindowLevel { get set }
}

extension WienerParameters {
  /// Rows of the shared parameters, with a detector's own one before the last.
  static func rows(_ own: Parameter<Self>) -> [Parameter<Self>] {
    edges(
      low: 0.5...1.5, " of the search; 1 Hz is 60 bpm.", high: 2...4, " of the search; 3 Hz is 180 bpm.")
      + [
        Parameter(
          "memoryWindows", \.memoryWindows, in: 0...100,
          "Windows before the present one in the Wiener filters' means."),
        own,
        Parameter(
          "level", \.level,
          "Each window filtered from rest with its level, as published, or without (its first value taken off; hreval's)."
        ),
      ]
  }
}
