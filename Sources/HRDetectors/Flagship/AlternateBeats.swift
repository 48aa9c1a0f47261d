internal import HRNumerics
internal import RealModule

/// Decision whether a sequence of beats takes only every second pulse of a wave, because the pulses between are small.
///
/// The wave is averaged over the intervals, each at 64 phases from a quarter of it before its beat to three quarters
/// after (linear interpolation; intervals of which a beat is trusted less than 0.5, or that reach beyond the window, do
/// not count; at least three must). The half of this mean about the beat is held against the half about the middle of
/// the interval. There are pulses between the beats if the two halves have a correlation of at least 0.8 (Pearson), the
/// slope of the one on the other, which is the height of the pulses between relative to the beats, is at least 0.1
/// and three times the variance of the beats' likeness more, and the lag from a quarter to three quarters of the interval with the largest slope is within 0.045 of the middle.
/// The last sets a second wave of the same beat apart, which follows it by 0.3 to 0.4 s and so lies at the middle only
/// at faster rates. The limits were chosen on made recordings (amplitudes 1 : 0.2 to 1 : 0.6, rates 80 to 150, three shapes
/// of pulse) and on `bidmc`, `neurokit`, `nordling-ecg-ppg`, `synthetic`, `uw-oximetry` and `welltory-ppg`: of 4,200
/// windows of these that were read rightly none fulfils them. Of 1,837 windows of 10 s of `synthetic-80` in white noise
/// of 0 dB one does.
struct AlternateBeats {
  private static let phases = 64
  private static let leastCorrelation = 0.8
  private static let leastHeight = 0.1
  private static let heightPerNoise = 3.0
  private static let farthestFromMiddle = 0.045
  /// Highest rate of the beats for which anything is decided.
  private static let mostPerMinute = 77.0
  /// Limits of the beats' likeness and intervals (``BeatRow``) above which nothing is decided.
  private static let mostNoise = 0.06
  private static let mostSpread = 0.003

  /// Pulses, those between the beats included, in samples of the window.
  let beats: [Double]

  /// - Returns: `nil` if there are no pulses between the beats.
  init?(_ window: PulseWindow, row: BeatRow, perMinute: Double) {
    let beats = row.beats
    guard row.rival >= Self.leastHeight, row.noise < Self.mostNoise, row.spread < Self.mostSpread,
      perMinute <= Self.mostPerMinute,
      let folded = Self.folded(window, beats)
    else { return nil }
    let half = Self.phases / 2
    // A mean of zero makes that of the other half not matter.
    let beat = removingMean(Array(folded[..<half]))
    let energy = beat.reduce(0) { $0 + $1 * $1 }
    guard energy > 0 else { return nil }
    func height(atLag lag: Int) -> Double {
      beat.indices.reduce(0) { $0 + beat[$1] * folded[($1 + lag) % Self.phases] } / energy
    }
    let middle = height(atLag: half)
    guard middle >= Self.leastHeight + Self.heightPerNoise * row.noise,
      pearsonCorrelation(folded[..<half], folded[half...]) >= Self.leastCorrelation
    else { return nil }
    var (best, most) = (half, middle)
    for lag in (half / 2)...(3 * half / 2) {
      let height = height(atLag: lag)
      if height > most { (best, most) = (lag, height) }
    }
    let share = Double(best) / Double(Self.phases)
    guard abs(share - 0.5) <= Self.farthestFromMiddle else { return nil }
    // Pulses before the first beat and after the last one are there if the window has room for them.
    let before = beats[0] - (1 - share) * (beats[1] - beats[0])
    let last = beats[beats.count - 1]
    let after = last + share * (last - beats[beats.count - 2])
    let between = zip(beats, beats.dropFirst()).flatMap { [$0, $0 + share * ($1 - $0)] }
    self.beats =
      (before >= 0 ? [before] : []) + between + [last] + (after < Double(window.wave.count) ? [after] : [])
  }

  /// Mean of the wave over the intervals; `nil` for fewer than three.
  private static func folded(_ window: PulseWindow, _ beats: [Double]) -> [Double]? {
    var sums = [Double](repeating: 0, count: phases)
    var used = 0
    for (beat, next) in zip(beats, beats.dropFirst()) {
      let step = (next - beat) / Double(phases)
      let first = beat - Double(phases / 4) * step
      guard first >= 0, first + Double(phases) * step < Double(window.wave.count - 1),
        min(window.trust[Int(saturating: beat)], window.trust[Int(saturating: next)]) >= BeatPath.distrust
      else { continue }
      used += 1
      for phase in 0..<phases {
        let place = first + Double(phase) * step
        let low = Int(saturating: place)
        let share = place - Double(low)
        sums[phase] += (1 - share) * window.wave[low] + share * window.wave[low + 1]
      }
    }
    return used >= 3 ? sums : nil
  }
}
