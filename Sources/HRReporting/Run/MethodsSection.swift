internal import HREvaluation
internal import HRRunning
internal import HRStatistics

/// "How these numbers were made": methods, for a reviewer.
struct MethodsSection {
  let evaluation: Evaluation
  /// Known facts of the run beside its results.
  var circumstances = RunCircumstances()

  var blocks: [Block] {
    [
      .list(
        [selection, clusters, intervals, pairing, references] + [measurements, refusals].compactMap(\.self)
          + [noise] + [comparisons].compactMap(\.self) + aroundIt + [definitions])
    ]
  }

  private var plan: RunPlan { evaluation.plan }

  private var selection: Prose {
    let (scenarios, detectors) = (plan.scenarios.count, plan.detectors.count)
    let undeclared: Prose =
      plan.declaresComparison
      ? ""
      : " No comparison is declared, so no detector is shown to be better than another; `hreval compare` compares them."
    let best: Prose =
      detectors > 1
      ? " If you pick the best of the \(detectors) detectors by these figures, its figures are, on average, better here than on new recordings of the same kind.\(undeclared)"
      : ""
    let limited =
      plan.rowCount < scenarios * detectors ? ", less those that the experiment limits to some scenarios" : ""
    let strata = evaluation.strata.count
    let groups: Prose =
      strata > 0
      ? " The \(strata) groups of recordings or windows add \(strata * plan.rowCount) more; among so many, some look good or bad by chance."
      : ""
    return
      "**Figures shown.** \(counted(plan.rowCount, "row")) (\(counted(scenarios, "scenario")) × \(counted(detectors, "detector"))\(limited)), all that this experiment asks for.\(best)\(groups)"
  }

  private var clusters: Prose {
    let word = evaluation.clusterWord
    let counts = evaluation.rows.map(\.score.clusterCount).filter { $0 > 0 }
    let range =
      counts.min() == counts.max() ? "\(counts.max() ?? 0)" : "\(counts.min() ?? 0) to \(counts.max() ?? 0)"
    // At or below 0 no error persists, or a recording has so few windows that its own mean makes it so.
    let correlation = evaluation.medianErrorPersistence.flatMap { $0 > 0 ? fixed($0, decimals: 2) : nil }
    let persistence: Prose =
      correlation.map { " The errors of neighbouring windows correlate (median over rows: \($0))." }
      ?? ""
    return
      "**Unit of observation.** \(word.prefix(1).uppercased() + word.dropFirst()): \(range) per row, however many windows there are. Intervals and tests are computed over them.\(persistence) In figures of error and agreement all windows have the same weight. *Simple* limits treat windows as independent."
  }

  private var intervals: Prose {
    let exact: Prose =
      evaluation.rows.contains { $0.limits?.areSimple == true && $0.limits?.lower != nil }
      ? ", or, where each of the \(evaluation.clusterWord) has a single window, the exact interval of the simple limits (Carkeet 2015)"
      : ""
    return
      "**95 % confidence intervals.** Bias, MAE, RMSE and MAPE: bootstrap-t over \(evaluation.clusterWord), \(ClusterBootstrap.resamples) drawings with a seed that follows from the experiment's (Efron and Tibshirani 1993), all but the bias on the scale of the logarithm (Tibshirani 1988). Limits of agreement and SD: jackknife over \(evaluation.clusterWord)\(exact); none where the \(evaluation.clusterWord) are too skewed or too unlike each other, or errors have heavy tails. Correlations: jackknife on Fisher's scale. Success rate, coverage and other shares: exact binomial interval for the effective number of windows (Korn and Graubard 1998). There is none with fewer than \(ClusterBootstrap.leastClusters) \(evaluation.clusterWord). No end is further out than the rates of detector and reference allow. How often each holds the truth was simulated for fourteen kinds of studies: `hreval help explanation coverage`."
  }

  private var pairing: Prose {
    "**Errors** are computed on the windows with both a reference and an estimate, the *success rate* on all windows with a reference. Windows without an answer are counted by reason. Each estimate is compared with the reference of its own window. hreval neither smooths nor shifts estimates; it shifts references only by the offset that a data set declares. The rows in brackets are *guesses without the signal*: the mean rate of the other \(evaluation.clusterWord), one rate for all windows, and the reference of the latest earlier window that does not overlap.\(spread)"
  }

  private var references: Prose {
    "**References.** \(plan.datasets.map(\.referenceWords).joined(separator: "; ")). A gate, and a comparison of two runs, refuse a run with another reference or offset."
  }

  /// Prose on the spread of a reference that several detectors make.
  private var spread: Prose {
    let known = zip(plan.scenarios, evaluation.chanceLevels).filter { $1.floorUnselectedMAEBPM != nil }
    guard let (note, levels) = known.first else { return "" }
    func figure(_ maeBPM: Double?, _ windows: Int) -> String {
      (maeBPM.map { "\(fixed($0, decimals: 2)) bpm" } ?? "none") + " in \(counted(windows, "window"))"
    }
    let figures =
      figure(levels.floorMAEBPM, levels.floorWindows) + ", "
      + figure(levels.floorUnselectedMAEBPM, levels.floorUnselectedWindows)
    let isOne = known.allSatisfy {
      $1.floorMAEBPM == levels.floorMAEBPM && $1.floorUnselectedMAEBPM == levels.floorUnselectedMAEBPM
    }
    let place: Prose = isOne ? "" : "; in \(note.label)"
    return
      " The *spread of the reference* is the mean distance between two of the detectors that make the reference, on windows in which at least two of them have a rate: first on those with a reference, then on all (\(figures)\(place)). Windows without a reference because the detectors disagree are in the second figure only. The spread is not the error of the reference: these detectors can be wrong together, and a mean over windows is more precise than one window."
  }

  /// Entry on windows that are not the first piece of their recording, or not the only one.
  private var measurements: Prose? {
    let plans = plan.windowPlans
    guard let first = plans.first, first.mode == .spot else { return nil }
    let all: [(isThere: Bool, sentence: Prose)] = [
      (
        plans.count > 1,
        "All lengths and starts use the same recordings with the same noise, so they can be compared recording by recording. A recording that is too short for one of them counts as failed there."
      ),
      (
        first.tries > 1 || plans.contains { $0.startSeconds > 0 },
        "A measurement that begins later than the recording stands for an app that is started at that time: detectors saw no earlier samples."
      ),
      (
        first.tries > 1 && first.choose == .firstValid,
        "Of \(first.tries) tries, each detector's first with an estimate counts (`firstValidTry@1`). It is compared with the reference of that try. Guesses and the spread of the reference use the first try, beats all tries."
      ),
      (
        first.tries > 1 && first.choose == .surest,
        "Of \(first.tries) tries, each detector's try with the highest confidence counts (`surestTry@1`; the earliest of equal ones; without any confidence the first that has an estimate). It is compared with the reference of that try. Guesses and the spread of the reference use the first try, beats all tries."
      ),
    ]
    let sentences = all.filter(\.isThere).map(\.sentence)
    return sentences.isEmpty ? nil : "**Measurements.** \(sentences.joined(separator: " "))"
  }

  private var refusals: Prose? {
    let refused = plan.refused(evaluation.rows)
    guard !refused.isEmpty else { return nil }
    return
      "**Impossible rates** (`outsideRange`) are failures, not estimates. Rates that would have counted: \(refused.joined(separator: "; "))."
  }

  private var noise: Prose {
    let drawn = plan.scenarios.contains(where: \.changesSignals)
    let recorded = plan.detectors.filter(\.isRecorded).map(\.label)
    let traced = plan.detectors.filter { $0.recordedTrace != nil }.map(\.label)
    let who =
      !traced.isEmpty
      ? "every detector that read the recordings"
      : recorded.isEmpty ? "every detector" : "every detector that ran here"
    let elsewhere = [("estimates are", recorded), ("pulse wave is", traced)].filter { !$1.isEmpty }
      .map { what, labels -> Prose in
        " For \(labels.joined(separator: ", ")) the \(what) recorded output of another program: hreval does not know which samples it saw."
      }.joined(separator: "")
    return
      (drawn
      ? "**Damage** depends on the seed (\(plan.seed)), the recording, the scenario and the repeat, and not on the detector: \(who) was given the same damaged recording. The same program, experiment and data give the same figures again on the same machine, digit for digit."
      : "**Signals** were used as they are; nothing was added.") + elsewhere
  }

  private var comparisons: Prose? {
    guard plan.declaresComparison else { return nil }
    let count = plan.contrasts().count
    return
      "**Comparisons.** \(count == 1 ? "One is" : "\(count) are") declared in the experiment file and tested together (Holm's correction). hreval does not know when they were declared. `hreval compare` makes other comparisons, and counts them."
  }

  private var aroundIt: [Prose] {
    CircumstancesText(circumstances: circumstances).parts.map { heading, sentences in
      "**\(heading).** \(sentences.joined(separator: " "))"
    }
  }

  private var definitions: Prose {
    var names = ["windows@1", "windowReference@3"]
    if evaluation.plan.minimumSampleShare != nil { names.append("sampledTime@1") }
    if evaluation.rows.contains(where: { $0.diagnosis?.beats != nil }) { names.append("beatTrain@1") }
    if evaluation.isGroupedByLabels { names.append("windowLabel@1") }
    let listed = names.map { name -> Prose in "\(code: name)" }.joined(separator: ", ")
    return
      "**Definitions**: \(listed), and those of the metrics in the last table; `results.json` has them with their sources. Do not compare figures whose definitions have different version numbers."
  }
}
