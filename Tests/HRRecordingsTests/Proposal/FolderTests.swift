import Foundation
import HRRecordings
import HRSupport
import HRSignals
import HRTestSupport
import Testing

/// Folders with typical layouts of other people.
@Suite struct FolderTests {
  static let beats = (0..<50).map { 0.4 + 0.8 * Double($0) }

  /// A smooth pulse at 75 bpm.
  static func pulse(_ seconds: Double) -> Double {
    let phase = (seconds / 0.8).truncatingRemainder(dividingBy: 1)
    return (1000 * phase * phase * (1 - phase) * (1 - phase)).rounded() / 10 + 50
  }

  /// Narrow waves at the beats.
  static func electric(_ seconds: Double) -> Double {
    let phase = (seconds / 0.8 + 0.5).truncatingRemainder(dividingBy: 1)
    return max(0, 1 - abs(phase - 0.5) / 0.03) + 0.02 * (1 + phase * (1 - phase))
  }

  static func table(_ header: String, rate: Int, seconds: Int = 40, _ row: (Int, Double) -> String) -> String
  {
    header + (0..<(seconds * rate)).map { row($0, Double($0) / Double(rate)) + "\n" }.joined()
  }

  @Test func tablesOfAnotherVendor() throws {
    let text = Self.table("Box;7\nTime [ms];Pleth;SpO2\n", rate: 50) { row, at in
      "\(row * 20);\(Self.pulse(at));97".replacing(".", with: ",")
    }
    let made = try ProposedFolder.ofTexts([("Meier.csv", text), ("Schulz.csv", text)])
    #expect(made.dataset.recordings.map(\.id) == ["Meier", "Schulz"])
    #expect(made.dataset.channelKinds == [.ppg] && made.proposal.experiment == nil)
    #expect(made.proposal.detector == "fusion")
  }

  @Test func foldersOfSubjects() throws {
    let folder = try TemporaryFolder()
    for subject in ["S1", "S2"] {
      try folder.write(
        "\(subject)/BVP.csv",
        Self.table("bvp\n", rate: 64) { "\(Self.pulse($1) + 0.001 * Double($0 % 3))" })
      try folder.write(
        "\(subject)/ACC_32Hz.csv",
        Self.table("acc_x,acc_y,acc_z\n", rate: 32) { row, _ in "\(row % 3),\(row % 5),\(62 + row % 4)" })
      try folder.write(
        "\(subject)/IBI.csv",
        "time,ibi\n"
          + Self.beats.dropFirst().map {
            "\($0),\(0.8 + 0.01 * (($0 * 10).rounded().truncatingRemainder(dividingBy: 7)))\n"
          }.joined())
    }
    let made = try ProposedFolder(folder.path, rate: 64)
    #expect(made.dataset.recordings.map(\.subject) == ["S1", "S2"])
    let recording = try made.load()
    #expect(recording.channels.kinds == [.ppg, .accelerometerX, .accelerometerY, .accelerometerZ])
    // 64ths of g, by the magnitude at rest.
    #expect((recording.channels[.accelerometerZ]?.values.first ?? 0) == 62.0 / 64)
    guard case .beats(let beats) = recording.reference else {
      Issue.record("\(recording.reference)")
      return
    }
    #expect(beats.count == 49)
  }

  @Test func ratesOfWindowsByTheNameOfTheirFile() throws {
    let made = try ProposedFolder.ofTexts([
      ("signals_32hz.csv", Self.table("BVP\n", rate: 32) { "\(Self.pulse($1) + 0.001 * Double($0 % 2))" }),
      ("hr_10s_window_5s_step.csv", "HR\n" + (0..<7).map { "\(74 + 0.5 * Double($0 % 3))\n" }.joined()),
    ])
    guard case .windowRates(let rates) = try made.load().reference else {
      Issue.record("no rates")
      return
    }
    #expect(rates.count == 7 && rates[1].range == TimeRange(start: 5, end: 15))
  }

  @Test func aRateThatOnlyTheReferenceTells() throws {
    let camera = Self.table("R,G,B\n", rate: 30, seconds: 60) { row, at in
      "\(Self.pulse(at)),\(Self.pulse(at) / 2),\(20 + row % 2)"
    }
    let readings =
      "Time,Pulse 1,Pulse 2\n"
      + (0..<60).map { "10:20:\($0 < 10 ? "0" : "")\($0),\(70 + $0 / 15),\($0 == 3 ? 0 : 71 + $0 / 15)\n" }
      .joined()
    let made = try ProposedFolder.ofTexts([
      ("Left/p1.csv", camera), ("Left/p2.csv", camera), ("Right/p1.csv", camera), ("Right/p2.csv", camera),
      ("gt/p1.csv", readings), ("gt/p2.csv", readings),
    ])
    #expect(made.dataset.recordings.count == 4)
    let recording = try made.load()
    guard case .uniform(let red)? = recording.channels[.red],
      case .rateSeries(let rates) = recording.reference
    else {
      Issue.record("\(recording)")
      return
    }
    #expect(red.sampleRate == 30 && rates.count == 60 && recording.metadata.map(\.value) == ["Left"])
  }

  @Test func roundedTimesAreAnEvenRates() throws {
    let text = Self.table("Time [s],PLETH,II,V\n", rate: 125, seconds: 30) { _, at in
      "\((at * 100).rounded() / 100),\(Self.pulse(at)),\(Self.electric(at)),\(Self.electric(at) / 2)"
    }
    let made = try ProposedFolder.ofTexts([("x_01.csv", text)])
    guard case .uniform(let ppg)? = try made.load().channels[.ppg] else {
      Issue.record("uneven")
      return
    }
    #expect(ppg.sampleRate == 125)
    #expect(made.dataset.referenceName == "ecg")
  }

  @Test func wavesWithoutANameGoByTheirShape() throws {
    let pulse = Self.table("", rate: 100) { "\(Self.pulse($1) + 0.001 * Double($0 % 3))" }
    let electric = Self.table("", rate: 250) { "\(Self.electric($1) + 0.0001 * Double($0 % 7))" }
    #expect(try ProposedFolder.ofTexts([("a.csv", pulse)], rate: 100).dataset.channelKinds == [.ppg])
    let ecg = try ProposedFolder.ofTexts(
      [("a1.csv", electric), ("a2.csv", electric), ("a1_ann.csv", ""), ("a2_qrs.csv", "")], rate: 250)
    #expect(ecg.dataset.channelKinds == [.ecg] && ecg.unread.count == 2)
  }

  @Test func whatIsNotKnownIsSaid() throws {
    let text = Self.table("ppg\n", rate: 25) { "\(Self.pulse($1) + 0.001 * Double($0 % 3))" }
    let folder = try ProposedFolder.folder(of: [("a.csv", text), ("b.csv", text)])
    let needed = try ProposedFolder.summary(folder.path, rate: nil).proposal.gaps.filter(\.isNeeded)
    #expect(needed.count == 1 && needed[0].line.contains("sampleRate"))
    #expect(try ProposedFolder(folder.path, rate: 25).load().channels.kinds == [.ppg])
  }

  @Test func otherLayoutsAreNamedAndNotMixed() throws {
    let ecg = Self.table("time,ECG\n", rate: 100) { "\(Double($0) / 100),\(Self.electric($1))" }
    let ppg = Self.table("time,PPG\n", rate: 100) { "\(Double($0) / 100),\(Self.pulse($1))" }
    let made = try ProposedFolder.ofTexts([("a.csv", ppg), ("b.csv", ppg), ("rest.csv", ecg)])
    #expect(made.dataset.recordings.map(\.id) == ["a", "b"])
    #expect(made.proposal.others.map(\.pattern) == ["rest.csv"])
  }

  @Test func strangersAndDamageAreLeftOut() throws {
    let folder = try TemporaryFolder()
    for name in ["README.txt", "a.py", "x.pdf", "d.pkl", "z.npz", ".hidden.csv", "br{ace}.csv", "noending"] {
      try folder.write(name, "1\n")
    }
    try folder.write(
      "broken.h5", bytes: [0x89, 0x48, 0x44, 0x46, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 0, count: 40))
    try folder.write("cut.edf", "0       short")
    try folder.write("bin.csv", bytes: [0, 1, 2, 0, 255, 254])
    try folder.write("wrong.npy", bytes: [0x93] + Array("NUMPY".utf8) + [1, 0, 255, 255])
    try folder.write("n\u{1B}[2J.csv", "a,b\n1,2\n")
    mkfifo(folder.path + "/pipe.csv", 0o600)
    let ppg = Self.table("time,ppg\n", rate: 50) { "\(Double($0) / 50),\(Self.pulse($1))" }
    try folder.write("anna.csv", ppg)
    try folder.write("ben.csv", ppg)
    for name in ["anna", "ben"] {
      try folder.write("\(name)_beats.csv", "time_s\n" + Self.beats.map { "\($0)\n" }.joined())
    }
    let made = try ProposedFolder(folder.path)
    #expect(made.dataset.recordings.map(\.id) == ["anna", "ben"])
    #expect(Set(made.unread).isSuperset(of: ["broken.h5", "cut.edf", "bin.csv", "wrong.npy", "pipe.csv"]))
    #expect(made.inventory.leftOut.flatMap(\.paths).count == 8)
    let text = made.proposal.text(
      made.inventory, unread: [UnreadFile("n\u{1B}[2J.csv", [Diagnostic("x")])], unfinished: [], looked: 4,
      folder: "")
    #expect(!text.contains("\u{1B}") && text.contains("reading one can run code"))
    guard case .beats = try made.load().reference else {
      Issue.record("no beats")
      return
    }
  }

  @Test func nothingIsMadeOfNothing() throws {
    let folder = try TemporaryFolder()
    try folder.write("notes.txt", "Some words.\n")
    let inventory = FolderInventory(folder: folder.path)
    #expect(inventory.files == ["notes.txt"])
    let summary = FolderOutline(name: "x", inventory: inventory, outlines: [], rate: nil, root: nil)
    #expect(summary.proposal() == nil)
  }

  @Test func largeFoldersAreLookedAtInParts() {
    let files = (0..<500).flatMap { ["a\($0).csv", "a\($0)_beats.csv"] } + ["other.csv"]
    #expect(
      FolderOutline.choice(of: files, most: 60)
        == ["a0.csv", "a0_beats.csv", "a1.csv", "a1_beats.csv", "a2.csv", "a2_beats.csv", "other.csv"])
  }
}
