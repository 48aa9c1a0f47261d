/// The Hann window as a function of the place in it, by a polynomial: sin²(πu), right to 10⁻¹².
enum HannWeight {
  /// - Parameter place: 0…1; outside it is 0.
  static func at(_ place: Double) -> Double {
    guard place > 0, place < 1 else { return 0 }
    let angle = Double.pi * (place - 0.5)
    let x = angle * angle
    // The cosine's series up to the sixteenth power; reciprocals, for a division costs ten products.
    let high = 1 - x * (1.0 / 132) * (1 - x * (1.0 / 182) * (1 - x * (1.0 / 240)))
    let middle = 1 - x * (1.0 / 30) * (1 - x * (1.0 / 56) * (1 - x * (1.0 / 90) * high))
    let cosine = 1 - x * 0.5 * (1 - x * (1.0 / 12) * middle)
    return cosine * cosine
  }
}
