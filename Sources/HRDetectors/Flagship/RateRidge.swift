internal import HRNumerics
internal import HRSignals
internal import RealModule

/// The rate path through a window, frame by frame (``RidgeTrack``).
struct RateRidge {
  /// Rate at the middle of each spectrum.
  let ratesHz: [Double]
  /// The middles, in samples of the window.
  let places: [Double]

  var meanHz: Double { ratesHz.reduce(0, +) / Double(ratesHz.count) }

  /// Samples per beat at each sample: linear between the spectra's middles, level outside them.
  func periods(count: Int, sampleRate: Double) -> [Double] {
    var periods = [Double](repeating: 0, count: count)
    var frame = 0
    for index in 0..<count {
      let place = Double(index)
      while frame + 2 < places.count, places[frame + 1] <= place { frame += 1 }
      var rate = ratesHz[frame]
      if frame + 1 < places.count {
        let share = (place - places[frame]) / (places[frame + 1] - places[frame])
        rate += min(max(share, 0), 1) * (ratesHz[frame + 1] - rate)
      }
      periods[index] = sampleRate / rate
    }
    return periods
  }
}
