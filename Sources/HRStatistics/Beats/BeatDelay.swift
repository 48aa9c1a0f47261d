/// How long after the reference's beats a detector places its own, whatever tolerance and lag were declared.
///
/// Each detected beat is held against the latest reference beat that is at most ``earlySeconds`` after it. A
/// pulse wave arrives 0.1–0.5 s after the heart's electrical beat, and every detector marks another point of it,
/// so beats can be matched only once a lag is declared; this figure says which one would fit. It is never
/// applied by itself.
public struct BeatDelay: Equatable, Sendable {
  /// How much earlier than a reference beat a detected beat may be and still be held against it.
  public static let earlySeconds = 0.1
  /// A beat later than this lies in a gap of the reference and does not count.
  public static let mostSeconds = 2.0

  /// Detected minus reference, in no particular order.
  private var delaysSeconds: [Double] = []

  /// Without a beat.
  public init() {}

  /// Adds a recording's beats; both lists ascend, in seconds.
  public mutating func add(reference: [Double], detected: [Double]) {
    Self.forEachDelay(reference: reference, detected: detected) { delaysSeconds.append($0) }
  }

  private static func forEachDelay(reference: [Double], detected: [Double], _ body: (Double) -> Void) {
    var next = 0
    for beat in detected {
      while next < reference.count, reference[next] <= beat + earlySeconds { next += 1 }
      guard next > 0 else { continue }
      let delay = beat - reference[next - 1]
      if delay <= mostSeconds { body(delay) }
    }
  }

  /// Median, in milliseconds; `nil` without beats.
  public var medianMilliseconds: Double? {
    Self.medianMilliseconds(delaysSeconds)
  }

  /// The same over recordings that are read again and again and not held.
  ///
  /// - Parameter recordings: beats of both; both lists ascend, in seconds.
  package static func medianMilliseconds(
    of recordings: some Collection<(reference: [Double], detected: [Double])>
  ) -> Double? {
    var count = 0
    for one in recordings {
      forEachDelay(reference: one.reference, detected: one.detected) { _ in count += 1 }
    }
    return medianMilliseconds(Delays(recordings: recordings, count: count))
  }

  private static func medianMilliseconds(_ delaysSeconds: some Walk) -> Double? {
    quantile(0.5, of: delaysSeconds).map { 1000 * $0 }
  }

  private struct Delays<Recordings: Collection<(reference: [Double], detected: [Double])>>: Walk {
    let recordings: Recordings
    let count: Int

    func walk(_ body: (Double) -> Void) {
      for one in recordings {
        BeatDelay.forEachDelay(reference: one.reference, detected: one.detected, body)
      }
    }
  }
}
