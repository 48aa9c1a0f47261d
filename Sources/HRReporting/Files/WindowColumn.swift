internal import HRRunning

/// One column of `windows.csv` and `windows.h5`.
struct WindowColumn: Sendable {
  let name: String
  /// `s`, `1/min`; `nil` for values without a unit.
  let unit: String?
  /// Meaning in Markdown, for the page on the output of a run.
  let meaning: String
  let values: Values

  /// Source and computation of a row's value. A missing number is `nil`, a missing word is empty.
  enum Values: Sendable {
    case unit(UnitValue)
    case detector
    case window(Cells<WindowTable>)
    case answer(Cells<RowBlock>)
  }

  enum UnitValue: Sendable {
    case word(@Sendable (UnitRows) -> String)
    case count(@Sendable (UnitRows) -> Int)
  }

  /// Values by window, or by row of a detector.
  enum Cells<Source>: Sendable {
    case numbers(@Sendable (Source) -> RowNumbers)
    case words(@Sendable (Source) -> RowWords)
  }

  init(_ name: String, unit: String? = nil, _ meaning: String, _ values: Values) {
    (self.name, self.unit, self.meaning, self.values) = (name, unit, meaning, values)
  }
}

extension WindowColumn {
  private static let perMinute = "1/min"

  /// Columns of every run. The rates of the detectors that a reference is made by follow, then labels.
  static let ofEveryRun: [WindowColumn] = [
    .init("recording", "Name in the data set.", .unit(.word { $0.recording })),
    .init(
      "subject", "Name in the data set; empty where it is not known.", .unit(.word { $0.subject })),
    .init("scenario", "Label.", .unit(.word { $0.scenario })),
    .init("repeat", "Counted from 1.", .unit(.count { $0.repetition })),
    .init("detector", "Label.", .detector),
    .init(
      "startSeconds", unit: "s", "Start of the window, on the recording's own clock.",
      .window(.numbers { table in { table.ranges[$0].start } })),
    .init(
      "endSeconds", unit: "s", "End of the window, which is not part of it.",
      .window(.numbers { table in { table.ranges[$0].end } })),
    .init(
      "referenceBPM", unit: perMinute, "The rate that the data set gives as true; empty where it gives none.",
      .window(.numbers { table in { table.references[$0].bpm } })),
    .init(
      "estimateBPM", unit: perMinute, "The rate that the detector gives; empty where it gives none.",
      .answer(.numbers { block in { block.estimateBPM($0) } })),
    .init(
      "confidence", "0 to 1, where the detector has one.",
      .answer(.numbers { block in { block.cell($0)?.confidence } })),
    .init(
      "outcome", "`value`, or why there is none: `abstained:`, `failed:` or `noReference:` with the reason.",
      .answer(.words { $0.outcomes })),
    .init(
      "quality", "`poor`, `fair`, `good` or `excellent`, where the detector says so.",
      .answer(.words { $0.qualities })),
    .init(
      "motion", "`true` or `false`, where the detector looks for motion.",
      .answer(
        .words { block in
          RowWords(words: ["", "false", "true"]) { row in block.cell(row)?.motion.map { $0 ? 2 : 1 } ?? 0 }
        })),
    .init(
      "dataset", "Name of the data set, for experiments with several.", .unit(.word { $0.dataset })),
    .init(
      "cluster",
      "Name of the subject, or of the recording if the subject is not known; with several data sets after the data set's name, `bidmc/s1`. Two clusters never share a name (a second one gets ` (2)`). Empty for a recording that could not be used.",
      .unit(.word { $0.table == nil ? "" : $0.cluster })),
    .init(
      "errorBPM", unit: perMinute, "`estimateBPM` − `referenceBPM`; empty where one is.",
      .answer(
        .numbers { block in
          { row in block.cell(row)?.errorBPM(against: block.reference(row)?.bpm) }
        })),
  ]

  /// Columns of heart-rate variability.
  static let ofVariability: [WindowColumn] = [
    .init(
      "unit", "Unit of everything here whose name ends in BPM; empty for a ratio.", .unit(.word { $0.unit })),
    detail(
      "withoutExtraBPM", "The value without the beats that are none of the reference's.", \.withoutExtra),
    detail(
      "everyBeatFoundBPM",
      "The value with the missed beats filled in as well: the reference's beats at the detector's times.",
      \.filled),
    detail(
      "correctedShare", "Share of the detector's intervals that the artefact policy changed.",
      \.correctedShare),
    detail("referenceCorrectedShare", "The same of the reference's.", \.referenceCorrectedShare),
  ]

  private static func detail(
    _ name: String, _ meaning: String, _ value: @escaping @Sendable (VariabilityDetail) -> Double
  ) -> WindowColumn {
    .init(
      name, meaning,
      .answer(
        .numbers { block in
          { row in
            block.answers?.column.variabilityDetail(row).map(value).flatMap { $0.isFinite ? $0 : nil }
          }
        }))
  }

  /// `referencePanTompkinsBPM`
  static func name(ofReferenceDetector name: String) -> String {
    "reference\(name.prefix(1).uppercased())\(name.dropFirst())BPM"
  }

  static func rate(ofReferenceDetector name: String) -> WindowColumn {
    .init(
      Self.name(ofReferenceDetector: name), unit: perMinute,
      "The own rate of one of the detectors that the reference is made by; empty where its beats cover too little of the window, or the data set's reference is made without it.",
      .window(
        .numbers { table in
          let rates = table.referenceDetectors.first { $0.name == name }?.ratesBPM
          return { rates?[$0] }
        }))
  }

  /// `label.activity`
  static func label(_ name: String) -> WindowColumn {
    .init(
      "label.\(name)",
      "What the window is called, `(mixed)` or `(not stated)`; empty where the data set has no such labels.",
      .window(
        .words { table in
          guard let column = table.labels.first(where: { $0.name == name }) else { return .none }
          return RowWords(words: column.words) { column.codes[$0] }
        }))
  }
}

extension RowBlock {
  fileprivate func estimateBPM(_ row: Int) -> Double? {
    cell(row).flatMap { $0.hasValue ? $0.bpm : nil }
  }

  /// Outcomes of the rows. The outcome of a window without a reference is `noReference`.
  fileprivate var outcomes: RowWords {
    guard let answers else { return RowWords(words: [failure?.text ?? ""]) { _ in 0 } }
    let words = [WindowOutcome.value.text] + answers.column.reasons.map(\.text)
    let references = answers.table.references
    return RowWords(words: words + references.reasons.map { WindowOutcome.noReference($0).text }) { row in
      references.reasonNumber(answers.table.window(of: number, row: row)).map { words.count + $0 }
        ?? answers.column.reasonNumber(row)
    }
  }

  fileprivate var qualities: RowWords {
    RowWords(words: [""] + EstimateColumn.Cell.qualityWords) { row in
      answers?.column.qualityNumber(row).map { $0 + 1 } ?? 0
    }
  }
}
