internal import HRNumerics

/// The best score of a rate path up to every frame of a recording: forward in time only.
///
/// A path's score is the sum of its frames' evidence, each times the frame's weight, less 400 times the squares of its
/// changes in hertz. It changes by at most 0.25 Hz from one frame to the next, or starts anew anywhere at a price of
/// 30, so a lost path is left as soon as another has that much more evidence (Viterbi, 1967).
struct RidgeTrack: Sendable {
  /// Price per squared hertz of change from one frame to the next.
  private static let changePrice = 400.0
  private static let largestChangeHz = 0.25
  private static let restartPrice = 30.0
  private static let ownShare = 0.9

  let frames: RateFrames
  /// Scores by frame and rate, less the best of the frame.
  private var scores: [Double]
  /// Prices by change in bins.
  private let prices: [Double]

  /// - Parameter prior: prior knowledge of the rate at the first frame.
  init(_ frames: RateFrames, prior: RatePrior? = nil) {
    self.frames = frames
    let grid = frames.grid
    let reach = max(1, Int(saturating: Self.largestChangeHz / grid.binHz))
    prices = (0...reach).map { Self.changePrice * (Double($0) * grid.binHz) * (Double($0) * grid.binHz) }
    scores = [Double](repeating: 0, count: frames.evidence.count)
    advance(over: 0..<frames.count, weights: frames.weights, into: &scores, after: [], prior: prior)
  }

  /// Scores before a frame; empty before the first.
  private func row(before frame: Int) -> ArraySlice<Double> {
    frame > 0 ? scores[frames.row(frame - 1)] : []
  }

  /// Scores of frames, one after the other.
  ///
  /// - Parameters:
  ///   - weights: one per frame.
  ///   - rows: filled, one row per frame.
  ///   - before: the scores at the frame before the first; empty for none.
  private func advance(
    over range: Range<Int>, weights: [Double], into rows: inout [Double], after before: ArraySlice<Double>,
    prior: RatePrior? = nil
  ) {
    let width = frames.grid.count
    let largest = min(prices.count - 1, width - 1)
    let held = Array(before)
    var first: [Double] = []
    if let prior {
      first = [Double](repeating: 0, count: width)
      frames.grid.add(prior, to: &first)
    }
    rows.withUnsafeMutableBufferPointer { rows in
      frames.evidence.withUnsafeBufferPointer { evidence in
        held.withUnsafeBufferPointer { held in
          withUnsafeTemporaryAllocation(of: Double.self, capacity: width) { from in
            for (step, frame) in range.enumerated() {
              let now = UnsafeMutableBufferPointer(rebasing: rows[(step * width)..<((step + 1) * width)])
              let (weight, start) = (weights[step], frame * width)
              for bin in 0..<width { now[bin] = weight * evidence[start + bin] }
              if step > 0 {
                let last = UnsafeBufferPointer(rebasing: rows[((step - 1) * width)..<(step * width)])
                Self.add(last, to: now, prices: prices, largest: largest, scratch: from)
              } else if held.count == width {
                Self.add(held, to: now, prices: prices, largest: largest, scratch: from)
              } else {
                for bin in first.indices { now[bin] += first[bin] }
              }
              var top = -Double.infinity
              for bin in 0..<width { top = now[bin] > top ? now[bin] : top }
              for bin in 0..<width { now[bin] -= top }
            }
          }
        }
      }
    }
  }

  /// Adds the best score of a path to each rate of the next frame.
  private static func add(
    _ last: UnsafeBufferPointer<Double>, to now: UnsafeMutableBufferPointer<Double>, prices: [Double],
    largest: Int, scratch from: UnsafeMutableBufferPointer<Double>
  ) {
    let width = now.count
    for bin in 0..<width { from[bin] = last[bin] }
    if largest > 0 {
      for change in 1...largest {
        let price = prices[change]
        for bin in 0..<(width - change) {
          let above = last[bin + change] - price
          from[bin] = from[bin] < above ? above : from[bin]
        }
        for bin in 0..<(width - change) {
          let below = last[bin] - price
          from[bin + change] = from[bin + change] < below ? below : from[bin + change]
        }
      }
    }
    let floor = -restartPrice
    for bin in 0..<width { now[bin] += from[bin] < floor ? floor : from[bin] }
  }

  // MARK: A window

  /// The path to the end of a window, over its frames.
  ///
  /// Frames before the window count by the scores they led to. The window's own levels may give a frame less trust than
  /// it had when it came.
  ///
  /// - Parameters:
  ///   - window: in working samples of the wave.
  ///   - trust: of each of them.
  /// - Returns: `nil` if no frame ends in time.
  func way(in window: Range<Int>, trust: [Double]) -> RidgeWay? {
    guard let range = range(in: window) else { return nil }
    let width = frames.grid.count
    let weights = weights(of: range, in: window, trust: trust)
    // Up to the first frame with another weight in the window the scores are those of the recording.
    let same = zip(weights, frames.weights[range]).prefix { $0 == $1 }.count
    var inner = Array(scores[(range.lowerBound * width)..<((range.lowerBound + same) * width)])
    if same < range.count {
      let rest = (range.lowerBound + same)..<range.upperBound
      var further = [Double](repeating: 0, count: rest.count * width)
      advance(
        over: rest, weights: Array(weights[same...]), into: &further, after: row(before: rest.lowerBound))
      inner += further
    }
    return RidgeWay(frames: frames, range: range, bins: bins(through: inner, count: range.count))
  }

  /// The rate that was the likeliest when a window began, in hertz.
  ///
  /// - Returns: `nil` where no frame had ended.
  func rateHz(atStartOf window: Range<Int>) -> Double? {
    let ended = ended(before: window)
    return ended > 0 ? rateHz(of: likeliest(at: ended - 1)) : nil
  }

  /// Seconds before a window throughout which the rate that was then the likeliest was near another, each as far as its
  /// spectrum shows that rate (``RateFrames/shown(_:in:)``).
  ///
  /// - Parameters:
  ///   - hertz: the other rate.
  ///   - share: largest difference, as a share of it.
  ///   - most: time before the window beyond which nothing counts.
  func secondsNear(_ hertz: Double, within share: Double, before window: Range<Int>, most: Double) -> Double {
    let near = (0..<ended(before: window)).suffix(Int(saturating: most / RateFrames.stepSeconds))
    var shown = 0.0
    for frame in near.reversed() {
      let bin = likeliest(at: frame)
      guard abs(rateHz(of: bin) / hertz - 1) <= share else { break }
      shown += frames.shown(bin, in: frame)
    }
    return shown * RateFrames.stepSeconds
  }

  /// Number of frames that had ended when a window began.
  private func ended(before window: Range<Int>) -> Int {
    frames.ends.firstIndex(notBefore: window.lowerBound + 1)
  }

  private func rateHz(of bin: Int) -> Double { Double(frames.grid.lowest + bin) * frames.grid.binHz }

  /// Bin of the rate that was the likeliest when a frame ended.
  private func likeliest(at frame: Int) -> Int {
    Self.best(of: scores[frames.row(frame)], among: 0..<frames.grid.count) { _ in 0 }
  }

  /// The frames inside a window; of a window shorter than a frame the last that ends in it.
  private func range(in window: Range<Int>) -> Range<Int>? {
    let end = frames.ends.firstIndex(notBefore: window.upperBound + 1)
    guard end > 0 else { return nil }
    let first = min(frames.ends.firstIndex(notBefore: window.lowerBound + frames.length), end)
    // The first frames of a recording are shorter.
    let earlier = (0..<first).first { frames.start(of: $0) >= window.lowerBound }
    return min(earlier ?? first, end - 1)..<end
  }

  /// Weights of frames in a window: their own, or those by the window's own trust if they are less by more than a
  /// tenth.
  private func weights(of range: Range<Int>, in window: Range<Int>, trust: [Double]) -> [Double] {
    let sums = [Double](unsafeUninitializedCapacity: trust.count + 1) { sums, count in
      var sum = 0.0
      for index in trust.indices {
        sums[index] = sum
        sum += trust[index]
      }
      sums[trust.count] = sum
      count = trust.count + 1
    }
    return range.map { frame in
      let end = min(max(frames.ends[frame] - window.lowerBound, 1), trust.count)
      let start = min(max(frames.start(of: frame) - window.lowerBound, 0), end - 1)
      let own = RateFrames.weight(ofTrust: (sums[end] - sums[start]) / Double(end - start))
      return own < Self.ownShare * frames.weights[frame] ? own : frames.weights[frame]
    }
  }

  /// The rates of the best path, found backward from its end.
  private func bins(through scores: [Double], count: Int) -> [Int] {
    let width = frames.grid.count
    let reach = prices.count - 1
    var bins = [Int](repeating: 0, count: count)
    var next: Int?
    for step in stride(from: count - 1, through: 0, by: -1) {
      let row = scores[(step * width)..<((step + 1) * width)]
      var best: Int?
      if let next {
        let near = max(0, next - reach)..<min(width, next + reach + 1)
        let kept = Self.best(of: row, among: near) { prices[max($0, next) - min($0, next)] }
        let price = prices[max(kept, next) - min(kept, next)]
        if row[row.startIndex + kept] - price >= -Self.restartPrice { best = kept }
      }
      let bin = best ?? Self.best(of: row, among: 0..<width) { _ in 0 }
      bins[step] = bin
      next = bin
    }
    return bins
  }

  /// The place with the highest score less its price; of equal ones the lower.
  private static func best(
    of row: ArraySlice<Double>, among bins: Range<Int>, price: (Int) -> Double
  ) -> Int {
    var (top, value) = (bins.lowerBound, -Double.infinity)
    for bin in bins {
      let candidate = row[row.startIndex + bin] - price(bin)
      if candidate > value { (top, value) = (bin, candidate) }
    }
    return top
  }
}

/// The best rate path over the frames of one window.
struct RidgeWay {
  let frames: RateFrames
  let range: Range<Int>
  /// Bins of the path, by frame of the window.
  let bins: [Int]

  /// - Parameter start: first working sample of the window, from which places are counted.
  func ridge(from start: Int) -> RateRidge {
    RateRidge(
      ratesHz: zip(range, bins).map { hertz($1, in: $0) },
      places: range.map { frames.middle(of: $0) - Double(start) })
  }

  /// A bin's rate, refined by the parabola through its evidence and that of its neighbours.
  private func hertz(_ bin: Int, in frame: Int) -> Double {
    let grid = frames.grid
    let index = frame * grid.count + bin
    var offset = 0.0
    if bin > 0, bin < grid.count - 1,
      let apex = parabolicApex(frames.evidence[index - 1], frames.evidence[index], frames.evidence[index + 1])
    {
      offset = min(max(apex.offset, -0.5), 0.5)
    }
    return (Double(grid.lowest + bin) + offset) * grid.binHz
  }

  /// How far its frames show this path (``RateFrames/shown(_:in:)``): their mean, each by its weight; 0 without any.
  var shown: Double {
    var (sum, weights) = (0.0, 0.0)
    for (frame, bin) in zip(range, bins) {
      sum += frames.weights[frame] * frames.shown(bin, in: frame)
      weights += frames.weights[frame]
    }
    return weights > 0 ? sum / weights : 0
  }

  /// Sum of a wave's evidence along this path.
  func total(in wave: RateFrames) -> Double {
    zip(range, bins).reduce(0) { $0 + wave.evidence[wave.row($1.0).lowerBound + $1.1] }
  }
}

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
