import Foundation
import HRSignals
import Testing

@testable import HRSynthesis

@Suite struct SynthesisPlanTests {
  static func plan(_ change: (inout SynthesisPlan) -> Void = { _ in }) -> SynthesisPlan {
    var plan = SynthesisPlan()
    plan.seconds = 60
    plan.irregularShare = 0
    change(&plan)
    return plan
  }

  static func beats(_ recording: Recording) throws -> [Double] {
    guard case .beats(let beats) = recording.reference else {
      Issue.record("a synthetic recording knows its beats")
      return []
    }
    return beats
  }

  /// Times of the samples that are the largest within `seconds` on both sides.
  static func maxima(_ channel: Channel?, within seconds: Double) throws -> [Double] {
    guard case .uniform(let signal)? = channel else { return [] }
    let reach = Int(seconds * signal.sampleRate)
    let x = signal.samples
    return x.indices.dropFirst(reach).dropLast(reach).filter { index in
      x[(index - reach)...(index + reach)].allSatisfy { $0 <= x[index] }
    }.map { signal.time(at: $0) }
  }

  @Test func recordingsDoNotDependOnHowManyThereAre() {
    let few = Self.plan { $0.count = 2 }
    let many = Self.plan { $0.count = 40 }
    #expect(few.recordings() == [many.recording(0), many.recording(1)])
    #expect(many.recording(1) != many.recording(0))
    #expect(Self.plan { $0.seed = 2 }.recording(0) != few.recording(0))
  }

  @Test func channelsDoNotDependOnEachOther() {
    let all = Self.plan { $0.seconds = 20 }
    let whole = all.recording(3)
    #expect(whole.channels.kinds == SynthesisPlan.makeable)
    for kind in SynthesisPlan.makeable {
      let alone = Self.plan {
        $0.seconds = 20
        $0.channels = [kind]
      }.recording(3)
      #expect(alone.channels[kind] == whole.channels[kind], "\(kind)")
      #expect(alone.reference == whole.reference)
    }
  }

  @Test func namesSubjectsAndStrata() {
    let plan = Self.plan {
      $0.seconds = 5
      $0.recordingsPerSubject = 2
      $0.count = 12
    }
    let recordings = plan.recordings()
    #expect(recordings.map(\.id).first == "s01")
    #expect(recordings.map(\.id).last == "s12")
    #expect(recordings.map(\.subject).prefix(3) == ["p01", "p01", "p02"])
    #expect(recordings[0].metadata.map(\.name) == ["activity", "rhythm", "skinTone"])
    let strata = recordings.map { $0.metadata.map(\.value) }
    #expect(strata[0] == ["rest", "sinus", "I-II"])
    #expect(strata[5] == ["ramp", "sinus", "V-VI"])
  }

  @Test func irregularShareOfRecordings() {
    let plan = Self.plan {
      $0.seconds = 2
      $0.channels = [.respiration]
      $0.irregularShare = 0.3
      $0.count = 300
    }
    let irregular = plan.recordings().filter { $0.metadata.contains { $0.value == "irregular" } }.count
    // Four standard errors: 4 · √(300 · 0.3 · 0.7) = 32.
    #expect(abs(irregular - 90) < 32)
  }

  @Test func samplesCoverTheAskedTime() throws {
    let plan = Self.plan { $0.seconds = 10 }
    let channels = plan.recording(0).channels
    #expect(channels[.ppg]?.count == 1250)
    #expect(channels[.red]?.count == 300)
    #expect(channels[.ecg]?.count == 2500)
    #expect(channels.timeRange == TimeRange(start: 0, end: 10))
  }

  @Test(arguments: [40.0, 72, 120, 185], [0.0, 1]) func meanRateFollowsAConstantProtocol(
    _ bpm: Double, _ irregularShare: Double
  ) throws {
    let plan = Self.plan {
      $0.seconds = 600
      $0.rateProtocol = .constant(bpm)
      $0.irregularShare = irregularShare
      $0.channels = [.respiration]
    }
    let beats = try Self.beats(plan.recording(0))
    let first = try #require(beats.first)
    let last = try #require(beats.last)
    let rate = 60 * Double(beats.count - 1) / (last - first)
    #expect(abs(rate / bpm - 1) < (irregularShare == 0 ? 0.01 : 0.03))
    let intervals = zip(beats.dropFirst(), beats).map { $0 - $1 }
    let mean = intervals.reduce(0, +) / Double(intervals.count)
    let spread = (intervals.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(intervals.count))
      .squareRoot()
    #expect((spread / mean > 0.1) == (irregularShare == 1))
  }

  @Test func rateFollowsARamp() throws {
    let course = try #require(
      RateProtocol([
        .init(seconds: 60, bpm: 60), .init(seconds: 180, bpm: 150), .init(seconds: 200, bpm: 150),
        .init(seconds: 300, bpm: 80),
      ]))
    let plan = Self.plan {
      $0.seconds = 320
      $0.rateProtocol = course
      $0.channels = [.respiration]
    }
    let beats = try Self.beats(plan.recording(0))
    for start in stride(from: 0.0, through: 290, by: 10) {
      let inside = beats.filter { $0 >= start && $0 < start + 20 }
      let first = try #require(inside.first)
      let last = try #require(inside.last)
      let met = 60 * Double(inside.count - 1) / (last - first)
      let asked =
        (0..<200).map { course.bpm(at: first + (last - first) * Double($0) / 199) }.reduce(0, +) / 200
      // Slow waves of up to 2 + 2.5 bpm average out only in part over 20 s.
      #expect(abs(met - asked) < 5, "from \(start) s")
    }
  }

  @Test func electrocardiogramPeaksAtTheBeats() throws {
    let recording = Self.plan { $0.channels = [.ecg] }.recording(0)
    let beats = try Self.beats(recording).filter { $0 > 1 && $0 < 59 }
    let peaks = try Self.maxima(recording.channels[.ecg], within: 0.15).filter { $0 > 0.5 && $0 < 59.5 }
    for beat in beats {
      // Half a sample and the shift of the top by noise.
      #expect(peaks.contains { abs($0 - beat) <= 0.008 }, "\(beat)")
    }
  }

  @Test(arguments: [0, 1, 2]) func pulsePeaksOneTransitTimeAndRiseLater(_ index: Int) throws {
    let plan = Self.plan {
      $0.channels = [.ppg]
      $0.activities = [.rest]
    }
    let recording = plan.recording(index)
    let subject = SyntheticSubject(index: index, plan: plan)
    #expect((0.18...0.28).contains(subject.transitSeconds))
    let beats = try Self.beats(recording)
    let smoothPeaks = try Self.maxima(recording.channels[.ppg], within: 0.2)
    for (beat, next) in zip(beats, beats.dropFirst()) where beat > 1 && next < 58 {
      let expected = beat + subject.transitSeconds + 0.16 * (next - beat).squareRoot()
      #expect(smoothPeaks.contains { abs($0 - expected) < 0.035 }, "\(beat)")
    }
  }

  @Test(arguments: [0, 1, 2]) func pulseSpectrumPeaksAtTheMeanRate(_ index: Int) throws {
    for (kind, sign) in [(ChannelKind.ppg, 1.0), (.green, -1)] {
      let plan = Self.plan {
        $0.channels = [kind]
        $0.activities = [.rest]
      }
      let recording = plan.recording(index)
      let beats = try Self.beats(recording)
      let meanBPM = 60 * Double(beats.count - 1) / (try #require(beats.last) - (try #require(beats.first)))
      let channel = try #require(recording.channels[kind])
      let rate = try #require(channel.nominalRate)
      let mean = channel.values.reduce(0, +) / Double(channel.count)
      let powers = stride(from: 40.0, through: 200, by: 0.5).map { bpm -> (Double, Double) in
        var (re, im) = (0.0, 0.0)
        for (n, value) in channel.values.enumerated() {
          let hann = 0.5 - 0.5 * cos(2 * .pi * Double(n) / Double(channel.count))
          let angle = 2 * .pi * bpm / 60 * Double(n) / rate
          re += sign * hann * (value - mean) * cos(angle)
          im += sign * hann * (value - mean) * sin(angle)
        }
        return (bpm, re * re + im * im)
      }
      let peak = try #require(powers.max { $0.1 < $1.1 })
      #expect(abs(peak.0 - meanBPM) < 3, "\(kind)")
    }
  }

  @Test func cameraLevelsAndSigns() throws {
    for index in 0..<6 {
      let plan = Self.plan { $0.channels = [.red, .green, .blue, .ppg] }
      let channels = plan.recording(index).channels
      let red = try #require(channels[.red]).values
      #expect(red.allSatisfy { (190...255).contains($0) })
      for kind in [ChannelKind.green, .blue] {
        #expect(try #require(channels[kind]).values.allSatisfy { (5...70).contains($0) })
      }
      // Brightness falls as the pulse rises: correlation with the contact sensor is negative.
      let ppg = try #require(channels[.ppg]?.uniform(at: 30)).samples
      let (redMean, ppgMean) = (red.reduce(0, +) / Double(red.count), ppg.reduce(0, +) / Double(ppg.count))
      let product = zip(red, ppg).map { ($0 - redMean) * ($1 - ppgMean) }.reduce(0, +)
      let squares =
        red.map { ($0 - redMean) * ($0 - redMean) }.reduce(0, +)
        * ppg.map { ($0 - ppgMean) * ($0 - ppgMean) }.reduce(0, +)
      #expect(product / squares.squareRoot() < -0.9)
    }
  }

  @Test func wholeCodesAreWhole() throws {
    let plan = Self.plan { $0.cameraCodes = .whole }
    let green = try #require(plan.recording(0).channels[.green]).values
    #expect(green.allSatisfy { $0 == $0.rounded() })
    #expect(Set(green).count > 1)
    let fractional = try #require(Self.plan().recording(0).channels[.green]).values
    #expect(zip(green, fractional).allSatisfy { abs($0 - $1) <= 0.5 })
  }

  @Test func accelerometerShowsGravity() throws {
    let channels = Self.plan().recording(0).channels
    let means = [ChannelKind.accelerometerX, .accelerometerY, .accelerometerZ].compactMap {
      channels[$0]?.values
    }
    .map { $0.reduce(0, +) / Double($0.count) }
    #expect(abs(means.map { $0 * $0 }.reduce(0, +).squareRoot() - 1) < 0.01)
  }

  @Test func problemsAreNamed() {
    #expect(SynthesisPlan().problems.isEmpty)
    let plan = Self.plan {
      $0.count = 0
      $0.seconds = .nan
      $0.cameraRate = 0
      $0.restingRateBPM = 10...60
      $0.channels = [.contact]
    }
    #expect(
      plan.problems == [
        "count must be in 1...100000", "seconds must be in 1...86400",
        "restingRateBPM must be in 30...220",
        "cameraRate must be in 1...4000 Hz", "channel contact cannot be synthesized",
      ])
    // 86,400 s of 1,600 Hz on two channels are 276,480,000 samples; on one they are allowed.
    let long = Self.plan {
      $0.seconds = 86_400
      $0.opticalRate = 1600
      $0.channels = [.ppg, .red]
    }
    #expect(
      long.problems == ["seconds × the highest sample rate × 2 channels must not exceed 268435456"])
    let allowed = Self.plan {
      $0.seconds = 86_400
      $0.opticalRate = 1600
      $0.channels = [.ppg]
    }
    #expect(allowed.problems.isEmpty)
    #expect(RateProtocol([]) == nil)
    #expect(RateProtocol([.init(seconds: 0, bpm: 20)]) == nil)
    #expect(RateProtocol([.init(seconds: 1, bpm: 60), .init(seconds: 1, bpm: 70)]) == nil)
  }
}
