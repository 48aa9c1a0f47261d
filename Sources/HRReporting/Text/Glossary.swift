internal import HRSupport

/// A term of tables and pages, with its definition.
package struct Term: Equatable, Sendable {
  let name: String
  /// Titles of the columns that show it.
  let columns: [String]
  let definition: Prose

  init(_ name: String, columns: [String] = [], _ definition: Prose) {
    (self.name, self.columns, self.definition) = (name, columns, definition)
  }

  /// Anchor on pages: `term-success-rate`.
  var anchor: String { "term-" + BlockHTML.anchor(name) }
}

/// Terms that readers of tables and pages need. Column headings link to them.
package enum Glossary {
  static let terms: [Term] = [
    Term(
      "Reference",
      "The true rate of a window as the data set gives it, for example from R peaks of an ECG. Every error is computed against it."
    ),
    Term(
      "Estimate", columns: ["estimates"],
      "The rate that a detector gives for a window. A window without one is not answered."),
    Term(
      "Error",
      "Estimate minus reference, in beats (or breaths) per minute, bpm; of heart-rate variability in the unit of the figure. Above zero the detector reads high."
    ),
    Term(
      "Window", columns: ["windows"],
      "A piece of a recording, for example 20 s long, for which a detector gives one estimate."),
    Term(
      "Scenario", columns: ["scenario"],
      "What is done to the recordings before detectors see them: nothing (*clean*), noise, motion, lost samples and so on."
    ),
    Term(
      "Repeat",
      "The same scenario with other random numbers. Repeats are counted from 1."),
    Term(
      "Trial",
      "One recording in one scenario and one repeat. All detectors are given the same trial."),
    Term(
      "Subject",
      columns: [
        "subjects", "recordings", "subjects or recordings", "subjects answered",
        "subjects or recordings answered",
      ],
      "The person who was recorded. Windows of one person resemble each other, so intervals and tests count subjects, not windows. Where a data set does not name its subjects, each recording counts as one. The field's word for such a unit is *cluster*."
    ),
    Term(
      "Success rate",
      columns: ["success rate", "success rate in the best group"],
      "Share of *all* windows with a reference that were answered within the tolerance. A window without an answer is no success, so a detector gains nothing by silence."
    ),
    Term(
      "Tolerance",
      "How far an estimate may be from the reference to count as right: the wider of two bounds, 5 bpm and 10 % of the reference unless the experiment says otherwise."
    ),
    Term(
      "Gross error", columns: ["gross errors"],
      "An error of more than four times the tolerance: more than 20 bpm, or 40 % of the reference where that is wider, unless the experiment says otherwise. A gate counts their share of all windows with a reference."
    ),
    Term(
      "Coverage", columns: ["coverage"],
      "Share of the windows with a reference that the detector answered. All errors are computed on these windows only."
    ),
    Term(
      "Within tolerance", columns: ["within", "within tolerance"],
      "Share of the estimates, not of all windows, that are within the tolerance."),
    Term(
      "MAE", columns: ["MAE", "baseline's MAE", "its MAE", "MAE before", "MAE now"],
      "Mean absolute error over the windows that the detector answered."),
    Term(
      "Median and P95", columns: ["median", "P95"],
      "Absolute errors below which half and 95 % of the answered windows are."),
    Term(
      "RMSE", columns: ["RMSE"],
      "Root mean squared error. It gives large errors more weight than the MAE does."),
    Term("MAPE", columns: ["MAPE"], "Mean absolute error in per cent of the reference."),
    Term("Bias", columns: ["bias"], "Mean of estimate minus reference. Above zero the detector reads high."),
    Term("SD", columns: ["SD"], "Standard deviation of the errors."),
    Term(
      "Limits of agreement",
      columns: ["limits", "limits, repeated measures", "limits, simple", "2.5 to 97.5 %"],
      "Range that contains about 95 % of the errors if these are roughly normal (Bland and Altman). *Repeated-measures* limits allow for several windows per subject; *simple* limits treat windows as independent."
    ),
    Term(
      "95 % confidence interval (95 % CI)", columns: ["95 % of the lower", "95 % of the upper"],
      "In brackets behind a figure. It says how much the figure could differ with other subjects of the same kind. With fewer than 5 subjects there is none."
    ),
    Term(
      "Effective subjects", columns: ["effective"],
      "Number of subjects with equally many windows that would carry as much weight as these."),
    Term(
      "Pearson r and CCC", columns: ["Pearson r", "CCC"],
      "Correlation of estimate and reference. *Pearson r* ignores a wrong scale and offset; *CCC* (concordance correlation) does not."
    ),
    Term(
      "Guess without the signal",
      columns: ["guess: mean of others", "previous reference", "MAE below both guesses"],
      "An estimate that needs no signal: the mean rate of the other subjects, or one rate for all windows. A detector that is no better has found no pulse. Rows in brackets show the errors of such guesses; *previous reference* is the true rate of the latest earlier window, which is hard to beat at rest."
    ),
    Term(
      "Spread of the reference",
      "Mean distance between two of the ECG detectors that make a reference. It is not the error of the reference."
    ),
    Term(
      "Common windows",
      columns: [
        "common windows", "common windows (subjects)", "common windows (recordings)",
        "common windows (subjects or recordings)",
      ],
      "Windows that both detectors (or both runs) answered. Two detectors are compared on these alone."),
    Term(
      "Difference", columns: ["difference"],
      "MAE of the detector minus MAE of what it is compared with, on the common windows, as the mean over subjects. Below 0 the detector errs less."
    ),
    Term(
      "p after Holm's correction", columns: ["p, Holm"],
      "Probability of a difference at least as large if there were none, by flipping the signs of the subjects' differences, corrected for the number of comparisons."
    ),
    Term(
      "Change", columns: ["change", "at most", "change / at most"],
      "Of a gate: how much the absolute error rose since the baseline, on the windows that both runs answered, as the mean over subjects. *At most* is its one-sided 95 % upper limit."
    ),
    Term(
      "Verdict", columns: ["verdict", "verdict, as declared", "gate"],
      "Result of a comparison: *better* or *worse* (the difference is shown), *equivalent* (shown to be smaller than the margin), *undecided* (neither is shown) or *too few subjects* (fewer than 5)."
    ),
    Term(
      "Margin",
      "The largest difference that does not matter, 0.5 bpm unless stated otherwise."),
    Term(
      "Confidence", columns: ["mean confidence", "confidence"],
      "A number from 0 to 1 that a detector gives with an estimate. Some detectors state that it is the probability of being within 5 bpm; others only order their answers by it."
    ),
    Term(
      "AURC", columns: ["AURC", "at best", "surest 50 %", "surest 80 %"],
      "Area under the risk–coverage curve: the MAE of the surest answers, averaged over all shares of answers. It is well below the MAE of all answers if confidence is informative."
    ),
    Term(
      "Calibration", columns: ["Brier", "calibration error"],
      "Agreement of confidence with the share of right answers. The *Brier score* is 0 at best; the *calibration error* is the mean distance between the two."
    ),
    Term(
      "Answers of high confidence", columns: ["at 0.9 or above", "of these right", "right at 0.9 or above"],
      "Share of the answers whose confidence is 0.9 or above, and the share of these that are right: at least 90 % if confidence is the probability of being right."
    ),
    Term(
      "Multiples of the rate", columns: ["at ½×", "at ⅔×", "at 3/2×", "at 2×", "at cadence"],
      "Share of the answers within 5 % of that multiple of the reference: a harmonic, or every other beat, taken for the pulse. *At cadence*: wrong, and within 5 bpm of the steps per minute, half or twice that."
    ),
    Term(
      "Stuck answers", columns: ["band edge", "stuck", "exact"],
      "*Band edge*: at the smallest or largest rate that the detector ever gives. *Stuck*: the same rate five times or more while the reference moved by more than 1 bpm. *Exact*: error 0."
    ),
    Term(
      "Runs of errors",
      columns: ["runs over 5 bpm", "runs over 10 bpm", "longest", "recovery", "first reading"],
      "Stretches of consecutive windows that are off by more than that, and the longest. *Recovery*: median length of those over 10 bpm. *First reading*: seconds until the first answer, median over recordings."
    ),
    Term(
      "Timing of beats",
      columns: ["lag", "offset", "jitter SD", "jitter P95", "interval bias", "interval limits"],
      "Detected beat minus reference beat, after the detector's declared *lag*: median (*offset*), standard deviation, and 95th percentile of the distance from the median. *Interval*: the same of the time between two beats, with its limits of agreement."
    ),
    Term(
      "F1 of a metronome", columns: ["F1 of a metronome", "not aligned"],
      "F1 that a metronome at the recording's mean rate would reach. Recordings whose beats and the reference's have no common clock are *not aligned* and left out."
    ),
    Term(
      "Windows without an answer",
      columns: ["without an answer", "without a reference", "windows by reason"],
      "Windows for which the detector gave no rate, or the data no reference, with the reasons that they stated."
    ),
    Term(
      "Sensitivity, PPV and F1", columns: ["sensitivity", "PPV", "F1", "F1*"],
      "Of beats: share of the reference's beats that were found, share of detected beats that are true (positive predictive value), and the harmonic mean of both."
    ),
    Term(
      "Heart-rate variability",
      "How the intervals between beats differ. *Mean RR*: their mean. *SDNN*: their standard deviation. *RMSSD*: root mean square of the differences of successive ones. *pNN50*: share of these above 50 ms. *LF*, *HF*: power of their changes at 0.04 to 0.15 Hz and at 0.15 to 0.4 Hz."
    ),
    Term(
      "Ratio", columns: ["ratio", "limits of the ratio", "windows with a 0"],
      "Estimate over reference: geometric mean, and limits that contain about 95 % of the quotients. It describes errors that grow with the value. A window in which one of the two is 0 has none."
    ),
    Term(
      "Parts of the error",
      columns: ["from extra beats", "from missed beats", "from timing", "MAE with every beat found"],
      "Of heart-rate variability: the bias that comes from beats which are none of the reference's, from missed beats, and from the times of the others. The three add up to it."
    ),
    Term(
      "Corrected intervals", columns: ["corrected / of the reference"],
      "Share of the intervals that the artefact policy changed, of the detector's and of the reference's: those that are not between two normal beats."
    ),
    Term(
      "Beats record by record",
      columns: [
        "TP", "FP", "FN", "beats within", "gross sensitivity", "gross PPV", "average sensitivity",
        "average PPV",
      ],
      "Beats counted as ANSI/AAMI EC57 has it: pairs of a reference and a detected beat (*TP*), detected beats without a partner (*FP*), reference beats without one (*FN*), those at times without an answer included. *Gross*: of the sums over all recordings, so that each beat has the same weight. *Average*: mean of the recordings' figures, so that each recording has."
    ),
    Term(
      "Finding", columns: ["finding"],
      "Something suspicious about the data, with its evidence and the most likely remedy. Figures are computed all the same."
    ),
    Term(
      "Baseline", columns: ["against", "baseline"],
      "What something is compared with: in an experiment another detector, for a gate the stored figures of an earlier run."
    ),
  ]

  /// Returns the link to the term from the heading of a column; empty for a column without a term.
  static func mark(ofColumn title: String) -> String { marks[title] ?? "" }

  /// The links, by title of a column. Pages have hundreds of headings, so each link is made once.
  private static let marks: [String: String] = terms.filter { !$0.columns.isEmpty }
    .reduce(into: [:]) { marks, term in
      let mark = term.mark
      for column in term.columns where marks[column] == nil { marks[column] = mark }
    }

  /// All terms as a page of Markdown.
  package static var markdown: String {
    """
    # Glossary

    Made by `hreval help glossary`; do not edit. Headings of tables in reports link to these terms.


    """ + [Block.terms(terms)].markdown + "\n"
  }
}

extension Term {
  var markdown: String { "**\(markdownEscaped(name))**: \(definition.markdown)" }

  var html: String {
    "<dt id=\"\(HTMLText.escaped(anchor))\">\(HTMLText.escaped(name))</dt><dd>\(definition.html)</dd>"
  }

  /// Link from the heading of a column.
  var mark: String {
    "<a class=\"term\" href=\"#\(HTMLText.escaped(anchor))\" title=\"\(HTMLText.escaped(definition.text))\" aria-label=\"Definition: \(HTMLText.escaped(name))\">?</a>"
  }
}
