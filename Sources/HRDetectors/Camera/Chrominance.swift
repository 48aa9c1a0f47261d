/// The two colour-difference signals of CHROM and how they are set against each other.
///
/// X = 3R − 2G and Y = 1.5R + G − 1.5B of colours divided by their means; the pulse is X − (σ_X / σ_Y)·Y, σ with the
/// divisor n. Where Y is constant it is X alone.
struct Chrominance {
  var x: [Double]
  var y: [Double]

  /// - Parameter gains: what red, green and blue are multiplied with first.
  init(red: ArraySlice<Double>, green: ArraySlice<Double>, blue: ArraySlice<Double>, gains: [Double]) {
    let (r, g, b) = (gains[0], gains[1], gains[2])
    x = zip(red, green).map { 3 * (r * $0) - 2 * (g * $1) }
    y = zip(zip(red, green), blue).map { 1.5 * (r * $0.0) + g * $0.1 - 1.5 * (b * $1) }
  }

  var pulse: [Double] {
    let (first, second) = (Spread(x), Spread(y))
    let alpha = second.deviation > 0 ? first.deviation / second.deviation : 0
    return zip(x, y).map { $0 - alpha * $1 }
  }
}
