internal import HREvaluation
internal import HRSupport

/// "If the reference were another": the order of detectors, and the effect of leaving windows out, if each of the
/// detectors behind the reference were the reference alone.
struct OtherReferenceTables {
  private let rows: [(label: String, others: OtherReferences)]
  /// The detectors behind the reference.
  private let names: [String]
  private let events: String

  /// Creates the tables; `nil` if no reference is made by several detectors.
  init?(_ evaluation: Evaluation, rows: [Evaluation.Row]) {
    self.rows = rows.compactMap { row in
      row.diagnosis?.otherReferences.map { (evaluation.detector(of: row), $0) }
    }
    names = self.rows.flatMap { $0.others.single.map(\.name) }.distinct
    events = evaluation.plan.measurand.events
    guard !names.isEmpty else { return nil }
  }

  private func single(_ name: String, _ others: OtherReferences) -> OtherReferences.Single? {
    others.single.first { $0.name == name }
  }

  /// Returns the error of every detector on trial against one detector behind the reference, or against the reference
  /// as it is for `nil`. A detector without an error has `nil`.
  private func errors(_ name: String?) -> [Double?] {
    rows.map { row in
      guard let name else { return row.others.agreed.maeBPM }
      return single(name, row.others)?.all.maeBPM
    }
  }

  var blocks: [Block] {
    [.paragraph(introduction), .table(order), .sentence(orderSentence)] + leftOutParts
  }

  private var introduction: Prose {
    "Detectors behind the reference: \(names.map(Prose.init(plain:)).joined(separator: ", ")). A window in which too few of them agree has no reference. Here each is taken for the reference by itself, over all windows that a detector on trial answered and in which the one behind the reference has a rate of its own. *Together* is the reference as it is, over the windows that have one. MAE in \(events) per minute (bpm), its rank in brackets."
  }

  private var order: Table {
    let columns = [errors(nil)] + names.map(errors)
    return Table(
      columns: [.left("detector"), .init("together")] + names.map { .init("\($0) alone") },
      rows: rows.indices.map { index in
        [.text(rows[index].label)]
          + columns.map { column in
            guard let maeBPM = column[index] else { return .missing("") }
            let rank = 1 + column.count { $0.map { $0 < maeBPM } ?? false }
            return .figures("\(fixed(maeBPM, decimals: 2)) (\(rank))")
          }
      })
  }

  /// Sentence on the number of pairs of detectors in reversed order, without a statement on whether a difference is
  /// shown.
  private var orderSentence: String {
    let together = errors(nil)
    let found = names.map { name in (name: name, turned: Self.turned(together, errors(name))) }
    guard found.contains(where: { $0.turned.of > 0 }) else {
      return "There are no two detectors to put in order."
    }
    let least = label(ofLeast: together)
    let words = found.filter { $0.turned.count > 0 }.map { one -> String in
      var text =
        "under \(one.name) alone \(one.turned.count) of \(counted(one.turned.of, "pair"))"
      if let now = label(ofLeast: errors(one.name)), let least, now != least {
        text += ", and the least MAE is that of \(now), not of \(least)"
      }
      return text
    }
    return
      (words.isEmpty
      ? "The order of MAE is the same under each of them."
      : "Pairs of detectors whose order of MAE is the other way round: \(words.joined(separator: "; ")).")
      + " An order of figures does not show a difference."
  }

  private func label(ofLeast errors: [Double?]) -> String? {
    zip(rows, errors).compactMap { row, error in error.map { (row.label, $0) } }.min { $0.1 < $1.1 }?.0
  }

  /// Returns the number of pairs that have errors in both lists, and of those in reversed order.
  ///
  /// Pairs with equal errors do not count as reversed.
  static func turned(_ one: [Double?], _ other: [Double?]) -> (of: Int, count: Int) {
    let known = zip(one, other).compactMap { one, other in one.flatMap { one in other.map { (one, $0) } } }
    let reversed = known.indices.reduce(0) { sum, second in
      sum
        + known[..<second].count { ($0.0 - known[second].0) * ($0.1 - known[second].1) < 0 }
    }
    return (known.count * (known.count - 1) / 2, reversed)
  }

  /// Blocks on the errors in windows in which the detectors behind the reference agree, and in those in which they do
  /// not.
  private var leftOutParts: [Block] {
    let lines = rows.flatMap { row in
      row.others.single.filter { $0.disputed.windows > 0 }.map { (row.label, $0) }
    }
    guard !lines.isEmpty else {
      return [.paragraph("No answered window was left out because they disagree.")]
    }
    let table = Table(
      columns: [
        .left("detector"), .left("against"), .init("windows kept"), .init("MAE kept", unit: "bpm"),
        .init("windows left out"), .init("MAE left out", unit: "bpm"),
      ],
      rows: lines.map { label, one in
        [
          .text(label), .text(one.name), .count(one.kept.windows), .optional(one.kept.maeBPM, decimals: 2),
          .count(one.disputed.windows), .optional(one.disputed.maeBPM, decimals: 2),
        ]
      })
    return [
      .paragraph(
        "The windows left out because the detectors disagree are not a random choice. MAE against each of them, in the windows kept and in those left out (where nobody knows which of them is right, if any):"
      ),
      .table(table),
    ]
  }
}
