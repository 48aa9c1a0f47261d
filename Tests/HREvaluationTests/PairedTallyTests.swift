import HRStatistics
import Testing

@testable import HRRunning
@testable import HREvaluation

@Suite struct PairedTallyTests {
  /// Makes a unit whose reference is 60 throughout, except in the windows of `without`.
  private func unit(
    cluster: Int, _ candidate: [Double?], _ baseline: [Double?], without: Set<Int> = []
  ) -> PairedTally.Unit {
    func column(_ estimates: [Double?]) -> EstimateColumn {
      var column = EstimateColumn()
      for bpm in estimates {
        column.append(bpm: bpm, outcome: .abstained(.noPeak), confidence: nil, quality: nil, motion: nil)
      }
      return column
    }
    let references = ReferenceColumn(
      candidate.indices.map { without.contains($0) ? .none("tooFewIntervals") : .bpm(60) })
    return PairedTally.Unit(
      cluster: cluster, candidate: .init(column: column(candidate), references: references),
      baseline: .init(column: column(baseline), references: references))
  }

  @Test func windowsAreCountedByWhoAnswered() {
    let tally = PairedTally(
      [unit(cluster: 0, [61, nil, 63, nil, 65], [60, 60, nil, nil, 60], without: [4])], clusterCount: 1)
    #expect(tally.referenceWindows == 4)
    #expect(tally.both == 1 && tally.onlyCandidate == 1 && tally.onlyBaseline == 1)
    #expect(tally.candidateCoverage == 0.5 && tally.baselineCoverage == 0.5)
  }

  @Test func errorsAreThoseOfCommonWindowsByCluster() {
    let tally = PairedTally(
      [
        // Both answer the first two; the candidate's 90 has no counterpart and does not count.
        unit(cluster: 0, [62, 56, 90], [61, 61, nil]),
        unit(cluster: 1, [60, 60, 60], [65, 55, 58]),
        unit(cluster: 0, [60, 60, 60], [nil, nil, 67]),
      ], clusterCount: 2)
    #expect(tally.clusters.map(\.count) == [3, 3])
    #expect(tally.clusters.map(\.candidate.maeBPM) == [2, 0])
    #expect(tally.clusters.map(\.baseline.maeBPM) == [3, 4])
    #expect(tally.clusterDeltasBPM == [-1, -4])
    #expect(tally.candidateMAEBPM == 1)
    #expect(tally.baselineMAEBPM == 3.5)
  }

  @Test func aClusterWithoutCommonWindowsHasNoDifference() {
    let tally = PairedTally(
      [unit(cluster: 0, [61, nil], [nil, 60]), unit(cluster: 2, [61, 61], [60, 60])], clusterCount: 3)
    #expect(tally.clusters.map(\.count) == [0, 0, 2])
    #expect(tally.clusterDeltasBPM == [1])
    #expect(tally.candidateMAEBPM == 1 && tally.baselineMAEBPM == 0)
  }

  @Test func clustersAreCountedByWhoAnsweredInThem() {
    let tally = PairedTally(
      [
        unit(cluster: 0, [61, nil], [60, 60]), unit(cluster: 1, [nil, nil], [60, nil]),
        // Each answers another window, so the two have no window in common.
        unit(cluster: 2, [61, nil], [nil, 60]), unit(cluster: 3, [nil, nil], [nil, nil]),
        // An answer without a reference cannot be judged.
        unit(cluster: 4, [61, 61], [60, 60], without: [0, 1]), unit(cluster: 0, [nil, nil], [nil, nil]),
      ], clusterCount: 6)
    #expect(tally.referenceClusters == 4)
    #expect(tally.candidateClusters == 2 && tally.baselineClusters == 3 && tally.bothClusters == 1)
  }

  @Test func nothingIsNothing() {
    let tally = PairedTally([], clusterCount: 2)
    #expect(tally.clusterDeltasBPM.isEmpty)
    #expect(tally.candidateMAEBPM == nil && tally.baselineMAEBPM == nil)
    #expect(tally.candidateCoverage == nil && tally.baselineCoverage == nil)
    #expect(tally.referenceClusters == 0 && tally.candidateClusters == 0 && tally.bothClusters == 0)
  }
}
