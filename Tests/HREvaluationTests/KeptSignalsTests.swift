import HRRunTestSupport
import HRTestSupport
import Foundation
import HRSupport
import HRSignals
import Testing

@testable import HRRunning

/// The choice of windows whose signals are kept, and their storage.
@Suite struct KeptSignalsTests {
  // MARK: Choice

  /// Errors of the twelve recordings' six windows: 0.1, 0.2 … 7.2, of either sign; the last window of each has none.
  private static var run: HandMadeRun {
    var run = HandMadeRun()
    run.error = { place in
      guard place.window < 5 else { return nil }
      return Double(6 * place.recording + place.window + 1) / 10 * (place.window % 2 == 0 ? 1 : -1)
    }
    run.reference = { recording, window in recording == 3 && window == 0 ? nil : 70 }
    return run
  }

  private func choices(
    _ quota: SignalQuota, _ run: HandMadeRun = run, of isShown: (Int) -> Bool = { _ in true }
  ) -> [WindowChoice] {
    WindowChooser(quota: quota, plan: run.plan, results: UnitResults(run.results)).choices(where: isShown)
  }

  @Test func theWorstTheMiddleAndSomeDrawn() {
    let chosen = choices(SignalQuota(worst: 2, median: 2, random: 3))
    // Both detectors have equal errors, but the random windows are drawn for each.
    #expect(chosen.count == 14 && chosen.map(\.detector) == [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1])
    #expect(chosen.prefix(7).map(\.why) == [.worst, .worst, .median, .median, .random, .random, .random])
    #expect(chosen.prefix(2).map(\.unit) == [11, 11] && chosen.prefix(2).map(\.window) == [4, 3])
    // 59 errors; the 30th is 3.7, of the seventh recording; next to it 3.8.
    #expect(chosen[2].unit == 6 && chosen[2].window == 0)
    #expect(chosen[3].unit == 6 && chosen[3].window == 1)
    #expect(Set(chosen.map { [$0.unit, $0.detector, $0.window] }).count == 14)
    #expect(choices(SignalQuota(worst: 2, median: 2, random: 3)) == chosen)
    #expect(choices(SignalQuota(worst: 1, median: 0, random: 0), of: { $0 == 1 }).map(\.detector) == [1])
  }

  @Test func whatHasNoReferenceIsNeverKeptAndWhatHasNoAnswerMayBeDrawn() {
    let all = choices(SignalQuota(worst: 0, median: 0, random: 20))
    #expect(all.count == 40)
    #expect(!all.contains { $0.unit == 3 && $0.window == 0 })
    #expect(all.contains { $0.window == 5 })
    var other = Self.run
    other.seed = 2
    #expect(choices(SignalQuota(worst: 0, median: 0, random: 20), other) != all)
    // If all errors are equal, the first windows are taken; if there are fewer than asked for, all of them.
    var small = HandMadeRun(recordings: 1)
    small.windows = 2
    let few = choices(SignalQuota(worst: 1, median: 3, random: 5), small)
    #expect(few.map(\.window) == [0, 1, 0, 1] && few.map(\.why) == [.worst, .median, .worst, .median])
  }

  // MARK: Traces

  @Test func tracesOfManySamplesKeepTheExtremes() throws {
    var samples = (0..<100_000).map { Double($0 % 10) }
    samples[54_321] = 500
    samples[54_322] = -500
    samples[7] = .nan
    let range = TimeRange(start: 0, end: 2000)
    let signal = Signal(samples: samples, sampleRate: 100, startTime: 2)
    let trace = try #require(SignalTrace("ppg", .uniform(signal), in: range))
    #expect(trace.samples.count == 8192 && trace.isReduced && trace.times == nil)
    #expect(trace.samples.max() == 500 && trace.samples.min() == -500)
    #expect(abs(trace.sampleRate - 8.192) < 1e-9 && trace.startTime == 2)
    let place = try #require(trace.samples.firstIndex(of: 500))
    #expect(abs(Double(place) / trace.sampleRate - 543.21) < 0.3)
    let series = TimeSeries(times: [1, 1.5, 2.25, 3], values: [1, .nan, .infinity, 1e300])
    let uneven = try #require(SignalTrace("red", .irregular(series), in: TimeRange(start: 1.2, end: 9)))
    #expect(uneven.times == [0, 0.75, 1.5] && uneven.startTime == 1.5 && !uneven.isReduced)
    #expect(uneven.samples.allSatisfy { $0.isNaN })
    #expect(SignalTrace("red", .irregular(series), in: TimeRange(start: 4, end: 9)) == nil)
  }

  // MARK: The file

  private static let kept: KeptSignals = {
    var signals = WindowSignals()
    signals.raw = [.init(name: "red", startTime: 10, sampleRate: 4, samples: [1, 2.5], times: [0, 0.25])]
    signals.seen = [.init(name: "ppg", startTime: 10, sampleRate: 4, samples: [-1, 1], isReduced: true)]
    signals.referenceBeats = [10.5]
    signals.spectrum = PowerSpectrum(firstHz: 0.5, stepHz: 0.25, power: [0, 1, 0.5])
    let windows = [(0, 2, KeptWindow.Choice.worst), (1, 0, .random)].compactMap { detector, window, why in
      KeptWindow(
        .init(unit: 0, detector: detector, window: window, why: why), signals, in: Example.result(unit: 0))
    }
    return KeptSignals(windows: windows, notes: ["numpy: recorded output"])
  }()

  /// Makes the folder of a run with the first unit's result.
  private func withRun(_ body: (String, RunStore.Content) throws -> Void) throws {
    try withTemporaryFolder { folder in
      do {
        let store = try RunStore(creating: RunStore.path(in: folder), fingerprint: "f", plan: Example.plan)
        try store.append(UnitAnswer(Example.result(unit: 0)))
      }
      try body(folder, try RunStore.read(RunStore.path(in: folder)))
    }
  }

  @Test func whatIsKeptIsReadAgainWithWhatTheRunSaysOfIt() throws {
    try withRun { folder, content in
      #expect(SignalStore.read(in: folder, of: content) == nil)
      try SignalStore.write(Self.kept, in: folder, fingerprint: "f")
      let read = try #require(SignalStore.read(in: folder, of: content))
      #expect(read == Self.kept)
      try #require(read.windows.count == 2)
      #expect(read.windows[0].range == TimeRange(start: 20, end: 30) && read.windows[0].referenceBPM == 70)
      #expect(read.windows[0].estimateBPM == nil)
      #expect(read.windows[1].estimateBPM == 60)
      SignalStore.remove(in: folder)
      #expect(SignalStore.read(in: folder, of: content) == nil)
    }
  }

  @Test func whatCannotBeUsedIsANote() throws {
    try withRun { folder, content in
      let path = SignalStore.path(in: folder)
      func note() throws -> String {
        let read = try #require(SignalStore.read(in: folder, of: content))
        #expect(read.windows == [] && read.notes.count == 1)
        return read.notes.first ?? ""
      }
      let damaged = "signals.store is damaged: the signals of this run are not shown"
      try SignalStore.write(Self.kept, in: folder, fingerprint: "another")
      #expect(try note() == "signals.store is of another run: the signals of this run are not shown")
      try SignalStore.write(Self.kept, in: folder, fingerprint: "f")
      let whole = try #require(FileManager.default.contents(atPath: path))
      // Cut off, longer than it says, and with bytes of head and body flipped one by one.
      try whole.dropLast().write(to: URL(fileURLWithPath: path))
      #expect(try note() == damaged)
      try (whole + [0]).write(to: URL(fileURLWithPath: path))
      #expect(try note() == damaged)
      for place in stride(from: 0, to: whole.count, by: 7) {
        var other = whole
        other[place] ^= 1
        try other.write(to: URL(fileURLWithPath: path))
        let words =
          place < 17 ? "signals.store is not of the form that this hreval writes" : "signals.store is"
        #expect(try note().hasPrefix(words), "byte \(place)")
      }
      try Data().write(to: URL(fileURLWithPath: path))
      #expect(try note() == damaged)
      // Complete and of this run, but with windows that it does not have.
      for (unit, detector, window) in [(0, 0, 3), (0, 2, 0), (1, 0, 0), (-1, 0, 0), (0, -1, 0)] {
        let first = Self.kept.windows[0]
        let elsewhere = KeptWindow(
          choice: .init(unit: unit, detector: detector, window: window, why: .median),
          signals: WindowSignals(), range: first.range, referenceBPM: nil, estimateBPM: nil)
        try SignalStore.write(
          KeptSignals(windows: [elsewhere], notes: []), in: folder, fingerprint: "f")
        #expect(try note() == damaged)
      }
    }
  }
}
