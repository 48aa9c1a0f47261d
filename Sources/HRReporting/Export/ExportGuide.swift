package import HRRunning
internal import HRSignals

/// The README of exported trials, for readers who have no hreval.
package enum ExportGuide {
  package static let fileName = "README.txt"
  /// First line, by which the folder is recognised.
  package static let firstLine = "Trials of hreval, for a system that runs elsewhere"

  package static func text(of manifest: TrialManifest) -> String {
    let written = manifest.trials.filter { $0.failure == nil }
    let events = manifest.measurand.events
    return """
      \(firstLine)

      Experiment: \(manifest.experiment)
      Trials:     \(written.count)\(written.count == manifest.trials.count ? "" : " of \(manifest.trials.count)")
      Wanted:     the \(manifest.measurand.words), in \(events) per minute

      A trial is one recording, damaged in one way (the scenario), drawn once (the repeat, counted from 1). What the
      true rate is does not stand in this folder. Please run your program on every trial and send back its answers.

      1. Read the trials
      ------------------

      manifest.json lists them under "trials": "dataset", "recording", "scenario", "repeat", the trial's "files" below
      this folder, the "channels" in them, and its "windows". A trial with "failure" has no files.

      \(layout(manifest.fileFormat))

      Units: ppg and other light channels any, red, green and blue codes from 0 to 255, ecg mV, acceleration g
      (gravity included). A missing sample is NaN.

      2. Answer for each window
      -------------------------

      "windows": {"count": 3, "firstStart": 0, "seconds": 20, "hopSeconds": 5} stands for windows from 0 to 20 s, from
      5 to 25 s and from 10 to 30 s, on the clock of the trial's files.

      \(manifest.mode == .spot ? spot : continuous)

      3. Write one file per trial
      ---------------------------

      The file of a trial is

        answers/{dataset}/{recording}/{scenario}/{repeat}.csv     or .json in place of .csv

      with the trial's names as folders, spelt as in the trial's own path: it is the path under trials/, with answers
      in the place of trials.

      CSV: a line of names, then one reading per line. The time is in seconds on the clock of the trial's files, the
      value in \(events) per minute, the confidence (which may be left out, in all lines) from 0 to 1.

        time,value,confidence
        19.9,71.8,0.93
        24.9,72.4,0.88

      Of a window the latest reading in it counts: its time is at least the window's start and less than its end. So
      give the reading of a window a time just before the window's end. Where your program has no answer leave the line
      out; the window then counts as not answered.

      \(beats(manifest.measurand))
      JSON: the same, as

        {"manifestSHA256": "…", "\(section(manifest.measurand))": {"rate": [{"time": 19.9, "value": 71.8, "confidence": 0.93}]}}

      manifestSHA256, which may be left out, is the SHA-256 of manifest.json; answers to other samples are then refused.

      4. Send back
      ------------

      The folder answers, with manifest.json of this folder in it, unchanged. It holds the digest of every trial's
      samples, by which answers to other samples are told. The experiment then reads the answers with

        { "label": "yours", "recorded": "answers/{dataset}/{recording}/{scenario}/{repeat}.csv",
          "manifest": "answers/manifest.json" }

      The digest ("sha256" of a trial)
      --------------------------------

      SHA-256 of one line per channel, in the order of the channels' names: name, space, SHA-256 of the channel's
      samples, line feed. A channel's samples are the times of all of them in seconds, then their values, each number
      as eight bytes, lowest byte first (a double as IEEE 754 has it). Of an even channel sample k is at
      start_time + k / sample_rate. A missing value is the NaN with the bytes 00 00 00 00 00 00 F8 7F, and -0 is 0.

      """
  }

  private static func layout(_ format: TrialManifest.FileFormat) -> String {
    switch format {
    case .hdf5:
      """
      Each trial is an HDF5 file. /channels/NAME holds the samples of a channel (ppg, red, accelerometerX …) as numbers.
      Its attributes sample_rate (per second) and start_time (seconds) say when they were taken; where it has none,
      /channels/NAME_time holds the time of each sample in seconds.
      """
    case .csv:
      """
      Each trial has one CSV file per sensor (…_ppg.csv, …_camera.csv, …_accelerometer.csv): a line of names, then one
      line per sample. The first column, time_s, is the time in seconds; the others are channels (ppg, red,
      accelerometerX …). All files of a trial have the same clock.
      """
    }
  }

  private static let continuous =
    "A fair reading of a window uses nothing that comes after its end; what came before it may be used."

  private static let spot =
    "Each window is a measurement of its own: a fair reading uses what is in it, and nothing before or after."

  private static func beats(_ measurand: Measurand) -> String {
    guard measurand == .heartRate else { return "" }
    return """
      Beats instead: a line beat_s, then the time of one beat per line, in seconds on that clock. Rates follow from
      them; single beats and heart-rate variability can only be judged so.

      """
  }

  private static func section(_ measurand: Measurand) -> String {
    switch measurand {
    case .heartRate: "pulse"
    case .breathingRate: "breathing"
    }
  }
}
