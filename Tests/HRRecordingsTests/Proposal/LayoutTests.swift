import HRRecordings
import HRSignals
import HRSynthesis
import HRTestSupport
import Testing

/// Folders in every layout that hreval writes: the proposed descriptor reads the written data back.
@Suite struct LayoutTests {
  static let recordings: [Recording] = {
    var plan = SynthesisPlan()
    plan.count = 2
    plan.seconds = 30
    plan.opticalRate = 64
    return (0..<2).map { plan.recording($0) }
  }()

  enum Layout: String, CaseIterable {
    case hdf5, csv, edf, wfdb, mat, npy

    func write(_ recording: Recording, _ folder: String) throws {
      switch self {
      case .hdf5: try RecordingWriter.writeHDF5(recording, to: "\(folder)/\(recording.id).h5")
      case .csv: _ = try RecordingWriter.writeCSV(recording, toDirectory: folder)
      case .edf: _ = try RecordingWriter.writeEDF(recording, toDirectory: folder)
      case .wfdb: _ = try RecordingWriter.writeWFDB(recording, toDirectory: folder)
      case .mat: _ = try RecordingWriter.writeMAT(recording, toDirectory: folder)
      case .npy: _ = try RecordingWriter.writeNPY(recording, toDirectory: folder)
      }
    }
  }

  @Test(arguments: Layout.allCases.filter { $0 != .mat || OptionalFormat.mat.isRead })
  func whatWasWrittenIsRead(_ layout: Layout) throws {
    try withTemporaryFolder { folder in
      for recording in Self.recordings { try layout.write(recording, folder) }
      let made = try ProposedFolder(folder)
      #expect(made.dataset.recordings.map(\.id) == ["s01", "s02"])
      let written = Self.recordings[1]
      let read = try made.load(1)
      #expect(read.channels.kinds == written.channels.kinds)
      for kind in written.channels.kinds {
        let (a, b) = (written.channels[kind]?.values ?? [], read.channels[kind]?.values ?? [])
        #expect(a.count == b.count, "\(kind.rawValue)")
        let range = (a.max() ?? 0) - (a.min() ?? 0)
        // EDF and WFDB keep 16 bits.
        let most = zip(a, b).map { ($0 - $1).magnitude }.max() ?? 0
        #expect(most <= max(1e-9, range / 30_000), "\(kind.rawValue): \(most)")
        let (first, second) = (
          written.channels[kind]?.time(at: 7) ?? 0, read.channels[kind]?.time(at: 7) ?? 1
        )
        #expect((first - second).magnitude < 1e-6, "\(kind.rawValue)")
      }
      guard case .beats(let beats) = written.reference, case .beats(let found) = read.reference else {
        Issue.record("\(read.reference)")
        return
      }
      #expect(beats.count == found.count)
      #expect(zip(beats, found).allSatisfy { ($0 - $1).magnitude < 1e-5 })
      #expect(made.proposal.gaps.allSatisfy { !$0.isNeeded })
      #expect(made.proposal.experiment != nil)
    }
  }

  @Test func equalFoldersGiveEqualBytes() throws {
    try withTemporaryFolder { folder in
      for recording in Self.recordings { try Layout.csv.write(recording, folder) }
      let texts = try (0..<2).map { _ in try ProposedFolder(folder).proposal }.map {
        $0.descriptor.rendered() + ($0.experiment?.rendered() ?? "")
      }
      #expect(texts[0] == texts[1])
      #expect(!texts[0].contains(folder))
    }
  }
}
