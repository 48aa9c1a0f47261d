import Foundation
import HRSignals
import Testing

@testable import HRScenarios

@Suite struct SeverityMeasureTests {
  let clean = SampleChannels.pulse(seconds: 60, rate: 30, level: 200, amplitude: 2)

  func changed(_ change: (Int, Double) -> Double) -> Channel {
    clean.replacing(values: clean.values.enumerated().map { change($0.offset, $0.element) })
  }

  @Test func nothingDiffers() {
    let measure = SeverityMeasure(.red, clean: clean, damaged: clean)
    #expect(measure.snrDecibels == nil)
    #expect(measure.changedShare == 0)
    #expect(measure.lostShare == 0)
    #expect(measure.clippedShare == 0)
    #expect(measure.startShiftSeconds == 0)
    #expect(measure.durationRatio == 1)
    #expect(measure.intervalsBefore == measure.intervalsAfter)
    #expect(measure.intervalsAfter?.deviationMilliseconds == 0)
    #expect(abs((measure.intervalsAfter?.medianMilliseconds ?? 0) - 33.333) < 0.001)
  }

  /// The pulse's power is 2² / 2 = 2; each third sample off by √6, up and down by turns, makes a variance of 2, off by
  /// √0.6 of 0.2.
  @Test(arguments: [(6, 0), (0.6, 10)]) func signalToNoiseRatio(_ square: Double, _ snr: Double) throws {
    let damaged = changed { index, value in
      index % 3 > 0 ? value : value + (index % 2 == 0 ? 1 : -1) * square.squareRoot()
    }
    let measure = SeverityMeasure(.red, clean: clean, damaged: damaged)
    // The band passes 99.87 % of the power of a pulse of 1.25 Hz, and a little less near the ends: 0.013 dB.
    #expect(abs(try #require(measure.snrDecibels) - snr) < 0.02)
    #expect(abs(try #require(measure.changedShare) - 1.0 / 3) < 1e-12)
  }

  /// A level that is off everywhere hides no pulse.
  @Test func anOffsetIsNoNoise() {
    let measure = SeverityMeasure(.red, clean: clean, damaged: changed { $1 + 7.3 })
    #expect(measure.snrDecibels == nil)
    #expect(measure.changedShare == 1)
  }

  @Test func missingSamplesHaveChangedButAddNoNoise() throws {
    let damaged = changed { index, value in
      index < 900 ? .nan : value + (index % 2 == 0 ? 1 : -1) * 2.0.squareRoot()
    }
    let measure = SeverityMeasure(.red, clean: clean, damaged: damaged)
    #expect(abs(try #require(measure.snrDecibels)) < 0.02)
    #expect(measure.changedShare == 1)
    let gone = changed { index, _ in index < 900 ? .nan : 1 }
    #expect(SeverityMeasure(.red, clean: gone, damaged: gone).changedShare == 0)
  }

  @Test func clippedIsWhatWasNotSoBefore() {
    let before = changed { index, value in index < 600 ? 255 : value }
    let after = changed { index, value in index < 900 ? 255 : (index < 1200 ? 0 : value) }
    #expect(SeverityMeasure(.red, clean: before, damaged: after).clippedShare == 600.0 / 1800)
    #expect(SeverityMeasure(.ppg, clean: before, damaged: after).clippedShare == nil)
  }

  @Test func lostSamples() {
    let kept = (0..<1800).filter { $0 % 4 != 1 }
    let series = TimeSeries(times: kept.map { clean.time(at: $0) }, values: kept.map { clean.values[$0] })
    let measure = SeverityMeasure(.red, clean: clean, damaged: .irregular(series))
    #expect(measure.lostShare == 0.25)
    #expect(measure.snrDecibels == nil && measure.changedShare == nil && measure.clippedShare == nil)
    #expect(measure.durationRatio == 1)
    // Steps of 2, 1 and 1 frames in turn: the mean is 4/3, the mean square deviation 2/9 of a frame squared.
    let deviation = measure.intervalsAfter?.deviationMilliseconds ?? 0
    #expect(abs(deviation - 1000.0 / 30 * (2.0 / 9).squareRoot()) < 0.01)
    #expect(abs((measure.intervalsAfter?.medianMilliseconds ?? 0) - 1000.0 / 30) < 1e-9)
  }

  @Test func movedAndStretchedTimes() throws {
    let slow = Channel.uniform(Signal(samples: clean.values, sampleRate: 25, startTime: 2))
    let measure = SeverityMeasure(.red, clean: clean, damaged: slow)
    #expect(measure.startShiftSeconds == 2)
    #expect(abs(try #require(measure.durationRatio) - 1.2) < 1e-12)
    #expect(measure.intervalsAfter?.medianMilliseconds == 40)
    #expect(measure.lostShare == 0)
    #expect(measure.changedShare == nil)
    let times = (0..<clean.count).map { clean.time(at: $0) }
    let same = Channel.irregular(TimeSeries(times: times, values: clean.values))
    #expect(SeverityMeasure(.red, clean: clean, damaged: same).changedShare == 0)
  }

  @Test func whatCannotBeMeasuredIsNil() {
    let none = Channel.uniform(Signal(samples: [], sampleRate: 30))
    let one = Channel.uniform(Signal(samples: [5], sampleRate: 30))
    let flat = changed { _, _ in 5 }
    let empty = SeverityMeasure(.red, clean: none, damaged: none)
    #expect(empty.changedShare == nil && empty.lostShare == nil && empty.startShiftSeconds == nil)
    #expect(empty.clippedShare == nil && empty.intervalsAfter == nil && empty.durationRatio == nil)
    #expect(SeverityMeasure(.red, clean: one, damaged: one).durationRatio == nil)
    #expect(SeverityMeasure(.red, clean: flat, damaged: clean).snrDecibels == nil)
    #expect(SeverityMeasure(.red, clean: clean, damaged: none).lostShare == 1)
    #expect(SeverityMeasure(.red, clean: clean, damaged: none).durationRatio == nil)
  }
}
