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
