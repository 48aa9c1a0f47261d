internal import HRNumerics
internal import HRSignals
internal import RealModule

/// The way of the rate through a window, from short spectra: the strongest path that does not jump.
///
/// Spectra of 6 s (or of the whole window, if that is shorter) under a Hann window stand 1 s apart; ``RateGrid`` says
/// how strongly each speaks for each rate. A spectrum counts by the fourth power of its mean trust. Of all paths that
/// change by at most 0.25 Hz from one spectrum to the next, the one wins whose evidence, less 100 times the squares of
/// its changes in hertz, is largest (Viterbi).
struct RateRidge {
  private static let stepSeconds = 1.0
  /// Price of a change, per square of hertz, from one spectrum to the next, and the largest change.
  private static let changePrice = 100.0
  private static let largestChangeHz = 0.25

  /// At the middle of each spectrum.
  private(set) var ratesHz: [Double]
  /// The middles, in samples of the window.
  private(set) var places: [Double]

  var meanHz: Double { ratesHz.reduce(0, +) / Double(ratesHz.count) }

  /// Mean size of the changes from one spectrum to the next; 0 for one spectrum.
  var unrestHz: Double {
    zip(ratesHz, ratesHz.dropFirst()).reduce(0) { $0 + abs($1.1 - $1.0) } / Double(max(1, ratesHz.count - 1))
  }

  /// - Returns: `nil` where the window is too short for a spectrum.
  init?(_ window: PulseWindow, prior: RatePrior? = nil) {
    let chain = window.chain
    let step = chain.ridgeStep
    let (grid, rate) = (chain.grid, chain.grid.sampleRate)
    let (wave, trust) = Self.thinned(window, step: step)
    let length = min(wave.count, grid.frameLength)
    guard length >= 8 else { return nil }
    let hop = max(1, Int(saturating: (Self.stepSeconds * rate).rounded()))
    let count = (wave.count - length) / hop + 1
    let hann = length == grid.frameLength ? grid.taper : symmetricHann(count: length)

    var evidence: [Double] = []
    evidence.reserveCapacity(count * grid.count)
    var piece = [Double](repeating: 0, count: length)
    var power: [Double] = []
    for frame in 0..<count {
      let start = frame * hop
      var weight = 0.0
      for index in 0..<length {
        piece[index] = wave[start + index] * hann[index]
        weight += trust[start + index]
      }
      weight /= Double(length)
      weight *= weight
      grid.plan.powerSpectrum(of: piece, into: &power)
      grid.append(&power, weight: weight * weight, to: &evidence)
    }
    if let prior { grid.add(prior, toFirstOf: &evidence) }
    let path = Self.path(through: evidence, grid: grid, frames: count)

    var (rates, places) = ([Double](), [Double]())
    for (frame, bin) in path.enumerated() {
      let index = frame * grid.count + bin
      var offset = 0.0
      if bin > 0, bin < grid.count - 1,
        let apex = parabolicApex(evidence[index - 1], evidence[index], evidence[index + 1])
      {
        offset = min(max(apex.offset, -0.5), 0.5)
      }
      rates.append((Double(grid.lowest + bin) + offset) * grid.binHz)
      places.append((Double(frame * hop) + Double(length) / 2) * Double(step))
    }
    ratesHz = rates
    self.places = places
  }

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

  /// Every `step`-th sample under a triangle of twice that width, which damps what would fold into the band.
  private static func thinned(_ window: PulseWindow, step: Int) -> (wave: [Double], trust: [Double]) {
    let samples = window.even
    let count = samples.count / step
    let weights = (1 - step..<step).map { Double(step - Int(clamping: $0.magnitude)) / Double(step * step) }
    var wave = [Double](repeating: 0, count: count)
    var trust = wave
    for index in 0..<count {
      var sum = 0.0
      for (offset, weight) in weights.enumerated() {
        sum += weight * samples[min(max(index * step + offset - step + 1, 0), samples.count - 1)]
      }
      wave[index] = sum
      trust[index] = window.trust[index * step]
    }
    return (wave, trust)
  }

  /// The bins of the path with the most evidence; of equal ones, the lower.
  private static func path(through evidence: [Double], grid: RateGrid, frames: Int) -> [Int] {
    let width = grid.count
    let reach = max(1, Int(saturating: largestChangeHz / grid.binHz))
    let prices = (0...reach).map { changePrice * (Double($0) * grid.binHz) * (Double($0) * grid.binHz) }
    var best = evidence
    best.withUnsafeMutableBufferPointer { best in
      withUnsafeTemporaryAllocation(of: Double.self, capacity: width) { from in
        for frame in 1..<max(frames, 1) {
          let (before, now) = ((frame - 1) * width, frame * width)
          for bin in 0..<width { from[bin] = best[before + bin] }
          for change in 1...reach where change < width {
            let price = prices[change]
            for bin in 0..<(width - change) {
              let above = best[before + bin + change] - price
              from[bin] = from[bin] < above ? above : from[bin]
            }
            for bin in 0..<(width - change) {
              let below = best[before + bin] - price
              from[bin + change] = from[bin + change] < below ? below : from[bin + change]
            }
          }
          for bin in 0..<width { best[now + bin] += from[bin] }
        }
      }
    }
    // The way back is found by looking again.
    var path = [Int](repeating: 0, count: frames)
    for frame in stride(from: frames - 1, through: 0, by: -1) {
      let last = frame == frames - 1
      let next = last ? 0 : path[frame + 1]
      var (top, value) = (next, -Double.infinity)
      for bin in last ? 0..<width : max(0, next - reach)..<min(width, next + reach + 1) {
        let candidate = best[frame * width + bin] - (last ? 0 : prices[max(bin, next) - min(bin, next)])
        if candidate > value { (top, value) = (bin, candidate) }
      }
      path[frame] = top
    }
    return path
  }
}
