extension SecondOrderSections {
  /// Causal filtering from rest of eight signals at once, one in each lane: as ``filtered(_:)`` does each of them.
  package func filter(_ lanes: inout [SIMD8<Double>]) {
    lanes.withUnsafeMutableBufferPointer { y in
      for section in sections {
        let (b0, b1, b2, a1, a2) = (section.b0, section.b1, section.b2, section.a1, section.a2)
        var (s1, s2) = (SIMD8<Double>.zero, SIMD8<Double>.zero)
        for i in 0..<y.count {
          let x = y[i]
          let out = b0 * x + s1
          s1 = b1 * x - a1 * out + s2
          s2 = b2 * x - a2 * out
          y[i] = out
        }
      }
    }
  }
}
