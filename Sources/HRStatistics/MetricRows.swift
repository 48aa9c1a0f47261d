extension Metric {
  /// Every metric. A new one is a row here, in a block of its own at the end of `summary.csv`.
  public static let all: [Metric] = [
    [coverage, rightOfAll, effectiveClusters, bias, sd],
    limits(
      "", in: .repeatedLimits, { "\($0) limit of agreement, repeated measures." }, source: bland2007,
      \.repeatedMeasures?.limitsBPM,
      intervals: "", { "the \($0.lowercased()) repeated-measures limit's 95 % interval" }, source: tukey,
      intervalBlock: 3, lowNote: ", leaving clusters out", \.limitIntervals?.lowerLimitBPM,
      \.limitIntervals?.upperLimitBPM),
    [mae, medianAE, rmse, mape, pearson, ccc, withinTolerance, p95AE, spearman, withinBPM],
    limits(
      "Simple", in: .simpleLimits, inSummary: false,
      { "\($0) limit of agreement, windows as if independent." }, source: bland1986, \.simple?.limitsBPM,
      intervals: "Exact",
      { "the \($0.lowercased()) simple limit's exact 95 % interval, one window per cluster" },
      source: carkeet,
      intervalBlock: 4, \.exact?.lowerLimitIntervalBPM, \.exact?.upperLimitIntervalBPM),
    limits(
      "Percentile", in: .percentileLimits, { "\(percentile($0)) percentile of the errors." }, source: hyndman,
      \.percentileLimitsBPM,
      intervals: "Percentile", { "the \(percentile($0)) percentile's 95 % interval over clusters" },
      source: woodruff, intervalBlock: 5, \.percentileLimitIntervals?.lowerBPM,
      \.percentileLimitIntervals?.upperBPM),
    slopes,
    limits(
      "Cluster", in: .clusterLimits, version: 2, block: 2,
      { "\($0) limit of agreement from cluster means, windows by what they are worth." }, source: liangZeger,
      \.clusterLimits?.limitsBPM,
      intervals: "Cluster", { _ in "that limit's 95 % interval, of clusters alone" }, source: liangZeger,
      intervalBlock: 2,
      { $0.limitDoubts.reasons.isEmpty ? $0.clusterLimits?.lowerLimitIntervalBPM : nil },
      { $0.limitDoubts.reasons.isEmpty ? $0.clusterLimits?.upperLimitIntervalBPM : nil }),
    others,
  ].flatMap(\.self)

  /// Limits of agreement of one kind, the lower and the upper one.
  ///
  /// - Parameters:
  ///   - stem: of the metrics' names: `Cluster` of `loaClusterLowerBPM`.
  ///   - summary: of a limit, from `Lower` or `Upper`.
  ///   - limits: both of them.
  ///   - intervalStem: of the names of the intervals.
  ///   - what: description of a limit's interval, from `Lower` or `Upper`.
  ///   - lowNote: addition to the summary of the lower end of the lower limit's interval.
  private static func limits(
    _ stem: String, in family: Family, version: Int = 1, block: Int = 1, inSummary: Bool = true,
    _ summary: (String) -> String, source: String, _ limits: @escaping @Sendable (Score) -> Interval?,
    intervals intervalStem: String, _ what: (String) -> String, source intervalSource: String,
    intervalBlock: Int, lowNote: String = "", _ lower: @escaping @Sendable (Score) -> Interval?,
    _ upper: @escaping @Sendable (Score) -> Interval?
  ) -> [Metric] {
    ["Lower", "Upper"].map { side in
      let isLower = side == "Lower"
      return Metric(
        "loa\(stem)\(side)BPM", .rate, better: .nearZero, in: family, version: version, block: block,
        inSummary: inSummary, summary(side), source: source
      ) { limits($0).map { isLower ? $0.low : $0.high } }
      .interval(
        "loa\(intervalStem)\(side)", what(side), source: intervalSource, version: version,
        block: intervalBlock, lowNote: isLower ? lowNote : "", isLower ? lower : upper)
    }
  }

  private static func percentile(_ side: String) -> String { side == "Lower" ? "2.5th" : "97.5th" }

  private static let slopes = [
    Metric(
      "slopeOnMean", .coefficient, better: .nearZero,
      "Slope of the error on the mean of both.", source: bland1999
    ) { $0.proportionalBias.slopeOnMean }
    .interval(
      "slopeOnMean", "the 95 % interval of the slope on the mean, over clusters", source: cameron, block: 4
    ) { $0.proportionalBias.onMean?.interval },
    Metric(
      "slopeOnMeanP", .coefficient, better: .neither, version: 2, block: 4,
      "Two-sided p of no slope on the mean, over clusters.", source: cameron
    ) { $0.proportionalBias.onMean?.pValue },
    Metric(
      "slopeOnReference", .coefficient, better: .nearZero,
      "Slope of the error on the reference.", source: "common definition"
    ) { $0.proportionalBias.slopeOnReference }
    .interval(
      "slopeOnReference", "the 95 % interval of the slope on the reference, over clusters", source: cameron,
      block: 4
    ) { $0.proportionalBias.onReference?.interval },
    Metric(
      "slopeOnReferenceP", .coefficient, better: .neither, version: 2, block: 4,
      "Two-sided p of no slope on the reference, over clusters.", source: cameron
    ) { $0.proportionalBias.onReference?.pValue },
  ]

  private static let others = [
    lag1,
    Metric(
      "effectiveWindows", .count, better: .higher, version: 2, block: 3,
      "Independent windows that would give cluster means of the same precision.",
      source: "G. V. Bayley and J. M. Hammersley, J. R. Stat. Soc. 8 Suppl.:184-197, 1946"
    ) { $0.persistence?.effectiveWindows },
    Metric(
      "sdSlopeOnMean", .coefficient, better: .nearZero, block: 4,
      "Slope of the errors' standard deviation on the mean of both.", source: bland1999
    ) { $0.heteroscedastic?.sd.slope },
    Metric(
      "ratioBias", .ratio, better: .nearOne, block: 4, inSummary: false,
      "Geometric mean of estimate over reference.", source: bland1986
    ) { $0.ratio?.ratio },
    Metric(
      "loaRatioLower", .ratio, better: .nearOne, in: .ratioLimits, block: 4, inSummary: false,
      "Lower limit of agreement of estimate over reference, windows as if independent.", source: bland1986
    ) { $0.ratio?.limits.low },
    Metric(
      "loaRatioUpper", .ratio, better: .nearOne, in: .ratioLimits, block: 4, inSummary: false,
      "Upper limit of agreement of estimate over reference, windows as if independent.", source: bland1986
    ) { $0.ratio?.limits.high },
    icc21, icc31,
  ]

  /// Metrics of the table of errors, in its order.
  package static let errorTable = [
    mae, bias, medianAE, rmse, p95AE, mape, withinTolerance, withinBPM, spearman, pearson, ccc,
  ]

  package static let coverage = Metric(
    "coverage", .share, better: .higher,
    "Windows with an estimate over windows with a reference.", source: "this program"
  ) { $0.coverage }
  .interval(
    "coverage", "that share's 95 % interval over clusters", source: korn, block: 8
  ) { $0.shareIntervals.coverage }
  package static let rightOfAll = Metric(
    "rightOfAllShare", .share, better: .higher, block: 7,
    "Windows answered within the tolerance over all windows with a reference.", source: "this program"
  ) { $0.rightOfAll?.share }
  .interval(
    "rightOfAll", "that share's 95 % interval over clusters", source: korn, version: 2, block: 7
  ) { $0.rightOfAll?.interval }
  package static let effectiveClusters = Metric(
    "effectiveClusters", .count, better: .higher, block: 6,
    "Clusters of equal size that would weigh as these do.", source: "L. Kish, Survey Sampling, 1965"
  ) { $0.effectiveClusterCount }
  package static let bias = Metric(
    "biasBPM", .rate, better: .nearZero, heading: "bias",
    "Mean of estimate minus reference.", source: bland1986
  ) { $0.errors?.biasBPM }
  .interval(
    "bias", "the bias's 95 % bootstrap-t interval over clusters", source: bootstrapT, version: 3
  ) { $0.bootstrap?.biasBPM }
  package static let sd = Metric(
    "sdBPM", .rate, better: .lower,
    "Standard deviation of the errors (divisor n − 1).", source: bland1986
  ) { $0.errors?.sdBPM }
  .interval(
    "sd", "the 95 % interval of the standard deviation between and within clusters",
    source: "\(tukey); one window per cluster: chi-square", block: 8
  ) {
    $0.limitIntervals?.sdBPM
      ?? ($0.clusterCount >= ClusterBootstrap.leastClusters ? $0.exact?.sdIntervalBPM : nil)
  }
  package static let mae = Metric(
    "maeBPM", .rate, better: .lower, heading: "MAE",
    "Mean absolute error.", source: "common definition"
  ) { $0.errors?.maeBPM }
  .interval(
    "mae", "the MAE's 95 % bootstrap-t interval over clusters, on the scale of its logarithm",
    source: logarithmicT, version: 4
  ) { $0.bootstrap?.maeBPM }
  package static let medianAE = Metric(
    "medianAEBPM", .rate, better: .lower, heading: "median",
    "Median absolute error.", source: "common definition"
  ) { $0.errors?.medianAEBPM }
  package static let rmse = Metric(
    "rmseBPM", .rate, better: .lower, heading: "RMSE", onRequest: true,
    "Root mean squared error (divisor n).", source: "common definition"
  ) { $0.errors?.rmseBPM }
  .interval(
    "rmse", "the RMSE's 95 % bootstrap-t interval over clusters, on the scale of its logarithm",
    source: logarithmicT, block: 8
  ) { $0.bootstrap?.rmseBPM }
  package static let mape = Metric(
    "mapePercent", .percent, better: .lower, heading: "MAPE", onRequest: true,
    "Mean absolute error in per cent of the reference.", source: "ANSI/CTA-2065, 2018"
  ) { $0.errors?.mapePercent }
  .interval(
    "mape", "the MAPE's 95 % bootstrap-t interval over clusters, on the scale of its logarithm",
    source: logarithmicT, block: 8
  ) { $0.bootstrap?.mapePercent }
  package static let pearson = Metric(
    "pearson", .coefficient, better: .nearOne, heading: "Pearson r", onRequest: true,
    "Product-moment correlation.", source: "K. Pearson, 1895"
  ) { $0.errors?.pearson }
  .interval(
    "pearson", "that correlation's 95 % interval, leaving clusters out", source: fisherJackknife, block: 8
  ) { $0.correlationIntervals?.pearson }
  package static let ccc = Metric(
    "ccc", .coefficient, better: .nearOne, heading: "CCC",
    "Concordance correlation (divisors n − 1).", source: "L. I-K. Lin, Biometrics 45:255-268, 1989"
  ) { $0.errors?.ccc }
  .interval(
    "ccc", "the CCC's 95 % interval: leaving clusters out, or exact for one window per cluster",
    source: "\(fisherJackknife); \(lin2000)", version: 2, block: 5
  ) { $0.hasOnePairPerCluster ? $0.concordance?.interval : $0.correlationIntervals?.ccc }
  package static let icc21 = Metric(
    "icc21", .coefficient, better: .nearOne, block: 4,
    "Intraclass correlation ICC(2,1), absolute agreement.", source: shrout
  ) { $0.intraclass?.agreement }
  .interval(
    "icc21", "that ICC's 95 % interval: leaving clusters out, or by F for one window per cluster",
    source: "\(fisherJackknife); \(mcGraw)", version: 2, block: 5
  ) { $0.hasOnePairPerCluster ? $0.intraclass?.agreementInterval : $0.correlationIntervals?.agreement }
  package static let icc31 = Metric(
    "icc31", .coefficient, better: .nearOne, block: 4,
    "Intraclass correlation ICC(3,1), consistency.", source: shrout
  ) { $0.intraclass?.consistency }
  .interval(
    "icc31", "that ICC's 95 % interval: leaving clusters out, or by F for one window per cluster",
    source: "\(fisherJackknife); \(mcGraw)", version: 2, block: 5
  ) { $0.hasOnePairPerCluster ? $0.intraclass?.consistencyInterval : $0.correlationIntervals?.consistency }
  package static let withinTolerance = Metric(
    "withinToleranceShare", .share, better: .higher, heading: "within tolerance",
    "Share within the wider of the tolerance's bpm and per cent.",
    source: "ANSI/AAMI EC13, IEC 60601-2-27"
  ) { $0.errors?.withinToleranceShare }
  .interval(
    "withinTolerance", "that share's 95 % interval over clusters", source: korn, block: 8
  ) { $0.shareIntervals.withinTolerance }
  package static let p95AE = Metric(
    "p95AEBPM", .rate, better: .lower, heading: "P95",
    "95th percentile of the absolute error.", source: hyndman
  ) { $0.errors?.p95AEBPM }
  package static let spearman = Metric(
    "spearman", .coefficient, better: .nearOne, heading: "Spearman ρ", onRequest: true,
    "Rank correlation, ties averaged.", source: "C. Spearman, 1904"
  ) { $0.errors?.spearman }
  package static let withinBPM = Metric(
    "withinBPMShare", .share, better: .higher, heading: "within {bpm} bpm", onRequest: true,
    "Share within the tolerance's bpm.", source: "common definition"
  ) { $0.errors?.withinBPMShare }
  .interval(
    "withinBPM", "that share's 95 % interval over clusters", source: korn, block: 8
  ) { $0.shareIntervals.withinBPM }
  package static let lag1 = Metric(
    "lag1", .coefficient, better: .nearZero, version: 2, block: 3,
    "Correlation of the errors of windows that follow each other, within clusters.",
    source:
      "G. E. P. Box and G. M. Jenkins, Time Series Analysis, 1970; gaps: E. Parzen, Sankhya A 25:383-392, 1963"
  ) { $0.persistence?.lag1 }
}

private let bland1986 = "J. M. Bland and D. G. Altman, The Lancet 327:307-310, 1986"
private let bland2007 = "J. M. Bland and D. G. Altman, J. Biopharm. Stat. 17:571-582, 2007"
private let liangZeger =
  "G. Y. Zou, Stat. Methods Med. Res. 22:630-642, 2013, with the variance of K.-Y. Liang and S. L. Zeger, Biometrika 73:13-22, 1986"
private let tukey =
  "J. W. Tukey, Ann. Math. Stat. 29:614, 1958; G. Y. Zou, Stat. Methods Med. Res. 22:630-642, 2013"
private let fisherJackknife =
  "J. W. Tukey, Ann. Math. Stat. 29:614, 1958, on the scale of R. A. Fisher, Metron 1:3-32, 1921"
private let carkeet = "A. Carkeet, Optom. Vis. Sci. 92:e71-e80, 2015"
private let bland1999 = "Bland and Altman, Stat. Methods Med. Res. 8:135-160, 1999"
private let shrout = "P. E. Shrout and J. L. Fleiss, Psychol. Bull. 86:420-428, 1979"
private let mcGraw = "K. O. McGraw and S. P. Wong, Psychol. Methods 1:30-46, 1996"
private let lin2000 = "L. I-K. Lin, Biometrics 45:255-268, 1989, corrected 56:324-325, 2000"
private let cameron =
  "C. A. Cameron and D. L. Miller, J. Hum. Resour. 50:317-372, 2015, CR1, t of k − 1"
private let woodruff = "R. S. Woodruff, J. Am. Stat. Assoc. 47:635-646, 1952, errors over clusters"
private let korn =
  "E. L. Korn and B. I. Graubard, Surv. Methodol. 24:193-201, 1998; C. J. Clopper and E. S. Pearson, Biometrika 26:404-413, 1934"
private let bootstrapT =
  "B. Efron and R. J. Tibshirani, An Introduction to the Bootstrap, 1993, chapter 12.5, clusters drawn"
private let logarithmicT =
  "Efron and Tibshirani, 1993, chapters 12.5 and 12.6, clusters drawn; R. Tibshirani, Biometrika 75:433-444, 1988"
private let hyndman = "R. J. Hyndman and Y. Fan, Am. Stat. 50:361-365, 1996, type 7"
