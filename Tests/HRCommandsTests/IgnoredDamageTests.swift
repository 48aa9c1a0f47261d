import Foundation
import HRTestSupport
import Testing

/// Answers that are the same whatever is done to the samples: of a program that remembers what it saw before, and of
/// recorded output that is named for more than one scenario.
extension FoolingTests.IgnoredDamage {
  private static let scenarios =
    #""scenarios": ["clean", {"label": "noise", "scenario": "whiteNoise", "parameters": {"snrDecibels": -20}}], "#

  /// Writes the experiment and runs it; windows of 20 s every 5 s, nine in each of two recordings.
  private func run(_ study: ProgramStudy, _ detectors: [String]) throws -> Program.Ending {
    try study.describe(detectors)
    let text = try study.text("secretstudy.json")
    try study.write(
      "secretstudy.json", text.replacing("\"windows\":", with: Self.scenarios + "\"windows\":"))
    return try Program.run(ProgramStudy.command + ["--output", "out", "--jobs", "1"], in: study.folder)
  }

  /// A program that counts the trials that it was shown: of two recordings in one scenario, 61 and 62. With the memory
  /// of the other scenario it would say more.
  @Test func aProgramKnowsNothingOfATrialWithOtherDamage() throws {
    try ProgramStudy.with { study in
      let counting = ProgramStudy.shell(atStart: "trials=60").replacing(
        "rest=${line#*:}\n    echo", with: "trials=$((trials + 1)); rest=${line#*:}\n    echo"
      ).replacing(#"\"bpm\":72"#, with: #"\"bpm\":$trials"#)
      try study.write("counting.sh", counting)
      let ending = try run(study, [#"{"label": "counting", "command": ["sh", "counting.sh"]}"#])
      #expect(ending.code == 0, "\(ending.err)")
      let rows = try study.text("out/windows.csv").split(separator: "\n").dropFirst().map { row in
        row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      }
      #expect(rows.count == 4 * ProgramStudy.windows)
      for scenario in ["clean", "noise"] {
        for rate in ["61", "62"] {
          #expect(rows.count { $0.contains(scenario) && $0.contains(rate) } == ProgramStudy.windows)
        }
      }
    }
  }

  private func write(_ study: ProgramStudy, _ folder: String, _ rate: (Int) -> Double) throws {
    for person in ["p1", "p2"] {
      let readings = (0..<ProgramStudy.windows).map { "\(Double(5 * $0) + 19.5),\(rate($0))\n" }
      try FileManager.default.createDirectory(
        atPath: study.folder + "/" + folder, withIntermediateDirectories: true)
      try study.write("\(folder)/\(person).csv", "time,value\n" + readings.joined())
    }
  }

  private static let finding = "same answers to different samples"

  @Test func oneFileForTwoScenariosIsFound() throws {
    try ProgramStudy.with { study in
      let entry = #"{"label": "vendor", "recorded": "vendor/{scenario}/{recording}.csv"}"#
      for scenario in ["clean", "noise"] {
        try write(study, "vendor/" + scenario) { 71.5 + 0.137 * Double($0 * $0) }
      }
      let ending = try run(study, [entry, "\"peak\""])
      let evidence =
        "the same answers to the last bit in \"noise\" and \"clean\": 18 of 18 windows whose samples differ"
      let sentence = try #require(
        ending.out.split(separator: "\n").first { $0.contains(Self.finding) }, "\(ending.out)\(ending.err)")
      #expect(sentence.contains("detector vendor"), "\(sentence)")
      #expect(ending.out.replacing("\n", with: " ").contains("\"noise\" and \"clean\""))
      let results = try study.text("out/results.json")
      #expect(results.contains("sameAnswers"))
      #expect(results.contains(evidence.replacing("\"", with: "\\\"")), "\(ending.out)")

      // Output that differs in the last digits, and output that knows nothing, give no finding.
      try write(study, "vendor/noise") { 71.5000001 + 0.137 * Double($0 * $0) }
      let other = try run(study, [entry, "\"peak\"", "\"constant\""])
      #expect(!other.out.contains(Self.finding), "\(other.out)")
      for scenario in ["clean", "noise"] { try write(study, "vendor/" + scenario) { _ in 72 } }
      #expect(try !run(study, [entry, "\"constant\""]).out.contains(Self.finding))
    }
  }

  /// Whole numbers can stay the same by rounding: only damage that drowns the pulse tells something.
  @Test func wholeNumbersAreFoundUnderStrongDamageAlone() throws {
    try ProgramStudy.with { study in
      let entry = #"{"label": "vendor", "recorded": "vendor/{scenario}/{recording}.csv"}"#
      for scenario in ["clean", "noise"] { try write(study, "vendor/" + scenario) { Double(70 + $0 % 3) } }
      let few = try run(study, [entry])
      #expect(!few.out.contains(Self.finding), "18 windows are too few: \(few.out)")
    }
  }
}
