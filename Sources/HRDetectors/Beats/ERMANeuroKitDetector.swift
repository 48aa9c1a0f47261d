internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// Event-related moving averages in NeuroKit's reading (`ppg_clean` and `ppg_findpeaks`, method `elgendi`).
///
/// As ``ERMADetector``: band-pass (Butterworth of order 2, 0.5…8 Hz, forward and backward), squares of what is above
/// zero, a 0.111 s average against a 0.667 s average plus 0.02 of the mean of all squares. Otherwise: single averages,
/// their lengths rounded; the beat is the most prominent local maximum of the *filtered* wave in its block; beats keep
/// more than 0.3 s apart, the first of two closer ones stays; blocks at the window's ends do not count. The details,
/// off-by-ones included, are those of ``ProminentBlockPeaks``.
///
/// Departs from NeuroKit at its edges only: where NeuroKit raises an error (no block at all) there are no beats, and a
/// band that reaches beyond half the rate is cut at its lower edge alone.
///
/// - Note: The 0.3 s also count from the window's start, so a beat in its first 0.3 s is never one. One spike raises
///   the threshold of the whole window.
struct ERMANeuroKitDetector: BeatDetector {
  struct Parameters: BandParameters, ProminentBlockPeaks {
    var lowCutoffHz = 0.5
    var highCutoffHz = 8.0
    var peakSeconds = 0.111
    var beatSeconds = 0.667
    var offsetShare = 0.02
    var leastDelaySeconds = 0.3

    static let table: [Parameter<Self>] =
      passEdges() + blockRows + [
        Parameter(
          "leastDelaySeconds", \.leastDelaySeconds, in: 0.1...0.6, "Beats are further apart than this.")
      ]
  }

  static let info = PluginInfo(
    "erma.neurokit", version: 1,
    "Most prominent peak of each block in which a short average of the squared wave exceeds a long one.",
    source: "M. Elgendi et al., PLoS ONE 8:e76585, 2013; NeuroKit2 0.2.13's reading",
    tunedOn: .ofEmergencyResponders)

  let parameters: Parameters

  func beats(in wave: Signal) -> [Double] {
    guard let filtered = wave.zeroPhase(order: ERMADetector.filterOrder, bandHz: parameters.bandHz)
    else { return [] }
    return parameters.peaks(in: filtered, sampleRate: wave.sampleRate).map { wave.time(at: $0) }
  }
}

/// Elgendi's blocks as NeuroKit and BioSPPy read them: single averages of rounded length whose ends repeat the end
/// values, and the most prominent local maximum of each block.
///
/// A block begins on the sample before the short average rises above the threshold and ends on the last sample above
/// it; the maximum is sought on the first and all between, the last excluded. Blocks that the window's ends cut off
/// do not count; blocks shorter than the short window are dropped. A peak counts if it is more than the least delay
/// after the last one that did, the first one if it is more than that after the window's start.
protocol ProminentBlockPeaks: BlockParameters {
  var leastDelaySeconds: Double { get set }
}

extension ProminentBlockPeaks {
  /// - Parameter filtered: the band-passed wave, its beats upward.
  /// - Returns: indices of the peaks, ascending.
  func peaks(in filtered: [Double], sampleRate: Double) -> [Int] {
    let squares = ERMADetector.positiveSquares(filtered)
    let short = Self.roundedToEven(peakSeconds * sampleRate)
    let long = min(Self.roundedToEven(beatSeconds * sampleRate), squares.count)
    let leastDelay = Self.roundedToEven(leastDelaySeconds * sampleRate)
    guard (1...max(long, 1)).contains(short) else { return [] }
    let peakAverage = Self.average(squares, window: short)
    let beatAverage = Self.average(squares, window: long)
    let offset = offsetShare * squares.reduce(0, +) / Double(squares.count)

    var peaks: [Int] = []
    var start: Int?
    var wasInside = peakAverage[0] > beatAverage[0] + offset
    for index in 1..<squares.count {
      let isInside = peakAverage[index] > beatAverage[index] + offset
      defer { wasInside = isInside }
      if isInside, !wasInside { start = index - 1 }
      guard wasInside, !isInside, let first = start else { continue }
      start = nil
      let end = index - 1
      guard end - first >= short, let peak = Self.mostProminent(of: filtered, in: first..<end),
        peak - (peaks.last ?? 0) > leastDelay
      else { continue }
      peaks.append(peak)
    }
    return peaks
  }

  /// Rounds to the nearest whole number; a half to the even one (NumPy's `rint`).
  static func roundedToEven(_ value: Double) -> Int { Int(saturating: value.rounded(.toNearestOrEven)) }

  private static func average(_ x: [Double], window: Int) -> [Double] {
    fullAverages(x.holdingEnds(before: window / 2, after: window - 1 - window / 2), window: window)
  }

  /// The local maximum (a plateau's middle, rounded down) with the largest prominence: its height above the higher of
  /// the two lowest values between it and the next higher value, or the range's end, on either side (SciPy's
  /// `peak_prominences`); of equals the first.
  static func mostProminent(of x: [Double], in range: Range<Int>) -> Int? {
    let part = Array(x[range])
    return plateauMaxima(part).map { (index: range.lowerBound + $0, height: prominence(of: $0, in: part)) }
      .max { $0.height < $1.height }?.index
  }
}

/// Parameters of Elgendi's blocks: the lengths of the two averages, and the offset of the threshold.
protocol BlockParameters: ParameterSet {
  var peakSeconds: Double { get set }
  var beatSeconds: Double { get set }
  var offsetShare: Double { get set }
}

extension BlockParameters {
  static var blockRows: [Parameter<Self>] {
    [
      Parameter("peakSeconds", \.peakSeconds, in: 0.05...0.25, "Window of the short average."),
      Parameter("beatSeconds", \.beatSeconds, in: 0.3...1.5, "Window of the long average."),
      Parameter(
        "offsetShare", \.offsetShare, in: 0...1, "Share of the mean of all squares added to the long average."
      ),
    ]
  }
}
