import Foundation
import HRStatistics
import HRTestSupport
import Testing

@testable import HREvaluation

/// How often intervals hold the truth and verdicts are right, by simulation; `docs/explanation/coverage.md`.
@Suite struct CoverageTests {
  /// Folder of the whole simulation's files; `nil`: it is not run.
  private static let folder = ProcessInfo.processInfo.environment["HREVAL_COVERAGE"]

  @Test func thePageIsMadeOfTheStoredCounts() throws {
    let page = try StoredCoverage.read().markdown
    #expect(try ProjectFolder.text(StoredCoverage.page) == page, "./setup.sh error-rates makes it anew")
  }

  /// The first studies of one cell again, by the rules of this build.
  @Test(
    .enabled(if: LongTests.areWanted, "\(LongTests.reason)"), arguments: [StudyKind.heavyTails, .fewLong])
  func oneCellAgain(kind: StudyKind) throws {
    let stored = try StoredCoverage.read()
    let found = CoverageRates(kind: kind, subjects: 6).counts(
      0..<CoverageRates.fewStudies, StudyTruth(kind))
    for figure in CoverageRates.intervals {
      #expect(found.inside[figure, default: 0] == stored.few(kind, 6, figure), "\(figure)")
    }
    for word in CoverageRates.words {
      #expect(found.words[word, default: 0] == stored.few(kind, 6, word), "\(word)")
    }
  }

  @Test(.enabled(if: LongTests.areWanted, "\(LongTests.reason)"))
  func ratiosOfOneCellAgain() throws {
    let stored = try StoredCoverage.read()
    let found = RatioCoverage(kind: .ratioHeavyTails, subjects: 6).counts(0..<CoverageRates.fewStudies)
    for figure in RatioCoverage.intervals {
      #expect(
        found.inside[figure, default: 0] == stored.few(RatioKind.ratioHeavyTails, 6, figure), "\(figure)")
    }
  }

  @Test func intervalsOfRatiosHold() throws {
    let stored = try StoredCoverage.read()
    for kind in RatioKind.allCases {
      for subjects in StudyKind.clusters {
        let held = try #require(stored.held(kind, subjects, "ratio"))
        #expect(held >= (subjects < 12 ? 88.6 : 90.8), "\(kind), \(subjects): \(held)")
        for limit in ["lower", "upper"] {
          #expect(stored.missed(kind, subjects, limit) <= 11.4, "\(kind), \(subjects), \(limit)")
        }
      }
    }
  }

  /// The page's promises hold up to two standard errors of a simulation of this size.
  @Test func intervalsOfMeansAndSharesHold() throws {
    let stored = try StoredCoverage.read()
    for kind in StudyKind.allCases where !kind.hasRareSubjects {
      for subjects in StudyKind.clusters {
        let nominal = subjects < 12 ? 90.0 : 92
        let slack = 200 * (nominal / 100 * (1 - nominal / 100) / Double(CoverageRates.studies)).squareRoot()
        for figure in ["bias", "mae", "rightOfAll", "coverage", "withinTolerance"] {
          let held = try #require(stored.held(kind, subjects, figure))
          #expect(held >= nominal - slack, "\(kind), \(subjects), \(figure): \(held)")
        }
      }
    }
  }

  @Test func limitsHoldOrAreNotGiven() throws {
    let stored = try StoredCoverage.read()
    for kind in [StudyKind.normal, .normalAlike] {
      for subjects in StudyKind.clusters {
        for figure in ["loaLower", "loaUpper"] {
          #expect(try #require(stored.held(kind, subjects, figure)) >= (subjects < 12 ? 88.6 : 90.8))
          #expect(stored.notGiven(kind, subjects, figure) <= 5)
        }
        #expect(stored.share(kind, subjects, "shownAtBound") <= 3.2)
        #expect(stored.share(kind, subjects, "warned") <= 5)
        #expect(stored.share(kind, subjects, "betterOrWorse") <= 6.3)
      }
    }
    for kind in [StudyKind.heavyTails, .logNormalSpread] {
      for subjects in StudyKind.clusters {
        #expect(stored.missed(kind, subjects, "loaUpper") <= 8, "\(kind), \(subjects)")
        #expect(stored.share(kind, subjects, "shownAtBound") <= 8, "\(kind), \(subjects)")
      }
    }
  }

  @Test func grossSubjectsAreTold() throws {
    let stored = try StoredCoverage.read()
    for subjects in StudyKind.clusters {
      let with = stored.share(StudyKind.grossSubjects, subjects, "withGross")
      #expect(with > 20 && stored.share(StudyKind.grossSubjects, subjects, "grossFound") >= 0.9 * with)
    }
  }

  @Test(.enabled(if: folder != nil, "./setup.sh error-rates makes all of it"))
  func allCells() async throws {
    let folder = try #require(Self.folder)
    var truths: [StudyKind: StudyTruth] = [:]
    await withTaskGroup(of: (StudyKind, StudyTruth).self) { group in
      for kind in StudyKind.allCases { group.addTask { (kind, StudyTruth(kind)) } }
      for await (kind, truth) in group { truths[kind] = truth }
    }
    let rates = CoverageRates.cells.map { cell in
      { @Sendable [truth = truths[cell.kind]] studies in
        truth.map { cell.counts(studies, $0) } ?? CoverageRates.Counts()
      }
    }
    let ratios = RatioCoverage.cells.map { cell in { @Sendable studies in cell.counts(studies) } }
    let found = await counts(of: rates + ratios)
    let stored = StoredCoverage(
      rates: Array(found.prefix(rates.count)), ratios: Array(found.dropFirst(rates.count)))
    _ = try stored.text.written(to: folder + "/coverage.csv")
    _ = try stored.markdown.written(to: folder + "/coverage.md")
    #expect(StoredCoverage(text: stored.text) == stored)
  }

  /// Makes all studies of each cell, on all processors.
  private func counts(
    of cells: [@Sendable (Range<Int>) -> CoverageRates.Counts]
  ) async -> [StoredCoverage.Found] {
    let part = 250
    var found = [StoredCoverage.Found](
      repeating: (CoverageRates.Counts(), CoverageRates.Counts()), count: cells.count)
    await withTaskGroup(of: (Int, Bool, CoverageRates.Counts).self) { group in
      for (index, cell) in cells.enumerated() {
        let few = CoverageRates.fewStudies
        group.addTask { (index, true, cell(0..<few)) }
        for start in stride(from: few, to: CoverageRates.studies, by: part) {
          group.addTask { (index, false, cell(start..<min(start + part, CoverageRates.studies))) }
        }
      }
      for await (index, isFew, counts) in group {
        if isFew { found[index].few = counts }
        found[index].all.add(counts)
      }
    }
    return found
  }
}

extension CoverageRates.Counts {
  fileprivate mutating func add(_ other: Self) {
    below.merge(other.below, uniquingKeysWith: +)
    inside.merge(other.inside, uniquingKeysWith: +)
    above.merge(other.above, uniquingKeysWith: +)
    words.merge(other.words, uniquingKeysWith: +)
  }
}
