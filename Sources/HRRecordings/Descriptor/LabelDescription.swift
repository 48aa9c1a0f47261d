/// Source of the labels of one kind: activities, postures, rhythms, artefacts.
struct LabelDescription: Sendable {
  let name: String
  var source: LabelSource
  /// Replacement of labels, by the text in the file; labels that become empty are left out.
  let words: [String: String]
  let notJudged: NotJudged
  /// Offset added to their times, in seconds.
  let offsetSeconds: Double
  /// True if recordings without these labels are valid.
  let isOptional: Bool

  /// Labels whose stretches are excluded from the evaluation.
  enum NotJudged: Equatable, Sendable {
    case none, all
    case labels([String])

    func holds(_ label: String) -> Bool {
      switch self {
      case .none: false
      case .all: true
      case .labels(let labels): labels.contains(label)
      }
    }
  }
}

enum LabelSource: Sendable {
  /// A row for each stretch.
  case spans(start: DataLocation, end: SpanEnd, label: SpanLabel, unit: TimeUnit)
  /// Annotations of a file of annotations; `nil` takes all texts.
  case annotations(file: Int, texts: [String]?, until: LabelEnd)
  /// A code for each sample; runs of equal ones are stretches.
  case codes(DataLocation, missing: [Double], Timing)

  enum SpanEnd: Sendable {
    case end(DataLocation)
    case duration(DataLocation)

    var location: DataLocation {
      switch self {
      case .end(let location), .duration(let location): location
      }
    }
  }

  enum SpanLabel: Sendable {
    /// A column of texts.
    case column(file: Int, NameOrIndex)
    /// Numbers of a file without texts.
    case numbers(DataLocation)
    /// The name of the kind for all stretches.
    case same

    var numbers: DataLocation? { if case .numbers(let location) = self { location } else { nil } }
  }

  /// File that must exist for it.
  var file: Int {
    switch self {
    case .spans(let start, _, _, _): start.file
    case .annotations(let file, _, _): file
    case .codes(let location, _, _): location.file
    }
  }
}

/// End of an annotation.
enum LabelEnd: String, CaseIterable, Sendable {
  /// After the duration in the file.
  case duration
  /// Until the next of them begins; the last one to the end of the recording.
  case next
}
