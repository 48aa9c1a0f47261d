import Foundation
import HRTestSupport
import Testing

#if os(Linux)
  /// Escape sequences on a terminal: none where TERM says that it knows none.
  @Suite struct EscapeTests {
    /// Runs the program with its output and messages on a terminal of 80 columns, and returns what the terminal got.
    private func onTerminal(
      _ arguments: [String], in folder: String, _ environment: [String: String]
    ) throws -> [UInt8] {
      // Linux's own calls, since Swift does not see those of POSIX: TIOCSPTLCK unlocks, TIOCGPTN asks for the number.
      let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      defer { close(terminal) }
      var (lock, number): (Int32, Int32) = (0, 0)
      try #require(ioctl(terminal, 0x4004_5431, &lock) == 0 && ioctl(terminal, 0x8004_5430, &number) == 0)
      let end = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
      try #require(end >= 0)
      var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
      #expect(ioctl(end, UInt(TIOCSWINSZ), &size) == 0)
      let process = Process()
      process.executableURL = Program.executable
      process.arguments = arguments
      process.currentDirectoryURL = URL(fileURLWithPath: folder)
      let unset = ["TERM", "COLUMNS", "NO_COLOR"]
      process.environment = ProcessInfo.processInfo.environment.filter { !unset.contains($0.key) }
        .merging(["HREVAL_LEDGER": "off"]) { $1 }.merging(environment) { $1 }
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle(fileDescriptor: end, closeOnDealloc: false)
      process.standardError = FileHandle(fileDescriptor: end, closeOnDealloc: false)
      try process.run()
      close(end)
      // The read fails when the program, the last to have the terminal open, has ended.
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = read(terminal, &buffer, buffer.count)
        if count <= 0 { break }
        bytes += buffer.prefix(count)
      }
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      return bytes
    }

    @Test func aDumbTerminalGetsNoEscapes() throws {
      try withProject(count: 1) { folder in
        let label = "a label as long as the name of a camera, an app and a build 1"
        let file = try experiment(
          detectors: """
            [{"label": "\(label)", "detector": "fft"}, {"label": "\(label.dropLast())2", "detector": "peak"}]
            """, more: #", "report": {"formats": ["json"]}"#
        ).written(to: folder + "/trial.json")
        func bytes(_ environment: [String: String]) throws -> [UInt8] {
          try onTerminal(["run", file, "--output", "out", "--jobs", "1"], in: folder, environment)
        }
        let escape: UInt8 = 0x1B
        #expect(try bytes(["TERM": "xterm"]).contains(escape))
        // Without colours there is still the line of progress, which is redrawn.
        #expect(try bytes(["TERM": "xterm", "NO_COLOR": "1"]).contains(escape))
        for environment in [["TERM": "dumb"], ["TERM": ""], [:]] {
          let plain = try bytes(environment)
          #expect(!plain.contains(escape), "\(environment)")
          #expect(plain.count > 100)
        }
        // Of long labels the ends are kept, so that they can be told apart, and so are the first figures.
        let text = String(decoding: try bytes(["TERM": "dumb"]), as: UTF8.self)
        let lines = text.split(whereSeparator: \.isNewline)
        let head = try #require(lines.first { $0.contains("detector") && $0.contains("success rate") })
        #expect(head.contains("MAE"), "\(text)")
        #expect(lines.contains { $0.contains("…") && $0.contains("build 1 ") }, "\(text)")
        #expect(lines.contains { $0.contains("…") && $0.contains("build 2 ") }, "\(text)")
      }
    }
  }
#endif
