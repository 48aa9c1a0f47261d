import Foundation
import HRReporting
import HRSupport
import HRTestSupport
import Testing

@testable import HRCommands

/// PNG and PDF files of a run's figures.
@Suite struct FigurePicturesTests {
  private func withRun(_ body: (String) throws -> Void) throws {
    try withProject(count: 2) { folder in
      let file = try experiment(
        detectors: #"["fft", "peak"]"#, more: #", "baseline": "fft", "report": {"formats": ["markdown"]}"#
      ).written(to: folder + "/trial.json")
      let made = try Program.run(["run", file, "--output", "out", "--jobs", "1", "--quiet"], in: folder)
      try #require(made.code == 0, "\(made.err)")
      try body(folder)
    }
  }

  /// Without a program that draws SVG the command says which ones it looked for and where to get one, and writes
  /// nothing.
  @Test func withoutARendererThatIsSaid() throws {
    try withRun { folder in
      let ending = try Program.run(
        ["report", "out", "--pictures", "pdf"], in: folder, environment: ["PATH": folder])
      #expect(ending.code == 2)
      #expect(ending.err.contains("rsvg-convert, inkscape, cairosvg were looked for in PATH"))
      #expect(ending.err.contains("apt install librsvg2-bin"))
      let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/out/figures")
      #expect(!names.contains { $0.hasSuffix(".pdf") })
    }
  }

  @Test(
    .enabled(
      if: SearchPath.find("rsvg-convert") != nil,
      "rsvg-convert is not installed (Debian: librsvg2-bin), so no picture can be made"))
  func picturesAreMadeAndBelongToTheRun() throws {
    try withRun { folder in
      let ending = try Program.run(["report", "out", "--pictures", "png", "pdf", "png"], in: folder)
      try #require(ending.code == 0, "\(ending.err)")
      let figures = folder + "/out/figures"
      let names = try FileManager.default.contentsOfDirectory(atPath: figures).sorted()
      let drawn = names.filter { $0.hasSuffix(".svg") }.map { String($0.dropLast(4)) }
      #expect(!drawn.isEmpty && ending.err.contains("\(2 * drawn.count) pictures in out/figures"))
      for name in drawn {
        let pdf = try Data(contentsOf: URL(fileURLWithPath: "\(figures)/\(name).pdf"))
        let png = try Data(contentsOf: URL(fileURLWithPath: "\(figures)/\(name).png"))
        #expect(
          pdf.starts(with: Array("%PDF-".utf8)) && png.starts(with: [0x89, 0x50, 0x4E, 0x47]), "\(name)")
        // Three points for each unit of the figure: the width is at the 16th byte, its highest byte first.
        let width = png[16..<20].reduce(0) { 256 * $0 + Int($1) }
        let svg = try String(contentsOfFile: "\(figures)/\(name).svg", encoding: .utf8)
        let units = svg.firstMatch(of: #/viewBox="0 0 ([0-9.]+) /#).flatMap { Double($0.1) }
        #expect(units.map { abs(Double(width) - 3 * $0) <= 1 } == true, "\(name): \(width)")
      }
      // They are the run's own: the next run replaces them, a picture of somebody else's is left alone.
      let again = try Program.run(
        ["run", "trial.json", "--output", "out", "--jobs", "1", "--quiet"], in: folder)
      #expect(again.code == 0, "\(again.err)")
      let left = try FileManager.default.contentsOfDirectory(atPath: figures)
      #expect(!left.contains { $0.hasSuffix(".pdf") || $0.hasSuffix(".png") }, "\(left)")
      _ = try "mine".written(to: figures + "/holiday.png")
      let refused = try Program.run(
        ["run", "trial.json", "--output", "out", "--jobs", "1", "--quiet"], in: folder)
      #expect(refused.code == 2 && refused.err.contains("figures/holiday.png"))
    }
  }

  @Test(arguments: FigurePictures.Program.allCases, PictureFormat.allCases)
  func argumentsNameSourceAndTarget(program: FigurePictures.Program, format: PictureFormat) {
    let words = program.arguments(format, from: "a.svg", to: "a.\(format.rawValue)")
    #expect(words.contains("a.svg"))
    #expect(words.contains { $0.hasSuffix("a.\(format.rawValue)") })
  }
}
