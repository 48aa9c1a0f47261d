internal import HRSupport

/// Keys of an entry of `claims`.
enum ClaimKey {
  static let claim = JSONKey("claim", .text, required: true, missing: "", "The sentence, in your own words.")
  static let source = JSONKey("source", .text, required: true, missing: "", "Who says so, and where.")
  static let kind = JSONKey<Claim.Kind?>(
    "kind", .choice,
    "quoted: the source says so; presumed: its design rests on it; other: neither, such as common advice.")
  static let holdsWhen = JSONKey(
    "holdsWhen", .list(.node(ConditionKey.shape), atLeast: 1), required: true, missing: [],
    "It holds where all of these do.")

  static let shape = Shape.object("a claim", [claim.field, source.field, kind.field, holdsWhen.field])
}

/// Keys of a condition of a claim; the first two also of another row.
enum ConditionKey {
  static let detector = JSONKey("detector", .text, required: true, "Label of the detector.")
  static let scenario = JSONKey(
    "scenario", .text, "Label of the scenario; may be left out where there is one.")
  static let metric = JSONKey<ClaimMetric?>(
    "metric", .choice, required: true, "The figure: a mean over windows.")
  static let atLeast = JSONKey("atLeast", .number, "The least it may be; shares go from 0 to 1.")
  static let atMost = JSONKey("atMost", .number, "The most it may be.")
  static let lessThan = JSONKey("lessThan", .node(row), "The row whose figure it must be less than.")
  static let moreThan = JSONKey("moreThan", .node(row), "The row whose figure it must be more than.")
  static let margin = JSONKey(
    "margin", .number, fallback: 0,
    "What is added to the other row's figure before the two are compared.")
  static let windows = JSONKey<Claim.ComparedWindows?>(
    "windows", .choice,
    "Of two rows. common: the windows both have (standard within one scenario); own: each row's own.")
  static let by = JSONKey(
    "by", .text,
    "A stratum, in each group of which it must hold; \"dataset\" when left out and there are several.")
  static let group = JSONKey("group", .text, "The only group of that stratum in which it must hold.")

  static let demands = [atLeast.field, atMost.field, lessThan.field, moreThan.field]

  static let shape = Shape.object(
    "a condition of a claim",
    [detector.field, scenario.field, metric.field] + demands + [
      margin.field, windows.field, by.field, group.field,
    ])

  private static let row = Shape.object(
    "another row",
    [
      detector.with(required: false, "Label of its detector; the same when left out."),
      scenario.with("Label of its scenario; the same when left out."),
      group.with("Its group of the stratum, with the same subjects; the same when left out."),
    ])
}
