internal import HRRunning
internal import HRSignals

/// Recordings of a run that hold the same data, by marks of their stretches, by landmarks of their pulse waves and by the
/// bytes of their signal files.
///
/// Recordings that have a file in common (one table for all, both hands of one measurement) are not copies of each
/// other: they share it by design.
struct CopiedRecordings {
  /// Two recordings, the earlier of the plan first.
  struct Pair: Equatable {
    let first: Int
    let second: Int
    let likeness: Likeness
    /// How the second is a copy of the first.
    var manner = Manner()
  }

  /// How a recording is a copy of another.
  struct Manner: Equatable {
    var isReversed = false
    /// Duration of a stretch in the copy over its duration in the original; 1 where only equal values are known.
    var slowing = 1.0
  }

  enum Likeness: Equatable {
    /// Number of marks that both have. `of` is the number of comparable marks of the one that has fewer.
    case stretches(shared: Int, of: Int)
    /// Number of common landmarks that are at the same places but for one clock. `of` is the number of all that are
    /// common.
    case waves(shared: Int, of: Int)
    /// SHA-256 of a signal file that both have under different names.
    case file(sha256: String)

    var share: Double {
      switch self {
      case .stretches(let shared, let all), .waves(let shared, let all): Double(shared) / Double(all)
      case .file: 1
      }
    }
  }

  static let leastMarks = 3
  /// Least share of the marks of the recording that has fewer.
  static let leastShare = 0.1
  /// Most recordings before one in the order of a mark that count as sharing it, which bounds the work.
  static let mostNeighbours = 8

  /// Pairs by the first recording, then by the second.
  let pairs: [Pair]

  private struct Key: Hashable {
    let first: Int
    let second: Int
  }

  /// - Parameters:
  ///   - marks: of each recording that was examined.
  ///   - files: of each recording that was read.
  ///   - landmarks: of each recording that was examined.
  init(
    marks: [Int: [UInt64]], files: [Int: [RecordingFacts.FileFacts]], landmarks: [Int: [WaveLandmark]] = [:]
  ) {
    var found = Self.sharingWaves(landmarks)
    for (key, equal) in Self.sharingMarks(marks) {
      // Equal values say more than equal waves, and waves how fast the clock is.
      found[key] = Found(
        likeness: equal.likeness,
        manner: Manner(isReversed: equal.manner.isReversed, slowing: found[key]?.manner.slowing ?? 1))
    }
    for (key, digest) in Self.sharingBytes(files) { found[key] = Found(likeness: .file(sha256: digest)) }
    let paths = files.mapValues { Set($0.map(\.path)) }
    pairs = found.filter { key, _ in
      paths[key.first].map { $0.isDisjoint(with: paths[key.second] ?? []) } ?? true
    }.map {
      Pair(first: $0.key.first, second: $0.key.second, likeness: $0.value.likeness, manner: $0.value.manner)
    }.sorted { ($0.first, $0.second) < ($1.first, $1.second) }
  }

  private struct Found {
    let likeness: Likeness
    var manner = Manner()
  }

  private static func sharingMarks(_ marks: [Int: [UInt64]]) -> [Key: Found] {
    // Without the direction, which is the lowest bit.
    let directions = marks.mapValues { marks in
      Dictionary(marks.map { ($0 >> 1, $0 & 1) }) { first, _ in first }
    }
    let distinct = directions.mapValues { $0.keys.sorted() }
    var found: [Key: Found] = [:]
    for (key, count) in sharing(distinct) where count >= leastMarks {
      let (first, second) = (distinct[key.first] ?? [], distinct[key.second] ?? [])
      let fewer = comparable(first, second)
      guard Double(count) >= leastShare * Double(fewer) else { continue }
      let opposite = first.count { mark in
        directions[key.second]?[mark].map { $0 != directions[key.first]?[mark] } ?? false
      }
      found[key] = Found(
        likeness: .stretches(shared: count, of: fewer), manner: Manner(isReversed: 2 * opposite > count))
    }
    return found
  }

  private static func sharingWaves(_ landmarks: [Int: [WaveLandmark]]) -> [Key: Found] {
    let courses = landmarks.mapValues { $0.map(\.course) }
    var found: [Key: Found] = [:]
    for (key, count) in sharing(courses) where count >= CommonClock.leastLandmarks {
      if let clock = CommonClock(landmarks[key.first] ?? [], landmarks[key.second] ?? []) {
        found[key] = Found(
          likeness: .waves(shared: clock.shared, of: clock.common),
          manner: Manner(isReversed: clock.slope < 0, slowing: abs(clock.slope)))
      }
    }
    return found
  }

  /// Returns how many marks recordings have in common.
  ///
  /// - Parameter marks: of each recording, each once.
  private static func sharing(_ marks: [Int: [UInt64]]) -> [Key: Int] {
    let all = marks.flatMap { recording, marks in marks.map { (mark: $0, recording: recording) } }
      .sorted { ($0.mark, $0.recording) < ($1.mark, $1.recording) }
    var shared: [Key: Int] = [:]
    var start = 0
    for index in all.indices {
      if all[index].mark != all[start].mark { start = index }
      for earlier in max(start, index - mostNeighbours)..<index {
        shared[Key(first: all[earlier].recording, second: all[index].recording), default: 0] += 1
      }
    }
    return shared
  }

  /// Returns the number of comparable marks of the recording with fewer.
  ///
  /// A recording keeps the smallest of its marks. So those of a short one count up to the largest that a long one has:
  /// otherwise an excerpt of it would seem to have few in common with it.
  ///
  /// - Parameters:
  ///   - one: marks of a recording, ascending.
  ///   - other: those of another.
  /// - Returns: the smaller number of marks up to that limit.
  private static func comparable(_ one: [UInt64], _ other: [UInt64]) -> Int {
    let most = min(one.last ?? 0, other.last ?? 0)
    return [one, other].map { $0.prefix { $0 <= most }.count }.min() ?? 0
  }

  /// Returns the recordings of a file paired with those of each copy of it, one by one in their order.
  private static func sharingBytes(_ files: [Int: [RecordingFacts.FileFacts]]) -> [Key: String] {
    let all = files.flatMap { recording, files in
      files.filter(\.holdsSignals).map { (sha256: $0.sha256, path: $0.path, recording: recording) }
    }.sorted { ($0.sha256, $0.recording, $0.path) < ($1.sha256, $1.recording, $1.path) }
    var copies: [Key: String] = [:]
    var start = 0
    while start < all.count {
      let end = all[start...].firstIndex { $0.sha256 != all[start].sha256 } ?? all.count
      let same = all[start..<end]
      let original = same.filter { $0.path == same[start].path }.map(\.recording)
      var counts: [String: Int] = [:]
      for copy in same where copy.path != same[start].path {
        let number = counts[copy.path, default: 0]
        counts[copy.path] = number + 1
        let other = original[min(number, original.count - 1)]
        if other != copy.recording {
          copies[Key(first: min(other, copy.recording), second: max(other, copy.recording))] = copy.sha256
        }
      }
      start = end
    }
    return copies
  }
}
