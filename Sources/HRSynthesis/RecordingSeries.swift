package import HRSignals

/// Recordings that are made one at a time, each a pure function of its place.
package protocol RecordingSeries {
  var count: Int { get }
  /// Length of each recording.
  var seconds: Double { get }
  /// Name of a recording, known before it is made.
  func id(_ index: Int) -> String
  /// - Parameter index: from 0 to below ``count``.
  func recording(_ index: Int) -> Recording
  /// The frames of a recording's camera; `nil` if none are requested.
  func frames(_ index: Int) -> FingerFrames?
}

extension RecordingSeries {
  /// All recordings, in order.
  package func recordings() -> [Recording] { (0..<count).map(recording) }

  package func frames(_ index: Int) -> FingerFrames? { nil }
}
