internal import HREvaluation
internal import HRRunning
internal import HRSupport

extension RunPlan.DatasetNote {
  /// `uw-oximetry: "oximeters" (rateSeries), its times moved by −5 s as the descriptor declares (SHA-256 ab12…)`
  var referenceWords: String {
    guard reference != "none" else { return "\(name): none" }
    let kind = referenceKind.flatMap { $0 == reference ? nil : " (\($0))" } ?? ""
    let place = offsetSeconds.map { offset in
      offset == 0
        ? ", its times not moved"
        : ", its times moved by \(ReferenceChoice.seconds(offset)) as the descriptor declares"
    }
    let clock =
      clocks == .separate ? ", a clock of its own, so that single beats are not compared with it" : ""
    return "\(name): \"\(reference)\"\(kind)\(place ?? "")\(clock)\(digest)"
  }

  private var digest: String {
    descriptorSHA256.map { " (descriptor's SHA-256 begins with \($0.prefix(12)))" } ?? ""
  }
}

/// "Lag of the reference, per recording", and the sentences about data sets whose references seem to be shifted in
/// time.
struct ReferenceLagText {
  let evaluation: Evaluation
  let lags: ReferenceLags
  /// Maximum number of recordings; longer tables are in `results.json`.
  private static let mostRecordings = 60

  /// Creates the text; `nil` if no window can be shifted in a scenario that does not change the signals.
  init?(_ evaluation: Evaluation) {
    guard let lags = evaluation.referenceLags else { return nil }
    self.evaluation = evaluation
    self.lags = lags
  }

  private var plan: RunPlan { evaluation.plan }

  /// The table with its explanation; empty if no detector has a clear lag anywhere.
  var blocks: [Block] { table.map { [.table($0), .paragraph(explanation)] } ?? [] }

  /// The table; `nil` if no detector has a clear lag anywhere.
  var table: Table? {
    guard lags.recordings.contains(where: { $0.clear > 0 }) else { return nil }
    let hasOffsets = plan.datasets.contains { $0.offsetSeconds != nil }
    let declared: [Table.Column] = hasOffsets ? [.init("offset declared", unit: "s")] : []
    return Table(
      columns: [.left("recording")] + declared
        + [.init("best lag", unit: "s"), .init("detectors that agree"), .left("which")],
      rows: lags.recordings.prefix(Self.mostRecordings).map { one in
        let offset = plan.datasets[plan.recordings[one.recording].dataset].offsetSeconds
        let cells: [Cell] =
          [.text(plan.name(ofRecording: one.recording))]
          + (hasOffsets ? [.optional(offset, decimals: 1)] : [])
        guard let lag = one.lagSeconds else {
          return cells + [.missing("none is clear"), .figures("0 of 0"), .missing("")]
        }
        return cells + [
          .number(lag, decimals: 1), .figures("\(one.agreeing.count) of \(one.clear)"),
          .text(one.agreeing.map { plan.detectors[$0].label }.firstFew),
        ]
      })
  }

  /// Explanation of ``table``.
  var explanation: Prose {
    let more = lags.recordings.count - Self.mostRecordings
    let rest: Prose = more > 0 ? " \(more) more recordings are in `results.json`." : ""
    return
      "*best lag*: median over the detectors whose own error over lag is clearly lowest in one place; below 0 their estimates lie nearest the reference of later windows, so that the reference's times look too late, above 0 too early, or the detectors are slow. Steps are as long as windows are apart. Nothing was shifted by it.\(rest)"
  }

  /// Sentences, one per data set in which most recordings show a shifted reference.
  var sentences: [String] {
    lags.datasets.map { found in
      let note = plan.datasets[found.dataset]
      let (least, most) = (seconds(found.range.lowerBound), seconds(found.range.upperBound))
      let range =
        least == most ? "" : found.lagSeconds < 0 ? " (\(most) to \(least))" : " (\(least) to \(most))"
      let direction =
        found.lagSeconds < 0
        ? "later than declared" : "earlier than declared, or all of these detectors answer late,"
      let moved = note.offsetSeconds.map { " (offset \(ReferenceChoice.seconds($0)))" } ?? ""
      return
        "The reference \"\(note.reference)\" of \(note.name)\(moved) seems to come \(seconds(found.lagSeconds)) s\(range) \(direction) in \(found.recordings) of the \(counted(found.ofRecordings, "recording")) in which at least two detectors have a clear lag (\(found.detectors.map { plan.detectors[$0].label }.firstFew)); nothing was corrected."
    }
  }

  /// Returns seconds without their sign.
  private func seconds(_ seconds: Double) -> String { shortest(abs(seconds), decimals: 1) }
}
