import Testing

@testable import HRRecordings

@Suite struct NameTests {
  @Test(arguments: [
    ("ACC_X", ["acc", "x"]), ("rPeaks", ["r", "peaks"]), ("Time [s]", ["time", "s"]),
    ("accelerometerX", ["accelerometer", "x"]), ("HR", ["hr"]), ("ECGLead", ["ecg", "lead"]),
    ("hr_8s_window", ["hr", "8", "s", "window"]), ("Pulse 1", ["pulse", "1"]), ("", []), ("__", []),
  ])
  func wordsOfNames(_ name: String, _ words: [String]) { #expect(NameWords(name).words == words) }

  @Test func whatDiffersIsCaptured() {
    let cases: [(paths: [String], pattern: String, recording: String, subject: String?)] = [
      (["anna.csv", "ben.csv"], "{recording}.csv", "{recording}", nil),
      (["x_01_Signals.csv", "x_02_Signals.csv"], "x_{number}_Signals.csv", "x_{number}", nil),
      (
        ["d/subject_06/PPG.csv", "d/subject_07/PPG.csv"], "d/subject_{number}/PPG.csv", "subject_{number}",
        "subject_{number}"
      ),
      (["s1/ppg.csv", "s2/ppg.csv"], "{recording}/ppg.csv", "{recording}", "{recording}"),
      (["s1/s1_ppg.csv", "s2/s2_ppg.csv"], "{recording}/{recording}_ppg.csv", "{recording}", "{recording}"),
      (["118e00.csv", "118e24.csv"], "118e{number}.csv", "118e{number}", nil),
      (
        ["s1_run.edf", "s1_walk.edf", "s2_run.edf", "s2_walk.edf"], "{subject}_{condition}.edf",
        "{subject}-{condition}", "{subject}"
      ),
      (
        ["Left/11.csv", "Left/12.csv", "Right/11.csv", "Right/12.csv"], "{condition}/{subject}.csv",
        "{subject}-{condition}", "{subject}"
      ),
      (["only.csv"], "only.csv", "only", nil),
      (["an.csv", "andrea.csv"], "{recording}.csv", "{recording}", nil),
    ]
    for (paths, pattern, recording, subject) in cases {
      let family = PathFamily(paths)
      #expect(
        family.pattern == pattern && family.recording == recording && family.subject == subject, "\(family)")
      for index in paths.indices { #expect(family.fill(family.pattern, index) == paths[index]) }
      #expect(Set(family.names).count == paths.count)
    }
  }

  @Test func companionsAreFoundByWholeWords() {
    let family = PathFamily(["118e00.csv", "118e24.csv"])
    #expect(family.template(of: "118e24_ann.csv", for: 1) == "118e{number}_ann.csv")
    #expect(family.template(of: "118e2401.csv", for: 1) == "118e2401.csv")
    let names = PathFamily(["ann.csv", "ben.csv"])
    #expect(names.template(of: "ben_annotation.csv", for: 1) == "{recording}_annotation.csv")
    #expect(names.template(of: "annotation.csv", for: 0) == "annotation.csv")
  }

  @Test func patternsDoNotCrossFolders() {
    #expect(PathFamily.wildcards("d/{a}_{b}/x.csv") == "d/*_*/x.csv")
    #expect(PathFamily.fits("a.csv", "*.csv") && !PathFamily.fits("d/a.csv", "*.csv"))
  }
}
