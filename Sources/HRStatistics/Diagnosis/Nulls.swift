/// Chance level: the mean absolute error of answers that have not seen the signal; in beats per minute.
///
/// Over all windows with a reference, each counted once, whether or not the detector answered.
public struct Nulls: Equatable, Sendable {
  /// A constant per cluster: the mean reference over all windows of the *other* clusters; `nil` unless two
  /// clusters have references.
  public let othersMeanMAEBPM: Double?
  /// Always the same rate; `nil` without references.
  public let constantMAEBPM: Double?
  /// The reference of the latest earlier window of the recording that has one and ended no later than this
  /// window starts (1 µs of slack): the truth, one window old. Over the windows that have such a predecessor;
  /// `nil`: none has.
  public let holdLastMAEBPM: Double?
  /// Windows in ``holdLastMAEBPM``.
  public let holdLastCount: Int

  /// - Parameters:
  ///   - series: of one detector; only references are read.
  ///   - constantBPM: what is always said.
  public init(_ series: [WindowSeries], constantBPM: Double = 70) {
    var places: [Int: Int] = [:]
    var sums: [Double] = []
    var counts: [Double] = []
    var (total, count, fromConstant) = (0.0, 0.0, 0.0)
    var (held, heldCount) = (0.0, 0)
    for one in series {
      let place = places[one.cluster] ?? sums.count
      if place == sums.count {
        places[one.cluster] = place
        sums.append(0)
        counts.append(0)
      }
      var (sum, number) = (0.0, 0.0)
      var (next, last) = (0, Double.nan)
      for index in 0..<one.count {
        let reference = one.referenceBPM[index]
        if reference.isNaN { continue }
        sum += reference
        number += 1
        fromConstant += abs(constantBPM - reference)
        // Ends ascend, so what ended before this window is a growing prefix.
        while next < index, one.endSeconds[next] <= one.startSeconds[index] + 1e-6 {
          if !one.referenceBPM[next].isNaN { last = one.referenceBPM[next] }
          next += 1
        }
        if !last.isNaN {
          held += abs(last - reference)
          heldCount += 1
        }
      }
      sums[place] += sum
      counts[place] += number
      total += sum
      count += number
    }
    constantMAEBPM = count > 0 ? fromConstant / count : nil
    holdLastMAEBPM = heldCount > 0 ? held / Double(heldCount) : nil
    holdLastCount = heldCount

    guard counts.count(where: { $0 > 0 }) >= 2 else {
      othersMeanMAEBPM = nil
      return
    }
    var fromOthers = 0.0
    for one in series {
      guard let place = places[one.cluster], counts[place] > 0 else { continue }
      let others = (total - sums[place]) / (count - counts[place])
      for reference in one.referenceBPM where !reference.isNaN { fromOthers += abs(others - reference) }
    }
    othersMeanMAEBPM = fromOthers / count
  }
}
