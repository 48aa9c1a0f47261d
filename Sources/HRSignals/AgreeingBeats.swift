extension Reference {
  /// Beats that several detectors found, and those that enough of them found.
  public struct AgreeingBeats: Equatable, Sendable {
    /// What one detector found.
    public struct Found: Equatable, Sendable {
      /// The detector's name.
      public let name: String
      /// In seconds, ascending.
      public let beats: [Double]

      /// What a detector found.
      ///
      /// - Parameters:
      ///   - name: the detector's name.
      ///   - beats: in seconds, ascending.
      public init(name: String, beats: [Double]) {
        self.name = name
        self.beats = beats
      }
    }

    /// The detectors, in the order in which they were named.
    public let found: [Found]
    /// How many of them must have a beat for it to count: all of two, else more than half.
    public let agree: Int
    /// Beats that so many have, ascending; `continues[i]` says that so many have beat i right after beat i − 1.
    public let matched: [Double]
    /// As many as there are matched beats; the first is false.
    public let continues: [Bool]

    /// Puts beats of several detectors together.
    ///
    /// Beats of two detectors are the same where they are each other's nearest and at most `toleranceSeconds` apart (the
    /// earlier of two equally near). From the first detector to the last, and in order of time, a beat counts where it
    /// and the beats that are the same as it are of `agree` detectors at least, all of them in no beat that counts
    /// already. Its time is the middle one of theirs, so that one that lies off moves nothing; of two in the middle that
    /// of the detector that was named first.
    ///
    /// - Parameters:
    ///   - found: two detectors or more.
    ///   - agree: more than half of them, and no more than there are.
    ///   - toleranceSeconds: how far apart two beats that are the same may be.
    public init(_ found: [Found], agree: Int, toleranceSeconds: Double = 0.15) {
      precondition(2 * agree > found.count && agree <= found.count, "a majority")
      self.found = found
      self.agree = agree
      let lists = found.map(\.beats)
      let partners = lists.map { own in lists.map { own.partners(in: $0, within: toleranceSeconds) } }
      var isTaken = lists.map { [Bool](repeating: false, count: $0.count) }
      /// Of each counting beat its time, and which beat of each detector it is; −1 where a detector has none.
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

    /// Matches two ascending lists of beat times one to one; both must have a beat, and the first's time counts.
    ///
    /// - Parameters:
    ///   - first: seconds, ascending.
    ///   - second: seconds, ascending.
    ///   - toleranceSeconds: how far apart two beats that are the same may be.
    public init(first: [Double], second: [Double], toleranceSeconds: Double = 0.15) {
      self.init(
        [Found(name: "first", beats: first), Found(name: "second", beats: second)], agree: 2,
        toleranceSeconds: toleranceSeconds)
    }

    /// The same agreement after every beat has come to another moment.
    ///
    /// - Parameter time: where a beat goes; ascending, so that beats keep their order.
    public func moved(_ time: (Double) -> Double) -> AgreeingBeats {
      AgreeingBeats(found.map { Found(name: $0.name, beats: $0.beats.map(time)) }, agree: agree)
    }
  }
}

extension [Double] {
  /// Of each element the index of the one in `others` that is its nearest, no further than so many seconds away, and has
  /// it for its own nearest; −1 where there is none.
  fileprivate func partners(in others: [Double], within seconds: Double) -> [Int] {
    indices.map { index in
      guard let other = others.nearestIndex(to: self[index]), abs(others[other] - self[index]) <= seconds,
        nearestIndex(to: others[other]) == index
      else { return -1 }
      return other
    }
  }

  /// Index of the element nearest to `value` in an ascending array; the earlier of two equally near.
  public func nearestIndex(to value: Double) -> Int? {
    guard !isEmpty else { return nil }
    let above = firstIndex(notBefore: value)
    guard above > 0 else { return 0 }
    guard above < count else { return count - 1 }
    return value - self[above - 1] <= self[above] - value ? above - 1 : above
  }
}
