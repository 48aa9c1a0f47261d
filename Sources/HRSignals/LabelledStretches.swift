/// Stretches of a recording that carry labels of one kind: activities, postures, rhythms, artefacts.
public struct LabelledStretches: Equatable, Sendable {
  /// What the labels tell of: `activity`.
  public let name: String
  /// Ascending by start, then by end; they may overlap.
  public let stretches: [Stretch]

  /// From one moment to another.
  public struct Stretch: Equatable, Sendable {
    /// Where it lies.
    public let range: TimeRange
    /// What it is called: `sitting`.
    public let label: String

    /// A stretch with this label.
    public init(range: TimeRange, label: String) {
      self.range = range
      self.label = label
    }
  }

  /// - Parameters:
  ///   - name: what the labels tell of.
  ///   - stretches: in any order.
  public init(name: String, stretches: [Stretch]) {
    self.name = name
    self.stretches = stretches.enumerated().sorted {
      ($0.element.range.start, $0.element.range.end, $0.offset)
        < ($1.element.range.start, $1.element.range.end, $1.offset)
    }.map(\.element)
  }
}

/// Finds the label of windows; built once per recording. Definition `windowLabel@1`.
///
/// A window is called what the stretches call it that cover at least 80 % of it together; of several such labels the
/// one that covers most, of equal ones the first in alphabetical order. Where labels cover some of it but none so much,
/// it is ``mixed``; where none covers more than 1 ms of it, ``none``.
public struct WindowLabels: Sendable {
  /// What a window is called in which labels change.
  public static let mixed = "(mixed)"
  /// What a window is called that no label covers any of.
  public static let none = "(not stated)"
  /// Share of a window that a label must cover.
  static let coverageShare = 0.8
  /// What covers no more of a window than this, in seconds, covers none of it.
  static let edgeSeconds = 1e-3

  private let spans: CoveringSpans
  private let labels: [String]

  /// A reader of these labels.
  public init(_ labels: LabelledStretches) {
    spans = CoveringSpans(labels.stretches.map(\.range))
    self.labels = labels.stretches.map(\.label)
  }

  /// What a window is called.
  public func label(of window: TimeRange) -> String {
    var parts: [(label: String, covered: Double, to: Double)] = []
    spans.forEach(overlapping: window) { index, start, end in
      if let known = parts.firstIndex(where: { $0.label == labels[index] }) {
        // Stretches ascend by start: what is new of this one lies behind the others of its label.
        parts[known].covered += max(0, end - max(parts[known].to, start))
        parts[known].to = max(parts[known].to, end)
      } else {
        parts.append((labels[index], end - start, end))
      }
    }
    let most = parts.min { ($1.covered, $0.label) < ($0.covered, $1.label) }
    guard let most, most.covered > Self.edgeSeconds else { return Self.none }
    return most.covered >= Self.coverageShare * window.duration - Self.edgeSeconds ? most.label : Self.mixed
  }
}

/// Stretches of time, to be asked which of them lie in a window.
struct CoveringSpans: Sendable {
  private let ranges: [TimeRange]
  /// Of each and all before it.
  private let latestEnds: [Double]

  /// - Parameter ranges: ascending by start.
  init(_ ranges: [TimeRange]) {
    self.ranges = ranges
    var latest = -Double.infinity
    latestEnds = ranges.map { range in
      latest = max(latest, range.end)
      return latest
    }
  }

  /// Each stretch that shares some time with a window, with what it shares, in the order of their starts.
  func forEach(overlapping window: TimeRange, _ body: (_ index: Int, _ start: Double, _ end: Double) -> Void)
  {
    var index = latestEnds.firstIndex(notBefore: window.start)
    while index < ranges.count, ranges[index].start < window.end {
      let (start, end) = (max(window.start, ranges[index].start), min(window.end, ranges[index].end))
      if end > start { body(index, start, end) }
      index += 1
    }
  }

  /// Whether any of them shares more than 1 ms with a window.
  func touch(_ window: TimeRange) -> Bool {
    var covered = 0.0
    forEach(overlapping: window) { _, start, end in covered += end - start }
    return covered > WindowLabels.edgeSeconds
  }
}
