/// Chance levels: the mean absolute errors of answers that do not use the signal; in beats per minute.
///
/// They are over windows with a reference, each counted once: all of them, or those that the detector answered.
public struct Nulls: Equatable, Sendable {
  /// The windows over which answers are judged; always only those with a reference.
  package enum Judged: Sendable {
    case all
    /// Windows with an estimate.
    case answered
  }

  /// The constant answer of ``constantMAEBPM``; `nil`: none is judged.
  public let constantBPM: Double?
  /// Error of the guess without the signal: mean of the other subjects. It is a constant per cluster, the mean
  /// reference over all judged windows of the *other* clusters; `nil` unless two clusters have such windows.
  public let othersMeanMAEBPM: Double?
  /// Error of the constant answer; `nil` without a judged window.
  public let constantMAEBPM: Double?
  /// Error of the previous window's reference: that of the latest earlier window of the recording that has one and
  /// ended no later than this window starts (1 µs of slack), itself judged or not. It is over the judged windows that
  /// have such a predecessor; `nil` without any.
  public let holdLastMAEBPM: Double?
  /// Windows in ``holdLastMAEBPM``.
  public let holdLastCount: Int

  /// Computes the levels over all windows with a reference, whether or not the detector answered.
  ///
  /// - Parameters:
  ///   - series: of one detector; only references are read.
  ///   - constantBPM: the constant answer.
  public init(_ series: some Collection<WindowSeries>, constantBPM: Double? = 70) {
    self.init(series, constantBPM: constantBPM, over: .all)
  }

  package init(_ series: some Collection<WindowSeries>, constantBPM: Double?, over windows: Judged) {
    self.constantBPM = constantBPM
    var places = LabelNumbers()
    var sums: [Double] = []
    var counts: [Double] = []
    var (total, count, fromConstant) = (0.0, 0.0, 0.0)
    var (held, heldCount) = (0.0, 0)
    for one in series {
      let place = places.number(one.cluster)
      if place == sums.count {
        sums.append(0)
        counts.append(0)
      }
      var (sum, number) = (0.0, 0.0)
      var (next, last) = (0, Double.nan)
      for index in 0..<one.count {
        guard one.isJudged(index, windows) else { continue }
        let reference = one.referenceBPM[index]
        sum += reference
        number += 1
        fromConstant += abs((constantBPM ?? .nan) - reference)
        // Ends ascend, so the windows that ended before this one are a growing prefix.
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
    constantMAEBPM = count > 0 && constantBPM != nil ? fromConstant / count : nil
    holdLastMAEBPM = heldCount > 0 ? held / Double(heldCount) : nil
    holdLastCount = heldCount

    guard counts.count(where: { $0 > 0 }) >= 2 else {
      othersMeanMAEBPM = nil
      return
    }
    var fromOthers = 0.0
    for one in series {
      guard let place = places.known[one.cluster], counts[place] > 0 else { continue }
      let others = (total - sums[place]) / (count - counts[place])
      for index in 0..<one.count where one.isJudged(index, windows) {
        fromOthers += abs(others - one.referenceBPM[index])
      }
    }
    othersMeanMAEBPM = fromOthers / count
  }

  /// A guess without the signal. The previous window's reference is not one, since it is the true rate, only late.
  package enum Guess: Equatable, Sendable {
    case othersMean
    /// Beats per minute.
    case constant(Double)
  }

  /// The guess with the smallest mean absolute error, and that error; of equal ones the mean of the other subjects.
  /// `nil` without a judged window.
  package var best: (guess: Guess, maeBPM: Double)? {
    guard let constantBPM, let constantMAEBPM else {
      return othersMeanMAEBPM.map { (guess: .othersMean, maeBPM: $0) }
    }
    guard let othersMeanMAEBPM, othersMeanMAEBPM <= constantMAEBPM else {
      return (guess: .constant(constantBPM), maeBPM: constantMAEBPM)
    }
    return (guess: .othersMean, maeBPM: othersMeanMAEBPM)
  }
}

extension WindowSeries {
  fileprivate func isJudged(_ index: Int, _ windows: Nulls.Judged) -> Bool {
    guard !referenceBPM[index].isNaN else { return false }
    return switch windows {
    case .all: true
    case .answered: !estimateBPM[index].isNaN
    }
  }
}
