internal import HRPlugins

/// JOSS-style: one sparse support for pulse wave and accelerometer, the axes' spectra taken off, and the peak followed.
///
/// Per window (8 s, every 2 s; ``WristStream``, every second sample: 12.5 Hz), as in the paper:
/// 1. The sparse spectra of the pulse wave and the three axes on one common support, by M-FOCUSS (``SparseSpectrum``),
///    so that what motion there is in both falls on the same bins.
/// 2. Each spectrum over its largest amplitude; from the pulse wave's the largest of the axes' is taken, bin by bin;
///    what is then below a quarter of the largest that is left becomes 0.
/// 3. The peak: highest within 19 bpm of the last reading, else within 31, else the last one is kept. The first
///    reading is the highest of all. A change of more than 12 bpm is cut to 12.
///
/// - Note: Implemented freely: the rate of 12.5 instead of 25 Hz and the grid; an axis at rest (standard deviation
///   below ``SpectralCandidates/leastDeviation``) takes no part; axes are scaled to the pulse wave's variance before
///   the common support is sought, and their spectra are taken off with the share that is left of them after that; the
///   way back: after five windows without a peak in reach the search starts anew.
struct JossDetector: WristTracker, BandDetector {
  typealias Parameters = TroikaDetector.Parameters

  static let info = PluginInfo(
    "joss", version: 2,
    "JOSS-style: joint sparse spectra, the accelerometer's taken off, and the peak followed.",
    source: "Z. Zhang, IEEE Transactions on Biomedical Engineering 62(8):1902-1910, 2015, read freely",
    tunedOn: .ofCup2015)

  private static let keptShare = 0.25
  private static let reachesBPM = [19.0, 31]
  private static let largestChangeBPM = 12.0
  private static let patience = 5
  let parameters: Parameters
  private let sparse = SparseSpectrum(count: WristStream.windowCount / 2)

  func estimates(of recording: WristRecording) -> [Estimate] {
    let stream = WristStream(recording)
    var last: Double?
    var misses = 0
    return (0..<stream.count).map { window in
      guard let pulse = stream.pulse(inWindow: window) else { return .abstained(.flatSignal) }
      let axes = stream.movingAxes(inWindow: window).compactMap { WristStream.standardised($0.samples) }
      let peaks = SparsePeaks(subtracted(pulse, axes))
      guard let before = last, misses < Self.patience else {
        misses = 0
        last = peaks.highest(in: parameters.bandBPM)?.bpm ?? last
        return last.map { .bpm($0) } ?? .abstained(.noPeak)
      }
      let found = Self.reachesBPM.lazy.compactMap { reach in
        peaks.highest(
          in: max(
            before - reach, parameters.bandBPM.lowerBound)...min(
              before + reach, parameters.bandBPM.upperBound))
      }.first
      guard let found else {
        misses += 1
        return .bpm(before)
      }
      misses = 0
      let change = min(max(found.bpm - before, -Self.largestChangeBPM), Self.largestChangeBPM)
      last = before + change
      return .bpm(before + change)
    }
  }

  private func subtracted(_ pulse: [Double], _ axes: [[Double]]) -> [Double] {
    let rows = ([pulse] + axes).map { row in stride(from: 0, to: row.count, by: 2).map { row[$0] } }
    let spectra = sparse.amplitudes(of: rows).map { row in
      let largest = row.max() ?? 0
      return largest > 0 ? row.map { $0 / largest } : row
    }
    guard var left = spectra.first else { return [] }
    for bin in left.indices {
      left[bin] -= spectra.dropFirst().map { $0[bin] }.max() ?? 0
    }
    let least = Self.keptShare * max(left.max() ?? 0, 0)
    return left.map { $0 < least ? 0 : $0 }
  }
}
