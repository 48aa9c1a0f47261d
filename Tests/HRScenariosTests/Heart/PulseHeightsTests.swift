import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios
@testable import HRNumerics

/// The pulse of each beat has the given height over its recorded one.
@Suite struct PulseHeightsTests {
  static let beats = (0..<60).map { 0.8 * Double($0) }

  /// A sinusoid at the heart's rate, whose pulsatile part is the whole of it: measured at the tops of the cycles.
  ///
  /// Upstrokes are at beats + 0.3 s, feet at beats + 0.2 s, tops half a cycle later. Three seconds at each end are the
  /// filter's own.
  @Test(arguments: [ChannelKind.ppg, .green], [0, 0.5, 1.3]) func heightMet(
    _ kind: ChannelKind, _ share: Double
  )
    throws
  {
    let rate: Double = kind == .ppg ? 125 : 30
    let wave = (0..<Int(48 * rate)).map { index -> Double in
      100 - 5 * cos(2 * .pi * (Double(index) / rate - 0.2) / 0.8)
    }
    let shares = Self.beats.indices.map { $0 % 5 == 3 ? share : 1 }
    let warp = BeatWarp(
      Self.beats, to: MovedBeats(times: Self.beats, pulseShares: shares), pulseDelaySeconds: 0.3)
    let channels = Channels([
      kind: .uniform(Signal(samples: wave, sampleRate: rate)),
      .ecg: .uniform(Signal(samples: wave, sampleRate: rate)),
    ])
    let warped = warp.moved(channels)
    #expect(warped[.ecg] == channels[.ecg])
    let values = try #require(warped[kind]).values
    for beat in 5..<54 {
      let top = Int(((Self.beats[beat] + 0.6) * rate).rounded())
      // 0.3 % for what the filter and the nearest sample leave out.
      #expect(abs((values[top] - 100) / 5 - shares[beat] * (wave[top] - 100) / 5) < 0.003)
      if beat % 5 == 0 || beat % 5 == 1 {
        // The end of the cycle before one that changes is the first to change.
        let start = Int(((Self.beats[beat] + 0.2) * rate).rounded(.up))
        let end = Int(((Self.beats[beat] + 0.7) * rate).rounded(.down))
        #expect(values[start...end] == wave[start...end])
      }
    }
  }

  /// No jump: between neighbours at 125 Hz the factor changes by at most π/2 · |change| / 25.
  @Test func heightsPassSmoothly() throws {
    let wave = (0..<6000).map { index -> Double in cos(2 * .pi * Double(index) / 100) }
    let shares = Self.beats.indices.map { $0 % 2 == 0 ? 0.2 : 1.4 }
    let warp = BeatWarp(
      Self.beats, to: MovedBeats(times: Self.beats, pulseShares: shares), pulseDelaySeconds: 0.3)
    let channels = Channels([.ppg: .uniform(Signal(samples: wave, sampleRate: 125))])
    let values = try #require(warp.moved(channels)[.ppg]).values
    let factor: Double = .pi / 2 * 1.2 / 25
    let steepest: Double = 1.4 * 2 * .pi / 100 + factor
    for index in 400..<5600 { #expect(abs(values[index + 1] - values[index]) < steepest) }
  }

  @Test func missingSamplesStayMissing() throws {
    var wave = (0..<3000).map { index -> Double in cos(2 * .pi * Double(index) / 100) }
    for index in [0, 77, 78, 2999] { wave[index] = .nan }
    let warp = BeatWarp(
      Self.beats, to: MovedBeats(times: Self.beats, pulseShares: Self.beats.map { _ in 0.5 }),
      pulseDelaySeconds: 0.3)
    let values = try #require(
      warp.moved(Channels([.ppg: .uniform(Signal(samples: wave, sampleRate: 125))]))[.ppg]
    ).values
    #expect(values.indices.filter { values[$0].isNaN } == [0, 77, 78, 2999])
  }
}
