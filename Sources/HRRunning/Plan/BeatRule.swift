/// Rule by which a detected beat counts as one of the reference's.
package struct BeatRule: Equatable, Sendable {
  package static let toleranceSecondsRange = 0.01...0.5
  package static let lagSecondsRange = -2.0...2.0
  /// 150 ms: ANSI/AAMI EC57:2012.
  package static let standard = BeatRule(toleranceSeconds: 0.15, lagSeconds: 0)

  package let toleranceSeconds: Double
  /// Expected delay of the detected beats after the reference's; negative if they come earlier. A detector may have
  /// its own.
  package let lagSeconds: Double
}
