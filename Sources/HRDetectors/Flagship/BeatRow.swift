internal import HRSignals
internal import RealModule

/// The likeliest row of beats along a rate.
struct BeatRow {
  /// Places in the window in samples.
  let beats: [Double]
  let evidence: Double

  init?(_ piece: WavePiece, ridge: RateRidge) {
    guard !ridge.hz.isEmpty else { return nil }
    let n = piece.wave.count
    let periods = ridge.periods(count: n, sampleRate: piece.sampleRate)
    var o = [Double](repeating: 0, count: n)
    for i in 0..<n { o[i] = piece.wave[i] / piece.level[i] * piece.weight[i] }
    let up = Self.path(o, periods, K.lam, piece.weight, 0)
    let down = Self.path(o.map { -$0 }, periods, K.lam, piece.weight, 0)
    var path = up.score >= down.score ? up : down
    if down.score > up.score { for i in 0..<n { o[i] = -o[i] } }
    var noise = 1.0, spread = 1.0
    for _ in 0..<K.iters {
      guard path.beats.count >= 3 else { break }
      let middle = median(path.beats.map { periods[$0] })
      let before = Int(0.35 * middle), after = Int(0.55 * middle)
      var t = [Double](repeating: 0, count: before + after + 1)
      for b in path.beats where b - before >= 0 && b + after < n {
        let w = piece.weight[b] / piece.level[b]
        for j in t.indices { t[j] += w * piece.wave[b - before + j] }
      }
      var norm = 0.0
      for v in t { norm += v * v }
      guard norm > 0 else { break }
      for j in t.indices { t[j] /= norm.squareRoot() }
      for i in 0..<n {
        var sum = 0.0
        let lo = max(0, before - i), hi = min(t.count, n - i + before)
        for j in lo..<hi { sum += t[j] * piece.wave[i - before + j] }
        o[i] = sum / piece.level[i] * piece.weight[i]
      }
      // unit: mean at beats
      var mean = 0.0
      for b in path.beats { mean += o[b] }
      mean /= Double(path.beats.count)
      guard mean > 0 else { break }
      for i in 0..<n { o[i] /= mean }
      var s2 = 0.0, v = 0.0, ws = 0.0
      for b in path.beats {
        s2 += piece.weight[b] * (o[b] - piece.weight[b]) * (o[b] - piece.weight[b]); ws += piece.weight[b]
      }
      s2 /= max(ws, 1e-9)
      for (a, b) in zip(path.beats, path.beats.dropFirst()) {
        let r = Double.log(Double(b - a) / periods[b]); v += r * r
      }
      v /= Double(path.beats.count - 1)
      let lambda = K.c * (s2 + K.s0) / (v + K.v0)
      path = Self.path(o, periods, min(max(lambda, K.lmin), K.lmax), piece.weight, K.bias)
      noise = s2; spread = v
    }
    guard path.beats.count >= 3 else { return nil }
    beats = path.beats.map { b in
      guard b > 0, b < n - 1, let a = parabolicApex(o[b - 1], o[b], o[b + 1]) else { return Double(b) }
      return Double(b) + min(max(a.offset, -1), 1)
    }
    evidence = path.score / Double(path.beats.count)
    _ = noise + spread
  }

  static func path(_ o: [Double], _ periods: [Double], _ lam: Double, _ w: [Double], _ bias: Double) -> (
    beats: [Int], score: Double
  ) {
    let n = o.count
    var best = [Double](repeating: 0, count: n)
    var back = [Int](repeating: -1, count: n)
    for i in 0..<n {
      let p = periods[i]
      var top = -Double.infinity, from = -1
      let near = max(1, Int(p * (1 - K.wide))), far = Int(p * (1 + K.wide * 1.2)) + 1
      if i >= near {
        for d in near...far where d <= i {
          let r = Double.log(Double(d) / p)
          let v = best[i - d] - lam * r * r
          if v > top { top = v; from = i - d }
        }
      }
      // a row may begin within the first period
      if Double(i) < p * 1.2, top < 0 { top = 0; from = -1 }
      best[i] = o[i] - bias * w[i] + (top == -Double.infinity ? 0 : top)
      back[i] = from
    }
    var end = n - 1
    let from = max(0, n - 1 - Int(periods[n - 1] * 1.2))
    for i in from..<n where best[i] > best[end] { end = i }
    var beats: [Int] = []
    let score = best[end]
    while end >= 0 { beats.append(end); end = back[end] }
    beats.reverse()
    return (beats, score)
  }
}
