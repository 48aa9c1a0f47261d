internal import HRNumerics
package import HRSignals
internal import RealModule

/// A plan of synthetic recordings whose beats are known exactly.
///
/// Recording k is a pure function of the plan's other values and k, so it is the same whatever `count` is. Times start
/// at 0. The reference is the times of all R peaks, also of beats with a weak pulse (``Rhythm``), on the same clock as
/// all channels; the pulse arrives later: the systolic peak of beat b is `transitSeconds + 0.16 s · √(RR / 1 s)`
/// after b (see ``PulseTrain``), a constant delay but for the rate's changes, so that rates over windows agree.
package struct SynthesisPlan: RecordingSeries, Equatable, Sendable {
  package var count = 12
  package var seconds = 120.0
  package var seed: UInt64 = 1
  /// Recordings of one person follow each other; they share pulse shape, transit time, skin tone and breathing.
  package var recordingsPerSubject = 1
  /// Resting rates of subjects are spread evenly over this range.
  package var restingRateBPM = 52.0...110.0
  /// Activities of the recordings, taken in turn.
  package var activities: [Activity] = [.rest, .ramp]
  /// Protocol that replaces activities and resting rates if given; the metadata then have `activity` = `given`.
  package var rateProtocol: RateProtocol?
  /// Rhythm of all recordings; without it they are in sinus rhythm except for ``irregularShare``.
  package var rhythm: Rhythm?
  /// Share of recordings with an irregular rhythm.
  package var irregularShare = 0.1
  /// Skin tone of all subjects; without it the three are taken in turn.
  package var skinTone: SkinTone?
  /// Perfusion of all recordings; normal if not given, and then left out of the metadata.
  package var perfusion: Perfusion?
  package var waveform: Waveform = .bells
  package var opticalRate = 125.0
  package var cameraRate = 30.0
  package var electrocardiogramRate = 250.0
  package var accelerometerRate = 50.0
  package var respirationRate = 25.0
  /// Storage of frame means: as computed or rounded, as by an app that stores whole codes.
  package var cameraCodes: CameraCodes = .fractional
  /// Size of the camera's frames; without it there are no frames, only their means.
  package var frameSize: FrameSize?
  /// Channels to make; `.ppg2`, `.infrared` and `.contact` are not made.
  package var channels: [ChannelKind] = Self.makeable

  package static let makeable: [ChannelKind] = [
    .ppg, .red, .green, .blue, .ecg, .respiration, .accelerometerX, .accelerometerY, .accelerometerZ,
  ]

  package init() {}

  /// Recording 0 is called `s01`.
  package func id(_ index: Int) -> String { "s" + Self.twoDigits(index + 1) }

  /// - Parameter index: from 0.
  package func recording(_ index: Int) -> Recording {
    let heart = heart(index)
    let inside = heart.beats.map(\.time).filter { $0 >= 0 && $0 < seconds }
    return Recording(
      id: id(index), subject: heart.subject.id,
      metadata: [
        .init(name: "activity", value: rateProtocol == nil ? heart.activity.rawValue : "given"),
        .init(name: "rhythm", value: heart.rhythm.rawValue),
        .init(name: "skinTone", value: heart.subject.skinTone.rawValue),
      ] + (perfusion.map { [.init(name: "perfusion", value: $0.name)] } ?? []),
      channels: madeChannels(heart), reference: .beats(inside),
      breaths: heart.subject.breathing.fullest(before: seconds))
  }

  /// The frames of a recording's camera. Their brightest pixel has the level of the recording's channels `red`, `green`
  /// and `blue` before these are rounded.
  package func frames(_ index: Int) -> FingerFrames? {
    guard let frameSize else { return nil }
    let heart = heart(index)
    let camera = FingerCamera(
      wave: wave(heart), subject: heart.subject, source: heart.source, codes: .fractional)
    let means = [ChannelKind.red, .green, .blue].map { kind in
      sampled(cameraRate) { camera.means(of: kind, sampleRate: $0, count: $1) }.samples
    }
    return FingerFrames(frameSize, means: means, sampleRate: cameraRate, source: heart.source)
  }

  /// Common source of all channels of a recording.
  private struct Heart {
    let source: SynthesisSource
    let subject: SyntheticSubject
    let activity: Activity
    let rhythm: Rhythm
    let beats: [HeartBeat]
  }

  private func heart(_ index: Int) -> Heart {
    precondition(problems.isEmpty, problems.joined(separator: "; "))
    let subject = SyntheticSubject(index: index / recordingsPerSubject, plan: self)
    let activity = activities.isEmpty ? .rest : activities[index % activities.count]
    let course =
      rateProtocol
      ?? activity.rateProtocol(
        restingBPM: subject.restingRateBPM, seconds: seconds, kinetics: subject.kinetics)
    let source = SynthesisSource(seed: seed, name: id(index))
    var rhythmStream = source.stream("rhythm")
    let rhythm = self.rhythm ?? (rhythmStream.uniform() < irregularShare ? .irregular : .sinus)
    let beats = BeatProcess(
      course: course, rhythm: rhythm, breathing: subject.breathing, seconds: seconds, source: source
    ).beats()
    return Heart(source: source, subject: subject, activity: activity, rhythm: rhythm, beats: beats)
  }

  private func wave(_ heart: Heart) -> PulseWave {
    PulseWave(
      beats: Beats(heart.beats), subject: heart.subject, waveform: waveform, perfusion: perfusion ?? .normal,
      source: heart.source)
  }

  private func madeChannels(_ heart: Heart) -> Channels {
    let (subject, source) = (heart.subject, heart.source)
    let wave = wave(heart)
    var made = Channels()
    for kind in ChannelKind.allCases where channels.contains(kind) {
      switch kind {
      case .ppg:
        made[kind] = .uniform(sampled(opticalRate, wave.sensor))
      case .red, .green, .blue:
        let camera = FingerCamera(wave: wave, subject: subject, source: source, codes: cameraCodes)
        made[kind] = .uniform(sampled(cameraRate) { camera.means(of: kind, sampleRate: $0, count: $1) })
      case .ecg:
        let lead = Electrocardiogram(beats: wave.beats, subject: subject, source: source)
        made[kind] = .uniform(sampled(electrocardiogramRate, lead.millivolts))
      case .respiration:
        made[kind] = .uniform(
          sampled(respirationRate) { rate, count in
            (0..<count).map { Double.sin(subject.breathing.phase(at: Double($0) / rate)) }
          })
      case .accelerometerX, .accelerometerY, .accelerometerZ:
        let sensor = RestingAccelerometer(subject: subject, source: source)
        made[kind] = .uniform(
          sampled(accelerometerRate) { sensor.standardGravities(along: kind, sampleRate: $0, count: $1) })
      case .ppg2, .furtherPulse, .infrared, .contact: break
      }
    }
    return made
  }

  /// Samples at 0, 1/rate, … before `seconds`.
  ///
  /// - Parameter make: gets the rate and the number of samples.
  private func sampled(_ rate: Double, _ make: (Double, Int) -> [Double]) -> Signal {
    let count = Int(saturating: (seconds * rate - TimeRange.slack).rounded(.up))
    return Signal(samples: make(rate, count), sampleRate: rate)
  }

  static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : String(number)
  }
}

/// Named streams of random numbers of one recording or subject.
struct SynthesisSource: Sendable {
  let seed: UInt64
  let name: String

  func stream(_ purpose: String) -> RandomStream {
    RandomStream(seed: seed, ["synthesis", name, purpose])
  }
}

/// Recordings that are made one at a time, each a pure function of its place.
package protocol RecordingSeries {
  var count: Int { get }
  /// Length of each recording.
  var seconds: Double { get }
  /// Name of a recording, known before it is made.
  func id(_ index: Int) -> String
  /// - Parameter index: from 0 to below ``count``.
  func recording(_ index: Int) -> Recording
  /// The frames of a recording's camera; `nil` if none are requested.
  func frames(_ index: Int) -> FingerFrames?
}

extension RecordingSeries {
  /// All recordings, in order.
  package func recordings() -> [Recording] { (0..<count).map(recording) }

  package func frames(_ index: Int) -> FingerFrames? { nil }
}

extension SynthesisPlan {
  /// Samples of one recording, 2 GB of them: a whole recording is in memory while it is written.
  static let mostSamples = 1 << 28

  /// Bytes of the pixels of one recording. They are never in memory at once; this is for the disk.
  static let mostFrameBytes = 1 << 30

  /// Errors of the plan, in words; empty if there are none. ``recording(_:)`` requires a plan without problems.
  package var problems: [String] {
    var found: [String] = []
    func need(_ holds: Bool, _ problem: String) {
      if !holds { found.append(problem) }
    }
    need((1...100_000).contains(count), "count must be in 1...100000")
    need((1...86_400).contains(seconds), "seconds must be in 1...86400")
    need((1...1000).contains(recordingsPerSubject), "recordingsPerSubject must be in 1...1000")
    need(
      RateProtocol.allowedBPM.contains(restingRateBPM.lowerBound)
        && RateProtocol.allowedBPM.contains(restingRateBPM.upperBound), "restingRateBPM must be in 30...220")
    need(!activities.isEmpty || rateProtocol != nil, "activities must not be empty")
    need((0...1).contains(irregularShare), "irregularShare must be in 0...1")
    if let perfusion {
      need(Perfusion.allowedFactors.contains(perfusion.factor), "perfusion must be in 0...10")
    }
    let rates: [(name: String, rate: Double)] = [
      ("opticalRate", opticalRate), ("cameraRate", cameraRate),
      ("electrocardiogramRate", electrocardiogramRate),
      ("accelerometerRate", accelerometerRate), ("respirationRate", respirationRate),
    ]
    for (name, rate) in rates {
      need((1...4000).contains(rate), "\(name) must be in 1...4000 Hz")
    }
    let highestRate = rates.reduce(0) { max($0, $1.rate) }
    need(
      !(seconds * highestRate * Double(channels.count) > Double(Self.mostSamples)),
      "seconds × the highest sample rate × \(channels.count) channels must not exceed \(Self.mostSamples)")
    need(!channels.isEmpty, "channels must not be empty")
    if let frameSize {
      let (width, height) = (frameSize.width, frameSize.height)
      if FrameSize.allowed.contains(width), FrameSize.allowed.contains(height) {
        let bytes = (seconds * cameraRate).rounded(.up) * Double(frameSize.pixels * FrameSize.colours)
        need(
          !(bytes > Double(Self.mostFrameBytes)),
          "frameSize: the frames of one recording would take \(Int(saturating: bytes)) bytes; at most \(Self.mostFrameBytes) are made"
        )
      } else {
        found.append("frameSize must have sides of 2 to 640 pixels, not \(width) and \(height)")
      }
    }
    for kind in channels where !Self.makeable.contains(kind) {
      found.append("channel \(kind.rawValue) cannot be synthesized")
    }
    return found
  }
}
