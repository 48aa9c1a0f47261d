package import HRSupport

/// Earlier runs on a run's recordings that the ledger knew when the run ended. They are stored in `run.json` alone:
/// results do not depend on prior analyses.
package struct PriorEvaluations: Equatable, Sendable {
  /// Ledger that was asked, in words; `nil` if none is kept.
  package let ledger: String?
  /// Reason why it could not be read; `nil` if it could.
  package let problem: String?
  /// Earlier runs that judged detectors on any recording of this run.
  package let comparisons: Int
  /// Different detectors that they judged.
  package let detectors: Int
  /// Judged detectors that this run did not judge.
  package let otherDetectors: Int
  /// Lines that could not be read.
  package let damagedLines: Int
  /// Earlier runs that used any recording of the test part; `nil` where the experiment has none.
  package var testOpenings: Int?
}

extension PriorEvaluations {
  /// Creates a record without counts, for a ledger that is not kept or could not be read.
  private init(ledger: String?, problem: String?) {
    self.init(
      ledger: ledger, problem: problem, comparisons: 0, detectors: 0, otherDetectors: 0, damagedLines: 0)
  }

  /// Asks a ledger before a run is noted in it.
  ///
  /// - Parameters:
  ///   - ledger: `nil` if none is kept.
  ///   - entry: entry of the run that asks.
  ///   - split: split of its experiment.
  package init(asking ledger: Ledger?, of entry: LedgerEntry, split: RunPlan.SplitNote? = nil) {
    guard let ledger else {
      self.init(ledger: nil, problem: nil)
      return
    }
    do throws(Diagnostics) {
      self.init(try ledger.read(), of: entry, split: split, in: ledger.name)
    } catch {
      self.init(ledger: ledger.name, problem: error.first.message)
    }
  }

  private init(
    _ content: Ledger.Content, of entry: LedgerEntry, split: RunPlan.SplitNote?, in name: String
  ) {
    // Recordings of the test part may never have been opened, so they are identified by name.
    let test = split.map { Set($0.testRecordings.map(LedgerEntry.mark(ofName:))) }
    let (mine, own) = (Set(entry.recordings), Set(entry.detectors))
    let earlier = content.entries.filter { $0.recordings.contains(where: mine.contains) }
    let tried = Set(earlier.flatMap(\.detectors))
    self.init(
      ledger: name, problem: nil, comparisons: earlier.count, detectors: tried.count,
      otherDetectors: tried.subtracting(own).count, damagedLines: content.damagedLines,
      testOpenings: test.map { test in
        content.entries.count { $0.names.contains(where: test.contains) }
      })
  }

  /// The member of `run.json`.
  package static let key = "earlierTries"

  package static let form = JSONForm<PriorEvaluations>.object(
    "\"\(key)\"",
    PriorEvaluations.init(ledger:problem:comparisons:detectors:otherDetectors:damagedLines:testOpenings:),
    .init("ledger", \.ledger, .optional(.text), "Which ledger was asked; null: none is kept."),
    .init("problem", \.problem, .optional(.text), "Why it could not be read; null: it could."),
    .init("comparisons", \.comparisons, .count, "Earlier runs on any recording of this one."),
    .init("detectors", \.detectors, .count, "Different detectors that they judged."),
    .init("otherDetectors", \.otherDetectors, .count, "Those of them that this run did not judge."),
    .init("damagedLines", \.damagedLines, .count, "Lines of the ledger that could not be read."),
    .init(
      "testOpenings", ifAny: \.testOpenings, .count, "Earlier runs that used recordings of the test part."))

  /// Reads the record from the `run.json` in a run's folder; `nil` if it has none.
  package init?(inRun folder: String) {
    let path = "\(folder)/run.json"
    guard let text = try? TextFile.read(path, what: "run"),
      let tries = try? Self.file.read(text, file: path).tries
    else { return nil }
    self = tries
  }

  private struct Holder: Sendable {
    let tries: PriorEvaluations?
  }

  private static let file = JSONFileForm(
    "hreval-run", "run file", version: FormatVersion.run, again: "run the experiment again", isOpen: true,
    JSONForm<Holder>.object(
      "the run", Holder.init, .init(key, ifAny: \.tries, form, "What the ledger knew.")))
}
