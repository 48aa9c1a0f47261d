/// Chance level: the mean absolute error of answers that have not seen the signal; in beats per minute.
///
/// Over windows with a reference, each counted once: all of them, or those that the detector answered.
public struct Nulls: Equatable, Sendable {
  /// Over which windows answers are judged; without a reference none is.
  package enum Judged: Sendable {
    case all
    /// Those with an estimate.
    case answered
  }

  /// What is always said for ``constantMAEBPM``.
  public let constantBPM: Double
  /// A constant per cluster: the mean reference over all judged windows of the *other* clusters; `nil` unless two
  /// clusters have such windows.
  public let othersMeanMAEBPM: Double?
  /// Always the same rate; `nil` without a judged window.
  public let constantMAEBPM: Double?
  /// The reference of the latest earlier window of the recording that has one and ended no later than this
  /// window starts (1 µs of slack), itself judged or not: the truth, one window old. Over the judged windows that
  /// have such a predecessor; `nil`: none has.
  public let holdLastMAEBPM: Double?
  /// Windows in ``holdLastMAEBPM``.
  public let holdLastCount: Int

  /// Over all windows with a reference, whether or not the detector answered.
  ///
  /// - Parameters:
  ///   - series: of one detector; only references are read.
  ///   - constantBPM: what is always said.
  public init(_ series: some Collection<WindowSeries>, constantBPM: Double = 70) {
    self.init(series, constantBPM: constantBPM, over: .all)
  }

  package init(_ series: some Collection<WindowSeries>, constantBPM: Double, over windows: Judged) {
    self.constantBPM = constantBPM
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
        guard one.isJudged(index, windows) else { continue }
        let reference = one.referenceBPM[index]
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
      for index in 0..<one.count where one.isJudged(index, windows) {
        fromOthers += abs(others - one.referenceBPM[index])
      }
    }
    othersMeanMAEBPM = fromOthers / count
  }

  /// An answer that has not seen the signal. The rate a window ago is none: it is the truth, only late.
  package enum Guess: Equatable, Sendable {
    case othersMean
    /// Beats per minute.
    case constant(Double)
  }

  /// The guess that errs least and its mean absolute error; of equal ones the others' mean. `nil` without a judged
  /// window.
  package var best: (guess: Guess, maeBPM: Double)? {
    guard let constantMAEBPM else { return nil }
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
