import HRTestSupport
import Testing

@testable import HRRecordings

@Suite struct NaturalOrderTests {
  @Test func digitsCountAsNumbers() {
    let names = ["rec_10", "rec_2", "b", "rec_1", "rec_02", "a10b2", "a10b1", "rec", "Rec_3", "rec_1x"]
    #expect(
      names.sorted { $0.precedesNaturally($1) } == [
        "Rec_3", "a10b1", "a10b2", "b", "rec", "rec_1", "rec_1x", "rec_02", "rec_2", "rec_10",
      ])
  }

  @Test func orderIsStrict() {
    let names = ["1", "01", "001", "", "a", "a1", "a01", "ä2", "ä10"]
    for a in names {
      #expect(!a.precedesNaturally(a))
      for b in names where a != b { #expect(a.precedesNaturally(b) != b.precedesNaturally(a), "\(a) \(b)") }
    }
  }

  @Test(
    arguments: [
      ("subject_0*", "subject_04", true), ("subject_0*", "subject_14", false), ("*", "", true),
      ("*", "a/b", true),
      ("a?c", "abc", true), ("a?c", "ac", false), ("*Left", "100001-Left", true),
      ("*L*t", "100001-Left", true),
      ("*a*b", "aab", true), ("a*", "ba", false), ("", "a", false), ("a", "a", true),
    ] as [(String, String, Bool)])
  func wildcards(_ pattern: String, _ text: String, _ fits: Bool) {
    #expect(text.fits(wildcards: pattern) == fits)
  }
}

@Suite struct PathPatternTests {
  private func found(_ pattern: String, in folder: TemporaryFolder) throws -> [String] {
    try PathPattern(pattern).find(in: DirectoryListing(root: folder.path)).map { match in
      match.path + match.captures.map { " \($0.name)=\($0.value)" }.joined()
    }
  }

  /// A plain search over all assignments would take longer than the age of the universe.
  @Test func manyCapturesAreSoonTried() throws {
    let captures = (0..<20).map { "{c\($0)}" }.joined(separator: "a")
    let name = String(repeating: "a", count: 200)
    let pattern = try PathPattern(captures + ".h5")
    #expect(!pattern.matches(name + ".h"))
    #expect(pattern.matches(name + ".h5"))
    #expect(!(try PathPattern("*a*a*a*a*a*a*a*a*a*a*a*b")).matches(name))
  }

  @Test func aNameThatStandsTwiceAmongManyIsRefused() throws {
    #expect(try PathPattern("{s}-{r}-{s}*.h5").matches("1-2-1x.h5"))
    #expect(try !PathPattern("{s}-{r}-{s}.h5").matches("1-2-3.h5"))
    let problem = try #require(throws: PathPattern.Malformed.self) { try PathPattern("{a}{b}{c}{d}{a}.h5") }
    #expect(problem.message.contains("stands twice among more than 3 parts"))
  }

  @Test func findsFilesInNaturalOrderWithTheirCaptures() throws {
    let folder = try TemporaryFolder()
    for name in [
      "data/s10/a.csv", "data/s2/a.csv", "data/s2/b.csv", "data/x/a.txt", ".hidden/a.csv", "s2.csv",
    ] {
      try folder.write(name, "")
    }
    #expect(
      try found("data/{subject}/{recording}.csv", in: folder) == [
        "data/s2/a.csv subject=s2 recording=a", "data/s2/b.csv subject=s2 recording=b",
        "data/s10/a.csv subject=s10 recording=a",
      ])
    #expect(try found("data/s{n}/a.csv", in: folder) == ["data/s2/a.csv n=2", "data/s10/a.csv n=10"])
    #expect(try found("*/*/a.*", in: folder) == ["data/s2/a.csv", "data/s10/a.csv", "data/x/a.txt"])
    #expect(try found(".hidden/{r}.csv", in: folder) == [".hidden/a.csv r=a"])
    #expect(try found("data/s2/a.csv", in: folder) == ["data/s2/a.csv"])
    #expect(try found("nowhere/{r}.csv", in: folder) == [])
    #expect(try found("{r}.csv", in: folder) == ["s2.csv r=s2"])
  }

  @Test func aCaptureTakesAsFewCharactersAsFit() throws {
    let folder = try TemporaryFolder()
    try folder.write("a_b_c.csv", "")
    #expect(try found("{first}_{rest}.csv", in: folder) == ["a_b_c.csv first=a rest=b_c"])
  }

  @Test func aRepeatedCaptureStandsForTheSameText() throws {
    let folder = try TemporaryFolder()
    try folder.write("s1/s1_ppg.csv", "")
    try folder.write("s1/s2_ppg.csv", "")
    #expect(try found("{s}/{s}_ppg.csv", in: folder) == ["s1/s1_ppg.csv s=s1"])
  }

  @Test func companionsAreFoundByWhatWasCaptured() throws {
    let folder = try TemporaryFolder()
    try folder.write("gt/s1-200.csv", "")
    try folder.write("gt/s10-100.csv", "")
    let pattern = try PathPattern("gt/{s}-*.csv").substituting([.init(name: "s", value: "s1")])
    #expect(pattern.find(in: DirectoryListing(root: folder.path)).map(\.path) == ["gt/s1-200.csv"])
    #expect(
      pattern.matches("gt/s1-3.csv") && !pattern.matches("gt/s10-3.csv") && !pattern.matches("s1-3.csv"))
  }

  @Test(arguments: ["", "/etc/{r}.csv", "{r.csv", "r}.csv", "{}.csv", "{a b}.csv"])
  func malformedPatterns(_ text: String) {
    #expect(throws: PathPattern.Malformed.self) { try PathPattern(text) }
  }

  @Test func templates() throws {
    let captures = [PathPattern.Recorded(name: "s", value: "1"), .init(name: "hand", value: "Left")]
    #expect(try CaptureTemplate("{s}-{hand}").filled(from: captures) == "1-Left")
    #expect(try CaptureTemplate("{s}/{other}").filled(from: captures) == nil)
    #expect(try CaptureTemplate("all").filled(from: []) == "all")
  }
}
