import HRDoctor
import HRSignals
import HRTestSupport
import Testing

/// The level of an accelerometer at rest.
@Suite struct AccelerometerTests {
  /// Directions of gravity, each for 20 s, with steps in between; in g.
  private static let directions: [[Double]] = [
    [0, 0, 1], [0.8, 0, 0.6], [0, -0.96, 0.28], [-0.6, 0.64, -0.48], [0, 0.6, -0.8], [-0.48, -0.6, 0.64],
  ]

  private func recording(
    _ directions: [[Double]] = directions, scale: Double = 1, offset: [Double] = [0, 0, 0],
    isInG: Bool = true, isWhole: Bool = false
  ) -> Recording {
    var axes: [[Double]] = [[], [], []]
    for direction in directions {
      for index in 0..<1500 {
        for axis in 0..<3 {
          let movement = (index < 1000 ? 0.004 : 0.4) * PlantedMistakes.noise(3 * index + axis)
          let value = offset[axis] + scale * (direction[axis] + movement)
          axes[axis].append(isWhole ? value.rounded() : value)
        }
      }
    }
    var channels = Channels(
      Dictionary(
        uniqueKeysWithValues: zip(Cadence.axes, axes).map {
          ($0, .uniform(Signal(samples: $1, sampleRate: 50)))
        }))
    channels.accelerationIsInG = isInG
    return Recording(id: "r", channels: channels, reference: .none)
  }

  private func finding(_ recording: Recording) -> DataFinding? {
    Doctor.examine(recording, needsReference: false).findings.first { $0.kind == .accelerometerLevel }
  }

  @Test func gravityIsNotComplainedOf() {
    #expect(finding(recording()) == nil)
    #expect(finding(recording(offset: [0.05, -0.05, 0.08])) == nil)
    #expect(finding(recording(scale: 1.1)) == nil)
    #expect(finding(recording(scale: 16_384, isInG: false)) == nil)
    // Of one position nothing is known in an unknown unit.
    #expect(finding(recording([[0, 0, 1]], scale: 9.80665, offset: [5, 5, 5], isInG: false)) == nil)
  }

  @Test func gravityThatWasTakenOutIsNotComplainedOf() {
    #expect(finding(recording([[0, 0, 0], [0.02, 0, 0]])) == nil)
  }

  @Test func whoNeverRestsSaysNothing() {
    #expect(finding(recording([[3, 0, 0]]).shaken) == nil)
  }

  @Test func anOffsetInGIsFoundAndMeasured() throws {
    let found = try #require(finding(recording(offset: [0.5, -0.3, 1.2])))
    #expect(found.place == "accelerometer")
    #expect(found.evidence.hasPrefix("in 120 quiet seconds its magnitude is"), "\(found.evidence)")
    #expect(found.evidence.hasSuffix("a sphere about 0.5, -0.3, 1.2"), "\(found.evidence)")
    #expect(found.mend.contains("\"offset\" -0.5, 0.3, -1.2 of the axes, in g"), "\(found.mend)")
  }

  @Test func inTooFewPositionsOnlyTheMagnitudeIsSaid() throws {
    let found = try #require(finding(recording([[0, 0, 1], [0.6, 0, 0.8]], offset: [0.5, 0.5, 0.5])))
    #expect(!found.evidence.contains("sphere") && found.mend.contains("more positions"), "\(found)")
  }

  @Test func anotherUnitThanGIsFound() throws {
    let found = try #require(finding(recording(scale: 9.80665)))
    #expect(found.evidence.contains("a median of 9.81"), "\(found.evidence)")
    #expect(found.mend.contains("\"scale\" 0.10197") && found.mend.contains("\"offset\" 0, 0, 0"), "\(found)")
  }

  /// Offset binary, by the sphere: the scale and the offset make g of the counts.
  @Test func offsetBinaryIsFoundAndMeasured() throws {
    let counts = recording(scale: 4096, offset: [32_768, 32_768, 32_768], isInG: false, isWhole: true)
    let found = try #require(finding(counts))
    #expect(found.evidence.contains("on a sphere about 3276"), "\(found.evidence)")
    #expect(found.mend.contains("\"offset\" -8, -8, -8"), "\(found.mend)")
    #expect(found.mend.contains("\"scale\" 0.000244"), "\(found.mend)")
    // Once they are taken off it is a sphere about 0.
    let mended = recording(scale: 4096, isInG: false, isWhole: true)
    #expect(finding(mended) == nil)
  }

  /// Offset binary where there is no sphere, by its numbers.
  @Test(arguments: [(15, 4096.0), (11, 256)])
  func offsetBinaryMayBeGuessed(_ bit: Int, _ scale: Double) throws {
    let zero = Double(1 << bit)
    let counts = recording(
      [[0, 0, 1]], scale: scale, offset: [zero, zero, zero], isInG: false, isWhole: true)
    let found = try #require(finding(counts))
    #expect(found.mend.contains("this is a guess, \(1 << bit) stands for 0"), "\(found.mend)")
  }

  @Test func missingSamplesAndFewAxesSayNothing() {
    var channels = recording(offset: [1, 1, 1]).channels
    channels[.accelerometerY] = nil
    #expect(finding(Recording(id: "r", channels: channels, reference: .none)) == nil)
    var gone = recording(offset: [1, 1, 1]).channels
    gone[.accelerometerY] = gone[.accelerometerY].map { $0.replacing(values: $0.values.map { _ in .nan }) }
    #expect(finding(Recording(id: "r", channels: gone, reference: .none)) == nil)
  }

  @Test(
    .enabled(if: RealData.has("ppg-dalia-s6", "wrist-exercise"), "\(RealData.absence)"),
    arguments: ["ppg-dalia-s6", "wrist-exercise"])
  func realWristsAreNotComplainedOf(_ name: String) throws {
    for recording in try RealRecordings.all(of: name) { #expect(finding(recording) == nil) }
  }
}

extension Recording {
  /// The recording with movement of more than 0.1 g in every second.
  fileprivate var shaken: Recording {
    var shaken = channels
    for kind in Cadence.axes {
      shaken[kind] = channels[kind].map { channel in
        channel.replacing(
          values: channel.values.enumerated().map { $1 + 2 * PlantedMistakes.noise(7 * $0) })
      }
    }
    return with(channels: shaken)
  }
}
