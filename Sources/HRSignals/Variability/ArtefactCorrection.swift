internal import HRNumerics

extension BeatIntervals {
  /// Returns the intervals by a rule for artefacts, and how many of the original ones it replaced or removed.
  ///
  /// - `none`: as they are.
  /// - `threshold`: removes intervals that differ by more than 20 % from the median of the eleven around them (five on
  ///   each side, fewer at the ends, over gaps too); what comes next does not follow. 20 % is the limit of M. Malik et
  ///   al., Eur. Heart J. 10(12):1060-1074, 1989, who compare with the interval before; a local median is what the
  ///   threshold correction of Kubios HRV compares with, so that an artefact does not take the good interval after it
  ///   along.
  /// - `kubios`: the method of J. A. Lipponen and M. P. Tarvainen, J. Med. Eng. Technol. 43(3):173-181, 2019, once
  ///   over the list. Intervals by ``artefacts``: one with a missed beat is halved; one cut short by an extra beat is
  ///   joined with the next (two replaced); an ectopic, too long or too short one is interpolated between the others
  ///   (``IntervalCurve``), the beats' times unchanged.
  package func corrected(by policy: ArtefactPolicy) -> (intervals: BeatIntervals, corrected: Int) {
    switch policy {
    case .none: (self, 0)
    case .threshold: withoutOutliers
    case .kubios: withCorrectedBeats
    }
  }

  private static let medianReach = 5

  private var withoutOutliers: (intervals: BeatIntervals, corrected: Int) {
    var kept: [Int] = []
    forEachCentredOrder(milliseconds, half: Self.medianReach) { index, order in
      if abs(milliseconds[index] - order.median) <= 0.2 * order.median { kept.append(index) }
    }
    let intervals = BeatIntervals(
      milliseconds: kept.map { milliseconds[$0] }, endSeconds: kept.map { endSeconds[$0] },
      follows: kept.indices.map { $0 > 0 && kept[$0 - 1] == kept[$0] - 1 && follows[kept[$0]] })
    return (intervals, milliseconds.count - kept.count)
  }

  private var withCorrectedBeats: (intervals: BeatIntervals, corrected: Int) {
    let kinds = artefacts
    var (ends, lengths, joins): ([Double], [Double], [Bool]) = ([], [], [])
    var unknown: [Int] = []
    var corrected = 0
    func append(_ length: Double, endingAt end: Double, follows: Bool) {
      lengths.append(length)
      ends.append(end)
      joins.append(follows)
    }
    var index = 0
    while index < milliseconds.count {
      let (length, end) = (milliseconds[index], endSeconds[index])
      switch kinds[index] {
      case .extra:
        index += 1
        corrected += 2
        append(length + milliseconds[index], endingAt: endSeconds[index], follows: follows[index - 1])
      case .missed:
        corrected += 1
        append(length / 2, endingAt: end - length / 2000, follows: follows[index])
        append(length / 2, endingAt: end, follows: true)
      case .ectopic, .longOrShort:
        corrected += 1
        unknown.append(lengths.count)
        append(length, endingAt: end, follows: follows[index])
      case nil: append(length, endingAt: end, follows: follows[index])
      }
      index += 1
    }
    let known = Set(unknown)
    let knots = lengths.indices.filter { !known.contains($0) }
    guard !knots.isEmpty else { return (self, 0) }
    let curve = IntervalCurve(times: knots.map { ends[$0] }, values: knots.map { lengths[$0] })
    for (place, value) in zip(unknown, curve.values(at: unknown.map { ends[$0] })) { lengths[place] = value }
    return (BeatIntervals(milliseconds: lengths, endSeconds: ends, follows: joins), corrected)
  }

  /// Reason why an interval is not between two normal beats.
  enum Artefact: Equatable {
    /// A beat inside was missed; the beat that ends it is an extra one, an ectopic one, or one out of place.
    case missed, extra, ectopic, longOrShort
  }

  /// Kind of each interval by Lipponen and Tarvainen's rule; `nil` for a normal one.
  ///
  /// A step is an interval minus the one it follows (0 after a gap, and beyond both ends), over 5.2 quartile
  /// deviations of the 91 steps' sizes around it; a deviation is an interval minus the median of the 11 around it,
  /// doubled below 0, over 5.2 quartile deviations of the 91 deviations' sizes. Both windows go over gaps and shrink
  /// at the ends. A quartile deviation of less than 1 ms counts as 1 ms, which is not in the paper: a steady heart's
  /// single milliseconds are no artefacts, but a missed beat among equal intervals is one.
  ///
  /// Only where a step exceeds 1 in size is anything wrong:
  /// - ectopic, if the steps on both sides go the other way by more than 0.13 times its size and 0.17;
  /// - otherwise it and, if the next step is smaller than the one after that, the next interval are too long or too
  ///   short if their step exceeds 1 and one of the two after it is beyond 1 the other way, or if the deviation
  ///   exceeds 3 in size. Of these a short one is extra if with the next interval it is within 5.2 quartile deviations
  ///   of the median; a long one has a missed beat if its half is.
  var artefacts: [Artefact?] {
    let steps = milliseconds.indices.map { follows[$0] ? milliseconds[$0] - milliseconds[$0 - 1] : 0 }
    let stepLimits = Self.limits(of: steps)
    var medians = milliseconds
    forEachCentredOrder(milliseconds, half: Self.medianReach) { medians[$0] = $1.median }
    let deviations = zip(milliseconds, medians).map { $0 < $1 ? 2 * ($0 - $1) : $0 - $1 }
    let limits = Self.limits(of: deviations)

    func step(_ index: Int) -> Double { steps.indices.contains(index) ? steps[index] / stepLimits[index] : 0 }
    func kind(_ index: Int) -> Artefact? {
      let size = abs(step(index))
      let sign = step(index) < 0 ? -1.0 : 1.0
      let isReversed = size > 1 && min(sign * step(index + 1), sign * step(index + 2)) < -1
      guard isReversed || abs(deviations[index]) > 3 * limits[index] else { return nil }
      func isNormal(_ length: Double) -> Bool { abs(length - medians[index]) < limits[index] }
      if isReversed, sign > 0, isNormal(milliseconds[index] / 2) { return .missed }
      if isReversed, sign < 0, index + 1 < steps.count, follows[index + 1],
        isNormal(milliseconds[index] + milliseconds[index + 1])
      {
        return .extra
      }
      return .longOrShort
    }

    var kinds = [Artefact?](repeating: nil, count: steps.count)
    var index = 0
    while index < steps.count {
      let size = abs(step(index))
      let sign = step(index) < 0 ? -1.0 : 1.0
      if size > 1 {
        if max(sign * step(index - 1), sign * step(index + 1)) < -0.13 * size - 0.17 {
          kinds[index] = .ectopic
        } else {
          kinds[index] = kind(index)
          if index + 1 < steps.count, abs(step(index + 1)) < abs(step(index + 2)) {
            index += 1
            kinds[index] = kind(index)
          }
        }
      }
      index += 1
    }
    return kinds
  }

  /// 5.2 quartile deviations of the sizes of the 91 values around each.
  private static func limits(of values: [Double]) -> [Double] {
    var limits = values
    forEachCentredOrder(values.map(abs), half: 45) { index, order in
      limits[index] = 5.2 * max(1, (order.percentile(75) - order.percentile(25)) / 2)
    }
    return limits
  }
}
