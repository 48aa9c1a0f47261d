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
    var next = 0
    for beat in detected {
      while next < reference.count, reference[next] <= beat + Self.earlySeconds { next += 1 }
      guard next > 0 else { continue }
      let delay = beat - reference[next - 1]
      if delay <= Self.mostSeconds { delaysSeconds.append(delay) }
    }
  }

  /// Median, in milliseconds; `nil` without beats.
  public var medianMilliseconds: Double? {
    quantile(0.5, ofSorted: AscendingOrder(delaysSeconds).values).map { 1000 * $0 }
  }
}
