internal import HRRunning

/// Prior analyses on the recordings of a run, as far as the ledger knows, in words. The words never claim that there
/// were none: a ledger only knows the runs that wrote to it.
struct TriesText {
  let tries: PriorEvaluations

  var sentences: [String] {
    guard let ledger = tries.ledger else {
      return ["Prior analyses of these recordings are not known: HREVAL_LEDGER was off."]
    }
    if let problem = tries.problem {
      return [
        "Prior analyses of these recordings are not known: the ledger (\(ledger)) cannot be read: \(problem)."
      ]
    }
    let damaged =
      tries.damagedLines == 0
      ? [] : ["\(counted(tries.damagedLines, "line")) of the ledger could not be read."]
    let opened =
      tries.testOpenings.map { count in
        count == 0
          ? [
            "The ledger records no earlier run on recordings of the test part; there may have been some."
          ]
          : [
            "The ledger records \(counted(count, "earlier run")) on recordings of the test part."
          ]
      } ?? []
    guard tries.comparisons > 0 else {
      return [
        "The ledger (\(ledger)) records no earlier comparison on these recordings; there may have been some."
      ] + opened + damaged
    }
    let others =
      tries.otherDetectors == 0
      ? "all of them are in this run too"
      : "\(grouped(tries.otherDetectors)) of them \(tries.otherDetectors == 1 ? "is" : "are") not in this run"
    return [
      "The ledger (\(ledger)) records \(counted(tries.comparisons, "earlier comparison")) with \(counted(tries.detectors, "different detector")) on recordings of this run; \(others). It does not know of runs on other machines."
    ] + opened + damaged
      + (tries.otherDetectors == 0
        ? []
        : [
          "A detector that was chosen by its earlier figures on these recordings looks better here than on new ones. No p value here is corrected for that."
        ])
  }

  /// Returns `, after 36 other detectors were tried on recordings of this run`; empty if none is known.
  static func after(_ tries: PriorEvaluations?) -> String {
    guard let count = tries?.otherDetectors, count > 0 else { return "" }
    return
      ", after \(grouped(count)) other \(count == 1 ? "detector was" : "detectors were") tried on recordings of this run"
  }
}
