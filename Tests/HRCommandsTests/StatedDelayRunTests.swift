import HRSupport
import HRTestSupport
import Testing

/// Delays of streaming detectors in listings, in `results.json` and in reports that ask for them.
@Suite struct StatedDelayRunTests {
  @Test func listingsHaveTheDelay() throws {
    for name in ["fusion.stream", "hue", "hue.pubnub"] {
      let shown = try Program.run(["list", "detectors", name])
      #expect(
        shown.code == 0 && shown.out.contains(#/delay +[0-9.]+ s behind the heart, [0-9.]+ s/#),
        "\(shown.out)")
    }
    let json = try Program.run(["list", "detectors", "fusion.stream", "--json"])
    let item = try JSONDocument(json.out, file: "list").root
    #expect(item["delay"]?.string?.hasSuffix("with its defaults (measured: delay@1)") == true)
    #expect(try !Program.run(["list", "detectors", "fft"]).out.contains("behind the heart"))
  }

  /// Not with other parameters, for which nothing was measured, nor behind a filter, which may be late itself.
  @Test func aRunNotesTheDelayOfWhatWasMeasured() throws {
    try withProject(count: 2) { folder in
      let file = try experiment(
        detectors:
          #"["hue", "fft", {"label": "longer", "detector": "hue", "parameters": {"memorySeconds": 30}}, {"label": "filtered", "detector": "hue", "filters": ["detrend"]}]"#,
        scenarios: #"["clean"]"#, more: #", "report": {"formats": ["json", "markdown"]}"#
      ).written(to: folder + "/trial.json")
      let made = try Program.run(["run", file, "--output", "out", "--jobs", "1", "--quiet"], in: folder)
      try #require(made.code == 0, "\(made.err)")
      func read(_ name: String) throws -> String {
        try TextFile.read(folder + "/out/" + name, what: name)
      }
      let written = try read("results.json")
      let root = try JSONDocument(written, file: "results.json").root
      let stated = try #require(root["detectors"]?.elements).map { $0["delaySeconds"]?.number != nil }
      #expect(stated == [true, false, false, false])
      let shown = try #require(root["results"]?.elements).map { $0["atDelay"] != nil }
      #expect(shown == [true, false, false, false])
      let title = "Errors at the stated delay"
      #expect(!made.out.contains(title))
      #expect(try !read("report.md").contains(title))

      let asked = try Program.run(
        ["report", "out", "--at-delay", "--format", "json", "markdown"], in: folder)
      #expect(asked.code == 0 && asked.out.contains(title) && asked.out.contains("MAE at the delay"))
      #expect(try read("report.md").contains("## \(title)"))
      // The figures of everything else are the same.
      #expect(try read("results.json") == written)
    }
  }
}
