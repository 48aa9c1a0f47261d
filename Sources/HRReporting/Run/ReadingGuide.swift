internal import HREvaluation
internal import HRSignals
internal import HRStatistics

/// "How to read this": the meaning of each figure, for readers who meet it for the first time.
struct ReadingGuide {
  let evaluation: Evaluation

  /// Entries for the folded parts that this report has.
  private var folded: [Prose] {
    let diagnoses = evaluation.rows.compactMap(\.diagnosis)
    let entries: [(isThere: Bool, text: Prose)] = [
      (
        diagnoses.contains { $0.anatomy != nil },
        "**How the errors look.** *At ½×, ⅔×, 3/2×, 2×*: share of estimates within 5 % of that multiple of the reference, as when a harmonic or every other beat is taken for the pulse; *at cadence*: wrong and close to the steps per minute, half or twice that. *Band edge*: at the row's own lowest or highest rate; *stuck*: the same estimate again and again while the reference moved; *exact*: equal to the reference. *Runs*: stretches of windows that are all off by more than that. *First reading*: time until there is one; *recovery*: how long a run over 10 bpm lasts until a good answer."
      ),
      (
        diagnoses.contains { $0.riskCoverage != nil },
        "**What confidence is worth.** *Surest 50 %*: MAE of the answers with the highest confidence, as many as half the windows with a reference. *AURC*: the mean of that MAE over all shares; *at best*: the same, had confidence known the errors. Did confidence mean nothing, AURC would be about the MAE of all answers."
      ),
      (
        diagnoses.contains { $0.reliability != nil },
        "**Whether confidence is the chance of being right.** Answers are put in ten bins by confidence; where confidence is that chance, as many per cent of a bin's answers are right as it says. *Brier*: the mean square of confidence minus 1 for a right and 0 for a wrong answer; 0 is best, and always saying the share of right answers p reaches p (1 − p). *Calibration error*: how far confidence lies from the share of right answers, in the mean over the bins' answers. Windows of a recording resemble each other, so a few recordings can decide a share however many answers it is of."
      ),
      (
        evaluation.leaveOneOut != nil,
        "**Leave one data set out.** What is chosen or calibrated on recordings looks better on these than on new ones. Here the data set that is judged had no part in either; the detector itself may have been tuned on it, which † marks where it is stated."
      ),
      (
        diagnoses.contains { $0.beats != nil },
        "**Beats.** *Sensitivity*: share of the reference's beats that were found; *PPV*: share of the detected beats that are true; *F1*: the harmonic mean of both; *F1\\**: how far F1 lies above that of a metronome, 0 being chance and 100 perfect. *Offset*: median delay once the declared lag is taken off; *jitter*: how single beats scatter about it; *interval bias*, *interval limits*: detected minus reference time from beat to beat."
      ),
    ]
    return entries.filter(\.isThere).map(\.text)
  }

  var blocks: [Block] {
    let word = evaluation.clusterWord
    let startsLater = evaluation.plan.windowPlans.contains { $0.startSeconds > 0 }
    let starts: Prose =
      startsLater ? "they start as stated under \"What was run\"" : "they start at the first sample"
    var parts: [Block] = [
      .list([
        "**Reference and estimate.** The reference is the true \(evaluation.plan.measurand.words) of a window as its data set gives it; the estimate is what a detector says of that window.",
        "**Windows** are pieces of a recording (definition `windows@1`): \(starts) and only full ones count. The reference rate of a window follows `windowReference@3`; a window without one is counted, not judged.",
        "**Right of all** is the share of all windows with a reference that were answered within the tolerance. A window without an answer is not right, so staying silent earns nothing, and no other detector's answers matter. In brackets stands its 95 % interval over \(word).",
        "**Coverage** is the share of windows with a reference for which the detector gave an estimate. All errors are over those windows only, so compare errors together with coverage: answering only the easy windows makes errors small.",
        "**MAE** is the mean absolute error: how far off an estimate is on average. **Median** is the error that half the windows stay below, **P95** the one that 95 % stay below, **RMSE** the root of the mean squared error, which weighs large errors more. **MAPE** is the error in per cent of the reference.",
        "**Bias** is the mean of estimate minus reference; above zero the detector reads high. **SD** is the standard deviation of those differences.",
        "**Within tolerance** is the share of estimates, not of all windows, that count as right; the tolerance stands under \"What was run\".",
        "**Pearson r** says how well estimates follow the reference up to scale and offset; **CCC** (concordance) also asks that they be equal. Both lie between −1 and 1.",
        "**Limits of agreement** (Bland and Altman) hold about 95 % of the differences if these are roughly normal. The *repeated measures* ones allow for differences between \(word) and within them; the *simple* ones treat every window as independent; *2.5 to 97.5 %* are the percentiles, without any assumption on the shape. The intervals of the lower and the upper limit come from leaving each of the \(word) out in turn, so they do not ask that errors of one window and the next be independent. Where each of the \(word) has a single window, the intervals are the exact ones of the simple limits (Carkeet 2015).",
        "**95 % intervals** say how much the figure could differ had other \(word) been recorded. Windows of one recording resemble each other, so all intervals go by whole \(word); those of MAE and bias draw them again and again with replacement (cluster bootstrap, \(ClusterBootstrap.resamples) times; each drawing's difference measured in its own standard error). With fewer than \(ClusterBootstrap.leastClusters) \(word) there is none, and the table says how many there are (n=…).",
        "**Effective** \(word) are how many of equal length would weigh as much: every window counts the same, so where a few \(word) have most of the windows, they decide, and intervals are wider.",
        "**Chance.** The rows in brackets under the errors say what guesses reach that are made without the signal, over all windows with a reference. Where a detector left windows unanswered, a second table has the same over the windows that it answered: whoever answers the easy windows only is held against chance on these.",
        "**A dash** stands where a figure does not exist.",
      ])
    ]
    if !folded.isEmpty { parts.append(.list(folded)) }
    return parts + [
      .paragraph(
        "The definitions with their versions and sources stand in `results.json`; numbers at full precision in `summary.csv`, every single window in `windows.h5`, time and machine of the run in `run.json`."
      ),
      .fold("Definitions of the metrics", [.table(definitions)]),
    ]
  }

  private var definitions: Table {
    let metrics = Metric.columns.filter { evaluation.plan.metrics.contains($0.name) }
    let rows = metrics.map { metric -> [Cell] in
      [
        .text(metric.definition), .text(metric.unit.isEmpty ? "–" : metric.unit), .text(metric.summary),
        .text(metric.source),
      ]
    }
    return Table(
      columns: [.left("definition"), .left("unit"), .left("meaning"), .left("source")], rows: rows)
  }
}
