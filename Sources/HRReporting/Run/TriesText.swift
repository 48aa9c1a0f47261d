internal import HRRunning

/// Prior analyses on the recordings of a run, as far as the ledger knows, in words. The words never claim that there
/// were none: a ledger only knows the runs that wrote to it.
struct TriesText {
  let tries: PriorEvaluations

  var sentences: [String] {
    guard let ledger = tries.ledger else {
      return ["What was tried earlier on these recordings is not known: HREVAL_LEDGER was off."]
    }
    if let problem = tries.problem {
      return [
        "What was tried earlier on these recordings is not known: the ledger (\(ledger)) cannot be read: \(problem)."
      ]
    }
    let damaged =
      tries.damagedLines == 0 ? [] : ["\(counted(tries.damagedLines, "line")) of it could not be read."]
    let opened =
      tries.testOpenings.map { count in
        count == 0
          ? [
            "No earlier run that used recordings of the test part is recorded there; that does not mean that there was none."
          ]
          : [
            "Recordings of the test part were used by \(counted(count, "earlier run")) that \(count == 1 ? "is" : "are") recorded there."
          ]
      } ?? []
    guard tries.comparisons > 0 else {
      return [
        "No earlier comparison on these recordings is recorded in the ledger (\(ledger)); that does not mean that there was none."
      ] + opened + damaged
    }
    let others =
      tries.otherDetectors == 0
      ? "all of them in this run too" : "\(grouped(tries.otherDetectors)) of them not in this run"
    return [
      "\(counted(tries.comparisons, "earlier comparison")) recorded here (\(counted(tries.detectors, "different detector")) tried on recordings of this run, \(others)), in the ledger (\(ledger)); what was run elsewhere is not in it."
    ] + opened + damaged
      + (tries.otherDetectors == 0
        ? []
        : [
          "A detector that was picked by earlier figures on these recordings is flattered by the picking, and no p here is corrected for it."
        ])
  }

  /// Returns `, after 36 other detectors were tried on recordings of this run`; empty if none is known.
  static func after(_ tries: PriorEvaluations?) -> String {
    guard let count = tries?.otherDetectors, count > 0 else { return "" }
    return
      ", after \(grouped(count)) other \(count == 1 ? "detector was" : "detectors were") tried on recordings of this run"
  }
}
