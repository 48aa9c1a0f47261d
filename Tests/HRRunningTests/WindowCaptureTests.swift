import HRRunTestSupport
import HRPlugins
import HRSignals
import Testing

@testable import HRRunning

/// Gives one more than the sum of the squares of its input, which shows which samples it got.
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

/// Gives the same sum over all samples since the recording began.
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
    // Gives a beat near the window's end, and one from long before.
    estimate.beats = [0.5, time - 0.25]
    return estimate
  }
}

/// The kept signals of a window are the input that its detector had when the result was made.
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
    // With a new runner, as in a worker: nothing of the first time is left.
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
        // The raw signals are as the noise left them, before resampling.
        #expect(window.raw.map(\.name) == ["ppg", "accelerometerX"])
        #expect(window.raw.allSatisfy { $0.samples.count == 250 && abs($0.sampleRate - 25) < 1e-6 })
        #expect(window.spectrum?.power.count == 211 && window.detectedBeats == nil)
        #expect(window.referenceBeats?.allSatisfy { table.ranges[place.window].start <= $0 } == true)
        #expect(window.referenceBeats?.count == 12)
      }
      // With a filter, the raw wave is the same.
      #expect(signals[1]?.raw[0].samples.count == 250 && signals[1]?.seen[0] != signals[0]?.seen[0])
      // A detector that gets the recording's samples unchanged: they are not stored twice. Its older beat is not
      // included.
      #expect(signals[3]?.raw.map(\.name) == [] && signals[3]?.seen.map(\.name) == ["ppg"])
      #expect(signals[3]?.detectedBeats == [14.75] && signals[3]?.spectrum == nil)
      #expect(try #require(signals[4]?.detectedBeats).allSatisfy { $0 >= 5 && $0 < 15 })
      #expect(signals[6]?.seen == [] && signals[6]?.raw == [] && signals[6]?.referenceBeats?.count == 12)
    }
  }

  /// A filter's input begins with the recording; for a measurement that begins later, with the measurement.
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

  /// A sine at 72 per minute: the spectrum has its greatest value there.
  @Test func theSpectrumHasItsPeakAtTheRate() throws {
    let wave = Signal(
      samples: (0..<500).map { 5 + Double.sin(2 * .pi * 1.2 * Double($0) / 25) }, sampleRate: 25, startTime: 3
    )
    let spectrum = try #require(PowerSpectrum(of: wave, measurand: .heartRate))
    #expect(spectrum.power.count == 211 && abs(spectrum.firstHz - 0.5) < 1e-12)
    let peak = try #require(spectrum.power.indices.max { spectrum.power[$0] < spectrum.power[$1] })
    #expect(peak == 42 && spectrum.power[peak] == 1)
    // At a lower sample rate, half of it ends the spectrum sooner; breaths have a band of their own.
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
