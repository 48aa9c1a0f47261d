import Foundation
import HRNumerics
import HRTestSupport
import Testing

@testable import HRSignals

/// Cadences by SciPy's periodogram: Oracles/cadence_oracle.py.
private struct CadenceOracle: Decodable, Sendable {
  struct Recording: Decodable, Sendable {
    let axes: [[Double]]
    let rows: [Row]
  }

  struct Row: Decodable, Sendable {
    let seconds: Double
    let starts: [Double]
    let isInG: Bool
    let perMinute: [Double?]
  }

  let recordings: [Recording]
}

@Suite struct CadenceTests {
  private static let windows = TimeRange(start: 0, end: 60).windows(windowSeconds: 20, hopSeconds: 20)

  /// Returns gravity along z with an oscillation along it, of a rate and of an amplitude in g.
  private func walk(
    perMinute: Double, amplitude: Double, rate: Double = 50, seconds: Double = 60, start: Double = 0
  ) -> Channels {
    let times = (0..<Int(seconds * rate)).map { Double($0) / rate }
    func signal(_ samples: [Double]) -> Channel {
      .uniform(Signal(samples: samples, sampleRate: rate, startTime: start))
    }
    return Channels([
      .accelerometerX: signal(times.map { 0.01 * sin($0) }),
      .accelerometerY: signal(times.map { _ in 0 }),
      .accelerometerZ: signal(
        times.map { 1 + amplitude * sin(2 * Double.pi * perMinute / 60 * $0) }),
    ])
  }

  @Test(arguments: [13.0, 25, 50, 128, 256], [45.0, 100, 113, 180, 235])
  func findsTheRateOfASwing(_ rate: Double, _ perMinute: Double) throws {
    let found = Cadence.perMinute(
      of: walk(perMinute: perMinute, amplitude: 0.2, rate: rate), in: Self.windows)
    try #require(found.count == 3)
    for cadence in found { #expect(abs(try #require(cadence) - perMinute) <= 1) }
  }

  @Test func whoIsStillHasNone() {
    // The standard deviation of a sinusoid is its amplitude over √2: 0.0495 and 0.0509.
    #expect(
      Cadence.perMinute(of: walk(perMinute: 100, amplitude: 0.07), in: Self.windows) == [nil, nil, nil])
    let moving = Cadence.perMinute(of: walk(perMinute: 100, amplitude: 0.072), in: Self.windows)
    #expect(moving.allSatisfy { $0 != nil })
  }

  @Test func movementOutsideTheBandIsNotTheCadence() throws {
    var channels = walk(perMinute: 100, amplitude: 0.2)
    let z = try #require(channels[.accelerometerZ])
    let sway = z.values.enumerated().map { $1 + 0.5 * sin(2 * Double.pi * 0.2 * Double($0) / 50) }
    channels[.accelerometerZ] = z.replacing(values: sway)
    for cadence in Cadence.perMinute(of: channels, in: Self.windows) {
      #expect(abs(try #require(cadence) - 100) <= 1)
    }
  }

  @Test func aWindowNeedsFourFifthsOfItsSamples() {
    let channels = walk(perMinute: 100, amplitude: 0.2, seconds: 35)
    // 20–40 s is covered for 15 s, 17–37 s for 18.
    let found = Cadence.perMinute(
      of: channels,
      in: [TimeRange(start: 0, end: 20), TimeRange(start: 20, end: 40), TimeRange(start: 17, end: 37)])
    #expect(found.map { $0 != nil } == [true, false, true])
  }

  @Test func withoutAnAccelerometerThereIsNoList() {
    #expect(Cadence.perMinute(of: Channels(), in: Self.windows).isEmpty)
    let ppg = Channels([.ppg: .uniform(Signal(samples: [1, 2, 3], sampleRate: 1))])
    #expect(Cadence.perMinute(of: ppg, in: Self.windows).isEmpty)
    // Half of 7 Hz is below the band's upper edge.
    #expect(Cadence.perMinute(of: walk(perMinute: 100, amplitude: 1, rate: 7), in: Self.windows).isEmpty)
    var uneven = walk(perMinute: 100, amplitude: 0.2)
    uneven[.accelerometerY] = .uniform(Signal(samples: [0, 0], sampleRate: 50))
    #expect(Cadence.perMinute(of: uneven, in: Self.windows).isEmpty)
    #expect(Cadence.perMinute(of: walk(perMinute: 100, amplitude: 0.2), in: []).isEmpty)
  }

  /// Three axes that swing, each with a direction of its own, at half the rate of steps along z; in g.
  private func arms(perMinute: Double, amplitude: Double = 0.3, noise: Double = 0.005) -> [[Double]] {
    var stream = RandomStream(seed: 7, ["arms"])
    let hertz = perMinute / 60
    return (0..<3).map { axis in
      (0..<3000).map { k in
        let time = Double(k) / 50
        let swing = [0.5, -0.2, 0.3][axis] * sin(Double.pi * hertz * time)
        let step = [0.1, 0.3, 1][axis] * sin(2 * Double.pi * hertz * time)
        return [0.2, -0.6, 0.77][axis] + amplitude * (swing + step) + noise * stream.normal()
      }
    }
  }

  private func channels(_ axes: [[Double]], isInG: Bool = true) -> Channels {
    var channels = Channels(
      Dictionary(
        uniqueKeysWithValues: zip(Cadence.axes, axes).map {
          ($0, Channel.uniform(Signal(samples: $1, sampleRate: 50)))
        }))
    channels.accelerationIsInG = isInG
    return channels
  }

  @Test func cadencesAreThoseOfSciPy() throws {
    let oracle: CadenceOracle = try OracleFile.decode("cadence")
    for (axes, row) in oracle.recordings.flatMap({ one in one.rows.map { (one.axes, $0) } }) {
      var channels = Channels(
        Dictionary(
          uniqueKeysWithValues: zip(Cadence.axes, axes).map {
            ($0, Channel.uniform(Signal(samples: $1, sampleRate: 12.5)))
          }))
      channels.accelerationIsInG = row.isInG
      let found = Cadence.perMinute(
        of: channels, in: row.starts.map { TimeRange(start: $0, end: $0 + row.seconds) })
      for (mine, theirs) in zip(found, row.perMinute) {
        #expect((mine == nil) == (theirs == nil))
        if let mine, let theirs { #expect(abs(mine - theirs) < 1e-9) }
      }
    }
  }

  private static let windowLists = [8.0, 20].map {
    TimeRange(start: 0, end: 60).windows(windowSeconds: $0, hopSeconds: 5)
  }

  @Test(arguments: windowLists, [[1.7, -0.4, 9], [32_768, 32_768, 32_768]])
  func noOffsetMatters(_ windows: [TimeRange], _ offsets: [Double]) {
    let axes = arms(perMinute: 110)
    let moved = zip(axes, offsets).map { axis, offset in axis.map { $0 + offset } }
    let found = Cadence.perMinute(of: channels(axes), in: windows)
    #expect(found.allSatisfy { $0 != nil })
    #expect(Cadence.perMinute(of: channels(moved), in: windows) == found)
  }

  @Test(arguments: windowLists, [4096.0, 0.001])
  func noScaleMattersWhereTheUnitIsNotKnown(_ windows: [TimeRange], _ scale: Double) throws {
    let axes = arms(perMinute: 110)
    let scaled = axes.map { axis in axis.map { 32_768 + scale * $0 } }
    let found = Cadence.perMinute(of: channels(axes, isInG: false), in: windows)
    #expect(Cadence.perMinute(of: channels(scaled, isInG: false), in: windows) == found)
    for cadence in found { #expect(abs(try #require(cadence) - 110) <= 2) }
  }

  @Test(arguments: windowLists)
  func noiseOfASensorIsNoCadence(_ windows: [TimeRange]) {
    let noise = arms(perMinute: 110, amplitude: 0, noise: 20)
    #expect(Cadence.perMinute(of: channels(noise, isInG: false), in: windows).allSatisfy { $0 == nil })
    // Of one axis too.
    let one = Array(noise.prefix(1))
    #expect(Cadence.perMinute(of: channels(one, isInG: false), in: windows).allSatisfy { $0 == nil })
  }

  /// Gravity that wanders from axis to axis leaves the magnitude as it is; its slope into the band is no peak.
  @Test(arguments: [true, false])
  func aWristThatTurnsHasNone(_ isInG: Bool) {
    let angles = (0..<3000).map { 1.2 * sin(2 * Double.pi * 0.06 * Double($0) / 50) }
    let turned = channels([angles.map { cos($0) }, angles.map { sin($0) }], isInG: isInG)
    #expect(Cadence.perMinute(of: turned, in: Self.windows) == [nil, nil, nil])
  }

  @Test func aSwingAcrossGravityHasItsOwnRate() throws {
    // The magnitude would oscillate at 200.
    let swing = (0..<3000).map { 0.4 * sin(2 * Double.pi * 100 / 60 * Double($0) / 50) }
    for cadence in Cadence.perMinute(of: channels([swing, swing.map { _ in 1 }]), in: Self.windows) {
      #expect(abs(try #require(cadence) - 100) <= 1)
    }
  }

  @Test func aSingleAxisKeepsItsSign() throws {
    // Without gravity the magnitude would oscillate at 200.
    let samples = (0..<3000).map { 0.2 * sin(2 * Double.pi * 100 / 60 * Double($0) / 50) }
    let channels = Channels([.accelerometerY: .uniform(Signal(samples: samples, sampleRate: 50))])
    for cadence in Cadence.perMinute(of: channels, in: Self.windows) {
      #expect(abs(try #require(cadence) - 100) <= 1)
    }
  }

  @Test func aMissingSampleIsNoMovement() {
    var channels = walk(perMinute: 100, amplitude: 0.2, rate: 13)
    var values = channels[.accelerometerZ]?.values ?? []
    values[0] = .nan
    channels[.accelerometerZ] = channels[.accelerometerZ]?.replacing(values: values)
    #expect(Cadence.perMinute(of: channels, in: Self.windows).map { $0 != nil } == [false, true, true])
  }
}
