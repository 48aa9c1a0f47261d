/// A smooth curve through given points that does not swing beyond its neighbours as splines do.
///
/// H. Akima, J. ACM 17:589, 1970: cubic between points, with the slope at each from the two line segments on either
/// side, weighted by how much the slopes on the other side differ. Two more segments are added at each end by carrying
/// the slope's change on. Where all differences are 0 the slope is the mean of the outer two. Two points make a line.
struct AkimaCurve {
  private let x: [Double]
  private let y: [Double]
  private let slopes: [Double]

  /// - Returns: `nil` for fewer than two points, or places that do not increase.
  init?(x: [Double], y: [Double]) {
    guard x.count == y.count, x.count >= 2, zip(x, x.dropFirst()).allSatisfy({ $0 < $1 }) else { return nil }
    self.x = x
    self.y = y
    let inner = zip(zip(x, x.dropFirst()), zip(y, y.dropFirst())).map { x, y -> Double in
      (y.1 - y.0) / (x.1 - x.0)
    }
    guard inner.count >= 2 else {
      slopes = [inner[0], inner[0]]
      return
    }
    let last = inner.count - 1
    let before = 2 * inner[0] - inner[1]
    let after = 2 * inner[last] - inner[last - 1]
    let start: [Double] = [2 * before - inner[0], before]
    let end: [Double] = [after, 2 * after - inner[last]]
    let m = start + inner + end
    slopes = x.indices.map { (index: Int) -> Double in
      let weightLeft = abs(m[index + 3] - m[index + 2])
      let weightRight = abs(m[index + 1] - m[index])
      let sum = weightLeft + weightRight
      guard sum > 0 else { return 0.5 * (m[index] + m[index + 3]) }
      return (weightLeft * m[index + 1] + weightRight * m[index + 2]) / sum
    }
  }

  /// Values at 0, 1/rate, …; before the first point and after the last the value there.
  func samples(sampleRate: Double, count: Int) -> [Double] {
    values(at: (0..<count).map { Double($0) / sampleRate })
  }

  /// - Parameter places: ascending.
  func values(at places: [Double]) -> [Double] {
    var segment = 0
    return places.map { place in
      guard place > x[0] else { return y[0] }
      guard place < x[x.count - 1] else { return y[y.count - 1] }
      while x[segment + 1] <= place { segment += 1 }
      let width = x[segment + 1] - x[segment]
      let along = place - x[segment]
      let rise = (y[segment + 1] - y[segment]) / width
      let (start, end) = (slopes[segment], slopes[segment + 1])
      let square = (3 * rise - 2 * start - end) / width
      let cube = (start + end - 2 * rise) / (width * width)
      return y[segment] + along * (start + along * (square + along * cube))
    }
  }
}
