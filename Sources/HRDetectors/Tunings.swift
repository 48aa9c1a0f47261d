internal import HRPlugins

/// What plugins of several folders were tuned on.
extension [TunedOn] {
  /// A rule without a constant that recordings could have chosen.
  static let nothing: [TunedOn] = []

  /// `Flagship/README.md` has the whole of it.
  static let ofFusion: [TunedOn] = {
    let what =
      "Constants were varied one at a time on these recordings, and the confidence was fitted on them."
    return [
      TunedOn("uw-oximetry", recordings: ["100001-*", "100002-*"], what),
      TunedOn(
        "welltory-ppg", recordings: ["01", "02", "03", "06", "07", "08"].map { "subject_" + $0 }, what),
      TunedOn("bidmc", recordings: ["01"], "Constants were varied one at a time on this recording."),
      TunedOn("neurokit", "Constants were varied one at a time on this recording."),
      TunedOn(
        "synthetic",
        "Constants were chosen on made recordings of seeds 1 to 3; the usual made recordings are of seed 1."),
    ]
  }()

  /// `Flagship/README.md` has the whole of it.
  static let ofWristFusion = [
    TunedOn(
      "wrist-exercise", recordings: ["s2_*", "s3_*", "s4_*"],
      "Constants were chosen on these recordings together with made ones, and the confidence was fitted on them."
    ),
    TunedOn("synthetic", "The confidence was fitted on these recordings, clean, noisy and moving."),
    TunedOn("bidmc", recordings: ["01"], "The confidence was fitted on this recording."),
    TunedOn("neurokit", "The confidence was fitted on this recording."),
    TunedOn("uw-oximetry", "The confidence was fitted on these recordings."),
    TunedOn("welltory-ppg", "The confidence was fitted on these recordings."),
  ]

  /// The twelve recordings of running that came with the IEEE Signal Processing Cup of 2015.
  static let ofCup2015 = [
    TunedOn("ieee-spc-2015", "The authors developed the method on its recordings of running.")
  ]

  /// Forty people of the publication's own.
  static let ofEmergencyResponders = [
    TunedOn("ppg-cbr", "The authors judged the method on these recordings, forty emergency responders.")
  ]
}
