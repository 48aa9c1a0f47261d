/// Returns a block character for each value, the lowest block at `low` and the highest at `high`.
///
/// - Parameter gap: character for a value that does not exist.
package func sparkline(
  _ values: some Sequence<Double?>, from low: Double, to high: Double, gap: Character
) -> String {
  let blocks = Array("▁▂▃▄▅▆▇█")
  return String(
    values.map { value in
      guard let value else { return gap }
      guard high > low else { return blocks[3] }
      // The small offset prevents rounding from drawing constant series at different heights.
      return blocks[min(7, max(0, Int(saturating: (value - low) / (high - low) * 8 + 1e-9)))]
    })
}
