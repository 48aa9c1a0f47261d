package import HRPlugins
package import HRSignals
internal import RealModule

package struct FusionDetector: PreparedWindowDetector {
  package struct Parameters: ParameterSet {
    package var minimumConfidence = 0.0
    package init() {}
    package static let table: [Parameter<Self>] = [
      Parameter("minimumConfidence", \.minimumConfidence, in: 0...1, "Abstain below this confidence.")
    ]
  }

  package static let info = PluginInfo(
    "fusion", version: 1,
    "Tracks the rate through short spectra, then lays the likeliest row of beats along it.",
    source: "hreval")
  package static let inputs = [ChannelKind.ppg]

  private let parameters: Parameters
  package init(_ parameters: Parameters) { self.parameters = parameters }

  package func prepare(_ channels: Channels) -> PulseWave? {
    guard let raw = channels[.ppg]?.uniform(), raw.count > 0 else { return nil }
    return PulseWave(raw)
  }

  package func heartRate(in range: TimeRange, of wave: PulseWave?) -> Estimate {
    guard let wave else { return .abstained(.windowTooShort) }
    let samples = wave.samples(in: range)
    guard Double(samples.count) >= 4 * wave.sampleRate else { return .abstained(.windowTooShort) }
    guard let piece = WavePiece(wave, samples) else { return .abstained(.flatSignal) }
    let ridge: RateRidge
    if K.perWindow == 1 {
      var x = piece.wave
      for i in x.indices { x[i] *= piece.weight[i] / piece.level[i] }
      ridge = RateRidge(RateSpectra(x, sampleRate: wave.sampleRate), over: 0..<x.count, piece: piece)
    } else {
      ridge = RateRidge(wave.spectra, over: samples, piece: piece)
    }
    guard let row = BeatRow(piece, ridge: ridge) else { return .abstained(.tooFewBeats) }
    let beats = row.beats.map { wave.time(at: Double(samples.lowerBound) + $0) }
    let kept = beats.filter { $0 >= range.start + K.front }
    guard kept.count >= 3, let first = kept.first, let last = kept.last else {
      return .abstained(.tooFewBeats)
    }
    var (n, end) = (kept.count, last)
    let recent = (last - kept[max(0, n - 1 - K.back)]) / Double(min(n - 1, K.back))
    while K.front > 0, end + recent <= range.end + K.front { end += recent; n += 1 }
    var bpm = 60 * Double(n - 1) / (end - first)
    if K.mode == 1 { bpm = 60 * ridge.meanHz }
    var e = Estimate.bpm(bpm, confidence: min(max(row.evidence, 0), 1))
    e.beats = beats
    return e
  }
}
