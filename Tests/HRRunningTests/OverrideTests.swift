import HRSupport
import Testing

@testable import HRRunning
@testable import HRStatistics

@Suite struct OverrideTests {
  private func document() throws -> JSONDocument {
    try JSONDocument(#"{"windows": {"hopSeconds": 5}, "detectors": [{"label": "a"}, "b"]}"#, file: "x.json")
  }

  @Test func replacesAndAdds() throws {
    let changed = try document().applying(override: "windows.hopSeconds=1.5")
      .applying(override: "$.detectors[0].parameters.lowCutoffHz=0.9").applying(override: "detectors[1]=fft")
      .applying(override: "name=my run").applying(override: "datasets=[\"x\"]")
    #expect(changed.root["windows"]?["hopSeconds"]?.number == 1.5)
    #expect(changed.root["detectors"]?.elements?[0]["parameters"]?["lowCutoffHz"]?.number == 0.9)
    #expect(changed.root["detectors"]?.elements?[1].string == "fft")
    #expect(changed.root["name"]?.string == "my run")
    #expect(changed.root["datasets"]?.elements?.count == 1)
  }

  @Test(
    arguments: [
      ("windows", "expected path=value"), ("detectors[7].label=x", "has no entry [7]"),
      ("windows.hopSeconds.x=1", "not an object"), ("detectors[x=1", "is not a path"),
      ("a..b=1", "is not a path"),
    ] as [(String, String)])
  func refuses(_ override: String, _ words: String) throws {
    let document = try document()
    let problem = try #require(throws: Diagnostics.self) { try document.applying(override: override) }.first
    #expect(problem.message.contains(words), "\(problem.message)")
  }
}
