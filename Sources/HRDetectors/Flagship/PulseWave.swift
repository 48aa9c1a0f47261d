internal import HRPlugins
internal import HRSignals
internal import RealModule

/// A recording made ready: thinned, filtered forward in time, with the short spectra of all its seconds.
package struct PulseWave: Sendable {
  let sampleRate: Double
  let startTime: Double
  /// Raw samples within this time after a working sample have gone into it.
  let reachSeconds: Double
  let forward: [Double]
  let filter: SecondOrderSections
  let lastChange: [Int]
  let spectra: RateSpectra

  init?(_ raw: Signal) {
    var filled = raw.samples
    guard var held = filled.first(where: \.isFinite) else { return nil }
    let first = held
    for i in filled.indices { if filled[i].isFinite { held = filled[i] }; filled[i] = held - first }
    let factor = max(1, Int(raw.sampleRate / 25))
    let rate = raw.sampleRate / Double(factor)
    var thinned = Signal(samples: filled, sampleRate: raw.sampleRate, startTime: raw.startTime)
    var reach = 0.0
    if factor > 1 {
      let d = Decimator(
        sampleRate: raw.sampleRate, passHz: 7, stopHz: rate - 7, factor: factor, attenuationDecibels: 50)
      thinned = d.apply(thinned)
      reach = d.reachSeconds
    }
    guard
      let bp = SecondOrderSections.butterworth(
        order: K.order, band: .bandPass(K.lo, min(K.hi, 0.45 * rate)), sampleRate: rate),
      let hp = SecondOrderSections.butterworth(order: 1, band: .highPass(K.hp1), sampleRate: rate)
    else { return nil }
    filter = SecondOrderSections(sections: bp.sections + (K.hp1 > 0 ? hp.sections : []))
    forward = filter.filtered(thinned.samples)
    sampleRate = rate
    startTime = raw.startTime
    reachSeconds = reach
    let count = forward.count
    var changes = [Int](repeating: 0, count: count)
    for w in 1..<max(count, 1) {
      let last = w * factor
      changes[w] = (last - factor..<last).contains { filled[$0] != filled[$0 + 1] } ? w : changes[w - 1]
    }
    lastChange = changes
    spectra = RateSpectra(forward, sampleRate: rate)
  }

  func samples(in range: TimeRange) -> Range<Int> {
    func index(_ t: Double) -> Int {
      Int(min(max(((t - startTime - 1e-6) * sampleRate).rounded(.up), 0), Double(forward.count)))
    }
    let a = index(range.start)
    return a..<max(a, index(range.end - reachSeconds))
  }
  func time(at place: Double) -> Double { startTime + place / sampleRate }
}

/// One window of it: filtered backward too, with weights against bursts.
struct WavePiece {
  let sampleRate: Double
  let wave: [Double]
  let weight: [Double]
  let level: [Double]

  init?(_ whole: PulseWave, _ range: Range<Int>) {
    guard range.count > 2, whole.lastChange[range.upperBound - 1] > range.lowerBound else { return nil }
    sampleRate = whole.sampleRate
    var y = Array(whole.forward[range])
    y.reverse()
    // extend oddly
    let pad = min(y.count - 1, Int(sampleRate))
    let first = y[0]
    var padded: [Double] = []
    padded.reserveCapacity(y.count + pad)
    for k in 0..<pad { padded.append(2 * first - y[pad - k]) }
    padded += y
    y = Array(whole.filter.filtered(padded, startingAtSteadyState: true)[pad...])
    y.reverse()
    wave = y
    let n = y.count
    let box = movingAverage(y.map { $0 * $0 }, window: max(1, Int(K.env * sampleRate)))
    let rms = box.map { $0.squareRoot() }
    guard let reference = percentile(rms, 100 * K.q), reference > 0 else { return nil }
    level = rms.map { max($0, reference) }
    var w = [Double](repeating: 1, count: n)
    for i in 0..<n {
      let r = K.excess * reference / max(rms[i], 1e-300)
      w[i] = r < 1 ? Double.pow(r, K.pw) : 1
    }
    weight = w
  }
}
