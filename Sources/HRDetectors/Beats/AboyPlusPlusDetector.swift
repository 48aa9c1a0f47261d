internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// ``ABDDetector`` with peaks detected by spacing and prominence instead of percentiles, and with feet to check them
/// (`aboyPlusPlus`, M. A. Goda, P. H. Charlton and J. A. Behar, 2023).
///
/// Per stretch of 10 s, one every 8 s and one at the end, in time order (all bands forward and backward):
/// 1. The rate h is the strongest frequency of the band 0.45–10 Hz: between 30 and 200 bpm in the first stretch, then
///    between 0.5 and 1.4 of the stretch before, as far as these are in that range.
/// 2. Peaks keep ⅓ s / (1 + v) apart, the higher first, and have a prominence of a quarter of the mean height of such
///    peaks over their nearest minimum. v is the unevenness of the beats: first 5·σ/mean of the intervals of the first
///    band's maxima that are not below their median; after each stretch with more than five beats whose mean interval
///    is 0.5–1.5 of the median rate's, 10·σ/mean of those intervals not below their 30th percentile. Where h is not
///    above 40 bpm, peaks are local maxima above the 75th (slope) and 50th (wave) percentile.
/// 3. As in `abd`, the beat of a slope peak in the band 0.45 Hz–2.5·h is the next peak of the band 0.45 Hz–10·h.
///
/// A beat's foot is the last minimum of the first band of the whole wave (minima at least 0.3 periods apart) that is
/// more than 0.12 s before it, more than 0.3 s after the beat before and after that one's foot; a beat without one is
/// dropped (the first one's is then 0.02 s before it). Each beat moves to the highest sample between its foot and the
/// next; feet are found anew; a beat less than 1/30 s after its foot or with the foot of another is dropped.
///
/// - Note: The reading is that of pyPPG 1.0.73 with these departures: it runs the numerators of an analogue Chebyshev
///   band-pass as if they were a digital filter, which is no band-pass at all; here the bands are Butterworth filters
///   of order 2. It resamples to 75 Hz, which changes only its speed; here the wave keeps its rate. It compares mean
///   intervals in samples with rates, so that v is updated by chance; it leaves the last stretch out; it takes the
///   number of the first foot for its place. Its separate pre-filter is a filter of the pipeline's here.
/// - Note: Known weak points: the search follows its own last rate, so a first stretch read wrong stays wrong. A beat
///   and the next foot are more than 0.3 s apart, a foot and its beat more than 0.12 s. Intervals below 0.42 s are
///   therefore impossible: above about 140 bpm, and with steep climbs well before, every second beat is dropped.
struct AboyPlusPlusDetector: BeatDetector {
  struct Parameters: ParameterSet {
    var prominenceShare = 0.25
    var leastRiseSeconds = 0.12
    var leastFallSeconds = 0.3

    static let table: [Parameter<Self>] = [
      Parameter(
        "prominenceShare", \.prominenceShare, in: 0...1, "Least prominence, in mean heights of the peaks."),
      Parameter(
        "leastRiseSeconds", \.leastRiseSeconds, in: 0...0.3, "Time from a foot to its beat, to be exceeded."),
      Parameter(
        "leastFallSeconds", \.leastFallSeconds, in: 0...0.6, "Time from a beat to the next foot, likewise."),
    ]
  }

  static let info = PluginInfo(
    "aboyPlusPlus", version: 1, "The method of abd with spaced, prominent peaks and feet to check them.",
    source: "M. A. Goda, P. H. Charlton, J. A. Behar, arXiv 2307.10398, 2023; pyPPG")

  private static let adaptiveAboveBPM = 40.0

  let parameters: Parameters

  func beats(in wave: Signal) -> [Double] {
    let steps = AboyStretches(prototype: .butterworth(order: 2), sampleRate: wave.sampleRate)
    let topHz = 3 * AboyStretches.plausibleBPM.upperBound / 60
    var beats: [Int] = []
    var rates: [Double] = []
    var unevenness: Double?
    for range in AboyStretches.ranges(of: wave) {
      let x = Array(wave.samples[range])
      let near = AboyStretches.plausibleBPM.clamped(
        to: rates.last.map { (0.5 * $0)...(1.4 * $0) } ?? AboyStretches.plausibleBPM)
      guard let whole = steps.band(to: topHz, x), let bpm = steps.heartRate(of: whole, between: near),
        let smooth = steps.band(to: 2.5 * bpm / 60, x), let shaped = steps.band(to: 10 * bpm / 60, x)
      else { continue }
      rates.append(bpm)
      let slope = AboyStretches.slope(smooth)
      let found: [Int]
      if bpm > Self.adaptiveAboveBPM {
        let v = unevenness ?? 5 * Self.spread(of: Self.intervals(localMaxima(whole)), fromPercentile: 50)
        unevenness = v
        let distance = wave.sampleRate / (3 * (1 + v))
        found = AboyStretches.tops(
          prominentPeaks(of: shaped, distance), after: prominentPeaks(of: slope, distance))
      } else {
        found = AboyStretches.tops(
          AboyStretches.maxima(of: shaped, abovePercentile: 50),
          after: AboyStretches.maxima(of: slope, abovePercentile: 75))
      }
      let intervals = Self.intervals(found)
      if found.count > 5, bpm > Self.adaptiveAboveBPM, let typicalBPM = median(rates) {
        let mean = intervals.reduce(0, +) / Double(intervals.count)
        let expected = 60 / typicalBPM * wave.sampleRate
        if (0.5 * expected...1.5 * expected).contains(mean) {
          unevenness = 10 * Self.spread(of: intervals, fromPercentile: 30)
        }
      }
      beats += found.map { $0 + range.lowerBound }
    }
    guard let typicalBPM = median(rates), let whole = steps.band(to: topHz, wave.samples) else { return [] }
    let period = 60 / typicalBPM * wave.sampleRate
    let footed = FootedBeats(
      wave, minimaOf: whole, period: period, leastRise: parameters.leastRiseSeconds * wave.sampleRate,
      leastFall: parameters.leastFallSeconds * wave.sampleRate)
    let checked = footed.checked(beats.ascendingOnce)
    return checked.map { wave.time(at: $0) }
  }

  private static func intervals(_ indices: [Int]) -> [Double] {
    zip(indices.dropFirst(), indices).map { Double($0 - $1) }
  }

  /// Standard deviation (divisor n) over mean of the intervals not below a percentile; 0 for none.
  private static func spread(of intervals: [Double], fromPercentile percent: Double) -> Double {
    guard let limit = percentile(intervals, percent) else { return 0 }
    let long = intervals.filter { $0 >= limit }
    let mean = long.reduce(0, +) / Double(long.count)
    let square = long.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(long.count)
    return square.squareRoot() / mean
  }

  private func prominentPeaks(of x: [Double], _ distance: Double) -> [Int] {
    let maxima = separatedPeaks(plateauMaxima(x), of: x, by: distance)
    let mirrored = x.map { -$0 }
    let minima = separatedPeaks(plateauMaxima(mirrored), of: mirrored, by: distance)
    guard !maxima.isEmpty, !minima.isEmpty else { return [] }
    var sum = 0.0
    var number = 0
    for peak in maxima {
      while number + 1 < minima.count,
        (minima[number + 1] - peak).magnitude < (minima[number] - peak).magnitude
      {
        number += 1
      }
      sum += x[peak] - x[minima[number]]
    }
    let least = parameters.prominenceShare * sum / Double(maxima.count)
    return maxima.filter { prominence(of: $0, in: x) >= least }
  }
}
