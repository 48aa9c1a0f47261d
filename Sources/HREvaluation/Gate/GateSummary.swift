package import HRStatistics

extension Gate {
  /// Counts of a row's windows, of some recordings together.
  package struct Summary: Equatable, Sendable {
    package private(set) var referenceWindows = 0
    package private(set) var estimates = 0
    /// Windows with a reference, of the recordings whose windows are stored one by one: all but those of which a
    /// repeat failed. The next two are counted among them.
    package private(set) var storedWindows = 0
    /// Windows that were answered within the tolerance.
    package private(set) var successes = 0
    /// Windows that were answered with a gross error: see ``Tolerance/grossFactor``.
    package private(set) var grossErrors = 0
    private var absoluteSumBPM = 0.0

    package var maeBPM: Double? { estimates > 0 ? absoluteSumBPM / Double(estimates) : nil }
    package var coverage: Double? { share(estimates, of: referenceWindows) }
    package var successRate: Double? { share(successes, of: storedWindows) }
    package var grossShare: Double? { share(grossErrors, of: storedWindows) }

    /// Counts the windows of one recording.
    ///
    /// - Parameters:
    ///   - figure: of the row.
    ///   - references: of the scenario's windows. Of tries the baseline does not say which one was chosen, and the
    ///     lowest of their references counts.
    ///   - tolerance: largest error that counts as right.
    init(_ figure: Baseline.Figure, references: WindowNumbers, tolerance: Tolerance) {
      referenceWindows = figure.referenceWindows
      estimates = figure.estimates
      absoluteSumBPM = figure.sum.absoluteSumBPM
      let (errors, known) = (figure.errors.values, references.values)
      guard !errors.isEmpty, known.count >= errors.count else { return }
      storedWindows = figure.referenceWindows
      let tries = known.count / errors.count
      for (index, error) in errors.enumerated() {
        guard let error else { continue }
        let first = index * tries
        guard let reference = known[first..<first + tries].compactMap(\.self).min() else { continue }
        let (away, rate) = (Double(error), Double(reference))
        if tolerance.allows(away, at: rate) {
          successes += 1
        } else if tolerance.isGross(away, at: rate) {
          grossErrors += 1
        }
      }
    }

    /// Adds up summaries of several recordings.
    init(_ parts: [Summary]) {
      for part in parts {
        referenceWindows += part.referenceWindows
        estimates += part.estimates
        storedWindows += part.storedWindows
        successes += part.successes
        grossErrors += part.grossErrors
        absoluteSumBPM += part.absoluteSumBPM
      }
    }
  }
}

extension Tolerance {
  /// An error of more than so many times the tolerance is gross.
  ///
  /// This is a convention of hreval, not a standard. With the default tolerance it is more than 20 bpm, or 40 per cent
  /// of the reference where that is wider: no longer the rate read with some error but another rate, such as half of
  /// it.
  package static let grossFactor = 4.0

  func isGross(_ errorBPM: Double, at referenceBPM: Double) -> Bool {
    abs(errorBPM) > Self.grossFactor * limitBPM(at: referenceBPM)
  }

  /// Gross errors in words: `more than 20 bpm or 40 % of the reference`.
  package var grossWords: String {
    let bpm = "more than \(ChangeJudgement.number(Self.grossFactor * withinBPM)) bpm"
    guard let withinPercent, withinPercent > 0 else { return bpm }
    let percent = "\(ChangeJudgement.number(Self.grossFactor * withinPercent)) % of the reference"
    return withinBPM == 0 ? "more than \(percent)" : "\(bpm) or \(percent)"
  }
}
