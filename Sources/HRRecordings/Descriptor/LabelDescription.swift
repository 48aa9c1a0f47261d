/// Where the labels of one kind stand: activities, postures, rhythms, artefacts.
struct LabelDescription: Sendable {
  let name: String
  let source: LabelSource
  /// What labels are called instead, by the text in the file; those that become empty are left out.
  let words: [String: String]
  let notJudged: NotJudged
  /// Added to their times.
  let offsetSeconds: Double
  /// Some recordings lack them.
  let isOptional: Bool

  /// The labels whose stretches nobody is to be judged on.
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
  /// Annotations of a file that has some; `nil` takes all texts.
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
    case column(file: Int, CSVColumn)
    /// Numbers of a file that has no texts.
    case numbers(DataLocation)
    /// All stretches are called what the kind is called.
    case same

    var numbers: DataLocation? { if case .numbers(let location) = self { location } else { nil } }
  }

  /// The file that must be there for it.
  var file: Int {
    switch self {
    case .spans(let start, _, _, _): start.file
    case .annotations(let file, _, _): file
    case .codes(let location, _, _): location.file
    }
  }
}

/// How long an annotation lasts.
enum LabelEnd: String, CaseIterable, Sendable {
  /// As long as the file says.
  case duration
  /// Until the next of them begins; the last one to the end of the recording.
  case next
}
