import HRPlugins
import HRSignals
import Testing

@testable import HRRunning

/// A scenario of another package that moves beats to impossible times: a failed trial with its reason, not a crash.
@Suite struct ForeignRhythmTests {
  struct Careless: RhythmScenario {
    enum Fault: String, CaseIterable, Sendable {
      case tooFew, backward, notANumber, none
    }

    struct Parameters: ParameterSet {
      var fault = Fault.none
      static let table: [Parameter<Self>] = [Parameter("fault", \.fault, "What goes wrong.")]
    }

    static let info = PluginInfo("careless", version: 1, "Moves beats anywhere.")
    let fault: Fault

    init(parameters: Parameters) { fault = parameters.fault }

    func moved(_ beats: [Double], in trial: ScenarioTrial) -> MovedBeats {
      switch fault {
      case .tooFew: MovedBeats(times: Array(beats.dropLast()))
      case .backward: MovedBeats(times: beats.reversed())
      case .notANumber: MovedBeats(times: beats, pulseShares: beats.map { _ in .nan })
      case .none: MovedBeats(times: beats.map { $0 + 0.5 })
      }
    }
  }

  static let faults: [(Careless.Fault, String?)] = [
    (.tooFew, "all: careless moved 20 beats to 19 times with 19 heights"),
    (.backward, "all: careless moved a beat before the one that precedes it"),
    (.notANumber, "all: careless moved a beat to a time, or gave it a height, that is no number"),
    (.none, nil),
  ]

  @Test(arguments: faults) func isTold(_ fault: Careless.Fault, _ reason: String?) throws {
    let entry = ScenarioEntry(Careless.self)
    let values = ParameterValues([.init("fault", .choice(fault.rawValue))])
    let plan = ScenarioPlan(
      label: "all", family: 0, familyLabel: "all", swept: [],
      steps: [.init(entry, parameters: values, scenario: try entry.make(values))], repeats: 1)
    let beats = (0..<20).map { 0.8 * Double($0) }
    let light = Channel.uniform(Signal(samples: (0..<500).map { Double($0 % 25) }, sampleRate: 30))
    func applied() throws(ScenarioFailure) -> ScenarioPlan.Damaged {
      try plan.apply(
        to: Channels([.ppg: light]), reference: .beats(beats), seed: 1, recording: "a/b", repetition: 0
      ) { (_, _) throws(ScenarioFailure) in .init() }
    }
    do {
      let damaged = try applied()
      #expect(reason == nil)
      #expect(damaged.reference == .beats(beats.map { $0 + 0.5 }))
    } catch {
      #expect(error.reason == reason)
    }
  }
}
