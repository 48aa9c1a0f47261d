import Foundation
import HRSupport
import HRTestSupport
import Testing

@testable import HRRecordings

/// Clips in a folder, and what somebody wrote down beside them. The outlines are made here, without ffmpeg.
@Suite struct ClipProposalTests {
  private func clip(_ showsFinger: Bool = true) -> FileOutline {
    var outline = FileOutline(reader: "video")
    outline.showsFinger = showsFinger
    for name in ["red", "green", "blue"] {
      let values = (0..<300).map { 100 + sin(Double($0)) }
      var series = SeriesOutline(.frames, name: name, count: 1800, summary: ValueSummary(values))
      (series.rate, series.rateSource) = (30, .header)
      outline.series.append(series)
    }
    return outline
  }

  private func proposal(_ texts: [String: String], clips: [String], showsFinger: Bool = true) throws
    -> Proposal
  {
    let folder = try TemporaryFolder()
    for (name, text) in texts { try folder.write(name, text) }
    for name in clips { try folder.write(name, "") }
    let outlines = try texts.keys.sorted().map { name in
      (path: name, outline: try FileOutline.read(folder.path + "/" + name, root: folder.path))
    }
    let inventory = FolderInventory(folder: folder.path)
    let outline = FolderOutline(
      name: "clips", inventory: inventory, outlines: clips.map { ($0, clip(showsFinger)) } + outlines,
      rate: nil,
      root: nil)
    return try #require(outline.proposal())
  }

  private func descriptor(_ proposal: Proposal) throws -> JSONNode {
    let text = proposal.descriptor.rendered()
    _ = try DatasetDescriptor(JSONDocument(text, file: "dataset.json"))
    return try JSONDocument(text, file: "dataset.json").root
  }

  @Test(
    arguments: [
      ("clip pulse\nanna 72\nben 64\ncarl 81\n", #""clip""#, #""pulse""#),
      (
        "file,SpO2,heart rate (bpm)\nanna.mp4,97,72\nben.mp4,98,64\ncarl.mp4,99,81\n", #""file""#,
        #""heart rate (bpm)""#
      ),
      ("anna 72\nben 64\ncarl 81\n", "0", "1"),
    ])
  func oneRateForEachRecording(_ text: String, _ column: String, _ rate: String) throws {
    let proposal = try proposal(["oximeter.txt": text], clips: ["anna.mp4", "ben.mp4", "carl.mp4"])
    let root = try descriptor(proposal)
    #expect(proposal.recordings == ["anna", "ben", "carl"])
    let file = try #require(root["files"]?.elements?.last)
    #expect(file["recordingColumn"].map { JSONText($0).rendered(indented: false) } == column)
    let reference = try #require(root["reference"]?.elements?.first?["windowRates"])
    #expect(reference["bpm"]?["column"].map { JSONText($0).rendered(indented: false) } == rate)
    #expect(reference["whole"]?.boolean == true)
    #expect(root["frames"]?["region"]?.string == "centreHalf" && root["channels"] == nil)
    let experiment = try JSONDocument(try #require(proposal.experiment).rendered(), file: "experiment.json")
      .root
    #expect(experiment["mode"]?.string == "spot")
    #expect(experiment["windows"]?["windowSeconds"]?.string == "recording")
  }

  @Test func ratesOfAllRecordingsInOneTable() throws {
    let rows = ["anna", "ben"].flatMap { name in (0..<60).map { "\(name),\($0),\(70 + $0 % 5)" } }
    let proposal = try proposal(
      ["pulse.csv": "clip,time_s,bpm\n" + rows.joined(separator: "\n") + "\n"],
      clips: ["anna.mp4", "ben.mp4"])
    let root = try descriptor(proposal)
    let reference = try #require(root["reference"]?.elements?.first?["rateSeries"])
    #expect(reference["column"]?.string == "bpm")
    #expect(root["files"]?.elements?.last?["time"]?["column"]?.string == "time_s")
    #expect(root["files"]?.elements?.last?["recordingColumn"]?.string == "clip")
  }

  @Test func aTextOfOtherNamesIsNoReference() throws {
    let proposal = try proposal(
      ["list.txt": "clip pulse\nxeno 72\nyves 64\n"], clips: ["anna.mp4", "ben.mp4"])
    #expect(try descriptor(proposal)["reference"] == nil && proposal.experiment == nil)
  }

  @Test func facesAreSaidToNeedARegion() throws {
    let proposal = try proposal(
      ["oximeter.txt": "clip pulse\nanna 72\nben 64\n"], clips: ["anna.mp4", "ben.mp4"], showsFinger: false)
    #expect(try descriptor(proposal)["frames"]?["region"]?.string == "whole")
    #expect(
      proposal.gaps.contains { $0.what == "where the skin is in the frames: the whole frame is averaged" })
    let experiment = try JSONDocument(try #require(proposal.experiment).rendered(), file: "experiment.json")
      .root
    let extractors = experiment["detectors"]?.elements?.compactMap { $0["extractor"]?.string } ?? []
    #expect(Set(extractors) == ["pos", "chrom", "green"])
    #expect(experiment["baseline"]?.string == "fft")
    #expect(experiment["detectors"]?.elements?.contains { $0["label"]?.string == "fft" } == true)
  }
}
