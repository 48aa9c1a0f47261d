internal import HREvaluation
internal import HRRunning
internal import HRStatistics

/// "How these numbers were made": methods, for a reviewer.
struct MethodsSection {
  let evaluation: Evaluation
  /// Prior analyses that the ledger knew; `nil` if that was not recorded.
  var tries: PriorEvaluations?

  var blocks: [Block] {
    [
      .list(
        [selection, clusters, intervals, pairing, references] + [measurements, refusals].compactMap(\.self)
          + [noise] + [comparisons, earlierTries].compactMap(\.self) + [definitions])
    ]
  }

  private var plan: RunPlan { evaluation.plan }

  private var selection: Prose {
    let (scenarios, detectors) = (plan.scenarios.count, plan.detectors.count)
    let undeclared: Prose =
      plan.declaresComparison
      ? "" : " No comparison was declared, so none is shown best; `hreval compare` asks that."
    let best: Prose =
      detectors > 1
      ? " Picking one of the \(detectors) detectors by these figures favours the one that chance favoured: on average its figures here are better than on new recordings of the same kind.\(undeclared)"
      : ""
    let limited =
      plan.rowCount < scenarios * detectors ? ", less those that the experiment limits to some scenarios" : ""
    let strata = evaluation.strata.count
    let groups: Prose =
      strata > 0
      ? " The \(strata) groups of recordings or windows add \(strata * plan.rowCount) more; among so many some can stand out by chance."
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
      correlation.map { " Errors of windows that follow each other correlate (median over rows \($0))." }
      ?? ""
    return
      "**What counts as one observation.** \(word.prefix(1).uppercased() + word.dropFirst()): \(range) per row, however many windows there are: intervals and tests go by them.\(persistence) Figures of errors and agreement count every window the same, and limits that are called *simple* take windows as independent."
  }

  private var intervals: Prose {
    let exact: Prose =
      evaluation.rows.contains { $0.limits?.areSimple == true && $0.limits?.lower != nil }
      ? "; where each of the \(evaluation.clusterWord) has a single window, the exact ones of the simple limits (Carkeet 2015)"
      : ""
    return
      "**Intervals** of bias and MAE: whole \(evaluation.clusterWord) drawn \(ClusterBootstrap.resamples) times with replacement (seed from the experiment's), each drawing's difference measured in its own standard error (bootstrap-t; Efron and Tibshirani 1993), of the MAE on the scale of its logarithm (Tibshirani 1988). Of the limits of agreement: each of the \(evaluation.clusterWord) left out in turn\(exact). Of right of all: as many independent windows as would know the share as well (Korn and Graubard 1998). None is shown below \(ClusterBootstrap.leastClusters) \(evaluation.clusterWord)."
  }

  private var pairing: Prose {
    "**Errors** are over the windows with both a reference and an estimate, *right of all* is over all windows with a reference; what was refused or failed is counted by reason beside them. An estimate is held against the reference of its own window, as the detector gave it: hreval smooths and shifts none. References lie where their data sets put them, an offset that a data set declares included. *Chance* rows say what guesses reach that are made without the signal: the mean rate of the other \(evaluation.clusterWord), one rate for all, and the true rate of the latest earlier window that does not overlap.\(spread)"
  }

  private var references: Prose {
    "**References.** \(plan.datasets.map(\.referenceWords).joined(separator: "; ")). A gate, and a comparison of two runs, refuse another choice or another offset where both sides say theirs."
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
      " The *spread of the reference* is how far apart two of the detectors behind a reference are, in the mean over windows in which two or more of them have a rate: first of those with a reference, then of all (\(figures)\(place)). Windows without a reference because they disagree are in the second only. It does not say how far the reference is from the truth: they can be wrong together, and a mean over windows can be known better than one window."
  }

  /// Entry on windows that are not the first piece of their recording, or not the only one.
  private var measurements: Prose? {
    let plans = plan.windowPlans
    guard let first = plans.first, first.mode == .spot else { return nil }
    let all: [(isThere: Bool, sentence: Prose)] = [
      (
        plans.count > 1,
        "All lengths and starts are of the same recordings with the same noise, so they can be compared recording by recording; a recording too short for one of them counts as failed there."
      ),
      (
        first.tries > 1 || plans.contains { $0.startSeconds > 0 },
        "A measurement that does not begin with the recording is of an app that is started then: what ran here saw nothing from before it."
      ),
      (
        first.tries > 1,
        "Of \(first.tries) tries each detector's surest counts (`surestTry@1`: highest confidence, then the earliest; without any confidence the first that has an estimate), held against its own reference. Chance and the spread of the reference are of the first try, beats of all."
      ),
    ]
    let sentences = all.filter(\.isThere).map(\.sentence)
    return sentences.isEmpty ? nil : "**Measurements.** \(sentences.joined(separator: " "))"
  }

  private var refusals: Prose? {
    let refused = plan.refused(evaluation.rows)
    guard !refused.isEmpty else { return nil }
    return
      "**Impossible rates** (`outsideRange`) are failures, not estimates; what would have counted: \(refused.joined(separator: "; "))."
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
        " Of \(labels.joined(separator: ", ")) the \(what) as recorded by another program: what samples it saw is not known here."
      }.joined(separator: "")
    return
      (drawn
      ? "**Damage** follows from seed \(plan.seed), recording, scenario and repeat, not from the detector: \(who) was given the same damaged recording, of which it reads its own channels. On the same machine the same program, experiment and data give the same figures again, digit for digit."
      : "**Signals** were used as they are; nothing was added.") + elsewhere
  }

  private var comparisons: Prose? {
    guard plan.declaresComparison else { return nil }
    let count = plan.contrasts().count
    return
      "**Comparisons.** \(count == 1 ? "One is" : "\(count) are") declared in the experiment file and tested together (Holm); when they were declared is not known here. Others can be made with `hreval compare`, which counts them."
  }

  private var earlierTries: Prose? {
    tries.map { "**Earlier tries.** \(TriesText(tries: $0).sentences.joined(separator: " "))" }
  }

  private var definitions: Prose {
    var names = ["windows@1", "windowReference@3"]
    if evaluation.plan.minimumSampleShare != nil { names.append("sampledTime@1") }
    if evaluation.rows.contains(where: { $0.diagnosis?.beats != nil }) { names.append("beatTrain@1") }
    if evaluation.isGroupedByLabels { names.append("windowLabel@1") }
    let listed = names.map { name -> Prose in "\(code: name)" }.joined(separator: ", ")
    return
      "**Definitions**: \(listed), and those of the metrics in the table at the end; `results.json` has them with their sources. A figure whose definition's number changed cannot be compared with older ones."
  }
}
