internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// The lag at which the wave is most like itself.
///
/// The wave, thinned to no less than 50 samples per second and band-passed from 0.5 to 8 Hz (``BandedWave``), loses
/// its mean over the window. Its autocorrelation r(k) = Σ x[i]·x[i+k] / (n − k), divided by r(0) (unbiased,
/// normalised), is taken at the lags from 60/highBPM to 60/lowBPM seconds. Of its local maxima there, the first
/// that reaches `octaveShare` of the highest counts: of a wave that repeats every T, the lags 2T and 3T are as
/// good, and the first one is the period. The lag is placed between samples by a parabola.
///
/// Confidence: r at that lag, 0 at least and 1 at most.
///
/// - Note: No local maximum that is positive: ``Abstention/noPeak``; one that the parabola puts beyond the last lag on
///   either side: ``Abstention/bandEdge``. An autocorrelation averages over long times: with an uneven rhythm the peak
///   is that of the commonest interval rather than of the mean one.
struct AutocorrelationDetector: WaveDetector {
  struct Parameters: ParameterSet {
    var lowBPM = 45.0
    var highBPM = 180.0
    var octaveShare = 0.9

    static let table: [Parameter<Self>] = [
      Parameter("lowBPM", \.lowBPM, in: 20...80, "Lowest rate; its period is the longest lag."),
      Parameter("highBPM", \.highBPM, in: 100...300, "Highest rate; its period is the shortest lag."),
      Parameter(
        "octaveShare", \.octaveShare, in: 0.5...1,
        "Share of the highest maximum that the first good one reaches."),
    ]
  }

  static let info = PluginInfo(
    "autocorrelation", version: 2, "First lag at which the wave is most like itself.",
    source: "L. R. Rabiner, IEEE Trans. Acoust. Speech Signal Process. 25(1), 1977")

  private static let bandHz = 0.5...8.0
  private static let leastRate = 50.0

  let parameters: Parameters

  private var searchBPM: ClosedRange<Double> { parameters.lowBPM...parameters.highBPM }
  var rangeBPM: ClosedRange<Double>? { searchBPM }

  func prepare(_ channels: Channels) -> BandedWave? {
    BandedWave(channels, bandHz: Self.bandHz, upToHz: Self.leastRate / 3)
  }

  func read(_ range: TimeRange, of wave: BandedWave) throws(Abstention) -> Estimate {
    let samples = removingMean(Array(try wave.samples(in: range, lowestHz: parameters.lowBPM / 60)))
    // An additional lag on either side, to separate maxima from flanks.
    let shortest = max(1, Int(saturating: (60 / parameters.highBPM * wave.sampleRate).rounded(.up)))
    let longest = Int(saturating: (60 / parameters.lowBPM * wave.sampleRate).rounded(.down))
    guard longest > shortest, longest + 1 < samples.count else { return .abstained(.windowTooShort) }
    let correlation = autocorrelation(of: samples, lags: shortest - 1...longest + 1)
    guard let peak = firstGood(correlation) else { return .abstained(.noPeak) }
    let apex = parabolicApex(correlation[peak - 1], correlation[peak], correlation[peak + 1])
    let lag = Double(shortest - 1 + peak) + (apex?.offset ?? 0)
    return Estimate.bpm(60 * wave.sampleRate / lag, confidence: min(max(correlation[peak], 0), 1))
      .within(searchBPM, else: .bandEdge)
  }

  /// Index of the first of the inner local maxima above 0 that reaches the share of the highest; `nil` if there are
  /// none.
  private func firstGood(_ correlation: [Double]) -> Int? {
    let maxima = (1..<correlation.count - 1).filter {
      correlation[$0] > 0 && correlation[$0] > correlation[$0 - 1] && correlation[$0] >= correlation[$0 + 1]
    }
    guard let highest = maxima.map({ correlation[$0] }).max() else { return nil }
    return maxima.first { correlation[$0] >= parameters.octaveShare * highest }
  }
}
