import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRDetectors
@testable import HRNumerics

/// Tests of every quality index, for each row of the catalog.
@Suite struct QualityContractTests {
  static let names = Catalog<QualityEntry>.builtIn.names
  /// Indices that have a value for a flat wave, too.
  static let ofFlatWaves = ["saturation", "flatLine"]
  /// Indices in the camera's own codes, as the guide's limit is: a flat wave moves by none, and the unit matters.
  static let ofCodes = ["motion.swasthicare"]

  private func index(_ name: String, _ values: ParameterValues = ParameterValues()) throws -> any QualityIndex
  {
    try #require(Catalog<QualityEntry>.builtIn[name]).make(values)
  }

  private func noisy(_ noise: Double, sampleRate: Double = 50, offset: Double = 90) -> Signal {
    var random = RandomStream(seed: 3, ["quality"])
    var wave = PulseTrain(bpm: 72, sampleRate: sampleRate, seconds: 12, gain: 4, offset: offset).signal
    for index in wave.samples.indices { wave.samples[index] += noise * random.normal() }
    return wave
  }

  @Test(arguments: names) func isFiniteOrNothing(_ name: String) throws {
    let index = try index(name)
    for rate in [20.0, 30, 125, 1000] {
      for count in [0, 1, 2, 3, 10, Int(rate), Int(3 * rate)] {
        let wave = Signal(
          samples: Array(noisy(0.5, sampleRate: rate).samples.prefix(count)), sampleRate: rate, startTime: 7)
        #expect(index.value(of: wave)?.isFinite ?? true)
        let holes = Signal(
          samples: wave.samples.enumerated().map { $0 % 5 == 0 ? .nan : $1 }, sampleRate: rate)
        #expect(index.value(of: holes)?.isFinite ?? true)
      }
      let nothing = Signal(samples: Array(repeating: .nan, count: 200), sampleRate: rate)
      #expect(index.value(of: nothing)?.isFinite ?? true)
    }
  }

  @Test(arguments: names.filter { !(ofFlatWaves + ofCodes).contains($0) }) func isNotDefinedForAFlatWave(
    _ name: String
  ) throws {
    let flat = Signal(samples: Array(repeating: 127, count: 600), sampleRate: 50)
    #expect(try index(name).value(of: flat) == nil)
  }

  @Test(arguments: ofFlatWaves) func aFlatWaveIsAsBadAsCanBe(_ name: String) throws {
    let flat = Signal(samples: Array(repeating: 127, count: 600), sampleRate: 50)
    #expect(try index(name).value(of: flat) == 1)
  }

  @Test(arguments: names) func knowsNoClock(_ name: String) throws {
    let wave = noisy(0.3)
    let later = Signal(samples: wave.samples, sampleRate: 50, startTime: 3600)
    let (now, then) = (try index(name).value(of: wave), try index(name).value(of: later))
    let (a, b) = (try #require(now), try #require(then))
    #expect(abs(a - b) < 1e-9)
  }

  /// A flat wave has no motion; steps of 16 codes have a motion of 16.
  @Test func codesThatStayDoNotMove() throws {
    let flat = Signal(samples: Array(repeating: 127, count: 600), sampleRate: 50)
    let steps = Signal(samples: (0..<100).map { Double($0 % 2) * 16 }, sampleRate: 30)
    #expect(try index("motion.swasthicare").value(of: flat) == 0)
    #expect(try index("motion.swasthicare").value(of: steps) == 16)
  }

  /// Neither the unit of the wave nor its level matters, except for the level in perfusion.
  @Test(arguments: names.filter { !ofCodes.contains($0) }) func doesNotDependOnTheUnit(_ name: String) throws
  {
    let wave = noisy(0.3)
    let scaled = Signal(
      samples: wave.samples.map { name == "perfusion" ? 16 * $0 : 16 * $0 - 1000 }, sampleRate: 50)
    let (a, b) = (try index(name).value(of: wave), try index(name).value(of: scaled))
    #expect(abs(try #require(a) - (try #require(b))) < 1e-6)
  }

  /// White noise of three times the pulse's size against hardly any.
  @Test(arguments: names.filter { !ofFlatWaves.contains($0) && $0 != "perfusion" && $0 != "kurtosis" })
  func tellsNoiseFromPulse(_ name: String) throws {
    let entry = try #require(Catalog<QualityEntry>.builtIn[name])
    let clean = try #require(try entry.make().value(of: noisy(0.02)))
    let poor = try #require(try entry.make().value(of: noisy(12)))
    switch entry.better {
    case .higher where name == "entropy": #expect(abs(clean - poor) > 0.01)
    case .higher: #expect(clean > poor, "\(clean), \(poor)")
    case .lower: #expect(clean < poor, "\(clean), \(poor)")
    }
  }

  @Test func aKnockShowsInKurtosisAndEntropy() throws {
    var knocked = noisy(0.02)
    for index in 300..<310 { knocked.samples[index] += 200 }
    for name in ["kurtosis", "entropy"] {
      let entry = try #require(Catalog<QualityEntry>.builtIn[name])
      let clean = try #require(try entry.make().value(of: noisy(0.02)))
      let poor = try #require(try entry.make().value(of: knocked))
      #expect(entry.better == .higher ? clean > poor + 0.2 : clean < poor - 0.2, "\(name) \(clean) \(poor)")
    }
  }

  @Test func skewnessKnowsUpFromDown() throws {
    let upright = noisy(0.02)
    let turned = Signal(samples: upright.samples.map { -$0 }, sampleRate: 50)
    let either = ParameterValues([.init("polarity", .choice("either"))])
    let (a, b) = (try index("skewness").value(of: upright), try index("skewness").value(of: turned))
    #expect(try #require(a) > 0)
    #expect(abs(try #require(a) + (try #require(b))) < 1e-9)
    #expect(try index("skewness", either).value(of: turned) == abs(try #require(a)))
  }

  @Test func saturationCountsClippedSamples() throws {
    // A triangle of 0…5…0; clipped at 4, three of ten samples are there.
    let triangle = [0, 1, 2, 3, 4, 5, 4, 3, 2, 1].map(Double.init)
    let wave = Signal(samples: triangle + triangle, sampleRate: 10)
    #expect(try index("saturation").value(of: wave) == 0)
    let clipped = Signal(samples: wave.samples.map { min($0, 4) }, sampleRate: 10)
    #expect(try index("saturation").value(of: clipped) == 0.3)
    let given = ParameterValues([
      .init("levels", .choice("given")), .init("lowLevel", .number(0)), .init("highLevel", .number(5)),
    ])
    #expect(try index("saturation", given).value(of: wave) == 0.2)
    #expect(try index("saturation", given).value(of: clipped) == 0.1)
  }

  @Test func flatLineCountsRunsThatLast() throws {
    var samples = (0..<40).map(Double.init)
    for index in 10..<20 { samples[index] = 10 }
    for index in 30..<32 { samples[index] = 30 }
    let wave = Signal(samples: samples, sampleRate: 10)
    #expect(try index("flatLine").value(of: wave) == 12.0 / 40)
    let longer = ParameterValues([.init("leastSeconds", .number(0.3))])
    #expect(try index("flatLine", longer).value(of: wave) == 10.0 / 40)
    var holed = wave
    for index in 33..<36 { holed.samples[index] = .nan }
    #expect(try index("flatLine", longer).value(of: holed) == 14.0 / 40)
  }

  @Test func templateMatchingRefusesWhatNoHeartDoes() throws {
    let even = try index("templateMatching").value(of: noisy(0.02))
    #expect(try #require(even) > 0.95)
    // Half of the wave beats three times as fast.
    let fast = PulseTrain(bpm: 150, sampleRate: 50, seconds: 6, gain: 4, offset: 90).signal
    let slow = PulseTrain(bpm: 50, sampleRate: 50, seconds: 6, gain: 4, offset: 90).signal
    let both = Signal(samples: slow.samples + fast.samples, sampleRate: 50)
    #expect(try index("templateMatching").value(of: both) == 0)
  }

  @Test func liCliffordAcceptsBeatsThatAreAlike() throws {
    #expect(try index("templateMatching.liClifford").value(of: noisy(0.02)) == 1)
    // Ten beats of 40 samples; the fourth is upside down, the seventh is constant for most of its length.
    let beat = (0..<40).map { exp(-0.5 * pow((Double($0) - 12) / 4, 2)) + 0.001 * Double($0 % 3) }
    var samples = (0..<10).flatMap { _ in beat } + beat
    for place in 0..<40 { samples[120 + place] = 1 - beat[place] }
    for place in 8..<40 { samples[240 + place] = beat[8] }
    let share = LiCliffordIndex.acceptableShare(
      of: samples, onsets: Array(stride(from: 0, through: 400, by: 40)), longestBeat: 150)
    #expect(share == 0.8)
  }

  @Test func agreementCountsBeatsNearAnEndOnlyInPairs() throws {
    let agreement = { BeatAgreementIndex.agreement($0, $1, toleranceSeconds: 0.15, counting: 0.5...9.5) }
    #expect(agreement([], []) == nil)
    #expect(agreement([0.2, 1, 2, 3], [1, 2, 3, 9.7]) == 1)
    #expect(agreement([0.2, 1, 2, 3], [0.3, 1.1, 2.2, 3]) == 3.0 / 5)
    #expect(agreement([1], []) == 0)
    #expect(try index("beatAgreement").value(of: noisy(0.02)) == 1)
  }

  /// A sine and its double 20 dB apart from noise of known size.
  @Test func decibelsAreThoseOfTheSpectrum() throws {
    var random = RandomStream(seed: 8, ["decibels"])
    let wave = Signal(
      samples: (0..<1800).map { sin(2 * Double.pi * 1.2 * Double($0) / 30) + 0.5 * random.normal() },
      sampleRate: 30)
    // Power ½ against 0.25 · (3.5 − 0.6) / 15 in the rest of the band: about 10 dB.
    let value = try #require(try index("snr.deHaan").value(of: wave))
    #expect(abs(value - 10) < 1.5, "\(value)")
  }
}
