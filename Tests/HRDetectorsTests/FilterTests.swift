import HRPlugins
import HRSignals
import Foundation
import Testing

@testable import HRDetectors
@testable import HRNumerics

@Suite struct FilterTests {
  /// Input and expected outputs below: NumPy 2.4.6 and SciPy 1.17.1 (`lfilter` with the initial state that makes
  /// y₀ = x₀, `detrend`, means of slices).
  private let input = Signal(
    samples: [
      200, 209.5, 210, 201.5, 207, 203.5, 214, 215.5, 208, 214.5, 212, 200.5, 203, 196.5, 204, 202.5,
    ], sampleRate: 30, startTime: 2)

  private func expectClose(_ signal: Signal, _ expected: [Double]) {
    #expect(signal.count == expected.count)
    #expect(signal.startTime == input.startTime && signal.sampleRate == input.sampleRate)
    for (value, wanted) in zip(signal.samples, expected) { #expect(abs(value - wanted) < 1e-9) }
  }

  @Test func onePoleBandMatchesSciPy() {
    expectClose(
      OnePoleBandFilter(parameters: .init()).apply(to: input),
      [
        -6.375, -2.05536942808, 0.414059035803, -1.50122797418, -0.354963613161, -1.05005275873, 2.530344508,
        4.74864647137, 2.84145053668, 4.12581759278, 3.62678946858, -1.06279119922, -2.44306756053,
        -5.40337495162, -3.83417777715, -3.39047164556,
      ])
  }

  @Test func onePoleBandLeavesTenSamplesAlone() {
    let ten = Signal(samples: Array(input.samples.prefix(10)), sampleRate: 30)
    #expect(OnePoleBandFilter(parameters: .init()).apply(to: ten) == ten)
    let eleven = Signal(samples: Array(input.samples.prefix(11)), sampleRate: 30)
    #expect(OnePoleBandFilter(parameters: .init()).apply(to: eleven) != eleven)
  }

  @Test func detrendMatchesSciPy() {
    expectClose(
      DetrendFilter(parameters: .init()).apply(to: input),
      [
        -8.33823529412, 1.42352941176, 2.18529411765, -6.05294117647, -0.291176470588, -3.52941176471,
        7.23235294118, 8.99411764706, 1.75588235294, 8.51764705882, 6.27941176471, -4.95882352941,
        -2.19705882353, -8.43529411765, -0.673529411765, -1.91176470588,
      ])
  }

  private let fiveMeans = [
    206.5, 205.25, 205.6, 206.3, 207.2, 208.3, 209.6, 211.1, 212.8, 210.1, 207.6, 205.3, 203.2, 201.3, 201.5,
    201,
  ]

  @Test func movingAverageMatchesNumPy() throws {
    let fiveSamples = ParameterValues([.init("windowSeconds", .number(0.15))])
    expectClose(MovingAverageFilter(parameters: try .init(fiveSamples)).apply(to: input), fiveMeans)
  }

  @Test func detrendByMovingAverageIsWhatTheAverageLeaves() throws {
    var parameters = DetrendFilter.Parameters()
    parameters.method = .movingAverage
    parameters.windowSeconds = 0.15
    expectClose(
      DetrendFilter(parameters: parameters).apply(to: input), zip(input.samples, fiveMeans).map { $0 - $1 })
  }

  /// Amplitude of a sine after the filter, in the middle of a long signal, per amplitude before.
  private func response(_ filter: some Filter, atHz frequency: Double, sampleRate: Double) -> Double {
    let samples = (0..<Int(40 * sampleRate)).map {
      sin(2 * Double.pi * frequency * Double($0) / sampleRate)
    }
    let out = filter.apply(to: Signal(samples: samples, sampleRate: sampleRate)).samples
    let middle = out[Int(15 * sampleRate)..<Int(25 * sampleRate)]
    return sqrt(2 * middle.reduce(0) { $0 + $1 * $1 } / Double(middle.count))
  }

  @Test(arguments: FilterPhase.allCases) func butterworthHalvesPowerAtItsEdges(
    _ phase: FilterPhase
  ) {
    var parameters = ButterworthFilter.Parameters()
    parameters.phase = phase
    let filter = ButterworthFilter(parameters: parameters)
    let edge = phase == .causal ? sqrt(0.5) : 0.5
    #expect(abs(response(filter, atHz: 0.7, sampleRate: 100) - edge) < 0.01)
    #expect(abs(response(filter, atHz: 3.5, sampleRate: 100) - edge) < 0.01)
    #expect(abs(response(filter, atHz: 1.6, sampleRate: 100) - 1) < 0.01)
    #expect(response(filter, atHz: 0.1, sampleRate: 100) < 0.01)
    #expect(response(filter, atHz: 20, sampleRate: 100) < 0.01)
  }

  @Test func butterworthCutsOnlyTheLowerEdgeOfABandBeyondTheRate() {
    var parameters = ButterworthFilter.Parameters()
    parameters.highCutoffHz = 20
    let filter = ButterworthFilter(parameters: parameters)
    #expect(abs(response(filter, atHz: 10, sampleRate: 30) - 1) < 0.01)
    #expect(abs(response(filter, atHz: 0.7, sampleRate: 30) - sqrt(0.5)) < 0.01)
  }

  @Test func butterworthOfABandWhollyBeyondTheRateIsZero() {
    var parameters = ButterworthFilter.Parameters()
    parameters.lowCutoffHz = 18
    parameters.highCutoffHz = 20
    let out = ButterworthFilter(parameters: parameters).apply(to: input)
    #expect(out.samples == Array(repeating: 0, count: input.count))
  }
}

@Suite struct ExtractorTests {
  private let channels = Channels([
    .ppg: .uniform(Signal(samples: [1, 2], sampleRate: 30)),
    .red: .uniform(Signal(samples: [100, 60], sampleRate: 30)),
    .green: .uniform(Signal(samples: [50, 20, 7], sampleRate: 30)),
    .blue: .uniform(Signal(samples: [9, 8], sampleRate: 30)),
    .infrared: .uniform(Signal(samples: [5, 6], sampleRate: 30)),
  ])

  @Test(
    arguments: [
      ("ppg", [1, 2]), ("red", [100, 60]), ("green", [50, 20, 7]), ("blue", [9, 8]), ("infrared", [5, 6]),
      ("redMinusGreen", [50, 40]), ("redGreenRatio", [100 * 100 / 150.0, 75]),
    ] as [(String, [Double])])
  func makesThePulseWave(_ name: String, _ expected: [Double]) throws {
    let extractor = try #require(Catalog<ExtractorEntry>.builtIn[name]).make()
    #expect(extractor.extract(from: channels)[.ppg]?.values == expected)
  }

  @Test func irregularTimesStay() throws {
    let times = [0, 0.03, 0.09]
    let channel = Channel.irregular(TimeSeries(times: times, values: [3, 0, 9]))
    let ratio = try #require(Catalog<ExtractorEntry>.builtIn["redGreenRatio"]).make()
    let made = ratio.extract(
      from: Channels([.red: channel, .green: .irregular(TimeSeries(times: times, values: [1, 0, 1]))]))
    #expect(made[.ppg] == .irregular(TimeSeries(times: times, values: [75, 50, 90])))
  }
}
