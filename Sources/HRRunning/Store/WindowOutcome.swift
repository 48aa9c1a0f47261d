package import HRPlugins

/// Outcome of a window: an estimate, or the reason why there is none.
package enum WindowOutcome: Hashable, Sendable {
  case value
  case abstained(Abstention)
  /// A program gave no rate, for a reason in its own words, on one line.
  case declined(String)
  /// The reason is one line.
  case failed(String)
  /// The window has no reference; the reason is one word: `tooFewIntervals`.
  case noReference(String)

  /// A rate beyond what the detector declares. If it declares nothing: a rate beyond anything conceivable.
  package static let outsideRange = failed("outsideRange")

  /// Outcome as it is written to files: `value`, `abstained:flatSignal`, `failed:…`, `noReference:…`.
  package var text: String {
    switch self {
    case .value: "value"
    case .abstained(let reason): "abstained:\(reason.rawValue)"
    case .declined(let words): "abstained:\(words)"
    case .failed(let reason): "failed:\(reason)"
    case .noReference(let reason): "noReference:\(reason)"
    }
  }

  /// Reads an outcome; `nil` for a text that is none.
  package init?(text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    switch (parts[0], parts.count > 1 ? parts[1] : nil) {
    case ("value", nil): self = .value
    case ("abstained", let reason?):
      self = Abstention(rawValue: reason).map { .abstained($0) } ?? .declined(reason)
    case ("failed", let reason?): self = .failed(reason)
    case ("noReference", let reason?): self = .noReference(reason)
    default: return nil
    }
  }

  package var isFailure: Bool {
    if case .failed = self { true } else { false }
  }
}
