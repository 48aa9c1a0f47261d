internal import HRPlugins

/// Common part of ``SpaMaDetector`` and ``SpaMaPlusDetector``.
struct SpaMaFollower {
  let bandHz: ClosedRange<Double>
  let toleranceBPM: Double
  let reachBPM: Double
  /// Number of readings whose mean the next one is compared with.
  let memory: Int
  /// Windows without a peak in reach, but with one at another place, after which it starts anew there; `nil` never.
  let patience: Int?

  var bandBPM: ClosedRange<Double> { bandHz.perMinute }

  private static let candidateCount = 3
  private static let motionPeaks = 3
  private static let motionShare = 0.3

  func estimates(of recording: WristRecording) -> [Estimate] {
    let stream = WristStream(recording)
    var spectra = SpectralCandidates(bandHz: bandHz)
    var readings: [Double] = []
    /// The strongest peaks of the windows since the last one with a peak in reach.
    var strays: [Double] = []
    return (0..<stream.count).map { window in
      guard let pulse = stream.pulse(inWindow: window) else { return .abstained(.flatSignal) }
      let peaks = spectra.peaks(of: pulse)
      let motion = spectra.motionBPM(
        of: stream, window: window, count: Self.motionPeaks, share: Self.motionShare)
      let left = Array(peaks.filter { isPulse($0.bpm, motion) }.prefix(Self.candidateCount))
      let recent = readings.suffix(memory)
      let expected = recent.isEmpty ? nil : recent.reduce(0, +) / Double(recent.count)
      let near = left.first { peak in expected.map { abs(peak.bpm - $0) <= reachBPM } ?? true }
      let reading: Double?
      if let near {
        strays.removeAll()
        reading = near.bpm
      } else {
        if let strongest = left.first { strays.append(strongest.bpm) }
        if let found = agreed(strays) {
          readings.removeAll()
          strays.removeAll()
          reading = found
        } else {
          reading = readings.last ?? peaks.first?.bpm
        }
      }
      guard let reading else { return .abstained(.noPeak) }
      readings.append(reading)
      // A peak on the band's outermost bin may be placed half a bin beyond it.
      return Estimate.bpm(reading).within(bandBPM, else: .bandEdge)
    }
  }

  /// The last of the latest strays, if there are enough and they are within reach of each other.
  private func agreed(_ strays: [Double]) -> Double? {
    guard let patience, strays.count >= patience else { return nil }
    let latest = strays.suffix(patience)
    guard let low = latest.min(), let high = latest.max(), high - low <= reachBPM else { return nil }
    return latest.last
  }

  private func isPulse(_ bpm: Double, _ motionBPM: [Double]) -> Bool {
    !motionBPM.contains { abs(bpm - $0) <= toleranceBPM || abs(bpm - $0 / 2) <= toleranceBPM }
  }
}

/// A tracker whose readings are those of a ``SpaMaFollower``.
protocol SpaMaTracker: WristTracker, BandDetector {
  var follower: SpaMaFollower { get }
}

extension SpaMaTracker {
  func estimates(of recording: WristRecording) -> [Estimate] { follower.estimates(of: recording) }
}
