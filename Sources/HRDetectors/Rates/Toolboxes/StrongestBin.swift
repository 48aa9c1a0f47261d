/// The strongest of the bins that a band holds, of equal ones the lowest; no interpolation, and a bin at the band's
/// edge can be the strongest: the heart rate of toolboxes.
///
/// - Returns: `nil` if the band holds no bin.
func strongestBin(of power: [Double], where isInBand: (Int) -> Bool) -> Int? {
  var best: Int?
  for bin in power.indices where isInBand(bin) {
    if best.map({ power[bin] > power[$0] }) ?? true { best = bin }
  }
  return best
}
