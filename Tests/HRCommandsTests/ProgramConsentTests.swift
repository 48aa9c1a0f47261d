import Foundation
import HRTestSupport
import Testing

/// Programs that an experiment names are started by `run`, which prints them, and by other commands only with
/// permission.
@Suite struct ProgramConsentTests {
  private static let leave = "--allow-commands"

  /// An experiment whose detector, filter and extractor are programs that leave a file when they are started.
  private func with(_ body: (ProgramStudy) throws -> Void) throws {
    try ProgramStudy.with { study in
      try FileManager.default.createDirectory(
        atPath: study.folder + "/mine", withIntermediateDirectories: false)
      try FileManager.default.moveItem(
        atPath: study.folder + "/secretdata", toPath: study.folder + "/elsewhere")
      try study.write(
        "mine/rate.sh", ProgramStudy.shell(atStart: "touch '\(study.folder)/started'"))
      try study.write(
        "mine/filter.sh",
        """
        touch '\(study.folder)/started'
        read -r hello
        echo '{"name":"smooth","version":"1","kind":"filter"}'
        while read -r line; do :; done
        """)
      try study.write(
        "mine/study.json",
        """
        {"schemaVersion": 1, "name": "study", "datasets": ["../elsewhere/dataset.json"],
         "windows": {"windowSeconds": 20, "hopSeconds": 5}, "report": {"formats": ["csv", "json"]},
         "scenarios": ["clean", "whiteNoise"], "baseline": "mine",
         "claims": [{"claim": "It reads.", "source": "us", "holdsWhen": [
           {"detector": "mine", "scenario": "clean", "metric": "coverage", "atLeast": 0.5}]}],
         "detectors": ["peak",
           {"label": "mine", "command": ["sh", "rate.sh"], "alsoReads": ["../models"]},
           {"label": "smoothed", "detector": "fft", "filters": [{"command": ["sh", "filter.sh"]}]}]}
        """)
      try body(study)
    }
  }

  private func hreval(_ words: String, _ study: ProgramStudy) throws -> (
    ending: Program.Ending, started: Bool
  ) {
    let marker = study.folder + "/started"
    try? FileManager.default.removeItem(atPath: marker)
    let ending = try Program.run(words.split(separator: " ").map(String.init), in: study.folder)
    return (ending, FileManager.default.fileExists(atPath: marker))
  }

  private static let onlyRate =
    #" --set detectors=["peak",{"label":"mine","command":["sh","rate.sh"],"alsoReads":["../models"]}]"#

  @Test func checkStartsNothingAndSaysWhatItDidNotCheck() throws {
    try with { study in
      let (check, started) = try hreval("check mine/study.json", study)
      #expect(!started && check.code == 0, "\(check.err)")
      #expect(check.out.contains("study: nothing to refuse in what was checked\n"))
      for label in ["mine", "smoothed"] {
        #expect(
          check.out.contains("  not checked \(label): its program is not started without \(Self.leave)\n"))
      }
      #expect(check.out.contains("  program     sh rate.sh (also reads \(study.folder)/models)\n"))
      #expect(check.out.contains("  program     sh filter.sh\n"))
      #expect(check.out.contains("  reads       \(study.folder)/elsewhere (data set secretdata)\n"))
      // Problems elsewhere in the file are reported all the same.
      let wrong = try hreval("check mine/study.json --set scenarios=[\"clean\",\"rain\"]", study)
      #expect(wrong.ending.code == 2 && wrong.ending.err.contains("rain") && !wrong.started)
      // No detector is left.
      let bare = try hreval(
        #"check mine/study.json --set detectors=[{"label":"mine","command":["sh","rate.sh"]}]"#, study)
      #expect(bare.ending.code == 0 && !bare.started, "\(bare.ending.err)")
      #expect(bare.ending.out.contains("  not checked mine: "))
      // A variable may hold a secret.
      let named = try hreval(
        #"check mine/study.json --set detectors=[{"label":"mine","command":["sh","rate.sh"],"environment":["TOKEN","KEY"]}]"#,
        study)
      #expect(!named.started)
      #expect(
        named.ending.out.contains("  program     sh rate.sh (is given the variables TOKEN, KEY)\n"))
      let allowed = try hreval("check mine/study.json \(Self.leave)" + Self.onlyRate, study)
      #expect(allowed.started && allowed.ending.code == 0, "\(allowed.ending.err)")
      #expect(allowed.ending.out.contains("study: nothing to refuse\n"))
      #expect(allowed.ending.out.contains("  detector    mine\n"))
      #expect(allowed.ending.out.contains("  program     sh rate.sh (also reads "))
    }
  }

  @Test func inspectStartsNothing() throws {
    try with { study in
      let (inspect, started) = try hreval(
        "inspect elsewhere/dataset.json --experiment mine/study.json --scenario whiteNoise", study)
      #expect(!started && inspect.code == 0, "\(inspect.err)")
      #expect(inspect.err.contains("not started, and its entry not checked: sh rate.sh (also reads "))
      #expect(inspect.err.contains("not started, and its entry not checked: sh filter.sh\n"))
    }
  }

  @Test func planAndExportRefuse() throws {
    try with { study in
      for words in ["plan mine/study.json --output plan --shards 2", "export mine/study.json --to handout"] {
        let refused = try hreval(words, study)
        #expect(refused.ending.code == 2 && !refused.started, "\(words): \(refused.ending.err)")
        #expect(refused.ending.err.contains("which only run does unasked: sh rate.sh"), "\(words)")
        #expect(refused.ending.err.contains("which only run does unasked: sh filter.sh"), "\(words)")
        #expect(refused.ending.err.contains("\(Self.leave) starts it here too"), "\(words)")
        #expect(!FileManager.default.fileExists(atPath: study.folder + "/" + words.split(separator: " ")[3]))
        let allowed = try hreval("\(words) \(Self.leave)" + Self.onlyRate, study)
        #expect(allowed.started && allowed.ending.code == 0, "\(words): \(allowed.ending.err)")
      }
    }
  }

  /// A plan may also come from another person.
  @Test func mergeAndSubmitRefuseAndRunDoesNot() throws {
    try with { study in
      let planned = try hreval(
        "plan mine/study.json --output plan --shards 2 \(Self.leave)" + Self.onlyRate, study)
      #expect(planned.ending.code == 0, "\(planned.ending.err)")
      let submit = try hreval("submit plan --engine slurm --dry-run", study)
      #expect(submit.ending.code == 2 && !submit.started)
      #expect(
        submit.ending.err.contains("the jobs would start a program, which only run does unasked: sh rate.sh"))
      #expect(submit.ending.err.contains(Self.leave))
      let status = try hreval("status plan", study)
      #expect(!status.started)
      let run = try hreval("run --plan plan --shard 0-1/2", study)
      #expect(run.started && run.ending.code == 0, "\(run.ending.err)")
      #expect(run.ending.err.contains("starts with all your rights: sh rate.sh (also reads "))
      #expect(run.ending.err.contains("reads \(study.folder)/elsewhere (data set secretdata)\n"))
      let refused = try hreval("merge plan", study)
      #expect(refused.ending.code == 2 && !refused.started)
      #expect(refused.ending.err.contains("which only run does unasked: sh rate.sh"))
      let merged = try hreval("merge plan --quiet \(Self.leave)", study)
      #expect(merged.ending.code == 0, "\(merged.ending.err)")
    }
  }

  @Test func runSaysWhatItStartsAndReads() throws {
    try with { study in
      let run = try hreval("run mine/study.json --output out" + Self.onlyRate, study)
      #expect(run.started && run.ending.code == 0, "\(run.ending.err)")
      #expect(
        run.ending.err.contains(
          """
          starts with all your rights: sh rate.sh (also reads \(study.folder)/models)
          reads \(study.folder)/elsewhere (data set secretdata)

          """), "\(run.ending.err)")
      let quiet = try hreval("run mine/study.json --output out --quiet" + Self.onlyRate, study)
      #expect(quiet.started && quiet.ending.code == 0 && quiet.ending.err.isEmpty, "\(quiet.ending.err)")
    }
  }

  /// A program that is typed in a command is allowed.
  @Test func whatIsTypedIsStarted() throws {
    try with { study in
      let listed = try hreval("list --command sh mine/rate.sh", study)
      #expect(listed.started && listed.ending.code == 0, "\(listed.ending.err)")
    }
  }
}
