internal import HRNumerics
internal import HRSignals

/// Named streams of random numbers of one recording or subject.
struct SynthesisSource: Sendable {
  let seed: UInt64
  let name: String

  func stream(_ purpose: String) -> RandomStream {
    RandomStream(seed: seed, ["synthesis", name, purpose])
  }
}
