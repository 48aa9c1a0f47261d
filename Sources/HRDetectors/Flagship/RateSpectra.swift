internal import HRSignals
internal import RealModule

/// Short spectra of a wave, as evidence for each rate.
struct RateSpectra: Sendable {
  static let lowHz = 0.6
  static let highHz = 3.5
  let frameLength: Int
  let hop: Int
  let binHz: Double
  let lowBin: Int
  let binCount: Int
  /// Frame after frame.
  let scores: [Double]
  let frameCount: Int
  let sampleRate: Double

  init(_ x: [Double], sampleRate: Double) {
    self.sampleRate = sampleRate
    frameLength = Int((K.frame * sampleRate).rounded())
    hop = max(1, Int((K.hop * sampleRate).rounded()))
    let plan = RealFFT(count: RealFFT.smoothCount(atLeast: max(frameLength, Int(sampleRate / K.df))))
    binHz = sampleRate / Double(plan.count)
    lowBin = Int((Self.lowHz / binHz).rounded(.up))
    binCount = Int(Self.highHz / binHz) - lowBin + 1
    frameCount = x.count < frameLength ? 0 : (x.count - frameLength) / hop + 1
    var all: [Double] = []
    all.reserveCapacity(frameCount * binCount)
    var power: [Double] = []
    let hann = symmetricHann(count: frameLength)
    var piece = [Double](repeating: 0, count: frameLength)
    for k in 0..<frameCount {
      for i in 0..<frameLength { piece[i] = x[k * hop + i] * hann[i] }
      plan.powerSpectrum(of: piece, into: &power)
      Self.append(power, binHz: binHz, lowBin: lowBin, count: binCount, to: &all)
    }
    scores = all
  }

  static func append(_ power: [Double], binHz: Double, lowBin: Int, count: Int, to all: inout [Double]) {
    let top = min(power.count - 1, Int(8 / binHz))
    var p = [Double](repeating: 0, count: power.count)
    var sum = 0.0
    for b in lowBin / 2...top { p[b] = power[b] * Double.pow(Double(b) * binHz, K.pre); sum += p[b] }
    let scale = sum > 0 ? 1 / (sum * binHz) : 0
    for b in lowBin..<(lowBin + count) {
      var s = p[b]
      if 2 * b <= top { s += K.g2 * p[2 * b] }
      if 3 * b <= top { s += K.g3 * p[3 * b] }
      s -= K.gh * (p[b / 2] + (b * 3 / 2 <= top ? p[b * 3 / 2] : 0))
      all.append(s * scale)
    }
  }
}

/// The rate's way through a window.
struct RateRidge {
  /// Hz at the centres of the frames.
  private(set) var hz: [Double] = []
  /// Places of the frames' centres in the window, in samples.
  private(set) var places: [Double] = []
  private(set) var score = 0.0

  var meanHz: Double { hz.reduce(0, +) / Double(max(hz.count, 1)) }

  init(_ s: RateSpectra, over range: Range<Int>, piece: WavePiece) {
    let first = (range.lowerBound + s.hop - 1) / s.hop
    let last = range.upperBound < s.frameLength ? -1 : (range.upperBound - s.frameLength) / s.hop
    guard last >= first else { return }
    let n = last - first + 1, m = s.binCount
    // frame weights
    var fw = [Double](repeating: 1, count: n)
    for k in 0..<n {
      let a = (first + k) * s.hop - range.lowerBound
      var sum = 0.0, norm = 0.0
      for i in stride(from: a, to: a + s.frameLength, by: 4) { sum += piece.weight[i]; norm += 1 }
      fw[k] = Double.pow(sum / norm, K.fpw)
    }
    var best = [Double](repeating: 0, count: m)
    var back = [Int](repeating: 0, count: n * m)
    let reach = max(1, Int(0.25 / s.binHz))
    for b in 0..<m { best[b] = K.kappa * fw[0] * s.scores[first * m + b] }
    var next = best
    for k in 1..<max(n, 1) {
      for b in 0..<m {
        var top = -Double.infinity, from = b
        for c in max(0, b - reach)...min(m - 1, b + reach) {
          let d = Double(b - c) * s.binHz
          let v = best[c] - K.mu * d * d
          if v > top { top = v; from = c }
        }
        next[b] = top + K.kappa * fw[k] * s.scores[(first + k) * m + b]
        back[k * m + b] = from
      }
      swap(&best, &next)
    }
    var b = 0
    for c in 0..<m where best[c] > best[b] { b = c }
    score = best[b]
    var bins = [Int](repeating: 0, count: n)
    for k in stride(from: n - 1, through: 0, by: -1) { bins[k] = b; b = back[k * m + b] }
    for k in 0..<n {
      let c = bins[k], i = (first + k) * m + c
      var offset = 0.0
      if c > 0, c < m - 1, let apex = parabolicApex(s.scores[i - 1], s.scores[i], s.scores[i + 1]) {
        offset = min(max(apex.offset, -0.5), 0.5)
      }
      hz.append((Double(s.lowBin + c) + offset) * s.binHz)
      places.append(Double((first + k) * s.hop - range.lowerBound) + Double(s.frameLength) / 2)
    }
  }

  /// Seconds per beat at each sample.
  func periods(count: Int, sampleRate: Double) -> [Double] {
    var out = [Double](repeating: 0, count: count)
    var k = 0
    for i in 0..<count {
      let t = Double(i)
      while k + 2 < places.count, places[k + 1] <= t { k += 1 }
      var f = hz[k]
      if k + 1 < hz.count {
        let u = min(max((t - places[k]) / (places[k + 1] - places[k]), 0), 1); f += u * (hz[k + 1] - hz[k])
      }
      out[i] = sampleRate / f
    }
    return out
  }
}
