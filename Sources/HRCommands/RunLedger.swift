internal import HREvaluation
internal import HRRunning
internal import Foundation
internal import HRSupport
internal import HRRecordings

/// A finished run and the ledger that it is noted in.
struct RunLedger {
  /// Prior analyses that the ledger had before; `nil` where the run judged nothing.
  let tries: PriorEvaluations?
  private let ledger: Ledger?
  private let entry: LedgerEntry?

  /// Reads the ledger. A run that was complete already, and is only rendered again, keeps its prior analyses, and is
  /// not noted a second time.
  init(order: WorkOrder, directory: String, outcome: RunSession.Outcome, evaluation: Evaluation) {
    if outcome.resumedUnits == outcome.results.count, let earlier = PriorEvaluations(inRun: directory) {
      (tries, ledger, entry) = (earlier, nil, nil)
      return
    }
    let environment = ProcessInfo.processInfo.environment
    let ledger = Ledger.place(
      stated: environment["HREVAL_LEDGER"], dataDirectory: environment["HREVAL_DATA"],
      beside: order.file.directory)
    let text = JSONText(order.file.document.root).rendered(indented: false)
    let entry = evaluation.ledgerEntry(
      time: Date().formatted(.iso8601), experimentSHA256: ContentHash.digest(of: Array(text.utf8)))
    (self.ledger, self.entry) = (ledger, entry)
    tries = entry.map { PriorEvaluations(asking: ledger, of: $0, split: evaluation.plan.split) }
  }

  /// Notes the run.
  ///
  /// - Returns: a line with the reason why that was not possible; `nil` without a problem.
  func note() -> String? {
    guard let ledger, let entry else { return nil }
    do throws(Diagnostics) {
      try ledger.append(entry)
      return nil
    } catch {
      return
        "this run is not noted in the ledger (\(ledger.name)): \(error.first.message); HREVAL_LEDGER names another file, or is off"
    }
  }
}
