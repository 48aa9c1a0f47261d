internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// Finds the tops that follow the steepest climbs, in bands set by a first guess of the heart rate (`abd`, M. Aboy et
/// al., 2005).
///
/// Per stretch of 10 s, one every 8 s and one at the end (all bands Butterworth of order 2, forward and backward):
/// 1. The strongest frequency of the band 0.45–10 Hz between 30 and 200 bpm, under a Blackman window, is the rate h;
///    its step is 6 bpm.
/// 2. In the band 0.45 Hz–2.5·h, local maxima of the five-point slope above its 75th percentile are climbs.
/// 3. In the band 0.45 Hz–10·h, local maxima above the 60th percentile are tops; a climb's beat is the next top.
///
/// Of beats closer than 0.5 of the period (60 / median of all h) the higher stays (of equals the first), which also
/// joins what two stretches place differently. In an interval above 2.25 periods the highest top at least half a period
/// from both ends is a beat after all, and so on in what remains.
///
/// - Note: The constants are those of ppg-beats' `abd_beat_detector`, which took them off the paper's (90th percentile,
///   0.75 and 1.75 periods). Departures from it: its long linear-phase high-pass does not fit into ten seconds and is
///   passed over, its low-pass follows; here both edges are cut by one recursive filter. It leaves the last stretch
///   out. It finds doubtful intervals but returns the beats as they were; here they are mended as the paper means it,
///   the filling of gaps in our own reading.
/// - Note: Known weak points: where the second harmonic is stronger than the pulse, h doubles and with it the bands; h
///   sees the whole stretch, so a change of rate inside it blurs the bands.
struct ABDDetector: BeatDetector {
  struct Parameters: ParameterSet {
    var climbPercentile = 75.0
    var topPercentile = 60.0
    var leastIntervalShare = 0.5
    var mostIntervalShare = 2.25

    static let table: [Parameter<Self>] = [
      Parameter(
        "climbPercentile", \.climbPercentile, in: 0...99, "Percentile of the slope that climbs exceed."),
      Parameter("topPercentile", \.topPercentile, in: 0...99, "Percentile of the wave that tops exceed."),
      Parameter("leastIntervalShare", \.leastIntervalShare, in: 0.1...0.9, "Shortest interval, in periods."),
      Parameter(
        "mostIntervalShare", \.mostIntervalShare, in: 1.2...5, "Longest interval left as it is, in periods."),
    ]
  }

  static let info = PluginInfo(
    "abd", version: 1, "Tops after the steepest climbs, in bands that follow the heart rate.",
    source: "M. Aboy et al., IEEE Trans. Biomed. Eng. 52(10), 2005; constants of ppg-beats")

  let parameters: Parameters

  func beats(in wave: Signal) -> [Double] {
    let steps = AboyStretches(prototype: .butterworth(order: 2), sampleRate: wave.sampleRate)
    var (beats, tops): ([Int], [Int]) = ([], [])
    var rates: [Double] = []
    for range in AboyStretches.ranges(of: wave) {
      let x = Array(wave.samples[range])
      guard let whole = steps.band(to: 3 * AboyStretches.plausibleBPM.upperBound / 60, x),
        let bpm = steps.heartRate(of: whole, between: AboyStretches.plausibleBPM),
        let smooth = steps.band(to: 2.5 * bpm / 60, x), let shaped = steps.band(to: 10 * bpm / 60, x)
      else { continue }
      rates.append(bpm)
      let climbs = AboyStretches.maxima(
        of: AboyStretches.slope(smooth), abovePercentile: parameters.climbPercentile)
      let found = AboyStretches.maxima(of: shaped, abovePercentile: parameters.topPercentile)
      beats += AboyStretches.tops(found, after: climbs).map { $0 + range.lowerBound }
      tops += found.map { $0 + range.lowerBound }
    }
    guard let typicalBPM = median(rates) else { return [] }
    let period = 60 / typicalBPM * wave.sampleRate
    let apart = highestPeaks(
      beats.ascendingOnce, of: wave.samples, apart: parameters.leastIntervalShare * period)
    return filled(apart, from: tops.ascendingOnce, in: wave.samples, period).map { wave.time(at: $0) }
  }

  private func filled(_ beats: [Int], from tops: [Int], in x: [Double], _ period: Double) -> [Int] {
    let (least, most) = (parameters.leastIntervalShare * period, parameters.mostIntervalShare * period)
    var result: [Int] = []
    /// Beats still to be reached, the next one last.
    var ahead = Array(beats.reversed())
    while let next = ahead.last {
      if let last = result.last, Double(next - last) > most,
        let missed = tops.filter({ Double($0 - last) >= least && Double(next - $0) >= least })
          .max(by: { x[$0] < x[$1] })
      {
        ahead.append(missed)
      } else {
        result.append(next)
        ahead.removeLast()
      }
    }
    return result
  }
}
