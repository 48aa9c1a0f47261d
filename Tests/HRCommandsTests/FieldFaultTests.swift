import Foundation
import HRTestSupport
import Testing

/// Files that the program told wrongly, or refused without its reason: each gives what its README calls right.
@Suite(.enabled(if: RealData.hasFaults, "\(RealData.absence)"))
struct FieldFaultTests {
  /// A copy of one of the folders, in the folder `set`.
  private func copy(_ name: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      atPath: RealData.faults.appending(path: name).path, toPath: folder.path + "/set")
    return folder
  }

  struct Fault: CustomTestStringConvertible, Sendable {
    let name: String
    let code: Int32
    let said: [String]
    var unsaid: [String] = []
    var testDescription: String { name }
  }

  /// `init` says what it should, with the right exit code.
  @Test(arguments: [
    Fault(
      name: "F01-dates-repeat", code: 0,
      said: [
        "480 of 500 rows repeat the time before: 25 rows a second", "500 samples at 25 Hz", "pulse in ppg 72",
      ],
      unsaid: ["keepFirst"]),
    Fault(
      name: "F01b-dates-per-packet", code: 0,
      said: ["2564 of 2600 rows repeat the time before: 130 rows a second", "2600 samples at 130 Hz"]),
    Fault(
      name: "F02-epoch-seconds-rate", code: 0,
      said: ["25 rows a second over the whole, known to 0.44 %", "pulse in ppg 72 to 72 bpm"]),
    Fault(
      name: "F03-time_s-as-ms", code: 2, said: ["one value every 1 s is no wave"],
      unsaid: ["1000 samples a second"]),
    Fault(name: "F04a-last-row-cut", code: 1, said: ["s01.csv:502", "expected 2 cells in the row, found 1"]),
    Fault(
      name: "F04b-serial-glitch", code: 1,
      said: ["s01.csv:251", "found \"9.960.3312\"", "expected 2 cells in the row, found 1"],
      unsaid: ["missing"]),
    Fault(
      name: "F04c-header-again", code: 1,
      said: ["s01.csv:251", "found \"time_s\"", "the header stands here again"]),
    Fault(
      name: "F04d-two-tables", code: 1,
      said: ["s01.csv:503", "\"stopAt\": \"beat_s\"", "problems behind it"],
      unsaid: ["s01.csv:504"]),
    Fault(
      name: "F04e-nul-tail", code: 2, said: ["the text ends here, and 512 NUL bytes follow", "s01.csv:501"]),
    Fault(
      name: "F05-e4-session", code: 0,
      said: [
        "HR.csv   1 file   csv: rates", "IBI.csv  1 file   csv: beats, intervals", "1920 samples at 64 Hz",
        "accelerometerX 960 samples at 32 Hz", "HR.csv begins at 10 s",
      ]),
    Fault(
      name: "F06a-decimal-comma-one-column", code: 0,
      said: [
        "decimalMark \",\"", "the text before the table says so (512 Hz)", "15360 samples at 512 Hz",
        "mean 72.05",
      ]),
    Fault(
      name: "F06b-rr-decimal-comma", code: 0,
      said: ["anna_rr.txt   1 file   csv: intervals", "mean 62.1", "reference 62 to 62.3, pulse in ppg 62.1"]),
    Fault(
      name: "F08-subjects-in-groups", code: 0,
      said: [
        "3 recordings: anna, ben, carl", "in its groups /{recording}, which are alike",
        "read by the new descriptor: 3 of 3",
      ],
      unsaid: ["ppg2", "ppg3"]),
    Fault(
      name: "F09a-pandas-table", code: 0,
      said: ["channel ppg", "values_block_0", "500 samples at 25 Hz", "read by the new descriptor: 1 of 1"]),
    Fault(
      name: "F09b-structured", code: 0,
      said: ["channel ppg", "500 samples at 25 Hz", "read by the new descriptor: 1 of 1"]),
    Fault(
      name: "F13-long-format", code: 0,
      said: [
        "s01.csv, rows PI", "s01.csv, rows PG", "ppg        3000 samples at 50 Hz",
        "ppg2       3000 samples at 50 Hz",
      ]),
    Fault(
      name: "F18-nanoseconds", code: 0,
      said: ["in ns are 130 samples a second", "2600 samples at 130 Hz", "-0.26 to 1.02", "mean 71.96"]),
    Fault(
      name: "F19a-physiobank-atm", code: 0,
      said: [
        "skipBelowHeader 1", "column \"'PLETH'\"", "channel ecg", "column \"'II'\"", "500 samples at 25 Hz",
      ]),
    Fault(name: "F19b-mm-ss", code: 0, said: ["\"time\" holds elapsed times", "500 samples at 25 Hz"]),
    Fault(name: "F19c-timedelta", code: 0, said: ["\"time\" holds elapsed times", "500 samples at 25 Hz"]),
    Fault(
      name: "F20a-acqknowledge-min", code: 0,
      said: [
        "\"min\" ", "the text before the table says 200 (5 msec/sample)",
        "the file calls it \"PPG - PPG100C\"",
        "the file calls it \"ECG - ECG100C\"", "4000 samples at 200 Hz", "mean 71.95",
      ]),
    Fault(
      name: "F20b-acqknowledge-notime", code: 0,
      said: ["skipBelowHeader 1", "5 msec/sample", "4000 samples at 200 Hz, -0.15 to 1.17", "mean 71.95"]),
    Fault(
      name: "F20c-labchart", code: 0,
      said: [
        "the file calls it \"Pulse\"", "the file calls it \"ECG\"", "4000 samples at 200 Hz", "mean 71.95",
      ]),
    Fault(
      name: "F20d-labchart-comment", code: 0,
      said: ["commentPrefix \"#\"", "the file calls it \"Pulse\"", "4000 samples at 200 Hz"]),
    Fault(
      name: "F20e-units-row", code: 0,
      said: [
        "skipBelowHeader 1", "column \"S_PPG_A13_CAL\"", "column \"S_Accel_LN_X_CAL\"",
        "accelerometerZ 500 samples at 25 Hz",
      ]),
    Fault(
      name: "F22-series-in-rows", code: 0,
      said: [
        "rows true", "row 0 of subject1/ground_truth.txt", "600 samples at 30 Hz",
        "600 rates over time: 72 to 72 bpm",
      ]),
    Fault(
      name: "F23-thousands", code: 2,
      said: ["look like numbers with commas between thousands", "take the commas away: sed"],
      unsaid: ["decimalMark"]),
    Fault(
      name: "F25-neurokit-table", code: 0,
      said: ["csv: ppg, rates, beats", "it is no independent truth", "mean 72.49"], unsaid: ["ppg2"]),
    Fault(
      name: "F26-edf-annotations", code: 0,
      said: ["the annotations \"R\" of s01.edf", "reference  70 beats", "mean 70.03"]),
    Fault(
      name: "F28-numbers-as-names", code: 0,
      said: [
        "\"Time\" holds dates and times", "channel ecg", " at 200 Hz", "read by the new descriptor: 1 of 1",
      ]),
    Fault(
      name: "F33-trailing-delimiter-ambient", code: 0,
      said: ["column \"channel 0\"", "ppg3       500 samples"], unsaid: ["ppg4", "column 5"]),
    Fault(
      name: "F07-two-unnamed-waves", code: 0,
      said: [
        "column \"CH1\" of s01_100Hz.csv: nothing names it; its slopes are as round as a pulse wave's",
        "column \"CH2\" of s01_100Hz.csv: nothing names it; its slopes are as sharp as an ECG's",
      ]),
    Fault(
      name: "F10-lzf-hint", code: 2,
      said: ["the values are compressed by lzf", "s01.h5", "python3 -c 'import h5py;"], unsaid: ["h5repack"]),
    Fault(
      name: "F11-rpeaks-of-other-rate", code: 0,
      said: [
        "beyond the end of every signal, and in milliseconds they would last 59.743 of 120 s",
        "by 500 a second they last as long as the signals", "mean 72.07",
      ]),
    Fault(
      name: "F11b-false-hardly-a-pulse", code: 0, said: ["by 500 a second", "mean 72.04"],
      unsaid: ["hardly show a pulse"]),
    Fault(
      name: "F12-rr-1024", code: 0,
      said: ["finding    sampleRate", "are these intervals in 1/1024 s", "1.024 times"]),
    Fault(
      name: "F14-sentinel", code: 0,
      said: ["finding    sentinelValues, channel ppg", "100 of 6000 samples are -999", "\"missing\": [-999]"]),
    Fault(
      name: "F17-dropped-frames-45s", code: 0, said: ["finding    sampleRate", "were frames dropped?"]),
    Fault(
      name: "F24-opensignals-digital", code: 0,
      said: ["column 5 of SampleECG.txt: the file calls it \"ECG\"", "mean 71.95"]),
    Fault(name: "F27a-cr", code: 0, said: ["500 samples at 25 Hz"]),
    Fault(name: "F27b-utf16", code: 2, said: ["the file is UTF-16 text: expected UTF-8", "iconv -f UTF-16"]),
    Fault(
      name: "F29a-edf-trailing-bytes", code: 2,
      said: [
        "the header claims 60 data records of 400 bytes, and the file holds 60 and 150 bytes",
        "head -c 24768",
      ]),
    Fault(
      name: "F29b-edf-last-record-missing", code: 2,
      said: ["the header claims 61 data records", "this keeps the 60 whole records"]),
    Fault(
      name: "F30-wfdb-no-frequency", code: 0,
      said: ["finding    sampleRate, channel ppg, channel ecg", "states no sampling frequency, so 250 Hz"]),
    Fault(
      name: "F31-rr-with-zero", code: 1,
      said: [
        "reference rr", "anna_rr.txt:21", "found 0 at entry 20", "anna_rr.txt:41", "found -812 at entry 40",
      ],
      unsaid: ["ecg"]),
    Fault(
      name: "F32-ambiguous-dates", code: 1,
      said: ["\"format\": \"DD/MM/YYYY hh:mm:ss.S AM\" or \"MM/DD/YYYY hh:mm:ss.S AM\""],
      unsaid: ["no column of times"]),
    Fault(
      name: "F34-edf-d-gap", code: 0,
      said: [
        "read by the new descriptor: 1 of 1", "finding    clockGaps", "20 s in all, the longest from 30 s on",
      ],
      unsaid: ["disagreeingRPeaks", "sparseReference"]),
  ])
  func initSays(_ fault: Fault) throws {
    let folder = try copy(fault.name)
    try expectInit(of: folder, fault.code, says: fault.said, not: fault.unsaid)
  }

  /// The commands in the hints, each run on the file that it is about, which is then read.
  @Test(arguments: [
    ("F04a-last-row-cut", "s01.csv", "sed '"), ("F04b-serial-glitch", "s01.csv", "sed '"),
    ("F04c-header-again", "s01.csv", "head -n "), ("F04e-nul-tail", "s01.csv", "tr -d "),
    ("F23-thousands", "s01.csv", "sed -E"), ("F27b-utf16", "s01.csv", "iconv "),
    ("F29a-edf-trailing-bytes", "s01.edf", "head -c "),
    ("F29b-edf-last-record-missing", "s01.edf", "head -c "),
  ])
  func hintsWork(_ name: String, _ file: String, _ start: String) throws {
    let folder = try copy(name)
    let refused = try Program.run(["init", "set"], in: folder.path)
    let text = refused.out + refused.err
    let command = try #require(
      text.firstRange(of: start).map { text[$0.lowerBound...].prefix { $0 != "\n" } })
    let ending = file.drop { $0 != "." }
    let mended = try Program.shell(
      """
      set -e; cd set; mv \(file) in\(ending); rm -f *.json
      \(command)
      rm in\(ending); "$HREVAL" init . --force
      """, in: folder.path)
    #expect(mended.code == 0, "\(command): \(mended.out)\(mended.err)")
  }

  @Test func theLineThatEndsATableWorks() throws {
    let folder = try copy("F04d-two-tables")
    let ending = try Program.shell(
      """
      "$HREVAL" init set > /dev/null 2>&1
      sed -i 's/"path": "s01.csv"/"path": "s01.csv", "csv": { "stopAt": "beat_s" }/; s/"path": "{recording}.csv"/"path": "{recording}.csv", "csv": { "stopAt": "beat_s" }/' set/dataset.json
      "$HREVAL" inspect set/dataset.json
      """, in: folder.path)
    #expect(ending.code == 0 && ending.out.contains("500 samples"), "\(ending.out)\(ending.err)")
  }

  @Test(.enabled(if: Self.hasH5py, "there is no h5py for python3"))
  func theCopyWithoutLZFIsRead() throws {
    let folder = try copy("F10-lzf-hint")
    let refused = try Program.run(["init", "set"], in: folder.path)
    let text = refused.err
    let command = try #require(
      text.firstRange(of: "python3 -c ").map { text[$0.lowerBound...].prefix { $0 != "\n" } })
    let mended = try Program.shell(
      "set -e; cd set; mv s01.h5 in.h5; \(command); rm in.h5; \"$HREVAL\" init . --rate 50", in: folder.path)
    #expect(mended.code == 0, "\(command): \(mended.out)\(mended.err)")
  }

  private static let hasH5py =
    (try? Program.shell("python3 -c 'import h5py'", in: "/"))?.code == 0

  /// A reference in milliseconds that are sample numbers: the pulse is seen, and the reference's clock is asked about.
  @Test func aPulseThatIsSeenIsNotDenied() throws {
    let folder = try copy("F11b-false-hardly-a-pulse")
    try folder.write(
      "set/dataset.json",
      """
      { "schemaVersion": 1, "name": "d", "root": ".",
        "files": [ { "name": "s", "path": "{recording}_ppg.csv", "time": "time_s" }, { "name": "b", "path": "{recording}_rpeaks.csv" } ],
        "channels": { "ppg": "ppg" }, "reference": [ { "beats": { "file": "b", "column": "rpeaks", "unit": "ms" } } ] }
      """)
    let ending = try Program.run(["inspect", "set/dataset.json"], in: folder.path)
    #expect(ending.out.contains("finding    sampleRate"), "\(ending.out)\(ending.err)")
    #expect(
      ending.out.contains("reference's times or sample numbers of a rate 2"), "\(ending.out)")
    #expect(!ending.out.contains("hardly show a pulse"), "\(ending.out)")
  }

  /// Intervals in 1/1024 s that are declared so fit.
  @Test func intervalsOf1024thsFit() throws {
    let folder = try copy("F12-rr-1024")
    let ending = try Program.shell(
      """
      "$HREVAL" init set > /dev/null 2>&1
      sed -i 's|"unit": "ms"|"unit": "1/1024 s"|' set/dataset.json
      "$HREVAL" inspect set/dataset.json
      """, in: folder.path)
    #expect(ending.code == 0 && !ending.out.contains("finding"), "\(ending.out)\(ending.err)")
    #expect(ending.out.contains("mean 72.0"), "\(ending.out)")
  }

  @Test(arguments: ["F15-gap-is-judged", "F34-edf-d-gap"])
  func aGapIsNotJudged(_ name: String) throws {
    let folder = try copy(name)
    let made = try Program.run(["init", "set", "--force"], in: folder.path)
    #expect(made.code == 0, "\(made.err)")
    try folder.write(
      "set/exp.json",
      #"{"schemaVersion": 1, "name": "g", "seed": 1, "datasets": ["./dataset.json"], "windows": {"windowSeconds": 10, "hopSeconds": 5}, "scenarios": ["clean"], "detectors": ["fusion", "fusion.stream", "peak", "fft", "welch"]}"#
    )
    let ending = try Program.run(["run", "exp.json", "--output", "out"], in: folder.path + "/set")
    #expect(ending.code == 0, "\(ending.err)")
    #expect(
      ending.out.contains("windows are not judged because samples cover too little of them"),
      "\(ending.out)")
    for page in ["report.html", "report.md"] {
      let text = try String(contentsOfFile: folder.path + "/set/out/" + page, encoding: .utf8)
      #expect(text.contains("windows are not judged because samples cover too little of them"), "\(page)")
    }
    let rows = try String(contentsOfFile: folder.path + "/set/out/windows.csv", encoding: .utf8).split(
      separator: "\n"
    ).dropFirst()
      .map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let within = name.hasPrefix("F15") ? 40.0..<60.0 : 30.0..<50.0
    var (skipped, judged) = (0, 0)
    for row in rows {
      let start = try #require(Double(row[5])), end = try #require(Double(row[6]))
      let overlap = max(0, min(end, within.upperBound) - max(start, within.lowerBound))
      if overlap > 2.1 {
        skipped += 1
        #expect(row[8].isEmpty && row[10] == "noReference:noSamples", "\(row)")
      } else if row[4] == "fft", row[10] == "value" {
        judged += 1
        #expect(abs(try #require(Double(row[15]))) < 3, "\(row)")
      }
    }
    #expect(skipped == 25 && judged >= 5, "\(skipped) \(judged)")
  }
}
