import Foundation
import HRSignals
import Testing

@testable import HRSynthesis

@Suite struct PerfusionTests {
  static func plan(_ change: (inout SynthesisPlan) -> Void) -> SynthesisPlan {
    SynthesisPlanTests.plan {
      $0.activities = [.rest]
      $0.seconds = 120
      change(&$0)
    }
  }

  /// Pulsatile share in per cent: the amplitude at the mean heart rate's own frequency over the mean level.
  ///
  /// Noise is the same with every perfusion, so its part cancels where recordings are subtracted.
  static func pulse(_ plan: SynthesisPlan, _ kind: ChannelKind) throws -> [Double] {
    var none = plan
    none.perfusion = .factor(0)
    let with = try Measured.samples(plan.recording(0), kind)
    let without = try Measured.samples(none.recording(0), kind)
    let level = Measured.mean(without)
    return zip(with, without).map { ($1 - $0) / level }
  }

  @Test(arguments: [
    (Perfusion.normal, 1.0), (.low, 0.25), (.veryLow, 0.05), (.factor(0.4), 0.4), (.factor(3), 3),
  ])
  func scalesThePulseAndNothingElse(_ perfusion: Perfusion, _ factor: Double) throws {
    for kind in [ChannelKind.red, .green, .blue] {
      let normal = try Self.pulse(Self.plan { $0.channels = [kind] }, kind)
      let scaled = try Self.pulse(
        Self.plan {
          $0.channels = [kind]
          $0.perfusion = perfusion
        }, kind)
      let ratio = (scaled.reduce(-.infinity, max)) / (normal.reduce(-.infinity, max))
      #expect(abs(ratio / factor - 1) < 1e-6, "\(kind): \(ratio)")
    }
    let plan = Self.plan {
      $0.channels = [.ppg]
      $0.perfusion = perfusion
    }
    #expect(Measured.value("perfusion", of: plan.recording(0)) == perfusion.name)
    #expect(plan.recording(0).reference == Self.plan { _ in }.recording(0).reference)
  }

  /// 1.2 % of red light is the pulse of light skin; the height of a pulse is 1 ± 12 % (breathing) ± 2 % and the three
  /// curves overlap by up to 10 %.
  @Test(arguments: [(SkinTone.light, 1.2), (.medium, 0.96), (.dark, 0.66)])
  func perfusionIndexOfSkins(_ tone: SkinTone, _ percent: Double) throws {
    for (perfusion, factor) in [(Perfusion.normal, 1.0), (.low, 0.25), (.veryLow, 0.05)] {
      let plan = Self.plan {
        $0.channels = [.red]
        $0.skinTone = tone
        $0.perfusion = perfusion
      }
      let recording = plan.recording(0)
      #expect(Measured.value("skinTone", of: recording) == tone.rawValue)
      let pulse = try Self.pulse(plan, .red)
      let beats = try SynthesisPlanTests.beats(recording).filter { $0 < 118 }
      let heights = beats.map { Measured.height(pulse, rate: 30, from: $0 + 0.1, seconds: 0.6) * 100 }
      #expect(abs(Measured.mean(heights) / (percent * factor) - 1) < 0.15, "\(Measured.mean(heights)) %")
    }
  }

  @Test func theBaseLineStays() throws {
    let still = Self.plan {
      $0.channels = [.ppg]
      $0.perfusion = .factor(0)
    }
    let ppg = try Measured.samples(still.recording(0), .ppg)
    let subject = SyntheticSubject(index: 0, plan: still)
    // A pulse is 0.25 high; breathing moves the line by at least 4 % of that, drift by at least 5 %, up and down. Both
    // slow waves reach near their sum within two minutes.
    #expect((ppg.max() ?? 0) - (ppg.min() ?? 0) > 0.25 * subject.skinTone.perfusion * 2 * 0.08)
  }

  @Test func oneSkinForAllSubjects() {
    let plan = Self.plan {
      $0.seconds = 5
      $0.count = 5
      $0.skinTone = .dark
    }
    #expect(plan.recordings().allSatisfy { Measured.value("skinTone", of: $0) == "V-VI" })
    // Nothing else of the subject changes with the skin.
    let turn = Self.plan { $0.seconds = 5 }
    #expect(plan.recording(2) == turn.recording(2))
    #expect(plan.recording(0).reference == turn.recording(0).reference)
  }

  @Test func normalIsWhatIsMadeByDefault() {
    let recording = Self.plan { $0.perfusion = .normal }.recording(1)
    let usual = Self.plan { _ in }.recording(1)
    #expect(recording.channels == usual.channels)
    #expect(Measured.value("perfusion", of: usual) == nil)
  }

  @Test func words() {
    #expect(Perfusion("low") == .low)
    #expect(Perfusion("0.3")?.factor == 0.3 && Perfusion("0.3")?.name == "0.3")
    #expect(Perfusion("0")?.factor == 0)
    for text in ["", "weak", "-1", "11", "nan", "inf"] { #expect(Perfusion(text) == nil, "\(text)") }
    #expect(Self.plan { $0.perfusion = .factor(-1) }.problems == ["perfusion must be in 0...10"])
  }
}
