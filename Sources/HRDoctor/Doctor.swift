internal import HRNumerics
package import HRSignals
internal import HRSupport

/// Plausibility checks of a recording's data, before any figure is computed from them.
package enum Doctor {
  /// Returns suspicions about a recording by itself.
  ///
  /// Deterministic; reads every channel a few times, and the rate in windows of 20 s every 10 or 15 s (less often in
  /// very long recordings).
  ///
  /// - Parameters:
  ///   - recording: recording as loaded, before any scenario.
  ///   - needsReference: true if a reference is required; otherwise none is checked.
  package static func examine(_ recording: Recording, needsReference: Bool) -> RecordingExam {
    let analysis = RecordingAnalysis(recording, readsReference: needsReference)
    var clocks = analysis.channels.flatMap { channel in
      ClockQuestions(analysis: channel, recording: recording).findings
    }
    if let assumed = recording.assumedColours {
      clocks.append(
        DataFinding(
          .assumedColours,
          evidence: "neither its file nor its descriptor states them, so they are taken as \(assumed)",
          mend:
            "what did the camera write? \"matrix\" and \"range\" in \"frames\" say it; another matrix changes the colours much, and the course of each little"
        ))
    }
    // If the times are in another unit, or most samples are gone, every other answer would be about wrong signals.
    if clocks.contains(where: { $0.kind == .timeUnit || $0.kind == .repeatedTimes }) {
      return RecordingExam(findings: sorted(clocks))
    }

    let own = analysis.channels.map { ChannelQuestions($0, analysis).findings }
    var findings = clocks + own.joined()
    // A channel without a signal is not checked further.
    let signals = zip(analysis.channels, own).filter { !$1.contains { $0.kind == .noPulse } }.map(\.0)
    findings += signals.flatMap { InterferenceQuestions(analysis: $0, all: analysis).findings }
    let pulsePlace = analysis.pulse.map { "channel \($0.kind.rawValue)" }
    let isPulseUsable = !findings.contains { finding in
      [.steadyLine, .frameImpulses].contains(finding.kind) && finding.place == pulsePlace
    }
    let ofReference = ReferenceQuestions(analysis: analysis, isPulseUsable: isPulseUsable).findings
    // A wrong rate hides an existing pulse.
    if ofReference.contains(where: { $0.kind == .sampleRate }) { findings.removeAll { $0.kind == .noPulse } }
    findings += ofReference
    findings += SwappedChannels(analysis: analysis).finding.map { [$0] } ?? []
    findings += AccelerometerQuestions(recording).finding.map { [$0] } ?? []
    findings += LabelQuestions(analysis: analysis).findings
    let beating = signals.filter(\.kind.showsBeats)
    let stretches = beating.map { StretchMarks($0.channel, kind: $0.kind) }
    findings += stretches.compactMap(\.repetition)
    return RecordingExam(
      findings: sorted(findings),
      marks: StretchMarks.chosen(
        stretches.map(\.marks) + [StretchMarks.marks(ofIntervals: recording.reference.beatTimes)]),
      landmarks: WaveCourses.landmarks(of: beating),
      ends: beating.compactMap { ChannelEnds($0, zeroSeconds: recording.zeroSeconds) })
  }

  /// Returns findings in the order of kinds; a finding about the one clock of several channels is given once.
  private static func sorted(_ findings: [DataFinding]) -> [DataFinding] {
    var merged: [DataFinding] = []
    for kind in DataFinding.Kind.allCases {
      for finding in findings where finding.kind == kind {
        let same = merged.firstIndex {
          $0.kind == kind && $0.evidence == finding.evidence && $0.mend == finding.mend
        }
        guard [.timeUnit, .repeatedTimes, .clockGaps, .sampleRate].contains(kind), let same,
          let place = merged[same].place,
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

/// A recording with data that several checks need, computed once.
struct RecordingAnalysis {
  let recording: Recording
  let channels: [ChannelAnalysis]
  /// Readings of the channel with the clearest pulse; `nil` if there is no such channel.
  let pulse: PulseReadings?
  /// Time range of all channels; `nil` without samples.
  let range: TimeRange?
  /// Course of the reference; `nil` without a reference of the heart rate.
  let course: RateCourse?

  /// - Parameters:
  ///   - recording: recording as loaded.
  ///   - readsReference: true if the reference is used.
  init(_ recording: Recording, readsReference: Bool) {
    self.recording = recording
    let kinds = recording.channels.kinds
    channels = kinds.compactMap { kind in
      recording.channels[kind].flatMap { ChannelAnalysis($0, kind: kind, of: recording.channels) }
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
        // A shifted reference has rates outside the signals too.
        let span = recording.reference.span ?? range
        let reach = ReferenceShift.reachSeconds
        let wide = TimeRange(
          start: min(range.start, max(span.start, range.start - reach)),
          end: max(range.end, min(span.end, range.end + reach)))
        return RateCourse(
          ReferenceQuestions.plausible(recording.reference), in: wide, notJudged: recording.leftOut)
      }
    case .breaths, .agreeingBreaths, .none: course = nil
    }
  }
}

/// One channel with data that several checks need.
struct ChannelAnalysis {
  let kind: ChannelKind
  let channel: Channel
  /// Even samples; missing ones repeat the last one.
  let signal: Signal?
  /// True if no sample is missing.
  let isWhole: Bool
  /// Pulse readings of a channel of light that carries the pulse.
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

  /// Returns true if the wave is coupled to these beats; `nil` for too few beats.
  func goesWith(_ beats: [Double]) -> Bool? {
    signal.flatMap { BeatLock.holds($0, beats) }
  }

  var place: String { "channel \(kind.rawValue)" }

  func finding(_ kind: DataFinding.Kind, _ evidence: String, _ mend: String) -> DataFinding {
    DataFinding(kind, at: place, evidence: evidence, mend: mend)
  }
}

extension Recording {
  /// Stretches that the data set excludes, and gaps of more than 1 s in channels that show beats, ascending by start:
  /// nothing is asked there.
  var leftOut: [TimeRange] {
    let kinds = gaps.keys.filter(\.showsBeats)
    let long = kinds.flatMap { gaps[$0] ?? [] }.filter { $0.duration > SampledTime.mostFilledSeconds }
    return (notJudged + long).sorted { ($0.start, $0.end) < ($1.start, $1.end) }
  }
}

/// Returns a share in percent: `97 %`.
func percent(_ share: Double) -> String { shortest(100 * share, decimals: 0) + " %" }

/// Returns a time in seconds: `75 s`.
func seconds(_ time: Double, decimals: Int = 0) -> String { shortest(time, decimals: decimals) + " s" }

extension DataFinding {
  static func ofReference(_ kind: Kind, _ evidence: String, _ mend: String) -> DataFinding {
    DataFinding(kind, at: "reference", evidence: evidence, mend: mend)
  }
}
