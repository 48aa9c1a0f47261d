/// Word that a detector can give of a window, beside its rate.
///
/// A detector that declares one (``Detector/words``) sets ``Estimate/quality``, ``Estimate/confidence`` or
/// ``Estimate/motion`` for every window that it reads.
public enum DetectorWord: String, CaseIterable, Sendable {
  /// ``SignalQuality``, ``ConfidenceLevel`` or ``MotionLevel``.
  case quality, confidence, motion

  /// All words that it can be, from the worst to the best.
  package var vocabulary: [String] {
    switch self {
    case .quality: SignalQuality.allCases.map(\.rawValue)
    case .confidence: ConfidenceLevel.allCases.map(\.rawValue)
    case .motion: MotionLevel.allCases.map(\.rawValue)
    }
  }

  /// The word for one window; `nil` if the detector gave none.
  package func said(quality: SignalQuality?, confidence: Double?, motion: Bool?) -> String? {
    switch self {
    case .quality: quality?.rawValue
    case .confidence: confidence.map { ConfidenceLevel($0).rawValue }
    case .motion: motion.map { ($0 ? MotionLevel.excessive : .none).rawValue }
    }
  }
}

/// The four words of the red-channel guide for the raw signal, from the worst to the best.
public enum SignalQuality: String, CaseIterable, Sendable {
  /// Words from the worst to the best.
  case poor, fair, good, excellent
}

/// The four words of the red-channel guide for its confidence, from the least to the most.
public enum ConfidenceLevel: String, CaseIterable, Sendable {
  /// Words from the least to the most.
  case veryLow, low, moderate, high

  /// - Parameter confidence: 0…1: at least 0.8 is high, at least 0.5 moderate, at least 0.3 low, less very low.
  public init(_ confidence: Double) {
    self = confidence >= 0.8 ? .high : confidence >= 0.5 ? .moderate : confidence >= 0.3 ? .low : .veryLow
  }
}

/// The red-channel guide's warning of movement, and its absence.
public enum MotionLevel: String, CaseIterable, Sendable {
  /// Too much movement, or not.
  case excessive, none
}
