internal import HRSupport

/// Earlier analyses of a run's recordings that the ledger knew when the run ended. They are stored in `run.json`
/// alone: results do not depend on them.
package struct PriorAnalyses: Equatable, Sendable {
  /// Ledger that was asked, in words; `nil` if none is kept.
  package let ledger: String?
  /// Reason why it could not be read; `nil` if it could.
  package let problem: String?
  /// Earlier lines on any recording of this run.
  package let lines: Int
  /// Different analyses among them, without the run's own.
  package let analyses: Int
  /// Different detectors that they judged.
  package let detectors: Int
  /// Judged detectors that this run did not judge.
  package let otherDetectors: Int
  /// Lines that could not be read.
  package let damagedLines: Int
  /// Recordings that this run leaves out and that earlier ones judged: `data set/recording`.
  package var excludedJudged: [String] = []
  /// Earlier lines on any recording of the test part; `nil` where the experiment has none.
  package var testOpenings: Int?
  /// True if the run's own analysis is among them. It is not stored.
  package var isNoted = false
}

extension PriorAnalyses {
  /// Creates a record without counts, for a ledger that is not kept or could not be read.
  private init(ledger: String?, problem: String?) {
    self.init(
      ledger: ledger, problem: problem, lines: 0, analyses: 0, detectors: 0, otherDetectors: 0,
      damagedLines: 0)
  }

  /// Asks a ledger before an analysis is noted in it.
  ///
  /// - Parameters:
  ///   - ledger: `nil` if none is kept.
  ///   - entry: entry of the analysis that asks.
  ///   - plan: its plan.
  ///   - parts: analyses that it is made of, which are no others.
  package init(asking ledger: Ledger?, of entry: LedgerEntry, plan: RunPlan, parts: [String] = []) {
    guard let ledger else {
      self.init(ledger: nil, problem: nil)
      return
    }
    do throws(Diagnostics) {
      self.init(try ledger.read(), of: entry, plan, parts: parts, in: ledger.name)
    } catch {
      self.init(ledger: ledger.name, problem: error.first.message)
    }
  }

  private init(
    _ content: Ledger.Content, of entry: LedgerEntry, _ plan: RunPlan, parts: [String], in name: String
  ) {
    let own = Set([entry.identity] + parts)
    let earlier = content.entries.filter(entry.sharesRecordings)
    let judged = Set(earlier.flatMap(\.detectors))
    let names = Set(content.entries.flatMap(\.names))
    // Recordings of the test part may never have been opened, so they are identified by name; those of a run of that
    // part by their content too.
    let test = Set((plan.split?.testRecordings ?? []).map(LedgerEntry.mark(ofName:)))
    self.init(
      ledger: name, problem: nil, lines: earlier.count,
      analyses: Set(earlier.filter { !$0.isSameExperiment(as: entry) }.map(\.identity)).subtracting(own)
        .count,
      detectors: judged.count, otherDetectors: judged.subtracting(entry.detectors).count,
      damagedLines: content.damagedLines,
      excludedJudged: plan.excluded.filter { $0.reason != .split }.map(plan.name(of:)).filter {
        names.contains(LedgerEntry.mark(ofName: $0))
      },
      testOpenings: plan.split.map { split in
        content.entries.count { earlier in
          earlier.names.contains(where: test.contains)
            || (split.part == .test && entry.sharesRecordings(with: earlier))
        }
      }, isNoted: earlier.contains { $0.identity == entry.identity })
  }

  static let form = JSONForm<PriorAnalyses>.object(
    "\"priorAnalyses\"",
    {
      PriorAnalyses(
        ledger: $0, problem: $1, lines: $2, analyses: $3, detectors: $4, otherDetectors: $5, damagedLines: $6,
        excludedJudged: $7, testOpenings: $8)
    },
    .init("ledger", \.ledger, .optional(.text), "Which ledger was asked; null: none is kept."),
    .init("problem", \.problem, .optional(.text), "Why it could not be read; null: it could."),
    .init("lines", \.lines, .count, "Its earlier lines on any recording of this run."),
    .init("analyses", \.analyses, .count, "Different analyses among them, without this one."),
    .init("detectors", \.detectors, .count, "Different detectors that they judged."),
    .init("otherDetectors", \.otherDetectors, .count, "Those of them that this run did not judge."),
    .init("damagedLines", \.damagedLines, .count, "Lines of the ledger that could not be read."),
    .init(
      "excludedJudged", \.excludedJudged, .list(.text),
      "Recordings that this run excludes and that earlier ones judged: data set/recording."),
    .init(
      "testOpenings", ifAny: \.testOpenings, .count, "Earlier lines on recordings of the test part."))
}
