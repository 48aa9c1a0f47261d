internal import HRNumerics
package import HRSignals

/// Asks whether a recording's data make sense, before any figure is made from them.
package enum Doctor {
  /// What is suspicious about a recording by itself.
  ///
  /// Deterministic; looks at every channel a few times, and at the rate in windows of 20 s every 10 or 15 s.
  ///
  /// - Parameters:
  ///   - recording: as it was loaded, before any scenario.
  ///   - needsReference: whether a reference is asked for; where it is not, none is looked at.
  package static func examine(_ recording: Recording, needsReference: Bool) -> RecordingExam {
    let look = Look(recording, readsReference: needsReference)
    let clocks = look.channels.flatMap { channel in
      ClockQuestions(channel, lacking: recording.neverWritten[channel.kind] ?? 0).findings
    }
    // With times of another unit every other answer would be about times that are not meant.
    if clocks.contains(where: { $0.kind == .timeUnit }) { return RecordingExam(findings: sorted(clocks)) }

    let own = look.channels.map { ChannelQuestions($0, look).findings }
    var findings = clocks + own.joined()
    // What holds no signal is not asked for more.
    let signals = zip(look.channels, own).filter { !$1.contains { $0.kind == .noPulse } }.map(\.0)
    findings += signals.flatMap { InterferenceQuestions($0, look).findings }
    let pulsePlace = look.pulse.map { "channel \($0.kind.rawValue)" }
    let isPulseUsable = !findings.contains { finding in
      [.steadyLine, .frameImpulses].contains(finding.kind) && finding.place == pulsePlace
    }
    let ofReference = ReferenceQuestions(look, isPulseUsable: isPulseUsable).findings
    // A wrong rate hides a pulse that is there.
    if ofReference.contains(where: { $0.kind == .sampleRate }) { findings.removeAll { $0.kind == .noPulse } }
    findings += ofReference
    findings += LabelQuestions(look).findings
    let stretches = signals.filter { $0.kind.showsBeats }.map { StretchMarks($0.channel, kind: $0.kind) }
    findings += stretches.compactMap(\.repetition)
    return RecordingExam(
      findings: sorted(findings),
      marks: StretchMarks.chosen(
        stretches.map(\.marks) + [StretchMarks.marks(ofIntervals: recording.reference.beatTimes)]))
  }

  /// In the order of kinds; what is said of several channels' one clock is said once.
  private static func sorted(_ findings: [DataFinding]) -> [DataFinding] {
    var merged: [DataFinding] = []
    for kind in DataFinding.Kind.allCases {
      for finding in findings where finding.kind == kind {
        let same = merged.firstIndex {
          $0.kind == kind && $0.evidence == finding.evidence && $0.mend == finding.mend
        }
        guard kind == .timeUnit || kind == .clockGaps, let same, let place = merged[same].place,
          let other = finding.place
        else {
          merged.append(finding)
          continue
        }
        merged[same] = DataFinding(
          kind, at: "\(place), \(other)", evidence: finding.evidence, mend: finding.mend)
      }
    }
    return merged
  }
}

/// A recording with what several questions need of it, made once.
struct Look {
  let recording: Recording
  let channels: [ChannelLook]
  /// Of the channel in which the pulse is clearest; `nil` where there is no such channel.
  let pulse: PulseReadings?
  /// Of all channels together; `nil` without samples.
  let range: TimeRange?
  /// `nil` without a reference of the heart rate.
  let course: RateCourse?

  /// - Parameters:
  ///   - recording: as it was loaded.
  ///   - readsReference: whether the reference matters.
  init(_ recording: Recording, readsReference: Bool) {
    self.recording = recording
    let kinds = recording.channels.kinds
    channels = kinds.compactMap { kind in
      recording.channels[kind].flatMap { ChannelLook($0, kind: kind, of: recording.channels) }
    }
    let readings = channels.compactMap(\.readings)
    pulse =
      readings.enumerated().max {
        ($0.element.agreedShare, -$0.offset) < ($1.element.agreedShare, -$1.offset)
      }?
      .element
    range = recording.channels.timeRange
    let range = range
    switch readsReference ? recording.reference : .none {
    case .beats, .agreeingBeats, .rateSeries, .windowRates:
      course = range.map { range in
        // A reference that is shifted says something outside of the signals too.
        let span = recording.reference.span ?? range
        let reach = ReferenceShift.reachSeconds
        let wide = TimeRange(
          start: min(range.start, max(span.start, range.start - reach)),
          end: max(range.end, min(span.end, range.end + reach)))
        return RateCourse(
          ReferenceQuestions.plausible(recording.reference), in: wide, notJudged: recording.notJudged)
      }
    case .breaths, .agreeingBreaths, .none: course = nil
    }
  }
}

/// One channel with what several questions need of it.
struct ChannelLook {
  let kind: ChannelKind
  let channel: Channel
  /// Even samples; those that are missing hold the last one.
  let signal: Signal?
  /// Whether no sample is missing.
  let isWhole: Bool
  /// Of light that carries the pulse.
  let readings: PulseReadings?

  init?(_ channel: Channel, kind: ChannelKind, of channels: Channels) {
    guard channel.count > 1 else { return nil }
    self.kind = kind
    self.channel = channel
    let even = channel.uniform()
    isWhole = even?.samples.finiteExtremes != nil
    signal =
      isWhole
      ? even
      : even.flatMap { even in
        even.samples.forwardFilled.map {
          Signal(samples: $0, sampleRate: even.sampleRate, startTime: even.startTime)
        }
      }
    readings =
      kind.isOptical ? signal.flatMap { PulseReadings($0, kind: kind)?.without(cadenceOf: channels) } : nil
  }

  /// Whether the wave goes with these beats; `nil` where they are too few.
  func goesWith(_ beats: [Double]) -> Bool? {
    signal.flatMap { BeatLock.holds($0, beats) }
  }

  var place: String { "channel \(kind.rawValue)" }
}
