internal import HRSupport
internal import HREvaluation
internal import HRRunning

/// Data for the script of a run's page.
struct PageData {
  let evaluation: Evaluation
  /// Windows that fit in the page; `nil` while these are not known.
  let units: PageUnits?
  let signals: PageSignals
  let styles: DetectorStyles
  /// Differences of each two detectors.
  let pairs: JSONText

  var json: String {
    let plan = evaluation.plan
    let labels = plan.detectors.map(\.label)
    return JSONText.object([
      (
        "rateTitle",
        .string(plan.variability == nil ? "\(plan.measurand.words) (per minute)" : plan.quantity.words)
      ),
      ("unitTexts", .strings(plan.scenarios.indices.map { plan.inUnit(of: $0) })),
      ("limits", .numbers(limits)),
      ("scales", .numbers(plan.scenarios.indices.map(plan.pageScale))),
      ("withinBPM", .number(plan.withinBPM)), ("withinPercent", .optional(plan.withinPercent)),
      ("baseline", .optional(plan.baseline.flatMap { labels.firstIndex(of: $0) })),
      ("scenarios", names(plan.scenarios.map(\.label))), ("detectors", names(labels)),
      ("recordings", names(plan.recordings.indices.map { plan.name(ofRecording: $0) })),
      (
        "leaders",
        .array(plan.scenarios.indices.map { .optional(evaluation.leader(ofScenario: $0)?.detector) })
      ),
      ("takesPart", .array(plan.scenarios.indices.map { .integers(plan.detectors(in: $0)) })),
      ("styles", .array(plan.detectors.indices.map { .optional(styles[$0]) })), ("pairs", pairs),
      ("clusters", .string(evaluation.clusterWord)),
      ("outcomes", units?.outcomesJSON ?? .null), ("units", units?.json ?? .null),
      ("heat", PageHeat(evaluation: evaluation).json),
      ("kept", signals.json), ("keptNote", .string(signals.note)),
    ]).rendered(indented: false)
  }

  /// The error of a recording from which on a detector breaks on it: the tolerance; of heart-rate variability the error
  /// of the best guess without the signal.
  private var limits: [Double] {
    let plan = evaluation.plan
    return plan.scenarios.indices.map { scenario in
      guard plan.variability != nil else { return plan.withinBPM }
      return evaluation.chanceLevels[scenario].bestGuessMAEBPM ?? 1
    }
  }

  /// Returns names made printable, since a script puts them into the page unchanged.
  private func names(_ texts: [String]) -> JSONText { .strings(texts.map(\.printable)) }
}

extension RunPlan {
  /// Factor between the values of a scenario and the numbers of the page, so that these are below 655: 10 for
  /// intervals in ms, 100 for power in ms², 1 for all else.
  func pageScale(of scenario: Int) -> Double {
    switch scenarios[scenario].figure {
    case .meanRR, .sdnn, .rmssd: 10
    case .lf, .hf: 100
    case .pnn50, .lfhf, nil: 1
    }
  }
}

extension JSONText {
  static func integers(_ numbers: some Sequence<Int>) -> JSONText { .array(numbers.map { .integer($0) }) }
  static func numbers(_ numbers: [Double]) -> JSONText { .array(numbers.map { .number($0) }) }
  static func strings(_ texts: [String]) -> JSONText { .array(texts.map { .string($0) }) }
  static func optional(_ number: Int?) -> JSONText { number.map { .integer($0) } ?? .null }

  /// Returns an object of the members that have a value.
  static func known(_ members: [(key: String, value: JSONText?)]) -> JSONText {
    .object(members.compactMap { key, value in value.map { (key, $0) } })
  }
}

/// The error of every detector on every recording of a scenario, for the page's table of both.
struct PageHeat {
  let evaluation: Evaluation

  /// Maximum number of recordings of a scenario; of more, those with the largest errors of its leader.
  static let mostRecordings = 200
  /// Maximum number of cells of all scenarios together.
  private static let mostCells = 180_000

  /// Data, one object per scenario.
  var json: JSONText { .array(evaluation.plan.scenarios.indices.map(json)) }

  /// Maximum number of recordings in the table of a scenario.
  private var most: Int {
    min(Self.mostRecordings, max(20, Self.mostCells / max(1, evaluation.rows.count)))
  }

  private func json(_ scenario: Int) -> JSONText {
    // The smallest error first, as in the figure of errors.
    let rows = evaluation.rows(ofScenario: scenario).enumerated().sorted {
      ($0.element.value(.mae) ?? .infinity, $0.offset) < ($1.element.value(.mae) ?? .infinity, $1.offset)
    }.map(\.element)
    let all = rows.flatMap { $0.perRecording.map(\.recording) }.distinct.sorted()
    let leader = evaluation.leader(ofScenario: scenario)
    var shown = all
    if all.count > most {
      let errors = Dictionary(
        uniqueKeysWithValues: (leader?.perRecording ?? []).map { ($0.recording, $0.maeBPM ?? -1) })
      shown = all.sorted { (-(errors[$0] ?? -1), $0) < (-(errors[$1] ?? -1), $1) }.prefix(most).sorted()
    }
    let scores = rows.map { row in
      Dictionary(uniqueKeysWithValues: row.perRecording.map { ($0.recording, $0) })
    }
    let cells = shown.flatMap { recording in scores.map { $0[recording] } }
    let answered = cells.map { score in
      score.flatMap { $0.referenceWindows > 0 ? Double($0.estimates) / Double($0.referenceWindows) : nil }
    }
    return .object([
      ("recordings", .integers(shown)),
      ("isCut", .boolean(shown.count < all.count)),
      ("detectors", .integers(rows.map(\.detector))),
      (
        "errors",
        .string(
          PackedNumbers.hundredths(
            cells.map { $0?.maeBPM }, by: evaluation.plan.pageScale(of: scenario)))
      ),
      ("answered", .string(PackedNumbers.shares(answered))),
    ])
  }
}
