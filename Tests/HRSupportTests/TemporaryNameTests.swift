import Foundation
import HRTestSupport
import Testing

@testable import HRSupport

/// Files left by a killed process are removed, and none of a running one.
@Suite struct TemporaryNameTests {
  /// The mark of a process of another machine.
  private static func foreign() throws -> WriterMark {
    let mark = try LivingProcess.endedMark()
    return WriterMark(place: "elsewhere-1", process: mark.process, start: mark.start)
  }

  private func write(_ path: String) throws { try Data("left".utf8).write(to: URL(fileURLWithPath: path)) }

  private func age(_ path: String, by seconds: Double) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -seconds)], ofItemAtPath: path)
  }

  @Test func whoWritesIsKnownByMachineProcessAndStart() throws {
    let living = try LivingProcess()
    let mark = try living.mark()
    #expect(!mark.isGone && !WriterMark.own.isGone && WriterMark.own.start > 0)
    // The same id with another start time is another process.
    #expect(WriterMark(place: mark.place, process: mark.process, start: mark.start - 1).isGone)
    living.end()
    #expect(mark.isGone)
    #expect(!(try Self.foreign().isGone))
    let read = try #require(WriterMark(mark.text.split(separator: ".")[...]))
    #expect(read == mark)
  }

  #if os(Linux)
    /// A zombie has not been waited for, so its id is still taken.
    @Test func aZombieIsGone() throws {
      let shell = Process()
      shell.executableURL = URL(fileURLWithPath: "/bin/sh")
      shell.arguments = ["-c", "sleep 1000 & echo $!; exec sleep 1000"]
      let pipe = Pipe()
      shell.standardOutput = pipe
      try shell.run()
      defer {
        kill(shell.processIdentifier, SIGKILL)
        shell.waitUntilExit()
      }
      let said = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
      let child = try #require(pid_t(said.trimmingCharacters(in: .whitespacesAndNewlines)))
      let mark = try #require(WriterMark(ofProcess: child))
      #expect(!mark.isGone)
      kill(child, SIGKILL)
      while !mark.isGone { usleep(1000) }
      #expect(kill(child, 0) == 0)
    }
  #endif

  @Test func onlyNamesOfThisFormAre() throws {
    for path in ["report.md", "/a.b/.hidden", "/x/" + String(repeating: "ü", count: 120)] {
      for kind in TemporaryName.Kind.allCases {
        let name = TemporaryName.of(path, kind)
        #expect(TextFile.directory(of: name) == TextFile.directory(of: path))
        let last = String(name.split(separator: "/").last ?? "")
        #expect(TemporaryName.isTemporary(last, kind) && last.utf8.count < 255, "\(last)")
        #expect(TemporaryName.isTemporary(last, .part) == (kind == .part))
      }
    }
    #expect(TemporaryName.of("/x/y") != TemporaryName.of("/x/y"))
    for name in [
      "units.partial.tmp", "a.b-c.x.1.r.tmp", "a.bc.1.2.r.tmp", "a.b-c.1.2.r.txt", "a.b-c.-1.2.r.tmp",
    ] {
      #expect(!TemporaryName.isTemporary(name), "\(name)")
    }
  }

  /// The first writing in a folder removes the leftovers there.
  @Test func whatTheDeadLeftGoesWithTheNextWriting() throws {
    try withTemporaryFolder { folder in
      let living = try LivingProcess()
      let (gone, mark, foreign) = (try LivingProcess.endedMark(), try living.mark(), try Self.foreign())
      let reused = WriterMark(place: mark.place, process: mark.process, start: mark.start + 7)
      func name(_ writer: WriterMark, _ kind: TemporaryName.Kind = .file) -> String {
        TemporaryName.name("\(folder)/page.md", kind, by: writer)
      }
      let going = [name(gone), name(reused), name(foreign), name(foreign)]
      let staying = [
        name(mark), name(.own), name(foreign), name(gone, .part), folder + "/page.md.tmp",
        folder + "/mine.1.2.tmp",
      ]
      for path in going + staying { try write(path) }
      for path in going[2...] { try age(path, by: TemporaryName.foreignSeconds + 60) }
      for path in staying { try age(path, by: TemporaryName.foreignSeconds - 60) }
      // A running process's files stay, however old they are.
      for path in staying[..<2] { try age(path, by: 10 * TemporaryName.foreignSeconds) }
      try TextFile.write("whole", to: folder + "/other.md")
      #expect(
        TextFile.names(in: folder)
          == (staying.map { String($0.dropFirst(folder.count + 1)) } + ["other.md"]).sorted())
    }
  }

  /// The folder is closed against writing, as a program's folder is; a link in it leads to a file outside of it.
  @Test func foldersOfProgramsGoToo() throws {
    try withTemporaryFolder { folder in
      let files = FileManager.default
      let stage = TemporaryName.name("\(folder)/hreval", .stage, by: try LivingProcess.endedMark())
      let mine = TemporaryName.name("\(folder)/hreval", .stage, by: .own)
      for path in [stage, mine] {
        try files.createDirectory(atPath: path + "/1/sub", withIntermediateDirectories: true)
        try write(path + "/1/sub/model.py")
      }
      try files.createDirectory(atPath: folder + "/outside", withIntermediateDirectories: true)
      try write(folder + "/outside/kept")
      try files.createSymbolicLink(atPath: stage + "/1/link", withDestinationPath: folder + "/outside")
      for path in ["/1/sub", "/1", ""] { chmod(stage + path, 0o555) }
      chmod(folder + "/outside", 0o555)
      TemporaryName.clear(folder, [.stage])
      #expect(TextFile.names(in: folder) == [String(mine.dropFirst(folder.count + 1)), "outside"].sorted())
      #expect(TextFile.names(in: folder + "/outside") == ["kept"])
      var facts = stat()
      #expect(lstat(folder + "/outside", &facts) == 0 && facts.st_mode & 0o777 == 0o555)
      chmod(folder + "/outside", 0o755)
    }
  }
}
