import HRTestSupport
import Foundation
import Testing

/// `hreval list scenarios --gallery`: a page with a figure of every scenario.
@Suite(.serialized) struct ScenarioGalleryTests {
  @Test func aSectionAndAFigureForEach() throws {
    let temporary = try TemporaryFolder()
    defer { withExtendedLifetime(temporary) {} }
    let folder = temporary.path + "/new/deep"
    let ending = try Program.run(["list", "scenarios", "--gallery", folder])
    try #require(ending.code == 0, "\(ending.err)")
    #expect(ending.err == "page: \(folder)/index.md\n" && ending.out.isEmpty)
    let listed = try Program.run(["list", "scenarios", "--json"])
    let object = try JSONSerialization.jsonObject(with: Data(listed.out.utf8)) as? [String: [[String: Any]]]
    let names = try #require(object?["scenarios"]).compactMap { $0["name"] as? String }
    #expect(names.count > 30)

    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    // A scenario of videos cannot be drawn on a recording of means.
    let drawn = names.filter { $0 != "recompressed" }
    #expect(drawn.count == names.count - 1)
    #expect(files == (drawn.map { "\($0).svg" } + ["index.md"]).sorted())
    let page = try String(contentsOfFile: folder + "/index.md", encoding: .utf8)
    let lines = page.split(separator: "\n").map(String.init)
    #expect(lines.filter { $0.hasPrefix("## ") } == names.map { "## \($0)" })
    // Every link has a target: a heading's anchor, a figure, or a page of the project.
    let links = page.components(separatedBy: "](").dropFirst().compactMap {
      $0.components(separatedBy: ")").first
    }
    let anchors = names.map { "#" + $0.lowercased().replacing(".", with: "") }
    for link in links {
      if link.hasPrefix("#") {
        #expect(anchors.contains(link), "\(link)")
      } else if link.hasPrefix("../") {
        // The page belongs into the documentation.
        #expect(link == "../experiments/scenarios.md")
        #expect(try ProjectFolder.text("docs/reference/experiments/scenarios.md").hasPrefix("# Scenarios"))
      } else {
        #expect(files.contains(link), "\(link)")
      }
    }
    #expect(links.filter { $0.hasPrefix("#") } == anchors)
    #expect(links.filter { $0.hasSuffix(".svg") } == drawn.map { "\($0).svg" })

    var figures: [String: String] = [:]
    for file in files {
      let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
      guard file.hasSuffix(".svg") else { continue }
      #expect(XMLReading(text).problem == nil, "\(file)")
      #expect(!text.contains("nan") && text.contains("class=\"frame trace\""), "\(file)")
      let name = String(file.dropLast(4))
      #expect(text.contains("<title>\(name)</title>"))
      #expect(text.contains("class=\"s1 trace\""), "\(file)")
      // The damage is in the picture: the two lines of the first channel differ.
      let traces = text.components(separatedBy: " trace\" d=\"").dropFirst().compactMap {
        $0.components(separatedBy: "\"").first
      }
      figures[name] = traces.joined(separator: "\n")
    }
    // No two scenarios have the same figure.
    #expect(Set(figures.values).count == drawn.count)
  }

  @Test func whatDoesNotGoTogether() throws {
    for arguments in [
      ["--gallery", "x"], ["detectors", "--gallery", "x"], ["scenarios", "whiteNoise", "--gallery", "x"],
      ["scenarios", "--json", "--gallery", "x"], ["scenarios", "--markdown", "--gallery", "x"],
      ["--markdown", "--gallery", "x"],
    ] {
      let ending = try Program.run(["list"] + arguments)
      #expect(ending.code == 64, "\(arguments)")
      #expect(
        ending.err.contains(
          "error: --gallery goes with scenarios alone: hreval list scenarios --gallery FOLDER\n"),
        "\(arguments): \(ending.err)")
    }
    #expect(try Program.run(["list", "scenarios", "--gallery"]).code == 64)
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("hreval-\(UUID().uuidString)")
      .path
    try Data("x".utf8).write(to: URL(fileURLWithPath: file))
    defer { try? FileManager.default.removeItem(atPath: file) }
    // A file has the name of the folder.
    let taken = try Program.run(["list", "scenarios", "--gallery", file])
    #expect(taken.code == 2 && taken.err.contains(file), "\(taken.err)")
  }
}
