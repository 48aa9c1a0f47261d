import HRTestSupport
import Foundation
import Testing

/// Runs with damaged recordings, full disks and processes that are ended.
@Suite(.serialized) struct BadInputRunTests {
  private func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

  /// The lines of windows.csv that are not about the given recording.
  private func rows(_ folder: String, without id: String) throws -> [Substring] {
    let text = try String(contentsOfFile: folder + "/windows.csv", encoding: .utf8)
    return text.split(whereSeparator: \.isNewline).filter {
      !$0.split(separator: ",", omittingEmptySubsequences: false).contains(Substring(id))
    }
  }

  /// Two dozen damaged variants of one recording among three: with each of them the run ends, and the other
  /// recordings' rows are those of the clean run.
  @Test func damagedVariantsNeverTouchTheOthers() throws {
    try withProject(count: 3, seconds: 25) { folder in
      let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/data").filter {
        $0.hasSuffix(".h5")
      }
      .sorted()
      let id = String(names[1].dropLast(3))
      let victim = folder + "/data/" + names[1]
      let whole = try bytes(victim)
      let path = try experiment(detectors: #"["peak"]"#, scenarios: #"["clean"]"#).written(
        to: folder + "/trial.json")
      #expect(try Program.run(["run", path, "--output", folder + "/clean"]).code == 0)
      let clean = try rows(folder + "/clean", without: id)
      #expect(clean.count > 2)
      var random: UInt64 = 20_240_517
      func next(_ limit: Int) -> Int {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(random >> 33) % limit
      }
      for variant in 0..<14 {
        var damaged = whole
        // hreval writes the structure at the beginning of a file, so half of the damage is there.
        for _ in 0..<(1 + next(8)) {
          damaged[next(variant % 2 == 0 ? min(4096, whole.count) : whole.count)] = UInt8(next(256))
        }
        try damaged.write(to: URL(fileURLWithPath: victim))
        let ending = try Program.run(
          ["run", path, "--jobs", "2", "--timeout", "20", "--quiet", "--output", folder + "/damaged"])
        #expect(ending.code == 0 || ending.code == 1, "variant \(variant): \(ending.code) \(ending.err)")
        #expect(try rows(folder + "/damaged", without: id) == clean, "variant \(variant)")
      }
    }
  }

  @Test(.enabled(if: SmallDisk.isPossible, "a file system of its own can be mounted by root only"))
  func aFullDiskStopsTheRunAndResumeCompletesIt() throws {
    try withProject(count: 4) { folder in
      let path = try experiment(scenarios: #"["clean", "whiteNoise", "motionBursts"]"#).written(
        to: folder + "/trial.json")
      #expect(try Program.run(["run", path, "--output", folder + "/whole"]).code == 0)
      let disk = try SmallDisk(kilobytes: 400)
      let store = try bytes(folder + "/whole/units.store").count
      // Space for half of the units.
      let ballast = disk.path + "/ballast"
      try Data(count: max(0, 400 * 1024 - 8192 - store / 2)).write(to: URL(fileURLWithPath: ballast))
      let ending = try Program.run(["run", path, "--output", disk.path + "/run", "--jobs", "1"])
      #expect(ending.code == 2, "\(ending.code) \(ending.err)")
      #expect(
        ending.err.contains("No space left on device") && ending.err.contains("--resume"), "\(ending.err)")
      #expect(!FileManager.default.fileExists(atPath: disk.path + "/run/results.json"))
      #expect(FileManager.default.fileExists(atPath: disk.path + "/run/units.partial"))
      try FileManager.default.removeItem(atPath: ballast)
      try disk.grow(toKilobytes: 8000)
      let resumed = try Program.run(["run", path, "--output", disk.path + "/run", "--resume"])
      #expect(resumed.code == 0, "\(resumed.err)")
      #expect(try bytes(disk.path + "/run/results.json") == bytes(folder + "/whole/results.json"))
    }
  }

  @Test func anEndedRunKeepsItsUnitsAndGoesOn() throws {
    try withHeldRun { held in
      let folder = held.folder
      let path = folder + "/trial.json"
      let ending = try held.ended(by: SIGTERM, "run", path, "--jobs", "1", "--quiet")
      #expect(ending.code == 130, "\(ending.err)")
      #expect(FileManager.default.fileExists(atPath: folder + "/reports/trial/units.partial"))
      let resumed = try Program.run(["run", path, "--resume"])
      #expect(resumed.code == 0, "\(resumed.err)")
      #expect(try Program.run(["run", path, "--output", folder + "/whole"]).code == 0)
      #expect(try bytes(folder + "/reports/trial/results.json") == bytes(folder + "/whole/results.json"))
    }
  }
}

/// A small file system in memory, unmounted when the value goes.
final class SmallDisk {
  let path = NSTemporaryDirectory() + "hreval-disk-" + UUID().uuidString

  static var isPossible: Bool {
    guard getuid() == 0, let disk = try? SmallDisk(kilobytes: 64) else { return false }
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

  func grow(toKilobytes kilobytes: Int) throws {
    guard mount("tmpfs", path, "tmpfs", UInt(MS_REMOUNT), "size=\(kilobytes)k") == 0 else {
      throw NotMounted()
    }
  }

  deinit {
    umount2(path, Int32(MNT_DETACH))
    rmdir(path)
  }
}
