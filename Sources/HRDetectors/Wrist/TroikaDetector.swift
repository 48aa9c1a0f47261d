internal import HRNumerics
internal import HRPlugins

/// TROIKA-style: takes the motion's components out of the pulse wave, makes its spectrum sparse, and follows the peak.
///
/// Per window (8 s, every 2 s; ``WristStream``, every second sample: 12.5 Hz), as in the paper:
/// 1. Singular spectrum analysis in 3.2 s. A component whose strongest frequency is one of an axis' dominant ones (at
///    least half the axis' largest amplitude) is removed, unless it is within 18 bpm of the last reading or of twice
///    that. Components of less than 10⁻³ of the strongest one's variance are removed too.
/// 2. The second difference in time, which favours the pulse's harmonics against slow motion.
/// 3. A sparse spectrum by FOCUSS (``SparseSpectrum``).
/// 4. The peak is chosen, and checked, by ``TroikaFollower``.
///
/// - Note: Read freely: the rate of 12.5 instead of 125 Hz, with the grid and the window lengths that go with it (1.46
///   instead of 1.83 bpm per bin, 40 instead of 400 samples of lag); components one by one instead of in groups; an
///   axis at rest (standard deviation below ``SpectralCandidates/leastDeviation``) has no dominant frequencies; no
///   component is removed in the first window, where there is no reading to protect; the follower's ways back.
struct TroikaDetector: WristTracker, BandDetector {
  struct Parameters: BandParameters {
    var lowCutoffHz = 0.7
    var highCutoffHz = 3.5

    static var table: [Parameter<Self>] { wristEdges() }
  }

  static let info = PluginInfo(
    "troika", version: 3,
    "TROIKA-style: singular spectrum analysis, sparse spectrum, peak followed and checked.",
    source:
      "Z. Zhang, Z. Pi and B. Liu, IEEE Transactions on Biomedical Engineering 62(2):522-531, 2015, read freely",
    tunedOn: .ofCup2015)

  static let count = WristStream.windowCount / 2
  private static let lagCount = 40
  private static let protectedBPM = 18.0
  private static let dominantShare = 0.5
  private static let leastStrength = 1e-3
  let parameters: Parameters
  /// The sinusoids' tables are the same for all recordings.
  private let sparse = SparseSpectrum(count: TroikaDetector.count - 2)
  private let fft = RealFFT(count: 512)

  func estimates(of recording: WristRecording) -> [Estimate] {
    let stream = WristStream(recording)
    var follower = TroikaFollower(searchBPM: parameters.bandBPM)
    return (0..<stream.count).map { window in
      guard let pulse = stream.pulse(inWindow: window) else { return .abstained(.flatSignal) }
      let samples = stride(from: 0, to: pulse.count, by: 2).map { pulse[$0] }
      let cleaned = without(motion(of: stream, window), in: samples, except: follower.bpm)
      let curved = zip(zip(cleaned, cleaned.dropFirst()), cleaned.dropFirst(2)).map { $0.0 - 2 * $0.1 + $1 }
      guard let bpm = follower.follow(sparse.amplitudes(of: [curved]).first ?? []) else {
        return .abstained(.noPeak)
      }
      // Half of a harmonic may be outside the band, and a cut change may lead there.
      return Estimate.bpm(bpm).within(parameters.bandBPM, else: .bandEdge)
    }
  }

  /// Bins that are dominant in an axis.
  private func motion(of stream: WristStream, _ window: Int) -> [Bool] {
    var dominant = Array(repeating: false, count: fft.binCount)
    var power: [Double] = []
    for (_, all) in stream.movingAxes(inWindow: window) {
      fft.powerSpectrum(of: stride(from: 0, to: all.count, by: 2).map { all[$0] }, into: &power)
      let least = Self.dominantShare * Self.dominantShare * (power[SparseSpectrum.bins].max() ?? 0)
      for bin in SparseSpectrum.bins where power[bin] >= least { dominant[bin] = true }
    }
    return dominant
  }

  private func without(_ motion: [Bool], in samples: [Double], except bpm: Double?) -> [Double] {
    guard let bpm, motion.contains(true), let parts = SingularSpectrum(samples, length: Self.lagCount) else {
      return samples
    }
    let least = Self.leastStrength * (parts.strengths.first ?? 0)
    var power: [Double] = []
    let kept = parts.shapes.indices.filter { index in
      guard parts.strengths[index] > least else { return false }
      fft.powerSpectrum(of: parts.shapes[index], into: &power)
      let best = power.extreme(in: SparseSpectrum.bins)
      guard motion[best] else { return true }
      let place = Double(best) * SparseSpectrum.binBPM
      return abs(place - bpm) <= Self.protectedBPM || abs(place - 2 * bpm) <= Self.protectedBPM
    }
    return kept.isEmpty ? samples : parts.row(of: kept)
  }
}

/// The choice of a peak in TROIKA, with its checks.
///
/// At first the highest peak in the range of the search, each height over its rate's square, which undoes the second
/// difference: it would favour the double. Then candidates are sought within 29 bpm of the last reading and, for the
/// first harmonic, within twice that of its double. A candidate whose double is one too (within 3 bpm of rate) is
/// taken; of several the one nearest the last reading. Without such a pair the nearest of all, halves of the harmonics
/// included. Without any the last reading is kept. A change of 11 bpm or more is cut to 3.7, once in that direction.
///
/// That first choice (the paper takes the highest peak of a wrist at rest) and the reset are own choices: after
/// `patience` windows on end with readings that were kept or cut, the search starts anew.
struct TroikaFollower {
  private(set) var bpm: Double?
  private let searchBPM: ClosedRange<Double>
  private var doubts = 0

  private static let reachBPM = 29.0
  private static let pairBPM = 3.0
  private static let largestChangeBPM = 11.0
  private static let cutChangeBPM = 3.7
  private static let patience = 5

  init(searchBPM: ClosedRange<Double>) {
    self.searchBPM = searchBPM
  }

  /// - Returns: `nil` where there has been no peak yet.
  mutating func follow(_ amplitudes: [Double]) -> Double? {
    let peaks = SparsePeaks(amplitudes)
    guard let last = bpm, doubts < Self.patience else {
      bpm = peaks.highest(in: searchBPM, over: { $0 * $0 })?.bpm ?? bpm
      doubts = 0
      return bpm
    }
    let near = peaks.candidates(in: last - Self.reachBPM...last + Self.reachBPM).map(\.bpm)
      .filter(searchBPM.contains)
    let doubles = peaks.candidates(in: 2 * (last - Self.reachBPM)...2 * (last + Self.reachBPM)).map(\.bpm)
    let paired = near.filter { rate in doubles.contains { abs($0 / 2 - rate) <= Self.pairBPM } }
    let choice = paired.isEmpty ? near + doubles.map { $0 / 2 } : paired
    guard let chosen = choice.min(by: { abs($0 - last) < abs($1 - last) }) else {
      doubts += 1
      return last
    }
    if abs(chosen - last) >= Self.largestChangeBPM {
      doubts += 1
      bpm = chosen > last ? last + Self.cutChangeBPM : last - Self.cutChangeBPM
    } else {
      doubts = 0
      bpm = chosen
    }
    return bpm
  }
}
