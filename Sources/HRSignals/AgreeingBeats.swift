extension Reference {
  /// Beats found by several detectors, and those that enough of them found.
  public struct AgreeingBeats: Equatable, Sendable {
    /// Beats found by one detector.
    public struct Found: Equatable, Sendable {
      /// Name of the detector.
      public let name: String
      /// Beats in seconds, ascending.
      public let beats: [Double]

      /// Creates the beats of one detector.
      ///
      /// - Parameters:
      ///   - name: name of the detector.
      ///   - beats: beats in seconds, ascending.
      public init(name: String, beats: [Double]) {
        self.name = name
        self.beats = beats
      }
    }

    /// The detectors, in the order in which they were named.
    public let found: [Found]
    /// Number of detectors that must have a beat for it to be accepted: two of two, else more than half.
    public let agree: Int
    /// Accepted beats in seconds, ascending.
    public let matched: [Double]
    /// Entry i is true if ``agree`` detectors have beat i directly after beat i − 1; as many as ``matched``, the
    /// first false.
    public let continues: [Bool]

    /// Matches the beats of several detectors.
    ///
    /// Beats of two detectors are the same if each is the other's nearest and they are at most `toleranceSeconds`
    /// apart (of two equally near beats the earlier one). Candidates are taken from the first detector to the last,
    /// and in order of time. A beat is accepted if it and the beats that are the same as it come from `agree`
    /// detectors at least; beats that belong to an accepted beat are not used again. Its time is the median of
    /// theirs, so that an outlier moves nothing. Of two in the middle it is that of the detector named first.
    ///
    /// - Parameters:
    ///   - found: two detectors or more.
    ///   - agree: more than half of them, and no more than there are.
    ///   - toleranceSeconds: maximum distance of two beats that are the same.
    public init(_ found: [Found], agree: Int, toleranceSeconds: Double = 0.15) {
      precondition(2 * agree > found.count && agree <= found.count, "a majority")
      self.found = found
      self.agree = agree
      let lists = found.map(\.beats)
      let partners = lists.map { own in lists.map { own.partners(in: $0, within: toleranceSeconds) } }
      var isTaken = lists.map { [Bool](repeating: false, count: $0.count) }
      /// Time of each accepted beat, and the index of its beat in each detector; −1 for a detector without it.
      var beats: [(time: Double, members: [Int])] = []
      for first in lists.indices {
        for index in lists[first].indices where !isTaken[first][index] {
          var members = partners[first].map { $0[index] }
          members[first] = index
          for other in members.indices where members[other] >= 0 && isTaken[other][members[other]] {
            members[other] = -1
          }
          guard members.count(where: { $0 >= 0 }) >= agree else { continue }
          for other in members.indices where members[other] >= 0 { isTaken[other][members[other]] = true }
          beats.append((Self.middleTime(of: members, in: lists), members))
        }
      }
      beats.sort { $0.time < $1.time }
      var matched: [Double] = []
      var continues: [Bool] = []
      var before: [Int]?
      for (time, members) in beats where matched.last.map({ $0 < time }) ?? true {
        let following = before.map { zip($0, members).count { $0 >= 0 && $1 == $0 + 1 } } ?? 0
        matched.append(time)
        continues.append(following >= agree)
        before = members
      }
      self.matched = matched
      self.continues = continues
    }

    private static func middleTime(of members: [Int], in lists: [[Double]]) -> Double {
      let known = members.indices.filter { members[$0] >= 0 }.map { (list: $0, time: lists[$0][members[$0]]) }
        .sorted { ($0.time, $0.list) < ($1.time, $1.list) }
      let (low, high) = (known[(known.count - 1) / 2], known[known.count / 2])
      return low.list <= high.list ? low.time : high.time
    }

    /// Matches two ascending lists of beat times one to one. Both must have a beat; its time is that of the first
    /// list.
    ///
    /// - Parameters:
    ///   - first: seconds, ascending.
    ///   - second: seconds, ascending.
    ///   - toleranceSeconds: maximum distance of two beats that are the same.
    public init(first: [Double], second: [Double], toleranceSeconds: Double = 0.15) {
      self.init(
        [Found(name: "first", beats: first), Found(name: "second", beats: second)], agree: 2,
        toleranceSeconds: toleranceSeconds)
    }

    /// Returns the agreement after a change of all beat times.
    ///
    /// - Parameter time: new time of a beat; ascending, so that beats keep their order.
    public func moved(_ time: (Double) -> Double) -> AgreeingBeats {
      AgreeingBeats(found.map { Found(name: $0.name, beats: $0.beats.map(time)) }, agree: agree)
    }
  }
}

extension [Double] {
  /// Returns for each element the index of its nearest in `others`, if that is at most the given number of seconds
  /// away and has the element as its own nearest; otherwise −1.
  fileprivate func partners(in others: [Double], within seconds: Double) -> [Int] {
    indices.map { index in
      guard let other = others.nearestIndex(to: self[index]), abs(others[other] - self[index]) <= seconds,
        nearestIndex(to: others[other]) == index
      else { return -1 }
      return other
    }
  }

  /// Returns the index of the element nearest to `value` in an ascending array; the earlier of two equally near.
  public func nearestIndex(to value: Double) -> Int? {
    guard !isEmpty else { return nil }
    let above = firstIndex(notBefore: value)
    guard above > 0 else { return 0 }
    guard above < count else { return count - 1 }
    return value - self[above - 1] <= self[above] - value ? above - 1 : above
  }
}

/// Returns the agreement of two detectors' beats: of all beats that either found, the share that both found.
///
/// matched / (found by a + found by b − matched), the signal quality index bSQI of Q. Li, R. G. Mark and G. D.
/// Clifford, Physiological Measurement 29(1):15-32, 2008; matched one to one as ``Reference/AgreeingBeats`` matches.
/// They cut the lists to windows of 10 s and match within 0.15 s.
///
/// - Parameters:
///   - a: seconds, ascending.
///   - b: seconds, ascending.
///   - toleranceSeconds: maximum distance of two beats that are the same.
/// - Returns: 0…1, the same for both orders; `nil` if neither found a beat.
public func beatAgreement(_ a: [Double], _ b: [Double], toleranceSeconds: Double = 0.15) -> Double? {
  guard !a.isEmpty || !b.isEmpty else { return nil }
  let matched = Reference.AgreeingBeats(first: a, second: b, toleranceSeconds: toleranceSeconds).matched.count
  return Double(matched) / Double(a.count + b.count - matched)
}
