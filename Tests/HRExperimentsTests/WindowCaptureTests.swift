import HRPlugins
import HRSignals
import Testing

@testable import HRExperiments
@testable import HRResults
@testable import HRRunning

/// One more than the sum of the squares of what it is shown: tells which samples those were.
private struct SquaresDetector: WindowDetector {
  static let info = PluginInfo("test.squares", version: 1, "Sum of squares.")
  static let inputs = [ChannelKind.ppg]
  static let optionalInputs = [ChannelKind.accelerometerX]
  init(parameters: NoParameters) {}
  var rangeBPM: ClosedRange<Double>? { .unbounded }
  var sampleRate: Double? { 40 }

  func estimate(in window: Window) -> Estimate {
    .bpm(1 + (window[.ppg].samples + window[.accelerometerX].samples).reduce(0) { $0 + $1 * $1 })
  }
}

/// The same of all samples since the recording began, as they come.
private struct StreamingSquaresDetector: StreamingDetector {
  static let info = PluginInfo("test.streamingSquares", version: 1, "Sum of squares so far.")
  static let inputs = [ChannelKind.ppg]
  private var sum = 1.0
  init(parameters: NoParameters) {}
  var rangeBPM: ClosedRange<Double>? { .unbounded }

  mutating func begin(sampleRate: Double) {}
  mutating func push(_ frame: Frame) { sum += frame[0] * frame[0] }
  func reading(at time: Double) -> Estimate {
    var estimate = Estimate.bpm(sum)
    // Names the window's end, and a beat that is long over.
    estimate.beats = [0.5, time - 0.25]
    return estimate
  }
}

/// What is kept of a window is what its detector was shown when the result was made.
@Suite struct WindowCaptureTests {
  private static var plugins: Plugins {
    let builtIn = Plugins.builtIn
    return Plugins(
      detectors: builtIn.detectors
        + Catalog([DetectorEntry(SquaresDetector.self), DetectorEntry(StreamingSquaresDetector.self)]),
      filters: builtIn.filters, extractors: builtIn.extractors, scenarios: builtIn.scenarios,
      qualities: builtIn.qualities)
  }

  private static let detectors = #"""
    ["test.squares", {"label": "filtered", "detector": "test.squares", "filters": ["butterworth"]},
     "test.streamingSquares", "peak", "fft", {"label": "numpy", "recorded": "py/{recording}.csv", "scenarios": ["clean"]}]
    """#

  private func captured(
    _ experiment: Experiment, _ unit: Int, _ asked: [AskedWindow]
  ) throws -> (table: WindowTable, signals: [WindowSignals?]) {
    var runner = UnitRunner(experiment)
    let unit = experiment.units[unit]
    let result = runner.result(of: unit)
    // In a process of its own, as a worker would: nothing of the first time is left.
    var again = UnitRunner(experiment)
    let captured = again.signals(of: unit, in: asked)
    #expect(try CapturedUnit(bytes: captured.bytes) == captured)
    #expect(captured.digests == result.facts.files.map(\.sha256))
    guard case .windows(let table) = result.outcome, case .windows(let signals) = captured.outcome else {
      throw Damage()
    }
    return (table, signals)
  }

  private struct Damage: Error {}

  private func squares(_ traces: [SignalTrace]) -> Double {
    traces.flatMap(\.samples).reduce(1) { $0 + Double($1) * Double($1) }
  }

  @Test func samplesAreThoseThatTheEstimateWasMadeOf() throws {
    try ResolverStudy.with { study in
      for index in 1...3 { try study.write("time,value\n9.5,60\n14.5,60\n", "py/r\(index).csv") }
      let experiment = try study.experiment(
        ResolverStudy.text(
          detectors: Self.detectors,
          more: #", "seed": 5, "scenarios": ["clean", {"scenario": "whiteNoise", "repeats": 2}]"#),
        plugins: Self.plugins)
      // The second recording, the second repeat of the noise.
      let asked = [(0, 2), (1, 1), (0, 0), (2, 1), (3, 1), (4, 0), (5, 0), (4, 99)].map {
        AskedWindow(detector: $0.0, window: $0.1)
      }
      let (table, signals) = try captured(experiment, 5, asked)
      #expect(signals.last == .some(nil), "there is no such window")
      for (place, window) in zip(asked, signals).prefix(3) {
        let window = try #require(window)
        let cell = try #require(table.estimates[place.detector]).cells[place.window]
        let (kept, whole) = (squares(window.seen), cell.bpm)
        #expect(abs(kept / whole - 1) < 1e-5)
        #expect(window.seen.map(\.name) == ["ppg", "accelerometerX"])
        #expect(window.seen.allSatisfy { $0.sampleRate == 40 && $0.samples.count == 400 && !$0.isReduced })
        #expect(abs(window.seen[0].startTime - table.ranges[place.window].start) < 0.03)
        // As the noise left it, before it was put on another rate.
        #expect(window.raw.map(\.name) == ["ppg", "accelerometerX"])
        #expect(window.raw.allSatisfy { $0.samples.count == 250 && abs($0.sampleRate - 25) < 1e-6 })
        #expect(window.spectrum?.power.count == 211 && window.detectedBeats == nil)
        #expect(window.referenceBeats?.allSatisfy { table.ranges[place.window].start <= $0 } == true)
        #expect(window.referenceBeats?.count == 12)
      }
      // Filtered, the same raw wave.
      #expect(signals[1]?.raw[0].samples.count == 250 && signals[1]?.seen[0] != signals[0]?.seen[0])
      // One that is shown the recording's samples as they are: they are not kept twice. Its older beat is not in it.
      #expect(signals[3]?.raw.map(\.name) == [] && signals[3]?.seen.map(\.name) == ["ppg"])
      #expect(signals[3]?.detectedBeats == [14.75] && signals[3]?.spectrum == nil)
      #expect(try #require(signals[4]?.detectedBeats).allSatisfy { $0 >= 5 && $0 < 15 })
      #expect(signals[6]?.seen == [] && signals[6]?.raw == [] && signals[6]?.referenceBeats?.count == 12)
    }
  }

  /// What a detector that remembers is shown begins with the recording; of a measurement that begins later, with that.
  @Test func aLaterTryIsShownNothingFromBefore() throws {
    try ResolverStudy.with { study in
      let experiment = try study.experiment(
        ResolverStudy.text(
          windows: #"{"windowSeconds": 6, "startSeconds": 2, "tries": 3}"#,
          detectors: #"[{"label": "a", "detector": "test.squares", "filters": ["butterworth"]}]"#,
          more: #", "mode": "spot", "scenarios": ["whiteNoise"]"#), plugins: Self.plugins)
      for number in 0..<3 {
        var runner = UnitRunner(experiment)
        guard case .windows(let table) = runner.result(of: experiment.units[0]).outcome else { return }
        let (_, signals) = try captured(experiment, 0, [AskedWindow(detector: 0, window: number)])
        let kept = try #require(signals[0])
        #expect(abs(try #require(kept.seen.first).startTime - table.ranges[number].start) < 0.05)
        guard number == table.chosenTries[0] else { continue }
        let whole = try #require(table.estimates[0]).cells[0].bpm
        #expect(abs(squares(kept.seen) / whole - 1) < 1e-5)
      }
    }
  }

  /// A sine at 72 per minute: its peak is there, and as high as the greatest.
  @Test func theSpectrumHasItsPeakAtTheRate() throws {
    let wave = Signal(
      samples: (0..<500).map { 5 + Double.sin(2 * .pi * 1.2 * Double($0) / 25) }, sampleRate: 25, startTime: 3
    )
    let spectrum = try #require(PowerSpectrum(of: wave, measurand: .heartRate))
    #expect(spectrum.power.count == 211 && abs(spectrum.firstHz - 0.5) < 1e-12)
    let peak = try #require(spectrum.power.indices.max { spectrum.power[$0] < spectrum.power[$1] })
    #expect(peak == 42 && spectrum.power[peak] == 1)
    // Half its rate ends it sooner; breaths have a band of their own.
    let slow = Signal(samples: wave.samples, sampleRate: 4)
    #expect(PowerSpectrum(of: slow, measurand: .heartRate)?.power.count == 91)
    #expect(PowerSpectrum(of: wave, measurand: .breathingRate)?.power.count == 229)
    for samples in [[1.0, 2, 3], Array(repeating: 0.1, count: 50), wave.samples + [.nan]] {
      #expect(PowerSpectrum(of: Signal(samples: samples, sampleRate: 25), measurand: .heartRate) == nil)
    }
  }

  @Test func questionsAreReadAsTheyWereAsked() {
    let windows = [AskedWindow(detector: 2, window: 7), AskedWindow(detector: 0, window: 0)]
    for question in [.signals(unit: 4, windows: windows), .result(unit: 3), UnitQuestion.exam(recording: 1)] {
      #expect(UnitQuestion(bytes: question.bytes) == question)
      #expect(UnitQuestion(bytes: question.bytes.dropLast()) == nil)
      #expect(UnitQuestion(bytes: question.bytes + [0]) == nil)
    }
  }
}
