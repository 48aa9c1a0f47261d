internal import HRRunning
internal import HRSignals
internal import HRSupport
package import HRStatistics

extension Evaluation {
  /// The run as `results.json` has it.
  package var stored: StoredResults {
    StoredResults(
      hreval: plan.hreval, plan: plan.stored,
      definitions: .init(
        windows: "windows@1", reference: "windowReference@3", clusters: clusterKind.word,
        intervals: "95 %, over clusters: bootstrap-t (bias, mae …Low, …High; of mae on the scale of its "
          + "logarithm) and BCa (…BCaLow, …BCaHigh); of limits of agreement leaving clusters out; of right of "
          + "all Korn's and Graubard's; none below \(ClusterBootstrap.leastClusters) clusters",
        metrics: Metric.columns.map { metric in
          Named(
            name: metric.name,
            value: .init(
              definition: metric.definition, unit: metric.unit, summary: metric.summary, source: metric.source
            ))
        }),
      recordings: recordings.map(\.stored),
      chanceLevels: zip(plan.scenarios, chanceLevels).map { Named(name: $0.label, value: $1.stored) },
      rows: rows.map { $0.stored(plan) }, strata: strata.map { $0.stored(plan) },
      claims: claims.map(\.stored), words: words.map { $0.stored(plan) },
      unseen: unseen.map { unseen in
        .init(
          recordings: unseen.recordings.map(plan.name(ofRecording:)), clusters: unseen.clusterCount,
          rows: unseen.rows.map { $0.stored(plan) })
      }, leaveOneOut: leaveOneOut?.stored(plan),
      findings: findings.groups.map(\.stored))
  }
}

extension RunPlan {
  /// The experiment as `results.json` and `run.json` have it.
  package var stored: StoredPlan {
    StoredPlan(
      name: name, description: description, seed: seed, measurand: measurand, mode: mode,
      windows: .init(
        windowSeconds: windowSeconds, hopSeconds: hopSeconds,
        startSeconds: windowPlans.count == 1 ? startSeconds ?? 0 : nil, tries: tries ?? 1,
        described: windowsDescribed),
      tolerance: tolerance,
      beats: .init(toleranceSeconds: beatToleranceSeconds, lagSeconds: beatLagSeconds), datasets: datasets,
      cadence: readsCadence, baseline: baseline, qualities: qualities,
      scenarios: scenarios.enumerated().map { index, note in
        .init(
          label: note.label, familyLabel: note.familyLabel, swept: note.swept, repeats: note.repeats,
          steps: note.steps, untouched: note.untouchedDatasets,
          windows: note.size == nil ? nil : windows(of: index).described)
      },
      detectors: detectors.map { note in
        .init(
          label: note.label, extractors: note.extractors, recordedTrace: note.recordedTrace,
          filters: note.filters, detector: note.detector, baseline: note.baseline,
          beatLagSeconds: note.beatLagSeconds, acceptWhen: note.acceptWhen,
          confidenceFrom: note.confidenceFrom, scenarios: note.scenarios,
          rangeBPM: note.range.map { [$0.lowBPM, $0.highBPM] }, tunedOn: note.tunedOn,
          chanceWithinBPM: note.chanceWithinBPM)
      }, split: split, question: question,
      acceptable: acceptableDifferenceBPM.map { .init(differenceBPM: $0) },
      mixedMathematics: mixedMathematics)
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
      diagnosis: diagnosis?.stored(plan),
      perRecording: perRecording.map { part in
        let note = plan.recordings[part.recording]
        return .init(
          dataset: plan.datasets[note.dataset].name, id: note.id, windows: part.windows,
          referenceWindows: part.referenceWindows, estimates: part.estimates, maeBPM: part.maeBPM,
          biasBPM: part.biasBPM,
          lag: part.lag.map {
            .init(
              windows: $0.count, bestLagSeconds: $0.bestLagSeconds, bestMAEBPM: $0.bestMAEBPM,
              zeroLagMAEBPM: $0.zeroLagMAEBPM, clear: $0.isClear)
          },
          seen: plan.hasSeen(detector, recording: part.recording)
            ? true : plan.detectors[detector].tunedOn?.unstated.isEmpty == true ? false : nil)
      }, acceptable: acceptable(plan)?.word)
  }

  /// Returns the value of a metric; `nil` where it does not exist.
  package func value(_ metric: MetricColumn) -> Double? {
    metric.value(score)
  }
}

extension Evaluation.ChanceLevels {
  fileprivate var stored: StoredChanceLevels {
    .init(
      othersMeanMAEBPM: othersMeanMAEBPM, constantBPM: constantBPM, constantMAEBPM: constantMAEBPM,
      holdLastMAEBPM: holdLastMAEBPM, holdLastWindows: holdLastWindows, floorMAEBPM: floorMAEBPM,
      floorWindows: floorWindows, floorUnselectedMAEBPM: floorUnselectedMAEBPM,
      floorUnselectedWindows: floorUnselectedWindows)
  }
}

extension RowDiagnosis {
  fileprivate func stored(_ plan: RunPlan) -> StoredDiagnosis {
    .init(
      anatomy: anatomy?.stored, ownChance: ownChance?.stored, lattice: lattice,
      riskCoverage: riskCoverage.map {
        .init(
          aurcBPM: $0.aurcBPM, optimalAurcBPM: $0.optimalAurcBPM, coverage: $0.points.map(\.coverage),
          maeBPM: $0.points.map(\.maeBPM))
      },
      lagCurve: lagCurve.map {
        .init(
          windows: $0.count, bestLagSeconds: $0.bestLagSeconds, lagSeconds: $0.points.map(\.lagSeconds),
          maeBPM: $0.points.map(\.maeBPM))
      }, beats: beats?.stored(plan), otherReferences: otherReferences?.stored,
      reliability: reliability?.stored(plan))
  }
}

extension OtherReferences {
  fileprivate var stored: StoredDiagnosis.OtherReferences {
    .init(
      agreedWindows: agreed.windows, agreedMAEBPM: agreed.maeBPM,
      detectors: single.map {
        .init(
          name: $0.name, windows: $0.all.windows, maeBPM: $0.all.maeBPM, keptWindows: $0.kept.windows,
          keptMAEBPM: $0.kept.maeBPM, disputedWindows: $0.disputed.windows, disputedMAEBPM: $0.disputed.maeBPM
        )
      })
  }
}

extension Nulls {
  fileprivate var stored: StoredDiagnosis.OwnChance {
    .init(
      othersMeanMAEBPM: othersMeanMAEBPM, constantMAEBPM: constantMAEBPM, holdLastMAEBPM: holdLastMAEBPM,
      holdLastWindows: holdLastCount)
  }
}

extension ErrorAnatomy {
  fileprivate var stored: StoredDiagnosis.Anatomy {
    func runs(_ runs: ErrorRuns) -> StoredDiagnosis.Runs {
      .init(count: runs.count, longest: runs.longest, meanLength: runs.meanLength)
    }
    return .init(
      halfShare: halfShare, twoThirdsShare: twoThirdsShare, threeHalvesShare: threeHalvesShare,
      doubleShare: doubleShare, cadenceShare: cadenceShare, bandEdgeShare: bandEdgeShare,
      stuckShare: stuckShare, exactZeroShare: exactZeroShare, runsOver5BPM: runs(runsOver5BPM),
      runsOver10BPM: runs(runsOver10BPM), timeToFirstReadingSeconds: timeToFirstReadingSeconds,
      recoverySeconds: recoverySeconds)
  }
}

extension BeatDiagnosis {
  fileprivate func stored(_ plan: RunPlan) -> StoredDiagnosis.Beats {
    .init(
      toleranceSeconds: toleranceSeconds, lagSeconds: lagSeconds, referenceBeats: score?.referenceCount ?? 0,
      detectedBeats: score?.detectedCount ?? 0, matchedBeats: score?.matchedCount ?? 0,
      answeredShare: coverage, sensitivity: score?.sensitivity,
      sensitivityInterval: score?.intervals?.sensitivity, positivePredictivity: score?.positivePredictivity,
      positivePredictivityInterval: score?.intervals?.positivePredictivity, f1: score?.f1,
      f1Interval: score?.intervals?.f1, chanceF1: score?.chanceF1, correctedF1: score?.correctedF1,
      medianOffsetMilliseconds: score?.medianOffsetMilliseconds,
      medianDelayMilliseconds: medianDelayMilliseconds, jitterSDMilliseconds: score?.jitterSDMilliseconds,
      jitterP95Milliseconds: score?.jitterP95Milliseconds, intervals: score?.intervalCount ?? 0,
      intervalBiasMilliseconds: score?.intervalBiasMilliseconds,
      intervalLimitsMilliseconds: score?.intervalLimitsMilliseconds, alignedRecordings: alignedRecordings,
      notAligned: notAligned.map { left -> StoredDiagnosis.Beats.Unaligned in
        let note = plan.recordings[left.recording]
        let dataset = plan.datasets[note.dataset].name
        return switch left.reason {
        case .separateClocks:
          .init(dataset: dataset, id: note.id, reason: .separateClocks, driftMilliseconds: nil)
        case .drift(let milliseconds):
          .init(dataset: dataset, id: note.id, reason: .drift, driftMilliseconds: milliseconds)
        }
      })
  }
}

extension ClaimVerdict {
  fileprivate var stored: StoredClaim {
    .init(
      claim: claim.claim, source: claim.source, verdict: word, level: level, figures: figures.map(\.stored))
  }
}

extension ClaimVerdict.Figure {
  fileprivate var stored: StoredClaim.Figure {
    var (least, most): (Double?, Double?)
    var (less, more): (StoredClaim.Other?, StoredClaim.Other?)
    func other(_ row: Claim.Row, _ margin: Double, _ windows: Claim.ComparedWindows) -> StoredClaim.Other {
      .init(scenario: row.scenario, detector: row.detector, margin: margin, windows: windows)
    }
    switch condition.demand {
    case .atLeast(let bound): least = bound
    case .atMost(let bound): most = bound
    case .lessThan(let row, let margin, let windows): less = other(row, margin, windows)
    case .moreThan(let row, let margin, let windows): more = other(row, margin, windows)
    }
    return .init(
      scenario: condition.row.scenario, detector: condition.row.detector, metric: condition.metric,
      atLeast: least, atMost: most, lessThan: less, moreThan: more, by: condition.stratum, group: group,
      value: value, low: interval?.low, high: interval?.high, windows: windows, otherWindows: otherWindows,
      clusters: clusters, verdict: word)
  }
}
