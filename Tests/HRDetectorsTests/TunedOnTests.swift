import HRPlugins
import Testing

@testable import HRDetectors

/// Tests of the recordings that the built-in plugins state to be tuned on.
@Suite struct TunedOnTests {
  @Test func everyStatementIsASentenceOnADataSet() {
    let infos =
      Catalog<DetectorEntry>.builtIn.entries.map(\.info) + Catalog<ExtractorEntry>.builtIn.entries.map(\.info)
      + Catalog<FilterEntry>.builtIn.entries.map(\.info) + Catalog<QualityEntry>.builtIn.entries.map(\.info)
    let stated = infos.flatMap { $0.tunedOn ?? [] }
    #expect(stated.count > 20)
    for tuned in stated {
      #expect(
        !tuned.dataset.isEmpty && tuned.what.hasSuffix(".") && !tuned.recordings.contains(""), "\(tuned)")
    }
  }

  @Test func whatWasTunedHereIsStated() throws {
    func datasets(_ name: String) -> [String]? {
      Catalog<DetectorEntry>.builtIn[name]?.info.tunedOn?.map(\.dataset)
    }
    let light = ["uw-oximetry", "welltory-ppg", "bidmc", "neurokit", "synthetic"]
    let further = ["nordling-ecg-ppg", "wrist-exercise", "ppg-dalia-s6", "synthetic-80"]
    for name in ["fusion", "fusion.stream"] { #expect(datasets(name) == light + further) }
    let wrist = try #require(datasets("fusion.wrist"))
    #expect(Set(wrist).isSuperset(of: ["wrist-exercise", "ppg-dalia-s6"] + light))
    #expect(Catalog<ExtractorEntry>.builtIn["camera"]?.info.tunedOn?.map(\.dataset) == Array(light.prefix(2)))
    #expect(datasets("hue") == ["welltory-ppg", "uw-oximetry"])
    #expect(datasets("constant") == [])
    // Its tuning is unknown, and nothing is claimed.
    #expect(datasets("fft.swasthicare") == nil)
  }
}
