import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRDetectors
@testable import HRNumerics

/// Properties of filters for any wave.
@Suite struct FilterMetamorphicTests {
  /// A row of the catalog, with parameters of one spelling or another.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let parameters: ParameterValues

    var testDescription: String {
      ([name] + parameters.entries.map { "\($0.name) \($0.value.text)" }).joined(separator: ", ")
    }

    func make() throws -> any Filter {
      try #require(Catalog<FilterEntry>.builtIn[name]).make(parameters)
    }
  }

  /// All filters with their defaults, and with every other choice of each parameter that is a choice.
  static let cases: [Case] = Catalog<FilterEntry>.builtIn.entries.flatMap { entry in
    [Case(name: entry.info.name, parameters: ParameterValues())]
      + entry.parameters.flatMap { parameter -> [Case] in
        guard case .choice(let choices) = parameter.domain else { return [] }
        return choices.map {
          Case(name: entry.info.name, parameters: ParameterValues([.init(parameter.name, .choice($0))]))
        }
      }
  }

  static let nonlinear = ["movingMedian", "hampel", "waveletDenoise", "ssa"]
  static let bandPasses = [
    "butterworth", "chebyshev1", "chebyshev2", "elliptic", "bessel", "fir.kaiser", "fir.leastSquares",
  ]

  private let train = PulseTrain(bpm: 72, sampleRate: 50, seconds: 12, gain: 4, offset: 90).signal

  private func rough(_ count: Int) -> [Double] {
    var random = RandomStream(seed: 5, ["filters"])
    return (0..<count).map { _ in random.normal() }
  }

  private func close(_ a: [Double], _ b: [Double], within tolerance: Double) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= tolerance }
  }

  @Test(arguments: cases) func scalesWithTheWave(_ one: Case) throws {
    let filter = try one.make()
    let wave = Signal(samples: zip(train.samples, rough(train.count)).map { $0 + $1 }, sampleRate: 50)
    let larger = Signal(samples: wave.samples.map { 8 * $0 }, sampleRate: 50)
    // A power of two costs no rounding anywhere: up to the sign of thresholds met exactly, all is eight times as large.
    #expect(
      close(
        filter.apply(to: larger).samples, filter.apply(to: wave).samples.map { 8 * $0 }, within: 1e-9))
  }

  @Test(arguments: cases.filter { !nonlinear.contains($0.name) }) func isLinear(_ one: Case) throws {
    let filter = try one.make()
    let noise = Signal(samples: rough(train.count), sampleRate: 50)
    let sum = Signal(samples: zip(train.samples, noise.samples).map { 2 * $0 - 3 * $1 }, sampleRate: 50)
    let apart = zip(filter.apply(to: train).samples, filter.apply(to: noise).samples).map {
      2 * $0 - 3 * $1
    }
    #expect(close(filter.apply(to: sum).samples, apart, within: 1e-8))
  }

  @Test(arguments: cases) func doesNotCareWhenTheRecordingBegan(_ one: Case) throws {
    let filter = try one.make()
    let later = Signal(samples: train.samples, sampleRate: 50, startTime: 1000)
    #expect(filter.apply(to: later).samples == filter.apply(to: train).samples)
  }

  @Test(arguments: cases) func anOffsetMakesNoWave(_ one: Case) throws {
    let filter = try one.make()
    for level in [0, 255, -1e6] {
      let flat = Signal(samples: Array(repeating: level, count: 300), sampleRate: 50)
      let out = filter.apply(to: flat).samples
      let first = try #require(out.first)
      #expect(out.allSatisfy { abs($0 - first) <= 1e-9 * abs(level) }, "\(level)")
    }
  }

  /// A gap is filled with the value before it, so that the output after it stays a wave.
  @Test(arguments: cases.filter { !["none", "invert"].contains($0.name) }) func survivesHoles(
    _ one: Case
  ) throws {
    let filter = try one.make()
    var holed = train
    for index in [0, 1, 200, 201, 202, 420] { holed.samples[index] = .nan }
    holed.samples[300] = .infinity
    var held = train
    held.samples[0] = train.samples[2]
    held.samples[1] = train.samples[2]
    for index in [200, 201, 202] { held.samples[index] = train.samples[199] }
    held.samples[300] = train.samples[299]
    held.samples[420] = train.samples[419]
    #expect(filter.apply(to: holed) == filter.apply(to: held))
    let nothing = Signal(samples: Array(repeating: .nan, count: 60), sampleRate: 50)
    #expect(filter.apply(to: nothing).samples.allSatisfy { $0.isFinite })
  }

  @Test(arguments: cases, [30, 125]) func seesNoFurtherThanItSays(_ one: Case, _ rate: Double) throws {
    let filter = try one.make()
    let reach: Double
    switch filter.causality {
    case .causal: reach = 0
    case .lookAhead(let seconds): reach = seconds
    }
    guard reach < 5 else { return }
    let wave = PulseTrain(bpm: 70, sampleRate: rate, seconds: 12).signal
    let change = Int(7 * rate)
    var changed = wave
    for index in change..<wave.count { changed.samples[index] = 50 - changed.samples[index] }
    let kept = change - Int((reach * rate).rounded(.up))
    let (before, after) = (filter.apply(to: wave).samples, filter.apply(to: changed).samples)
    #expect(before.prefix(kept) == after.prefix(kept))
    #expect(one.name == "hampel" || before != after)
  }

  /// Amplitude after over amplitude before, in the middle of 40 s.
  private func gain(_ filter: any Filter, atHz frequency: Double, sampleRate: Double) -> Double {
    let wave = (0..<Int(40 * sampleRate)).map { sin(2 * Double.pi * frequency * Double($0) / sampleRate) }
    let out = filter.apply(to: Signal(samples: wave, sampleRate: sampleRate)).samples
    let middle = Int(10 * sampleRate)..<Int(30 * sampleRate)
    let mean = out[middle].reduce(0, +) / Double(middle.count)
    return sqrt(2 * out[middle].reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(middle.count))
  }

  /// A pulse passes; the remainder of a median is not the pulse.
  @Test(arguments: cases.filter { $0.parameters.entries.first?.value != .choice("remainder") })
  func aPulsePasses(_ one: Case) throws {
    let gain = gain(try one.make(), atHz: 1.5, sampleRate: 60)
    #expect((0.7...1.4).contains(gain), "\(gain)")
  }

  @Test(arguments: cases.filter { bandPasses.contains($0.name) }) func whatIsFarOutsideTheBandIsDamped(
    _ one: Case
  ) throws {
    let filter = try one.make()
    #expect(gain(filter, atHz: 0.05, sampleRate: 60) <= 0.1)
    #expect(gain(filter, atHz: 25, sampleRate: 60) <= 0.1)
  }

  @Test func driftRemoversRemoveDrift() throws {
    for name in ["tarvainen", "detrend"] {
      let entry = try #require(Catalog<FilterEntry>.builtIn[name])
      let ramp = Signal(samples: (0..<600).map { 100 + 0.05 * Double($0) }, sampleRate: 60)
      let out = try entry.make().apply(to: ramp).samples
      #expect(out.allSatisfy { abs($0) < 1e-8 })
    }
  }

  @Test func hampelTakesSpikesAndNothingElse() {
    let filter = HampelFilter(parameters: .init())
    var spiked = train
    for index in [40, 333, 599] { spiked.samples[index] += 1000 }
    let (clean, out) = (filter.apply(to: train).samples, filter.apply(to: spiked).samples)
    #expect(out.allSatisfy { $0 < 100 })
    let untouched = zip(train.samples, clean).filter { $0 == $1 }.count
    #expect(untouched > train.count * 9 / 10)
  }

  @Test func notchTakesTheHumAndLeavesThePulse() {
    for phase in FilterPhase.allCases {
      var parameters = NotchFilter.Parameters()
      parameters.phase = phase
      let filter = NotchFilter(parameters: parameters)
      for hum in [50.0, 100] { #expect(gain(filter, atHz: hum, sampleRate: 500) < 0.01) }
      #expect(abs(gain(filter, atHz: 5, sampleRate: 500) - 1) < 0.01)
    }
    // At 50 samples per second there is nothing to take out.
    #expect(NotchFilter(parameters: .init()).apply(to: train) == train)
  }
}
