internal import HRPlugins
internal import HRSignals

/// Adds the artefacts of a wrist photoplethysmogram: device displacement, forearm motion, hand motion and poor contact.
///
/// As in the model of Paliakaitė et al., clean stretches and artefacts take turns by a Markov chain
/// (``ArtefactChain``: `meanCleanSeconds`, `meanArtefactSeconds`, shares of the kinds), and an artefact is Gaussian
/// noise whose power falls with frequency by a slope of its kind (``ArtefactNoise``), with a mean of 0 and a fixed
/// strength: over an artefact its root mean square times √2 is `amplitudeRatio` · R times the channel's pulse
/// amplitude (``PulsatileBand/amplitude``), with R drawn anew from the kind's gamma distribution. It begins and ends
/// abruptly. The disturbed share of time is `meanArtefactSeconds` / (`meanCleanSeconds` + `meanArtefactSeconds`). All
/// optical channels share the artefacts, each in its own proportion. Camera channels are clipped. An accelerometer
/// shows nothing of it: the model is one of light. Along a sweep of a mean time the same artefacts come at other
/// moments.
///
/// From the authors' open program are: the four kinds, the chain with its exponential times of no less than a second, a
/// straight spectrum (decibels per decade) for each kind, and a gamma distribution for each kind's strength. Their
/// program lengthens shorter stretches to a second, which raises the mean; here the mean is the asked one. Their
/// measured slopes and gamma parameters could not be confirmed: the numbers of ``ArtefactKind`` (from −30 dB per decade
/// and four pulse amplitudes for a displacement to −10 dB and one for poor contact) are our choice, as are the shape 3
/// of the distribution, the defaults and the equal mean duration of all kinds.
struct PaliakaiteScenario: Scenario {
  struct Parameters: ParameterSet {
    var meanCleanSeconds = 15.0
    var meanArtefactSeconds = 5.0
    var displacementShare = 0.25
    var forearmShare = 0.25
    var handShare = 0.25
    var contactShare = 0.25
    var amplitudeRatio = 1.0

    static let table: [Parameter<Self>] = [
      Parameter(
        "meanCleanSeconds", \.meanCleanSeconds, in: 1...3600, "Mean time from one artefact to the next."),
      Parameter(
        "meanArtefactSeconds", \.meanArtefactSeconds, in: 1...600, "Mean duration of an artefact."),
      Parameter(
        "displacementShare", \.displacementShare, in: 0...1,
        "How often an artefact is a displacement of the device, beside the other shares."),
      Parameter(
        "forearmShare", \.forearmShare, in: 0...1,
        "How often it is a motion of the forearm, beside the other shares."),
      Parameter(
        "handShare", \.handShare, in: 0...1, "How often it is a motion of the hand, beside the other shares."),
      Parameter(
        "contactShare", \.contactShare, in: 0...1, "How often it is poor contact, beside the other shares."),
      Parameter(
        "amplitudeRatio", \.amplitudeRatio, in: 0...20,
        "Factor on the amplitudes of all artefacts; 0 is clean."),
    ]
    var conflicts: [String] {
      shares.contains { $0 > 0 }
        ? [] : ["one of displacementShare, forearmShare, handShare and contactShare must exceed 0"]
    }

    /// Shares of the kinds, in the order of ``ArtefactKind``.
    var shares: [Double] { [displacementShare, forearmShare, handShare, contactShare] }
  }

  static let info = PluginInfo(
    "artefacts.paliakaite", version: 1,
    "Four kinds of wrist artefacts on optical channels, each with its own spectrum.",
    source:
      "model of B. Paliakaitė et al., Biomed. Signal Process. Control 66:102421, 2021; program: A. Sološenko et al., Model for Simulating ECG and PPG Signals with Arrhythmia Episodes, PhysioNet, 2022; slopes and amplitudes by hreval"
  )

  let parameters: Parameters

  /// The artefacts that touch a time, in order.
  func episodes(in range: TimeRange, of trial: ScenarioTrial) -> [ArtefactEpisode] {
    ArtefactChain(
      meanCleanSeconds: parameters.meanCleanSeconds, meanArtefactSeconds: parameters.meanArtefactSeconds,
      weights: parameters.shares, random: trial.random
    ).episodes(in: range)
  }

  func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels {
    let light = channels.kinds.filter(\.isOptical).compactMap { channels[$0] }
    let ranges = light.compactMap(\.timeRange)
    guard parameters.amplitudeRatio > 0, let start = ranges.map(\.start).min(),
      let end = ranges.map(\.end).max()
    else { return channels }
    let filters = ArtefactKind.allCases.map {
      ArtefactNoise(slopeDecibelsPerDecade: $0.slopeDecibelsPerDecade)
    }
    let seen = episodes(in: TimeRange(start: start, end: end), of: trial).filter { episode in
      light.contains { !$0.indices(in: episode.range).isEmpty }
    }
    let artefacts = seen.map { episode in
      var stream = trial.random.stream(episode.name)
      let filter = filters[ArtefactKind.allCases.firstIndex(of: episode.kind) ?? 0]
      let noise = Signal(
        samples: filter.samples(seconds: episode.range.duration, &stream),
        sampleRate: ArtefactNoise.sampleRate, startTime: episode.range.start)
      return (episode: episode, noise: noise)
    }
    return channels.damagingOptical { _, channel, band in
      var values = channel.values
      for (episode, noise) in artefacts {
        let height = parameters.amplitudeRatio * episode.amplitudeRatio * band.amplitude
        for index in channel.indices(in: episode.range) {
          values[index] += height * noise.interpolated(at: channel.time(at: index))
        }
      }
      return values
    }
  }
}
