/// Delay of a detector's beats after the reference's, without any declared tolerance or lag.
///
/// Each detected beat is compared with the latest reference beat that is at most ``earlySeconds`` after it. A pulse
/// wave arrives 0.1–0.5 s after the heart's electrical beat, and every detector marks another point of it. So beats
/// can be matched only once a lag is declared. This figure shows which lag would fit. It is never applied by itself.
public struct BeatDelay: Equatable, Sendable {
  /// Most seconds by which a detected beat may precede the reference beat that it is compared with.
  public static let earlySeconds = 0.1
  /// Longest delay that counts. A later beat is in a gap of the reference.
  public static let mostSeconds = 2.0

  /// Delays, detected minus reference, in no particular order.
  private var delaysSeconds: [Double] = []

  /// Creates a delay without a beat.
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

  /// Median delay, in milliseconds; `nil` without beats.
  public var medianMilliseconds: Double? {
    Self.medianMilliseconds(delaysSeconds)
  }

  /// Returns the median delay over recordings that are read in every pass and not held.
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
