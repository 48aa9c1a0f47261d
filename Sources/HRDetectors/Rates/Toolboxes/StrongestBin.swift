/// The strongest of the bins that a band holds, of equal ones the lowest; no interpolation, and the band's edges
/// are as good as any: what toolboxes call the heart rate.
///
/// - Returns: `nil` where the band holds no bin.
func strongestBin(of power: [Double], where isInBand: (Int) -> Bool) -> Int? {
  var best: Int?
  for bin in power.indices where isInBand(bin) {
    if best.map({ power[bin] > power[$0] }) ?? true { best = bin }
  }
  return best
}
