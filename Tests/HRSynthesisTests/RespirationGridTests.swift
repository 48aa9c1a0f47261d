import Foundation
import HRSignals
import Testing

@testable import HRSynthesis

@Suite struct RespirationGridTests {
  static let grid = RespirationGrid(waveform: .bells)

  static func recording(_ id: String, _ grid: RespirationGrid = grid) throws -> Recording {
    grid.recording(try #require(RespirationGrid.cells.firstIndex { $0.id == id }))
  }

  static func number(_ name: String, _ recording: Recording) throws -> Double {
    let text = try #require(Measured.value(name, of: recording))
    return try #require(Double(text))
  }

  static func hz(_ recording: Recording) throws -> Double {
    try number("breathingRate", recording) / 60
  }

  @Test func theGridIsWhatItIs() {
    let cells = RespirationGrid.cells
    let ids = cells.map(\.id)
    #expect(cells.count == 189 && Set(ids).count == 189)
    #expect(ids.first == "hr030_rr20_bw")
    for modulation in ["bw", "am", "fm"] {
      let mine = cells.filter { $0.modulation.rawValue == modulation }
      #expect(
        mine.filter { $0.breathsPerMinute == 20 }.map(\.heartRateBPM)
          == Array(stride(from: 30, through: 200, by: 5)))
      #expect(
        mine.filter { $0.heartRateBPM == 80 }.map(\.breathsPerMinute).sorted()
          == Array(stride(from: 4, through: 60, by: 2)))
      #expect(ids.contains("hr080_rr04_\(modulation)") && ids.contains("hr200_rr20_\(modulation)"))
    }
  }

  @Test(arguments: ["hr030_rr20_bw", "hr200_rr20_am", "hr080_rr04_fm", "hr080_rr60_fm", "hr080_rr20_bw"])
  func namesRatesAndReferences(_ id: String) throws {
    let recording = try Self.recording(id)
    #expect(recording.id == id && recording.subject == id)
    #expect(recording.channels.kinds == [.ppg, .ecg])
    for kind in [ChannelKind.ppg, .ecg] {
      #expect(recording.channels[kind]?.nominalRate == 500)
      #expect(recording.channels[kind]?.count == 105_000)
    }
    let parts = id.split(separator: "_")
    let bpm = try #require(Double(parts[0].dropFirst(2)))
    let breaths = try #require(Double(parts[1].dropFirst(2)))
    #expect(recording.metadata.map(\.name) == ["modulation", "heartRate", "breathingRate"])
    #expect(
      recording.metadata.map(\.value) == [String(parts[2]), "\(Int(bpm))", "\(Int(breaths))"])
    // Counted over the whole recording.
    let beats = try SynthesisPlanTests.beats(recording)
    #expect(abs(Double(beats.count) - bpm * 3.5) <= 1)
    #expect(abs(Double(recording.breaths.count) - breaths * 3.5) <= 1)
    let breathing = Measured.intervals(recording.breaths)
    #expect(breathing.allSatisfy { abs($0 - 60 / breaths) < 3e-6 })
    #expect(abs((recording.breaths.first ?? 0) - 15 / breaths) < 2e-6)
    // R peaks where the beats are; half a sample and the slope that a modulation adds to the top.
    let ecg = try Measured.samples(recording, .ecg)
    for beat in beats where beat > 0.1 && beat < 209.9 {
      let around = Int((beat - 0.05) * 500)...Int((beat + 0.05) * 500)
      let top = try #require(around.max { ecg[$0] < ecg[$1] })
      #expect(abs(Double(top) / 500 - beat) <= 0.002, "\(beat)")
    }
  }

  /// Effects of each modulation: base line in pulse ranges, relative height, and shift of the beats.
  struct Depths {
    let baseline: Double
    let height: Double
    let shift: Double

    init(_ recording: Recording) throws {
      let hz = try RespirationGridTests.hz(recording)
      let bpm = try RespirationGridTests.number("heartRate", recording)
      let beats = try SynthesisPlanTests.beats(recording).filter { $0 > 1 && $0 < 208 }
      let ppg = try Measured.samples(recording, .ppg)
      baseline = Measured.amplitude(ppg, rate: 500, hz: hz)
      let tops = beats.map { beat in
        ppg[Int(beat * 500)..<Int((beat + 60 / bpm) * 500)].reduce(-.infinity, max)
      }
      let feet = beats.map { beat in
        ppg[Int(beat * 500)..<Int((beat + 60 / bpm) * 500)].reduce(.infinity, min)
      }
      let heights = zip(tops, feet).map { $0 - $1 }
      height = Self.fit(beats, heights, hz) / Measured.mean(heights)
      let regular = beats.map { (($0 * bpm / 60 - 0.5).rounded() + 0.5) * 60 / bpm }
      shift = Self.fit(regular, zip(beats, regular).map { $0 - $1 }, hz)
    }

    /// Amplitude of the sine of a frequency that fits best, with a constant.
    private static func fit(_ times: [Double], _ values: [Double], _ hz: Double) -> Double {
      let mean = Measured.mean(values)
      let sines = times.map { sin(2 * .pi * hz * $0) }
      let cosines = times.map { cos(2 * .pi * hz * $0) }
      func dot(_ a: [Double], _ b: [Double]) -> Double { zip(a, b).map { $0 * $1 }.reduce(0, +) }
      let (ss, cc, sc) = (dot(sines, sines), dot(cosines, cosines), dot(sines, cosines))
      let rest = values.map { $0 - mean }
      let (s, c) = (dot(sines, rest), dot(cosines, rest))
      let determinant = ss * cc - sc * sc
      let (a, b) = ((s * cc - c * sc) / determinant, (c * ss - s * sc) / determinant)
      return (a * a + b * b).squareRoot()
    }
  }

  @Test(arguments: [(Waveform.bells, "hr080_rr06"), (.bells, "hr200_rr20"), (.neurokit, "hr120_rr20")])
  func depthsAreMeasured(_ waveform: Waveform, _ cell: String) throws {
    let grid = RespirationGrid(waveform: waveform)
    let baseline = try Depths(Self.recording(cell + "_bw", grid))
    #expect(abs(baseline.baseline - 0.1) < 0.002, "\(baseline)")
    #expect(baseline.shift < 1e-9 && baseline.height < 0.03, "\(baseline)")
    let amplitude = try Depths(Self.recording(cell + "_am", grid))
    #expect(abs(amplitude.height - 0.1) < 0.01, "\(amplitude)")
    #expect(amplitude.shift < 1e-9 && amplitude.baseline < 0.005, "\(amplitude)")
    let frequency = try Depths(Self.recording(cell + "_fm", grid))
    #expect(abs(frequency.shift - 0.05) < 1e-5, "\(frequency)")
    #expect(frequency.height < 0.02 && frequency.baseline < 0.01, "\(frequency)")
  }

  @Test(arguments: Waveform.allCases, [30, 80, 200]) func regularPulsesSpanOne(
    _ waveform: Waveform, _ bpm: Int
  ) throws {
    // Without the base line that was added.
    let recording = try Self.recording(
      "hr0\(bpm)_rr20_bw".replacing("hr0200", with: "hr200"), RespirationGrid(waveform: waveform))
    let hz = try Self.hz(recording)
    let ppg = try Measured.samples(recording, .ppg).enumerated().map {
      $1 - 0.1 * sin(2 * .pi * hz * Double($0) / 500)
    }
    #expect(abs((ppg.max() ?? 0) - 1) < 0.002 && abs(ppg.min() ?? 1) < 0.002)
  }

  @Test func isDeterministicAndClean() throws {
    let id = "hr095_rr20_am"
    #expect(try Self.recording(id) == Self.recording(id, RespirationGrid(waveform: .bells)))
    #expect(try Self.recording(id) != Self.recording(id, RespirationGrid(waveform: .neurokit)))
    #expect(Self.grid.count == 189 && Self.grid.seconds == 210)
  }
}
