internal import HRPlugins
internal import HRSignals

/// Adaptive segmentation: the wave is cut into quarters of the expected period, and a beat is a quarter whose minimum
/// is below those of the quarters on both sides.
///
/// The wave is band-passed as in BioSPPy's pipeline (Butterworth of order 4, 1…8 Hz, forward and backward). From its
/// start, segments of ⌊rate·60 / bpm / 4⌋ samples follow each other, bpm being 90 at first. Of three segments in a row,
/// the minimum of the middle one (the first of equals) is an onset if it is below that of the first, not above that of
/// the last, at least 0.6 periods and more than 60/150 s after the onset before it. Each new interval moves bpm by 0.2
/// of the distance to its own rate, whose fraction is dropped.
///
/// Read as BioSPPy reads the paper, which adds the least delay and the slow following.
///
/// - Note: Rates above `mostBPM` come out halved, and the echo of a slow pulse can count as a beat. It follows the rate
///   from left to right, so after a wrong start it needs several beats.
struct KavsaogluDetector: BeatDetector {
  struct Parameters: ParameterSet {
    var segments = 4
    var firstBPM = 90.0
    var followingShare = 0.2
    var leastDelayShare = 0.6
    var mostBPM = 150.0

    static let table: [Parameter<Self>] = [
      Parameter("segments", \.segments, in: 2...20, "Segments in a period."),
      Parameter("firstBPM", \.firstBPM, in: 30...200, "Rate expected at the start."),
      Parameter("followingShare", \.followingShare, in: 0.01...1, "Share by which a new rate counts."),
      Parameter("leastDelayShare", \.leastDelayShare, in: 0...1, "Least interval as a share of the period."),
      Parameter("mostBPM", \.mostBPM, in: 100...247, "Intervals of this rate or a higher one are refused."),
    ]
  }

  static let info = PluginInfo(
    "kavsaoglu", version: 1, "Minima of segments that follow the rate.",
    source:
      "A. R. Kavsaoğlu et al., Turkish J. Electrical Eng. & Computer Sciences 24:1782, 2016; BioSPPy 2.2.4's reading"
  )

  let parameters: Parameters

  func beats(in wave: Signal) -> [Double] {
    guard let filtered = BioSPPyBand.filtered(wave) else { return [] }
    let rate = wave.sampleRate
    var bpm = parameters.firstBPM
    var length = max(1, Int(saturating: rate * (60 / bpm) / Double(parameters.segments)))
    var onsets: [Int] = []
    /// Places of the minima of the last two segments.
    var (first, middle): (Int?, Int?) = (nil, nil)
    var start = 0
    while start + length < filtered.count {
      let lowest = filtered.extreme(in: start...(start + length - 1), sign: -1)
      if let first, let middle, filtered[middle] < filtered[first], filtered[middle] <= filtered[lowest] {
        let interval = onsets.last.map { Double(middle - $0) / rate }
        let isFarEnough =
          interval.map { $0 >= parameters.leastDelayShare * 60 / bpm && $0 > 60 / parameters.mostBPM } ?? true
        if isFarEnough {
          onsets.append(middle)
          if onsets.count > 1 {
            let interval = Double(middle - onsets[onsets.count - 2])
            let newBPM = (60 * rate / interval).rounded(.down)
            bpm = parameters.followingShare * newBPM + (1 - parameters.followingShare) * bpm
            length = max(1, Int(saturating: rate * (60 / bpm) / Double(parameters.segments)))
          }
        }
      }
      (first, middle) = (middle, lowest)
      start += length
    }
    return onsets.map { wave.time(at: $0) }
  }
}
