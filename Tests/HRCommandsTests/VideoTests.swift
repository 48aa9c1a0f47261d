import Foundation
import HRSupport
import HRTestSupport
import Testing

/// Videos from nothing to the report, as people use the commands.
@Suite(
  .enabled(
    if: SearchPath.find("ffmpeg") != nil && SearchPath.find("ffprobe") != nil,
    "this machine reads no video files"))
struct VideoTests {
  private static func synthesize(_ folder: String, _ more: [String]) throws {
    let made = try Program.run(
      ["synthesize", "--output", folder, "--format", "video", "--rhythm", "sinus", "--activity", "rest"]
        + more)
    try #require(made.code == 0, "\(made.err)")
  }

  @Test func aFolderOfClipsBecomesATable() throws {
    try withTemporaryFolder { folder in
      let clips = folder + "/clips"
      try Self.synthesize(clips, ["--count", "2", "--seconds", "22", "--frames", "48x36"])
      for name in try FileManager.default.contentsOfDirectory(atPath: clips) where name.hasSuffix(".csv") {
        try FileManager.default.removeItem(atPath: "\(clips)/\(name)")
      }
      try Data("clip pulse\ns01 92\ns02 69\n".utf8).write(to: URL(filePath: clips + "/oximeter.txt"))
      let proposed = try Program.run(["init", clips])
      #expect(proposed.code == 0, "\(proposed.err)")
      #expect(proposed.out.contains("oximeter.txt     1 file   csv: one rate for each recording"))
      #expect(proposed.out.contains("92 bpm, one rate for the whole recording"), "\(proposed.out)")

      let shown = try Program.run([
        "inspect", "\(clips)/dataset.json:s01", "--picture", "\(folder)/a.svg", "--json",
      ])
      #expect(shown.code == 0 && shown.out.contains(#""codec":"h264 (High)""#), "\(shown.out)")
      let png = try Data(contentsOf: URL(filePath: folder + "/a-frames.png"))
      #expect(png.prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))

      let run = try Program.run([
        "run", "\(clips)/experiment.json", "--output", "\(folder)/run", "--set", "scenarios=[\"clean\"]",
        "--quiet",
      ])
      #expect(
        run.code == 0 && run.out.contains("clean: 2 of 2 windows have a reference"), "\(run.out)\(run.err)")
      #expect(run.out.contains("Videos were decoded by ffmpeg "))
      let json = try JSONDocument(
        String(contentsOfFile: folder + "/run/run.json", encoding: .utf8), file: "run.json"
      ).root
      #expect(
        json["video"]?["ffmpeg"]?.string?.isEmpty == false && json["video"]?["encoders"]?.elements == [])
      let kept = try FileManager.default.contentsOfDirectory(atPath: folder + "/run/.clips")
      #expect(kept.count == 2 && kept.allSatisfy { $0.hasSuffix(".means") })
      // A second run takes what the first one decoded.
      let again = try Program.run([
        "run", "\(clips)/experiment.json", "--output", "\(folder)/run", "--set", "scenarios=[\"clean\"]",
        "--quiet", "--jobs", "1",
      ])
      #expect(again.code == 0)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/run/.clips").count == 2)
    }
  }

  @Test func theSameOptionsGiveTheSameBytes() throws {
    try withTemporaryFolder { folder in
      let options = [
        "--count", "1", "--seconds", "3", "--frames", "32x24", "--codec", "h265", "--quality", "30",
      ]
      try Self.synthesize(folder + "/a", options)
      try Self.synthesize(folder + "/b", options)
      let files = ["a", "b"].map { try? Data(contentsOf: URL(filePath: "\(folder)/\($0)/s01.mp4")) }
      #expect(files[0] != nil && files[0] == files[1])
    }
  }

  @Test(
    arguments: [
      (["--format", "video", "--codec", "av2"], "--codec takes h264, h265, vp9, mjpeg, not \"av2\"."),
      (
        ["--format", "video", "--codec", "mjpeg", "--quality", "1"],
        "--quality of mjpeg goes from 2 to 31, and is not 1."
      ),
      (["--format", "video", "--key-frames", "0"], "--key-frames takes 1 to 1000, not 0."),
      (["--quality", "20"], "--codec, --quality and --key-frames go with --format video."),
    ])
  func optionsThatAreRefused(_ options: [String], _ problem: String) throws {
    #expect(try SynthesizeTests.refusal(options) == [problem])
  }

  /// The pulse of 0.7 to 1.2 % of the red level survives an encoder of usual quality.
  @Test(.enabled(if: LongTests.areWanted, Comment(rawValue: LongTests.reason)))
  func fusionReadsAMinuteOfVideoToHalfABeat() throws {
    try withTemporaryFolder { folder in
      try Self.synthesize(folder + "/clips", ["--count", "1", "--seconds", "60", "--frames", "320x240"])
      let text = """
        {"schemaVersion": 1, "name": "minute", "seed": 1,
         "datasets": [{"dataset": "\(ProjectFolder.root.path)/datasets/hreval-video", "root": "clips"}],
         "windows": {"windowSeconds": 20, "hopSeconds": 5}, "tolerance": {"withinBPM": 0.5, "withinPercent": 0},
         "scenarios": ["clean",
           {"scenario": "recompressed", "label": "h264 {quality}", "parameters": {"quality": [18, 23]}},
           {"scenario": "recompressed", "label": "h265 {quality}", "parameters": {"codec": "h265", "quality": [18, 23]}},
           {"scenario": "recompressed", "label": "mjpeg {quality}", "parameters": {"codec": "mjpeg", "quality": [3, 31]}}],
         "detectors": ["fusion"]}
        """
      try Data(text.utf8).write(to: URL(filePath: folder + "/e.json"))
      let run = try Program.run(["run", folder + "/e.json", "--output", folder + "/run", "--quiet"])
      #expect(run.code == 0, "\(run.err)")
      let lines = try String(contentsOfFile: folder + "/run/windows.csv", encoding: .utf8).split(
        separator: "\n")
      let column = try #require(lines[0].split(separator: ",").firstIndex(of: "errorBPM"))
      let errors = lines.dropFirst().map { line in
        Double(line.split(separator: ",", omittingEmptySubsequences: false)[column]) ?? .infinity
      }
      #expect(errors.count == 7 * 9 && errors.allSatisfy { abs($0) <= 0.5 }, "\(errors)")
    }
  }
}
