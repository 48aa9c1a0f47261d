extension DataFinding {
  /// Kinds of suspected mistakes; raw values are the names in descriptors, results and baselines.
  package enum Kind: String, CaseIterable, Sendable {
    // The reference against the signals.
    case sampleRate, halfOrDouble, referenceShift, referenceUnit, referenceUnrelated
    // The reference by itself.
    case impossibleRates, constantReference, referenceSpan, sparseReference, disagreeingRPeaks
    // Channels.
    case swappedChannels, noPulse, sentinelValues, flatSignal, clippedSignal, fewLevels, upsideDown
    case accelerometerLevel
    // Clocks.
    case timeUnit, repeatedTimes, clockGaps, neverWritten
    // Interference in the signal.
    case mainsHum, steadyLine, frameImpulses
    // A video's colours.
    case assumedColours
    // Copies and names.
    case repeatedStretch, duplicateRecording, samePerson, continuedRecording
    // Labels.
    case labelShift
    // Results of all detectors of a run.
    case worseThanChance
    // Results of one detector.
    case sameAnswers
  }
}

extension DataFinding.Kind {
  /// Heading for the finding.
  package var title: String {
    switch self {
    case .sampleRate: "sample rate probably wrong"
    case .halfOrDouble: "rates are half or double of the reference"
    case .referenceShift: "reference and signals shifted in time"
    case .referenceUnit: "reference probably in another unit"
    case .referenceUnrelated: "reference does not follow the signals"
    case .impossibleRates: "impossible rates in the reference"
    case .constantReference: "reference hardly changes"
    case .referenceSpan: "reference longer or shorter than the signals"
    case .sparseReference: "most windows have no reference"
    case .disagreeingRPeaks: "detectors of R peaks disagree"
    case .swappedChannels: "pulse wave and ECG probably swapped"
    case .noPulse: "no pulse in a channel"
    case .sentinelValues: "numbers that stand for no sample"
    case .flatSignal: "flat signal"
    case .clippedSignal: "clipped or saturated signal"
    case .fewLevels: "few levels"
    case .upsideDown: "upside down"
    case .accelerometerLevel: "accelerometer at rest without 1 g"
    case .timeUnit: "time stamps probably in another unit"
    case .repeatedTimes: "samples dropped for sharing a time"
    case .clockGaps: "gaps or jumps of the clock"
    case .neverWritten: "samples were never written"
    case .mainsHum: "mains hum"
    case .steadyLine: "steady line in the pulse band"
    case .frameImpulses: "impulses at every n-th frame"
    case .assumedColours: "colours of a video not stated"
    case .repeatedStretch: "a stretch is there twice"
    case .duplicateRecording: "recordings share their data"
    case .samePerson: "one person under two names"
    case .continuedRecording: "recordings continue one another"
    case .labelShift: "labels shifted against the signals"
    case .worseThanChance: "every detector is worse than a guess"
    case .sameAnswers: "same answers to different samples"
    }
  }

  /// Criterion of the finding, in words.
  package var rule: String {
    switch self {
    case .sampleRate:
      "Two unlike estimates of the pulse agree with each other, and their ratio to the reference is steady over the recording but not 1; or there is a clear pulse at the rate at which the signals last as long as the reference, and none at the stated one; or both rates and lengths have one ratio; or the file states no sample rate, and its format's usual one was taken."
    case .halfOrDouble:
      "As sampleRate, with a ratio of 1/2 or 2: beats counted twice or every second one, or a rate that is wrong by a factor of 2."
    case .referenceShift:
      "The course of the rate in the signals, or its pattern from beat to beat, fits the reference's far better at one time offset, and at no other one as well."
    case .referenceUnit:
      "Taken as Hz, as intervals in s or ms, or as sample numbers, the reference fits the signals; as it is declared it does not."
    case .referenceUnrelated:
      "The pulse is clear and the reference has other rates, at any shift and in any unit, or in every window of a short recording: is it of another quantity or recording?"
    case .impossibleRates:
      "Rates below 20 or above 250 a minute, or more than 2 % of the intervals shorter than 0.24 s."
    case .constantReference:
      "The reference stays within 0.5 bpm over 110 s and more while the signals' rate moves by more than 4."
    case .referenceSpan:
      "The reference begins later or ends earlier than the signals, or goes on beyond them, by a tenth and 20 s."
    case .sparseReference: "Fewer than half of the windows of 20 s have a reference."
    case .disagreeingRPeaks:
      "In more than a quarter of the windows the reference's detectors of R peaks give rates more than 5 bpm apart."
    case .swappedChannels:
      "The slopes of the ECG are as round as a pulse wave's, and those of a pulse wave as sharp as an ECG's."
    case .noPulse:
      "A pulse channel holds a ramp, a counter, breathing or slow drift, and has no pulse while another channel or the reference has."
    case .sentinelValues:
      "The largest or smallest value is there three times and more, and lies more than ten times as far from all others as these are apart."
    case .flatSignal:
      "Samples stand still for 5 s, or for a tenth of the channel in pieces of 1 s and more; of channels with few levels for longer."
    case .clippedSignal:
      "The largest or smallest value is held again and again, over 2 % of the samples; or a camera's median is within 1.5 % of the top."
    case .fewLevels: "Within 2 s the signal takes fewer than 10 different values."
    case .upsideDown: "The pulse falls faster than it rises, or has its narrow side down; R peaks point down."
    case .accelerometerLevel:
      "In more than half of the quiet seconds (10 at least) the magnitude of the three axes is more than 15 % from 1 g, though gravity was not taken out; where their unit is not known, the sphere through the quiet values has its centre more than 15 % of its radius from 0, or whole numbers that are never negative lie about half of a converter's range, which is a guess."
    case .timeUnit:
      "The samples' times give a rate that no such sensor has, and another unit gives a usual one."
    case .repeatedTimes:
      "More than 1 % of the rows were dropped: their time is that of the row before."
    case .clockGaps:
      "Samples are missing for more than 1 s, or the halves of a recording have rates more than 5 % apart."
    case .neverWritten:
      "A file has room for samples that were never written to it, and they are filled as gaps are."
    case .mainsHum:
      "A line at 50 or 60 Hz, or where sampling puts it, is at least half as strong as all that is slower."
    case .steadyLine:
      "A line of constant frequency inside the pulse band that is not the reference's rate."
    case .frameImpulses: "One frame in n differs from its neighbours, at the same place of each n."
    case .assumedColours:
      "A video does not state the matrix or the range of its colours, nor does its descriptor: BT.601 is taken below 720 lines and BT.709 from there on, and the limited range (of grey frames the full one)."
    case .repeatedStretch: "The same values are in two places of a channel, for 3 s and more."
    case .duplicateRecording:
      "Recordings share a tenth of the marks of their stretches, in the same or in reverse order; or at least 12 landmarks of their pulse waves, two thirds of the common ones and more, lie on one clock, which may be up to 1.25 times as slow or fast, or run backwards; or they have a signal file with the same bytes."
    case .samePerson:
      "Recordings of two subjects share their data, or two subjects' names differ only in how they are written."
    case .continuedRecording:
      "A recording that is not known to be of the same subject begins within a sample of the time at which another ends, and in every channel that shows beats a linear prediction errs over the joint at most 3 times as much as inside."
    case .labelShift: "The labels explain the accelerometer's changes far better at a time offset."
    case .worseThanChance:
      "No detector comes closer to the reference than a guess made without the signal."
    case .sameAnswers:
      "A program, or recorded output, gives the same rates and confidences to the last bit in nine of ten windows or more (10 at least) of two trials whose samples differ by a tenth of the power of the pulse; where its answers repeat each other often, as whole numbers do, in every one of 20 windows or more in which the damage has ten times the power of the pulse."
    }
  }
}
