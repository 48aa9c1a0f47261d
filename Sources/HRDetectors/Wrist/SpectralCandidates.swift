internal import HRNumerics

/// The spectra from which SpaMa and related trackers choose peaks: Hann windows of a ``WristStream``, padded with zeros
/// to 1024 points (bins 1.46 per minute apart).
struct SpectralCandidates {
  static let transformCount = 1024
  static let binBPM = 60 * WristStream.sampleRate / Double(transformCount)
  /// An axis that moves less (standard deviation of its band-passed samples, in g) has no peaks.
  static let leastDeviation = 0.02

  private let bins: ClosedRange<Int>
  private let fft = RealFFT(count: transformCount)
  private let taper = periodicHann(count: WristStream.windowCount)
  private var power: [Double] = []

  struct Peak: Equatable {
    var bpm: Double
    var power: Double
  }

  init(bandHz: ClosedRange<Double>) {
    let hertz = Self.binBPM / 60
    let first = max(1, Int(saturating: (bandHz.lowerBound / hertz).rounded(.up)))
    bins = first...max(first, Int(saturating: (bandHz.upperBound / hertz).rounded(.down)))
  }

  /// Local maxima in the band, the strongest first (of equal ones the lower); places by a parabola.
  mutating func peaks(of samples: [Double]) -> [Peak] {
    fft.powerSpectrum(of: zip(samples, taper).map(*), into: &power)
    return bins.filter { power[$0] > power[$0 - 1] && power[$0] >= power[$0 + 1] }.map { bin in
      let apex = parabolicApex(power[bin - 1], power[bin], power[bin + 1])
      return Peak(bpm: (Double(bin) + (apex?.offset ?? 0)) * Self.binBPM, power: power[bin])
    }
    .sorted { $0.power != $1.power ? $0.power > $1.power : $0.bpm < $1.bpm }
  }

  /// Rates of the strongest peaks of the accelerometer's axes, per minute.
  ///
  /// - Parameters:
  ///   - count: at most so many of each axis…
  ///   - share: …that have at least this share of the axis' strongest one's power.
  mutating func motionBPM(of stream: WristStream, window: Int, count: Int, share: Double) -> [Double] {
    stream.movingAxes(inWindow: window).flatMap { _, samples in
      let peaks = peaks(of: samples)
      let least = share * (peaks.first?.power ?? 0)
      return peaks.prefix(count).filter { $0.power >= least }.map(\.bpm)
    }
  }
}
