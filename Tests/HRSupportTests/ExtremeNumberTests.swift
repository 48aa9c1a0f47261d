import Testing

@testable import HRSupport

@Suite struct ExtremeNumberTests {
  @Test(arguments: [
    (-9_223_372_036_854_775_808, "-9.223372036854776e+18"),
    (9_223_372_036_854_775_808, "9.223372036854776e+18"),
    (999_999_999_999_999, "999999999999999"), (1e300, "1e+300"), (-Double.leastNonzeroMagnitude, "-5e-324"),
  ])
  func shortestText(number: Double, text: String) {
    #expect(shortest(number) == text)
    #expect(JSONText.number(number).rendered(indented: false) == text)
  }

  @Test func outsideItsRange() throws {
    let document = try JSONDocument(#"{"seed": -9223372036854775808}"#, file: "e.json")
    let shape = Shape.object(ObjectShape("the file", [.init("seed", .integer(0...10), "Seed.")]))
    #expect(
      document.problems(against: shape).map(\.message) == [
        "\"seed\" is -9.223372036854776e+18, outside its range 0 to 10"
      ])
  }

  @Test(arguments: [
    ("/data/set", "/data/set/a/r.csv", "torn (a/r.csv:3)"),
    ("/data/set/", "/data/set/a/r.csv", "torn (a/r.csv:3)"),
    ("set", "set/r.csv", "torn (r.csv:3)"),
    ("/data/set", "/data/settler/r.csv", "torn (/data/settler/r.csv:3)"), (".", "r.csv", "torn (r.csv:3)"),
  ])
  func placesAreToldFromAFolder(folder: String, file: String, summary: String) {
    let problem = Diagnostic("torn", place: .init(file: file, line: 3))
    #expect(problem.summary(within: folder) == summary)
    #expect(problem.summary == "torn (\(file):3)")
  }
}
