import Foundation
import HRTestSupport
import Testing

/// A program that reads the reference from the disk is right in every window. hreval cannot know that it did, but it
/// knows, and says, that it could.
extension FoolingTests.TruthFromDisk {
  /// Answers with the rate in the second line of the recordings' files, one file after the other.
  private func cheat(_ study: SteadyStudy) throws -> String {
    try study.folder.write(
      "cheat.sh",
      ProgramStudy.shell(atStart: "recording=-1").replacing(
        "rest=${line#*:}\n    echo",
        with:
          "recording=$((recording + 1)); truth=$(sed -n 2p \"$1/r$recording.csv\"); rest=${line#*:}\n    echo"
      ).replacing(#"\"bpm\":72"#, with: #"\"bpm\":${truth##*,}"#))
    return #"{"label": "mine", "command": ["sh", "cheat.sh", "\#(study.path)/data"]}"#
  }

  @Test func theVerdictSaysThatTheProgramCouldReadIt() throws {
    let study = try SteadyStudy()
    defer { withExtendedLifetime(study.folder) {} }
    let entries = [SteadyStudy.recorded("usual"), try cheat(study)]
    let ending = try study.run(entries, as: "trial")
    #expect(ending.out.contains("better by 5.00 bpm"), "\(ending.out)\(ending.err)")
    let remark = "\"mine\" ran outside of the sandbox, so it could read the reference"
    #expect(ending.out.components(separatedBy: remark).count >= 3, "\(ending.out)")
    let page = try study.text("trial/report.md")
    #expect(page.contains(remark), "\(page)")
    let html = try study.text("trial/report.html")
    #expect(html.contains(remark.replacing("\"", with: "&quot;")))
    #expect(html.contains("Programs in other languages ran outside of the sandbox"))
    #expect(try study.text("trial/run.json").contains(#""sandbox": false"#))
    #expect(try !study.text("trial/results.json").contains("sandbox"))
    let compared = try study.command(["compare", "trial"])
    #expect(compared.out.contains(remark), "\(compared.out)")
  }

  #if os(Linux)
    @Test(.enabled(if: SandboxUser.missing == nil, "\(SandboxUser.missing ?? "")"))
    func inTheSandboxThereIsNothingToRead() throws {
      let study = try SteadyStudy()
      defer { withExtendedLifetime(study.folder) {} }
      let entries = [SteadyStudy.recorded("usual"), try cheat(study)]
      let ending = try study.run(entries, as: "trial", more: ["--sandbox"], code: 1)
      #expect(!ending.out.contains("better by") && !ending.out.contains("could read the reference"))
      #expect(try study.text("trial/run.json").contains(#""sandbox": true"#))
      #expect(ending.out.contains("Programs in other languages ran in the sandbox"), "\(ending.out)")
    }
  #endif
}
