internal import HREvaluation
internal import HRRunning
internal import HRSupport
internal import HRStatistics

/// Recordings that each detector has seen, and the order on those that none has. It is the lead of a report if any
/// detector was tuned on recordings of the run. Recordings without a statement are never called unseen.
struct SeenText {
  let evaluation: Evaluation
  static let title = "Order on recordings that no detector is stated to have been tuned on"
  /// Mark behind the label of a detector that was tuned on recordings of the run.
  static let mark = " †"

  private var plan: RunPlan { evaluation.plan }

  /// Returns the label for tables.
  static func label(_ detector: Int, _ plan: RunPlan) -> String {
    plan.detectors[detector].label + (plan.seen(by: detector).isEmpty ? "" : mark)
  }

  /// Returns the meaning of the mark, for the detectors of some rows; `nil` if none has it.
  static func note(_ rows: [Evaluation.Row], _ plan: RunPlan) -> String? {
    let total = grouped(plan.recordings.count)
    let seen = rows.map(\.detector).distinct.compactMap { detector -> String? in
      let count = plan.seen(by: detector).count
      return count == 0
        ? nil : "\(Findings.named(plan.detectors[detector].label)) on \(grouped(count)) of \(total)"
    }
    guard !seen.isEmpty else { return nil }
    return
      "†: tuned on recordings of this run, so its figures on them are too good: \(seen.joined(separator: ", "))."
  }

  /// The order on unseen recordings, before everything else; empty if no detector has seen any.
  var lead: [Block] {
    guard let unseen = evaluation.unseen else { return [] }
    let heading = Block.heading(2, Prose(plain: Self.title))
    if let reason = tooFew(unseen) { return [heading, .sentence(reason)] }
    return [heading, .sentence(introduction(unseen))]
      + plan.scenarios.indices.flatMap { scenario -> [Block] in
        [
          .paragraph("**\(plan.scenarios[scenario].label)**"), .table(table(ordered(unseen, scenario))),
        ]
      }
  }

  /// Statements on each detector; empty if the run has none.
  var statements: [Block] {
    guard plan.detectors.contains(where: { $0.tunedOn != nil }) else { return [] }
    let tuned = plan.detectors.indices.filter { plan.detectors[$0].tunedOn?.stated.isEmpty == false }
    return [.heading(3, "Tuning data of each detector")]
      + (tuned.isEmpty ? [] : [.table(statementTable(tuned))]) + silence.map(Block.sentence)
  }

  /// Sentences for the terminal, with the order alone.
  var sentences: [String] {
    guard let unseen = evaluation.unseen else { return [] }
    if let reason = tooFew(unseen) { return [reason] }
    return [introduction(unseen)]
      + plan.scenarios.indices.map { scenario in
        let rows = ordered(unseen, scenario)
        let shown = rows.prefix(Self.mostShown).map { row in
          let share = row.score.rightOfAll.map { fixed(100 * $0.share, decimals: 1) + " %" } ?? "no reference"
          return "\(Findings.named(plan.detectors[row.detector].label)) \(share)"
        }
        let rest = rows.count - shown.count
        return
          "\(plan.scenarios[scenario].label): \(shown.joined(separator: ", "))\(rest > 0 ? "; \(rest) more in the report" : "")."
      }
  }

  private static let mostShown = 10

  /// Returns the reason why there is no order; `nil` if there is one.
  private func tooFew(_ unseen: Evaluation.Unseen) -> String? {
    guard unseen.clusterCount < ClusterBootstrap.leastClusters else { return nil }
    let tuned = used - unseen.recordings.count
    return
      "There is no order on unseen recordings: detectors of this run are stated to have been tuned on \(grouped(tuned)) of the \(grouped(used)) usable recordings. That leaves \(evaluation.clusterKind.counted(unseen.clusterCount)); an order needs at least \(ClusterBootstrap.leastClusters)."
  }

  private func introduction(_ unseen: Evaluation.Unseen) -> String {
    "Success rates on the \(grouped(unseen.recordings.count)) of \(grouped(used)) recordings (\(evaluation.clusterKind.counted(unseen.clusterCount))) that no detector of this run is stated to have been tuned on, the highest first. The order alone does not show that one detector is better than another.\(unstated)"
  }

  /// Sentence on the number of detectors for which these recordings are not known to be new.
  private var unstated: String {
    let count = plan.detectors.count { $0.tunedOn.map { !$0.unstated.isEmpty } ?? true }
    return count == 0
      ? ""
      : " \(grouped(count)) of the \(grouped(plan.detectors.count)) detectors \(count == 1 ? "does" : "do") not state, or not fully, what \(count == 1 ? "it was" : "they were") tuned on."
  }

  private var used: Int { evaluation.recordings.count { $0.failure == nil } }

  private func ordered(_ unseen: Evaluation.Unseen, _ scenario: Int) -> [Evaluation.Row] {
    unseen.rows.filter { $0.scenario == scenario }.bestFirst
  }

  private func table(_ rows: [Evaluation.Row]) -> Table {
    let columns: [RowColumn] = [
      .init(.left("detector")) { .text(evaluation.detector(of: $0.row)) },
      .rightOfAll, .estimates, .coverage, .short(.mae),
      .init(.left("tuned on")) { .text(word($0.row.detector)) },
    ]
    return columns.table(of: rows, evaluation)
  }

  /// `other recordings of this run`, `not stated`
  private func word(_ detector: Int) -> String {
    guard let note = plan.detectors[detector].tunedOn else { return "not stated" }
    if !plan.seen(by: detector).isEmpty { return "other recordings of this run" }
    if !note.unstated.isEmpty { return "not stated" }
    return note.stated.isEmpty ? "none, as stated" : "none of these, as stated"
  }

  private func statementTable(_ detectors: [Int]) -> Table {
    Table(
      columns: [
        .left("detector"), .left("tuned on"), .init("of the recordings here"), .left("what"),
        .left("stated by"),
      ],
      rows: detectors.flatMap { detector -> [[Cell]] in
        let note = plan.detectors[detector]
        let seen = "\(grouped(plan.seen(by: detector).count)) of \(grouped(plan.recordings.count))"
        return (note.tunedOn?.stated ?? []).enumerated().map { index, stated in
          [
            .text(index == 0 ? note.label : ""), .text(stated.place), .text(index == 0 ? seen : ""),
            .text(stated.what), .text(stated.by),
          ]
        }
      })
  }

  /// Sentences on detectors stated to be tuned on no recordings, and on those without a complete statement.
  private var silence: [String] {
    func sentence(_ head: String, _ isMeant: (RunPlan.TuningNote?) -> Bool) -> String? {
      let labels = plan.detectors.filter { isMeant($0.tunedOn) }.map { Findings.named($0.label) }
      return labels.isEmpty ? nil : "\(head): \(labels.joined(separator: ", "))."
    }
    return [
      sentence("Stated to be tuned on no recordings") { note in
        note.map { $0.stated.isEmpty && $0.unstated.isEmpty } ?? false
      },
      sentence(
        "Tuning data not stated, or not for every stage, so that no recording is known to be new to the detector"
      ) {
        $0.map { !$0.unstated.isEmpty } ?? true
      },
    ].compactMap(\.self)
  }
}
