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
        "**Anatomy of the errors.** *At ½×, ⅔×, 3/2×, 2×*: share of estimates within 5 % of that multiple of the reference, as when a detector takes a harmonic or every other beat for the pulse. *At cadence*: wrong, and close to the steps per minute or to half or twice that. *Band edge*: at the lowest or highest rate of the row. *Stuck*: the same estimate in several windows while the reference moved. *Exact*: equal to the reference. *Runs*: stretches of windows that are all wrong by more than 5 or 10 bpm. *First reading*: time until the first estimate. *Recovery*: how long a run over 10 bpm lasts until a good answer."
      ),
      (
        diagnoses.contains { $0.riskCoverage != nil },
        "**Risk and coverage.** *Surest 50 %*: MAE of the answers with the highest confidence, as many as half of the windows with a reference. *AURC* (area under the risk–coverage curve): the mean of that MAE over all shares. *At best*: the AURC of a confidence that orders answers by their true error. If confidence had no information, AURC would be near the MAE of all answers."
      ),
      (
        diagnoses.contains { $0.reliability != nil },
        "**Calibration of confidence.** Answers are put into ten bins by confidence. If confidence is the probability of being right, the share of right answers in a bin equals its mean confidence. *Brier*: mean of (confidence − 1)² for right and confidence² for wrong answers; 0 is best, and a constant confidence of p, the share of right answers, has p (1 − p). *Calibration error*: mean distance between confidence and share of right answers over the bins. Windows of one recording resemble each other, so a few recordings can decide a share of many answers."
      ),
      (
        evaluation.leaveOneOut != nil,
        "**Leave one data set out.** A detector that was chosen or calibrated on some recordings looks better on these than on new ones. Here the data set that is judged had no part in either. The detector itself may have been tuned on it; † marks where that is stated."
      ),
      (
        diagnoses.contains { $0.beats != nil },
        "**Beats.** *Sensitivity*: share of the reference's beats that were found; *PPV*: share of the detected beats that are true; *F1*: the harmonic mean of both; *F1\\**: F1 above that of a metronome, where 0 is chance and 100 is perfect. *Offset*: median delay after the declared lag is subtracted. *Jitter*: scatter of single beats about it. *Interval bias*, *interval limits*: detected minus reference interval between two beats."
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
        "**Reference and estimate.** The reference is the true \(evaluation.plan.quantity.words) of a window, as its data set gives it. The estimate is what a detector says for that window.",
        "**Windows** are pieces of a recording (definition `windows@1`): \(starts) and only full ones count. The reference of a window follows the definition `windowReference@3`. A window without a reference is counted and not judged.",
        "**Success rate** is the share of *all* windows with a reference that were answered within the tolerance. A window without an answer is no success, so a detector gains nothing by silence. In brackets: its 95 % confidence interval over \(word).",
        "**Coverage** is the share of windows with a reference that the detector answered. All errors are computed on those windows only, so read them together with coverage: a detector that answers only easy windows has small errors.",
        "**MAE** is the mean absolute error. **Median** and **P95** are the absolute errors below which half and 95 % of the windows are. **RMSE** is the root mean squared error, which gives large errors more weight. **MAPE** is the mean absolute error in per cent of the reference.",
        "**Bias** is the mean of estimate minus reference; above zero the detector reads high. **SD** is the standard deviation of these errors.",
        "**Within tolerance** is the share of estimates (not of all windows) that are right; the tolerance is stated under \"What was run\".",
        "**Pearson r** says how well estimates follow the reference, apart from scale and offset. **CCC** (concordance correlation) also penalises scale and offset. Both are between −1 and 1.",
        "**Limits of agreement** (Bland and Altman) contain about 95 % of the errors if these are roughly normal. *Repeated-measures* limits allow for differences between and within \(word). *Simple* limits treat windows as independent. *2.5 to 97.5 %* are percentiles, which assume no distribution; their intervals need \(fixed(PercentileLimitIntervals.leastEffective, decimals: 0)) effective \(word). The confidence intervals of the lower and upper limit come from a jackknife over \(word), so neighbouring windows may correlate. Where each of the \(word) has a single window, they are the exact intervals of the simple limits (Carkeet 2015).",
        "**95 % confidence intervals** say how much the figure could differ with other \(word). Windows of one recording resemble each other, so intervals are computed over \(word), not over windows; those of bias, MAE, RMSE and MAPE by a cluster bootstrap (bootstrap-t, \(ClusterBootstrap.resamples) drawings). With fewer than \(ClusterBootstrap.leastClusters) \(word) there is no interval, and the table shows their number (n=…).",
        "**Effective** \(word): the number of \(word) of equal length that would carry as much weight. All windows have the same weight, so a few long \(word) can decide a figure.",
        "**Guesses without the signal.** The rows in brackets show the error of guesses that use no signal, on all windows with a reference. If a detector left windows unanswered, a second table shows the same guesses on the windows that it answered, which may be easy ones.",
        "**A dash** means that the figure does not exist.",
      ])
    ]
    if !folded.isEmpty { parts.append(.list(folded)) }
    return parts + [
      .paragraph(
        "`results.json` has the definitions with their versions and sources, `summary.csv` all numbers at full precision, `windows.h5` every window, and `run.json` time and machine of the run."
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
