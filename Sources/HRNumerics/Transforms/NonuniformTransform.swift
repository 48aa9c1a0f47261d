internal import RealModule

/// Fourier sums Σ c[j]·e^(−2πi·f·t[j]) over times that are not evenly spaced, for many frequencies f at little cost
/// each.
///
/// Each value is spread over the eight nearest points of an even grid with the "exponential of semicircle" kernel;
/// the grid's transform over the kernel's is the sum wanted (A. H. Barnett, J. Magland and L. af Klinteberg, SIAM
/// J. Sci. Comput. 41(5), 2019). With the grid at least four times finer than the highest frequency asked for, sums
/// are right to about 10⁻⁶ of Σ |c[j]|. A kernel kept in a table of 1,024 places per cell, with a line between,
/// sets that limit.
public struct NonuniformTransform: Sendable {
  /// Points of the grid per second.
  public let gridRate: Double
  /// The values spread over the grid; its first point is four cells before time 0.
  public private(set) var grid: [Double]

  /// Half the cells that a value is spread over.
  private static let reach = 4
  private static let steps = 1024
  private static let sharpness = 18.4

  private static func kernel(_ z: Double) -> Double {
    let x = z / Double(reach)
    return abs(x) < 1 ? Double.exp(sharpness * (Double.sqrt(1 - x * x) - 1)) : 0
  }

  /// Row s: the weights of eight cells for a value s / 1024 of a cell after the fourth of them.
  private static let rows: [SIMD8<Double>] = (0...steps).map { step in
    var row = SIMD8<Double>.zero
    for cell in 0..<8 { row[cell] = kernel(Double(step) / Double(steps) + 3 - Double(cell)) }
    return row
  }

  /// The kernel's own transform at θ = 0 … π/2 per cell in 4,096 steps.
  private static let spectrum: [Double] = (0...4097).map { step in
    let angle = Double.pi / 2 * Double(step) / 4096
    var sum = 0.5 * kernel(0)
    for node in 1...256 {
      let z = Double(node) / 64
      sum += kernel(z) * Double.cos(angle * z)
    }
    return sum / 32
  }

  /// - Parameters:
  ///   - seconds: the span of the times, from 0.
  ///   - highestHz: the highest frequency that will be used.
  public init(seconds: Double, highestHz: Double) {
    gridRate = 4 * highestHz
    grid = Array(repeating: 0, count: Int(saturating: (seconds * gridRate).rounded(.up)) + 2 * Self.reach + 1)
  }

  /// Adds values at given times; those outside 0 … `seconds` are left out.
  public mutating func add(_ values: [Double], at seconds: [Double]) {
    precondition(values.count == seconds.count, "one value per moment")
    let last = Double(grid.count - 2 * Self.reach)
    let rate = gridRate
    grid.withUnsafeMutableBytes { grid in
      Self.rows.withUnsafeBufferPointer { rows in
        for (value, second) in zip(values, seconds) {
          let position = second * rate
          guard position >= 0, position < last else { continue }
          let cell = Int(saturating: position)
          let fine = (position - Double(cell)) * Double(Self.steps)
          let row = Int(saturating: fine)
          let weights = rows[row] + (rows[row + 1] - rows[row]) * (fine - Double(row))
          // Time 0 is on point 4; the eight points about a position begin three before it.
          let at = 8 &* (cell &+ 1)
          let sum = grid.loadUnaligned(fromByteOffset: at, as: SIMD8<Double>.self) + weights * value
          grid.storeBytes(of: sum, toByteOffset: at, as: SIMD8<Double>.self)
        }
      }
    }
  }

  /// The sum at one frequency, straight from the grid.
  public func sum(atHz frequency: Double) -> (real: Double, imaginary: Double) {
    let (real, imaginary) = singleBinTransform(of: grid, turnsPerSample: frequency / gridRate)
    return corrected(real, imaginary, atHz: frequency)
  }

  /// Corrects a transform of the grid to the sum: divides by the kernel's transform and shifts by the first point's
  /// place.
  public func corrected(_ real: Double, _ imaginary: Double, atHz frequency: Double) -> (
    real: Double, imaginary: Double
  ) {
    let angle = 2 * Double.pi * frequency / gridRate
    let place = min(angle / (Double.pi / 2) * 4096, 4096)
    let step = Int(saturating: place)
    let share = Self.spectrum[step] + (Self.spectrum[step + 1] - Self.spectrum[step]) * (place - Double(step))
    let (c, s) = (Double.cos(4 * angle) / share, Double.sin(4 * angle) / share)
    return (real * c - imaginary * s, real * s + imaginary * c)
  }
}
