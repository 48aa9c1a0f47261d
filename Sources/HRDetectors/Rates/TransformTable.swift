internal import HRNumerics

/// Fourier transforms made once for the whole program: making one costs more than using it.
enum TransformTable {
  /// Lengths without prime factors above 5, about a sixth apart.
  private static let smooth = [
    64, 96, 128, 160, 192, 240, 288, 320, 400, 480, 576, 640, 720, 800, 960, 1152, 1280, 1440, 1600, 1920,
    2250,
    2560, 3000, 3456, 4000, 4608,
  ].map { RealFFT(count: $0) }

  private static let powersOfTwo = (6...15).map { RealFFT(count: 1 << $0) }

  /// A transform at least as long, and at most a quarter longer where the table reaches.
  static func smooth(atLeast count: Int) -> RealFFT {
    smooth.first { $0.count >= count } ?? RealFFT(count: RealFFT.smoothCount(atLeast: count))
  }

  /// The next power of two not below a number of samples.
  static func powerOfTwo(atLeast count: Int) -> RealFFT {
    if let known = powersOfTwo.first(where: { $0.count >= count && $0.count < 2 * max(count, 1) }) {
      return known
    }
    var size = 1
    while size < count { size *= 2 }
    return RealFFT(count: size)
  }
}
