internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// The red-channel guide's spectral method, as published.
///
/// The raw buffer (no mean removed, no window) of n samples is cut to its first N, the largest power of two within n,
/// and transformed. The strongest of the bins ⌊0.7 / r⌋ ..< min(⌊3.5 / r⌋, n / 2) gives the rate, with
/// `r = rate / n`; of equally strong ones the first.
///
/// - Note: The published flaw is kept: bins are read as `rate / n` apart although they are `rate / N` apart, so with
///   600 samples every rate comes out × 512 / 600. `binSpacing` mends that alone, so that a comparison can say what it
///   costs; the corrected ``FFTDetector`` mends the rest too.
struct FFTSwasthicareDetector: ReadingDetector {
  struct Parameters: ReadingParameters {
    var readingIntervalSeconds = SwasthicareGuide.readingIntervalSeconds
    var binSpacing = BinSpacing.published
    var timeStamps = FrameTimes.published

    static let table = readingRows([
      Parameter(
        "binSpacing", \.binSpacing,
        "Bins read as the rate over the buffer's length, as published, or over the transform's, as they are.")
    ])
  }

  /// Distance that the bins are taken to have.
  enum BinSpacing: String, CaseIterable, Sendable {
    case published, corrected
  }

  static let info = PluginInfo(
    "fft.swasthicare", version: 2, "Spectral method of the red-channel guide, as published.",
    source: "red-channel camera guide (SwasthiCare)")

  let parameters: Parameters

  var rangeBPM: ClosedRange<Double>? { Self.rangeBPM(parameters.binSpacing) }

  func rate(_ frames: ArraySlice<Double>) -> Double { Self.rate(frames, spacing: parameters.binSpacing) }

  func estimate(in window: Window) -> Estimate {
    var estimate = reading(in: window)
    // The app shows 0 where no bin has any power; a rate of 0 is no rate.
    if estimate.bpm == 0 { estimate.outcome = .abstained(.flatSignal) }
    return estimate
  }

  /// The guide's rate from raw frames, taken to be 1/30 s apart: the bin's frequency in beats per minute, rounded half
  /// away from zero; 0 where no bin has any power.
  static func rate(_ raw: ArraySlice<Double>, spacing: BinSpacing = .published) -> Double {
    let transform = Self.transform(for: raw.count)
    let search = Search(of: raw.count, spacing)
    var powers: [Double] = []
    transform.powerSpectrum(of: Array(raw.prefix(transform.count)), into: &powers)

    var strongest = 0
    var most = 0.0
    for bin in search.bins where powers[bin] > most { (most, strongest) = (powers[bin], bin) }
    return search.bpm(ofBin: strongest)
  }

  /// Bins of a buffer's spectrum that are searched, and their frequencies.
  private struct Search {
    let bins: Range<Int>
    private let resolutionHz: Double

    /// - Parameter count: samples of the buffer, 150 to 600.
    init(of count: Int, _ spacing: BinSpacing) {
      let length = spacing == .published ? count : FFTSwasthicareDetector.transform(for: count).count
      resolutionHz = SwasthicareGuide.sampleRate / Double(length)
      bins =
        Int(
          saturating: SwasthicareGuide.bandHz.lowerBound / resolutionHz)..<min(
          Int(saturating: SwasthicareGuide.bandHz.upperBound / resolutionHz), length / 2)
    }

    func bpm(ofBin bin: Int) -> Double {
      (Double(bin) * resolutionHz * 60).rounded(.toNearestOrAwayFromZero)
    }
  }

  /// Range from the lowest to the highest rate of any buffer's bins: 32 to 207 bpm as published.
  static func rangeBPM(_ spacing: BinSpacing) -> ClosedRange<Double> {
    let searches = (SwasthicareGuide.firstReadingCount...SwasthicareGuide.bufferCount)
      .map { Search(of: $0, spacing) }
    let lowest = searches.map { $0.bpm(ofBin: $0.bins.lowerBound) }.min() ?? 0
    let highest = searches.map { $0.bpm(ofBin: $0.bins.upperBound - 1) }.max() ?? .infinity
    return lowest...highest
  }

  /// Ascending, for buffers of 150 to 600 samples.
  private static let transforms = [128, 256, 512].map { RealFFT(count: $0) }

  /// Transform of the largest power of two within a count.
  private static func transform(for count: Int) -> RealFFT {
    transforms.last { $0.count <= count } ?? RealFFT(count: 1)
  }
}
