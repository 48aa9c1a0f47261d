import HRTestSupport
import Foundation
import HRSupport
import HRSignals
import Testing

@testable import HRRecordings

/// Files that hreval writes are read back by its own descriptors.
@Suite struct RecordingWriterTests {
  private func recording(reference: Reference? = nil, length: Int = 40) -> Recording {
    let wave = (0..<length).map { Double.sin(Double($0) / 7) }
    return Recording(
      id: "r", subject: "s7",
      metadata: [.init(name: "activity", value: "rest"), .init(name: "age", value: "41")],
      channels: Channels([
        .ppg: .uniform(Signal(samples: wave, sampleRate: 31.25, startTime: 2.5)),
        .ecg: .uniform(Signal(samples: wave.map { -$0 }, sampleRate: 125, startTime: -1)),
        .red: .irregular(TimeSeries(times: [0, 0.033, 0.07, 0.1], values: [9, 8, .pi, 1e-300])),
      ]), reference: reference ?? .beats([0.1, 0.3, 0.55]))
  }

  private func read(_ folder: TemporaryFolder, reference: String? = nil) throws -> Recording {
    let set = try Dataset.load(
      path: RealData.descriptorPath("hreval-hdf5"), root: folder.path, reference: reference)
    return try set.load(try #require(set.recordings.first))
  }

  @Test func everythingComesBack() throws {
    let folder = try TemporaryFolder()
    let written = recording()
    try RecordingWriter.writeHDF5(written, to: folder.path + "/r.h5")
    let back = try read(folder)
    #expect(back.id == "r" && back.subject == "s7" && back.reference == written.reference)
    for kind in written.channels.kinds { #expect(back.channels[kind] == written.channels[kind], "\(kind)") }
    #expect(back.channels.kinds == written.channels.kinds)
    let file = try HDF5File(folder.path + "/r.h5")
    #expect(try file.text(attribute: "meta_activity", of: "/") == "rest")
    #expect(try file.text(attribute: "meta_age", of: "/") == "41")
    #expect(try file.text(attribute: "format", of: "/") == "hreval-recording")
    #expect(try file.number(attribute: "version", of: "/") == 1)
  }

  /// An accelerometer whose unit is not known stays one.
  @Test(arguments: [true, false])
  func theUnitOfAnAccelerometerComesBack(_ isInG: Bool) throws {
    let folder = try TemporaryFolder()
    var channels = Channels([.accelerometerZ: .uniform(Signal(samples: [1, 2, 3], sampleRate: 50))])
    channels.accelerationIsInG = isInG
    try RecordingWriter.writeHDF5(
      Recording(id: "r", channels: channels, reference: .beats([0.01])), to: folder.path + "/r.h5")
    #expect(try read(folder).channels == channels)
  }

  /// The accelerometers of hreval's own layouts are in g, which the file or the descriptor says.
  @Test(arguments: ["csv", "edf", "hdf5", "npy", "wfdb"])
  func accelerometersOfAllLayoutsAreInG(_ layout: String) throws {
    let folder = try TemporaryFolder()
    let samples = (0..<100).map { 0.01 * Double($0 % 9) }
    let recording = Recording(
      id: "r",
      channels: Channels(
        Dictionary(
          uniqueKeysWithValues: ([.ppg] + Cadence.axes).map {
            ($0, Channel.uniform(Signal(samples: samples, sampleRate: 50)))
          })), reference: .beats([0.5, 1]))
    switch layout {
    case "csv": _ = try RecordingWriter.writeCSV(recording, toDirectory: folder.path)
    case "edf": _ = try RecordingWriter.writeEDF(recording, toDirectory: folder.path)
    case "npy": _ = try RecordingWriter.writeNPY(recording, toDirectory: folder.path)
    case "wfdb": _ = try RecordingWriter.writeWFDB(recording, toDirectory: folder.path)
    default: try RecordingWriter.writeHDF5(recording, to: folder.path + "/r.h5")
    }
    let set = try Dataset.load(path: RealData.descriptorPath("hreval-\(layout)"), root: folder.path)
    let entry = try #require(set.recordings.first)
    let back = try set.load(entry, needing: Set(Cadence.axes), reference: false)
    #expect(back.channels.kinds == Cadence.axes && back.channels.accelerationIsInG)
  }

  @Test func aRateSeriesComesBack() throws {
    let folder = try TemporaryFolder()
    let series = TimeSeries(times: [0, 0.5, 1], values: [60, 61.5, 59])
    try RecordingWriter.writeHDF5(recording(reference: .rateSeries(series)), to: folder.path + "/r.h5")
    #expect(try read(folder, reference: "heartRate").reference == .rateSeries(series))
  }

  @Test func equalRecordingsGiveEqualBytes() throws {
    let folder = try TemporaryFolder()
    try RecordingWriter.writeHDF5(recording(), to: folder.path + "/a.h5")
    // Times stored in a file would differ from one second to the next.
    Thread.sleep(forTimeInterval: 1.1)
    try RecordingWriter.writeHDF5(recording(), to: folder.path + "/b.h5")
    let first = try #require(FileManager.default.contents(atPath: folder.path + "/a.h5"))
    #expect(FileManager.default.contents(atPath: folder.path + "/b.h5") == first)
    try RecordingWriter.writeHDF5(recording(length: 41), to: folder.path + "/c.h5")
    #expect(FileManager.default.contents(atPath: folder.path + "/c.h5") != first)
  }

  /// The digest is older than the support of frames: a file without frames must have the same bytes.
  @Test func theLayoutHasNotChanged() throws {
    let folder = try TemporaryFolder()
    let wave = (0..<200).map { Double($0 * 7 % 13) / 4 }
    let recording = Recording(
      id: "r", subject: "s1", metadata: [.init(name: "activity", value: "rest")],
      channels: Channels([
        .ppg: .uniform(Signal(samples: wave, sampleRate: 125)),
        .red: .uniform(Signal(samples: wave, sampleRate: 30)),
      ]), reference: .beats([0.25, 1, 1.75]), breaths: [0.5])
    try RecordingWriter.writeHDF5(recording, to: folder.path + "/r.h5")
    #expect(
      try ContentHash.digest(ofFile: folder.path + "/r.h5")
        == "dd3cb0cfdfd8ba3ceed82c2ba1663a9b0c69711b9e57fa83edc859676e6bee80")
  }

  @Test func aFolderThatIsNotThere() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/none/r.h5"
    let problem = try #require(throws: Diagnostics.self) {
      try RecordingWriter.writeHDF5(recording(), to: path)
    }.first
    #expect(
      problem.message.hasPrefix("cannot write the file: ") && problem.place?.file.hasPrefix(path) == true)
  }

  @Test func aFolderInTheFilesPlaceLeavesNothingBehind() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("r.h5")
    let problem = try #require(throws: Diagnostics.self) {
      try RecordingWriter.writeHDF5(recording(), to: folder.path + "/r.h5")
    }.first
    #expect(problem.message == "cannot put the file in place: Is a directory")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["r.h5"])
  }

  /// A file system of 64 KB; mounting one takes root.
  @Test(.enabled(if: TinyDisk.isPossible, "a file system of its own can be mounted by root only"))
  func aFullDiskIsAnErrorAndLeavesNoHalfFile() throws {
    let disk = try TinyDisk(kilobytes: 64)
    try RecordingWriter.writeHDF5(recording(), to: disk.path + "/small.h5")
    let problem = try #require(throws: Diagnostics.self) {
      try RecordingWriter.writeHDF5(recording(length: 100_000), to: disk.path + "/large.h5")
    }.first
    #expect(problem.hint == "is the disk full?" && problem.place?.file.hasPrefix(disk.path) == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == ["small.h5"])
    let table = try #require(throws: Diagnostics.self) {
      _ = try RecordingWriter.writeCSV(recording(length: 100_000), toDirectory: disk.path)
    }.first
    #expect(table.message.hasPrefix("cannot write: ") && table.hint?.contains("free space") == true)
    let unfinished = try #require(table.place?.file)
    #expect(unfinished.hasSuffix(".csv") && !FileManager.default.fileExists(atPath: unfinished))
    // No file under a temporary name is left either: every file is complete.
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: disk.path).allSatisfy {
        $0 == "small.h5" || $0.hasSuffix(".csv")
      })
  }
}

/// A small file system in memory, unmounted when the value is released.
final class TinyDisk {
  let path = NSTemporaryDirectory() + "hreval-disk-" + UUID().uuidString

  static var isPossible: Bool {
    guard getuid() == 0, let disk = try? TinyDisk(kilobytes: 64) else { return false }
    return FileManager.default.fileExists(atPath: disk.path)
  }

  struct NotMounted: Error {}

  init(kilobytes: Int) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    guard mount("tmpfs", path, "tmpfs", 0, "size=\(kilobytes)k") == 0 else {
      rmdir(path)
      throw NotMounted()
    }
  }

  deinit {
    umount2(path, Int32(MNT_DETACH))
    rmdir(path)
  }
}
