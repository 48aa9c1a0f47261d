import Foundation
import HRDiagnostics
import Testing

@testable import HRStatistics

/// Against SciPy, statsmodels, pingouin and R.
@Suite struct PairedDifferenceTests {
  static let sets = [
    "plain5", "plain6", "skewed7", "plain12", "plain16", "plain17", "plain25", "plain26", "plain70", "tied40",
    "ties9", "zeros10", "tied25", "sameSign8", "balanced4", "equal7", "single", "two",
  ]

  static func oracle(_ name: String) throws -> JSONNode {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    return try OracleFile.read(folder.appendingPathComponent("../Oracles/\(name)").standardizedFileURL)
  }

  @Test(arguments: sets) func tests(name: String) throws {
    let document = try Self.oracle("difference.json")
    let set = try #require(document["sets"]?[name])
    let values = try #require(set["values"]?.numbers)
    let difference = try #require(PairedDifference(clusterDeltasBPM: values, seed: 1))
    expectClose(difference.deltaBPM, set["mean"]?.number, 1e-12, "mean")
    expectClose(difference.student?.t, set["student"]?["t"]?.number, 1e-9, "t")
    expectClose(difference.student?.degreesOfFreedom, set["student"]?["df"]?.number, 1e-12, "df")
    expectRelative(difference.student?.p, set["student"]?["p"]?.number, "t test p")
    let equivalence = difference.equivalence(marginBPM: try #require(document["marginBPM"]?.number))
    expectRelative(equivalence.p, set["tost"]?["p"]?.number, "TOST p")
    expectRelative(equivalence.p, set["tost"]?["pingouin"]?.number, "TOST p by pingouin")
    expectRelative(equivalence.pLower, set["tost"]?["pLower"]?.number, "TOST lower p")
    expectRelative(equivalence.pUpper, set["tost"]?["pUpper"]?.number, "TOST upper p")
    if let wilcoxon = set["wilcoxon"] {
      expectClose(difference.wilcoxon?.statistic, wilcoxon["statistic"]?.number, 1e-12, "W")
      expectRelative(difference.wilcoxon?.p, wilcoxon["p"]?.number, "signed-rank p")
    }
    if let exact = set["signFlipExact"]?.number {
      expectRelative(difference.signFlip?.p, exact, "sign flips")
      #expect(difference.signFlip?.isExact == true)
      #expect(difference.signFlip?.flips == 1 << values.count)
    }
    if let share = set["signFlipRandom"]?.number {
      // Four standard errors of 20 000 random patterns.
      let p = try #require(difference.signFlip?.p)
      #expect(
        abs(p - share) < 4 * (share * (1 - share) / 20_000).squareRoot() + 1 / 20_000.0, "\(p) \(share)")
      #expect(difference.signFlip?.isExact == false)
      #expect(difference.signFlip?.flips == 20_000)
    }
    #expect((difference.intervalBPM == nil) == (values.count < 5))
  }

  /// Exact p values with ties and zeros, and the normal approximation, by two R packages.
  @Test(arguments: sets) func signedRankMeetsR(name: String) throws {
    let values = try #require(try Self.oracle("difference.json")["sets"]?[name]?["values"]?.numbers)
    let expected = try #require(try Self.oracle("difference_r.json")["sets"]?[name])
    let wilcoxon = try #require(WilcoxonSignedRank(values))
    for key in ["exactRankTests", "coin"] {
      guard let p = expected[key]?.number else { continue }
      #expect(wilcoxon.isExact)
      expectRelative(wilcoxon.p, p, key)
    }
    for key in ["coinNormal", "stats"] {
      guard let p = expected[key]?.number else { continue }
      #expect(!wilcoxon.isExact)
      expectRelative(wilcoxon.p, p, key)
    }
    if let p = expected["t"]?.number { expectRelative(StudentTest(values)?.p, p, "t test") }
    #expect(wilcoxon.count == values.count { $0 != 0 })
  }

  @Test func holm() throws {
    let rows = try #require(try Self.oracle("difference.json")["holm"]?.elements)
    #expect(rows.count == 6)
    for row in rows {
      let expected = try #require(row["adjusted"]?.numbers)
      let adjusted = Holm.adjusted(row["p"]?.numbers ?? [])
      #expect(adjusted.count == expected.count)
      for (value, wanted) in zip(adjusted, expected) { expectRelative(value, wanted, "Holm") }
    }
  }

  @Test func expandedTails() throws {
    let rows = try #require(try Self.oracle("difference.json")["tails"]?.elements).map(\.numbers)
    #expect(rows.count == 20)
    for row in rows {
      expectRelative(ResampledMeans.expandedTail(row[0], clusterCount: Int(row[1])), row[2], "\(row)")
    }
  }

  /// Many resamples approach all nⁿ of them; random, hence the tolerance.
  @Test(arguments: ["plain5", "plain6", "skewed7"]) func limitsApproachAllResamples(name: String) throws {
    let set = try #require(try Self.oracle("difference.json")["sets"]?[name])
    let values = try #require(set["values"]?.numbers)
    let resampled = try #require(ResampledMeans(values, seed: 2, resamples: 60_000))
    let members = try #require(set["resampled"]?.members)
    #expect(members.count == 3)
    for member in members {
      let level = try #require(Double(member.key))
      let low = try #require(resampled.lowerLimit(level: level))
      let high = try #require(resampled.upperLimit(level: level))
      #expect(abs(low - member.value.numbers[0]) < 0.01, "\(name) \(level) low")
      #expect(abs(high - member.value.numbers[1]) < 0.01, "\(name) \(level) high")
    }
  }

  private func expectRelative(_ value: Double?, _ expected: Double?, _ what: String) {
    guard let value, let expected else {
      #expect(value == nil && expected == nil, "\(what)")
      return
    }
    #expect(abs(value - expected) <= 1e-9 * abs(expected), "\(what): \(value), expected \(expected)")
  }
}
