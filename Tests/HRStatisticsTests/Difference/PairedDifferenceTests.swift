import HRTestSupport
import HRSupport
import Testing

@testable import HRStatistics

/// Against SciPy, statsmodels, pingouin and R.
@Suite struct PairedDifferenceTests {
  static let sets = [
    "plain5", "plain6", "skewed7", "plain12", "plain16", "plain17", "plain25", "plain26", "plain70", "tied40",
    "ties9", "zeros10", "tied25", "sameSign8", "balanced4", "equal7", "single", "two",
  ]

  @Test(arguments: sets) func tests(name: String) throws {
    let document = try OracleFile.json("difference")
    let set = try #require(document["sets"]?[name])
    let values = try #require(set["values"]?.numbers)
    let difference = try #require(PairedDifference(clusterDeltasBPM: values, seed: 1))
    expectClose(difference.deltaBPM, set["mean"]?.number, 1e-12, "mean")
    expectClose(difference.student?.t, set["student"]?["t"]?.number, 1e-9, "t")
    expectClose(difference.student?.degreesOfFreedom, set["student"]?["df"]?.number, 1e-12, "df")
    expectSame(difference.student?.p, set["student"]?["p"]?.number, "t test p")
    let equivalence = difference.equivalence(marginBPM: try #require(document["marginBPM"]?.number))
    expectSame(equivalence.p, set["tost"]?["p"]?.number, "TOST p")
    expectSame(equivalence.p, set["tost"]?["pingouin"]?.number, "TOST p by pingouin")
    expectSame(equivalence.pLower, set["tost"]?["pLower"]?.number, "TOST lower p")
    expectSame(equivalence.pUpper, set["tost"]?["pUpper"]?.number, "TOST upper p")
    if let wilcoxon = set["wilcoxon"] {
      expectClose(difference.wilcoxon?.statistic, wilcoxon["statistic"]?.number, 1e-12, "W")
      expectSame(difference.wilcoxon?.p, wilcoxon["p"]?.number, "signed-rank p")
    }
    if let exact = set["signFlipExact"]?.number {
      expectSame(difference.signFlip?.p, exact, "sign flips")
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
    let values = try #require(try OracleFile.json("difference")["sets"]?[name]?["values"]?.numbers)
    let expected = try #require(try OracleFile.json("difference_r")["sets"]?[name])
    let wilcoxon = try #require(WilcoxonSignedRank(values))
    for key in ["exactRankTests", "coin"] {
      guard let p = expected[key]?.number else { continue }
      #expect(wilcoxon.isExact)
      expectSame(wilcoxon.p, p, key)
    }
    for key in ["coinNormal", "stats"] {
      guard let p = expected[key]?.number else { continue }
      #expect(!wilcoxon.isExact)
      expectSame(wilcoxon.p, p, key)
    }
    if let p = expected["t"]?.number { expectSame(StudentTest(values)?.p, p, "t test") }
    #expect(wilcoxon.count == values.count { $0 != 0 })
  }

  @Test func holm() throws {
    let rows = try #require(try OracleFile.json("difference")["holm"]?.elements)
    #expect(rows.count == 6)
    for row in rows {
      let expected = try #require(row["adjusted"]?.numbers)
      let adjusted = Holm.adjusted(row["p"]?.numbers ?? [])
      #expect(adjusted.count == expected.count)
      for (value, wanted) in zip(adjusted, expected) { expectSame(value, wanted, "Holm") }
    }
  }

  @Test func expandedTails() throws {
    let rows = try #require(try OracleFile.json("difference")["tails"]?.elements).map(\.numbers)
    #expect(rows.count == 20)
    for row in rows {
      expectSame(ExpandedPercentiles.tail(row[0], clusterCount: Int(row[1])), row[2], "\(row)")
    }
  }

  /// Many resamples approach all nⁿ of them; random, hence the tolerance.
  @Test(arguments: ["plain5", "plain6", "skewed7"]) func limitsApproachAllResamples(name: String) throws {
    let set = try #require(try OracleFile.json("difference")["sets"]?[name])
    let values = try #require(set["values"]?.numbers)
    let resampled = try #require(ExpandedPercentiles(meansOf: values, seed: 2, resamples: 60_000))
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

  /// Expects both to be absent, or equal.
  private func expectSame(
    _ value: Double?, _ expected: Double?, _ what: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    if value == nil, expected == nil { return }
    expectRelative(value, expected, 1e-9, what, sourceLocation: sourceLocation)
  }
}
