/// Pairs of reference and detected beats, each beat in at most one, as many as there can be.
///
/// A pair's times differ by at most the tolerance (inclusive, 1 µs of slack; 150 ms in ANSI/AAMI EC57), the
/// lag subtracted from the detected time first.
///
/// Two pointers give the largest number: take the earliest beat r and the earliest detected beat d. If d
/// comes before every tolerance interval that is left (or r's interval ends before d), no pair can have it,
/// and it is passed over. Otherwise they match, and some largest matching contains them: if it pairs r with
/// d′ and r′ with d, then r ≤ r′ and d ≤ d′ make r′ – d′ as near as the farther of the two, so they can be
/// exchanged; if only one of r and d is taken, its partner can be replaced by the other; if neither is, it
/// was not largest.
///
/// That takes the earliest beats that match. Then, from the last pair to the first, each moves to the next
/// detected beat while that is free (before the next pair's) and nearer, and then to the next reference beat
/// likewise, so that a false beat before a true one does not pass for it.
public struct BeatMatching: Equatable, Sendable {
  /// A reference beat and the detected beat that it is matched to.
  public struct Pair: Equatable, Sendable {
    /// Index into the reference beats.
    public let reference: Int
    /// Index into the detected beats.
    public let detected: Int
  }

  /// Matched pairs; both indices ascend.
  public let pairs: [Pair]

  /// - Parameters:
  ///   - reference: ascending, in seconds.
  ///   - detected: ascending, in seconds.
  ///   - toleranceSeconds: not negative.
  ///   - lagSeconds: known delay of the detector's beats.
  public init(reference: [Double], detected: [Double], toleranceSeconds: Double, lagSeconds: Double) {
    let reach = toleranceSeconds + 1e-6
    func offset(_ r: Int, _ d: Int) -> Double { detected[d] - lagSeconds - reference[r] }
    var found: [Pair] = []
    found.reserveCapacity(min(reference.count, detected.count))
    var (r, d) = (0, 0)
    while r < reference.count, d < detected.count {
      let difference = offset(r, d)
      if difference < -reach {
        d += 1
      } else if difference > reach {
        r += 1
      } else {
        found.append(Pair(reference: r, detected: d))
        r += 1
        d += 1
      }
    }
    var (endReference, endDetected) = (reference.count, detected.count)
    for index in found.indices.reversed() {
      var (r, d) = (found[index].reference, found[index].detected)
      while d + 1 < endDetected, abs(offset(r, d + 1)) < abs(offset(r, d)) { d += 1 }
      while r + 1 < endReference, abs(offset(r + 1, d)) < abs(offset(r, d)) { r += 1 }
      found[index] = Pair(reference: r, detected: d)
      (endReference, endDetected) = (r, d)
    }
    pairs = found
  }
}

/// A reference beat with the detected beat that it is matched to, or one of them alone.
public struct MatchedBeat: Equatable, Sendable {
  /// Time of the reference beat, in seconds; `nil` for an extra beat.
  public let reference: Double?
  /// Time of the detected beat, in seconds; `nil` for a missed one.
  public let detected: Double?
}

extension BeatMatching {
  /// Returns every beat of the lists that were matched, in order of time: that of the reference beat, of an extra beat
  /// its own less the lag. Of equal times the reference beat comes first.
  public func beats(reference: [Double], detected: [Double], lagSeconds: Double) -> [MatchedBeat] {
    var partner = [Int?](repeating: nil, count: reference.count)
    var isExtra = [Bool](repeating: true, count: detected.count)
    for pair in pairs {
      partner[pair.reference] = pair.detected
      isExtra[pair.detected] = false
    }
    var extras = detected.indices.filter { isExtra[$0] }[...]
    var beats: [MatchedBeat] = []
    beats.reserveCapacity(reference.count + extras.count)
    func add(extrasBefore time: Double) {
      while let first = extras.first, detected[first] - lagSeconds < time {
        beats.append(MatchedBeat(reference: nil, detected: detected[first]))
        extras.removeFirst()
      }
    }
    for (index, time) in reference.enumerated() {
      add(extrasBefore: time)
      beats.append(MatchedBeat(reference: time, detected: partner[index].map { detected[$0] }))
    }
    add(extrasBefore: .infinity)
    return beats
  }
}

extension BeatMatching {
  /// The pairs, and where between two of them that follow each other as many beats of one side are left as of the other,
  /// these in their order: beats out of place by more than the tolerance, neither missed nor extra.
  package var pairsWithDisplaced: [Pair] {
    var all: [Pair] = []
    for pair in pairs {
      if let last = all.last, pair.reference - last.reference == pair.detected - last.detected {
        all += (1..<pair.reference - last.reference).map {
          Pair(reference: last.reference + $0, detected: last.detected + $0)
        }
      }
      all.append(pair)
    }
    return all
  }
}
