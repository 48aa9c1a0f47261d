/// Stretches of a recording that carry labels of one kind: activities, postures, rhythms, artefacts.
public struct LabelledStretches: Equatable, Sendable {
  /// Name of the kind of labels: `activity`.
  public let name: String
  /// Ascending by start, then by end; they may overlap.
  public let stretches: [Stretch]

  /// A span of time with a label.
  public struct Stretch: Equatable, Sendable {
    /// Time range of the stretch.
    public let range: TimeRange
    /// Label of the stretch: `sitting`.
    public let label: String

    /// Creates a stretch with this label.
    public init(range: TimeRange, label: String) {
      self.range = range
      self.label = label
    }
  }

  /// - Parameters:
  ///   - name: name of the kind of labels.
  ///   - stretches: stretches in any order.
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
/// A window has the label of the stretches that together cover at least 80 % of it. Of several such labels it has the
/// one that covers most, of equal ones the first in alphabetical order. If labels cover more than 1 ms of it but none
/// covers enough, it is ``mixed``; otherwise it is ``none``.
public struct WindowLabels: Sendable {
  /// Label of a window in which labels change.
  public static let mixed = "(mixed)"
  /// Label of a window that no label covers.
  public static let none = "(not stated)"
  /// Share of a window that a label must cover.
  static let coverageShare = 0.8
  /// Coverage up to this, in seconds, counts as none.
  static let edgeSeconds = 1e-3

  private let spans: CoveringSpans
  private let labels: [String]

  /// Creates a reader of these labels.
  public init(_ labels: LabelledStretches) {
    spans = CoveringSpans(labels.stretches.map(\.range))
    self.labels = labels.stretches.map(\.label)
  }

  /// Returns the label of a window.
  public func label(of window: TimeRange) -> String {
    var parts: [(label: String, covered: Double, to: Double)] = []
    spans.forEach(overlapping: window) { index, start, end in
      if let known = parts.firstIndex(where: { $0.label == labels[index] }) {
        // Stretches ascend by start: only the part after the earlier stretches of the label is new.
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

/// Stretches of time, with a search for those that overlap a window.
struct CoveringSpans: Sendable {
  private let ranges: [TimeRange]
  /// Latest end of each range and all before it.
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

  /// Calls a function for each stretch that overlaps a window, with the overlap, in the order of their starts.
  func forEach(overlapping window: TimeRange, _ body: (_ index: Int, _ start: Double, _ end: Double) -> Void)
  {
    var index = latestEnds.firstIndex(notBefore: window.start)
    while index < ranges.count, ranges[index].start < window.end {
      let (start, end) = (max(window.start, ranges[index].start), min(window.end, ranges[index].end))
      if end > start { body(index, start, end) }
      index += 1
    }
  }

  /// Returns true if they cover more than 1 ms of a window.
  func touch(_ window: TimeRange) -> Bool { seconds(in: window) > WindowLabels.edgeSeconds }

  /// Returns the time of a window that the stretches cover, in seconds; where several do it counts once.
  func seconds(in window: TimeRange) -> Double {
    var (covered, latest) = (0.0, -Double.infinity)
    forEach(overlapping: window) { _, start, end in
      covered += max(0, end - max(start, latest))
      latest = max(latest, end)
    }
    return covered
  }
}
