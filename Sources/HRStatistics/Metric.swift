internal import HRNumerics

/// One figure of the summary: its column, meaning, source and value. The only place a metric is declared.
public struct Metric: Sendable {
  /// The column of `summary.csv`.
  public let name: String
  /// `bpm`, `%`, or empty for a share or coefficient.
  public let unit: String
  /// One sentence for listings.
  public let summary: String
  /// Name and version of the definition, such as `maeBPM@1`.
  public let definition: String
  /// Where the definition comes from.
  public let source: String
  /// `nil` where the figure does not exist.
  public let value: @Sendable (Score) -> Double?

  init(
    _ name: String, _ unit: String, _ summary: String, source: String, version: Int = 1,
    _ value: @escaping @Sendable (Score) -> Double?
  ) {
    self.name = name
    self.unit = unit
    self.summary = summary
    definition = "\(name)@\(version)"
    self.source = source
    // A figure that rates beyond all measure make infinite does not exist.
    self.value = { score in value(score).flatMap { $0.isFinite ? $0 : nil } }
  }

  /// Every metric, in the order of the summary's columns.
  public static let all: [Metric] = errors + agreement + intervals

  private static let errors = [
    Metric("coverage", "", "Windows with an estimate over windows with a reference.", source: "this program")
    { $0.coverage },
    Metric("biasBPM", "bpm", "Mean of estimate minus reference.", source: bland1986) { $0.errors?.biasBPM },
    Metric(
      "biasLow", "bpm", "Lower end of the bias's 95 % bootstrap-t interval over clusters.",
      source: bootstrapT, version: 2
    ) { $0.bootstrap?.biasBPM.low },
    Metric(
      "biasHigh", "bpm", "Upper end of the bias's 95 % bootstrap-t interval over clusters.",
      source: bootstrapT, version: 2
    ) { $0.bootstrap?.biasBPM.high },
    Metric("sdBPM", "bpm", "Standard deviation of the errors (divisor n − 1).", source: bland1986) {
      $0.errors?.sdBPM
    },
    Metric("loaLowerBPM", "bpm", "Lower limit of agreement, repeated measures.", source: bland2007) {
      $0.repeatedMeasures?.limitsBPM.low
    },
    Metric("loaUpperBPM", "bpm", "Upper limit of agreement, repeated measures.", source: bland2007) {
      $0.repeatedMeasures?.limitsBPM.high
    },
    Metric("maeBPM", "bpm", "Mean absolute error.", source: "common definition") { $0.errors?.maeBPM },
    Metric(
      "maeLow", "bpm", "Lower end of the MAE's 95 % bootstrap-t interval over clusters.",
      source: bootstrapT, version: 2
    ) {
      $0.bootstrap?.maeBPM.low
    },
    Metric(
      "maeHigh", "bpm", "Upper end of the MAE's 95 % bootstrap-t interval over clusters.",
      source: bootstrapT, version: 2
    ) { $0.bootstrap?.maeBPM.high },
    Metric("medianAEBPM", "bpm", "Median absolute error.", source: "common definition") {
      $0.errors?.medianAEBPM
    },
    Metric("rmseBPM", "bpm", "Root mean squared error (divisor n).", source: "common definition") {
      $0.errors?.rmseBPM
    },
    Metric(
      "mapePercent", "%", "Mean absolute error in per cent of the reference.", source: "ANSI/CTA-2065, 2018"
    ) { $0.errors?.mapePercent },
    Metric("pearson", "", "Product-moment correlation.", source: "K. Pearson, 1895") { $0.errors?.pearson },
    Metric(
      "ccc", "", "Concordance correlation (divisors n − 1).",
      source: "L. I-K. Lin, Biometrics 45:255-268, 1989"
    ) { $0.errors?.ccc },
    Metric(
      "withinToleranceShare", "", "Share within the wider of the tolerance's bpm and per cent.",
      source: "ANSI/AAMI EC13, IEC 60601-2-27"
    ) { $0.errors?.withinToleranceShare },
    Metric("p95AEBPM", "bpm", "95th percentile of the absolute error.", source: hyndman) {
      $0.errors?.p95AEBPM
    },
    Metric("spearman", "", "Rank correlation, ties averaged.", source: "C. Spearman, 1904") {
      $0.errors?.spearman
    },
    Metric("withinBPMShare", "", "Share within the tolerance's bpm.", source: "common definition") {
      $0.errors?.withinBPMShare
    },
  ]

  private static let agreement = [
    Metric(
      "loaSimpleLowerBPM", "bpm", "Lower limit of agreement, windows as if independent.", source: bland1986
    ) { $0.simple?.limitsBPM.low },
    Metric(
      "loaSimpleUpperBPM", "bpm", "Upper limit of agreement, windows as if independent.", source: bland1986
    ) { $0.simple?.limitsBPM.high },
    Metric("loaPercentileLowerBPM", "bpm", "2.5th percentile of the errors.", source: hyndman) {
      $0.percentileLimitsBPM?.low
    },
    Metric("loaPercentileUpperBPM", "bpm", "97.5th percentile of the errors.", source: hyndman) {
      $0.percentileLimitsBPM?.high
    },
    Metric("loaMoverLowerBPM", "bpm", "Lower limit of agreement from cluster means.", source: zou) {
      $0.mover?.limitsBPM.low
    },
    Metric(
      "loaMoverLowerLow", "bpm", "Lower end of that limit's interval, alpha 0.025 per side.", source: zou
    ) { $0.mover?.lowerLimitIntervalBPM.low },
    Metric(
      "loaMoverLowerHigh", "bpm", "Upper end of that limit's interval, alpha 0.025 per side.", source: zou
    ) { $0.mover?.lowerLimitIntervalBPM.high },
    Metric("loaMoverUpperBPM", "bpm", "Upper limit of agreement from cluster means.", source: zou) {
      $0.mover?.limitsBPM.high
    },
    Metric(
      "loaMoverUpperLow", "bpm", "Lower end of that limit's interval, alpha 0.025 per side.", source: zou
    ) { $0.mover?.upperLimitIntervalBPM.low },
    Metric(
      "loaMoverUpperHigh", "bpm", "Upper end of that limit's interval, alpha 0.025 per side.", source: zou
    ) { $0.mover?.upperLimitIntervalBPM.high },
    Metric(
      "slopeOnMean", "", "Slope of the error on the mean of both.",
      source: bland1999
    ) { $0.proportionalBias.slopeOnMean },
    Metric("slopeOnReference", "", "Slope of the error on the reference.", source: "common definition") {
      $0.proportionalBias.slopeOnReference
    },
    Metric(
      "loaClusterLowerBPM", "bpm",
      "Lower limit of agreement from cluster means, windows by what they are worth.",
      source: liangZeger
    ) { $0.clusterLimits?.limitsBPM.low },
    Metric(
      "loaClusterLowerLow", "bpm", "Lower end of that limit's 95 % interval, of clusters alone.",
      source: liangZeger
    ) { $0.clusterLimits?.lowerLimitIntervalBPM.low },
    Metric(
      "loaClusterLowerHigh", "bpm", "Upper end of that limit's 95 % interval, of clusters alone.",
      source: liangZeger
    ) { $0.clusterLimits?.lowerLimitIntervalBPM.high },
    Metric(
      "loaClusterUpperBPM", "bpm",
      "Upper limit of agreement from cluster means, windows by what they are worth.",
      source: liangZeger
    ) { $0.clusterLimits?.limitsBPM.high },
    Metric(
      "loaClusterUpperLow", "bpm", "Lower end of that limit's 95 % interval, of clusters alone.",
      source: liangZeger
    ) { $0.clusterLimits?.upperLimitIntervalBPM.low },
    Metric(
      "loaClusterUpperHigh", "bpm", "Upper end of that limit's 95 % interval, of clusters alone.",
      source: liangZeger
    ) { $0.clusterLimits?.upperLimitIntervalBPM.high },
    Metric(
      "loaLowerLow", "bpm",
      "Lower end of the lower repeated-measures limit's 95 % interval, leaving clusters out.",
      source: tukey
    ) { $0.limitIntervals?.lowerLimitBPM.low },
    Metric(
      "loaLowerHigh", "bpm", "Upper end of the lower repeated-measures limit's 95 % interval.", source: tukey
    ) { $0.limitIntervals?.lowerLimitBPM.high },
    Metric(
      "loaUpperLow", "bpm", "Lower end of the upper repeated-measures limit's 95 % interval.", source: tukey
    ) { $0.limitIntervals?.upperLimitBPM.low },
    Metric(
      "loaUpperHigh", "bpm", "Upper end of the upper repeated-measures limit's 95 % interval.", source: tukey
    ) { $0.limitIntervals?.upperLimitBPM.high },
    Metric(
      "lag1", "", "Correlation of neighbouring errors within clusters.",
      source: "G. E. P. Box and G. M. Jenkins, Time Series Analysis, 1970"
    ) { $0.persistence?.lag1 },
    Metric(
      "effectiveWindows", "", "Independent windows that would give cluster means of the same precision.",
      source: "G. V. Bayley and J. M. Hammersley, J. R. Stat. Soc. 8 Suppl.:184-197, 1946"
    ) { $0.persistence?.effectiveWindows },
    Metric(
      "loaExactLowerLow", "bpm",
      "Lower end of the lower simple limit's exact 95 % interval, one window per cluster.",
      source: carkeet
    ) { $0.exact?.lowerLimitIntervalBPM.low },
    Metric(
      "loaExactLowerHigh", "bpm",
      "Upper end of the lower simple limit's exact 95 % interval, one window per cluster.",
      source: carkeet
    ) { $0.exact?.lowerLimitIntervalBPM.high },
    Metric(
      "loaExactUpperLow", "bpm",
      "Lower end of the upper simple limit's exact 95 % interval, one window per cluster.",
      source: carkeet
    ) { $0.exact?.upperLimitIntervalBPM.low },
    Metric(
      "loaExactUpperHigh", "bpm",
      "Upper end of the upper simple limit's exact 95 % interval, one window per cluster.",
      source: carkeet
    ) { $0.exact?.upperLimitIntervalBPM.high },
    Metric(
      "slopeOnMeanLow", "", "Lower end of the 95 % interval of the slope on the mean, over clusters.",
      source: cameron
    ) { $0.proportionalBias.onMean?.interval.low },
    Metric(
      "slopeOnMeanHigh", "", "Upper end of the 95 % interval of the slope on the mean, over clusters.",
      source: cameron
    ) { $0.proportionalBias.onMean?.interval.high },
    Metric("slopeOnMeanP", "", "Two-sided p of no slope on the mean, over clusters.", source: cameron) {
      $0.proportionalBias.onMean?.pValue
    },
    Metric(
      "slopeOnReferenceLow", "",
      "Lower end of the 95 % interval of the slope on the reference, over clusters.", source: cameron
    ) { $0.proportionalBias.onReference?.interval.low },
    Metric(
      "slopeOnReferenceHigh", "",
      "Upper end of the 95 % interval of the slope on the reference, over clusters.", source: cameron
    ) { $0.proportionalBias.onReference?.interval.high },
    Metric(
      "slopeOnReferenceP", "", "Two-sided p of no slope on the reference, over clusters.", source: cameron
    ) {
      $0.proportionalBias.onReference?.pValue
    },
    Metric(
      "sdSlopeOnMean", "", "Slope of the errors' standard deviation on the mean of both.", source: bland1999
    ) { $0.heteroscedastic?.sd.slope },
    Metric("ratioBias", "", "Geometric mean of estimate over reference.", source: bland1986) {
      $0.ratio?.ratio
    },
    Metric(
      "loaRatioLower", "", "Lower limit of agreement of estimate over reference, windows as if independent.",
      source: bland1986
    ) { $0.ratio?.limits.low },
    Metric(
      "loaRatioUpper", "", "Upper limit of agreement of estimate over reference, windows as if independent.",
      source: bland1986
    ) { $0.ratio?.limits.high },
    Metric("icc21", "", "Intraclass correlation ICC(2,1), absolute agreement.", source: shrout) {
      $0.intraclass?.agreement
    },
    Metric("icc31", "", "Intraclass correlation ICC(3,1), consistency.", source: shrout) {
      $0.intraclass?.consistency
    },
    Metric("cccLow", "", "Lower end of the CCC's 95 % interval, one window per cluster.", source: lin2000) {
      $0.hasOnePairPerCluster ? $0.concordance?.interval.low : nil
    },
    Metric("cccHigh", "", "Upper end of the CCC's 95 % interval, one window per cluster.", source: lin2000) {
      $0.hasOnePairPerCluster ? $0.concordance?.interval.high : nil
    },
    Metric(
      "loaPercentileLowerLow", "bpm", "Lower end of the 2.5th percentile's 95 % interval over clusters.",
      source: woodruff
    ) { $0.percentileLimitIntervals?.lowerBPM.low },
    Metric(
      "loaPercentileLowerHigh", "bpm", "Upper end of the 2.5th percentile's 95 % interval over clusters.",
      source: woodruff
    ) { $0.percentileLimitIntervals?.lowerBPM.high },
    Metric(
      "loaPercentileUpperLow", "bpm", "Lower end of the 97.5th percentile's 95 % interval over clusters.",
      source: woodruff
    ) { $0.percentileLimitIntervals?.upperBPM.low },
    Metric(
      "loaPercentileUpperHigh", "bpm", "Upper end of the 97.5th percentile's 95 % interval over clusters.",
      source: woodruff
    ) { $0.percentileLimitIntervals?.upperBPM.high },
    Metric("icc21Low", "", "Lower end of that ICC's 95 % interval, one window per cluster.", source: mcGraw) {
      $0.hasOnePairPerCluster ? $0.intraclass?.agreementInterval?.low : nil
    },
    Metric("icc21High", "", "Upper end of that ICC's 95 % interval, one window per cluster.", source: mcGraw)
    {
      $0.hasOnePairPerCluster ? $0.intraclass?.agreementInterval?.high : nil
    },
    Metric("icc31Low", "", "Lower end of that ICC's 95 % interval, one window per cluster.", source: mcGraw) {
      $0.hasOnePairPerCluster ? $0.intraclass?.consistencyInterval?.low : nil
    },
    Metric("icc31High", "", "Upper end of that ICC's 95 % interval, one window per cluster.", source: mcGraw)
    {
      $0.hasOnePairPerCluster ? $0.intraclass?.consistencyInterval?.high : nil
    },
  ]

  private static let intervals = [
    Metric(
      "effectiveClusters", "", "Clusters of equal size that would weigh as these do.",
      source: "L. Kish, Survey Sampling, 1965"
    ) { $0.effectiveClusterCount },
    Metric("biasBCaLow", "bpm", "Lower end of the bias's 95 % BCa interval over clusters.", source: efron) {
      $0.bootstrap?.biasBCaBPM?.low
    },
    Metric("biasBCaHigh", "bpm", "Upper end of the bias's 95 % BCa interval over clusters.", source: efron) {
      $0.bootstrap?.biasBCaBPM?.high
    },
    Metric("maeBCaLow", "bpm", "Lower end of the MAE's 95 % BCa interval over clusters.", source: efron) {
      $0.bootstrap?.maeBCaBPM?.low
    },
    Metric("maeBCaHigh", "bpm", "Upper end of the MAE's 95 % BCa interval over clusters.", source: efron) {
      $0.bootstrap?.maeBCaBPM?.high
    },
  ]

  private static let bland1986 = "J. M. Bland and D. G. Altman, The Lancet 327:307-310, 1986"
  private static let bland2007 = "J. M. Bland and D. G. Altman, J. Biopharm. Stat. 17:571-582, 2007"
  private static let zou = "G. Y. Zou, Stat. Methods Med. Res. 22:630-642, 2013"
  private static let liangZeger =
    "Zou, 2013, with the variance of K.-Y. Liang and S. L. Zeger, Biometrika 73:13-22, 1986"
  private static let tukey =
    "J. W. Tukey, Ann. Math. Stat. 29:614, 1958; G. Y. Zou, Stat. Methods Med. Res. 22:630-642, 2013"
  private static let carkeet = "A. Carkeet, Optom. Vis. Sci. 92:e71-e80, 2015"
  private static let bland1999 = "Bland and Altman, Stat. Methods Med. Res. 8:135-160, 1999"
  private static let shrout = "P. E. Shrout and J. L. Fleiss, Psychol. Bull. 86:420-428, 1979"
  private static let mcGraw = "K. O. McGraw and S. P. Wong, Psychol. Methods 1:30-46, 1996"
  private static let lin2000 = "L. I-K. Lin, Biometrics 45:255-268, 1989, corrected 56:324-325, 2000"
  private static let cameron =
    "C. A. Cameron and D. L. Miller, J. Hum. Resour. 50:317-372, 2015, CR1, t of k − 1"
  private static let woodruff = "R. S. Woodruff, J. Am. Stat. Assoc. 47:635-646, 1952, errors over clusters"
  private static let efron = "B. Efron and R. J. Tibshirani, An Introduction to the Bootstrap, 1993"
  private static let bootstrapT =
    "B. Efron and R. J. Tibshirani, An Introduction to the Bootstrap, 1993, chapter 12.5, clusters drawn"
  private static let hyndman = "R. J. Hyndman and Y. Fan, Am. Stat. 50:361-365, 1996, type 7"
}
