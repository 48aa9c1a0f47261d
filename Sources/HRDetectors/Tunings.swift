internal import HRPlugins

/// Recordings that plugins of several folders were tuned on.
extension [TunedOn] {
  /// A rule without a constant that recordings could have chosen.
  static let nothing: [TunedOn] = []

  /// `Flagship/README.md` has the whole of it.
  static let ofFusion: [TunedOn] = {
    let light =
      "Constants were chosen in view of the figures on these recordings, and the confidence was fitted on them."
    let movement =
      "When movement gives the accelerometer a say was chosen in view of the figures on these recordings."
    return [
      TunedOn("uw-oximetry", light), TunedOn("welltory-ppg", light),
      TunedOn("bidmc", recordings: ["01"], light),
      TunedOn("neurokit", light), TunedOn("synthetic", light),
      TunedOn(
        "nordling-ecg-ppg",
        "When small pulses are believed, how the last beats of a window go on, and what few beats say, was chosen in view of the figures here."
      ),
      TunedOn("wrist-exercise", recordings: ["s2_*", "s3_*", "s4_*"], movement),
      TunedOn("ppg-dalia-s6", movement),
      TunedOn(
        "synthetic-80",
        "What few beats, unclear spectra and, in fusion.stream, a changing rate take from the confidence was chosen in view of the figures here."
      ),
    ]
  }()

  /// The extractor `camera`.
  static let ofCamera: [TunedOn] = {
    let what = "How colours are weighed was chosen in view of the figures on these recordings."
    return [TunedOn("uw-oximetry", what), TunedOn("welltory-ppg", what)]
  }()

  /// `Flagship/README.md` has the whole of it.
  static let ofWristFusion: [TunedOn] = {
    let fitted = "The confidence was fitted on these recordings, as they are, in noise and in motion."
    let light =
      "A body that is still is read with the constants of fusion, which were chosen on these recordings."
    return [
      TunedOn(
        "wrist-exercise", recordings: ["s2_*", "s3_*", "s4_*"],
        "Constants were chosen on these recordings together with made ones, and the confidence was fitted on them."
      ),
      TunedOn("ppg-dalia-s6", "Constants were chosen in view of the figures on these recordings."),
      TunedOn("synthetic", "Two constants were chosen in view of these recordings. " + fitted + " " + light),
      TunedOn("uw-oximetry", fitted + " " + light), TunedOn("welltory-ppg", fitted + " " + light),
      TunedOn("bidmc", recordings: ["01"], fitted + " " + light), TunedOn("neurokit", fitted + " " + light),
      TunedOn("nordling-ecg-ppg", light), TunedOn("synthetic-80", light),
    ]
  }()

  /// The twelve recordings of running that came with the IEEE Signal Processing Cup of 2015.
  static let ofCup2015 = [
    TunedOn("ieee-spc-2015", "The authors developed the method on its recordings of running.")
  ]

  /// Forty people of the publication's own.
  static let ofEmergencyResponders = [
    TunedOn("ppg-cbr", "The authors judged the method on these recordings, forty emergency responders.")
  ]
}
