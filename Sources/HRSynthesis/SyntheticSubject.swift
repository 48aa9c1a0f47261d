internal import HRSignals
internal import RealModule

/// Constant properties of one synthetic person.
package struct SyntheticSubject: Equatable, Sendable {
  package let id: String
  package let restingRateBPM: Double
  package let skinTone: SkinTone
  /// Time from the R peak to the foot of the pulse at the sensor.
  package let transitSeconds: Double
  let breathing: Breathing
  let pulseShape: PulseShape
  /// Height of the T wave in millivolts.
  let tWaveMillivolts: Double
  let kinetics: HeartRateKinetics

  package init(index: Int, plan: SynthesisPlan) {
    id = "p" + SynthesisPlan.twoDigits(index + 1)
    let source = SynthesisSource(seed: plan.seed, name: "subject \(index + 1)")
    // Multiples of the golden section, modulo 1, are spread evenly however many are taken (Weyl, 1916).
    var start = SynthesisSource(seed: plan.seed, name: "all subjects").stream("resting rate")
    let turn = start.uniform() + Double(index + 1) * 0.618_033_988_749_894_8
    let range = plan.restingRateBPM
    restingRateBPM = range.lowerBound + (turn - turn.rounded(.down)) * (range.upperBound - range.lowerBound)
    skinTone = plan.skinTone ?? SkinTone.allCases[index % SkinTone.allCases.count]
    var traits = source.stream("traits")
    transitSeconds = traits.uniform(in: 0.18...0.28)
    breathing = Breathing(
      hz: traits.uniform(in: 0.17...0.33), phase: 2 * .pi * traits.uniform(),
      wanderHz: traits.uniform(in: 0.01...0.03), wanderRadians: traits.uniform(in: 0.3...1.5))
    pulseShape = PulseShape(&traits)
    tWaveMillivolts = traits.uniform(in: 0.2...0.4)
    var kineticTraits = source.stream("kinetics")
    kinetics = HeartRateKinetics(
      timeConstantSeconds: kineticTraits.uniform(in: HeartRateKinetics.timeConstants))
  }
}

/// Skin by Fitzpatrick type, in three groups.
///
/// More melanin lets less light through, least at short wavelengths: levels and the pulsatile share fall from group to
/// group. The levels are those of fingers on lit phone cameras in order of magnitude, not a model of skin optics.
package enum SkinTone: String, CaseIterable, Sendable {
  case light = "I-II"
  case medium = "III-IV"
  case dark = "V-VI"

  /// Mean code of a camera channel.
  func level(_ kind: ChannelKind) -> Double {
    let (red, green, blue): (Double, Double, Double) =
      switch self {
      case .light: (240, 48, 36)
      case .medium: (226, 36, 26)
      case .dark: (206, 24, 16)
      }
    return [.green: green, .blue: blue][kind] ?? red
  }

  /// Factor on the height of the pulse.
  var perfusion: Double {
    switch self {
    case .light: 1
    case .medium: 0.8
    case .dark: 0.55
    }
  }
}

/// Breathing at a slightly wandering frequency.
struct Breathing: Equatable, Sendable {
  let hz: Double
  let phase: Double
  let wanderHz: Double
  let wanderRadians: Double

  /// Phase in radians; the chest is fullest at π/2.
  func phase(at seconds: Double) -> Double {
    2 * .pi * hz * seconds + phase + wanderRadians * Double.sin(2 * .pi * wanderHz * seconds)
  }

  /// Returns the times from 0 on at which the chest is fullest, in seconds; each to a microsecond.
  ///
  /// The phase never falls (the wander is slower than breathing), so each is between two neighbours of a grid.
  func fullest(before end: Double) -> [Double] {
    var moments: [Double] = []
    let full = { (time: Double) in (phase(at: time) / (2 * .pi) - 0.25).rounded(.down) }
    let step = 0.25
    var time = 0.0
    while time < end {
      if full(time + step) > full(time) {
        var (low, high) = (time, time + step)
        let before = full(low)
        while high - low > 1e-7 {
          let middle = (low + high) / 2
          if full(middle) > before { high = middle } else { low = middle }
        }
        if high < end { moments.append((high * 1e6).rounded() / 1e6) }
      }
      time += step
    }
    return moments
  }
}
