internal import HRRunning
internal import HRSignals
internal import HRSupport
package import HRStatistics

extension Evaluation {
  /// The run as `results.json` has it.
  package var stored: StoredResults {
    StoredResults(
      hreval: plan.hreval, plan: StoredPlan(plan),
      definitions: .init(
        windows: "windows@1", reference: "windowReference@3", clusters: clusterKind.word,
        intervals:
          "95 %, over clusters: bootstrap-t (bias, mae, rmse, mape …Low, …High; all but the bias on the "
          + "scale of their logarithm); of limits of agreement, sd and correlations leaving clusters out, of limits "
          + "and sd none for rows with limitDoubts; of shares Korn's and Graubard's; none below \(ClusterBootstrap.leastClusters) clusters",
        metrics: Metric.columns.map { metric in
          Named(
            name: metric.name,
            value: .init(
              definition: metric.definition, unit: metric.unit, summary: metric.summary, source: metric.source
            ))
        }),
      recordings: recordings.map(\.stored), flow: flow,
      chanceLevels: zip(plan.scenarios, chanceLevels).map { Named(name: $0.label, value: $1) },
      rows: rows.map { $0.stored(plan) }, strata: strata.map { $0.stored(plan) },
      claims: claims, words: words.map { $0.stored(plan) },
      unseen: unseen.map { unseen in
        .init(
          recordings: unseen.recordings.map(plan.name(ofRecording:)), clusters: unseen.clusterCount,
          rows: unseen.rows.map { $0.stored(plan) })
      }, leaveOneOut: leaveOneOut.map { InPlan(plan: plan, part: $0) },
      findings: findings.groups)
  }
}

extension Evaluation.RecordingRow {
  fileprivate var stored: StoredResults.Recording {
    .init(
      dataset: dataset, id: id, subject: subject,
      metadata: facts.metadata.map { Named(name: $0.name, value: $0.value) }, seconds: seconds,
      windows: windows, referenceWindows: referenceWindows, failure: failure,
      partialFailures: partialFailures.map { Named(name: $0.scenario, value: $0.reason) },
      channels: facts.channels.map {
        Named(name: $0.kind, value: .init(sampleRate: $0.sampleRate, irregular: $0.isIrregular))
      })
  }
}

extension Evaluation.Stratum {
  fileprivate func stored(_ plan: RunPlan) -> StoredResults.Stratum {
    .init(name: name, value: value, rows: rows.map { $0.stored(plan) })
  }
}

extension Evaluation.Row {
  fileprivate func stored(_ plan: RunPlan) -> StoredResults.Row {
    .init(
      scenario: plan.scenarios[scenario].label, detector: plan.detectors[detector].label,
      counts: .init(
        recordings: tally.recordings, failedRecordings: tally.failedRecordings, subjects: tally.subjects,
        windows: tally.windows, referenceWindows: tally.referenceWindows, estimates: tally.estimates,
        clusters: score.clusterCount),
      metrics: Metric.columns.map { Named(name: $0.name, value: value($0)) },
      outcomes: tally.reasons.map { Named(name: $0.outcome.text, value: $0.windows) },
      diagnosis: diagnosis.map { InPlan(plan: plan, part: $0) },
      perRecording: perRecording.map {
        .init(
          plan: plan, detector: detector, score: $0,
          tolerancesSeconds: diagnosis?.beats?.tolerancesSeconds ?? [])
      },
      acceptable: acceptable(plan)?.word, limitDoubts: limits?.doubts ?? [])
  }

  /// Returns the value of a metric; `nil` where it does not exist.
  package func value(_ metric: MetricColumn) -> Double? {
    metric.value(score)
  }
}
