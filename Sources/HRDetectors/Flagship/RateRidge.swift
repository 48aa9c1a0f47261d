internal import HRSignals
internal import RealModule

/// The way of the rate through a window, from short spectra: the strongest path that does not jump.
///
/// Spectra of 6 s at a step of 1 s (Hann, zero-padded to bins of at most 0.03 Hz) speak for each rate from 0.6 to
/// 3.5 Hz by the sum of its first three harmonics' shares of the power, less half the power at 1/2 and 3/2 of it, which
/// would be there if the rate were half as high. A spectrum counts by the fourth power of its mean trust. Of all paths,
/// the one wins whose evidence, less the squares of its changes, is largest (Viterbi).
struct RateRidge {
  static let bandHz = 0.6...3.5
  static let frameSeconds = 6.0
  private static let stepSeconds = 1.0
  /// Power times a frequency to this exponent, before harmonics are summed.
  private static let tilt = -0.3
  private static let second = 0.6
  private static let third = 0.6
  private static let between = 0.5
  private static let evidence = 3.0
  /// Price of a change, per square of hertz, from one spectrum to the next, and the largest change.
  private static let changePrice = 100.0
  private static let largestChangeHz = 0.25

  /// At the middle of each spectrum.
  private(set) var ratesHz: [Double]
  /// The middles, in samples of the window.
  private(set) var places: [Double]
  /// Mean share of the power, per hertz, that speaks for the path.
  let support: Double

  /// - Returns: `nil` where the window is too short for a spectrum.
  init?(_ window: PulseWindow, prior: RatePrior? = nil) {
    let chain = window.chain
    let step = chain.ridgeStep
    let rate = chain.sampleRate / Double(step)
    let (wave, trust) = Self.thinned(window, step: step)
    let length = min(wave.count, Int((Self.frameSeconds * rate).rounded()))
    guard length >= 8 else { return nil }
    let hop = max(1, Int((Self.stepSeconds * rate).rounded()))
    let count = (wave.count - length) / hop + 1
    let grid = RateGrid(plan: chain.plan, rate: rate)
    let hann = symmetricHann(count: length)

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
      chain.plan.powerSpectrum(of: piece, into: &power)
      grid.append(power, weight: Self.evidence * weight * weight, to: &evidence)
    }
    if let prior { grid.add(prior, toFirstOf: &evidence) }
    let path = Self.path(through: evidence, grid: grid, frames: count)

    var (rates, places, sum) = ([Double](), [Double](), 0.0)
    for (frame, bin) in path.enumerated() {
      let index = frame * grid.count + bin
      sum += evidence[index]
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
    support = sum / Double(count)
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
    let weights = (1 - step..<step).map { Double(step - abs($0)) / Double(step * step) }
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
    let reach = max(1, Int(largestChangeHz / grid.binHz))
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
              from[bin] = max(from[bin], best[before + bin + change] - price)
              from[bin + change] = max(from[bin + change], best[before + bin] - price)
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
        let candidate = best[frame * width + bin] - (last ? 0 : prices[abs(bin - next)])
        if candidate > value { (top, value) = (bin, candidate) }
      }
      path[frame] = top
    }
    return path
  }

  /// The rates that are asked about, and how a spectrum answers.
  private struct RateGrid {
    let binHz: Double
    let lowest: Int
    let count: Int
    private let top: Int
    private let slope: [Double]

    init(plan: RealFFT, rate: Double) {
      binHz = rate / Double(plan.count)
      lowest = Int((bandHz.lowerBound / binHz).rounded(.up))
      count = min(Int(bandHz.upperBound / binHz), plan.count / 2) - lowest + 1
      top = plan.count / 2
      let (binHz, lowest) = (binHz, lowest)
      slope = (0...top).map { $0 < lowest / 2 ? 0 : Double.pow(Double($0) * binHz, tilt) }
    }

    func append(_ power: [Double], weight: Double, to evidence: inout [Double]) {
      var tilted = power
      var sum = 0.0
      for bin in 0...top {
        tilted[bin] *= slope[bin]
        sum += tilted[bin]
      }
      let scale = sum > 0 ? weight / (sum * binHz) : 0
      for bin in lowest..<(lowest + count) {
        var value = tilted[bin] - between * tilted[bin / 2]
        if 2 * bin <= top { value += second * tilted[2 * bin] }
        if 3 * bin <= top { value += third * tilted[3 * bin] }
        if 3 * bin / 2 <= top { value -= between * tilted[3 * bin / 2] }
        evidence.append(value * scale)
      }
    }

    func add(_ prior: RatePrior, toFirstOf evidence: inout [Double]) {
      for bin in 0..<min(count, evidence.count) {
        evidence[bin] += prior.evidence(atHz: Double(lowest + bin) * binHz)
      }
    }
  }
}

/// What is known of the rate before a window is looked at.
struct RatePrior: Sendable {
  let rateHz: Double
  /// Evidence at the rate; it falls as a bell curve of this width.
  let weight: Double
  let widthHz: Double

  func evidence(atHz frequency: Double) -> Double {
    let distance = (frequency - rateHz) / widthHz
    return weight * Double.exp(-0.5 * distance * distance)
  }
}
