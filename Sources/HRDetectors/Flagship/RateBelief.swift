internal import RealModule

/// Probability of each rate at every frame of a recording, forward in time only.
///
/// From frame to frame a belief spreads by e^(−|change| / 2.4 bpm) (Laplace), and one in 100,000 of it over all rates
/// evenly, so that no rate is ever given up; then it is multiplied by e^(0.25 · evidence) and made to sum to 1 (the
/// forward pass of a hidden Markov model, Rabiner, 1989). At the start all rates are as likely.
struct RateBelief: Sendable {
  private static let evidenceWeight = 0.25
  private static let changeBPM = 2.4
  private static let anywhere = 1e-5
  /// Bins about the likeliest one over which a rate is averaged.
  private static let nearBins = 2

  let frames: WristFrames
  /// Probabilities by frame, then by rate; those of a frame sum to 1.
  private let belief: [Double]
  /// Logarithms of the probabilities.
  private let logs: [Double]
  /// Evidence by frame, then by rate.
  let evidence: [Double]
  /// Share of the belief in the five bins about the likeliest rate, by frame; 0…1.
  private(set) var shares: [Double] = []

  init(_ frames: WristFrames) {
    var scratch = (favour: [Double](), left: [Double]())
    let bandCount = frames.spectrum.bandCount
    self.init(frames) { frame, belief, evidence in
      let band = (frame * bandCount)..<((frame + 1) * bandCount)
      frames.spectrum.append(
        pulse: frames.pulse[band], motion: frames.motion[band], belief: belief, scratch: &scratch,
        to: &evidence)
    }
  }

  /// - Parameter append: adds a frame's evidence to that of the frames before it, given the belief that came to it.
  init(_ frames: WristFrames, evidence append: (Int, [Double], inout [Double]) -> Void) {
    self.frames = frames
    let width = frames.width
    let decay = Double.exp(-Self.logPrice(of: frames))
    let gain = (1 - decay) / (1 + decay)
    let floor = Self.anywhere / Double(width)
    var evidence: [Double] = []
    evidence.reserveCapacity(frames.count * width)
    var belief = [Double](repeating: 0, count: frames.count * width)
    var now = [Double](repeating: 1 / Double(width), count: width)
    var spread = now
    belief.withUnsafeMutableBufferPointer { belief in
      for frame in 0..<frames.count {
        // Two sweeps are a convolution with a two-sided exponential.
        var carried = 0.0
        for bin in 0..<width {
          carried = now[bin] + decay * carried
          spread[bin] = carried
        }
        carried = 0
        for bin in stride(from: width - 1, through: 0, by: -1) {
          spread[bin] = gain * (spread[bin] + decay * carried) + floor
          carried = now[bin] + decay * carried
        }
        let start = frame * width
        append(frame, spread, &evidence)
        var top = -Double.infinity
        for bin in 0..<width { top = max(top, evidence[start + bin]) }
        var sum = 0.0
        for bin in 0..<width {
          now[bin] = spread[bin] * Double.exp(Self.evidenceWeight * (evidence[start + bin] - top))
          sum += now[bin]
        }
        for bin in 0..<width {
          now[bin] /= sum
          belief[start + bin] = now[bin]
        }
      }
    }
    self.belief = belief
    self.evidence = evidence
    logs = belief.map { Double.log($0) }
    shares = (0..<frames.count).map { share(at: $0) }
  }

  /// Reduction of the logarithm of a belief by a change of one bin.
  private static func logPrice(of frames: WristFrames) -> Double {
    60 * frames.binHz / (changeBPM * WristFrames.stepSeconds)
  }

  /// The rates of the likeliest path to the last of some frames, in hertz: each the mean over the five bins about it.
  ///
  /// Of equally likely rates the lowest counts.
  func way(over range: ClosedRange<Int>) -> [Double] {
    let width = frames.width
    let price = Self.logPrice(of: frames)
    var hertz: [Double] = []
    var next: Int?
    for frame in range.reversed() {
      let start = frame * width
      var (best, value) = (0, -Double.infinity)
      for bin in 0..<width {
        let change = next.map { Double(max(bin, $0) - min(bin, $0)) } ?? 0
        let candidate = logs[start + bin] - price * change
        if candidate > value { (best, value) = (bin, candidate) }
      }
      next = best
      hertz.append(near(best, in: frame).hertz)
    }
    return hertz.reversed()
  }

  private func share(at frame: Int) -> Double {
    let row = belief[(frame * frames.width)..<((frame + 1) * frames.width)]
    guard let best = row.indices.max(by: { row[$0] < row[$1] }) else { return 0 }
    return near(best - row.startIndex, in: frame).share
  }

  private func near(_ bin: Int, in frame: Int) -> (hertz: Double, share: Double) {
    var (sum, weighted) = (0.0, 0.0)
    for other in max(0, bin - Self.nearBins)...min(frames.width - 1, bin + Self.nearBins) {
      let value = belief[frame * frames.width + other]
      sum += value
      weighted += value * Double(other)
    }
    return (sum > 0 ? frames.hertz(weighted / sum) : frames.hertz(Double(bin)), sum)
  }

  /// Standard deviation of the belief of a frame, in hertz.
  func deviationHz(at frame: Int) -> Double {
    var (mean, square) = (0.0, 0.0)
    for bin in 0..<frames.width {
      let (value, hertz) = (belief[frame * frames.width + bin], frames.hertz(Double(bin)))
      mean += value * hertz
      square += value * hertz * hertz
    }
    return max(0, square - mean * mean).squareRoot()
  }
}
